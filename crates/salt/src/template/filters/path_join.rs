//! The filter `path_join`: takes a path and returns it with others appended.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::known;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "path_join", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    if !args.named.is_empty() {
        return Err(Error::not_covered("arguments of `path_join`"));
    }
    let mut whole: Option<String> = None;
    for part in &args.positional {
        let Value::Str(part) = known(part.clone())? else { return Err(Error::not_covered("a path that is no text")) };
        whole = Some(match whole {
            None => normal(&part),
            Some(whole) => format!("{whole}/{}", normal(&part).trim_start_matches('/')),
        });
    }
    Ok(Value::str(whole.map_or_else(String::new, |it| normal(&it))))
}

/// The path without `.`, `..` and double slashes. Two slashes at the start mean something else than one.
fn normal(path: &str) -> String {
    let root = match path.len() - path.trim_start_matches('/').len() {
        0 => "",
        2 => "//",
        _ => "/",
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|it| *it != "..") => {
                parts.pop();
            }
            ".." if !root.is_empty() => {}
            part => parts.push(part),
        }
    }
    let path = format!("{root}{}", parts.join("/"));
    if path.is_empty() { ".".to_owned() } else { path }
}
