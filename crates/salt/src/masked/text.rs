//! Text of a template as if each branch ran once, with a hole for each expression.
//!
//! Where a hole stands alone in a line, and where a tag puts other templates, anything may stand: such places are *open*.

use std::ops::Range;

use jinja::ast::{Stmt, StmtKind};

use crate::template::{HOLE, dialect};

/// Branch outside of all decisions and loops.
pub const ALWAYS: usize = 0;

/// A masked text, and where its parts come from.
#[derive(Debug, Default)]
pub struct Masked {
    pub text: String,
    pieces: Vec<Piece>,
    /// The branch around each branch. The first one has none.
    around: Vec<Option<usize>>,
    /// Where anything may stand, and where branches begin and end; both ascending.
    open: Vec<usize>,
    edges: Vec<usize>,
}

#[derive(Debug)]
struct Piece {
    start: usize,
    source: usize,
    branch: usize,
    is_hole: bool,
}

/// A word of the source that each rendering of its line has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// Bytes of the source.
    pub range: Range<usize>,
    pub branch: usize,
}

impl Masked {
    /// Masks a template; nothing if Jinja refuses it, or where a part of another template takes its place.
    pub fn read(source: &str) -> Option<Masked> {
        let parsed = jinja::parse(source, &dialect());
        if !parsed.problems.is_empty() {
            return None;
        }
        let mut masked = Masked { around: vec![None], ..Masked::default() };
        masked.statements(source, &parsed.body, ALWAYS)?;
        if source.ends_with('\n') {
            masked.text.push('\n');
        }
        masked.open_lone_holes();
        Some(masked)
    }

    fn statements(&mut self, source: &str, body: &[Stmt], branch: usize) -> Option<()> {
        body.iter().try_for_each(|it| self.statement(source, it, branch))
    }

    fn statement(&mut self, source: &str, statement: &Stmt, branch: usize) -> Option<()> {
        let range = usize::from(statement.range.start())..usize::from(statement.range.end());
        match &statement.kind {
            StmtKind::Text => {
                self.pieces.push(Piece { start: self.text.len(), source: range.start, branch, is_hole: false });
                self.text.push_str(source.get(range)?);
            }
            StmtKind::Print(_) => {
                self.pieces.push(Piece { start: self.text.len(), source: range.start, branch, is_hole: true });
                self.text.push(HOLE);
            }
            StmtKind::If { branches, otherwise } => {
                for (_, body) in branches {
                    self.branch(source, body, branch)?;
                }
                self.branch(source, otherwise, branch)?;
            }
            StmtKind::For(it) => {
                self.branch(source, &it.body, branch)?;
                self.branch(source, &it.otherwise, branch)?;
            }
            StmtKind::With { body, .. } | StmtKind::Autoescape { body, .. } | StmtKind::Wrapped { body, .. } => {
                self.statements(source, body, branch)?;
            }
            StmtKind::Call { .. } | StmtKind::FilterBlock { .. } | StmtKind::Include { .. } => self.open.push(self.text.len()),
            // Blocks of a template can be replaced by those of another one.
            StmtKind::Block(_) | StmtKind::Extends(_) => return None,
            StmtKind::Set { .. }
            | StmtKind::SetBlock { .. }
            | StmtKind::Macro(_)
            | StmtKind::Import { .. }
            | StmtKind::From { .. }
            | StmtKind::Do(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::ImportThrough { .. }
            | StmtKind::BlockThrough { .. } => {}
        }
        Some(())
    }

    fn branch(&mut self, source: &str, body: &[Stmt], around: usize) -> Option<()> {
        self.edges.push(self.text.len());
        let number = self.around.len();
        self.around.push(Some(around));
        self.statements(source, body, number)?;
        self.edges.push(self.text.len());
        Some(())
    }

    /// Blanks the holes that fill a line.
    fn open_lone_holes(&mut self) {
        let mut text = String::with_capacity(self.text.len());
        for line in self.text.split_inclusive('\n') {
            let is_lone = line.contains(HOLE) && line.chars().all(|it| it == HOLE || it.is_whitespace());
            if is_lone {
                self.open.push(text.len());
                // As many bytes.
                text.push_str(&line.replace(HOLE, "   "));
            } else {
                text.push_str(line);
            }
        }
        self.text = text;
        self.open.sort_unstable();
    }

    fn piece(&self, at: usize) -> Option<(usize, &Piece)> {
        let number = self.pieces.partition_point(|it| it.start <= at).checked_sub(1)?;
        Some((number, self.pieces.get(number)?))
    }

    /// The branch that a place is in.
    pub fn branch_at(&self, at: usize) -> usize {
        self.piece(at).map_or(ALWAYS, |it| it.1.branch)
    }

    /// The word at a place of the text, if it stands in the source as a whole and nothing touches it.
    pub fn literal(&self, range: &Range<usize>) -> Option<Literal> {
        let (number, piece) = self.piece(range.start)?;
        let end = self.pieces.get(number + 1).map_or(self.text.len() + 1, |it| it.start);
        // What follows a word in another piece might belong to it.
        if piece.is_hole || range.end >= end || self.is_open(range) {
            return None;
        }
        let before = self.text.get(..range.start)?;
        let is_first = range.start == piece.start && !before.is_empty();
        if is_first && !(before.ends_with('\n') && self.is_within(piece.branch, self.branch_at(range.start - 1))) {
            return None;
        }
        let from = piece.source + (range.start - piece.start);
        Some(Literal { range: from..from + range.len(), branch: piece.branch })
    }

    /// Returns whether a branch is another one, or in it.
    pub fn is_within(&self, branch: usize, outer: usize) -> bool {
        let mut at = Some(branch);
        while let Some(it) = at.filter(|it| *it != outer) {
            at = self.around.get(it).copied().flatten();
        }
        at == Some(outer)
    }

    /// Returns whether anything may stand in a part of the text.
    pub fn is_open(&self, range: &Range<usize>) -> bool {
        has_one_in(&self.open, range)
    }

    /// Returns whether anything may stand somewhere.
    pub fn has_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns where the next line begins that is no comment, or where the text ends.
    pub fn next_line(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let mut start = at;
        for (number, line) in rest.split_inclusive('\n').enumerate() {
            let body = line.trim_start();
            if number > 0 && !body.is_empty() && !body.starts_with('#') {
                return start + (line.len() - body.len());
            }
            start += line.len();
        }
        start
    }

    /// Returns whether a branch begins or ends in a part of the text.
    pub fn has_edge(&self, range: &Range<usize>) -> bool {
        has_one_in(&self.edges, range)
    }
}

/// Whether one of these ascending numbers is in a range, or is its end.
fn has_one_in(places: &[usize], range: &Range<usize>) -> bool {
    places.get(places.partition_point(|it| *it < range.start)).is_some_and(|it| *it <= range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(source: &str) -> String {
        Masked::read(source).map_or_else(|| "nothing".to_owned(), |it| it.text.replace(HOLE, "?"))
    }

    #[test]
    fn branches_run_once_and_expressions_are_holes() {
        assert_eq!(masked("{% if x %}\na: {{ b }}c\n{% else %}\nd: e\n{% endif %}\n"), "\na: ?c\n\nd: e\n\n");
        assert_eq!(masked("a:\n  {%- if x %}\n  b: c\n  {%- endif %}\n  d: e\n"), "a:\n  b: c\n  d: e\n");
        assert_eq!(masked("{%- set x = 1 -%}\n{%- from 'm' import y -%}\na: b\n"), "a: b\n");
        assert_eq!(masked("{% set x %}a: b{% endset %}{% macro m() %}c: d{% endmacro %}e: f\n"), "e: f\n");
        assert_eq!(masked("{% raw %}a: {{ b }}{% endraw %}\n"), "a: {{ b }}\n");
        assert_eq!(masked("{% block a %}b{% endblock %}"), "nothing");
        assert_eq!(masked("{% if"), "nothing");
    }

    #[test]
    fn a_hole_alone_in_a_line_may_be_anything() {
        let masked = Masked::read("a: b\n  {{ m() }}\nc: {{ d }}\n").expect("it is a template");
        assert_eq!(masked.text.replace(HOLE, "?"), "a: b\n     \nc: ?\n");
        assert!(masked.is_open(&(0..8)) && !masked.is_open(&(0..3)) && !masked.is_open(&(12..14)));
    }

    #[test]
    fn literals_are_whole_words_of_one_branch() {
        let source = "a{% if x %}b{% endif %}: c\n{%- if y %}\nd: e{{ f }}\n{%- endif %}\n";
        let masked = Masked::read(source).expect("it is a template");
        assert_eq!(masked.text.replace(HOLE, "?"), "ab: c\nd: e?\n");
        let word = |text: &str| {
            let at = masked.text.find(text).unwrap_or_default();
            masked.literal(&(at..at + text.len())).map(|it| (source.get(it.range).unwrap_or_default(), it.branch))
        };
        assert_eq!([word("ab"), word("b"), word("c"), word("d"), word("e")], [None, None, None, Some(("d", 3)), None]);
        assert!(masked.is_within(3, ALWAYS) && masked.is_within(3, 3) && !masked.is_within(ALWAYS, 3) && !masked.is_within(3, 1));
    }
}
