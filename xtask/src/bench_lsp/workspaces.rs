//! Workspaces to open: a copy of Debian's modules, and a synthetic control repository.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::bench::files::write;

/// Where Debian puts modules.
pub const MODULES: &str = "/usr/share/puppet/modules";

/// How many nodes the control repository has.
pub const NODES: usize = 1_000;

/// One node in this number has a pattern.
const PATTERNS: usize = 10;

const ROLES: [&str; 4] = ["web", "database", "mail", "build"];

/// Copies what is behind the links of the folder of modules. Says how many modules there are.
pub fn modules(to: &Path) -> Result<usize, String> {
    let mut count = 0;
    let entries = fs::read_dir(MODULES).map_err(|error| format!("{MODULES}: {error}"))?;
    for entry in entries.flatten() {
        copy(&entry.path(), &to.join(entry.file_name()))?;
        count += 1;
    }
    Ok(count)
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", from.display());
    if fs::metadata(from).map_err(fail)?.is_file() {
        return fs::copy(from, to).map(drop).map_err(fail);
    }
    fs::create_dir_all(to).map_err(fail)?;
    for entry in fs::read_dir(from).map_err(fail)?.flatten() {
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Writes a control repository: nodes by name and by pattern, roles, profiles, and data.
pub fn control_repository(to: &Path) -> Result<(), String> {
    for (path, text) in files() {
        write(&to.join(path), &text)?;
    }
    Ok(())
}

fn files() -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = vec![
        ("environment.conf".to_owned(), "modulepath = site:modules\n".to_owned()),
        (
            "hiera.yaml".to_owned(),
            "---\nversion: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n  - name: node\n    path: \"nodes/%{trusted.certname}.yaml\"\n  - name: role\n    path: \"roles/%{facts.os.family}.yaml\"\n  - name: common\n    path: common.yaml\n"
                .to_owned(),
        ),
        ("data/common.yaml".to_owned(), "---\nprofile::base::packages:\n  - vim\n  - curl\n  - tmux\nprofile::app::count: 8\n".to_owned()),
        ("data/roles/Debian.yaml".to_owned(), "---\nprofile::base::motd: Debian\n".to_owned()),
        (
            "site/profile/manifests/base.pp".to_owned(),
            "# What every machine has.\nclass profile::base (\n  Array[String] $packages = [],\n  String $motd = 'none',\n) {\n  package { $packages: ensure => installed }\n  file { '/etc/motd': content => \"${motd} ${facts['networking']['fqdn']}\\n\" }\n  contain profile::users\n}\n"
                .to_owned(),
        ),
        (
            "site/profile/manifests/users.pp".to_owned(),
            "class profile::users (Hash[String, Integer] $users = { 'anna' => 1001, 'bert' => 1002 }) {\n  $users.each |$name, $uid| {\n    user { $name: uid => $uid, managehome => true }\n    -> file { \"/home/${name}/.profile\": content => \"# ${name}\\n\", owner => $name }\n  }\n}\n"
                .to_owned(),
        ),
        (
            "site/profile/manifests/vhost.pp".to_owned(),
            "define profile::vhost (Integer[1] $port = 80, Array[String] $aliases = []) {\n  file { \"/etc/app/${title}.conf\":\n    content => \"port ${port}\\n${aliases.join(' ')}\\n\",\n    require => Package['app'],\n    notify  => Service['app'],\n  }\n}\n"
                .to_owned(),
        ),
        (
            "site/profile/manifests/app.pp".to_owned(),
            "class profile::app (String $kind, Integer $count = 4) {\n  package { 'app': ensure => installed }\n  service { 'app': ensure => running, enable => true }\n  Integer[1, $count].each |$n| {\n    profile::vhost { \"${kind}${n}\": port => 8000 + $n, aliases => [\"a${n}\", \"b${n}\"] }\n  }\n}\n"
                .to_owned(),
        ),
    ];
    let mut nodes = String::new();
    for number in 0..NODES {
        let role = ROLES[number % ROLES.len()];
        let name = match number % PATTERNS {
            0 => format!("/^{role}{number}\\./"),
            _ => format!("'{role}{number}.example.com'"),
        };
        let _ = writeln!(nodes, "node {name} {{\n  include role::{role}\n}}");
        if number % 20 == 1 {
            let data = format!("---\nprofile::app::count: {}\n", 2 + number % 5);
            files.push((format!("data/nodes/{role}{number}.example.com.yaml"), data));
        }
    }
    files.push(("manifests/site.pp".to_owned(), nodes + "node default { }\n"));
    for role in ROLES {
        let text = format!(
            "class role::{role} {{\n  include profile::base\n  class {{ 'profile::app': kind => '{role}' }}\n  Class['profile::base'] -> Class['profile::app']\n}}\n"
        );
        files.push((format!("site/role/manifests/{role}.pp"), text));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_of_the_control_repository_is_there() {
        let files = files();
        let site = files.iter().find(|it| it.0 == "manifests/site.pp").map(|it| it.1.as_str()).unwrap_or_default();
        assert_eq!(site.matches("\nnode ").count(), NODES);
        assert!(site.starts_with("node /^web0\\./ {"), "{site}");
    }
}
