//! Where something is.

use std::fmt;
use std::num::NonZeroU32;

use crate::Str;

/// A place in a text, as Puppet names it. The default is no place at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub file: Option<Str>,
    /// From 1.
    pub line: Option<u32>,
    /// In characters, from 1.
    pub column: Option<u32>,
    /// The syntax node that is there, for who shows the place in the text that was evaluated. Puppet's text says nothing of it.
    pub node: Option<Node>,
}

/// The number of a syntax node in the text that was evaluated, from 1. Only that text knows which node it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node(pub NonZeroU32);

impl Place {
    /// A line of a file, of which no column is known.
    pub fn line(file: Option<Str>, line: Option<u32>) -> Place {
        Place { file, line, ..Place::default() }
    }

    /// As Puppet writes it after a message: `(file: F, line: 1, column: 2)`; empty for no place.
    pub fn text(&self) -> String {
        self.to_string()
    }

    /// The same place without its column, as Puppet names definitions and resources.
    pub fn of_line(&self) -> Place {
        Place { column: None, ..self.clone() }
    }

    /// Whether it names neither a file nor a line.
    pub fn is_nowhere(&self) -> bool {
        self.file.is_none() && self.line.is_none()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_nowhere() {
            return Ok(());
        }
        f.write_str("(")?;
        if let Some(file) = &self.file {
            write!(f, "file: {file}")?;
        }
        if let Some(line) = self.line {
            f.write_str(if self.file.is_some() { ", " } else { "" })?;
            write!(f, "line: {line}")?;
            if let Some(column) = self.column {
                write!(f, ", column: {column}")?;
            }
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn a_place_is_written_as_far_as_it_is_known() {
        let place = |file: Option<&str>, line, column| Place { file: file.map(Into::into), line, column, node: None }.text();
        assert_eq!(place(Some("/a.pp"), Some(1), Some(2)), "(file: /a.pp, line: 1, column: 2)");
        assert_eq!(place(Some("/a.pp"), None, None), "(file: /a.pp)");
        assert_eq!(place(None, Some(3), None), "(line: 3)");
        assert_eq!(place(None, None, None), "");
    }
}
