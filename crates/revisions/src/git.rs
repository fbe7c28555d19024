//! Calls of the program Git.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::RevisionError;

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

/// Runs Git and returns its output.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, RevisionError> {
    let out = command(folder).args(arguments).output().map_err(|error| RevisionError::Io { command: None, reason: error.to_string() })?;
    if !out.status.success() {
        let printed = String::from_utf8_lossy(&out.stderr).trim().to_owned();
        return Err(RevisionError::Refused { arguments: arguments.join(" "), printed });
    }
    Ok(out.stdout)
}

/// The paths and objects of `git ls-tree -r -z`. Links and other repositories are left out.
pub(crate) fn entries(listed: &[u8]) -> Result<Vec<(String, String)>, RevisionError> {
    let mut entries = Vec::new();
    for entry in listed.split(|byte| *byte == 0).filter(|it| !it.is_empty()) {
        let entry = std::str::from_utf8(entry).map_err(|_| RevisionError::Path)?;
        let Some((about, path)) = entry.split_once('\t') else { continue };
        let mut words = about.split(' ');
        if let (Some("100644" | "100755"), Some("blob"), Some(object)) = (words.next(), words.next(), words.next()) {
            entries.push((path.to_owned(), object.to_owned()));
        }
    }
    Ok(entries)
}

/// Asks for all contents in one run.
pub(crate) fn contents(root: &Path, entries: Vec<(String, String)>, largest: usize) -> Result<Vec<(String, Vec<u8>)>, RevisionError> {
    let failed = |error: io::Error| RevisionError::Io { command: None, reason: error.to_string() };
    let mut command = command(root);
    command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(failed)?;
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else { return Err(RevisionError::NoPipes) };
    let objects: String = entries.iter().map(|(_, object)| format!("{object}\n")).collect();
    // Both pipes hold little: writing and reading go side by side.
    let writer = std::thread::spawn(move || stdin.write_all(objects.as_bytes()));
    let files = read(BufReader::new(stdout), entries, largest);
    // Where reading has stopped early, the pipe is closed by now, and both of them end.
    let _ = writer.join();
    child.wait().map_err(failed)?;
    files
}

fn read(mut out: impl BufRead, entries: Vec<(String, String)>, largest: usize) -> Result<Vec<(String, Vec<u8>)>, RevisionError> {
    let failed = |error: io::Error| RevisionError::Io { command: Some("cat-file"), reason: error.to_string() };
    let mut files = Vec::with_capacity(entries.len());
    let mut left = largest;
    for (path, object) in entries {
        let mut header = String::new();
        out.read_line(&mut header).map_err(failed)?;
        let size: usize = match header.split_whitespace().collect::<Vec<_>>().as_slice() {
            [_, "blob", size] => size.parse().map_err(|_| RevisionError::Size)?,
            _ => return Err(RevisionError::NoObject { object, path }),
        };
        left = left.checked_sub(size).ok_or(RevisionError::TooLarge(largest))?;
        let mut bytes = vec![0; size];
        out.read_exact(&mut bytes).map_err(failed)?;
        let mut end = [0];
        out.read_exact(&mut end).map_err(failed)?;
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
        assert_eq!(read(&out[..], entries(), 2), Err(RevisionError::TooLarge(2)));
        let missing = read(&b"aa missing\n"[..], entries(), 10).map_err(|error| error.to_string());
        assert_eq!(missing, Err("git has no object aa of a".to_owned()));
    }
}
