//! The filter `filter_by_networks`: takes addresses, or lists of them by names, and returns those that are in one of the networks.

use jinja::{Args, Dict, Error, Outcome, Value};

use super::Filter;
use super::shared::addresses::{Address, address};
use super::shared::given::{given, known};
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "filter_by_networks", steps, run };

/// Each address is compared with each network.
fn steps(args: &Args) -> usize {
    let networks = match args.positional.get(1) {
        Some(Value::List(it)) => it.len(),
        Some(Value::Tuple(it)) => it.len(),
        _ => 1,
    };
    by_values(args).saturating_mul(networks.max(1))
}

fn run(args: &Args) -> Outcome {
    if args.positional.len() + args.named.len() != 2 {
        return Err(Error::not_covered("addresses without networks"));
    }
    let given = given(args, &["values", "networks"])?;
    let (values, networks) = (given.value(0), given.value(1));
    if matches!(networks, Value::None) {
        return Ok(values);
    }
    let networks = match networks {
        Value::List(_) | Value::Tuple(_) => networks.iterate()?.into_iter().map(network).collect::<Outcome<Vec<Address>>>()?,
        _ => return Err(Error::not_covered("networks that are no list")),
    };
    match &values {
        Value::List(_) | Value::Tuple(_) => addresses_in(&values, &networks),
        Value::Dict(dict) if dict.is_known() => {
            let mut found = jinja::Map::default();
            for (name, list) in dict.to_map() {
                found.insert(name, addresses_in(&list, &networks)?);
            }
            Ok(Value::Dict(Dict::new(found)))
        }
        _ => Err(Error::not_covered("addresses that are no list")),
    }
}

/// The addresses of a list, once for each network that they are in.
fn addresses_in(list: &Value, networks: &[Address]) -> Outcome {
    if !matches!(list, Value::List(_) | Value::Tuple(_)) {
        return Err(Error::not_covered("addresses that are no list"));
    }
    let mut found = Vec::new();
    for item in list.iterate()? {
        let item = known(item)?;
        let Value::Str(text) = &item else { return Err(Error::not_covered("an address that is no text")) };
        if text.contains('/') {
            return Err(Error::not_covered("a network among addresses"));
        }
        let Some(ip) = address(&item)? else {
            return Err(Error::value_error(format!("{} does not appear to be an IPv4 or IPv6 address", crate::python::quoted(text))));
        };
        found.extend(networks.iter().filter(|it| it.has(&ip)).map(|_| item.clone()));
    }
    Ok(Value::list(found))
}

fn network(value: Value) -> Outcome<Address> {
    let value = known(value)?;
    let found = match &value {
        Value::Str(_) => address(&value)?,
        _ => None,
    };
    let Some(found) = found else { return Err(Error::not_covered("a network of a rare form")) };
    if found.first() != found.number() {
        return Err(Error::value_error(format!("{} has host bits set", found.print())));
    }
    Ok(found)
}
