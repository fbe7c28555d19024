//! `sysctl_runtime` of the module sysctl: values of the kernel that runs.

use serde_json::{Value as Json, json};

use super::tool;
use super::wanted::Wanted;
use crate::instance::{Cx, Instance, Obstacle, ProviderError};
use crate::subject::Subject;

pub struct Runtime {
    wanted: Wanted,
}

impl Runtime {
    pub fn new(subject: &Subject) -> Runtime {
        Runtime { wanted: Wanted::new(subject) }
    }
}

impl Instance for Runtime {
    fn provider(&self) -> Option<&'static str> {
        Some("sysctl_runtime")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        tool::find("sysctl", cx.system).is_none().then(|| Obstacle::NoProvider("sysctl_runtime".to_owned()))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let name = &self.wanted.name;
        if name.starts_with('-') || name.contains('=') {
            return Err(ProviderError::new(format!("'{name}' cannot be the name of a value of the kernel")));
        }
        let output = tool::run(&tool::command(tool::words(&["sysctl", "-n", "--", name])), cx.system)?;
        if output.code != Some(0) {
            return Err(ProviderError::new(format!("sysctl parameter {name} wasn't found on this system")));
        }
        let is = output.text().trim_end_matches('\n').to_owned();
        Ok(self.wanted.names().into_iter().map(|it| (it, json!(is))).collect())
    }

    fn set(&mut self, _property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let pair = format!("{}={}", self.wanted.name, self.wanted.text("val").unwrap_or_default());
        tool::succeed(&tool::command(vec!["sysctl".to_owned(), pair]), cx.system).map(drop)
    }
}
