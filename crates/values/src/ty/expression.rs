//! Type expressions as data, and what they mean.
//!
//! Two parsers make them: [`super::parse`], which reads nothing else, and that of manifests, whose nodes the compiler translates.

use std::ops::Range;
use std::sync::Arc;

use issue::Issue;

use super::{Type, named, parameterize};
use crate::{Hash, Str, Value};

/// A literal or a type as it is written: nothing in it is evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// Where it lies in its text, in bytes; errors show that part.
    pub range: Range<usize>,
    pub kind: ExpressionKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    Undef,
    Default,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    /// Between quotes or not.
    Text(Str),
    /// Without its slashes.
    Regex(Str),
    List(Vec<Expression>),
    Hash(Vec<(Expression, Expression)>),
    Minus(Box<Expression>),
    Type(Str),
    /// `Type[keys]`
    Access(Str, Vec<Expression>),
    /// Any other token, which no type has.
    Other,
}

/// The value that an expression stands for, which need not be a type. Names that are not built in are given to `resolve`, and are
/// references to nothing where it does not know them. The text is what the ranges speak of.
pub fn interpret_any(text: &str, expression: &Expression, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Value, Issue> {
    (Interpreter { text, resolve }).value(expression, 0)
}

/// The type that an expression stands for, as the body of a type alias is read.
pub fn interpret(text: &str, expression: &Expression, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Type, Issue> {
    match interpret_any(text, expression, resolve)? {
        Value::Type(ty) => Ok(ty),
        _ => Err(invalid(source(text, expression))),
    }
}

pub(super) fn invalid(text: &str) -> Issue {
    Issue::failed(format!("The expression <{text}> is not a valid type specification."))
}

fn source<'t>(text: &'t str, expression: &Expression) -> &'t str {
    text.get(expression.range.clone()).unwrap_or_default()
}

struct Interpreter<'a> {
    text: &'a str,
    resolve: &'a mut dyn FnMut(&str) -> Option<Type>,
}

impl Interpreter<'_> {
    fn value(&mut self, expression: &Expression, depth: usize) -> Result<Value, Issue> {
        let invalid = || invalid(source(self.text, expression));
        if depth > super::DEPTH {
            return Err(invalid());
        }
        let value = match &expression.kind {
            ExpressionKind::Undef => Value::Undef,
            ExpressionKind::Default => Value::Default,
            ExpressionKind::Boolean(it) => Value::Boolean(*it),
            ExpressionKind::Integer(it) => Value::Integer(*it),
            ExpressionKind::Float(it) => Value::Float(*it),
            ExpressionKind::Text(it) => Value::String(it.clone()),
            ExpressionKind::Regex(it) => Value::Regex(Arc::new(crate::regex::Regex::new(it)?)),
            ExpressionKind::List(items) => Value::array(self.values(items, depth + 1)?),
            ExpressionKind::Hash(entries) => {
                let mut hash = Hash::default();
                for (key, value) in entries {
                    let key = self.value(key, depth + 1)?;
                    hash.insert(key, self.value(value, depth + 1)?);
                }
                Value::hash(hash)
            }
            ExpressionKind::Minus(inner) => match self.value(inner, depth + 1)? {
                Value::Integer(it) => Value::Integer(it.checked_neg().ok_or_else(invalid)?),
                Value::Float(it) => Value::Float(-it),
                _ => return Err(invalid()),
            },
            ExpressionKind::Type(name) => Value::Type(self.name(name)),
            ExpressionKind::Access(name, keys) => {
                let base = self.name(name);
                let keys = self.values(keys, depth + 1);
                match base {
                    // Only when it is used does it matter that there is no such type.
                    Type::Reference(Some(_)) => Value::Type(Type::Reference(Some(source(self.text, expression).into()))),
                    Type::Alias(_)
                    | Type::Any
                    | Type::Data
                    | Type::CatalogEntry
                    | Type::Scalar
                    | Type::Undef
                    | Type::Numeric
                    | Type::Default
                    | Type::SemVerRange => return Err(format!("Not a parameterized type <{name}>").into()),
                    base => parameterize(&base, &keys?).map_err(|it| it.issue)?,
                }
            }
            ExpressionKind::Other => return Err(invalid()),
        };
        Ok(value)
    }

    fn values(&mut self, expressions: &[Expression], depth: usize) -> Result<Vec<Value>, Issue> {
        expressions.iter().map(|it| self.value(it, depth)).collect()
    }

    fn name(&mut self, name: &str) -> Type {
        let bare = name.strip_prefix("::").unwrap_or(name);
        named(bare).or_else(|| (self.resolve)(bare)).unwrap_or_else(|| Type::Reference(Some(name.into())))
    }
}
