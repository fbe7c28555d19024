//! Whether SELinux guards the machine.

use serde_json::Value as Json;

use super::{Machine, mounts, object};

pub fn resolve(machine: &Machine) -> Json {
    let mounted = mounts::mounts(machine).into_iter().find(|it| it.kind == "selinuxfs").map(|it| it.path);
    let config = machine.text("/etc/selinux/config").filter(|it| !it.is_empty());
    let (Some(folder), Some(config)) = (mounted, config) else { return object([("enabled", Some(false.into()))]) };
    let setting = |name: &str| config.lines().filter_map(|it| it.strip_prefix(name)?.strip_prefix('=')).next_back();
    let enforced = machine.line(format!("{folder}/enforce")).as_deref() == Some("1");
    object([
        ("config_mode", setting("SELINUX").map(|it| it.trim().into())),
        ("config_policy", setting("SELINUXTYPE").map(|it| it.trim().into())),
        ("current_mode", Some(if enforced { "enforcing" } else { "permissive" }.into())),
        ("enabled", Some(true.into())),
        ("enforced", Some(enforced.into())),
        ("policy_version", machine.line(format!("{folder}/policyvers")).map(Json::from)),
    ])
}
