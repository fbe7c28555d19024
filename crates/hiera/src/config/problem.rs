//! Problems of a configuration, from its text alone.

use std::path::Path;
use std::sync::{Arc, Mutex};

use issue::{DataError, Issue};
use rustc_hash::FxHashMap;
use values::{Str, Value};
use world::MemoryWorld;

use super::{Config, leading_integer, v5};
use crate::Error;
use crate::files::Files;
use crate::lookups::{Lookups, Site};
use crate::open::Elsewhere;
use crate::provider::Layer;

/// Whose configuration it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    Global,
    Environment,
    Module(String),
}

/// Puppet's error for the text of a `hiera.yaml` at a path; nothing for a valid one, or one that is no YAML.
pub fn config_problem(path: &Path, text: &str, owner: &Owner) -> Option<Error> {
    let document = yaml::load(text.as_bytes()).ok()??;
    let Value::Hash(settings) = values::data::from_yaml(&document.data) else { return None };
    let version = match settings.get(&Value::string("version")) {
        None | Some(Value::Undef) => 3,
        Some(Value::Integer(version)) => *version,
        Some(Value::String(text)) => leading_integer(text),
        Some(_) => 0,
    };
    let problem = |issue: Issue| Some(Error::lookup(issue));
    let old = |text: &str| problem(Issue::Data(DataError::OldConfig { text: text.to_owned() }));
    let layer = match owner {
        Owner::Global => Layer::Global,
        Owner::Environment => Layer::Environment,
        Owner::Module(name) => Layer::Module(name.clone()),
    };
    match (version, &layer) {
        (5, _) => {}
        (3, Layer::Environment) => return old("hiera.yaml version 3 cannot be used in an environment"),
        (3, Layer::Module(_)) => return old("hiera.yaml version 3 cannot be used in a module"),
        (4, Layer::Global) => return problem("hiera.yaml version 4 cannot be used in the global layer".into()),
        (3 | 4, _) => return None,
        _ => return problem(format!("This runtime does not support hiera.yaml version {version}").into()),
    }
    let mut world = MemoryWorld::new();
    world.add_file(path, text);
    let root = path.parent().unwrap_or(Path::new("/")).to_owned();
    let lookups = Lookups::new(Site {
        files: Arc::new(Files::new(Arc::new(world))),
        environment: Str::from("production"),
        root: None,
        global: None,
        data_provider: None,
        unseal: None,
        elsewhere: Elsewhere::Nothing,
    });
    let path = Some(path.to_string_lossy().into_owned());
    let mut config = Config { version, root, path, settings: values::Hash::clone(&settings), made: Mutex::default() };
    if let Err(error) = v5::validate(&mut config, &lookups, &layer) {
        return Some(error);
    }
    duplicate_level(&config)
}

/// Two levels of one name: found when the hierarchy is made.
fn duplicate_level(config: &Config) -> Option<Error> {
    for which in ["hierarchy", "default_hierarchy"] {
        let mut seen: FxHashMap<&str, ()> = FxHashMap::default();
        for entry in config.list(which) {
            let name = super::text_of(entry, "name").unwrap_or_default();
            if seen.insert(name, ()).is_some() {
                let text = format!("Hierarchy name '{name}' defined more than once.");
                let issue = Issue::Data(DataError::Level { name: name.into(), text, code: None });
                return Some(Error::lookup(issue));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, owner: Owner, message: Option<&str>, line: Option<u32>) {
        let found = config_problem(Path::new("/e/hiera.yaml"), text, &owner);
        let found = found.map(|it| (it.issue.to_string(), it.line()));
        assert_eq!(found, message.map(|it| (it.to_owned(), line)));
    }

    #[test]
    fn configurations_are_judged_as_puppet_does() {
        let module = || Owner::Module("a".to_owned());
        check("version: 5\n", Owner::Environment, None, None);
        check("a: [", Owner::Environment, None, None);
        check("---\n:backends: [yaml]\n", Owner::Environment, Some("hiera.yaml version 3 cannot be used in an environment"), None);
        check("---\n:backends: [yaml]\n", Owner::Global, None, None);
        check("version: 6\n", module(), Some("This runtime does not support hiera.yaml version 6"), None);
        check(
            "version: 5\ndefault_hierarchy:\n- {name: a, path: b}\n",
            Owner::Environment,
            Some("'default_hierarchy' is only allowed in the module layer"),
            Some(2),
        );
        check("version: 5\ndefault_hierarchy:\n- {name: a, path: b}\n", module(), None, None);
        check(
            "version: 5\nhierarchy:\n- {name: a, pth: b}\n",
            module(),
            Some("The Lookup Configuration at '/e/hiera.yaml' has wrong type, entry 'hierarchy' index 0 unrecognized key 'pth'"),
            None,
        );
        check(
            "version: 5\nhierarchy:\n- {name: a, path: b}\n- {name: a, path: c}\n",
            module(),
            Some("Hierarchy name 'a' defined more than once."),
            None,
        );
    }
}
