//! The types of Debian's modules.

use super::{Known, all_texts, texts};
use crate::managed::Managed;
use crate::paths;
use crate::table::RelationInfo;
use crate::value::Value;

pub(super) fn titles(resource: &Managed<'_>, info: &RelationInfo, known: &dyn Known) -> Option<Vec<String>> {
    let name = resource.info.name.as_str();
    Some(match (name, info.target.as_str()) {
        ("a2mod", "package") => vec!["httpd".to_owned()],
        ("alternatives", _) | ("file_line", _) | ("concat_file", _) => texts(resource, ["path"]),
        ("apt_key", _) => texts(resource, ["source"]).into_iter().filter(|it| paths::is_absolute(it)).collect(),
        ("keystone_identity_provider", "file") => {
            texts(resource, ["remote_id_file"]).into_iter().filter(|it| paths::is_absolute(it)).collect()
        }
        ("archive", _) => {
            let mut found = vec![paths::directory(&resource.name())];
            found.extend(texts(resource, ["extract_path"]));
            found.extend(["/root/.aws/config".to_owned(), "/root/.aws/credentials".to_owned()]);
            found
        }
        // It only looks whether its target is there.
        ("concat_fragment", _) => Vec::new(),
        ("ini_setting", _) => texts(resource, ["path"]).iter().map(|it| paths::directory(it)).collect(),
        ("mysql_grant", "mysql_user") => texts(resource, ["user"]),
        ("nova_flavor", _) => texts(resource, ["project_name"]).into_iter().filter(|it| !it.is_empty()).collect(),
        ("posix_acl", target) => acl(resource, target, known),
        ("sahara_cluster_template", _) => all_texts(resource, "node_groups").iter().map(|it| first(it, ':')).collect(),
        ("tempest_flavor_id_setter", _) => texts(resource, ["flavor_name"]),
        ("tempest_glance_id_setter", _) => texts(resource, ["image_name"]),
        ("tempest_neutron_net_id_setter", _) => texts(resource, ["network_name"]),
        // It asks whether `restart` is set, and `false` is set by default.
        ("vs_config", _) => vec!["restart openvswitch".to_owned()],
        ("x509_cert" | "x509_request", "x509_cert") => vec![without_extension(&private_key(resource))],
        ("x509_cert" | "x509_request", _) => vec![private_key(resource)],
        ("vs_port", _) => texts(resource, ["bridge"]),
        ("firewall", "firewallchain") => chains(resource),
        ("firewall" | "firewallchain", target) => tools(resource, target),
        _ if name.starts_with("cs_") => return corosync(resource, &info.target, known),
        _ if name.starts_with("keystone_") => return keystone(resource, &info.target, known),
        _ if name.starts_with("neutron_") => return neutron(resource, &info.target),
        _ if name.starts_with("rabbitmq_") => return rabbitmq(resource, &info.target),
        _ => return None,
    })
}

fn first(text: &str, separator: char) -> String {
    text.split(separator).next().unwrap_or_default().to_owned()
}

fn private_key(resource: &Managed<'_>) -> String {
    resource.text("private_key").unwrap_or_else(|| format!("{}.key", without_extension(&resource.name())))
}

fn without_extension(path: &str) -> String {
    let name = paths::base_name(path);
    let name = name.strip_suffix(paths::extension(path)).unwrap_or(name);
    format!("{}/{name}", paths::directory(path))
}

fn acl(resource: &Managed<'_>, target: &str, known: &dyn Known) -> Vec<String> {
    let mut found = Vec::new();
    let path = resource.name();
    if target != "posix_acl" {
        if resource.text("recursive").as_deref() == Some("true") || resource.value("recursive") == Some(Value::Bool(true)) {
            let above = paths::expanded(&path);
            let above = if above == "/" { above } else { format!("{above}/") };
            let files = known.of_type(target).into_iter().map(Managed::name);
            found.extend(files.filter(|it| it.len() > above.len() && it.starts_with(&above)));
        }
        found.push(path.clone());
    }
    found.extend(paths::ancestors(&path).into_iter().find(|it| known.contains(target, it)));
    found
}

fn chains(resource: &Managed<'_>) -> Vec<String> {
    let protocol = match resource.provider() {
        Some("iptables") => "IPv4",
        Some("ip6tables") => "IPv6",
        _ => return Vec::new(),
    };
    let table = resource.text("table").unwrap_or_default();
    let chains = texts(resource, ["chain", "jump"]).into_iter();
    let own = chains.filter(|it| table != "filter" || !matches!(it.as_str(), "INPUT" | "OUTPUT" | "FORWARD"));
    own.map(|it| format!("{it}:{table}:{protocol}")).collect()
}

fn tools(resource: &Managed<'_>, target: &str) -> Vec<String> {
    let names: &[&str] = match (resource.info.name.as_str(), target, resource.provider()) {
        ("firewall", "package", Some("iptables" | "ip6tables")) | ("firewallchain", "package", Some("iptables_chain")) => {
            &["iptables", "iptables-persistent", "iptables-services"]
        }
        (_, "service", Some("iptables" | "ip6tables")) => {
            &["firewalld", "iptables", "ip6tables", "iptables-persistent", "netfilter-persistent"]
        }
        _ => &[],
    };
    names.iter().map(|&it| it.to_owned()).collect()
}

fn corosync(resource: &Managed<'_>, target: &str, known: &dyn Known) -> Option<Vec<String>> {
    let plain = |name: &String| {
        let name = first(name, ':');
        name.strip_prefix("ms_").map(str::to_owned).unwrap_or(name)
    };
    let one = |name: &str| resource.text(name).iter().map(plain).collect::<Vec<_>>();
    Some(match (resource.info.name.as_str(), target) {
        ("cs_commit", "cs_shadow") => vec![resource.text("cib").unwrap_or_else(|| resource.name())],
        (_, "cs_shadow") => texts(resource, ["cib"]),
        // Puppet means those of one `cib`, but compares what is no property: all are meant.
        ("cs_commit", other) => known.of_type(other).into_iter().map(|it| it.title.to_owned()).collect(),
        ("cs_clone", "cs_group") => one("group"),
        ("cs_clone" | "cs_location", _) => one("primitive"),
        ("cs_group", _) => all_texts(resource, "primitives").iter().map(plain).collect(),
        ("cs_order", _) => [one("first"), one("second")].concat(),
        ("cs_colocation", _) => {
            let value = resource.value("primitives").unwrap_or_default();
            match value.items().first() {
                Some(Value::Hash(_)) => {
                    let sets = value.items().iter().filter_map(|it| it.get("primitives"));
                    sets.flat_map(Value::flattened).filter_map(Value::as_word).map(str::to_owned).collect()
                }
                _ => all_texts(resource, "primitives").iter().map(plain).collect(),
            }
        }
        _ => return None,
    })
}

fn keystone(resource: &Managed<'_>, target: &str, known: &dyn Known) -> Option<Vec<String>> {
    let pair = |name: &str, domain: &str| Some(format!("{}::{}", resource.text(name)?, resource.text(domain)?));
    let name = resource.info.name.as_str();
    Some(match (name, target) {
        ("keystone_tenant" | "keystone_user", "keystone_domain") => [texts(resource, ["domain"]), default_domain(known)].concat(),
        ("keystone_domain_config", "file") => {
            let configs = known.of_type("keystone_config").into_iter();
            let folder = configs.filter(|it| it.name() == "identity/domain_config_dir").find_map(|it| it.text("value"));
            vec![folder.unwrap_or_else(|| "/etc/keystone/domains".to_owned())]
        }
        ("keystone_user_role", "keystone_user") => pair("user", "user_domain").into_iter().collect(),
        ("keystone_user_role", "keystone_tenant") => pair("project", "project_domain").into_iter().collect(),
        ("keystone_user_role", "keystone_role") => all_texts(resource, "roles"),
        ("keystone_user_role", "keystone_domain") => {
            let own = resource.text("domain");
            let of_project = || resource.text("project").and_then(|_| resource.text("project_domain"));
            let mut found = texts(resource, ["user_domain"]);
            found.extend(own.or_else(of_project));
            found.extend(default_domain(known));
            found
        }
        ("keystone_endpoint", "keystone_service") => {
            let name = resource.text("name")?;
            match resource.text("type") {
                Some(kind) => vec![format!("{name}::{kind}")],
                None => {
                    let same = known.of_type(target).into_iter().filter(|it| it.text("name").as_deref() == Some(&name));
                    let titles: Vec<&str> = same.map(|it| it.title).collect();
                    match titles.as_slice() {
                        [only] => vec![(*only).to_owned()],
                        _ => vec![name],
                    }
                }
            }
        }
        _ => return None,
    })
}

fn default_domain(known: &dyn Known) -> Vec<String> {
    let is = |it: &Managed<'_>, name: &str, word: &str| it.value(name).is_some_and(|it| it.text() == word);
    let domains = known.of_type("keystone_domain").into_iter();
    let found = domains.filter(|it| is(it, "is_default", "true") && (it.given("ensure").is_none() || is(it, "ensure", "present")));
    found.take(1).map(Managed::name).collect()
}

fn neutron(resource: &Managed<'_>, target: &str) -> Option<Vec<String>> {
    Some(match (resource.info.name.as_str(), target) {
        ("neutron_l3_ovs_bridge", "vs_bridge") => vec![resource.name()],
        (_, "keystone_tenant") => resource.text("tenant_name").or_else(|| resource.text("project_name")).into_iter().collect(),
        ("neutron_router_interface", "neutron_router") => vec![first(&resource.name(), ':')],
        ("neutron_router_interface", "neutron_subnet") => {
            let name = resource.name();
            vec![name.split_once(':').map(|(_, subnet)| subnet.to_owned()).unwrap_or(name)]
        }
        ("neutron_router", "neutron_network") => texts(resource, ["gateway_network_name"]),
        (_, "neutron_network") => texts(resource, ["network_name"]),
        (_, "neutron_subnet") => texts(resource, ["subnet_name"]),
        _ => return None,
    })
}

fn rabbitmq(resource: &Managed<'_>, target: &str) -> Option<Vec<String>> {
    let name = resource.name();
    let user = || resource.text("user").unwrap_or_default();
    let vhost = || name.split('@').nth(1).map(str::to_owned);
    Some(match (resource.info.name.as_str(), target) {
        ("rabbitmq_binding", "rabbitmq_user_permissions") => {
            texts(resource, ["source", "destination"]).into_iter().map(|it| format!("{}@{it}", user())).collect()
        }
        ("rabbitmq_binding", "rabbitmq_user") => texts(resource, ["user"]),
        ("rabbitmq_binding", target) => {
            let of_type = resource.text("destination_type").filter(|it| target.strip_prefix("rabbitmq_") == Some(it));
            let mut names = if target == "rabbitmq_exchange" { texts(resource, ["source"]) } else { Vec::new() };
            names.extend(of_type.and_then(|_| resource.text("destination")));
            let vhost = resource.text("vhost").unwrap_or_default();
            names.into_iter().map(|it| format!("{it}@{vhost}")).collect()
        }
        ("rabbitmq_user_permissions", "rabbitmq_user") => vec![first(&name, '@')],
        (_, "rabbitmq_vhost") => vhost().into_iter().collect(),
        (_, "rabbitmq_user") => texts(resource, ["user"]),
        (_, "rabbitmq_user_permissions") => vec![format!("{}@{}", user(), vhost().unwrap_or_default())],
        _ => return None,
    })
}
