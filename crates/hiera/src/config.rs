//! `hiera.yaml`: what a level of data is made of.

pub mod problem;
mod v3;
mod v4;
mod v5;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use issue::{DataError, Issue};
use values::{Hash, Strict, Type, Value};

use crate::entry::{Entry, Kind};
use crate::error::{Error, ErrorKind, Found, Stop};
use crate::files::{Format, Parsed};
use crate::invocation::{Invocation, Remembered, lock};
use crate::key::Segment;
use crate::location::join;
use crate::lookups::Lookups;
use crate::merge::Strategy;
use crate::open::Elsewhere;
use crate::provider::Layer;
use crate::scope::Scope;

pub(crate) const FILE: &str = "hiera.yaml";

/// The kinds of functions that data comes from, in the order in which Puppet looks for them.
const FUNCTIONS: [(&str, Kind); 5] = [
    ("data_hash", Kind::DataHash),
    ("lookup_key", Kind::LookupKey),
    ("data_dig", Kind::DataDig),
    ("hiera3_backend", Kind::Hiera3Backend),
    ("v4_data_hash", Kind::OldDataHash),
];

pub(crate) struct Config {
    pub version: i64,
    /// The folder from which relative paths count.
    root: PathBuf,
    /// None for what holds where there is no such file.
    pub path: Option<String>,
    settings: Hash,
    made: Mutex<Option<Arc<Made>>>,
}

/// The levels of a hierarchy.
type Entries = Vec<Arc<Entry>>;

/// The hierarchy for the variables as they are.
struct Made {
    entries: Entries,
    defaults: Entries,
    reads: Vec<Remembered>,
}

impl Config {
    /// Reads the file, or takes what holds without it.
    pub fn create(lookups: &Lookups, scope: &mut dyn Scope, path: &Path, layer: &Layer) -> Found<Config> {
        let root = path.parent().unwrap_or(Path::new("/")).to_owned();
        let files = &lookups.site.files;
        let (path, settings) = if files.exists(path) {
            lookups.read_file(path);
            let name = path.to_string_lossy().into_owned();
            match &files.content(path, Format::Yaml).0 {
                Parsed::Hash { hash, .. } => (Some(name), Hash::clone(hash)),
                Parsed::Other(_) => {
                    let message = "File exists but does not contain a valid YAML hash. Falling back to Hiera version 3 default config";
                    scope.warn(format!("{name}: {message}"));
                    (Some(name), [("version".into(), 3.into())].into_iter().collect())
                }
                Parsed::Unreadable(message) | Parsed::Malformed(message) => return Err(Error::puppet(message.clone()).into()),
            }
        } else {
            (None, v5::default_settings())
        };
        let version = match settings.get(&Value::string("version")) {
            None | Some(Value::Undef) => 3,
            Some(Value::Integer(version)) => *version,
            Some(Value::Float(version)) => *version as i64,
            Some(Value::String(text)) => leading_integer(text),
            Some(_) => 0,
        };
        let mut config = Config { version, root, path, settings, made: Mutex::default() };
        match version {
            5 => v5::validate(&mut config, lookups, layer)?,
            4 => v4::validate(&mut config, lookups, scope)?,
            3 => v3::validate(&mut config, lookups, scope)?,
            _ => {
                let message = format!("This runtime does not support hiera.yaml version {version}");
                return Err(config.issue(lookups, "HIERA_UNSUPPORTED_VERSION", message, None).into());
            }
        }
        Ok(config)
    }

    /// For a module or environment whose data is a function of the old kind.
    pub fn of_function(root: &Path, function: &str) -> Config {
        let name = format!("Legacy function '{function}'");
        let entry: Hash = [("name".into(), Value::from(name)), ("v4_data_hash".into(), function.into())].into_iter().collect();
        let settings = [("version".into(), 5.into()), ("hierarchy".into(), Value::array(vec![Value::hash(entry)]))];
        Config { version: 5, root: root.to_owned(), path: None, settings: settings.into_iter().collect(), made: Mutex::default() }
    }

    pub fn name(&self) -> String {
        format!("hiera configuration version {}", self.version)
    }

    /// How version 3 merges what `hiera_hash` finds.
    pub fn merge_strategy(&self) -> Result<Strategy, Error> {
        v3::merge_strategy(self)
    }

    pub fn has_default_hierarchy(&self) -> bool {
        self.version == 5 && self.get("default_hierarchy").is_some()
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.settings.get(&Value::string(name))
    }

    fn hash(&self, name: &str) -> Option<&Hash> {
        match self.get(name) {
            Some(Value::Hash(hash)) => Some(hash),
            _ => None,
        }
    }

    fn list(&self, name: &str) -> impl Iterator<Item = &Hash> {
        let items = match self.get(name) {
            Some(Value::Array(items)) => items.as_slice(),
            _ => &[],
        };
        items.iter().filter_map(|it| match it {
            Value::Hash(entry) => Some(&**entry),
            _ => None,
        })
    }

    /// One of Puppet's issues with the file, at the line where a text stands.
    pub fn issue(&self, lookups: &Lookups, code: &'static str, message: impl Into<String>, line: Option<&str>) -> Error {
        let mut error = Error::issue(code, message);
        if let Some(path) = &self.path {
            let line = line.and_then(|pattern| self.line(lookups, pattern, 1));
            error.place = Some((path.as_str().into(), line));
        }
        error
    }

    /// The same about a level of the hierarchy, by its name.
    fn level_issue(&self, lookups: &Lookups, code: &'static str, name: &str, text: String) -> Error {
        let issue = Issue::Data(DataError::Level { name: name.into(), text, code: Some(code) });
        Error { issue, ..self.issue(lookups, code, "", None) }
    }

    /// The first line that a pattern matches; comments do not count.
    fn line(&self, lookups: &Lookups, pattern: &str, from: u32) -> Option<u32> {
        let text = lookups.site.files.text(Path::new(self.path.as_ref()?)).ok()?;
        let pattern = fancy_regex::Regex::new(pattern).ok()?;
        let lines = text.split_inclusive('\n').zip(1_u32..);
        let mut matching = lines.filter(|(line, number)| *number >= from && pattern.is_match(without_comment(line)).unwrap_or(false));
        matching.next().map(|(_, number)| number)
    }

    /// Two of the same name: the message names the first line, the error is at the second.
    fn duplicate_name(&self, lookups: &Lookups, code: &'static str, what: &str, verb: &str, name: &str, pattern: &str) -> Error {
        let mut first = self.line(lookups, pattern, 1);
        let mut line = first.and_then(|first| self.line(lookups, pattern, first + 1));
        if line.is_none() {
            line = first.take();
        }
        let mut message = format!("{what} '{name}' {verb}defined more than once.");
        if let Some(first) = first {
            message.push_str(&format!(" First defined at (line: {first})"));
        }
        let mut error = self.level_issue(lookups, code, name, message);
        if let Some((_, place_line)) = &mut error.place {
            *place_line = line;
        }
        error
    }

    /// The hierarchy; made anew where a variable that its paths depend on has changed.
    pub fn entries(
        &self,
        lookups: &Lookups,
        scope: &mut dyn Scope,
        invocation: &Arc<Invocation>,
        layer: &Layer,
        default: bool,
    ) -> Found<Entries> {
        let made = lock(&self.made).clone();
        let stable = match &made {
            Some(made) => is_stable(lookups, scope, invocation, &made.reads),
            None => false,
        };
        let made = match made {
            Some(made) if stable => made,
            before => {
                if before.is_some() {
                    let text = "Hiera configuration recreated due to change of scope variables used in interpolation expressions";
                    invocation.explain(|it| it.text(text));
                }
                let made = Arc::new(self.make(lookups, scope, layer)?);
                *lock(&self.made) = Some(made.clone());
                made
            }
        };
        Ok(if default { made.defaults.clone() } else { made.entries.clone() })
    }

    fn make(&self, lookups: &Lookups, scope: &mut dyn Scope, layer: &Layer) -> Found<Made> {
        let collecting = Arc::new(Invocation::collecting(lookups.current().as_deref()));
        let result = self.make_entries(lookups, scope, &collecting, layer);
        let (mut entries, mut defaults) = result.map_err(|stop| self.undefined_variable(lookups, stop))?;
        let knows_not_all = self.elsewhere(lookups, layer, "").is_some();
        crate::entry::leave_out_certain(&mut entries, knows_not_all);
        crate::entry::leave_out_certain(&mut defaults, knows_not_all);
        let mut reads: Vec<Remembered> = Vec::new();
        for read in collecting.reads.iter().flat_map(|it| lock(it).clone()) {
            if !reads.iter().any(|it| it.0 == read.0) {
                reads.push(read);
            }
        }
        Ok(Made { entries, defaults, reads })
    }

    fn make_entries(
        &self,
        lookups: &Lookups,
        scope: &mut dyn Scope,
        invocation: &Arc<Invocation>,
        layer: &Layer,
    ) -> Found<(Entries, Entries)> {
        if self.version == 3 {
            return Ok((v3::entries(self, lookups, scope, invocation, layer)?, Vec::new()));
        }
        if self.version == 4 {
            return Ok((v4::entries(self, lookups, scope, invocation, layer)?, Vec::new()));
        }
        let entries = v5::entries(self, lookups, scope, invocation, layer, "hierarchy")?;
        let defaults = match self.has_default_hierarchy() {
            true => v5::entries(self, lookups, scope, invocation, layer, "default_hierarchy")?,
            false => Vec::new(),
        };
        Ok((entries, defaults))
    }

    /// A folder of data as it is written, if its files may lie elsewhere. A module is complete, but for folders outside of it.
    fn elsewhere(&self, lookups: &Lookups, layer: &Layer, datadir: &str) -> Option<String> {
        let folder = join(&self.root.to_string_lossy(), datadir);
        let may_be_elsewhere = match layer {
            Layer::Module(_) => lookups.site.elsewhere != Elsewhere::Nothing && !Path::new(&folder).starts_with(&self.root),
            Layer::Global | Layer::Environment => lookups.site.elsewhere == Elsewhere::Server,
        };
        may_be_elsewhere.then_some(folder)
    }

    /// A variable that is missing where a path needs it is reported at its line.
    fn undefined_variable(&self, lookups: &Lookups, stop: Stop) -> Stop {
        let Stop::Fail(mut error) = stop else { return stop };
        if error.code().is_some() && error.place.is_none() {
            error.place = self.path.as_deref().map(|path| (path.into(), None));
        }
        let stop = Stop::Fail(error);
        let Stop::Fail(error) = &stop else { return stop };
        match (&error.issue, &error.kind) {
            (Issue::Data(DataError::UndefinedVariable { name, .. }), ErrorKind::Ruby) => {
                let line = format!(r#"%\{{['"]?{}['"]?\}}"#, fancy_regex::escape(name));
                self.issue(lookups, "HIERA_UNDEFINED_VARIABLE", format!("Undefined variable '{name}'"), Some(&line)).into()
            }
            _ => stop,
        }
    }
}

/// Whether the variables that the hierarchy was made of are what they were.
fn is_stable(lookups: &Lookups, scope: &mut dyn Scope, invocation: &Arc<Invocation>, reads: &[Remembered]) -> bool {
    reads.iter().all(|(_, root, segments, before)| {
        let mut value = lookups.variable(scope, invocation, root, segments);
        for segment in segments {
            value = value.and_then(|it| dig(&it, segment));
        }
        value.filter(|it| !it.is_undef()) == before.clone().filter(|it| !it.is_undef())
    })
}

fn dig(value: &Value, segment: &Segment) -> Option<Value> {
    crate::key::step("", segment, value).ok().flatten()
}

/// Text before a `#` outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, it) in line.char_indices() {
        match it {
            '"' | '\'' if quote == Some(it) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(it),
            '#' => return &line[..at],
            _ => {}
        }
    }
    line
}

fn leading_integer(text: &str) -> i64 {
    let text = text.trim_start();
    let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    text[..digits].parse().unwrap_or(0)
}

/// A backend of Hiera 3 needs the gem `hiera`, which Puppet 8 does not bring: this is what it says without the gem.
fn without_hiera_3() -> Error {
    Error::lookup("Hiera 3 is not installed".to_owned())
}

/// Puppet's type of all that may stand in an option.
fn data() -> Type {
    values::ty::named("Data").unwrap_or(Type::Any)
}

fn text_of<'h>(hash: &'h Hash, key: &str) -> Option<&'h str> {
    hash.get(&Value::string(key)).and_then(Value::as_str)
}

fn texts_of<'h>(hash: &'h Hash, key: &str) -> Vec<&'h str> {
    match hash.get(&Value::string(key)) {
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn has(hash: &Hash, key: &str) -> bool {
    hash.contains_key(&Value::string(key))
}

fn is_strict(scope: &dyn Scope) -> bool {
    scope.strict() != Strict::Off
}
