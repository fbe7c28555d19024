//! A plan of a run in test mode.

use apply::{Change, Foreseen, Planned, Verdict};
use salt::Compiled;
use serde_json::Value as Json;

use crate::history::{place, reference};
use crate::python;
use crate::returned::Return;
use crate::run::Returns;

/// Makes a plan of the results of a run in test mode, in the order of the run.
pub fn planned(returns: &Returns, compiled: &Compiled) -> Planned {
    let mut sorted: Vec<(&String, &Return)> = returns.iter().collect();
    sorted.sort_by_key(|it| it.1.number);
    Planned { resources: sorted.into_iter().map(|(tag, ret)| foreseen(tag, ret, compiled)).collect() }
}

fn foreseen(tag: &str, ret: &Return, compiled: &Compiled) -> Foreseen {
    let verdict = match ret.result() {
        Some(false) => Verdict::Fail,
        Some(true) if !ret.has_changes() => Verdict::Same,
        Some(true) | None => Verdict::Change,
    };
    let is_changed = verdict == Verdict::Change;
    let comment = ret.outcome.comment.trim();
    let mut changes: Vec<Change> =
        ret.outcome.changes.iter().filter(|it| is_changed && !is_difference(it)).map(|(name, it)| change(name, it)).collect();
    let difference = ret.outcome.changes.iter().find(|it| is_changed && is_difference(it)).and_then(|it| it.1.as_str());
    if is_changed && changes.is_empty() && difference.is_none() {
        changes.push(Change { property: "comment".to_owned(), from: Json::Null, to: Json::Null, message: comment.to_owned() });
    }
    let place = place(tag, compiled);
    Foreseen {
        resource: reference(tag, ret),
        file: place.as_ref().map(|it| it.0.clone()),
        line: place.map(|it| it.1),
        verdict,
        changes,
        difference: difference.map(str::to_owned),
        reasons: if verdict == Verdict::Fail { vec![comment.to_owned()] } else { Vec::new() },
        because_of: Vec::new(),
        refreshed_by: Vec::new(),
        digest: None,
    }
}

fn is_difference((name, value): &(&String, &Json)) -> bool {
    *name == "diff" && value.is_string()
}

fn change(name: &str, value: &Json) -> Change {
    let member = |name: &str| value.get(name).cloned().unwrap_or_default();
    let (from, to) = (member("old"), member("new"));
    let is_pair = value.as_object().is_some_and(|it| it.len() == 2) && value.get("old").is_some() && value.get("new").is_some();
    let (from, to) = if is_pair { (from, to) } else { (Json::Null, value.clone()) };
    let message = if is_pair { format!("{} changes to {}", python::repr(&from), python::repr(&to)) } else { python::text(value) };
    Change { property: name.to_owned(), from, to, message }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::returned::Outcome;

    #[track_caller]
    fn check(result: Option<bool>, changes: Json, expected: (Verdict, &[&str], Option<&str>)) {
        let changes = changes.as_object().cloned().unwrap_or_default();
        let outcome = Outcome { changes, ..Outcome::new(result, "Words.\n") };
        let ret = Return::new("/a", outcome);
        let returns: Returns = [("file_|-x_|-/a_|-managed".to_owned(), ret)].into_iter().collect();
        let plan = planned(&returns, &Compiled::default());
        let it = plan.resources.first().expect("a state");
        let messages: Vec<String> =
            it.changes.iter().map(|it| format!("{}: {}", it.property, it.message)).chain(it.reasons.clone()).collect();
        assert_eq!(it.resource, "file.managed: /a");
        assert_eq!((it.verdict, messages.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), it.difference.as_deref()), expected);
    }

    #[test]
    fn results_are_verdicts() {
        check(Some(true), json!({}), (Verdict::Same, &[], None));
        check(Some(false), json!({}), (Verdict::Fail, &["Words."], None));
        check(None, json!({}), (Verdict::Change, &["comment: Words."], None));
        check(None, json!({ "newfile": "/a" }), (Verdict::Change, &["newfile: /a"], None));
        check(None, json!({ "diff": "-a\n+b\n" }), (Verdict::Change, &[], Some("-a\n+b\n")));
        check(None, json!({ "mode": { "old": "0644", "new": "0600" } }), (Verdict::Change, &["mode: '0644' changes to '0600'"], None));
    }
}
