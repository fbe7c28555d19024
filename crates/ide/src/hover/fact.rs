//! The values of a fact on the systems on which a file is analysed.

use analysis::{File, Snapshot};
use values::Value;

use super::value;
use crate::values_at::{Values, merged};

pub(super) fn text(snapshot: Snapshot<'_>, file: File, path: &str) -> Option<String> {
    let sets = snapshot.systems(file);
    let of_set = sets.iter().map(|set| Values {
        systems: vec![set.label.clone()],
        values: vec![at_path(&set.facts, path).unwrap_or(Value::Undef)],
        more: false,
    });
    let all = merged(of_set);
    let lines = value::lines("Value", &all)?;
    Some(format!("fact `{path}`\n\n{lines}"))
}

/// Value at a dotted path; unknown inside of an unknown value.
fn at_path(facts: &Value, path: &str) -> Option<Value> {
    let mut value = facts;
    for key in path.split('.') {
        value = match value {
            Value::Hash(entries) => entries.get(&Value::from(key))?,
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
}
