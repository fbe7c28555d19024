//! Types written as text.

use std::sync::Arc;

use issue::Issue;
use syntax::model::{Data, Integer, Model, NodeId};

use super::{Type, named, parameterize};
use crate::{Hash, Value};

/// The type that the text says. Names that are not built in are given to `resolve`, and are references to nothing where it
/// does not know them.
pub fn parse(text: &str, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Type, Issue> {
    let parsed = syntax::parse(text, syntax::ParseOptions::default());
    if let Some(problem) = parsed.problems().iter().find(|it| it.severity == syntax::Severity::Error) {
        return Err(problem.message.clone().into());
    }
    let model = parsed.model();
    let Some(root) = model.root else { return Err(invalid(text)) };
    interpret(text, &model, root, resolve)
}

/// The value that the text says: a hash of a type's parts, for example.
pub(super) fn literal(text: &str, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Value, Issue> {
    let parsed = syntax::parse(text, syntax::ParseOptions::default());
    let model = parsed.model();
    let Some(root) = model.root else { return Err(invalid(text)) };
    interpret_any(text, &model, root, resolve)
}

/// As [`interpret`], for what need not be a type.
pub fn interpret_any(text: &str, model: &Model, node: NodeId, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Value, Issue> {
    (Interpreter { text, model, resolve }).value(node, 0)
}

/// The type that an expression says, as the body of a type alias is read: nothing in it is evaluated. The text is that of
/// the whole model.
pub fn interpret(text: &str, model: &Model, node: NodeId, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Type, Issue> {
    match (Interpreter { text, model, resolve }).value(node, 0)? {
        Value::Type(ty) => Ok(ty),
        _ => Err(invalid(source(text, model, node))),
    }
}

fn invalid(text: &str) -> Issue {
    Issue::failed(format!("The expression <{text}> is not a valid type specification."))
}

fn source<'a>(text: &'a str, model: &Model, node: NodeId) -> &'a str {
    let range = model.get(node).range;
    text.get(range.start().into()..range.end().into()).unwrap_or_default()
}

struct Interpreter<'a> {
    text: &'a str,
    model: &'a Model,
    resolve: &'a mut dyn FnMut(&str) -> Option<Type>,
}

impl Interpreter<'_> {
    fn value(&mut self, node: NodeId, depth: usize) -> Result<Value, Issue> {
        let invalid = || invalid(source(self.text, self.model, node));
        if depth > super::DEPTH {
            return Err(invalid());
        }
        let value = match self.model.data(node) {
            Data::Block { statements } if statements.len() == 1 => {
                return statements.first().map_or_else(|| Err(invalid()), |it| self.value(*it, depth + 1));
            }
            Data::Reference(name) => Value::Type(self.name(name)),
            Data::Name(text) | Data::String(text) => Value::String(text.clone()),
            Data::Integer { value: Integer::Small(it), .. } => Value::Integer(*it),
            Data::Float(it) => Value::Float(*it),
            Data::Boolean(it) => Value::Boolean(*it),
            Data::Undef => Value::Undef,
            Data::Default => Value::Default,
            Data::Regex(text) => Value::Regex(Arc::new(crate::regex::Regex::new(text)?)),
            Data::Heredoc { text, .. } => return self.value(*text, depth + 1),
            Data::List { values } => {
                let values: Result<Vec<Value>, Issue> = values.iter().map(|it| self.value(*it, depth + 1)).collect();
                Value::array(values?)
            }
            Data::Hash { entries } => {
                let mut hash = Hash::default();
                for entry in entries {
                    let Data::Entry { key, value } = self.model.data(*entry) else { continue };
                    let key = self.value(*key, depth + 1)?;
                    hash.insert(key, self.value(*value, depth + 1)?);
                }
                Value::hash(hash)
            }
            Data::Minus { expr } => match self.value(*expr, depth + 1)? {
                Value::Integer(it) => Value::Integer(it.checked_neg().ok_or_else(invalid)?),
                Value::Float(it) => Value::Float(-it),
                _ => return Err(invalid()),
            },
            Data::Access { left, keys } => {
                let Data::Reference(name) = self.model.data(*left) else { return Err(invalid()) };
                let base = self.name(name);
                let keys: Result<Vec<Value>, Issue> = keys.iter().map(|it| self.value(*it, depth + 1)).collect();
                match base {
                    // Only when it is used does it matter that there is no such type.
                    Type::Reference(Some(_)) => Value::Type(Type::Reference(Some(source(self.text, self.model, node).into()))),
                    Type::Alias(_)
                    | Type::Any
                    | Type::Data
                    | Type::CatalogEntry
                    | Type::Scalar
                    | Type::Undef
                    | Type::Numeric
                    | Type::Default
                    | Type::SemVerRange => {
                        return Err(format!("Not a parameterized type <{}>", source(self.text, self.model, *left)).into());
                    }
                    base => parameterize(&base, &keys?).map_err(|it| it.issue)?,
                }
            }
            _ => return Err(invalid()),
        };
        Ok(value)
    }

    fn name(&mut self, name: &str) -> Type {
        let bare = name.strip_prefix("::").unwrap_or(name);
        named(bare).or_else(|| (self.resolve)(bare)).unwrap_or_else(|| Type::Reference(Some(name.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// Every signature of the built-in functions is read, and printed as it was written.
    #[test]
    fn reads_what_it_prints() {
        for text in [
            "Callable[Hash, Callable[2, 2]]",
            "Callable[[Any, 0], Undef]",
            "Callable[Type, Any, Optional[Callable[Type, Type]]]",
            "Struct[{'a' => Integer[1, 2], Optional['b'] => String[1]}]",
            "Variant[Enum['a', 'b'], Pattern[/\\Ax\\z/]]",
            "Array[Integer, 0]",
            "Array[Integer, 1, 5]",
            "Hash[String[1], Array[Data], 1]",
            "Tuple[Integer, String, 1, 4]",
            "Callable[0, 0, Optional[Callable[Integer]]]",
            "Callable[[0, 0], Integer]",
            "Class[a::b]",
            "TypeReference['Nosuch']",
        ] {
            let source = text.strip_prefix("TypeReference['").map_or(text, |it| it.trim_end_matches("']"));
            let ty = parse(source, &mut |_| None).map(|it| it.to_string());
            assert_eq!(ty.as_deref(), Ok(text), "{source}");
        }
    }
}
