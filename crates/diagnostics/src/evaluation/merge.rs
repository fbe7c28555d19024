//! Merges the findings of several evaluations of one thing.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use syntax::{Severity, TextRange};

use crate::Code;
use crate::Finding;

/// The findings of one evaluation, and the systems that it holds for.
pub struct Part {
    pub systems: Vec<Arc<str>>,
    pub findings: Vec<Finding>,
}

/// Findings that are the same on several systems, or from several entries, become one. One that does not hold on each of `all`
/// systems names those on which it does. Conditional in one evaluation and certain in another, it is certain.
pub fn merge(parts: Vec<Part>, all: &[Arc<str>]) -> Vec<Finding> {
    let mut merged: Vec<Finding> = Vec::new();
    let mut known: HashMap<Key, usize> = HashMap::new();
    for part in parts {
        for finding in part.findings {
            let key = key(&finding);
            match known.get(&key).and_then(|at| merged.get_mut(*at)) {
                Some(there) => {
                    if finding.severity == Severity::Error {
                        there.severity = Severity::Error;
                    }
                    for system in &part.systems {
                        if !there.systems.contains(system) {
                            there.systems.push(system.clone());
                        }
                    }
                }
                None => {
                    known.insert(key, merged.len());
                    merged.push(Finding { systems: part.systems.clone(), ..finding });
                }
            }
        }
    }
    // A finding about an unknown title has less information than one about a real title.
    let named: HashSet<(Code, Arc<str>, TextRange)> =
        merged.iter().filter(|it| !is_of_unknown_title(it)).map(|it| (it.code, it.file.clone(), it.range)).collect();
    merged.retain(|it| !is_of_unknown_title(it) || !named.contains(&(it.code, it.file.clone(), it.range)));
    for finding in &mut merged {
        if all.iter().all(|it| finding.systems.contains(it)) {
            finding.systems.clear();
        } else {
            // In the order in which people know them.
            finding.systems.sort_by_key(|it| all.iter().position(|other| other == it));
        }
    }
    merged
}

/// The compiler numbers titles that are not known.
fn is_of_unknown_title(finding: &Finding) -> bool {
    !finding.range.is_empty() && finding.issue.as_ref().is_some_and(|it| it.is_of_unknown_title())
}

/// Identity of findings of one mistake.
pub type Key = (Code, Arc<str>, TextRange, String);

pub fn key(finding: &Finding) -> Key {
    (finding.code, finding.file.clone(), finding.range, words(finding))
}

/// A finding without a range is known by its words; others may have other values in them on each system.
fn words(finding: &Finding) -> String {
    if finding.range.is_empty() || finding.code.is_distinct_by_message { finding.message.clone() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use issue::{AttributeUse, Issue, Place};

    use super::*;
    use crate::registry::codes;

    fn finding(start: u32, message: &str, severity: Severity) -> Finding {
        Finding::plain("a.pp".into(), codes::UNKNOWN_VARIABLE, severity, TextRange::at(start.into(), 3.into()), message.to_owned())
    }

    #[test]
    fn what_holds_everywhere_names_no_system() {
        let all: Vec<Arc<str>> = ["Debian 12", "RedHat 8", "RedHat 9"].map(Into::into).into();
        let part = |systems: &[usize], findings| Part { systems: systems.iter().map(|it| all[*it].clone()).collect(), findings };
        let both = || finding(0, "a", Severity::Error);
        let parts = vec![
            part(&[0], vec![both(), finding(9, "b", Severity::Warning)]),
            part(&[2, 1], vec![both(), finding(20, "c", Severity::Error)]),
            part(&[0], vec![finding(9, "other words", Severity::Error)]),
        ];
        let merged = merge(parts, &all);
        let summaries: Vec<(u32, Severity, Vec<&str>)> =
            merged.iter().map(|it| (it.range.start().into(), it.severity, it.systems.iter().map(|it| &**it).collect())).collect();
        let expected = vec![
            (0, Severity::Error, vec![]),
            (9, Severity::Error, vec!["Debian 12"]),
            (20, Severity::Error, vec!["RedHat 8", "RedHat 9"]),
        ];
        assert_eq!(summaries, expected);
    }

    #[test]
    fn a_title_that_is_known_says_more() {
        let all: Vec<Arc<str>> = vec!["Debian 12".into()];
        let of = |reference: &str, severity| {
            let user = AttributeUse::Given { reference: reference.into(), place: Place::default() };
            let issue = Issue::UnknownAttribute { name: "a".into(), user };
            let message = issue.to_string();
            let issue = Some(Arc::new(issue));
            Part {
                systems: all.clone(),
                findings: vec![Finding { code: codes::UNKNOWN_ATTRIBUTE, issue, ..finding(0, &message, severity) }],
            }
        };
        let merged = merge(vec![of("File[?2]", Severity::Warning), of("File[/b]", Severity::Error)], &all);
        let messages: Vec<&str> = merged.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(messages, ["no parameter named 'a' on File[/b]"]);
    }
}
