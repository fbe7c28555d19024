//! Hover of a name in a template: the values of a variable, for each class or defined type that renders the template.

use analysis::{File, Snapshot};
use hir::Role;
use syntax::TextSize;

use super::{Kind, meanings, word_at};
use crate::Hover;
use crate::goto::definitions;
use crate::hover::{describe_symbol, place};

/// Limit of the classes and defined types that are listed.
const MOST: usize = 6;

/// Hover at a place.
pub(crate) fn hover(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let word = word_at(snapshot, file, offset)?;
    let meanings = meanings(snapshot, file, &word.kind);
    let mut texts: Vec<String> = Vec::new();
    for (from, symbol) in &meanings {
        let of_value = matches!(&word.kind, Kind::Variable(_)) || matches!(symbol, hir::Symbol::Member { .. });
        let places = if of_value { definitions(snapshot, symbol, *from) } else { Vec::new() };
        let at_definition = places.iter().filter(|it| !it.is_guess).find_map(|it| {
            let manifest = snapshot.file(&it.path)?;
            let text = crate::hover::hover(snapshot, manifest, it.focus.start())?.text;
            let line = snapshot.text(manifest).get(..usize::from(it.focus.start()))?.matches('\n').count() + 1;
            let name = it.path.rsplit('/').next().unwrap_or(&it.path);
            let link = place::link(&format!("{name}:{line}"), &it.path, u32::try_from(line).ok()?);
            let is_set = snapshot.references(manifest).at(it.focus.start()).iter().any(|it| it.role == Role::Definition);
            Some(if is_set { format!("{text}\nSet in {link}\n") } else { text })
        });
        let text = at_definition.or_else(|| describe_symbol(snapshot, *from, None, &snapshot.meaning(symbol, *from)).map(|it| it.0));
        if let Some(text) = text.filter(|it| !texts.contains(it)) {
            texts.push(text);
        }
    }
    texts.truncate(MOST);
    (!texts.is_empty()).then(|| Hover { range: word.range, text: texts.join("\n---\n\n") })
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    #[test]
    fn a_variable_has_its_values() {
        let files = "#- /modules/m/manifests/init.pp\nclass m(Integer $port = 80) {\n  $own = $port + 1\n  notice(template('m/t.erb'))\n}\n\
                     #- /modules/m/templates/t.erb\n";
        let text = |template: &str| {
            let found = fixture(&format!("{files}{template}\n")).ask(crate::hover);
            found.map(|it| it.text).unwrap_or_default()
        };
        let of_parameter = text("<%= @po$0rt %>");
        assert!(of_parameter.contains("Integer $port = 80") && of_parameter.contains("init.pp:1"), "{of_parameter}");
        let of_variable = text("<%= @o$0wn %>");
        assert!(of_variable.contains("81") && of_variable.contains("init.pp:2"), "{of_variable}");
        assert!(text("<%= scope.call_function('versi$0oncmp', []) %>").contains("versioncmp"));
        assert!(text("<%= @ti$0tle %>").contains("title"));
        assert_eq!(text("po$0rt"), "");
    }
}
