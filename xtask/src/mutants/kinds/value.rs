use syntax::model::{Data, NodeId};

use super::{Change, Source};

/// Values of attributes, of parameters that have a type, and arguments of functions.
pub fn changes(source: &Source) -> Vec<Change> {
    let mut found = Vec::new();
    for id in source.model.ids() {
        match source.data(id) {
            Data::AttributeOperation { value, .. } => put(source, *value, &mut found),
            Data::Parameter { value: Some(value), type_expr: Some(_), .. } => put(source, *value, &mut found),
            Data::Call { arguments, .. } => arguments.iter().for_each(|it| put(source, *it, &mut found)),
            _ => {}
        }
    }
    found
}

fn put(source: &Source, id: NodeId, found: &mut Vec<Change>) {
    let others: &[&str] = match source.data(id) {
        Data::String(_) | Data::Name(_) | Data::Concat { .. } => &["42", "{ 'a' => 42 }"],
        Data::Integer { .. } | Data::Float(_) => &["'other'", "['other']"],
        Data::Boolean(_) => &["'other'", "42"],
        Data::List { .. } => &["42", "'other'"],
        Data::Hash { .. } => &["42", "'other'"],
        _ => return,
    };
    found.extend(others.iter().map(|it| Change::new(source, source.range(id), it)));
}
