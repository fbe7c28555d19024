//! The filter `map`: takes a sequence and returns an attribute of each item, or the result of a filter on it.

use super::shared::{Attributes, generator};
use super::{Filter, argument_error, open};
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::value::{Args, Value, repr_str};

pub(super) static FILTER: Filter = open(&["map"], map);

fn map(r: &mut Renderer<'_>, mut args: Args) -> Outcome {
    let value = if args.positional.is_empty() { Value::None } else { args.positional.remove(0) };
    let mut run = |out: &mut Vec<Value>| {
        if !matches!(value.known()?, Value::Iter(_)) && !value.truth()? {
            return Ok(());
        }
        let by_attribute = args.positional.is_empty() && args.named.iter().any(|it| &*it.0 == "attribute");
        if by_attribute {
            let mut named = args.named.clone();
            let mut take = |name: &str| named.iter().position(|it| &*it.0 == name).map(|at| named.remove(at).1);
            let (attribute, default) = (take("attribute"), take("default").filter(|it| !matches!(it, Value::None)));
            if let Some((name, _)) = named.first() {
                return Err(argument_error(format!("Unexpected keyword argument {}", repr_str(name))));
            }
            let by = Attributes::one(attribute.as_ref())?;
            return each(&value, out, |item| by.get(r, item, default.as_ref()));
        }
        let Some((name, rest)) = args.positional.split_first() else {
            return Err(argument_error("map requires a filter argument"));
        };
        let name = name.text()?;
        if r.filter(&name).is_none() {
            return Err(Error::new(ErrorKind::Runtime, format!("No filter named {}.", repr_str(&name))));
        }
        each(&value, out, |item| r.call_filter(&name, item.clone(), Args { positional: rest.to_vec(), named: args.named.clone() }))
    };
    Ok(generator(&mut run))
}

fn each(value: &Value, out: &mut Vec<Value>, mut run: impl FnMut(&Value) -> Outcome) -> Outcome<()> {
    let (items, error) = value.iterate_lazily()?;
    for item in items {
        out.push(match run(&item) {
            Err(error) if error.kind() == ErrorKind::Unknown => Value::unknown(error.message()),
            other => other?,
        });
    }
    error.map_or(Ok(()), Err)
}
