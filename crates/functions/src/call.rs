//! Calls of functions: arguments are checked and, for legacy functions, converted.

use std::sync::Arc;

use issue::Issue;
use values::{Hash, Value};

use crate::table::{Api, TakesUnknown};
use crate::{Block, Call, Context, Failure, Function, signatures, unknown};

/// Calls a function that runs here.
pub fn call(context: &mut dyn Context, name: &str, arguments: &[Value], block: Option<&Block>) -> Result<Value, Failure> {
    match crate::find(name) {
        Some(function) => function.call(context, arguments, block),
        None => Err(Failure::issue(Issue::UnknownFunction { name: name.into() })),
    }
}

impl Function {
    /// Checks the arguments, then runs.
    pub fn call(&self, context: &mut dyn Context, arguments: &[Value], block: Option<&Block>) -> Result<Value, Failure> {
        context.spend(1)?;
        let unknown = match self.takes_unknown {
            TakesUnknown::No => unknown::first_unknown(arguments),
            TakesUnknown::Elements => arguments.iter().find_map(|it| match it {
                Value::Unknown(unknown) => Some(unknown.clone()),
                _ => None,
            }),
            TakesUnknown::Yes => None,
        };
        if let Some(unknown) = unknown {
            if self.api == Api::Current {
                // Whatever it is: some arguments cannot be right.
                select_of(self.name, signatures::find(self.signature), arguments, block)?;
            }
            return Ok(unknown::because(&unknown, unknown::result_type(self.name, self.signature, arguments)));
        }
        match self.api {
            Api::Current => {
                let signature = select_of(self.name, signatures::find(self.signature), arguments, block)?;
                (self.body)(context, &Call { name: self.name, arguments, block, signature })
            }
            Api::Own => (self.body)(context, &Call { name: self.name, arguments, block, signature: 0 }),
            Api::Old { arity, statement } => {
                let converted = old_arguments(arguments)?;
                check_arity(self.name, arity, converted.len())?;
                let result = (self.body)(context, &Call { name: self.name, arguments: &converted, block, signature: 0 })?;
                Ok(if statement { Value::Undef } else { result })
            }
        }
    }
}

/// The first signature that accepts the arguments; functions without signatures check for themselves.
pub fn select(name: &str, arguments: &[Value], block: Option<&Block>) -> Result<usize, Failure> {
    select_of(name, signatures::find(name), arguments, block)
}

/// The same, of these signatures.
pub(crate) fn select_of(
    name: &str,
    signatures: &[values::Signature],
    arguments: &[Value],
    block: Option<&Block>,
) -> Result<usize, Failure> {
    if signatures.is_empty() {
        return Ok(0);
    }
    let block = block.map(|it| &*it.ty);
    signatures.iter().position(|it| it.accepts(arguments, block)).ok_or_else(|| {
        // The last ones of these only serve to say better what is wrong.
        let declared = match name {
            "compare" => signatures.get(..6),
            "getvar" => signatures.get(..1),
            _ => None,
        };
        values::mismatch::call(name, declared.unwrap_or(signatures), arguments, block).into()
    })
}

/// Whether a function of the old kind takes that many arguments. A negative arity is the least number, plus one.
pub fn check_arity(name: &str, arity: i32, given: usize) -> Result<(), Failure> {
    let count = usize::try_from(arity.unsigned_abs()).unwrap_or(usize::MAX);
    if arity >= 0 && given != count {
        return Err(Failure::plain(format!("{name}(): Wrong number of arguments given ({given} for {count})")));
    }
    if arity < 0 && given + 1 < count {
        return Err(Failure::plain(format!("{name}(): Wrong number of arguments given ({given} for minimum {})", count - 1)));
    }
    Ok(())
}

/// Depth to which the arguments of legacy functions are converted.
const DEPTH: u32 = 200;

/// Puppet 3 had no undef as an argument, and no values of the types that came later.
pub fn old_arguments(arguments: &[Value]) -> Result<Vec<Value>, Failure> {
    arguments
        .iter()
        .map(|it| match it {
            Value::Undef => Ok(Value::string("")),
            other => old_value(other, DEPTH),
        })
        .collect()
}

fn old_value(value: &Value, depth: u32) -> Result<Value, Failure> {
    if depth == 0 {
        return Ok(value.clone());
    }
    Ok(match value {
        Value::Iterator(_) => return Err(Failure::plain("Use of an Iterator is not supported here")),
        Value::Regex(_) => Value::from(values::print::puppet(value)),
        Value::Version(_) | Value::VersionRange(_) | Value::Binary(_) | Value::Timespan(_) | Value::Timestamp(_) => {
            Value::from(values::print::interpolate(value))
        }
        // Most lists hold nothing to convert; they stay shared.
        Value::Array(list) if list.iter().any(needs_conversion) => {
            Value::Array(Arc::new(list.iter().map(|it| old_value(it, depth - 1)).collect::<Result<_, _>>()?))
        }
        Value::Hash(hash) if hash.iter().any(|(key, value)| needs_conversion(key) || needs_conversion(value)) => {
            let mut converted = Hash::default();
            for (key, value) in hash.iter() {
                converted.insert(old_value(key, depth - 1)?, old_value(value, depth - 1)?);
            }
            Value::hash(converted)
        }
        other => other.clone(),
    })
}

fn needs_conversion(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::String(_))
}
