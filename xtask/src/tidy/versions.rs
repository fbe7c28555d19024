//! One version for all that is released.

use super::tree::Tree;

pub fn one(tree: &Tree) -> Vec<String> {
    let version = tree.get("Cargo.toml").and_then(|text| {
        let table: toml::Table = text.parse().ok()?;
        table.get("workspace")?.get("package")?.get("version")?.as_str().map(str::to_owned)
    });
    let Some(version) = version else { return vec!["Cargo.toml: the workspace has no version".into()] };
    let mut complaints = Vec::new();
    for file in ["editors/vscode/package.json", "editors/vscode/package-lock.json"] {
        let package: serde_json::Value = tree.get(file).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        if package["version"] != version.as_str() {
            complaints.push(format!("{file}: the version is {}, and not {version}", package["version"]));
        }
    }
    for file in ["CHANGELOG.md", "editors/vscode/CHANGELOG.md"] {
        let newest = tree.get(file).and_then(|text| text.lines().find_map(|it| it.strip_prefix("## ")));
        if newest.and_then(|it| it.split_whitespace().next()) != Some(version.as_str()) {
            complaints.push(format!("{file}: its newest version is not {version}"));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_that_differ() {
        let cargo = ("Cargo.toml", "[workspace.package]\nversion = \"1.2.0\"\n");
        let package = "{\"version\": \"1.2.0\"}";
        let log = "# What changed\n\n## 1.2.0 (not released)\n\n## 1.1.0\n";
        let others = [("editors/vscode/package-lock.json", package), ("CHANGELOG.md", log), ("editors/vscode/CHANGELOG.md", log)];
        let of = |package: (&'static str, &'static str)| one(&Tree::new(&[&[cargo, package], &others[..]].concat())).len();
        assert_eq!(of(("editors/vscode/package.json", package)), 0);
        assert_eq!(of(("editors/vscode/package.json", "{\"version\": \"1.1.0\"}")), 1);
        assert_eq!(one(&Tree::new(&[cargo])).len(), 4);
    }
}
