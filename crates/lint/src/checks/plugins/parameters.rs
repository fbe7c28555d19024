//! The parameters of classes and defined types.

use crate::data::{Budget, Data, Definition};
use crate::token::{Id, Kind};

pub struct Parameter {
    pub variable: Id,
    /// The code of its type.
    pub of_type: Vec<Id>,
    /// The code after its `=`.
    pub default: Vec<Id>,
}

impl Parameter {
    /// The name of the type that begins its type, if it is one of Puppet's own.
    pub fn native_type<'t>(&self, data: &Data<'t>) -> Option<&'t str> {
        let first = data.get(*self.of_type.first()?)?;
        (first.kind == Kind::Type).then_some(first.value.as_ref())
    }

    /// Whether a function makes the default.
    pub fn is_called(&self, data: &Data<'_>) -> bool {
        self.default.iter().any(|id| matches!(data.token(*id).kind, Kind::Dot | Kind::LParen))
    }
}

/// The classes and defined types, each with its parameters in their order.
pub fn definitions<'d>(data: &'d Data<'_>) -> impl Iterator<Item = (&'d Definition, Vec<Parameter>)> {
    let budget = Budget::new(data);
    data.definitions().map(move |definition| (definition, parameters(data, definition, &budget)))
}

/// The parameters of all, each with what it belongs to.
pub fn all<'d>(data: &'d Data<'_>) -> impl Iterator<Item = (&'d Definition, Parameter)> {
    definitions(data).flat_map(|(definition, parameters)| parameters.into_iter().map(move |it| (definition, it)))
}

fn parameters(data: &Data<'_>, definition: &Definition, budget: &Budget) -> Vec<Parameter> {
    let mut found = Vec::new();
    let (mut depth, mut in_pipes, mut piece) = (0_i32, false, Vec::new());
    for id in budget.walk(definition.parameters.clone().into_iter().flatten()) {
        let kind = data.token(id).kind;
        match kind {
            Kind::LParen | Kind::LBrack | Kind::LBrace => depth += 1,
            Kind::RParen | Kind::RBrack | Kind::RBrace => depth -= 1,
            Kind::Pipe => in_pipes = !in_pipes,
            Kind::Comma if depth <= 0 && !in_pipes => {
                found.extend(parameter(data, &piece));
                piece.clear();
                continue;
            }
            _ => {}
        }
        if !kind.is_formatting() {
            piece.push(id);
        }
    }
    found.extend(parameter(data, &piece));
    found
}

fn parameter(data: &Data<'_>, piece: &[Id]) -> Option<Parameter> {
    let at = piece.iter().position(|id| data.token(*id).kind == Kind::Variable)?;
    let (of_type, rest) = piece.split_at(at);
    let (variable, rest) = rest.split_first()?;
    let default = match rest.split_first() {
        Some((equals, default)) if data.token(*equals).kind == Kind::Equals => default,
        _ => &[],
    };
    Some(Parameter { variable: *variable, of_type: of_type.to_vec(), default: default.to_vec() })
}
