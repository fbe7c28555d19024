//! The types that can be applied: a file for each.

mod exec;
mod file;
mod inert;
mod notify;

use crate::instance::{Failure, Instance, Types};
use crate::subject::Subject;
use crate::transaction::Options;

/// Puppet's own types, as far as they are there.
pub struct OfPuppet;

impl Types for OfPuppet {
    fn instance(&self, subject: &Subject, options: &Options) -> Result<Box<dyn Instance>, Failure> {
        let unresolved = subject.parameters.values().any(|it| it.get("__ptype").and_then(|it| it.as_str()) == Some("Deferred"));
        if unresolved {
            return Err(Failure::new("Bunraku cannot call deferred functions yet"));
        }
        Ok(match subject.type_name.as_str() {
            "Notify" => Box::new(notify::Notify::new(subject)),
            "Exec" => Box::new(exec::Exec::new(subject)),
            "File" => Box::new(file::File::new(subject, options)),
            "Schedule" | "Filebucket" | "Whit" | "Anchor" => Box::new(inert::Inert),
            "Resources" => Box::new(inert::Resources::new(subject)),
            other => return Err(Failure::new(format!("Bunraku cannot apply resources of type {} yet", other.to_lowercase()))),
        })
    }

    fn refreshes(&self, type_name: &str) -> bool {
        matches!(type_name, "Exec" | "Service" | "Mount" | "Package" | "Whit" | "Anchor")
    }
}
