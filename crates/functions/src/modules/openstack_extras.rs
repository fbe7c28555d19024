//! The module `openstack_extras`.

use values::Value;

use crate::{Call, Context, Failure, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::new("validate_yum_hash", validate_yum_hash).in_module("openstack_extras")].into_iter()
}

/// The parameters of `yumrepo` that it knows of.
const PARAMETERS: [&str; 33] = [
    "name",
    "ensure",
    "baseurl",
    "cost",
    "descr",
    "enabled",
    "enablegroups",
    "exclude",
    "failovermethod",
    "gpgcheck",
    "gpgkey",
    "http_caching",
    "include",
    "includepkgs",
    "keepalive",
    "metadata_expire",
    "metalink",
    "mirrorlist",
    "priority",
    "protect",
    "provider",
    "proxy",
    "proxy_password",
    "proxy_username",
    "repo_gpgcheck",
    "s3_enabled",
    "skip_if_unavailable",
    "sslcacert",
    "sslclientcert",
    "sslclientkey",
    "sslverify",
    "target",
    "timeout",
];

fn validate_yum_hash(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    if call.arguments.len() > 1 {
        let count = call.arguments.len();
        return Err(Failure::plain(format!("validate_yum_hash takes only a single argument, {count} provided")));
    }
    let Value::Hash(repositories) = call.at(0) else {
        return Err(Failure::plain("non-hash argument provided to validate_yum_hash"));
    };
    for parameters in repositories.values() {
        let Value::Hash(parameters) = parameters else { return Err(ruby::no_method("each", parameters)) };
        for name in parameters.keys() {
            if !name.as_str().is_some_and(|it| PARAMETERS.contains(&it)) {
                let name = ruby::to_s(name);
                return Err(Failure::plain(format!("Parameter {name} is not valid for the yumrepo type")));
            }
        }
    }
    Ok(if repositories.is_empty() { Value::Undef } else { call.at(0).clone() })
}
