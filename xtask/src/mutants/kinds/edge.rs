use syntax::TextRange;
use syntax::model::{Data, NodeId};
use syntax::operator::{AttributeOperator, Direction};

use super::{Change, Source};

/// Metaparameter with the opposite direction.
pub fn opposite(metaparameter: &str) -> Option<&'static str> {
    Some(match metaparameter {
        "require" => "before",
        "before" => "require",
        "subscribe" => "notify",
        "notify" => "subscribe",
        _ => return None,
    })
}

/// An existing order gets its reverse next to it, or is replaced by it.
pub fn changes(source: &Source) -> Vec<Change> {
    let mut found = Vec::new();
    for id in source.model.ids() {
        match source.data(id) {
            Data::AttributeOperation { name, op: AttributeOperator::Set, value } => {
                let (Some(other), Some(parent)) = (opposite(name), source.parent(id)) else { continue };
                let range = source.range(id);
                let written = source.written(source.range(*value));
                if written.contains('\n') || !source.has(range.start(), name) {
                    continue;
                }
                let own = TextRange::at(range.start(), syntax::TextSize::of(&**name));
                if !has_attribute(source, parent, other) {
                    found.push(Change::insert(source, range.start(), &format!("{other} => {written}, ")));
                    found.push(Change::new(source, own, other));
                }
            }
            Data::Relationship { op: op @ Direction { to_left: false, .. }, right, .. } if source.is_statement(id) => {
                let first = leftmost(source, id);
                let is_reference = |it: NodeId| matches!(source.data(it), Data::Access { .. });
                let written = source.written(source.range(first));
                if is_reference(first) && is_reference(*right) && !written.contains('\n') {
                    let added = Change::insert(source, source.range(id).end(), &format!(" {op} {written}"));
                    found.push(Change { lines: source.lines(source.range(id)), ..added });
                }
            }
            _ => {}
        }
    }
    found
}

fn leftmost(source: &Source, mut id: NodeId) -> NodeId {
    while let Data::Relationship { left, .. } = source.data(id) {
        id = *left;
    }
    id
}

fn has_attribute(source: &Source, body: NodeId, wanted: &str) -> bool {
    let operations = match source.data(body) {
        Data::ResourceBody { operations, .. }
        | Data::ResourceDefaults { operations, .. }
        | Data::ResourceOverride { operations, .. }
        | Data::Collect { operations, .. } => operations,
        _ => return true,
    };
    operations.iter().any(|it| matches!(source.data(*it), Data::AttributeOperation { name, .. } if &**name == wanted))
}
