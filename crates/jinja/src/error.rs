//! Why a template cannot be rendered.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use text_size::TextRange;

/// Error that ends the rendering of a template.
#[derive(Clone)]
pub struct Error(Box<Data>);

#[derive(Clone)]
struct Data {
    kind: ErrorKind,
    message: String,
    trace: Vec<(Rc<str>, TextRange)>,
    of_host: Option<Rc<dyn Any>>,
}

/// The kind of an error: the class of Jinja or Python, or a reason of our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// `TemplateSyntaxError`
    Syntax,
    /// `TemplateAssertionError`: an unknown filter or test.
    Assertion,
    /// `UndefinedError`
    Undefined,
    /// `TemplateRuntimeError`
    Runtime,
    /// `FilterArgumentError`, a `TemplateRuntimeError`
    FilterArgument,
    /// `TemplateError`
    Template,
    /// `TemplateNotFound`
    NotFound,
    /// `TemplatesNotFound`
    NoneFound,
    /// `SecurityError`
    Security,
    /// An exception of Python, by its class.
    Python(&'static str),
    /// Something that Jinja can do and this crate cannot.
    NotCovered,
    /// Too many `steps`, too much `depth`, too much `output`.
    Limit(&'static str),
    /// It depends on something that is not known.
    Unknown,
    /// A failure of the host; see [`Error::of_host`].
    Host,
}

impl ErrorKind {
    /// The name of the class in Python.
    pub fn class(self) -> &'static str {
        match self {
            ErrorKind::Syntax => "TemplateSyntaxError",
            ErrorKind::Assertion => "TemplateAssertionError",
            ErrorKind::Undefined => "UndefinedError",
            ErrorKind::Runtime => "TemplateRuntimeError",
            ErrorKind::FilterArgument => "FilterArgumentError",
            ErrorKind::Template => "TemplateError",
            ErrorKind::NotFound => "TemplateNotFound",
            ErrorKind::NoneFound => "TemplatesNotFound",
            ErrorKind::Security => "SecurityError",
            ErrorKind::Python(class) => class,
            ErrorKind::NotCovered => "not covered",
            ErrorKind::Limit(_) => "limit",
            ErrorKind::Unknown => "unknown",
            ErrorKind::Host => "host",
        }
    }
}

pub type Outcome<T = crate::Value> = Result<T, Error>;

impl Error {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Data { kind, message: message.into(), trace: Vec::new(), of_host: None }))
    }

    pub fn type_error(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Python("TypeError"), message)
    }

    pub fn value_error(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Python("ValueError"), message)
    }

    pub fn not_covered(what: impl Into<String>) -> Error {
        Error::new(ErrorKind::NotCovered, what)
    }

    /// Something that is not known was needed.
    pub fn unknown(why: impl Into<String>) -> Error {
        Error::new(ErrorKind::Unknown, why)
    }

    /// A failure of a host, with data of the host.
    pub fn host(message: impl Into<String>, data: Rc<dyn Any>) -> Error {
        let mut error = Error::new(ErrorKind::Host, message);
        error.0.of_host = Some(data);
        error
    }

    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The text of the exception.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where it happened: files by name with ranges, the innermost first.
    pub fn trace(&self) -> &[(Rc<str>, TextRange)] {
        &self.0.trace
    }

    pub fn of_host(&self) -> Option<&Rc<dyn Any>> {
        self.0.of_host.as_ref()
    }

    pub(crate) fn has_place(&self) -> bool {
        !self.0.trace.is_empty()
    }

    /// The error, with one more place around it.
    pub(crate) fn at(mut self, file: &Rc<str>, range: TextRange) -> Error {
        if self.0.trace.len() < 64 {
            self.0.trace.push((file.clone(), range));
        }
        self
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error").field("kind", &self.0.kind).field("message", &self.0.message).field("trace", &self.0.trace).finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}
