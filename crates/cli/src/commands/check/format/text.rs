//! For people: each finding with the lines of the source.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str};
use diagnostics::{Finding, Severity};

use crate::commands::check::position::{Lines, floor};
use crate::commands::check::report::Report;

/// Places nearer than this many lines share an excerpt.
const NEAR: u32 = 8;

/// Excerpts longer than this are not shown: the place is named only.
const MAX_EXCERPT: usize = 16 << 10;

pub fn write(out: &mut impl Write, report: &Report, coloured: bool) -> io::Result<()> {
    let mut renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    if let Some((width, _)) = terminal_size::terminal_size_of(io::stdout()) {
        renderer = renderer.term_width(usize::from(width.0));
    }
    for file in report.files.iter().filter(|it| !it.findings.is_empty()) {
        let lines = Lines::new(&file.text);
        for finding in &file.findings {
            writeln!(out, "{}\n", renderer.render(&[group(finding, &lines)]))?;
        }
    }
    Ok(())
}

/// A range to underline in an excerpt.
struct Mark<'a> {
    kind: AnnotationKind,
    range: Range<usize>,
    lines: Range<u32>,
    label: Option<&'a str>,
}

fn group<'a>(finding: &'a Finding, lines: &Lines<'a>) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning | Severity::Deprecation => Level::WARNING,
    };
    let title = level.primary_title(normalize_untrusted_str(&finding.message)).id(finding.code);
    let mut group = Group::with_title(title);

    let mut marks = vec![mark(AnnotationKind::Primary, finding.range, None, lines)];
    marks.extend(finding.related.iter().map(|it| mark(AnnotationKind::Context, it.range, Some(&it.message), lines)));
    while !marks.is_empty() {
        let (near, rest) = split_near(marks);
        group = excerpt(group, &finding.file, near, lines);
        marks = rest;
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
    }
    group
}

fn mark<'a>(kind: AnnotationKind, range: syntax::TextRange, label: Option<&'a str>, lines: &Lines) -> Mark<'a> {
    let start = floor(lines.text(), range.start().into());
    let end = floor(lines.text(), range.end().into());
    let (first, last) = (lines.position(start as u32).line, lines.position(end as u32).line);
    Mark { kind, range: start..end, lines: first..last + 1, label }
}

/// The first mark with all that are near to it, and the rest.
fn split_near(marks: Vec<Mark>) -> (Vec<Mark>, Vec<Mark>) {
    let first = marks.first().map_or(0..0, |it| it.lines.clone());
    marks.into_iter().partition(|it| it.lines.start < first.end + NEAR && first.start < it.lines.end + NEAR)
}

fn excerpt<'a>(group: Group<'a>, file: &'a str, marks: Vec<Mark<'a>>, lines: &Lines<'a>) -> Group<'a> {
    let first = marks.iter().map(|it| it.lines.start).min().unwrap_or(1);
    let last = marks.iter().map(|it| it.lines.end.saturating_sub(1)).max().unwrap_or(1);
    let (start, end) = (lines.line_range(first).start, lines.line_range(last).end);
    // A mark may cover the end of its last line.
    let end = marks.iter().map(|it| it.range.end).fold(end, usize::max);
    let text = lines.text().get(start..end).unwrap_or("");
    if text.len() > MAX_EXCERPT {
        return marks.iter().fold(group, |group, it| {
            let place = lines.position(it.range.start as u32);
            group.element(Origin::path(file).line(place.line as usize).char_column(place.column as usize))
        });
    }
    let annotations = marks.into_iter().map(|it| {
        let label = it.label.map(normalize_untrusted_str);
        it.kind.span(it.range.start - start..it.range.end - start).label(label)
    });
    group.element(Snippet::source(text).line_start(first as usize).path(file).annotations(annotations))
}
