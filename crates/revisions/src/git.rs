//! What is asked of Git's program.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Git in a folder. What is asked of it runs no other program and fetches nothing, whatever the repository's configuration says.
fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]);
    // Somebody may run us in a hook: then these speak of that repository.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    command.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1").env("GIT_TERMINAL_PROMPT", "0");
    command.stdin(Stdio::null());
    command
}

/// What it prints.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let out = command(folder).args(arguments).output().map_err(|error| format!("git: {error}"))?;
    if !out.status.success() {
        return Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&out.stderr).trim()));
    }
    Ok(out.stdout)
}

/// The paths and objects of `git ls-tree -r -z`. Links and other repositories are left out.
pub(crate) fn entries(listed: &[u8]) -> Result<Vec<(String, String)>, String> {
    let mut entries = Vec::new();
    for entry in listed.split(|byte| *byte == 0).filter(|it| !it.is_empty()) {
        let entry = std::str::from_utf8(entry).map_err(|_| "a path that is not UTF-8")?;
        let Some((about, path)) = entry.split_once('\t') else { continue };
        let mut words = about.split(' ');
        if let (Some("100644" | "100755"), Some("blob"), Some(object)) = (words.next(), words.next(), words.next()) {
            entries.push((path.to_owned(), object.to_owned()));
        }
    }
    Ok(entries)
}

/// Asks for all contents in one run.
pub(crate) fn contents(root: &Path, entries: Vec<(String, String)>, largest: usize) -> Result<Vec<(String, Vec<u8>)>, String> {
    let said = |error: std::io::Error| format!("git: {error}");
    let mut command = command(root);
    command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(said)?;
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else { return Err("git cannot be talked to".into()) };
    let objects: String = entries.iter().map(|(_, object)| format!("{object}\n")).collect();
    // Both pipes hold little: writing and reading go side by side.
    let writer = std::thread::spawn(move || stdin.write_all(objects.as_bytes()));
    let files = read(BufReader::new(stdout), entries, largest);
    // Where reading has stopped early, the pipe is closed by now, and both of them end.
    let _ = writer.join();
    child.wait().map_err(said)?;
    files
}

fn read(mut out: impl BufRead, entries: Vec<(String, String)>, largest: usize) -> Result<Vec<(String, Vec<u8>)>, String> {
    let said = |error: std::io::Error| format!("git cat-file: {error}");
    let mut files = Vec::with_capacity(entries.len());
    let mut left = largest;
    for (path, object) in entries {
        let mut header = String::new();
        out.read_line(&mut header).map_err(said)?;
        let size: usize = match header.split_whitespace().collect::<Vec<_>>().as_slice() {
            [_, "blob", size] => size.parse().map_err(|_| "git cat-file: a size that is no number")?,
            _ => return Err(format!("git has no object {object} of {path}")),
        };
        left = left.checked_sub(size).ok_or_else(|| format!("the revision has more than {largest} bytes"))?;
        let mut bytes = vec![0; size];
        out.read_exact(&mut bytes).map_err(said)?;
        let mut end = [0];
        out.read_exact(&mut end).map_err(said)?;
        files.push((path, bytes));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_nothing_else_are_listed() {
        let listed = b"100644 blob aa\ta.pp\x00120000 blob bb\tlink\x00160000 commit cc\tmodule\x00100755 blob dd\tb c\n.sh\x00";
        assert_eq!(entries(listed), Ok(vec![("a.pp".to_owned(), "aa".to_owned()), ("b c\n.sh".to_owned(), "dd".to_owned())]));
        assert!(entries(b"100644 blob aa\t\xff\x00").is_err());
    }

    #[test]
    fn contents_may_hold_anything_but_not_too_much() {
        let entries = || vec![("a".to_owned(), "aa".to_owned()), ("b".to_owned(), "bb".to_owned())];
        let out = b"aa blob 3\nx\ny\nbb blob 0\n\n";
        let files = vec![("a".to_owned(), b"x\ny".to_vec()), ("b".to_owned(), Vec::new())];
        assert_eq!(read(&out[..], entries(), 10), Ok(files));
        assert_eq!(read(&out[..], entries(), 2), Err("the revision has more than 2 bytes".to_owned()));
        assert_eq!(read(&b"aa missing\n"[..], entries(), 10), Err("git has no object aa of a".to_owned()));
    }
}
