//! An error of the evaluation, as the rules look at it.

use std::sync::Arc;

use compiler::{EvalError, Place, Program};
use syntax::{TextRange, TextSize};

use super::{Texts, spot};
use crate::{Edit, Fix, Related};

/// An error without what Puppet puts around it.
pub struct Raised<'a> {
    /// What is wrong, and nothing else.
    pub text: String,
    /// Puppet's name of the issue; none for what is around the error.
    pub code: Option<&'static str>,
    /// What was being evaluated, as `Function Call`.
    pub label: Option<String>,
    pub error: &'a EvalError,
    /// The innermost place.
    pub place: Place,
    pub program: Option<Arc<Program>>,
    pub file: Arc<str>,
    texts: &'a dyn Texts,
}

/// What a rule makes of an error.
#[derive(Clone, Debug)]
pub struct Draft {
    pub message: String,
    pub file: Arc<str>,
    pub range: TextRange,
    pub help: Option<String>,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

impl<'a> Raised<'a> {
    pub fn new(error: &'a EvalError, texts: &'a dyn Texts) -> Raised<'a> {
        // What is around a definition says no place of its own.
        let place = Some(error.origin()).filter(|it| it.line.is_some()).unwrap_or(&error.place).clone();
        let (text, label) = core(error);
        // Some errors have no place but in their words.
        let place = if place.file.is_none() && place.line.is_none() {
            named_place(&text).or_else(|| Some(error.related.first()?.0.clone())).unwrap_or(place)
        } else {
            place
        };
        let file: Arc<str> = place.file.as_deref().unwrap_or("").into();
        let program = texts.program(&file);
        Raised { text, code: error.code, label, error, place, program, file, texts }
    }

    /// What is said between two parts of the text.
    pub fn between(&self, before: &str, after: &str) -> Option<&str> {
        between(&self.text, before, after)
    }

    /// A finding at the place of the error, or at a better one.
    pub fn draft(&self, range: Option<TextRange>) -> Draft {
        Draft {
            message: without_numbers(&self.text),
            file: self.file.clone(),
            range: range.unwrap_or_else(|| self.range()),
            help: self.error.help.as_ref().map(ToString::to_string),
            related: self.error.related.iter().filter_map(|(place, text)| self.related(place, text.clone())).collect(),
            fixes: self.error.instead.as_ref().filter(|_| range.is_some()).map(|name| self.replace(range, name)).into_iter().collect(),
        }
    }

    /// What is at the place of the error.
    pub fn range(&self) -> TextRange {
        self.program.as_ref().map(|it| spot::range(it, &self.place, self.label.as_deref())).unwrap_or_default()
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
        Some(Related { file: file.into(), range: spot::range(&program, place, None), message: message.into() })
    }

    /// Another text, by the name that places give it.
    pub fn other(&self, file: &str) -> Option<Arc<Program>> {
        self.texts.program(file)
    }

    /// The place that a text names: `(file: F, line: 1)`.
    pub fn named_place(&self, text: &str) -> Option<Place> {
        named_place(text)
    }

    /// Puppet's own place, as an offset.
    pub fn puppet_place(&self) -> Option<TextSize> {
        let place = &self.error.place;
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

pub fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let start = text.find(before)? + before.len();
    let rest = text.get(start..)?;
    rest.get(..rest.find(after)?)
}

/// The text without what is around it, and the label of the innermost expression that was being evaluated.
fn core(error: &EvalError) -> (String, Option<String>) {
    let mut text = error.message.as_str();
    let mut label = None;
    loop {
        if let Some(rest) = text.strip_prefix("Evaluation Error: ") {
            text = rest;
            label = None;
        } else if let Some((what, rest)) = text.strip_prefix("Error while evaluating ").and_then(|it| it.split_once(", ")) {
            label = what.split_once(' ').map(|(_article, label)| label.to_owned());
            text = rest;
        } else {
            break;
        }
    }
    // What is around names the places on the way, the innermost first.
    let own = [error.place.line, error.origin().line];
    while let Some(at) = text.rfind(" (").filter(|_| text.ends_with(')')) {
        match text.get(at + 1..).and_then(named_place) {
            Some(place) if own.contains(&place.line) && !ends_in_preposition(text.get(..at).unwrap_or("")) => {
                text = text.get(..at).unwrap_or(text);
            }
            _ => break,
        }
    }
    (text.to_owned(), label)
}

/// `already declared at (file: …)` needs its place.
fn ends_in_preposition(text: &str) -> bool {
    text.ends_with(" at") || text.ends_with(" declared")
}

fn named_place(text: &str) -> Option<Place> {
    let start = text.find("(file: ").map(|it| (it + 7, true)).or_else(|| text.find("(line: ").map(|it| (it + 7, false)));
    let (start, with_file) = start?;
    let inner = text.get(start..)?.split(')').next()?;
    let mut parts = inner.split(", ");
    let file = if with_file { parts.next().map(Into::into) } else { None };
    let line = if with_file { parts.next()?.strip_prefix("line: ")? } else { parts.next()? };
    Some(Place { file, line: Some(line.parse().ok()?), column: parts.next().and_then(|it| it.strip_prefix("column: ")?.parse().ok()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32) -> Place {
        Place { file: Some("a.pp".into()), line: Some(line), column: Some(3) }
    }

    #[track_caller]
    fn check(message: &str, expected: &str, label: Option<&str>) {
        let error = EvalError::new(message, place(2));
        assert_eq!(core(&error), (expected.to_owned(), label.map(ToOwned::to_owned)));
    }

    #[test]
    fn what_is_around_an_error_is_taken_away() {
        check("Evaluation Error: Unknown variable: 'x'.", "Unknown variable: 'x'.", None);
        check("Evaluation Error: Error while evaluating a Function Call, no", "no", Some("Function Call"));
        check(
            "Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: Unknown variable: 'x'. (file: a.pp, line: 2, column: 3)",
            "Unknown variable: 'x'.",
            None,
        );
        check(
            "Evaluation Error: Error while evaluating a Resource Statement, Duplicate declaration: File[/a] is already declared at (file: a.pp, line: 1); cannot redeclare (file: a.pp, line: 2)",
            "Duplicate declaration: File[/a] is already declared at (file: a.pp, line: 1); cannot redeclare",
            Some("Resource Statement"),
        );
    }

    #[test]
    fn numbers_of_titles_are_left_out() {
        assert_eq!(without_numbers("A[?3]: has [?12] and [?x] and [?"), "A[?]: has [?] and [?x] and [?");
    }

    #[test]
    fn places_in_texts_are_read() {
        let found = named_place("is already declared at (file: /b.pp, line: 7); cannot");
        assert_eq!(found, Some(Place { file: Some("/b.pp".into()), line: Some(7), column: None }));
        assert_eq!(named_place("at (line: 3)"), Some(Place { file: None, line: Some(3), column: None }));
        assert_eq!(named_place("(file: x)"), None);
    }
}
