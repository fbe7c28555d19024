//! The shape of the workspace: `docs/architecture.md` says why.

use toml::{Table, Value};

use super::tree::Tree;

/// From the top to the bottom: a crate may use those below it.
const ORDER: &[&str] = &[
    "cli",
    "server",
    "states",
    "apply",
    "providers",
    "machine",
    "ide",
    "diagnostics",
    "format",
    "analysis",
    "workspace",
    "settings",
    "compiler",
    "facts",
    "hiera",
    "functions",
    "environment",
    "resource_types",
    "hir",
    "lint",
    "ruby",
    "salt",
    "catalog",
    "jinja",
    "values",
    "revisions",
    "world",
    "yaml",
    "syntax",
    "literals",
    "issue",
];

/// Tools that are in no layer: tests of every crate may use them, and they may use every crate.
const BESIDE: &[&str] = &["test_utils", "xtask", "fuzz"];

/// Crates that change a machine or run somebody's code, and the only crates that may use them: editors and checks do neither.
const CHANGING: &[(&str, &[&str])] = &[
    ("states", &["cli"]),
    ("apply", &["cli", "states"]),
    ("providers", &["cli", "apply", "states"]),
    ("machine", &["cli", "apply", "providers", "states"]),
];

/// Libraries by their crate names, and the crates that may name them.
const LIBRARIES: &[(&[&str], &[&str])] = &[
    (&["rowan", "logos"], &["syntax", "jinja"]),
    (&["tower-lsp", "tower-lsp-server", "lsp-types", "ls-types", "gen-lsp-types"], &["server"]),
    (&["salsa"], &["workspace", "analysis"]),
    (&["petgraph"], &["catalog"]),
    (&["libyaml-safer"], &["yaml"]),
    (&["ruby-prism"], &["ruby"]),
];

pub fn direction(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, manifest) in manifests_of(tree, &mut complaints) {
        if BESIDE.contains(&name.as_str()) {
            continue;
        }
        let Some(own) = ORDER.iter().position(|it| *it == name) else {
            complaints.push(format!("crates/{name} has no place in the order of crates"));
            continue;
        };
        for (used, for_tests) in dependencies(&manifest) {
            let below = ORDER.iter().position(|it| *it == used);
            if below.is_some_and(|below| below <= own) {
                complaints.push(format!("{name} uses {used}, which is not below it"));
            }
            for (changing, users) in CHANGING {
                if used == *changing && !users.contains(&name.as_str()) {
                    complaints.push(format!("{name} uses {used}, which is for {} only", users.join(" and ")));
                }
            }
            if BESIDE.contains(&used.as_str()) && !for_tests {
                complaints.push(format!("{name} uses {used} outside of tests"));
            }
        }
    }
    complaints
}

/// Whether the tables above name crates that exist.
pub fn existing(tree: &Tree) -> Vec<String> {
    let is_crate = |name: &str| tree.get(&format!("crates/{name}/Cargo.toml")).is_some();
    let is_beside = |name: &str| is_crate(name) || tree.get(&format!("{name}/Cargo.toml")).is_some();
    let homes = LIBRARIES.iter().flat_map(|it| it.1);
    let changing = CHANGING.iter().flat_map(|it| std::iter::once(&it.0).chain(it.1));
    let tables: [(&str, Vec<&str>); 4] = [
        ("ORDER", ORDER.iter().copied().filter(|it| !is_crate(it)).collect()),
        ("BESIDE", BESIDE.iter().copied().filter(|it| !is_beside(it)).collect()),
        ("LIBRARIES", homes.copied().filter(|it| !is_crate(it)).collect()),
        ("CHANGING", changing.copied().filter(|it| !is_crate(it)).collect()),
    ];
    let complain = |(table, missing): (&str, Vec<&str>)| {
        missing.into_iter().map(move |it| format!("{table} names {it}, which is no crate")).collect::<Vec<_>>()
    };
    tables.into_iter().flat_map(complain).collect()
}

pub fn libraries(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, manifest) in manifests_of(tree, &mut complaints) {
        for (libraries, homes) in LIBRARIES {
            if homes.contains(&name.as_str()) {
                continue;
            }
            for (used, _) in dependencies(&manifest).into_iter().filter(|(used, _)| libraries.contains(&used.as_str())) {
                complaints.push(format!("{name} depends on {used}, which is for {} only", homes.join(" and ")));
            }
            for library in *libraries {
                let path = format!("{}::", library.replace('-', "_"));
                for (file, text) in tree.ending(".rs").filter(|(file, _)| file.starts_with(&format!("crates/{name}/"))) {
                    if let Some(line) = text.lines().position(|line| names(line, &path)) {
                        complaints.push(format!("{file}:{}: {library} is for {} only", line + 1, homes.join(" and ")));
                    }
                }
            }
        }
    }
    complaints
}

pub fn manifests(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, manifest) in manifests_of(tree, &mut complaints) {
        let inherits = |table: Option<&Value>| table.and_then(|it| it.get("workspace")).and_then(Value::as_bool) == Some(true);
        if !inherits(manifest.get("lints")) {
            complaints.push(format!("crates/{name}: no `[lints] workspace = true`"));
        }
        if !inherits(manifest.get("package").and_then(|it| it.get("license"))) {
            complaints.push(format!("crates/{name}: no `license.workspace = true`"));
        }
        if manifest.get("package").and_then(|it| it.get("description")).is_none() {
            complaints.push(format!("crates/{name}: no description"));
        }
    }
    complaints
}

fn manifests_of(tree: &Tree, complaints: &mut Vec<String>) -> Vec<(String, Table)> {
    let mut found = Vec::new();
    for (file, text) in tree.ending("/Cargo.toml") {
        let Some(name) = file.strip_prefix("crates/").and_then(|it| it.strip_suffix("/Cargo.toml")) else { continue };
        match text.parse::<Table>() {
            Ok(manifest) => found.push((name.to_owned(), manifest)),
            Err(error) => complaints.push(format!("{file}: {error}")),
        }
    }
    found
}

/// The names of what a crate depends on, and whether only its tests do.
fn dependencies(manifest: &Table) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values).filter_map(Value::as_table);
    for table in std::iter::once(manifest).chain(targets) {
        for (section, for_tests) in [("dependencies", false), ("build-dependencies", false), ("dev-dependencies", true)] {
            for (key, value) in table.get(section).and_then(Value::as_table).into_iter().flatten() {
                let package = value.get("package").and_then(Value::as_str).unwrap_or(key);
                found.push((package.to_owned(), for_tests));
                if package != key {
                    found.push((key.to_owned(), for_tests));
                }
            }
        }
    }
    found
}

/// A path that begins so, and not in a comment.
fn names(line: &str, path: &str) -> bool {
    let code = line.split("//").next().unwrap_or(line);
    code.match_indices(path).any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nlicense.workspace = true\ndescription = \"x\"\n[lints]\nworkspace = true\n";

    #[test]
    fn a_crate_may_use_those_below_it() {
        let tree = Tree::new(&[("crates/ide/Cargo.toml", "[dependencies]\nsyntax.workspace = true\n")]);
        assert!(direction(&tree).is_empty());
    }

    #[test]
    fn a_crate_may_not_use_those_above_it() {
        for section in ["dependencies", "dev-dependencies", "target.'cfg(unix)'.dependencies"] {
            let manifest = format!("[{section}]\nide.workspace = true\n");
            assert_eq!(direction(&Tree::new(&[("crates/syntax/Cargo.toml", manifest.as_str())])).len(), 1, "{section}");
        }
        let renamed = "[dependencies]\nother = { package = \"ide\", path = \"../ide\" }\n";
        assert_eq!(direction(&Tree::new(&[("crates/syntax/Cargo.toml", renamed)])).len(), 1);
    }

    #[test]
    fn what_changes_a_machine_is_for_the_command_alone() {
        let of = |name: &str, used: &str| {
            let manifest = format!("[dependencies]\n{used}.workspace = true\n");
            direction(&Tree::new(&[(format!("crates/{name}/Cargo.toml").as_str(), manifest.as_str())])).len()
        };
        for used in ["apply", "providers", "machine"] {
            assert_eq!((of("cli", used), of("server", used)), (0, 1), "{used}");
        }
        assert_eq!((of("apply", "providers"), of("apply", "machine"), of("providers", "machine")), (0, 0, 0));
    }

    #[test]
    fn a_table_that_names_a_missing_crate_is_refused() {
        let all: Vec<(String, &str)> = ORDER.iter().map(|it| (format!("crates/{it}/Cargo.toml"), "")).collect();
        let of = |left_out: &str| {
            let other_crates = ["crates/test_utils", "xtask", "fuzz"].map(|it| (format!("{it}/Cargo.toml"), ""));
            let remaining: Vec<(String, &str)> = all.iter().cloned().chain(other_crates).filter(|it| !it.0.contains(left_out)).collect();
            existing(&Tree::new(&remaining.iter().map(|it| (it.0.as_str(), it.1)).collect::<Vec<_>>()))
        };
        assert_eq!(of("nothing"), Vec::<String>::new());
        assert_eq!(of("crates/hir/"), ["ORDER names hir, which is no crate"]);
        assert_eq!(of("fuzz/"), ["BESIDE names fuzz, which is no crate"]);
        assert_eq!(of("crates/syntax/"), ["ORDER names syntax, which is no crate", "LIBRARIES names syntax, which is no crate"]);
    }

    #[test]
    fn a_crate_without_a_place_is_refused() {
        assert_eq!(direction(&Tree::new(&[("crates/misc/Cargo.toml", "")])).len(), 1);
        assert_eq!(direction(&Tree::new(&[("crates/syntax/Cargo.toml", "[dependencies")])).len(), 1);
    }

    #[test]
    fn helpers_of_tests_stay_in_tests() {
        let of =
            |section: &str| direction(&Tree::new(&[("crates/ide/Cargo.toml", &format!("[{section}]\nxtask.workspace = true\n"))])).len();
        assert_eq!((of("dev-dependencies"), of("dependencies")), (0, 1));
    }

    #[test]
    fn libraries_stay_at_home() {
        let manifest = "[dependencies]\nrowan.workspace = true\n";
        assert!(libraries(&Tree::new(&[("crates/syntax/Cargo.toml", manifest)])).is_empty());
        assert_eq!(libraries(&Tree::new(&[("crates/ide/Cargo.toml", manifest)])).len(), 1);
        let renamed = "[dependencies]\ntower-lsp = { package = \"tower-lsp-server\", version = \"1\" }\n";
        assert_eq!(libraries(&Tree::new(&[("crates/ide/Cargo.toml", renamed)])).len(), 2);
        let used = |text| libraries(&Tree::new(&[("crates/ide/Cargo.toml", ""), ("crates/ide/src/lib.rs", text)])).len();
        assert_eq!(used("use salsa::Database;\n"), 1);
        assert_eq!(used("fn f() -> rowan::GreenNode {}\n"), 1);
        assert_eq!(used("// Not salsa::Database.\nuse analysis::salsa::Database;\n"), 0);
    }

    #[test]
    fn manifests_inherit() {
        assert!(manifests(&Tree::new(&[("crates/ide/Cargo.toml", GOOD)])).is_empty());
        assert_eq!(manifests(&Tree::new(&[("crates/ide/Cargo.toml", "[package]\nname = \"ide\"\n")])).len(), 3);
    }
}
