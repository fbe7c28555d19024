//! `%{::osfamily}`: a fact by the name that it had before facts were structured.

use super::{DataFile, Draft, Rule, interpolated};
use crate::advice::legacy_fact::says;

/// The same in code has a page: its code it is.
pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    for (range, written) in interpolated::names(looked) {
        let (range, written) = scoped(range.clone(), written).unwrap_or((range, written));
        let name = written.strip_prefix("::").unwrap_or(written);
        let Some(modern) = facts::modern(name.strip_prefix("facts.").unwrap_or(name)).filter(|it| it.same) else { continue };
        // A key with a dot in it would be two.
        let instead = (!modern.path.iter().any(|it| it.contains('.'))).then(|| format!("facts.{}", modern.path.join(".")));
        let new = instead.clone().unwrap_or_else(|| format!("$facts{}", modern.keys()));
        found.push(Draft {
            message: says(written, &new),
            fix: instead.map(|it| (format!("Change to `{it}`"), vec![(range.clone(), it)])),
            range,
            ..Draft::default()
        });
    }
}

/// The name in `scope('…')`, which is the same as the name alone.
fn scoped(range: std::ops::Range<usize>, written: &str) -> Option<(std::ops::Range<usize>, &str)> {
    let inside = written.strip_prefix("scope(")?.strip_suffix(')')?;
    let name = inside.trim().trim_matches(['\'', '"']);
    let start = range.start + written.find(name)?;
    (!name.is_empty()).then(|| (start..start + name.len(), name))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::{MODULE, check};

    #[test]
    fn in_values_and_keys() {
        let data = "a::x: \"%{::osfamily} %{facts.hostname} %{operatingsystem} %{ scope('::ipaddress_eth0') }\" # %{::osfamily}\n\
                    a::y:\n  \"%{facts.os.family}\": '%{domain} %{hostname} %{lookup(\"osfamily\")} %{a::osfamily} %{trusted.hostname} %{::environment}'\n";
        let class = "#- /m/a/manifests/init.pp\nclass a($x, $y) { }\n";
        check(
            &format!("{MODULE}{class}#- /m/a/data/common.yaml\n{data}"),
            expect![[r#"
            /m/a/data/common.yaml: warning legacy-fact "::osfamily"
              Legacy fact `::osfamily`: Puppet 8 agents do not send it; use `facts.os.family`
              Change to `facts.os.family`: a::x: "%{facts.os.family} %{facts.hostname} %{operatingsystem} %{ scope('::ipaddress_eth0') }" # %{::osfamily}
            /m/a/data/common.yaml: warning legacy-fact "facts.hostname"
              Legacy fact `facts.hostname`: Puppet 8 agents do not send it; use `facts.networking.hostname`
              Change to `facts.networking.hostname`: a::x: "%{::osfamily} %{facts.networking.hostname} %{operatingsystem} %{ scope('::ipaddress_eth0') }" # %{::osfamily}
            /m/a/data/common.yaml: warning legacy-fact "operatingsystem"
              Legacy fact `operatingsystem`: Puppet 8 agents do not send it; use `facts.os.name`
              Change to `facts.os.name`: a::x: "%{::osfamily} %{facts.hostname} %{facts.os.name} %{ scope('::ipaddress_eth0') }" # %{::osfamily}
            /m/a/data/common.yaml: warning legacy-fact "::ipaddress_eth0"
              Legacy fact `::ipaddress_eth0`: Puppet 8 agents do not send it; use `facts.networking.interfaces.eth0.ip`
              Change to `facts.networking.interfaces.eth0.ip`: a::x: "%{::osfamily} %{facts.hostname} %{operatingsystem} %{ scope('facts.networking.interfaces.eth0.ip') }" # %{::osfamily}
            /m/a/data/common.yaml: warning legacy-fact "domain"
              Legacy fact `domain`: Puppet 8 agents do not send it; use `facts.networking.domain`
              Change to `facts.networking.domain`:   "%{facts.os.family}": '%{facts.networking.domain} %{hostname} %{lookup("osfamily")} %{a::osfamily} %{trusted.hostname} %{::environment}'
            /m/a/data/common.yaml: warning legacy-fact "hostname"
              Legacy fact `hostname`: Puppet 8 agents do not send it; use `facts.networking.hostname`
              Change to `facts.networking.hostname`:   "%{facts.os.family}": '%{domain} %{facts.networking.hostname} %{lookup("osfamily")} %{a::osfamily} %{trusted.hostname} %{::environment}'
        "#]],
        );
    }

    #[test]
    fn comments_of_puppet_lint_silence_it() {
        let class = "#- /m/a/manifests/init.pp\nclass a($x) { }\n";
        let data = "a::x: '%{::osfamily}' # lint:ignore:legacy_facts\n";
        check(&format!("{MODULE}{class}#- /m/a/data/common.yaml\n{data}"), expect![""]);
    }

    #[test]
    fn in_the_paths_of_a_hierarchy() {
        let config = "version: 5\nhierarchy:\n- {name: os, paths: [\"%{::osfamily}.yaml\", \"%{facts.os.name}.yaml\"]}\n";
        check(
            &format!("#- /e/environment.conf\n\n#- /e/hiera.yaml\n{config}#- /e/data/a.yaml\nx: 1\n"),
            expect![[r#"
            /e/hiera.yaml: warning legacy-fact "::osfamily"
              Legacy fact `::osfamily`: Puppet 8 agents do not send it; use `facts.os.family`
              Change to `facts.os.family`: - {name: os, paths: ["%{facts.os.family}.yaml", "%{facts.os.name}.yaml"]}
        "#]],
        );
    }
}
