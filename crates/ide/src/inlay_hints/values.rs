//! The value of a variable that is set to something computed.

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
    let (shown, tooltip) = values.short(range)?;
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
}
