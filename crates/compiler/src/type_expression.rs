//! Type expressions as the parser of manifests reads them.

use issue::Issue;
use syntax::model::{Data, Integer, Model, NodeId};
use values::ty::{self, Expression, ExpressionKind};
use values::{Type, Value};

/// Depth limit of type expressions.
const DEPTH: usize = 300;

/// The type that a text stands for; what is wrong with the text is said as Puppet's parser says it. Names that are not built in are
/// given to `resolve`, and are references to nothing where it does not know them.
pub fn parse_type(text: &str, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Type, Issue> {
    let parsed = syntax::parse(text, syntax::ParseOptions::default());
    if let Some(problem) = parsed.problems().iter().find(|it| it.severity == syntax::Severity::Error) {
        return Err(problem.message.clone().into());
    }
    let model = parsed.model();
    let expression = match model.root {
        Some(root) => expression(&model, root, 0),
        None => Expression { range: 0..text.len(), kind: ExpressionKind::Other },
    };
    ty::interpret(text, &expression, resolve)
}

/// The value that a node stands for, which need not be a type: nothing in it is evaluated. The text is that of the whole model.
pub fn interpret_any(text: &str, model: &Model, node: NodeId, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Value, Issue> {
    ty::interpret_any(text, &expression(model, node, 0), resolve)
}

fn expression(model: &Model, node: NodeId, depth: usize) -> Expression {
    let range = model.get(node).range.into();
    if depth > DEPTH {
        return Expression { range, kind: ExpressionKind::Other };
    }
    let inner = |it: &NodeId| expression(model, *it, depth + 1);
    let kind = match model.data(node) {
        Data::Block { statements } => match statements.as_slice() {
            [one] => return inner(one),
            _ => ExpressionKind::Other,
        },
        Data::Heredoc { text, .. } => return inner(text),
        Data::Reference(name) => ExpressionKind::Type(name.clone()),
        Data::Name(text) | Data::String(text) => ExpressionKind::Text(text.clone()),
        Data::Integer { value: Integer::Small(it), .. } => ExpressionKind::Integer(*it),
        Data::Float(it) => ExpressionKind::Float(*it),
        Data::Boolean(it) => ExpressionKind::Boolean(*it),
        Data::Undef => ExpressionKind::Undef,
        Data::Default => ExpressionKind::Default,
        Data::Regex(source) => ExpressionKind::Regex(source.as_str().into()),
        Data::List { values } => ExpressionKind::List(values.iter().map(inner).collect()),
        Data::Hash { entries } => {
            let entries = entries.iter().filter_map(|it| match model.data(*it) {
                Data::Entry { key, value } => Some((inner(key), inner(value))),
                _ => None,
            });
            ExpressionKind::Hash(entries.collect())
        }
        Data::Minus { expr } => ExpressionKind::Minus(Box::new(inner(expr))),
        Data::Access { left, keys } => match model.data(*left) {
            Data::Reference(name) => ExpressionKind::Access(name.clone(), keys.iter().map(inner).collect()),
            _ => ExpressionKind::Other,
        },
        _ => ExpressionKind::Other,
    };
    Expression { range, kind }
}
