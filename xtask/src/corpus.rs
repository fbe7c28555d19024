//! Files as cases: the modules that Debian packages, and every manifest and template of this repository.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cases::Case;

/// Where the packages of Debian put modules. Most entries are symbolic links.
pub const MODULES: &str = "/usr/share/puppet/modules";

/// Every manifest and template of the installed modules, each real path once.
pub fn installed() -> Result<Vec<Case>, String> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    walk(Path::new(MODULES), &mut seen, &mut found).map_err(|e| format!("{MODULES}: {e}; run tests/oracle/install.sh"))?;
    found.into_iter().map(|path| read(&path, &path, true)).collect()
}

/// The real paths of the installed modules: Debian links them from a folder that holds nothing else.
pub fn modules() -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{MODULES}: {error}; run tests/oracle/install.sh");
    let entries = std::fs::read_dir(MODULES).map_err(failed)?;
    let mut paths = entries.map(|it| it?.path().canonicalize()).collect::<Result<Vec<PathBuf>, _>>().map_err(failed)?;
    paths.sort();
    Ok(paths)
}

/// Every manifest of the installed modules, as a path below the module that it belongs to, each real file once.
pub fn manifests_of_modules() -> Result<Vec<PathBuf>, String> {
    files_of_modules("pp")
}

/// Every ERB template of the installed modules, likewise.
pub fn templates_of_modules() -> Result<Vec<String>, String> {
    Ok(files_of_modules("erb")?.into_iter().map(|it| it.to_string_lossy().into_owned()).collect())
}

fn files_of_modules(extension: &str) -> Result<Vec<PathBuf>, String> {
    files_below(Path::new(MODULES), extension).map_err(|e| format!("{MODULES}: {e}; run tests/oracle/install.sh"))
}

/// Every file below a folder with this extension, in order. No folder is read twice, whatever links lead to it.
pub fn files_below(folder: &Path, extension: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        if !seen.insert(folder.canonicalize()?) {
            continue;
        }
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == extension) && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Every manifest and template that the repository holds.
pub fn repository(root: &Path) -> Result<Vec<Case>, String> {
    let out = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.pp", "*.epp"])
        .output()
        .map_err(|e| format!("git: {e}"))?;
    if !out.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&out.stderr).trim()));
    }
    let mut paths: Vec<String> = String::from_utf8_lossy(&out.stdout).split('\0').filter(|p| !p.is_empty()).map(str::to_owned).collect();
    paths.sort();
    // What is not text is for other tests.
    paths.retain(|path| std::fs::read_to_string(root.join(path)).is_ok());
    paths.iter().map(|path| read(&root.join(path), Path::new(path), false)).collect()
}

fn read(path: &Path, name: &Path, corpus: bool) -> Result<Case, String> {
    let code = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let name = name.to_string_lossy().into_owned();
    Ok(Case {
        id: if corpus { name.clone() } else { format!("repository/{name}") },
        code,
        epp: name.ends_with(".epp"),
        file: Some(name.clone()),
        path: corpus.then_some(name),
        ..Case::default()
    })
}

fn walk(folder: &Path, seen: &mut BTreeSet<PathBuf>, found: &mut BTreeSet<PathBuf>) -> std::io::Result<()> {
    // A folder that was seen ends the walk, whatever links lead to it.
    if !seen.insert(folder.canonicalize()?) {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, seen, found)?;
        } else if path.is_file() && path.extension().is_some_and(|e| e == "pp" || e == "epp") {
            found.insert(path.canonicalize()?);
        }
    }
    Ok(())
}
