//! All codes, each with its page.

pub(crate) mod own;

use settings::Level;
use syntax::Code;

use crate::{advice, around, data, evaluation, lints};
use own::OWN;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A code that a finding may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The stable code, as `duplicate-key`.
    pub code: &'static str,
    /// Puppet's name of the issue; empty where Puppet has none.
    pub puppet_code: &'static str,
    /// The page in Markdown: what is wrong, why, a bad and a good example.
    pub page: &'static str,
    /// How bad it is where no settings say so; nothing where each finding says it itself.
    pub level: Option<Level>,
}

impl Rule {
    /// The first sentence of the page.
    pub fn summary(&self) -> &'static str {
        let body = self.page.split_once('\n').map_or("", |(_title, body)| body).trim_start();
        body.split("\n\n").next().unwrap_or("").trim_end()
    }

    /// Where the page can be read in a browser.
    pub fn url(&self) -> String {
        let folder = if lints::is_lint(self.code) { "lint" } else { "diagnostics" };
        format!("{}/blob/main/docs/{folder}/{}.md", env!("CARGO_PKG_REPOSITORY"), self.code)
    }
}

/// All codes in the order of the alphabet.
pub fn rules() -> Vec<Rule> {
    let mut rules: Vec<Rule> = all().collect();
    rules.sort_by_key(|it| it.code);
    rules
}

/// The rule of a code.
pub fn find(code: &str) -> Option<Rule> {
    all().find(|it| it.code == code).or_else(|| lints::rule(code))
}

/// All codes that settings and comments may name: those of puppet-lint's checks, too.
pub(crate) fn codes() -> Vec<&'static str> {
    rules().iter().map(|it| it.code).chain(lints::names()).collect()
}

/// What texts are looked at for, what is met when they are evaluated, and what is Bunraku's own.
fn all() -> impl Iterator<Item = Rule> {
    let of_texts = Code::ALL.iter().map(|it| rule(it.name(), it.puppet(), None));
    let of_evaluation = evaluation::RULES.iter().map(|it| rule(it.code, it.puppet_code, None));
    let of_advice = advice::RULES.iter().map(|it| rule(it.code, "", Some(it.level)));
    // A mistake that two ways lead to is one.
    let of_code = Code::ALL.iter().map(|it| it.name());
    let known: Vec<&str> =
        of_code.chain(evaluation::RULES.iter().map(|it| it.code)).chain(advice::RULES.iter().map(|it| it.code)).collect();
    let is_new = move |it: &&around::Rule| !known.contains(&it.code);
    let is_new_in_data = |it: &&data::Rule| advice::RULES.iter().all(|other| other.code != it.code);
    let of_others = around::RULES.iter().filter(is_new).map(|it| rule(it.code, "", it.level));
    let of_data = data::RULES.iter().filter(is_new_in_data).map(|it| rule(it.code, "", it.level));
    let own = OWN.iter().map(|it| rule(it.code, "", it.level));
    of_texts.chain(of_evaluation).chain(of_advice).chain(of_others).chain(of_data).chain(own)
}

fn rule(code: &'static str, puppet_code: &'static str, level: Option<Level>) -> Rule {
    Rule { code, puppet_code, page: page(code).unwrap_or(""), level }
}

fn page(code: &str) -> Option<&'static str> {
    page_in(PAGES, code)
}

/// The page of a check of puppet-lint.
pub(crate) fn page_of_check(name: &str) -> Option<&'static str> {
    page_in(LINT_PAGES, name)
}

fn page_in(pages: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    let index = pages.binary_search_by_key(&name, |(it, _)| it).ok()?;
    pages.get(index).map(|(_, page)| *page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_found_by_its_code() {
        let rule = find("duplicate-key").expect("a code of the syntax crate");
        assert_eq!(rule.puppet_code, "DUPLICATE_KEY");
        assert!(rule.url().ends_with("/docs/diagnostics/duplicate-key.md"), "{}", rule.url());
        assert_eq!(find("no-such-code"), None);
    }
}
