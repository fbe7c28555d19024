//! Errors and messages, as data.

use catalog::Condition;
use functions::Level;
use values::Str;

/// A place in a text, as Puppet tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub file: Option<Str>,
    pub line: Option<u32>,
    /// In characters, from 1.
    pub column: Option<u32>,
}

impl Place {
    /// As Puppet writes it behind a message: `(file: F, line: 1, column: 2)`; empty for no place.
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        if let Some(file) = &self.file {
            parts.push(format!("file: {file}"));
        }
        if let Some(line) = self.line {
            parts.push(format!("line: {line}"));
            if let Some(column) = self.column {
                parts.push(format!("column: {column}"));
            }
        }
        if parts.is_empty() { String::new() } else { format!("({})", parts.join(", ")) }
    }
}

/// What stops Puppet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalError {
    /// Puppet's text without the place.
    pub message: String,
    pub place: Place,
    /// The code of Puppet's issue, where it has one.
    pub code: Option<&'static str>,
    /// Where it really is, if Puppet's place is another.
    pub origin: Option<Place>,
    /// What may help, in Bunraku's words.
    pub help: Option<Box<str>>,
    /// The name that was probably meant, if one was misspelt.
    pub instead: Option<Box<str>>,
    /// When it happens: in an analysis it may depend on decisions that were not known.
    pub condition: Condition,
    /// It happens wherever nothing around what was evaluated brings what is missing here.
    pub unless_around: bool,
    /// Other places that have to do with it, and how.
    pub related: Vec<(Place, String)>,
    /// What is wrong in data, if that is the cause.
    pub data: Vec<DataKey>,
    /// What led there, the innermost first. Only in an analysis.
    pub way: Vec<Step>,
}

/// A statement because of which something is evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A call, of which only the line is known.
    Call(Place),
    /// The declaration of a class or of a resource of a defined type, as `Apt::Source[x]`.
    Declaration(Place, Str),
}

impl Step {
    pub fn place(&self) -> &Place {
        match self {
            Step::Call(place) | Step::Declaration(place, _) => place,
        }
    }
}

/// A key in a file of data that has to do with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataKey {
    pub file: Str,
    pub key: Str,
    /// The parameter that it binds; none where something looks it up.
    pub parameter: Option<Str>,
}

/// What may help with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    pub text: String,
    /// The name that was probably meant.
    pub instead: Option<String>,
}

impl Help {
    pub fn new(text: impl Into<String>) -> Help {
        Help { text: text.into(), instead: None }
    }

    /// A name was misspelt.
    pub fn meant(text: impl Into<String>, name: &str) -> Help {
        Help { text: text.into(), instead: Some(name.to_owned()) }
    }
}

impl EvalError {
    pub fn new(message: impl Into<String>, place: Place) -> EvalError {
        EvalError {
            message: message.into(),
            place,
            code: None,
            origin: None,
            help: None,
            instead: None,
            condition: Condition::Always,
            unless_around: false,
            related: Vec::new(),
            data: Vec::new(),
            way: Vec::new(),
        }
    }

    /// The message with its place behind it.
    pub fn full(&self) -> String {
        let place = self.place.text();
        // Some texts of Puppet name their place themselves.
        if place.is_empty() || self.message.ends_with(&place) { self.message.clone() } else { format!("{} {place}", self.message) }
    }

    pub(crate) fn add_help(&mut self, help: Option<Help>) {
        if let Some(help) = help {
            self.help = Some(help.text.into());
            self.instead = help.instead.map(Into::into);
        }
    }

    /// The innermost place that is known.
    pub fn origin(&self) -> &Place {
        self.origin.as_ref().unwrap_or(&self.place)
    }
}

/// A message for people, not an error of the compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    pub level: Level,
    pub message: String,
    /// As `Scope(Class[main])`.
    pub source: Option<String>,
    pub place: Place,
    pub code: Option<&'static str>,
}
