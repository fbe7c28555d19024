//! The values of a fact on the systems on which a file is analysed.

use std::sync::Arc;

use analysis::{File, Snapshot};
use facts::sets::FactSet;
use values::{Origin, Type, Unknown, Value};

use super::value;
use crate::values_at::{Values, merged};

pub(super) fn text(snapshot: Snapshot<'_>, file: File, path: &str) -> Option<String> {
    let keys: Vec<&str> = path.split('.').collect();
    text_at(snapshot, file, &keys)
}

/// The same for keys in each other.
pub(crate) fn text_at(snapshot: Snapshot<'_>, file: File, keys: &[&str]) -> Option<String> {
    let lines = value::lines("Value", &merged(on_each(snapshot, file, keys).into_iter()))?;
    Some(format!("fact `{}`\n\n{lines}", keys.join(".")))
}

/// The value of a fact on each system, as evaluations see it.
fn on_each(snapshot: Snapshot<'_>, file: File, keys: &[&str]) -> Vec<Values> {
    let sets = snapshot.systems(file);
    let value = |set: &FactSet| at_path(&set.facts, keys).unwrap_or_else(|| missing(snapshot, file, set, keys));
    sets.iter().map(|set| Values { systems: vec![set.label.clone()], values: vec![value(set)], more: false }).collect()
}

/// A fact that a module defines, or that a machine may have, is unknown where the facts of a system lack it.
fn missing(snapshot: Snapshot<'_>, file: File, set: &FactSet, keys: &[&str]) -> Value {
    let Some(name) = keys.first() else { return Value::Undef };
    let is_in_set = matches!(&set.facts, Value::Hash(all) if all.contains_key(&Value::from(*name)));
    let may_exist = || !set.complete && facts::is_custom(name) || snapshot.is_fact_of_site(file, name);
    match !is_in_set && may_exist() {
        true => Value::Unknown(Arc::new(Unknown { ty: Type::Any, origin: Origin::Fact((*name).into()) })),
        false => Value::Undef,
    }
}

/// Value at keys in each other; unknown inside of an unknown value.
fn at_path(facts: &Value, keys: &[&str]) -> Option<Value> {
    let mut value = facts;
    for key in keys {
        value = match value {
            Value::Hash(entries) => entries.get(&Value::from(*key))?,
            Value::Array(items) => items.get(key.parse::<usize>().ok()?)?,
            unknown @ Value::Unknown(_) => unknown,
            _ => return None,
        };
    }
    Some(value.clone())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    #[test]
    fn a_fact_has_a_value_on_each_system() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\", \"operatingsystem_support\": [{\"operatingsystem\": \"Debian\", \"operatingsystemrelease\": [\"11\", \"12\"]}]}\n\
             #- /m/manifests/init.pp\nclass m { notice($facts['os']['release']['maj$0or'], $facts['os']['family']) }\n",
            expect![[r#"
                fact `os.release.major`

                Value:
                - `'11'` on Debian 11
                - `'12'` on Debian 12
            "#]],
        );
    }
    #[test]
    fn a_fact_that_a_module_or_machine_may_have_is_unknown() {
        let files = "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/lib/facter/own.rb\nFacter.add(:own) do\n  setcode { 1 }\nend\n";
        for (code, path) in [("['ow$0n']", "own"), ("['own']['de$0ep']", "own.deep"), ("['other$0_one']", "other_one")] {
            let text = format!("{files}#- /m/manifests/init.pp\nclass m {{ notice($facts{code}) }}\n");
            let found = crate::tests::fixture(&text).ask(crate::hover).map(|it| it.text).unwrap_or_default();
            let name = path.split('.').next().unwrap_or_default();
            assert_eq!(found, format!("fact `{path}`\n\nValue: not known (fact `{name}`)\n"));
        }
        // The keys of Facter's own are known.
        let text = format!("{files}#- /m/manifests/init.pp\nclass m {{ notice($facts['os']['no$0ne']) }}\n");
        let found = crate::tests::fixture(&text).ask(crate::hover).map(|it| it.text).unwrap_or_default();
        assert!(found.contains("undef"), "{found}");
    }
}
