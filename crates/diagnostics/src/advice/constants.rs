//! What variables of a definition always are, whatever it is given: those that are set once to a literal, and parameters of which the
//! type says all values.

use syntax::model::{Data, NodeId};
use syntax::{TextRange, TextSize};

use super::Text;

/// All that is known of a variable.
pub(super) struct Constant {
    name: String,
    /// From where it is known, to the end of its definition.
    reach: TextRange,
    /// Definitions inside of its own have variables of their own.
    definition: NodeId,
    /// What [`Text::literal`] says of its values.
    pub values: Vec<String>,
    /// The values as they are written.
    pub shown: Vec<TextRange>,
}

/// The constants of a text.
pub(super) struct Constants {
    all: Vec<Constant>,
    definitions: Vec<NodeId>,
}

impl Constants {
    pub(super) fn of(text: &Text<'_>) -> Constants {
        let mut all = Vec::new();
        let is_definition = |it: &NodeId| matches!(text.model.data(*it), Data::Definition { .. });
        let definitions: Vec<NodeId> = text.model.ids().filter(is_definition).collect();
        for node in definitions.iter().copied() {
            let Data::Definition { parameters, rest, .. } = text.model.data(node) else { continue };
            let end = text.range(node).end();
            let mut note = |name: &str, from: TextSize, literals: Vec<NodeId>| {
                let values: Option<Vec<String>> = literals.iter().map(|it| text.literal(*it)).collect();
                if let Some(values) = values.filter(|it| !it.is_empty() && from <= end) {
                    let shown = literals.iter().map(|it| text.range(*it)).collect();
                    all.push(Constant { name: name.to_owned(), reach: TextRange::new(from, end), definition: node, values, shown });
                }
            };
            for parameter in parameters {
                let Data::Parameter { name, type_expr: Some(ty), captures_rest: false, .. } = text.model.data(*parameter) else { continue };
                note(name, text.range(*parameter).end(), enumerated(text, *ty));
            }
            let Some(body) = rest.body else { continue };
            let statements = match text.model.data(body) {
                Data::Block { statements } => statements.clone(),
                _ => vec![body],
            };
            for statement in statements {
                let Data::Assignment { op: "=", left, right } = text.model.data(statement) else { continue };
                if let Some(name) = variable(text, *left) {
                    note(name, text.range(statement).end(), vec![*right]);
                }
            }
        }
        if !all.is_empty() {
            let set = set(text);
            // Nothing else in the definition is called the same: no other assignment, and no parameter of a lambda.
            let is_same =
                |it: &Constant, other: &(&str, TextRange)| other.0 == it.name && text.range(it.definition).contains_range(other.1);
            all.retain(|it| set.iter().filter(|other| is_same(it, other)).count() == 1);
        }
        Constants { all, definitions }
    }

    /// What is known of a variable where it stands.
    pub(super) fn of_variable(&self, text: &Text<'_>, node: NodeId) -> Option<&Constant> {
        if self.all.is_empty() {
            return None;
        }
        let name = variable(text, node)?;
        let place = text.range(node);
        let known = self.all.iter().find(|it| it.name == name && it.reach.contains_range(place))?;
        let around = self.definitions.iter().filter(|it| text.range(**it).contains_range(place));
        let innermost = around.min_by_key(|it| text.range(**it).len());
        (innermost == Some(&known.definition)).then_some(known)
    }
}

/// The name of a plain variable.
fn variable<'t>(text: &'t Text<'_>, node: NodeId) -> Option<&'t str> {
    let Data::Variable { expr } = text.model.data(node) else { return None };
    match text.model.data(*expr) {
        Data::Name(name) if !name.contains(':') => Some(name),
        _ => None,
    }
}

/// The members of `Enum['a', 'b']`.
fn enumerated(text: &Text<'_>, ty: NodeId) -> Vec<NodeId> {
    let Data::Access { left, keys } = text.model.data(ty) else { return Vec::new() };
    let is_enum = matches!(text.model.data(*left), Data::Reference(name) if name.eq_ignore_ascii_case("enum"));
    let is_text = |it: &NodeId| matches!(text.model.data(*it), Data::String(_) | Data::Name(_));
    if is_enum && keys.iter().all(is_text) { keys.clone() } else { Vec::new() }
}

/// What gets a value in a text, and where.
fn set<'t>(text: &'t Text<'_>) -> Vec<(&'t str, TextRange)> {
    let mut set = Vec::new();
    for node in text.model.ids() {
        match text.model.data(node) {
            Data::Parameter { name, .. } => set.push((&**name, text.range(node))),
            Data::Assignment { left, .. } => {
                let values = match text.model.data(*left) {
                    Data::List { values } => values.as_slice(),
                    _ => std::slice::from_ref(left),
                };
                set.extend(values.iter().filter_map(|it| Some((variable(text, *it)?, text.range(*it)))));
            }
            _ => {}
        }
    }
    set
}
