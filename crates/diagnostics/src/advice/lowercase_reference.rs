//! `file['/etc/a']`, where `File['/etc/a']` is meant.

use syntax::model::Data;

use super::{Advice, Rule, Text};
use crate::Finding;
use crate::registry::codes;

pub(crate) const RULE: Rule = Rule::Text(find);

/// Of `file['x']` Puppet says only what the brackets do, and of three titles that there are too many, at the text.
pub(crate) fn explains(own: &Finding, error: &Finding) -> bool {
    let gap = error.range.start().checked_sub(own.range.end()).map(u32::from);
    let is_at = gap.is_some_and(|it| it < 3) || error.range.start() == own.range.start();
    error.code == codes::EVALUATION_ERROR && is_at
}

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    for node in text.model.ids() {
        let Data::Access { left, keys } = text.model.data(node) else { continue };
        let Data::Name(name) = text.model.data(*left) else { continue };
        // A number takes a character out of the word.
        let is_title = |key: &_| matches!(text.model.data(*key), Data::String(_) | Data::Name(_) | Data::Concat { .. });
        if keys.is_empty() || !keys.iter().all(is_title) {
            continue;
        }
        let capital = catalog::puppet::canonical_type(name).into_owned();
        found.push(Advice {
            range: text.range(*left),
            message: format!("`{name}` is a string here: a resource reference begins with a capital letter, as in `{capital}[…]`"),
            fix: Some((format!("Change to `{capital}`"), vec![(text.range(*left), capital)])),
            ..Advice::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn a_reference_begins_with_a_capital() {
        check(
            "lowercase-reference",
            r#"
notify { 'a': require => file['/a'] }
notify { 'b': require => [apt::source['x'], Notify['a']] }
$x = abc[0]
$y = $facts['os']
"#,
            expect![[r#"
                Warning: `file` is a string here: a resource reference begins with a capital letter, as in `File[…]`
                  notify { 'a': require => file['/a'] }
                                           ^^^^
                  fix: Change to `File`
                    + notify { 'a': require => File['/a'] }
                Warning: `apt::source` is a string here: a resource reference begins with a capital letter, as in `Apt::Source[…]`
                  notify { 'b': require => [apt::source['x'], Notify['a']] }
                                            ^^^^^^^^^^^
                  fix: Change to `Apt::Source`
                    + notify { 'b': require => [Apt::Source['x'], Notify['a']] }
            "#]],
        );
    }
}
