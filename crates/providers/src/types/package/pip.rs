//! Python's: `pip`.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{Asked, Manager, State, Version, succeed};
use crate::instance::{Cx, ProviderError};
use crate::types::tool;
use machine::System;

pub struct Pip {
    pub name: &'static str,
    pub programs: &'static [&'static str],
}

impl Pip {
    fn command(&self, asked: &Asked, system: &dyn System) -> Option<String> {
        match &asked.command {
            Some(command) => tool::find(command, system),
            None => self.programs.iter().find_map(|it| tool::find(it, system)),
        }
    }

    fn run(&self, asked: &Asked, words: &[String], cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        let missing = || ProviderError::new(format!("Provider {} package command is not functional on this host", self.name));
        let mut all = vec![self.command(asked, cx.system).ok_or_else(missing)?];
        all.extend(words.iter().cloned());
        succeed(all, &[], cx)
    }

    fn installed(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, ProviderError> {
        let said = self.run(asked, &tool::words(&["freeze", "--all"]), cx)?;
        Ok(said.lines().filter_map(read).collect())
    }
}

impl Manager for Pip {
    fn name(&self) -> &'static str {
        self.name
    }

    /// Puppet searches for the command only when a package is read.
    fn is_there(&self, _asked: &Asked, _system: &dyn System) -> bool {
        true
    }

    fn list(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, ProviderError> {
        if self.command(asked, cx.system).is_some() { self.installed(asked, cx) } else { Ok(BTreeMap::new()) }
    }

    fn query(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<Option<State>, ProviderError> {
        let listed = self.installed(asked, cx)?;
        Ok(listed.into_iter().find(|it| it.0.eq_ignore_ascii_case(&asked.name)).map(|it| it.1))
    }

    fn latest(&self, asked: &Asked, _is: &Json, cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError> {
        // There is no such version: the available ones are shown.
        let mut words = vec!["install".to_owned(), format!("{}==9!0dev0+x", asked.name)];
        words.extend(asked.install_options.iter().cloned());
        let missing = || ProviderError::new(format!("Provider {} package command is not functional on this host", self.name));
        words.insert(0, self.command(asked, cx.system).ok_or_else(missing)?);
        let said = tool::run(&tool::command(words), cx.system)?.text();
        let versions = said.lines().find_map(|it| it.split_once("from versions: ")).and_then(|it| it.1.split_once(')')).map(|it| it.0);
        Ok(versions.and_then(|it| it.split(", ").last()).map(str::to_owned))
    }

    fn install(&self, asked: &Asked, version: Version<'_>, _is: &State, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut words = tool::words(&["install", "-q"]);
        words.extend(asked.install_options.iter().cloned());
        match (&asked.source, version) {
            (Some(source), Version::This(version)) => words.push(format!("{source}@{version}#egg={}", asked.name)),
            (Some(source), _) => words.push(format!("{source}#egg={}", asked.name)),
            (None, Version::Latest) => words.extend(["--upgrade".to_owned(), asked.name.clone()]),
            (None, Version::Any) => words.push(asked.name.clone()),
            (None, Version::This(version)) if version.starts_with(['<', '>', '=', '~', '!']) => {
                let bounds: Vec<&str> = version.split_whitespace().collect();
                words.push(format!("{} {}", asked.name, bounds.join(",")));
            }
            (None, Version::This(version)) => words.push(format!("{}=={version}", asked.name)),
        }
        self.run(asked, &words, cx).map(drop)
    }

    fn uninstall(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.run(asked, &tool::words(&["uninstall", "-y", "-q", &asked.name]), cx).map(drop)
    }
}

/// `NAME==VERSION`, or `NAME @ URL@VERSION`.
fn read(line: &str) -> Option<(String, State)> {
    if let Some((name, rest)) = line.split_once(" @ ") {
        return Some((name.to_owned(), State::new(rest.rsplit_once('@')?.1)));
    }
    let (name, version) = line.split_once("==")?;
    Some((name.to_owned(), State::new(version.trim_start_matches('=').trim_end())))
}
