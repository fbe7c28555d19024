//! A definition whose name is not that of its file.

use syntax::model::{Data, DefinitionKind};

use super::{Broken, Change};
use crate::Finding;

pub(crate) fn find_fix(broken: &Broken<'_>, finding: &mut Finding) -> Option<Change> {
    let meant = broken.autoload?.namespace.clone().filter(|it| !it.is_empty())?;
    // Where the file has what it is named for, the other belongs elsewhere.
    let has_it = broken.model.definitions.iter().any(|it| match broken.model.data(*it) {
        Data::Definition { rest, .. } => rest.name.to_lowercase() == meant,
        _ => false,
    });
    let (kind, name) = broken.definition_name(finding.range)?;
    let is_named_by_file = matches!(kind, DefinitionKind::Class | DefinitionKind::Define | DefinitionKind::Function | DefinitionKind::Plan);
    if has_it || !is_named_by_file || broken.model.definitions.len() > 1 {
        return None;
    }
    Some((format!("Change to `{meant}`"), vec![(broken.find(finding.range, name)?, meant)]))
}

#[cfg(test)]
mod tests {
    use crate::fixes::tests::fixed_in;

    #[test]
    fn it_gets_the_name_that_the_file_is_for() {
        let fixed = |text, namespace| fixed_in("illegal-definition-location", text, Some(namespace));
        assert_eq!(fixed("define web::site { }\n", "web::vhost"), "Change to `web::vhost`\ndefine web::vhost { }\n");
        assert_eq!(fixed("class Web2 { }\n", "web"), "no illegal-definition-location");
        assert_eq!(fixed("class weeb { }\n", "web"), "Change to `web`\nclass web { }\n");
        assert_eq!(fixed("class web { }\nclass other { }\n", "web"), "no fix: ");
        assert_eq!(fixed("class one { }\nclass other { }\n", "web"), "no fix: ");
    }
}
