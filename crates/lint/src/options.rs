//! The options of the command `puppet-lint`, as they stand on the command line and in `.puppet-lint.rc`.

mod switches;

use std::fmt;
use std::path::Path;

use crate::check::Severity;
use crate::checks;
use crate::configuration::Configuration;
use switches::{Switch, Takes};

/// The names of the files with options, in the order in which they are read: each may add to what those before it say.
pub const SYSTEM_FILE: &str = "/etc/puppet-lint.rc";
/// In the home folder, and in the project.
pub const FILE: &str = ".puppet-lint.rc";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub configuration: Configuration,
    pub with_filename: bool,
    pub with_context: bool,
    pub fail_on_warnings: bool,
    /// Only problems of this severity are reported.
    pub error_level: Option<Severity>,
    pub show_ignored: bool,
    pub fix: bool,
    pub json: bool,
    pub sarif: bool,
    pub log_format: Option<String>,
    pub ignore_paths: Vec<String>,
    pub code_climate_file: Option<String>,
    /// Whether GitHub is to show the problems next to the code.
    pub github_actions: bool,
    pub list_checks: bool,
    pub version: bool,
    pub help: bool,
    /// Options that are not supported, in words for the user.
    pub refused: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            configuration: Configuration::default(),
            with_filename: false,
            with_context: false,
            fail_on_warnings: false,
            error_level: None,
            show_ignored: false,
            fix: false,
            json: false,
            sarif: false,
            log_format: None,
            ignore_paths: vec!["vendor/**/*.pp".to_owned()],
            code_climate_file: None,
            github_actions: false,
            list_checks: false,
            version: false,
            help: false,
            refused: Vec::new(),
        }
    }
}

/// Why options cannot be read, in the words of puppet-lint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    Invalid(String),
    Ambiguous(String),
    MissingArgument(String),
    InvalidArgument(String),
    NeedlessArgument(String),
    /// Files with options that name each other.
    Depth(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(option) => write!(f, "invalid option: {option}"),
            Self::Ambiguous(option) => write!(f, "ambiguous option: {option}"),
            Self::MissingArgument(option) => write!(f, "missing argument: {option}"),
            Self::InvalidArgument(option) => write!(f, "invalid argument: {option}"),
            Self::NeedlessArgument(option) => write!(f, "needless argument: {option}"),
            Self::Depth(file) => write!(f, "files with options name each other: {file}"),
        }
    }
}

impl std::error::Error for OptionError {}

/// Files with options that are named by files with options.
const DEPTH: usize = 16;

/// Where files with options come from: nothing where there is none.
pub type Load<'l> = &'l dyn Fn(&str) -> Option<String>;

impl Options {
    /// Reads arguments; gives those that are no options. `load` reads the files that `--config` names.
    pub fn read(&mut self, arguments: &[String], load: Load<'_>) -> Result<Vec<String>, OptionError> {
        self.read_at(arguments, load, 0)
    }

    /// Reads the files with options that are there for a folder: the system's, the user's, and the nearest from the folder upwards.
    /// The error names the file.
    pub fn read_files(&mut self, folder: &Path, home: Option<&Path>, load: Load<'_>) -> Result<(), (String, OptionError)> {
        let mut read = |path: &str| match load(path) {
            Some(text) => self.read_file(&text, load).map(|()| true).map_err(|mistake| (path.to_owned(), mistake)),
            None => Ok(false),
        };
        read(SYSTEM_FILE)?;
        if let Some(home) = home {
            read(&home.join(FILE).to_string_lossy())?;
        }
        for folder in folder.ancestors() {
            // The user's own has been read.
            if home == Some(folder) || read(&folder.join(FILE).to_string_lossy())? {
                break;
            }
        }
        Ok(())
    }

    /// Reads the text of a file with options: an argument on each line.
    pub fn read_file(&mut self, text: &str, load: Load<'_>) -> Result<(), OptionError> {
        self.read_file_at(text, load, 0)
    }

    fn read_file_at(&mut self, text: &str, load: Load<'_>, depth: usize) -> Result<(), OptionError> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        self.read_at(&lines, load, depth).map(|_| ())
    }

    fn read_at(&mut self, arguments: &[String], load: Load<'_>, depth: usize) -> Result<Vec<String>, OptionError> {
        let mut others = Vec::new();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if argument == "--" {
                others.extend(rest.cloned());
                break;
            }
            let (written, switch, attached) = if let Some(long) = argument.strip_prefix("--") {
                let (name, attached) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
                let written = format!("--{name}");
                let switch = Switch::long(name)
                    .map_err(|many| if many { OptionError::Ambiguous(argument.clone()) } else { OptionError::Invalid(argument.clone()) })?;
                (written, switch, attached.map(str::to_owned))
            } else if let Some(letter) = argument.strip_prefix('-').and_then(|it| it.chars().next()) {
                let attached = &argument[1 + letter.len_utf8()..];
                let switch = Switch::short(letter).ok_or_else(|| OptionError::Invalid(argument.clone()))?;
                (format!("-{letter}"), switch, (!attached.is_empty()).then(|| attached.to_owned()))
            } else {
                others.push(argument.clone());
                continue;
            };
            let (value, whole) = match (switch.takes(), attached) {
                (Takes::Nothing, None) => (String::new(), written),
                (Takes::Nothing, Some(_)) => return Err(OptionError::NeedlessArgument(argument.clone())),
                (Takes::Value, Some(value)) => (value, argument.clone()),
                (Takes::Value, None) => {
                    let value = rest.next().cloned().ok_or(OptionError::MissingArgument(written.clone()))?;
                    let whole = format!("{written} {value}");
                    (value, whole)
                }
            };
            self.apply(switch, &whole, value, load, depth)?;
        }
        Ok(others)
    }

    fn apply(&mut self, switch: Switch, whole: &str, value: String, load: Load<'_>, depth: usize) -> Result<(), OptionError> {
        let list = |value: &str| value.split(',').map(str::to_owned).collect::<Vec<_>>();
        match switch {
            Switch::Version => self.version = true,
            Switch::Help => self.help = true,
            Switch::NoConfig => {}
            Switch::Config => {
                if depth >= DEPTH {
                    return Err(OptionError::Depth(value));
                }
                if let Some(text) = load(&value) {
                    self.read_file_at(&text, load, depth + 1)?;
                }
            }
            Switch::WithContext => self.with_context = true,
            Switch::WithFilename => self.with_filename = true,
            Switch::FailOnWarnings => self.fail_on_warnings = true,
            Switch::ErrorLevel => {
                let levels = [("all", None), ("warning", Some(Severity::Warning)), ("error", Some(Severity::Error))];
                // As with options, the beginning of a word is enough.
                let level = levels.iter().find(|(name, _)| !value.is_empty() && name.starts_with(&value.to_lowercase()));
                self.error_level = level.ok_or_else(|| OptionError::InvalidArgument(whole.to_owned()))?.1;
            }
            Switch::ShowIgnored => self.show_ignored = true,
            Switch::Relative => self.configuration.relative = true,
            Switch::Load => self.refused.push(format!("{whole}: checks in Ruby cannot be loaded")),
            Switch::LoadFromPuppet => self.refused.push(format!("{whole}: checks in Ruby cannot be loaded from modules")),
            Switch::Fix => self.fix = true,
            Switch::LogFormat => self.log_format = Some(value),
            Switch::Json => self.json = true,
            Switch::Sarif => self.sarif = true,
            Switch::CodeClimateReportFile => self.code_climate_file = Some(value),
            Switch::ListChecks => self.list_checks = true,
            Switch::OnlyChecks => self.configuration.enable_only(&value.split(',').collect::<Vec<_>>()),
            Switch::IgnorePaths => self.ignore_paths = list(&value),
            Switch::TopScopeVariables => self.configuration.top_scope_variables = list(&value),
            Switch::Check(index, enabled) => {
                if let Some(check) = checks::ALL.get(index) {
                    self.configuration.set(check.name, enabled);
                }
            }
        }
        Ok(())
    }

    /// Whether a path is one that `--ignore-paths` names.
    pub fn ignores(&self, path: &str) -> bool {
        self.ignore_paths.iter().any(|pattern| crate::pattern::matches(pattern, path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<(Options, Vec<String>), OptionError> {
        let mut options = Options::default();
        let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
        let files = |name: &str| match name {
            "a.rc" => Some("--fail-on-warnings\n# not an option\n\n--no-140chars-check\n".to_owned()),
            "circle.rc" => Some("--config=circle.rc".to_owned()),
            _ => None,
        };
        let rest = options.read(&arguments, &files)?;
        Ok((options, rest))
    }

    #[test]
    fn options_may_stand_anywhere_and_be_cut_short() {
        let (options, rest) =
            read(&["a.pp", "--fail", "--only=140chars,nonsense", "b.pp", "--error-level", "error", "--", "--fix"]).expect("good");
        assert_eq!(rest, ["a.pp", "b.pp", "--fix"]);
        assert!(options.fail_on_warnings && !options.fix);
        assert_eq!(options.error_level, Some(Severity::Error));
        assert_eq!(options.configuration.checks().map(|it| it.name).collect::<Vec<_>>(), ["140chars"]);
    }

    #[test]
    fn checks_are_switched_on_and_off() {
        let (options, _) = read(&["--80chars-check", "--no-trailing-whitespace-check"]).expect("good");
        assert!(options.configuration.is_enabled("80chars") && !options.configuration.is_enabled("trailing_whitespace"));
    }

    #[test]
    fn files_have_an_option_on_each_line() {
        let (options, _) = read(&["-c", "a.rc", "--config", "missing.rc"]).expect("good");
        assert!(options.fail_on_warnings && !options.configuration.is_enabled("140chars"));
        assert_eq!(read(&["-ccircle.rc"]), Err(OptionError::Depth("circle.rc".into())));
    }

    #[test]
    fn the_nearest_file_comes_last() {
        let mut options = Options::default();
        let load = |path: &str| match path {
            "/etc/puppet-lint.rc" => Some("--relative".to_owned()),
            "/home/u/.puppet-lint.rc" => Some("--with-context\n--error-level=error".to_owned()),
            "/home/u/project/.puppet-lint.rc" => Some("--error-level=warning".to_owned()),
            "/home/.puppet-lint.rc" => Some("--fix".to_owned()),
            _ => None,
        };
        let home = Some(Path::new("/home/u"));
        options.read_files(Path::new("/home/u/project/a/b"), home, &load).expect("good files");
        assert!(options.configuration.relative && options.with_context && !options.fix);
        assert_eq!(options.error_level, Some(Severity::Warning));
    }

    #[test]
    fn mistakes_are_told_as_puppet_lint_tells_them() {
        let error = |arguments: &[&str]| read(arguments).err().map(|it| it.to_string()).unwrap_or_default();
        assert_eq!(error(&["--bogus"]), "invalid option: --bogus");
        assert_eq!(error(&["-x"]), "invalid option: -x");
        assert_eq!(error(&["--no"]), "ambiguous option: --no");
        assert_eq!(error(&["--only-checks"]), "missing argument: --only-checks");
        assert_eq!(error(&["--error-level", "foo"]), "invalid argument: --error-level foo");
        assert_eq!(error(&["--140chars-check"]), "invalid option: --140chars-check");
        assert_eq!(error(&["--fix=x"]), "needless argument: --fix=x");
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let (options, _) = read(&["-l", "my.rb"]).expect("good");
        assert_eq!(options.refused, ["-l my.rb: checks in Ruby cannot be loaded"]);
    }
}
