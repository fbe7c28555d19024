//! The module `ironic`.

use std::net::{IpAddr, Ipv6Addr};

use values::Value;

use super::stdlib::address;
use crate::{Call, Context, Failure, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::new("ipv6_normalize_dnsmasq_ip_subnets", normalize_subnets).in_module("ironic")].into_iter()
}

/// Subnets whose masks of version 6 are lengths, without the gateways of that version.
fn normalize_subnets(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::Array(subnets) = call.at(0) else { return Err(ruby::no_method("each", call.at(0))) };
    let subnets: Result<Vec<Value>, Failure> = subnets.iter().map(normalized).collect();
    subnets.map(Value::array)
}

fn normalized(subnet: &Value) -> Result<Value, Failure> {
    let Value::Hash(entries) = subnet else {
        // A text has no such part that is an address.
        return if let Value::String(_) = subnet { Ok(subnet.clone()) } else { Err(ruby::no_method("[]", subnet)) };
    };
    let version_6 = |key: &str| entries.get(&Value::from(key)).and_then(Value::as_str).and_then(of_version_6);
    let mut normalized = (**entries).clone();
    if let Some(mask) = version_6("netmask") {
        normalized.insert("netmask".into(), Value::Integer(u128::from(mask).count_ones().into()));
    }
    if version_6("gateway").is_some() {
        normalized.shift_remove(&Value::from("gateway"));
    }
    Ok(Value::hash(normalized))
}

fn of_version_6(text: &str) -> Option<Ipv6Addr> {
    match address(text).ok()?.ip {
        IpAddr::V6(ip) => Some(ip),
        IpAddr::V4(_) => None,
    }
}
