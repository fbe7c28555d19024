//! `package`: what package managers install.

mod apt;
mod gem;
mod lock;
mod npm;
mod pip;
mod rpm;
mod together;

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use smol_str::{SmolStr, format_smolstr};

use self::together::{Done, Outcome, Together};
use crate::instance::{Cx, Found, Instance, Joins, Obstacle, ProviderError, ensure_change};
use crate::show::{plain, shown};
use crate::subject::Subject;
use crate::types::wanted::Wanted;
use crate::types::{provider, tool};
use machine::System;

/// A package as its manager knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// A version, several in a list, `absent` or `purged`.
    pub ensure: Json,
    pub is_held: bool,
}

impl State {
    fn new(ensure: impl Into<Json>) -> State {
        State { ensure: ensure.into(), is_held: false }
    }

    fn is_missing(&self) -> bool {
        self.ensure == "absent" || self.ensure == "purged"
    }
}

/// Parameters of a package besides its state.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub name: String,
    pub source: Option<String>,
    pub install_options: Vec<String>,
    pub uninstall_options: Vec<String>,
    /// The package manager to be used, where it is not the first that is found.
    pub command: Option<String>,
    pub replaces_configuration: bool,
    pub allows_cdrom: bool,
    pub answers: Option<String>,
    pub holds: Option<bool>,
    pub was_held: bool,
}

/// Which version is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Version<'a> {
    Any,
    Latest,
    This(&'a str),
}

/// A package manager.
pub trait Manager: Sync {
    fn name(&self) -> &'static str;

    /// Whether its tools are there.
    fn is_there(&self, asked: &Asked, system: &dyn System) -> bool;

    /// How what is not installed is.
    fn missing(&self) -> &'static str {
        "absent"
    }

    /// All that is installed.
    fn list(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, ProviderError>;

    /// One package, when it is not in the list: it may have come since.
    fn query(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<Option<State>, ProviderError> {
        Ok(self.list(asked, cx)?.remove(&asked.name))
    }

    /// The newest version that there is.
    fn latest(&self, asked: &Asked, is: &Json, cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError>;

    fn install(&self, asked: &Asked, version: Version<'_>, is: &State, cx: &mut Cx<'_>) -> Result<(), ProviderError>;

    fn uninstall(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError>;

    fn purge(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.uninstall(asked, cx)
    }

    fn hold(&self, _asked: &Asked, _holds: bool, _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Whether an installed version is what is asked for in other words.
    fn is_meant(&self, _should: &str, _is: &str, _cx: &mut Cx<'_>) -> bool {
        false
    }

    /// Interface that installs several at once.
    fn batch_installer(&self) -> Option<&dyn Together> {
        None
    }

    /// Work after a change.
    fn finish(&self, _asked: &Asked, _ensure: &Json, _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        Ok(())
    }
}

/// Installed packages, for each manager and command.
#[derive(Default)]
struct Listed {
    of_manager: BTreeMap<(&'static str, Option<String>), BTreeMap<String, State>>,
}

pub struct Package {
    manager: Option<&'static dyn Manager>,
    provider: Option<String>,
    wanted: Wanted,
    asked: Asked,
    is: Option<State>,
    latest: Option<String>,
    reinstalls: bool,
    /// Nothing is left to do when it was changed.
    is_finished: bool,
}

impl Package {
    pub fn new(subject: &Subject) -> Package {
        let provider = subject.text("provider");
        let manager = match provider.as_deref() {
            Some(name) => manager(name),
            None => None,
        };
        let mut wanted = Wanted::new(subject);
        let ensure = subject.text("ensure").unwrap_or_else(|| "present".to_owned());
        wanted.put("ensure", json!(if ensure == "installed" { "present" } else { &ensure }));
        let holds = subject.text("mark").map(|it| it == "hold");
        let asked = Asked {
            name: wanted.name.clone(),
            source: subject.text("source"),
            install_options: options(subject.value("install_options")),
            uninstall_options: options(subject.value("uninstall_options")),
            command: subject.text("command").filter(|it| it != "default"),
            replaces_configuration: subject.text("configfiles").as_deref() == Some("replace"),
            allows_cdrom: subject.is_on("allowcdrom") == Some(true),
            answers: subject.text("responsefile"),
            holds,
            was_held: false,
        };
        let reinstalls = subject.is_on("reinstall_on_refresh") == Some(true);
        Package { manager, provider, wanted, asked, is: None, latest: None, reinstalls, is_finished: false }
    }

    fn manager(&mut self, system: &dyn System) -> Option<&'static dyn Manager> {
        if self.manager.is_none() && self.provider.is_none() {
            self.manager = DEFAULTS.iter().find(|it| it.is_there(&self.asked, system)).copied();
        }
        self.manager
    }

    fn state(&mut self, cx: &mut Cx<'_>) -> Result<State, ProviderError> {
        let Some(manager) = self.manager(cx.system) else { return Ok(State::new("absent")) };
        if self.asked.name.starts_with('-') {
            return Err(ProviderError::new(format!("The name of a package may not begin with a dash: {}", self.asked.name)));
        }
        // `dpkg` and `rpm` have options that run commands.
        if self.asked.source.as_ref().is_some_and(|it| it.starts_with('-')) {
            return Err(ProviderError::new("The source of a package may not begin with a dash"));
        }
        if self.asked.name.contains('\n') {
            return Err(ProviderError::new("The name of a package may not have a line break"));
        }
        if let Some(state) = cx.store.get::<Done>().before(manager, &self.asked.name) {
            self.is = Some(state.clone());
            return Ok(state);
        }
        let listed = self.listed(manager, cx)?;
        let state = match listed {
            Some(state) => state,
            None => manager.query(&self.asked, cx)?.unwrap_or_else(|| State::new(manager.missing())),
        };
        self.asked.was_held = state.is_held;
        self.is = Some(state.clone());
        Ok(state)
    }

    /// How it is by the list of all that is installed.
    fn listed(&self, manager: &'static dyn Manager, cx: &mut Cx<'_>) -> Result<Option<State>, ProviderError> {
        let key = (manager.name(), self.asked.command.clone());
        if !cx.store.get::<Listed>().of_manager.contains_key(&key) {
            let listed = manager
                .list(&self.asked, cx)
                .map_err(|it| ProviderError::new(format!("Could not prefetch package provider '{}': {}", manager.name(), it.message)))?;
            cx.store.get::<Listed>().of_manager.insert(key.clone(), listed);
        }
        Ok(cx.store.get::<Listed>().of_manager.get(&key).and_then(|it| it.get(&self.asked.name)).cloned())
    }

    /// Drops the stored state, which is out of date.
    fn forget(&mut self, cx: &mut Cx<'_>) {
        let Some(manager) = self.manager else { return };
        let key = (manager.name(), self.asked.command.clone());
        if let Some(listed) = cx.store.get::<Listed>().of_manager.get_mut(&key) {
            listed.remove(&self.asked.name);
        }
    }

    fn is_ensured(&mut self, is: &Json, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        let should = self.wanted.text("ensure").unwrap_or_default();
        let is_missing = is == "absent" || is == "purged";
        Ok(match should.as_str() {
            "present" => !is_missing && is != "disabled",
            "absent" => is_missing,
            "purged" => is == "purged",
            "latest" if is_missing => false,
            "latest" => {
                let Some(manager) = self.manager(cx.system) else { return Ok(true) };
                let latest = manager.latest(&self.asked, is, cx);
                self.latest = latest.map_err(|it| ProviderError::new(format!("Could not get latest version: {}", it.message)))?;
                has(is, self.latest.as_deref().unwrap_or_default()) || is == "present"
            }
            version if has(is, version) => true,
            _ if is_missing => false,
            version => match (self.manager(cx.system), is) {
                (Some(manager), Json::String(is)) => manager.is_meant(version, is, cx),
                (Some(manager), Json::Array(all)) => all.iter().any(|it| manager.is_meant(version, &plain(it), cx)),
                _ => false,
            },
        })
    }

    fn set_ensure(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let Some(manager) = self.manager(cx.system) else { return Ok(()) };
        let outcome = cx.store.get::<Done>().take(manager, &self.asked.name);
        if outcome != Outcome::Missing {
            self.is_finished = outcome == Outcome::Finished;
            return Ok(());
        }
        let should = self.wanted.text("ensure").unwrap_or_default();
        let is = self.is.clone().unwrap_or_else(|| State::new("absent"));
        let version = match should.as_str() {
            "absent" => return manager.uninstall(&self.asked, cx),
            "purged" => return manager.purge(&self.asked, cx),
            "present" => return manager.install(&self.asked, Version::Any, &is, cx),
            "latest" => Version::Latest,
            version => Version::This(version),
        };
        let done = manager.install(&self.asked, version, &is, cx);
        done.map_err(|it| ProviderError::new(format!("Could not update: {}", it.message)))
    }
}

fn has(is: &Json, version: &str) -> bool {
    match is {
        Json::Array(all) => all.iter().any(|it| it == version),
        is => is == version,
    }
}

/// Options, where a hash says `KEY=VALUE`.
fn options(value: Option<&Json>) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest: Vec<&Json> = value.into_iter().collect();
    while let Some(value) = rest.pop() {
        match value {
            Json::Array(all) => rest.extend(all.iter().rev()),
            Json::Object(all) => {
                let mut all: Vec<String> = all.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
                all.sort();
                found.extend(all);
            }
            other => found.push(plain(other)),
        }
    }
    found
}

/// The managers that are tried where none is said.
const DEFAULTS: [&dyn Manager; 4] = [&apt::Apt { alone: false }, &rpm::Rpm::DNF, &rpm::Rpm::YUM, &rpm::Rpm::RPM];

/// Whether a provider is here.
pub fn has_provider(provider: &str) -> bool {
    manager(provider).is_some()
}

fn manager(provider: &str) -> Option<&'static dyn Manager> {
    Some(match provider {
        "apt" => &apt::Apt { alone: false },
        "dpkg" => &apt::Apt { alone: true },
        "dnf" => &rpm::Rpm::DNF,
        "yum" => &rpm::Rpm::YUM,
        "rpm" => &rpm::Rpm::RPM,
        "gem" => &gem::Gem { program: "gem" },
        "puppet_gem" => &gem::Gem { program: "/opt/puppetlabs/puppet/bin/gem" },
        "pip" => &pip::Pip { name: "pip", programs: &["pip", "pip-python", "pip2", "pip-2"] },
        "pip2" => &pip::Pip { name: "pip2", programs: &["pip2", "pip-2"] },
        "pip3" => &pip::Pip { name: "pip3", programs: &["pip3", "pip-3"] },
        "npm" => &npm::Npm,
        _ => return None,
    })
}

impl Instance for Package {
    fn provider(&self) -> Option<&'static str> {
        self.manager.map(Manager::name)
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        let manager = self.manager(cx.system).map(|it| (it.name(), it.is_there(&self.asked, cx.system)));
        provider::obstacle("package", manager)
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let state = self.state(cx)?;
        let mark = json!(if state.is_held { "hold" } else { "none" });
        let is_absent = state.ensure == "absent";
        let mut all = vec![("ensure".to_owned(), state.ensure)];
        if self.wanted.should("mark").is_some() {
            all.push(("mark".to_owned(), if is_absent { json!("absent") } else { mark }));
        }
        Ok(all)
    }

    fn is_there(&self, is: &[(String, Json)]) -> bool {
        is.iter().all(|(name, value)| name != "ensure" || (value != "absent" && value != "purged"))
    }

    fn is_in_sync(&mut self, property: &str, is: &Json, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        if property == "ensure" { self.is_ensured(is, cx) } else { Ok(self.wanted.is_in_sync(property, is)) }
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let done = match (property, self.manager(cx.system)) {
            ("ensure", _) => self.set_ensure(cx),
            ("mark", Some(manager)) => manager.hold(&self.asked, self.asked.holds == Some(true), cx),
            _ => Ok(()),
        };
        self.forget(cx);
        done
    }

    fn flush(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let ensure = self.wanted.should("ensure").cloned().unwrap_or_default();
        match self.manager {
            Some(_) if self.is_finished => Ok(()),
            Some(manager) => manager.finish(&self.asked, &ensure, cx),
            None => Ok(()),
        }
    }

    fn joins(&mut self, cx: &mut Cx<'_>) -> Joins {
        self.may_join(cx).unwrap_or(Joins::Apart)
    }

    fn join(&mut self, names: &[String], cx: &mut Cx<'_>) -> Vec<String> {
        self.install_with(names, cx)
    }

    fn event_name(&self, property: &str) -> SmolStr {
        match (property, self.wanted.text("ensure").as_deref()) {
            ("ensure", Some("present")) => SmolStr::new_static("package_installed"),
            ("ensure", Some("absent")) => SmolStr::new_static("package_removed"),
            ("ensure", Some("purged")) => SmolStr::new_static("package_purged"),
            ("ensure", _) => SmolStr::new_static("package_changed"),
            _ => format_smolstr!("{property}_changed"),
        }
    }

    fn change(&self, property: &str, is: &Json, should: &Json, cx: &mut Cx<'_>) -> String {
        let is_missing = is.is_null() || is == "absent" || is == "purged";
        match (property, should.as_str()) {
            ("ensure", Some("purged")) => "purged".to_owned(),
            ("ensure", Some("absent")) => ensure_change(is, should),
            ("ensure", _) if is_missing => "created".to_owned(),
            ("ensure", _) => format!("ensure changed {} to {}", self.show_is(property, is, cx), self.show_should(property, should, cx)),
            _ => crate::instance::plain_change(property, &shown(is), &shown(should), is, should),
        }
    }

    fn show_should(&self, property: &str, should: &Json, _cx: &mut Cx<'_>) -> String {
        match &self.latest {
            Some(latest) if property == "ensure" => shown(&json!(latest)),
            _ => shown(should),
        }
    }

    fn refreshes(&self) -> bool {
        true
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        // None of the managers that are there can reinstall.
        if self.reinstalls {
            cx.tell(crate::log::Level::Debug, "The provider cannot reinstall packages");
        }
        Ok(())
    }
}

/// All packages of the manager of this machine.
pub fn instances(cx: &mut Cx<'_>) -> Result<Vec<Found>, ProviderError> {
    let asked = Asked::default();
    let Some(manager) = DEFAULTS.iter().find(|it| it.is_there(&asked, cx.system)) else { return Ok(Vec::new()) };
    let listed = manager.list(&asked, cx)?;
    let found =
        listed.into_keys().map(|title| Found { type_name: "Package".to_owned(), title, parameters: Vec::new(), ..Found::default() });
    Ok(found.collect())
}

/// Runs a package manager that has to succeed.
fn succeed(words: Vec<String>, environment: &[(&str, &str)], cx: &mut Cx<'_>) -> Result<String, ProviderError> {
    let mut command = tool::command(words);
    command.environment.extend(environment.iter().map(|(name, value)| ((*name).to_owned(), Some((*value).to_owned()))));
    tool::succeed(&command, cx.system)
}
