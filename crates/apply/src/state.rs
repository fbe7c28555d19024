//! State between runs: when each resource was checked and changed last, and audited values.

use ::yaml::{Emitter, Options, Scalar};
use indexmap::IndexMap;
use jiff::{Timestamp, ToSpan, Zoned};
use rustc_hash::FxBuildHasher;
use serde_json::Value as Json;
use smol_str::SmolStr;
use values::Value;

use crate::clock;
use crate::error::Error;
use crate::yaml;

/// Time for which a resource that no longer occurs is remembered.
const DAYS: i64 = 32;

/// A corrected clock moves by up to this number of seconds without a warning.
const CLOCKS_DIFFER: i64 = 60;

/// Value of a property that is missing.
const ABSENT: &str = "absent";

/// One resource.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remembered {
    pub checked: Option<Timestamp>,
    pub synced: Option<Timestamp>,
    pub audited: Audited,
}

/// Properties, and how they were found. Few resources are audited.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Audited(Vec<(SmolStr, Json)>);

impl Audited {
    pub fn get(&self, property: &str) -> Option<&Json> {
        self.0.iter().find(|it| it.0 == property).map(|it| &it.1)
    }

    pub fn insert(&mut self, property: &str, value: Json) {
        match self.0.iter_mut().find(|it| it.0 == property) {
            Some(known) => known.1 = value,
            None => self.0.push((property.into(), value)),
        }
    }
}

/// `state.yaml`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    resources: IndexMap<SmolStr, Remembered, FxBuildHasher>,
    next: Next,
}

/// The place after the last request. Runs go through their resources in much the same order as the one before, which has written them:
/// mostly the one there is asked for next. It is no part of what is remembered.
#[derive(Clone, Copy, Debug, Default)]
struct Next(usize);

impl PartialEq for Next {
    fn eq(&self, _: &Next) -> bool {
        true
    }
}

impl State {
    pub fn read(text: &[u8]) -> Result<State, Error> {
        // What runs have written is plain; a reader of any YAML takes ten times as long for it.
        if let Some(state) = std::str::from_utf8(text).ok().and_then(plain) {
            return Ok(state);
        }
        let document = ::yaml::load_with_times(String::from_utf8_lossy(text).as_bytes()).map_err(|it| Error::CorruptState(it.message))?;
        let mut state = State::default();
        let Some(document) = document else { return Err(Error::StateIsNoHash) };
        let Value::Hash(resources) = values::data::from_yaml(&document.data) else { return Err(Error::StateIsNoHash) };
        for (name, values) in resources.iter() {
            let (Some(name), Value::Hash(values)) = (name.as_str(), values) else { continue };
            let remembered = state.resources.entry(name.into()).or_default();
            for (key, value) in values.iter() {
                let Some(key) = key.as_str() else { continue };
                match key.trim_start_matches(':') {
                    "checked" => remembered.checked = time(value),
                    "synced" => remembered.synced = time(value),
                    other => {
                        if let Some(value) = json(value) {
                            remembered.audited.insert(other, value);
                        }
                    }
                }
            }
        }
        Ok(state)
    }

    /// Takes what is said to have been done in the future as done now: a clock was wrong, and schedules would wait for it. Gives the
    /// number of such resources.
    pub fn clamp(&mut self, now: Timestamp) -> usize {
        let latest = now.checked_add(CLOCKS_DIFFER.seconds()).unwrap_or(Timestamp::MAX);
        let mut count = 0;
        for it in self.resources.values_mut() {
            let times = [&mut it.checked, &mut it.synced];
            let late: Vec<_> = times.into_iter().flatten().filter(|it| **it > latest).collect();
            count += usize::from(!late.is_empty());
            for time in late {
                *time = now;
            }
        }
        count
    }

    /// The file without old resources.
    pub fn write(&self, now: &Zoned) -> String {
        let oldest = now.timestamp().checked_sub((DAYS * 24).hours()).unwrap_or(Timestamp::MIN);
        let is_kept = |it: &Remembered| it.checked.is_none_or(|it| it >= oldest);
        if !self.resources.values().any(is_kept) {
            return "--- {}\n".to_owned();
        }
        let mut emitter = Emitter::new(Options::default());
        let resources = emitter.begin_mapping();
        let mut clock = clock::Spaced::new(now.time_zone().clone());
        let mut text = String::new();
        for (name, it) in self.resources.iter().filter(|(_, it)| is_kept(it)) {
            yaml::key(&mut emitter, name);
            if it.checked.is_none() && it.synced.is_none() && it.audited.0.is_empty() {
                emitter.empty_mapping();
                continue;
            }
            let values = emitter.begin_mapping();
            for (key, time) in [("checked", it.checked), ("synced", it.synced)] {
                if let Some(time) = time {
                    symbol(&mut emitter, key);
                    text.clear();
                    clock.push(&mut text, time);
                    emitter.scalar(&Scalar::plain(text.as_str()));
                }
            }
            for (key, value) in &it.audited.0 {
                symbol(&mut emitter, key);
                match value {
                    // Puppet remembers a symbol, and takes a text for a change.
                    Json::String(text) if text == ABSENT => emitter.scalar(&Scalar::plain(format!(":{ABSENT}"))),
                    other => yaml::emit(&mut emitter, other, 1),
                }
            }
            emitter.end(values);
        }
        emitter.end(resources);
        emitter.finish()
    }

    pub fn resource(&self, resource: &str) -> Option<&Remembered> {
        self.resources.get(resource)
    }

    pub fn of_mut(&mut self, resource: &str) -> &mut Remembered {
        let is_next = self.resources.get_index(self.next.0).is_some_and(|it| it.0 == resource);
        // Most are asked for more than once, and known from the run before.
        let place = if is_next { Some(self.next.0) } else { self.resources.get_index_of(resource) };
        let place = place.unwrap_or_else(|| self.resources.insert_full(resource.into(), Remembered::default()).0);
        self.next = Next(place + 1);
        &mut self.resources[place]
    }
}

/// Writes the name of a value, which is a symbol in Ruby.
fn symbol(emitter: &mut Emitter, name: &str) {
    emitter.key(true);
    emitter.scalar(&Scalar::plain([":", name].concat()));
    emitter.value(true);
}

/// Approximate bytes of a resource in the file, to allocate for all of them at once.
const ENTRY: usize = 64;

/// A state as it is written where no name and no value needs more than quotes; none where it is anything else.
fn plain(text: &str) -> Option<State> {
    let mut lines = text.strip_prefix("---\n")?.lines().peekable();
    let mut state = State { resources: IndexMap::with_capacity_and_hasher(text.len() / ENTRY, FxBuildHasher), next: Next(0) };
    let mut clock = clock::Read::default();
    while let Some(line) = lines.next() {
        let name = unquoted(line.strip_suffix(':')?)?;
        // What is there twice is somebody's else to decide.
        if state.resources.contains_key(name) {
            return None;
        }
        let mut remembered = Remembered::default();
        while let Some(line) = lines.next_if(|it| it.starts_with("  :")) {
            let (key, value) = line.strip_prefix("  :")?.split_once(": ")?;
            match key {
                "checked" if remembered.checked.is_none() => remembered.checked = Some(clock.time(value)?),
                "synced" if remembered.synced.is_none() => remembered.synced = Some(clock.time(value)?),
                _ => return None,
            }
        }
        state.resources.insert(name.into(), remembered);
    }
    Some(state).filter(|it| !it.resources.is_empty())
}

/// A key that means itself: in quotes with none inside, or without any and with nothing that would end it.
fn unquoted(key: &str) -> Option<&str> {
    let is_harmless = |it: char| it.is_alphanumeric() || matches!(it, ' '..='~') && it != '#';
    match key.strip_prefix('\'') {
        Some(rest) => rest.strip_suffix('\'').filter(|it| !it.contains('\'') && !it.contains(char::is_control)),
        None => {
            let is_plain = key.starts_with(|it: char| it.is_ascii_uppercase()) && key.ends_with(']') && key.chars().all(is_harmless);
            Some(key).filter(|it| is_plain && !it.contains(": "))
        }
    }
}

fn json(value: &Value) -> Option<Json> {
    Some(match value {
        Value::String(text) if text.strip_prefix(':') == Some(ABSENT) => Json::from(ABSENT),
        Value::String(text) => Json::String(text.to_string()),
        Value::Integer(it) => Json::from(*it),
        Value::Boolean(it) => Json::Bool(*it),
        Value::Undef => Json::Null,
        Value::Array(all) => all.iter().map(json).collect::<Option<Vec<Json>>>()?.into(),
        _ => return None,
    })
}

fn time(value: &Value) -> Option<Timestamp> {
    let text = match value {
        Value::String(text) => text.to_string(),
        Value::Timestamp(it) => it.to_string(),
        _ => return None,
    };
    // `2026-11-22 05:27:51.000000000 +00:00`
    let mut parts = text.split_whitespace();
    let (date, clock) = (parts.next()?, parts.next());
    let text = match (clock, parts.next()) {
        (Some("UTC"), _) => format!("{date}Z"),
        (Some(clock), Some("UTC")) => format!("{date}T{clock}Z"),
        (Some(clock), zone) => format!("{date}T{clock}{}", zone.unwrap_or("Z")),
        (None, _) => date.to_owned(),
    };
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_that_begins_like_a_time_is_no_time() {
        let mut state = State::default();
        let text = format!("2024-01-01 00:00:00 {} and more of it", "words ".repeat(12));
        state.of_mut("File[a]").audited.insert("content", text.into());
        let written = state.write(&Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC));
        assert_eq!(State::read(written.as_bytes()).unwrap(), state, "{written}");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let now: Zoned = "2026-11-22T05:27:51.123456789+01:00[+01:00]".parse().unwrap();
        let mut state = State::default();
        state.of_mut("File[/t/a: b]").checked = Some(now.timestamp());
        state.of_mut("Exec[a]").synced = Some(now.timestamp());
        state.of_mut("Exec[a]").audited.insert("mode", "0644".into());
        state.of_mut("Exec[old]").checked = Some(Timestamp::UNIX_EPOCH);
        state.of_mut("Exec[a]").audited.insert("owner", "absent".into());
        state.of_mut("Exec[a]").audited.insert("groups", serde_json::json!([]));
        state.of_mut("Exec[a]").audited.insert("seluser", Json::Null);
        state.of_mut("Exec[a]").audited.insert("members", serde_json::json!(["a: b", "c", 1]));
        let text = state.write(&now);
        assert!(text.contains("\n  :owner: :absent\n"), "{text}");
        let read = State::read(text.as_bytes()).unwrap();
        assert_eq!(read.resource("File[/t/a: b]"), state.resource("File[/t/a: b]"), "{text}");
        assert_eq!(read.resource("Exec[a]"), state.resource("Exec[a]"));
        assert_eq!(read.resource("Exec[old]"), None);
    }

    #[test]
    fn what_is_plain_is_read_as_yaml_is() {
        let now: Zoned = "2026-11-22T05:27:51.023456789-09:30[-09:30]".parse().unwrap();
        let mut state = State::default();
        for name in ["File[/t/a]", "File[/t/a: b]", "Exec[echo 'x' # y]", "Notify[true]", "Notify[\u{e9}]", "Class[A::B]", "Notify[a\nb]"] {
            state.of_mut(name).checked = Some(now.timestamp());
        }
        state.of_mut("Exec[none]");
        let of_all = |state: &State| {
            let text = state.write(&now);
            // Behind a remark nothing is plain any more.
            (State::read(text.as_bytes()).unwrap(), State::read(format!("# \n{text}").as_bytes()).unwrap(), plain(&text).is_some())
        };
        let (read, by_yaml, was_plain) = of_all(&state);
        assert!(!was_plain);
        assert_eq!(read, by_yaml);
        state.resources.retain(|name, _| !name.contains(['\'', '\n']) && name != "Exec[none]");
        state.of_mut("Class[A::B]").synced = Some(now.timestamp());
        let (read, by_yaml, was_plain) = of_all(&state);
        assert!(was_plain, "{}", state.write(&now));
        assert_eq!(read, state);
        assert_eq!(read, by_yaml);
        for broken in
            ["---\nFile[/a]:\n  :checked: 2026-13-22 05:27:51.000000000 +00:00\n", "---\nFile[/a]: b\n", "---\nFile[/a]:\nFile[/a]:\n"]
        {
            assert!(plain(broken).is_none(), "{broken}");
        }
    }

    #[test]
    fn a_state_without_resources_is_a_state() {
        let now: Zoned = "2026-11-22T05:27:51+01:00[+01:00]".parse().unwrap();
        assert_eq!(State::read(State::default().write(&now).as_bytes()).unwrap(), State::default());
    }

    #[test]
    fn what_was_done_in_the_future_was_done_now() {
        let now: Timestamp = "2026-11-22T05:27:51Z".parse().unwrap();
        let mut state = State::default();
        state.of_mut("Exec[past]").checked = Some(now - 1.hour());
        state.of_mut("Exec[soon]").checked = Some(now + 30.seconds());
        state.of_mut("Exec[late]").checked = Some(now + (24 * 365).hours());
        state.of_mut("Exec[late]").synced = Some(now + (24 * 365).hours());
        assert_eq!(state.clamp(now), 1);
        let checked = |name: &str| state.resource(name).and_then(|it| it.checked);
        assert_eq!([checked("Exec[past]"), checked("Exec[soon]")], [Some(now - 1.hour()), Some(now + 30.seconds())]);
        assert_eq!([checked("Exec[late]"), state.resource("Exec[late]").and_then(|it| it.synced)], [Some(now), Some(now)]);
    }

    #[test]
    fn what_is_broken_is_told() {
        assert!(matches!(State::read(b"- a\n"), Err(Error::StateIsNoHash)));
        assert!(matches!(State::read(b"a: [\n"), Err(Error::CorruptState(_))));
    }
}
