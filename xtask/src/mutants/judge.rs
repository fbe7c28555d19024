//! Judgement of two answers about one mutant.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::draw::Mutant;
use super::source::Source;

/// One finding of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub file: PathBuf,
    pub line: u32,
    pub code: String,
    pub is_error: bool,
    pub message: String,
    /// Other places that it names, with their lines.
    pub related: Vec<(PathBuf, u32)>,
}

impl Found {
    /// A file that our program says nothing of, because it breaks down.
    pub fn breakdown(file: &Path) -> Found {
        Found {
            file: file.to_owned(),
            line: 0,
            code: "breakdown".into(),
            is_error: true,
            message: "bunraku breaks down".into(),
            related: Vec::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Puppet refuses it, and we report it where it is wrong.
    Found,
    /// Puppet refuses it, and we report an error elsewhere, or another one.
    Elsewhere,
    /// Puppet refuses it, and we report a warning where it is wrong.
    Warned,
    /// Puppet refuses it, and we report nothing.
    Missed,
    /// Puppet accepts it, and so do we.
    Accepted,
    /// Puppet accepts it, and we do not.
    FalseError,
}

impl Outcome {
    pub fn is_refused(self) -> bool {
        !matches!(self, Outcome::Accepted | Outcome::FalseError)
    }

    pub fn is_bad(self) -> bool {
        !matches!(self, Outcome::Found | Outcome::Accepted)
    }
}

pub struct Judged<'a> {
    pub mutant: &'a Mutant,
    pub outcome: Outcome,
    pub puppet: Value,
    /// Findings that the unchanged class does not have.
    pub new: Vec<Found>,
}

impl<'a> Judged<'a> {
    /// `read` reads a file as it was before the change.
    pub fn new(
        mutant: &'a Mutant,
        puppet: Value,
        before: &[Found],
        after: Vec<Found>,
        read: &dyn Fn(&Path) -> Option<Source>,
    ) -> Judged<'a> {
        let new: Vec<Found> = after.into_iter().filter(|it| !before.contains(it)).collect();
        let outcome = outcome(mutant, &puppet, &new, read);
        Judged { mutant, outcome, puppet, new }
    }
}

fn outcome(mutant: &Mutant, puppet: &Value, new: &[Found], read: &dyn Fn(&Path) -> Option<Source>) -> Outcome {
    let mut errors = new.iter().filter(|it| it.is_error).peekable();
    let Some(text) = message(puppet) else {
        return if errors.peek().is_some() { Outcome::FalseError } else { Outcome::Accepted };
    };
    let lines = mutant.change.lines;
    let is_within = |(first, last): (u32, u32), line| (first..=last).contains(&line);
    let changed = |file: &Path, line| file == mutant.file && is_within(lines, line);
    let theirs = place(puppet).filter(|_| !mutant.kind.is_where_it_is_made()).and_then(|(file, line)| {
        let source = if file == mutant.file { Some(Source::new(file.clone(), mutant.text.clone())) } else { read(&file) };
        Some((file, source?.lines_around(line)))
    });
    let told_by_puppet = |file: &Path, line| theirs.as_ref().is_some_and(|it| it.0 == file && is_within(it.1, line));
    let words = general(&text);
    let is_there = |it: &Found| {
        let own = changed(&it.file, it.line) || told_by_puppet(&it.file, it.line);
        // Of arrows Puppet says no place: the same words are the same mistake.
        let is_same = theirs.is_none() && !mutant.kind.is_where_it_is_made() && general(&it.message) == words;
        // A circle has no place that is its own.
        own || is_same || it.code == "dependency-cycle" && it.related.iter().any(|(file, line)| changed(file, *line))
    };
    // Where Puppet itself breaks down its words say nothing of the mistake.
    let is_breakdown = words.starts_with("undefined method");
    let is_fitting = |it: &Found| mutant.kind.codes().contains(&it.code.as_str()) || is_breakdown || general(&it.message) == words;
    if errors.clone().any(|it| is_there(it) && is_fitting(it)) {
        Outcome::Found
    } else if errors.peek().is_some() {
        Outcome::Elsewhere
    } else if new.iter().any(is_there) {
        Outcome::Warned
    } else {
        Outcome::Missed
    }
}

/// Puppet's error; nothing if it accepts the code.
pub fn message(puppet: &Value) -> Option<String> {
    let text = puppet["error"].as_str().or(puppet["ral_error"]["error"].as_str());
    if let Some(text) = text {
        return Some(text.to_owned());
    }
    let cycles = puppet["cycles"].as_array().filter(|it| !it.is_empty())?;
    Some(format!("Found {} dependency cycle(s)", cycles.len()))
}

/// Where Puppet says that it is; of an error within a defined type not where that is declared, but where it is raised.
pub fn place(puppet: &Value) -> Option<(PathBuf, u32)> {
    [puppet, &puppet["ral_error"]].into_iter().find_map(|error| {
        let text = error["error"].as_str()?;
        let raised = text.matches("Evaluation Error: ").count() > 1;
        let places: Vec<(PathBuf, u32)> = text.split("(file: ").skip(1).filter_map(place_in).collect();
        let own = || Some((PathBuf::from(error["file"].as_str()?), u32::try_from(error["line"].as_u64()?).ok()?));
        if raised { places.last().cloned().or_else(own) } else { own().or_else(|| places.first().cloned()) }
    })
}

fn place_in(text: &str) -> Option<(PathBuf, u32)> {
    let (file, rest) = text.split_once(", line: ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((file.into(), digits.parse().ok()?))
}

/// The words of an error, without where it is and what was being done.
pub fn general(text: &str) -> String {
    let mut text = text;
    loop {
        let rest = text.strip_prefix("Evaluation Error: ").unwrap_or(text);
        let rest = match rest.strip_prefix("Error while evaluating a ").and_then(|it| it.split_once(", ")) {
            Some((_, inner)) => inner,
            None => rest,
        };
        if rest == text {
            break;
        }
        text = rest;
    }
    let text = text.split_once(" (file: ").map_or(text, |it| it.0);
    text.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::kinds::{Change, Kind};
    use super::*;

    fn mutant(kind: Kind) -> Mutant {
        let change = Change { range: syntax::TextRange::empty(0.into()), text: "x".into(), lines: (2, 2) };
        Mutant { kind, class: "a".into(), file: "/a.pp".into(), change, text: "\nx\n\n".into(), about: String::new() }
    }

    fn found(code: &str, line: u32, is_error: bool) -> Found {
        Found { file: "/a.pp".into(), line, code: code.into(), is_error, message: "m".into(), related: Vec::new() }
    }

    #[test]
    fn what_is_found_is_found_at_its_line() {
        let refused = json!({"error": "Evaluation Error: no", "file": "/b.pp", "line": 3});
        let of = |it| outcome(&mutant(Kind::Variable), &refused, &[it], &Source::read);
        assert_eq!(of(found("unknown-variable", 2, true)), Outcome::Found);
        assert_eq!(of(found("unknown-variable", 3, true)), Outcome::Elsewhere);
        assert_eq!(of(found("unknown-function", 2, true)), Outcome::Elsewhere);
        assert_eq!(of(found("unknown-variable", 2, false)), Outcome::Warned);
        assert_eq!(outcome(&mutant(Kind::Variable), &refused, &[], &Source::read), Outcome::Missed);
    }

    #[test]
    fn what_puppet_accepts_is_no_error() {
        let of = |it| outcome(&mutant(Kind::Variable), &json!({}), &[it], &Source::read);
        assert_eq!(of(found("unknown-variable", 2, true)), Outcome::FalseError);
        assert_eq!(of(found("unknown-variable", 2, false)), Outcome::Accepted);
    }

    #[test]
    fn what_was_told_before_is_not_new() {
        let before = [found("unused-variable", 2, true)];
        let mutant = mutant(Kind::Value);
        assert_eq!(Judged::new(&mutant, json!({}), &before, before.to_vec(), &Source::read).outcome, Outcome::Accepted);
    }

    #[test]
    fn words_are_compared_without_their_place() {
        let theirs = "Evaluation Error: Error while evaluating a Resource Statement, Unknown resource type: 'ax' (file: /a.pp, line: 2)";
        assert_eq!(general(theirs), general("Unknown resource type: 'ax'"));
        let within = format!("Evaluation Error: Error while evaluating a Resource Statement, {theirs} (file: /b.pp, line: 9)");
        assert_eq!(general(&within), general(theirs));
    }
}
