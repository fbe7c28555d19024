//! Puppet's answers to questions about types.

use std::fmt::Write;

use syntax::model::{Data, Integer, Model, NodeId};
use values::{Hash, Type, Value, ty};

/// As much of an evaluator as the questions need.
struct Asker {
    model: Model,
}

type Answer = Result<Value, (String, String)>;

impl Asker {
    fn value(&self, node: NodeId) -> Answer {
        Ok(match self.model.data(node) {
            Data::Block { statements } => return self.value(statements[0]),
            Data::Paren { expr } => return self.value(*expr),
            Data::Reference(name) => Value::Type(self.name(name)?),
            Data::Name(text) | Data::String(text) => Value::String(text.clone()),
            Data::Integer { value: Integer::Small(it), .. } => Value::Integer(*it),
            Data::Float(it) => Value::Float(*it),
            Data::Boolean(it) => Value::Boolean(*it),
            Data::Undef => Value::Undef,
            Data::Default => Value::Default,
            Data::Regex(text) => Value::Regex(values::regex::Regex::new(text).unwrap().into()),
            Data::List { values } => Value::array(values.iter().map(|it| self.value(*it)).collect::<Result<_, _>>()?),
            Data::Hash { entries } => {
                let mut hash = Hash::default();
                for entry in entries {
                    let Data::Entry { key, value } = self.model.data(*entry) else { panic!("an entry") };
                    hash.insert(self.value(*key)?, self.value(*value)?);
                }
                Value::hash(hash)
            }
            Data::Minus { expr } => match self.value(*expr)? {
                Value::Integer(it) => Value::Integer(-it),
                other => panic!("{other:?}"),
            },
            Data::Access { left, keys } => {
                let Value::Type(base) = self.value(*left)? else { panic!("a type") };
                let keys = keys.iter().map(|it| self.value(*it)).collect::<Result<Vec<_>, _>>()?;
                ty::parameterize(&base, &keys).map_err(|error| {
                    let before = if error.is_exception { "Error while evaluating a '[]' expression, " } else { "" };
                    (format!("{before}{error}"), code_of(&error).to_owned())
                })?
            }
            Data::Match { left, right, .. } => {
                let Value::Type(ty) = self.value(*right)? else { panic!("a type") };
                Value::Boolean(ty.is_instance(&self.value(*left)?))
            }
            Data::Comparison { left, right, .. } => match (self.value(*left)?, self.value(*right)?) {
                (Value::Type(left), Value::Type(right)) => Value::Boolean(right.accepts(&left)),
                _ => panic!("types"),
            },
            Data::Call { arguments, .. } => {
                let value = self.value(arguments[0])?;
                let how = arguments.get(1).map(|it| self.value(*it)).transpose()?;
                Value::Type(match how.as_ref().and_then(Value::as_str) {
                    None => values::infer(&value),
                    Some("reduced") => values::infer_reduced(&value),
                    Some(_) => values::infer_reduced(&value).generalize(),
                })
            }
            other => panic!("{other:?}"),
        })
    }

    fn name(&self, name: &str) -> Result<Type, (String, String)> {
        match name {
            "File" => Ok(Type::Resource(Some(name.into()), None)),
            name => ty::named(name).ok_or_else(|| (format!("Resource type not found: {name}"), "UNKNOWN_RESOURCE_TYPE".to_owned())),
        }
    }
}

#[test]
fn types_answer_as_puppet_does() {
    let mut differences = String::new();
    let mut count = 0;
    for line in include_str!("types.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| case[key].as_str().unwrap_or_default();
        let parsed = syntax::parse(text("code"), syntax::ParseOptions::default());
        let model = parsed.model();
        let root = model.root.unwrap();
        let (got, wanted) = match (Asker { model }).value(root) {
            Ok(value) => (values::print::puppet(&value), text("value").to_owned()),
            Err((message, issue)) => (format!("{issue}: {message}"), format!("{}: {}", text("issue"), text("error"))),
        };
        count += 1;
        if got != wanted {
            let _ = writeln!(differences, "{}\n  Puppet: {wanted}\n  ours:   {got}", text("code"));
        }
    }
    assert!(differences.is_empty(), "of {count}:\n{differences}");
}

fn code_of(error: &values::ops::OpError) -> &'static str {
    if error.is_exception { "RUNTIME_ERROR" } else { error.issue.puppet_code().unwrap_or_default() }
}
