//! JavaScript's: `npm`, for all users.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{Asked, Manager, State, Version, succeed};
use crate::instance::{Cx, ProviderError};
use crate::types::tool;
use machine::System;

pub struct Npm;

impl Manager for Npm {
    fn name(&self) -> &'static str {
        "npm"
    }

    fn is_there(&self, asked: &Asked, system: &dyn System) -> bool {
        tool::find(asked.command.as_deref().unwrap_or("npm"), system).is_some()
    }

    fn list(&self, _asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, ProviderError> {
        // It fails where something in its tree is invalid, and prints nevertheless.
        let output = tool::run(&tool::command(tool::words(&["npm", "list", "--json", "--global"])), cx.system)?;
        let said = output.text();
        let json: Json = said.find('{').and_then(|at| serde_json::from_str(said.get(at..)?.trim_end()).ok()).unwrap_or_default();
        let all = json.get("dependencies").and_then(Json::as_object).cloned().unwrap_or_default();
        let version = |it: &Json| it.get("version").and_then(Json::as_str).map(str::to_owned);
        Ok(all.iter().filter_map(|(name, it)| Some((name.clone(), State::new(version(it)?)))).collect())
    }

    fn latest(&self, asked: &Asked, _is: &Json, cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError> {
        let said = succeed(tool::words(&["npm", "view", asked.source.as_deref().unwrap_or(&asked.name), "version"]), &[], cx)?;
        Ok(said.lines().last().map(|it| it.trim().to_owned()))
    }

    fn install(&self, asked: &Asked, version: Version<'_>, _is: &State, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let package = match (&asked.source, version) {
            (Some(source), _) => source.clone(),
            (None, Version::This(version)) => format!("{}@{version}", asked.name),
            (None, Version::Latest) => format!("{}@latest", asked.name),
            (None, Version::Any) => asked.name.clone(),
        };
        let mut words = tool::words(&["npm", "install", "--global"]);
        words.extend(asked.install_options.iter().cloned());
        words.push(package);
        succeed(words, &[], cx).map(drop)
    }

    fn uninstall(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut words = tool::words(&["npm", "uninstall", "--global"]);
        words.extend(asked.uninstall_options.iter().cloned());
        words.push(asked.name.clone());
        succeed(words, &[], cx).map(drop)
    }
}
