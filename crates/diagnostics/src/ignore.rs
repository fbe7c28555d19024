//! Comments that silence findings.
//!
//! `# bunraku:ignore[code, code2]` stands at the end of the line that it is about, or on a line of its own above it;
//! without codes it is about all. `# bunraku:ignore-file[code]` stands at the top, and is about the whole file. In templates
//! they stand in `<%# … %>`. Behind them there may be a reason.

mod insert;

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use syntax::{Dialect, Parse, ParseOptions, Severity, SyntaxKind, TextRange, TextSize};

use crate::registry;
use crate::registry::codes;
use crate::{Edit, Finding, Fix, Ran, find};

pub use insert::ignore_edit;

const MARK: &str = "bunraku:ignore";

/// The comments of one text that silence findings.
#[derive(Debug, Default)]
pub struct Ignores {
    ignores: Vec<Ignore>,
    has_syntax_errors: bool,
}

#[derive(Debug)]
struct Ignore {
    /// The whole of the comment that is about ignoring.
    range: TextRange,
    /// Nothing where the whole file is meant.
    line: Option<Range<usize>>,
    /// Nothing where all are meant.
    codes: Option<Vec<Code>>,
    used: Cell<bool>,
    /// Range to remove with the comment.
    removal: Range<usize>,
    /// Taking it out changes nothing that Puppet renders.
    is_sure: bool,
    /// It is about the file, and does not stand at the top.
    is_late: bool,
}

#[derive(Debug)]
struct Code {
    name: String,
    range: Range<usize>,
    used: Cell<bool>,
}

impl Ignores {
    /// The comments of a text. It is parsed only if it may have some.
    pub fn in_text(text: &str, dialect: Dialect, tasks: bool) -> Ignores {
        if text.contains(MARK) { Ignores::new(text, &syntax::parse(text, ParseOptions { dialect, tasks })) } else { Ignores::default() }
    }

    /// The comments of a text that is parsed already.
    pub fn new(text: &str, parse: &Parse) -> Ignores {
        let mut found =
            Ignores { ignores: Vec::new(), has_syntax_errors: parse.problems().iter().any(|it| it.severity == Severity::Error) };
        if !text.contains(MARK) {
            return found;
        }
        let mut is_top = true;
        for token in parse.syntax_node().descendants_with_tokens().filter_map(|it| it.into_token()) {
            match token.kind() {
                SyntaxKind::COMMENT | SyntaxKind::EPP_COMMENT => {
                    let place = Range::<usize>::from(token.text_range());
                    found.ignores.extend(directives(text, place, token.kind() == SyntaxKind::EPP_COMMENT, is_top));
                }
                SyntaxKind::WHITESPACE | SyntaxKind::EPP_TAG => {}
                _ => is_top &= token.text().trim().is_empty(),
            }
        }
        found
    }

    /// The comments of a text of YAML, as far as its lines show.
    pub fn in_data(text: &str) -> Ignores {
        let mut found = Ignores::default();
        if !text.contains(MARK) {
            return found;
        }
        let (mut start, mut is_top) = (0, true);
        for line in text.split_inclusive('\n') {
            let body = line.trim_end();
            let comment = body.match_indices('#').find_map(|(at, _)| {
                let before = body.get(..at).unwrap_or_default();
                // Jinja in YAML has comments of its own.
                let is_comment = before.is_empty() || before.ends_with([' ', '\t']);
                if is_comment { Some(at) } else { before.ends_with('{').then(|| at - 1) }
            });
            if let Some(at) = comment {
                found.ignores.extend(directives(text, start + at..start + body.len(), false, is_top));
            }
            is_top &= body.trim().is_empty() || body.trim_start().starts_with('#') || body == "---";
            start += line.len();
        }
        found
    }

    /// Whether a comment silences a finding. The comments that do are known to be of use from then on.
    pub(crate) fn silences(&self, finding: &Finding) -> bool {
        let at = usize::from(finding.range.start());
        let mut is_silent = false;
        for ignore in &self.ignores {
            // At the end of the text a finding stands after the last line.
            let is_meant = !ignore.is_late && ignore.line.as_ref().is_none_or(|line| line.contains(&at) || line.end == at);
            if !is_meant {
                continue;
            }
            match &ignore.codes {
                None => {
                    ignore.used.set(true);
                    is_silent = true;
                }
                Some(codes) => {
                    for code in
                        codes.iter().filter(|it| finding.code == it.name.as_str() || finding.code.checks.contains(&it.name.as_str()))
                    {
                        code.used.set(true);
                        is_silent = true;
                    }
                }
            }
        }
        is_silent
    }

    /// Comments that silence nothing, once all findings were asked about. A code is judged only if what finds it has run.
    pub(crate) fn unused(&self, file: &Arc<str>, text: &str, ran: Ran) -> Vec<Finding> {
        let judge = Judge { file, text, ran, is_whole: !self.has_syntax_errors };
        self.ignores.iter().flat_map(|it| judge.ignore(it)).collect()
    }
}

struct Judge<'a> {
    file: &'a Arc<str>,
    text: &'a str,
    ran: Ran,
    /// Nothing was left out for syntax errors.
    is_whole: bool,
}

impl Judge<'_> {
    fn ignore(&self, ignore: &Ignore) -> Vec<Finding> {
        if ignore.is_late {
            let help = "move it to the top of the file";
            return vec![self.finding(ignore.range, "`ignore-file` works only at the top of a file".to_owned(), Some(help.to_owned()))];
        }
        let Some(codes) = &ignore.codes else {
            let is_unused = !ignore.used.get() && self.ran == Ran::All && self.is_whole;
            return is_unused.then(|| self.whole(ignore, "this comment ignores nothing")).into_iter().collect();
        };
        let unused: Vec<&Code> = codes.iter().filter(|it| self.is_unused(it)).collect();
        let mut findings = Vec::new();
        if unused.len() == codes.len() && unused.iter().all(|it| find(&it.name).is_some()) {
            findings.push(self.whole(ignore, "this comment ignores nothing"));
        } else {
            findings.extend(unused.into_iter().map(|it| self.code(it, codes)));
        }
        findings
    }

    fn is_unused(&self, code: &Code) -> bool {
        match find(&code.name) {
            None => true,
            Some(known) => !code.used.get() && self.is_whole && self.ran.finds(known),
        }
    }

    fn whole(&self, ignore: &Ignore, message: &str) -> Finding {
        let mut finding = self.finding(ignore.range, message.to_owned(), Some("remove it".to_owned()));
        finding.fixes.push(self.fix("Remove the comment".to_owned(), ignore.removal.clone(), "", ignore.is_sure));
        finding
    }

    fn code(&self, code: &Code, all: &[Code]) -> Finding {
        if find(&code.name).is_none() {
            let known = registry::names();
            let meant = syntax::nearest(&code.name, known);
            let help = meant.map(|it| format!("did you mean `{it}`?"));
            let mut finding = self.finding(range(&code.range), format!("there is no code `{}`", code.name), help);
            finding.fixes.extend(meant.map(|it| self.fix(format!("Write `{it}`"), code.range.clone(), it, false)));
            return finding;
        }
        let message = format!("this comment ignores nothing with the code `{}`", code.name);
        let mut finding = self.finding(range(&code.range), message, Some("remove it".to_owned()));
        // With the comma and what is between it and its neighbour.
        let at = all.iter().position(|it| it.range == code.range);
        let previous = at.and_then(|at| all.get(at.checked_sub(1)?));
        let next = at.and_then(|at| all.get(at + 1));
        let removal = match (previous, next) {
            (Some(previous), _) => previous.range.end..code.range.end,
            (None, Some(next)) => code.range.start..next.range.start,
            (None, None) => code.range.clone(),
        };
        finding.fixes.push(self.fix(format!("Remove `{}`", code.name), removal, "", true));
        finding
    }

    fn fix(&self, title: String, place: Range<usize>, text: &str, sure: bool) -> Fix {
        Fix { title, edits: vec![Edit { file: self.file.clone(), range: range(&place), text: text.to_owned() }], sure }
    }

    fn finding(&self, place: TextRange, message: String, help: Option<String>) -> Finding {
        debug_assert!(usize::from(place.end()) <= self.text.len(), "a place in the text");
        Finding { help, ..Finding::plain(self.file.clone(), codes::UNUSED_IGNORE, Severity::Hint, place, message) }
    }
}

/// The directives of one comment: next to ours, other tools have theirs, as in `# lint:ignore:x # bunraku:ignore[y]`.
fn directives(text: &str, comment: Range<usize>, is_template: bool, is_top: bool) -> Vec<Ignore> {
    let Some(body) = text.get(comment.clone()) else { return Vec::new() };
    let mut found = Vec::new();
    for (mark, _) in body.match_indices(MARK) {
        let before = body.get(..mark).unwrap_or("");
        let opened = before.trim_end_matches([' ', '\t']);
        let opening = opened.len() - opened.trim_end_matches(['#', '*', '/', '<', '%', '-', '{']).len();
        let start = opened.len() - opening;
        // A comment begins here: a sentence that speaks of the comment is none.
        if opening == 0 || !before.get(..start).is_none_or(|it| it.is_empty() || it.ends_with([' ', '\t'])) {
            continue;
        }
        // Another comment may begin after it.
        let end = body.get(mark..).and_then(|it| it.find(" #")).map_or(comment.end, |it| comment.start + mark + it);
        let place = comment.start + start..end;
        if let Some(ignore) = directive(text, place, comment.start + mark, is_template, is_top) {
            found.push(ignore);
        }
    }
    found
}

fn directive(text: &str, place: Range<usize>, mark: usize, is_template: bool, is_top: bool) -> Option<Ignore> {
    let at = mark + MARK.len();
    let rest = text.get(at..place.end)?;
    let is_file = rest.starts_with("-file");
    let at = if is_file { at + "-file".len() } else { at };
    let rest = text.get(at..place.end)?;
    let codes = match rest.strip_prefix('[') {
        Some(list) => {
            let list = list.split(']').next().unwrap_or(list).lines().next().unwrap_or("");
            Some(codes(list, at + 1))
        }
        None if rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '-' | '%' | '*' | ':' | '#')) => None,
        None => return None,
    };
    let whole = text.get(place.clone())?;
    let shown = place.start..place.start + whole.trim_end().len();
    let line = lines::line_at(text, place.start);
    let before = text.get(line.start..place.start).unwrap_or("");
    let is_alone = before.trim().is_empty() && text.get(place.end..line.end.max(place.end)).unwrap_or("").trim().is_empty();
    let trims = is_template && (whole.starts_with("<%#-") || whole.trim_end().ends_with("-%>"));
    let removal = match (is_template, is_alone) {
        // What stands around a comment in a template is rendered.
        (true, _) => shown.clone(),
        (false, true) => line.start..lines::next(text, line.end),
        (false, false) => line.start + before.trim_end().len()..shown.end,
    };
    Some(Ignore {
        range: range(&shown),
        line: match (is_file, is_alone) {
            (true, _) => None,
            (false, true) => Some(lines::of_code_below(text, line.end)),
            (false, false) => Some(line),
        },
        codes,
        used: Cell::new(false),
        removal,
        is_sure: !trims,
        is_late: is_file && !is_top,
    })
}

fn codes(list: &str, start: usize) -> Vec<Code> {
    let mut codes = Vec::new();
    let mut at = start;
    for part in list.split(',') {
        let name = part.trim();
        let from = at + (part.len() - part.trim_start().len());
        if !name.is_empty() {
            codes.push(Code { name: name.to_owned(), range: from..from + name.len(), used: Cell::new(false) });
        }
        at += part.len() + 1;
    }
    codes
}

fn range(place: &Range<usize>) -> TextRange {
    let size = |it: usize| TextSize::try_from(it).unwrap_or_default();
    TextRange::new(size(place.start), size(place.end))
}

mod lines {
    use std::ops::Range;

    /// The line around an offset, without its end.
    pub(super) fn line_at(text: &str, at: usize) -> Range<usize> {
        let start = text.get(..at).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
        let end = text.get(at..).and_then(|it| it.find('\n')).map_or(text.len(), |it| at + it);
        start..end
    }

    /// The start of the line after the end of another.
    pub(super) fn next(text: &str, end: usize) -> usize {
        (end + 1).min(text.len())
    }

    /// The first line below that is neither empty nor a comment.
    pub(super) fn of_code_below(text: &str, end: usize) -> Range<usize> {
        let mut at = next(text, end);
        while at < text.len() {
            let line = line_at(text, at);
            let shown = text.get(line.clone()).unwrap_or("").trim();
            if !shown.is_empty() && !shown.starts_with('#') && !shown.starts_with("<%#") {
                return line;
            }
            at = line.end + 1;
        }
        text.len()..text.len()
    }
}
