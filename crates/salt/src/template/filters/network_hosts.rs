//! The filter `network_hosts`: takes a network, or a list, and returns the addresses of its hosts.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::addresses::{Address, each};
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "network_hosts", steps, run };

/// The hosts of larger networks are unknown.
const MAX_HOSTS: u128 = 1 << 16;

/// All networks of a list could be as large as the largest.
fn steps(args: &Args) -> usize {
    by_values(args).saturating_add(1).saturating_mul(usize::try_from(largest(args)).unwrap_or(usize::MAX) / 8)
}

/// The number of hosts of the largest network that is listed.
fn largest(args: &Args) -> u128 {
    let mut most = 0;
    let value = args.positional.first().cloned().unwrap_or(Value::None);
    let _ = each(&value, |it| {
        most = most.max(it.size().min(MAX_HOSTS));
        Ok(Value::None)
    });
    most
}

fn run(args: &Args) -> Outcome {
    let value = given(args, &["value"])?.value(0);
    each(&value, hosts)
}

/// The hosts of a network: of IPv4 without the first and the last address, of IPv6 without the first, if there are more than two.
fn hosts(network: &Address) -> Outcome {
    let size = network.size();
    if size > MAX_HOSTS {
        return Err(Error::not_covered("a large network"));
    }
    let (first, last) = (network.first(), network.first() + (size - 1));
    let (first, last) = match (network.is_v4(), size) {
        (_, 0..=2) => (first, last),
        (true, _) => (first + 1, last - 1),
        (false, _) => (first + 1, last),
    };
    let show = |number: u128| match u32::try_from(number) {
        Ok(number) if network.is_v4() => IpAddr::V4(Ipv4Addr::from(number)).to_string(),
        _ => IpAddr::V6(Ipv6Addr::from(number)).to_string(),
    };
    Ok(Value::list((first..=last).map(|it| Value::str(show(it))).collect()))
}
