//! `sysctl` of the module of that name: values of the kernel in `/etc/sysctl.conf`.

use serde_json::json;

use super::{Fields, Format, present, text};
use crate::instance::{Obstacle, ProviderError};
use machine::System;

pub struct Values;

const FILE: &str = "/etc/sysctl.conf";

impl Format for Values {
    fn type_name(&self) -> &'static str {
        "sysctl"
    }

    fn provider(&self) -> &'static str {
        "parsed"
    }

    fn default_target(&self, _system: &dyn System) -> String {
        FILE.to_owned()
    }

    fn obstacle(&self, system: &dyn System) -> Option<Obstacle> {
        matches!(system.look(FILE, true), Ok(None)).then(|| Obstacle::NoProvider("sysctl".to_owned()))
    }

    fn fields(&self) -> &'static [&'static str] {
        &["name", "val"]
    }

    fn read(&self, line: &str) -> Option<Fields> {
        if line.trim_start().starts_with('#') {
            return None;
        }
        let (name, value) = line.split_once('=')?;
        let fields = [("name", name.trim_end()), ("val", value.trim_start())];
        Some(fields.into_iter().map(|(name, it)| (name.to_owned(), json!(it))).collect())
    }

    fn line(&self, fields: &Fields) -> Result<String, ProviderError> {
        let value = present(fields, "val").map(crate::show::plain).unwrap_or_default();
        Ok(format!("{}={value}", text(fields, "name")))
    }
}
