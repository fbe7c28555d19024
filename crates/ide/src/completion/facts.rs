//! Facts, each level of them, and the values that they have on the systems that a file is meant for.

use analysis::{File, Snapshot};
use values::{Str, Value};

use super::Ask;
use super::data_types::shortened;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

/// A key of facts.
pub(crate) struct Level {
    pub(crate) key: Str,
    /// Value on one of the systems.
    pub(crate) detail: String,
    pub(crate) is_hash: bool,
    /// It is a name that facts had before they were structured.
    pub(crate) is_legacy: bool,
}

/// Facts below a path of keys, on any of the systems on which a file is analysed.
pub(crate) fn levels(snapshot: Snapshot<'_>, file: File, path: &[String]) -> Vec<Level> {
    let mut known: Vec<Level> = Vec::new();
    for set in snapshot.systems(file).iter() {
        let Some(Value::Hash(entries)) = at(&set.facts, path) else { continue };
        for (key, value) in entries.iter() {
            let Value::String(key) = key else { continue };
            if known.iter().all(|it| it.key != *key) {
                let is_hash = matches!(value, Value::Hash(_));
                let is_legacy = path.is_empty() && facts::modern(key).is_some();
                known.push(Level { key: key.clone(), detail: description(value, &set.label), is_hash, is_legacy });
            }
        }
    }
    known.sort_by(|a, b| a.key.cmp(&b.key));
    known
}

/// The keys below a path of keys.
pub(super) fn keys(ask: &Ask<'_>, path: &[String], found: &mut Found) {
    for Level { key, detail, is_hash, is_legacy } in levels(ask.snapshot, ask.file, path) {
        let whole: Vec<&str> = path.iter().map(String::as_str).chain([&*key]).collect();
        let rank = if path.is_empty() && !is_hash { Rank::Workspace } else { Rank::Expected };
        let item = CompletionItem::new(&*key, CompletionKind::Fact, rank).text(ask.quoted(&key)).detail(detail);
        let item = CompletionItem { is_deprecated: is_legacy, ..item };
        found.add(item.with_description(format!("fact {}", whole.join("."))));
    }
    if path.is_empty() {
        for (name, module) in ask.snapshot.facts_of_modules(ask.file) {
            let rank = if ask.module.as_ref() == Some(module) { Rank::Local } else { Rank::Elsewhere };
            let item = CompletionItem::new(&**name, CompletionKind::Fact, rank).text(ask.quoted(name));
            found.add(item.detail(format!("fact of {module}")));
        }
    }
}

/// All paths with dots, as `fact('os.family')` takes them.
pub(super) fn paths(ask: &Ask<'_>, found: &mut Found) {
    let mut path: Vec<String> = ask.typed.split('.').map(str::to_owned).collect();
    path.pop();
    let mut inner = Found::default();
    keys(ask, &path, &mut inner);
    for item in inner.items {
        let whole = path.iter().map(String::as_str).chain([item.label.as_str()]).collect::<Vec<_>>().join(".");
        let text = ask.quoted(&whole);
        found.add(CompletionItem { label: whole, ..item }.text(text));
    }
}

/// The values that a fact has.
pub(super) fn values(ask: &Ask<'_>, path: &[String], found: &mut Found) {
    for set in ask.snapshot.systems(ask.file).iter() {
        match at(&set.facts, path) {
            Some(Value::String(text)) => {
                let item = CompletionItem::new(&**text, CompletionKind::Value, Rank::Required);
                found.add(item.text(ask.quoted(text)).detail(format!("on {}", set.label)));
            }
            Some(Value::Boolean(_)) if ask.string.is_none() => super::expected::booleans(Rank::Required, found),
            _ => {}
        }
    }
    // What the sets of facts have not.
    let more: &[&str] = match path.last().map(String::as_str) {
        Some("family") => &["Archlinux", "Debian", "FreeBSD", "Gentoo", "RedHat", "Suse", "windows", "Darwin", "Solaris"],
        Some("name") if path.first().is_some_and(|it| it == "os") && path.len() == 2 => {
            &["AlmaLinux", "CentOS", "Debian", "Fedora", "OracleLinux", "RedHat", "Rocky", "SLES", "Ubuntu", "windows"]
        }
        Some("kernel") => &["Linux", "windows", "Darwin", "FreeBSD"],
        _ => &[],
    };
    for text in more {
        found.add(CompletionItem::new(*text, CompletionKind::Value, Rank::Expected).text(ask.quoted(text)));
    }
}

pub(crate) fn at<'v>(facts: &'v Value, path: &[String]) -> Option<&'v Value> {
    let mut value = facts;
    for key in path {
        let Value::Hash(entries) = value else { return None };
        value = entries.get(&Value::from(key.as_str()))?;
    }
    Some(value)
}

fn description(value: &Value, label: &str) -> String {
    match value {
        Value::Unknown(_) => String::new(),
        Value::Hash(entries) => format!("{} keys", entries.iter().count()),
        value => format!("{} on {label}", shortened(&values::print::interpolate(value))),
    }
}
