//! Value of a resource's composed title.

use syntax::{SyntaxKind, SyntaxNode};

use super::{HintKind, InlayHint, Values};
use crate::text::trimmed_range;

pub(super) fn of_body(values: &mut Values<'_>, body: &SyntaxNode) -> Option<InlayHint> {
    let title = body.first_child().filter(|it| !matches!(it.kind(), SyntaxKind::ATTRIBUTE | SyntaxKind::SPLAT_ATTRIBUTE))?;
    let is_computed = match title.kind() {
        SyntaxKind::DQ_STRING => title.children().next().is_some(),
        SyntaxKind::VAR_EXPR | SyntaxKind::ACCESS_EXPR | SyntaxKind::CALL_EXPR | SyntaxKind::METHOD_CALL_EXPR => true,
        _ => false,
    };
    if !is_computed {
        return None;
    }
    let range = trimmed_range(&title);
    let (shown, tooltip) = values.short(range)?;
    Some(InlayHint { at: range.end(), label: format!(" {shown}"), kind: HintKind::Title, tooltip, place: None })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::inlay_hints::tests::{check, module};

    #[test]
    fn titles_that_are_put_together() {
        check(
            &module("class m {\n  $d = '/etc'\n  file { \"${d}/x\": }\n  file { '/y': }\n  ['a', 'b'].each |$u| { user { $u: } }\n}"),
            expect![[r#"
                class m {
                  $d = '/etc'
                  file { "${d}/x"« '/etc/x'»: }
                  file { '/y': }
                  ['a', 'b'].each |$u| { user { $u« 'a' | 'b'»: } }
                }
            "#]],
        );
    }
}
