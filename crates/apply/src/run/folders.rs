//! The folders and files that a run reads and writes.

use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::{Error, STATE};
use crate::error::shown;

/// So much has to be free where a run writes what it keeps.
const LEAST: u64 = 64 << 10;

static PIECE: [u8; 16 << 10] = [0; 16 << 10];

/// The folders of a run.
pub struct Folders {
    pub confdir: PathBuf,
    pub code: PathBuf,
    pub environments: Vec<PathBuf>,
    pub modules: Vec<PathBuf>,
    /// Folder of the state between runs.
    pub vardir: PathBuf,
    pub state: PathBuf,
    pub public: PathBuf,
    pub log: PathBuf,
    pub run: PathBuf,
    pub bucket: PathBuf,
    /// Types and providers that Puppet's agent has fetched.
    pub lib: PathBuf,
    /// The environment that `puppet.conf` names.
    pub environment: String,
}

impl Folders {
    /// Makes the folders that are written to; nothing is applied where that cannot be.
    pub fn make(&self) -> Result<(), Error> {
        // What a run keeps is for its user and group. What everybody may read is made first: folders around it may be new, too.
        let make = |folder: &Path, mode: u32| std::fs::DirBuilder::new().recursive(true).mode(mode).create(folder);
        for (folder, mode) in [(&self.public, 0o755), (&self.run, 0o755), (&self.state, 0o750), (&self.log, 0o750)] {
            make(folder, mode).map_err(Error::with_path(folder))?;
        }
        // Puppet makes it in each run. Few runs keep a file there: whoever does reports what is wrong with it.
        let _ = make(&self.bucket, 0o750);
        let state = self.state.join(STATE.0);
        if state.is_dir() {
            return Err(Error::Refused(format!("{} is a folder", shown(&state))));
        }
        // Files in it are written at the end: it is tried now, with as much as they may come to.
        let state = std::fs::metadata(&state).map_or(0, |it| it.len());
        let mut rest = state.saturating_mul(2).saturating_add(LEAST);
        let mut file = tempfile::tempfile_in(&self.state).map_err(Error::with_path(&self.state))?;
        while rest > 0 {
            let piece = usize::try_from(rest).unwrap_or(PIECE.len()).min(PIECE.len());
            file.write_all(PIECE.get(..piece).unwrap_or_default()).map_err(Error::with_path(&self.state))?;
            rest -= piece as u64;
        }
        file.flush().map_err(Error::with_path(&self.state))
    }

    /// Keeps nothing of a run: all is gone with what is given.
    pub fn forget(&mut self) -> Result<tempfile::TempDir, Error> {
        let folder = tempfile::Builder::new().prefix("bunraku").tempdir().map_err(Error::with_path(&std::env::temp_dir()))?;
        let at = |name: &str| folder.path().join(name);
        (self.state, self.public, self.log, self.run) = (at("state"), at("public"), at("log"), at("run"));
        Ok(folder)
    }
}
