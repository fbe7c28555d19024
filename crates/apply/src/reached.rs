//! How each property was when a run had ended, so that the next one knows whether a change is intended, because the manifest is
//! another one, or corrective, because somebody has changed the machine. Puppet knows that of its agent only.
//!
//! Only sums of values are kept, and none of values that are secret.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use catalog::Few;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use smol_str::SmolStr;

use crate::report::Status;

/// Digest of a value. It is written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum(u64);

impl Sum {
    pub fn from_value(value: &Json) -> Sum {
        let sum = Sha256::digest(value.to_string());
        Sum(sum.iter().take(8).fold(0, |all, it| (all << 8) | u64::from(*it)))
    }

    fn read(text: &str) -> Option<Sum> {
        (text.len() == 16).then(|| u64::from_str_radix(text, 16).ok()).flatten().map(Sum)
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// How a property was left, as far as that is known, and what was wanted of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    pub left: Option<Sum>,
    pub wanted: Sum,
}

impl Reach {
    fn read(text: &str) -> Option<Reach> {
        let (left, wanted) = text.split_once(' ')?;
        let left = if left == "-" { None } else { Some(Sum::read(left)?) };
        Some(Reach { left, wanted: Sum::read(wanted)? })
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.left {
            Some(left) => write!(f, "{left} {}", self.wanted),
            None => write!(f, "- {}", self.wanted),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reached {
    resources: BTreeMap<String, Few<SmolStr, Reach>>,
}

/// The file, as it is written.
#[derive(Deserialize)]
struct File {
    resources: BTreeMap<String, Properties>,
}

/// Of one resource.
struct Properties(Few<SmolStr, Reach>);

impl<'de> Deserialize<'de> for Properties {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Properties, D::Error> {
        from.deserialize_map(OfProperties)
    }
}

/// Reads properties one by one: thousands of resources have two or three.
struct OfProperties;

impl<'de> Visitor<'de> for OfProperties {
    type Value = Properties;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("properties and how they were left")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Properties, A::Error> {
        let mut all = Vec::new();
        while let Some((name, text)) = map.next_entry::<Cow<'de, str>, Cow<'de, str>>()? {
            all.extend(Reach::read(&text).map(|it| (SmolStr::new(name), it)));
        }
        Ok(Properties(all.into_iter().collect()))
    }
}

impl Reached {
    /// Of a file that [`Reached::write`] made. What cannot be read says nothing.
    pub fn read(text: &str) -> Reached {
        let Ok(file) = serde_json::from_str::<File>(text) else { return Reached::default() };
        Reached { resources: file.resources.into_iter().map(|(name, all)| (name, all.0)).collect() }
    }

    pub fn write(&self) -> String {
        let properties = |all: &Few<SmolStr, Reach>| all.iter().map(|(name, it)| (name.to_string(), it.to_string())).collect();
        let resources: BTreeMap<&String, BTreeMap<String, String>> =
            self.resources.iter().map(|(name, all)| (name, properties(all))).collect();
        format!("{}\n", json!({ "version": 1, "resources": resources }))
    }

    /// Whether somebody has changed an outdated property since a run has set it.
    pub fn was_changed(&self, resource: &str, property: &str, now: &Json, wanted: &Json) -> bool {
        let Some(reach) = self.resources.get(resource).and_then(|it| it.get(property)) else { return false };
        match reach.left {
            Some(left) => left != Sum::from_value(now),
            None => reach.wanted == Sum::from_value(wanted),
        }
    }

    /// Takes over how a run has left its resources. Resources that were not read stay unchanged. Says whether anything is different now.
    pub fn take(&mut self, statuses: &[Arc<Status>]) -> bool {
        let mut differs = false;
        for status in statuses.iter().filter(|it| !it.reached.is_empty()) {
            let properties = self.resources.entry(status.resource.to_string()).or_default();
            for (property, reach) in &status.reached {
                let before = match reach {
                    Some(reach) => properties.insert(property.clone(), *reach),
                    None => properties.shift_remove(property),
                };
                differs |= before != *reach;
            }
        }
        self.resources.retain(|_, it| !it.is_empty());
        differs
    }

    /// Removes the values that a run has reached with a resource.
    pub fn forget(&mut self, resource: &str) {
        self.resources.remove(resource);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(left: Option<&str>, wanted: &str) -> Reached {
        let reach = Reach { left: left.map(|it| Sum::from_value(&json!(it))), wanted: Sum::from_value(&json!(wanted)) };
        let properties = Few::from_iter([(SmolStr::new("mode"), reach)]);
        let reached = Reached { resources: BTreeMap::from([("File[a]".to_owned(), properties)]) };
        let read = Reached::read(&reached.write());
        assert_eq!(read, reached);
        read
    }

    fn corrective(reached: &Reached, now: &str, wanted: &str) -> bool {
        reached.was_changed("File[a]", "mode", &json!(now), &json!(wanted))
    }

    #[test]
    fn what_somebody_has_changed_is_corrective() {
        let known = reached(Some("0644"), "0644");
        assert!(corrective(&known, "0600", "0644"));
        assert!(!corrective(&known, "0644", "0600"));
        // Puppet says so of its agent, too.
        assert!(corrective(&known, "0600", "0640"));
    }

    #[test]
    fn where_it_is_not_known_how_it_was_left_it_counts_what_was_wanted() {
        let unknown = reached(None, "running");
        assert!(corrective(&unknown, "stopped", "running"));
        assert!(!corrective(&unknown, "running", "stopped"));
        assert!(!Reached::read("{ broken").was_changed("File[a]", "mode", &json!(""), &json!("")));
    }
}
