//! Document to print: pieces of text, and between them possible blanks or line breaks.
//!
//! It is a row of items, with marks where groups begin and end, so that neither building nor printing calls itself. A group is
//! printed on one line if what stands before its first certain line break fits there; a certain line break within a group within it
//! does not break the group around it: so `foo([` stays on one line with what follows.

use crate::tokens::{Mark, Piece};

/// Index of an item.
pub(crate) type At = usize;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    Piece(Piece),
    /// A piece that may span lines, from the start of its line on, with its own indentation.
    Verbatim(Piece),
    /// A piece of a template that is not code.
    Mark(Piece, Mark),
    Text(&'static str),
    Space,
    /// Number of blanks if the group is broken: the rest is aligned.
    Pad(u32),
    /// Number of blanks if the group is not broken.
    Column(u32),
    /// A blank, or a line break if the group is broken; then with an empty line before it, if `blank`.
    Line {
        blank: bool,
    },
    /// The same, and nothing where the group is not broken.
    SoftLine,
    HardLine {
        blank: bool,
    },
    /// A line break where the line has something on it.
    FreshLine,
    /// The comma after a last element: printed if the group is broken. It may be there already.
    LastComma(Option<Piece>),
    /// A comment that ends its line.
    Suffix(Piece),
    /// The text of a heredoc, which begins on the next line.
    Heredoc(Piece),
    Group {
        broken: bool,
        /// If the group is too wide, it may stay on its lines, and this group within it be broken instead.
        instead: Option<u32>,
    },
    End,
    /// Indent the rest, if the group is broken.
    Indent,
    Dedent,
}
