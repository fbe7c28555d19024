//! A compiled pattern, and what its matches cost.
//!
//! The engine does not say how often a match has stepped back. So a match first may do so a few times only; if that is not enough, it begins
//! anew with more patience, and with a higher price. A pattern that needs much for every text cannot take hours in a loop that way.

use std::sync::OnceLock;

use fancy_regex::{Error, Regex, RegexBuilder, RuntimeError};

use super::unfinished;

/// How often a match may step back before it is given up. Patterns that need more do not end in a time that somebody waits for.
pub(super) const BACKTRACKS: usize = 2_000_000;

/// How often a match may step back, and the steps that it costs then.
const STAGES: [(usize, usize); 3] = [(2_000, 500), (60_000, 20_000), (BACKTRACKS, 1_000_000)];

/// Memory limit of a compiled pattern.
const SIZE: usize = 8 << 20;

/// Largest weight that counts: what is repeated more often is not compiled.
const MAX_WEIGHT: usize = 1 << 14;

#[derive(Debug)]
pub(super) struct Pattern {
    text: String,
    first: Regex,
    later: [OnceLock<Regex>; 2],
    weight: usize,
    steps_back: bool,
}

fn build(text: &str, limit: usize) -> Result<Regex, Error> {
    RegexBuilder::new(text).backtrack_limit(limit).delegate_size_limit(SIZE).max_prog_size(1 << 18).build()
}

impl Pattern {
    pub(super) fn new(text: String) -> Result<Pattern, Error> {
        let first = build(&text, STAGES[0].0)?;
        let (weight, steps_back) = (weight(&text), steps_back(&text));
        Ok(Pattern { text, first, later: Default::default(), weight, steps_back })
    }

    /// Runs a match over this number of bytes.
    pub(super) fn run<T>(&self, length: usize, matched: impl Fn(&Regex) -> Result<T, Error>) -> Result<T, Error> {
        unfinished::add_work(length.saturating_mul(self.weight) / 1024 + if self.steps_back { STAGES[0].1 } else { 0 });
        let mut result = matched(&self.first);
        for ((limit, steps), regex) in STAGES.iter().skip(1).zip(&self.later) {
            if !matches!(&result, Err(Error::RuntimeError(RuntimeError::BacktrackLimitExceeded))) {
                break;
            }
            unfinished::add_work(*steps);
            let regex = match regex.get() {
                Some(regex) => regex,
                None => {
                    let built = build(&self.text, *limit)?;
                    regex.get_or_init(|| built)
                }
            };
            result = matched(regex);
        }
        result
    }
}

/// How many ways through the pattern a match follows at once in the worst case: what is repeated counts as often, and a group with all
/// that is in it.
fn weight(text: &str) -> usize {
    let mut weight = text.len();
    for (at, _) in text.match_indices('{') {
        let inside = text.get(at + 1..).unwrap_or_default().split('}').next().unwrap_or_default();
        let most = inside.split(',').filter_map(|it| it.trim().parse::<usize>().ok()).max().unwrap_or(1).max(1);
        let of_group = text.get(..at).unwrap_or_default().ends_with(')');
        weight = if of_group { weight.saturating_mul(most) } else { weight.saturating_add(most.saturating_mul(8)) };
    }
    weight.min(MAX_WEIGHT)
}

/// Whether the engine may step back: for looking around, references to groups, and what gives nothing back.
fn steps_back(text: &str) -> bool {
    let pairs = || text.bytes().zip(text.bytes().skip(1));
    let special = |(a, b): (u8, u8)| match a {
        b'\\' => b.is_ascii_digit() || matches!(b, b'k' | b'g' | b'G' | b'K' | b'Z' | b'X' | b'R'),
        b'+' | b'*' | b'?' | b'}' => b == b'+',
        _ => false,
    };
    ["(?=", "(?!", "(?<", "(?>", "(?("].iter().any(|it| text.contains(it)) || pairs().any(special)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn work(pattern: &str, text: &str) -> u64 {
        let pattern = Pattern::new(pattern.to_owned()).expect("a pattern");
        unfinished::take_work();
        let _ = pattern.run(text.len(), |it| it.is_match(text));
        unfinished::take_work()
    }

    #[test]
    fn a_match_costs_what_it_takes() {
        assert_eq!(work("^[a-z]+$", "abc"), 0);
        assert!(work("b[ab]{1000}", &"a".repeat(1_000)) > 1_000);
        assert!(work("(?=a)b", "abc") < 1_000);
        assert!(work("^([[:xdigit:]]{1,4}:){7}[[:xdigit:]]{1,4}$", "2001:0db8:0000:0000:0000:0000:0000:0001") < 50);
        let slow = |count: usize| work(r"^(a|aa)+\1$", &("a".repeat(count) + "b"));
        assert!(slow(5) < slow(20) && slow(20) < slow(60), "{} {} {}", slow(5), slow(20), slow(60));
    }
}
