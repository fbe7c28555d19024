//! Wrong parameters of a class or defined type: one line for each.

use compiler::Program;
use issue::{Issue, Mismatch, Wrong};
use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::raised::Raised;
use super::spot::{self, Declared};

/// Owner of a template's parameters in messages.
pub const TEMPLATE: &str = "lambda";

/// The parameters that an issue is about, of which this is wrong, and what they are parameters of.
pub fn all(issue: &Issue, wrong: Wrong) -> impl Iterator<Item = (&str, &Mismatch)> {
    let of = match issue {
        Issue::WrongParameters { subject, mismatches } if is_declared(subject) => Some((subject, mismatches)),
        _ => None,
    };
    of.into_iter().flat_map(move |(subject, all)| all.iter().filter(move |it| it.wrong == wrong).map(move |it| (&**subject, it)))
}

/// The part of an issue that is about one parameter.
pub fn single_mismatch(subject: &str, mismatch: &Mismatch) -> Issue {
    Issue::WrongParameters { subject: subject.into(), mismatches: vec![mismatch.clone()] }
}

/// Whether it is a class, a resource or a template: functions have arguments.
fn is_declared(subject: &str) -> bool {
    subject == TEMPLATE || (subject.ends_with(']') && subject.starts_with(|it: char| it.is_ascii_uppercase()))
}

/// Declaration of the class or resource in question.
pub fn declaration(raised: &Raised<'_>, reference: &str) -> Option<Declared> {
    let program = raised.program.as_deref()?;
    spot::declared(program, &raised.place, reference)
}

/// Range to underline of a declaration: in `include a, b` the name of the class.
pub fn range(program: &Program, declared: &Declared, reference: &str) -> TextRange {
    if declared.body.is_none() {
        let title = catalog::split_reference(reference).map_or("", |it| it.1);
        let is = |text: &str| text.trim_start_matches("::").eq_ignore_ascii_case(title);
        let named = program.model.subtree(declared.statement).into_iter().find(|it| spot::literal(program, *it).is_some_and(is));
        if let Some(named) = named {
            return program.model.get(named).range;
        }
    }
    declared.range(program)
}

/// The definition that an error names, and a parameter of it.
pub fn definition(raised: &Raised<'_>) -> Option<(std::sync::Arc<Program>, NodeId)> {
    let Issue::WrongParameters { subject, .. } = raised.issue else { return None };
    let place = &raised.error.related.first()?.place;
    let program = raised.other(place.file.as_deref().unwrap_or(""))?;
    if **subject == *TEMPLATE {
        let root = program.model.root?;
        return Some((program, root));
    }
    let name = subject.split('[').next()?;
    let named = |node: &NodeId| match program.data(*node) {
        Data::Definition { rest, .. } => name == "Class" || rest.name.trim_start_matches("::").eq_ignore_ascii_case(name),
        _ => false,
    };
    let node = program.node_at(place).filter(named)?;
    Some((program, node))
}

/// The parameters of a definition or template.
pub fn parameters(program: &Program, definition: NodeId) -> &[NodeId] {
    match program.data(definition) {
        Data::Definition { parameters, .. } | Data::Lambda { parameters, .. } => parameters,
        _ => &[],
    }
}

/// Name and value that a template receives for a parameter.
pub fn handed(raised: &Raised<'_>, reference: &str, name: &str) -> Option<(TextRange, TextRange)> {
    let program = raised.program.as_deref().filter(|_| reference == TEMPLATE)?;
    let call = raised.node()?;
    program.model.subtree(call).into_iter().find_map(|it| match program.data(it) {
        Data::Entry { key, value } if spot::literal(program, *key) == Some(name) => {
            Some((program.model.get(*key).range, spot::first_line(program, program.model.get(*value).range)))
        }
        _ => None,
    })
}

pub fn parameter(program: &Program, definition: NodeId, name: &str) -> Option<NodeId> {
    parameters(program, definition)
        .iter()
        .copied()
        .find(|it| matches!(program.data(*it), Data::Parameter { name: it, .. } if **it == *name))
}
