//! The value of a variable that is set to something computed, or its type where the value is long or not known.

use syntax::{SyntaxKind, SyntaxNode};

use super::{HintKind, InlayHint, Values};
use crate::text::trimmed_range;

pub(super) fn of_assignment(values: &mut Values<'_>, node: &SyntaxNode) -> Option<InlayHint> {
    let mut sides = node.children();
    let (variable, value) = (sides.next()?, sides.next()?);
    if variable.kind() != SyntaxKind::VAR_EXPR || is_plain(&value) {
        return None;
    }
    let range = trimmed_range(&variable);
    let (shown, tooltip) = values.short_or_type(range)?;
    Some(InlayHint { at: range.end(), label: format!(": {shown}"), kind: HintKind::Value, tooltip, place: None })
}

/// Whether a value is written out.
fn is_plain(value: &SyntaxNode) -> bool {
    value.descendants().all(|it| {
        matches!(
            it.kind(),
            SyntaxKind::LITERAL
                | SyntaxKind::NAME_EXPR
                | SyntaxKind::KEYWORD_EXPR
                | SyntaxKind::TYPE_NAME_EXPR
                | SyntaxKind::DQ_STRING
                | SyntaxKind::LIST_EXPR
                | SyntaxKind::HASH_EXPR
                | SyntaxKind::HASH_ENTRY
                | SyntaxKind::PAREN_EXPR
                | SyntaxKind::ERROR_NODE
        )
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::inlay_hints::tests::{check, module};

    #[test]
    fn what_is_computed_has_its_value_behind_it() {
        check(
            &module(
                "class m(String $s) {\n  $a = $facts['os']['family'] ? { 'Debian' => 'apache2', default => 'httpd' }\n  $b = \"/etc/${a}\"\n  $c = 'plain'\n  \
                 $d = [1, 2].map |$i| { $i * 2 }\n  $e = $s\n  $p = Sensitive('x')\n  $l = range(1, 100)\n}",
            ),
            expect![[r#"
                class m(String $s) {
                  $a«: 'apache2' | 'httpd'» = $facts['os']['family'] ? { 'Debian' => 'apache2', default => 'httpd' }
                  $b«: '/etc/apache2' | '/etc/httpd'» = "/etc/${a}"
                  $c = 'plain'
                  $d«: [2, 4]» = [1, 2].map |$i| { $i * 2 }
                  $e«: String» = $s
                  $p«: Sensitive» = Sensitive('x')
                  $l = range(1, 100)
                }
            "#]],
        );
    }

    #[test]
    fn a_long_value_has_its_type_behind_it() {
        check(
            &module(
                "class m {\n  $x = Integer[1, 20].map |$i| { \"number ${i}\" }\n  \
                 $y = ['a', 'b', 'c'].reduce({}) |$all, $it| { $all + { \"${it}-of-many\" => 10 } }\n  \
                 $z = \"/srv/${x[0]}/a/very/long/path/of/a/file\"\n}",
            ),
            expect![[r#"
                class m {
                  $x«: Array[String]» = Integer[1, 20].map |$i| { "number ${i}" }
                  $y«: Hash[String, Integer]» = ['a', 'b', 'c'].reduce({}) |$all, $it| { $all + { "${it}-of-many" => 10 } }
                  $z«: String» = "/srv/${x[0]}/a/very/long/path/of/a/file"
                }
            "#]],
        );
    }

    #[test]
    fn a_value_that_is_not_known_has_its_type_behind_it() {
        check(
            &module(
                "class m(Optional[Pattern[/\\A[a-z]+\\z/]] $p, Optional[Array[Enum['present', 'absent', 'latest', 'held']]] $e, Array $a) {\n  \
                 $x = $p\n  $y = $e\n  $z = [$p, 1]\n  $w = $a\n}",
            ),
            expect![[r#"
                class m(Optional[Pattern[/\A[a-z]+\z/]] $p, Optional[Array[Enum['present', 'absent', 'latest', 'held']]] $e, Array $a) {
                  $x«: Optional[Pattern[…]]» = $p
                  $y«: Optional[Array[Enum[…]]]» = $e
                  $z«: [Optional[Pattern[…]], 1]» = [$p, 1]
                  $w«: Array» = $a
                }
            "#]],
        );
    }

    #[test]
    fn a_list_that_is_not_known_stays_a_list() {
        check(
            &module(
                "class m(Array[String] $list, Hash[String, Integer] $h) {\n  $x = $list + ['a']\n  $y = $list - ['a']\n  $z = $h + { 'a' => 1 }\n}",
            ),
            expect![[r#"
                class m(Array[String] $list, Hash[String, Integer] $h) {
                  $x«: Array[String]» = $list + ['a']
                  $y«: Array[String]» = $list - ['a']
                  $z«: Hash[String, Integer]» = $h + { 'a' => 1 }
                }
            "#]],
        );
    }

    #[test]
    fn what_there_is_no_room_for_is_told_when_one_points_at_it() {
        let text = module("class m(Optional[Array[Enum['present', 'absent', 'latest']]] $e, String $s) {\n  $x = $e\n  $y = $s\n}");
        let tooltips = crate::tests::fixture(&text).ask(|snapshot, file, _| {
            let whole = syntax::TextRange::up_to(syntax::TextSize::of(&*snapshot.text(file)));
            crate::inlay_hints(snapshot, file, whole).into_iter().map(|it| it.tooltip).collect::<Vec<_>>()
        });
        let whole = "Value: not known, `Optional[Array[Enum['absent', 'latest', 'present']]]` (parameter `$e`)\n";
        assert_eq!(tooltips, [Some(whole.to_owned()), None]);
    }
}
