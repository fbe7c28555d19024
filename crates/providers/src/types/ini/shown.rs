//! How messages show the value of a setting: `show_diff`.

use serde_json::Value as Json;

use crate::show::plain;
use crate::subject::Subject;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown {
    Plain,
    Sum,
    Hidden,
}

impl Shown {
    /// As the resource says, where differences are shown at all.
    pub fn new(subject: &Subject, shows_diff: bool) -> Shown {
        match (shows_diff, subject.text("show_diff").as_deref()) {
            (false, _) | (_, Some("false" | "no")) => Shown::Hidden,
            (true, Some("md5")) => Shown::Sum,
            (true, _) => Shown::Plain,
        }
    }

    pub fn show(self, value: &Json) -> String {
        match self {
            Shown::Plain => plain(value),
            Shown::Sum => {
                use md5::Digest;
                format!("{{md5}}{}", machine::hex::hex(&md5::Md5::digest(plain(value))))
            }
            Shown::Hidden => "[redacted sensitive information]".to_owned(),
        }
    }
}
