//! A plan for people.

use apply::{Foreseen, Planned, Verdict};

use crate::commands::page::Page;

/// Resources with what would happen to them, then how many there are of each kind.
pub fn text(planned: &Planned, verbose: bool) -> String {
    let mut out: String = shown(planned, verbose).map(|it| format!("{}\n{}", heading(it), details(it, "    "))).collect();
    if !out.is_empty() {
        out.push('\n');
    }
    let counts: Vec<String> = counts(planned).iter().map(|(text, count)| format!("{count} {text}")).collect();
    let counts = if counts.is_empty() { "no resources".to_owned() } else { counts.join(", ") };
    out + &format!("Plan: {counts}\n")
}

/// A table of the counts, then the resources.
pub fn page(planned: &Planned, node: &str, verbose: bool) -> Page {
    Page {
        title: format!("Plan for {node}"),
        columns: &["resources", "count"],
        has_names: false,
        rows: counts(planned).iter().map(|(text, count)| vec![(*text).to_owned(), count.to_string()]).collect(),
        details: shown(planned, verbose).map(|it| (heading(it), details(it, ""))).collect(),
        noun: "resources",
    }
}

fn shown(planned: &Planned, verbose: bool) -> impl Iterator<Item = &Foreseen> {
    planned.resources.iter().filter(move |it| verbose || it.verdict != Verdict::Same)
}

fn counts(planned: &Planned) -> Vec<(&'static str, usize)> {
    let texts = [
        (Verdict::Change, "to change"),
        (Verdict::Refresh, "to refresh"),
        (Verdict::Unknown, "unknown"),
        (Verdict::Fail, "to fail"),
        (Verdict::Skip, "to skip"),
        (Verdict::Noop, "in noop mode"),
        (Verdict::Same, "unchanged"),
    ];
    let of = |verdict| planned.resources.iter().filter(|it| it.verdict == verdict && is_counted(it)).count();
    texts.map(|(verdict, text)| (text, of(verdict))).into_iter().filter(|it| it.1 > 0).collect()
}

/// Whether people count a resource: what only contains others, and what Puppet adds by itself, they do not.
fn is_counted(resource: &Foreseen) -> bool {
    let (type_name, title) = catalog::split_reference(&resource.resource).unwrap_or_default();
    let is_container = matches!(type_name, "Class" | "Stage");
    resource.verdict != Verdict::Same || !(is_container || catalog::puppet::is_default(type_name, title))
}

fn heading(resource: &Foreseen) -> String {
    let sign = match resource.verdict {
        Verdict::Same => '=',
        Verdict::Change => '~',
        Verdict::Refresh => '*',
        Verdict::Unknown => '?',
        Verdict::Fail => '!',
        Verdict::Skip => '-',
        Verdict::Noop => '.',
    };
    let place = match (&resource.file, resource.line) {
        // Code of `-e` has no file.
        (Some(file), Some(line)) if !file.is_empty() => format!("  ({file}:{line})"),
        _ => String::new(),
    };
    format!("{sign} {}{place}", resource.resource)
}

/// Planned changes of a resource and their reasons; each line is indented.
fn details(resource: &Foreseen, indent: &str) -> String {
    let mut out = String::new();
    let mut line = |text: &str| out.push_str(&format!("{indent}{}\n", text.trim_end().replace('\n', &format!("\n{indent}"))));
    match resource.verdict {
        Verdict::Unknown => line(&format!("unknown: depends on {}", resource.because_of.join(", "))),
        Verdict::Skip => line(&format!("skipped: {} fails", resource.reasons.join(", "))),
        Verdict::Fail => resource.reasons.iter().for_each(|it| line(&format!("fails: {it}"))),
        Verdict::Noop => line("would change, but says `noop => true`"),
        Verdict::Same | Verdict::Change | Verdict::Refresh => {}
    }
    for change in &resource.changes {
        let names_itself = change.message.starts_with(&change.property);
        line(&if names_itself { change.message.clone() } else { format!("{}: {}", change.property, change.message) });
    }
    if let Some(difference) = &resource.difference {
        line(difference);
    }
    if !resource.refreshed_by.is_empty() {
        line(&format!("is refreshed because of {}", resource.refreshed_by.join(", ")));
    }
    out
}
