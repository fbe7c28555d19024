//! Tags in the part of a broken text that the parser has read ahead, and says nothing about.

/// The commas right after tags in lists, as places in `text`. Reading begins at `from`, inside of that many lists, and stops where a
/// tag has a mistake.
pub(super) fn commas_after_tags(text: &[u8], from: usize, lists: usize) -> Vec<usize> {
    let mut lookahead = Lookahead { text, at: from, lists };
    let mut found = Vec::new();
    while let Some(first) = lookahead.peek() {
        lookahead.at += 1;
        match first {
            b'[' | b'{' => lookahead.lists += 1,
            b']' | b'}' => lookahead.lists = lookahead.lists.saturating_sub(1),
            b'\'' | b'"' => lookahead.skip_quoted(first),
            b'!' => {
                lookahead.skip_tag();
                let blank = text.get(lookahead.at..).unwrap_or_default().iter().take_while(|it| **it == b' ').count();
                match text.get(lookahead.at + blank) {
                    Some(b',') if blank == 1 && lookahead.lists > 0 => found.push(lookahead.at + blank),
                    // The parser stops here.
                    Some(b',') if blank == 1 => break,
                    _ => {}
                }
            }
            b'#' if is_end(text.get(lookahead.at.wrapping_sub(2)).copied()) => lookahead.skip(|it| !is_break(it)),
            b',' | b':' | b'?' | b'-' | b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => lookahead.skip_plain(),
        }
    }
    found
}

struct Lookahead<'t> {
    text: &'t [u8],
    at: usize,
    /// How many lists and maps in brackets are open.
    lists: usize,
}

impl Lookahead<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self, is_part: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&is_part) {
            self.at += 1;
        }
    }

    fn skip_quoted(&mut self, quote: u8) {
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' if quote == b'"' => self.at += 1,
                // Twice it is one of the text; what follows is read as another text then, which ends at the same place.
                _ if byte == quote => return,
                _ => {}
            }
        }
    }

    /// The rest of a tag, after the first `!`.
    fn skip_tag(&mut self) {
        if self.peek() == Some(b'<') {
            self.skip(|it| it != b'>' && !is_end(Some(it)));
            self.at += usize::from(self.peek() == Some(b'>'));
        } else {
            self.skip(|it| !is_end(Some(it)) && !is_of_lists(it));
        }
    }

    /// A text without quotes, or the rest of an anchor or an alias.
    fn skip_plain(&mut self) {
        while let Some(byte) = self.peek() {
            let is_last = match byte {
                b':' => is_end(self.text.get(self.at + 1).copied()),
                b'#' => is_end(self.text.get(self.at - 1).copied()),
                _ => is_break(byte) || (self.lists > 0 && (is_of_lists(byte) || byte == b'?')),
            };
            if is_last {
                return;
            }
            self.at += 1;
        }
    }
}

fn is_of_lists(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether a word ends before it: at a blank, a break or the end of the text.
fn is_end(byte: Option<u8>) -> bool {
    byte.is_none_or(|it| matches!(it, b' ' | b'\t') || is_break(it))
}
