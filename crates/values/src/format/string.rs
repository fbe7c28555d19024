//! `String(value, formats)`.

use std::sync::Arc;

use super::spec::{self, Format, Formats};
use crate::error::FormatError;
use crate::{Hash, Size, Type, Value, infer, print};

/// Longer texts are refused.
const MOST: usize = 64 << 20;

/// How deep a value is while it is written.
#[derive(Clone, Copy)]
pub(super) struct Indentation {
    pub level: usize,
    /// Nothing was written on this level.
    pub first: bool,
    pub indenting: bool,
}

impl Indentation {
    pub(super) fn breaks(self) -> bool {
        self.indenting && self.level > 0 && !self.first
    }

    pub(super) fn padding(self) -> String {
        "  ".repeat(self.level)
    }

    pub(super) fn indenting(self, indenting: bool) -> Indentation {
        Indentation { indenting, ..self }
    }

    pub(super) fn increase(self, indenting: bool) -> Indentation {
        Indentation { level: self.level + 1, first: true, indenting }
    }
}

pub(super) struct Converter {
    /// How many bytes may still be written.
    left: usize,
}

/// `String(value, format)`: a format is a text, a hash of types with formats, or `default`.
pub fn string(value: &Value, format: Option<&Value>) -> Result<String, FormatError> {
    let mut converter = Converter { left: MOST };
    let formats = match format {
        None | Some(Value::Default) => {
            return converter.convert(value, spec::defaults(), Indentation { level: 0, first: true, indenting: false });
        }
        Some(Value::String(source)) => {
            let ty = infer(value);
            let any_array = Type::Array(Arc::new(Type::Any), Size::ANY);
            let any_hash = Type::hash_of(Type::Any, Type::Any);
            let ty = match () {
                () if any_array.accepts(&ty) => any_array,
                () if any_hash.accepts(&ty) => any_hash,
                () => ty,
            };
            vec![(ty, Arc::new(Format::new(source)?))]
        }
        Some(Value::Hash(entries)) => spec::read(entries, 0)?,
        Some(other) => {
            let class = spec::ruby_class(other);
            return Err(FormatError::FormatsClass(class));
        }
    };
    let formats = spec::merge(spec::defaults(), &formats);
    converter.convert(value, &formats, Indentation { level: 0, first: true, indenting: false })
}

impl Converter {
    pub(super) fn convert(&mut self, value: &Value, formats: &Formats, indentation: Indentation) -> Result<String, FormatError> {
        if indentation.level > print::MAX_DEPTH {
            return Ok("...".to_owned());
        }
        match value {
            Value::Array(values) => self.array(value, values, formats, indentation),
            Value::Iterator(it) => {
                let values = Value::array(it.elements.clone());
                self.convert(&values, formats, indentation)
            }
            Value::Hash(entries) => self.hash(value, entries, formats, indentation),
            other => {
                let text = self.scalar(other, &format_of(other, formats)?, indentation)?;
                self.spend(text.len())?;
                Ok(text)
            }
        }
    }

    /// Each byte counts once, where it is first written.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), FormatError> {
        self.left = self.left.checked_sub(bytes).ok_or(FormatError::TooLong)?;
        Ok(())
    }
}

/// The first format whose type accepts the value.
pub(super) fn format_of(value: &Value, formats: &Formats) -> Result<Arc<Format>, FormatError> {
    let ty = infer(value);
    match formats.iter().find(|(it, _)| it.accepts(&ty)) {
        Some((_, format)) => Ok(format.clone()),
        None => Format::new("%s").map(Arc::new),
    }
}

/// The pairs of a hash as lists.
pub(super) fn pairs(entries: &Hash) -> Value {
    Value::array(entries.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect())
}

#[cfg(test)]
mod tests {
    use super::string;
    use crate::{FormatError, Value};

    #[test]
    fn long_texts_are_written_and_endless_ones_refused() {
        let mut value = Value::array(vec![Value::from("x".repeat(1 << 20)); 10]);
        for _ in 0..10 {
            value = Value::array(vec![value]);
        }
        assert_eq!(string(&value, None).map(|it| it.len()), Ok((10 << 20) + 10 * 2 + 9 * 2 + 2 + 10 * 2));
        let wide = Value::array(vec![Value::Integer(1); 100]);
        let hash = |key: Value, value: Value| Value::hash([(key, value)].into_iter().collect());
        let integers = hash(Value::Type(crate::Type::Integer(None, None)), Value::from("%1000000d"));
        let inside = [(Value::from("format"), Value::from("%a")), (Value::from("string_formats"), integers)];
        let array = Value::Type(crate::Type::array_of(crate::Type::Any));
        let formats = hash(array, Value::hash(inside.into_iter().collect()));
        assert_eq!(string(&wide, Some(&formats)), Err(FormatError::TooLong));
    }
}
