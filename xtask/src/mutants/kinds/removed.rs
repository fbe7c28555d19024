use syntax::model::Data;

use super::{Change, Healthy, Source};

/// Declarations that stand for themselves and of which something else knows.
pub fn changes(source: &Source, healthy: &Healthy) -> Vec<Change> {
    let mut found = Vec::new();
    for id in source.model.ids().filter(|id| source.is_statement(*id)) {
        let range = source.range(id);
        let (first, last) = source.lines(range);
        let is_required = match source.data(id) {
            Data::Resource { bodies, .. } => {
                bodies.len() == 1 && (first..=last).any(|line| healthy.required.contains(&(source.path.clone(), line)))
            }
            Data::Call { functor, arguments, .. } => {
                let is_declaration = matches!(source.word(*functor), Some("include" | "contain" | "require"));
                let name = match arguments.as_slice() {
                    [one] => source.word(*one),
                    _ => None,
                };
                is_declaration && name.is_some_and(|it| healthy.required_classes.contains(it.trim_start_matches("::")))
            }
            _ => false,
        };
        if is_required {
            found.push(Change::new(source, range, ""));
        }
    }
    found
}
