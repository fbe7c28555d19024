//! Methods of texts.

use super::{Method, method, open};
use crate::args::{Bound, integer, wanted_text};
use crate::error::{Error, Outcome};
use crate::eval::{Renderer, text_like};
use crate::filters::{capitalize, center, escape, replace, split_lines, title_case};
use crate::syntax::is_space;
use crate::value::{Args, Str, Value, is_printable};

/// The text of a method.
fn text(value: &Value) -> Outcome<Str> {
    value.text()
}

fn mapped(value: &Value, change: impl FnOnce(&str) -> String) -> Outcome {
    let text = text(value)?;
    Ok(text_like(&text, &change(&text)))
}

fn judged(value: &Value, judge: impl FnOnce(&str) -> bool) -> Outcome {
    Ok(Value::Bool(judge(&text(value)?)))
}

fn all(text: &str, judge: impl FnMut(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(judge)
}

fn is_cased(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase()
}

pub(crate) fn is_lower(text: &str) -> bool {
    text.chars().any(is_cased) && !text.chars().any(char::is_uppercase)
}

pub(crate) fn is_upper(text: &str) -> bool {
    text.chars().any(is_cased) && !text.chars().any(char::is_lowercase)
}

fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut within = false;
    for c in text.chars() {
        if within {
            out.extend(c.to_lowercase());
        } else {
            out.push_str(&title_case(c));
        }
        within = is_cased(c);
    }
    out
}

fn is_title(text: &str) -> bool {
    let (mut cased, mut within) = (false, false);
    for c in text.chars() {
        if c.is_uppercase() {
            if within {
                return false;
            }
            (cased, within) = (true, true);
        } else if c.is_lowercase() {
            if !within {
                return false;
            }
            cased = true;
        } else {
            within = false;
        }
    }
    cased
}

fn wanted(args: &Bound, index: usize) -> Outcome<Str> {
    wanted_text(&args.value(index), |it| format!("must be str, not {it}"))
}

/// A text where Python counts the arguments in its message.
fn counted(args: &Bound, index: usize, name: &str) -> Outcome<Str> {
    wanted_text(&args.value(index), |it| format!("{name}() argument {} must be str, not {it}", index + 1))
}

/// A part of a text by its first and last character, in bytes; none where the start is after the end.
fn part(text: &str, args: &Bound, index: usize) -> Outcome<Option<(usize, usize)>> {
    let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    let bound = |it: Option<&Value>, default: i64| -> Outcome<i64> {
        let it = it.map_or(Ok(default), integer)?;
        Ok(if it < 0 { it.saturating_add(length).max(0) } else { it })
    };
    let start = bound(args.some(index)?, 0)?;
    let end = bound(args.some(index + 1)?, length)?.min(length);
    if start > end {
        return Ok(None);
    }
    let byte = |it: i64| text.char_indices().nth(usize::try_from(it).unwrap_or(0)).map_or(text.len(), |it| it.0);
    Ok(Some((byte(start), byte(end))))
}

fn find(value: &Value, args: &Bound, last: bool) -> Outcome<Option<usize>> {
    let text = text(value)?;
    let wanted = wanted(args, 0)?;
    let Some((start, end)) = part(&text, args, 1)? else { return Ok(None) };
    let within = text.get(start..end).unwrap_or("");
    let found = if last { within.rfind(&*wanted) } else { within.find(&*wanted) };
    Ok(found.map(|at| text.get(..start + at).unwrap_or("").chars().count()))
}

fn affix(value: &Value, args: &Bound, name: &str, matches: fn(&str, &str) -> bool) -> Outcome {
    let text = text(value)?;
    let part = part(&text, args, 1)?;
    let within = part.and_then(|(start, end)| text.get(start..end));
    let affix = args.value(0);
    let candidates = match affix.known()? {
        Value::Str(_) => vec![affix.clone()],
        Value::Tuple(items) => items.to_vec(),
        other => {
            let message = format!("{name} first arg must be str or a tuple of str, not {}", other.type_name());
            return Err(Error::type_error(message));
        }
    };
    for candidate in &candidates {
        let candidate = wanted_text(candidate, |it| format!("tuple for {name} must only contain str, not {it}"))?;
        if within.is_some_and(|it| matches(it, &candidate)) {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

fn strip(value: &Value, args: &Bound, name: &str, start: bool, end: bool) -> Outcome {
    let text = text(value)?;
    let chars = match args.some(0)? {
        None => None,
        Some(chars) => Some(wanted_text(chars, |_| format!("{name} arg must be None or str"))?),
    };
    let strips = |c: char| chars.as_ref().map_or_else(|| is_space(c), |it| it.contains(c));
    let mut rest: &str = &text;
    if start {
        rest = rest.trim_start_matches(strips);
    }
    if end {
        rest = rest.trim_end_matches(strips);
    }
    Ok(text_like(&text, rest))
}

fn split(r: &mut Renderer<'_>, value: &Value, args: &Bound, from_right: bool) -> Outcome {
    let text = text(value)?;
    let most = usize::try_from(args.int(1, -1)?).unwrap_or(usize::MAX);
    r.charge(text.len() / 8 + 1)?;
    let parts: Vec<&str> = match args.some(0)? {
        Some(by) => {
            let by = wanted_text(by, |it| format!("must be str or None, not {it}"))?;
            if by.is_empty() {
                return Err(Error::value_error("empty separator"));
            }
            if from_right {
                let mut parts: Vec<&str> = text.rsplitn(most.saturating_add(1), &*by).collect();
                parts.reverse();
                parts
            } else {
                text.splitn(most.saturating_add(1), &*by).collect()
            }
        }
        None => {
            let mut parts = Vec::new();
            let mut rest = if from_right { text.trim_end_matches(is_space) } else { text.trim_start_matches(is_space) };
            while !rest.is_empty() {
                let end = if from_right { rest.rfind(is_space) } else { rest.find(is_space) };
                let Some(at) = end.filter(|_| parts.len() < most) else {
                    parts.push(rest);
                    break;
                };
                if from_right {
                    let space = rest.get(at..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8);
                    parts.push(rest.get(at + space..).unwrap_or(""));
                    rest = rest.get(..at).unwrap_or("").trim_end_matches(is_space);
                } else {
                    parts.push(rest.get(..at).unwrap_or(""));
                    rest = rest.get(at..).unwrap_or("").trim_start_matches(is_space);
                }
            }
            if from_right {
                parts.reverse();
            } else if let Some(last) = parts.last_mut()
                && most == usize::MAX
            {
                *last = last.trim_end_matches(is_space);
            }
            parts.retain(|it| !it.is_empty());
            parts
        }
    };
    Ok(Value::list(parts.into_iter().map(|it| text_like(&text, it)).collect()))
}

fn partition(value: &Value, args: &Bound, last: bool) -> Outcome {
    let text = text(value)?;
    let by = wanted(args, 0)?;
    if by.is_empty() {
        return Err(Error::value_error("empty separator"));
    }
    let found = if last { text.rsplit_once(&*by) } else { text.split_once(&*by) };
    let (a, b, c) = match found {
        Some((before, after)) => (before, &*by, after),
        None if last => ("", "", &*text),
        None => (&*text, "", ""),
    };
    Ok(Value::tuple([a, b, c].map(|it| text_like(&text, it)).to_vec()))
}

fn justify(r: &mut Renderer<'_>, value: &Value, args: &Bound, align: char) -> Outcome {
    let text = text(value)?;
    let width = usize::try_from(integer(&args.value(0))?).unwrap_or(0);
    r.charge_text(width)?;
    let fill = match args.get(1) {
        None => ' ',
        Some(fill) => {
            let fill = wanted_text(fill, |it| format!("The fill character must be a unicode character, not {it}"))?;
            let mut chars = fill.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => c,
                _ => return Err(Error::type_error("The fill character must be exactly one character long")),
            }
        }
    };
    let pad = String::from(fill).repeat(width.saturating_sub(text.chars().count()));
    let out = match align {
        '<' => format!("{}{pad}", &*text),
        '>' => format!("{pad}{}", &*text),
        _ => center(&text, width, fill),
    };
    Ok(text_like(&text, &out))
}

pub(super) static METHODS: &[Method] = &[
    method("str.upper", &[], 0, |_, it, _| mapped(it, str::to_uppercase)),
    method("str.lower", &[], 0, |_, it, _| mapped(it, str::to_lowercase)),
    method("str.casefold", &[], 0, |_, it, _| {
        if text(it)?.is_ascii() { mapped(it, str::to_lowercase) } else { Err(Error::not_covered("casefold of such a text")) }
    }),
    method("str.capitalize", &[], 0, |_, it, _| mapped(it, capitalize)),
    method("str.title", &[], 0, |_, it, _| mapped(it, title)),
    method("str.swapcase", &[], 0, |_, it, _| {
        mapped(it, |text| {
            let swap = |c: char| if c.is_uppercase() { c.to_lowercase().collect::<String>() } else { c.to_uppercase().collect() };
            text.chars().map(swap).collect()
        })
    }),
    method("str.isalpha", &[], 0, |_, it, _| judged(it, |it| all(it, char::is_alphabetic))),
    method("str.isalnum", &[], 0, |_, it, _| judged(it, |it| all(it, char::is_alphanumeric))),
    method("str.isascii", &[], 0, |_, it, _| judged(it, str::is_ascii)),
    method("str.isdigit", &[], 0, |_, it, _| judged(it, |it| all(it, |c| c.is_ascii_digit() || !c.is_ascii() && c.is_numeric()))),
    method("str.isdecimal", &[], 0, |_, it, _| judged(it, |it| all(it, |c| c.is_ascii_digit()))),
    method("str.isnumeric", &[], 0, |_, it, _| judged(it, |it| all(it, char::is_numeric))),
    method("str.isspace", &[], 0, |_, it, _| judged(it, |it| all(it, is_space))),
    method("str.islower", &[], 0, |_, it, _| judged(it, is_lower)),
    method("str.isupper", &[], 0, |_, it, _| judged(it, is_upper)),
    method("str.istitle", &[], 0, |_, it, _| judged(it, is_title)),
    method("str.isprintable", &[], 0, |_, it, _| judged(it, |it| it.chars().all(is_printable))),
    method("str.isidentifier", &[], 0, |_, it, _| {
        judged(it, |it| {
            let first = it.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
            first && it.chars().all(|c| c.is_alphanumeric() || c == '_')
        })
    }),
    method("str.strip", &["chars"], 0, |_, it, args| strip(it, args, "strip", true, true)),
    method("str.lstrip", &["chars"], 0, |_, it, args| strip(it, args, "lstrip", true, false)),
    method("str.rstrip", &["chars"], 0, |_, it, args| strip(it, args, "rstrip", false, true)),
    method("str.split", &["sep", "maxsplit"], 0, |r, it, args| split(r, it, args, false)),
    method("str.rsplit", &["sep", "maxsplit"], 0, |r, it, args| split(r, it, args, true)),
    method("str.splitlines", &["keepends"], 0, |r, it, args| {
        let text = text(it)?;
        r.charge(text.len() / 8 + 1)?;
        Ok(Value::list(split_lines(&text, args.truth(0, false)?).into_iter().map(|it| text_like(&text, it)).collect()))
    }),
    method("str.partition", &["sep"], 1, |_, it, args| partition(it, args, false)),
    method("str.rpartition", &["sep"], 1, |_, it, args| partition(it, args, true)),
    method("str.startswith", &["prefix", "start", "end"], 1, |_, it, args| affix(it, args, "startswith", |it, with| it.starts_with(with))),
    method("str.endswith", &["suffix", "start", "end"], 1, |_, it, args| affix(it, args, "endswith", |it, with| it.ends_with(with))),
    method("str.removeprefix", &["prefix"], 1, |_, it, args| {
        let prefix = wanted_text(&args.value(0), |it| format!("removeprefix() argument must be str, not {it}"))?;
        mapped(it, |it| it.strip_prefix(&*prefix).unwrap_or(it).to_owned())
    }),
    method("str.removesuffix", &["suffix"], 1, |_, it, args| {
        let suffix = wanted_text(&args.value(0), |it| format!("removesuffix() argument must be str, not {it}"))?;
        mapped(it, |it| it.strip_suffix(&*suffix).unwrap_or(it).to_owned())
    }),
    method("str.find", &["sub", "start", "end"], 1, |_, it, args| Ok(find(it, args, false)?.map_or(Value::Int(-1), Value::from_usize))),
    method("str.rfind", &["sub", "start", "end"], 1, |_, it, args| Ok(find(it, args, true)?.map_or(Value::Int(-1), Value::from_usize))),
    method("str.index", &["sub", "start", "end"], 1, |_, it, args| {
        find(it, args, false)?.map(Value::from_usize).ok_or_else(|| Error::value_error("substring not found"))
    }),
    method("str.rindex", &["sub", "start", "end"], 1, |_, it, args| {
        find(it, args, true)?.map(Value::from_usize).ok_or_else(|| Error::value_error("substring not found"))
    }),
    method("str.count", &["sub", "start", "end"], 1, |_, it, args| {
        let text = text(it)?;
        let wanted = wanted(args, 0)?;
        let Some((start, end)) = part(&text, args, 1)? else { return Ok(Value::Int(0)) };
        let within = text.get(start..end).unwrap_or("");
        let found = if wanted.is_empty() { within.chars().count() + 1 } else { within.matches(&*wanted).count() };
        Ok(Value::from_usize(found))
    }),
    method("str.replace", &["old", "new", "count"], 2, |r, it, args| {
        let text = text(it)?;
        let (old, new) = (counted(args, 0, "replace")?, counted(args, 1, "replace")?);
        let new = if text.is_safe() && !new.is_safe() { escape(&new) } else { new.to_string() };
        let replaced = replace(r, &text, &old, &new, args.int(2, -1)?)?;
        Ok(text_like(&text, &replaced))
    }),
    method("str.ljust", &["width", "fillchar"], 1, |r, it, args| justify(r, it, args, '<')),
    method("str.rjust", &["width", "fillchar"], 1, |r, it, args| justify(r, it, args, '>')),
    method("str.center", &["width", "fillchar"], 1, |r, it, args| justify(r, it, args, '^')),
    method("str.zfill", &["width"], 1, |r, it, args| {
        let width = usize::try_from(integer(&args.value(0))?).unwrap_or(0);
        r.charge_text(width)?;
        mapped(it, |it| {
            let sign = usize::from(it.starts_with(['+', '-']));
            let (sign, digits) = it.split_at(sign);
            format!("{sign}{}{digits}", "0".repeat(width.saturating_sub(it.chars().count())))
        })
    }),
    method("str.expandtabs", &["tabsize"], 0, |r, it, args| {
        let size = usize::try_from(args.int(0, 8)?).unwrap_or(0);
        r.charge_text(text(it)?.matches('\t').count().saturating_mul(size))?;
        mapped(it, |it| {
            let mut out = String::new();
            let mut column = 0;
            for c in it.chars() {
                match c {
                    '\t' => {
                        let pad = if size == 0 { 0 } else { size - column % size };
                        out.push_str(&" ".repeat(pad));
                        column += pad;
                    }
                    '\n' | '\r' => {
                        out.push(c);
                        column = 0;
                    }
                    c => {
                        out.push(c);
                        column += 1;
                    }
                }
            }
            out
        })
    }),
    method("str.join", &["iterable"], 1, |r, it, args| {
        let between = text(it)?;
        let items = match args.value(0).iterate() {
            Err(error) if error.kind() == crate::ErrorKind::Python("TypeError") => {
                return Err(Error::type_error("can only join an iterable"));
            }
            other => other?,
        };
        let mut out = String::new();
        for (index, item) in items.iter().enumerate() {
            let item = wanted_text(item, |it| format!("sequence item {index}: expected str instance, {it} found"))?;
            if index > 0 {
                out.push_str(&between);
            }
            out.push_str(&if between.is_safe() && !item.is_safe() { escape(&item) } else { item.to_string() });
            r.charge_added(out.len(), between.len() + item.len())?;
        }
        Ok(text_like(&between, &out))
    }),
    method("str.encode", &["encoding", "errors"], 0, |_, _, _| Err(Error::not_covered("bytes"))),
    method("str.translate", &["table"], 1, |_, _, _| Err(Error::not_covered("str.translate"))),
    method("str.maketrans", &["x", "y", "z"], 1, |_, _, _| Err(Error::not_covered("str.maketrans"))),
    open("str.format", |r, it, args| crate::percent::format_braces(r, &text(it)?, &args)),
    open("str.format_map", |r, it, args| {
        if !args.named.is_empty() {
            return Err(Error::type_error("format_map() takes no keyword arguments"));
        }
        let [values] = args.positional.as_slice() else {
            return Err(Error::type_error(format!("format_map() takes exactly one argument ({} given)", args.positional.len())));
        };
        let Value::Dict(values) = values.defined()? else { return Err(Error::not_covered("format_map of what is no map")) };
        let named = values.pairs().into_iter().filter_map(|(key, value)| match key {
            Value::Str(key) => Some((std::rc::Rc::from(&*key), value)),
            _ => None,
        });
        crate::percent::format_braces(r, &text(it)?, &Args { positional: vec![], named: named.collect() })
    }),
];
