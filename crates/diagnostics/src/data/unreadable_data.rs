//! A file of data that Puppet cannot read.

use analysis::data::Role;
use issue::{DataError, Issue};
use syntax::Severity;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

pub(super) fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    if matches!(looked.place.role, Role::Metadata | Role::Settings | Role::Puppetfile) {
        return;
    }
    let tree = &looked.text.tree;
    if let Some(problem) = &tree.problem {
        let rest = looked.source.get(problem.at..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default().trim_end();
        // At the end of a line there is nothing to underline but what comes before.
        let range = match line.is_empty() {
            true => {
                let before = looked.source.get(..problem.at).unwrap_or_default().trim_end();
                let start = before.rfind('\n').map_or(0, |it| it + 1);
                let start = start + before.get(start..).map_or(0, |it| it.len() - it.trim_start().len());
                start..before.len()
            }
            false => problem.at..problem.at + line.len(),
        };
        let message = format!("({}): {}", looked.path, problem.message);
        // A level is read only where its path says so; a configuration is read by every lookup.
        found.push(Draft { severity: Some(Severity::Error), range, message, ..Draft::default() });
        return;
    }
    if looked.is_data()
        && looked.text.hash.is_none()
        && let Some(root) = &tree.root
        // A file that is made and has nothing in it yet is no mistake.
        && !root.range.is_empty()
    {
        let message = format!("{}: file does not contain a valid yaml hash", looked.path);
        let issue = Some(Issue::Data(DataError::NoHash { text: message.clone() }));
        found.push(Draft { severity: Some(Severity::Error), range: looked.first_line(&root.range), message, issue, ..Draft::default() });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::{MODULE, check};

    #[test]
    fn a_text_that_is_no_yaml() {
        check(
            &format!("{MODULE}#- /m/a/data/common.yaml\na::x: [1\na::y: 2\n"),
            expect![[r#"
            /m/a/data/common.yaml: error unreadable-data ": 2"
              (/m/a/data/common.yaml): did not find expected ',' or ']' while parsing a flow sequence at line 1 column 7
        "#]],
        );
        check(
            &format!("{MODULE}#- /m/a/data/common.yaml\na::x: 'b\n"),
            expect![[r#"
            /m/a/data/common.yaml: error unreadable-data "a::x: 'b"
              (/m/a/data/common.yaml): found unexpected end of stream while scanning a quoted scalar at line 1 column 7
        "#]],
        );
        check(
            &format!("{MODULE}#- /m/a/data/common.yaml\n- a\n"),
            expect![[r#"
            /m/a/data/common.yaml: error unreadable-data "- a"
              /m/a/data/common.yaml: file does not contain a valid yaml hash
        "#]],
        );
        check(
            &format!("{MODULE}#- /m/a/data/common.yaml\na::x: !ruby/object:Foo {{}}\n"),
            expect![[r#"
            /m/a/data/common.yaml: error unreadable-data "!ruby/object:Foo {}"
              (/m/a/data/common.yaml): Tried to load unspecified class: Foo
        "#]],
        );
    }

    #[test]
    fn what_nothing_reads_is_not_looked_at() {
        check(
            &format!("{MODULE}#- /m/a/data/common.yaml\n--- \n#- /m/a/data/other.yaml\na: [\n#- /m/a/.fixtures.yml\na: [\n"),
            expect![[""]],
        );
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na: [\n#- /e/data/other.yaml\na: [\n",
            expect![[r#"
            /e/data/common.yaml: error unreadable-data "a: ["
              (/e/data/common.yaml): did not find expected node content while parsing a flow node at line 2 column 1
        "#]],
        );
    }

    #[test]
    fn a_comment_silences() {
        check(&format!("{MODULE}#- /m/a/data/common.yaml\nb::x: 1 # bunraku:ignore[foreign-data-key]\n"), expect![[""]]);
        check(
            &format!("{MODULE}#- /m/a/data/common.yaml\na: 1 # bunraku:ignore[duplicate-data-key]\n"),
            expect![[r##"
            /m/a/data/common.yaml: warning foreign-data-key "a"
              Module 'a': data must use keys qualified with the name of the module; got a
              help: Puppet ignores this key: only those that begin with 'a::' count in the data of this module
            /m/a/data/common.yaml: hint unused-ignore "# bunraku:ignore[duplicate-data-key]"
              this comment ignores nothing
              help: remove it
              Remove the comment: a: 1
        "##]],
        );
    }
}
