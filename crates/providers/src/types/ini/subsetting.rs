//! `ini_subsetting` of inifile: one item of a setting that is a list.

use serde_json::{Value as Json, json};

use super::items::{self, Items, Place};
use super::shown::Shown;
use super::text::{self, Ini};
use super::{edit, read};
use crate::instance::{Cx, Instance, ProviderError};
use crate::subject::Subject;
use crate::types::wanted::Wanted;

pub struct Subsetting {
    wanted: Wanted,
    path: String,
    section: String,
    setting: String,
    name: String,
    style: text::Style,
    items: items::Style,
    place: Place,
    shown: Shown,
}

impl Subsetting {
    pub fn new(subject: &Subject, shows_diff: bool) -> Subsetting {
        let mut wanted = Wanted::new(subject);
        if wanted.should("ensure").is_none() {
            wanted.put("ensure", json!("present"));
        }
        let or = |name: &str, otherwise: &str| subject.text(name).unwrap_or_else(|| otherwise.to_owned());
        let insert_value = or("insert_value", "");
        Subsetting {
            wanted,
            path: or("path", ""),
            section: or("section", ""),
            setting: or("setting", ""),
            name: or("subsetting", ""),
            style: text::Style { separator: or("key_val_separator", " = "), ..text::Style::default() },
            items: items::Style {
                between: or("subsetting_separator", " "),
                behind_name: or("subsetting_key_val_separator", ""),
                quote: or("quote_char", ""),
                exact: subject.is_on("use_exact_match") == Some(true),
            },
            place: match subject.text("insert_type").as_deref() {
                Some("start") => Place::Start,
                Some("before") => Place::Before(insert_value),
                Some("after") => Place::After(insert_value),
                Some("index") => Place::Index(insert_value.trim().parse().unwrap_or_default()),
                _ => Place::End,
            },
            shown: Shown::new(subject, shows_diff),
        }
    }

    fn read(&self, cx: &mut Cx<'_>) -> Result<(Ini, Items), ProviderError> {
        let ini = read(&self.path, self.style.clone(), cx)?;
        let items = Items::read(ini.value(&self.section, &self.setting).as_deref(), self.items.clone());
        Ok((ini, items))
    }
}

impl Instance for Subsetting {
    fn provider(&self) -> Option<&'static str> {
        Some("ruby")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        if !self.wanted.is_absent() {
            let value = self.wanted.should("value").and_then(Json::as_str).unwrap_or_default();
            let texts = [
                ("section", &*self.section),
                ("setting", &self.setting),
                ("subsetting", &self.name),
                ("value", value),
                ("key_val_separator", &self.style.separator),
                ("subsetting_separator", &self.items.between),
                ("subsetting_key_val_separator", &self.items.behind_name),
                ("quote_char", &self.items.quote),
            ];
            super::on_one_line(&texts, &self.path)?;
        }
        let (_, items) = self.read(cx)?;
        let ensure = json!(if items.has(&self.name) { "present" } else { "absent" });
        Ok(self.wanted.retrieved(ensure, |_| json!(items.value(&self.name))))
    }

    fn set(&mut self, _property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let (mut ini, mut items) = self.read(cx)?;
        if !self.wanted.is_absent() {
            items.set(&self.name, &self.wanted.text("value").unwrap_or_default(), &self.place);
        } else {
            items.remove(&self.name);
        }
        // A list without items goes, unless it is in quotes: the module does so whatever `delete_if_empty` says.
        if self.wanted.is_absent() && items.text().is_empty() {
            ini.remove(&self.section, &self.setting);
        } else {
            ini.set(&self.section, Some(&self.setting), Some(&items.text()));
        }
        edit::write(&self.path, &ini.text(), cx)
    }

    fn show_is(&self, property: &str, is: &Json, _cx: &mut Cx<'_>) -> String {
        if property == "value" { self.shown.show(is) } else { crate::show::shown(is) }
    }

    fn show_should(&self, property: &str, should: &Json, _cx: &mut Cx<'_>) -> String {
        if property == "value" { self.shown.show(should) } else { crate::show::shown(should) }
    }
}
