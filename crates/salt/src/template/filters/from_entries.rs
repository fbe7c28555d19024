//! The filter `from_entries`: takes a list of keys and values and returns a map. Salt has it since 3007.

use jinja::{Args, Dict, Error, Key, Map, Outcome, Value};

use super::Filter;
use super::shared::given::{given, known};
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "from_entries", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let mut map = Map::default();
    for entry in given(args, &["entries"])?.value(0).iterate()? {
        let Value::Dict(entry) = known(entry)? else { return Err(Error::not_covered("an entry that is no map")) };
        // Names of keys are compared without regard to case; only lower ones are usual.
        let names: Vec<Value> = entry.keys();
        if names.iter().any(|it| it.as_str().is_none_or(|it| it.chars().any(|it| !it.is_ascii_lowercase()))) {
            return Err(Error::not_covered("an entry with other keys"));
        }
        for name in ["key", "name"] {
            let Some(key) = entry.get_str(name).map(known).transpose()? else { continue };
            if key.truth()? {
                map.insert(Key::new(key)?, entry.get_str("value").unwrap_or(Value::None));
                break;
            }
        }
    }
    Ok(Value::Dict(Dict::new(map)))
}
