//! Files and variables of the machine that Ruby code reads, and whether it may.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use issue::Issue;
use ruby::host::{COMMAND, Command, CommandText, Ended, Entry};
use ruby::{Outcome, Stop};
use values::Str;
use world::{FileKind, World};

use crate::compiler::Compiler;

/// No file is read beyond this many bytes.
const LARGEST: u64 = 64 << 20;

/// Things that Ruby code may use besides the code of the site. In an analysis they are files of the environment and of modules, whatever
/// is granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outside {
    pub files: bool,
    /// The variables of the process.
    pub environment: bool,
    /// The time and the time zone of the machine.
    pub clock: bool,
    pub commands: bool,
}

impl Default for Outside {
    fn default() -> Outside {
        Outside { files: true, environment: true, clock: false, commands: false }
    }
}

impl Outside {
    pub const NOTHING: Outside = Outside { files: false, environment: false, clock: false, commands: false };
    pub const ALL: Outside = Outside { files: true, environment: true, clock: true, commands: true };

    /// Reads names with commas between them. The issue says which one is none of those.
    pub fn from_names(names: &str) -> Result<Outside, Issue> {
        let mut outside = Outside::NOTHING;
        for name in names.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let granted = outside.by_name().into_iter().find(|it| it.0 == name).map(|it| it.1);
            let unknown = || Issue::failed(format!("`{name}` is none of `files`, `environment`, `clock` and `commands`"));
            *granted.ok_or_else(unknown)? = true;
        }
        Ok(outside)
    }

    fn by_name(&mut self) -> [(&'static str, &mut bool); 4] {
        let Outside { files, environment, clock, commands } = self;
        [("files", files), ("environment", environment), ("clock", clock), ("commands", commands)]
    }

    /// The names that [`Outside::from_names`] reads.
    pub fn names(mut self) -> String {
        self.by_name().into_iter().filter(|it| *it.1).map(|it| it.0).collect::<Vec<_>>().join(",")
    }
}

/// Something outside that Ruby code has used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Used {
    File(Str),
    Variable(Str),
    Clock,
    Zone,
    Command(Str),
}

impl std::fmt::Display for Used {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Used::File(path) => write!(f, "Ruby code read {path}"),
            Used::Command(text) => write!(f, "Ruby code ran {text}"),
            Used::Variable(name) => write!(f, "Ruby code read the environment variable {name}"),
            Used::Clock => f.write_str("Ruby code read the clock"),
            Used::Zone => f.write_str("Ruby code read the time zone of the machine"),
        }
    }
}

/// Runs programs for Ruby code.
pub trait Processes: Send + Sync {
    /// Runs a command to its end, or gives the error with which it does not start. A command that takes too long is ended and gives
    /// `TimedOut`.
    fn run(&self, command: &Command) -> std::io::Result<Ended>;

    /// Whether this process may execute a file.
    fn is_executable(&self, path: &Path) -> bool;
}

/// A command as messages show it.
pub fn shown_command(command: &Command) -> Str {
    match &command.what {
        CommandText::Shell(text) => text.as_str().into(),
        CommandText::Words(words) => words.join(" ").into(),
    }
}

/// Refuses something that only the option grants.
pub fn not_granted<T>(what: &str, name: &str) -> Outcome<T> {
    Err(Stop::not_covered(format!("{what}, which --ruby-outside={name} would grant")))
}

/// Requests of a [`ruby::Host`] with a compiler to the machine.
macro_rules! outside_of_compiler {
    () => {
        fn version(&self) -> Option<ruby::Version> {
            self.compiler.environment.ruby_version
        }

        fn read(&mut self, path: &str) -> ruby::Outcome<Result<Vec<u8>, std::io::ErrorKind>> {
            self.compiler.read_for_ruby(path)
        }

        fn entry(&mut self, path: &str) -> ruby::Outcome<Option<ruby::host::Entry>> {
            self.compiler.entry_for_ruby(path)
        }

        fn is_executable(&mut self, path: &str) -> ruby::Outcome<bool> {
            self.compiler.is_executable_for_ruby(path)
        }

        fn names(&mut self, path: &str) -> ruby::Outcome<Result<Vec<String>, std::io::ErrorKind>> {
            self.compiler.names_for_ruby(path)
        }

        fn run(&mut self, command: &ruby::host::Command) -> ruby::Outcome<Result<ruby::host::Ended, std::io::ErrorKind>> {
            self.compiler.run_for_ruby(command)
        }

        fn variable(&mut self, name: &str) -> ruby::Outcome<Option<String>> {
            self.compiler.variable_for_ruby(name)
        }

        fn now(&mut self) -> ruby::Outcome<i128> {
            self.compiler.now_for_ruby()
        }

        fn zone(&mut self, seconds: i64) -> ruby::Outcome<(i32, String)> {
            self.compiler.zone_for_ruby(seconds)
        }
    };
}
pub(crate) use outside_of_compiler;

impl Compiler<'_> {
    /// Whether a file may be read: in an analysis those of the site alone, as another machine has others.
    fn may_read(&mut self, path: &str) -> Outcome<()> {
        let environment = self.environment;
        if self.analysis.is_on() {
            let clean = ruby::clean(path);
            let is_inside = environment.modules().map(|it| it.1).chain(&environment.root).any(|it| Path::new(&clean).starts_with(it));
            return if is_inside { Ok(()) } else { Err(Stop::Unknown) };
        }
        if !environment.outside.files {
            return not_granted("a file", "files");
        }
        self.loaded.outside.insert(Used::File(path.into()));
        Ok(())
    }

    /// The content of a file for Ruby code.
    pub fn read_for_ruby(&mut self, path: &str) -> Outcome<Result<Vec<u8>, ErrorKind>> {
        self.may_read(path)?;
        self.loaded.lookups.read_file(Path::new(path));
        match self.environment.world.read(Path::new(path), LARGEST) {
            Ok(bytes) => Ok(Ok(bytes)),
            // It may be on the server.
            Err(_) if self.analysis.is_on() => Err(Stop::Unknown),
            Err(error) => Ok(Err(error.kind())),
        }
    }

    /// The kind of file at a path, for Ruby code.
    pub fn entry_for_ruby(&mut self, path: &str) -> Outcome<Option<Entry>> {
        self.may_read(path)?;
        match self.environment.world.metadata(Path::new(path)).map(|it| it.kind) {
            Ok(FileKind::File) => Ok(Some(Entry::File)),
            Ok(FileKind::Directory) => Ok(Some(Entry::Folder)),
            Ok(_) => Ok(Some(Entry::Other)),
            Err(_) if self.analysis.is_on() => Err(Stop::Unknown),
            Err(_) => Ok(None),
        }
    }

    /// Runs a command for Ruby code.
    pub fn run_for_ruby(&mut self, command: &Command) -> Outcome<Result<Ended, ErrorKind>> {
        let processes = match &self.environment.processes {
            Some(processes) if !self.analysis.is_on() => processes,
            _ => return Err(Stop::not_covered(COMMAND)),
        };
        if !self.environment.outside.commands {
            return not_granted(COMMAND, "commands");
        }
        self.loaded.outside.insert(Used::Command(shown_command(command)));
        Ok(processes.run(command).map_err(|error| error.kind()))
    }

    /// Whether a file may be executed, for Ruby code.
    pub fn is_executable_for_ruby(&mut self, path: &str) -> Outcome<bool> {
        self.may_read(path)?;
        match &self.environment.processes {
            Some(processes) if !self.analysis.is_on() => Ok(processes.is_executable(Path::new(path))),
            _ if self.analysis.is_on() => Err(Stop::Unknown),
            _ => Err(Stop::not_covered("File.executable?")),
        }
    }

    /// The names in a folder, for Ruby code.
    pub fn names_for_ruby(&mut self, path: &str) -> Outcome<Result<Vec<String>, ErrorKind>> {
        // More files may be on the server.
        if self.analysis.is_on() {
            return Err(Stop::Unknown);
        }
        self.may_read(path)?;
        names_in(&*self.environment.world, path)
    }

    /// A variable of the process, for Ruby code.
    pub fn variable_for_ruby(&mut self, name: &str) -> Outcome<Option<String>> {
        if self.analysis.is_on() {
            return Err(Stop::Unknown);
        }
        if !self.environment.outside.environment {
            return not_granted("a variable of the environment", "environment");
        }
        self.loaded.outside.insert(Used::Variable(name.into()));
        match self.environment.world.env(name).map(std::ffi::OsString::into_string) {
            None => Ok(None),
            Some(Ok(value)) => Ok(Some(value)),
            Some(Err(_)) => Err(Stop::not_covered("a variable of the environment that is no UTF-8")),
        }
    }
}

impl Compiler<'_> {
    /// Nanoseconds since 1970, for Ruby code. They differ from one evaluation to the next.
    pub fn now_for_ruby(&mut self) -> Outcome<i128> {
        self.may_read_clock("the clock", Used::Clock)?;
        Ok(nanoseconds(self.environment.world.now()))
    }

    /// The offset of the machine's time zone at a time, and the name of that offset.
    pub fn zone_for_ruby(&mut self, seconds: i64) -> Outcome<(i32, String)> {
        self.may_read_clock("the time zone of the machine", Used::Zone)?;
        self.environment.world.zone(seconds).ok_or_else(|| Stop::not_covered("the time zone of this machine at such a time"))
    }

    fn may_read_clock(&mut self, what: &str, used: Used) -> Outcome<()> {
        if self.analysis.is_on() {
            return Err(Stop::Unknown);
        }
        if !self.environment.outside.clock {
            return not_granted(what, "clock");
        }
        self.loaded.outside.insert(used);
        Ok(())
    }
}

/// Nanoseconds since 1970.
pub fn nanoseconds(time: SystemTime) -> i128 {
    let wide = |it: Duration| i128::try_from(it.as_nanos()).unwrap_or(i128::MAX);
    time.duration_since(UNIX_EPOCH).map_or_else(|before| -wide(before.duration()), wide)
}

/// The names in a folder.
pub fn names_in(world: &dyn World, path: &str) -> Outcome<Result<Vec<String>, ErrorKind>> {
    let entries = match world.read_dir(Path::new(path)) {
        Ok(entries) => entries,
        Err(error) => return Ok(Err(error.kind())),
    };
    let names: Option<Vec<String>> = entries.into_iter().map(|it| it.name.into_string().ok()).collect();
    names.map(Ok).ok_or_else(|| Stop::not_covered("a file whose name is no UTF-8"))
}

/// Ruby's text for a file that cannot be read.
pub fn read_failure(error: &std::io::Error, path: &Path) -> String {
    match error.kind() {
        std::io::ErrorKind::IsADirectory => format!("Is a directory @ io_fread - {}", path.display()),
        std::io::ErrorKind::PermissionDenied => format!("Permission denied @ rb_sysopen - {}", path.display()),
        _ => format!("{}: {error}", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use world::MemoryWorld;

    use crate::{Code, Environment, Mode, Outside, Reading, Request, Used, compile};

    /// A hierarchy whose first level is a function with this body.
    fn run(body: &str, mode: Mode, outside: Outside) -> (Vec<String>, String, Vec<Used>) {
        let mut world = MemoryWorld::new();
        let function = format!(
            "Puppet::Functions.create_function(:'m::f') do\n  dispatch :f do\n    param 'String', :key\n    param 'Hash', :options\n    \
             param 'Puppet::LookupContext', :context\n  end\n  def f(key, options, context)\n    {body}\n  end\nend\n"
        );
        world.add_file("/e/modules/m/lib/puppet/functions/m/f.rb", function);
        world.add_file(
            "/e/hiera.yaml",
            "version: 5\nhierarchy:\n- {name: f, lookup_key: 'm::f'}\n- {name: c, data_hash: yaml_data, path: c.yaml}\n",
        );
        world.add_file("/e/data/c.yaml", "a: below\n");
        world.add_file("/e/data/own.txt", "own");
        world.add_file("/etc/other.txt", "other");
        world.set_env("NAME", "value");
        world.set_now(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000));
        let root = Some(PathBuf::from("/e"));
        let mut environment = Environment::new(Arc::new(world), "production", root, vec!["/e/modules".into()], Reading::default());
        environment.outside = outside;
        let request = Request { mode, ..Request::new(Code::Text("lookup('a')".into()), "n") };
        let outcome = compile(&Arc::new(environment), &request);
        let value = outcome.value.as_ref().map(values::print::puppet).unwrap_or_default();
        (outcome.errors.iter().map(|it| it.message()).collect(), value, outcome.outside)
    }

    const BOTH: [Mode; 2] = [Mode::Compile, Mode::Analyse];

    #[test]
    fn functions_that_need_nothing_outside_have_values_in_an_analysis_too() {
        for mode in BOTH {
            let of = |body: &str| run(body, mode, Outside::NOTHING);
            assert_eq!(of("context.not_found"), (Vec::new(), "'below'".to_owned(), Vec::new()));
            let body = "key == 'a' ? context.interpolate('%{environment}') : context.not_found";
            assert_eq!(of(body), (Vec::new(), "'production'".to_owned(), Vec::new()));
        }
    }

    #[test]
    fn what_is_read_is_granted_and_listed() {
        let body = |what: &str| format!("key == 'a' ? {what} : context.not_found");
        let granted = |what: &str| run(&body(what), Mode::Compile, Outside::default());
        let file = |path: &str| vec![Used::File(path.into())];
        assert_eq!(granted("File.read('/etc/other.txt')"), (Vec::new(), "'other'".to_owned(), file("/etc/other.txt")));
        assert_eq!(granted("ENV['NAME']"), (Vec::new(), "'value'".to_owned(), vec![Used::Variable("NAME".into())]));
        for (what, refused) in [
            ("File.read('/etc/other.txt')", "a file, which --ruby-outside=files would grant"),
            ("File.exist?('/etc/other.txt')", "a file, which --ruby-outside=files would grant"),
            ("ENV['NAME']", "a variable of the environment, which --ruby-outside=environment would grant"),
            // Code of the library or of Puppet reads it.
            ("Puppet::FileSystem.exist?('/etc/other.txt')", "a file, which --ruby-outside=files would grant"),
            ("Puppet::Util::Yaml.safe_load_file('/etc/other.txt')", "a file, which --ruby-outside=files would grant"),
            ("Pathname.new('/etc/other.txt').exist?", "a file, which --ruby-outside=files would grant"),
            ("[1].map { Time.now }", "the clock, which --ruby-outside=clock would grant"),
        ] {
            let (errors, _, used) = run(&body(what), Mode::Compile, Outside::NOTHING);
            let place = "(file: /e/modules/m/lib/puppet/functions/m/f.rb, line: 8)";
            let expected = format!("The function 'm::f' uses Ruby which Bunraku does not run yet: {refused} {place}");
            assert!(errors.len() == 1 && errors[0].ends_with(&expected), "{what}: {errors:?}");
            assert!(used.is_empty(), "{what}");
        }
    }

    #[test]
    fn an_analysis_reads_the_files_of_the_site_alone() {
        let of = |what: &str| {
            let (errors, value, _) = run(&format!("key == 'a' ? {what} : context.not_found"), Mode::Analyse, Outside::default());
            assert!(errors.is_empty(), "{what}: {errors:?}");
            value
        };
        assert_eq!(of("File.read('/e/data/own.txt')"), "'own'");
        assert_eq!(of("context.cached_file_data('/e/data/own.txt')"), "'own'");
        // None of these is the same everywhere.
        for what in ["File.read('/etc/other.txt')", "File.exist?('/e/nosuch')", "ENV['NAME']", "context.cached_file_data('/nosuch')"] {
            assert!(!["'other'", "false", "'value'"].contains(&of(what).as_str()), "{what}");
        }
    }

    #[test]
    fn the_clock_is_granted_by_name() {
        let body = |what: &str| format!("key == 'a' ? {what} : context.not_found");
        let clock = Outside { clock: true, ..Outside::NOTHING };
        assert_eq!(run(&body("Time.now.to_i.to_s"), Mode::Compile, clock), (Vec::new(), "'1700000000'".to_owned(), vec![Used::Clock]));
        let local = run(&body("Time.local(1970, 1, 2).to_i.to_s"), Mode::Compile, clock);
        assert_eq!(local, (Vec::new(), "'86400'".to_owned(), vec![Used::Zone]));
        // What needs neither is evaluated everywhere.
        let pure = run(&body("Time.at(0).utc.year.to_s"), Mode::Compile, Outside::NOTHING);
        assert_eq!(pure, (Vec::new(), "'1970'".to_owned(), Vec::new()));
        for (what, refused) in [
            ("Time.now.year.to_s", "the clock, which --ruby-outside=clock would grant"),
            ("Time.at(0).year.to_s", "the time zone of the machine, which --ruby-outside=clock would grant"),
        ] {
            let (errors, _, used) = run(&body(what), Mode::Compile, Outside::default());
            assert!(errors.len() == 1 && errors[0].contains(refused), "{what}: {errors:?}");
            assert!(used.is_empty(), "{what}");
            let (errors, value, _) = run(&body(what), Mode::Analyse, clock);
            assert!(errors.is_empty() && !value.contains("19"), "{what}: {errors:?} {value}");
        }
    }

    #[test]
    fn names_are_those_of_the_option() {
        assert_eq!(Outside::from_names("files, environment"), Ok(Outside::default()));
        assert_eq!(Outside::from_names("clock"), Ok(Outside { clock: true, ..Outside::NOTHING }));
        assert_eq!(Outside::from_names(""), Ok(Outside::NOTHING));
        assert_eq!(
            Outside::from_names("files,network").map_err(|it| it.to_string()),
            Err("`network` is none of `files`, `environment`, `clock` and `commands`".to_owned())
        );
    }
}
