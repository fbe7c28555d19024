//! Classes and modules, and what each of them can do.

use std::rc::Rc;

use crate::ast::{Flags, Name};
use crate::class;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::json::Layout;
use crate::methods::files;
use crate::regexp;
use crate::stop::{Outcome, Stop};
use crate::value::{Encoding, Hash, Value};

/// `Class` itself.
pub const CLASS: &[Method] = &[row("new", 0, 1, |ruby, _, given| super::module::new_class(ruby, given, false))];
/// `Module` itself.
pub const MODULE: &[Method] = &[row("new", 0, 0, |ruby, _, given| super::module::new_class(ruby, given, true))];

pub const METHODS: &[Method] = &[
    row("<", 1, 1, |ruby, it, given| inherits(ruby, it, given, false)),
    row("<=", 1, 1, |ruby, it, given| inherits(ruby, it, given, true)),
    row("===", 1, 1, |ruby, it, given| {
        let name = receiver(it);
        ruby.is_instance(&given.at(0), &name).map(Value::Boolean)
    }),
    open("[]", 0, |ruby, it, given| match (&*receiver(it), given.list.as_slice()) {
        ("Hash", [Value::Array(pairs)]) => {
            let hash = Hash::default();
            for pair in pairs.items() {
                let Value::Array(pair) = &pair else { return ruby.not_covered("Hash[] of such a list") };
                match pair.items().as_slice() {
                    [key] => ruby.store(&hash, key.clone(), Value::Nil)?,
                    [key, value] => ruby.store(&hash, key.clone(), value.clone())?,
                    _ => return ruby.not_covered("Hash[] of such a list"),
                }
            }
            Ok(ruby.heap.hash_of(hash))
        }
        ("Hash", [hash @ Value::Hash(_)]) => super::object::DUP(ruby, hash, &Args::default()),
        ("Hash", list) if list.len() % 2 == 0 && !given.keywords => {
            let hash = Hash::default();
            for pair in list.chunks_exact(2) {
                if let [key, value] = pair {
                    ruby.store(&hash, key.clone(), value.clone())?;
                }
            }
            Ok(ruby.heap.hash_of(hash))
        }
        ("Hash", [_]) | ("Hash", [_, .., _]) if !given.keywords => ruby.raise("ArgumentError", "odd number of arguments for Hash"),
        ("Array", _) => Ok(ruby.heap.array(given.list.clone())),
        (name, _) => ruby.not_covered(format!("{name}.[]")),
    }),
    row("basename", 1, 2, |ruby, it, given| {
        is(ruby, it, "File", "basename")?;
        let path = files::path_of(ruby, &given.at(0))?;
        let trimmed = path.trim_end_matches('/');
        let name = match trimmed.rsplit('/').next() {
            Some("") if !path.is_empty() => "/",
            Some(name) => name,
            None => "",
        };
        let name = match given.list.get(1) {
            None => name.to_owned(),
            Some(end) => {
                let end = ruby.needs_text(end)?;
                match &*end {
                    ".*" => match name.rfind('.') {
                        Some(at) if at > 0 => name.get(..at).unwrap_or_default().to_owned(),
                        _ => name.to_owned(),
                    },
                    end => match name.strip_suffix(end) {
                        Some("") | None => name.to_owned(),
                        Some(rest) => rest.to_owned(),
                    },
                }
            }
        };
        Ok(ruby.heap.text(name))
    }),
    row("compile", 1, 2, |ruby, it, given| {
        is(ruby, it, "Regexp", "compile")?;
        make(ruby, it, given)
    })
    .of_ruby(1, 3),
    row("expand_path", 1, 2, |ruby, it, given| {
        is(ruby, it, "File", "expand_path")?;
        let path = files::path_of(ruby, &given.at(0))?;
        let folder = match given.get(1) {
            Some(folder) => ruby.needs_text(folder)?,
            None => "".into(),
        };
        if path.starts_with('~') || folder.starts_with('~') {
            return ruby.not_covered("File.expand_path of a home");
        }
        let whole = if path.starts_with('/') { path.to_string() } else { format!("{folder}/{path}") };
        if !path.starts_with('/') && !folder.starts_with('/') {
            // It would be the folder that the process runs in.
            return ruby.not_covered("File.expand_path of a path that is not absolute");
        }
        Ok(ruby.heap.text(crate::clean(&whole)))
    }),
    row("dirname", 1, 1, |ruby, it, given| {
        is(ruby, it, "File", "dirname")?;
        let path = files::path_of(ruby, &given.at(0))?;
        // Slashes that follow each other are one; those at the beginning are one, too.
        let trimmed = path.trim_end_matches('/');
        let folder = match trimmed.rfind('/') {
            None if trimmed.is_empty() && !path.is_empty() => "/",
            None => ".",
            Some(at) => match trimmed.get(..at).unwrap_or_default().trim_end_matches('/') {
                "" => "/",
                folder => folder,
            },
        };
        match folder.strip_prefix("//") {
            Some(rest) => {
                let folder = format!("/{}", rest.trim_start_matches('/'));
                Ok(ruby.heap.text(folder))
            }
            None => Ok(ruby.heap.text(folder)),
        }
    })
    .of_ruby(1, 2),
    row("dump", 1, 1, |ruby, it, given| match &*receiver(it) {
        "YAML" => {
            let text = crate::yaml_text::generate(ruby, &given.at(0), &Value::Nil)?;
            Ok(ruby.heap.text(text))
        }
        "JSON" => {
            let text = crate::json::generate(ruby, &given.at(0), &Layout::compact())?;
            Ok(ruby.heap.text(text))
        }
        name => ruby.not_covered(format!("{name}.dump")),
    })
    .of_ruby(1, 3),
    open("union", 0, |ruby, it, given| {
        is(ruby, it, "Regexp", "union")?;
        let parts = match given.list.as_slice() {
            [Value::Array(list)] => list.items(),
            list => list.to_vec(),
        };
        if let [pattern @ Value::Regex(_)] = parts.as_slice() {
            return Ok(pattern.clone());
        }
        let mut texts = Vec::new();
        for part in &parts {
            texts.push(match part {
                Value::Regex(_) => ruby.text_of(part)?,
                other => values::regex::escape(&ruby.needs_text(other)?),
            });
        }
        let text = if texts.is_empty() { "(?!)".to_owned() } else { texts.join("|") };
        crate::regexp::compile(ruby, &text, crate::ast::Flags::default())
    }),
    // That of the method that calls.
    row("last_match", 0, 1, |ruby, it, given| {
        is(ruby, it, "Regexp", "last_match")?;
        match (ruby.last_match()?.cloned(), given.get(0)) {
            (None, _) => Ok(Value::Nil),
            (Some(matched), None) => Ok(Value::Match(matched)),
            (Some(matched), Some(group)) => ruby.send(&Value::Match(matched), "[]", Args::new(vec![group.clone()])),
        }
    }),
    row("escape", 1, 1, |ruby, it, given| {
        is(ruby, it, "Regexp", "escape")?;
        let text = ruby.needs_text(&given.at(0))?;
        Ok(ruby.heap.text(values::regex::escape(&text)))
    }),
    open("exception", 0, make),
    row("extname", 1, 1, |ruby, it, given| {
        is(ruby, it, "File", "extname")?;
        let path = files::path_of(ruby, &given.at(0))?;
        let name = path.rsplit('/').next().unwrap_or_default();
        let stem = name.trim_start_matches('.');
        let end = match stem.rfind('.') {
            Some(at) if at > 0 && at + 1 < stem.len() => stem.get(at..).unwrap_or_default(),
            Some(at) if at + 1 == stem.len() && at > 0 => ".",
            _ => "",
        };
        Ok(ruby.heap.text(end))
    }),
    row("generate", 1, 2, |ruby, it, given| {
        is(ruby, it, "JSON", "generate")?;
        let layout = Layout::compact().with_options(ruby, given.get(1))?;
        let text = crate::json::generate(ruby, &given.at(0), &layout)?;
        Ok(ruby.heap.text(text))
    }),
    open("join", 0, |ruby, it, given| {
        is(ruby, it, "File", "join")?;
        let mut parts = Vec::new();
        let mut waiting: Vec<Value> = given.list.iter().rev().cloned().collect();
        while let Some(part) = waiting.pop() {
            ruby.spend(1)?;
            match part {
                // An empty list is an empty part.
                Value::Array(list) if list.items().is_empty() => parts.push("".into()),
                Value::Array(list) => waiting.extend(list.items().into_iter().rev()),
                other => parts.push(files::path_of(ruby, &other)?),
            }
        }
        let mut path = String::new();
        for (index, part) in parts.iter().enumerate() {
            if index == 0 {
                path.push_str(part);
                continue;
            }
            // Between two parts is one slash, or as many as the second begins with.
            if part.starts_with('/') {
                path.truncate(path.trim_end_matches('/').len());
            } else if !path.ends_with('/') {
                path.push('/');
            }
            path.push_str(part);
        }
        Ok(ruby.heap.text(path))
    }),
    row("name", 0, 0, |ruby, it, _| Ok(ruby.class_name(&receiver(it)).map_or(Value::Nil, |name| ruby.heap.frozen(&*name)))),
    open("new", 0, make),
    row("parse", 1, 2, |ruby, it, given| {
        is(ruby, it, "JSON", "parse")?;
        let mut has_symbols = false;
        match given.get(1) {
            None | Some(Value::Nil) => {}
            Some(Value::Hash(options)) => {
                for (name, value) in options.pairs() {
                    match (&name, value) {
                        (Value::Symbol(name), Value::Boolean(it)) if &**name == "symbolize_names" => has_symbols = it,
                        (_, Value::Unknown) => return Err(Stop::Unknown),
                        _ => return ruby.not_covered("JSON.parse with such options"),
                    }
                }
            }
            Some(_) => return ruby.not_covered("JSON.parse with such options"),
        }
        let text = ruby.needs_text(&given.at(0))?;
        crate::json::parse(ruby, &text, has_symbols)
    }),
    row("pretty_generate", 1, 2, |ruby, it, given| {
        is(ruby, it, "JSON", "pretty_generate")?;
        let layout = Layout::pretty().with_options(ruby, given.get(1))?;
        let text = crate::json::generate(ruby, &given.at(0), &layout)?;
        Ok(ruby.heap.text(text))
    }),
    row("quote", 1, 1, |ruby, it, given| {
        is(ruby, it, "Regexp", "quote")?;
        let text = ruby.needs_text(&given.at(0))?;
        Ok(ruby.heap.text(values::regex::escape(&text)))
    }),
    row("to_s", 0, 0, |ruby, it, _| {
        let text = ruby.inspect(it)?;
        Ok(ruby.heap.text(text))
    }),
];

fn receiver(value: &Value) -> Name {
    match value {
        Value::Class(name) => name.clone(),
        _ => "".into(),
    }
}

fn is(ruby: &mut Ruby<'_>, it: &Value, class: &str, method: &str) -> Outcome<()> {
    let name = receiver(it);
    if *name == *class { Ok(()) } else { ruby.not_covered(format!("{name}.{method}")) }
}

fn inherits(ruby: &mut Ruby<'_>, it: &Value, given: &Args, or_same: bool) -> Outcome {
    let (name, other) = (receiver(it), given.at(0));
    let Value::Class(other) = other else { return ruby.not_covered("a class compared with something else") };
    Ok(match (name == other, ruby.inherits(&name, &other), ruby.inherits(&other, &name)) {
        (true, ..) => Value::Boolean(or_same),
        (_, true, _) => Value::Boolean(true),
        (_, _, true) => Value::Boolean(false),
        _ => Value::Nil,
    })
}

fn make(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let name = receiver(it);
    if &*name == "Object" || ruby.classes.contains_key(&name) && class::named(&name).is_none() {
        return ruby.instantiate(&name, given.clone());
    }
    if class::inherits(&name, "Exception") {
        let message: Rc<str> = match given.list.as_slice() {
            list if class::inherits(&name, "SystemCallError") => match (files::meaning(&name), list) {
                (Some(meaning), []) => meaning.into(),
                (Some(meaning), [message]) if !given.keywords => format!("{meaning} - {}", ruby.text_of(message)?).into(),
                _ => return ruby.not_covered(format!("such a {name}.new")),
            },
            [] => Rc::from(&*name),
            [message] if !given.keywords => Rc::from(ruby.text_of(message)?),
            _ => return ruby.not_covered(format!("{name}.new with more than a message")),
        };
        let exception = ruby.exception(name, message);
        return Ok(ruby.heap.keep(Value::Exception(ruby.heap.exception(exception))));
    }
    match (&*name, given.list.as_slice()) {
        ("Array", []) if given.block.is_none() => Ok(ruby.heap.array(Vec::new())),
        ("Array", [Value::Array(list)]) => Ok(ruby.heap.array(list.items())),
        ("Array", [_, _, _, ..]) if !given.keywords => ruby.wrong_number(given.list.len(), 0, Some(2)),
        ("Array", [count, ..]) => {
            let Ok(count) = usize::try_from(ruby.needs_integer(count)?) else { return ruby.raise("ArgumentError", "negative array size") };
            ruby.spend(count as u64)?;
            let mut items = Vec::new();
            for index in 0..count {
                items.push(match &given.block {
                    Some(block) => ruby.yield_one(&block.clone(), Value::Integer(super::enumerable::size(index)))?,
                    None => given.at(1),
                });
            }
            Ok(ruby.heap.array(items))
        }
        ("Hash", []) => {
            let hash = Hash::default();
            *hash.default_of.borrow_mut() = given.block.clone();
            Ok(ruby.heap.hash_of(hash))
        }
        ("Hash", [default]) if !given.keywords && given.block.is_none() => {
            let hash = Hash::default();
            *hash.default.borrow_mut() = Some(default.clone());
            Ok(ruby.heap.hash_of(hash))
        }
        ("String", []) => Ok(crate::bytes::exact(ruby, Vec::new(), Encoding::Binary)),
        ("String", [text]) if !given.keywords => {
            let text = ruby.needs_text(text)?;
            Ok(ruby.heap.text(text))
        }
        ("Regexp", [Value::Regex(_)]) => Ok(given.at(0)),
        ("Regexp", [source, rest @ ..]) if rest.len() < 2 => {
            let source = ruby.needs_text(source)?;
            let flags = match rest.first() {
                None | Some(Value::Nil | Value::Boolean(false)) => Flags::default(),
                Some(Value::Integer(bits)) => Flags { ignore_case: bits & 1 != 0, extended: bits & 2 != 0, multiline: bits & 4 != 0 },
                Some(Value::Unknown) => return Err(Stop::Unknown),
                Some(_) => Flags { ignore_case: true, ..Flags::default() },
            };
            regexp::compile(ruby, &source, flags)
        }
        (name, _) => ruby.not_covered(format!("{name}.new")),
    }
}
