//! `notify`: a message. It is always out of date.

use serde_json::{Value as Json, json};

use crate::instance::{Cx, Instance, ProviderError};
use crate::options::Options;
use crate::show::plain;
use crate::subject::Subject;

pub struct Notify {
    message: Json,
    with_path: bool,
    is_secret: bool,
}

impl Notify {
    pub fn new(subject: &Subject, options: &Options) -> Notify {
        let message = match subject.value("message") {
            Some(Json::Array(all)) if options.improved => Json::Array(all.clone()),
            // Of several only the first is reported, as in Puppet.
            Some(Json::Array(all)) => all.first().cloned().unwrap_or_default(),
            Some(message) => message.clone(),
            None => json!(subject.text("name").unwrap_or_else(|| subject.title.to_string())),
        };
        Notify { message, with_path: subject.is_on("withpath") == Some(true), is_secret: subject.is_sensitive("message") }
    }
}

impl Instance for Notify {
    fn retrieve(&mut self, _cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        Ok(vec![("message".to_owned(), json!("absent"))])
    }

    fn should(&self, property: &str) -> Option<Json> {
        (property == "message").then(|| self.message.clone())
    }

    fn manages(&self, property: &str) -> bool {
        property == "message"
    }

    fn is_in_sync(&mut self, _property: &str, _is: &Json, _cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(false)
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let messages = match &self.message {
            _ if self.is_secret => vec!["Sensitive [value redacted]".to_owned()],
            Json::Array(all) => all.iter().map(plain).collect(),
            message => vec![plain(message)],
        };
        let level = cx.subject.level;
        for message in messages {
            if self.with_path { cx.tell_of(level, Some(property), message) } else { cx.tell_plainly(level, message) }
        }
        Ok(())
    }

    fn is_secret(&self, _property: &str) -> bool {
        self.is_secret
    }
}
