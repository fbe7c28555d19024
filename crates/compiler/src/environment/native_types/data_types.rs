//! Data types that attributes of the Resource API have, written as in manifests.

use ruby::value::Value;
use ruby::{Heap, Outcome, Stop};
use rustc_hash::FxHashMap;
use values::ty::Tri;
use values::{Type, mismatch};

use crate::builtin::ruby_values::from_ruby;
use crate::type_expression::parse_type;

/// The data types of one evaluation, by their texts.
#[derive(Default)]
pub struct DataTypes {
    parsed: FxHashMap<String, Type>,
}

impl DataTypes {
    /// The data type of a text. What an agent cannot resolve is refused: aliases of modules are not there.
    fn parsed(&mut self, text: &str) -> Outcome<&Type> {
        if !self.parsed.contains_key(text) {
            let mut is_builtin = true;
            let parsed = parse_type(text, &mut |_| {
                is_builtin = false;
                None
            });
            let parsed = parsed.ok().filter(|_| is_builtin);
            let parsed = parsed.ok_or_else(|| Stop::not_covered(format!("the data type {text} of the Resource API")))?;
            self.parsed.insert(text.to_owned(), parsed);
        }
        self.parsed.get(text).ok_or_else(|| Stop::not_covered("a data type"))
    }

    /// Its kind, whether it is optional, and whether it is one of those that Puppet takes for `ensure`.
    pub fn describe(&mut self, heap: &Heap, text: &str) -> Outcome {
        let parsed = self.parsed(text)?;
        let (inner, is_optional) = match parsed {
            Type::Optional(Some(inner)) => (&**inner, true),
            Type::Optional(None) => (&Type::Any, true),
            other => (other, false),
        };
        let kind = match inner {
            Type::String(_) | Type::StringValue(_) => "String",
            Type::Boolean(_) => "Boolean",
            Type::Integer(..) => "Integer",
            Type::Float(..) => "Float",
            Type::Numeric => "Numeric",
            _ => "",
        };
        let is_of_ensure = is_of_ensure(inner);
        Ok(heap.array(vec![heap.text(kind), Value::Boolean(is_optional), Value::Boolean(is_of_ensure)]))
    }

    /// Puppet's message for a value that does not match, or nil.
    pub fn mismatch(&mut self, heap: &Heap, text: &str, value: &Value, subject: &str) -> Outcome {
        let expected = self.parsed(text)?;
        let value = from_ruby(value, 0)?;
        match expected.may_be_instance(&value) {
            Tri::Yes => Ok(Value::Nil),
            Tri::Maybe => Err(Stop::Unknown),
            Tri::No => Ok(heap.text(mismatch::describe(subject, expected, &value))),
        }
    }
}

/// `Enum[present, absent]`, or a `Variant` of it and `Undef`.
fn is_of_ensure(ty: &Type) -> bool {
    let is_enum = |it: &Type| matches!(it, Type::Enum(words, _) if matches!(&**words, [a, b] if &**a == "absent" && &**b == "present"));
    match ty {
        Type::Variant(all) => matches!(&**all, [a, b] if (*a == Type::Undef && is_enum(b)) || (*b == Type::Undef && is_enum(a))),
        other => is_enum(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(text: &str) -> Option<String> {
        let heap = Heap::default();
        let Ok(Value::Array(parts)) = DataTypes::default().describe(&heap, text) else { return None };
        let part = |it: &Value| match it {
            Value::String(it) => it.get().to_string(),
            Value::Boolean(it) => it.to_string(),
            _ => String::new(),
        };
        Some(parts.items().iter().map(part).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn data_types_have_kinds() {
        let found = |text: &str| described(text).unwrap_or_default();
        assert_eq!((found("String[1]"), found("Optional[Integer]")), ("String false false".into(), "Integer true false".into()));
        assert_eq!((found("Array[String]"), found("Optional[Boolean]")), (" false false".into(), "Boolean true false".into()));
        for text in ["Enum[present, absent]", "Enum['absent', 'present']", "Variant[Undef, Enum[present, absent]]"] {
            assert_eq!(found(text), " false true", "{text}");
        }
        assert_eq!(found("Optional[Enum[present, absent]]"), " true true");
        assert_eq!(found("Enum[present, absent, latest]"), " false false");
    }

    #[test]
    fn what_only_modules_resolve_is_refused() {
        assert_eq!((described("Stdlib::Absolutepath"), described("Array[")), (None, None));
    }

    #[test]
    fn values_that_do_not_match_have_puppets_message() {
        let heap = Heap::default();
        let mut all = DataTypes::default();
        let mut message = |text: &str, value: Value| match all.mismatch(&heap, text, &value, "t.a") {
            Ok(Value::String(it)) => it.get().to_string(),
            Ok(Value::Nil) => String::new(),
            _ => "refused".to_owned(),
        };
        assert_eq!(message("Integer", Value::Integer(1)), "");
        assert_eq!(message("Integer", heap.text("x")), "t.a expects an Integer value, got String");
        assert_eq!(message("Any", Value::Symbol("x".into())), "refused");
    }
}
