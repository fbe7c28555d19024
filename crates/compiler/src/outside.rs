//! Files and variables of the machine that Ruby code reads, and whether it may.

use std::io::ErrorKind;
use std::path::Path;

use ruby::host::Entry;
use ruby::{Outcome, Stop};
use values::Str;
use world::FileKind;

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
}

impl Default for Outside {
    fn default() -> Outside {
        Outside { files: true, environment: true }
    }
}

impl Outside {
    pub const NOTHING: Outside = Outside { files: false, environment: false };

    /// Reads names with commas between them.
    pub fn from_names(names: &str) -> Result<Outside, UnknownName> {
        let mut outside = Outside::NOTHING;
        for name in names.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            match name {
                "files" => outside.files = true,
                "environment" => outside.environment = true,
                other => return Err(UnknownName(other.into())),
            }
        }
        Ok(outside)
    }
}

/// A name that is none of those of [`Outside`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName(pub Str);

impl std::fmt::Display for UnknownName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is neither `files` nor `environment`", self.0)
    }
}

impl std::error::Error for UnknownName {}

/// Something outside that Ruby code has used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Used {
    File(Str),
    Variable(Str),
}

impl std::fmt::Display for Used {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Used::File(path) => write!(f, "Ruby code read {path}"),
            Used::Variable(name) => write!(f, "Ruby code read the environment variable {name}"),
        }
    }
}

/// Refuses something that only the option grants.
fn not_granted<T>(what: &str, name: &str) -> Outcome<T> {
    Err(Stop::not_covered(format!("{what}, which --ruby-outside={name} would grant")))
}

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
    fn names_are_those_of_the_option() {
        assert_eq!(Outside::from_names("files, environment"), Ok(Outside::default()));
        assert_eq!(Outside::from_names(""), Ok(Outside::NOTHING));
        assert_eq!(
            Outside::from_names("files,network").map_err(|it| it.to_string()),
            Err("`network` is neither `files` nor `environment`".to_owned())
        );
    }
}
