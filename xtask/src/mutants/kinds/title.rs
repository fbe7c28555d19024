use syntax::TextSize;
use syntax::model::{Data, NodeId};

use super::{Change, Source};

/// Titles in the references of relationships.
pub fn changes(source: &Source) -> Vec<Change> {
    let mut found = Vec::new();
    for id in source.model.ids() {
        let Data::Access { left, keys } = source.data(id) else { continue };
        if !matches!(source.data(*left), Data::Reference(_)) || !is_related(source, id) {
            continue;
        }
        for key in keys.iter().filter(|key| matches!(source.data(**key), Data::String(_))) {
            let range = source.range(*key);
            if source.written(range).ends_with(['\'', '"']) {
                found.push(Change::insert(source, range.end() - TextSize::new(1), "_x"));
            }
        }
    }
    found
}

/// Whether a reference says what comes before or after something, alone or in a list.
fn is_related(source: &Source, id: NodeId) -> bool {
    let Some(parent) = source.parent(id) else { return false };
    match source.data(parent) {
        Data::AttributeOperation { name, .. } => super::edge::opposite(name).is_some(),
        Data::Relationship { .. } => true,
        Data::List { .. } => source
            .parent(parent)
            .is_some_and(|it| matches!(source.data(it), Data::AttributeOperation { name, .. } if super::edge::opposite(name).is_some())),
        _ => false,
    }
}
