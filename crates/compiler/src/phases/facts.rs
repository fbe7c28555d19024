//! Unknown facts: those that the user declares unknown, and those that modules define.

use std::sync::Arc;

use values::{Hash, Origin, Size, Str, Type, Unknown, Value};
use world::FileKind;

use crate::compiler::Compiler;
use crate::environment::Environment;

/// A larger file defines no fact.
const LARGEST: u64 = 1 << 20;

/// Module that nearly every module needs, with its facts: where it is missing, they may exist.
const STDLIB: &str = "stdlib";
const FACTS_OF_STDLIB: [&str; 12] = [
    "facter_dot_d",
    "is_pe",
    "package_provider",
    "pe_major_version",
    "pe_minor_version",
    "pe_patch_version",
    "pe_version",
    "puppet_environmentpath",
    "puppet_server",
    "puppet_vardir",
    "root_home",
    "service_provider",
];

impl Compiler<'_> {
    /// `$facts`
    pub fn facts(&self) -> Value {
        if self.analysis.is_on() { self.facts_in_doubt() } else { self.request.facts.clone() }
    }

    /// `$trusted`, where it is not given made of the name of the node.
    pub fn trusted(&self) -> Value {
        self.request.trusted.clone().unwrap_or_else(|| match self.analysis.is_on() {
            true => self.trusted_in_doubt(),
            false => trusted(&self.request.node),
        })
    }

    /// `$server_facts`
    pub fn server_facts(&self) -> Hash {
        match &self.request.server_facts {
            _ if self.analysis.is_on() => self.server_facts_in_doubt(),
            Value::Hash(facts) => (**facts).clone(),
            _ => Hash::default(),
        }
    }

    /// The facts of an analysis.
    fn facts_in_doubt(&self) -> Value {
        let mut facts = match &self.request.facts {
            Value::Hash(facts) => (**facts).clone(),
            _ => Hash::default(),
        };
        for path in &self.request.unknown_facts {
            let parts: Vec<&str> = path.split('.').collect();
            hide(&mut facts, &parts, path);
        }
        for name in self.environment.facts_of_modules().iter() {
            let key = Value::String(name.clone());
            if !facts.contains_key(&key) {
                facts.insert(key, fact(name));
            }
        }
        Value::hash(facts)
    }

    /// `$trusted` where nobody said what it is: of a node that is known by its name, what the name says.
    fn trusted_in_doubt(&self) -> Value {
        let node = self.request.is_named.then_some(&*self.request.node);
        let unknown_text = |name: &str, ty: Type| unknown(&format!("trusted.{name}"), ty);
        let text = || Type::String(Size::ANY);
        let any = || Type::hash_of(Type::String(Size::ANY), Type::Any);
        let parts = node.map(|it| (it, it.split_once('.').map_or((it, None), |(host, domain)| (host, Some(domain)))));
        let certname = parts.map_or_else(|| unknown_text("certname", text()), |(name, _)| name.into());
        let hostname = parts.map_or_else(|| unknown_text("hostname", text()), |(_, (host, _))| host.into());
        let domain = match parts {
            Some((_, (_, domain))) => domain.map_or(Value::Undef, Value::string),
            None => unknown_text("domain", Type::optional(text())),
        };
        let authenticated = Type::enumeration(vec!["local".into(), "remote".into()], false);
        let entries = [
            ("authenticated", unknown_text("authenticated", authenticated)),
            ("certname", certname),
            ("domain", domain),
            ("extensions", unknown_text("extensions", any())),
            ("external", unknown_text("external", any())),
            ("hostname", hostname),
        ];
        Value::hash(entries.into_iter().map(|(name, value)| (Value::from(name), value)).collect())
    }

    /// `$server_facts` of a server that is not here.
    fn server_facts_in_doubt(&self) -> Hash {
        let text = || Type::String(Size::ANY);
        let of = |name: &str| (Value::from(name), unknown(&format!("server_facts.{name}"), text()));
        ["serverversion", "servername", "serverip", "serverip6"].into_iter().map(of).collect()
    }
}

impl Environment {
    /// The names of facts in `lib/facter` of the modules, read lightly and anew: what `Facter.add` names, else the file. And those in
    /// their `facts.d`, whose files agents are sent as well.
    pub fn read_facts_of_modules(&self) -> Vec<Str> {
        let world = &self.world;
        let mut names: Vec<Str> = match self.module(STDLIB) {
            Some(_) => Vec::new(),
            None => FACTS_OF_STDLIB.into_iter().map(Str::from).collect(),
        };
        for (_, module) in self.modules() {
            let external = module.join("facts.d");
            for entry in world.read_dir(&external).unwrap_or_default() {
                let path = external.join(&entry.name);
                if world.metadata(&path).is_ok_and(|it| it.kind == FileKind::File) {
                    let text = world.read(&path, LARGEST).unwrap_or_default();
                    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
                    names.extend(external_names(&String::from_utf8_lossy(&text), ending));
                }
            }
            let folder = module.join("lib/facter");
            for entry in world.read_dir(&folder).unwrap_or_default() {
                let path = folder.join(&entry.name);
                if path.extension().is_none_or(|it| it != "rb") || !world.metadata(&path).is_ok_and(|it| it.kind == FileKind::File) {
                    continue;
                }
                let text = world.read(&path, LARGEST).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                let added = added(&text);
                match path.file_stem().and_then(|it| it.to_str()) {
                    Some(name) if added.is_empty() => names.push(name.into()),
                    _ => names.extend(added),
                }
            }
        }
        names
    }
}

fn unknown(path: &str, ty: Type) -> Value {
    Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Fact(path.into()) }))
}

fn fact(path: &str) -> Value {
    unknown(path, Type::Any)
}

/// Hides what lies at a path; what is not there may be there.
fn hide(facts: &mut Hash, path: &[&str], whole: &str) {
    let Some((first, rest)) = path.split_first() else { return };
    let key = Value::from(*first);
    let inner = match facts.get(&key) {
        Some(Value::Hash(inner)) if !rest.is_empty() => {
            let mut inner = (**inner).clone();
            hide(&mut inner, rest, whole);
            Value::hash(inner)
        }
        // Whoever gave the facts may know of what type it is.
        Some(known @ Value::Unknown(_)) => known.clone(),
        _ => fact(whole),
    };
    facts.insert(key, inner);
}

/// The facts that Ruby code defines: `Facter.add(:name)` and `Facter.add('name')`.
pub fn added(text: &str) -> Vec<Str> {
    names(text).0
}

/// The same, and whether the names of others are computed.
pub fn names(text: &str) -> (Vec<Str>, bool) {
    let (mut all, is_computed) = every_name(text);
    let mut seen = std::collections::HashSet::new();
    all.retain(|it| seen.insert(it.clone()));
    (all, is_computed)
}

/// The same, with a name for each time that it is added.
pub fn every_name(text: &str) -> (Vec<Str>, bool) {
    let mut names: Vec<Str> = Vec::new();
    let mut is_computed = false;
    let parts = text.split("Facter.add").skip(1).chain(text.split("Facter.define_fact").skip(1));
    for part in parts {
        let part = part.trim_start_matches(['(', ' ']);
        let name = match part.split_once(['\'', '"']) {
            Some(("" | ":", rest)) => rest.split(['\'', '"', '\n']).next().unwrap_or_default(),
            _ => match part.strip_prefix(':') {
                Some(rest) => rest.split(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap_or_default(),
                // What a variable holds is not known.
                None => "",
            },
        };
        if name.is_empty() || name.contains("#{") {
            is_computed = true;
            continue;
        }
        names.push(name.to_lowercase().into());
    }
    (names, is_computed)
}

/// The names of facts in an external file: of a program those that stand in its texts, as `"name=$value"` does.
fn external_names(text: &str, ending: &str) -> Vec<Str> {
    let is_name = |it: &&str| !it.is_empty() && it.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-'));
    let before = |line: &str, mark: char| line.split_once(mark).map(|it| it.0.trim().trim_matches(['"', '\'']).to_owned());
    let mut names: Vec<String> = match ending {
        "txt" => text.lines().filter_map(|line| before(line, '=')).collect(),
        "yaml" | "yml" => text.lines().filter(|line| !line.starts_with([' ', '-', '#'])).filter_map(|line| before(line, ':')).collect(),
        "json" => match serde_json::from_str(text) {
            Ok(serde_json::Value::Object(facts)) => facts.into_iter().map(|it| it.0).collect(),
            _ => Vec::new(),
        },
        _ => {
            let pieces = text.lines().flat_map(|line| line.split(['"', '\'', ' ', '\t']));
            pieces.filter_map(|it| it.split_once('=')).map(|it| it.0.to_owned()).collect()
        }
    };
    names.retain(|it| is_name(&it.as_str()));
    names.into_iter().map(|it| it.to_lowercase().into()).collect()
}

fn trusted(node: &str) -> Value {
    let mut trusted = values::Hash::default();
    let (host, domain) = match node.split_once('.') {
        Some((host, domain)) => (host, Value::string(domain)),
        None => (node, Value::Undef),
    };
    trusted.insert("authenticated".into(), "local".into());
    trusted.insert("certname".into(), node.into());
    trusted.insert("domain".into(), domain);
    trusted.insert("extensions".into(), Value::hash(values::Hash::default()));
    trusted.insert("external".into(), Value::hash(values::Hash::default()));
    trusted.insert("hostname".into(), host.into());
    Value::hash(trusted)
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_of_external_facts_are_read_where_they_are_plain() {
        let check = |text: &str, ending: &str, expected: &[&str]| {
            let names = super::external_names(text, ending);
            assert_eq!(names.iter().map(|it| &**it).collect::<Vec<_>>(), expected, "{text}");
        };
        check("a=1\n b = 2\n# no fact\n", "txt", &["a", "b"]);
        check("---\na: 1\nb:\n  c: 1\n# d: 1\n", "yaml", &["a", "b"]);
        check(r#"{"a": {"b": 1}}"#, "json", &["a"]);
        check("{", "json", &[]);
        check("write-host \"win_a=$env:a\"\nif (1 -eq 2) { Write-Host 'win_b=x' }\n", "ps1", &["win_a", "win_b"]);
        check("#!/bin/sh\necho c=1\necho \"$d=1\"\nprintf 'E=%s' 1\n", "sh", &["c", "e"]);
    }

    #[test]
    fn names_are_read_where_they_are_plain() {
        let text = "Facter.add(:a) do\nend\nFacter.add('b_c', type: :aggregate)\nFacter.add :d do\nend\n\
                    Facter.add(key) do\nend\nFacter.add name do\nend\nFacter.add(:\"#{a}_b\")";
        assert_eq!(super::added(text).iter().map(|it| &**it).collect::<Vec<_>>(), ["a", "b_c", "d"]);
        assert!(super::names(text).1);
        let (names, is_computed) = super::names("Facter.add('A.b-c') { }\nFacter.define_fact(:\"e\") { }\n");
        assert_eq!(names.iter().map(|it| &**it).collect::<Vec<_>>(), ["a.b-c", "e"]);
        assert!(!is_computed);
        assert!(super::names("Facter.add(\"x_#{y}\") { }").1);
    }
}
