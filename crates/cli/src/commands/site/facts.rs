//! The facts of nodes: of a file, or of a folder with a file for each.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use providers::Os;
use values::{Hash, Value};
use world::RealWorld;

use super::folder::show;
use crate::commands::facts::{HELP, of_system};

/// The endings of files of facts.
const ENDINGS: [&str; 3] = ["json", "yaml", "yml"];

/// No file of facts is larger.
const LARGEST: u64 = 64 << 20;

/// The parts of facts that are gathered or built in.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Those of Facter itself.
    pub core: Hash,
    /// Legacy names of the same.
    pub legacy: Hash,
    /// Those of files and programs in `facts.d` of the machine.
    pub external: Hash,
}

impl Parts {
    fn new(core: facts::Facts, external: facts::Facts) -> Parts {
        let legacy = hash(facts::legacy(&core));
        Parts { core: hash(facts::sorted(core)), legacy, external: hash(facts::sorted(external)) }
    }

    /// All of them, with the legacy names if they are wanted.
    fn all(&self, legacy: bool) -> Hash {
        let mut all = self.core.clone();
        if legacy {
            all.extend(self.legacy.clone());
        }
        all.extend(self.external.clone());
        all.sort_by(|a, _, b, _| a.as_str().cmp(&b.as_str()));
        all
    }
}

pub enum FactSets {
    /// The same for every node.
    One {
        name: Option<String>,
        facts: Hash,
        /// Where they come from, unless a file has them.
        parts: Box<Parts>,
        /// They are not those of this machine.
        given: bool,
        /// They are those of a file.
        is_file: bool,
    },
    /// By the names of the nodes.
    Folder(PathBuf),
}

impl FactSets {
    pub fn find(path: Option<&Path>, os: Option<&str>, legacy: bool) -> anyhow::Result<FactSets> {
        if let Some(os) = os {
            let parts = Parts::new(of_system(os, false)?, facts::Facts::new());
            return Ok(FactSets::One { name: None, facts: parts.all(legacy), parts: Box::new(parts), given: true, is_file: false });
        }
        let Some(path) = path else {
            let (core, external) = crate::commands::facts::gathered();
            let parts = Parts::new(core, external);
            return Ok(FactSets::One { name: None, facts: parts.all(legacy), parts: Box::new(parts), given: false, is_file: false });
        };
        if path.is_dir() {
            return Ok(FactSets::Folder(path.to_owned()));
        }
        let (name, facts) = read(path)?;
        Ok(FactSets::One { name, facts, parts: Box::default(), given: true, is_file: true })
    }

    /// The name of the node that the facts are of.
    pub fn name(&self) -> Option<String> {
        let FactSets::One { name, facts, .. } = self else { return None };
        name.clone().or_else(|| text(facts, &["clientcert"])).or_else(|| text(facts, &["networking", "fqdn"]))
    }

    /// Where facts come from to which modules add theirs; none if a file has all facts of a node.
    pub fn parts(&self) -> Option<&Parts> {
        match self {
            FactSets::One { parts, is_file: false, .. } => Some(parts),
            _ => None,
        }
    }

    /// Whether somebody named them.
    pub fn are_given(&self) -> bool {
        !matches!(self, FactSets::One { given: false, .. })
    }

    pub fn node(&self, node: &str) -> anyhow::Result<Hash> {
        match self {
            FactSets::One { facts, .. } => Ok(facts.clone()),
            FactSets::Folder(folder) => {
                let file = ENDINGS.iter().map(|ending| folder.join(format!("{node}.{ending}"))).find(|it| it.is_file());
                file.map_or_else(|| Ok(Hash::default()), |file| Ok(read(&file)?.1))
            }
        }
    }

    /// The operating system of this machine, whosever facts they are.
    pub fn os(&self) -> Os {
        match self {
            FactSets::One { facts, given: false, .. } => os(facts),
            _ => FactSets::os_of_this_machine(),
        }
    }

    /// The same where nothing else of it is asked for: nothing is run for that.
    pub fn os_of_this_machine() -> Os {
        os(&hash(facts::local(&RealWorld, &facts::RealHost)))
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
    let bytes = match crate::commands::input_file::read(path, LARGEST) {
        Err(error) if error.kind() == std::io::ErrorKind::FileTooLarge => bail!("{}: too large for facts", show(path)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let is_system = path.to_str().is_some_and(|it| of_system(it, false).is_ok());
            let help = if is_system { format!("did you mean `--os {}`?", show(path)) } else { HELP.to_owned() };
            bail!("{}: no such file or folder; {help}", show(path))
        }
        read => read.with_context(|| show(path))?,
    };
    let file = facts::parse(path, &bytes).map_err(|problem| anyhow::anyhow!("{}: {problem}; {HELP}", show(path)))?;
    Ok((file.name, hash(file.facts)))
}

fn hash(facts: facts::Facts) -> Hash {
    match values::data::from_json(&serde_json::Value::Object(facts)) {
        Value::Hash(facts) => (*facts).clone(),
        _ => Hash::default(),
    }
}

fn os(facts: &Hash) -> Os {
    let fact = |path: &[&str]| text(facts, path).unwrap_or_default();
    Os { family: fact(&["os", "family"]), name: fact(&["os", "name"]), major: fact(&["os", "release", "major"]) }
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
