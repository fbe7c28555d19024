//! `metadata.json`: what a module says of itself.

use environment::{Metadata, name_of_module};
use facts::sets;
use yaml::{Node, Tree};

use super::Ask;
use crate::completion::item::{CompletionItem, CompletionKind, Found, Rank};
use crate::data::metadata_keys::{Key, OF_DEPENDENCIES, OF_SYSTEMS, OUTERMOST};
use crate::data::place::Step;

/// The licences that modules mostly have, and `proprietary`, which no list has.
const LICENCES: &[&str] = &[
    "Apache-2.0",
    "MIT",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "GPL-2.0-only",
    "GPL-2.0-or-later",
    "GPL-3.0-only",
    "GPL-3.0-or-later",
    "LGPL-2.1-only",
    "LGPL-2.1-or-later",
    "LGPL-3.0-only",
    "LGPL-3.0-or-later",
    "AGPL-3.0-only",
    "AGPL-3.0-or-later",
    "MPL-2.0",
    "EUPL-1.2",
    "EPL-2.0",
    "ISC",
    "Unlicense",
    "CC0-1.0",
    "proprietary",
];

pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    let path: Vec<&str> = ask.place.path.iter().map(|it| if let Step::Key(key) = it { key } else { "" }).collect();
    match path.as_slice() {
        [] => keys(ask, OUTERMOST, found),
        ["dependencies" | "requirements", ""] => keys(ask, OF_DEPENDENCIES, found),
        ["operatingsystem_support", ""] => keys(ask, OF_SYSTEMS, found),
        ["license"] => texts(ask, LICENCES.iter().map(|it| ((*it).to_owned(), String::new())), found),
        ["dependencies", "", "name"] => texts(ask, modules(ask).into_iter(), found),
        ["requirements", "", "name"] => {
            texts(ask, [("puppet".to_owned(), String::new()), ("openvox".to_owned(), String::new())].into_iter(), found)
        }
        ["dependencies", "", "version_requirement"] => texts(ask, versions(ask).into_iter(), found),
        ["requirements", "", "version_requirement"] => {
            let all = [">= 8.0.0 < 9.0.0", ">= 7.0.0 < 9.0.0", ">= 7.24.0 < 9.0.0"];
            texts(ask, all.into_iter().map(|it| (it.to_owned(), String::new())), found);
        }
        ["operatingsystem_support", "", "operatingsystem"] => texts(ask, systems().into_iter().map(|it| (it, String::new())), found),
        ["operatingsystem_support", "", "operatingsystemrelease", ""] => {
            texts(ask, releases(ask).into_iter().map(|it| (it, String::new())), found)
        }
        _ => {}
    }
}

fn keys(ask: &Ask<'_>, all: &[Key], found: &mut Found) {
    for (name, what) in all.iter().filter(|it| ask.place.may_be_key && ask.place.sibling(it.0).is_none()) {
        let item = CompletionItem::new(*name, CompletionKind::Keyword, Rank::Required).detail(*what);
        found.add(item.text(ask.key(name)).goes_on());
    }
}

fn texts(ask: &Ask<'_>, all: impl Iterator<Item = (String, String)>, found: &mut Found) {
    for (text, detail) in all.filter(|_| ask.place.may_be_value) {
        let written = ask.string(&text);
        found.add(CompletionItem::new(text, CompletionKind::Value, Rank::Required).detail(detail).text(written));
    }
}

fn metadata_of(ask: &Ask<'_>, module: &str) -> Option<Metadata> {
    ask.snapshot.metadata(&ask.snapshot.module_folder(ask.file, module)?)
}

/// The modules on the module path that are not named yet, by their full names, with their versions.
fn modules(ask: &Ask<'_>) -> Vec<(String, String)> {
    let own = ask.data.module();
    let tree = Tree::of_json(ask.text);
    let list = tree.find(&["dependencies"]).map_or(&[][..], Node::items);
    let here: Vec<&str> = list.iter().filter_map(|it| it.get("name")?.string()).collect();
    let is_here = |module: &str| here.iter().any(|it| name_of_module(it) == module);
    let names = ask.snapshot.module_names(ask.file);
    let others = names.iter().filter(|it| Some(*it) != own && !is_here(it));
    let named = others.filter_map(|it| metadata_of(ask, it)).map(|it| (it.full_name, it.version.unwrap_or_default()));
    // Names may be written with a slash: as their neighbours are.
    let has_slash = here.iter().any(|it| it.contains('/'));
    named.map(|(name, version)| (if has_slash { name.replacen('-', "/", 1) } else { name.replacen('/', "-", 1) }, version)).collect()
}

/// From the version of the module that is installed up to the next that may break something.
fn versions(ask: &Ask<'_>) -> Vec<(String, String)> {
    let Some(name) = ask.place.sibling("name").map(name_of_module) else { return Vec::new() };
    let Some(version) = metadata_of(ask, name).and_then(|it| it.version) else { return Vec::new() };
    let Some(major) = version.split('.').next().and_then(|it| it.parse::<u32>().ok()) else { return Vec::new() };
    let next = major.saturating_add(1);
    let detail = format!("{version} is installed");
    vec![(format!(">= {version} < {next}.0.0"), detail.clone()), (format!(">= {major}.0.0 < {next}.0.0"), detail)]
}

/// The systems that there are facts of.
fn systems() -> Vec<String> {
    let mut all: Vec<String> = sets::all().map(|it| it.system.to_owned()).collect();
    all.sort_by_key(|it| it.to_lowercase());
    all.dedup();
    all
}

/// The releases of the system at the cursor, the newest first.
fn releases(ask: &Ask<'_>) -> Vec<String> {
    let system = operating_system(ask);
    let mut all: Vec<String> = sets::all()
        .filter(|it| system.as_deref().is_some_and(|system| it.system.eq_ignore_ascii_case(&sets::system(system))))
        .map(|it| it.release.replace('_', " "))
        .filter(|it| !it.is_empty())
        .collect();
    all.sort_by_key(|it| it.split('.').map(|it| it.parse::<u32>().unwrap_or_default()).collect::<Vec<_>>());
    all.dedup();
    all.reverse();
    all
}

/// The name of the system whose releases are written: it stands before or after them.
fn operating_system(ask: &Ask<'_>) -> Option<String> {
    let key = "\"operatingsystem\"";
    let before = ask.text.get(..ask.offset)?;
    // The list that the cursor is in belongs to the nearest brace before it.
    let brace = before.rfind('{')?;
    let whole = ask.text.get(brace..)?;
    let end = whole.find('}').unwrap_or(whole.len());
    let entry = whole.get(..end)?;
    let value = entry.get(entry.find(key)? + key.len()..)?.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    Some(value.split('"').next()?.to_owned())
}
