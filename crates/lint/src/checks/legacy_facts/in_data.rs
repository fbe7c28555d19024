//! Old facts in data of Hiera: `%{::osfamily}`, `%{facts.osfamily}`.

use memchr::memmem;

use crate::check::{Found, Severity};
use crate::data::Data;
use crate::yaml;

pub(super) fn run(data: &Data<'_>, found: &mut Found<'_>) {
    if !data.text.contains("%{") {
        return;
    }
    let ends: Vec<usize> = memchr::memchr_iter(b'\n', data.text.as_bytes()).collect();
    // The first line that the text stands in as it is meant, which need not be its own; the first of all where there is none.
    let line = |text: &str| {
        let at = memmem::find(data.text.as_bytes(), text.as_bytes()).filter(|_| !text.contains('\n'));
        at.map_or(1, |at| ends.partition_point(|end| *end < at) as u32 + 1)
    };
    for text in yaml::texts(data.text) {
        for name in interpolated(&text).filter(|it| super::is_legacy(it)) {
            found.at(Severity::Warning, line(&text), 1, format!("legacy fact '{name}'"));
        }
    }
}

/// The variables between `%{` and `}`, without what says that they are of the top scope.
fn interpolated(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("%{").filter_map(|(at, mark)| {
        let rest = text.get(at + mark.len()..)?;
        let name = ["::", ":", "facts."].iter().find_map(|it| rest.strip_prefix(it)).unwrap_or(rest);
        let end = name.find(|it: char| !it.is_ascii_alphanumeric() && it != '_')?;
        name.get(..end).filter(|it| !it.is_empty() && name[end..].starts_with('}'))
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let mut configuration = crate::Configuration::default();
        configuration.enable_only(&["legacy_facts"]);
        let source = crate::Source { text, path: "data/common.yaml", full_path: "/site/data/common.yaml" };
        let report = crate::fix(source, &configuration);
        assert_eq!(report.fixed, None);
        let mut out = String::new();
        for problem in &report.problems {
            let _ = writeln!(out, "{}:{}: {}: {}", problem.line, problem.column, problem.kind(), problem.message);
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn values_and_keys_are_looked_at() {
        check(
            "a: '%{::osfamily} %{hostname}'\nb:\n  - c: '%{facts.fqdn}'\n'%{uuid}': '%{facts.os.family}'\n",
            expect![[r#"
            1:1: warning: legacy fact 'osfamily'
            1:1: warning: legacy fact 'hostname'
            3:1: warning: legacy fact 'fqdn'
            4:1: warning: legacy fact 'uuid'
        "#]],
        );
    }

    #[test]
    fn what_goes_on_behind_the_name_is_another_thing() {
        check("a: '%{osfamily.x} %{ osfamily } %{lookup(\"osfamily\")} %{trusted.hostname} %{}'\n", expect![[""]]);
    }

    #[test]
    fn the_line_is_the_first_that_has_the_value() {
        check(
            "# %{fqdn}\na: '%{fqdn}'\nb: 'it''s %{fqdn}'\nc: |\n  %{fqdn}\n  %{id}\n",
            expect![[r#"
            1:1: warning: legacy fact 'fqdn'
            1:1: warning: legacy fact 'fqdn'
            1:1: warning: legacy fact 'fqdn'
            1:1: warning: legacy fact 'id'
        "#]],
        );
    }

    #[test]
    fn comments_silence() {
        check(
            "a: '%{id}' # lint:ignore:legacy_facts\n",
            expect![[r#"
            1:1: ignored: legacy fact 'id'
        "#]],
        );
    }
}
