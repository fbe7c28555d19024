//! Salt's own filters and tests, as far as they need no machine.

use fancy_regex::Regex;
use jinja::{Args, Error, ErrorKind, Function, Outcome, Renderer, Str, Value};

use super::arg;
use super::pattern;
use super::quoting;
use super::sets;
use super::value::{Printer, from_heap, traverse, weight};
use crate::place::FileId;
use crate::read;
use crate::value::Heap;

/// Returns a filter by its name.
pub fn filter(name: &str) -> Option<Function> {
    let run: fn(&Args) -> Outcome = match name {
        "yaml" => |args| marked(Printer::yaml(&value(args)?, flag(args, 1, "flow_style", true)?)),
        "json" => |args| {
            let indent = match arg(args, 2, "indent") {
                Some(Value::Int(it)) => usize::try_from(it).ok().filter(|it| *it <= 32),
                _ => None,
            };
            marked(Printer::json(&value(args)?, flag(args, 1, "sort_keys", true)?, indent))
        },
        "load_yaml" => load_yaml,
        "load_json" => load_json,
        "load_text" => |args| text(args).map(Value::str),
        "dict_to_sls_yaml_params" => |args| match value(args)? {
            Value::Dict(dict) if dict.is_known() => {
                let one = |(key, item): (Value, Value)| {
                    jinja::Key::new(key).ok().map(|key| Value::Dict(jinja::Dict::new([(key, item)].into_iter().collect())))
                };
                let list = Value::list(dict.pairs().into_iter().filter_map(one).collect());
                printed(Printer::yaml(&list, flag(args, 1, "flow_style", false)?))
            }
            _ => Ok(Value::unknown("a map")),
        },
        "to_bool" => |args| {
            Ok(Value::Bool(match value(args)? {
                Value::None => false,
                Value::Bool(it) => it,
                Value::Int(it) => it > 0,
                other if other.is_unknown() => return Ok(other),
                other => other.as_str().is_some_and(|it| matches!(it.to_lowercase().as_str(), "yes" | "1" | "true")),
            }))
        },
        "quote" => quoting::shell,
        "regex_escape" => |args| Ok(Value::str(escape(&text(args)?))),
        "regex_replace" => |args| {
            let (Some(pattern), Some(with)) = (named_text(args, 1, "rgx"), named_text(args, 2, "val")) else {
                return Ok(Value::unknown("a pattern"));
            };
            // Groups are written in another form.
            if with.contains(['\\', '$']) {
                return Ok(Value::unknown("a replacement with groups"));
            }
            let text = text(args)?;
            let replaced = regex(args, &pattern, 3)?.try_replacen(&text, 0, with.as_str()).map(std::borrow::Cow::into_owned);
            Ok(replaced.map_or_else(|_| Value::unknown("a replacement"), Value::str))
        },
        "regex_match" => |args| groups(args, true),
        "regex_search" => |args| groups(args, false),
        "unique" => |args| unique(value(args)?),
        "traverse" => |args| {
            let Some(path) = named_text(args, 1, "key") else { return Ok(Value::unknown("a path")) };
            let default = arg(args, 2, "default").unwrap_or(Value::None);
            Ok(traverse(&value(args)?, &path, ":").unwrap_or(default))
        },
        "yaml_dquote" => quoting::double_quoted,
        "yaml_squote" => quoting::single_quoted,
        "yaml_encode" => quoting::encode,
        "union" | "intersect" | "difference" | "symmetric_difference" => return sets::operation(name).map(|it| charged(name, it)),
        "mysql_to_dict"
        | "md5"
        | "sha256"
        | "sha512"
        | "base64_encode"
        | "base64_decode"
        | "hmac"
        | "strftime"
        | "network_hosts"
        | "ipaddr"
        | "ipv4"
        | "ipv6"
        | "is_ip"
        | "is_ipv4"
        | "is_ipv6"
        | "ip_to_host"
        | "network_size"
        | "gen_mac"
        | "uuid"
        | "avg"
        | "is_sorted"
        | "flatten"
        | "method_call"
        | "compare_lists"
        | "compare_dicts"
        | "is_hex"
        | "contains_whitespace"
        | "substring_in_list"
        | "check_whitelist_blacklist"
        | "exactly_n_true"
        | "exactly_one_true"
        | "file_hashsum"
        | "list_files"
        | "path_join"
        | "which"
        | "random_str"
        | "rand_str"
        | "random_hash"
        | "random_sample"
        | "random_shuffle"
        | "sequence"
        | "to_num"
        | "get_uid"
        | "is_bin_file"
        | "is_empty"
        | "is_text_file"
        | "http_query"
        | "json_query"
        | "json_decode_dict"
        | "json_decode_list"
        | "python"
        | "xml"
        | "zip"
        | "to_bytes"
        | "date_format"
        | "str_to_num"
        | "human_to_bytes"
        | "set_dict_key_value"
        | "append_dict_key_value"
        | "extend_dict_key_value"
        | "update_dict_key_value"
        | "camel_to_snake_case"
        | "snake_to_camel_case"
        | "to_snake_case"
        | "to_camelcase"
        | "raise"
        | "product"
        | "permutations"
        | "combinations"
        | "compress"
        | "zip_longest" => return Some(unsupported(name)),
        _ => return None,
    };
    Some(charged(name, run))
}

/// A filter that Salt has: what it gives is not known here.
fn unsupported(name: &str) -> Function {
    let text = format!("the filter `{name}` is not supported");
    Function::new(name, move |_, _| Ok(Value::unknown(text.clone())))
}

/// A filter whose steps are in relation to what it gets.
fn charged(name: &str, run: fn(&Args) -> Outcome) -> Function {
    let steps: fn(&Args) -> usize = match name {
        "load_yaml" | "load_json" => |args| length(args) / 2,
        "regex_replace" | "regex_match" | "regex_search" | "match" => {
            |args| named_text(args, 1, "rgx").map_or(0, |it| pattern::steps(&it, length(args)))
        }
        "yaml" | "json" | "dict_to_sls_yaml_params" | "unique" | "union" | "intersect" | "difference" | "symmetric_difference" => {
            |args| args.positional.iter().map(weight).sum()
        }
        _ => |args| length(args) / 16,
    };
    Function::new(name, move |renderer: &mut Renderer<'_>, args| {
        renderer.charge(steps(&args))?;
        run(&args)
    })
}

/// Bytes of the text that a filter gets.
fn length(args: &Args) -> usize {
    args.positional.first().map_or(0, |it| match it {
        Value::Object(it) => it.print(false).map_or(0, |it| it.len()),
        other => other.as_str().map_or(0, str::len),
    })
}

/// Returns a test by its name.
pub fn test(name: &str) -> Option<Function> {
    let run: fn(&Args) -> Outcome = match name {
        "list" => |args| Ok(Value::Bool(matches!(value(args)?, Value::List(_)))),
        "match" => |args| {
            let Some(pattern) = named_text(args, 1, "rgx") else { return Ok(Value::unknown("a pattern")) };
            Ok(Value::Bool(regex(args, &format!("^(?:{pattern})"), 2)?.is_match(&text(args)?).unwrap_or(false)))
        },
        _ => return None,
    };
    Some(charged(name, run))
}

/// The value that a filter gets.
pub fn value(args: &Args) -> Outcome {
    match args.positional.first() {
        Some(Value::Undefined(it)) => Err(Error::new(it.kind, it.message.clone())),
        Some(value) => Ok(value.clone()),
        None => Err(Error::type_error("a filter without a value")),
    }
}

/// The text that a filter gets.
pub fn text(args: &Args) -> Outcome<String> {
    let value = value(args)?;
    if value.is_unknown() {
        return Err(Error::unknown("a text"));
    }
    // What a file that is imported prints.
    if let Value::Object(object) = &value
        && let Some(text) = object.print(false)
    {
        return Ok(text.to_string());
    }
    value.as_str().map(str::to_owned).ok_or_else(|| Error::not_covered("a filter of texts for something else"))
}

fn named_text(args: &Args, index: usize, name: &str) -> Option<String> {
    arg(args, index, name)?.as_str().map(str::to_owned)
}

fn flag(args: &Args, index: usize, name: &str, default: bool) -> Outcome<bool> {
    arg(args, index, name).map_or(Ok(default), |it| it.truth())
}

/// Marks a text as safe for HTML, as Salt does: adding to it escapes what is added.
fn marked(text: Option<String>) -> Outcome {
    Ok(text.map_or_else(|| Value::unknown("data"), |it| Value::Str(Str::safe(it))))
}

fn printed(text: Option<String>) -> Outcome {
    Ok(text.map_or_else(|| Value::unknown("data"), Value::str))
}

fn load_yaml(args: &Args) -> Outcome {
    let text = text(args)?;
    if text.contains(jinja::HOLE) {
        return Ok(Value::unknown("a part of the data"));
    }
    let mut heap = Heap::default();
    match read::read(&mut heap, FileId(u32::MAX), &text) {
        Ok(Some(id)) => Ok(from_heap(&heap, id)),
        Ok(None) => Ok(Value::None),
        Err(problem) => Err(Error::new(ErrorKind::Runtime, format!("Encountered error loading yaml: {problem}"))),
    }
}

fn load_json(args: &Args) -> Outcome {
    let text = text(args)?;
    if text.contains(jinja::HOLE) {
        return Ok(Value::unknown("a part of the data"));
    }
    match serde_json::from_str(&text) {
        Ok(json) => {
            let mut heap = Heap::default();
            let id = crate::data::from_json(&mut heap, &json);
            Ok(from_heap(&heap, id))
        }
        Err(_) => Err(Error::new(ErrorKind::Runtime, format!("Unable to load json from {text}"))),
    }
}

fn escape(text: &str) -> String {
    let special = "()[]{}?*+-|^$\\.&~# \t\n\r\u{b}\u{c}";
    text.chars().flat_map(|it| special.contains(it).then_some('\\').into_iter().chain([it])).collect()
}

fn regex(args: &Args, pattern: &str, flags_at: usize) -> Outcome<Regex> {
    let mut flags = String::new();
    for (number, (name, flag)) in [("ignorecase", 'i'), ("multiline", 'm')].into_iter().enumerate() {
        if self::flag(args, flags_at + number, name, false)? {
            flags.push(flag);
        }
    }
    let pattern = if flags.is_empty() { pattern.to_owned() } else { format!("(?{flags}){pattern}") };
    pattern::build(&pattern).ok_or_else(|| Error::not_covered("a regular expression"))
}

fn groups(args: &Args, at_start: bool) -> Outcome {
    let Some(pattern) = named_text(args, 1, "rgx") else { return Ok(Value::unknown("a pattern")) };
    let pattern = if at_start { format!("^(?:{pattern})") } else { pattern };
    let text = text(args)?;
    let Ok(found) = regex(args, &pattern, 2)?.captures(&text) else { return Ok(Value::unknown("a match")) };
    Ok(match found {
        None => Value::None,
        Some(groups) => {
            let group = |it: Option<fancy_regex::Match<'_>>| it.map_or(Value::None, |it| Value::str(it.as_str()));
            Value::tuple(groups.iter().skip(1).map(group).collect())
        }
    })
}

fn unique(value: Value) -> Outcome {
    let Value::List(items) = &value else { return Ok(Value::unknown("what is no list")) };
    let mut seen = indexmap::IndexMap::new();
    for item in items.to_vec() {
        match jinja::Key::new(item.clone()) {
            Ok(key) => {
                seen.entry(key).or_insert(item);
            }
            Err(_) => return Ok(Value::unknown("a list of lists")),
        }
    }
    Ok(Value::list(seen.into_values().collect()))
}
