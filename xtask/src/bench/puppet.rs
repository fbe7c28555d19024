//! Real Puppet's own check, `puppet parser validate`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

pub struct Puppet {
    pub program: PathBuf,
    /// As `8.10.0`.
    pub version: String,
    /// Nothing of the system's own configuration counts.
    folders: TempDir,
}

impl Puppet {
    pub fn find() -> Result<Puppet, String> {
        let program = crate::program::oracle_home().join("bin/puppet8");
        if !program.is_file() {
            return Err(format!("real Puppet is not installed: no {}; run tests/oracle/install.sh", program.display()));
        }
        let folders = tempfile::tempdir().map_err(|error| format!("a folder for Puppet: {error}"))?;
        let mut puppet = Puppet { program, version: String::new(), folders };
        let mut command = Command::new(&puppet.program);
        let out = command.arg("--version").args(puppet.settings()).output().map_err(|error| format!("puppet: {error}"))?;
        puppet.version = String::from_utf8_lossy(&out.stdout).trim().to_owned();
        if out.status.success() { Ok(puppet) } else { Err(format!("puppet --version ended with {}", out.status)) }
    }

    /// The arguments that check files.
    pub fn arguments(&self, files: &[PathBuf]) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec!["parser".into(), "validate".into()];
        arguments.extend(self.settings());
        arguments.extend(files.iter().map(|file| file.clone().into_os_string()));
        arguments
    }

    /// Nothing of the system's own configuration counts.
    pub fn settings(&self) -> Vec<OsString> {
        let mut settings = Vec::new();
        for name in ["confdir", "vardir", "codedir"] {
            settings.push(format!("--{name}").into());
            settings.push(self.folders.path().join(name).into_os_string());
        }
        // Otherwise it loads facts and functions of all modules first.
        settings.extend(["--basemodulepath".into(), self.folders.path().join("none").into_os_string()]);
        settings
    }
}
