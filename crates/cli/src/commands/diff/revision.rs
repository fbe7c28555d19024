//! The files of a revision, read from Git into memory: nothing is checked out.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, bail};
use world::World;

use crate::commands::debug::Overlay;

/// What stands for the folder of the repository is not larger.
const LARGEST: usize = 512 << 20;

/// The disk, with the folder of the repository as it was.
pub fn world(disk: Arc<dyn World>, around: &Path, revision: &Path) -> anyhow::Result<Arc<dyn World>> {
    let Some(revision) = revision.to_str() else { bail!("{} is no revision", revision.display()) };
    // It must not be taken for an option.
    if revision.starts_with('-') || revision.is_empty() {
        bail!("{revision} is neither a catalog nor a revision");
    }
    let folder = if around.is_dir() { around } else { around.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")) };
    let root = git(folder, &["rev-parse", "--show-toplevel"])
        .map_err(|_| anyhow::anyhow!("{revision} is no catalog, and this is in no Git repository"))?;
    let root = PathBuf::from(String::from_utf8(root)?.trim_end_matches('\n'));
    let commit = git(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")])
        .map_err(|_| anyhow::anyhow!("{revision} is neither a catalog nor a revision"))?;
    let commit = String::from_utf8(commit)?.trim().to_owned();
    let listed = git(&root, &["ls-tree", "-r", "-z", "--full-tree", &commit])?;
    let mut entries = Vec::new();
    for entry in listed.split(|byte| *byte == 0).filter(|it| !it.is_empty()) {
        let entry = std::str::from_utf8(entry).context("a path that is not UTF-8")?;
        let Some((about, path)) = entry.split_once('\t') else { continue };
        let mut words = about.split(' ');
        // Links and other repositories are left out.
        if let (Some("100644" | "100755"), Some("blob"), Some(object)) = (words.next(), words.next(), words.next()) {
            entries.push((path.to_owned(), object.to_owned()));
        }
    }
    let files = contents(&root, entries)?;
    Ok(Arc::new(Overlay::new(disk, &root, &files)))
}

/// Asks for all contents in one run.
fn contents(root: &Path, entries: Vec<(String, String)>) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut child = Command::new("git")
        .current_dir(root)
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("git")?;
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else { bail!("git cannot be talked to") };
    let objects: String = entries.iter().map(|(_, object)| format!("{object}\n")).collect();
    // Both pipes hold little: writing and reading go side by side.
    let writer = std::thread::spawn(move || stdin.write_all(objects.as_bytes()));
    let mut out = BufReader::new(stdout);
    let mut files = Vec::with_capacity(entries.len());
    let mut left = LARGEST;
    for (path, object) in entries {
        let mut header = String::new();
        out.read_line(&mut header)?;
        let size: usize = match header.split_whitespace().collect::<Vec<_>>().as_slice() {
            [_, "blob", size] => size.parse().context("git cat-file")?,
            _ => bail!("git has no object {object} of {path}"),
        };
        left = left.checked_sub(size).with_context(|| format!("the revision has more than {LARGEST} bytes"))?;
        let mut bytes = vec![0; size];
        out.read_exact(&mut bytes)?;
        let mut end = [0];
        out.read_exact(&mut end)?;
        files.push((path, bytes));
    }
    drop(out);
    let _ = writer.join();
    child.wait()?;
    Ok(files)
}

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
    let out = Command::new("git").current_dir(folder).args(arguments).stdin(Stdio::null()).output().context("git")?;
    if !out.status.success() {
        bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&out.stderr).trim());
    }
    Ok(out.stdout)
}
