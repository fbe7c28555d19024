//! Types whose providers are written in Ruby: Puppet's own code does their work, in a separate process.
//!
//! ```text
//! Bridged (an Instance) ──▶ Bridge ──▶ Channel ──▶ helper.rb in a Ruby that has Puppet
//! ```
//!
//! One process serves a whole run, one request at a time. It retrieves, compares and sets; the order, noop, refreshes, events and
//! reports are the transaction's, as of all other types. A process that ends or does not answer fails the resource it worked for,
//! and the next one gets a new process.

mod data;
mod instance;
mod kinds;
mod prepare;
mod shown;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use jiff::Zoned;
use machine::ruby::{Channel, Launch, RubyError};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value as Json, json};
use smol_str::SmolStr;

use crate::instance::ProviderError;
use crate::log::{Level, Record, Tags};
use crate::secrets::{SHORTEST, open, texts};
use crate::subject::Subject;

pub use kinds::{WithRuby, is_provider_in_ruby};
pub use prepare::Prepared;

/// The program of the process.
pub const PROGRAM: &str = include_str!("bridge/helper.rb");

/// Inputs of the process.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Folders and names, as Puppet's settings call them.
    pub settings: Vec<(String, String)>,
    /// Folders that hold modules.
    pub modules: Vec<String>,
    pub environment: String,
    pub noop: bool,
    pub show_diff: bool,
    /// Least level of its messages.
    pub least: Option<Level>,
    /// How long a request may take.
    pub patience: Duration,
}

/// Message of Puppet from its work.
#[derive(Clone, Debug, PartialEq)]
pub struct LogMessage {
    pub level: Level,
    pub source: String,
    pub message: String,
    pub tags: Vec<SmolStr>,
    pub file: Option<String>,
    pub line: Option<u32>,
}

impl LogMessage {
    pub fn record(self, time: Zoned) -> Record {
        let LogMessage { level, source, message, tags, file, line } = self;
        Record { level, source, message, tags: Tags::listed(tags), file: file.map(Into::into), line, time, full: None }
    }
}

/// Where that goes.
pub type Tell<'a> = dyn FnMut(LogMessage) + 'a;

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub enum BridgeError {
    /// Ruby says what is wrong.
    Answer(Box<Exception>),
    /// There is no Ruby that could be asked.
    Missing(RubyError),
    /// There is no process any more.
    Gone(ProviderError),
}

/// An exception of Ruby.
#[derive(Clone, Debug, Default)]
pub struct Exception {
    pub failure: ProviderError,
    /// The message without the place where the resource is declared.
    pub plain: String,
    /// Messages about the property.
    pub words: Json,
}

impl fmt::Display for BridgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BridgeError::Answer(exception) => exception.failure.fmt(f),
            BridgeError::Missing(error) => error.fmt(f),
            BridgeError::Gone(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for BridgeError {}

impl From<BridgeError> for ProviderError {
    fn from(trouble: BridgeError) -> ProviderError {
        match trouble {
            BridgeError::Answer(refusal) => refusal.failure,
            BridgeError::Missing(error) => ProviderError::new(error.to_string()),
            BridgeError::Gone(failure) => failure,
        }
    }
}

/// The process, and what it has to know when it is started anew.
pub struct Bridge {
    launch: Box<dyn Launch>,
    setup: Setup,
    channel: Option<Box<dyn Channel>>,
    /// Why there is no process, and will be none.
    missing: Option<BridgeError>,
    /// The resources that are applied elsewhere.
    others: Vec<Json>,
    /// Resources that it applies, as it receives them.
    resources: Vec<(String, Json)>,
    /// Those whose mere declaration ends it.
    deadly: FxHashMap<String, ProviderError>,
    /// Resources that the running process knows.
    known: FxHashMap<String, Json>,
    kinds: FxHashMap<String, Json>,
    secrets: FxHashSet<String>,
    /// Resources of types in Ruby of which nothing is applied, by their references: they need no Ruby.
    inert: FxHashSet<String>,
}

/// Shared by all resources.
pub type Shared = Arc<Mutex<Bridge>>;

/// Waits for its turn. What a thread that panicked has left is as good as any.
pub fn locked(bridge: &Mutex<Bridge>) -> MutexGuard<'_, Bridge> {
    bridge.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Bridge {
    pub fn new(launch: Box<dyn Launch>, setup: Setup) -> Bridge {
        Bridge {
            launch,
            setup,
            channel: None,
            missing: None,
            others: Vec::new(),
            resources: Vec::new(),
            deadly: FxHashMap::default(),
            known: FxHashMap::default(),
            kinds: FxHashMap::default(),
            secrets: FxHashSet::default(),
            inert: FxHashSet::default(),
        }
    }

    /// Takes resources, by their references, whose types in Ruby have been evaluated and apply nothing: no properties, no providers, no
    /// methods that apply them. They are not passed to Ruby.
    pub fn leave(&mut self, inert: impl IntoIterator<Item = String>) {
        self.inert.extend(inert);
    }

    fn is_inert(&self, subject: &Subject) -> bool {
        self.inert.contains(&*subject.reference)
    }

    /// The resources that are applied elsewhere, as Ruby receives them.
    pub fn others(&self) -> &[Json] {
        &self.others
    }

    /// Tells of a resource, unless it is known. Gives what Ruby says of it.
    pub fn introduce(&mut self, reference: &str, data: &Json, tell: &mut Tell<'_>) -> Result<Json, BridgeError> {
        if let Some(failure) = self.deadly.get(reference) {
            return Err(BridgeError::Gone(failure.clone()));
        }
        self.start(tell)?;
        if let Some(about) = self.known.get(reference) {
            return Ok(about.clone());
        }
        self.keep_secrets(data);
        let about = self.exchange(reference, &json!({ "do": "add", "resource": data }), tell);
        match about {
            Ok(about) => {
                self.known.insert(reference.to_owned(), about.clone());
                if !self.resources.iter().any(|it| it.0 == reference) {
                    self.resources.push((reference.to_owned(), data.clone()));
                }
                Ok(about)
            }
            Err(BridgeError::Gone(failure)) => {
                self.deadly.insert(reference.to_owned(), failure.clone());
                Err(BridgeError::Gone(failure))
            }
            refused => refused,
        }
    }

    /// Asks about a resource that was introduced.
    pub fn ask(&mut self, verb: &str, reference: &str, mut request: Json, tell: &mut Tell<'_>) -> Result<Json, BridgeError> {
        self.start(tell)?;
        if let Some(request) = request.as_object_mut() {
            request.insert("do".to_owned(), json!(verb));
            request.insert("ref".to_owned(), json!(reference));
        }
        let answer = self.exchange(reference, &request, tell)?;
        // What has come of it is known from now on.
        for made in answer["resources"].as_array().into_iter().flatten() {
            if let Some(reference) = made["ref"].as_str() {
                self.known.entry(reference.to_owned()).or_insert_with(|| made["about"].clone());
            }
        }
        Ok(answer)
    }

    /// Asks for the abilities of a type's resources; nothing where there is no process to ask.
    pub fn learn(&mut self, type_name: &str, tell: &mut Tell<'_>) {
        if self.kinds.contains_key(type_name) || self.start(tell).is_err() {
            return;
        }
        if let Ok(kind) = self.exchange(type_name, &json!({ "do": "kind", "type": type_name }), tell) {
            self.kinds.insert(type_name.to_owned(), kind);
        }
    }

    pub fn can(&self, type_name: &str, what: &str) -> bool {
        self.kinds.get(type_name).is_some_and(|it| it[what] == true)
    }

    /// Whether changes are only checked. What a process has found out for the one does not do for the other.
    pub fn noop(&mut self, noop: bool) {
        if self.setup.noop != noop {
            self.setup.noop = noop;
            self.channel = None;
        }
    }

    /// Whether types find anything wrong before anything is applied. An error of a resource is reported for it.
    pub fn check(&mut self, tell: &mut Tell<'_>) -> Result<(), ProviderError> {
        if self.resources.is_empty() {
            return Ok(());
        }
        self.start(tell)?;
        let answer = self.exchange("what types look at first", &json!({ "do": "check" }), tell)?;
        if answer["right"] == true { Ok(()) } else { Err(ProviderError::new("Some pre-run checks failed")) }
    }

    /// Tells providers that all is done.
    pub fn finish(&mut self, tell: &mut Tell<'_>) {
        if self.channel.is_some() {
            // Whatever it says now, nothing depends on it.
            let _ = self.exchange("the end of the run", &json!({ "do": "finish" }), tell);
            self.channel = None;
        }
    }

    /// Starts a process, unless one runs, and sends it what the last one knew.
    fn start(&mut self, tell: &mut Tell<'_>) -> Result<(), BridgeError> {
        if self.channel.is_some() {
            return Ok(());
        }
        if let Some(missing) = &self.missing {
            return Err(missing.clone());
        }
        self.known.clear();
        match self.launch.start() {
            Ok(channel) => self.channel = Some(channel),
            Err(error) => {
                let missing = BridgeError::Missing(error);
                self.missing = Some(missing.clone());
                return Err(missing);
            }
        }
        let setup = &self.setup;
        let settings: serde_json::Map<String, Json> = setup.settings.iter().map(|(name, it)| (name.clone(), json!(it))).collect();
        let begin = json!({
            "do": "begin", "settings": settings, "modules": setup.modules, "environment": setup.environment, "noop": setup.noop,
            "show_diff": setup.show_diff, "level": setup.least.unwrap_or(Level::Notice).name(), "others": self.others,
        });
        if let Err(error) = self.exchange("Puppet's settings", &begin, tell) {
            let missing = BridgeError::Gone(error.into());
            self.channel = None;
            self.missing = Some(missing.clone());
            return Err(missing);
        }
        for (reference, data) in self.resources.clone() {
            match self.exchange(&reference, &json!({ "do": "add", "resource": data }), tell) {
                Ok(about) => drop(self.known.insert(reference, about)),
                Err(BridgeError::Answer(_)) => {}
                // It was harmless the first time: whoever comes next begins anew.
                Err(gone) => return Err(gone),
            }
        }
        Ok(())
    }

    fn exchange(&mut self, about: &str, request: &Json, tell: &mut Tell<'_>) -> Result<Json, BridgeError> {
        let patience = self.setup.patience;
        let Some(channel) = &mut self.channel else { return Err(BridgeError::Gone(ProviderError::new("There is no Ruby"))) };
        channel.send(request.to_string());
        let gone = loop {
            let line = match channel.receive(patience) {
                Ok(line) => line,
                Err(gone) => break gone,
            };
            let Ok(mut answer) = serde_json::from_str::<Json>(&line) else {
                break RubyError::Ended("its answer is not JSON".to_owned());
            };
            if let Some(log) = answer.get("log") {
                if let Some(message) = message(log, &self.secrets) {
                    tell(message);
                }
                continue;
            }
            if let Some(error) = answer.get("error") {
                return Err(BridgeError::Answer(Box::new(refusal(error, &self.secrets))));
            }
            return Ok(answer.get_mut("ok").map(Json::take).unwrap_or_default());
        };
        self.channel = None;
        self.known.clear();
        let verb = request["do"].as_str().unwrap_or_default();
        let what = match request["property"].as_str() {
            Some(property) => format!("{verb} of {property}"),
            None => verb.to_owned(),
        };
        Err(BridgeError::Gone(ProviderError::new(match gone {
            RubyError::Missing { reason: how } | RubyError::Ended(how) => {
                format!("The Ruby process ended while it worked for {about} ({what}): {how}")
            }
            RubyError::TimedOut => {
                format!("The Ruby process did not answer for {about} ({what}) within {} seconds, and was ended", patience.as_secs())
            }
        })))
    }

    fn keep_secrets(&mut self, data: &Json) {
        for name in data["sensitive_parameters"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            texts(&data["parameters"][name], &mut |text| {
                if text.len() >= SHORTEST {
                    self.secrets.insert(text.to_owned());
                }
            });
        }
    }
}

fn message(log: &Json, secrets: &FxHashSet<String>) -> Option<LogMessage> {
    let text = |name: &str| log[name].as_str();
    Some(LogMessage {
        level: Level::of_name(text("level")?)?,
        source: text("source").unwrap_or("Puppet").to_owned(),
        message: open(text("message").unwrap_or_default(), secrets),
        tags: log["tags"].as_array().into_iter().flatten().filter_map(Json::as_str).map(SmolStr::new).collect(),
        file: text("file").map(str::to_owned),
        line: log["line"].as_u64().and_then(|it| u32::try_from(it).ok()),
    })
}

fn refusal(error: &Json, secrets: &FxHashSet<String>) -> Exception {
    let text = |name: &str| error[name].as_str().map(|it| open(it, secrets));
    let message = text("message").unwrap_or_default();
    Exception {
        plain: text("plain").unwrap_or_else(|| message.clone()),
        failure: ProviderError { message, cause: text("cause"), reported: None },
        words: error["words"].clone(),
    }
}
