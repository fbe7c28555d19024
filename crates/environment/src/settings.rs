//! `puppet.conf`, and Puppet's defaults.

use std::fmt;
use std::path::{Path, PathBuf};

use world::World;

use crate::ini::{BadLine, Ini};

/// Settings may name others, this deeply.
const DEEPEST: u32 = 16;

/// Where the modules of all environments are.
const BASE_MODULEPATH: &str = "basemodulepath";

/// The sections that count when catalogs are compiled; the first that has a setting decides.
const SECTIONS: [&str; 3] = ["server", "master", "main"];

/// The same for programs that a user runs.
const OF_USER: [&str; 2] = ["user", "main"];

/// The folders that everything else is named from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    pub confdir: PathBuf,
    pub codedir: PathBuf,
    pub vardir: PathBuf,
}

impl Folders {
    /// Those of the machine for its administrator, the user's own for anybody else.
    pub fn usual(world: &dyn World) -> Folders {
        let home = world.env("HOME").map(PathBuf::from).filter(|it| it.is_absolute());
        match home {
            Some(home) if !is_root(world) => {
                let own = home.join(".puppetlabs");
                Folders { confdir: own.join("etc/puppet"), codedir: own.join("etc/code"), vardir: own.join("opt/puppet/cache") }
            }
            // Debian's own packages have other folders than those of Puppet's makers.
            _ if !crate::is_folder(world, Path::new("/etc/puppetlabs/puppet")) && crate::is_folder(world, Path::new("/etc/puppet")) => {
                Folders { confdir: "/etc/puppet".into(), codedir: "/etc/puppet/code".into(), vardir: "/var/cache/puppet".into() }
            }
            _ => Folders {
                confdir: "/etc/puppetlabs/puppet".into(),
                codedir: "/etc/puppetlabs/code".into(),
                vardir: "/opt/puppetlabs/puppet/cache".into(),
            },
        }
    }
}

/// Whether this program runs as the administrator.
pub fn is_root(world: &dyn World) -> bool {
    let status = crate::read_text(world, Path::new("/proc/self/status")).unwrap_or_default();
    let ids = status.lines().find_map(|it| it.strip_prefix("Uid:"));
    ids.is_none_or(|it| it.split_whitespace().nth(1) == Some("0"))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    pub message: String,
    pub file: Option<PathBuf>,
    pub line: Option<usize>,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, " (file: {}, line: {line})", file.display()),
            (Some(file), None) => write!(f, " (file: {})", file.display()),
            (None, _) => Ok(()),
        }
    }
}

impl std::error::Error for SettingsError {}

impl SettingsError {
    pub fn new(message: impl Into<String>) -> SettingsError {
        SettingsError { message: message.into(), file: None, line: None }
    }

    pub(crate) fn line(file: &Path, bad: BadLine) -> SettingsError {
        let message = format!("Could not match line {}", bad.text);
        SettingsError { message, file: Some(file.to_owned()), line: Some(bad.number) }
    }
}

/// The settings of one Puppet.
#[derive(Clone, Debug)]
pub struct Settings {
    folders: Folders,
    ini: Ini,
    /// Of the environment that is compiled for.
    environment: Option<String>,
    /// Given on the command line: they come first.
    given: Vec<(String, String)>,
}

/// How strict a `puppet.conf` makes the language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strictness {
    /// `off`, `warning` or `error`.
    pub strict: Option<String>,
    pub strict_variables: Option<bool>,
}

/// Reads how strict the text of a `puppet.conf` makes the language; lines that cannot be read say nothing.
pub fn strictness(text: &str) -> Strictness {
    let (ini, _) = Ini::parse(text);
    let get = |name: &str| SECTIONS.iter().find_map(|section| ini.get(section, name));
    let strict_variables = get("strict_variables").and_then(|it| it.parse().ok());
    Strictness { strict: get("strict"), strict_variables }
}

impl Settings {
    /// Puppet's defaults without a file.
    pub fn defaults(folders: Folders) -> Settings {
        Settings { folders, ini: Ini::default(), environment: None, given: Vec::new() }
    }

    /// Reads a `puppet.conf`; one that is not there says nothing.
    pub fn read(world: &dyn World, folders: Folders, file: &Path) -> Result<Settings, SettingsError> {
        let mut settings = Settings::defaults(folders);
        if let Some(text) = crate::read_text(world, file) {
            let (ini, bad) = Ini::parse(&text);
            if let Some(bad) = bad.into_iter().next() {
                return Err(SettingsError::line(file, bad));
            }
            settings.ini = ini;
        }
        Ok(settings)
    }

    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// The command line counts before every file.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.given.push((name.to_owned(), value.into()));
    }

    /// Takes the modules of all environments from this `codedir`, unless somebody has set where they are.
    pub(crate) fn use_modules_of(&mut self, codedir: &Path) {
        if let (None, Some(path)) = (self.written(BASE_MODULEPATH), default(BASE_MODULEPATH)) {
            self.set(BASE_MODULEPATH, path.replace("$codedir", &codedir.to_string_lossy()));
        }
    }

    /// The text of a setting as an option or a file gives it.
    fn written(&self, name: &str) -> Option<String> {
        let given = self.given.iter().rev().find(|(it, _)| it == name).map(|(_, value)| value.clone());
        given.or_else(|| SECTIONS.iter().find_map(|section| self.ini.get(section, name)))
    }

    pub fn set_environment(&mut self, name: &str) {
        self.environment = Some(name.to_owned());
    }

    pub fn get(&self, name: &str) -> Result<Option<String>, SettingsError> {
        self.value(name, 0)
    }

    /// Setting for programs that a user runs, such as `puppet apply`: in `[user]` or in `[main]`.
    pub fn of_user(&self, name: &str) -> Result<Option<String>, SettingsError> {
        let raw = OF_USER.iter().find_map(|section| self.ini.get(section, name));
        raw.map(|text| self.interpolated(&text, 0)).transpose()
    }

    /// Expands a value: `$name` and `${name}` are other settings.
    pub fn interpolate(&self, text: &str) -> Result<String, SettingsError> {
        self.interpolated(text, 0)
    }

    /// The folders of a setting that is a path of them.
    pub fn path(&self, name: &str) -> Result<Vec<PathBuf>, SettingsError> {
        let text = self.get(name)?.unwrap_or_default();
        Ok(text.split(crate::SEPARATOR).filter(|it| !it.is_empty()).map(PathBuf::from).collect())
    }

    fn value(&self, name: &str, depth: u32) -> Result<Option<String>, SettingsError> {
        match name {
            "confdir" => return Ok(Some(self.folders.confdir.to_string_lossy().into_owned())),
            "codedir" => return Ok(Some(self.folders.codedir.to_string_lossy().into_owned())),
            "vardir" => return Ok(Some(self.folders.vardir.to_string_lossy().into_owned())),
            "run_mode" => return Ok(Some("server".to_owned())),
            "environment" if self.environment.is_some() => return Ok(self.environment.clone()),
            _ => {}
        }
        match self.written(name).or_else(|| default(name).map(str::to_owned)) {
            Some(text) => self.interpolated(&text, depth).map(Some),
            None => Ok(None),
        }
    }

    fn interpolated(&self, text: &str, depth: u32) -> Result<String, SettingsError> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            let (before, from) = rest.split_at(at);
            out.push_str(before);
            let (name, len) = name_at(from);
            let expression = from.get(..len).unwrap_or(from);
            if name.is_empty() {
                out.push_str(expression);
            } else {
                let value = if depth < DEEPEST { self.value(name, depth + 1)? } else { None };
                let value = value.ok_or_else(|| SettingsError::new(format!("Could not find value for {expression}")))?;
                out.push_str(&value);
            }
            rest = from.get(len..).unwrap_or("");
        }
        out.push_str(rest);
        Ok(out)
    }
}

/// The names of all settings of Puppet 8, as `puppet config print` has them.
static NAMES: &str = include_str!("settings.txt");

/// Whether Puppet has a setting of that name.
pub(crate) fn is_setting(name: &str) -> bool {
    NAMES.lines().any(|it| it == name)
}

/// The settings that a value names, each as it is written and by its name.
pub(crate) fn names_in(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices('$').filter_map(|(at, _)| {
        let from = text.get(at..)?;
        let (name, len) = name_at(from);
        Some((from.get(..len)?, name)).filter(|it| !it.1.is_empty())
    })
}

/// The name after a `$`, and the length of the whole.
fn name_at(from: &str) -> (&str, usize) {
    let inside = |text: &str| text.chars().take_while(|it| it.is_alphanumeric() || *it == '_').map(char::len_utf8).sum::<usize>();
    if let Some(braced) = from.strip_prefix("${") {
        let len = inside(braced);
        if len > 0 && braced.get(len..).is_some_and(|it| it.starts_with('}')) {
            return (braced.get(..len).unwrap_or(""), len + 3);
        }
        return ("", 1);
    }
    let plain = from.get(1..).unwrap_or("");
    let len = inside(plain);
    (plain.get(..len).unwrap_or(""), len + 1)
}

fn default(name: &str) -> Option<&'static str> {
    Some(match name {
        "environment" => crate::DEFAULT_ENVIRONMENT,
        "environmentpath" => "$codedir/environments",
        BASE_MODULEPATH => "$codedir/modules:/opt/puppetlabs/puppet/modules",
        "default_manifest" => "./manifests",
        "disable_per_environment_manifest" => "false",
        "hiera_config" => "$confdir/hiera.yaml",
        "node_terminus" => "plain",
        "external_nodes" => "none",
        "ssldir" => "$confdir/ssl",
        "statedir" => "$vardir/state",
        "logdir" => "/var/log/puppetlabs/puppet",
        "rundir" => "/var/run/puppetlabs",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    fn folders() -> Folders {
        Folders { confdir: "/c".into(), codedir: "/code".into(), vardir: "/v".into() }
    }

    #[test]
    fn sections_and_defaults() {
        let mut world = MemoryWorld::new();
        let text =
            "[main]\nenvironment = a\nenvironmentpath = $confdir/e:${codedir}/f\n[server]\nenvironment = b\nx = $y\nz=$z\n[agent]\nq = 1\n";
        world.add_file("/c/puppet.conf", text);
        let mut settings = Settings::read(&world, folders(), Path::new("/c/puppet.conf")).expect("it is one");
        assert_eq!(settings.get("environment"), Ok(Some("b".to_owned())));
        assert_eq!(settings.path("environmentpath"), Ok(vec!["/c/e".into(), "/code/f".into()]));
        assert_eq!(settings.path("basemodulepath"), Ok(vec!["/code/modules".into(), "/opt/puppetlabs/puppet/modules".into()]));
        assert_eq!(settings.get("q"), Ok(None));
        assert_eq!(settings.get("x").map_err(|it| it.message), Err("Could not find value for $y".to_owned()));
        assert!(settings.get("z").is_err());
        assert_eq!(settings.interpolate("a$ ${b $"), Ok("a$ ${b $".to_owned()));
        settings.set("basemodulepath", "/m");
        settings.set_environment("c");
        assert_eq!(settings.interpolate("${basemodulepath}/$environment"), Ok("/m/c".to_owned()));
    }

    #[test]
    fn a_broken_file_is_an_error_with_its_place() {
        let mut world = MemoryWorld::new();
        world.add_file("/c/puppet.conf", "a = 1\nb\n");
        let error = Settings::read(&world, folders(), Path::new("/c/puppet.conf")).expect_err("it is none");
        assert_eq!(error.to_string(), "Could not match line b (file: /c/puppet.conf, line: 2)");
        assert!(Settings::read(&world, folders(), Path::new("/c/none")).is_ok());
    }

    #[test]
    fn folders_depend_on_who_asks() {
        let mut world = MemoryWorld::new();
        world.set_env("HOME", "/home/u");
        world.add_file("/proc/self/status", "Name:\tx\nUid:\t1000\t1000\t1000\t1000\n");
        assert_eq!(Folders::usual(&world).confdir, Path::new("/home/u/.puppetlabs/etc/puppet"));
        world.add_file("/proc/self/status", "Uid:\t0\t0\t0\t0\n");
        assert_eq!(Folders::usual(&world).confdir, Path::new("/etc/puppetlabs/puppet"));
        world.add_dir("/etc/puppet");
        assert_eq!(Folders::usual(&world).confdir, Path::new("/etc/puppet"));
    }
}
