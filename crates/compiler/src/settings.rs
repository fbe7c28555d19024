//! The settings of Puppet that change a catalog.

mod table;

use values::Strict;
use values::{Hash, Value};

use table::DEFAULTS;
pub use table::Setting;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub strict: Strict,
    pub strict_variables: bool,
    pub storeconfigs: bool,
    pub tasks: bool,
    /// Evaluation steps, after which a compilation ends with an error.
    pub budget: u64,
}

impl Default for Settings {
    /// Those of Puppet 8.
    fn default() -> Settings {
        Settings { strict: Strict::Error, strict_variables: true, storeconfigs: false, tasks: false, budget: 200_000_000 }
    }
}

/// The version of Puppet whose catalogs these are.
pub const PUPPET_VERSION: &str = "8.10.0";

pub fn server_facts(node: &str) -> Value {
    let mut facts = Hash::default();
    facts.insert("serverversion".into(), PUPPET_VERSION.into());
    facts.insert("servername".into(), node.into());
    facts.insert("serverip".into(), "127.0.0.1".into());
    Value::hash(facts)
}

/// The facts of a node with those that its agent adds, where nobody gave them.
pub fn with_agent_facts(mut facts: Hash, node: &str) -> Value {
    let own: [(&str, Value); 3] = [("clientcert", node.into()), ("clientversion", PUPPET_VERSION.into()), ("clientnoop", false.into())];
    for (name, value) in own {
        facts.entry(name.into()).or_insert(value);
    }
    Value::hash(facts)
}

/// Returns the names of all settings, in Puppet's order.
pub fn names() -> impl Iterator<Item = &'static str> {
    DEFAULTS.iter().map(|it| it.0)
}

/// Returns a setting by its name; none for what is no setting.
pub fn setting(name: &str) -> Option<Setting> {
    DEFAULTS.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// Puts the other settings into a text that names them. `asked` gives those that the compilation knows.
pub fn interpolate(text: &str, asked: &dyn Fn(&str) -> Option<String>) -> String {
    let mut text = text.to_owned();
    // Settings name others in a few steps.
    for _ in 0..8 {
        let Some((before, rest)) = text.split_once('$') else { break };
        let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let value = match setting(name) {
            Some(Setting::Place(inner) | Setting::Text(inner)) => inner.to_owned(),
            _ => asked(name).unwrap_or_default(),
        };
        text = format!("{before}{value}{after}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_each_other() {
        let asked = |name: &str| (name == "certname").then(|| "web1".to_owned());
        let path = |name| match setting(name) {
            Some(Setting::Place(text)) => interpolate(text, &asked),
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(path("hostcert"), "/etc/puppetlabs/puppet/ssl/certs/web1.pem");
        assert_eq!(path("lastrunreport"), "/opt/puppetlabs/puppet/cache/state/last_run_report.yaml");
        assert_eq!(path("factpath"), "/opt/puppetlabs/puppet/cache/lib/facter:/opt/puppetlabs/puppet/cache/facts");
        for name in names() {
            if let Some(Setting::Place(_)) = setting(name) {
                assert!(!path(name).contains('$'), "{name}");
            }
        }
        assert_eq!(setting("nosuch"), None);
    }
}
