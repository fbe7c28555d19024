//! Errors in an SLS tree, for the commands that compile it.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use indexmap::IndexSet;
use salt::{Compiled, File, Files, Finding, Minion, Release, Span, Suggestions, Summary};

use super::SaltArgs;
use crate::commands::site::show;

/// Longer excerpts are not shown.
const MAX_EXCERPT: usize = 16 << 10;

/// Findings with the files that they are in.
pub type Found<'f> = Vec<(&'f Files, &'f [Finding])>;

/// All that are decided.
pub fn decided<'f>(found: &Found<'f>) -> Vec<(&'f Files, &'f Finding)> {
    found.iter().flat_map(|(files, all)| all.iter().map(|it| (*files, it))).filter(|it| !it.1.problem.is_undecided()).collect()
}

/// Undecided questions, each once.
pub fn undecided(found: &Found<'_>, release: Release) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for (files, finding) in found.iter().flat_map(|(files, all)| all.iter().map(move |it| (files, it))) {
        if finding.problem.is_undecided() {
            let place = place(files, finding.at).map(|it| format!("{it}: ")).unwrap_or_default();
            let text = format!("{place}{}", finding.problem.render(release));
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    texts
}

/// Values of states that are not known in full, by their places and reasons, each once.
pub fn unknown_values(compiled: &Compiled) -> IndexSet<String> {
    let mut texts = IndexSet::new();
    for (chunk, (key, slot)) in compiled.chunks.iter().flat_map(|chunk| chunk.args.iter().map(move |it| (chunk, it))) {
        if !compiled.heap.has_unknown(slot.value) {
            continue;
        }
        let at = [compiled.heap.place(slot.value), slot.key].into_iter().find(|it| place(&compiled.files, *it).is_some());
        let at = at.unwrap_or(chunk.at);
        let place = place(&compiled.files, at).map(|it| format!("{it}: ")).unwrap_or_default();
        let why = compiled.files.hole(at).map(|it| format!(": {it}")).unwrap_or_default();
        let name = key.as_str().unwrap_or_default();
        texts.insert(format!("{place}`{name}` of `{}.{}` is not known{why}", chunk.state, chunk.fun));
    }
    texts
}

/// Prints what could not be decided, and which options would decide it.
pub fn print_undecided(found: &Found<'_>, args: &SaltArgs, minion: &Minion) {
    for text in undecided(found, args.release()) {
        eprintln!("bunraku: {text}");
    }
    if found.iter().flat_map(|it| it.1).any(|it| it.problem.needs_data())
        && let Some(help) = missing_options(args, minion)
    {
        eprintln!("help: {help}");
    }
}

/// The options for data of the minion that are not given.
fn missing_options(args: &SaltArgs, minion: &Minion) -> Option<String> {
    let options = [
        (args.grains.is_none(), "`--grains debian-12` (or a file)"),
        (args.pillar.is_none() && args.pillar_root.is_none(), "`--pillar FILE` or `--pillar-root DIR`"),
        (minion.id.is_empty(), "`--id MINION`"),
    ];
    let missing: Vec<&str> = options.iter().filter(|it| it.0).map(|it| it.1).collect();
    if missing.is_empty() { None } else { Some(format!("describe the minion with {}", missing.join(", "))) }
}

/// The file and the line of a place.
pub fn place(files: &Files, at: Span) -> Option<String> {
    let (file, range) = files.source(at)?;
    let (line, column) = file.position(range.start);
    Some(format!("{}:{line}:{column}", show(&file.path)))
}

/// Prints what is wrong with a compilation, with its place and a remedy.
pub fn text(out: &mut impl Write, found: &[(&Files, &Finding)], compiled: &Compiled, release: Release, coloured: bool) -> io::Result<()> {
    let summary = if found.is_empty() { Summary::default() } else { Summary::new(compiled) };
    let mut suggestions = Suggestions::new(std::iter::once(&summary));
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    for (files, finding) in found {
        let message = finding.problem.render(release);
        let title = message.trim_end();
        let code = diagnostics::code_of_sls_problem(&finding.problem).map_or("", |it| it.name);
        let title = Level::ERROR.primary_title(normalize_untrusted_str(title)).id(code);
        let mut group = Group::with_title(title);
        if let Some((file, range)) = files.source(finding.at) {
            let (excerpt, line, inside) = excerpt(file, &range);
            if excerpt.len() <= MAX_EXCERPT {
                let mark = AnnotationKind::Primary.span(inside);
                group = group.element(Snippet::source(excerpt).line_start(line).path(show(&file.path)).annotation(mark));
            }
        }
        let near = suggestions.find_near(&finding.problem).map(|it| it.help());
        if let Some(help) = near.or_else(|| finding.problem.help(release, false)) {
            group = group.element(Level::HELP.message(normalize_untrusted_str(&help)));
        }
        writeln!(out, "{}\n", renderer.render(&[group]))?;
    }
    Ok(())
}

/// The lines of a range, the number of the first one, and the range in them.
fn excerpt<'f>(file: &'f File, range: &Range<usize>) -> (&'f str, usize, Range<usize>) {
    let text = &*file.source;
    let start = text.get(..range.start).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    // One line is enough: what spans several begins there.
    let end = text.get(range.start..).and_then(|it| it.find('\n')).map_or(text.len(), |it| range.start + it);
    let line = text.get(..start).map_or(1, |it| it.matches('\n').count() + 1);
    let to = range.end.clamp(range.start, end.max(range.start));
    (text.get(start..end).unwrap_or_default(), line, range.start - start..to - start)
}
