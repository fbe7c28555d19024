//! `match`, `split` and `regsubst`.

use std::sync::Arc;

use issue::{Ended, Issue};
use values::regex::{Options, Regex, Replacement};
use values::{Type, Value};

use crate::{Call, Context, Failure, Outcome, ruby};

/// How deep lists of patterns and types within types are gone into.
const DEPTH: u32 = 100;

pub(super) fn match_(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let pattern = call.at(1);
    match call.at(0) {
        Value::Array(texts) => {
            let mut all = Vec::with_capacity(texts.len());
            for text in texts.iter() {
                all.push(first_match(context, text.as_str().unwrap_or_default(), pattern, DEPTH)?);
            }
            Ok(Value::array(all))
        }
        text => first_match(context, text.as_str().unwrap_or_default(), pattern, DEPTH),
    }
}

/// First match of the patterns, with its groups.
fn first_match(context: &mut dyn Context, text: &str, pattern: &Value, depth: u32) -> Outcome {
    context.spend(1)?;
    if depth == 0 {
        return Err(Failure::exception(Issue::Ended(Ended::Depth)));
    }
    match pattern {
        Value::String(source) => found(text, &Regex::new(source).map_err(Failure::plain)?),
        Value::Regex(regex) => found(text, regex),
        Value::Type(ty) => match ty {
            Type::Regexp(Some(source)) => found(text, &Regex::new(source).map_err(Failure::plain)?),
            Type::Regexp(None) => Err(Failure::plain("Given Regexp Type has no regular expression")),
            Type::Pattern(patterns) => first_of(patterns.iter(), |it| found(text, it)),
            Type::Variant(types) => first_of(types.iter(), |it| first_match(context, text, &Value::Type(it.clone()), depth - 1)),
            Type::Alias(alias) if alias.resolved.get().is_some() => match alias.resolved.get() {
                Some(resolved) => first_match(context, text, &Value::Type(resolved.clone()), depth - 1),
                None => Ok(Value::Undef),
            },
            _ => Err(no_pattern(pattern)),
        },
        Value::Array(patterns) => {
            let flat = ruby::flatten(patterns.iter());
            first_of(flat.iter(), |it| first_match(context, text, it, depth - 1))
        }
        _ => Err(no_pattern(pattern)),
    }
}

fn first_of<T>(patterns: impl Iterator<Item = T>, mut find: impl FnMut(T) -> Outcome) -> Outcome {
    for pattern in patterns {
        let found = find(pattern)?;
        if !found.is_undef() {
            return Ok(found);
        }
    }
    Ok(Value::Undef)
}

fn no_pattern(pattern: &Value) -> Failure {
    let class = ruby::class(pattern);
    Failure::plain(format!("match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got {class}"))
}

fn found(text: &str, regex: &Regex) -> Outcome {
    let Some(found) = regex.find_at(text, 0).map_err(Failure::plain)? else { return Ok(Value::Undef) };
    let groups = found.captures(text).into_iter().map(|it| it.map_or(Value::Undef, Value::from));
    Ok(Value::array(groups.collect()))
}

pub(super) fn split(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let regex = pattern(call.at(1), Options::default())?;
    let (text, secret) = match call.at(0) {
        Value::Sensitive(inner) => (inner.as_str().unwrap_or_default(), true),
        other => (other.as_str().unwrap_or_default(), false),
    };
    let pieces = regex.split(text).map_err(Failure::plain)?;
    context.spend(u64::try_from(pieces.len()).unwrap_or(u64::MAX))?;
    let list = Value::array(pieces.into_iter().map(Value::from).collect());
    Ok(if secret { Value::Sensitive(Arc::new(list)) } else { list })
}

/// A type without a pattern is the empty one.
fn pattern(value: &Value, options: Options) -> Result<Arc<Regex>, Failure> {
    match value {
        Value::Regex(regex) => Ok(regex.clone()),
        other => {
            let source = match other {
                Value::Type(Type::Regexp(source)) => source.as_deref().unwrap_or_default(),
                other => other.as_str().unwrap_or_default(),
            };
            Ok(Arc::new(Regex::with_options(source, options).map_err(Failure::plain)?))
        }
    }
}

pub(super) fn regsubst(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let flags = call.text(3);
    if call.signature == 0 && call.get(4).is_some() {
        let message = "The regsubst() function's encoding argument has been ignored since Ruby 1.9 and will be removed in a future release";
        context.warn_once(message.to_owned());
    }
    let options = Options { ignore_case: flags.contains('I'), multiline: flags.contains('M'), extended: flags.contains('E') };
    let regex = pattern(call.at(1), options)?;
    // The pattern of the flags matches by lines, so that more than the letters can be in them.
    let all = if call.signature == 0 { flags.contains('G') } else { flags == "G" };
    let replacement = match call.at(2) {
        Value::Hash(table) => Replacement::Table(table),
        other => Replacement::Text(other.as_str().unwrap_or_default()),
    };
    let replace = |text: &Value| -> Outcome {
        let text = regex.replace(text.as_str().unwrap_or_default(), replacement, all).map_err(Failure::plain)?;
        Ok(Value::from(text))
    };
    match call.at(0) {
        Value::Array(texts) => {
            context.spend(u64::try_from(texts.len()).unwrap_or(u64::MAX))?;
            Ok(Value::array(texts.iter().map(replace).collect::<Result<_, _>>()?))
        }
        text => replace(text),
    }
}
