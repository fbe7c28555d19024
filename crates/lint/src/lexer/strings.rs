//! Texts with interpolations: what stands between double quotes, and heredocs.

use memchr::memchr3;

use super::seen::{Missing, Run};
use super::words;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment<'t> {
    Text(&'t str),
    /// Text between `${` and `}`.
    Interpolated(&'t str),
    /// A variable without braces; where an end of a line stands before its `$`, with that.
    Variable(&'t str),
}

impl<'t> Segment<'t> {
    pub fn text(&self) -> &'t str {
        match self {
            Self::Text(text) | Self::Interpolated(text) | Self::Variable(text) => text,
        }
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Slurped<'t> {
    pub segments: Vec<Segment<'t>>,
    /// The bytes that were read.
    pub consumed: usize,
}

struct Slurper<'t> {
    text: &'t str,
    at: usize,
    /// Where the segment begins that is being read.
    from: usize,
    /// Braces that are open, from the `${` on.
    open: usize,
    segments: Vec<Segment<'t>>,
    slashes: Run,
    space: Run,
}

/// A text after its opening quote. Nothing where the quote that ends it is missing, and no interpolation was found.
pub fn quoted(text: &str) -> Option<Slurped<'_>> {
    let bytes = text.as_bytes();
    if let Some(at) = memchr3(b'"', b'\\', b'$', bytes)
        && bytes[at] == b'"'
        && (at > 0 || bytes.get(1) != Some(&b'$'))
    {
        return Some(Slurped { segments: vec![Segment::Text(&text[..at])], consumed: at + 1 });
    }
    let mut slurper = Slurper::new(text);
    let mut read = false;
    while slurper.at < bytes.len() {
        read = true;
        if slurper.interpolation() || slurper.variable() {
            continue;
        }
        if let Some(end) = slurper.string_end() {
            slurper.at = end;
            if slurper.open == 0 {
                slurper.close(end - 1);
                return Some(Slurped { segments: slurper.segments, consumed: end });
            }
            continue;
        }
        let slashes = slurper.slashes(slurper.at);
        if slashes > 0 && bytes.get(slurper.at + slashes) == Some(&b'"') {
            slurper.at += slashes + 1;
        } else {
            slurper.step();
        }
    }
    (!read || !slurper.segments.is_empty()).then_some(Slurped { segments: slurper.segments, consumed: text.len() })
}

/// The text of a heredoc up to its end, which is the last segment.
pub fn heredoc<'t>(text: &'t str, tag: &str) -> Slurped<'t> {
    let name = heredoc_name(tag);
    let interpolates = tag.starts_with('"');
    let mut slurper = Slurper::new(text);
    while slurper.at < text.len() {
        if let Some(end) = slurper.heredoc_end(name) {
            let at = slurper.at;
            slurper.segments.push(Segment::Text(&text[slurper.from..at]));
            slurper.segments.push(Segment::Text(&text[at..end]));
            return Slurped { segments: slurper.segments, consumed: end };
        }
        if interpolates && (slurper.interpolation() || slurper.variable()) {
            continue;
        }
        slurper.step();
    }
    Slurped { segments: slurper.segments, consumed: text.len() }
}

impl<'t> Slurper<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, from: 0, open: 0, segments: Vec::new(), slashes: Run::default(), space: Run::default() }
    }

    /// How many backslashes stand at a place.
    fn slashes(&mut self, at: usize) -> usize {
        self.slashes.end(at, self.text.as_bytes(), |it| it == b'\\') - at
    }

    fn close(&mut self, end: usize) {
        let text = &self.text[self.from..end];
        self.segments.push(if self.open > 0 { Segment::Interpolated(text) } else { Segment::Text(text) });
        self.from = self.at;
    }

    fn step(&mut self) {
        self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8);
    }

    fn escaped(&self) -> bool {
        self.at > self.from && self.text.as_bytes().get(self.at.wrapping_sub(1)) == Some(&b'\\')
    }

    /// Opens and closes braces.
    fn interpolation(&mut self) -> bool {
        let bytes = &self.text.as_bytes()[self.at..];
        if bytes.starts_with(b"${") {
            if self.escaped() {
                self.at += 1;
            } else {
                let before = self.at;
                self.at += 2;
                if self.open == 0 {
                    self.close(before);
                }
                self.open += 1;
            }
            return true;
        }
        match bytes.first() {
            Some(b'{') if self.open > 0 => {
                self.open += 1;
                self.at += 1;
                true
            }
            Some(b'}') => {
                let before = self.at;
                self.at += 1;
                if self.open == 1 {
                    self.close(before);
                }
                self.open = self.open.saturating_sub(1);
                true
            }
            _ => false,
        }
    }

    /// A variable without braces, here or after the next character.
    fn variable(&mut self) -> bool {
        if self.open > 0 || self.escaped() {
            return false;
        }
        let rest = &self.text[self.at..];
        let named = |from: usize| {
            let bytes = rest.as_bytes();
            (bytes.get(from) == Some(&b'$')).then(|| words::variable_name(&bytes[from + 1..])).flatten().map(|length| from + 1 + length)
        };
        let Some(first) = rest.chars().next() else { return false };
        let second = first.len_utf8();
        let end = match (named(0), first) {
            (Some(end), _) => end,
            (None, '\\') => return false,
            (None, _) => match named(second) {
                Some(end) => end,
                None => return false,
            },
        };
        let mut begin = self.at;
        // The end of a line before the `$` counts as a part of the variable.
        if first != '\n' && rest.as_bytes().get(second) == Some(&b'$') {
            begin += second;
        }
        let end = self.at + end;
        self.at = end;
        self.segments.push(Segment::Text(&self.text[self.from..begin]));
        self.segments.push(Segment::Variable(&self.text[begin..end]));
        self.from = end;
        true
    }

    /// After the quote that ends the text, if it is here or after the next character.
    fn string_end(&mut self) -> Option<usize> {
        let (text, at) = (self.text, self.at);
        let mut quote = |from: usize| {
            let slashes = self.slashes(from);
            (slashes.is_multiple_of(2) && text.as_bytes().get(from + slashes) == Some(&b'"')).then_some(from + slashes + 1)
        };
        quote(at).or_else(|| {
            let first = text[at..].chars().next().filter(|it| *it != '\\')?;
            quote(at + first.len_utf8())
        })
    }

    /// Behind what ends a heredoc, if that begins here: it may stand anywhere in a line, as long as it ends it.
    fn heredoc_end(&mut self, name: &str) -> Option<usize> {
        let (text, bytes) = (self.text, self.text.as_bytes());
        let first = *bytes.get(self.at)?;
        if !(first == b'|' || first == b'-' || is_space(first) || name.as_bytes().first() == Some(&first)) {
            return None;
        }
        let mut at = self.space.end(self.at + usize::from(first == b'|'), bytes, is_space);
        if bytes.get(at) == Some(&b'-') && !text[at..].starts_with(name) {
            at = self.space.end(at + 1, bytes, is_space);
        }
        let end = at + name.len();
        (text.get(at..)?.starts_with(name) && bytes.get(end).is_none_or(|it| *it == b'\n')).then_some(end)
    }
}

fn is_space(it: u8) -> bool {
    matches!(it, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// The length of what stands between `@(` and `)`.
pub fn heredoc_tag(text: &str, missing: &mut Missing) -> Option<usize> {
    let inside = text.strip_prefix("@(")?;
    let first = inside.chars().next().filter(|it| *it != '\n')?;
    let from = first.len_utf8();
    missing.find(b')', &inside.as_bytes()[from..]).map(|at| at + from)
}

/// The name in a tag, without quotes, format and escapes.
fn heredoc_name(tag: &str) -> &str {
    let inside = tag.strip_prefix('"').filter(|it| !it.is_empty()).unwrap_or(tag);
    // End of the blanks that were read last.
    let mut blank = 0;
    let mut ends = |at: usize| {
        let at = if inside[at..].starts_with('"') { at + 1 } else { at };
        let rest = &inside[at..];
        if rest.starts_with(':') && rest.len() > 1 {
            return true;
        }
        if at >= blank {
            blank = at + words::blank(rest);
        }
        let rest = &inside[blank..];
        rest.is_empty() || rest.starts_with('/')
    };
    inside.char_indices().map(|(at, _)| at).skip(1).find(|at| ends(*at)).map_or(inside, |at| &inside[..at])
}

#[cfg(test)]
mod tests {
    use super::Slurper;

    #[test]
    fn backslashes_and_blanks_are_counted_once() {
        let slashes = "\\".repeat(1_000);
        let mut slurper = Slurper::new(&slashes);
        let blanks = " \n".repeat(500);
        let mut heredoc = Slurper::new(&blanks);
        for at in 0..1_000 {
            (slurper.at, heredoc.at) = (at, at);
            assert_eq!(slurper.string_end(), None);
            assert_eq!(slurper.slashes(at), 1_000 - at);
            assert_eq!(heredoc.heredoc_end("E"), None);
        }
        assert_eq!((slurper.slashes.looked, heredoc.space.looked), (1_000, 1_000));
    }
}
