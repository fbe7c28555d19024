//! `zfs`: file systems and volumes of a pool, with `zfs`.

use serde_json::{Value as Json, json};

use super::wanted::Wanted;
use super::{provider, tool};
use crate::instance::{Cx, Found, Instance, Obstacle, ProviderError};
use crate::subject::Subject;

/// Properties that not every version has: they count as not set, and setting them may do nothing.
const NOT_EVERYWHERE: [&str; 6] = ["aclmode", "acltype", "shareiscsi", "overlay", "defaultuserquota", "relatime"];

/// How `zfs` writes what is not set.
const UNSET: &str = "-";

pub struct Dataset {
    wanted: Wanted,
}

impl Dataset {
    pub fn new(subject: &Subject) -> Dataset {
        Dataset { wanted: Wanted::new(subject) }
    }

    fn run(&self, words: &[&str], cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        let name = &self.wanted.name;
        if name.starts_with('-') || name.contains(char::is_whitespace) {
            return Err(ProviderError::new(format!("'{name}' cannot be the name of a file system")));
        }
        let words = [&["zfs"], words, &[name.as_str()]].concat();
        tool::succeed(&tool::command(tool::words(&words)), cx.system)
    }

    fn create(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut words = vec!["create".to_owned()];
        for property in self.wanted.names() {
            match (property.as_str(), self.wanted.text(&property).filter(|it| !it.is_empty())) {
                (_, None) => {}
                ("volsize", Some(size)) => words.extend(["-V".to_owned(), size]),
                (property, Some(value)) => words.extend(["-o".to_owned(), format!("{property}={value}")]),
            }
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.run(&words, cx).map(drop)
    }
}

impl Instance for Dataset {
    fn provider(&self) -> Option<&'static str> {
        Some("zfs")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        provider::obstacle("zfs", tool::find("zfs", cx.system).map(|_| ("zfs", true)))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        if self.run(&["list"], cx).is_err() {
            return Ok(self.wanted.retrieved(json!("absent"), |_| Json::Null));
        }
        let mut values = vec![("ensure".to_owned(), json!("present"))];
        for property in self.wanted.names() {
            let value = match self.run(&["get", "-H", "-o", "value", &property], cx) {
                Ok(said) => said.trim().to_owned(),
                Err(_) if NOT_EVERYWHERE.contains(&property.as_str()) => UNSET.to_owned(),
                Err(failure) => return Err(failure),
            };
            values.push((property, json!(value)));
        }
        Ok(values)
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        match property {
            "ensure" if self.wanted.is_absent() => self.run(&["destroy"], cx).map(drop),
            "ensure" => self.create(cx),
            property => {
                let pair = format!("{property}={}", self.wanted.text(property).unwrap_or_default());
                match self.run(&["set", &pair], cx) {
                    Err(_) if NOT_EVERYWHERE.contains(&property) => Ok(()),
                    done => done.map(drop),
                }
            }
        }
    }
}

/// All file systems that there are.
pub fn instances(cx: &mut Cx<'_>) -> Result<Vec<Found>, ProviderError> {
    let said = tool::succeed(&tool::command(tool::words(&["zfs", "list", "-H"])), cx.system)?;
    let names = said.lines().filter_map(|it| it.split_whitespace().next());
    Ok(names.map(|it| Found { type_name: "Zfs".to_owned(), title: it.to_owned(), ..Found::default() }).collect())
}
