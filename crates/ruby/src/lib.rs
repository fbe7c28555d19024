//! Evaluates the Ruby of ERB templates, without Ruby and without touching anything outside.
//!
//! [`Template::shared`] reads a template; [`Template::render`] evaluates it, asking a [`Host`] for what is not Ruby's own. The crate
//! knows no Puppet. What it does not cover is [`Error::NotCovered`], with its place; nothing is skipped.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod assigned;
pub mod ast;
mod basics;
mod big;
mod bytes;
pub mod calls;
pub mod class;
pub mod coverage;
pub mod declarations;
mod enumerator;
mod erb;
mod eval;
pub mod function_file;
pub mod host;
mod invoke;
mod journal;
mod json;
mod load;
pub mod locals;
mod lower;
pub mod methods;
mod number;
pub mod objects;
pub mod outline;
mod prepared;
mod providers;
mod regexp;
mod shared;
pub mod stop;
pub mod value;
mod version;
pub mod words;
mod yaml_text;

use std::any::Any;
use std::fmt;

pub use assigned::Assigned;
pub use declarations::Declarations;
pub use eval::{Limits, Ruby};
pub use host::Host;
pub use invoke::Args;
pub use load::clean;
pub use lower::Problem;
pub use outline::Outline;
pub use prepared::Prepared;
pub use providers::{Provider, providers};
pub use shared::Read;
pub use stop::{Limit, NotCovered, Outcome, Stop};
pub use value::{Heap, Value};
pub use version::Version;

use ast::Kind;

/// A file of Ruby that was read.
pub struct Program {
    parsed: lower::Parsed,
    /// Its name, as `__FILE__` gives it.
    pub file: ast::Name,
    /// Where its lines begin, after the first.
    lines: Vec<u32>,
}

impl Program {
    pub fn parse(text: &str, file: &str) -> Result<Program, Vec<Problem>> {
        let ends = text.bytes().enumerate().filter(|(_, it)| *it == b'\n');
        let lines = ends.filter_map(|(at, _)| u32::try_from(at + 1).ok()).collect();
        Ok(Program { parsed: lower::program(text, file)?, file: file.into(), lines })
    }

    /// The constants that it reads, as they are written.
    pub fn constants(&self) -> impl Iterator<Item = &str> {
        self.parsed.uses.iter().filter_map(|it| match &it.1 {
            coverage::Use::Constant(name) => Some(&**name),
            _ => None,
        })
    }

    /// The number of the line of a place, from 1.
    pub fn line(&self, at: u32) -> usize {
        self.lines.partition_point(|it| *it <= at) + 1
    }
}

/// A template that was read.
pub struct Template {
    parsed: lower::Parsed,
    /// Length of the code before it.
    skipped: u32,
}

/// Result of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    pub text: String,
    /// The places of unknown values, in bytes.
    pub holes: Vec<usize>,
}

/// Why a template gives nothing.
#[derive(Debug)]
pub enum Error {
    /// An exception, and the place in the file, in bytes.
    Raised {
        class: String,
        message: String,
        at: u32,
        file: ast::Name,
    },
    /// Code that is not evaluated.
    NotCovered(NotCovered),
    Limit(Limit),
    /// It depends on something that is not known.
    Unknown,
    /// A failure of the host.
    Host(Box<dyn Any>),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Raised { class, message, .. } => write!(f, "{class}: {message}"),
            Error::NotCovered(lack) => f.write_str(&lack.construct),
            Error::Limit(limit) => limit.fmt(f),
            Error::Unknown | Error::Host(_) => f.write_str("what is not known"),
        }
    }
}

impl std::error::Error for Error {}

impl Template {
    pub fn parse(text: &str) -> Result<Template, Vec<Problem>> {
        Template::parse_as(text, "")
    }

    fn parse_as(text: &str, file: &str) -> Result<Template, Vec<Problem>> {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let skipped = u32::try_from(text.len() - body.len()).unwrap_or(0);
        match lower::template(body, file) {
            Ok(parsed) => Ok(Template { parsed, skipped }),
            Err(problems) => Err(lower::moved(problems, skipped)),
        }
    }

    /// How many variables it has.
    pub(crate) fn locals(&self) -> usize {
        self.parsed.locals
    }

    /// The place of a variable.
    pub(crate) fn slot(&self, name: &str) -> Option<usize> {
        self.parsed.names.iter().position(|it| it == name)
    }

    /// Evaluates its statements after some of them.
    pub(crate) fn eval_after(&self, ruby: &mut Ruby<'_>, count: usize) -> Outcome {
        let statements = match &self.parsed.root.kind {
            Kind::Sequence(nodes) => nodes.as_slice(),
            _ => std::slice::from_ref(&self.parsed.root),
        };
        let mut last = Value::Nil;
        for node in statements.iter().skip(count) {
            last = ruby.eval(node)?;
        }
        Ok(last)
    }

    /// Renders the template; the number is how many steps that took.
    pub fn render(&self, host: &mut dyn Host, heap: Heap, limits: Limits) -> (Result<Rendered, Error>, u64) {
        let mut ruby = eval::Ruby::new(host, heap, limits, self.parsed.locals);
        let ended = ruby.eval(&self.parsed.root).and_then(|_| ruby.host.finish(&ruby.heap));
        let ended = ruby.settled(ended);
        let rendered = match ended {
            Ok(()) => Ok(Rendered { text: std::mem::take(&mut ruby.out), holes: std::mem::take(&mut ruby.holes) }),
            Err(stop) => Err(failure(stop, self.skipped)),
        };
        (rendered, ruby.steps)
    }
}

/// Why an evaluation gives nothing. Places are those of the file, and of a template with what was skipped before it.
pub fn failure(stop: Stop, skipped: u32) -> Error {
    match stop {
        Stop::Raise(it) => Error::Raised {
            class: it.class.to_string(),
            message: it.message().to_string(),
            at: it.at.saturating_add(skipped),
            file: it.file.clone(),
        },
        Stop::NotCovered(it) => Error::NotCovered(NotCovered { at: it.at.saturating_add(skipped), ..*it }),
        Stop::Limit(what) => Error::Limit(what),
        Stop::Unknown => Error::Unknown,
        Stop::Host(it) => Error::Host(it),
        Stop::Break(..) | Stop::Next(_) | Stop::Return(..) | Stop::LeaveLoop(_) | Stop::NextOfLoop | Stop::Retry | Stop::Throw(..) => {
            Error::NotCovered(NotCovered { construct: "a jump out of the text".into(), at: skipped, file: "".into() })
        }
    }
}

impl eval::Ruby<'_> {
    /// `JSON.generate(value)`
    pub fn to_json(&mut self, value: &value::Value) -> stop::Outcome<String> {
        json::generate(self, value, &json::Layout::compact())
    }
}

/// Evaluates a text of Ruby and returns it as `inspect` shows it, for comparisons with Ruby.
pub fn evaluate(text: &str, host: &mut dyn Host, limits: Limits) -> Result<(String, String), Error> {
    let parsed = lower::program(text, "").map_err(|problems| Error::Raised {
        class: "SyntaxError".into(),
        file: "".into(),
        message: problems.into_iter().map(|it| it.message).next().unwrap_or_default(),
        at: 0,
    })?;
    let mut ruby = eval::Ruby::new(host, Heap::default(), limits, parsed.locals);
    let value = ruby.eval(&parsed.root).map_err(|it| failure(it, 0))?;
    let shown = ruby.inspect(&value).map_err(|it| failure(it, 0))?;
    let text = match &value {
        Value::Bytes(it) if bytes::ascii(it).is_none() => shown.clone(),
        value => ruby.text_of(value).map_err(|it| failure(it, 0))?,
    };
    Ok((shown, text))
}

/// An evaluation stays in its thread; what was read is shared between threads.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Template>();
    shared::<Program>();
};
