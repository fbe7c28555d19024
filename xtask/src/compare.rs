//! Equality of two answers about one case.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::recordings::{Diagnostic, Recording, Verdict};

/// One kind of difference between answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// Accepted, refused, or broken down.
    Verdict,
    /// The syntax tree as PN.
    Pn,
    /// The syntax tree with all attributes and places.
    Full,
    Tokens,
    /// The first error: its code, message, line and column.
    First,
    /// Messages besides the first error.
    Rest,
    /// The text of the error that ends a compilation.
    Error,
    /// Where that error is.
    Place,
    Value,
    /// The value in a string.
    Text,
    Type,
    /// The value as rich data.
    Data,
    /// Resources with their parameters.
    Resources,
    /// Containment.
    Contained,
    Classes,
    Tags,
    Virtual,
    /// The relationships.
    Edges,
    /// The relationships after containers were replaced by their first and last points.
    Expanded,
    /// The order of application.
    Order,
    Cycles,
    /// The error of the conversion to what is applied.
    Conversion,
    Logs,
    /// Problems of the puppet-lint checks.
    Problems,
    /// Texts after their fixes.
    Fixed,
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Aspect::Verdict => "verdict",
            Aspect::Problems => "problems",
            Aspect::Fixed => "fixed",
            Aspect::Pn => "pn",
            Aspect::Full => "full",
            Aspect::Tokens => "tokens",
            Aspect::First => "first",
            Aspect::Rest => "rest",
            Aspect::Error => "error",
            Aspect::Place => "place",
            Aspect::Value => "value",
            Aspect::Text => "text",
            Aspect::Type => "type",
            Aspect::Data => "data",
            Aspect::Resources => "resources",
            Aspect::Contained => "contained",
            Aspect::Classes => "classes",
            Aspect::Tags => "tags",
            Aspect::Virtual => "virtual",
            Aspect::Edges => "edges",
            Aspect::Expanded => "expanded",
            Aspect::Order => "order",
            Aspect::Cycles => "cycles",
            Aspect::Conversion => "conversion",
            Aspect::Logs => "logs",
        })
    }
}

/// A difference: in what, what Puppet says, what we say.
pub type Difference = (Aspect, String, String);

/// All differences between Puppet's answer and ours.
pub fn compare(puppet: &Recording, ours: &Recording) -> Vec<Difference> {
    let mut found = Vec::new();
    if puppet.verdict == Verdict::Crash {
        // Where Puppet breaks down we owe an ordinary error. Its tree is not worth having then.
        let answered = ours.verdict == Verdict::Reject && errors(ours).next().is_some_and(|e| !e.message.is_empty());
        if !answered {
            found.push((Aspect::Verdict, "crash".into(), format!("{:?}, {}", ours.verdict, first(ours))));
        }
        return found;
    }
    compare_trees(puppet, ours, &mut found);
    if puppet.verdict != ours.verdict {
        found.push((Aspect::Verdict, format!("{:?}, {}", puppet.verdict, first(puppet)), format!("{:?}, {}", ours.verdict, first(ours))));
        return found;
    }
    if errors(puppet).next() != errors(ours).next() {
        found.push((Aspect::First, first(puppet), first(ours)));
    } else if !same_rest(puppet, ours) {
        found.push((Aspect::Rest, list(&puppet.diagnostics), list(&ours.diagnostics)));
    }
    found
}

fn compare_trees(puppet: &Recording, ours: &Recording, found: &mut Vec<Difference>) {
    // Where Puppet has no tree, its tokens end somewhere in the midst of things.
    let trees =
        [(Aspect::Pn, &puppet.pn, &ours.pn), (Aspect::Full, &puppet.full, &ours.full), (Aspect::Tokens, &puppet.tokens, &ours.tokens)];
    for (aspect, theirs, our) in trees {
        if puppet.full.is_some() && theirs.is_some() && theirs != our {
            found.push((aspect, text(theirs), text(our)));
        }
    }
}

/// Puppet's parser stops at the first error, where ours goes on; its validation reports all.
fn same_rest(puppet: &Recording, ours: &Recording) -> bool {
    // A warning without a code of Puppet's is one that Puppet does not have.
    let mut our = ours.diagnostics.iter().filter(|d| d.severity == "error" || d.code.is_some());
    if puppet.syntax {
        let our: Vec<_> = our.collect();
        puppet.diagnostics.iter().all(|d| our.contains(&d))
    } else {
        puppet.diagnostics.iter().all(|d| our.next() == Some(d)) && our.next().is_none()
    }
}

fn errors(recording: &Recording) -> impl Iterator<Item = &Diagnostic> {
    recording.diagnostics.iter().filter(|d| d.severity == "error")
}

fn first(recording: &Recording) -> String {
    errors(recording).next().map_or_else(|| "no error".into(), ToString::to_string)
}

fn list(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|d| format!("\n    {d}")).collect()
}

fn text(value: &Option<String>) -> String {
    value.clone().unwrap_or_else(|| "none".into())
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |n: Option<u32>| n.map_or_else(|| "-".into(), |n: u32| n.to_string());
        write!(f, "{}:{} {}", place(self.line), place(self.column), self.severity)?;
        if let Some(code) = &self.code {
            write!(f, " {code}")?;
        }
        write!(f, ": {}", self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostic(severity: &str, code: Option<&str>, message: &str, column: u32) -> Diagnostic {
        Diagnostic { severity: severity.into(), code: code.map(Into::into), message: message.into(), line: Some(1), column: Some(column) }
    }

    fn accepted() -> Recording {
        let some = |s: &str| Some(s.to_owned());
        Recording {
            id: "s/a".into(),
            input: String::new(),
            verdict: Verdict::Accept,
            pn: some("1"),
            full: some("f"),
            tokens: some("t"),
            diagnostics: vec![],
            syntax: false,
        }
    }

    fn refused(diagnostics: Vec<Diagnostic>, syntax: bool) -> Recording {
        Recording { verdict: Verdict::Reject, pn: None, full: None, tokens: None, diagnostics, syntax, ..accepted() }
    }

    fn aspects(puppet: &Recording, ours: &Recording) -> Vec<Aspect> {
        compare(puppet, ours).into_iter().map(|d| d.0).collect()
    }

    #[test]
    fn a_recording_equals_itself() {
        let error = diagnostic("error", None, "m", 1);
        for recording in [accepted(), refused(vec![error], true)] {
            assert_eq!(aspects(&recording, &recording), []);
        }
    }

    #[test]
    fn each_tree_counts() {
        let none = Recording { pn: None, ..accepted() };
        assert_eq!(aspects(&accepted(), &none), [Aspect::Pn]);
        // Where Puppet's printer breaks down there is nothing to compare with.
        assert_eq!(aspects(&none, &accepted()), []);
        assert_eq!(aspects(&accepted(), &Recording { full: Some("g".into()), ..accepted() }), [Aspect::Full]);
        assert_eq!(aspects(&accepted(), &Recording { tokens: None, ..accepted() }), [Aspect::Tokens]);
    }

    #[test]
    fn verdict_and_first_error_count() {
        let (one, two) = (diagnostic("error", None, "m", 1), diagnostic("error", None, "m", 2));
        let ours = Recording { verdict: Verdict::Reject, diagnostics: vec![one.clone()], ..accepted() };
        assert_eq!(aspects(&accepted(), &ours), [Aspect::Verdict]);
        assert_eq!(aspects(&refused(vec![one.clone()], true), &refused(vec![two.clone()], true)), [Aspect::First]);
        assert_eq!(aspects(&refused(vec![one.clone()], true), &refused(vec![two, one], true)), [Aspect::First]);
    }

    #[test]
    fn after_the_first_syntax_error_we_may_say_more() {
        let (one, two) = (diagnostic("error", None, "m", 1), diagnostic("error", None, "m", 2));
        assert_eq!(aspects(&refused(vec![one.clone()], true), &refused(vec![one.clone(), two.clone()], true)), []);
        assert_eq!(aspects(&refused(vec![one.clone()], false), &refused(vec![one.clone(), two], false)), [Aspect::Rest]);
    }

    #[test]
    fn a_warning_of_our_own_has_no_code_of_puppet() {
        let ours = Recording { diagnostics: vec![diagnostic("warning", None, "m", 1)], ..accepted() };
        assert_eq!(aspects(&accepted(), &ours), []);
        let theirs = Recording { diagnostics: vec![diagnostic("warning", Some("C"), "m", 1)], ..accepted() };
        assert_eq!(aspects(&theirs, &accepted()), [Aspect::Rest]);
        assert_eq!(aspects(&accepted(), &theirs), [Aspect::Rest]);
    }

    #[test]
    fn where_puppet_crashes_we_owe_an_error() {
        let crash = Recording { verdict: Verdict::Crash, ..refused(vec![], false) };
        assert_eq!(aspects(&crash, &crash), [Aspect::Verdict]);
        assert_eq!(aspects(&crash, &accepted()), [Aspect::Verdict]);
        assert_eq!(aspects(&crash, &refused(vec![diagnostic("error", None, "m", 1)], true)), []);
    }
}
