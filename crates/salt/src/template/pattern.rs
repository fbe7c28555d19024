//! Regular expressions of templates, and what they cost.

use fancy_regex::{Regex, RegexBuilder};

/// Largest expression, in bytes of what it is compiled to.
const MAX_SIZE: usize = 1 << 20;

/// Most steps of a match that goes back and tries again.
const MAX_BACKTRACKING: usize = 50_000;

/// Compiles an expression; none if it is wrong, or too large.
pub fn build(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern).delegate_size_limit(MAX_SIZE).backtrack_limit(MAX_BACKTRACKING).build().ok()
}

/// How many steps it costs to compile an expression and to look for it in a text of this length. Repeated parts count as often as they are
/// repeated, because a match follows all of them at once in the worst case.
pub fn steps(pattern: &str, length: usize) -> usize {
    let mut weight = pattern.len();
    for repeated in pattern.split('{').skip(1) {
        let inside = repeated.split('}').next().unwrap_or_default();
        let most = inside.split(',').filter_map(|it| it.trim().parse::<usize>().ok()).max();
        weight = weight.saturating_mul(most.unwrap_or(1).max(1));
    }
    let is_tried_again =
        pattern.contains("(?") || pattern.bytes().zip(pattern.bytes().skip(1)).any(|it| it.0 == b'\\' && it.1.is_ascii_digit());
    let compiled = pattern.len().saturating_mul(8).saturating_add(weight.min(MAX_SIZE / 64));
    let searched = length.saturating_mul(weight.min(MAX_SIZE / 64)) / 32;
    compiled.saturating_add(searched).saturating_add(if is_tried_again { MAX_BACKTRACKING / 10 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_costs_as_often() {
        assert!(steps("a{1000}", 1_000) > 100 * steps("a", 1_000));
        assert!(steps("[0-9]{1,3}[.][0-9]{1,3}[.][0-9]{1,3}[.][0-9]{1,3}", 15) < 10_000);
        assert!(steps(r"(a|b)\1", 10) > steps("(a|b)1", 10));
        assert!(steps("a{99999999999999999999}", usize::MAX) > 0);
    }

    #[test]
    fn an_expression_that_is_too_large_is_none() {
        assert!(build("a").is_some() && build("(").is_none() && build("((((a{100}){100}){100}){100})").is_none());
    }
}
