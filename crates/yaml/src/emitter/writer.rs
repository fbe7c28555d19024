//! Characters, indentation and the ends of lines, by the rules of the library that Ruby uses.

use super::{Options, Scalar, Style, simple};

pub(super) struct Writer {
    out: String,
    options: Options,
    column: usize,
    /// None before the document's first level.
    level: Option<usize>,
    /// The last character was a blank, or none is needed.
    whitespace: bool,
    /// Nothing but indentation and indicators stand in the line.
    indention: bool,
    /// The last scalar ends in lines that belong to it.
    open_ended: bool,
}

/// Styles that a text allows.
struct Analysis {
    multiline: bool,
    plain: bool,
    single: bool,
    block: bool,
}

impl Writer {
    pub(super) fn new(options: Options) -> Writer {
        Writer { out: String::new(), options, column: 0, level: None, whitespace: true, indention: true, open_ended: false }
    }

    pub(super) fn finish(mut self) -> String {
        self.indent();
        if self.open_ended {
            self.out.push_str("...\n");
        }
        self.out
    }

    /// Goes on in another text, at the beginning of a line.
    pub(super) fn go_on_in(&mut self, out: String) {
        self.out = out;
        self.begin_line();
    }

    fn begin_line(&mut self) {
        (self.column, self.whitespace, self.indention, self.open_ended) = (0, true, true, false);
    }

    /// Ends the line, if anything stands in it.
    pub(super) fn end_started_line(&mut self) {
        if self.column > 0 {
            self.end_line();
        }
        self.begin_line();
    }

    /// Writes whole lines as they are.
    pub(super) fn lines(&mut self, lines: &str) {
        self.end_started_line();
        self.out.push_str(lines);
    }

    pub(super) fn text(&self) -> &str {
        &self.out
    }

    pub(super) fn into_out(self) -> String {
        self.out
    }

    pub(super) fn clear(&mut self) {
        self.out.clear();
    }

    pub(super) fn is_indention(&self) -> bool {
        self.indention
    }

    /// Begins a level and gives the one before.
    pub(super) fn deeper(&mut self, flow: bool, indentless: bool) -> Option<usize> {
        let outer = self.level;
        self.level = Some(match outer {
            None => {
                if flow {
                    self.options.indentation
                } else {
                    0
                }
            }
            Some(level) if indentless => level,
            Some(level) => level + self.options.indentation,
        });
        outer
    }

    pub(super) fn back_to(&mut self, level: Option<usize>) {
        self.level = level;
    }

    fn put(&mut self, it: char) {
        self.out.push(it);
        self.column += 1;
    }

    fn end_line(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    /// Ends a line by a separator of Unicode, which stays what it is.
    fn separate(&mut self, it: char) {
        self.out.push(it);
        self.column = 0;
    }

    pub(super) fn indicator(&mut self, text: &str, blank_before: bool, whitespace: bool, indention: bool) {
        if blank_before && !self.whitespace {
            self.put(' ');
        }
        text.chars().for_each(|it| self.put(it));
        self.whitespace = whitespace;
        self.indention &= indention;
        self.open_ended = false;
    }

    /// Goes to the indentation of the level, in a new line where this one is in use.
    pub(super) fn indent(&mut self) {
        let indent = self.level.unwrap_or(0);
        if !self.indention || self.column > indent || self.column == indent && !self.whitespace {
            self.end_line();
        }
        while self.column < indent {
            self.put(' ');
        }
        self.whitespace = true;
        self.indention = true;
    }

    pub(super) fn scalar(&mut self, scalar: &Scalar<'_>, key: bool) {
        if !self.one_line(scalar, key) {
            self.scalar_by_rules(scalar, key);
        }
    }

    /// Writes a text that is written as it is, on this line. Does nothing, and gives `false`, where it may be another one.
    fn one_line(&mut self, scalar: &Scalar<'_>, key: bool) -> bool {
        const SIGNS: usize = 3;
        let text = &*scalar.text;
        let end = self.column.saturating_add(text.len() + SIGNS);
        if scalar.tag.is_some() || !simple::fits(text, scalar.style) || !key && end > self.options.width && text.contains(' ') {
            return false;
        }
        let quote = match scalar.style {
            Style::Single => "'",
            Style::Double => "\"",
            Style::Plain | Style::Literal => "",
        };
        if !self.whitespace {
            self.put(' ');
        }
        self.out.extend([quote, text, quote]);
        self.column += text.len() + 2 * quote.len();
        (self.whitespace, self.indention, self.open_ended) = (false, false, false);
        true
    }

    /// The same by the rules of the library.
    pub(super) fn scalar_by_rules(&mut self, scalar: &Scalar<'_>, key: bool) {
        let outer = self.deeper(true, false);
        let text = &*scalar.text;
        let allowed = analyze(text);
        let mut style = scalar.style;
        if key && allowed.multiline {
            style = Style::Double;
        }
        if style == Style::Plain && (!allowed.plain || text.is_empty() && key) {
            style = Style::Single;
        }
        if style == Style::Single && !allowed.single || style == Style::Literal && (!allowed.block || key) {
            style = Style::Double;
        }
        if let Some(tag) = scalar.tag {
            self.indicator(tag, true, false, false);
        }
        match style {
            Style::Plain => self.plain(text, !key),
            Style::Single => self.single(text, !key),
            Style::Double => self.double(text, !key),
            Style::Literal => self.literal(text),
        }
        self.back_to(outer);
    }

    fn plain(&mut self, text: &str, breaks: bool) {
        if !self.whitespace && !text.is_empty() {
            self.put(' ');
        }
        self.words(text, breaks, false);
        self.whitespace = false;
        self.indention = false;
        self.open_ended = false;
    }

    /// Text that goes on in the next line where a blank stands beyond the width.
    fn words(&mut self, text: &str, breaks: bool, quoted: bool) {
        let characters: Vec<char> = text.chars().collect();
        let (mut blanks, mut ends) = (false, false);
        for (at, it) in characters.iter().enumerate() {
            match it {
                ' ' => {
                    let inside = !quoted || at > 0 && at + 1 < characters.len();
                    if breaks && !blanks && self.column > self.options.width && inside && characters.get(at + 1) != Some(&' ') {
                        self.indent();
                    } else {
                        self.put(' ');
                    }
                    blanks = true;
                }
                '\n' => {
                    if !ends {
                        self.end_line();
                    }
                    self.end_line();
                    self.indention = true;
                    ends = true;
                }
                '\u{2028}' | '\u{2029}' => {
                    self.separate(*it);
                    self.indention = true;
                    ends = true;
                }
                other => {
                    if ends {
                        self.indent();
                    }
                    if quoted && *other == '\'' {
                        self.put('\'');
                    }
                    self.put(*other);
                    self.indention = false;
                    (blanks, ends) = (false, false);
                }
            }
        }
        if ends {
            self.indent();
        }
    }

    fn single(&mut self, text: &str, breaks: bool) {
        self.indicator("'", true, false, false);
        self.words(text, breaks, true);
        self.indicator("'", false, false, false);
        self.indention = false;
    }

    fn double(&mut self, text: &str, breaks: bool) {
        self.indicator("\"", true, false, false);
        let characters: Vec<char> = text.chars().collect();
        let mut blanks = false;
        for (at, it) in characters.iter().enumerate() {
            if !is_printable(*it) || matches!(it, '\n' | '\r' | '\u{2028}' | '\u{2029}' | '"' | '\\') {
                self.escaped(*it);
                blanks = false;
            } else if *it == ' ' {
                if breaks && !blanks && self.column > self.options.width && at > 0 && at + 1 < characters.len() {
                    self.indent();
                    if characters.get(at + 1) == Some(&' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(' ');
                }
                blanks = true;
            } else {
                self.put(*it);
                blanks = false;
            }
        }
        self.indicator("\"", false, false, false);
        self.indention = false;
    }

    fn escaped(&mut self, it: char) {
        let code = u32::from(it);
        let text = match it {
            '\0' => "\\0".to_owned(),
            '\x07' => "\\a".to_owned(),
            '\x08' => "\\b".to_owned(),
            '\t' => "\\t".to_owned(),
            '\n' => "\\n".to_owned(),
            '\x0b' => "\\v".to_owned(),
            '\x0c' => "\\f".to_owned(),
            '\r' => "\\r".to_owned(),
            '\x1b' => "\\e".to_owned(),
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            '\u{85}' => "\\N".to_owned(),
            '\u{2028}' => "\\L".to_owned(),
            '\u{2029}' => "\\P".to_owned(),
            _ if code <= 0xff => format!("\\x{code:02X}"),
            _ if code <= 0xffff => format!("\\u{code:04X}"),
            _ => format!("\\U{code:08X}"),
        };
        text.chars().for_each(|it| self.put(it));
    }

    fn literal(&mut self, text: &str) {
        self.indicator("|", true, false, false);
        if text.starts_with(' ') || text.starts_with(BREAKS) {
            let hint = self.options.indentation.to_string();
            self.indicator(&hint, false, false, false);
        }
        let open = match text.strip_suffix(BREAKS) {
            None => {
                self.indicator("-", false, false, false);
                false
            }
            Some(rest) => rest.is_empty() || rest.ends_with(BREAKS),
        };
        if open {
            self.indicator("+", false, false, false);
        }
        self.end_line();
        self.indention = true;
        self.whitespace = true;
        let mut ends = true;
        for it in text.chars() {
            if BREAKS.contains(&it) {
                if it == '\n' {
                    self.end_line()
                } else {
                    self.separate(it)
                }
                self.indention = true;
                ends = true;
            } else {
                if ends {
                    self.indent();
                }
                self.put(it);
                self.indention = false;
                ends = false;
            }
        }
        self.open_ended = open;
    }
}

/// Line breaks that are not escaped in double quotes alone.
const BREAKS: [char; 3] = ['\n', '\u{2028}', '\u{2029}'];

/// Whether the library takes a character for printable.
fn is_printable(it: char) -> bool {
    matches!(u32::from(it), 0x0a | 0x20..=0x7e | 0xa0..=0xd7ff | 0xe000..=0xfefe | 0xff00..=0xfffd)
}

fn analyze(text: &str) -> Analysis {
    if text.is_empty() {
        return Analysis { multiline: false, plain: true, single: true, block: false };
    }
    let characters: Vec<char> = text.chars().collect();
    let is_break = |it: &char| matches!(it, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let is_blank = |it: Option<&char>| it.is_none_or(|it| matches!(it, ' ' | '\t') || is_break(it));
    let mut indicators = text.starts_with("---") || text.starts_with("...");
    let (mut special, mut breaks, mut blank_behind_break, mut break_behind_blank) = (false, false, false, false);
    for (at, it) in characters.iter().enumerate() {
        let (before, after) = (at.checked_sub(1).and_then(|it| characters.get(it)), characters.get(at + 1));
        indicators |= match it {
            '#' => at == 0 || is_blank(before),
            ':' => is_blank(after),
            ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' => at == 0,
            '?' | '-' => at == 0 && is_blank(after),
            _ => false,
        };
        special |= !is_printable(*it);
        breaks |= is_break(it);
        blank_behind_break |= *it == ' ' && before.is_some_and(is_break);
        break_behind_blank |= is_break(it) && before == Some(&' ');
    }
    let edge = |it: Option<&char>| it.is_some_and(|it| *it == ' ' || is_break(it));
    let unusable = break_behind_blank || special;
    Analysis {
        multiline: breaks,
        plain: !(edge(characters.first()) || edge(characters.last()) || blank_behind_break || unusable || breaks || indicators),
        single: !(blank_behind_break || unusable),
        block: characters.last() != Some(&' ') && !unusable,
    }
}
