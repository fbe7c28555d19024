//! Text between tokens.

use super::Parser;

impl Parser<'_> {
    /// Skips white space and comments; none where a comment has no end.
    pub(super) fn skip_space(&mut self) -> Option<()> {
        loop {
            let rest = self.rest();
            let length = match self.byte() {
                b'#' => rest.find('\n').unwrap_or(rest.len()),
                b'/' if rest.starts_with("/*") => 2 + rest.get(2..)?.find("*/")? + 2,
                _ => rest.find(|c| !is_space(c)).unwrap_or(rest.len()),
            };
            if length == 0 {
                return Some(());
            }
            self.at += length;
        }
    }

    /// Whether keys of the type before begin here: a bracket after white space begins a list.
    pub(super) fn is_at_access(&self) -> bool {
        self.byte() == b'[' && !self.text.get(..self.at).is_some_and(|it| it.ends_with(is_space))
    }
}

fn is_space(c: char) -> bool {
    literals::is_blank(c) || c == '\r' || c == '\n'
}
