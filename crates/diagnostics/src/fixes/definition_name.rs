//! `class my-class`, `class Web`.

use compiler::DECLARING;
use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::{Broken, Change};
use crate::Finding;

pub(crate) fn find_fix(broken: &Broken<'_>, finding: &mut Finding) -> Option<Change> {
    let (_, name) = broken.definition_name(finding.range)?;
    let new = name.replace('-', "_").to_lowercase();
    let is_part = |it: &str| it.starts_with(|it: char| it.is_ascii_lowercase());
    if new == *name || !new.split("::").all(is_part) {
        return None;
    }
    let mut edits = vec![(broken.find(finding.range, name)?, new.clone())];
    edits.extend(uses(broken, name).into_iter().map(|it| (it, new.clone())));
    Some((format!("Change to `{new}`"), edits))
}

/// Where the text itself declares it.
fn uses(broken: &Broken<'_>, name: &str) -> Vec<TextRange> {
    let model = broken.model;
    let mut named: Vec<NodeId> = Vec::new();
    for id in model.ids() {
        match model.data(id) {
            Data::Call { functor, arguments, .. } => {
                let includes = matches!(model.data(*functor), Data::Name(it) if DECLARING.contains(&&**it));
                named.extend(arguments.iter().filter(|_| includes));
            }
            Data::Resource { type_name, bodies, .. } => {
                named.push(*type_name);
                if matches!(model.data(*type_name), Data::Name(it) if **it == *"class") {
                    named.extend(bodies.iter().filter_map(|it| match model.data(*it) {
                        Data::ResourceBody { title, .. } => Some(*title),
                        _ => None,
                    }));
                }
            }
            _ => {}
        }
    }
    let is_it = |id: &NodeId| matches!(model.data(*id), Data::Name(it) | Data::String(it) if **it == *name);
    named.into_iter().filter(is_it).filter_map(|it| broken.find(model.get(it).range, name)).collect()
}

#[cfg(test)]
mod tests {
    use crate::fixes::tests::fixed;

    #[test]
    fn it_is_spelt_as_such_names_are() {
        let fixed = |text| fixed("illegal-definition-name", text);
        assert_eq!(
            fixed("class my-app { }\ninclude my-app\nclass { 'my-app': }\n$x = 'my-app'\n"),
            "Change to `my_app`\nclass my_app { }\ninclude my_app\nclass { 'my_app': }\n$x = 'my-app'\n"
        );
        assert_eq!(
            fixed("define a::vhost-x() { }\na::vhost-x { 'x': }\n"),
            "Change to `a::vhost_x`\ndefine a::vhost_x() { }\na::vhost_x { 'x': }\n"
        );
        assert_eq!(fixed("class Web { }\n"), "Change to `web`\nclass web { }\n");
    }

    #[test]
    fn nobody_knows_another_name_for_it() {
        let help = "no fix: names hold small letters, digits and `_`, and each part begins with a letter";
        assert_eq!(fixed("illegal-definition-name", "class _a { }\n"), help);
    }
}
