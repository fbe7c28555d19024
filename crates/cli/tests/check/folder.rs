//! A folder of files for one test, and the command run in it.

use std::path::{Path, PathBuf};

use snapbox::cmd::{Command, cargo_bin};
use tempfile::TempDir;

pub struct Folder {
    folder: TempDir,
}

impl Folder {
    pub fn new() -> Folder {
        Folder { folder: TempDir::new().expect("a temporary folder") }
    }

    /// Writes a file, and makes the folders above it.
    pub fn file(self, path: &str, text: impl AsRef<[u8]>) -> Folder {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders are made");
        std::fs::write(path, text).expect("a file is written");
        self
    }

    pub fn folder(self, path: &str) -> Folder {
        std::fs::create_dir_all(self.path(path)).expect("folders are made");
        self
    }

    #[cfg(unix)]
    pub fn link(self, path: &str, target: &str) -> Folder {
        std::os::unix::fs::symlink(target, self.path(path)).expect("a link is made");
        self
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn bunraku(&self, args: &[&str]) -> Command {
        command(self.folder.path()).args(args)
    }

    /// Texts that show one mistake are no examples of style: [`Folder::check_all`] alone reports style.
    pub fn check(&self, args: &[&str]) -> Command {
        self.bunraku(&["check", "--no-lint"]).args(args)
    }

    pub fn check_all(&self, args: &[&str]) -> Command {
        self.bunraku(&["check"]).args(args)
    }
}

fn command(folder: &Path) -> Command {
    // A backslash is a backslash, as in escapes: it is not made a slash to be like a path.
    let assert = snapbox::Assert::new().action_env("SNAPSHOTS").normalize_paths(false);
    let command = Command::new(cargo_bin!("bunraku")).with_assert(assert).current_dir(folder);
    // What the tester's environment says of colours and of ignored files is of no interest here.
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("HOME", folder).env("XDG_CONFIG_HOME", folder)
}
