//! `lookup`, and the older `hiera`, `hiera_array`, `hiera_hash` and `hiera_include`.

use std::sync::{Arc, OnceLock};

use functions::Block;
use issue::Issue;
use values::{Alias, Hash, Signature, Strict, Type, Value, mismatch};

use crate::compiler::{Compiler, Eval};
use crate::site::Site;

/// The names that Puppet's signatures have for their types.
const TYPES: &[(&str, &str)] = &[
    ("NameType", "Variant[String, Array[String]]"),
    ("ValueType", "Type"),
    ("DefaultValueType", "Any"),
    ("MergeType", "Variant[String[1], Hash[String, Scalar]]"),
    ("BlockType", "Callable[NameType]"),
    (
        "OptionsWithName",
        "Struct[{name => NameType, value_type => Optional[ValueType], default_value => DefaultValueType, \
         override => Optional[Hash[String,Any]], default_values_hash => Optional[Hash[String,Any]], merge => Optional[MergeType]}]",
    ),
    (
        "OptionsWithoutName",
        "Struct[{value_type => Optional[ValueType], default_value => DefaultValueType, \
         override => Optional[Hash[String,Any]], default_values_hash => Optional[Hash[String,Any]], merge => Optional[MergeType]}]",
    ),
];

/// The types of the parameters, their names, and that of the block.
type Declared = (&'static str, &'static [&'static str], Option<&'static str>);

const LOOKUP: &[Declared] = &[
    ("Callable[NameType, ValueType, MergeType, 1, 3]", &["name", "value_type", "merge"], None),
    (
        "Callable[NameType, Optional[ValueType], Optional[MergeType], DefaultValueType]",
        &["name", "value_type", "merge", "default_value"],
        None,
    ),
    ("Callable[NameType, ValueType, MergeType, 1, 3, BlockType]", &["name", "value_type", "merge"], Some("block")),
    ("Callable[OptionsWithName, 1, 1, Optional[BlockType]]", &["options_hash"], Some("block")),
    ("Callable[Variant[String,Array[String]], OptionsWithoutName, 2, 2, Optional[BlockType]]", &["name", "options_hash"], Some("block")),
];

const HIERA: &[Declared] = &[
    ("Callable[Tuple[String, Any, Any, 1, 3]]", &["args"], None),
    ("Callable[String]", &["key"], None),
    ("Callable[String, Any, Any, 2, 3]", &["key", "default", "override"], None),
    ("Callable[String, 1, 1, Callable[1,1]]", &["key"], Some("default_block")),
    ("Callable[String, Any, 2, 2, Callable[1,1]]", &["key", "override"], Some("default_block")),
];

fn signatures(of: &[Declared]) -> Vec<Signature> {
    let mut known: Vec<(&str, Type)> = Vec::new();
    let resolve = |text: &str, known: &[(&str, Type)]| {
        values::ty::parse(text, &mut |name| known.iter().find(|(it, _)| *it == name).map(|it| it.1.clone())).ok()
    };
    for (name, text) in TYPES {
        let alias = Alias { name: (*name).into(), resolved: OnceLock::new() };
        if let Some(ty) = resolve(text, &known) {
            // It is not set twice.
            let _ = alias.resolved.set(ty);
        }
        known.push((name, Type::Alias(Arc::new(alias))));
    }
    let all = of.iter().filter_map(|(text, names, block)| {
        let Some(Type::Callable(ty)) = resolve(text, &known) else { return None };
        let names = names.iter().map(|it| (*it).into()).collect();
        Some(Signature { ty, names, block_name: block.map(Into::into) })
    });
    all.collect()
}

fn select(name: &str, signatures: &[Signature], arguments: &[Value], block: Option<&Block>) -> Eval<usize> {
    let block = block.map(|it| &*it.ty);
    signatures.iter().position(|it| it.accepts(arguments, block)).ok_or_else(|| mismatch::call(name, signatures, arguments, block).into())
}

fn option(options: &Hash, name: &str) -> Option<Value> {
    options.get(&Value::string(name)).cloned()
}

fn hash_option(options: &Hash, name: &str) -> Arc<Hash> {
    match option(options, name) {
        Some(Value::Hash(hash)) => hash,
        _ => Arc::default(),
    }
}

fn given(value: Option<&Value>) -> Option<Value> {
    value.filter(|it| !it.is_undef()).cloned()
}

fn type_of(value: Option<Value>) -> Option<Type> {
    match value {
        Some(Value::Type(ty)) => Some(ty),
        _ => None,
    }
}

fn names(request: &mut hiera::Request, name: Option<&Value>) {
    match name {
        Some(Value::String(name)) => request.names = vec![name.to_string()],
        Some(Value::Array(names)) => {
            request.names = names.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect();
            request.is_list = true;
        }
        _ => {}
    }
}

pub fn lookup(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], block: Option<&Block>) -> Eval<Value> {
    static SIGNATURES: OnceLock<Vec<Signature>> = OnceLock::new();
    let signature = select("lookup", SIGNATURES.get_or_init(|| signatures(LOOKUP)), arguments, block)?;
    let mut request = hiera::Request::default();
    let options = match (signature, arguments) {
        (3, [Value::Hash(options), ..]) | (4, [_, Value::Hash(options), ..]) => Some(options),
        _ => None,
    };
    match options {
        Some(options) => {
            let name = option(options, "name");
            names(&mut request, name.as_ref().or(arguments.first()));
            request.value_type = type_of(option(options, "value_type"));
            request.default = option(options, "default_value");
            request.overrides = hash_option(options, "override");
            request.defaults = hash_option(options, "default_values_hash");
            request.merge = given(option(options, "merge").as_ref());
        }
        None => {
            names(&mut request, arguments.first());
            request.value_type = type_of(arguments.get(1).cloned());
            request.merge = given(arguments.get(2));
            request.default = arguments.get(3).cloned();
        }
    }
    compiler.lookup(site, &request, block)
}

pub fn hiera(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], block: Option<&Block>) -> Eval<Value> {
    old(compiler, site, "hiera", "first", arguments, block)
}

pub fn hiera_array(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], block: Option<&Block>) -> Eval<Value> {
    old(compiler, site, "hiera_array", "unique", arguments, block)
}

pub fn hiera_hash(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], block: Option<&Block>) -> Eval<Value> {
    old(compiler, site, "hiera_hash", "hash", arguments, block)
}

pub fn hiera_include(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], block: Option<&Block>) -> Eval<Value> {
    let classes = old(compiler, site, "hiera_include", "unique", arguments, block)?;
    let is_empty = match &classes {
        Value::Undef => {
            let key = match arguments.first() {
                Some(Value::Array(items)) => items.first().cloned().unwrap_or(Value::Undef),
                other => other.cloned().unwrap_or(Value::Undef),
            };
            let key = values::print::interpolate(&key);
            return Err(Issue::MissingData { text: format!("Could not find data item {key}") }.into());
        }
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    };
    if is_empty {
        return Ok(Value::Undef);
    }
    compiler.call_function_at(site, "include", vec![classes], None)
}

fn old(compiler: &mut Compiler<'_>, site: &Site, name: &str, merge: &str, arguments: &[Value], block: Option<&Block>) -> Eval<Value> {
    static SIGNATURES: OnceLock<Vec<Signature>> = OnceLock::new();
    let signature = select(name, SIGNATURES.get_or_init(|| signatures(HIERA)), arguments, block)?;
    let splat = match arguments {
        [Value::Array(items)] if signature == 0 => items.as_slice(),
        _ => arguments,
    };
    if compiler.settings.strict != Strict::Off && compiler.sink.deprecated.insert(name.into()) {
        let message = format!(
            "The function '{name}' is deprecated in favor of using 'lookup'. \
             See https://puppet.com/docs/puppet/8.10/deprecated_language.html\n   (file & line not available)"
        );
        compiler.sink.log(functions::LogLevel::Warning, message, None);
    }
    let mut request = hiera::Request { merge: Some(merge.into()), hiera_call: true, ..hiera::Request::default() };
    names(&mut request, splat.first());
    let paths = match block {
        None => {
            request.default = splat.get(1).cloned();
            splat.get(2)
        }
        Some(_) => splat.get(1),
    };
    let mut first = Vec::new();
    crate::lists::flatten(paths.cloned().unwrap_or(Value::Undef), &mut first, 0);
    let texts = first.iter().filter(|it| !it.is_undef()).map(values::print::interpolate);
    request.paths_first = Arc::new(texts.collect());
    compiler.lookup(site, &request, block)
}
