//! Classes that are healthy: Puppet compiles them, and orders their catalogs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::corpus::MODULES;

/// A class, and what Puppet says of it.
#[derive(Clone, Debug, Default)]
pub struct Healthy {
    pub class: String,
    /// The manifests that it reaches.
    pub files: Vec<PathBuf>,
    /// Where resources are declared that others come before or after.
    pub required: BTreeSet<(PathBuf, u32)>,
    pub required_classes: BTreeSet<String>,
}

impl Healthy {
    /// From Puppet's answer; nothing for a class that it refuses.
    pub fn from_answer(class: &str, answer: &Value) -> Option<Healthy> {
        let classes = answer["classes"].as_array()?;
        let mut files: BTreeSet<PathBuf> = classes.iter().filter_map(|it| Some(file_of(it.as_str()?))).collect();
        let mut required = BTreeSet::new();
        let ends = answer["edges"].as_array().into_iter().flatten().filter_map(Value::as_array).flatten();
        let ends: BTreeSet<&str> = ends.filter_map(Value::as_str).collect();
        for resource in answer["resources"].as_array().into_iter().flatten() {
            let (Some(name), Some(file), Some(line)) = (resource[0].as_str(), resource[1].as_str(), resource[2].as_u64()) else { continue };
            files.insert(file.into());
            if ends.contains(name) {
                required.insert((file.into(), u32::try_from(line).unwrap_or_default()));
            }
        }
        let names = ends.iter().filter_map(|it| Some(it.strip_prefix("Class[")?.strip_suffix(']')?.to_lowercase()));
        let is_manifest = |path: &PathBuf| path.starts_with(MODULES) && path.extension().is_some_and(|it| it == "pp") && path.is_file();
        Some(Healthy {
            class: class.to_owned(),
            files: files.into_iter().filter(is_manifest).collect(),
            required,
            required_classes: names.collect(),
        })
    }
}

/// Where Puppet looks for a class.
pub fn file_of(class: &str) -> PathBuf {
    let (module, rest) = class.split_once("::").unwrap_or((class, "init"));
    Path::new(MODULES).join(module).join("manifests").join(format!("{}.pp", rest.replace("::", "/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_their_files() {
        assert_eq!(file_of("apt"), Path::new(MODULES).join("apt/manifests/init.pp"));
        assert_eq!(file_of("apt::a::b"), Path::new(MODULES).join("apt/manifests/a/b.pp"));
    }

    #[test]
    fn what_puppet_refuses_is_not_healthy() {
        assert!(Healthy::from_answer("a", &serde_json::json!({"error": "no"})).is_none());
    }
}
