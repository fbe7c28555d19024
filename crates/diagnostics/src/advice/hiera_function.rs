//! `hiera('x')`: `lookup` has taken the place of these functions.

use super::{Advice, Rule, Text};

/// The functions whose place `lookup` has taken.
pub const HIERA_FUNCTIONS: [&str; 4] = ["hiera", "hiera_array", "hiera_hash", "hiera_include"];

pub(crate) const RULE: Rule = Rule::Text(find);

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    for node in text.model.ids() {
        let Some((name, functor, arguments)) = text.call(node) else { continue };
        if !HIERA_FUNCTIONS.contains(&name) {
            continue;
        }
        let (ty, merge) = match name {
            "hiera" => ("undef", "'first'"),
            "hiera_hash" => ("Hash", "'hash'"),
            _ => ("Array", "'unique'"),
        };
        let argument = |index: usize| arguments.get(index).map(|it| text.slice(text.range(*it)));
        // The third argument, another level of the hierarchy, has no counterpart; nor has a lambda one that is the same.
        let is_plain = matches!(text.model.data(node), syntax::model::Data::Call { lambda: None, .. });
        let instead = match (argument(0), argument(1), arguments.len()) {
            _ if !is_plain => None,
            (Some(key), None, _) if name == "hiera" => Some(format!("lookup({key})")),
            (Some(key), None, _) => Some(format!("lookup({key}, {ty}, {merge})")),
            (Some(key), Some(default), 2) => Some(format!("lookup({key}, {ty}, {merge}, {default})")),
            _ => None,
        };
        let instead = instead.map(|it| if name == "hiera_include" { format!("{it}.include") } else { it });
        found.push(Advice {
            range: text.range(functor),
            message: format!("`{name}` is deprecated: use `lookup`"),
            fix: instead.map(|it| (format!("Change to `{it}`"), vec![(text.range(node), it)])),
            ..Advice::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn each_has_its_lookup() {
        check(
            "hiera-function",
            r#"
$a = hiera('a')
$b = hiera('b', 'x')
$c = hiera_array('c')
$d = hiera_hash("d::${a}", {})
hiera_include('classes')
$e = hiera('e', 'x', 'level')
"#,
            expect![[r#"
                Warning: `hiera` is deprecated: use `lookup`
                  $a = hiera('a')
                       ^^^^^
                  fix: Change to `lookup('a')`
                    + $a = lookup('a')
                Warning: `hiera` is deprecated: use `lookup`
                  $b = hiera('b', 'x')
                       ^^^^^
                  fix: Change to `lookup('b', undef, 'first', 'x')`
                    + $b = lookup('b', undef, 'first', 'x')
                Warning: `hiera_array` is deprecated: use `lookup`
                  $c = hiera_array('c')
                       ^^^^^^^^^^^
                  fix: Change to `lookup('c', Array, 'unique')`
                    + $c = lookup('c', Array, 'unique')
                Warning: `hiera_hash` is deprecated: use `lookup`
                  $d = hiera_hash("d::${a}", {})
                       ^^^^^^^^^^
                  fix: Change to `lookup("d::${a}", Hash, 'hash', {})`
                    + $d = lookup("d::${a}", Hash, 'hash', {})
                Warning: `hiera_include` is deprecated: use `lookup`
                  hiera_include('classes')
                  ^^^^^^^^^^^^^
                  fix: Change to `lookup('classes', Array, 'unique').include`
                    + lookup('classes', Array, 'unique').include
                Warning: `hiera` is deprecated: use `lookup`
                  $e = hiera('e', 'x', 'level')
                       ^^^^^
            "#]],
        );
    }
}
