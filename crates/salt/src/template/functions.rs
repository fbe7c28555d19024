//! The functions of `salt[...]` that need no machine. All others give what is not known, and none runs.

mod lookup;

use std::rc::Rc;

use jinja::{Args, Dict, Entries, Error, ErrorKind, Function, Map, Outcome, Value};

use super::filters::shared::json::json;
use super::value::{copy, from_heap, traverse, update, weight};
use super::yaml::{self, Layout};
use super::{Known, OF_CALL, OF_MASTER, arg};
use crate::place::FileId;
use crate::target::{self, Match};
use crate::value::Heap;
use crate::{configuration, fnmatch, read};

/// `salt`, or a module of it.
struct Salt {
    known: Rc<Known>,
    module: Option<String>,
}

/// Makes the object `salt` of templates.
pub fn salt(known: Rc<Known>) -> Value {
    Value::partly_known("the functions of the minion", Rc::new(Salt { known, module: None }))
}

impl Salt {
    fn find(&self, name: &str) -> Value {
        let full = match &self.module {
            Some(module) => format!("{module}.{name}"),
            None => name.to_owned(),
        };
        let known = Rc::clone(&self.known);
        if !full.contains('.') {
            let why = format!("the module `{full}`");
            return Value::partly_known(why, Rc::new(Salt { known, module: Some(full) }));
        }
        // Whether it exists is not known.
        if !ALWAYS.contains(&full.as_str()) {
            return Value::unknown(format!("the result of `{full}`"));
        }
        Function::new(&full.clone(), move |renderer, args| {
            renderer.charge(steps(&known, &full, &args))?;
            call(&known, &full, &args)
        })
        .into()
    }
}

impl Entries for Salt {
    fn attribute(&self, name: &str) -> Value {
        if self.module.is_none() && name == "get" {
            let functions = Salt { known: Rc::clone(&self.known), module: None };
            return Function::new(name, move |_, args| {
                let name = args.positional.first().and_then(Value::as_str).filter(|it| ALWAYS.contains(it));
                Ok(name.map_or_else(|| Value::unknown("a function that a minion may not have"), |it| functions.find(it)))
            })
            .into();
        }
        self.find(name)
    }

    fn item(&self, key: &Value) -> Value {
        key.as_str().map_or_else(|| Value::unknown("a function without a name"), |it| self.find(it))
    }

    fn contains(&self, key: &Value) -> Outcome<bool> {
        match key.as_str() {
            Some(name) if self.module.is_none() && ALWAYS.contains(&name) => Ok(true),
            // Names have a module and a function.
            Some(name) if self.module.is_none() && !name.contains('.') => Ok(false),
            Some(name) => Err(Error::unknown(format!("whether there is a function `{name}`"))),
            None => Ok(false),
        }
    }

    fn is_mapping(&self) -> bool {
        false
    }

    fn is_defined(&self) -> bool {
        self.module.as_ref().is_none_or(|it| ALWAYS.iter().any(|name| name.split('.').next() == Some(it)))
    }
}

fn text(args: &Args, index: usize, name: &str) -> Outcome<String> {
    match arg(args, index, name) {
        Some(Value::Undefined(it)) => Err(Error::new(it.kind, it.message.clone())),
        Some(Value::Unknown(it)) => Err(Error::unknown(&*it.why)),
        Some(value) if value.is_unknown() => Err(Error::unknown(format!("the argument `{name}`"))),
        Some(value) => {
            value.as_str().map(str::to_owned).ok_or_else(|| Error::not_covered(format!("an argument that is no text: `{name}`")))
        }
        None => Err(Error::type_error(format!("missing a required argument: '{name}'"))),
    }
}

fn truthy(args: &Args, index: usize, name: &str) -> Outcome<bool> {
    arg(args, index, name).map_or(Ok(false), |it| it.truth())
}

fn invocation(message: &str) -> Error {
    Error::new(ErrorKind::Python("SaltInvocationError"), message)
}

/// Functions of this file, which minions of every system have.
const ALWAYS: &[&str] = &[
    "config.get",
    "config.option",
    "cp.list_states",
    "defaults.deepcopy",
    "defaults.merge",
    "defaults.update",
    "file.basename",
    "file.dirname",
    "file.join",
    "grains.filter_by",
    "grains.get",
    "grains.has_value",
    "grains.item",
    "log.critical",
    "log.debug",
    "log.error",
    "log.exception",
    "log.info",
    "log.warning",
    "match.compound",
    "match.glob",
    "match.grain",
    "match.grain_pcre",
    "match.list",
    "match.pcre",
    "match.pillar",
    "match.pillar_pcre",
    "pillar.data",
    "pillar.fetch",
    "pillar.get",
    "pillar.item",
    "pillar.items",
    "pillar.keys",
    "pillar.ls",
    "pillar.raw",
    "slsutil.boolstr",
    "slsutil.merge",
    "slsutil.merge_all",
    "slsutil.renderer",
    "slsutil.serialize",
    "slsutil.update",
    "test.arg",
    "test.echo",
    "test.false",
    "test.kwarg",
    "test.ping",
    "test.true",
];

/// Returns the steps of a function, besides those of the call: it copies data, or reads texts.
fn steps(known: &Known, name: &str, args: &Args) -> usize {
    let given = || args.positional.iter().chain(args.named.iter().map(|it| &it.1));
    match name {
        "pillar.items" | "pillar.raw" | "pillar.data" => weight(&known.pillar),
        "cp.list_states" => known.states.len(),
        _ if name.starts_with("slsutil.") || name.starts_with("defaults.") || name.starts_with("grains.") || name == "pillar.get" => {
            given().map(weight).sum()
        }
        _ => given().map(|it| it.as_str().map_or(0, str::len) / 16).sum(),
    }
}

fn call(known: &Known, name: &str, args: &Args) -> Outcome {
    let delimiter = |index| match arg(args, index, "delimiter") {
        Some(it) => it.as_str().map(str::to_owned).unwrap_or_else(|| ":".to_owned()),
        None => ":".to_owned(),
    };
    match name {
        "pillar.get" => {
            let default = arg(args, 1, "default").unwrap_or_else(|| Value::str(""));
            get(&known.pillar, args, &default, truthy(args, 2, "merge")?, &delimiter(4))
        }
        "pillar.items" | "pillar.raw" | "pillar.data" | "pillar.ls" if args.positional.is_empty() => match name {
            "pillar.ls" => Ok(Value::unknown("the pillar")),
            _ => Ok(copy(&known.pillar)),
        },
        "pillar.fetch" => Ok(Value::unknown("the pillar")),
        "grains.get" => {
            let default = arg(args, 1, "default").unwrap_or_else(|| Value::str(""));
            grain(known, &text(args, 0, "key")?, &delimiter(2)).map_or(Ok(default), Ok)
        }
        "grains.item" => lookup::items(args, |key, delimiter| grain(known, key, delimiter)),
        "pillar.item" => lookup::items(args, |key, delimiter| traverse(&known.pillar, key, delimiter)),
        "grains.has_value" => match grain(known, &text(args, 0, "key")?, ":") {
            Some(it) if matches!(it, Value::Unknown(_)) => Ok(it),
            found => Ok(Value::Bool(found.is_some())),
        },
        "pillar.keys" => lookup::keys(&known.pillar, &text(args, 0, "key")?, &delimiter(1)),
        "config.get" => {
            let key = text(args, 0, "key")?;
            let default = arg(args, 1, "default").unwrap_or_else(|| Value::str(""));
            config(known, &key, &default)
        }
        "config.option" => Ok(Value::unknown("the options of the minion")),
        "grains.filter_by" => filter_by(known, args),
        "log.debug" | "log.info" | "log.warning" | "log.error" | "log.critical" | "log.exception" => Ok(Value::Bool(true)),
        "slsutil.update" => {
            let (Some(dest), Some(from)) = (arg(args, 0, "dest"), arg(args, 1, "upd")) else { return Err(missing(name)) };
            let lists = truthy(args, 3, "merge_lists")?;
            update(&dest, &from, lists);
            Ok(dest)
        }
        "slsutil.merge" => {
            let (Some(a), Some(b)) = (arg(args, 0, "obj_a"), arg(args, 1, "obj_b")) else { return Err(missing(name)) };
            match arg(args, 2, "strategy").as_ref().and_then(Value::as_str) {
                None | Some("smart" | "recurse") => {}
                Some(_) => {
                    // `overwrite` changes what it merges into.
                    if let Value::Dict(it) = &a {
                        it.forget();
                    }
                    return Ok(Value::unknown("a strategy of `slsutil.merge`"));
                }
            }
            let lists = truthy(args, 4, "merge_lists")?;
            let whole = copy(&a);
            update(&whole, &copy(&b), lists);
            Ok(whole)
        }
        "defaults.merge" => {
            let (Some(dest), Some(from)) = (arg(args, 0, "dest"), arg(args, 1, "upd")) else { return Err(missing(name)) };
            let lists = truthy(args, 2, "merge_lists")?;
            let in_place = arg(args, 3, "in_place").map_or(Ok(true), |it| it.truth())?;
            let whole = if in_place { dest } else { copy(&dest) };
            update(&whole, &from, lists);
            Ok(whole)
        }
        "defaults.deepcopy" => arg(args, 0, "source").map(|it| copy(&it)).ok_or_else(|| missing(name)),
        "slsutil.merge_all" => {
            let Some(list) = arg(args, 0, "lst") else { return Err(missing(name)) };
            let is_plain = arg(args, 1, "strategy").is_none_or(|it| matches!(it.as_str(), Some("smart" | "recurse")));
            if !is_plain || arg(args, 2, "renderer").is_some() || list.is_unknown() {
                return Ok(Value::unknown("a strategy of `slsutil.merge_all`"));
            }
            let lists = truthy(args, 3, "merge_lists")?;
            let whole = Value::Dict(Dict::new(Map::default()));
            for item in list.iterate()? {
                if !matches!(item, Value::Dict(_)) {
                    return Ok(Value::unknown("merged data"));
                }
                update(&whole, &copy(&item), lists);
            }
            Ok(whole)
        }
        "slsutil.renderer" => rendered(args),
        "test.arg" => {
            let named = Value::dict(args.named.iter().map(|(name, it)| (Rc::clone(name), it.clone())));
            Ok(Value::dict([("args", Value::tuple(args.positional.clone())), ("kwargs", named)]))
        }
        "test.kwarg" if args.positional.is_empty() => Ok(Value::dict(args.named.iter().map(|(name, it)| (Rc::clone(name), it.clone())))),
        "defaults.update" => Ok(Value::unknown("defaults")),
        "file.dirname" => Ok(Value::str(python_dirname(&text(args, 0, "path")?))),
        "file.basename" => {
            let path = text(args, 0, "path")?;
            Ok(Value::str(path.rsplit('/').next().unwrap_or_default()))
        }
        "file.join" => {
            let mut whole = String::new();
            for (index, _) in args.positional.iter().enumerate() {
                let part = text(args, index, "path")?;
                if part.starts_with('/') || whole.is_empty() {
                    whole = part;
                } else {
                    let slash = if whole.ends_with('/') { "" } else { "/" };
                    whole = format!("{whole}{slash}{part}");
                }
            }
            Ok(Value::str(whole))
        }
        "match.compound" | "match.glob" | "match.grain" | "match.grain_pcre" | "match.list" | "match.pcre" | "match.pillar"
        | "match.pillar_pcre" => matching(known, name.strip_prefix("match.").unwrap_or_default(), args),
        "cp.list_states" => Ok(Value::list(known.states.iter().map(|it| Value::str(&**it)).collect())),
        "slsutil.serialize" => {
            let Some(value) = arg(args, 1, "obj") else { return Err(missing(name)) };
            let text = match text(args, 0, "serializer")?.as_str() {
                "json" => {
                    let named = |name: &str| args.named.iter().find(|it| &*it.0 == name).map(|it| it.1.clone());
                    let is_other = |name: &str| !matches!(name, "serializer" | "obj" | "sort_keys" | "indent");
                    if args.named.iter().any(|it| is_other(&it.0)) {
                        return Ok(Value::unknown("serialized data"));
                    }
                    let sort_keys = named("sort_keys").map_or(Ok(false), |it| it.truth())?;
                    json(&value, sort_keys, named("indent").filter(|it| !matches!(it, Value::None)), false)?
                }
                "yaml" => match serialized_yaml(&value, args)? {
                    Some(text) => text,
                    None => return Ok(Value::unknown("serialized data")),
                },
                _ => return Ok(Value::unknown("serialized data")),
            };
            Ok(Value::str(text))
        }
        "slsutil.boolstr" => {
            let is_true = arg(args, 0, "value").map_or(Ok(false), |it| it.truth())?;
            Ok(arg(args, if is_true { 1 } else { 2 }, if is_true { "true" } else { "false" })
                .unwrap_or_else(|| Value::str(if is_true { "true" } else { "false" })))
        }
        "test.echo" => arg(args, 0, "text").ok_or_else(|| missing(name)),
        "test.ping" | "test.true" => Ok(Value::Bool(true)),
        "test.false" => Ok(Value::Bool(false)),
        _ => Ok(Value::unknown(format!("the result of `{name}`"))),
    }
}

/// A value as YAML; none with other options than that for the style.
fn serialized_yaml(value: &Value, args: &Args) -> Outcome<Option<String>> {
    if args.positional.len() > 2 || args.named.iter().any(|it| !matches!(&*it.0, "serializer" | "obj" | "default_flow_style")) {
        return Ok(None);
    }
    let layout = match args.named.iter().find(|it| &*it.0 == "default_flow_style").map(|it| &it.1) {
        None | Some(Value::None) => Layout::Mixed,
        Some(style) => Layout::of_flow(style.truth()?),
    };
    Ok(yaml::serialize(value, layout))
}

/// Whether the minion is meant by an expression.
fn matching(known: &Known, matcher: &str, args: &Args) -> Outcome {
    let expression = text(args, 0, "tgt")?;
    if args.positional.len() + args.named.len() > 1 {
        return Ok(Value::unknown("another minion or delimiter"));
    }
    match target::matches(&known.minion, matcher, &expression) {
        Match::Yes => Ok(Value::Bool(true)),
        Match::No => Ok(Value::Bool(false)),
        Match::Unknown => Ok(Value::unknown(&*target::needs(&known.minion, matcher, &expression))),
        Match::Unsupported | Match::NoMatcher => Ok(Value::unknown("a matcher that is not supported")),
    }
}

/// Data in a text that is YAML. All else needs files, or renderers that are not supported.
fn rendered(args: &Args) -> Outcome {
    let unknown = || Ok(Value::unknown("the result of `slsutil.renderer`"));
    let Some(Value::Str(text)) = arg(args, 1, "string") else { return unknown() };
    let renderer = arg(args, 2, "default_renderer").map_or(Some("jinja|yaml".to_owned()), |it| it.as_str().map(str::to_owned));
    let is_other = |name: &str| !matches!(name, "string" | "default_renderer");
    if args.positional.first().is_some_and(|it| !matches!(it, Value::None)) || args.named.iter().any(|it| is_other(&it.0)) {
        return unknown();
    }
    let has_template = ["{{", "{%", "{#"].iter().any(|it| text.contains(it));
    let is_yaml = match renderer.as_deref() {
        Some("jinja|yaml") => !has_template,
        Some("yaml") => true,
        _ => false,
    };
    if !is_yaml || text.starts_with("#!") || text.trim().is_empty() || text.contains(jinja::HOLE) {
        return unknown();
    }
    let mut heap = Heap::default();
    match read::read(&mut heap, FileId(u32::MAX), &text) {
        Ok(Some(id)) => Ok(from_heap(&heap, id)),
        _ => unknown(),
    }
}

/// Name of a value of the pillar.
pub fn pillar_key(key: &str) -> String {
    format!("the pillar key `{key}`")
}

fn missing(name: &str) -> Error {
    Error::type_error(format!("{name}() misses an argument"))
}

fn python_dirname(path: &str) -> String {
    let Some(at) = path.rfind('/') else { return String::new() };
    let head = path.get(..=at).unwrap_or_default();
    let trimmed = head.trim_end_matches('/');
    if trimmed.is_empty() { head.to_owned() } else { trimmed.to_owned() }
}

/// A grain by its path; none if there is none.
fn grain(known: &Known, key: &str, delimiter: &str) -> Option<Value> {
    traverse(&known.grains, key, delimiter).or_else(|| (!known.all_grains).then(|| Value::unknown(format!("the grain `{key}`"))))
}

fn get(data: &Value, args: &Args, default: &Value, merge: bool, delimiter: &str) -> Outcome {
    let key = text(args, 0, "key")?;
    let Some(found) = traverse(data, &key, delimiter) else { return Ok(default.clone()) };
    if matches!(found, Value::Unknown(_)) {
        return Ok(Value::unknown(pillar_key(&key)));
    }
    if found.is_unknown() {
        return Ok(found);
    }
    if !merge || matches!(default, Value::None) || default.as_str() == Some("") {
        return Ok(copy(&found));
    }
    if default.is_unknown() {
        return Ok(default.clone());
    }
    match (default, &found) {
        (Value::Dict(_), Value::Dict(_)) => {
            let whole = copy(default);
            update(&whole, &copy(&found), false);
            Ok(whole)
        }
        (Value::List(a), Value::List(b)) => {
            let mut items = a.to_vec();
            for item in b.to_vec() {
                items.push(item);
            }
            Ok(Value::list(items))
        }
        _ => Ok(copy(&found)),
    }
}

/// Options that are maps in every minion.
const MAPS: &[&str] = &["features", "file_roots", "grains", "metrics", "pillar_roots", "thorium_roots", "tracing"];

/// Looks in options, grains and pillar.
fn config(known: &Known, key: &str, default: &Value) -> Outcome {
    match key {
        "id" if known.id.is_empty() => return Ok(Value::unknown("the minion id")),
        "id" => return Ok(Value::str(known.id.as_str())),
        "saltenv" => return Ok(Value::str("base")),
        _ => {}
    }
    if let Some((_, value)) = OF_CALL.iter().find(|it| it.0 == key) {
        return Ok(Value::str(*value));
    }
    if let Some(found) = known.options.as_ref().and_then(|it| traverse(it, key, ":")) {
        return Ok(copy(&found));
    }
    // Most options are texts and numbers, in which no path leads further.
    let first = key.split(':').next().unwrap_or_default();
    if OF_MASTER.contains(&first) {
        return Ok(default.clone());
    }
    if configuration::is_option(first) && (first == key || MAPS.contains(&first)) {
        return Ok(Value::unknown(format!("the option `{first}`")));
    }
    if let Some(found) = traverse(&known.grains, key, ":") {
        return Ok(copy(&found));
    }
    match traverse(&known.pillar, key, ":") {
        Some(found) => Ok(copy(&found)),
        // A grain that is not given might have it.
        None if !known.all_grains => Ok(Value::unknown(format!("the option or grain `{key}`"))),
        None => Ok(default.clone()),
    }
}

fn filter_by(known: &Known, args: &Args) -> Outcome {
    let Some(Value::Dict(lookup)) = arg(args, 0, "lookup_dict") else { return Ok(Value::unknown("a lookup that is no map")) };
    if !lookup.is_known() {
        return Ok(Value::unknown("a lookup"));
    }
    let path = match arg(args, 1, "grain") {
        Some(it) => it.as_str().map(str::to_owned).ok_or_else(|| Error::not_covered("a grain that is no text"))?,
        None => "os_family".to_owned(),
    };
    let merge = arg(args, 2, "merge").filter(|it| !matches!(it, Value::None));
    let default = arg(args, 3, "default").unwrap_or_else(|| Value::str("default"));
    let base = arg(args, 4, "base").filter(|it| !matches!(it, Value::None));
    let found = match grain(known, &path, ":") {
        None => Vec::new(),
        Some(Value::List(items)) => items.to_vec(),
        Some(value) if value.is_unknown() => return Ok(value),
        Some(value) => vec![value],
    };
    let mut result: Option<Value> = None;
    'outer: for value in &found {
        let Some(value) = printed(value) else { return Ok(Value::unknown("a grain")) };
        for (key, item) in lookup.pairs() {
            let Some(key) = printed(&key) else { continue };
            if fnmatch::matches(&value, &key) {
                if !matches!(item, Value::None) {
                    result = Some(item);
                    break 'outer;
                }
                break;
            }
        }
    }
    let key = |value: &Value| jinja::Key::new(value.clone()).ok();
    let mut result = result.or_else(|| lookup.get(&key(&default)?)).filter(|it| !matches!(it, Value::None));
    if let Some(base) = base.and_then(|it| lookup.get(&key(&it)?)) {
        result = match (&result, &base) {
            (None, _) => Some(base),
            (Some(found @ Value::Dict(_)), Value::Dict(_)) => {
                let whole = copy(&base);
                update(&whole, found, false);
                Some(whole)
            }
            (Some(_), Value::Dict(_)) => return Err(invocation("filter_by default and look-up values must both be dictionaries.")),
            (Some(found), _) => Some(found.clone()),
        };
    }
    if let Some(merge) = merge {
        if merge.is_unknown() {
            return Ok(Value::unknown("what is merged"));
        }
        match &result {
            None => result = Some(merge),
            Some(found) => update(found, &copy(&merge), false),
        }
    }
    Ok(result.unwrap_or(Value::None))
}

fn printed(value: &Value) -> Option<String> {
    Some(match value {
        Value::None => "None".to_owned(),
        Value::Bool(it) => if *it { "True" } else { "False" }.to_owned(),
        Value::Int(it) => it.to_string(),
        Value::Float(it) => crate::python::float(*it),
        other => other.as_str()?.to_owned(),
    })
}
