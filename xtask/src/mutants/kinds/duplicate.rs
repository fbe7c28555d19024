use syntax::model::{Data, Form};

use super::{Change, Source};

/// Declarations, with a copy after them in their last line.
pub fn changes(source: &Source) -> Vec<Change> {
    let mut found = Vec::new();
    for id in source.model.ids().filter(|id| source.is_statement(*id)) {
        let Data::Resource { bodies, form: Form::Regular, .. } = source.data(id) else { continue };
        let range = source.range(id);
        let written = source.written(range);
        // What a comment or a text of many lines would become in one line is something else.
        if bodies.len() != 1 || written.contains('#') || written.contains("@(") {
            continue;
        }
        let words: Vec<&str> = written.split('\n').map(str::trim).filter(|it| !it.is_empty()).collect();
        let copy = Change::insert(source, range.end(), &format!(" {}", words.join(" ")));
        found.push(Change { lines: source.lines(range), ..copy });
    }
    found
}
