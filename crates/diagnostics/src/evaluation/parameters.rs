//! What is said of the parameters of a class or defined type: a line for each that is wrong.

use compiler::Program;
use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::raised::Raised;
use super::spot::{self, Declared};

/// What the parameters of a template are said to be of.
pub const TEMPLATE: &str = "lambda";

/// `Class[A]:` and what is said of it.
pub fn lines(text: &str) -> Option<(&str, Vec<&str>)> {
    if let Some(rest) = text.strip_prefix(TEMPLATE).and_then(|it| it.strip_prefix(':')) {
        return Some((TEMPLATE, rest.lines().map(str::trim).filter(|it| !it.is_empty()).collect()));
    }
    let end = text.find("]:")? + 1;
    let reference = text.get(..end)?;
    if !reference.starts_with(|it: char| it.is_ascii_uppercase()) || !reference.contains('[') {
        return None;
    }
    let lines = text.get(end + 1..)?.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
    Some((reference, lines))
}

/// What declares the class or resource that is spoken of.
pub fn declaration(raised: &Raised<'_>, reference: &str) -> Option<Declared> {
    let program = raised.program.as_deref()?;
    spot::declared(program, raised.place.line?, reference)
}

/// What to underline of a declaration: in `include a, b` the name of the class.
pub fn range(program: &Program, declared: &Declared, reference: &str) -> TextRange {
    if declared.body.is_none() {
        let title = reference.split_once('[').and_then(|(_, it)| it.strip_suffix(']')).unwrap_or("");
        let is = |text: &str| text.trim_start_matches("::").eq_ignore_ascii_case(title);
        let named = program.model.inside(declared.statement).into_iter().find(|it| spot::literal(program, *it).is_some_and(is));
        if let Some(named) = named {
            return program.model.get(named).range;
        }
    }
    declared.range(program)
}

/// The definition that an error names, and a parameter of it.
pub fn definition(raised: &Raised<'_>) -> Option<(std::sync::Arc<Program>, NodeId)> {
    let (place, _) = raised.error.related.first()?;
    let program = raised.other(place.file.as_deref().unwrap_or(""))?;
    if raised.text.starts_with(TEMPLATE) {
        let root = program.model.root?;
        return Some((program, root));
    }
    let name = raised.text.split('[').next()?;
    let named = |node: &NodeId| match program.data(*node) {
        Data::Definition { rest, .. } => name == "Class" || rest.name.trim_start_matches("::").eq_ignore_ascii_case(name),
        _ => false,
    };
    let node = spot::on_line(&program, place.line?).find(named)?;
    Some((program, node))
}

/// The parameters of a definition or template.
pub fn of(program: &Program, definition: NodeId) -> &[NodeId] {
    match program.data(definition) {
        Data::Definition { parameters, .. } | Data::Lambda { parameters, .. } => parameters,
        _ => &[],
    }
}

/// What a template is handed for a parameter: the name of it, and the value.
pub fn handed(raised: &Raised<'_>, reference: &str, name: &str) -> Option<(TextRange, TextRange)> {
    let program = raised.program.as_deref().filter(|_| reference == TEMPLATE)?;
    let call = spot::at(program, &raised.place, raised.label.as_deref())?;
    program.model.inside(call).into_iter().find_map(|it| match program.data(it) {
        Data::Entry { key, value } if spot::literal(program, *key) == Some(name) => {
            Some((program.model.get(*key).range, spot::first_line(program, program.model.get(*value).range)))
        }
        _ => None,
    })
}

pub fn parameter(program: &Program, definition: NodeId, name: &str) -> Option<NodeId> {
    of(program, definition).iter().copied().find(|it| matches!(program.data(*it), Data::Parameter { name: it, .. } if **it == *name))
}
