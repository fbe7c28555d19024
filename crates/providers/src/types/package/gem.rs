//! Ruby's: `gem`.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{Asked, Manager, State, Version, succeed};
use crate::instance::{Cx, ProviderError};
use crate::types::tool;
use machine::System;

pub struct Gem {
    pub program: &'static str,
}

impl Gem {
    fn command(&self, asked: &Asked) -> String {
        asked.command.clone().unwrap_or_else(|| self.program.to_owned())
    }

    fn run(&self, asked: &Asked, words: &[&str], options: &[String], cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        let mut all = vec![self.command(asked)];
        all.extend(words.iter().map(|it| (*it).to_owned()));
        all.extend(options.iter().cloned());
        let home = cx.system.variable("HOME").unwrap_or_default();
        succeed(all, &[("HOME", &home)], cx)
    }
}

impl Manager for Gem {
    fn name(&self) -> &'static str {
        if self.program == "gem" { "gem" } else { "puppet_gem" }
    }

    fn is_there(&self, asked: &Asked, system: &dyn System) -> bool {
        tool::find(&self.command(asked), system).is_some()
    }

    fn list(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, ProviderError> {
        let said = self.run(asked, &["list", "--local"], &[], cx);
        let said = said.map_err(|it| ProviderError::new(format!("Could not list gems: {}", it.message)))?;
        Ok(said.lines().filter_map(read).collect())
    }

    fn latest(&self, asked: &Asked, _is: &Json, cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError> {
        let pattern = format!("\\A{}\\z", asked.name);
        let mut words = vec!["list", "--remote"];
        if let Some(source) = &asked.source {
            words.extend(["--source", source]);
        }
        words.push(&pattern);
        let said = self.run(asked, &words, &[], cx)?;
        let newest = said.lines().find_map(read).and_then(|(_, state)| state.ensure.get(0).and_then(Json::as_str).map(str::to_owned));
        Ok(newest)
    }

    fn install(&self, asked: &Asked, version: Version<'_>, _is: &State, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut words = vec!["install".to_owned()];
        words.extend(asked.install_options.iter().cloned());
        if let Version::This(version) = version {
            words.extend(["-v".to_owned(), version.to_owned()]);
        }
        words.push("--no-document".to_owned());
        match asked.source.as_deref() {
            None => words.push(asked.name.clone()),
            Some(source) if source.starts_with("puppet:") => {
                return Err(ProviderError::new("puppet:// URLs are not supported as gem sources"));
            }
            Some(source) => match source.strip_prefix("file://") {
                Some(path) => words.push(path.to_owned()),
                None if source.contains("://") => words.extend(["--source".to_owned(), source.to_owned(), asked.name.clone()]),
                None => words.push(source.to_owned()),
            },
        }
        let said = self.run(asked, &[], &words, cx)?;
        if said.contains("ERROR") { Err(ProviderError::new(format!("Could not install: {}", said.trim_end()))) } else { Ok(()) }
    }

    fn uninstall(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let said = self.run(asked, &["uninstall", "--executables", "--all", &asked.name], &asked.uninstall_options, cx)?;
        if said.contains("ERROR") { Err(ProviderError::new(format!("Could not uninstall: {}", said.trim_end()))) } else { Ok(()) }
    }
}

/// `NAME (1.2.3, default: 1.0)`.
fn read(line: &str) -> Option<(String, State)> {
    let (name, versions) = line.split_once(" (")?;
    let versions = versions.trim_end().strip_suffix(')')?.replace("default: ", "");
    let versions: Vec<&str> = versions.split(',').filter_map(|it| it.split_whitespace().next()).collect();
    Some((name.trim().to_owned(), State::new(json!(versions))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_versions() {
        let found = read("json (2.6.3, default: 2.6.1, 2.0 ruby java)").unwrap();
        assert_eq!((found.0.as_str(), found.1.ensure), ("json", json!(["2.6.3", "2.6.1", "2.0"])));
        assert!(read("*** LOCAL GEMS ***").is_none());
    }
}
