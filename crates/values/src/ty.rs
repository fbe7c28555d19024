//! The types of the language.

mod accept;
mod build;
mod builtin;
mod callable;
mod common;
mod expression;
mod generalize;
mod infer;
mod init;
mod instance;
mod iterable;
mod names;
mod object;
mod parameterize;
pub(crate) mod print;
pub(crate) mod question;
mod recursive;
mod text;
mod unknown;
mod uri;
mod weight;

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::regex::Regex;
use crate::time::{Timespan, Timestamp};
use crate::version::VersionRange;
use crate::{Str, Value};

/// How deep types and values are looked into. Programs and data can nest them without an end.
const DEPTH: usize = 300;

/// Types are shared as values are. Equal types are those that Puppet calls equal, after the normal form that their
/// constructors give (an `Enum` is sorted, a `Variant` of one is that one).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Any,
    /// Nothing in particular; accepts and is accepted by all. What a variable without a type in a signature is.
    Unit,
    Undef,
    Default,
    Scalar,
    ScalarData,
    Data,
    RichData,
    RichDataKey,
    Numeric,
    CatalogEntry,
    Boolean(Option<bool>),
    /// The smallest and the largest; none is open.
    Integer(Option<i64>, Option<i64>),
    Float(Option<Bits>, Option<Bits>),
    /// By its length.
    String(Size),
    /// Inferred type of one string; printed as `String`.
    StringValue(Str),
    /// Sorted, without repetitions. The flag: case does not matter.
    Enum(Arc<[Str]>, bool),
    Pattern(Arc<[Arc<Regex>]>),
    /// Of one source, or of all.
    Regexp(Option<Str>),
    Collection(Size),
    Array(Arc<Type>, Size),
    /// The size is there where it was given.
    Tuple(Arc<[Type]>, Option<Size>),
    /// The type of keys and of values.
    Hash(Arc<(Type, Type)>, Size),
    Struct(Arc<[StructElement]>),
    Variant(Arc<[Type]>),
    Optional(Option<Arc<Type>>),
    NotUndef(Option<Arc<Type>>),
    /// `Type` and `Type[X]`.
    Type(Option<Arc<Type>>),
    Callable(Arc<CallableType>),
    /// `Class` and `Class[a]`.
    Class(Option<Str>),
    /// `Resource`, `File` (its name as `File`, `Apt::Setting`), `File['/x']`.
    Resource(Option<Str>, Option<Str>),
    Iterable(Option<Arc<Type>>),
    Iterator(Option<Arc<Type>>),
    SemVer(Arc<[Arc<VersionRange>]>),
    SemVerRange,
    Timestamp(Times<Timestamp>),
    Timespan(Times<Timespan>),
    Sensitive(Option<Arc<Type>>),
    Deferred,
    Binary,
    /// None, a text, or a hash of the parts.
    Uri(Option<Arc<Value>>),
    /// The runtime's name, and the name or pattern in it.
    Runtime(Option<Str>, Option<Str>),
    /// Its type, and the arguments of `new`.
    Init(Option<Arc<Type>>, Arc<[Value]>),
    Object(Arc<ObjectType>),
    /// An `Object` type whose parameters have these values.
    Extension(Arc<Extension>),
    /// The type of `Object` types; `Object` without parameters.
    ObjectAny,
    TypeSet(Option<Arc<TypeSet>>),
    /// The name of a type that nobody defined: `TypeReference['X']`.
    Reference(Option<Str>),
    /// The name of one, known to be an alias.
    Alias(Arc<Alias>),
}

/// The first and the last point or length of time; none is open. Few types have one, and what all of them would grow by, every
/// value would.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Times<T>(Option<Arc<(Option<T>, Option<T>)>>);

impl<T: Copy> Times<T> {
    pub const ANY: Times<T> = Times(None);

    pub fn new(from: Option<T>, to: Option<T>) -> Times<T> {
        Times((from.is_some() || to.is_some()).then(|| Arc::new((from, to))))
    }

    pub fn ends(&self) -> (Option<T>, Option<T>) {
        self.0.as_deref().copied().unwrap_or((None, None))
    }
}

/// A float as a part of a type, compared by its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits(u64);

impl Bits {
    pub fn new(value: f64) -> Bits {
        Bits(value.to_bits())
    }

    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// How many elements, entries or characters; the largest is none where there is no end.
///
/// `Size::ANY` stands for no size at all; `Array[Integer, 0]`, which is printed otherwise, is [`Size::FROM_ZERO`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    pub from: i64,
    pub to: Option<i64>,
}

impl Size {
    pub const ANY: Size = Size { from: 0, to: None };
    pub const FROM_ZERO: Size = Size { from: 0, to: Some(i64::MAX) };

    pub fn exactly(count: usize) -> Size {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        Size { from: count, to: Some(count) }
    }

    /// The largest; none where there is no end, however that was written.
    pub fn end(self) -> Option<i64> {
        self.to.filter(|to| *to < i64::MAX)
    }

    pub fn contains(self, count: i64) -> bool {
        count >= self.from && self.to.is_none_or(|to| count <= to)
    }

    /// Whether all that the other allows is allowed here.
    pub fn covers(self, other: Size) -> bool {
        self.from <= other.from && self.end().is_none_or(|to| other.end().is_some_and(|end| end <= to))
    }
}

/// An entry of a `Struct`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructElement {
    pub name: Str,
    /// `Optional['a'] =>`: it may be absent.
    pub optional: bool,
    /// `NotUndef['a'] =>`: it must be there although its type accepts undef.
    pub required: bool,
    pub ty: Type,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CallableType {
    /// None for `Callable` without parameters, which accepts every one.
    pub parameters: Option<Arc<[Type]>>,
    /// How many arguments; none where there are as many as there are parameters. The last parameter takes what is left.
    pub size: Option<Size>,
    /// A `Callable` or an optional one.
    pub block: Option<Type>,
    pub returns: Option<Type>,
}

/// A name for a type. Its type is known a little later than its name, because it may speak of itself.
#[derive(Debug)]
pub struct Alias {
    pub name: Str,
    pub resolved: OnceLock<Type>,
}

impl PartialEq for Alias {
    fn eq(&self, other: &Alias) -> bool {
        std::ptr::eq(self, other) || self.name == other.name
    }
}

impl Eq for Alias {}

/// An alias may be all that holds the one that it names, and so on.
impl Drop for Alias {
    fn drop(&mut self) {
        if let Some(resolved) = self.resolved.take() {
            question::with_stack(|| drop(resolved));
        }
    }
}

impl Hash for Alias {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// `Object[{…}]`.
#[derive(Debug)]
pub struct ObjectType {
    /// Empty where it has none.
    pub name: Str,
    pub parent: Option<Type>,
    pub type_parameters: Vec<(Str, Type)>,
    pub attributes: Vec<Attribute>,
    pub functions: Vec<Function>,
    /// The attributes by which instances are compared; none for all.
    pub equality: Option<Vec<Str>>,
    /// Whether instances of two types can be equal.
    pub equality_include_type: bool,
    pub checks: Option<Value>,
    pub annotations: Option<Value>,
    /// The hash that it was made from, by which types without a name are compared.
    pub init: Value,
}

impl PartialEq for ObjectType {
    fn eq(&self, other: &ObjectType) -> bool {
        std::ptr::eq(self, other)
            || (self.name == other.name && question::compare_objects(self.name.is_empty(), || self.init == other.init))
    }
}

impl Eq for ObjectType {}

/// An object may be all that holds its parent and the types of its attributes, and so on.
impl Drop for ObjectType {
    fn drop(&mut self) {
        question::with_stack(|| {
            self.parent = None;
            self.type_parameters.clear();
            self.attributes.clear();
            self.functions.clear();
            self.checks = None;
            self.annotations = None;
            self.init = Value::Undef;
        });
    }
}

impl Hash for ObjectType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    pub name: Str,
    pub ty: Type,
    pub value: Option<Value>,
    pub kind: AttributeKind,
    pub is_final: bool,
    pub overrides: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    pub name: Str,
    /// A `Callable`, or a `Variant` of them.
    pub ty: Type,
    pub is_final: bool,
    pub overrides: bool,
}

/// `Error['kind']`: what is inferred of an instance whose type has parameters, too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Extension {
    pub base: Arc<ObjectType>,
    /// Those that have a value, in the order in which they were declared.
    pub parameters: Vec<(Str, Value)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AttributeKind {
    #[default]
    Plain,
    Constant,
    Derived,
    GivenOrDerived,
    Reference,
}

/// `TypeSet[{…}]`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct TypeSet {
    pub name: Str,
    pub types: Vec<(Str, Type)>,
    pub init: Value,
}

/// Whether something that is not wholly known is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tri {
    Yes,
    No,
    Maybe,
}

impl From<bool> for Tri {
    fn from(it: bool) -> Tri {
        if it { Tri::Yes } else { Tri::No }
    }
}

pub(crate) use accept::tuple_size;
pub use expression::{Expression, ExpressionKind, interpret, interpret_any};
pub use infer::{infer, infer_reduced};
pub use names::{NAMES, named};
pub use object::Member;
pub(crate) use parameterize::{capitalize, with_article};
pub use parameterize::{named_object, named_type_set, parameterize};
pub use recursive::close;
pub use text::parse;
