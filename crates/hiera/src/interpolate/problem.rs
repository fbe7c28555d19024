//! Problems of the interpolations of a text, whatever the variables and the data are.

use std::ops::Range;

use issue::{DataError, Issue};

use super::{expressions, method_call};
use crate::key::split;

/// Puppet's code for a method that it does not have.
pub(super) const UNKNOWN_METHOD: &str = "HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD";
/// Puppet's code for an alias that is not all of a text.
pub(super) const ALIAS_IN_TEXT: &str = "HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING";

/// The first `%{…}` of a text of data that no lookup can read, with its range.
pub fn interpolation_problem(text: &str) -> Option<(Range<usize>, Issue)> {
    expressions(text).find_map(|(range, expression)| Some((range.clone(), wrong(text, &range, expression)?)))
}

fn wrong(text: &str, range: &Range<usize>, expression: &str) -> Option<Issue> {
    match method_call(expression) {
        Some(("alias", _)) if *range != (0..text.len()) => Some(alias_in_text()),
        Some(("scope" | "alias" | "lookup" | "hiera" | "literal", _)) => None,
        Some((name, _)) => Some(unknown_method(name)),
        None => split(expression).is_none().then(|| malformed(text)),
    }
}

pub(super) fn alias_in_text() -> Issue {
    let text = "'alias' interpolation is only permitted if the expression is equal to the entire string".to_owned();
    Issue::Data(DataError::Interpolation { text, code: Some(ALIAS_IN_TEXT) })
}

pub(super) fn unknown_method(name: &str) -> Issue {
    Issue::Data(DataError::Interpolation { text: format!("Unknown interpolation method '{name}'"), code: Some(UNKNOWN_METHOD) })
}

pub(super) fn malformed(text: &str) -> Issue {
    Issue::Data(DataError::Interpolation { text: format!("Syntax error in string: {text}"), code: None })
}

#[cfg(test)]
mod tests {
    use super::interpolation_problem;

    /// With what Puppet 8.10 answers to a lookup of a key with this value.
    #[test]
    fn texts_that_no_lookup_can_read() {
        for (text, expected) in [
            ("%{lookup('good'):3306}", "Syntax error in string: %{lookup('good'):3306}"),
            ("a %{lookup('good'} b", "Syntax error in string: a %{lookup('good'} b"),
            ("%{a..b}", "Syntax error in string: %{a..b}"),
            ("%{'a}", "Syntax error in string: %{'a}"),
            ("%{alias('good')}:1", "'alias' interpolation is only permitted if the expression is equal to the entire string"),
            ("%{loockup('good')}", "Unknown interpolation method 'loockup'"),
        ] {
            let found = interpolation_problem(text).map(|it| it.1.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn texts_that_are_fine() {
        for text in ["%{lookup('good')}:3306", "%{alias('good')}", "%{::a.b.0}", "%{literal('%')}{x}", "%{}", "%{''}", "%{a", "100%"] {
            assert_eq!(interpolation_problem(text), None, "{text}");
        }
    }
}
