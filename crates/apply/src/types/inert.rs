//! Types of which nothing is applied: they are there for others.

use serde_json::Value as Json;

use crate::instance::{Cx, Failure, Instance};
use crate::log::Level;
use crate::subject::Subject;

/// `schedule`, `filebucket`, and what only stands for an order.
pub struct Inert;

impl Instance for Inert {
    fn retrieve(&mut self, _cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, Failure> {
        Ok(Vec::new())
    }

    fn should(&self, _property: &str) -> Option<Json> {
        None
    }

    fn is_in_sync(&mut self, _property: &str, _is: &Json, _cx: &mut Cx<'_>) -> Result<bool, Failure> {
        Ok(true)
    }

    fn set(&mut self, _property: &str, _cx: &mut Cx<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn refreshes(&self) -> bool {
        true
    }
}

/// `resources`: of the types that are there, none can list what is on the machine; Puppet's `file`, `exec` and `notify` cannot
/// either, and nothing is said of that.
pub struct Resources {
    type_name: String,
    purge: bool,
}

impl Resources {
    pub fn new(subject: &Subject) -> Resources {
        let type_name = subject.text("name").unwrap_or_else(|| subject.title.clone());
        Resources { type_name, purge: subject.is_on("purge") == Some(true) }
    }
}

impl Instance for Resources {
    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, Failure> {
        if self.purge && !matches!(self.type_name.as_str(), "file" | "exec" | "notify" | "schedule" | "filebucket" | "resources") {
            return Err(Failure::new(format!("Bunraku cannot list resources of type {} yet", self.type_name)));
        }
        cx.tell(Level::Debug, "Nothing to purge");
        Ok(Vec::new())
    }

    fn should(&self, _property: &str) -> Option<Json> {
        None
    }

    fn is_in_sync(&mut self, _property: &str, _is: &Json, _cx: &mut Cx<'_>) -> Result<bool, Failure> {
        Ok(true)
    }

    fn set(&mut self, _property: &str, _cx: &mut Cx<'_>) -> Result<(), Failure> {
        Ok(())
    }
}
