//! Literals, and their values in Puppet.

use std::sync::Arc;

use syntax::model::{Data, Integer, NodeId};
use values::regex::{Regex, unfinished};
use values::{Hash, Value, ops};

use super::Text;

/// Lists within lists, this deeply at most.
const DEEPEST: usize = 16;

/// The value of an expression that needs no evaluation. Types are none: what their names stand for is said elsewhere.
pub(crate) fn value(text: &Text<'_>, node: NodeId) -> Option<Value> {
    value_at(text, node, 0)
}

fn value_at(text: &Text<'_>, node: NodeId, depth: usize) -> Option<Value> {
    if depth > DEEPEST {
        return None;
    }
    let of = |node: &NodeId| value_at(text, *node, depth + 1);
    Some(match text.model.data(node) {
        Data::String(it) | Data::Name(it) => Value::String(it.clone()),
        Data::Heredoc { text, .. } => of(text)?,
        Data::Boolean(it) => Value::Boolean(*it),
        Data::Undef => Value::Undef,
        Data::Integer { value: Integer::Small(it), .. } => Value::Integer(*it),
        Data::Float(it) => Value::Float(*it),
        Data::Minus { expr } => match of(expr)? {
            Value::Integer(it) => Value::Integer(it.checked_neg()?),
            Value::Float(it) => Value::Float(-it),
            _ => return None,
        },
        Data::Regex(source) => Value::Regex(Arc::new(Regex::new(source).ok()?)),
        Data::Paren { expr } => of(expr)?,
        Data::List { values } => Value::array(values.iter().map(of).collect::<Option<Vec<Value>>>()?),
        Data::Hash { entries } => {
            let mut hash = Hash::default();
            for entry in entries {
                let Data::Entry { key, value } = text.model.data(*entry) else { return None };
                hash.insert(of(key)?, of(value)?);
            }
            Value::hash(hash)
        }
        _ => return None,
    })
}

/// Result of comparing two literals; nothing where Puppet refuses it.
pub(crate) fn compared(text: &Text<'_>, node: NodeId) -> Option<bool> {
    let both = |left: &NodeId, right: &NodeId| Some((value(text, *left)?, value(text, *right)?));
    let result = match text.model.data(node) {
        Data::Comparison { op, left, right } => {
            let (left, right) = both(left, right)?;
            ops::compare(*op, &left, &right).ok()?
        }
        Data::Match { op, left, right } => {
            let (left, right) = both(left, right)?;
            op.result(ops::matches(&left, &right).ok()?.0)
        }
        Data::In { left, right } => {
            let (left, right) = both(left, right)?;
            ops::includes(&left, &right).ok()?
        }
        _ => return None,
    };
    finished(result)
}

/// Whether an option of a `case` or selector takes a value; nothing where that is not certain.
pub(crate) fn takes(text: &Text<'_>, option: NodeId, subject: &Value) -> Option<bool> {
    let option = value(text, option)?;
    finished(ops::select_matches(&option, subject).0)
}

/// A pattern that was tried for too long has no result.
fn finished(result: bool) -> Option<bool> {
    unfinished::take().is_none().then_some(result)
}
