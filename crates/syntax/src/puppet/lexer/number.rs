//! Numbers, and what looks like one.

use literals::{is_word_character, number_length};

use super::{Lexer, is_word_byte, range, size};
use crate::{Code, Place, SyntaxKind::*};

impl Lexer<'_> {
    pub(super) fn number(&mut self) {
        if let Some(len) = number_length(self.rest()) {
            let end = self.pos + len;
            self.matched = Some((self.pos, end));
            let text = self.text.get(self.pos..end).unwrap_or("").to_owned();
            if let Some((code, what)) = malformed(&text) {
                self.problem_at(code, range(self.pos, end), format!("{what}{}", quoted(code, &text)), Place::Same);
            }
            return self.significant(NUMBER, end);
        }
        let mut end = self.pos;
        while is_word_byte(self.byte(end)) {
            end += 1;
        }
        // Puppet shows the whole of `1.5x`, although it has already taken the `1` and the dot.
        let mut start = self.pos;
        if start > 1 && self.byte(start - 1) == b'.' {
            let mut i = start - 2;
            while self.byte(i).is_ascii_digit() {
                start = i;
                if i == 0 {
                    break;
                }
                i -= 1;
            }
        }
        let text = self.text.get(start..end).unwrap_or("").to_owned();
        match malformed(&text) {
            Some((code, what)) => {
                self.problem_at(code, range(start, end), format!("{what}{}", quoted(code, &text)), Place::Same);
            }
            None => {
                let place = Place::At(size(self.next_char_end()));
                self.problem_at(Code::IllegalNumber, range(start, end), format!("Illegal number '{text}'"), place);
            }
        }
        self.help("a name must begin with a letter, a number must hold digits only");
        // Letters after it belong to the same mistake.
        let mut stop = end;
        while let Some(c) = self.text.get(stop..).and_then(|t| t.chars().next()).filter(|c| is_word_character(*c)) {
            stop += c.len_utf8();
        }
        self.significant(NUMBER, stop);
    }

    fn next_char_end(&self) -> usize {
        self.pos + 1
    }
}

fn quoted(code: Code, text: &str) -> String {
    match code {
        Code::IllegalNumber => format!("'{text}'"),
        _ => text.to_owned(),
    }
}

/// Error in the digits, in Puppet's words.
fn malformed(text: &str) -> Option<(Code, &'static str)> {
    let b = text.as_bytes();
    match b {
        [b'0', b'x' | b'X', rest @ ..] => {
            (rest.is_empty() || !rest.iter().all(u8::is_ascii_hexdigit)).then_some((Code::InvalidHexNumber, "Not a valid hex number "))
        }
        [b'0', second, ..] if *second != b'.' => {
            (!b.iter().all(|b| matches!(b, b'0'..=b'7'))).then_some((Code::InvalidOctalNumber, "Not a valid octal number "))
        }
        _ => {
            let int = b.iter().take_while(|b| b.is_ascii_digit()).count();
            if int > 0 && matches!(b.get(int), Some(b'e' | b'E' | b'.')) {
                (number_length(text) != Some(text.len())).then_some((Code::InvalidDecimalNumber, "Not a valid decimal number "))
            } else {
                (int != b.len()).then_some((Code::IllegalNumber, "Illegal number "))
            }
        }
    }
}
