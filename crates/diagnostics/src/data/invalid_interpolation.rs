//! A `%{…}` that no lookup can read.

use std::ops::Range;

use hiera::interpolation_problem;
use syntax::Severity;
use yaml::{Kind, Node};

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

pub(super) fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    if !looked.is_data() {
        return;
    }
    let mut waiting: Vec<&Node> = looked.text.tree.entries().iter().rev().filter_map(|it| it.value.as_ref()).collect();
    while let Some(node) = waiting.pop() {
        match &node.kind {
            Kind::List(items) => waiting.extend(items.iter().rev()),
            Kind::Map(entries) => waiting.extend(entries.iter().rev().flat_map(|it| it.value.iter().chain([&it.key]))),
            Kind::Scalar { .. } => found.extend(node.text().and_then(|text| of_text(looked, node, text))),
            Kind::Alias { .. } => {}
        }
    }
}

fn of_text(looked: &DataFile<'_>, node: &Node, text: &str) -> Option<Draft> {
    let (range, issue) = interpolation_problem(text)?;
    let range = place_of(looked, &node.range, text.get(range)?).unwrap_or_else(|| looked.first_line(&node.range));
    // A lookup that does not read this key never meets it, and each that does fails.
    Some(Draft { severity: Some(Severity::Error), range, message: issue.to_string(), issue: Some(issue), ..Draft::default() })
}

/// Where a part of a value is written, if it is written as it is.
fn place_of(looked: &DataFile<'_>, node: &Range<usize>, part: &str) -> Option<Range<usize>> {
    let start = node.start + looked.source.get(node.clone())?.find(part)?;
    Some(start..start + part.len())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;
    use crate::neighbours::tests::check as check_code;

    const SITE: &str = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\n";

    /// Puppet 8.10 fails each lookup of these keys with the same words.
    #[test]
    fn what_no_lookup_can_read() {
        check(
            &format!(
                "{SITE}port: \"%{{lookup('good'):3306}}\"\nurl: \"%{{alias('good')}}:1\"\nlist:\n  - \"a %{{loockup('good')}} b\"\n\
                 fine: \"%{{lookup('good')}}:3306 %{{literal('%')}}{{Referer}}i\"\n"
            ),
            expect![[r#"
                /e/data/common.yaml: error invalid-interpolation "%{lookup('good'):3306}"
                  Syntax error in string: %{lookup('good'):3306}
                /e/data/common.yaml: error invalid-interpolation "%{alias('good')}"
                  'alias' interpolation is only permitted if the expression is equal to the entire string
                /e/data/common.yaml: error invalid-interpolation "%{loockup('good')}"
                  Unknown interpolation method 'loockup'
            "#]],
        );
    }

    #[test]
    fn the_code_that_looks_it_up_is_right() {
        let code = "class web($port) { notify { \"p${port}\": } }\n#- /e/modules/web/manifests/b.pp\nclass web::b { $x = lookup('x') }\n";
        let data = "web::port: \"%{alias('good')}:1\"\nx: \"%{a..b}\"\n";
        let site = "#- /e/manifests/site.pp\nnode default { include web, web::b }\n";
        let text = format!("{SITE}{data}{site}#- /e/modules/web/manifests/init.pp\n{code}");
        check_code("evaluation-error", &text, expect![[""]]);
        check_code("missing-parameter", &text, expect![[""]]);
    }
}
