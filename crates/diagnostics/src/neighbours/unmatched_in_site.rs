//! A collector that finds nothing on any node of a site.
//!
//! Unmatched collectors of a site: a module of its own may collect what other sites declare, so only the site's own code is reported.
//! Nothing is said where anything is not known: a fact that nobody gave, a node that stands for many.

use std::collections::BTreeMap;

use analysis::{Evaluation, File, Snapshot};
use syntax::{TextRange, TextSize};

use super::Rule;
use super::site::{hint, is_for_others, known_nodes};
use crate::Finding;
use crate::registry::codes;

pub(crate) const RULE: Rule = Rule::Site(find);

/// Returns what is wrong with the collectors of a file, without what is known of them already.
fn find(snapshot: Snapshot<'_>, file: File, evaluations: &[Evaluation], known: &[Finding]) -> Vec<Finding> {
    let path = snapshot.path(file);
    let mut found: BTreeMap<(TextSize, TextSize), bool> = BTreeMap::new();
    evaluations.iter().for_each(|it| note(it, &path, &mut found));
    // Most collectors match something where they first occur.
    if found.values().all(|finds| *finds) || is_for_others(snapshot, file) {
        return Vec::new();
    }
    let Some(nodes) = known_nodes(snapshot, file) else { return Vec::new() };
    nodes.iter().for_each(|it| note(it, &path, &mut found));
    let never = found.into_iter().filter(|it| !it.1).map(|((start, end), _)| TextRange::new(start, end));
    let new = never.filter(|range| !known.iter().any(|it| it.code == codes::UNMATCHED_COLLECTOR && range.contains_range(it.range)));
    let message = "This collector matches nothing on any node of this site";
    new.map(|range| hint(snapshot, file, codes::UNMATCHED_COLLECTOR, range, message.to_owned())).collect()
}

/// Adds what an evaluation shows of the collectors of a file.
fn note(evaluation: &Evaluation, path: &str, found: &mut BTreeMap<(TextSize, TextSize), bool>) {
    for it in evaluation.evaluated.outcome.collecting.iter().filter(|it| *it.file == *path) {
        *found.entry((it.range.start(), it.range.end())).or_default() |= it.finds;
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    const SITE: &str = "#- /e/environment.conf\n\n#- /e/manifests/site.pp\n";

    #[test]
    fn what_no_node_declares() {
        let nodes = "@user { 'ann': tag => 'staff' }\nUser<| tag == 'staff' |>\nUser<| tag == 'guests' |>\nUser<| title == 'bob' |>\n\
                     User<| |>\nUser<<| tag == 'x' |>>\nnode 'one' { include a }\nnode 'two' { @user { 'bob': } }\nnode default { }\n";
        let class =
            "#- /e/modules/a/manifests/init.pp\nclass a {\n  User<| title == 'carl' |> -> notify { 'x': }\n  User<| title == 'ann' |>\n}\n";
        check(
            "unmatched-collector",
            &format!("{SITE}{nodes}{class}"),
            expect![[r#"
            Hint: This collector matches nothing on any node of this site
              /e/manifests/site.pp:3 User<| tag == 'guests' |>
                                     ^^^^^^^^^^^^^^^^^^^^^^^^^
            Hint: This collector matches nothing on any node of this site
              /e/modules/a/manifests/init.pp:2   User<| title == 'carl' |> -> notify { 'x': }
                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
        );
    }

    #[test]
    fn what_is_not_known() {
        let by_fact = "node 'one' { if $facts['os']['family'] == 'Nix' { @user { 'bob': } } User<| title == 'bob' |> }\n";
        check("unmatched-collector", &format!("{SITE}{by_fact}"), expect![[""]]);
        let by_variable = "node 'one' { $x = lookup('none') @user { $x: } User<| title == 'bob' |> }\n";
        check("unmatched-collector", &format!("{SITE}{by_variable}"), expect![[""]]);
        let many = "node /web/ { User<| title == 'bob' |> include lookup('classes') }\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\nclasses: []\n";
        check("unmatched-collector", &format!("{SITE}{many}"), expect![[""]]);
        let default = "node default { User<| title == 'bob' |> }\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na: 1\n";
        check("unmatched-collector", &format!("{SITE}{default}"), expect![[""]]);
        let error = "node 'one' { User<| title == 'bob' |> fail('x') }\n";
        check("unmatched-collector", &format!("{SITE}{error}"), expect![[""]]);
    }

    #[test]
    fn what_other_sites_may_declare() {
        let module = "#- /e/modules/a/metadata.json\n{\"name\": \"me-a\"}\n#- /e/modules/a/manifests/init.pp\nclass a {\n  User<| title == 'carl' |>\n}\n";
        check("unmatched-collector", &format!("{SITE}node 'one' {{ include a }}\n{module}"), expect![[""]]);
        check(
            "unmatched-collector",
            "#- /m/a/metadata.json\n{}\n#- /m/a/manifests/init.pp\nclass a {\n  User<| title == 'c' |>\n}\n",
            expect![[""]],
        );
    }
}
