//! `# lint:ignore:legacy_facts` is about the mistake, whoever finds it.

use super::{Advice, Text};
use crate::Code;

/// Takes out what a comment of puppet-lint silences.
pub(super) fn drop_ignored(text: &Text<'_>, code: Code, found: &mut Vec<Advice>) {
    if !text.is_template() {
        drop_ignored_in(&text.source, code, found, |it| it.range.start().into());
    }
}

/// The same in any text whose comments begin with `#`.
pub(crate) fn drop_ignored_in<T>(source: &str, code: Code, found: &mut Vec<T>, start: impl Fn(&T) -> usize) {
    let Some(check) = code.checks.first().filter(|_| !found.is_empty()) else { return };
    if !source.contains(lint::CONTROL) {
        return;
    }
    let silence = lint::Control::of_text(source);
    found.retain(|it| {
        let before = source.get(..start(it)).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        silence.reason(check, u32::try_from(line).unwrap_or(u32::MAX)).is_none()
    });
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn comments_of_puppet_lint_silence_the_same_mistake() {
        check(
            "legacy-fact",
            "
notice $::osfamily # lint:ignore:legacy_facts on purpose
# lint:ignore:legacy_facts
notice $::hostname
# lint:endignore
notice $::fqdn # lint:ignore:top_scope_facts
",
            expect![[r#"
                Warning: Legacy fact `::fqdn`: Puppet 8 agents do not send it; use `$facts['networking']['fqdn']`
                  notice $::fqdn # lint:ignore:top_scope_facts
                         ^^^^^^^
                  sure fix: Change to `$facts['networking']['fqdn']`
                    + notice $facts['networking']['fqdn'] # lint:ignore:top_scope_facts
            "#]],
        );
        check(
            "missing-default",
            "
# lint:ignore:case_without_default
case $a { 1: {} }
# lint:endignore
case $b { 1: {} }
",
            expect![[r#"
                Hint: There is no `default`: for any other value this case does nothing
                  case $b { 1: {} }
                       ^^
            "#]],
        );
    }
}
