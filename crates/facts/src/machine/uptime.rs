//! How long the machine has been up.

use serde_json::{Value as Json, json};

use super::Machine;

pub fn resolve(machine: &Machine) -> Option<Json> {
    let text = machine.line("/proc/uptime")?;
    let seconds = text.split(['.', ' ']).next()?.parse::<u64>().ok()?;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let days = hours / 24;
    let uptime = match days {
        0 => format!("{hours}:{minutes:02} hours"),
        1 => "1 day".to_owned(),
        _ => format!("{days} days"),
    };
    Some(json!({"days": days, "hours": hours, "seconds": seconds, "uptime": uptime}))
}
