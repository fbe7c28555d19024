//! The value or values of an expression.

use analysis::{File, Snapshot};
use syntax::{TextRange, TextSize};
use values::{Origin, Str, Value};

use crate::value_text::{self, code};
use crate::values_at::{self, Values};

/// Limit of characters of a value.
const LONGEST: usize = 120;

/// Limit of characters of a type: a parameter's type has room.
const LONGEST_TYPE: usize = 400;

/// Limit of the evaluations that are read.
pub(super) const MOST_WATCHES: usize = 24;

/// Limit of the systems that are named.
const MOST_SYSTEMS: usize = 12;

/// The range of the expression at a place, and what it is.
pub(super) fn text(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<(TextRange, String)> {
    let root = snapshot.parse(file).syntax_node();
    let mut tokens: Vec<_> = root.token_at_offset(offset).filter(|it| !it.kind().is_trivia()).collect();
    tokens.reverse();
    let ranges: Vec<TextRange> = tokens.iter().flat_map(values_at::expressions_at).collect();
    if ranges.is_empty() {
        return None;
    }
    let watches = snapshot.watched(file, MOST_WATCHES);
    ranges.into_iter().find_map(|range| Some((range, lines("Value", &values_at::at_range(&watches, range))?)))
}

/// One line where all systems have the same, else one for each group of systems.
pub(crate) fn lines(what: &str, all: &[Values]) -> Option<String> {
    // Unknown values are never equal, but may read the same.
    let mut groups: Vec<(String, Vec<Str>)> = Vec::new();
    for values in all {
        let text = one(values);
        match groups.iter_mut().find(|it| it.0 == text) {
            Some(group) => group.1.extend(values.systems.iter().cloned()),
            None => groups.push((text, values.systems.clone())),
        }
    }
    match groups.as_slice() {
        [] => None,
        [(only, _)] => Some(format!("{what}: {only}\n")),
        several => {
            let lines = several.iter().map(|(text, on)| format!("- {text} on {}\n", systems(on)));
            Some(format!("{what}:\n{}", lines.collect::<String>()))
        }
    }
}

fn one(values: &Values) -> String {
    let mut shown: Vec<String> = values.values.iter().map(value).collect();
    shown.extend(values.more.then(|| "…".to_owned()));
    shown.join(", ")
}

fn value(value: &Value) -> String {
    let Value::Unknown(unknown) = value else { return code(&value_text::text(value, LONGEST)) };
    let ty = match &unknown.ty {
        values::Type::Any => String::new(),
        ty => format!(", {}", code(&value_text::text(&Value::Type(ty.clone()), LONGEST_TYPE))),
    };
    let from = match &unknown.origin {
        Origin::Parameter(name) => format!(" (parameter `${name}`)"),
        Origin::Fact(path) => format!(" (fact `{path}`)"),
        Origin::Function(name) => format!(" (function `{name}`)"),
        Origin::Data(key) => format!(" (data `{key}`)"),
        Origin::Setting(name) => format!(" (setting `{name}`)"),
        Origin::Failure => String::new(),
    };
    format!("not known{ty}{from}")
}

pub(super) fn systems(systems: &[Str]) -> String {
    let mut shown: Vec<&str> = systems.iter().take(MOST_SYSTEMS).map(|it| &**it).collect();
    let more = systems.len().saturating_sub(MOST_SYSTEMS);
    let rest = format!("{more} more");
    if more > 0 {
        shown.push(&rest);
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    const METADATA: &str = r#"{"name": "a-m", "operatingsystem_support": [
        {"operatingsystem": "Debian", "operatingsystemrelease": ["11", "12"]}, {"operatingsystem": "RedHat", "operatingsystemrelease": ["8"]}]}"#;

    fn module(body: &str) -> String {
        format!("#- /m/metadata.json\n{}\n#- /m/manifests/init.pp\n{body}\n", METADATA.replace('\n', " "))
    }

    #[test]
    fn a_variable_has_a_value_on_each_system() {
        check(
            &module(
                "class m {\n  $package = $facts['os']['family'] ? { 'Debian' => 'apache2', default => 'httpd' }\n  package { $pack$0age: }\n}",
            ),
            expect![[r#"
                Value:
                - `'apache2'` on Debian 11, Debian 12
                - `'httpd'` on RedHat 8

                **`Package[apache2]`**

                in `Class[M]` in `Stage[main]`

                **`Package[httpd]`**

                in `Class[M]` in `Stage[main]`
            "#]],
        );
    }

    #[test]
    fn what_is_the_same_everywhere_names_no_system() {
        check(
            &module("class m {\n  $a$0 = [1, 'x'].map |$it| { \"${it}!\" }\n}"),
            expect![[r#"
                Value: `['1!', 'x!']`
            "#]],
        );
        check(
            &module("class m {\n  [1, 'x'].each |$it| { notice(\"$i$0t!\") }\n}"),
            expect![[r#"
                Value: `1`, `'x'`
            "#]],
        );
    }

    #[test]
    fn texts_and_accesses_and_operations() {
        check(
            &module("class m {\n  $a = {'k' => 2}\n  notice(\"n$0o ${a['k']}\")\n}"),
            expect![[r#"
                Value: `'no 2'`
            "#]],
        );
        check(
            &module("class m {\n  $a = {'k' => 2}\n  notice($a['k'$0])\n}"),
            expect![[r#"
                Value: `2`
            "#]],
        );
        check(
            &module("class m {\n  $b = 1 $0+ 2\n}"),
            expect![[r#"
                Value: `3`
            "#]],
        );
    }

    #[test]
    fn what_is_secret_or_not_known() {
        check(
            &module("class m {\n  $s = Sensitive('x')\n  notice($$0s)\n}"),
            expect![[r#"
                Value: `Sensitive`
            "#]],
        );
        check(
            &module("class m(Integer $p) {\n  $x = $p\n  notice($x$0)\n}"),
            expect![[r#"
                Value: not known, `Integer` (parameter `$p`)
            "#]],
        );
        check(&module("class m {\n  if false { $x = 1\n notice($x$0) }\n}"), expect![[""]]);
    }
}
