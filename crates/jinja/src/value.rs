//! The values of templates: those of Python, and what is not known.

mod compare;
mod containers;
mod entries;
mod key;
mod lazy;
mod print;
pub(crate) mod work;

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use num_bigint::BigInt;

pub(crate) use compare::{Number, big_of_float};
pub(crate) use containers::journal::{Changes, Saved, journal};
pub use containers::{Dict, List, Map, Tuple};
pub use entries::Entries;
pub use key::Key;
pub use lazy::{DictView, Iter, Range, ViewKind};
pub use print::repr_str;
pub(crate) use print::{format_general, is_printable};

use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::render::Piece;

/// A value. Lists and maps are shared, as in Python: a copy is the same list.
#[derive(Clone)]
pub enum Value {
    None,
    Bool(bool),
    Int(i64),
    /// An integer that is no `Int`.
    Big(Rc<BigInt>),
    Float(f64),
    Str(Str),
    List(List),
    Tuple(Tuple),
    Dict(Dict),
    /// `keys()`, `values()`, `items()` of a map.
    View(DictView),
    Range(Rc<Range>),
    /// A generator: what is taken from it is gone.
    Iter(Iter),
    Undefined(Rc<Undefined>),
    Object(Rc<dyn Object>),
    /// Something that is not known.
    Unknown(Rc<Unknown>),
}

/// A text.
#[derive(Clone)]
pub struct Str {
    text: Rc<str>,
    /// It is a `Markup`.
    safe: bool,
    /// Where its parts come from, when they were printed by a template.
    pub(crate) pieces: Option<Rc<[Piece]>>,
}

impl Str {
    pub fn new(text: impl Into<Rc<str>>) -> Str {
        Str { text: text.into(), safe: false, pieces: None }
    }

    /// A `Markup`, which escaping leaves unchanged.
    pub fn safe(text: impl Into<Rc<str>>) -> Str {
        Str { text: text.into(), safe: true, pieces: None }
    }

    pub fn is_safe(&self) -> bool {
        self.safe
    }

    pub(crate) fn with_pieces(text: impl Into<Rc<str>>, pieces: Vec<Piece>) -> Str {
        Str { text: text.into(), safe: false, pieces: Some(pieces.into()) }
    }
}

impl std::ops::Deref for Str {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// Value of a missing name or attribute.
pub struct Undefined {
    pub message: String,
    /// Error on using it: `Undefined`, or `Security`.
    pub kind: ErrorKind,
    /// It may be printed, looped over and decided on: what a conditional expression without `else` gives.
    pub lenient: bool,
}

/// A value that is not known.
pub struct Unknown {
    /// Description, such as "the name of the host".
    pub why: Rc<str>,
    /// A text of which some parts are known.
    pub(crate) partial: Option<Str>,
    /// The known entries.
    pub(crate) entries: Option<Rc<dyn Entries>>,
}

/// Something with behaviour of its own: a function, a namespace, an object of the host.
pub trait Object {
    /// The name of its type, as messages have it.
    fn type_name(&self) -> String;

    /// The same with its module, where that is not `builtins`.
    fn qualified_type_name(&self) -> String {
        self.type_name()
    }

    /// `object.name`
    fn attribute(&self, _renderer: &mut Renderer<'_>, _name: &str) -> Outcome<Option<Value>> {
        Ok(None)
    }

    /// `object[key]`
    fn item(&self, _renderer: &mut Renderer<'_>, _key: &Value) -> Outcome<Option<Value>> {
        Ok(None)
    }

    /// `set object.name = value`; false when it takes no attributes.
    fn set_attribute(&self, _name: &str, _value: Value) -> bool {
        false
    }

    fn is_callable(&self) -> bool {
        false
    }

    /// It has items like a map.
    fn is_mapping(&self) -> bool {
        false
    }

    fn call(&self, _renderer: &mut Renderer<'_>, _args: Args) -> Outcome {
        Err(Error::type_error(format!("{} object is not callable", repr_str(&self.type_name()))))
    }

    /// Items for a loop.
    fn items(&self) -> Option<Outcome<Vec<Value>>> {
        None
    }

    fn length(&self) -> Option<usize> {
        None
    }

    /// Its text; objects without one cannot be printed.
    fn print(&self, _repr: bool) -> Option<Str> {
        None
    }

    fn as_any(&self) -> &dyn Any;
}

/// The arguments of a call.
#[derive(Clone, Default)]
pub struct Args {
    pub positional: Vec<Value>,
    pub named: Vec<(Rc<str>, Value)>,
}

type Native = dyn Fn(&mut Renderer<'_>, Args) -> Outcome;

/// A function of Rust.
#[derive(Clone)]
pub struct Function {
    pub name: Rc<str>,
    run: Rc<Native>,
}

impl Function {
    pub fn new(name: &str, run: impl Fn(&mut Renderer<'_>, Args) -> Outcome + 'static) -> Function {
        Function { name: name.into(), run: Rc::new(run) }
    }

    pub fn run(&self, renderer: &mut Renderer<'_>, args: Args) -> Outcome {
        (self.run)(renderer, args)
    }
}

impl Object for Function {
    fn type_name(&self) -> String {
        "function".to_owned()
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, renderer: &mut Renderer<'_>, args: Args) -> Outcome {
        (self.run)(renderer, args)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl From<Function> for Value {
    fn from(function: Function) -> Value {
        Value::Object(Rc::new(function))
    }
}

impl Value {
    pub fn str(text: impl Into<Rc<str>>) -> Value {
        Value::Str(Str::new(text))
    }

    pub fn list(items: Vec<Value>) -> Value {
        Value::List(List::new(items))
    }

    pub fn tuple(items: Vec<Value>) -> Value {
        Value::Tuple(Tuple::new(items))
    }

    /// A map with texts as keys.
    pub fn dict<K: Into<Rc<str>>>(pairs: impl IntoIterator<Item = (K, Value)>) -> Value {
        Value::Dict(Dict::new(pairs.into_iter().map(|(key, value)| (Key::text(key.into()), value)).collect()))
    }

    /// Something that is not known. `why` names it, such as "the name of the host".
    pub fn unknown(why: impl Into<Rc<str>>) -> Value {
        Value::Unknown(Rc::new(Unknown { why: why.into(), partial: None, entries: None }))
    }

    /// A map that is not known, and the name of an entry with a key.
    pub fn unknown_map(why: impl Into<Rc<str>>, entry: fn(&str) -> String) -> Value {
        let why = why.into();
        Value::partly_known(Rc::clone(&why), Rc::new(entries::Named { why, entry }))
    }

    /// Something of which only entries are known. What needs the whole is not known: its text, its length, a loop over it.
    pub fn partly_known(why: impl Into<Rc<str>>, entries: Rc<dyn Entries>) -> Value {
        Value::Unknown(Rc::new(Unknown { why: why.into(), partial: None, entries: Some(entries) }))
    }

    /// A method of Python's values, such as `update` of a map.
    pub fn method(&self, name: &str) -> Option<Value> {
        crate::methods::find(self, name)
    }

    /// The known entries of something that is not known as a whole.
    pub fn entries(&self) -> Option<&Rc<dyn Entries>> {
        match self {
            Value::Unknown(it) => it.entries.as_ref(),
            _ => None,
        }
    }

    pub fn undefined(message: impl Into<String>) -> Value {
        Value::Undefined(Rc::new(Undefined { message: message.into(), kind: ErrorKind::Undefined, lenient: false }))
    }

    pub fn from_big(value: BigInt) -> Value {
        match i64::try_from(&value) {
            Ok(small) => Value::Int(small),
            Err(_) => Value::Big(Rc::new(value)),
        }
    }

    pub fn from_usize(value: usize) -> Value {
        i64::try_from(value).map_or(Value::Int(i64::MAX), Value::Int)
    }

    /// Value of a conditional expression without `else`, which is not strict.
    pub(crate) fn lenient(message: String) -> Value {
        Value::Undefined(Rc::new(Undefined { message, kind: ErrorKind::Undefined, lenient: true }))
    }

    pub(crate) fn is_lenient(&self) -> bool {
        matches!(self, Value::Undefined(it) if it.lenient)
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    pub fn is_undefined(&self) -> bool {
        matches!(self, Value::Undefined(_))
    }

    /// Whether the value, or the content of a list or map, is not known.
    pub fn is_unknown(&self) -> bool {
        match self {
            Value::Unknown(_) => true,
            Value::List(list) => !list.is_known(),
            Value::Dict(dict) => !dict.is_known(),
            Value::View(view) => !view.dict.is_known(),
            _ => false,
        }
    }

    /// The value, when it is known.
    pub(crate) fn known(&self) -> Outcome<&Value> {
        match self {
            Value::Unknown(it) => Err(Error::unknown(&*it.why)),
            other if other.is_unknown() => Err(Error::unknown("a value that is changed where a condition is unknown")),
            other => Ok(other),
        }
    }

    /// The value, when it is known and defined.
    pub(crate) fn defined(&self) -> Outcome<&Value> {
        match self.known()? {
            Value::Undefined(it) => Err(it.error()),
            other => Ok(other),
        }
    }

    /// The name of the type in Python.
    pub fn type_name(&self) -> String {
        match self {
            Value::None => "NoneType",
            Value::Bool(_) => "bool",
            Value::Int(_) | Value::Big(_) => "int",
            Value::Float(_) => "float",
            Value::Str(text) if text.safe => "Markup",
            Value::Str(_) => "str",
            Value::List(_) => "list",
            Value::Tuple(_) => "tuple",
            Value::Dict(_) => "dict",
            Value::View(view) => view.kind.type_name(),
            Value::Range(_) => "range",
            Value::Iter(_) => "generator",
            Value::Undefined(it) if it.lenient => "Undefined",
            Value::Undefined(_) => "StrictUndefined",
            Value::Unknown(_) => "unknown",
            Value::Object(object) => return object.type_name(),
        }
        .to_owned()
    }

    pub fn truth(&self) -> Outcome<bool> {
        if self.is_lenient() {
            return Ok(false);
        }
        if self.entries().is_some_and(|it| it.is_never_empty()) {
            return Ok(true);
        }
        Ok(match self.defined()? {
            Value::None => false,
            Value::Bool(it) => *it,
            Value::Int(it) => *it != 0,
            Value::Float(it) => *it != 0.0,
            Value::Str(it) => !it.is_empty(),
            Value::List(it) => !it.is_empty(),
            Value::Tuple(it) => !it.is_empty(),
            Value::Dict(it) => !it.is_empty(),
            Value::View(it) => !it.dict.is_empty(),
            Value::Range(it) => !it.is_empty(),
            Value::Object(it) => it.length() != Some(0),
            Value::Big(_) | Value::Iter(_) | Value::Undefined(_) | Value::Unknown(_) => true,
        })
    }

    /// `len(value)`, for what has a length.
    pub(crate) fn length(&self) -> Outcome<Option<usize>> {
        if self.is_lenient() {
            return Ok(Some(0));
        }
        Ok(match self.defined()? {
            Value::Str(it) => {
                work::charge(it.len() / 256 + 1)?;
                Some(it.chars().count())
            }
            Value::List(it) => Some(it.len()),
            Value::Tuple(it) => Some(it.len()),
            Value::Dict(it) => Some(it.len()),
            Value::View(it) => Some(it.dict.len()),
            Value::Range(it) => Some(it.len()),
            Value::Object(it) => it.length(),
            _ => None,
        })
    }

    /// Items for a loop over the value, and the error that stops it.
    pub(crate) fn iterate_lazily(&self) -> Outcome<(Vec<Value>, Option<Error>)> {
        if self.is_lenient() {
            return Ok((vec![], None));
        }
        work::charge(self.length()?.unwrap_or(1))?;
        Ok(match self.defined()? {
            Value::Str(text) => (text.chars().map(|it| Value::str(it.encode_utf8(&mut [0; 4]) as &str)).collect(), None),
            Value::List(it) => (it.to_vec(), None),
            Value::Tuple(it) => (it.to_vec(), None),
            Value::Dict(it) => (it.keys(), None),
            Value::View(it) => (it.items(), None),
            Value::Range(it) => (it.iter().map(Value::Int).collect(), None),
            Value::Iter(it) => it.take_all(),
            Value::Object(it) => match it.items() {
                Some(items) => (items?, None),
                None => return Err(self.not_iterable()),
            },
            _ => return Err(self.not_iterable()),
        })
    }

    pub(crate) fn not_iterable(&self) -> Error {
        Error::type_error(format!("{} object is not iterable", repr_str(&self.type_name())))
    }

    /// Items for a loop over the value.
    pub fn iterate(&self) -> Outcome<Vec<Value>> {
        match self.iterate_lazily()? {
            (_, Some(error)) => Err(error),
            (items, None) => Ok(items),
        }
    }
}

impl Undefined {
    pub fn error(&self) -> Error {
        Error::new(self.kind, self.message.clone())
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Unknown(it) => write!(f, "<unknown: {}>", it.why),
            other => match other.repr() {
                Ok(text) => f.write_str(&text),
                Err(_) => write!(f, "<{}>", other.type_name()),
            },
        }
    }
}

impl From<bool> for Value {
    fn from(it: bool) -> Value {
        Value::Bool(it)
    }
}

impl From<i64> for Value {
    fn from(it: i64) -> Value {
        Value::Int(it)
    }
}

impl From<f64> for Value {
    fn from(it: f64) -> Value {
        Value::Float(it)
    }
}

impl From<&str> for Value {
    fn from(it: &str) -> Value {
        Value::str(it)
    }
}

impl From<String> for Value {
    fn from(it: String) -> Value {
        Value::str(it)
    }
}
