//! The settings of Puppet that change what a catalog is.

use values::Strict;
use values::{Hash, Value};

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

/// What `$settings::x` is where nobody set it, of those that manifests ask for.
pub fn default_setting(name: &str) -> Option<Value> {
    let text = match name {
        "ssldir" => "/etc/puppetlabs/puppet/ssl",
        "confdir" => "/etc/puppetlabs/puppet",
        "codedir" => "/etc/puppetlabs/code",
        "vardir" => "/opt/puppetlabs/puppet/cache",
        "server" | "ca_server" => "puppet",
        "ordering" => "manifest",
        "ca" | "manage_internal_file_permissions" => return Some(true.into()),
        "noop" | "tasks" => return Some(false.into()),
        _ => return None,
    };
    Some(text.into())
}
