//! An error of the evaluation, as the rules look at it.

use std::sync::Arc;

use compiler::{EvalError, Help, Issue, Place, Program};
use syntax::model::NodeId;
use syntax::{TextRange, TextSize};

use super::{Texts, spot};
use crate::{Edit, Fix, Related};

/// An error with the text that it is in.
pub struct Raised<'a> {
    pub error: &'a EvalError,
    /// The issue without its frames.
    pub issue: &'a Issue,
    /// The innermost place.
    pub place: Place,
    pub program: Option<Arc<Program>>,
    pub file: Arc<str>,
    texts: &'a dyn Texts,
}

/// A rule's finding for an error.
#[derive(Clone, Debug)]
pub struct Draft {
    pub message: String,
    /// Its issue, where it is only a part of the error's.
    pub issue: Option<Issue>,
    pub file: Arc<str>,
    pub range: TextRange,
    pub help: Option<String>,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

impl<'a> Raised<'a> {
    pub fn new(error: &'a EvalError, texts: &'a dyn Texts) -> Raised<'a> {
        let issue = error.issue.root();
        // What is around a definition says no place of its own.
        let place = Some(error.origin()).filter(|it| it.line.is_some()).unwrap_or(error.shown_place());
        // Some errors have no place but those that they name.
        let named = || issue.places().first().copied().or_else(|| Some(&error.related.first()?.place));
        let place = if place.is_nowhere() { named().unwrap_or(place) } else { place }.clone();
        let file: Arc<str> = place.file.as_deref().unwrap_or("").into();
        let program = texts.program(&file);
        Raised { error, issue, place, program, file, texts }
    }

    /// The expression at the place of the error.
    pub fn node(&self) -> Option<NodeId> {
        self.program.as_deref()?.node_at(&self.place)
    }

    /// The text of the issue, as people read it.
    pub fn text(&self) -> String {
        without_numbers(&self.error.issue.headline())
    }

    /// A finding at the place of the error, or at a better one.
    pub fn draft(&self, range: Option<TextRange>) -> Draft {
        let replacement = self.error.help.as_ref().and_then(Help::replacement);
        Draft {
            message: self.text(),
            issue: None,
            file: self.file.clone(),
            range: range.unwrap_or_else(|| self.range()),
            help: self.error.help.as_ref().map(ToString::to_string),
            related: self.error.related.iter().filter_map(|it| self.related(&it.place, it.role.to_string())).collect(),
            fixes: replacement.filter(|_| range.is_some()).map(|name| self.replace(range, &name)).into_iter().collect(),
        }
    }

    /// Range at the place of the error.
    pub fn range(&self) -> TextRange {
        self.program.as_deref().map_or_else(TextRange::default, |program| spot::range(program, &self.place))
    }

    fn replace(&self, range: Option<TextRange>, name: &str) -> Fix {
        let edit = Edit { file: self.file.clone(), range: range.unwrap_or_default(), text: name.to_owned() };
        Fix { title: format!("Change to `{name}`"), edits: vec![edit], sure: false }
    }

    /// Another place with what has to be said of it; none if the place is in no text.
    pub fn related(&self, place: &Place, message: impl Into<String>) -> Option<Related> {
        let file = place.file.as_deref().unwrap_or("");
        let program = self.texts.program(file)?;
        place.line?;
        Some(Related { file: file.into(), range: spot::range(&program, place), message: message.into() })
    }

    /// Another text, by the name that places give it.
    pub fn other(&self, file: &str) -> Option<Arc<Program>> {
        self.texts.program(file)
    }

    /// The key of data that a name was probably meant to be.
    pub fn near_key(&self, name: &str) -> Option<String> {
        self.texts.near_key(name)
    }

    /// Puppet's own place, as an offset.
    pub fn puppet_place(&self) -> Option<TextSize> {
        let place = self.error.shown_place();
        let program = self.program.as_ref().filter(|_| place.file == self.place.file)?;
        Some(spot::offset(program, place.line?, place.column).into())
    }
}

/// Titles that are not known are numbered, which is nothing to people: `[?3]` becomes `[?]`.
pub fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[?") {
        let digits = after.len() - after.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        out.push_str(before);
        out.push_str("[?");
        rest = match after.get(digits..) {
            Some(behind) if behind.starts_with(']') => behind,
            _ => after,
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_titles_are_left_out() {
        assert_eq!(without_numbers("A[?3]: has [?12] and [?x] and [?"), "A[?]: has [?] and [?x] and [?");
    }
}
