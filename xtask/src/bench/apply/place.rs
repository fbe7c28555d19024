//! The throwaway roots that catalogs are applied in.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::bench::rusage::Run;

/// The program in a root.
const BUNRAKU: &str = "/p/bunraku";

/// A folder on a disk, which all roots share; what is written elsewhere stays in memory and goes with its root.
pub struct Place {
    script: PathBuf,
    folder: TempDir,
}

impl Place {
    pub fn new(root: &Path, bunraku: &Path) -> Result<Place, String> {
        let folder =
            tempfile::Builder::new().prefix("bunraku-bench").tempdir_in("/var/tmp").map_err(|error| format!("a folder: {error}"))?;
        let place = Place { script: root.join("tests/oracle/apply/bench_root.sh"), folder };
        place.put("p/code/environments/production/environment.conf", "")?;
        // Wherever they are built, there they can be run.
        let own = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
        for (name, program) in [("measure", &*own), ("bunraku", bunraku)] {
            let to = place.folder.path().join("p").join(name);
            fs::copy(program, &to).map_err(|error| format!("{}: {error}", program.display()))?;
        }
        Ok(place)
    }

    pub fn put(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.folder.path().join(name);
        let above = path.parent().unwrap_or(self.folder.path());
        fs::create_dir_all(above).and_then(|()| fs::write(&path, text)).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Nothing that was applied is there any more. It is moved aside: where many files were removed just before, ext4 without a journal
    /// searches a millisecond long for the number of each new one, which is no matter of who makes it.
    pub fn empty(&self) -> Result<(), String> {
        let (path, aside) = (self.folder.path().join("t"), self.folder.path().join("aside"));
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        if path.exists() {
            fs::create_dir_all(&aside).map_err(failed)?;
            let count = fs::read_dir(&aside).map_err(failed)?.count();
            fs::rename(&path, aside.join(count.to_string())).map_err(failed)?;
        }
        fs::create_dir_all(&path).map_err(failed)
    }

    /// Nothing is known of what was applied before: a state that grows would be read and written with all that comes later.
    pub fn forget(&self) -> Result<(), String> {
        for name in ["ours", "theirs"] {
            let path = self.folder.path().join("p").join(name);
            if path.exists() {
                fs::remove_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
        Ok(())
    }

    pub fn bunraku(&self, noop: bool) -> Result<Run, String> {
        self.measure(Path::new(BUNRAKU), noop)
    }

    /// Measures the cost of applying `/p/site.pp`. It is measured inside of the root, so that making that is not counted.
    pub fn measure(&self, program: &Path, noop: bool) -> Result<Run, String> {
        let mut command = Command::new("bash");
        command
            .arg(&self.script)
            .arg(self.folder.path())
            .args(["/p/measure", "bench", "--one-run"])
            .arg(program)
            .args(arguments(program, noop));
        let out = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().map_err(|error| format!("bash: {error}"))?;
        let run: Run = serde_json::from_slice(&out.stdout).map_err(|error| format!("{}: {error}", program.display()))?;
        match run.status {
            // What failed is said by the exit code, too.
            Some(0 | 2) => Ok(run),
            other => Err(format!("{} ended with {other:?}", program.display())),
        }
    }
}

fn arguments(program: &Path, noop: bool) -> Vec<OsString> {
    let own = if program == Path::new(BUNRAKU) { "ours" } else { "theirs" };
    let mut all: Vec<OsString> = vec!["apply".into(), "--detailed-exitcodes".into()];
    all.extend(["--codedir".into(), "/p/code".into()]);
    for name in ["conf", "var", "public", "log", "run"] {
        all.extend([format!("--{name}dir").into(), format!("/p/{own}/{name}").into()]);
    }
    // Without the modules of the machine: Puppet would resolve the facts of them all.
    all.extend(["--modulepath=/p/code/modules".into(), "--certname".into(), "bench.example.com".into()]);
    if noop {
        all.push("--noop".into());
    }
    all.push("/p/site.pp".into());
    all
}
