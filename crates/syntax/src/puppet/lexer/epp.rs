//! Templates: text with Puppet code between `<%` and `%>`.

use super::{Lexer, Mode, range};
use crate::{Code, Place, SyntaxKind::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EppMode {
    Text,
    /// Between `<%` and `%>`.
    Code,
    /// Between `<%=` and `%>`.
    Expr,
}

/// End of a run of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextEnd {
    /// The end of the template.
    End,
    /// `<%` or `<%-`, at this offset.
    Code(usize),
    /// `<%=`, at this offset.
    Expr(usize),
    /// A lone `<%` at the end.
    UnbalancedExpression,
    /// A comment without end, beginning at this offset.
    UnbalancedComment(usize),
}

/// A run of text up to the next tag.
pub(crate) struct TextRun {
    /// The text as it is rendered; none if there is nothing at all.
    pub(crate) value: Option<String>,
    pub(crate) end: TextEnd,
    /// The comments in it.
    pub(crate) comments: Vec<(usize, usize)>,
}

/// Reads the text that begins at `start`; after a `-%>`, `skip_leading` drops blanks and one line break.
pub(crate) fn text_run(text: &str, start: usize, mut skip_leading: bool) -> TextRun {
    let mut comments = Vec::new();
    if start >= text.len() {
        return TextRun { value: None, end: TextEnd::End, comments };
    }
    let mut value = String::new();
    let mut pos = start;
    while pos < text.len() {
        let rest = text.get(pos..).unwrap_or("");
        let (part, next) = match rest.find("<%") {
            Some(n) => (rest.get(..n + 2).unwrap_or(rest), pos + n + 2),
            None => (rest, text.len()),
        };
        let mut part = part.to_owned();
        if skip_leading {
            // Blanks and one line break at the start of a line: of the first line only.
            part = trim_first_line(&part);
            skip_leading = false;
        }
        value.push_str(&part.replace("%%>", "%>"));
        pos = next;
        match text.as_bytes().get(pos) {
            None => {
                let end = if value.ends_with("<%") { TextEnd::UnbalancedExpression } else { TextEnd::End };
                return TextRun { value: Some(value), end, comments };
            }
            Some(b'-') => {
                value.truncate(value.len().saturating_sub(2));
                value.truncate(value.trim_end_matches([' ', '\t']).len());
                return TextRun { value: Some(value), end: TextEnd::Code(pos - 2), comments };
            }
            // `<%%` stands for `<%`.
            Some(b'%') => pos += 1,
            Some(b'=') => {
                value.truncate(value.len().saturating_sub(2));
                return TextRun { value: Some(value), end: TextEnd::Expr(pos - 2), comments };
            }
            Some(b'#') => {
                value.truncate(value.len().saturating_sub(2));
                let open = pos - 2;
                let Some(close) = comment_end(text, pos) else {
                    return TextRun { value: Some(value), end: TextEnd::UnbalancedComment(open), comments };
                };
                let comment = text.get(pos..close).unwrap_or("");
                if comment.as_bytes().get(1) == Some(&b'-') {
                    value.truncate(value.trim_end_matches([' ', '\t']).len());
                }
                skip_leading = comment.ends_with("-%>");
                comments.push((open, close));
                pos = close;
            }
            Some(_) => {
                value.truncate(value.len().saturating_sub(2));
                return TextRun { value: Some(value), end: TextEnd::Code(pos - 2), comments };
            }
        }
    }
    // Behind an escaped `<%%` or a comment at the very end Puppet forgets the text.
    TextRun { value: None, end: TextEnd::End, comments }
}

/// The end of a comment: a `%>` that no `%` precedes.
fn comment_end(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let n = text.get(at..)?.find("%>")?;
        let found = at + n;
        if found > from && text.as_bytes().get(found - 1) != Some(&b'%') {
            return Some(found + 2);
        }
        at = found + 2;
    }
}

fn trim_first_line(part: &str) -> String {
    let rest = part.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    rest.strip_prefix('\n').unwrap_or(rest).to_owned()
}

impl Lexer<'_> {
    /// Whether a `%>` here ends a tag.
    pub(super) fn epp_closes(&self) -> bool {
        self.epp.is_some() && matches!(self.modes.last(), Some(Mode::Code { .. }))
    }

    pub(super) fn epp_close(&mut self, trim: bool) {
        let end = self.pos + if trim { 3 } else { 2 };
        if self.epp == Some(EppMode::Expr) {
            self.significant(if trim { EPP_END_TRIM } else { EPP_END }, end);
        } else {
            self.push(EPP_TAG, end);
        }
        self.epp = Some(EppMode::Text);
        self.epp_text(trim);
    }

    /// Reads text up to and with the next opening tag.
    pub(super) fn epp_text(&mut self, skip_leading: bool) {
        let run = text_run(self.text, self.pos, skip_leading);
        let (text_end, tag) = match run.end {
            TextEnd::End => (self.text.len(), None),
            TextEnd::UnbalancedExpression => {
                let end = self.text.len();
                self.problem_at(
                    Code::EppUnbalancedExpression,
                    range(end.saturating_sub(2), end),
                    "Unbalanced embedded expression - opening <% and reaching end of input".to_owned(),
                    Place::At(super::size(end)),
                );
                (end, None)
            }
            TextEnd::UnbalancedComment(at) => {
                // Puppet's scanner stands after the `<%`.
                self.problem_at(
                    Code::EppUnbalancedComment,
                    range(at, at + 3),
                    "Reaching end after opening <%# without seeing %>".to_owned(),
                    Place::At(super::size(at + 2)),
                );
                (at, None)
            }
            TextEnd::Code(at) => (at, Some(EppMode::Code)),
            TextEnd::Expr(at) => (at, Some(EppMode::Expr)),
        };
        let rendered = match run.end {
            TextEnd::End => run.value.is_some(),
            _ => run.value.is_some_and(|v| !v.is_empty()),
        };
        // Text of which nothing is rendered is white space to the grammar.
        let kind = if rendered { EPP_TEXT } else { WHITESPACE };
        for (start, end) in run.comments {
            self.push(kind, start);
            self.push(EPP_COMMENT, end);
        }
        self.push(kind, text_end);
        if rendered {
            self.after = EPP_TEXT;
        }
        match (run.end, tag) {
            (_, Some(EppMode::Expr)) => {
                self.significant(EPP_EXPR_START, self.pos + 3);
                self.epp = Some(EppMode::Expr);
            }
            (_, Some(mode)) => {
                let dash = self.byte(self.pos + 2) == b'-';
                self.push(EPP_TAG, self.pos + if dash { 3 } else { 2 });
                self.epp = Some(mode);
            }
            (TextEnd::UnbalancedComment(_), None) => {
                self.push(EPP_COMMENT, self.text.len());
            }
            _ => {}
        }
    }
}
