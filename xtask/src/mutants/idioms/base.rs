//! Bases of the changes: cases that Puppet compiles.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::super::base::Healthy;
use crate::answers::{self, Suite, recording};
use crate::sites;

/// The subjects of `tests/catalogs` that are written as sites and modules are, besides those whose names end with `-idioms`.
const SUBJECTS: [&str; 6] = ["classes", "data", "modules", "profiles", "settings-variables", "names-and-callers"];

const MAIN: &str = "manifests/site.pp";

/// A healthy case.
pub struct Base {
    pub id: String,
    /// By their paths below the environment.
    pub files: BTreeMap<String, String>,
    pub healthy: Healthy,
    /// Manifests that are evaluated for certain, as mutants name them.
    reached: BTreeSet<PathBuf>,
    /// Below the environment, and folders elsewhere.
    pub modulepath: String,
    pub node: String,
    /// Facts, and the set of facts that they come on top of.
    pub facts: Value,
    pub facts_file: Option<String>,
    pub settings: Value,
    /// One process of Puppet has all cases of one group: it keeps the Ruby that it has loaded.
    pub group: String,
}

impl Base {
    /// A file, as mutants and findings name it.
    pub fn path(&self, file: &str) -> PathBuf {
        Path::new(&self.id).join(file)
    }

    pub fn has_module(&self, module: &str) -> bool {
        let folders = self.modulepath.split(':').filter(|it| !it.starts_with('/'));
        let inside: Vec<String> = folders.map(|it| format!("{it}/{module}/")).collect();
        self.files.keys().any(|path| inside.iter().any(|it| path.starts_with(it.as_str())))
    }

    /// Whether the answer about the whole says that a file is evaluated.
    pub fn knows_reached(&self, file: &Path) -> bool {
        self.reached.contains(file)
    }
}

pub fn all(root: &Path) -> Result<Vec<Base>, String> {
    let recorded = recording::read_all(root, Suite::Catalogs)?;
    let mut bases = Vec::new();
    for case in answers::case::all(root, Suite::Catalogs)? {
        let is_wanted = SUBJECTS.contains(&case.subject()) || case.subject().ends_with("-idioms");
        let Some(recording) = recorded.get(&case.id).filter(|_| is_wanted) else { continue };
        bases.extend(of_case(&case, &recording.answer));
    }
    for site in sites::complete(root)? {
        let (node, request) = site.node;
        bases.push(Base {
            healthy: healthy(&site.id, &site.files, &Value::Null),
            reached: BTreeSet::new(),
            group: site.id.clone(),
            id: site.id,
            files: site.files,
            modulepath: site.modulepath,
            node,
            facts: request["facts"].clone(),
            facts_file: request["facts_file"].as_str().map(str::to_owned),
            settings: site.settings,
        });
    }
    Ok(bases)
}

/// Nothing for what Puppet refuses, and for what a checkout cannot say: the classes and variables of a classifier.
fn of_case(case: &answers::Case, answer: &Value) -> Option<Base> {
    let request = &case.request;
    let is_refused = ["error", "ral_error", "cycles", "unanswered"].iter().any(|it| answer.get(it).is_some());
    let is_classified = request.get("classes").is_some() || request.get("params").is_some();
    let no_files = Map::new();
    let given = request["files"].as_object().unwrap_or(&no_files);
    let code = request["code"].as_str().filter(|it| !it.is_empty())?;
    if is_refused || is_classified || given.contains_key(MAIN) || given.contains_key("environment.conf") {
        return None;
    }
    let known = ["strict", "strict_variables"];
    let settings = request.get("settings").cloned().unwrap_or_else(|| json!({}));
    if settings.as_object().is_some_and(|it| it.keys().any(|key| !known.contains(&key.as_str()))) {
        return None;
    }
    let mut files: BTreeMap<String, String> =
        given.iter().filter_map(|(path, text)| Some((path.clone(), text.as_str()?.to_owned()))).collect();
    files.insert(MAIN.to_owned(), format!("{}\n", code.trim_end_matches('\n')));
    let modules = case.modulepath().map(|path| format!(":{path}")).unwrap_or_default();
    Some(Base {
        id: case.id.clone(),
        healthy: healthy(&case.id, &files, answer),
        reached: reached(&case.id, answer),
        files,
        modulepath: format!("modules{modules}"),
        node: request["node"].as_str().unwrap_or("oracle.example.com").to_owned(),
        facts: request.get("facts").cloned().unwrap_or_else(|| json!({})),
        facts_file: request["facts_file"].as_str().map(str::to_owned),
        settings,
        group: Suite::Catalogs.name().to_owned(),
    })
}

/// The main manifest, and the files of classes.
fn reached(id: &str, answer: &Value) -> BTreeSet<PathBuf> {
    let classes = answer["classes"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let file = |class: &str| {
        let (module, rest) = class.split_once("::").unwrap_or((class, "init"));
        Path::new(id).join("modules").join(module).join("manifests").join(format!("{}.pp", rest.replace("::", "/")))
    };
    std::iter::once(Path::new(id).join(MAIN)).chain(classes.map(file)).collect()
}

fn healthy(id: &str, files: &BTreeMap<String, String>, answer: &Value) -> Healthy {
    let at = |file: &str| Path::new(id).join(file);
    let edges = answer["edges"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let ends: BTreeSet<&str> = edges.flat_map(|it| it.split(" -> ").flat_map(|it| it.split(" ~> "))).collect();
    let mut required = BTreeSet::new();
    for resource in answer["resources"].as_array().into_iter().flatten() {
        let name = format!("{}[{}]", resource["type"].as_str().unwrap_or_default(), resource["title"].as_str().unwrap_or_default());
        let (Some(file), Some(line)) = (resource["file"].as_str(), resource["line"].as_u64()) else { continue };
        let file = if file.is_empty() { MAIN } else { file.trim_start_matches("{env}/") };
        if ends.contains(name.as_str()) {
            required.insert((at(file), u32::try_from(line).unwrap_or_default()));
        }
    }
    let names = ends.iter().filter_map(|it| Some(it.strip_prefix("Class[")?.strip_suffix(']')?.to_lowercase()));
    let is_code = |path: &&String| path.ends_with(".pp") || path.ends_with(".epp");
    Healthy {
        class: id.to_owned(),
        files: files.keys().filter(is_code).map(|it| at(it)).collect(),
        required,
        required_classes: names.collect(),
    }
}
