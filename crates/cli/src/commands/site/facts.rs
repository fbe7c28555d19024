//! The facts of nodes: of a file, or of a folder with a file for each.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use values::{Hash, Value};

use super::folder::show;

/// The endings of files of facts.
const ENDINGS: [&str; 3] = ["json", "yaml", "yml"];

/// No file of facts is larger.
const LARGEST: u64 = 64 << 20;

pub enum FactSets {
    /// The same for every node.
    One { name: Option<String>, facts: Hash },
    /// By the names of the nodes.
    Folder(PathBuf),
}

impl FactSets {
    pub fn find(path: Option<&Path>) -> anyhow::Result<FactSets> {
        let Some(path) = path else { return Ok(FactSets::One { name: None, facts: Hash::default() }) };
        if path.is_dir() {
            return Ok(FactSets::Folder(path.to_owned()));
        }
        let (name, facts) = read(path)?;
        Ok(FactSets::One { name, facts })
    }

    /// The name of the node that the facts are of.
    pub fn name(&self) -> Option<String> {
        let FactSets::One { name, facts } = self else { return None };
        name.clone().or_else(|| text(facts, &["clientcert"])).or_else(|| text(facts, &["networking", "fqdn"]))
    }

    pub fn of(&self, node: &str) -> anyhow::Result<Hash> {
        match self {
            FactSets::One { facts, .. } => Ok(facts.clone()),
            FactSets::Folder(folder) => {
                let file = ENDINGS.iter().map(|ending| folder.join(format!("{node}.{ending}"))).find(|it| it.is_file());
                file.map_or_else(|| Ok(Hash::default()), |file| Ok(read(&file)?.1))
            }
        }
    }

    /// The nodes that there are facts of, in the order of their names.
    pub fn nodes(&self) -> anyhow::Result<Vec<String>> {
        match self {
            FactSets::One { .. } => Ok(self.name().into_iter().collect()),
            FactSets::Folder(folder) => {
                let mut names = Vec::new();
                for entry in std::fs::read_dir(folder).with_context(|| show(folder))? {
                    let path = entry.with_context(|| show(folder))?.path();
                    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or("");
                    if let Some(name) = path.file_stem().and_then(|it| it.to_str()).filter(|_| ENDINGS.contains(&ending)) {
                        names.push(name.to_lowercase());
                    }
                }
                names.sort();
                names.dedup();
                Ok(names)
            }
        }
    }
}

/// Facts, and whose they are if the file says so: as Facter prints them, or as Puppet keeps them, with `name` and `values`.
fn read(path: &Path) -> anyhow::Result<(Option<String>, Hash)> {
    let len = std::fs::metadata(path).with_context(|| show(path))?.len();
    if len > LARGEST {
        bail!("{}: too large for facts", show(path));
    }
    let bytes = std::fs::read(path).with_context(|| show(path))?;
    let value = if path.extension().is_some_and(|it| it == "json") {
        let json = serde_json::from_slice(&bytes).with_context(|| show(path))?;
        values::data::from_json(&json)
    } else {
        let document = hiera::yaml::load(without_tag(&bytes)).map_err(|problem| anyhow::anyhow!("{}", problem.told(&show(path))))?;
        document.map_or(Value::Undef, |it| it.data.value())
    };
    let Value::Hash(facts) = value else { bail!("{}: facts are a hash", show(path)) };
    let own = |key: &str| facts.get(&Value::string(key));
    match (own("values"), own("name")) {
        (Some(Value::Hash(inner)), name) => Ok((name.and_then(string), (**inner).clone())),
        _ => Ok((None, (*facts).clone())),
    }
}

/// Puppet writes whose class the whole is, which is no class of data.
fn without_tag(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"--- !ruby/object:Puppet::Node::Facts").unwrap_or(bytes)
}

fn text(facts: &Hash, path: &[&str]) -> Option<String> {
    let (first, rest) = path.split_first()?;
    match (facts.get(&Value::string(first))?, rest) {
        (Value::Hash(inner), [_, ..]) => text(inner, rest),
        (value, []) => string(value),
        _ => None,
    }
}

fn string(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.to_string()),
        _ => None,
    }
}
