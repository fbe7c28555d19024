//! Quoted strings.

use literals::escapes::{Escapes, bad_escapes};
use literals::first_quote_as_text;
use memchr::memchr3;

use super::{Lexer, MAX_CUTS, MAX_MODES, Mode, Snapshot, range, size, variable_name};

use crate::{Code, Place, SyntaxKind::*};

/// Where a piece of text in a string ends.
enum End {
    /// The closing quote at this offset.
    Quote(usize),
    /// A `${` at this offset.
    Interpolation(usize),
    /// A `$name` at this offset; the name has this length.
    Variable(usize, usize),
    /// Nothing ends it. Puppet's scanner last stood here, and whether its last match had failed.
    Nothing(usize, bool),
}

impl Lexer<'_> {
    pub(super) fn single_quoted(&mut self) {
        if self.cut.contains(&self.pos) {
            let end = self.line_end(self.pos);
            return self.significant(SQ_STRING, end);
        }
        let bytes = self.text.as_bytes();
        let mut i = self.pos + 1;
        if let Some(end) = first_quote_as_text(bytes, i, b'\'') {
            i = end;
        }
        while let Some(&b) = bytes.get(i) {
            match b {
                b'\'' => {
                    self.matched = Some((self.pos + 1, i + 1));
                    return self.significant(SQ_STRING, i + 1);
                }
                b'\\' => i += 2,
                _ => i += 1,
            }
        }
        let open = self.pos + 1;
        let message = format!("Unclosed quote after \"'\" followed by '{}'", self.followed_by(open));
        let end = self.line_end(self.pos);
        self.problem_at(Code::UnclosedQuote, range(self.pos, end), message, Place::At(size(open)));
        self.help("close the string with `'`");
        self.significant(SQ_STRING, end);
    }

    pub(super) fn open_dq(&mut self) {
        if self.modes.len() >= MAX_MODES {
            // Nested absurdly deep: the quote is an error, and the text goes on as code.
            return self.significant(ERROR, self.pos + 1);
        }
        if self.outermost.is_none() && self.modes.len() == 1 && !self.cut.contains(&self.pos) && self.cut.len() < MAX_CUTS {
            self.outermost = Some(Snapshot {
                offset: self.pos,
                tokens: self.lexed.tokens.len(),
                problems: self.lexed.problems.len(),
                heredocs: self.lexed.heredocs.len(),
                pending: self.pending.clone(),
                line_start: self.line_start,
                after: self.after,
                jump: self.jump,
            });
        }
        let open = self.token_count();
        self.matched = Some((self.pos, self.pos + 1));
        // The kind of the token before the string still decides what a `/` in its first interpolation is.
        self.push(DQ, self.pos + 1);
        self.modes.push(Mode::Dq { open });
    }

    /// Reads one piece of text in a double-quoted string and what ends it.
    pub(super) fn dq_piece(&mut self, _open: u32) {
        let start = self.pos;
        let cut = self.cut_here();
        let limit = if cut { self.line_end(start) } else { self.text.len() };
        match self.scan_text(start, limit, Some(b'"'), true) {
            End::Quote(at) => {
                self.text_piece(at, at + 1);
                self.matched = Some((at, at + 1));
                self.push(DQ, at + 1);
                self.close_dq();
            }
            End::Interpolation(at) => {
                self.text_piece(at, at + 2);
                self.open_interpolation(at);
            }
            End::Variable(at, name) => {
                self.text_piece(at, at + 1);
                self.matched = Some((at + 1, at + 1 + name));
                self.push(VARIABLE, at + 1 + name);
            }
            End::Nothing(..) if cut => {
                self.text_piece(limit, limit);
                self.close_dq();
            }
            End::Nothing(stood, failed) => {
                if failed {
                    self.matched = None;
                }
                self.unclosed_dq(stood);
                self.reported_open = true;
                self.push(STRING_TEXT, self.text.len());
            }
        }
    }

    pub(super) fn open_interpolation(&mut self, at: usize) {
        self.push(INTERPOLATION_START, at + 2);
        self.matched = None;
        let first = self.token_count();
        self.modes.push(Mode::Interpolation { braces: 0, first });
    }

    fn close_dq(&mut self) {
        self.modes.pop();
        self.after = DQ;
        if self.modes.len() == 1 {
            self.outermost = None;
        }
    }

    pub(super) fn unclosed_dq(&mut self, stood: usize) {
        let after = match self.matched.and_then(|(s, e)| self.text.get(s..e)) {
            Some("'") => "\"'\"".to_owned(),
            Some(text) => format!("'{text}'"),
            None => "''".to_owned(),
        };
        let message = format!("Unclosed quote after {after} followed by '{}'", self.followed_by(stood));
        let open = self.modes.iter().find_map(|m| match m {
            Mode::Dq { open } => self.lexed.tokens.get(*open as usize).map(|t| t.start as usize),
            _ => None,
        });
        let open = open.unwrap_or(stood);
        self.problem_at(Code::UnclosedQuote, range(open, self.line_end(open)), message, Place::At(size(stood)));
        self.help("close the string with `\"`");
    }

    fn text_piece(&mut self, end: usize, piece_end: usize) {
        if end <= self.pos {
            return;
        }
        let text = self.text.get(self.pos..end).unwrap_or("");
        if text.contains('\\') {
            // The `$` found last, which serves all escapes before it.
            let mut dollar: Option<Option<usize>> = None;
            for bad in bad_escapes(text, &Escapes::DOUBLE_QUOTED) {
                let at = range(self.pos + bad.start, self.pos + bad.end);
                if bad.no_character {
                    self.broken_unicode(at);
                    continue;
                }
                let (code, message) = if bad.unicode {
                    let what = "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff";
                    (Code::IllegalUnicodeEscape, what.to_owned())
                } else {
                    let c = text.get(bad.start + 1..bad.end).unwrap_or("");
                    (Code::UnrecognizedEscape, format!("Unrecognized escape sequence '\\{c}'"))
                };
                // Puppet's scanner rests at each `$`, and warns when it does.
                let found = dollar.filter(|it| it.is_none_or(|at| bad.end <= at)).unwrap_or_else(|| next_dollar(text, bad.end));
                dollar = Some(found);
                let rest = found.map_or(piece_end, |n| self.pos + n + 1);
                self.problem_at(code, at, message, Place::At(size(rest)));
                self.help("write `\\\\` for a backslash, or use a single-quoted string");
            }
        }
        self.push(STRING_TEXT, end);
    }

    /// Finds the end of a text piece between `start` and `limit`. With `escape`, a backslash hides the next character.
    fn scan_text(&self, start: usize, limit: usize, quote: Option<u8>, escape: bool) -> End {
        let bytes = self.text.as_bytes().get(..limit).unwrap_or(&[]);
        let mut i = start;
        let mut stood = start;
        let mut failed = false;
        if let Some(end) = quote.and_then(|q| first_quote_as_text(bytes, i, q)) {
            i = end;
        }
        loop {
            let found = bytes.get(i..).and_then(|rest| memchr3(quote.unwrap_or(b'$'), b'$', b'\\', rest));
            let Some(at) = found.map(|n| i + n) else { return End::Nothing(stood, failed) };
            match bytes.get(at).copied() {
                Some(b'\\') if escape => i = at + 2,
                Some(b'$') if bytes.get(at + 1) == Some(&b'{') => return End::Interpolation(at),
                Some(b'$') => match self.text.get(at + 1..limit).and_then(variable_name) {
                    Some(len) => return End::Variable(at, len),
                    None => {
                        i = at + 1;
                        stood = at + 1;
                        failed = true;
                        if let Some(end) = quote.and_then(|q| first_quote_as_text(bytes, i, q)) {
                            i = end;
                        }
                    }
                },
                Some(b) if Some(b) == quote => return End::Quote(at),
                _ => i = at + 1,
            }
        }
    }

    /// An escape over which Puppet breaks.
    pub(super) fn broken_unicode(&mut self, at: text_size::TextRange) {
        let message = "This Unicode escape is not a character: Puppet fails on it".to_owned();
        self.problem_at(Code::BrokenUnicodeEscape, at, message, Place::Same);
        self.help("characters go from \\u{0} to \\u{10ffff}, without \\u{d800} to \\u{dfff}; a heredoc takes whole escapes only");
    }

    /// Reads one piece of a heredoc's text that interpolates.
    pub(super) fn heredoc_piece(&mut self, dollar_escape: bool) {
        match self.scan_text(self.pos, self.text.len(), None, dollar_escape) {
            End::Interpolation(at) => {
                self.push(STRING_TEXT, at);
                self.open_interpolation(at);
            }
            End::Variable(at, name) => {
                self.push(STRING_TEXT, at);
                self.push(VARIABLE, at + 1 + name);
            }
            End::Quote(_) | End::Nothing(..) => self.push(STRING_TEXT, self.text.len()),
        }
    }

    fn line_end(&self, from: usize) -> usize {
        self.text.get(from..).and_then(|t| t.find('\n')).map_or(self.text.len(), |n| from + n)
    }

    /// The next five characters as Puppet's messages show them.
    pub(super) fn followed_by(&self, at: usize) -> String {
        let rest = self.text.get(at..).unwrap_or("");
        if rest.is_empty() {
            return "<eof>".to_owned();
        }
        let mut s: String = rest.chars().take(5).collect();
        s.push_str("...");
        s.replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
    }
}

/// The next `$` that no backslash hides.
fn next_dollar(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut i = from;
    loop {
        match bytes.get(i)? {
            b'\\' => i += 2,
            b'$' => return Some(i),
            _ => i += 1,
        }
    }
}
