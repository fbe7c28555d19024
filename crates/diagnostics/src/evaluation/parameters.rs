//! What is said of the parameters of a class or defined type: a line for each that is wrong.

use compiler::Program;
use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::raised::Raised;
use super::spot::{self, Declared};

/// `Class[A]:` and what is said of it.
pub fn lines(text: &str) -> Option<(&str, Vec<&str>)> {
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
    let name = raised.text.split('[').next()?;
    let named = |node: &NodeId| match program.data(*node) {
        Data::Definition { rest, .. } => name == "Class" || rest.name.trim_start_matches("::").eq_ignore_ascii_case(name),
        _ => false,
    };
    let node = spot::on_line(&program, place.line?).find(named)?;
    Some((program, node))
}

pub fn parameter(program: &Program, definition: NodeId, name: &str) -> Option<NodeId> {
    let Data::Definition { parameters, .. } = program.data(definition) else { return None };
    parameters.iter().copied().find(|it| matches!(program.data(*it), Data::Parameter { name: it, .. } if **it == *name))
}
