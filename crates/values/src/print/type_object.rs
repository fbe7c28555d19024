//! Types as the Ruby objects that Puppet has for them.

use super::{MAX_DEPTH, MAX_LENGTH, NOWHERE, float, inspect_str};
use crate::ruby::class_of_type;
use crate::{Size, Type};

const INFINITY: &str = "Infinity";
const MINUS_INFINITY: &str = "-Infinity";

/// Ruby's `inspect` of a type; none for types whose objects hold what is not known here.
pub fn type_object(ty: &Type) -> Option<String> {
    let mut out = String::new();
    append(&mut out, ty, 0)?;
    Some(out)
}

fn append(out: &mut String, ty: &Type, depth: usize) -> Option<()> {
    if depth > MAX_DEPTH || out.len() > MAX_LENGTH {
        return None;
    }
    let from = out.len();
    out.push_str(&format!("#<{}:{NOWHERE}", class_of_type(ty)));
    if fields(out, ty, depth + 1).is_none() {
        out.truncate(from);
        return None;
    }
    out.push('>');
    Some(())
}

/// The variables of the object, in the order in which Puppet sets them.
fn fields(out: &mut String, ty: &Type, depth: usize) -> Option<()> {
    match ty {
        Type::Any | Type::Undef | Type::Default | Type::Scalar | Type::ScalarData | Type::SemVerRange | Type::Binary | Type::Uri(None) => {}
        Type::Integer(from, to) => range(out, from.map(|it| it.to_string()), to.map(|it| it.to_string())),
        Type::Float(from, to) => range(out, from.map(|it| float(it.get())), to.map(|it| float(it.get()))),
        Type::Numeric => range(out, None, None),
        Type::Timestamp(times) if times.ends() == (None, None) => range(out, None, None),
        Type::Timespan(times) if times.ends() == (None, None) => range(out, None, None),
        Type::String(size) => sized(out, " @size_type_or_value=", *size),
        Type::StringValue(text) => out.push_str(&format!(" @size_type_or_value={}", inspect_str(text))),
        Type::Enum(values, is_insensitive) => {
            let values: Vec<String> = values.iter().map(|it| inspect_str(it)).collect();
            out.push_str(&format!(" @values=[{}], @case_insensitive={is_insensitive}", values.join(", ")));
        }
        Type::Regexp(None) => out.push_str(" @pattern=nil"),
        Type::Boolean(None) => out.push_str(" @value=nil"),
        Type::Boolean(Some(it)) => out.push_str(&format!(" @value={it}")),
        Type::Collection(size) => sized(out, " @size_type=", *size),
        Type::Array(element, size) => {
            sized(out, " @size_type=", *size);
            out.push_str(", @element_type=");
            append(out, element, depth)?;
        }
        Type::Hash(of, size) => {
            sized(out, " @size_type=", *size);
            out.push_str(", @key_type=");
            append(out, &of.0, depth)?;
            out.push_str(", @value_type=");
            append(out, &of.1, depth)?;
        }
        Type::Tuple(types, size) => {
            list(out, types, depth)?;
            match size {
                None => out.push_str(", @size_type=nil"),
                Some(size) => sized(out, ", @size_type=", *size),
            }
        }
        Type::Variant(types) => list(out, types, depth)?,
        Type::Optional(Some(inner))
        | Type::NotUndef(Some(inner))
        | Type::Type(Some(inner))
        | Type::Iterable(Some(inner))
        | Type::Iterator(Some(inner)) => {
            out.push_str(" @type=");
            append(out, inner, depth)?;
        }
        Type::NotUndef(None) | Type::Type(None) | Type::Iterable(None) | Type::Iterator(None) => out.push_str(" @type=nil"),
        Type::Runtime(None, None) => out.push_str(" @runtime=nil, @name_or_pattern=nil"),
        _ => return None,
    }
    Some(())
}

fn range(out: &mut String, from: Option<String>, to: Option<String>) {
    let (from, to) = (from.as_deref().unwrap_or(MINUS_INFINITY), to.as_deref().unwrap_or(INFINITY));
    out.push_str(&format!(" @from={from}, @to={to}"));
}

fn sized(out: &mut String, name: &str, size: Size) {
    out.push_str(name);
    if size == Size::ANY {
        out.push_str("nil");
    } else {
        out.push_str(&format!("#<Puppet::Pops::Types::PIntegerType:{NOWHERE}"));
        range(out, Some(size.from.to_string()), size.end().map(|it| it.to_string()));
        out.push('>');
    }
}

fn list(out: &mut String, types: &[Type], depth: usize) -> Option<()> {
    out.push_str(" @types=[");
    for (index, ty) in types.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        append(out, ty, depth)?;
    }
    out.push(']');
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puppet's texts, without the names of the module and the addresses.
    #[test]
    fn types_are_shown_as_puppet_does() {
        for (written, shown) in [
            ("Any", "PAnyType"),
            ("Integer", "PIntegerType @from=-Infinity, @to=Infinity"),
            ("Integer[1, 2]", "PIntegerType @from=1, @to=2"),
            ("Float[1.5, 2.0]", "PFloatType @from=1.5, @to=2.0"),
            ("String", "PStringType @size_type_or_value=nil"),
            ("String[1]", "PStringType @size_type_or_value=#<PIntegerType @from=1, @to=Infinity>"),
            ("Enum['a', 'b']", r#"PEnumType @values=["a", "b"], @case_insensitive=false"#),
            ("Boolean[true]", "PBooleanType @value=true"),
            ("Array", "PArrayType @size_type=nil, @element_type=#<PAnyType>"),
            (
                "Array[String, 1, 2]",
                "PArrayType @size_type=#<PIntegerType @from=1, @to=2>, @element_type=#<PStringType @size_type_or_value=nil>",
            ),
            (
                "Tuple[String, Integer]",
                "PTupleType @types=[#<PStringType @size_type_or_value=nil>, #<PIntegerType @from=-Infinity, @to=Infinity>], @size_type=nil",
            ),
            ("Hash", "PHashType @size_type=nil, @key_type=#<PAnyType>, @value_type=#<PAnyType>"),
            ("Optional[String]", "POptionalType @type=#<PStringType @size_type_or_value=nil>"),
            ("Type", "PTypeType @type=nil"),
        ] {
            let ty = crate::ty::parse(written, &mut |_| None).unwrap_or(Type::Unit);
            let ours = type_object(&ty).unwrap_or_default().replace("Puppet::Pops::Types::", "").replace(&format!(":{NOWHERE}"), "");
            assert_eq!(ours, format!("#<{shown}>"), "{written}");
        }
    }

    #[test]
    fn a_type_that_holds_code_has_no_text() {
        for written in ["Data", "Pattern[/a/]", "Array[Data]"] {
            let ty = crate::ty::parse(written, &mut |_| None).unwrap_or(Type::Unit);
            assert_eq!(type_object(&ty), None, "{written}");
        }
    }
}
