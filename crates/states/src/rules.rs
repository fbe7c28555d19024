//! Rules that decide on a state by the results of its requisites.
//!
//! | requisite | runs when | otherwise |
//! |---|---|---|
//! | `require`, `watch` | no target has failed | fails |
//! | `require_any`, `watch_any` | one target has not failed | fails |
//! | `watch` | and if a target has changes, and the state's own call makes none, `mod_watch` runs | |
//! | `onchanges` | a target has changes and has not failed | does not run |
//! | `onfail`, `onfail_any` | a target has failed | does not run |
//! | `onfail_all` | all targets have failed | does not run |
//! | `prereq` | looking at a target in test mode has shown that it would change | does not run |

use catalog::Group;
use salt::Kind;

use crate::returned::Return;

/// Decision on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A target has not run yet.
    Unmet,
    Fail,
    /// Nothing would change.
    Pre,
    Onfail,
    Onchanges,
    /// It runs, and `mod_watch` after it where it makes no changes.
    Change,
    Met,
}

/// Salt's comments on states that do not run.
impl Verdict {
    pub fn comment(self) -> &'static str {
        match self {
            Verdict::Pre => "No changes detected",
            Verdict::Onfail => "State was not run because onfail req did not change",
            Verdict::Onchanges => "State was not run because none of the onchanges reqs changed",
            Verdict::Unmet | Verdict::Fail | Verdict::Change | Verdict::Met => "",
        }
    }
}

/// Results of targets.
#[derive(Clone, Copy, Default)]
struct Seen(u16);

impl Seen {
    const UNMET: Seen = Seen(1);
    const FAIL: Seen = Seen(1 << 1);
    const PRE: Seen = Seen(1 << 2);
    const PREMET: Seen = Seen(1 << 3);
    const ONFAIL: Seen = Seen(1 << 4);
    const ONCHANGES: Seen = Seen(1 << 5);
    const ONCHANGES_MET: Seen = Seen(1 << 6);
    const CHANGE: Seen = Seen(1 << 7);
    const MET: Seen = Seen(1 << 8);

    fn has(self, other: Seen) -> bool {
        self.0 & other.0 != 0
    }

    fn add(&mut self, other: Seen) {
        self.0 |= other.0;
    }

    fn remove(&mut self, other: Seen) {
        self.0 &= !other.0;
    }
}

/// Decides, given the results of the targets of each kind; none where a target has no result yet. Those of `prereq` are of the look at
/// the target.
///
/// `onchanges_fails` says whether a failed target of `onchanges` is a failure, as in Salt 3007.
pub fn decide<'r>(onchanges_fails: bool, requisites: impl IntoIterator<Item = (Kind, Vec<Option<&'r Return>>)>) -> Verdict {
    let mut all = Seen::default();
    for (kind, targets) in requisites {
        let mut seen = Seen::default();
        for target in targets {
            seen.add(target.map_or(Seen::UNMET, |it| seen_of(onchanges_fails, kind, it)));
        }
        let is_any = kind.word().group == Group::Any;
        if is_any {
            if seen.has(Seen::MET) || seen.has(Seen::CHANGE) || seen.has(Seen::ONCHANGES_MET) {
                seen.remove(Seen::FAIL);
            }
            if seen.has(Seen::ONCHANGES_MET) {
                seen.remove(Seen::ONCHANGES);
            }
            // A target here has failed.
            if seen.has(Seen::MET) {
                seen.remove(Seen::ONFAIL);
            }
        }
        if kind == Kind::OnfailAll && seen.has(Seen::ONFAIL) {
            seen.remove(Seen::MET);
        }
        all.add(seen);
    }
    match () {
        () if all.has(Seen::UNMET) => Verdict::Unmet,
        () if all.has(Seen::FAIL) => Verdict::Fail,
        () if all.has(Seen::PRE) => {
            if all.has(Seen::PREMET) {
                Verdict::Met
            } else {
                Verdict::Pre
            }
        }
        () if all.has(Seen::ONFAIL) && !all.has(Seen::ONCHANGES_MET) => Verdict::Onfail,
        () if all.has(Seen::ONCHANGES) && !all.has(Seen::ONCHANGES_MET) => Verdict::Onchanges,
        () if all.has(Seen::CHANGE) => Verdict::Change,
        () if all.has(Seen::ONFAIL) => Verdict::Onfail,
        () => Verdict::Met,
    }
}

/// Result of one target.
fn seen_of(onchanges_fails: bool, kind: Kind, target: &Return) -> Seen {
    let satisfied = || if target.has_run { Seen::MET } else { Seen::default() };
    match kind {
        Kind::Onfail | Kind::OnfailAny | Kind::OnfailAll => {
            if target.result() == Some(true) {
                Seen::ONFAIL
            } else {
                satisfied()
            }
        }
        Kind::Onchanges | Kind::OnchangesAny => {
            if target.is_failed() && onchanges_fails {
                Seen::FAIL
            } else if target.is_failed() || !target.has_changes() {
                Seen::ONCHANGES
            } else {
                Seen::ONCHANGES_MET
            }
        }
        _ if target.is_failed() => Seen::FAIL,
        Kind::Watch | Kind::WatchAny if target.has_changes() => Seen::CHANGE,
        Kind::Prereq => {
            if target.result().is_none() {
                Seen::PREMET
            } else {
                Seen::PRE
            }
        }
        _ => satisfied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::returned::Outcome;

    fn returned(result: Option<bool>, changes: bool, has_run: bool) -> Return {
        let mut outcome = Outcome::new(result, "");
        if changes {
            outcome.changes.insert("a".to_owned(), true.into());
        }
        Return { has_run, ..Return::new("", outcome) }
    }

    fn verdict(kinds: &[(Kind, &[&Return])]) -> Verdict {
        decide(false, kinds.iter().map(|(kind, all)| (*kind, all.iter().map(|it| Some(*it)).collect())))
    }

    #[test]
    fn each_kind_decides_by_itself() {
        let (fine, changed) = (returned(Some(true), false, true), returned(Some(true), true, true));
        let (failed, would) = (returned(Some(false), false, true), returned(None, true, true));
        let table: [(Kind, [Verdict; 4]); 9] = [
            (Kind::Require, [Verdict::Met, Verdict::Met, Verdict::Fail, Verdict::Met]),
            (Kind::RequireAny, [Verdict::Met, Verdict::Met, Verdict::Fail, Verdict::Met]),
            (Kind::Watch, [Verdict::Met, Verdict::Change, Verdict::Fail, Verdict::Change]),
            (Kind::Onchanges, [Verdict::Onchanges, Verdict::Met, Verdict::Onchanges, Verdict::Met]),
            (Kind::OnchangesAny, [Verdict::Onchanges, Verdict::Met, Verdict::Onchanges, Verdict::Met]),
            (Kind::Onfail, [Verdict::Onfail, Verdict::Onfail, Verdict::Met, Verdict::Met]),
            (Kind::OnfailAny, [Verdict::Onfail, Verdict::Onfail, Verdict::Met, Verdict::Met]),
            (Kind::OnfailAll, [Verdict::Onfail, Verdict::Onfail, Verdict::Met, Verdict::Met]),
            (Kind::Prereq, [Verdict::Pre, Verdict::Pre, Verdict::Fail, Verdict::Met]),
        ];
        for (kind, verdicts) in table {
            for (target, expected) in [&fine, &changed, &failed, &would].into_iter().zip(verdicts) {
                assert_eq!(verdict(&[(kind, &[target])]), expected, "{kind:?} {target:?}");
            }
        }
    }

    #[test]
    fn a_failed_target_of_onchanges_fails_in_3007() {
        let (changed, failed) = (returned(Some(true), true, true), returned(Some(false), true, true));
        assert_eq!(decide(true, [(Kind::Onchanges, vec![Some(&changed), Some(&failed)])]), Verdict::Fail);
        assert_eq!(decide(true, [(Kind::OnchangesAny, vec![Some(&changed), Some(&failed)])]), Verdict::Met);
    }

    #[test]
    fn any_and_all_differ() {
        let (fine, failed) = (returned(Some(true), false, true), returned(Some(false), false, true));
        assert_eq!(verdict(&[(Kind::Require, &[&fine, &failed])]), Verdict::Fail);
        assert_eq!(verdict(&[(Kind::RequireAny, &[&fine, &failed])]), Verdict::Met);
        assert_eq!(verdict(&[(Kind::Onfail, &[&fine, &failed])]), Verdict::Met);
        assert_eq!(verdict(&[(Kind::OnfailAll, &[&fine, &failed])]), Verdict::Onfail);
    }

    /// A skipped target counts as fine, and as no failure.
    #[test]
    fn skipped_targets() {
        let skipped = returned(Some(true), false, false);
        assert_eq!(verdict(&[(Kind::Require, &[&skipped])]), Verdict::Met);
        assert_eq!(verdict(&[(Kind::Onfail, &[&skipped])]), Verdict::Onfail);
    }

    #[test]
    fn kinds_together() {
        let (fine, changed) = (returned(Some(true), false, true), returned(Some(true), true, true));
        let failed = returned(Some(false), false, true);
        assert_eq!(verdict(&[(Kind::Require, &[&failed]), (Kind::Onchanges, &[&changed])]), Verdict::Fail);
        assert_eq!(verdict(&[(Kind::Onfail, &[&fine]), (Kind::Onchanges, &[&changed])]), Verdict::Onfail);
        assert_eq!(verdict(&[(Kind::Onfail, &[&failed]), (Kind::Onchanges, &[&fine])]), Verdict::Onchanges);
        assert_eq!(verdict(&[(Kind::Watch, &[&changed]), (Kind::Onchanges, &[&fine])]), Verdict::Onchanges);
        assert_eq!(decide(false, [(Kind::Require, vec![None, Some(&failed)])]), Verdict::Unmet);
    }
}
