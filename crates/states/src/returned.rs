//! Return of a state.

use jiff::Zoned;
use serde_json::{Map, Value as Json, json};

/// Result of a state function, done or foreseen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// None where something would change, in test mode.
    pub result: Option<bool>,
    pub changes: Map<String, Json>,
    pub comment: String,
    pub warnings: Vec<String>,
    /// Whether a condition skipped the state, so that `mod_watch` does not run either.
    pub skips_watch: bool,
}

impl Outcome {
    pub fn new(result: Option<bool>, comment: impl Into<String>) -> Outcome {
        Outcome { result, comment: comment.into(), ..Outcome::default() }
    }

    pub fn fine(comment: impl Into<String>) -> Outcome {
        Outcome::new(Some(true), comment)
    }

    pub fn failed(comment: impl Into<String>) -> Outcome {
        Outcome::new(Some(false), comment)
    }
}

/// Result of a state in a run.
#[derive(Clone, Debug)]
pub struct Return {
    pub name: String,
    pub outcome: Outcome,
    /// Whether the function was called at all.
    pub has_run: bool,
    pub number: usize,
    /// None where a state could not be called: Salt leaves these out.
    pub id: Option<String>,
    pub sls: Option<String>,
    pub start: Option<Zoned>,
    pub milliseconds: f64,
    /// Whether Salt runs it in a process of its own.
    pub is_parallel: bool,
}

impl Return {
    /// Result of something that is no state of a file, or that could not be called.
    pub fn new(name: impl Into<String>, outcome: Outcome) -> Return {
        Return {
            name: name.into(),
            outcome,
            has_run: true,
            number: 0,
            id: None,
            sls: None,
            start: None,
            milliseconds: 0.0,
            is_parallel: false,
        }
    }

    pub fn result(&self) -> Option<bool> {
        self.outcome.result
    }

    pub fn is_failed(&self) -> bool {
        self.outcome.result == Some(false)
    }

    pub fn has_changes(&self) -> bool {
        !self.outcome.changes.is_empty()
    }

    /// As `salt-call --out json` prints it.
    pub fn to_json(&self) -> Json {
        let mut all = Map::new();
        let mut set = |name: &str, value: Json| {
            all.insert(name.to_owned(), value);
        };
        set("name", json!(self.name));
        set("changes", Json::Object(self.outcome.changes.clone()));
        set("result", json!(self.outcome.result));
        set("comment", json!(self.outcome.comment));
        if !self.outcome.warnings.is_empty() {
            set("warnings", json!(self.outcome.warnings));
        }
        if self.outcome.skips_watch {
            set("skip_watch", json!(true));
        }
        if !self.has_run {
            set("__state_ran__", json!(false));
        }
        if let Some(sls) = &self.sls {
            set("__sls__", json!(sls));
        }
        set("__run_num__", json!(self.number));
        if let Some(start) = &self.start {
            set("start_time", json!(time(start)));
            set("duration", json!(self.milliseconds));
        }
        if let Some(id) = &self.id {
            set("__id__", json!(id));
        }
        if self.is_parallel {
            set("__parallel__", json!(true));
        }
        Json::Object(all)
    }
}

/// The time of day, as Python's `isoformat` writes it.
pub fn time(at: &Zoned) -> String {
    at.strftime("%H:%M:%S%.6f").to_string()
}
