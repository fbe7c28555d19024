//! The values of an evaluation.

mod heap;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;
use num_bigint::BigInt;
use rustc_hash::FxBuildHasher;
use values::regex::{Found, Regex};

use crate::ast::{Code, Flags, Name, Place};
use crate::journal::{self, Content, Thing};
use crate::objects::Member;

pub use heap::Heap;

/// Bytes of what refers to a value: the counts of its references, and its places in lists that are half full.
const REFERENCES: usize = 2 * size_of::<usize>() + 2 * size_of::<Value>();

#[derive(Clone, Debug)]
pub enum Value {
    Nil,
    Boolean(bool),
    Integer(i64),
    /// An integer that needs more than 64 bits.
    Big(Rc<BigInt>),
    Float(f64),
    Symbol(Name),
    String(Rc<Text>),
    /// A string that is no text in UTF-8.
    Bytes(Rc<Bytes>),
    Array(Rc<Array>),
    Hash(Rc<Hash>),
    Range(Rc<Range>),
    Regex(Rc<Pattern>),
    Match(Rc<Match>),
    Proc(Rc<Proc>),
    Exception(Rc<Exception>),
    Class(Name),
    /// An object of a class that the program defines.
    Object(Rc<Object>),
    /// Something of the host.
    Foreign(Rc<Foreign>),
    /// The text that the template has given so far.
    Output,
    /// The object whose code it is.
    This,
    /// An unknown value.
    Unknown,
}

#[derive(Debug)]
pub struct Text {
    text: RefCell<Rc<str>>,
    pub frozen: Cell<bool>,
    /// Whether it is the host's, too: a change would have to be seen there.
    pub shared: bool,
    /// Whether it was made while a file was loaded: it stays from call to call.
    pub early: bool,
    /// Whether its encoding is UTF-8 without doubt. Methods of Ruby make texts of several encodings, which are equal if they are ASCII.
    pub is_utf8: Cell<bool>,
    lost: Cell<bool>,
}

impl Text {
    pub fn new(text: impl Into<Rc<str>>, frozen: bool) -> Text {
        Text {
            text: RefCell::new(text.into()),
            frozen: Cell::new(frozen),
            shared: false,
            early: false,
            is_utf8: Cell::new(false),
            lost: Cell::new(false),
        }
    }

    pub fn get(&self) -> Rc<str> {
        note_read(&self.lost);
        self.text.borrow().clone()
    }

    pub fn set(self: &Rc<Self>, text: impl Into<Rc<str>>) {
        self.note();
        *self.text.borrow_mut() = text.into();
    }

    pub fn freeze(self: &Rc<Self>) {
        self.note();
        self.frozen.set(true);
    }

    pub fn set_utf8(self: &Rc<Self>) {
        self.note();
        self.is_utf8.set(true);
    }

    /// Whether its content depends on something unknown.
    pub fn is_lost(&self) -> bool {
        self.lost.get()
    }

    /// Makes its content unknown.
    pub fn lose(self: &Rc<Self>) {
        self.note();
        self.lost.set(true);
    }

    fn note(self: &Rc<Self>) {
        if journal::is_open() {
            journal::note(Thing::Text(self.clone()));
        }
    }

    pub fn content(&self) -> Content {
        let (frozen, is_utf8, lost) = (self.frozen.get(), self.is_utf8.get(), self.lost.get());
        Content::Text { text: self.text.borrow().clone(), frozen, is_utf8, lost }
    }

    pub fn put(&self, content: Content) {
        let Content::Text { text, frozen, is_utf8, lost } = content else { return };
        *self.text.borrow_mut() = text;
        self.frozen.set(frozen);
        self.is_utf8.set(is_utf8);
        self.lost.set(lost);
    }
}

fn note_read(lost: &Cell<bool>) {
    if lost.get() {
        journal::note_lost_read();
    }
}

/// The encodings that are covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    Ascii,
    Binary,
    Latin1,
    /// Bytes that claim to be UTF-8 and are not.
    Utf8,
    Utf16Be,
    Utf16Le,
}

impl Encoding {
    const NAMES: [(&str, Encoding); 10] = [
        ("ASCII-8BIT", Encoding::Binary),
        ("BINARY", Encoding::Binary),
        ("US-ASCII", Encoding::Ascii),
        ("ASCII", Encoding::Ascii),
        ("ISO-8859-1", Encoding::Latin1),
        ("ISO8859-1", Encoding::Latin1),
        ("UTF-8", Encoding::Utf8),
        ("CP65001", Encoding::Utf8),
        ("UTF-16BE", Encoding::Utf16Be),
        ("UTF-16LE", Encoding::Utf16Le),
    ];

    pub fn named(name: &str) -> Option<Encoding> {
        Encoding::NAMES.iter().find(|it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1)
    }

    pub fn name(self) -> &'static str {
        Encoding::NAMES.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }

    pub fn is_ascii_compatible(self) -> bool {
        !matches!(self, Encoding::Utf16Be | Encoding::Utf16Le)
    }
}

/// A string that is no text in UTF-8: bytes of another encoding, or such that are not what they claim.
#[derive(Debug)]
pub struct Bytes {
    bytes: RefCell<Rc<[u8]>>,
    pub encoding: Encoding,
    pub frozen: Cell<bool>,
    lost: Cell<bool>,
}

impl Bytes {
    pub fn new(bytes: Vec<u8>, encoding: Encoding) -> Bytes {
        Bytes { bytes: RefCell::new(bytes.into()), encoding, frozen: Cell::new(false), lost: Cell::new(false) }
    }

    pub fn get(&self) -> Rc<[u8]> {
        note_read(&self.lost);
        self.bytes.borrow().clone()
    }

    pub fn set(self: &Rc<Self>, bytes: Vec<u8>) {
        self.note();
        *self.bytes.borrow_mut() = bytes.into();
    }

    pub fn freeze(self: &Rc<Self>) {
        self.note();
        self.frozen.set(true);
    }

    /// Whether its content depends on something unknown.
    pub fn is_lost(&self) -> bool {
        self.lost.get()
    }

    /// Makes its content unknown.
    pub fn lose(self: &Rc<Self>) {
        self.note();
        self.lost.set(true);
    }

    fn note(self: &Rc<Self>) {
        if journal::is_open() {
            journal::note(Thing::Bytes(self.clone()));
        }
    }

    pub fn content(&self) -> Content {
        Content::Bytes { bytes: self.bytes.borrow().clone(), frozen: self.frozen.get(), lost: self.lost.get() }
    }

    pub fn put(&self, content: Content) {
        let Content::Bytes { bytes, frozen, lost } = content else { return };
        *self.bytes.borrow_mut() = bytes;
        self.frozen.set(frozen);
        self.lost.set(lost);
    }
}

#[derive(Debug, Default)]
pub struct Array {
    items: RefCell<Vec<Value>>,
    pub frozen: Cell<bool>,
    /// How many iterations go over it: what changes it meanwhile is not covered.
    pub iterated: Cell<u32>,
    pub shared: bool,
    pub early: bool,
    lost: Cell<bool>,
}

impl Array {
    pub fn new(items: Vec<Value>) -> Array {
        Array { items: RefCell::new(items), ..Array::default() }
    }

    pub fn items(&self) -> Vec<Value> {
        note_read(&self.lost);
        self.items.borrow().clone()
    }

    pub fn get(&self, index: usize) -> Option<Value> {
        note_read(&self.lost);
        self.items.borrow().get(index).cloned()
    }

    pub fn len(&self) -> usize {
        note_read(&self.lost);
        self.items.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes it; the closure calls nothing of the evaluation.
    pub fn change<T>(self: &Rc<Self>, change: impl FnOnce(&mut Vec<Value>) -> T) -> T {
        self.note();
        change(&mut self.items.borrow_mut())
    }

    pub fn freeze(self: &Rc<Self>) {
        self.note();
        self.frozen.set(true);
    }

    /// Whether its content depends on something unknown.
    pub fn is_lost(&self) -> bool {
        self.lost.get()
    }

    /// Makes its content unknown.
    pub fn lose(self: &Rc<Self>) {
        self.note();
        self.lost.set(true);
    }

    fn note(self: &Rc<Self>) {
        if journal::is_open() {
            journal::note(Thing::Array(self.clone()));
        }
    }

    pub fn content(&self) -> Content {
        Content::Array { items: self.items.borrow().clone(), frozen: self.frozen.get(), lost: self.lost.get() }
    }

    pub fn put(&self, content: Content) {
        let Content::Array { items, frozen, lost } = content else { return };
        *self.items.borrow_mut() = items;
        self.frozen.set(frozen);
        self.lost.set(lost);
    }
}

/// A key, compared with `eql?`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    Nil,
    Boolean(bool),
    Integer(i64),
    Big(Rc<BigInt>),
    Float(u64),
    Symbol(Name),
    String(Rc<str>),
    Bytes(Rc<[u8]>, Encoding),
    Array(Vec<Key>),
    Class(Name),
    /// An object, by its identity.
    Object(usize),
}

pub type Entries = IndexMap<Key, (Value, Value), FxBuildHasher>;

#[derive(Debug, Default)]
pub struct Hash {
    entries: RefCell<Entries>,
    pub frozen: Cell<bool>,
    pub iterated: Cell<u32>,
    pub shared: bool,
    pub early: bool,
    pub default: RefCell<Option<Value>>,
    /// `Hash.new { … }`
    pub default_of: RefCell<Option<Rc<Proc>>>,
    lost: Cell<bool>,
}

impl Hash {
    pub fn new(entries: Entries) -> Hash {
        Hash { entries: RefCell::new(entries), ..Hash::default() }
    }

    pub fn pairs(&self) -> Vec<(Value, Value)> {
        note_read(&self.lost);
        self.entries.borrow().values().cloned().collect()
    }

    pub fn entries(&self) -> Entries {
        note_read(&self.lost);
        self.entries.borrow().clone()
    }

    pub fn get(&self, key: &Key) -> Option<Value> {
        note_read(&self.lost);
        self.entries.borrow().get(key).map(|it| it.1.clone())
    }

    pub fn len(&self) -> usize {
        note_read(&self.lost);
        self.entries.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn change<T>(self: &Rc<Self>, change: impl FnOnce(&mut Entries) -> T) -> T {
        self.note();
        self.fill(change)
    }

    /// Changes a hash that only its maker has.
    pub fn fill<T>(&self, change: impl FnOnce(&mut Entries) -> T) -> T {
        change(&mut self.entries.borrow_mut())
    }

    pub fn freeze(self: &Rc<Self>) {
        self.note();
        self.frozen.set(true);
    }

    pub fn set_default(self: &Rc<Self>, value: Option<Value>, of: Option<Rc<Proc>>) {
        self.note();
        self.default.replace(value);
        self.default_of.replace(of);
    }

    /// Whether its content depends on something unknown.
    pub fn is_lost(&self) -> bool {
        self.lost.get()
    }

    /// Makes its content unknown.
    pub fn lose(self: &Rc<Self>) {
        self.note();
        self.lost.set(true);
    }

    /// Records its content where it may have to be restored.
    pub fn note(self: &Rc<Self>) {
        if journal::is_open() {
            journal::note(Thing::Hash(self.clone()));
        }
    }

    pub fn content(&self) -> Content {
        Content::Hash {
            entries: self.entries.borrow().clone(),
            default: self.default.borrow().clone(),
            default_of: self.default_of.borrow().clone(),
            frozen: self.frozen.get(),
            lost: self.lost.get(),
        }
    }

    pub fn put(&self, content: Content) {
        let Content::Hash { entries, default, default_of, frozen, lost } = content else { return };
        *self.entries.borrow_mut() = entries;
        self.default.replace(default);
        self.default_of.replace(default_of);
        self.frozen.set(frozen);
        self.lost.set(lost);
    }
}

#[derive(Debug)]
pub struct Range {
    pub from: Value,
    pub to: Value,
    pub exclusive: bool,
}

#[derive(Debug)]
pub struct Pattern {
    pub source: Rc<str>,
    pub flags: Flags,
    pub regex: Regex,
    /// Names of groups, in their order.
    pub names: Vec<String>,
}

#[derive(Debug)]
pub struct Match {
    pub text: Rc<str>,
    pub found: Found,
    pub pattern: Rc<Pattern>,
}

impl Match {
    pub fn group(&self, number: usize) -> Option<&str> {
        let range = match number {
            0 => Some(self.found.whole.clone()),
            number => self.found.groups.get(number - 1)?.clone(),
        };
        range.and_then(|it| self.text.get(it))
    }
}

/// `$~`
#[derive(Clone, Debug, Default)]
pub enum LastMatch {
    #[default]
    None,
    Some(Rc<Match>),
    /// It depends on something unknown.
    Unknown,
}

impl From<Option<Rc<Match>>> for LastMatch {
    fn from(found: Option<Rc<Match>>) -> LastMatch {
        found.map_or(LastMatch::None, LastMatch::Some)
    }
}

#[derive(Debug)]
pub struct Proc {
    pub what: Callable,
    pub is_lambda: bool,
    /// The call that it was given to, which `break` ends.
    pub home: u64,
}

impl Proc {
    /// Whether it certainly returns what it is given, whatever that is: `lambda { |x| x }`.
    pub fn is_identity(&self) -> bool {
        match &self.what {
            Callable::Symbol(name) => &**name == "itself",
            Callable::Code(code, _) => code.is_identity(),
            Callable::Method(..) | Callable::Member(_) | Callable::Binding(_) | Callable::Host(_) | Callable::Collect(_) => false,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Callable {
    Code(Arc<Code>, Rc<Scope>),
    /// `&:name`
    Symbol(Name),
    /// `method(:name)`
    Method(Value, Name),
    /// A method of a class, with or without its receiver: `instance_method(:name)`.
    Member(Box<MemberOf>),
    /// `binding`
    Binding(Rc<Bound>),
    /// A block of the host.
    Host(Rc<Foreign>),
    /// Keeps what it is given: the elements of an object that has `each`.
    Collect(Rc<RefCell<Vec<Value>>>),
}

/// The variables that are visible somewhere, and whose code it is.
#[derive(Debug)]
pub struct Bound {
    pub names: Arc<[(Name, Place)]>,
    pub scope: Rc<Scope>,
}

/// A method of a class, whatever its receiver has under that name.
#[derive(Clone, Debug)]
pub struct MemberOf {
    pub receiver: Option<Value>,
    pub owner: Name,
    pub name: Name,
    pub member: Member,
}

/// The variables of a block, method or template.
#[derive(Debug)]
pub struct Scope {
    pub values: RefCell<Vec<Value>>,
    pub parent: Option<Rc<Scope>>,
    /// The method that `return` leaves.
    pub frame: u64,
    /// The block of that method.
    pub block: Option<Rc<Proc>>,
    pub context: Rc<Context>,
    /// Whether it was made while a file was loaded.
    pub early: bool,
}

impl Scope {
    pub fn assign(self: &Rc<Self>, slot: usize, value: Value) {
        if journal::is_open() {
            journal::note(Thing::Scope(self.clone()));
        }
        if let Some(variable) = self.values.borrow_mut().get_mut(slot) {
            *variable = value;
        }
    }

    /// In bytes.
    fn size(&self) -> usize {
        size_of::<Scope>() + REFERENCES + self.values.borrow().len() * size_of::<Value>()
    }
}

/// Whose code runs.
#[derive(Debug)]
pub struct Context {
    /// `self`
    pub this: Value,
    /// The class or module that `def` defines methods of; none is the program itself.
    pub target: Option<Name>,
    /// Whether they are methods of the class itself.
    pub singleton: bool,
    /// The module whose text the code stands in, which is where constants are looked for first.
    pub module: Name,
    /// The method that runs, for `super`.
    pub method: Option<Rc<Running>>,
    /// Visibility that `private` without a name has set for the methods that follow.
    pub visibility: Cell<Visibility>,
}

#[derive(Debug)]
pub struct Running {
    pub owner: Name,
    pub name: Name,
    pub singleton: bool,
    /// Its parameters, whose values `super` passes on; none where it has none.
    pub code: Option<Arc<Code>>,
    pub scope: RefCell<Option<Rc<Scope>>>,
}

impl Running {
    /// Whether a scope is that of the method itself, not of a block in it.
    fn is_of(&self, scope: &Rc<Scope>) -> bool {
        self.scope.borrow().as_ref().is_some_and(|it| Rc::ptr_eq(it, scope))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    #[default]
    Public,
    Private,
    /// `module_function`
    Both,
}

/// Instance variables, with their signs.
pub type Fields = IndexMap<Name, Value, FxBuildHasher>;

#[derive(Debug)]
pub struct Object {
    pub class: Name,
    pub fields: RefCell<Fields>,
    pub frozen: Cell<bool>,
    pub early: bool,
}

impl Object {
    pub fn assign(self: &Rc<Self>, name: Name, value: Value) {
        self.note();
        self.fields.borrow_mut().insert(name, value);
    }

    pub fn freeze(self: &Rc<Self>) {
        self.note();
        self.frozen.set(true);
    }

    fn note(self: &Rc<Self>) {
        if journal::is_open() {
            journal::note(Thing::Object(self.clone()));
        }
    }
}

#[derive(Debug)]
pub struct Exception {
    pub class: Name,
    message: RefCell<Rc<str>>,
    /// Where it was raised, in bytes of the file.
    pub at: u32,
    /// The file; it is empty for a template.
    pub file: Name,
    pub fields: RefCell<Fields>,
}

impl Exception {
    pub fn new(class: impl Into<Name>, message: impl Into<Rc<str>>, at: u32, file: Name) -> Exception {
        Exception { class: class.into(), message: RefCell::new(message.into()), at, file, fields: RefCell::default() }
    }

    pub fn message(&self) -> Rc<str> {
        self.message.borrow().clone()
    }

    pub fn set_message(self: &Rc<Self>, message: impl Into<Rc<str>>) {
        self.note();
        self.put_message(message.into());
    }

    pub fn put_message(&self, message: Rc<str>) {
        *self.message.borrow_mut() = message;
    }

    pub fn assign(self: &Rc<Self>, name: Name, value: Value) {
        self.note();
        self.fields.borrow_mut().insert(name, value);
    }

    fn note(self: &Rc<Self>) {
        if journal::is_open() {
            journal::note(Thing::Exception(self.clone()));
        }
    }
}

/// A value of the host, of which only the host knows what it can do.
pub struct Foreign {
    pub class: Name,
    /// Ancestors for `is_a?` besides the class, or none where they are unknown.
    pub ancestors: Option<Vec<Name>>,
    /// `to_s`, where it is known.
    pub text: Option<Rc<str>>,
    pub inspect: Option<Rc<str>>,
    pub object: Box<dyn Any>,
}

impl std::fmt::Debug for Foreign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#<{}>", self.class)
    }
}

impl Value {
    pub fn is_nil(&self) -> bool {
        matches!(self, Value::Nil)
    }

    /// Whether it is a text, list or hash whose content depends on something unknown.
    pub fn is_lost(&self) -> bool {
        match self {
            Value::String(it) => it.is_lost(),
            Value::Bytes(it) => it.is_lost(),
            Value::Array(it) => it.is_lost(),
            Value::Hash(it) => it.is_lost(),
            _ => false,
        }
    }
}
