//! `selboolean`: switches of the policy of SELinux, with `getsebool` and `setsebool`.

use serde_json::{Value as Json, json};

use super::wanted::Wanted;
use super::{provider, tool};
use crate::instance::{Cx, Instance, Obstacle, ProviderError};
use crate::subject::Subject;

const GET: &str = "/usr/sbin/getsebool";
const SET: &str = "/usr/sbin/setsebool";

pub struct Switch {
    wanted: Wanted,
    persists: bool,
}

impl Switch {
    pub fn new(subject: &Subject) -> Switch {
        let mut wanted = Wanted::new(subject);
        if let Some(value) = wanted.text("value") {
            wanted.put("value", json!(if matches!(value.as_str(), "on" | "true") { "on" } else { "off" }));
        }
        Switch { wanted, persists: subject.is_on("persistent") == Some(true) }
    }

    /// The name among the words of a program, which is not to take it for an option.
    fn named(&self) -> Vec<&str> {
        let name = self.wanted.name.as_str();
        if name.starts_with('-') { vec!["--", name] } else { vec![name] }
    }
}

impl Instance for Switch {
    fn provider(&self) -> Option<&'static str> {
        Some("getsetsebool")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        let are_there = [GET, SET].iter().all(|it| tool::find(it, cx.system).is_some());
        provider::obstacle("selboolean", are_there.then_some(("getsetsebool", true)))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        if self.wanted.names().is_empty() {
            return Ok(Vec::new());
        }
        let words = [vec![GET], self.named()].concat();
        let said = tool::succeed(&tool::command(tool::words(&words)), cx.system)?;
        let is = match said.trim_end() {
            said if said.ends_with(" on") => "on",
            said if said.ends_with(" off") => "off",
            said => return Err(ProviderError::new(format!("Invalid response '{said}' returned from getsebool"))),
        };
        Ok(self.wanted.names().into_iter().map(|it| (it, json!(is))).collect())
    }

    fn set(&mut self, _property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let value = self.wanted.text("value").unwrap_or_default();
        let persists: &[&str] = if self.persists { &["-P"] } else { &[] };
        let words = [&[SET], persists, &self.named(), &[value.as_str()]].concat();
        let output = tool::run(&tool::command(tool::words(&words)), cx.system)?;
        if output.code == Some(0) {
            return Ok(());
        }
        // Its first line has the reason; otherwise its exit code decides.
        let said = output.text();
        match said.lines().next().filter(|it| !it.is_empty()) {
            Some(line) => Err(ProviderError::new(line)),
            None => Err(tool::failed(&words.join(" "), &output)),
        }
    }
}
