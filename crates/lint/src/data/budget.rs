//! Number of times that tokens may be read again.

use std::cell::Cell;

use super::Data;

/// So often, on average, one question may come to a token: far more often than any manifest that somebody wrote needs.
const TIMES: u64 = 32;

/// Allowance for short manifests.
const MORE: u64 = 10_000;

/// The steps of one question to a manifest, so that what is open a thousand times and never closed is no work without end.
///
/// puppet-lint goes over the rest of the file for each of a thousand `class a {`. Where the steps are spent, a walk ends as if the
/// file did: what is not closed until then counts as not closed.
pub struct Budget {
    left: Cell<u64>,
}

impl Budget {
    pub fn new(data: &Data<'_>) -> Self {
        Self { left: Cell::new((data.tokens().len() as u64).saturating_mul(TIMES).saturating_add(MORE)) }
    }

    /// The same, as far as there are steps.
    pub fn walk<I: IntoIterator>(&self, ids: I) -> impl Iterator<Item = I::Item> + use<'_, I> {
        ids.into_iter().take_while(|_| self.step())
    }

    /// Whether one more step may be made.
    pub fn step(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }
}

#[cfg(test)]
mod tests {
    use super::Data;
    use crate::check::Found;
    use crate::{Configuration, checks, tokens};

    /// Reads of a token by each check, in a text of this number of pieces.
    fn looked(text: &str) -> Vec<u64> {
        let configuration = Configuration::default();
        let tokens = tokens(text).unwrap_or_default();
        assert!(!tokens.is_empty(), "{}", text.get(..40).unwrap_or(text));
        let of = |check: &crate::Check| {
            let data = Data::new(text, "m/manifests/init.pp", "/m/manifests/init.pp", &configuration, &tokens);
            (check.run)(&data, &mut Found::new(check.name, &mut Vec::new()));
            data.looked.get()
        };
        checks::ALL.iter().map(|check| of(check)).collect()
    }

    #[test]
    fn work_grows_as_the_text_does() {
        let nested = |open: &str, close: &str, count: usize| format!("{}{}", open.repeat(count), close.repeat(count));
        for (open, close) in [
            ("class a {\n", ""),
            ("class a {\n", "}\n"),
            ("class A {\n", "}\n"),
            ("class a($b = '', ", ""),
            ("class a($b = '', ", ") {}\n"),
            ("define d($x) {\n", "}\n"),
            ("class a inherits b ", ""),
            ("inherits ", ""),
            ("class { ", ""),
            ("class { 'a': x => 1, b => {}, ", "}"),
            ("node a ", ""),
            ("node a {\n", "}\n"),
            ("case $x {\n", ""),
            ("case $x {\n a: { ", "} } "),
            ("case $x { ", "a: {} } "),
            ("$x ? { ", ""),
            ("$x ? { a => ", "} "),
            ("f(\n", ""),
            ("f(\n", "undef) "),
            ("[", ""),
            ("$x = [", "] "),
            ("$x = { a => ", "} "),
            ("$x = { ", ""),
            ("Class[::a, ", ""),
            ("File { ", "} "),
            ("include ::a, ", ""),
            ("f |$x| {\n", ""),
            ("f |$x| {\n", "$x }\n"),
            (": ", ""),
            ("]: ", ""),
            ("['a' ", "]: "),
            ("file { 'a': ", ""),
            ("file { 'a': ", "} "),
            ("; 'a': ", ""),
            ("{ 'a': ensure => present; ", "} "),
            ("exec { 'a': command => \"a ${b}\", ", "} "),
            ("command => \"a ${b}\", ", ""),
            ("\n", ""),
            ("# x\n", ""),
            ("// lint:ignore:x\n", "// lint:endignore\n"),
            ("notify { 'a': require => A[b], ", "} "),
            ("= ", ""),
            ("=> ", ""),
            ("} ", ""),
            (") ", ""),
            ("} { ", ""),
            ("class a } { ", "} "),
        ] {
            let text = |count: usize| nested(open, close, count);
            for (check, (short, long)) in checks::ALL.iter().zip(looked(&text(100)).into_iter().zip(looked(&text(400)))) {
                // Four times the text, and what the shorter one may cost more.
                assert!(long <= 5 * short + 20_000, "{}: {open:?}{close:?}: {short} looks, then {long}", check.name);
            }
        }
    }

    #[test]
    fn what_is_closed_is_found_however_long_it_is() {
        let body = "  notify { 'x': }\n".repeat(5_000);
        let text = format!("class a {{\n{body}}}\nclass b {{\n{body}}}\n");
        let configuration = Configuration::default();
        let tokens = tokens(&text).unwrap_or_default();
        let data = Data::new(&text, "a.pp", "/a.pp", &configuration, &tokens);
        assert_eq!(data.classes().len(), 2);
        assert_eq!(data.resources().len(), 10_000);
    }
}
