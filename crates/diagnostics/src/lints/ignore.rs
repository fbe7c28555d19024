//! Where puppet-lint's own comment that silences a check can be put.

use std::ops::Range;

use analysis::{File, Snapshot};
use lint::{Configuration, Source, State};
use syntax::{ParseOptions, SyntaxKind, SyntaxToken, text_range};

use super::source;
use crate::{Edit, Finding};

/// The changes that silence a finding of lint by `# lint:ignore:NAME`; nothing where no such comment would.
///
/// The comment comes to the end of the line, or into the one that is there, whose words become the reason. Where the end of the line
/// is text, one comment opens above and another one ends it below.
pub fn lint_ignore_edits(snapshot: Snapshot<'_>, file: File, finding: &Finding) -> Option<Vec<Edit>> {
    let (path, text) = (snapshot.path(file), snapshot.text(file));
    // puppet-lint reads data as a manifest to find comments, and takes texts for some.
    if lint::is_data(&path) {
        return None;
    }
    let (source, lint) = source(snapshot, file, &path, &text)?;
    let options = ParseOptions { dialect: snapshot.dialect(file), tasks: snapshot.tasks(file) };
    let token = snapshot.parse(file).syntax_node().token_at_offset(finding.range.start()).right_biased();
    let place = Place::new(&text, token, finding)?;
    let before = Counts::new(source, lint.configuration());
    // Only puppet-lint's reader knows whether there is a comment at a place: so each is tried.
    place.candidates(&text, finding.code.name).into_iter().find_map(|inserts| {
        let edit = |(at, text): &(usize, String)| Edit { file: path.clone(), range: text_range(&(*at..*at)), text: text.clone() };
        let edits: Vec<Edit> = inserts.iter().map(edit).collect();
        let changed = crate::apply(&text, &edits.iter().collect::<Vec<_>>());
        let after = Counts::new(Source { text: &changed, ..source }, lint.configuration());
        let is_read = syntax::parse(&changed, options).problems().len() == snapshot.parse(file).problems().len();
        (is_read && after.silences(&before, finding.code.name)).then_some(edits)
    })
}

/// Surroundings of a finding.
struct Place {
    /// Its line, without what ends it.
    line: Range<usize>,
    /// Lines around it between which comments may stand, the fewest first.
    wholes: Vec<Range<usize>>,
    newline: &'static str,
}

impl Place {
    fn new(text: &str, token: Option<SyntaxToken>, finding: &Finding) -> Option<Place> {
        let line = line_around(text, usize::from(finding.range.start()).min(text.len()));
        let newline = if text.get(line.end..)?.starts_with('\r') { "\r\n" } else { "\n" };
        let mut wholes = vec![unbreakable_lines(text, line.clone(), token.clone())];
        for node in token.iter().flat_map(|it| it.parent_ancestors()) {
            let (start, end) = (usize::from(node.text_range().start()), usize::from(node.text_range().end()));
            // The line above the text of a heredoc says where it ends.
            let start = if node.kind() == SyntaxKind::HEREDOC_BODY { start.saturating_sub(1) } else { start };
            // The text of a heredoc has the end of its last line.
            let last = if text.get(..end).is_some_and(|it| it.ends_with('\n')) { end - 1 } else { end };
            let whole = line_around(text, start).start..line_around(text, last).end.max(line.end);
            if !wholes.contains(&whole) && wholes.len() < MOST_WHOLES {
                wholes.push(whole);
            }
        }
        Some(Place { wholes, line, newline })
    }

    /// Possible insertions, the best one first.
    fn candidates(&self, text: &str, check: &str) -> Vec<Vec<(usize, String)>> {
        let shown = text.get(self.line.clone()).unwrap_or_default();
        let mut candidates = Vec::new();
        for (at, _) in shown.match_indices('#').take(MOST_COMMENTS) {
            let rest = shown.get(at + 1..).unwrap_or_default();
            let words = rest.trim_start();
            let start = self.line.start + shown.len() - words.len();
            let blank = if rest.len() == words.len() { " " } else { "" };
            // Another tool's comment begins with its own mark.
            let after = if words.starts_with("bunraku:") { " # " } else { " " };
            candidates.push(vec![(start, format!("{blank}lint:ignore:{check}{after}"))]);
        }
        let end = self.line.start + shown.trim_end().len();
        candidates.push(vec![(end, format!(" # lint:ignore:{check}"))]);
        for whole in &self.wholes {
            let shown = text.get(whole.clone()).unwrap_or_default();
            let indent = shown.get(..shown.len() - shown.trim_start().len()).unwrap_or_default();
            let newline = self.newline;
            let end = format!("{newline}{indent}# lint:endignore");
            candidates.push(vec![(whole.start, format!("{indent}# lint:ignore:{check}{newline}")), (whole.end, end)]);
        }
        candidates
    }
}

/// Limit of nodes to silence: a comment should cover little.
const MOST_WHOLES: usize = 6;

/// A line with more of them is no code.
const MOST_COMMENTS: usize = 8;

/// How many lines a text goes on over, at most.
const MOST_LINES: usize = 1000;

/// The line around an offset, without its end.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let end = text.get(at..).and_then(|it| it.find('\n')).map_or(text.len(), |it| at + it);
    start..if text.get(start..end).is_some_and(|it| it.ends_with('\r')) { end - 1 } else { end }
}

/// The lines around a line between which no comment can stand: those of a text that goes on over the end of a line.
fn unbreakable_lines(text: &str, line: Range<usize>, token: Option<SyntaxToken>) -> Range<usize> {
    let mut whole = line;
    let is_text = |it: &SyntaxToken| !matches!(it.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT);
    let mut before = token.clone();
    for _ in 0..MOST_LINES {
        let Some(it) = before.filter(|it| usize::from(it.text_range().end()) >= whole.start) else { break };
        let start = usize::from(it.text_range().start());
        if is_text(&it) && start < whole.start {
            whole.start = line_around(text, start).start;
        }
        before = it.prev_token();
    }
    let mut after = token;
    for _ in 0..MOST_LINES {
        let Some(it) = after.filter(|it| usize::from(it.text_range().start()) <= whole.end) else { break };
        let end = usize::from(it.text_range().end());
        if is_text(&it) && end > whole.end {
            let last = if it.text().ends_with('\n') { end.saturating_sub(1) } else { end };
            whole.end = line_around(text, last).end.max(whole.end);
        }
        after = it.next_token();
    }
    whole
}

/// How many problems each check has.
struct Counts(Vec<(&'static str, usize)>);

impl Counts {
    fn new(source: Source<'_>, configuration: &Configuration) -> Counts {
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        for problem in lint::lint(source, configuration).problems.iter().filter(|it| it.state == State::Open) {
            match counts.iter_mut().find(|(check, _)| *check == problem.check) {
                Some((_, count)) => *count += 1,
                None => counts.push((problem.check, 1)),
            }
        }
        Counts(counts)
    }

    fn count(&self, check: &str) -> usize {
        self.0.iter().find(|(it, _)| *it == check).map_or(0, |(_, count)| *count)
    }

    /// Whether a check finds less than before, and the others what they did.
    fn silences(&self, before: &Counts, check: &str) -> bool {
        self.count(check) < before.count(check) && self.0.iter().all(|(it, count)| *it == check || *count == before.count(it))
    }
}
