//! Names with one letter too many.

use syntax::TextSize;
use syntax::model::{Data, NodeId};

use super::{Change, Source};

/// Variables that are read.
pub fn variables(source: &Source) -> Vec<Change> {
    let mut found = Vec::new();
    for id in source.model.ids() {
        let Data::Variable { expr } = source.data(id) else { continue };
        let is_set = source.parent(id).is_some_and(|it| matches!(source.data(it), Data::Assignment { left, .. } if *left == id));
        let Some(name) = source.word(*expr).filter(|_| !is_set) else { continue };
        let written = source.written(source.range(id)).trim_end_matches('}');
        if name.starts_with(|c: char| c.is_ascii_digit()) || !written.ends_with(name) {
            continue;
        }
        found.push(Change::insert(source, source.range(id).start() + TextSize::of(written), "x"));
    }
    found
}

pub fn parameters(source: &Source) -> Vec<Change> {
    operations(source, true)
}

pub fn attributes(source: &Source) -> Vec<Change> {
    operations(source, false)
}

/// Changes of attributes of classes and defined types, or of all others.
fn operations(source: &Source, of_definitions: bool) -> Vec<Change> {
    let mut found = Vec::new();
    for id in source.model.ids() {
        let Data::Resource { type_name, bodies, .. } = source.data(id) else { continue };
        let Some(name) = source.word(*type_name) else { continue };
        if (name == "class" || name.contains("::")) != of_definitions {
            continue;
        }
        for body in bodies {
            let Data::ResourceBody { operations, .. } = source.data(*body) else { continue };
            for operation in operations {
                let Data::AttributeOperation { name, .. } = source.data(*operation) else { continue };
                let start = source.range(*operation).start();
                if source.has(start, name) {
                    found.push(Change::insert(source, start + TextSize::of(&**name), "x"));
                }
            }
        }
    }
    found
}

/// Functions that are called with parentheses or after a dot: without either a misspelled one is no call. Only those that are called
/// whenever their surroundings are evaluated, as Puppet reports no function that it does not call.
pub fn functions(source: &Source) -> Vec<Change> {
    let mut found = Vec::new();
    for id in source.model.ids() {
        let name = match source.data(id) {
            Data::Call { functor, .. } if source.has(source.range(*functor).end(), "(") => *functor,
            Data::MethodCall { functor, .. } => match source.data(*functor) {
                Data::NamedAccess { right, .. } => *right,
                _ => continue,
            },
            _ => continue,
        };
        if !source.is_conditional(id) {
            found.extend(longer(source, name));
        }
    }
    found
}

/// Classes and defined types that are declared.
pub fn classes(source: &Source) -> Vec<Change> {
    let mut found = Vec::new();
    for id in source.model.ids() {
        match source.data(id) {
            Data::Call { functor, arguments, .. } if matches!(source.word(*functor), Some("include" | "contain" | "require")) => {
                found.extend(arguments.iter().filter_map(|it| longer(source, *it)));
            }
            Data::Resource { type_name, bodies, .. } => match source.word(*type_name) {
                Some("class") => {
                    for body in bodies {
                        let Data::ResourceBody { title, .. } = source.data(*body) else { continue };
                        found.extend(longer(source, *title));
                    }
                }
                Some(name) if name.contains("::") => found.extend(longer(source, *type_name)),
                _ => {}
            },
            _ => {}
        }
    }
    found
}

fn longer(source: &Source, id: NodeId) -> Option<Change> {
    let name = source.word(id)?;
    let range = source.range(id);
    let before_quote = source.written(range).trim_end_matches(['\'', '"']);
    before_quote.ends_with(name).then(|| Change::insert(source, range.start() + TextSize::of(before_quote), "x"))
}
