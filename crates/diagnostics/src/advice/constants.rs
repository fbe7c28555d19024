//! Constant variables of a definition, whatever its parameters are: those that are set once to a literal, and parameters whose type has few
//! values.

use syntax::model::{Data, NodeId};
use syntax::operator::Assignment;
use syntax::{TextRange, TextSize};

use super::Text;

/// All that is known of a variable.
pub(crate) struct Constant {
    name: String,
    /// From where it is known, to the end of its definition.
    reach: TextRange,
    /// Definitions inside of its own have variables of their own.
    definition: NodeId,
    /// Its values, as of [`Text::literal`].
    pub values: Vec<String>,
    /// The values as they are written.
    pub shown: Vec<String>,
}

/// The constants of a text.
pub(crate) struct Constants {
    all: Vec<Constant>,
    definitions: Vec<NodeId>,
}

impl Constants {
    pub(crate) fn new(text: &Text<'_>) -> Constants {
        let mut all = Vec::new();
        let is_definition = |it: &NodeId| matches!(text.model.data(*it), Data::Definition { .. });
        let definitions: Vec<NodeId> = text.model.ids().filter(is_definition).collect();
        for node in definitions.iter().copied() {
            let Data::Definition { parameters, rest, .. } = text.model.data(node) else { continue };
            let end = text.range(node).end();
            let mut note = |name: &str, from: TextSize, known: Vec<Known>| {
                if !known.is_empty() && from <= end {
                    let (values, shown) = known.into_iter().unzip();
                    all.push(Constant { name: name.to_owned(), reach: TextRange::new(from, end), definition: node, values, shown });
                }
            };
            for parameter in parameters {
                let Data::Parameter { name, type_expr: Some(ty), captures_rest: false, value } = text.model.data(*parameter) else {
                    continue;
                };
                let mut values = enumerated(text, *ty);
                // Who gives `undef` gets the default.
                if value.is_some_and(|it| !matches!(text.model.data(it), Data::Undef)) {
                    values.retain(|it| it.0 != "undef");
                }
                note(name, text.range(*parameter).end(), values);
            }
            let Some(body) = rest.body else { continue };
            let statements = match text.model.data(body) {
                Data::Block { statements } => statements.clone(),
                _ => vec![body],
            };
            for statement in statements {
                let Data::Assignment { op: Assignment::Set, left, right } = text.model.data(statement) else { continue };
                if let Some(name) = variable(text, *left) {
                    note(name, text.range(statement).end(), literals(text, &[*right]));
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

    /// Constant of a variable at a place.
    pub(crate) fn of_variable(&self, text: &Text<'_>, node: NodeId) -> Option<&Constant> {
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

/// A value, as of [`Text::literal`], and its text.
type Known = (String, String);

/// Some literals; none where one of them is none.
fn literals(text: &Text<'_>, nodes: &[NodeId]) -> Vec<Known> {
    let known = nodes.iter().map(|it| Some((text.literal(*it)?, text.slice(text.range(*it)).to_owned())));
    known.collect::<Option<Vec<Known>>>().unwrap_or_default()
}

/// The values of `Enum['a', 'b']` and of `Boolean`, and of these where they are optional.
fn enumerated(text: &Text<'_>, ty: NodeId) -> Vec<Known> {
    let is_named = |node: NodeId, name: &str| matches!(text.model.data(node), Data::Reference(it) if it.eq_ignore_ascii_case(name));
    let plain = |word: &str| (format!("boolean {word}"), word.to_owned());
    match text.model.data(ty) {
        Data::Reference(_) if is_named(ty, "boolean") => vec![plain("true"), plain("false")],
        Data::Access { left, keys } if is_named(*left, "enum") => {
            let is_text = |it: &NodeId| matches!(text.model.data(*it), Data::String(_) | Data::Name(_));
            if keys.iter().all(is_text) { literals(text, keys) } else { Vec::new() }
        }
        Data::Access { left, keys } if is_named(*left, "optional") => match keys.as_slice() {
            [one] if !matches!(text.model.data(*one), Data::Access { left, .. } if is_named(*left, "optional")) => {
                let mut all = enumerated(text, *one);
                if !all.is_empty() {
                    all.push(("undef".to_owned(), "undef".to_owned()));
                }
                all
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Assignments of a text, and their ranges.
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
