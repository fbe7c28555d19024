//! The methods of each class: a file and a table for each.

pub mod array;
pub mod base64;
pub mod big;
pub mod bytes;
pub mod casing;
pub mod class_methods;
pub mod commands;
pub mod comparable;
pub mod enumerable;
pub mod env;
pub mod erb;
pub mod escapes;
pub mod exception;
pub mod files;
pub mod float;
pub mod fnmatch;
pub mod hash;
pub mod hashes;
pub mod instances;
pub mod integer;
pub mod kernel;
pub mod libraries;
pub mod library;
pub mod match_data;
pub mod math;
pub mod module;
pub mod nil;
pub mod object;
pub mod pack;
pub mod proc;
pub mod range;
pub mod regexp;
pub mod string;
pub mod structs;
pub mod symbol;
pub mod unpack;
pub mod yaml;
pub mod zlib;

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::class;
use crate::invoke::Method;
use crate::value::{Callable, Value};

use libraries::LIBRARIES;

type Table = FxHashMap<&'static str, &'static Method>;

/// The tables of a class, its own first.
fn table(parts: &[&'static [Method]]) -> Table {
    let mut table = Table::default();
    for part in parts {
        for method in *part {
            table.entry(method.name).or_insert(method);
        }
    }
    table
}

macro_rules! tables {
    ($($name:ident = [$($part:ident),*];)*) => {
        $(static $name: LazyLock<Table> = LazyLock::new(|| table(&[$($part::METHODS),*]));)*
    };
}

static CLASS: LazyLock<Table> = LazyLock::new(|| table(&[class_methods::METHODS, module::METHODS, instances::METHODS, object::METHODS]));
static BYTES: LazyLock<Table> = LazyLock::new(|| table(&[bytes::METHODS, bytes::OWN]));
static OBJECT: LazyLock<Table> = LazyLock::new(|| table(&[instances::METHODS, comparable::METHODS, object::METHODS]));
static PLAIN: LazyLock<Table> = LazyLock::new(|| table(&[instances::METHODS, object::METHODS]));
static ENUMERABLE: LazyLock<Table> = LazyLock::new(|| table(&[enumerable::METHODS]));
static PATTERN_KEY: LazyLock<Table> = LazyLock::new(|| table(&[exception::OF_PATTERN_KEY]));
static UNBOUND: LazyLock<Table> = LazyLock::new(|| table(&[proc::UNBOUND, object::METHODS]));
static BINDING: LazyLock<Table> = LazyLock::new(|| table(&[erb::BINDING, object::METHODS]));
static ERB: LazyLock<Table> = LazyLock::new(|| table(&[erb::METHODS]));
static STRUCT: LazyLock<Table> = LazyLock::new(|| table(&[structs::METHODS, instances::METHODS, object::METHODS]));

tables! {
    NIL = [nil, object];
    BOOLEAN = [object];
    INTEGER = [integer, big, comparable, object];
    BIG = [big, comparable, object];
    FLOAT = [float, comparable, object];
    STRING = [string, bytes, comparable, object];
    SYMBOL = [symbol, comparable, object];
    ARRAY = [array, enumerable, object];
    HASH = [hash, enumerable, object];
    RANGE = [range, enumerable, object];
    REGEXP = [regexp, object];
    MATCH = [match_data, object];
    PROC = [proc, object];
    EXCEPTION = [exception, object];
    OTHER = [object];
    KERNEL = [kernel, commands];
}

/// The method of a value, if it is covered.
pub fn find(value: &Value, name: &str) -> Option<&'static Method> {
    if let Value::Object(_) = value {
        return PLAIN.get(name).copied();
    }
    let table = match value {
        Value::Nil => &NIL,
        Value::Boolean(_) => &BOOLEAN,
        Value::Integer(_) => &INTEGER,
        Value::Big(_) => &BIG,
        Value::Float(_) => &FLOAT,
        Value::String(_) => &STRING,
        Value::Bytes(_) => &BYTES,
        Value::Symbol(_) => &SYMBOL,
        Value::Array(_) => &ARRAY,
        Value::Hash(_) => &HASH,
        Value::Range(_) => &RANGE,
        Value::Regex(_) => &REGEXP,
        Value::Match(_) => &MATCH,
        Value::Proc(it) if matches!(&it.what, Callable::Member(it) if it.receiver.is_none()) => &UNBOUND,
        Value::Proc(it) if matches!(it.what, Callable::Binding(_)) => &BINDING,
        Value::Proc(_) => &PROC,
        Value::Exception(_) => &EXCEPTION,
        Value::Class(_) => &CLASS,
        _ => &OTHER,
    };
    table.get(name).copied()
}

/// A method of one of Ruby's modules or classes itself.
pub fn of_class(class: &str, name: &str) -> Option<&'static Method> {
    LIBRARIES.get(class)?.get(name).copied()
}

/// A method of objects and exceptions that is Ruby's by what they are below.
pub fn find_below(base: &str, name: &str) -> Option<&'static Method> {
    match base {
        "Struct" => STRUCT.get(name).copied(),
        "Enumerable" => ENUMERABLE.get(name).copied(),
        "ERB" => ERB.get(name).copied(),
        "NoMatchingPatternKeyError" => PATTERN_KEY.get(name).copied(),
        "Comparable" => OBJECT.get(name).copied(),
        _ => None,
    }
}

/// A method that needs no receiver.
pub fn kernel(name: &str) -> Option<&'static Method> {
    KERNEL.get(name).copied()
}

/// The names of the methods of Ruby's classes, by class, as Ruby lists them.
static NAMES: LazyLock<FxHashMap<&'static str, FxHashSet<&'static str>>> = LazyLock::new(|| {
    let lines = include_str!("methods/names.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).map(|(class, names)| (class, names.split(' ').collect())).collect()
});

/// Whether Ruby has a method of that name for the value, covered or not.
pub fn exists(value: &Value, name: &str) -> bool {
    let class = class::class_of(value);
    let list = |class: &str| NAMES.get(class).is_some_and(|it| it.contains(name));
    match value {
        Value::Exception(_) => list("Exception"),
        _ => list(&class) || (!NAMES.contains_key(&*class) && list("NilClass")),
    }
}

/// Whether Ruby has a method of that name for values of the class.
pub fn exists_in(class: &str, name: &str) -> bool {
    NAMES.get(class).or_else(|| NAMES.get("NilClass")).is_some_and(|it| it.contains(name))
}

/// Methods of classes of Ruby's that a library adds, which other code may have loaded. The class `Object` is for all values.
const OF_LIBRARIES: &[(&str, &[&str])] = &[
    ("Array", &["shelljoin", "to_csv"]),
    ("Object", &["pretty_inspect", "pretty_print", "pretty_print_cycle", "pretty_print_inspect", "pretty_print_instance_variables"]),
    ("Object:private", &["BigDecimal", "CSV"]),
    ("String", &["parse_csv", "shellescape", "shellsplit"]),
];

/// Whether values of the class may have a method by a library.
pub fn may_be_added(class: &str, name: &str) -> bool {
    OF_LIBRARIES.iter().any(|(of, names)| (*of == class || *of == "Object") && names.contains(&name))
}

/// Whether any class of Ruby's has a method of that name.
pub fn is_any(name: &str) -> bool {
    NAMES.iter().any(|(class, names)| *class != "Object:private" && names.contains(name))
}

/// Whether every object has a private method of that name.
pub fn is_private(name: &str) -> bool {
    NAMES.get("Object:private").is_some_and(|it| it.contains(name))
}

/// The rows of each class, and of each module or class itself with a dot at its end, as calls find them.
pub fn rows() -> Vec<(String, Vec<&'static Method>)> {
    let of_values: [(&str, &LazyLock<Table>); 15] = [
        ("NilClass", &NIL),
        ("TrueClass", &BOOLEAN),
        ("Integer", &INTEGER),
        ("Integer", &BIG),
        ("Float", &FLOAT),
        ("String", &STRING),
        ("String", &BYTES),
        ("Symbol", &SYMBOL),
        ("Array", &ARRAY),
        ("Hash", &HASH),
        ("Range", &RANGE),
        ("Regexp", &REGEXP),
        ("MatchData", &MATCH),
        ("Proc", &PROC),
        ("Exception", &EXCEPTION),
    ];
    let of_objects: [(&str, &LazyLock<Table>); 4] = [("Object", &PLAIN), ("Struct", &STRUCT), ("Class", &CLASS), ("Kernel", &KERNEL)];
    let of_classes = libraries::LIBRARIES.iter().map(|(name, table)| (format!("{name}."), table));
    let all = of_values.into_iter().chain(of_objects).map(|(name, table)| (name.to_owned(), &**table)).chain(of_classes);
    all.map(|(name, table)| (name, table.values().copied().collect())).collect()
}

/// The covered methods of values of a class that are written as words, each with the class or module that has it.
pub fn of_instances(class: &str) -> Vec<(&'static str, &'static str)> {
    const COMPARABLE: (&str, &[Method]) = ("Comparable", comparable::METHODS);
    const ENUMERABLE: (&str, &[Method]) = ("Enumerable", enumerable::METHODS);
    let parts: &[(&'static str, &[Method])] = match class {
        "Integer" => &[("Integer", integer::METHODS), ("Integer", big::METHODS), COMPARABLE],
        "Float" => &[("Float", float::METHODS), COMPARABLE],
        "String" => &[("String", string::METHODS), ("String", bytes::METHODS), COMPARABLE],
        "Symbol" => &[("Symbol", symbol::METHODS), COMPARABLE],
        "Array" => &[("Array", array::METHODS), ENUMERABLE],
        "Hash" => &[("Hash", hash::METHODS), ENUMERABLE],
        "Range" => &[("Range", range::METHODS), ENUMERABLE],
        "Regexp" => &[("Regexp", regexp::METHODS)],
        _ => &[],
    };
    let last: [(&'static str, &[Method]); 1] = [("Object", object::METHODS)];
    let mut seen = FxHashSet::default();
    let all = parts.iter().chain(&last).flat_map(|(owner, methods)| methods.iter().map(|it| (it.name, *owner)));
    let is_word = |name: &str| name.starts_with(|it: char| it.is_ascii_lowercase()) && !name.ends_with('=');
    all.filter(|it| is_word(it.0) && seen.insert(it.0)).collect()
}

/// The methods that are covered, by class.
pub fn covered() -> Vec<(&'static str, Vec<&'static str>)> {
    let tables: [(&str, &[Method]); 29] = [
        ("Object", object::METHODS),
        ("NilClass", nil::METHODS),
        ("Comparable", comparable::METHODS),
        ("Integer", integer::METHODS),
        ("Integer", big::METHODS),
        ("Float", float::METHODS),
        ("String", string::METHODS),
        ("String", bytes::METHODS),
        ("Symbol", symbol::METHODS),
        ("Enumerable", enumerable::METHODS),
        ("Array", array::METHODS),
        ("Hash", hash::METHODS),
        ("Range", range::METHODS),
        ("Regexp", regexp::METHODS),
        ("MatchData", match_data::METHODS),
        ("Proc", proc::METHODS),
        ("UnboundMethod", proc::UNBOUND),
        ("Binding", erb::BINDING),
        ("ERB", erb::ERB),
        ("ERB", erb::METHODS),
        ("Math", math::METHODS),
        ("Exception", exception::METHODS),
        ("Class", class_methods::METHODS),
        ("Module", module::METHODS),
        ("Kernel", kernel::METHODS),
        ("Base64", base64::BASE64),
        ("CGI", escapes::CGI),
        ("ERB::Util", escapes::ERB_UTIL),
        ("URI", escapes::URI),
    ];
    tables.into_iter().map(|(class, methods)| (class, methods.iter().map(|it| it.name).collect())).collect()
}
