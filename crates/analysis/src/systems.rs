//! The systems on which code is evaluated, and their facts.

use std::path::Path;
use std::sync::Arc;

use environment::Metadata;
use facts::sets::{self, FactSet};
use values::{Origin, Type, Unknown, Value};
use workspace::Db;

use crate::index::Module;
use crate::outside::{Outside, with_db};
use crate::site::{Root, environment_of, settings_of};

/// The systems on which a module, or a site, is analysed: those of the settings, or else those that it declares.
#[salsa::tracked(returns(clone))]
pub(crate) fn systems<'db>(db: &'db dyn Db, root: Root<'db>, module: Option<Module<'db>>) -> Arc<Vec<FactSet>> {
    let mut sets = wanted(db, root, module);
    if settings_of(db, root).legacy_facts() {
        sets.iter_mut().for_each(add_old_names);
    }
    Arc::new(sets)
}

/// The facts that several guessed systems have in common; those that differ are unknown. An error that certainly happens with these
/// happens on each of the systems. Nothing where a system was asked for.
#[salsa::tracked(returns(clone))]
pub(crate) fn in_common<'db>(db: &'db dyn Db, root: Root<'db>, module: Option<Module<'db>>) -> Option<Arc<FactSet>> {
    let systems = systems(db, root, module);
    let (first, rest) = systems.split_first()?;
    if rest.is_empty() || !systems.iter().all(|it| it.guessed && !it.complete) {
        return None;
    }
    let mut unknown: Vec<_> = systems.iter().flat_map(|it| it.unknown.iter().cloned()).collect();
    unknown.sort();
    unknown.dedup();
    let facts = rest.iter().fold(first.facts.clone(), |all, it| shared_value(&all, &it.facts, ""));
    Some(Arc::new(FactSet { label: "all systems".into(), facts, unknown, ..first.clone() }))
}

/// A fact that has two values is unknown; of a structured fact the parts that differ are.
fn shared_value(a: &Value, b: &Value, path: &str) -> Value {
    let unknown = |path: &str| Value::Unknown(Arc::new(Unknown { ty: Type::Any, origin: Origin::Fact(path.into()) }));
    let inside = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (a, b) {
        (Value::Hash(left), Value::Hash(right)) => {
            let mut shared = values::Hash::default();
            for (key, own) in left.iter() {
                let path = inside(key.as_str().unwrap_or_default());
                let value = right.get(key).map_or_else(|| unknown(&path), |other| shared_value(own, other, &path));
                shared.insert(key.clone(), value);
            }
            for key in right.keys().filter(|it| !left.contains_key(*it)) {
                shared.insert(key.clone(), unknown(&inside(key.as_str().unwrap_or_default())));
            }
            Value::hash(shared)
        }
        _ if a == b => a.clone(),
        _ => unknown(path),
    }
}

fn wanted<'db>(db: &'db dyn Db, root: Root<'db>, module: Option<Module<'db>>) -> Vec<FactSet> {
    let settings = settings_of(db, root);
    let files = settings.facts().iter().filter_map(|path| facts_of_file(db, path).ok());
    let named = settings.systems().unwrap_or_default().iter().filter_map(|it| sets::meant(it)?.set());
    let asked: Vec<FactSet> = files.chain(named).collect();
    if !asked.is_empty() {
        return asked;
    }
    let metadata = module.and_then(|module| {
        let environment = environment_of(db, root)?;
        let folder = environment.module(module.name(db))?.clone();
        with_db(db, || Metadata::read(&Outside, &folder))
    });
    let mut sets = metadata.map_or_else(Vec::new, |it| sets::for_metadata(&it).sets);
    if sets.is_empty() || sets.iter().all(|it| it.guessed) {
        sets = of_repository(db, root);
    }
    if sets.is_empty() { sets::for_families() } else { sets }
}

/// The systems in the metadata of a repository of its own, as control repositories and modules have them at their top. Those that come
/// with a template are many more than are meant, so that they count as guessed.
fn of_repository<'db>(db: &'db dyn Db, root: Root<'db>) -> Vec<FactSet> {
    let metadata = with_db(db, || Metadata::read(&Outside, root.path(db)));
    let metadata = metadata.filter(|it| !it.operating_systems.is_empty());
    let mut sets = metadata.map_or_else(Vec::new, |it| sets::for_metadata(&it).sets);
    sets.iter_mut().for_each(|it| it.guessed = true);
    sets
}

/// The facts in a file that the settings name, under the name of the file, or what is wrong with it.
pub(crate) fn facts_of_file(db: &dyn Db, path: &Path) -> Result<FactSet, facts::FactsError> {
    let facts = match db.files().at(db, &path.to_string_lossy()).text(db) {
        Some(text) => facts::parse(path, text.as_bytes())?.facts,
        // The user may have set more, and can run programs anyway.
        None if path.as_os_str() == settings::LOCAL_FACTS => {
            // Only the user can ask for them where the open folders are not trusted, so no fence applies.
            let mut all = facts::local(&world::RealWorld, &facts::RealHost);
            all.insert("puppetversion".to_owned(), compiler::PUPPET_VERSION.into());
            all
        }
        None => return Err(facts::FactsError::Unreadable("no such file, or it cannot be read".to_owned())),
    };
    let label = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let facts = values::data::from_json(&serde_json::Value::Object(facts));
    Ok(FactSet { label: label.into(), facts, unknown: Vec::new(), borrowed: false, guessed: false, complete: true })
}

/// Gives the old names of facts the values that stand elsewhere now.
fn add_old_names(set: &mut FactSet) {
    let Value::Hash(facts) = &mut set.facts else { return };
    for (old, path) in facts::old_names() {
        let old = Value::from(old);
        if let Some(value) = at_path(facts, path).filter(|_| !facts.contains_key(&old)) {
            Arc::make_mut(facts).insert(old, value);
        }
    }
    // These were made of values that differ from machine to machine.
    for (old, path) in facts::made_names() {
        let key = Value::from(old);
        if at_path(facts, path).is_some() && !facts.contains_key(&key) {
            let origin = Origin::Fact(old.into());
            let unknown = Unknown { ty: Type::Any, origin };
            Arc::make_mut(facts).insert(key, Value::Unknown(Arc::new(unknown)));
        }
    }
}

/// Value at a dotted path; unknown inside of an unknown value.
fn at_path(facts: &values::Hash, path: &str) -> Option<Value> {
    let mut keys = path.split('.').map(Value::from);
    let mut value = facts.get(&keys.next()?)?;
    for key in keys {
        match value {
            Value::Hash(entries) => value = entries.get(&key)?,
            Value::Unknown(_) => break,
            _ => return None,
        }
    }
    Some(value.clone())
}

#[cfg(test)]
mod tests {
    use super::shared_value;
    use values::Value;

    fn facts(json: &str) -> Value {
        values::data::from_json(&serde_json::from_str(json).expect("JSON"))
    }

    #[test]
    fn facts_that_differ_are_unknown() {
        let debian = facts(r#"{"kernel": "Linux", "os": {"family": "Debian", "arch": "amd64"}, "is_virtual": true, "only": 1}"#);
        let redhat = facts(r#"{"kernel": "Linux", "os": {"family": "RedHat", "arch": "amd64"}, "is_virtual": true, "more": {"a": 1}}"#);
        let shared = shared_value(&debian, &redhat, "");
        let Value::Hash(shared) = &shared else { panic!("facts are a hash") };
        let at = |name: &str| shared.get(&Value::from(name)).cloned();
        assert_eq!(at("kernel"), Some("Linux".into()));
        let Some(Value::Hash(os)) = at("os") else { panic!("{:?}", at("os")) };
        assert_eq!(os.get(&Value::from("arch")), Some(&"amd64".into()));
        assert!(matches!(os.get(&Value::from("family")), Some(Value::Unknown(_))));
        assert!(matches!((at("only"), at("more")), (Some(Value::Unknown(_)), Some(Value::Unknown(_)))));
    }
}
