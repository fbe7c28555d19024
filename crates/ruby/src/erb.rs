//! A template turned into Ruby of the same length.
//!
//! Text that ERB (trim mode `-`) copies to the result is blanked, but for a marker where it begins; tags become as many characters. So the
//! place of everything in the Ruby text is its place in the template.

use std::ops::Range;

/// A template as Ruby.
pub struct Source {
    /// As long as the template.
    pub code: String,
    /// The texts that are copied, by where their markers stand.
    pub texts: Vec<(u32, String)>,
    /// Where the parentheses of `<%= … %>` stand.
    pub echoes: Vec<u32>,
    pub tags: Vec<Tag>,
    /// `<%# … %>`
    pub comments: Vec<Range<usize>>,
    /// Unsupported construct, and its place.
    pub not_covered: Option<(u32, &'static str)>,
    /// How many `%%>` the tags have; the code has [`ESCAPED`] there.
    pub escapes: usize,
}

/// Stands for `%>` in the code of a tag, and is as long as `%%>`. No character has this number.
pub const ESCAPED: &str = "\u{fdd0}";

/// The code between `<%` and `%>`.
#[derive(Clone, Debug)]
pub struct Tag {
    pub content: Range<usize>,
    /// Where the tag ends, with the end of line that it eats.
    end: usize,
    is_echo: bool,
    /// Whether the end of a line ends its last comment.
    ends_line: bool,
    /// Whether it swallows the text after it: an open comment does.
    swallows: bool,
}

/// A part of a template.
enum Part {
    Text { range: Range<usize>, text: String },
    Code(Tag),
    Comment(Range<usize>),
}

/// The marker of a text: a number, which stands wherever a statement may.
const MARKER: u8 = b'0';

impl Source {
    pub fn new(template: &str) -> Source {
        let (parts, not_covered) = parts(template);
        let mut source = build(template, &parts);
        source.not_covered = source.not_covered.or(not_covered);
        source
    }

    /// The same where the comments at these places begin: one that its tag does not end hides the text after the tag.
    pub fn with_comments(template: &str, comments: &[Range<usize>]) -> Source {
        let (mut parts, mut not_covered) = parts(template);
        for index in 0..parts.len() {
            let next_text = match parts.get(index + 1) {
                Some(Part::Text { text, .. }) => Some(text.contains('\n')),
                Some(_) => Some(false),
                None => None,
            };
            let Some(Part::Code(tag)) = parts.get_mut(index) else { continue };
            // Both are in the order of the text.
            let first = comments.partition_point(|it| it.start < tag.content.start);
            let inside = comments.get(first..).unwrap_or_default().iter().take_while(|it| it.start < tag.content.end);
            let Some(comment) = inside.into_iter().find(|it| it.end >= tag.content.end) else { continue };
            if tag.ends_line {
                continue;
            }
            match next_text {
                Some(true) => tag.swallows = true,
                None => {}
                Some(false) => {
                    let at = u32::try_from(comment.start).unwrap_or(u32::MAX);
                    not_covered.get_or_insert((at, "a comment that hides the code after it"));
                }
            }
        }
        let mut source = build(template, &parts);
        source.not_covered = source.not_covered.or(not_covered);
        source
    }

    /// A text that is Ruby from the first character to the last.
    pub fn of_program(text: &str) -> Source {
        Source {
            code: text.to_owned(),
            texts: Vec::new(),
            echoes: Vec::new(),
            tags: Vec::new(),
            comments: Vec::new(),
            not_covered: None,
            escapes: 0,
        }
    }

    /// The tag whose code holds a place.
    pub fn tag_at(&self, at: usize) -> Option<&Tag> {
        let after = self.tags.partition_point(|it| it.content.end <= at);
        self.tags.get(after).filter(|it| it.content.contains(&at))
    }
}

/// Reads a template as `ERB::Compiler::ExplicitScanner` does.
fn parts(template: &str) -> (Vec<Part>, Option<(u32, &'static str)>) {
    let bytes = template.as_bytes();
    let mut parts = Vec::new();
    let mut not_covered = None;
    let mut text = String::new();
    let mut text_start = 0;
    // Where the scanner stands: blanks before `<%-` count from the start of a line, or from here.
    let mut scanned = 0;
    let mut at = 0;
    let find = |from: usize, what: &str| template.get(from..).and_then(|it| it.find(what)).map(|it| it + from);
    while let Some(open) = find(at, "<%") {
        if bytes.get(open + 2) == Some(&b'%') {
            text.push_str(template.get(at..open).unwrap_or_default());
            text.push_str("<%");
            at = open + 3;
            scanned = at;
            continue;
        }
        let mut start = open;
        let mut content = open + 2;
        match bytes.get(content) {
            Some(b'-') => {
                content += 1;
                while start > scanned && matches!(bytes.get(start - 1), Some(b' ' | b'\t')) {
                    start -= 1;
                }
                if start != scanned && bytes.get(start.wrapping_sub(1)) != Some(&b'\n') {
                    start = open;
                }
            }
            Some(b'=' | b'#') => content += 1,
            _ => {}
        }
        let is_comment = bytes.get(open + 2) == Some(&b'#');
        let is_echo = bytes.get(open + 2) == Some(&b'=');
        text.push_str(template.get(at..start).unwrap_or_default());
        if !text.is_empty() {
            parts.push(Part::Text { range: text_start..start, text: std::mem::take(&mut text) });
        }
        let Some(close) = find(content, "%>") else {
            // What is not closed is text.
            let rest = template.get(content..).unwrap_or_default();
            if !rest.is_empty() {
                parts.push(Part::Text { range: content..bytes.len(), text: rest.replace("%%>", "%>") });
            }
            return (parts, not_covered);
        };
        let mut close = close;
        // `%%>` is `%>` within the tag, and not its end.
        while close > content && bytes.get(close - 1) == Some(&b'%') {
            if !is_comment && template.contains(ESCAPED) {
                let place = u32::try_from(close - 1).unwrap_or(u32::MAX);
                not_covered.get_or_insert((place, "`%%>` within a tag"));
            }
            match find(close + 2, "%>") {
                Some(next) => close = next,
                None => return (parts, not_covered),
            }
        }
        let mut end = close + 2;
        let mut content_end = close;
        let mut ends_line = false;
        if close > content && bytes.get(close - 1) == Some(&b'-') {
            content_end = close - 1;
            let rest = template.get(end..).unwrap_or_default();
            ends_line = true;
            if rest.starts_with("\r\n") {
                end += 2;
            } else if rest.starts_with('\n') {
                end += 1;
            } else {
                ends_line = rest.is_empty();
            }
        }
        if is_comment {
            parts.push(Part::Comment(open..close + 2));
        } else {
            ends_line |= bytes.get(content_end.wrapping_sub(1)) == Some(&b'\n') && content_end > content && !is_echo;
            parts.push(Part::Code(Tag { content: content..content_end, end, is_echo, ends_line, swallows: false }));
        }
        at = end;
        scanned = end;
        text_start = end;
    }
    text.push_str(template.get(at..).unwrap_or_default());
    if !text.is_empty() {
        parts.push(Part::Text { range: text_start..bytes.len(), text });
    }
    (parts, not_covered)
}

fn build(template: &str, parts: &[Part]) -> Source {
    let mut code: Vec<u8> = vec![b' '; template.len()];
    let mut texts = Vec::new();
    let mut echoes = Vec::new();
    let mut tags = Vec::new();
    let mut comments = Vec::new();
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let mut put = |at: usize, byte: u8| {
        if let Some(place) = code.get_mut(at) {
            *place = byte;
        }
    };
    let bytes = template.as_bytes();
    let mut swallowed = false;
    let mut escapes = 0;
    for part in parts {
        let hidden = std::mem::take(&mut swallowed);
        match part {
            Part::Comment(range) => comments.push(range.clone()),
            Part::Text { range, text } if !hidden => {
                put(range.start, MARKER);
                put(range.start + 1, b';');
                texts.push((offset(range.start), text.clone()));
            }
            // The comment ends where the text does: a line's end stands in one of its characters.
            Part::Text { range, .. } => {
                if let Some(line) = template.get(range.clone()).and_then(|it| it.rfind('\n')) {
                    put(range.start + line, b'\n');
                }
            }
            Part::Code(tag) => {
                for at in tag.content.clone() {
                    put(at, bytes.get(at).copied().unwrap_or(b' '));
                }
                let content = template.get(tag.content.clone()).unwrap_or_default();
                for (at, _) in content.match_indices("%%>") {
                    escapes += 1;
                    for (index, byte) in ESCAPED.bytes().enumerate() {
                        put(tag.content.start + at + index, byte);
                    }
                }
                if tag.is_echo {
                    put(tag.content.start - 1, b'(');
                    put(tag.content.end, b')');
                    put(tag.content.end + 1, b';');
                    echoes.push(offset(tag.content.start - 1));
                } else if tag.ends_line {
                    if tag.end > tag.content.end && bytes.get(tag.end - 1) == Some(&b'\n') {
                        put(tag.end - 1, b'\n');
                    }
                } else {
                    put(tag.content.end + 1, b';');
                }
                swallowed = tag.swallows;
                tags.push(tag.clone());
            }
        }
    }
    // Only whole characters are copied, and the rest is ASCII.
    let code = String::from_utf8(code).unwrap_or_default();
    Source { code, texts, echoes, tags, comments, not_covered: None, escapes }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(template: &str) -> (String, Vec<String>) {
        let source = Source::new(template);
        assert_eq!(source.code.len(), template.len(), "{template:?}");
        (source.code, source.texts.into_iter().map(|it| it.1).collect())
    }

    #[test]
    fn everything_keeps_its_place() {
        assert_eq!(code("a<%= b %>c\n"), ("0; ( b );0;".to_owned(), vec!["a".to_owned(), "c\n".to_owned()]));
        assert_eq!(code("x <% if a %>y<% end %>").0, "0;   if a  ;0;  end  ;");
        assert_eq!(code("<% a -%>\nb").0, "   a    \n0");
    }

    #[test]
    fn blanks_before_a_trimming_tag_are_dropped() {
        assert_eq!(code("a\n  <%- b -%>\nc").1, ["a\n", "c"]);
        assert_eq!(code("a  <%- b -%>\nc").1, ["a  ", "c"]);
        assert_eq!(code("<% a %>  <%- b -%>\nc").1, ["c"]);
    }

    #[test]
    fn what_is_quoted_is_text() {
        assert_eq!(code("<%% a %>").1, ["<% a %>"]);
        assert_eq!(code("a <% b").1, ["a ", " b"]);
        assert_eq!(code("<%= '%%>' %>").0, "  ( '\u{fdd0}' );");
        assert!(Source::new("<%= '%%>\u{fdd0}' %>").not_covered.is_some());
    }
}
