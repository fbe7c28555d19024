//! Addresses of networks, as Python's `ipaddress` reads and prints them.

use std::net::IpAddr;

use jinja::{Error, Outcome, Value};

/// An address, with its number of bits that are the network if it is given.
pub struct Address {
    pub ip: IpAddr,
    pub prefix: Option<u32>,
}

impl Address {
    pub fn is_v4(&self) -> bool {
        self.ip.is_ipv4()
    }

    pub fn bits(&self) -> u32 {
        if self.is_v4() { 32 } else { 128 }
    }

    pub fn print(&self) -> String {
        self.prefix.map_or_else(|| self.ip.to_string(), |prefix| format!("{}/{prefix}", self.ip))
    }
}

/// Reads an address; none if it is no address.
pub fn address(value: &Value) -> Outcome<Option<Address>> {
    let rare = || Error::not_covered("an address of a rare form");
    let text = match value {
        Value::Str(text) => text.to_string(),
        Value::None | Value::List(_) | Value::Dict(_) => return Ok(None),
        // Python makes addresses of numbers.
        _ => return Err(rare()),
    };
    let (text, prefix) = text.split_once('/').map_or((text.as_str(), None), |(ip, prefix)| (ip, Some(prefix)));
    if text.contains('%') || !text.is_ascii() {
        return Err(rare());
    }
    let Ok(ip) = text.parse::<IpAddr>() else { return Ok(None) };
    if matches!(ip, IpAddr::V6(it) if it.to_ipv4().is_some() && !it.is_loopback() && !it.is_unspecified()) {
        return Err(rare());
    }
    let bits = if ip.is_ipv4() { 32 } else { 128 };
    let prefix = match prefix {
        None => None,
        Some(it) if !it.is_empty() && it.len() <= 3 && it.bytes().all(|it| it.is_ascii_digit()) => match it.parse::<u32>() {
            Ok(it) if it <= bits => Some(it),
            _ => return Ok(None),
        },
        // Masks may be written as addresses.
        Some(it) if it.contains('.') => return Err(rare()),
        Some(_) => return Ok(None),
    };
    Ok(Some(Address { ip, prefix }))
}

/// Which addresses are wanted: of IPv4 or not.
type Wanted = fn(&Address) -> bool;

/// Returns a text if it is an address that is wanted, or those of a list.
pub fn pick(value: &Value, is_wanted: Wanted) -> Outcome {
    let one = |value: &Value| Ok(address(value)?.filter(is_wanted).map(|it| Value::str(it.print())));
    match value {
        Value::Str(_) => Ok(one(value)?.unwrap_or(Value::None)),
        Value::List(_) | Value::Tuple(_) => {
            let mut found = Vec::new();
            for item in value.iterate()? {
                found.extend(one(&super::given::known(item)?)?);
            }
            Ok(Value::list(found))
        }
        Value::Iter(_) => Err(Error::not_covered("addresses of an iterator")),
        _ => Ok(Value::None),
    }
}
