//! Judgement of the answers.

use std::collections::BTreeMap;

use serde_json::Value;

use super::case::Question;
use super::is_healthy;
use super::ours::{Check, Found};
use crate::answers::recording::Recording;

/// Errors in the recordings: Puppet must compile each node of the complete site, and refuse each mistake.
pub fn recorded(questions: &[Question], recorded: &BTreeMap<String, Recording>) -> Vec<String> {
    let complaint = |question: &Question| -> Option<String> {
        let Some(recording) = recorded.get(&question.id) else { return Some("is not recorded".into()) };
        if recording.input != question.input() {
            return Some("its text changed after it was recorded".into());
        }
        match (is_healthy(&recording.answer), question.is_mistake) {
            (true, true) => Some("Puppet accepts the mistake".into()),
            (false, false) => Some(format!("Puppet refuses the complete site: {}", recording.answer)),
            _ => None,
        }
    };
    questions.iter().filter_map(|it| Some(format!("{}: {}", it.id, complaint(it)?))).collect()
}

/// Whether Puppet still says what is recorded.
pub fn compare_live(question: &Question, answer: &Value, recorded: Option<&Recording>) -> Option<String> {
    let recorded = &recorded?.answer;
    (recorded != answer).then(|| format!("{}: Puppet says {answer}, not {recorded}", question.id))
}

/// Nothing may be called wrong but the mistake, and it must be, where it is. What is wrong with the checkout as it is is reported once.
pub fn findings(check: &Check, found: &[Found], before: &[Found]) -> Option<String> {
    let is_it = |it: &&Found| it.code == check.code && check.at.as_ref().is_some_and(|(file, line)| *file == it.file && *line == it.line);
    let errors: Vec<&Found> = found.iter().filter(|it| it.severity == "error").collect();
    let counts = |it: &&Found| it.severity == "error" || check.may_warn && it.severity == "warning";
    let is_found = check.at.is_none() || found.iter().filter(counts).any(|it| is_it(&it));
    // The same may be reported at each place that leads there.
    let messages: Vec<&str> = found.iter().filter(is_it).map(|it| it.message.as_str()).collect();
    let is_new = |it: &Found| before.iter().all(|old| (&old.file, &old.code, &old.message) != (&it.file, &it.code, &it.message));
    let others: Vec<&Found> = errors.into_iter().filter(|it| !messages.contains(&it.message.as_str()) && is_new(it)).collect();
    if is_found && others.is_empty() {
        return None;
    }
    let line = |it: &Found| {
        let message = it.message.lines().next().unwrap_or_default();
        format!("\n  {} {}:{} {}: {message}", it.severity, it.file, it.line, it.code)
    };
    let mut text = if is_found { "what is not wrong is an error".to_owned() } else { format!("{} is not found", check.code) };
    let near = found.iter().filter(|it| !is_found && it.severity != "error" && check.at.as_ref().is_some_and(|at| at.0 == it.file));
    text.extend(others.into_iter().chain(near).map(line));
    Some(format!("{}: {text}", check.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(severity: &str, code: &str, line: u32) -> Found {
        Found { file: "a.pp".into(), line, code: code.into(), severity: severity.into(), message: format!("{code} {line}") }
    }

    #[test]
    fn only_the_mistake_may_be_an_error() {
        let check = |code: &str, at| Check {
            id: "s".into(),
            root: String::new(),
            files: Default::default(),
            code: code.into(),
            may_warn: false,
            at,
        };
        let (healthy, wrong) = (check("", None), check("unknown-class", Some(("a.pp".to_owned(), 2))));
        let own = found("error", "unknown-class", 2);
        assert_eq!(findings(&healthy, &[found("warning", "unknown-class", 2)], &[]), None);
        assert!(findings(&healthy, std::slice::from_ref(&own), &[]).is_some());
        assert_eq!(findings(&wrong, std::slice::from_ref(&own), &[]), None);
        assert!(findings(&wrong, &[own.clone(), found("error", "unknown-type", 3)], &[]).is_some());
        let known = found("error", "unknown-type", 3);
        assert_eq!(findings(&wrong, &[own.clone(), known.clone()], &[known]), None);
        let warned = Check { may_warn: true, ..wrong.clone() };
        assert_eq!(findings(&warned, &[found("warning", "unknown-class", 2)], &[]), None);
        for other in [found("error", "unknown-class", 3), found("warning", "unknown-class", 2), found("error", "unknown-type", 2)] {
            assert!(findings(&wrong, &[other], &[]).is_some());
        }
    }
}
