//! `%{…}`: facts, level by level, other variables, and what looks something up.

use analysis::data::Role;

use super::Ask;
use crate::completion::item::{CompletionItem, CompletionKind, Found, Rank};
use crate::completion::{facts, hiera_keys, node_keys};

const METHODS: &[(&str, &str)] = &[
    ("lookup", "value of another key, as text"),
    ("alias", "value of another key, of any type"),
    ("literal", "literal text, such as %"),
    ("scope", "a variable"),
    ("hiera", "same as lookup"),
];

/// An interpolation that the cursor is in.
pub(super) struct Inside {
    /// Where what is completed begins, and ends.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The method whose argument it is, and the quote before it.
    method: Option<(String, char)>,
}

/// The one around the cursor.
pub(super) fn at_cursor(ask: &Ask<'_>) -> Option<Inside> {
    let begin = ask.typed.rfind("%{")? + 2;
    let inner = ask.typed.get(begin..)?;
    if inner.contains('}') {
        return None;
    }
    let rest = ask.text.get(ask.offset..ask.place.scalar.end.max(ask.offset))?;
    let argument = inner.find(['\'', '"']).and_then(|at| {
        let quote = inner.get(at..)?.chars().next()?;
        let name = inner.get(..at)?.trim().strip_suffix('(')?.trim();
        Some((name.to_owned(), quote, at + 1))
    });
    match argument {
        Some((name, quote, from)) => {
            if inner.get(from..)?.contains(quote) {
                return None;
            }
            let length = rest.find([quote, ')', '}', ' ']).unwrap_or(rest.len());
            let start = ask.offset - inner.len() + from;
            Some(Inside { start, end: ask.offset + length, method: Some((name, quote)) })
        }
        None => {
            let blanks = inner.len() - inner.trim_start().len();
            let is_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | ':');
            let length = rest.len() - rest.trim_start_matches(is_name).len();
            Some(Inside { start: ask.offset - inner.len() + blanks, end: ask.offset + length, method: None })
        }
    }
}

pub(super) fn add(ask: &Ask<'_>, inside: &Inside, found: &mut Found) {
    let typed = ask.text.get(inside.start..ask.offset).unwrap_or_default();
    match &inside.method {
        Some((name, quote)) => match name.as_str() {
            "lookup" | "hiera" | "alias" => keys(ask, inside, typed, *quote, found),
            "scope" => variables(ask, typed, &|path, _| inserted(ask, inside, path, Some(*quote)), found),
            "literal" => {
                found.add(CompletionItem::new("%", CompletionKind::Value, Rank::Required).text(inserted(ask, inside, "%", Some(*quote))))
            }
            _ => {}
        },
        None => {
            let whole = |path: &str, has_more: bool| match has_more {
                true => path.to_owned(),
                false => inserted(ask, inside, path, None),
            };
            variables(ask, typed, &whole, found);
            let mapped = if ask.data.role == Role::Config { super::config::mapped(ask) } else { None };
            if let Some([_, name]) = mapped.as_deref() {
                let item = CompletionItem::new(*name, CompletionKind::Variable, Rank::Local).detail("a value of the list");
                found.add(item.text(inserted(ask, inside, name, None)));
            }
            // Configurations have no methods.
            if ask.data.role != Role::Config && !typed.contains('.') {
                let quote = if ask.place.quote == Some('\'') { '"' } else { '\'' };
                let quote = if ask.data.is_json() { '\'' } else { quote };
                for (name, what) in METHODS {
                    let rank = if *name == "hiera" { Rank::Last } else { Rank::Local };
                    let item = CompletionItem::new(format!("{name}()"), CompletionKind::Function, rank).detail(*what).filter(*name);
                    let close = if is_closed(ask, inside.end) { "" } else { "}" };
                    let snippet = format!("{name}({quote}$0{quote}){}", if close.is_empty() { "" } else { "\\}" });
                    found.add(item.snippet(snippet, format!("{name}({quote}")).goes_on());
                }
            }
        }
    }
}

fn is_closed(ask: &Ask<'_>, end: usize) -> bool {
    let rest = ask.text.get(end..ask.place.scalar.end.max(end)).unwrap_or_default();
    rest.find('}').is_some_and(|at| !rest.get(..at).unwrap_or_default().contains("%{"))
}

/// Inserted text, with the missing characters after it.
fn inserted(ask: &Ask<'_>, inside: &Inside, text: &str, quote: Option<char>) -> String {
    let rest = ask.text.get(inside.end..).unwrap_or_default();
    let mut out = text.to_owned();
    if let Some(quote) = quote
        && !rest.starts_with(quote)
    {
        out.push(quote);
        if !rest.starts_with(')') {
            out.push(')');
        }
    }
    let has_call = quote.is_none() || !rest.starts_with(')');
    if has_call && !is_closed(ask, inside.end) && !(quote.is_some() && rest.starts_with(quote.unwrap_or_default())) {
        out.push('}');
    }
    out
}

fn keys(ask: &Ask<'_>, inside: &Inside, typed: &str, quote: char, found: &mut Found) {
    let module = ask.data.module().map(|it| &**it);
    let (keys, is_partial) = hiera_keys::keys(ask.snapshot, ask.file, module, typed);
    found.is_partial |= is_partial;
    for key in keys {
        let text = inserted(ask, inside, &key.name, Some(quote));
        found.add(key.item(text));
    }
}

/// Variables by their paths with dots.
pub(super) fn variables(ask: &Ask<'_>, typed: &str, written: &dyn Fn(&str, bool) -> String, found: &mut Found) {
    let mut path: Vec<String> = typed.trim_start_matches("::").split('.').map(str::to_owned).collect();
    path.pop();
    let mut add = |path: &[String], name: &str, has_more: bool, detail: String, rank, kind, about: Option<String>, is_deprecated: bool| {
        let whole = path.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join(".");
        let whole = if has_more { format!("{whole}.") } else { whole };
        let item = CompletionItem::new(whole.as_str(), kind, rank).detail(detail).text(written(&whole, has_more));
        let item = CompletionItem { about, is_deprecated, ..item };
        found.add(if has_more { item.goes_on() } else { item });
    };
    match path.split_first() {
        None => {
            for (name, what, has_more) in [
                ("facts", "facts of the node", true),
                ("trusted", "data of the node's certificate", true),
                ("server_facts", "facts of the server", true),
                ("environment", "name of the environment", false),
            ] {
                add(&[], name, has_more, what.to_owned(), Rank::Required, CompletionKind::Variable, None, false);
            }
            if ask.data.module().is_some() {
                let what = "name of the module".to_owned();
                add(&[], "module_name", false, what, Rank::Last, CompletionKind::Variable, None, false);
            }
        }
        Some((first, rest)) if first == "facts" => {
            for level in facts::levels(ask.snapshot, ask.file, rest) {
                let rank = if rest.is_empty() && !level.is_hash { Rank::Workspace } else { Rank::Expected };
                let about = rest.iter().map(String::as_str).chain([&*level.key]).collect::<Vec<_>>().join(".");
                add(
                    &path,
                    &level.key,
                    level.is_hash,
                    level.detail,
                    rank,
                    CompletionKind::Fact,
                    Some(format!("fact {about}")),
                    level.is_legacy,
                );
            }
            for (name, module) in ask.snapshot.facts_of_modules(ask.file).iter().filter(|_| rest.is_empty()) {
                add(&path, name, false, format!("fact of {module}"), Rank::Elsewhere, CompletionKind::Fact, None, false);
            }
        }
        Some((first, rest)) => {
            for (name, has_more) in node_keys::keys_below(first, rest) {
                add(&path, name, has_more, String::new(), Rank::Expected, CompletionKind::Variable, None, false);
            }
        }
    }
}
