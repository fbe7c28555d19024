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

    /// The address as a number.
    pub fn number(&self) -> u128 {
        match self.ip {
            IpAddr::V4(it) => u128::from(u32::from(it)),
            IpAddr::V6(it) => u128::from(it),
        }
    }

    /// The number of bits that are not the network.
    fn of_hosts(&self) -> u32 {
        self.prefix.map_or(0, |it| self.bits() - it)
    }

    /// The number of addresses in the network; of all addresses of IPv6, one too few.
    pub fn size(&self) -> u128 {
        self.hosts().saturating_add(1)
    }

    /// The bits that are not the network.
    fn hosts(&self) -> u128 {
        1_u128.checked_shl(self.of_hosts()).map_or(u128::MAX, |it| it - 1)
    }

    /// The first address of the network.
    pub fn first(&self) -> u128 {
        self.number() & !self.hosts()
    }

    /// Whether an address is in the network.
    pub fn has(&self, other: &Address) -> bool {
        self.is_v4() == other.is_v4() && other.number() & !self.hosts() == self.first()
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

/// An address with the bits of its network, which are all where none are given.
pub fn print_interface(address: &Address) -> String {
    format!("{}/{}", address.ip, address.prefix.unwrap_or(address.bits()))
}

/// Returns something of an address, or of each in a list, those of IPv4 first; nothing if there is none.
pub fn each(value: &Value, mut make: impl FnMut(&Address) -> Outcome) -> Outcome {
    match value {
        Value::Str(_) => address(value)?.map_or(Ok(Value::None), |it| make(&it)),
        Value::List(_) | Value::Tuple(_) => {
            let mut all = Vec::new();
            for item in value.iterate()? {
                all.extend(address(&super::given::known(item)?)?);
            }
            all.sort_by_key(|it| !it.is_v4());
            let made = all.iter().map(make).collect::<Outcome<Vec<Value>>>()?;
            Ok(if made.is_empty() { Value::None } else { Value::list(made) })
        }
        Value::Iter(_) => Err(Error::not_covered("addresses of an iterator")),
        _ => Ok(Value::None),
    }
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

#[cfg(test)]
mod tests {
    use jinja::Value;

    use super::*;

    #[test]
    fn the_largest_network_has_all_addresses() {
        let of = |text: &str| address(&Value::str(text.to_owned())).ok().flatten().expect("an address");
        let all = of("::/0");
        assert_eq!(all.first(), 0);
        assert!(all.has(&of("::1")) && all.has(&of("ff::2")) && !all.has(&of("10.0.0.1")));
        assert!(of("0.0.0.0/0").has(&of("10.0.0.1")) && !of("10.0.0.0/30").has(&of("10.0.0.4")));
    }
}
