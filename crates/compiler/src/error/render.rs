//! Puppet's text of an error, with all that Puppet puts around it.
//!
//! This is the one place where errors become text. `compile`, `apply`, `debug` and logs show what it gives; nothing takes that
//! apart again.

use std::fmt;

use issue::{Issue, Place};

use super::{EvalError, FrameKind, Raised};

impl EvalError {
    /// The message without the place of the error.
    pub fn message(&self) -> String {
        let mut text = match &self.raised {
            Raised::Bare => self.issue.to_string(),
            Raised::Issue => format!("Evaluation Error: {}", self.issue),
            Raised::Exception(label) => {
                format!("Evaluation Error: Error while evaluating {} {label}, {}", article(label), self.issue)
            }
        };
        let mut place = &self.place;
        for frame in &self.frames {
            let inner = with_place(text, place);
            text = match &frame.kind {
                FrameKind::Resource => format!("Evaluation Error: Error while evaluating a Resource Statement, {inner}"),
                FrameKind::Environment(name) => format!("Could not parse for environment {name}: {inner}"),
            };
            place = &frame.place;
        }
        text
    }

    /// The message for whoever has asked for a call alone: what Puppet puts around calls says nothing to them.
    pub fn message_of_call(&self) -> String {
        match &self.raised {
            _ if !self.frames.is_empty() => self.message(),
            Raised::Exception(label) if **label != *"Function Call" => {
                format!("Error while evaluating {} {label}, {}", article(label), self.issue)
            }
            _ => self.issue.to_string(),
        }
    }

    /// The message with its place after it.
    pub fn full(&self) -> String {
        with_place(self.message(), self.shown_place())
    }

    /// Whether Puppet's own text is shown without a place: the exceptions of lookups.
    pub fn is_placed_by_puppet(&self) -> bool {
        self.puppet_code().is_some() || matches!(self.issue, Issue::MissingData { .. })
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full())
    }
}

impl std::error::Error for EvalError {}

/// Some texts of Puppet name their place themselves.
fn with_place(text: String, place: &Place) -> String {
    let place = place.text();
    if place.is_empty() || text.ends_with(&place) { text } else { format!("{text} {place}") }
}

/// Puppet's article of a label.
fn article(label: &str) -> &'static str {
    syntax::model::label::article(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32) -> Place {
        Place { file: Some("a.pp".into()), line: Some(line), column: Some(3), node: None }
    }

    #[test]
    fn what_is_around_an_error_is_written_around_it() {
        let unknown = || Issue::UnknownVariable { name: "x".into() };
        let raised = |raised| EvalError::new(unknown(), raised, place(2));
        assert_eq!(raised(Raised::Bare).full(), "Unknown variable: 'x'. (file: a.pp, line: 2, column: 3)");
        assert_eq!(raised(Raised::Issue).message(), "Evaluation Error: Unknown variable: 'x'.");
        let mut error = raised(Raised::Exception("Function Call".into()));
        let inner = "Evaluation Error: Error while evaluating a Function Call, Unknown variable: 'x'.";
        assert_eq!((error.message().as_str(), error.label()), (inner, Some("Function Call")));
        error.wrap(FrameKind::Resource, place(9));
        let outer = "Evaluation Error: Error while evaluating a Resource Statement, ";
        assert_eq!(error.message(), format!("{outer}{inner} (file: a.pp, line: 2, column: 3)"));
        assert_eq!((error.shown_place(), error.origin()), (&place(9), &place(2)));
    }
}
