//! Any bytes are what a run has kept: its plan, what is owed, its changes, its state, the history.

use apply::run::{changes_of_text, history};
use apply::{Observer, Options, Owed, Planned, Reached, State, UndoRecord, take_back};
use providers::{Level, Record, Sink};

use crate::memory::{machine, sha256};

struct Silent;

impl Sink for Silent {
    fn least(&self) -> Level {
        Level::Debug
    }

    fn record(&mut self, _: Record) {}
}

impl Observer for Silent {}

pub fn records(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    history::parsed(bytes);
    if let Ok(plan) = serde_json::from_slice(bytes) {
        Planned::new(&[], &[]).moved(&plan);
    }
    let owed = Owed::read(&text);
    assert_eq!(Owed::read(&owed.write()), owed, "what is owed is not what was written");
    let reached = Reached::read(&text).write();
    assert_eq!(Reached::read(&reached).write(), reached, "what was reached is not what was written");
    if let Ok(mut state) = State::read(bytes) {
        let now = jiff::Timestamp::UNIX_EPOCH;
        state.clamp(now);
        let written = state.write(&now.to_zoned(jiff::tz::TimeZone::UTC));
        assert!(State::read(written.as_bytes()).is_ok(), "a state cannot be read again");
    }
    let undo_records = changes_of_text(&text);
    for it in &undo_records {
        assert_eq!(UndoRecord::of_json(&it.to_json()).as_ref(), Some(it), "a change is not what was written");
    }
    for noop in [true, false] {
        let common = providers::Options { noop, ..sha256() };
        let options = Options { common, ..Options::default() };
        take_back(&undo_records, &options, &mut machine(), &mut Silent, noop);
    }
}
