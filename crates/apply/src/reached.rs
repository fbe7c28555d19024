//! How each property was when a run had ended, so that the next one knows whether a change is intended, because the manifest is
//! another one, or corrective, because somebody has changed the machine. Puppet knows that of its agent only.
//!
//! Only sums of values are kept, and none of values that are secret.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::hex::hex;
use crate::report::Status;

/// How a property was left, as far as that is known, and what was wanted of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    pub left: Option<String>,
    pub wanted: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reached {
    resources: BTreeMap<String, BTreeMap<String, Reach>>,
}

impl Reached {
    /// Of a file that [`Reached::write`] made. What cannot be read says nothing.
    pub fn read(text: &str) -> Reached {
        let data: Json = serde_json::from_str(text).unwrap_or_default();
        let mut reached = Reached::default();
        let reach = |it: &Json| {
            let (left, wanted) = it.as_str()?.split_once(' ')?;
            Some(Reach { left: Some(left.to_owned()).filter(|it| it != "-"), wanted: wanted.to_owned() })
        };
        for (resource, properties) in data.get("resources").and_then(Json::as_object).into_iter().flatten() {
            let properties = properties.as_object().into_iter().flatten();
            let properties = properties.filter_map(|(name, it)| Some((name.clone(), reach(it)?))).collect();
            reached.resources.insert(resource.clone(), properties);
        }
        reached
    }

    pub fn write(&self) -> String {
        let text = |it: &Reach| format!("{} {}", it.left.as_deref().unwrap_or("-"), it.wanted);
        let properties = |all: &BTreeMap<String, Reach>| all.iter().map(|(name, it)| (name.clone(), text(it))).collect::<BTreeMap<_, _>>();
        let resources: BTreeMap<&String, _> = self.resources.iter().map(|(name, all)| (name, properties(all))).collect();
        format!("{}\n", json!({ "version": 1, "resources": resources }))
    }

    /// Whether somebody has changed a property that is not as it should be since a run has left it.
    pub fn was_changed(&self, resource: &str, property: &str, now: &Json, wanted: &Json) -> bool {
        let Some(reach) = self.resources.get(resource).and_then(|it| it.get(property)) else { return false };
        match &reach.left {
            Some(left) => *left != sum(now),
            None => reach.wanted == sum(wanted),
        }
    }

    /// Takes over how a run has left its resources. What was not looked at stays as it was.
    pub fn take(&mut self, statuses: &[Box<Status>]) {
        for status in statuses {
            for (property, reach) in &status.reached {
                let properties = self.resources.entry(status.resource.clone()).or_default();
                match reach {
                    Some(reach) => drop(properties.insert(property.clone(), reach.clone())),
                    None => drop(properties.remove(property)),
                }
            }
        }
        self.resources.retain(|_, it| !it.is_empty());
    }

    /// What a run has reached with a resource counts no more.
    pub fn forget(&mut self, resource: &str) {
        self.resources.remove(resource);
    }
}

/// What is kept of a value.
pub fn sum(value: &Json) -> String {
    let sum = Sha256::digest(value.to_string());
    hex(sum.get(..8).unwrap_or(&sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(left: Option<&str>, wanted: &str) -> Reached {
        let reach = Reach { left: left.map(|it| sum(&json!(it))), wanted: sum(&json!(wanted)) };
        let properties = BTreeMap::from([("mode".to_owned(), reach)]);
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
