//! Lock files that say what the manifests say. The fuzz targets are a workspace of their own, which no other stage builds.

use std::path::Path;
use std::process::{Command, Stdio};

/// The folders that have a `Cargo.lock`.
const WORKSPACES: [&str; 2] = [".", "fuzz"];

pub fn current(root: &Path) -> Vec<String> {
    WORKSPACES.into_iter().filter_map(|folder| stale(&root.join(folder)).map(|why| format!("{folder}/Cargo.lock: {why}"))).collect()
}

/// Cargo's error where the lock file of a folder is not the one that its manifest needs.
fn stale(folder: &Path) -> Option<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let asked = Command::new(cargo)
        .current_dir(folder)
        .args(["metadata", "--locked", "--format-version", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output();
    match asked {
        Ok(output) if output.status.success() => None,
        Ok(output) => Some(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        Err(error) => Some(format!("cargo cannot be run: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_lock_file_that_lacks_a_dependency() {
        let folder = tempfile::tempdir().unwrap();
        let package = |name: &str, rest: &str| {
            let at = folder.path().join(name);
            fs::create_dir_all(at.join("src")).unwrap();
            fs::write(at.join("src/lib.rs"), "").unwrap();
            fs::write(at.join("Cargo.toml"), format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\n\n[workspace]\n{rest}")).unwrap();
            at
        };
        let used = package("used", "");
        fs::write(used.join("Cargo.toml"), "[package]\nname = \"used\"\nversion = \"1.0.0\"\n").unwrap();
        let user = package("user", "");
        fs::write(user.join("Cargo.lock"), "version = 4\n\n[[package]]\nname = \"user\"\nversion = \"1.0.0\"\n").unwrap();
        assert_eq!(stale(&user), None);
        package("user", "\n[dependencies]\nused = { path = \"../used\" }\n");
        assert!(stale(&user).is_some());
    }
}
