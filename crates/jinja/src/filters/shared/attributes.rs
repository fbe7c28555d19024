//! The path to a part of an item, which filters take as the parameter `attribute`.

use crate::error::Outcome;
use crate::eval::Renderer;
use crate::value::Value;

/// The path to a part of an item: `a.b.0`.
pub(crate) struct Attributes(Vec<Value>);

impl Attributes {
    fn path(text: &str) -> Attributes {
        let part = |it: &str| match it.parse::<i64>() {
            Ok(number) if it.bytes().all(|it| it.is_ascii_digit()) => Value::Int(number),
            _ => Value::str(it),
        };
        Attributes(text.split('.').map(part).collect())
    }

    pub(crate) fn one(value: Option<&Value>) -> Outcome<Attributes> {
        Ok(match value {
            None | Some(Value::None) => Attributes(vec![]),
            Some(Value::Str(text)) => Attributes::path(text),
            Some(other) => Attributes(vec![other.known()?.clone()]),
        })
    }

    pub(crate) fn several(value: Option<&Value>) -> Outcome<Vec<Attributes>> {
        match value {
            Some(Value::Str(text)) => Ok(text.split(',').map(Attributes::path).collect()),
            other => Ok(vec![Attributes::one(other)?]),
        }
    }

    pub(crate) fn get(&self, r: &mut Renderer<'_>, item: &Value, default: Option<&Value>) -> Outcome {
        let mut item = item.clone();
        for part in &self.0 {
            item = r.get_item(&item, part)?;
            if let Some(default) = default
                && item.is_undefined()
            {
                item = default.clone();
            }
        }
        Ok(item)
    }
}
