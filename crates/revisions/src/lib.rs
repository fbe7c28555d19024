//! The files of a revision, read from Git into memory: nothing is checked out. `docs/decisions/revisions-through-git.md` says why
//! by Git's own program.

mod git;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use world::{Overlay, World};

/// Limit of a revision's files in memory.
const LARGEST: usize = 512 << 20;

/// A state of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The folder of the repository.
    root: PathBuf,
    commit: String,
}

/// Why there is no such state, or why Git gives nothing of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RevisionError {
    /// The folder lies in no repository, or there is no Git.
    NoRepository,
    NoRevision,
    /// Nobody trusts the folder, so that Git is not run in it.
    Untrusted,
    /// The commit exists, and cannot be read.
    Unreadable {
        commit: String,
        error: Box<RevisionError>,
    },
    /// The program cannot be run, or talked to: why. The command of Git is named if there is one.
    Io {
        command: Option<&'static str>,
        reason: String,
    },
    /// Git refuses something: the arguments, and what it prints.
    Refused {
        arguments: String,
        printed: String,
    },
    /// The program has no pipes.
    NoPipes,
    /// A path that is not UTF-8.
    Path,
    /// A size that is no number.
    Size,
    /// There is no object of that name, which is the content of a path.
    NoObject {
        object: String,
        path: String,
    },
    /// The files have more bytes than this.
    TooLarge(usize),
}

impl fmt::Display for RevisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RevisionError::NoRepository => f.write_str("this is in no Git repository"),
            RevisionError::Untrusted => f.write_str("the folder is not trusted: Git is not run in it"),
            RevisionError::NoRevision => f.write_str("there is no such revision"),
            RevisionError::Unreadable { commit, error } => write!(f, "{commit}: {error}"),
            RevisionError::Io { command: None, reason } => write!(f, "git: {reason}"),
            RevisionError::Io { command: Some(command), reason } => write!(f, "git {command}: {reason}"),
            RevisionError::Refused { arguments, printed } => write!(f, "git {arguments}: {printed}"),
            RevisionError::NoPipes => f.write_str("git cannot be talked to"),
            RevisionError::Path => f.write_str("a path that is not UTF-8"),
            RevisionError::Size => f.write_str("git cat-file: a size that is no number"),
            RevisionError::NoObject { object, path } => write!(f, "git has no object {object} of {path}"),
            RevisionError::TooLarge(largest) => write!(f, "the revision has more than {largest} bytes"),
        }
    }
}

impl std::error::Error for RevisionError {}

impl Revision {
    /// Finds the revision of a name, as `HEAD~1` or `v1.0`, in the repository around a folder.
    pub fn find(folder: &Path, name: &str) -> Result<Revision, RevisionError> {
        // It must not be taken for an option.
        if name.is_empty() || name.starts_with('-') || name.contains('\0') {
            return Err(RevisionError::NoRevision);
        }
        let root = root(folder).ok_or(RevisionError::NoRepository)?;
        let commit = git::run(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")])
            .map_err(|_| RevisionError::NoRevision)?;
        let commit = String::from_utf8(commit).map_err(|_| RevisionError::NoRevision)?.trim().to_owned();
        Ok(Revision { root, commit })
    }

    /// The full number of the commit.
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// Another world, with the folder of the repository as it was.
    pub fn world(&self, disk: Arc<dyn World>) -> Result<Arc<dyn World>, RevisionError> {
        let unreadable = |error| RevisionError::Unreadable { commit: self.commit.clone(), error: Box::new(error) };
        let listed = git::run(&self.root, &["ls-tree", "-r", "-z", "--full-tree", &self.commit]).map_err(unreadable)?;
        let files = git::contents(&self.root, git::entries(&listed).map_err(unreadable)?, LARGEST).map_err(unreadable)?;
        Ok(Arc::new(Overlay::new(disk, &self.root, &files)))
    }
}

/// The folder of the repository, by the name that leads to the folder within: Git itself follows links.
fn root(folder: &Path) -> Option<PathBuf> {
    let line = |out: Vec<u8>| String::from_utf8(out).ok().map(|it| it.trim_end_matches('\n').to_owned());
    let within = line(git::run(folder, &["rev-parse", "--show-prefix"]).ok()?)?;
    let mut root = folder.to_owned();
    for name in Path::new(&within).components().rev() {
        // A link inside of the repository: then only Git knows.
        if root.file_name() != Some(name.as_os_str()) || !root.pop() {
            return line(git::run(folder, &["rev-parse", "--show-toplevel"]).ok()?).map(PathBuf::from);
        }
    }
    if root.is_absolute() { Some(root) } else { line(git::run(folder, &["rev-parse", "--show-toplevel"]).ok()?).map(PathBuf::from) }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use world::RealWorld;

    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let identity = ["-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "commit.gpgsign=false"];
        let status = Command::new("git").current_dir(folder).args(identity).args(arguments).status().expect("git");
        assert!(status.success(), "{arguments:?}");
    }

    /// A repository with `a/b.pp`, which had another text one commit ago.
    fn repository() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("a")).expect("a folder");
        git(folder.path(), &["init", "--quiet"]);
        for text in ["one", "two"] {
            std::fs::write(folder.path().join("a/b.pp"), text).expect("a file");
            git(folder.path(), &["add", "."]);
            git(folder.path(), &["commit", "--quiet", "-m", text]);
        }
        folder
    }

    fn read(folder: &Path, revision: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        let world = Revision::find(folder, revision)?.world(Arc::new(RealWorld))?;
        Ok(world.read(&folder.join("b.pp"), 100)?)
    }

    #[test]
    fn files_as_they_were() {
        let repository = repository();
        let within = repository.path().join("a");
        assert_eq!(read(&within, "HEAD~1").unwrap(), b"one");
        assert_eq!(read(&within, "HEAD").unwrap(), b"two");
        std::fs::write(within.join("new.pp"), "").expect("a file");
        let world = Revision::find(&within, "HEAD").and_then(|it| it.world(Arc::new(RealWorld))).expect("a world");
        assert!(world.read(&within.join("new.pp"), 100).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_to_the_repository() {
        let repository = repository();
        let elsewhere = tempfile::tempdir().expect("a folder");
        let link = elsewhere.path().join("link");
        std::os::unix::fs::symlink(repository.path(), &link).expect("a link");
        assert_eq!(read(&link.join("a"), "HEAD~1").unwrap(), b"one");
    }

    #[test]
    fn what_is_no_revision_is_an_error() {
        let repository = repository();
        for name in ["nosuch", "", "--output=x", "-p", "HEAD~7", "HEAD:a/b.pp"] {
            assert_eq!(Revision::find(repository.path(), name), Err(RevisionError::NoRevision), "{name}");
        }
        let nowhere = tempfile::tempdir().expect("a folder");
        assert_eq!(Revision::find(nowhere.path(), "HEAD"), Err(RevisionError::NoRepository));
    }
}
