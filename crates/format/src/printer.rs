//! Items to text.

mod template;

use syntax::Dialect;

use crate::document::{At, Item};
use crate::tokens::Piece;
use template::Template;

/// Where a piece of the old text stands in the new one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) piece: Piece,
    pub(crate) at: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Printed {
    pub(crate) text: String,
    pub(crate) pieces: Vec<Placed>,
}

const STEP: usize = 2;

struct Printer<'a> {
    source: &'a str,
    width: usize,
    items: Vec<Item>,
    out: Printed,
    /// The characters on the line so far.
    column: usize,
    spaces: usize,
    indent: usize,
    /// For each open group whether it is broken.
    groups: Vec<bool>,
    /// The indentation to go back to.
    indents: Vec<usize>,
    /// Comments that end the line.
    suffixes: Vec<Piece>,
    heredocs: Vec<Piece>,
    template: Option<Template>,
}

pub(crate) fn print(source: &str, dialect: Dialect, items: Vec<Item>, width: usize) -> Printed {
    let mut printer = Printer {
        source,
        width,
        items,
        out: Printed::default(),
        column: 0,
        spaces: 0,
        indent: 0,
        groups: Vec::new(),
        indents: Vec::new(),
        suffixes: Vec::new(),
        heredocs: Vec::new(),
        template: (dialect == Dialect::Epp).then(Template::default),
    };
    printer.out.text.reserve(source.len() + source.len() / 8);
    let mut at = 0;
    while let Some(item) = printer.items.get(at).copied() {
        printer.item(at, item);
        at += 1;
    }
    if let Some(template) = &printer.template {
        printer.out.text.truncate(template.written);
    } else if printer.column > 0 || !printer.suffixes.is_empty() {
        printer.newline(false);
    }
    printer.out
}

impl Printer<'_> {
    fn text_of(&self, piece: Piece) -> &str {
        self.source.get(piece.start as usize..piece.end as usize).unwrap_or("")
    }

    fn is_broken(&self) -> bool {
        self.groups.last().copied().unwrap_or(true)
    }

    fn item(&mut self, at: At, item: Item) {
        match item {
            Item::Mark(piece, mark) => self.mark(piece, mark),
            Item::Line { .. } | Item::HardLine { .. } | Item::FreshLine if self.is_flat() => self.spaces = 1,
            Item::Group { .. } if self.is_flat() => self.groups.push(false),
            Item::Piece(piece) => {
                self.begin(self.text_of(piece).contains('\n'), self.text_of(piece) == "," || self.text_of(piece) == ";");
                self.place(piece);
            }
            Item::Verbatim(piece) => {
                self.begin_verbatim();
                if self.column > 0 || !self.suffixes.is_empty() {
                    self.newline(false);
                }
                self.place(piece);
            }
            Item::Text(text) => {
                self.begin(false, text == ",");
                self.out.text.push_str(text);
                self.column += text.len();
                if let Some(template) = &mut self.template {
                    template.written = self.out.text.len();
                    template.is_line_due = false;
                }
            }
            Item::Space => self.spaces = 1,
            Item::Pad(count) => {
                if self.is_broken() {
                    self.spaces += count as usize;
                }
            }
            Item::Column(count) => {
                if !self.is_broken() {
                    self.spaces += count as usize;
                }
            }
            Item::Line { blank } if self.is_broken() => self.newline(blank),
            Item::Line { .. } => self.spaces = 1,
            Item::SoftLine if self.is_broken() => self.newline(false),
            Item::SoftLine => {}
            Item::HardLine { blank } => self.newline(blank),
            Item::FreshLine => {
                if self.column > 0 || !self.suffixes.is_empty() {
                    self.newline(false);
                }
            }
            Item::LastComma(piece) => {
                if self.is_broken() {
                    match piece {
                        Some(piece) => self.item(at, Item::Piece(piece)),
                        None => self.item(at, Item::Text(",")),
                    }
                }
            }
            Item::Suffix(piece) => {
                if self.suffixes.last().is_some_and(|it| self.text_of(*it).starts_with('#')) {
                    self.newline(false);
                }
                self.suffixes.push(piece);
            }
            Item::Heredoc(piece) => self.heredocs.push(piece),
            Item::Group { broken, instead, .. } => {
                let mut broken = broken;
                if !broken && !self.fits(at, None) {
                    broken = true;
                    if let Some(inner) = instead
                        && self.fits(at, Some(inner as usize))
                        && let Some(Item::Group { broken: inner, .. }) = self.items.get_mut(inner as usize)
                    {
                        *inner = true;
                        broken = false;
                    }
                }
                self.groups.push(broken);
            }
            Item::End => {
                self.groups.pop();
            }
            Item::Indent => {
                self.indents.push(self.indent);
                if self.is_broken() {
                    self.indent += STEP;
                }
            }
            Item::Dedent => self.indent = self.indents.pop().unwrap_or(0),
        }
    }

    /// Makes the line ready for text. Behind a comment, and before a text that spans lines where a heredoc is due, it is a new one.
    fn begin(&mut self, spans_lines: bool, is_separator: bool) {
        if !self.suffixes.is_empty() && !is_separator || spans_lines && !self.heredocs.is_empty() {
            self.newline(false);
        }
        if self.template.is_some() && self.begin_code() {
            return;
        }
        let spaces = if self.column == 0 { self.indent } else { self.spaces };
        self.out.text.extend(std::iter::repeat_n(' ', spaces));
        self.column += spaces;
        self.spaces = 0;
    }

    /// Copies a piece of the source.
    fn place(&mut self, piece: Piece) {
        self.out.pieces.push(Placed { piece, at: self.out.text.len() });
        let text = self.source.get(piece.start as usize..piece.end as usize).unwrap_or("");
        self.out.text.push_str(text);
        match text.rfind('\n') {
            Some(last) => self.column = text.get(last + 1..).map_or(0, width_of).max(1),
            None => self.column += width_of(text),
        }
        if let Some(template) = &mut self.template {
            template.written = self.out.text.len();
            // What ends its line does so before a mark, too.
            template.is_line_due = text.starts_with('#');
        }
    }

    fn newline(&mut self, blank: bool) {
        for piece in std::mem::take(&mut self.suffixes) {
            if self.column > 0 {
                self.out.text.push(' ');
            }
            self.place(piece);
        }
        self.out.text.push('\n');
        for piece in std::mem::take(&mut self.heredocs) {
            self.place(piece);
            if let Some(template) = &mut self.template {
                template.is_line_due = true;
            }
            self.out.text.push('\n');
        }
        if blank {
            self.out.text.push('\n');
        }
        self.column = 0;
        self.spaces = 0;
    }

    /// Whether what follows the group's mark fits on the line, up to the first line break that is certain or possible. `instead` is a
    /// group within it that would be broken.
    fn fits(&self, group: At, instead: Option<At>) -> bool {
        let mut column = if self.column == 0 { self.indent } else { self.column + self.spaces };
        // For each group that was begun after the mark whether it is broken.
        let mut inner: Vec<bool> = vec![false];
        let mut outer = self.groups.len();
        for (at, item) in self.items.iter().enumerate().skip(group + 1) {
            let broken =
                inner.last().copied().unwrap_or_else(|| outer.checked_sub(1).and_then(|it| self.groups.get(it)).is_none_or(|it| *it));
            match item {
                Item::Piece(piece) | Item::Verbatim(piece) => {
                    let text = self.text_of(*piece);
                    if let Some(end) = text.find('\n') {
                        return column + text.get(..end).map_or(0, width_of) <= self.width;
                    }
                    column += width_of(text);
                }
                Item::Mark(..) => return column <= self.width,
                Item::Text(text) => column += text.len(),
                Item::Space => column += 1,
                Item::Line { .. } | Item::SoftLine if broken => return column <= self.width,
                Item::Line { .. } => column += 1,
                Item::HardLine { .. } | Item::FreshLine => return column <= self.width,
                Item::LastComma(_) if broken => column += 1,
                // A comment may be longer than the line; breaking the group does not help it.
                Item::Suffix(_) => {}
                Item::Pad(count) if broken => column += *count as usize,
                Item::Column(count) if !broken => column += *count as usize,
                Item::Group { broken, .. } => {
                    // Behind the group that is asked about, any line break may be had.
                    let behind = inner.is_empty();
                    inner.push(*broken || behind || instead == Some(at));
                }
                Item::End => {
                    if inner.pop().is_none() {
                        outer = outer.saturating_sub(1);
                    }
                }
                Item::SoftLine | Item::LastComma(_) | Item::Pad(_) | Item::Column(_) | Item::Heredoc(_) | Item::Indent | Item::Dedent => {}
            }
            if column > self.width {
                return false;
            }
        }
        true
    }
}

/// The columns that a text takes: its characters.
pub(crate) fn width_of(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}
