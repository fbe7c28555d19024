//! States that may be meant where a requisite or an `extend` names one that no file has.

use std::ops::Range;

use crate::advice::{Advice, Dropped};
use crate::chunk::Chunk;
use crate::problem::Problem;
use crate::value::Str;

/// A state by what requisites name it with, and its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub module: Str,
    pub id: Str,
    pub name: Str,
    pub sls: Option<Str>,
}

impl State {
    pub(crate) fn of_chunk(chunk: &Chunk) -> State {
        State { module: chunk.state.clone(), id: chunk.id.clone(), name: chunk.name_text(), sls: chunk.sls.clone() }
    }
}

/// The module and the name that a problem looks for; the module is `id` where each will do, and `sls` for all states of a file.
pub fn sought(problem: &Problem) -> Option<(&str, &str)> {
    match problem {
        Problem::Advice(Advice::Refused { problem, .. }) => sought(problem),
        Problem::MissingTarget { module, target, .. } => Some((module, target)),
        Problem::Advice(Advice::Dropped { target, why: Dropped::NoState, .. }) => Some(target.split_once(": ").unwrap_or(("id", target))),
        Problem::CannotExtend { id, .. } => Some(("id", id)),
        _ => None,
    }
}

/// The name in the text of a requisite or an ID.
pub fn name_in(problem: &Problem, text: &str) -> Option<Range<usize>> {
    let (module, name) = sought(problem)?;
    let is_mark = |it: char| it.is_whitespace() || matches!(it, '"' | '\'' | '[' | ']' | '{' | '}' | ',' | '-');
    let inner = text.trim_end_matches(is_mark);
    let before = inner.strip_suffix(name)?;
    let key = before.trim_matches(is_mark);
    let is_name = key.is_empty() || key.strip_suffix(':').is_some_and(|it| it.trim_matches(is_mark) == module);
    is_name.then_some(before.len()..inner.len())
}

/// The meaning of a name that no state has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Near {
    /// Another name.
    Name(Str),
    /// States of other modules with this name, as requisites name them.
    Modules(Vec<String>),
    /// Files that have the very state, and are not included.
    Files(Vec<String>),
    /// A file that is named itself, and is not included.
    File(String),
}

impl Near {
    /// The files that would have the state if they were included.
    pub fn files(&self) -> &[String] {
        match self {
            Near::Files(all) => all,
            Near::File(name) => std::slice::from_ref(name),
            Near::Name(_) | Near::Modules(_) => &[],
        }
    }

    /// The remedy.
    pub fn help(&self) -> String {
        match self {
            Near::Name(name) => format!("did you mean `{name}`?"),
            Near::Modules(all) => format!("{} this name", have(all)),
            Near::File(name) => format!("`{name}` is not included"),
            Near::Files(all) => format!("{} this state: include {}", have(all), if all.len() == 1 { "it" } else { "one of them" }),
        }
    }
}

fn have(all: &[String]) -> String {
    let names: Vec<String> = all.iter().map(|it| format!("`{it}`")).collect();
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last} have", first.join(", ")),
        _ => format!("{} has", names.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requisite::Kind;

    fn missing(module: &str, target: &str) -> Problem {
        let text = Str::from;
        Problem::MissingTarget { kind: Kind::Require, module: text(module), target: text(target), name: text("a"), sls: text("a") }
    }

    #[test]
    fn the_name_in_a_requisite_is_found() {
        let check = |text: &str, expected: Option<&str>| {
            let found = name_in(&missing("pkg", "ngnix"), text).map(|it| &text[it]);
            assert_eq!(found, expected, "{text}");
        };
        check("pkg: ngnix", Some("ngnix"));
        check("pkg:  'ngnix'", Some("ngnix"));
        check("\"pkg\": ngnix", Some("ngnix"));
        check("{pkg: ngnix}", Some("ngnix"));
        check("ngnix", Some("ngnix"));
        check("pkg: {{ name }}", None);
        check("service: ngnix", None);
        check("pkg: my-ngnix", None);
        check("", None);
    }
}
