//! The formatter: one style for manifests, and for the code of templates.
//!
//! ```text
//! text ──syntax──▶ tree ──builder, rules──▶ document ──printer──▶ new text ──edits──▶ the fewest changes ──verify──▶
//! ```
//!
//! The output means the same as the input: both are parsed and compared, and if they differ nothing is changed. How the style came about,
//! and why the printer is this crate's own, stands in `docs/decisions/formatter.md`.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod builder;
mod document;
mod edits;
mod printer;
mod range;
mod rules;
#[cfg(test)]
mod tests;
mod tokens;
mod verify;

use syntax::{Code, Dialect, Parse, ParseOptions, Severity, TextRange};

pub use edits::{Edit, apply};
pub use range::format_range;

/// Limit of the rounds of formatting until the result stays.
const MOST_PASSES: u32 = 4;

/// How wide a line may be.
pub const WIDTH: usize = 140;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub parse: ParseOptions,
    pub width: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { parse: ParseOptions::default(), width: WIDTH }
    }
}

/// Why a text stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// A string, a comment or a heredoc has no end, so that nobody knows what belongs to it.
    Endless,
    /// A heredoc that is not on the lines below its tag.
    Heredoc,
    /// Deeper than anybody writes.
    TooDeep,
    /// The new text would mean something else.
    Changed,
    /// Its layout changes in each round of formatting.
    Unsettled,
    /// A template with a syntax error: nobody knows what is code there.
    Template,
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            FormatError::Endless => "a string, comment or heredoc has no end",
            FormatError::Heredoc => "the text of a heredoc is not on the lines after its tag",
            FormatError::TooDeep => "the code is nested too deeply",
            FormatError::Changed => "the new text would mean something else",
            FormatError::Unsettled => "its layout would change again and again",
            FormatError::Template => "a template with a syntax error is not formatted",
        })
    }
}

impl std::error::Error for FormatError {}

/// Returns the edits that format a text, in order; none where it is formatted.
pub fn format(text: &str, options: Options) -> Result<Vec<Edit>, FormatError> {
    format_parsed(text, &syntax::parse(text, options.parse), options)
}

/// The same of a text that was read already.
pub fn format_parsed(text: &str, parse: &Parse, options: Options) -> Result<Vec<Edit>, FormatError> {
    let edits = laid_out(text, parse, options)?;
    if edits.is_empty() { Ok(edits) } else { settled(text, edits, options) }
}

/// A text whose layout depends on its earlier layout is formatted until it stays: formatting it again changes nothing, whatever comments it
/// has. A formatted text costs nothing more.
fn settled(text: &str, edits: Vec<Edit>, options: Options) -> Result<Vec<Edit>, FormatError> {
    let mut new = apply(text, &edits);
    for pass in 0..MOST_PASSES {
        let more = laid_out(&new, &syntax::parse(&new, options.parse), options)?;
        if more.is_empty() {
            return Ok(if pass == 0 { edits } else { edits::whole(text, &new) });
        }
        new = apply(&new, &more);
    }
    Err(FormatError::Unsettled)
}

/// The changes that are made at once.
fn laid_out(text: &str, parse: &Parse, options: Options) -> Result<Vec<Edit>, FormatError> {
    if parse.problems().iter().any(|it| is_endless(it.code)) {
        return Err(FormatError::Endless);
    }
    let problems: Vec<TextRange> = parse.problems().iter().filter(|it| counts(it)).map(|it| it.range).collect();
    let dialect = options.parse.dialect;
    if dialect == Dialect::Epp && !problems.is_empty() {
        return Err(FormatError::Template);
    }
    let file = parse.syntax_node();
    let tokens = tokens::Tokens::new(&file, text, dialect).map_err(|_| FormatError::Heredoc)?;
    let start = if dialect == Dialect::Manifest && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut builder = builder::Builder::new(text, tokens, problems, options.width);
    builder.file(&file);
    // The last token stands for the end.
    if builder.is_lost || builder.next + 1 != builder.tokens.tokens.len() {
        return Err(FormatError::TooDeep);
    }
    let printed = printer::print(text, dialect, builder.items, options.width);
    let edits = edits::edits(text, start, &printed);
    if !edits.is_empty() {
        let new = apply(text, &edits);
        verify::means_the_same((text, parse), &new)?;
    }
    Ok(edits)
}

/// Returns the first problem of a text that keeps a part of it from being formatted.
pub fn problem(parse: &Parse) -> Option<&syntax::Problem> {
    parse.problems().iter().find(|it| counts(it))
}

fn counts(problem: &syntax::Problem) -> bool {
    problem.severity == Severity::Error && problem.code != Code::ByteOrderMark
}

fn is_endless(code: Code) -> bool {
    matches!(
        code,
        Code::UnclosedQuote
            | Code::UnclosedComment
            | Code::HeredocUnclosedParenthesis
            | Code::HeredocInvalidSyntax
            | Code::HeredocWithoutText
            | Code::HeredocWithoutEnd
            | Code::NestedHeredoc
            | Code::NestedTooDeeply
    )
}
