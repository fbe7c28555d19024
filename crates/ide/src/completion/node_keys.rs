//! Data of a node besides its facts: the keys of `$trusted` and `$server_facts`.

use super::Ask;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

/// Keys of `$trusted`.
const TRUSTED: &[&str] = &["authenticated", "certname", "domain", "extensions", "external", "hostname"];

const SERVER_FACTS: &[&str] = &["environment", "serverip", "serverip6", "servername", "serverversion"];

/// The extensions of certificates that have a name; a site may have more.
const EXTENSIONS: &[&str] = &[
    "pp_application",
    "pp_apptier",
    "pp_auth_role",
    "pp_authorization",
    "pp_cloudplatform",
    "pp_cluster",
    "pp_cost_center",
    "pp_created_by",
    "pp_datacenter",
    "pp_department",
    "pp_employee",
    "pp_environment",
    "pp_hostname",
    "pp_image_name",
    "pp_instance_id",
    "pp_network",
    "pp_owner",
    "pp_preshared_key",
    "pp_product",
    "pp_project",
    "pp_provisioner",
    "pp_region",
    "pp_role",
    "pp_securitypolicy",
    "pp_service",
    "pp_software_version",
    "pp_uuid",
    "pp_zone",
];

/// The keys after a variable and other keys, and whether more follow each.
pub(crate) fn keys_below(variable: &str, path: &[String]) -> impl Iterator<Item = (&'static str, bool)> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let keys = match (variable, path.as_slice()) {
        ("trusted", []) => TRUSTED,
        ("trusted", ["extensions"]) => EXTENSIONS,
        ("server_facts", []) => SERVER_FACTS,
        _ => &[],
    };
    keys.iter().map(|it| (*it, matches!(*it, "extensions" | "external")))
}

pub(super) fn add(ask: &Ask<'_>, variable: &str, path: &[String], found: &mut Found) {
    for (key, _) in keys_below(variable, path) {
        found.add(CompletionItem::new(key, CompletionKind::Variable, Rank::Expected).text(ask.quoted(key)));
    }
}
