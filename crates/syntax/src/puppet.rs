//! The Puppet language: manifests and EPP templates.

pub mod ast;
mod flat;
#[rustfmt::skip]
pub mod kind;
mod lexer;
pub mod model;
mod parser;
mod pieces;
mod same;
pub mod validation;

use std::sync::Arc;

use rowan::GreenNode;

use crate::{Problem, SyntaxKind};

pub use parser::binding;
pub use pieces::models_of_pieces;
pub use same::same_tokens;

/// The language tag that rowan's trees carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Puppet {}

impl rowan::Language for Puppet {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        // Only kinds of this enum are ever put into a tree.
        SyntaxKind::from_raw(raw.0).unwrap_or(SyntaxKind::ERROR)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

pub type SyntaxNode = rowan::SyntaxNode<Puppet>;
pub type SyntaxToken = rowan::SyntaxToken<Puppet>;
pub type SyntaxElement = rowan::SyntaxElement<Puppet>;

/// Kind of the text to parse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// A manifest, `*.pp`.
    #[default]
    Manifest,
    /// A template, `*.epp`.
    Epp,
}

impl Dialect {
    /// The dialect of code that is loaded, by the ending of its path; anything but `.epp` is a manifest. Whatever reads files of other
    /// kinds, too, asks `workspace` for the kind of a document.
    pub fn of_path(path: &str) -> Dialect {
        if path.ends_with(".epp") { Dialect::Epp } else { Dialect::Manifest }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ParseOptions {
    pub dialect: Dialect,
    /// Puppet's `tasks` setting: `plan` and `apply` are keywords.
    pub tasks: bool,
}

/// The result of parsing: a tree of the whole text, and the problems found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parse {
    green: GreenNode,
    options: ParseOptions,
    problems: Arc<[Problem]>,
}

impl Parse {
    pub fn syntax_node(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    pub fn tree(&self) -> ast::SourceFile {
        // The parser always makes this node.
        ast::SourceFile { syntax: self.syntax_node() }
    }

    /// Kind of text as which it was parsed.
    pub fn dialect(&self) -> Dialect {
        self.options.dialect
    }

    /// How it was read.
    pub fn options(&self) -> ParseOptions {
        self.options
    }

    /// Puppet's model of the text.
    pub fn model(&self) -> model::Model {
        let mut model = self.unplaced_model();
        model.place_the_rest();
        model
    }

    fn unplaced_model(&self) -> model::Model {
        let text = self.syntax_node().text().to_string();
        let flat = flat::Flat::of_green(&self.green, &text, self.options.dialect == Dialect::Epp);
        model::lower(&flat, model::Means { options: self.options, texts: &mut model::Texts::default(), goes_on: false })
    }

    /// Syntax problems, in the order in which Puppet's parser would meet them.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

/// Parses any text.
pub fn parse(text: &str, options: ParseOptions) -> Parse {
    let (green, problems) = parser::parse(text, options);
    Parse { green, options, problems: problems.into() }
}

/// Parses a text into Puppet's model and its syntax problems, without storing a tree.
pub fn parse_model(text: &str, options: ParseOptions) -> (model::Model, Vec<Problem>) {
    let (flat, problems) = parser::parse_flat(text, lexer::lex(text, options), options);
    let mut model = model::lower(&flat, model::Means { options, texts: &mut model::Texts::default(), goes_on: false });
    model.place_the_rest();
    (model, problems)
}

/// The syntax that a heredoc's tag names.
pub(crate) fn lexer_heredoc_syntax(tag: &str) -> &str {
    lexer::heredoc_tag(tag).map_or("", |t| t.syntax)
}

/// Rendered value of the template text that begins at `start`.
pub(crate) fn epp_value(text: &str, start: usize) -> String {
    let skip_leading = text.get(..start).is_some_and(trims_behind);
    lexer::epp_text_run(text, start, skip_leading).value.unwrap_or_default()
}

/// Whether text up to here ends with the mark that takes the line break after it. The `-` may belong to an arrow instead: in `<-%>`, and
/// not in `<<-%>`, as two `<` are one token.
fn trims_behind(before: &str) -> bool {
    before.strip_suffix("-%>").is_some_and(|code| (code.len() - code.trim_end_matches('<').len()) % 2 == 0)
}

/// Input of validation besides the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValidateOptions {
    /// Puppet's `strict` setting, which decides how bad a duplicate key is.
    pub strict: Strict,
    /// Puppet's `tasks` setting: what needs a catalog is refused outside of `apply`.
    pub tasks: bool,
    /// Definitions that the file may hold, if it lies where modules are loaded from.
    pub autoload: Option<Autoload>,
}

/// Puppet's `strict` setting; Puppet 8's own is `Error`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strict {
    Off,
    Warning,
    #[default]
    Error,
}

impl Strict {
    /// The value of the setting with this name: `off`, `warning` or `error`.
    pub fn named(name: &str) -> Option<Strict> {
        match name {
            "off" => Some(Strict::Off),
            "warning" => Some(Strict::Warning),
            "error" => Some(Strict::Error),
            _ => None,
        }
    }
}

/// The place of a file in a module, by Puppet's autoload rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autoload {
    /// The path as Puppet's message names it.
    pub file: String,
    /// The name that definitions must begin with, as `m::a`; none where nothing may be loaded from.
    pub namespace: Option<String>,
}

/// The second pass: what the grammar accepts and Puppet refuses all the same. In Puppet's order, each once.
/// Empty where the text has syntax errors, as Puppet does not come to this pass then.
pub fn validate(parse: &Parse, options: &ValidateOptions) -> Vec<Problem> {
    if parse.problems.iter().any(|p| p.severity == crate::Severity::Error) {
        return Vec::new();
    }
    let mut model = parse.unplaced_model();
    let issues = validation::issues(&model, options);
    if issues.is_empty() {
        return Vec::new();
    }
    model.place_the_rest();
    as_problems(&model, issues)
}

/// The same for a model that is there already, of a text without syntax errors.
pub fn validate_model(model: &model::Model, options: &ValidateOptions) -> Vec<Problem> {
    as_problems(model, validation::issues(model, options))
}

fn as_problems(model: &model::Model, issues: Vec<validation::Issue>) -> Vec<Problem> {
    let mut seen = std::collections::HashSet::new();
    let issues = issues.into_iter().filter(|i| seen.insert((i.code, i.node)));
    issues.map(|issue| validation::problem(model, &issue)).collect()
}

/// The functions that may be called without parentheses.
pub(crate) fn parser_statement_calls() -> &'static [&'static str] {
    parser::STATEMENT_CALLS
}
