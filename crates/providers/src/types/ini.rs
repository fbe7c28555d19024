//! `ini_setting` of inifile: one setting of a file with sections.

mod items;
mod shown;
pub mod subsetting;
mod text;

use serde_json::{Value as Json, json};

use self::shown::Shown;
use self::text::Ini;
use super::edit;
use super::wanted::Wanted;
use crate::instance::{Cx, Instance, ProviderError};
use crate::subject::Subject;

pub struct Setting {
    wanted: Wanted,
    path: String,
    section: String,
    setting: Option<String>,
    style: text::Style,
    /// How a value is shown.
    shown: Shown,
    makes_sections: bool,
    refresh_only: bool,
}

impl Setting {
    pub fn new(subject: &Subject, shows_diff: bool) -> Setting {
        let mut wanted = Wanted::new(subject);
        if wanted.should("ensure").is_none() {
            wanted.put("ensure", json!("present"));
        }
        if let Some(value) = wanted.text("value") {
            wanted.put("value", json!(value.trim()));
        }
        let or = |name: &str, otherwise: &str| subject.text(name).unwrap_or_else(|| otherwise.to_owned());
        Setting {
            wanted,
            path: subject.text("path").unwrap_or_default(),
            section: or("section", ""),
            setting: subject.text("setting").map(|it| it.trim().to_owned()),
            style: text::Style {
                separator: or("key_val_separator", " = "),
                prefix: or("section_prefix", "["),
                suffix: or("section_suffix", "]"),
                indent: or("indent_char", " "),
                width: subject.text("indent_width").and_then(|it| it.parse().ok()),
            },
            shown: Shown::new(subject, shows_diff),
            makes_sections: subject.is_on("force_new_section_creation") != Some(false),
            refresh_only: subject.is_on("refreshonly") == Some(true),
        }
    }

    fn read(&self, cx: &mut Cx<'_>) -> Result<Ini, ProviderError> {
        read(&self.path, self.style.clone(), cx)
    }

    /// The texts that are written, by the attributes that give them.
    fn texts(&self) -> [(&'static str, &str); 7] {
        let value = self.wanted.should("value").and_then(Json::as_str);
        [
            ("section", &self.section),
            ("setting", self.setting.as_deref().unwrap_or_default()),
            ("value", value.unwrap_or_default()),
            ("key_val_separator", &self.style.separator),
            ("section_prefix", &self.style.prefix),
            ("section_suffix", &self.style.suffix),
            ("indent_char", &self.style.indent),
        ]
    }

    fn write(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut ini = self.read(cx)?;
        ini.set(&self.section, self.setting.as_deref(), self.wanted.text("value").as_deref());
        edit::write(&self.path, &ini.text(), cx)
    }

    fn remove(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut ini = self.read(cx)?;
        if let Some(setting) = &self.setting {
            ini.remove(&self.section, setting);
        }
        edit::write(&self.path, &ini.text(), cx)
    }
}

/// Refuses what would be read as another line of the file. Puppet writes it, and adds it again in each run.
fn on_one_line(texts: &[(&str, &str)], path: &str) -> Result<(), ProviderError> {
    match texts.iter().find(|it| it.1.contains('\n')) {
        Some((name, _)) => Err(ProviderError::new(format!("Parameter {name} has a line break, which would begin another line of {path}"))),
        None => Ok(()),
    }
}

/// A file that is not there has nothing in it.
fn read(path: &str, style: text::Style, cx: &mut Cx<'_>) -> Result<Ini, ProviderError> {
    let lines = if edit::is_file(path, cx) { edit::lines(path, cx)? } else { Vec::new() };
    Ok(Ini::read(lines, style))
}

impl Instance for Setting {
    fn provider(&self) -> Option<&'static str> {
        Some("ruby")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        if !self.wanted.is_absent() {
            on_one_line(&self.texts(), &self.path)?;
        }
        let ini = self.read(cx)?;
        let has_section = ini.has(&self.section);
        let value = self.setting.as_deref().and_then(|it| ini.value(&self.section, it));
        let is_there = match &self.setting {
            None => has_section,
            Some(_) => value.is_some(),
        };
        if !has_section && !self.makes_sections {
            // There is nothing to be put where there is no section.
            self.wanted.put("ensure", json!("absent"));
        }
        let ensure = json!(if is_there { "present" } else { "absent" });
        Ok(self.wanted.retrieved(ensure, |_| json!(value)))
    }

    fn is_in_sync(&mut self, property: &str, is: &Json, _cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(self.refresh_only || self.wanted.is_in_sync(property, is))
    }

    fn set(&mut self, _property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if self.wanted.is_absent() { self.remove(cx) } else { self.write(cx) }
    }

    fn show_is(&self, property: &str, is: &Json, _cx: &mut Cx<'_>) -> String {
        if property == "value" { self.shown.show(is) } else { crate::show::shown(is) }
    }

    fn show_should(&self, property: &str, should: &Json, _cx: &mut Cx<'_>) -> String {
        if property == "value" { self.shown.show(should) } else { crate::show::shown(should) }
    }

    fn refreshes(&self) -> bool {
        true
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        match (self.refresh_only, self.wanted.is_absent()) {
            (false, _) => Ok(()),
            (true, true) => self.remove(cx),
            (true, false) => self.write(cx),
        }
    }
}
