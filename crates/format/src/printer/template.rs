//! Templates: code stands between marks, and what is not code is copied. Blanks and line breaks that the code asks for before a mark or
//! after it are not printed; what stands there is a blank, or a line break where the author made one.

use super::{Printer, STEP};
use crate::tokens::{Mark, Piece};

#[derive(Debug, Default)]
pub(super) struct Template {
    /// How much of the text is more than blanks after the last piece.
    pub(super) written: usize,
    /// Whether the last output ends its line.
    pub(super) is_line_due: bool,
    /// Beginning of the line of the mark before this code.
    margin: String,
    /// The mark that began this code, while nothing follows it.
    opened: Option<Mark>,
    /// The code between the marks stands on one line, and stays there.
    is_flat: bool,
    /// The code between the marks has lines of its own.
    is_apart: bool,
    /// By how much the code is further in than its indentation says.
    shift: isize,
}

impl Printer<'_> {
    pub(super) fn is_flat(&self) -> bool {
        self.template.as_ref().is_some_and(|it| it.is_flat)
    }

    pub(super) fn mark(&mut self, piece: Piece, mark: Mark) {
        if !self.suffixes.is_empty() || !self.heredocs.is_empty() {
            self.newline(false);
        }
        let Some(template) = &mut self.template else { return };
        self.out.text.truncate(template.written);
        if mark.closes {
            if template.is_line_due || template.is_apart || mark.breaks_before {
                self.out.text.push('\n');
                self.out.text.push_str(&template.margin);
            } else {
                self.out.text.push(' ');
            }
        }
        self.place(piece);
        self.spaces = 0;
        let line = self.out.text.rfind('\n').map_or(0, |it| it + 1);
        let Some(template) = &mut self.template else { return };
        template.is_line_due = false;
        template.is_flat = mark.flat;
        template.is_apart = mark.breaks_behind;
        template.opened = mark.opens.then_some(mark);
        if mark.opens {
            let line = self.out.text.get(line..).unwrap_or("");
            let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
            template.margin = line.get(..blanks).unwrap_or("").to_owned();
            self.column = super::width_of(line).max(1);
        }
    }

    /// Begins code after a mark, or a line of it. False if it goes on with a line.
    pub(super) fn begin_code(&mut self) -> bool {
        let Some(template) = &mut self.template else { return false };
        let indent = isize::try_from(self.indent).unwrap_or(0);
        if let Some(mark) = template.opened.take() {
            self.out.text.truncate(template.written);
            let inner = if mark.breaks_behind { STEP } else { 0 };
            template.shift = isize::try_from(inner).unwrap_or(0) - indent;
            if !mark.breaks_behind && !template.is_line_due {
                let blanks = if mark.clings { 0 } else { usize::from(mark.blanks.max(1)) };
                self.out.text.extend(std::iter::repeat_n(' ', blanks));
                self.column += blanks;
                self.spaces = 0;
                return true;
            }
            self.out.text.push('\n');
        } else if self.column > 0 {
            return false;
        }
        let blanks = usize::try_from(indent + template.shift).unwrap_or(0);
        self.out.text.push_str(&template.margin);
        self.out.text.extend(std::iter::repeat_n(' ', blanks));
        self.column = super::width_of(&template.margin) + blanks;
        self.spaces = 0;
        true
    }

    /// Begins a line with code that is copied with its own indentation.
    pub(super) fn begin_verbatim(&mut self) {
        let Some(template) = &mut self.template else { return };
        if template.opened.take().is_some() {
            self.out.text.truncate(template.written);
            self.out.text.push('\n');
            self.column = 0;
        }
        template.is_flat = false;
    }
}
