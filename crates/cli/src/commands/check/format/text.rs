//! For people: each finding with the lines of the source.

use std::cell::Cell;
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str};
use diagnostics::{Finding, Severity};

use super::folded::{Shown, fold, folded};
use super::groups::groups;
use super::statistics;
use crate::commands::check::GroupBy;
use crate::commands::check::position::{Lines, floor};
use crate::commands::check::report::{AllLines, Report};

/// Places nearer than this many lines share an excerpt.
const NEAR: u32 = 8;

/// Excerpts longer than this are not shown: the place is named only.
const MAX_EXCERPT: usize = 16 << 10;

/// Longer ones are shown as long as there is room for them: a thousand findings in one long line repeat it a thousand times.
const LONG_EXCERPT: usize = 1 << 10;

/// The room for long excerpts in one report.
const LONG_EXCERPTS: usize = 1 << 20;

/// A report with more findings than this ends with a table of the codes.
const MANY: usize = 50;

pub fn write(out: &mut impl Write, report: &Report, group_by: Option<GroupBy>, coloured: bool) -> io::Result<()> {
    let mut renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    if let Some((width, _)) = terminal_size::terminal_size_of(io::stdout()) {
        renderer = renderer.term_width(usize::from(width.0));
    }
    let lines = report.lines();
    let room = Cell::new(LONG_EXCERPTS);
    for listed in groups(report, group_by) {
        if let Some(heading) = listed.heading {
            writeln!(out, "{heading}\n")?;
        }
        for shown in fold(listed.findings) {
            let rendered = match shown {
                Shown::Whole(finding) => renderer.render(&[group(finding, &lines, &room)]),
                Shown::Folded(findings) => renderer.render(&[line(&findings, &folded(&findings, &lines))]),
            };
            writeln!(out, "{rendered}\n")?;
        }
    }
    if report.findings().nth(MANY).is_some() {
        statistics::write(out, report)?;
        writeln!(out, "To see less: `--statistics` for this table alone, `--format concise` for one line per finding,")?;
        writeln!(out, "`--level CODE=off` without a code, `--no-lint` without the checks of puppet-lint.\n")?;
    }
    Ok(())
}

/// A range to underline in an excerpt.
struct Mark<'a> {
    file: &'a str,
    kind: AnnotationKind,
    range: Range<usize>,
    lines: Range<u32>,
    label: Option<&'a str>,
}

/// A title alone, for findings of one code.
fn line<'a>(findings: &[&'a Finding], text: &str) -> Group<'a> {
    let severity = findings.first().map_or(Severity::Hint, |it| it.severity);
    let code = findings.first().map_or("", |it| it.code.name);
    Group::with_title(level(severity).primary_title(normalize_untrusted_str(text)).id(code))
}

fn group<'a>(finding: &'a Finding, all: &AllLines<'a>, room: &Cell<usize>) -> Group<'a> {
    let title = level(finding.severity).primary_title(normalize_untrusted_str(&finding.full_message())).id(finding.code.name);
    let mut group = Group::with_title(title);

    let mut marks = Vec::new();
    if all.has(&finding.file) {
        marks.push(mark(AnnotationKind::Primary, &finding.file, finding.range, None, all));
    }
    let related = finding.related.iter().filter(|it| all.has(&it.file));
    marks.extend(related.map(|it| mark(AnnotationKind::Context, &it.file, it.range, Some(&it.message), all)));
    while !marks.is_empty() {
        let (near, rest) = split_near(marks);
        let file = near.first().map_or("", |it| it.file);
        group = excerpt(group, file, near, all.file(file), room);
        marks = rest;
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
    }
    group
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning | Severity::Deprecation => Level::WARNING,
        Severity::Hint => Level::NOTE.with_name("hint"),
    }
}

fn mark<'a>(kind: AnnotationKind, file: &'a str, range: syntax::TextRange, label: Option<&'a str>, all: &AllLines<'_>) -> Mark<'a> {
    let lines = all.file(file);
    let start = floor(lines.text(), range.start().into());
    let end = floor(lines.text(), range.end().into());
    let (first, last) = (lines.position(start as u32).line, lines.position(end as u32).line);
    Mark { file, kind, range: start..end, lines: first..last + 1, label }
}

/// The first mark with all that are near to it, and the rest.
fn split_near(marks: Vec<Mark>) -> (Vec<Mark>, Vec<Mark>) {
    let (file, first) = marks.first().map_or(("", 0..0), |it| (it.file, it.lines.clone()));
    marks.into_iter().partition(|it| it.file == file && it.lines.start < first.end + NEAR && first.start < it.lines.end + NEAR)
}

fn excerpt<'a>(group: Group<'a>, file: &'a str, marks: Vec<Mark<'a>>, lines: &Lines<'a>, room: &Cell<usize>) -> Group<'a> {
    let first = marks.iter().map(|it| it.lines.start).min().unwrap_or(1);
    let last = marks.iter().map(|it| it.lines.end.saturating_sub(1)).max().unwrap_or(1);
    let (start, end) = (lines.line_range(first).start, lines.line_range(last).end);
    // A mark may cover the end of its last line.
    let end = marks.iter().map(|it| it.range.end).fold(end, usize::max);
    let text = lines.text().get(start..end).unwrap_or("");
    let left = if text.len() > LONG_EXCERPT { room.get().checked_sub(text.len()) } else { Some(room.get()) };
    if let Some(left) = left {
        room.set(left);
    }
    if text.len() > MAX_EXCERPT || left.is_none() {
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

#[cfg(test)]
// One related place is a list of one range here, not a list of numbers.
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use std::sync::Arc;

    use diagnostics::Related;
    use syntax::TextRange;

    use super::*;
    use crate::commands::check::report::FileReport;

    fn finding(place: Range<usize>, related: &[Range<usize>]) -> Finding {
        let range = |it: &Range<usize>| TextRange::new((it.start as u32).into(), (it.end as u32).into());
        Finding {
            code: diagnostics::codes::DUPLICATE_KEY,
            puppet_code: "DUPLICATE_KEY",
            severity: Severity::Error,
            file: Arc::from("a.pp"),
            range: range(&place),
            message: String::from("The key 'a' is declared more than once"),
            help: None,
            related: related
                .iter()
                .map(|it| Related { file: Arc::from("a.pp"), range: range(it), message: String::from("first here") })
                .collect(),
            fixes: Vec::new(),
            systems: Vec::new(),
            puppet_place: None,
            issue: None,
        }
    }

    fn render(text: &str, finding: Finding) -> String {
        let file = FileReport { name: Arc::from("a.pp"), text: Arc::from(text), findings: vec![finding] };
        let mut out = Vec::new();
        write(&mut out, &Report { files: vec![file], ..Report::default() }, None, false).expect("written to memory");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn any_range_of_any_text_can_be_shown() {
        let texts = ["", "\n", "a", "\r\n\ta\r\n", "é😀\u{301}\u{200b}\n\u{feff}", "a\rb\u{2028}c\0\u{1b}[31m", "\n\n\nlast"];
        for text in texts {
            for start in 0..=text.len() + 1 {
                for end in start..=text.len() + 1 {
                    let shown = render(text, finding(start..end, &[0..start]));
                    assert!(shown.contains("--> a.pp:") && !shown.contains('\u{1b}'), "{text:?} {start}..{end}: {shown}");
                }
            }
        }
    }

    #[test]
    fn a_long_line_is_not_shown_for_each_of_many_findings() {
        let text = format!("{{ {} }}", "a => 1, ".repeat(1000));
        let findings = (0..1000).map(|it| finding(2 + it * 8..3 + it * 8, &[])).collect();
        let file = FileReport { name: Arc::from("a.pp"), text: Arc::from(text.as_str()), findings };
        let mut out = Vec::new();
        write(&mut out, &Report { files: vec![file], ..Report::default() }, None, false).expect("written to memory");
        let out = String::from_utf8(out).expect("text");
        assert_eq!(out.matches("--> a.pp:1:").count(), 1000);
        assert!(out.contains("    1000      1  error        duplicate-key\n"), "a table of the codes ends a long report");
        assert!(out.len() < 4 << 20, "{}", out.len());
    }

    #[test]
    fn near_places_share_an_excerpt_and_far_ones_have_their_own() {
        let near = "{\n  a => 1,\n  a => 2,\n}\n";
        snapbox::assert_data_eq!(
            render(near, finding(14..15, &[4..5])),
            snapbox::str![[r#"
error[duplicate-key]: The key 'a' is declared more than once
 --> a.pp:3:3
  |
2 |   a => 1,
  |   - first here
3 |   a => 2,
  |   ^


"#]]
        );
        let far = format!("{{\n  a => 1,\n{}  a => 2,\n}}\n", "  # more\n".repeat(50));
        let second = far.rfind('a').unwrap_or(0);
        snapbox::assert_data_eq!(
            render(&far, finding(second..second + 1, &[4..5])),
            snapbox::str![[r#"
error[duplicate-key]: The key 'a' is declared more than once
  --> a.pp:53:3
   |
53 |   a => 2,
   |   ^
   |
  ::: a.pp:2:3
   |
 2 |   a => 1,
   |   - first here


"#]]
        );
    }
}
