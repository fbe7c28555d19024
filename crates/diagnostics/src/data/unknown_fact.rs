//! `%{facts.os.famly}`: a key that no system's fact has.

use std::ops::Range;

use super::{DataFile, Draft, Rule, interpolated};
use crate::advice::unknown_fact::{meant, wrong};

/// The same in code has a page: its code it is.
pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    found.extend(interpolated::names(looked).into_iter().filter_map(|(range, written)| draft(range.end, written)));
}

/// Finding for a name that ends at a place, if it is a fact.
fn draft(name_ends: usize, written: &str) -> Option<Draft> {
    let path = written.trim_start_matches("::").strip_prefix("facts.")?;
    if !path.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '.') {
        return None;
    }
    let ((parent_end, end), keys) = wrong(path)?;
    let (parent, key) = (path.get(..parent_end)?, path.get(parent_end + 1..end)?);
    let first = name_ends - path.len() + parent_end + 1;
    let range: Range<usize> = first..first + key.len();
    let (near, help) = meant(key, &keys);
    Some(Draft {
        message: format!("The fact `{parent}` has no `{key}` on any system: this has no value"),
        help: Some(help),
        fix: near.map(|it| (format!("Change to `{it}`"), vec![(range.clone(), it.to_owned())])),
        range,
        ..Draft::default()
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::{MODULE, check};

    #[test]
    fn a_key_that_is_nowhere() {
        let data = "a::x: \"%{facts.os.famly} %{facts.os.family}\" # %{facts.os.famly}\n# %{facts.os.famly}\n\
                    a::y:\n  \"%{::facts.networking.ipadress}\": '%{facts.own.key} %{lookup(\"facts.os.famly\")} %{facts.os.famly'\n";
        let class = "#- /m/a/manifests/init.pp\nclass a($x, $y) { }\n";
        check(
            &format!("{MODULE}{class}#- /m/a/data/common.yaml\n{data}"),
            expect![[r#"
            /m/a/data/common.yaml: warning unknown-fact "famly"
              The fact `os` has no `famly` on any system: this has no value
              help: There is `family`
              Change to `family`: a::x: "%{facts.os.family} %{facts.os.family}" # %{facts.os.famly}
            /m/a/data/common.yaml: warning unknown-fact "ipadress"
              The fact `networking` has no `ipadress` on any system: this has no value
              help: There are `dhcp`, `domain`, `fqdn`, `hostname`, `interfaces`, `ip`, `ip6`, `mac`, `mtu`, `netmask`, `netmask6`, `network`, …
        "#]],
        );
    }

    #[test]
    fn in_the_paths_of_a_hierarchy() {
        let config = "version: 5\nhierarchy:\n- {name: os, path: \"%{facts.os.nmae}.yaml\"}\n";
        check(
            &format!("#- /e/environment.conf\n\n#- /e/hiera.yaml\n{config}#- /e/data/a.yaml\nx: 1\n"),
            expect![[r#"
            /e/hiera.yaml: warning unknown-fact "nmae"
              The fact `os` has no `nmae` on any system: this has no value
              help: There is `name`
              Change to `name`: - {name: os, path: "%{facts.os.name}.yaml"}
        "#]],
        );
    }
}
