//! The registry of codes: what is known of each code that a finding may carry.
//!
//! A new diagnostic is one entry in [`codes`], and a page, an example, and a rule that finds it: the entry names all three.

pub mod codes;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use analysis::{Evaluation, File, Snapshot};
use settings::Level;

use crate::advice::{Advice, Text};
use crate::data::{DataFile, Draft as DataDraft};
use crate::evaluation::{Draft, Raised};
use crate::fixes::FindFix;
use crate::neighbours::CodeFile;
use crate::{Finding, lints};

/// A code that a finding may carry. It dereferences to its [`Entry`].
#[derive(Clone, Copy)]
pub struct Code(&'static Entry);

/// Properties of a code.
#[derive(Debug)]
pub struct Entry {
    /// The stable code, as `duplicate-key`.
    pub name: &'static str,
    /// One line that says what is wrong; the page begins with it.
    pub title: &'static str,
    /// Puppet's name of the issue; empty where Puppet has none.
    pub puppet_code: &'static str,
    /// How bad it is where no settings say so; nothing where each finding says it itself.
    pub level: Option<Level>,
    /// The page in Markdown: what is wrong, why, a bad and a good example.
    pub page: &'static str,
    /// A file that shows the mistake.
    pub example: Example,
    /// Whether some of its findings have a fix.
    pub fixes: bool,
    /// Whether it is about something that can be removed, which an editor fades out.
    pub is_unneeded: bool,
    /// Rules that find it and write its messages.
    pub(crate) rules: &'static [Rule],
    /// Function that looks for a fix where the parser or the validation finds it.
    pub(crate) find_fix: Option<FindFix>,
    /// Checks of puppet-lint that find the same mistake. A `lint:ignore` of the first one silences this code too.
    pub(crate) checks: &'static [&'static str],
    /// Each message is a mistake of its own, even at one place; otherwise a place has a code once.
    pub(crate) is_distinct_by_message: bool,
    /// It is about a name that a missing module, or Bolt, may define.
    pub(crate) may_be_elsewhere: bool,
    /// Only a site knows all of the data, so that modules by themselves do not have it, unless as an error.
    pub(crate) is_of_sites: bool,
    /// Says whether one of its findings (the first argument) is the cause of an error: then it is reported, with the words of that.
    pub(crate) explains: Option<Explains>,
    /// At the same place as findings of these codes it becomes their help, with its fixes, and is not reported by itself.
    pub(crate) helps_with: &'static [Code],
    /// It takes the place of findings of these codes that are about the same place alone.
    pub(crate) replaces: &'static [Code],
}

/// Looks at the evaluations of a file for what is so on no node; the last argument is what is known already.
pub(crate) type FindInSite = fn(Snapshot<'_>, File, &[Evaluation], &[Finding]) -> Vec<Finding>;

pub(crate) type Explains = fn(&Finding, &Finding) -> bool;

/// A file that shows a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// A file or folder in `examples/mistakes`.
    At(&'static str),
    /// There is none, and why.
    None(&'static str),
}

/// Where a code is found: the pass, with the function that the pass calls for this code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    /// The parser and the validation.
    Syntax,
    /// The text of one file alone.
    Text(fn(&Text<'_>, &mut Vec<Advice>)),
    /// The text of one file, and what the other files of the workspace define.
    Neighbours(fn(&CodeFile<'_>, &mut Vec<Finding>)),
    /// The evaluations of all nodes of a site together.
    Site(FindInSite),
    /// A file of data or of a module's metadata.
    Data(fn(&DataFile<'_>, &mut Vec<DataDraft>)),
    /// An error of an evaluation: nothing, if it is none of this code.
    Error(fn(&Raised<'_>) -> Vec<Draft>),
    /// The catalog that an evaluation has compiled.
    Catalog,
    /// An error of an evaluation that data are the cause of: it is reported there.
    DataError,
    /// `bunraku.toml`.
    Settings,
    /// Comments that ignore findings.
    Ignores,
    /// A check of puppet-lint.
    Lint,
    /// The compilation of SLS files.
    Sls,
    /// The outlines of ERB templates.
    Erb,
    /// The names of templates in the checkout.
    Template,
    /// The Ruby of functions and types.
    Ruby,
}

impl Entry {
    /// Common values of entries.
    pub(crate) const EMPTY: Entry = Entry {
        name: "",
        title: "",
        puppet_code: "",
        level: None,
        page: "",
        example: Example::None(""),
        fixes: false,
        is_unneeded: false,
        rules: &[],
        find_fix: None,
        checks: &[],
        is_distinct_by_message: false,
        may_be_elsewhere: false,
        is_of_sites: false,
        explains: None,
        helps_with: &[],
        replaces: &[],
    };

    /// Returns the address at which the page can be read in a browser.
    pub fn url(&self) -> String {
        let folder = if self.is_lint() { "lint" } else { "diagnostics" };
        format!("{}/blob/main/docs/{folder}/{}.md", env!("CARGO_PKG_REPOSITORY"), self.name)
    }

    /// Whether it is the name of a check of puppet-lint.
    pub fn is_lint(&self) -> bool {
        self.rules.iter().any(|it| matches!(it, Rule::Lint))
    }
}

/// Returns all codes of Bunraku's own, in the order of the alphabet.
pub fn all_codes() -> &'static [Code] {
    codes::ALL
}

/// Returns the code of a name: one of Bunraku's own, or a check of puppet-lint.
pub fn find(name: &str) -> Option<Code> {
    let own = || codes::ALL.binary_search_by_key(&name, |it| it.name).ok().and_then(|at| codes::ALL.get(at).copied());
    own().or_else(|| lints::code(name))
}

/// Returns the names of all codes that settings and comments may name: those of puppet-lint's checks, too.
pub(crate) fn names() -> Vec<&'static str> {
    codes::ALL.iter().copied().chain(lints::codes()).map(Code::name).collect()
}

/// Returns the rules of all codes that a pass picks, each with its code.
pub(crate) fn rules<T>(pick: impl Fn(Rule) -> Option<T>) -> impl Iterator<Item = (Code, T)> {
    codes::ALL
        .iter()
        .flat_map(|code| code.0.rules.iter().map(|rule| (*code, *rule)))
        .filter_map(move |(code, rule)| Some((code, pick(rule)?)))
}

impl Code {
    pub(crate) const fn new(entry: &'static Entry) -> Code {
        Code(entry)
    }

    /// Returns the name that people see, as `duplicate-key`.
    pub fn name(self) -> &'static str {
        self.0.name
    }
}

impl Deref for Code {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        self.0
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.name == other.name
    }
}

impl Eq for Code {}

impl PartialEq<str> for Code {
    fn eq(&self, other: &str) -> bool {
        self.name == other
    }
}

impl PartialEq<&str> for Code {
    fn eq(&self, other: &&str) -> bool {
        self.name == *other
    }
}

impl PartialEq<Code> for &str {
    fn eq(&self, other: &Code) -> bool {
        *self == other.name
    }
}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Code) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Code {
    fn cmp(&self, other: &Code) -> std::cmp::Ordering {
        self.name.cmp(other.name)
    }
}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_by_its_name() {
        let code = find("duplicate-key").expect("a code of the syntax crate");
        assert_eq!(code, codes::DUPLICATE_KEY);
        assert_eq!(code.puppet_code, "DUPLICATE_KEY");
        assert!(code.url().ends_with("/docs/diagnostics/duplicate-key.md"), "{}", code.url());
        assert_eq!(find("no-such-code"), None);
    }

    #[test]
    fn every_entry_is_whole() {
        assert!(all_codes().is_sorted_by(|one, other| one < other), "each code once, in the order of the alphabet");
        for code in all_codes() {
            assert!(!code.title.is_empty() && !code.rules.is_empty(), "{code}");
        }
    }

    #[test]
    fn a_check_of_lint_is_a_code_too() {
        let code = find("hard_tabs").expect("a check of lint");
        assert!(code.is_lint() && !all_codes().contains(&code));
        assert!(code.url().ends_with("/docs/lint/hard_tabs.md"), "{}", code.url());
    }
}
