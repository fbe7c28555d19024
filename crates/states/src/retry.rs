//! `retry`: a state that is called again until it gives what is wanted.

use std::time::Duration;

use serde_json::Value as Json;

use crate::python;

/// Options of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    pub until: bool,
    pub attempts: u32,
    pub interval: Duration,
    splay: u64,
}

impl Retry {
    /// Reads it. What is no map of the right values means the defaults, as in Salt.
    pub fn new(value: &Json) -> Retry {
        let number = |name: &str, default: u64| match value.get(name) {
            Some(Json::Number(it)) => it.as_u64().unwrap_or(if it.is_i64() { 0 } else { default }),
            Some(Json::Bool(it)) => u64::from(*it),
            _ => default,
        };
        let attempts = if *value == Json::Bool(false) { 0 } else { number("attempts", 2) };
        Retry {
            until: value.get("until").and_then(Json::as_bool).unwrap_or(true),
            attempts: u32::try_from(attempts).unwrap_or(u32::MAX),
            interval: Duration::from_secs(number("interval", 30)),
            splay: number("splay", 0),
        }
    }

    /// Comment in test mode.
    pub fn foreseen(&self) -> String {
        format!(
            "The state would be retried every {} seconds (with a splay of up to {} seconds) a maximum of {} times or until a result of \
             {} is returned",
            self.interval.as_secs(),
            self.splay,
            self.attempts,
            python::result(Some(self.until))
        )
    }
}
