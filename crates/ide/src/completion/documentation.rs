//! The documentation of a completion item, computed when it is selected.

use analysis::{File, Snapshot};
use hir::{Owner, Symbol};

use crate::builtin_docs;
use crate::hover::ruby;

/// A text about what an item's `about` names, in Markdown.
pub fn completion_documentation(snapshot: Snapshot<'_>, file: File, about: &str) -> Option<String> {
    let mut words = about.split(' ');
    let (what, name) = (words.next()?, words.next()?);
    let second = words.next();
    let owned = |text: &'static str| text.to_owned();
    match what {
        "class" => crate::hover::definition_text(snapshot, file, &Symbol::Class(name.into())),
        "type" => crate::hover::definition_text(snapshot, file, &Symbol::Type(name.into()))
            .or_else(|| builtin_docs::resource_type(name).map(owned))
            .or_else(|| ruby::text(snapshot, file, &Symbol::Type(name.into()))),
        "function" => match builtin_docs::function(name) {
            Some(text) => {
                let forms: Vec<String> = builtin_docs::function_forms(name).iter().map(|it| format!("{name}({it})")).collect();
                let head = if forms.is_empty() { String::new() } else { format!("```puppet\n{}\n```\n\n", forms.join("\n")) };
                Some(format!("{head}{text}"))
            }
            None => {
                let function = Symbol::Function(name.into());
                crate::hover::definition_text(snapshot, file, &function).or_else(|| ruby::text(snapshot, file, &function))
            }
        },
        "parameter" => {
            let member = second?;
            let of = |owner: Symbol| crate::hover::parameter_text(snapshot, file, &owner, member);
            of(Symbol::Class(name.into())).or_else(|| of(Symbol::Type(name.into()))).or_else(|| of(Symbol::Plan(name.into())))
        }
        "attribute" => {
            let member = || Some(Symbol::Member { owner: Owner::Type(name.into()), name: second?.into() });
            builtin_docs::attribute(name, second?).map(owned).or_else(|| ruby::text(snapshot, file, &member()?))
        }
        "metaparameter" => builtin_docs::metaparameter(name).map(owned),
        "data" => builtin_docs::data_type(&name.to_lowercase()).map(owned),
        "variable" => builtin_docs::variable(name).map(owned),
        "fact" => fact(snapshot, file, name),
        _ => None,
    }
}

/// The values of a fact on each system.
fn fact(snapshot: Snapshot<'_>, file: File, path: &str) -> Option<String> {
    let path: Vec<String> = path.split('.').map(str::to_owned).collect();
    let mut lines = Vec::new();
    for set in snapshot.systems(file).iter() {
        if let Some(value) = super::facts::at(&set.facts, &path).filter(|it| !matches!(it, values::Value::Unknown(_))) {
            let text = super::data_types::shortened(&values::print::puppet(value));
            lines.push(format!("- {}: `{text}`", set.label));
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}
