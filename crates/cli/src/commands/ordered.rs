//! A catalog with its relationships, for the commands that look at them: compiled, or read from a file.

use std::path::Path;

use anyhow::{Context, bail};
use catalog::puppet::{self, Reference};
use catalog::{Catalog, ResourceId};
use compiler::{Applied, Compiled};

use super::check::Color;
use super::compile::{choice, quietly};
use super::reporter::Reporter;
use super::site::{SiteArgs, Source, show};

pub struct Ordered {
    pub applied: Applied,
    /// Where everything was written; nothing for a catalog that was read.
    pub compiled: Option<Compiled>,
}

/// None if Puppet would refuse to compile it; then that was reported.
pub fn ordered(args: &SiteArgs, color: Color) -> anyhow::Result<Option<Ordered>> {
    let ordered = match args.manifest.as_deref().filter(|it| is_catalog(it)) {
        Some(file) => of_file(file)?,
        None => match of_source(&Source::find(args)?, color)? {
            Some(ordered) => ordered,
            None => return Ok(None),
        },
    };
    if let Some(problem) = ordered.applied.problems.first() {
        let place = match (problem.file.as_deref().filter(|it| !it.is_empty()), problem.line) {
            (Some(file), Some(line)) => format!(" ({}:{line})", show(Path::new(file))),
            (Some(file), None) => format!(" ({})", show(Path::new(file))),
            (None, _) => String::new(),
        };
        eprintln!("bunraku: Puppet would not apply this: {}{place}", problem.issue);
    }
    ordered.tell_of_unread();
    Ok(Some(ordered))
}

impl Ordered {
    /// Warns of relations that are missing because nobody knows them.
    pub fn tell_of_unread(&self) {
        for unread in &self.applied.unread {
            eprintln!("bunraku: {unread}");
        }
    }
}

/// Reads the catalog in a file.
pub fn of_file(file: &Path) -> anyhow::Result<Ordered> {
    Ok(Ordered { applied: compiler::apply(read(file)?, None), compiled: None })
}

/// Compiles and orders, as [`ordered`] does.
pub fn of_source(source: &Source, color: Color) -> anyhow::Result<Option<Ordered>> {
    let Some(compiled) = compiled(source, color)? else { return Ok(None) };
    let environment = source.environment_of(&compiled.catalog.environment);
    let applied = compiler::apply_for(&compiled.facts, compiled.catalog.clone(), Some(&environment));
    Ok(Some(Ordered { applied, compiled: Some(compiled) }))
}

pub fn is_catalog(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("json"))
}

pub fn read(file: &Path) -> anyhow::Result<Catalog> {
    let text = super::input_file::read_text(file).with_context(|| show(file))?;
    puppet::from_json(&text).with_context(|| format!("{} is not a catalog", show(file)))
}

/// Compiles, and prints the messages.
pub fn compiled(source: &Source, color: Color) -> anyhow::Result<Option<Compiled>> {
    let mut reporter = Reporter::new(choice(color), &source.code);
    for warning in &source.site.warnings {
        eprintln!("bunraku: {warning}");
    }
    let outcome = source.compile(&source.node()?)?;
    for log in &outcome.logs {
        quietly(reporter.log(log))?;
    }
    for error in &outcome.errors {
        quietly(reporter.error(error, &[]))?;
    }
    Ok(outcome.catalog)
}

/// The resource that a reference on the command line means: quotes around the title may be given or not.
pub fn find(catalog: &Catalog, text: &str) -> anyhow::Result<ResourceId> {
    let plain = text.trim().replacen("['", "[", 1).replacen("[\"", "[", 1).replacen("']", "]", 1).replacen("\"]", "]", 1);
    let real = || catalog.ids().filter(|id| !catalog[*id].is_virtual);
    let names = || real().map(|id| (catalog[id].type_name.to_string(), catalog[id].title.to_string(), puppet::reference(&catalog[id])));
    let Some(reference) = Reference::parse(&plain) else {
        match similar("", text, names()).as_slice() {
            [] => bail!("{text} is not a reference: write it as File[/etc/motd]"),
            names => bail!("{text} is not a reference; did you mean {}?", one_of(names)),
        }
    };
    let wanted = reference.to_string();
    if let Some(id) = real().find(|id| puppet::reference(&catalog[*id]) == wanted) {
        return Ok(id);
    }
    // By what it manages, as references in manifests may name it.
    let by_name = |id: &ResourceId| {
        let resource = &catalog[*id];
        let is_named = |name: &str| resource.value(name).and_then(serde_json::Value::as_str) == Some(&*reference.title);
        resource.type_name == *reference.type_name && (is_named("name") || is_named("path") || is_named("alias"))
    };
    if let Some(id) = real().find(by_name) {
        return Ok(id);
    }
    let similar = similar(&reference.type_name, &reference.title, names());
    if !similar.is_empty() {
        bail!("there is no {wanted} in the catalog; did you mean {}?", one_of(&similar));
    }
    let of_type: Vec<String> = names().filter(|it| *it.0 == *reference.type_name).map(|it| it.2).collect();
    match of_type.len() {
        0 => bail!("there is no {wanted} in the catalog"),
        1..=MAX_SUGGESTIONS => bail!("there is no {wanted} in the catalog; of this type it has {}", listed(&of_type, "and")),
        count => bail!("there is no {wanted} in the catalog; `bunraku compile --format list` lists its {count} resources of this type"),
    }
}

/// How many resources are suggested at most.
pub const MAX_SUGGESTIONS: usize = 4;

/// The resources that may be meant, of names with type, title and reference. The most similar come first: the same title in other case,
/// similar titles of the type, the same title of another type. Similar titles of other types count only where there is nothing else.
fn similar(type_name: &str, title: &str, names: impl Iterator<Item = (String, String, String)>) -> Vec<String> {
    let title = title.to_lowercase();
    let mut found: Vec<(usize, String)> = Vec::new();
    for (of_type, other, reference) in names {
        let other = other.to_lowercase();
        let is_of_type = of_type.eq_ignore_ascii_case(type_name);
        let is_part = !title.is_empty() && (other.contains(&title) || (other.len() > 2 && title.contains(&other)));
        let rank = match () {
            () if is_of_type && other == title => 0,
            () if is_of_type && (is_part || syntax::nearest(&title, [other.as_str()]).is_some()) => 1,
            () if other == title => 2,
            () if other.contains(&title) && !title.is_empty() => 3,
            () => continue,
        };
        found.push((rank, reference));
    }
    found.sort();
    if found.first().is_some_and(|it| it.0 < 3) {
        found.retain(|it| it.0 < 3);
    }
    found.truncate(MAX_SUGGESTIONS);
    found.into_iter().map(|it| it.1).collect()
}

/// "A", "A or B", "A, B or C".
pub fn one_of(names: &[String]) -> String {
    listed(names, "or")
}

fn listed(names: &[String], word: &str) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
        None => String::new(),
    }
}
