//! The kinds of changes. Each finds all places of a manifest where it can be made.
//!
//! No change moves a line, so that what was found before and after can be compared by line.

mod duplicate;
mod edge;
mod name;
mod removed;
mod title;
mod value;

use std::fmt;

use syntax::{TextRange, TextSize};

use super::base::Healthy;
use super::source::Source;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A declaration that something requires is gone.
    Removed,
    /// A reference names another title.
    Title,
    /// A declaration is there twice.
    Duplicate,
    /// An order is reversed, or its reverse is added.
    Edge,
    Variable,
    /// Of a class or a defined type.
    Parameter,
    /// Of a type that Puppet or a module brings in Ruby.
    Attribute,
    Function,
    /// The name of a class or a defined type.
    Class,
    /// A value has another type.
    Value,
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::Removed,
        Kind::Title,
        Kind::Duplicate,
        Kind::Edge,
        Kind::Variable,
        Kind::Parameter,
        Kind::Attribute,
        Kind::Function,
        Kind::Class,
        Kind::Value,
    ];

    /// The kind that is called so.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|it| it.to_string() == name)
    }

    /// Number of mutants to draw in total: enough for Puppet to refuse 150 and more.
    pub fn wanted(self) -> usize {
        match self {
            Kind::Removed => 700,
            Kind::Variable | Kind::Value => 240,
            Kind::Title | Kind::Duplicate | Kind::Edge | Kind::Parameter | Kind::Attribute => 230,
            Kind::Function | Kind::Class => 270,
        }
    }

    /// Whether the change itself is what is wrong, wherever Puppet stumbles over it.
    pub fn is_where_it_is_made(self) -> bool {
        matches!(self, Kind::Variable | Kind::Parameter | Kind::Attribute | Kind::Function | Kind::Class)
    }

    /// The codes of findings that describe the change.
    pub fn codes(self) -> &'static [&'static str] {
        match self {
            Kind::Removed | Kind::Title => &["missing-dependency", "invalid-reference"],
            Kind::Duplicate => &["duplicate-resource", "duplicate-namevar", "duplicate-definition"],
            Kind::Edge => &["dependency-cycle"],
            Kind::Variable => &["unknown-variable"],
            Kind::Parameter | Kind::Attribute => &["unknown-attribute", "missing-parameter"],
            Kind::Function => &["unknown-function"],
            Kind::Class => &["unknown-class", "unknown-resource-type"],
            Kind::Value => &["type-mismatch", "invalid-attribute-value"],
        }
    }

    pub fn changes(self, source: &Source, healthy: &Healthy) -> Vec<Change> {
        match self {
            Kind::Removed => removed::changes(source, healthy),
            Kind::Title => title::changes(source),
            Kind::Duplicate => duplicate::changes(source),
            Kind::Edge => edge::changes(source),
            Kind::Variable => name::variables(source),
            Kind::Parameter => name::parameters(source),
            Kind::Attribute => name::attributes(source),
            Kind::Function => name::functions(source),
            Kind::Class => name::classes(source),
            Kind::Value => value::changes(source),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Removed => "declaration removed",
            Kind::Title => "referenced title changed",
            Kind::Duplicate => "declared twice",
            Kind::Edge => "order reversed or added",
            Kind::Variable => "variable misspelled",
            Kind::Parameter => "parameter misspelled",
            Kind::Attribute => "attribute misspelled",
            Kind::Function => "function misspelled",
            Kind::Class => "class or defined type misspelled",
            Kind::Value => "value of another type",
        })
    }
}

/// One change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub range: TextRange,
    /// Replacement, with as many line breaks.
    pub text: String,
    /// The lines, first to last, of what is wrong then.
    pub lines: (u32, u32),
}

impl Change {
    fn new(source: &Source, range: TextRange, text: &str) -> Change {
        let breaks = source.written(range).matches('\n').count().saturating_sub(text.matches('\n').count());
        Change { range, text: format!("{text}{}", "\n".repeat(breaks)), lines: source.lines(range) }
    }

    fn insert(source: &Source, at: TextSize, text: &str) -> Change {
        Change::new(source, TextRange::empty(at), text)
    }

    /// The text with the change made.
    pub fn made(&self, text: &str) -> String {
        let mut changed = text.to_owned();
        changed.replace_range(usize::from(self.range.start())..usize::from(self.range.end()), &self.text);
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The manifest after each change that a kind makes.
    fn made(kind: Kind, text: &str) -> Vec<String> {
        let source = Source::new("a.pp".into(), text.to_owned());
        let mut healthy = Healthy::default();
        healthy.required.insert(("a.pp".into(), 1));
        kind.changes(&source, &healthy).iter().map(|it| it.made(text)).collect()
    }

    #[test]
    fn each_kind_changes_what_it_is_named_after() {
        let cases: [(Kind, &str, &[&str]); 13] = [
            (Kind::Removed, "class a { file { '/a':\n} }", &["class a { \n }"]),
            (Kind::Title, "file { '/a': require => File['/b'] }", &["file { '/a': require => File['/b_x'] }"]),
            (Kind::Duplicate, "class a { file { '/a':\n} }", &["class a { file { '/a':\n} file { '/a': } }"]),
            (Kind::Edge, "A['a'] -> B['b']", &["A['a'] -> B['b'] -> A['a']"]),
            (
                Kind::Edge,
                "a { 'x': require => B['b'] }",
                &["a { 'x': before => B['b'], require => B['b'] }", "a { 'x': before => B['b'] }"],
            ),
            (Kind::Variable, "$a = $b", &["$a = $bx"]),
            (
                Kind::Variable,
                "notice(\"${b} $b ${b[1]}\")",
                &["notice(\"${bx} $b ${b[1]}\")", "notice(\"${b} $bx ${b[1]}\")", "notice(\"${b} $b ${bx[1]}\")"],
            ),
            (Kind::Parameter, "a::b { 'x': c => 1 }", &["a::b { 'x': cx => 1 }"]),
            (Kind::Attribute, "file { 'x': mode => 1 }", &["file { 'x': modex => 1 }"]),
            (
                Kind::Function,
                "notice(f(1).each |$x| { g($x) })",
                &["noticex(f(1).each |$x| { g($x) })", "notice(fx(1).each |$x| { g($x) })", "notice(f(1).eachx |$x| { g($x) })"],
            ),
            (Kind::Class, "include a::b", &["include a::bx"]),
            (Kind::Class, "class { 'a': }\na::b { 'x': }", &["class { 'ax': }\na::b { 'x': }", "class { 'a': }\na::bx { 'x': }"]),
            (Kind::Value, "file { 'x': mode => '1' }", &["file { 'x': mode => 42 }", "file { 'x': mode => { 'a' => 42 } }"]),
        ];
        for (kind, text, expected) in cases {
            let mut made = made(kind, text);
            let mut expected: Vec<String> = expected.iter().map(|it| (*it).to_owned()).collect();
            made.sort();
            expected.sort();
            assert_eq!(made, expected, "{kind}: {text}");
        }
    }
}
