//! `Type.new(…)`.

mod collection;
mod constructor;
mod init;
mod number;
mod object;
mod text;
mod time;
pub(crate) mod uri;
mod version;

pub(crate) use time::timespan_of_fields;

use issue::{Ended, Issue};

use crate::time::Timestamp;
use crate::{Signature, Type, Value, mismatch};
use constructor::Constructor;

/// Interface of conversions to the outside.
pub trait Convert {
    /// The type of that text, `Array[My::Alias]`.
    fn resolve_type(&mut self, text: &str) -> Result<Type, Issue>;

    /// For `Timestamp.new()`.
    fn now(&mut self) -> Timestamp;
}

/// More elements than this are not made of one number.
const MOST: usize = 4_000_000;

/// Types in each other are followed no further.
const DEPTH: usize = 50;

/// `Type.new(arguments)`. The error is what stands after `Error while evaluating a Function Call, `.
pub fn new(ty: &Type, arguments: &[Value], context: &mut dyn Convert) -> Result<Value, Issue> {
    nested(ty, arguments, context, 0)
}

fn nested(ty: &Type, arguments: &[Value], context: &mut dyn Convert, depth: usize) -> Result<Value, Issue> {
    if depth > DEPTH {
        return Err(Issue::Ended(Ended::Depth));
    }
    if let [one] = arguments
        && !matches!(ty, Type::Init(..))
        && ty.is_instance(one)
    {
        return Ok(one.clone());
    }
    let value = match ty.resolved() {
        Type::Init(Some(inner), given) => init::new(inner, given, arguments, context, depth)?,
        Type::NotUndef(Some(inner)) | Type::Optional(Some(inner)) => construct(inner, arguments, context, depth)?,
        resolved => construct(resolved, arguments, context, depth)?,
    };
    if ty.is_instance(&value) { Ok(value) } else { Err(mismatch::value(&format!("Converted value from {ty}.new()"), ty, &value)) }
}

/// As the function of the type does, without a look at what comes out.
fn construct(ty: &Type, arguments: &[Value], context: &mut dyn Convert, depth: usize) -> Result<Value, Issue> {
    match ty.resolved() {
        Type::Optional(None) => {
            Err("undefined method `new_function' for nil:NilClass\n\n    optional_type.new_function\n                 ^^^^^^^^^^^^^".into())
        }
        Type::Init(Some(inner), given) => init::new(inner, given, arguments, context, depth),
        Type::NotUndef(Some(inner)) | Type::Optional(Some(inner)) if depth < DEPTH => construct(inner, arguments, context, depth + 1),
        Type::Object(it) => crate::object::create(it, arguments),
        Type::Extension(it) => crate::object::create(&it.base, arguments),
        Type::ObjectAny => {
            let line = "          substituted = name.sub(*subst)";
            let mark = "                            ^^^^";
            Err(format!("undefined method `sub' for nil:NilClass\n\n{line}\n{mark}").into())
        }
        resolved => match constructor(resolved) {
            Some(constructor) => constructor.call(arguments, context),
            None => Err(format!("Creation of new instance of type '{resolved}' is not supported").into()),
        },
    }
}

/// Signatures of the type's `new`; none where there is no `new`.
pub fn signatures(ty: &Type) -> Option<Vec<Signature>> {
    let mut ty = ty.resolved();
    for _ in 0..DEPTH {
        match ty {
            Type::NotUndef(Some(inner)) | Type::Optional(Some(inner)) => ty = inner.resolved(),
            _ => break,
        }
    }
    match ty {
        Type::Object(it) => Some(it.signatures().into()),
        Type::Extension(it) => Some(it.base.signatures().into()),
        ty => Some(constructor(ty)?.signatures()),
    }
}

fn constructor(ty: &Type) -> Option<&'static Constructor> {
    Some(match ty {
        Type::Integer(..) => number::integer(),
        Type::Float(..) => number::float(),
        Type::Numeric => number::numeric(),
        Type::Boolean(_) => number::boolean(),
        Type::String(_) | Type::StringValue(_) => text::string(),
        Type::Regexp(_) => text::regexp(),
        Type::Type(_) => text::type_(),
        Type::Binary => text::binary(),
        Type::Sensitive(_) => text::sensitive(),
        Type::NotUndef(None) | Type::Unit => text::unit(),
        Type::Uri(_) => uri::uri(),
        Type::Array(..) | Type::Tuple(..) => collection::array(),
        Type::Hash(..) | Type::Struct(_) => collection::hash(),
        Type::Timestamp(..) => time::timestamp(),
        Type::Timespan(..) => time::timespan(),
        Type::SemVer(_) => version::version(),
        Type::SemVerRange => version::range(),
        Type::Deferred => object::deferred(),
        _ => return None,
    })
}
