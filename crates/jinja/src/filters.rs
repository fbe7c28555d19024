//! Jinja's filters, a file for each family.

mod html;
mod json;
mod numbers;
mod sequences;
mod texts;

use crate::args::{Bound, Signature};
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::value::{Args, Function, Iter, Key, Value};

pub use json::{JsonStyle, to_json};
pub(crate) use sequences::sorted;
pub(crate) use texts::{capitalize, center, replace, split_lines, title_case};

type Run = fn(&mut Renderer<'_>, &Bound) -> Outcome;

type RunOpen = fn(&mut Renderer<'_>, Args) -> Outcome;

/// A filter with parameters.
pub(crate) struct Filter {
    names: &'static [&'static str],
    signature: Signature,
    run: Run,
}

const fn filter(
    names: &'static [&'static str],
    name: &'static str,
    parameters: &'static [&'static str],
    required: usize,
    hidden: usize,
    run: Run,
) -> Filter {
    Filter { names, signature: Signature { name, parameters, required, hidden }, run }
}

static FAMILIES: &[&[Filter]] = &[texts::FILTERS, sequences::FILTERS, numbers::FILTERS, html::FILTERS, json::FILTERS, FILTERS];

static FILTERS: &[Filter] = &[
    filter(&["default", "d"], "do_default", &["value", "default_value", "boolean"], 1, 0, default),
    filter(&["attr"], "do_attr", &["obj", "name"], 2, 1, |r, args| {
        let name = args.text(1)?;
        match r.python_attribute(args.get(0).unwrap_or(&Value::None), &name)? {
            Some(found) => Ok(found),
            None => Ok(crate::eval::no_attribute(&args.value(0), &name)),
        }
    }),
    filter(&["random"], "do_random", &["seq"], 1, 1, |_, _| Err(Error::not_covered("random choices"))),
    filter(&["pprint"], "do_pprint", &["value"], 1, 0, |_, args| pretty(&args.value(0))),
];

/// Filters that take any arguments.
static OPEN: &[(&str, RunOpen)] = &[
    ("map", sequences::map),
    ("select", |r, args| sequences::select(r, args, true, false)),
    ("reject", |r, args| sequences::select(r, args, false, false)),
    ("selectattr", |r, args| sequences::select(r, args, true, true)),
    ("rejectattr", |r, args| sequences::select(r, args, false, true)),
    ("format", texts::format),
];

pub(crate) fn find(name: &str) -> Option<Function> {
    if let Some((name, run)) = OPEN.iter().find(|it| it.0 == name) {
        return Some(Function::new(name, *run));
    }
    let found = FAMILIES.iter().flat_map(|it| it.iter()).find(|it| it.names.contains(&name))?;
    // Texts are read letter by letter; this one writes several for each.
    let share = if name == "urlencode" { 2 } else { 16 };
    Some(Function::new(name, move |renderer, args| {
        if let Some(Value::Str(text)) = args.positional.first() {
            renderer.charge(text.len() / share)?;
        }
        let bound = found.signature.bind(args)?;
        (found.run)(renderer, &bound)
    }))
}

fn default(_: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let value = args.value(0);
    if value.is_undefined() || args.truth(2, false)? && !value.truth()? {
        return Ok(args.get(1).cloned().unwrap_or_else(|| Value::str("")));
    }
    Ok(value)
}

/// `pprint.pformat`, as far as it fits on one line.
fn pretty(value: &Value) -> Outcome {
    let sorted = sorted_maps(value, 0)?;
    let text = sorted.repr()?;
    if text.chars().count() > 80 {
        return Err(Error::not_covered("pprint of more than a line"));
    }
    Ok(Value::str(text))
}

fn sorted_maps(value: &Value, depth: u32) -> Outcome {
    if depth > 50 {
        return Err(Error::not_covered("pprint of what is nested so deep"));
    }
    Ok(match value {
        Value::Dict(dict) => {
            let mut pairs = dict.pairs();
            let texts = pairs.iter().all(|it| matches!(it.0, Value::Str(_)));
            if texts {
                pairs.sort_by(|a, b| a.0.as_str().cmp(&b.0.as_str()));
            } else if pairs.len() > 1 {
                return Err(Error::not_covered("pprint of a map with such keys"));
            }
            let mut map = crate::value::Map::new();
            for (key, value) in pairs {
                map.insert(Key::new(key)?, sorted_maps(&value, depth + 1)?);
            }
            Value::Dict(crate::value::Dict::new(map))
        }
        Value::List(list) => Value::list(list.to_vec().iter().map(|it| sorted_maps(it, depth + 1)).collect::<Outcome<_>>()?),
        Value::Tuple(items) => Value::tuple(items.iter().map(|it| sorted_maps(it, depth + 1)).collect::<Outcome<_>>()?),
        other => other.clone(),
    })
}

pub(crate) fn argument_error(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::FilterArgument, message)
}

/// A generator: an error occurs when its item is reached.
pub(crate) fn generator(run: impl FnOnce(&mut Vec<Value>) -> Outcome<()>) -> Value {
    let mut items = Vec::new();
    let error = run(&mut items).err();
    Value::Iter(Iter::new(items, error))
}

/// `markupsafe.escape` of a text that is not safe.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '>' => out.push_str("&gt;"),
            '<' => out.push_str("&lt;"),
            '\'' => out.push_str("&#39;"),
            '"' => out.push_str("&#34;"),
            c => out.push(c),
        }
    }
    out
}
