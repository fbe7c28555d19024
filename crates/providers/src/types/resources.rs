//! `resources`: takes away what is there and not in the catalog.

use serde_json::Value as Json;

use crate::instance::{Cx, Found, Instance, ProviderError};
use crate::subject::Subject;

/// Types whose resources cannot be listed; Puppet says nothing of that.
const NOT_LISTED: [&str; 8] = ["file", "exec", "notify", "schedule", "filebucket", "resources", "stage", "tidy"];

/// Metaparameters that purged resources take from it.
const METAPARAMETERS: [&str; 5] = ["noop", "loglevel", "schedule", "audit", "tag"];

/// The metaparameters that a resource hands on to those that come of it.
pub fn metaparameters(subject: &Subject) -> Vec<(String, Json)> {
    METAPARAMETERS.iter().filter_map(|it| subject.value(it).map(|value| ((*it).to_owned(), value.clone()))).collect()
}

pub struct Resources {
    type_name: String,
    purge: bool,
}

impl Resources {
    pub fn new(subject: &Subject) -> Resources {
        let type_name = subject.text("name").unwrap_or_else(|| subject.title.to_string());
        Resources { type_name, purge: subject.is_on("purge") == Some(true) }
    }
}

impl Instance for Resources {
    fn retrieve(&mut self, _cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        if self.purge && super::list(&self.type_name).is_none() && !NOT_LISTED.contains(&self.type_name.as_str()) {
            return Err(ProviderError::new(format!("Bunraku cannot list resources of type {} yet", self.type_name)));
        }
        Ok(Vec::new())
    }

    fn generate_first(&mut self, cx: &mut Cx<'_>) -> Result<(Vec<Found>, bool), ProviderError> {
        let Some(list) = super::list(&self.type_name).filter(|_| self.purge) else { return Ok((Vec::new(), false)) };
        let metaparameters = metaparameters(cx.subject);
        let mut found = list(cx)?;
        for resource in &mut found {
            resource.parameters.push(("ensure".to_owned(), Json::from("absent")));
            resource.parameters.extend(metaparameters.iter().cloned());
        }
        Ok((found, false))
    }
}
