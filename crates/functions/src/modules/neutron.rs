//! The module `neutron`: checks of what it writes into files.

mod text;

use values::Value;
use values::regex::Regex;

use crate::{Call, Context, Failure, Function, Outcome};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [
        Function::new("convert_cert_to_string", text::convert_cert_to_string).in_module("neutron"),
        Function::new("convert_to_json_string", text::convert_to_json_string).in_module("neutron"),
        Function::new("validate_vxlan_udp_port", text::validate_vxlan_udp_port).in_module("neutron"),
        Function::new("validate_network_vlan_ranges", network_vlan_ranges).in_module("neutron"),
        Function::new("validate_tunnel_id_ranges", tunnel_id_ranges).in_module("neutron"),
        Function::new("validate_vni_ranges", vni_ranges).in_module("neutron"),
    ]
    .into_iter()
}

fn network_vlan_ranges(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    const INVALID: &str = "network vlan ranges are invalid.";
    each(call, |text| match ends(text, r"^(.+:)?(\d+):(\d+)$")? {
        Some((first, last)) if first > 4094 || last > 4094 => Err(Failure::plain("vlan id are invalid.")),
        Some((first, last)) if last < first => Err(Failure::plain(INVALID)),
        None if !regex(r"^([^:]+)?(:\d+)?$")?.is_match(text) => Err(Failure::plain(INVALID)),
        _ => Ok(()),
    })
}

fn tunnel_id_ranges(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    each(call, |text| match ends(text, r"^(\d+):(\d+)$")? {
        Some((first, last)) if last.saturating_sub(first) > 1_000_000 => Err(Failure::plain("tunnel id ranges are to large.")),
        Some((first, last)) if last >= first => Ok(()),
        _ => Err(Failure::plain("tunnel id ranges are invalid.")),
    })
}

fn vni_ranges(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    const LARGEST: u64 = 16_777_215;
    each(call, |text| match ends(text, r"^(\d+):(\d+)$")? {
        Some((first, last)) if last >= first && last <= LARGEST => Ok(()),
        _ => Err(Failure::plain("vni ranges are invalid.")),
    })
}

/// Checks each of several texts, or a single one; undef is nothing.
fn each(call: &Call<'_>, check: impl Fn(&str) -> Result<(), Failure>) -> Outcome {
    let values = match call.arguments.first() {
        Some(Value::Array(values)) => &values[..],
        Some(value) => std::slice::from_ref(value),
        None => &[],
    };
    for value in values {
        match value {
            Value::Undef => {}
            Value::String(text) => check(text)?,
            other => {
                let class = values::infer_reduced(other).short_name();
                return Err(Failure::plain(format!("no implicit conversion of {class} into String")));
            }
        }
    }
    Ok(call.arguments.first().map_or(Value::Undef, |it| if let Value::Array(_) = it { it.clone() } else { Value::array(vec![it.clone()]) }))
}

fn regex(source: &str) -> Result<Regex, Failure> {
    Regex::new(source).map_err(Failure::plain)
}

/// The last two groups as numbers.
fn ends(text: &str, source: &str) -> Result<Option<(u64, u64)>, Failure> {
    let regex = regex(source)?;
    let Some(captures) = regex.captures(text) else { return Ok(None) };
    let groups: Vec<&str> = captures.iter().map(|it| it.as_deref().unwrap_or_default()).collect();
    let number = |text: &str| text.trim_start_matches('0').parse().unwrap_or(if text.trim_matches('0').is_empty() { 0 } else { u64::MAX });
    Ok(match groups.as_slice() {
        [.., first, last] => Some((number(first), number(last))),
        _ => None,
    })
}
