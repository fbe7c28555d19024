//! An unknown merge strategy: `merge: uniq` in `lookup_options`.

use std::ops::Range;

use hiera::merge::Strategy;
use issue::{DataError, Issue, MergeError};
use syntax::nearest;
use values::Value;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

const STRATEGIES: [&str; 4] = ["first", "unique", "hash", "deep"];

pub(super) fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    found.extend(all(looked).into_iter().map(|(_, draft)| draft));
}

/// Errors of each key, or pattern of keys, with options.
pub(super) fn all<'a>(looked: &'a DataFile<'_>) -> Vec<(&'a str, Draft)> {
    let options = looked.text.tree.root.as_ref().and_then(|it| it.get("lookup_options"));
    let Some(options) = options.filter(|_| looked.is_data()) else { return Vec::new() };
    let values = looked.text.hash.as_ref().and_then(|it| it.get(&Value::from("lookup_options")));
    let wrong = |(key, merge): (&'a str, &yaml::Node)| {
        let value = entry(entry(values?, key)?, "merge")?;
        let error = Strategy::from_value(Some(value)).err()?;
        let strategy = merge.get("strategy").unwrap_or(merge);
        let is_name = matches!(&error.issue, Issue::Data(DataError::Merge { error: MergeError::UnknownStrategy, .. }));
        let named = if is_name { strategy } else { merge };
        let range: Range<usize> = looked.first_line(&named.range);
        let written = strategy.text().filter(|it| is_name && !it.contains("%{"));
        // What is put together of variables is known to evaluations only.
        if is_name && written.is_none() && strategy.text().is_some() {
            return None;
        }
        let near = written.and_then(|it| nearest(it, STRATEGIES));
        let fix = near.map(|it| (format!("Change to `{it}`"), vec![(looked.without_quotes(&range), it.to_owned())]));
        let help = near.map(|it| format!("There is `{it}`"));
        Some((key, Draft { range, message: error.issue.to_string(), issue: Some(error.issue), help, fix, ..Draft::default() }))
    };
    let merges = options.entries().iter().filter_map(|it| Some((it.key.text()?, it.value.as_ref()?.get("merge")?)));
    merges.filter_map(wrong).collect()
}

fn entry<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Hash(entries) => entries.get(&Value::from(key)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::{MODULE, check};

    const CLASS: &str = "#- /m/a/manifests/init.pp\nclass a(Array $x = [], Integer $y = 1) { notice($x, $y) }\n";

    #[test]
    fn a_strategy_that_there_is_not() {
        let data = "lookup_options:\n  a::x:\n    merge: uniqe\n  a::z:\n    merge: {strategy: bogus}\n  ^a::w:\n    merge: {strategy: deep, knockout: x}\n  \
                    a::v: {merge: unique}\na::x: [1]\na::y: no\n";
        check(
            &format!("{MODULE}{CLASS}#- /m/a/data/common.yaml\n{data}"),
            expect![[r#"
            /m/a/data/common.yaml: error invalid-merge "uniqe"
              Unknown merge strategy: 'uniqe'
              help: There is `unique`
              see /m/a/manifests/init.pp: it is used here
              Change to `unique`:     merge: unique
            /m/a/data/common.yaml: warning unbound-data-key "a::z"
              The class 'a' has no parameter 'z', and nothing looks up 'a::z'
            /m/a/data/common.yaml: warning invalid-merge "bogus"
              Unknown merge strategy: 'bogus'
            /m/a/data/common.yaml: warning invalid-merge "{strategy: deep, knockout: x}"
              The merge options has wrong type, unrecognized key 'knockout'
            /m/a/data/common.yaml: warning unbound-data-key "a::v"
              The class 'a' has no parameter 'v', and nothing looks up 'a::v'
            /m/a/data/common.yaml: error mistyped-data "no"
              Class[A]: parameter 'y' expects an Integer value, got Boolean
              see /m/a/manifests/init.pp: it is used here
              see /m/a/manifests/init.pp: the parameter declares its type here
        "#]],
        );
    }

    #[test]
    fn where_a_lookup_meets_it() {
        let site = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\nlookup_options:\n  n: {merge: bogus}\nn: 1\n\
                    #- /e/manifests/site.pp\n$x = lookup('n')\n";
        check(
            site,
            expect![[r#"
            /e/data/common.yaml: error invalid-merge "bogus"
              Unknown merge strategy: 'bogus'
              see /e/manifests/site.pp: it is used here
        "#]],
        );
    }
}
