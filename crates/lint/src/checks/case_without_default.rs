//! A `case` that does not say what else.

use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "case_without_default",
    description: Some(
        "Test the manifest tokens for any case statements that do not contain a \"default\" case and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#defaults-for-case-statements-and-selectors"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    let end = |case: &Id| Some((*case, data.closing_brace(*case, &budget)?));
    let cases: Vec<(Id, Id)> = data.of_kind(Kind::Case).iter().filter_map(end).collect();
    for (index, &(start, end)) in cases.iter().enumerate() {
        // Those within this one have defaults of their own.
        let mut inner = cases.get(index + 1..).unwrap_or_default();
        let (mut depth, mut at, mut has_default) = (0_i32, start, false);
        while at <= end {
            if let Some((first, last)) = inner.first().filter(|(first, _)| *first <= at) {
                let is_here = *first == at;
                at = if is_here { last + 1 } else { at };
                inner = inner.get(inner.partition_point(|(first, _)| *first < at)..).unwrap_or_default();
                if is_here {
                    continue;
                }
            }
            match data.token(at).kind {
                Kind::LBrace => depth += 1,
                Kind::RBrace => depth -= 1,
                Kind::Default if depth == 1 => {
                    has_default = true;
                    break;
                }
                _ => {}
            }
            at += 1;
        }
        if !has_default {
            found.warning(data, start, "case statement without a default case");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn each_case_has_its_own_default() {
        check(
            "case_without_default",
            "case $a {\n  1: { case $b { 2: { } default: { } } }\n}\ncase $c {\n  1: { case $d { 2: { } } }\n  default: { }\n}\n",
            expect![[r#"
                1:1: warning: case statement without a default case
                5:8: warning: case statement without a default case
            "#]],
        );
    }
}
