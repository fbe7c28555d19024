//! Memory and swap.

use serde_json::{Value as Json, json};

use super::{Machine, object};
use crate::units;

pub fn resolve(machine: &Machine) -> Option<Json> {
    let text = machine.text("/proc/meminfo")?;
    let field = |name: &str| -> Option<u64> {
        let rest = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        rest.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
    };
    let total = field("MemTotal")?;
    let available = field("MemAvailable").or_else(|| Some(field("MemFree")? + field("Buffers")? + field("Cached")?))?;
    let swap = field("SwapTotal").filter(|it| *it > 0).zip(field("SwapFree"));
    Some(object([("system", Some(shares(total, available))), ("swap", swap.map(|(total, free)| shares(total, free)))]))
}

fn shares(total: u64, available: u64) -> Json {
    let used = total.saturating_sub(available);
    json!({
        "available": units::bytes(available),
        "available_bytes": available,
        "capacity": units::percent(used, total),
        "total": units::bytes(total),
        "total_bytes": total,
        "used": units::bytes(used),
        "used_bytes": used,
    })
}
