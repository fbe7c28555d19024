//! `bunraku apply` and the commands about its runs, as users call them. All that is applied lies in a temporary folder; whatever touches a
//! machine is tried in throwaway roots (`tests/apply`).

mod cases;
mod defects;
mod history;
mod jobs_of_states;
mod output;
mod plan;
mod plan_states;
mod releases_of_states;
mod ruby;
mod undo;
mod why;

use std::process::{Command, Output};

/// A folder with all that a run reads, writes and changes.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("code/environments/production")).unwrap();
        Place { folder }
    }

    /// `bunraku COMMAND`; `{t}` in an argument is the folder.
    fn run(&self, command: &str, arguments: &[&str]) -> Output {
        self.command(command, arguments).output().unwrap()
    }

    fn command(&self, command: &str, arguments: &[&str]) -> Command {
        let at = |path: &str| self.folder.path().join(path).to_string_lossy().into_owned();
        let mut program = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        program.arg(command).current_dir(self.folder.path());
        for (option, path) in [
            ("--confdir", "conf"),
            ("--codedir", "code"),
            ("--vardir", "var"),
            ("--publicdir", "public"),
            ("--logdir", "log"),
            ("--rundir", "run"),
        ] {
            program.arg(option).arg(at(path));
        }
        program.args(arguments.iter().map(|it| it.replace("{t}", &at(""))));
        program
    }

    fn apply(&self, code: &str) -> Option<i32> {
        self.run("apply", &["--detailed-exitcodes", "--certname", "node", "-e", code]).status.code()
    }

    fn write(&self, path: &str, text: &str) {
        std::fs::write(self.folder.path().join(path), text).unwrap();
    }
}

/// Output of a program.
fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
