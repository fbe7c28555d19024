//! Messages while a catalog is applied.

use std::sync::Arc;

use jiff::Zoned;
use serde::{Serialize, Serializer};
use smol_str::SmolStr;
pub use values::LogLevel as Level;

/// The tags of a message: its level, those of what it is about, and some more, each once. Most messages are about a resource, and share
/// what that has.
#[derive(Clone, Debug)]
pub struct Tags {
    /// None where all are listed.
    level: Option<Level>,
    shared: Option<Arc<[SmolStr]>>,
    own: Vec<SmolStr>,
}

impl Tags {
    /// Of a message about nothing.
    pub fn of_level(level: Level) -> Tags {
        Tags { level: Some(level), shared: None, own: Vec::new() }
    }

    /// Of one about something that has these.
    pub fn new(level: Level, shared: &Arc<[SmolStr]>) -> Tags {
        Tags { level: Some(level), shared: Some(Arc::clone(shared)), own: Vec::new() }
    }

    /// All of them, as somebody else has put them together.
    pub fn listed(own: Vec<SmolStr>) -> Tags {
        Tags { level: None, shared: None, own }
    }

    /// With one more.
    pub fn and(mut self, tag: Option<SmolStr>) -> Tags {
        self.own.extend(tag);
        self
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let shared = self.shared.as_deref().unwrap_or_default();
        let level = self.level.map(Level::name);
        let is_level = move |it: &SmolStr| level.is_some_and(|level| *it == level);
        let is_new = move |at: usize, it: &SmolStr| !is_level(it) && !shared.iter().take(at).any(|before| before == it);
        let of_shared = shared.iter().enumerate().filter(move |(at, it)| is_new(*at, it)).map(|it| it.1);
        let is_none_of_them =
            move |at: usize, it: &SmolStr| !is_level(it) && !shared.contains(it) && !self.own.iter().take(at).any(|before| before == it);
        let own = self.own.iter().enumerate().filter(move |(at, it)| is_none_of_them(*at, it)).map(|it| it.1);
        level.into_iter().chain(of_shared.chain(own).map(SmolStr::as_str))
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub level: Level,
    /// `Puppet`, or the path of a resource or a property.
    pub source: String,
    pub message: String,
    pub tags: Tags,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    pub time: Zoned,
    /// Full text: the message with the place of an error, and the node.
    pub full: Option<String>,
}

impl Record {
    /// A message of the run itself.
    pub fn of_run(level: Level, message: impl Into<String>, time: Zoned) -> Record {
        let tags = Tags::of_level(level);
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

    /// These are about to be changed, for the first time.
    fn changing(&mut self, _resources: &[&str]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_may_be_called_as_the_level_is() {
        let shared: Arc<[SmolStr]> = ["notify", "notice", "class", "notify"].map(SmolStr::new).into();
        let tags = Tags::new(Level::Notice, &shared).and(Some("class".into())).and(Some("message".into())).and(None);
        assert_eq!(tags.iter().collect::<Vec<_>>(), ["notice", "notify", "class", "message"]);
        assert_ne!(tags, Tags::new(Level::Notice, &shared));
        assert_eq!(Tags::of_level(Level::Err).iter().collect::<Vec<_>>(), ["err"]);
    }
}
