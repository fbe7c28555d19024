//! Interface of a resource type to one resource.

use std::fmt;
use std::io;

use serde_json::Value as Json;
use smol_str::{SmolStr, format_smolstr};

use crate::bridge::Tell;
use crate::log::{Level, Record, Sink, Tags};
use crate::options::Options;
use crate::show::shown;
use crate::store::Store;
use crate::subject::Subject;
use crate::types::wanted::Wanted;
use machine::{System, ruby_text};

/// Why something could not be done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProviderError {
    pub message: String,
    /// Cause, which is reported once.
    pub cause: Option<String>,
    /// It was reported when it occurred, before the message itself.
    pub reported: Option<String>,
}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ProviderError {}

impl ProviderError {
    pub fn new(message: impl Into<String>) -> ProviderError {
        ProviderError { message: message.into(), cause: None, reported: None }
    }

    /// The message as logs show it, with its cause.
    pub fn full(&self) -> String {
        match &self.cause {
            Some(cause) => format!("{}\nWrapped exception:\n{cause}", self.message),
            None => self.message.clone(),
        }
    }

    /// An error inside of a change, as Puppet reports it: at once, and as the reason of another one.
    pub fn in_change(self, value: &str, property: &str, subject: &Subject) -> ProviderError {
        let message = format!("Could not set '{value}' on {property}: {}{}", self.message, subject.place());
        ProviderError { reported: Some(message.clone()), cause: Some(self.message), message }
    }

    /// Error of the system about a path.
    pub fn of_system(error: &io::Error, about: &str) -> ProviderError {
        ProviderError::new(ruby_text(error, about))
    }
}

/// Context of a type's work.
pub struct Cx<'a> {
    pub subject: &'a Subject,
    pub options: &'a Options,
    pub system: &'a mut dyn System,
    pub around: &'a dyn Around,
    pub sink: &'a mut dyn Sink,
    /// State of the machine that types have read.
    pub store: &'a mut Store,
}

impl Cx<'_> {
    /// A message of the resource.
    pub fn tell(&mut self, level: Level, message: impl Into<String>) {
        self.tell_of(level, None, message.into());
    }

    /// A message of one of its properties.
    pub fn tell_of(&mut self, level: Level, property: Option<&str>, message: String) {
        if level < self.sink.least() {
            return;
        }
        let source = match property {
            Some(property) => format!("{}/{property}", self.subject.path),
            None => self.subject.path.clone(),
        };
        let tags = Tags::new(level, &self.subject.tags).and(property.map(SmolStr::new));
        let (file, line) = (self.subject.file.clone(), self.subject.line);
        let message = self.subject.open(message);
        self.sink.record(Record { level, source, message, tags, file, line, time: self.system.now(), full: None });
    }

    /// A message of what does the work.
    pub fn tell_of_provider(&mut self, level: Level, provider: &str, message: &str) {
        if level >= self.sink.least() {
            let source = format!("{}(provider={provider})", self.subject.reference);
            self.sink.record(Record { source, ..Record::of_run(level, self.subject.open(message.to_owned()), self.system.now()) });
        }
    }

    /// A message of the run.
    pub fn tell_plainly(&mut self, level: Level, message: impl Into<String>) {
        if level >= self.sink.least() {
            self.sink.record(Record::of_run(level, self.subject.open(message.into()), self.system.now()));
        }
    }
}

/// View of the other resources.
pub trait Around {
    /// The paths of all files that are managed.
    fn files(&self) -> Vec<String>;

    /// A parameter of another resource; none where there is no such resource.
    fn other(&self, type_name: &str, title: &str) -> Option<&Subject>;

    /// All resources of a type.
    fn all(&self, type_name: &str) -> Vec<&Subject>;
}

/// A resource that comes of another one.
#[derive(Clone, Debug)]
pub struct Child {
    /// The same as the one that it comes of, unless it is said.
    pub type_name: Option<String>,
    pub title: String,
    pub parameters: Vec<(String, Json)>,
}

/// A resource that is there before anything is applied, because another one is.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub type_name: String,
    pub title: String,
    pub parameters: Vec<(String, Json)>,
    /// The parameters that are secret.
    pub sensitive: Vec<String>,
}

/// Why a resource cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Something that its provider needs is not there.
    NotFunctional(&'static str),
    /// No provider of its type can work here.
    NoProvider(String),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::NotFunctional(provider) => write!(f, "Provider {provider} is not functional on this host"),
            Obstacle::NoProvider(type_name) => write!(f, "Could not find a suitable provider for {type_name}"),
        }
    }
}

/// Whether a resource can be changed together with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joins {
    /// It is changed by itself, if it is.
    Apart,
    /// Nothing is to be done about it.
    Same,
    /// It is going to be changed, with all that have the same key. The name is the one that [`Instance::join`] receives.
    Others { key: String, name: String },
}

/// One resource as its type sees it.
pub trait Instance: Send {
    /// Name of the provider, for reports.
    fn provider(&self) -> Option<&'static str> {
        None
    }

    /// How everything is that is managed or asked for; `ensure`, where the type has it, comes first.
    fn retrieve(&mut self, _cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        Ok(Vec::new())
    }

    /// Wanted properties, where they need nothing else.
    fn wanted(&self) -> Option<&Wanted> {
        None
    }

    /// Why nothing can be done.
    fn obstacle(&mut self, _cx: &mut Cx<'_>) -> Option<Obstacle> {
        None
    }

    /// Error that prevented the prefetch of its provider's resources; nothing else is done then.
    fn not_prefetched(&self) -> Option<&str> {
        None
    }

    /// Wanted value of a property; none where it is not specified.
    fn should(&self, property: &str) -> Option<Json> {
        self.wanted()?.should(property).cloned()
    }

    /// Whether somebody says how a property should be.
    fn manages(&self, property: &str) -> bool {
        self.should(property).is_some()
    }

    /// The same as reports write it.
    fn reported(&self, property: &str, _cx: &Cx<'_>) -> Option<Json> {
        self.should(property)
    }

    fn is_in_sync(&mut self, property: &str, is: &Json, _cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(self.wanted().is_none_or(|it| it.is_in_sync(property, is)))
    }

    fn set(&mut self, _property: &str, _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Whether the resource is there, by what was retrieved.
    fn is_there(&self, is: &[(String, Json)]) -> bool {
        is.iter().all(|(name, value)| name != "ensure" || value != "absent")
    }

    /// Name of a change's event: `content_changed`.
    fn event_name(&self, property: &str) -> SmolStr {
        match self.wanted() {
            Some(wanted) if property == "ensure" => wanted.ensure_event().into(),
            _ => format_smolstr!("{property}_changed"),
        }
    }

    /// Whether a change makes up for what would refresh the resource.
    fn unschedules(&self, _property: &str) -> bool {
        false
    }

    /// Whether its own changes refresh it.
    fn refreshes_itself(&self) -> bool {
        false
    }

    /// Whether it may be applied while others are that nothing orders before or after it: it changes nothing that they share, and asks
    /// nothing about them.
    fn works_beside_others(&self) -> bool {
        false
    }

    /// Whether it can be changed together with others. Nothing is reported.
    fn joins(&mut self, _cx: &mut Cx<'_>) -> Joins {
        Joins::Apart
    }

    /// Changes it and others, before each of them is applied and reported in its turn. Gives the names of those that were changed; the rest
    /// is tried one by one.
    fn join(&mut self, _names: &[String], _cx: &mut Cx<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Writes what all changes together come to.
    fn flush(&mut self, _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Message of a change.
    fn change(&self, property: &str, is: &Json, should: &Json, cx: &mut Cx<'_>) -> String {
        if property == "ensure" && self.wanted().is_some() {
            return ensure_change(is, should);
        }
        plain_change(property, &self.show_is(property, is, cx), &self.show_should(property, should, cx), is, should)
    }

    fn show_is(&self, _property: &str, is: &Json, _cx: &mut Cx<'_>) -> String {
        shown(is)
    }

    fn show_should(&self, _property: &str, should: &Json, _cx: &mut Cx<'_>) -> String {
        shown(should)
    }

    /// Whether what it is and should be is kept out of messages.
    fn is_secret(&self, property: &str) -> bool {
        self.wanted().is_some_and(|it| it.is_secret(property))
    }

    /// Whether it does something when what it depends on has changed.
    fn refreshes(&self) -> bool {
        false
    }

    fn refresh(&mut self, _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Checks besides the properties that caused the change.
    fn checks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the last refresh has done something: a check may have said no.
    fn was_refreshed(&self) -> bool {
        true
    }

    /// Content that no manifest has, such as that of its source: a change of it makes another plan.
    fn brings(&mut self, _cx: &mut Cx<'_>) -> Option<String> {
        None
    }

    /// The resources that come of it, when its turn comes.
    fn generate(&mut self, _cx: &mut Cx<'_>) -> Result<Vec<Child>, ProviderError> {
        Ok(Vec::new())
    }

    /// The resources that come of it before anything is applied, and whether they are applied before it.
    fn generate_first(&mut self, _cx: &mut Cx<'_>) -> Result<(Vec<Found>, bool), ProviderError> {
        Ok((Vec::new(), false))
    }
}

/// The text of a change of a property that nothing special is to say about. Most changes are reported in this form: the common ones are
/// composed, which is faster than formatting.
pub fn plain_change(property: &str, is_shown: &str, should_shown: &str, is: &Json, should: &Json) -> String {
    if is == "absent" {
        ["defined '", property, "' as ", should_shown].concat()
    } else if should == "absent" {
        format!("undefined '{property}' from {is_shown}")
    } else {
        [property, " changed ", is_shown, " to ", should_shown].concat()
    }
}

/// The text of a change of `ensure`.
pub fn ensure_change(is: &Json, should: &Json) -> String {
    if is == "absent" || is.is_null() {
        "created".to_owned()
    } else if should == "absent" {
        "removed".to_owned()
    } else {
        format!("ensure changed {} to {}", shown(is), shown(should))
    }
}

/// Makes instances.
pub trait Types {
    /// The instance of a resource, or why it cannot be applied.
    fn instance(&self, subject: &Subject, options: &Options) -> Result<Box<dyn Instance>, ProviderError>;

    /// Whether resources of a type do something when refreshed.
    fn refreshes(&self, type_name: &str) -> bool;

    /// Whether others may come of resources of a type before anything is applied.
    fn generates_first(&self, _type_name: &str) -> bool {
        false
    }

    /// Resources that something is said of as soon as it is known which there are, and what.
    fn begins(&self, _around: &dyn Around) -> Vec<(SmolStr, String)> {
        Vec::new()
    }

    /// Checks all resources before anything is applied, and reports the errors of each. Why nothing is to be applied.
    fn check(&self, _tell: &mut Tell<'_>) -> Result<(), ProviderError> {
        Ok(())
    }
}
