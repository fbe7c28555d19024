//! The section of `docs/benchmarks.md` about the language server.

use std::fmt::Write as _;

use super::Report;
use super::script::Question;
use super::typing::{Keystrokes, Times};
use crate::bench::machine;

pub const HEADING: &str = "## The language server at work";

/// Targets for keystrokes in a file: until the first findings and until all, in milliseconds.
fn wanted(path: &str) -> (&'static str, &'static str) {
    match path {
        "apache/manifests/init.pp" => ("≤ 15 ms", "≤ 150 ms"),
        "apache/manifests/vhost.pp" => ("≤ 40 ms", "≤ 150 ms"),
        _ => ("", ""),
    }
}

pub fn render(report: &Report) -> String {
    let mut out = format!("{HEADING}\n\n");
    let _ = write!(
        out,
        "Written by `cargo xtask bench-lsp --accept`. An editor of its own opens a workspace of the {} modules that Debian packages and\n\
         replays a recorded script (`tests/typing/apache.txt`): keystrokes with questions between them. After each keystroke it\n\
         waits until all findings of the file are there. In the end what it shows is what `bunraku check` prints, or the task fails.\n\
         Beside it stands puppet-editor-services 2.0.4 with Puppet 8.11 on the same kind of machine, in the same file of the same\n\
         module; it looks at syntax and style alone, and evaluates nothing.\n\n",
        report.modules
    );
    for (name, value) in machine::describe().iter().filter(|(name, _)| *name != "Ruby") {
        let _ = writeln!(out, "- {name}: {value}");
    }
    let ready = &report.ready;
    out += "\n| | wanted | got | puppet-editor-services |\n|---|---|---|---|\n";
    let mut row = |name: &str, wanted: &str, got: String, theirs: &str| {
        let _ = writeln!(out, "| {name} | {wanted} | {got} | {theirs} |");
    };
    row("start to the answer to `initialize`", "", ms(ready.initialized), "1,047 ms");
    row("start to the first hover", "", ms(ready.answered), "");
    row("start to the first findings of the open file", "", ms(ready.first), "1,549 ms");
    row("start to all findings of the open file", "≤ 1,000 ms", ms(ready.all), "");
    row("start until all files are read", "", ms(ready.loaded), "12,600 ms with its cache, 418,800 ms without");
    row("start until all files are analysed", "", ms(ready.settled), "never");
    row("processor time for that", "", ms(ready.processor), "");
    row("memory before the script", "≤ 200 MB", mb(report.memory_ready), "134 MB");
    row("memory after it", "≤ 200 MB", mb(report.memory_end), "");
    row("most memory", "", mb(report.memory_peak), "287 MB");
    for (path, it) in &report.measured.files {
        let theirs = if path.ends_with("init.pp") { "276 ms" } else { "2,926 ms" };
        let (first, all) = wanted(path);
        rows(&mut row, &format!("a keystroke in `{path}`"), it, first, all, theirs);
    }
    for (path, it) in &report.measured.anywhere {
        rows(&mut row, &format!("a character anywhere in `{path}`, inserted or taken away"), it, wanted(path).0, "", "");
    }
    template_rows(&mut row, &report.template);
    let measured = &report.measured;
    let mut question = |name: &str, wanted: &str, times: Option<&Times>, theirs: &str| {
        let got = times.filter(|it| !it.0.is_empty()).map_or_else(|| "not measured".to_owned(), p95_of);
        row(name, wanted, got, theirs);
    };
    question("completion, p95", "≤ 10 ms", Some(&measured.completion).filter(|_| measured.completes), "15 to 21 ms");
    question("hover, p95", "≤ 10 ms", measured.questions.get(&Question::Hover), "15 to 21 ms");
    question("definition, p95", "≤ 10 ms", measured.questions.get(&Question::Definition), "15 to 21 ms");
    question("references, p95", "≤ 100 ms", measured.questions.get(&Question::References), "has none");
    let agreed: Vec<String> = report.agreed.iter().map(|(path, count)| format!("{count} findings of `{path}`")).collect();
    let _ = writeln!(out, "\nIn the end the editor and `check` agreed on {}.", agreed.join(" and "));

    let Some(site) = &report.site else { return out };
    let nodes = super::workspaces::NODES;
    let _ = writeln!(out, "\nA control repository that is made up, with {nodes} nodes by name and by pattern, roles, profiles and data:\n");
    out += "| | got |\n|---|---|\n";
    let mut row = |name: &str, got: String| {
        let _ = writeln!(out, "| {name} | {got} |");
    };
    row("start to all findings of the manifest with the nodes", ms(site.ready));
    for (path, it) in &site.files {
        rows(&mut |name: &str, _: &str, got: String, _: &str| row(name, got), &format!("a keystroke in `{path}`"), it, "", "", "");
    }
    row("hover while the whole workspace is analysed, p95", p95_of(&site.hover));
    row(
        "cancelling that",
        if site.cancelled.0.is_empty() { "done before it could be cancelled".to_owned() } else { p95_of(&site.cancelled) },
    );
    row("memory in the end", mb(site.memory_end));
    row("most memory", mb(site.memory_peak));
    row("findings on which the editor and `check` agree", site.agreed.to_string());
    if let Some(salt) = &report.salt {
        out += &salt.render();
    }
    out
}

/// The rows of a template alone.
pub fn of_template(it: &Keystrokes) -> String {
    let mut out = "| | wanted | got |\n|---|---|---|\n".to_owned();
    template_rows(
        &mut |name: &str, wanted: &str, got: String, _: &str| {
            let _ = writeln!(out, "| {name} | {wanted} | {got} |");
        },
        it,
    );
    out
}

fn template_rows(row: &mut dyn FnMut(&str, &str, String, &str), it: &Keystrokes) {
    let what = "a character anywhere in an ERB template of 300 lines with three callers, inserted or taken away";
    rows(row, what, it, "≤ 20 ms", "", "has none");
}

pub(super) fn rows(row: &mut dyn FnMut(&str, &str, String, &str), what: &str, it: &Keystrokes, first: &str, all: &str, theirs: &str) {
    let name = format!("{what} ({} bytes, {} keystrokes)", it.bytes, it.all.0.len());
    row(&format!("{name} to the findings of the first fact set, p50"), "", ms(it.first.at(50)), theirs);
    row("the same, p95", first, ms(it.first.at(95)), "");
    row("the same to all findings, p50", "", ms(it.all.at(50)), "");
    row("the same, p95", all, ms(it.all.at(95)), "");
    row("processor time for all of them, p50 and p95", "", format!("{} and {}", ms(it.processor.at(50)), ms(it.processor.at(95))), "");
}

fn p95_of(times: &Times) -> String {
    format!("{} (of {})", ms(times.at(95)), times.0.len())
}

pub(super) fn ms(value: f64) -> String {
    format!("{value:.1} ms")
}

pub(super) fn mb(value: f64) -> String {
    format!("{value:.0} MB")
}
