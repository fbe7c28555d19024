//! Files that ship with the program, on every system the same.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::run::ran;

pub struct Parts {
    /// Manual pages by their names, as `bunraku-check.1`.
    pub manual: BTreeMap<String, Vec<u8>>,
    /// Completions by the names of shells.
    pub completions: BTreeMap<&'static str, String>,
    /// Schemas by their names, as `check.schema.json`.
    pub schemas: BTreeMap<String, Vec<u8>>,
    /// The licences, what changed, what it is.
    pub texts: BTreeMap<&'static str, Vec<u8>>,
}

const SHELLS: &[&str] = &["bash", "elvish", "fish", "powershell", "zsh"];
const TEXTS: &[&str] = &["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

impl Parts {
    /// `speaker` is a program that runs here.
    pub fn new(root: &Path, speaker: &Path) -> Result<Parts, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        ran(Command::new(speaker).args(["man", "--all"]).arg(folder.path()))?;
        let mut completions = BTreeMap::new();
        for shell in SHELLS {
            completions.insert(*shell, ran(Command::new(speaker).args(["completions", shell]))?);
        }
        let mut texts = BTreeMap::new();
        for text in TEXTS {
            texts.insert(*text, read(&root.join(text))?);
        }
        let mut schemas = files_of(&root.join("docs/schemas"))?;
        schemas.insert("bunraku.schema.json".into(), read(&root.join("docs/bunraku.schema.json"))?);
        Ok(Parts { manual: files_of(folder.path())?, completions, schemas, texts })
    }
}

fn files_of(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths: Vec<PathBuf> = entries.map(|it| it.map(|it| it.path())).collect::<Result<_, _>>().map_err(|e| e.to_string())?;
    paths.into_iter().map(|path| Ok((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), read(&path)?))).collect()
}

pub fn read(file: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))
}

/// Writes a file, and the folders above it.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    std::fs::write(file, bytes).map_err(|e| format!("{}: {e}", file.display()))
}

/// Copies the program, so that it may be run.
pub fn copy_program(binary: &Path, to: &Path) -> Result<(), String> {
    write(to, &read(binary)?)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(to, std::fs::Permissions::from_mode(0o755)).map_err(|e| format!("{}: {e}", to.display()))?;
    }
    Ok(())
}

/// When the commit was made, in seconds: nothing that is released depends on when it was packed.
pub fn date(root: &Path) -> Result<String, String> {
    Ok(ran(Command::new("git").current_dir(root).args(["log", "-1", "--format=%ct"]))?.trim().to_owned())
}
