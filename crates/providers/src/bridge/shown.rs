//! Resources as they are on the machine, as Ruby finds them.

use serde_json::{Value as Json, json};

use super::{Bridge, BridgeError, Tell};
use crate::inspect::Inspected;

impl Bridge {
    /// The resource of a type that is called so, as the provider that is named sees it, or all of them. The type is written in lower
    /// case.
    pub fn shown(
        &mut self,
        type_name: &str,
        name: Option<&str>,
        provider: Option<&str>,
        tell: &mut Tell<'_>,
    ) -> Result<Vec<Inspected>, BridgeError> {
        self.start(tell)?;
        let request = json!({ "do": "instances", "type": type_name, "name": name, "provider": provider });
        let answer = self.exchange(type_name, &request, tell)?;
        let mut found: Vec<Inspected> = answer.as_array().into_iter().flatten().filter_map(resource).collect();
        if name.is_none() {
            found.sort_by(|a, b| a.title.cmp(&b.title));
        }
        Ok(found)
    }
}

fn resource(said: &Json) -> Option<Inspected> {
    let attributes = said["attributes"].as_array()?.iter();
    let attributes = attributes.filter_map(|it| Some((it[0].as_str()?.to_owned(), it[1].clone()))).collect();
    Some(Inspected::new(said["title"].as_str()?, attributes))
}
