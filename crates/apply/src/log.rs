//! What is told while a catalog is applied.

use std::sync::Arc;

use jiff::Zoned;
use smol_str::SmolStr;

use crate::report::Status;

/// How important a message is, in Puppet's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl Level {
    /// As logs and reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Notice => "notice",
            Level::Warning => "warning",
            Level::Err => "err",
            Level::Alert => "alert",
            Level::Emerg => "emerg",
            Level::Crit => "crit",
        }
    }

    /// As the console shows it.
    pub fn title(self) -> &'static str {
        match self {
            Level::Debug => "Debug",
            Level::Info => "Info",
            Level::Notice => "Notice",
            Level::Warning => "Warning",
            Level::Err => "Error",
            Level::Alert => "Alert",
            Level::Emerg => "Emergency",
            Level::Crit => "Critical",
        }
    }

    /// The tags of a message: its level and those of what it is about, each once.
    pub fn with_tags<'a>(self, others: impl IntoIterator<Item = &'a str>) -> Vec<SmolStr> {
        let others = others.into_iter();
        let mut tags = Vec::with_capacity(1 + others.size_hint().0);
        tags.push(SmolStr::new_static(self.name()));
        for tag in others {
            if !tags.iter().any(|it| it == tag) {
                tags.push(SmolStr::new(tag));
            }
        }
        tags
    }

    /// The level that a manifest or a setting names; `verbose` is `info`.
    pub fn of_name(name: &str) -> Option<Level> {
        Some(match name {
            "debug" => Level::Debug,
            "info" | "verbose" => Level::Info,
            "notice" => Level::Notice,
            "warning" => Level::Warning,
            "err" => Level::Err,
            "alert" => Level::Alert,
            "emerg" => Level::Emerg,
            "crit" => Level::Crit,
            _ => return None,
        })
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub level: Level,
    /// `Puppet`, or the path of a resource or a property.
    pub source: String,
    pub message: String,
    pub tags: Vec<SmolStr>,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    pub time: Zoned,
    /// What is shown instead where it is shown as a text: the message with the place of an error, and the node.
    pub full: Option<String>,
}

impl Record {
    /// A message of the run itself.
    pub fn of_run(level: Level, message: impl Into<String>, time: Zoned) -> Record {
        let tags = vec![SmolStr::new_static(level.name())];
        Record { level, source: "Puppet".to_owned(), message: message.into(), tags, file: None, line: None, time, full: None }
    }
}

impl Record {
    /// The message as texts show it.
    pub fn text(&self) -> &str {
        self.full.as_deref().unwrap_or(&self.message)
    }
}

/// Where messages go.
pub trait Sink {
    /// Nothing below is wanted.
    fn least(&self) -> Level;

    fn record(&mut self, record: Record);

    /// A resource is begun: its number among all steps, and how many there are.
    fn begun(&mut self, _resource: &str, _number: usize, _of: usize) {}

    /// These are about to be changed, for the first time.
    fn changing(&mut self, _resources: &[&str]) {}

    /// What became of a resource.
    fn done(&mut self, _status: &Status) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_may_be_called_as_the_level_is() {
        assert_eq!(Level::Notice.with_tags(["notify", "notice", "class"]), ["notice", "notify", "class"]);
    }
}
