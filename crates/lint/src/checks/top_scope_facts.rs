//! A fact as a variable of the top scope.

use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const CHECK: Check = Check { name: "top_scope_facts", description: None, help: None, by_default: true, fixes: true, run };

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.of_kinds(Kind::Variable, Kind::UnencVariable) {
        let Some(name) = data.token(id).value.strip_prefix("::") else { continue };
        let is_allowed = ALLOWED.iter().any(|it| name.starts_with(it))
            || data.configuration.top_scope_variables.iter().any(|it| name.starts_with(it.as_str()));
        if !is_allowed && !has_namespace(name) {
            found.warning(data, id, "top scope fact instead of facts hash").fix(move |edit| fix(edit, id));
        }
    }
}

/// Whether it is a variable of a class.
fn has_namespace(name: &str) -> bool {
    let Some((class, _)) = name.split_once("::") else { return false };
    class.len() > 1
        && !class.starts_with(|it: char| it.is_ascii_uppercase())
        && class.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

fn fix(edit: &mut Edit<'_>, id: Id) -> Option<()> {
    // Another fix may have written it already.
    let name = edit.value(id)?.strip_prefix("::")?;
    let (name, keys) = name.split_at(name.find('[').unwrap_or(name.len()));
    let written = format!("facts['{name}']{keys}");
    edit.set_value(id, written)
}

/// Prefixes of variables that other checks report, or that are no facts.
const ALLOWED: &[&str] = &[
    "trusted",
    "facts",
    "architecture",
    "augeasversion",
    "bios_release_date",
    "bios_vendor",
    "bios_version",
    "boardassettag",
    "boardmanufacturer",
    "boardproductname",
    "boardserialnumber",
    "chassisassettag",
    "chassistype",
    "domain",
    "fqdn",
    "gid",
    "hardwareisa",
    "hardwaremodel",
    "hostname",
    "id",
    "ipaddress",
    "ipaddress6",
    "lsbdistcodename",
    "lsbdistdescription",
    "lsbdistid",
    "lsbdistrelease",
    "lsbmajdistrelease",
    "lsbminordistrelease",
    "lsbrelease",
    "macaddress",
    "macosx_buildversion",
    "macosx_productname",
    "macosx_productversion",
    "macosx_productversion_major",
    "macosx_productversion_minor",
    "manufacturer",
    "memoryfree",
    "memorysize",
    "netmask",
    "netmask6",
    "network",
    "network6",
    "operatingsystem",
    "operatingsystemmajrelease",
    "operatingsystemrelease",
    "osfamily",
    "physicalprocessorcount",
    "processorcount",
    "productname",
    "rubyplatform",
    "rubysitedir",
    "rubyversion",
    "selinux",
    "selinux_config_mode",
    "selinux_config_policy",
    "selinux_current_mode",
    "selinux_enforced",
    "selinux_policyversion",
    "serialnumber",
    "swapencrypted",
    "swapfree",
    "swapsize",
    "system32",
    "uptime",
    "uptime_days",
    "uptime_hours",
    "uptime_seconds",
    "uuid",
    "xendomains",
    "zonename",
];

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn facts_are_in_their_hash() {
        let text = "$a = $::kernel\n$b = \"${::my['x']}\"\n$c = $::mod::a\n$d = $::operatingsystem\n$e = $kernel\n";
        check(
            "top_scope_facts",
            text,
            expect![[r#"
                1:6: warning: top scope fact instead of facts hash
                2:9: warning: top scope fact instead of facts hash
            "#]],
        );
        fixes(
            "top_scope_facts",
            text,
            "$a = $facts['kernel']\n$b = \"${facts['my']['x']}\"\n$c = $::mod::a\n$d = $::operatingsystem\n$e = $kernel\n",
        );
    }
}
