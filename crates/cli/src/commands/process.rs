//! Runs other programs and reads their output.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Largest output of a program.
const LARGEST: u64 = 16 << 20;

/// How often a program is asked whether it has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// Why a program gives nothing: the end of a sentence.
#[derive(Debug)]
pub enum ProcessError {
    Io(io::Error),
    /// It failed.
    Status(ExitStatus),
    /// It takes longer than this.
    TimedOut(Duration),
    /// The output cannot be read.
    Unreadable,
    /// It prints too much.
    TooMuch,
    /// That of `config_version` gives no version: its command, and why. The text of it is Puppet's.
    Version {
        command: String,
        why: Box<ProcessError>,
    },
    /// It failed, in Puppet's words; with what it prints.
    Code {
        command: String,
        code: i32,
        printed: String,
    },
    /// A signal ended it.
    Signal(ExitStatus),
    /// There is no Ruby that gives facts.
    NoRuby,
    /// Answer of each Ruby that gives no facts.
    NoFacts(Vec<String>),
}

impl fmt::Display for ProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProcessError::Io(error) => error.fmt(f),
            ProcessError::Status(status) => write!(f, "it ended with {status}"),
            ProcessError::TimedOut(patience) => write!(f, "it takes more than {} s", patience.as_secs()),
            ProcessError::Unreadable => f.write_str("its output could not be read"),
            ProcessError::TooMuch => f.write_str("it prints too much"),
            ProcessError::Version { command, why } => write!(f, "Execution of config_version command `{command}` failed: {why}"),
            ProcessError::Code { command, code, printed } => write!(f, "Execution of '{command}' returned {code}: {printed}"),
            ProcessError::Signal(status) => status.fmt(f),
            ProcessError::NoRuby => f.write_str("no Ruby found; install openvox-agent or puppet-agent, or name one with --ruby-facts=PATH"),
            ProcessError::NoFacts(problems) => f.write_str(&problems.join("; ")),
        }
    }
}

impl std::error::Error for ProcessError {}

impl From<io::Error> for ProcessError {
    fn from(error: io::Error) -> ProcessError {
        ProcessError::Io(error)
    }
}

/// Runs a program and gives what it prints; an error if it fails, prints too much, or takes too long.
pub fn output(program: &Path, arguments: &[&str], patience: Duration) -> Result<Vec<u8>, ProcessError> {
    let (status, bytes) = ended(program, arguments, patience)?;
    if status.success() { Ok(bytes) } else { Err(ProcessError::Status(status)) }
}

/// The same, however it ends.
pub fn ended(program: &Path, arguments: &[&str], patience: Duration) -> Result<(ExitStatus, Vec<u8>), ProcessError> {
    let mut command = Command::new(program);
    command.args(arguments).stderr(Stdio::inherit());
    run(&mut command, patience).map(|(status, output, _)| (status, output))
}

/// Runs a command and gives its output, and its errors if they are piped.
pub fn run(command: &mut Command, patience: Duration) -> Result<(ExitStatus, Vec<u8>, Vec<u8>), ProcessError> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    // What it starts belongs to it, and ends with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    let reader = read(child.stdout.take());
    let errors = read(child.stderr.take());
    let start = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if start.elapsed() >= patience => {
                end(&mut child);
                return Err(ProcessError::TimedOut(patience));
            }
            None => std::thread::sleep(PAUSE),
        }
    };
    // What it has started may still hold the pipe.
    while !(reader.is_finished() && errors.is_finished()) && start.elapsed() < patience {
        std::thread::sleep(PAUSE);
    }
    if !(reader.is_finished() && errors.is_finished()) {
        return Err(ProcessError::TimedOut(patience));
    }
    let bytes = reader.join().map_err(|_| ProcessError::Unreadable)??;
    let errors = errors.join().map_err(|_| ProcessError::Unreadable)??;
    let is_too_much = bytes.len().max(errors.len()) as u64 > LARGEST;
    if is_too_much { Err(ProcessError::TooMuch) } else { Ok((status, bytes, errors)) }
}

/// Reads a stream to its end while the program runs.
fn read(stream: Option<impl Read + Send + 'static>) -> JoinHandle<io::Result<Vec<u8>>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let result = stream.map_or(Ok(0), |it| it.take(LARGEST + 1).read_to_end(&mut bytes));
        result.map(|_| bytes)
    })
}

/// Ends a program and all that it has started. It may have ended meanwhile.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Whether this process may execute a file or search a folder, as Ruby's `File.executable?` says.
pub fn may_execute(path: &Path) -> bool {
    #[cfg(unix)]
    {
        nix::unistd::access(path, nix::unistd::AccessFlags::X_OK).is_ok()
    }
    #[cfg(not(unix))]
    {
        is_executable(path)
    }
}

/// Whether a file may be run.
pub fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.extension().is_some_and(|it| it.eq_ignore_ascii_case("exe") || it.eq_ignore_ascii_case("bat"))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const SHELL: &str = "/bin/sh";

    fn run_for(patience: Duration, code: &str) -> Result<Vec<u8>, String> {
        output(Path::new(SHELL), &["-c", code], patience).map_err(|error| error.to_string())
    }

    /// Programs that end by themselves do so even on a busy machine.
    fn run(code: &str) -> Result<Vec<u8>, String> {
        run_for(Duration::from_secs(60), code)
    }

    fn hurry(code: &str) -> Result<Vec<u8>, String> {
        run_for(Duration::from_millis(500), code)
    }

    #[test]
    fn what_a_program_has_started_ends_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let number = folder.path().join("number");
        let code = format!("sleep 500 & echo $! > {}; wait", number.display());
        assert!(run_for(Duration::from_secs(2), &code).is_err());
        let number = std::fs::read_to_string(number).unwrap();
        // It ends as soon as the system lets it; one that has ended may still be listed, without a command.
        let command = || std::fs::read(format!("/proc/{}/cmdline", number.trim())).unwrap_or_default();
        let start = Instant::now();
        while !command().is_empty() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(PAUSE);
        }
        assert_eq!(String::from_utf8_lossy(&command()), "");
    }

    #[test]
    fn programs_print_fail_or_hang() {
        assert_eq!(run("echo a"), Ok(b"a\n".to_vec()));
        assert_eq!(run("exit 3"), Err("it ended with exit status: 3".to_owned()));
        assert_eq!(hurry("sleep 500"), Err("it takes more than 0 s".to_owned()));
        assert_eq!(hurry("sleep 5 & echo a"), Err("it takes more than 0 s".to_owned()));
        assert!(run("head -c 20000000 /dev/zero").is_err());
        assert!(output(Path::new("/none"), &[], Duration::from_secs(1)).is_err());
    }
}
