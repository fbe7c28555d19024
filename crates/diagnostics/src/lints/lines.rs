//! The place of a lint problem in the text.

use syntax::{TextRange, TextSize, text_range};

pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// The number of the line of an offset, from 1.
    pub(super) fn number(&self, at: TextSize) -> usize {
        self.starts.partition_point(|start| *start <= usize::from(at))
    }

    /// Range to underline: the token, or else the rest of the line from the column on.
    pub(super) fn range(&self, problem: &lint::Problem) -> TextRange {
        let of_token = problem.range.clone().filter(|it| self.text.get(it.clone()).is_some_and(|text| !text.contains('\n')));
        let range = of_token.unwrap_or_else(|| {
            let start = self.starts.get(problem.line.saturating_sub(1) as usize).copied().unwrap_or(self.text.len());
            let line = self.text.get(start..).and_then(|rest| rest.split(['\r', '\n']).next()).unwrap_or("");
            let column = line.char_indices().nth(problem.column.saturating_sub(1) as usize).map_or(line.len(), |(at, _)| at);
            start + column..start + line.len()
        });
        text_range(&range)
    }
}
