//! The licences of the libraries that the program is built with: all are free to go along, and their texts do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::run::ran;
use super::targets::Target;

/// Licences that may be part of a program under MIT or Apache-2.0.
const ALLOWED: &[&str] =
    &["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0", "Unicode-3.0", "Unlicense", "Zlib"];

/// Packages that have a text and no name for it.
const NAMED: &[(&str, &str)] = &[("libyaml-safer", "MIT")];

/// Data that were made from others'.
const DATA: &str = "\
## Data

The facts of operating systems were condensed from [facterdb](https://github.com/voxpupuli/facterdb), Apache-2.0.
";

/// Folders in which packages keep what is not their own.
const DEEPEST: usize = 4;

struct Library {
    name: String,
    version: String,
    licence: String,
    url: String,
    /// The texts, as they are in its package.
    texts: Vec<String>,
}

/// A page with each library, its licence and its texts. A library that may not go along is an error.
pub fn page(root: &Path, target: &Target) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["metadata", "--locked", "--format-version", "1", "--filter-platform", target.triple]);
    let metadata: Value = serde_json::from_str(&ran(&mut command)?).map_err(|e| format!("cargo metadata: {e}"))?;
    let libraries = libraries(&metadata)?;
    let refused: Vec<String> = libraries.iter().filter_map(refused).collect();
    if !refused.is_empty() {
        return Err(format!("these may not be part of the program:\n{}", refused.join("\n")));
    }
    Ok(written(&libraries))
}

/// Why a library may not go along.
fn refused(library: &Library) -> Option<String> {
    let Library { name, version, licence, .. } = library;
    let expression = match spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX) {
        Ok(expression) => expression,
        Err(error) => return Some(format!("{name} {version}: {licence:?} is no licence: {}", error.reason)),
    };
    // What is allowed with an exception is allowed without it.
    let is_allowed = |it: &spdx::LicenseReq| it.license.id().is_some_and(|id| ALLOWED.contains(&id.name));
    (!expression.evaluate(is_allowed)).then(|| format!("{name} {version}: {licence}"))
}

/// Libraries that the program is linked with, by name.
fn libraries(metadata: &Value) -> Result<Vec<Library>, String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = list(&metadata["packages"]);
    let nodes: BTreeMap<String, Value> = list(&metadata["resolve"]["nodes"]).into_iter().map(|it| (text(&it["id"]), it)).collect();
    let first = packages.iter().find(|it| it["name"] == "cli").ok_or("there is no package cli")?;
    let mut todo = vec![text(&first["id"])];
    let mut seen = BTreeSet::new();
    while let Some(id) = todo.pop() {
        let Some(node) = nodes.get(&id).filter(|_| seen.insert(id.clone())) else { continue };
        // What is for tests and builds alone stays here.
        let goes_along = |it: &&Value| list(&it["dep_kinds"]).iter().any(|it| it["kind"].is_null());
        todo.extend(list(&node["deps"]).iter().filter(goes_along).map(|it| text(&it["pkg"])));
    }
    let mut found = Vec::new();
    for package in packages.iter().filter(|it| !it["source"].is_null() && seen.contains(&text(&it["id"]))) {
        let name = text(&package["name"]);
        let named = NAMED.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
        let manifest = text(&package["manifest_path"]);
        let folder = Path::new(&manifest).parent().unwrap_or(Path::new("."));
        let url = [&package["repository"], &package["homepage"]].into_iter().find_map(Value::as_str);
        found.push(Library {
            version: text(&package["version"]),
            licence: package["license"].as_str().map(str::to_owned).or(named).unwrap_or_default(),
            url: url.map_or_else(|| format!("https://crates.io/crates/{name}"), str::to_owned),
            texts: texts(folder),
            name,
        });
    }
    found.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(found)
}

/// The texts of a package, those of what it carries in folders included.
fn texts(folder: &Path) -> Vec<String> {
    let mut found = BTreeSet::new();
    let mut todo = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = todo.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().to_uppercase();
            let is_folder = entry.file_type().is_ok_and(|it| it.is_dir());
            if is_folder && depth < DEEPEST {
                todo.push((entry.path(), depth + 1));
            }
            let is_text = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"].iter().any(|it| name.starts_with(it));
            // A source may be called so, too.
            if !is_folder && is_text && !name.ends_with(".RS") && !name.ends_with(".H") {
                found.extend(std::fs::read_to_string(entry.path()).ok().map(|it| it.trim().replace('\r', "")));
            }
        }
    }
    found.into_iter().collect()
}

/// Texts that many have are written once.
fn written(libraries: &[Library]) -> String {
    let mut by_text: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut out = "# Licences of what Bunraku is built with\n\n".to_owned();
    for it in libraries {
        let bare = if it.texts.is_empty() { " (its package has no text; those of its licences are below)" } else { "" };
        out.push_str(&format!("- [{} {}]({}): {}{bare}\n", it.name, it.version, it.url, it.licence));
        for text in &it.texts {
            by_text.entry(text).or_default().push(format!("{} {}", it.name, it.version));
        }
    }
    out.push('\n');
    out.push_str(DATA);
    for (text, of) in by_text {
        let fence = if text.contains("```") { "~~~~" } else { "```" };
        out.push_str(&format!("\n## {}\n\n{fence}\n{text}\n{fence}\n", of.join(", ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(licence: &str) -> Library {
        let text = |it: &str| it.to_owned();
        Library { name: text("x"), version: text("1.0.0"), licence: text(licence), url: text("https://x"), texts: vec![text("Do.")] }
    }

    #[test]
    fn licences_that_are_free_enough() {
        for licence in ["MIT", "MIT/Apache-2.0", "Apache-2.0 WITH LLVM-exception", "(MIT OR GPL-3.0-only) AND Unicode-3.0"] {
            assert_eq!(refused(&library(licence)), None, "{licence}");
        }
        for licence in ["GPL-3.0-only", "MIT AND MPL-2.0", "", "my own"] {
            assert!(refused(&library(licence)).is_some(), "{licence}");
        }
    }

    #[test]
    fn a_text_is_written_once() {
        let page = written(&[library("MIT"), Library { name: "y".into(), ..library("ISC") }]);
        assert!(page.contains("\n## x 1.0.0, y 1.0.0\n\n```\nDo.\n```\n"), "{page}");
        assert!(page.contains("- [y 1.0.0](https://x): ISC\n"), "{page}");
    }
}
