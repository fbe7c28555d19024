//! Methods without a receiver.

use std::rc::Rc;

use values::FormatError;

use crate::class;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::stop::{Outcome, Stop};
use crate::value::{Callable, Entries, Proc, Value};

pub const METHODS: &[Method] = &[
    row("Array", 1, 1, |ruby, _, given| match given.at(0) {
        Value::Nil => Ok(ruby.heap.array(Vec::new())),
        it @ Value::Array(_) => Ok(it),
        it @ (Value::Hash(_) | Value::Range(_)) => {
            let items = ruby.elements(&it)?;
            Ok(ruby.heap.array(items))
        }
        Value::Unknown => Ok(ruby.unknown()),
        Value::Foreign(_) => ruby.not_covered("Array() of something of Puppet's"),
        other => Ok(ruby.heap.array(vec![other])),
    }),
    row("Float", 1, 2, |ruby, _, given| float(ruby, given)),
    row("Hash", 1, 1, |ruby, _, given| match given.at(0) {
        Value::Nil => Ok(ruby.heap.hash(Entries::default())),
        it @ Value::Hash(_) => Ok(it),
        Value::Array(list) if list.is_empty() => Ok(ruby.heap.hash(Entries::default())),
        Value::Unknown => Ok(ruby.unknown()),
        other => ruby.raise("TypeError", format!("can't convert {} into Hash", class::class_of(&other))),
    }),
    row("URI", 1, 1, |ruby, _, given| match ruby.constant_at("URI") {
        Some(module) => ruby.send(&module, "__converted", Args::new(given.list.clone())),
        None => ruby.not_covered("URI()"),
    }),
    row("Integer", 1, 3, |ruby, _, given| integer(ruby, given)),
    row("Rational", 1, 2, |ruby, _, given| {
        let (above, below) = (given.at(0), given.get(1).cloned().unwrap_or(Value::Integer(1)));
        let whole = |it: &Value| matches!(it, Value::Integer(_) | Value::Big(_));
        let Some(class) = ruby.constant_at("Rational").filter(|_| whole(&above) && whole(&below)) else {
            return ruby.not_covered("Rational() of something else than integers");
        };
        ruby.send(&class, "__made", Args::new(vec![above, below]))
    }),
    row("String", 1, 1, |ruby, _, given| match ruby.shown_text(&given.at(0))? {
        Some(text) => Ok(ruby.heap.text(text)),
        None => Ok(ruby.unknown()),
    }),
    row("binding", 0, 0, |ruby, _, _| ruby.not_covered("binding")),
    row("block_given?", 0, 0, |ruby, _, _| Ok(Value::Boolean(ruby.scope.block.is_some()))),
    row("catch", 0, 1, |ruby, _, given| {
        let block = ruby.needs_block(given)?;
        let Some(tag) = given.get(0).cloned() else { return ruby.not_covered("catch without a tag") };
        match ruby.call_block(&block, vec![tag.clone()]) {
            Err(Stop::Throw(other, value)) => {
                if ruby.equal(&tag, &other)? {
                    Ok(value)
                } else {
                    Err(Stop::Throw(other, value))
                }
            }
            other => other,
        }
    }),
    row("throw", 1, 2, |_, _, given| Err(Stop::Throw(given.at(0), given.at(1)))),
    row("__method__", 0, 0, |ruby, _, _| {
        let running = ruby.scope.context.method.clone();
        if running.is_none() && ruby.scope.frame != 0 {
            return ruby.not_covered("__method__");
        }
        Ok(running.map_or(Value::Nil, |it| Value::Symbol(it.name.clone())))
    }),
    row("__dir__", 0, 0, |ruby, _, _| match ruby.file.rsplit_once('/') {
        Some((folder, _)) => {
            let folder = folder.to_owned();
            Ok(ruby.heap.text(folder))
        }
        None => ruby.not_covered("__dir__"),
    }),
    row("require_relative", 1, 1, |ruby, _, given| {
        let name = ruby.needs_text(&given.at(0))?;
        let Some((folder, _)) = ruby.file.rsplit_once('/') else { return ruby.not_covered("require_relative of a text without a file") };
        let path = crate::load::clean(&format!("{folder}/{name}"));
        crate::load::require(ruby, &path)
    }),
    row("load", 1, 1, |ruby, _, given| {
        let name = ruby.needs_text(&given.at(0))?;
        crate::load::require(ruby, &name)
    })
    .of_ruby(1, 2),
    row("fail", 0, 3, raise),
    open("format", 1, format).open_in_ruby(0),
    row("lambda", 0, 0, |ruby, _, given| {
        let block = ruby.needs_block(given)?;
        match &block.what {
            Callable::Code(code, scope) => {
                let what = Callable::Code(code.clone(), scope.clone());
                Ok(ruby.heap.keep(Value::Proc(Rc::new(Proc { what, is_lambda: true, home: 0 }))))
            }
            _ => Ok(Value::Proc(block)),
        }
    }),
    row("loop", 0, 0, |ruby, _, given| {
        let block = ruby.needs_block(given)?;
        loop {
            match ruby.call_block(&block, Vec::new()) {
                Err(Stop::Raise(it)) if ruby.inherits(&it.class, "StopIteration") => {
                    return Ok(it.fields.borrow().get("@result").cloned().unwrap_or(Value::Nil));
                }
                result => result?,
            };
        }
    }),
    row("method", 1, 1, |ruby, _, given| {
        let name = ruby.name(&given.at(0))?;
        if !ruby.methods.contains_key(&name) && super::kernel(&name).is_none() {
            return ruby.not_covered(format!("method(:{name})"));
        }
        let what = Callable::Method(Value::This, name);
        Ok(ruby.heap.keep(Value::Proc(Rc::new(Proc { what, is_lambda: true, home: 0 }))))
    }),
    row("proc", 0, 0, |ruby, _, given| Ok(Value::Proc(ruby.needs_block(given)?))),
    row("raise", 0, 3, raise).open_in_ruby(0),
    row("rand", 0, 1, |ruby, _, given| {
        let Some(random) = ruby.constant_at("Random") else { return ruby.not_covered("rand") };
        ruby.send(&random, "__kernel", Args::new(vec![given.at(0)]))
    }),
    row("require", 1, 1, |ruby, _, given| {
        let name = ruby.needs_text(&given.at(0))?;
        crate::load::require(ruby, &name)
    }),
    open("sprintf", 1, format).open_in_ruby(0),
    row("srand", 0, 1, |ruby, _, given| {
        let Some(random) = ruby.constant_at("Random") else { return ruby.not_covered("srand") };
        ruby.send(&random, "srand", given.clone())
    }),
];

fn raise(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let mut list = given.list.as_slice();
    let mut cause = None;
    if given.keywords
        && let Some((Value::Hash(options), others)) = list.split_last()
    {
        cause = match options.pairs().as_slice() {
            [(Value::Symbol(name), cause)] if &**name == "cause" => Some(cause.clone()),
            _ => return ruby.not_covered("raise with keywords"),
        };
        list = others;
        match &cause {
            _ if list.is_empty() => return ruby.raise("ArgumentError", "only cause is given with no arguments"),
            None | Some(Value::Nil | Value::Exception(_)) => {}
            Some(Value::Unknown) => return Err(Stop::Unknown),
            Some(_) => return ruby.raise("TypeError", "exception object expected"),
        }
    }
    if list.len() > 2 {
        return ruby.not_covered("raise with a trace");
    }
    match raised(ruby, &Args::new(list.to_vec())) {
        Err(Stop::Raise(exception)) => {
            ruby.set_cause(&exception, cause);
            Err(Stop::Raise(exception))
        }
        other => other,
    }
}

/// The exception that `raise` raises.
fn raised(ruby: &mut Ruby<'_>, given: &Args) -> Outcome {
    let message = match given.list.get(1) {
        Some(value) => Some(ruby.text_of(value)?),
        None => None,
    };
    let (class, message): (crate::ast::Name, Rc<str>) = match given.at(0) {
        Value::Nil if given.list.is_empty() && !ruby.rescued.is_empty() => {
            return match ruby.rescued.last() {
                Some(exception) => Err(Stop::Raise(exception.clone())),
                None => ruby.raise("RuntimeError", ""),
            };
        }
        Value::Nil if given.list.is_empty() => ("RuntimeError".into(), "".into()),
        Value::String(text) if message.is_none() => ("RuntimeError".into(), text.get()),
        Value::Class(name) if ruby.inherits(&name, "Exception") => {
            let arguments = given.list.get(1).cloned().into_iter().collect();
            return match ruby.send(&Value::Class(name), "new", Args::new(arguments))? {
                Value::Exception(it) => Err(Stop::Raise(it)),
                _ => ruby.not_covered("raise of a class that makes no exception"),
            };
        }
        Value::Exception(it) => match message {
            None => return Err(Stop::Raise(it)),
            Some(message) => (it.class.clone(), Rc::from(message)),
        },
        Value::Unknown => return Err(Stop::Unknown),
        Value::Foreign(it) => {
            // A class of the host: only the host knows what it is.
            let arguments: Vec<Value> = given.list.iter().skip(1).cloned().collect();
            return match ruby.host.call(&ruby.heap, Some(&it), "raise", &arguments)? {
                Some(value) => Ok(value),
                None => ruby.not_covered(format!("raise {}", it.class)),
            };
        }
        _ => return ruby.raise("TypeError", "exception class/object expected"),
    };
    Err(Stop::Raise(ruby.heap.exception(ruby.exception(class, message))))
}

/// A value as `format` takes it; what is not in `values` is given as its text.
fn formatted(ruby: &mut Ruby<'_>, value: &Value, inspects: bool) -> Outcome<values::Value> {
    Ok(match value {
        Value::Nil => values::Value::Undef,
        Value::Boolean(it) => values::Value::Boolean(*it),
        Value::Integer(it) => values::Value::Integer(*it),
        // What asks for a float gets one; what asks for digits gets them from `without_big`.
        Value::Big(it) if !inspects => values::Value::string(crate::big::text(ruby, it, 10)?),
        Value::Float(it) => values::Value::Float(*it),
        Value::String(it) => values::Value::string(it.get()),
        Value::Unknown => return Err(Stop::Unknown),
        _ if inspects => return ruby.not_covered("`%p` of such a value"),
        other => values::Value::from(ruby.text_of(other)?),
    })
}

pub fn format_text(ruby: &mut Ruby<'_>, format: &str, arguments: &[Value]) -> Outcome<String> {
    let inspects = format.contains('p') && format.contains('%') && {
        let mut rest = format;
        let mut found = false;
        while let Some((_, after)) = rest.split_once('%') {
            let letter = after.chars().find(|it| it.is_ascii_alphabetic() || *it == '%');
            found |= letter == Some('p');
            rest = after.strip_prefix('%').unwrap_or(after);
        }
        found
    };
    // A list, hash or symbol is a text only where a text is asked for.
    let is_only_text = |format: &str| {
        let mut rest = format;
        while let Some((_, after)) = rest.split_once('%') {
            let letter = after.chars().find(|it| it.is_ascii_alphabetic() || matches!(it, '%' | '<' | '{'));
            if !matches!(letter, Some('s' | '%')) {
                return false;
            }
            rest = if letter == Some('%') { after.split_once('%').map_or("", |it| it.1) } else { after };
        }
        true
    };
    let mut list = Vec::with_capacity(arguments.len());
    if let [Value::Hash(hash)] = arguments
        && (format.contains("%{") || format.contains("%<"))
    {
        let mut entries = values::Hash::default();
        for (key, value) in hash.pairs() {
            let Value::Symbol(name) = key else { continue };
            let value = match &value {
                Value::Array(_) | Value::Hash(_) | Value::Symbol(_) if format.contains("%<") => {
                    return ruby.not_covered("`%<name>` of such a value");
                }
                value => formatted(ruby, value, inspects)?,
            };
            entries.insert(values::Value::string(name), value);
        }
        if hash.default.borrow().is_some() || hash.default_of.borrow().is_some() {
            return ruby.not_covered("format with a hash that has a default");
        }
        list.push(values::Value::hash(entries));
    } else {
        for argument in arguments {
            let fits = matches!(
                argument,
                Value::Nil | Value::Integer(_) | Value::Big(_) | Value::Float(_) | Value::String(_) | Value::Boolean(_) | Value::Unknown
            );
            if !fits && !is_only_text(format) {
                return ruby.not_covered(format!("format of {} as something else than a text", class::class_of(argument)));
            }
            list.push(formatted(ruby, argument, inspects)?);
        }
    }
    let (format, list) = match arguments.iter().any(|it| matches!(it, Value::Big(_))) {
        true => without_big(ruby, format, arguments, list)?,
        false => (format.to_owned(), list),
    };
    match values::format::sprintf(&format, &list) {
        Ok(text) => Ok(text),
        Err(error) => {
            let class = match &error {
                FormatError::Class { .. } | FormatError::Implicit(_) | FormatError::NilToInteger => "TypeError",
                FormatError::Key(_) => "KeyError",
                _ => "ArgumentError",
            };
            ruby.raise(class, error.to_string())
        }
    }
}

/// A format whose directives for integers of more than 64 bits are those for their texts.
fn without_big(
    ruby: &mut Ruby<'_>,
    format: &str,
    arguments: &[Value],
    mut list: Vec<values::Value>,
) -> Outcome<(String, Vec<values::Value>)> {
    let mut out = String::new();
    let mut rest = format;
    let mut index = 0;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let end = after.find(|it: char| it.is_ascii_alphabetic() || matches!(it, '%' | '*' | '$' | '<' | '{'));
        let Some((options, letter, next)) = end.and_then(|at| Some((after.get(..at)?, after.get(at..at + 1)?, after.get(at + 1..)?)))
        else {
            return ruby.not_covered("such a format for an integer of more than 64 bits");
        };
        rest = next;
        if letter == "%" {
            out.push_str(&format!("%{options}%"));
            continue;
        }
        if matches!(letter, "*" | "$" | "<" | "{") {
            return ruby.not_covered("such a format for an integer of more than 64 bits");
        }
        let argument = arguments.get(index);
        let base = match letter {
            "d" | "i" | "u" => 10,
            "x" | "X" => 16,
            "o" => 8,
            "b" | "B" => 2,
            _ => 0,
        };
        if let (Some(Value::Big(number)), true) = (argument, base != 0) {
            let is_negative = number.sign() == num_bigint::Sign::Minus;
            if options.contains(['.', '#']) || (is_negative && base != 10) {
                return ruby.not_covered("such a format for an integer of more than 64 bits");
            }
            let flags = options.len() - options.trim_start_matches(['-', '+', ' ', '0']).len();
            let (flags, width) = options.split_at(flags);
            let sign = if is_negative {
                "-"
            } else if flags.contains('+') {
                "+"
            } else if flags.contains(' ') {
                " "
            } else {
                ""
            };
            let mut digits = crate::big::text(ruby, number, base)?.trim_start_matches('-').to_owned();
            if letter == "X" {
                digits.make_ascii_uppercase();
            }
            if flags.contains('0') && !flags.contains('-') {
                let width = width.parse::<usize>().unwrap_or(0).min(1 << 20);
                ruby.heap.count(width);
                digits = format!("{}{digits}", "0".repeat(width.saturating_sub(sign.len() + digits.len())));
            }
            let side = if flags.contains('-') { "-" } else { "" };
            out.push_str(&format!("%{side}{width}s"));
            if let Some(place) = list.get_mut(index) {
                *place = values::Value::string(format!("{sign}{digits}"));
            }
        } else {
            out.push_str(&format!("%{options}{letter}"));
        }
        index += 1;
    }
    out.push_str(rest);
    Ok((out, list))
}

fn format(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    if ruby.heap.has_unknown.get() {
        for value in &given.list {
            if ruby.is_doubtful(value)? {
                return Ok(ruby.unknown());
            }
        }
    }
    let format = ruby.needs_text(&given.at(0))?;
    let text = format_text(ruby, &format, given.list.get(1..).unwrap_or_default())?;
    Ok(ruby.heap.text(text))
}

/// Whether `exception: false` was given, and without it the other arguments.
fn quiet(given: &Args) -> (bool, Vec<Value>) {
    let mut list = given.list.clone();
    let mut is_quiet = false;
    if given.keywords
        && let Some(Value::Hash(hash)) = list.pop()
    {
        is_quiet = matches!(hash.get(&crate::value::Key::Symbol("exception".into())), Some(Value::Boolean(false) | Value::Nil));
    }
    (is_quiet, list)
}

fn float(ruby: &mut Ruby<'_>, given: &Args) -> Outcome {
    let (is_quiet, list) = quiet(given);
    let value = list.first().cloned().unwrap_or(Value::Nil);
    match &value {
        Value::Integer(it) => Ok(Value::Float(*it as f64)),
        Value::Big(it) => Ok(Value::Float(crate::big::float(it))),
        Value::Float(_) => Ok(value),
        Value::Unknown => Ok(ruby.unknown()),
        Value::String(text) => match crate::number::float(&text.get()) {
            Some(it) => Ok(Value::Float(it)),
            None if is_quiet => Ok(Value::Nil),
            None => {
                let shown = ruby.inspect(&value)?;
                ruby.raise("ArgumentError", format!("invalid value for Float(): {shown}"))
            }
        },
        _ if is_quiet => Ok(Value::Nil),
        Value::Foreign(_) => ruby.not_covered("Float() of something of Puppet's"),
        other => {
            let name = ruby.conversion_name(other);
            ruby.raise("TypeError", format!("can't convert {name} into Float"))
        }
    }
}

fn integer(ruby: &mut Ruby<'_>, given: &Args) -> Outcome {
    let (is_quiet, list) = quiet(given);
    let value = list.first().cloned().unwrap_or(Value::Nil);
    let base = match list.get(1) {
        None | Some(Value::Nil) => None,
        Some(other) => Some(ruby.needs_integer(other)?),
    };
    match &value {
        Value::Integer(_) | Value::Big(_) if base.is_none() => Ok(value),
        Value::Float(it) if base.is_none() => super::float::whole(ruby, it.trunc()),
        Value::Unknown => Ok(ruby.unknown()),
        Value::String(text) => {
            let text = text.get();
            let parsed = match base {
                None | Some(0) => crate::number::integer(&text, None),
                Some(base @ 2..=36) => crate::number::integer(&text, u32::try_from(base).ok()),
                Some(base) if base < 0 => return ruby.not_covered("Integer() with a negative base"),
                Some(base) => return ruby.raise("ArgumentError", format!("invalid radix {base}")),
            };
            match parsed {
                crate::number::Parsed::Integer(it) => Ok(Value::Integer(it)),
                crate::number::Parsed::Big(digits, base) => crate::big::read(ruby, &digits, base),
                crate::number::Parsed::None if is_quiet => Ok(Value::Nil),
                crate::number::Parsed::None => {
                    let shown = ruby.inspect(&value)?;
                    ruby.raise("ArgumentError", format!("invalid value for Integer(): {shown}"))
                }
            }
        }
        _ if is_quiet => Ok(Value::Nil),
        Value::Foreign(_) => ruby.not_covered("Integer() of something of Puppet's"),
        other => {
            let name = ruby.conversion_name(other);
            ruby.raise("TypeError", format!("can't convert {name} into Integer"))
        }
    }
}
