//! The items that a test selects, for the filters `select`, `reject`, `selectattr` and `rejectattr`.

use super::super::argument_error;
use super::{Attributes, generator};
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::value::{Args, Value, repr_str};

pub(crate) fn select(r: &mut Renderer<'_>, mut args: Args, wanted: bool, by_attribute: bool) -> Outcome {
    let value = if args.positional.is_empty() { Value::None } else { args.positional.remove(0) };
    let mut run = |out: &mut Vec<Value>| {
        if !matches!(value.known()?, Value::Iter(_)) && !value.truth()? {
            return Ok(());
        }
        let mut rest = args.positional.as_slice();
        let mut by = Attributes::one(None)?;
        if by_attribute {
            let Some((attribute, others)) = rest.split_first() else {
                return Err(argument_error("Missing parameter for attribute name"));
            };
            by = Attributes::one(Some(attribute))?;
            rest = others;
        }
        let test = match rest.split_first() {
            None => None,
            Some((name, rest)) => {
                let name = name.text()?;
                let Some(test) = r.test(&name) else {
                    return Err(Error::new(ErrorKind::Runtime, format!("No test named {}.", repr_str(&name))));
                };
                Some((test, rest))
            }
        };
        let (items, error) = value.iterate_lazily()?;
        for item in items {
            let part = by.get(r, &item, None)?;
            let holds = match &test {
                None => part.truth()?,
                Some((test, rest)) => {
                    let positional = std::iter::once(part).chain(rest.iter().cloned()).collect();
                    test.run(r, Args { positional, named: args.named.clone() })?.truth()?
                }
            };
            if holds == wanted {
                out.push(item);
            }
        }
        error.map_or(Ok(()), Err)
    };
    Ok(generator(&mut run))
}
