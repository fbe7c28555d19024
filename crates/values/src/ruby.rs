//! Ruby's class names, where errors of Puppet show them.

use crate::{Type, Value};

/// `value.class`; none for what has no class of its own in Puppet, or one that depends on more than the kind of value.
pub fn class(value: &Value) -> Option<&'static str> {
    Some(match value {
        Value::Undef => "NilClass",
        Value::Default => "Symbol",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regex(_) => "Regexp",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan",
        Value::Version(_) => "SemanticPuppet::Version",
        Value::VersionRange(_) => "SemanticPuppet::VersionRange",
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
        Value::Uri(_) => "URI::Generic",
        Value::Iterator(_) => "Puppet::Pops::Types::Iterator",
        Value::Type(_) | Value::Deferred(_) | Value::Object(_) | Value::Unknown(_) => return None,
    })
}

/// The class of a type as a value.
pub fn class_of_type(ty: &Type) -> &'static str {
    match ty {
        Type::Any => "Puppet::Pops::Types::PAnyType",
        Type::Unit => "Puppet::Pops::Types::PUnitType",
        Type::Undef => "Puppet::Pops::Types::PUndefType",
        Type::Default => "Puppet::Pops::Types::PDefaultType",
        Type::Scalar => "Puppet::Pops::Types::PScalarType",
        Type::ScalarData => "Puppet::Pops::Types::PScalarDataType",
        Type::Data | Type::RichData | Type::RichDataKey | Type::Alias(_) => "Puppet::Pops::Types::PTypeAliasType",
        Type::Numeric => "Puppet::Pops::Types::PNumericType",
        Type::CatalogEntry => "Puppet::Pops::Types::PCatalogEntryType",
        Type::Boolean(_) => "Puppet::Pops::Types::PBooleanType",
        Type::Integer(..) => "Puppet::Pops::Types::PIntegerType",
        Type::Float(..) => "Puppet::Pops::Types::PFloatType",
        Type::String(_) | Type::StringValue(_) => "Puppet::Pops::Types::PStringType",
        Type::Enum(..) => "Puppet::Pops::Types::PEnumType",
        Type::Pattern(_) => "Puppet::Pops::Types::PPatternType",
        Type::Regexp(_) => "Puppet::Pops::Types::PRegexpType",
        Type::Collection(_) => "Puppet::Pops::Types::PCollectionType",
        Type::Array(..) => "Puppet::Pops::Types::PArrayType",
        Type::Tuple(..) => "Puppet::Pops::Types::PTupleType",
        Type::Hash(..) => "Puppet::Pops::Types::PHashType",
        Type::Struct(_) => "Puppet::Pops::Types::PStructType",
        Type::Variant(_) => "Puppet::Pops::Types::PVariantType",
        Type::Optional(_) => "Puppet::Pops::Types::POptionalType",
        Type::NotUndef(_) => "Puppet::Pops::Types::PNotUndefType",
        Type::Type(_) => "Puppet::Pops::Types::PTypeType",
        Type::Callable(_) => "Puppet::Pops::Types::PCallableType",
        // Old functions get these as resources.
        Type::Class(_) | Type::Resource(..) => "Puppet::Resource",
        Type::Iterable(_) => "Puppet::Pops::Types::PIterableType",
        Type::Iterator(_) => "Puppet::Pops::Types::PIteratorType",
        Type::SemVer(_) => "Puppet::Pops::Types::PSemVerType",
        Type::SemVerRange => "Puppet::Pops::Types::PSemVerRangeType",
        Type::Timestamp(..) => "Puppet::Pops::Types::PTimestampType",
        Type::Timespan(..) => "Puppet::Pops::Types::PTimespanType",
        Type::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType",
        Type::Binary => "Puppet::Pops::Types::PBinaryType",
        Type::Uri(_) => "Puppet::Pops::Types::PURIType",
        Type::Runtime(..) => "Puppet::Pops::Types::PRuntimeType",
        Type::Init(..) => "Puppet::Pops::Types::PInitType",
        Type::Reference(_) => "Puppet::Pops::Types::PTypeReferenceType",
        Type::TypeSet(_) => "Puppet::Pops::Types::PTypeSetType",
        Type::Deferred | Type::Object(_) | Type::ObjectAny => "Puppet::Pops::Types::PObjectType",
        Type::Extension(_) => "Puppet::Pops::Types::PObjectTypeExtension",
    }
}
