//! Lossless trees of templates. Parsing never fails: it gives a tree of the whole text, and the problems found.

mod check;
pub mod kind;
mod lexer;
mod parser;
pub(crate) mod text;

use rowan::GreenNode;
use text_size::TextRange;

pub use kind::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};

use crate::ast::Stmt;

/// How templates are read.
#[derive(Clone, Debug, Default)]
pub struct Dialect {
    pub trim_blocks: bool,
    pub lstrip_blocks: bool,
    pub keep_trailing_newline: bool,
    /// Tags of the host, besides those of Jinja.
    pub tags: Vec<Tag>,
}

/// A tag that a host adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub name: String,
    pub form: TagForm,
}

/// Form and meaning of a host's tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagForm {
    /// `{% NAME "file" as x %}`: imports a file and gives its text to a filter.
    ImportThrough { filter: String },
    /// `{% NAME as x %} … {% END %}`: gives the text of the body to a filter.
    BlockThrough { filter: String, end: String },
    /// `{% NAME as EXPRESSION %} … {% END %}`: evaluates the body where it stands.
    Wrapped { end: String },
}

/// Problem of a text, in the words of Jinja.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub message: String,
    pub range: TextRange,
    pub kind: ProblemKind,
}

/// Who refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The lexer or the parser of Jinja.
    Syntax,
    /// Jinja, where it checks or compiles what it could read.
    Assertion,
    /// Python, where it compiles what Jinja made of the template.
    Compiled,
    /// This crate alone.
    NotCovered,
}

/// A text that was read.
pub struct Parse {
    pub green: GreenNode,
    /// The first one is what Jinja reports.
    pub problems: Vec<Problem>,
    /// Readable part.
    pub body: Vec<Stmt>,
}

impl Parse {
    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }
}

/// Reads a template.
pub fn parse(text: &str, dialect: &Dialect) -> Parse {
    if u32::try_from(text.len()).is_err() {
        let problem =
            Problem { message: "the template is too large".to_owned(), range: TextRange::default(), kind: ProblemKind::NotCovered };
        let green = GreenNode::new(rowan::SyntaxKind(SyntaxKind::TEMPLATE as u16), []);
        return Parse { green, problems: vec![problem], body: vec![] };
    }
    parser::parse(text, dialect)
}

pub(crate) use check::{Names, check};
pub(crate) use lexer::is_space;
