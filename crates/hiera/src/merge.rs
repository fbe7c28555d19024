//! How values of several places become one.

mod deep;

use issue::{DataError, Issue, MergeError};
use values::{Hash, Value};

use crate::Error;

/// How values are merged.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    /// The first that is found; none was asked for.
    Default,
    /// The first that is found.
    First,
    Unique,
    Hash,
    Deep {
        options: Hash,
        form: Deep,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deep {
    Deep,
    Unconstrained,
    Reverse,
}

fn wrong(error: MergeError, text: impl Into<String>) -> Issue {
    Issue::Data(DataError::Merge { error, text: text.into() })
}

const NO_STRATEGY: &str = "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'";
const WRONG_OPTIONS: &str = "The merge options has wrong type,";

impl Strategy {
    /// From the text or the hash that a caller or the data gives.
    pub fn from_value(merge: Option<&Value>) -> Result<Strategy, Error> {
        let plain = Hash::default();
        let (name, options) = match merge {
            None | Some(Value::Undef | Value::Boolean(false)) => return Ok(Strategy::Default),
            Some(Value::Hash(hash)) => match hash.get(&Value::string("strategy")) {
                None | Some(Value::Undef) => {
                    return Err(Error::ruby(wrong(MergeError::NoStrategy, NO_STRATEGY)));
                }
                Some(name) => (name, if hash.len() == 1 { &plain } else { &**hash }),
            },
            Some(name) => (name, &plain),
        };
        let deep = |form| Strategy::Deep { options: options.clone(), form };
        let strategy = match name.as_str().unwrap_or_default() {
            "default" => Strategy::Default,
            "first" => Strategy::First,
            "unique" => Strategy::Unique,
            "hash" => Strategy::Hash,
            "deep" => deep(Deep::Deep),
            "unconstrained_deep" => deep(Deep::Unconstrained),
            "reverse_deep" => deep(Deep::Reverse),
            _ => {
                let name = values::print::interpolate(name);
                return Err(Error::ruby(wrong(MergeError::UnknownStrategy, format!("Unknown merge strategy: '{name}'"))));
            }
        };
        if !options.is_empty() {
            strategy.check_options(options)?;
        }
        Ok(strategy)
    }

    pub fn name(&self) -> &'static str {
        match self {
            Strategy::Default => "default",
            Strategy::First => "first",
            Strategy::Unique => "unique",
            Strategy::Hash => "hash",
            Strategy::Deep { form: Deep::Deep, .. } => "deep",
            Strategy::Deep { form: Deep::Unconstrained, .. } => "unconstrained_deep",
            Strategy::Deep { form: Deep::Reverse, .. } => "reverse_deep",
        }
    }

    /// Options without the name of the strategy.
    pub(crate) fn options(&self) -> Option<Hash> {
        let Strategy::Deep { options, .. } = self else { return None };
        let others = options.iter().filter(|(key, _)| key.as_str() != Some("strategy"));
        Some(others.map(|(key, value)| (key.clone(), value.clone())).collect::<Hash>()).filter(|it| !it.is_empty())
    }

    fn check_options(&self, options: &Hash) -> Result<(), Error> {
        let label = WRONG_OPTIONS;
        for (key, value) in options {
            let key = key.as_str().unwrap_or_default();
            let expected = match (self, key) {
                // It was read from here.
                (_, "strategy") => continue,
                (Strategy::Deep { form: Deep::Unconstrained | Deep::Reverse, .. }, _) => continue,
                (Strategy::Deep { .. }, "knockout_prefix") => "String",
                (Strategy::Deep { .. }, "merge_debug" | "merge_hash_arrays" | "sort_merged_arrays") => "Boolean",
                _ => return Err(Error::puppet(wrong(MergeError::Options, format!("{label} unrecognized key '{key}'")))),
            };
            let fits = match value {
                Value::Undef => true,
                Value::String(_) => expected == "String",
                Value::Boolean(_) => expected == "Boolean",
                _ => false,
            };
            if !fits {
                let got = called(value);
                let message = format!("{label} entry '{key}' expects a value of type Undef or {expected}, got {got}");
                return Err(Error::puppet(wrong(MergeError::Options, message)));
            }
        }
        Ok(())
    }

    /// Asks each variant in turn, and merges what they give; those that give nothing do not count. Where one gives what is not known,
    /// `certain` receives what is in the result whatever that is.
    pub fn lookup<V>(
        &self,
        variants: &[V],
        ask: &mut dyn FnMut(&V) -> Result<Option<Value>, Error>,
        certain: &mut dyn FnMut(Value),
    ) -> Result<Option<Value>, Error> {
        if let (false, [only]) = (self.takes_first(), variants) {
            return Ok(ask(only)?.map(|value| self.alone(value)));
        }
        let mut merged: Option<Value> = None;
        let mut unknown: Option<Value> = None;
        for variant in variants {
            let Some(value) = ask(variant)? else { continue };
            if self.takes_first() {
                return Ok(Some(value));
            }
            // What is merged with something that is not known is not known. Of lists that are joined nothing is lost, though.
            if matches!(value, Value::Unknown(_)) {
                if *self != Strategy::Unique {
                    return Ok(Some(value));
                }
                unknown.get_or_insert(value);
                continue;
            }
            if unknown.is_some() {
                certain(value);
                continue;
            }
            merged = Some(match merged {
                None => self.begin(value),
                Some(merged) => self.merge(&merged, &value)?,
            });
        }
        if unknown.is_some() {
            merged.into_iter().for_each(certain);
            return Ok(unknown);
        }
        Ok(merged)
    }

    pub(crate) fn takes_first(&self) -> bool {
        matches!(self, Strategy::Default | Strategy::First)
    }

    /// A value that is merged with nothing.
    fn alone(&self, value: Value) -> Value {
        match (self, &value) {
            (Strategy::Unique, Value::Array(items)) => Value::array(unique(items.iter().cloned())),
            _ => value,
        }
    }

    /// The first of several.
    fn begin(&self, value: Value) -> Value {
        match self {
            Strategy::Unique => Value::array(flat(&value)),
            _ => value,
        }
    }

    /// The first one has the higher priority.
    pub fn merge(&self, high: &Value, low: &Value) -> Result<Value, Error> {
        self.check("first", high)?;
        self.check("second", low)?;
        Ok(match self {
            Strategy::Default | Strategy::First => high.clone(),
            Strategy::Unique => Value::array(unique(flat(high).into_iter().chain(flat(low)))),
            Strategy::Hash => match (high, low) {
                (Value::Hash(high), Value::Hash(low)) => {
                    let mut merged = Hash::clone(low);
                    merged.extend(high.iter().map(|(key, value)| (key.clone(), value.clone())));
                    Value::hash(merged)
                }
                _ => high.clone(),
            },
            Strategy::Deep { options, form } => {
                let (source, target) = if *form == Deep::Reverse { (low, high) } else { (high, low) };
                deep::merge(source, target, options)?
            }
        })
    }

    fn check(&self, which: &str, value: &Value) -> Result<(), Error> {
        let (expected, fits) = match self {
            Strategy::Default | Strategy::First | Strategy::Deep { .. } => return Ok(()),
            Strategy::Hash => ("a Hash value", matches!(value, Value::Hash(_))),
            Strategy::Unique => ("a value of type Scalar or Array", !matches!(value, Value::Hash(_) | Value::Undef)),
        };
        if fits {
            return Ok(());
        }
        let got = called(value);
        Err(Error::puppet(Issue::wrong_type(format!("The {which} element of the merge has wrong type, expects {expected}, got {got}"))))
    }
}

/// The type that is named where nothing more of it matters.
fn called(value: &Value) -> String {
    match value {
        Value::Array(items) if !items.is_empty() => "Tuple".to_owned(),
        Value::Hash(entries) if !entries.is_empty() && entries.keys().all(|it| it.as_str().is_some_and(|it| !it.is_empty())) => {
            "Struct".to_owned()
        }
        Value::Array(_) => "Array".to_owned(),
        Value::Hash(_) => "Hash".to_owned(),
        Value::String(_) => "String".to_owned(),
        Value::Integer(_) => "Integer".to_owned(),
        Value::Float(_) => "Float".to_owned(),
        Value::Boolean(_) => "Boolean".to_owned(),
        Value::Undef => "Undef".to_owned(),
        other => values::infer(other).to_string(),
    }
}

/// Lists in lists are laid flat; what is no list is one of one.
fn flat(value: &Value) -> Vec<Value> {
    let mut items = Vec::new();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(inner) => waiting.extend(inner.iter().rev()),
            other => items.push(other.clone()),
        }
    }
    items
}

fn unique(items: impl Iterator<Item = Value>) -> Vec<Value> {
    let seen: indexmap::IndexSet<Value, rustc_hash::FxBuildHasher> = items.collect();
    seen.into_iter().collect()
}
