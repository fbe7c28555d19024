//! Subjects of which a share of the answers must be Puppet's, and the rest refusals.

use std::collections::BTreeMap;

use serde_json::Value;

/// Subject, and how many of a thousand answers are equal at least.
const FLOORS: [(&str, usize); 1] = [("stdlib9", 980)];

/// Part of Bunraku's error for Ruby code that is not covered.
const REFUSED: &str = "uses Ruby which Bunraku does not run yet";

#[derive(Default)]
struct Count {
    cases: usize,
    equal: usize,
    different: Vec<String>,
}

/// Counts the answers of these subjects.
#[derive(Default)]
pub struct Floors {
    counts: BTreeMap<&'static str, Count>,
}

impl Floors {
    /// Counts one answer, which is equal, listed as a difference, refused or different.
    pub fn count(&mut self, subject: &str, id: &str, (is_equal, is_listed): (bool, bool), ours: &Value) {
        let Some((subject, _)) = FLOORS.iter().find(|(name, _)| *name == subject) else { return };
        let count = self.counts.entry(subject).or_default();
        count.cases += 1;
        if is_equal {
            count.equal += 1;
        } else if !is_listed && !ours["error"].as_str().is_some_and(|it| it.contains(REFUSED)) {
            count.different.push(id.to_owned());
        }
    }

    /// Lists the subjects below their floor, and the answers that differ without being refused. A choice of the cases has no share.
    pub fn failures(&self, is_whole: bool) -> Vec<String> {
        let mut failures = Vec::new();
        for (subject, least) in FLOORS {
            let Some(count) = self.counts.get(subject) else { continue };
            failures.extend(count.different.iter().map(|id| format!("{id}: differs, and is not refused")));
            if is_whole && count.equal * 1_000 < count.cases * least {
                failures.push(format!("{subject}: {} of {} answers are equal, fewer than {least} of 1,000", count.equal, count.cases));
            }
        }
        failures
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn floors(equal: usize, refused: usize, different: usize) -> Floors {
        let mut floors = Floors::default();
        let refusal = json!({"error": "The function 'f' uses Ruby which Bunraku does not run yet: x"});
        (0..equal).for_each(|_| floors.count("stdlib9", "a", (true, false), &json!({"value": "1"})));
        (0..refused).for_each(|_| floors.count("stdlib9", "b", (false, false), &refusal));
        (0..different).for_each(|_| floors.count("stdlib9", "c", (false, false), &json!({"error": "E"})));
        floors
    }

    #[test]
    fn a_share_must_be_equal() {
        assert_eq!(floors(98, 2, 0).failures(true), Vec::<String>::new());
        assert_eq!(floors(97, 3, 0).failures(true), ["stdlib9: 97 of 100 answers are equal, fewer than 980 of 1,000"]);
        assert_eq!(floors(97, 3, 0).failures(false), Vec::<String>::new());
    }

    #[test]
    fn a_listed_difference_is_not_equal() {
        let mut floors = floors(97, 0, 0);
        (0..3).for_each(|_| floors.count("stdlib9", "d", (false, true), &json!({"value": "2"})));
        assert_eq!(floors.failures(true), ["stdlib9: 97 of 100 answers are equal, fewer than 980 of 1,000"]);
    }

    #[test]
    fn the_rest_must_be_refused() {
        assert_eq!(floors(99, 0, 1).failures(true), ["c: differs, and is not refused"]);
    }
}
