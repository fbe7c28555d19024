//! Who supports a resource type: this program, or Ruby code of modules.

use std::path::PathBuf;

use apply::run::ruby::{self, Manner, Place};
use apply::run::{Folders, Logbook, default_provider};
use catalog::Catalog;
use catalog::puppet::canonical_type;
use environment::{Site, Wanted};
use machine::real::Real;
use machine::ruby::RubyError;
use providers::bridge::BridgeError;
use providers::bridge::{Shared, WithRuby, is_provider_in_ruby, locked};
use providers::{Inspected, Level, OfPuppet, Options, ProviderError, Sink, Types, inspect};
use world::RealWorld;

use super::Args;
use crate::commands::site::FactSets;

pub struct Known {
    /// In lower case.
    pub type_name: String,
    /// The provider that is to do it, where one is named.
    provider: Option<String>,
    /// The one in Ruby that does it where none is named.
    pub default: Option<&'static str>,
    /// None where no Ruby is needed.
    ruby: Option<Shared>,
}

impl Known {
    pub fn is_by_ruby(&self) -> bool {
        self.ruby.is_some()
    }

    pub fn find(args: &Args, type_name: &str, folders: &Folders, least: Level) -> anyhow::Result<Known> {
        let type_name = type_name.to_owned();
        let named = args.settings.iter().rev().find_map(|it| it.strip_prefix("provider=")).filter(|_| args.name.is_some());
        let provider = named.map(str::to_owned);
        let canonical = canonical_type(&type_name);
        let default = if named.is_none() { default_provider(&canonical, &FactSets::os_of_this_machine) } else { None };
        if OfPuppet::knows(&canonical) && default.is_none() && !named.is_some_and(|it| is_provider_in_ruby(&type_name, it)) {
            return Ok(Known { type_name, provider, default, ruby: None });
        }
        let mut settings = args.folders.settings()?;
        let environment = args.environment.as_deref().unwrap_or(&folders.environment);
        let node = match &args.certname {
            Some(name) => Some(name.clone()),
            None => settings.get("certname")?,
        };
        let modules = match &args.modulepath {
            Some(paths) => std::env::split_paths(paths).map(std::path::absolute).collect::<Result<Vec<PathBuf>, _>>()?,
            // Puppet shows resources where there is no environment, too.
            None if args.environment.is_none() && !folders.environments.iter().any(|it| it.join(environment).is_dir()) => {
                folders.modules.clone()
            }
            None => {
                let wanted = Wanted {
                    environment: Some(environment.to_owned()),
                    environmentpath: Some(folders.environments.clone()),
                    ..Wanted::default()
                };
                Site::find(&RealWorld, &wanted, &mut settings)?.modulepath
            }
        };
        let modules: Vec<String> = modules.iter().map(|it| it.to_string_lossy().into_owned()).collect();
        let node = node.unwrap_or_else(|| "localhost".to_owned());
        let place = Place { folders, node: &node, environment, modules: &modules };
        let bridge = args.ruby.bridge(&place, Manner { noop: args.noop, show_diff: false }, least);
        Ok(Known { type_name, provider, default, ruby: Some(bridge) })
    }

    pub fn types(&self) -> Box<dyn Types> {
        match &self.ruby {
            Some(bridge) => Box::new(WithRuby::new(bridge.clone())),
            None => Box::new(OfPuppet),
        }
    }

    pub fn shown(
        &self,
        name: Option<&str>,
        options: &Options,
        system: &mut Real,
        logbook: &mut Logbook,
    ) -> Result<Vec<Inspected>, ProviderError> {
        let provider = self.provider.as_deref();
        let Some(bridge) = &self.ruby else { return inspect(&self.type_name, name, provider, options, system, logbook) };
        let found = locked(bridge).shown(&self.type_name, name, provider, &mut ruby::tell_to(logbook));
        found.map_err(|error| match error {
            // Whether there is such a type only Ruby would know.
            BridgeError::Missing(RubyError::Missing { reason }) if resource_types::type_info(&self.type_name).is_none() => {
                ProviderError::new(format!("Could not find type {}: {reason}", self.type_name))
            }
            error => error.into(),
        })
    }

    /// Tells Ruby of the resource that is to be changed.
    pub fn introduce(&self, catalog: &Catalog, sink: &mut dyn Sink) -> anyhow::Result<()> {
        let Some(bridge) = &self.ruby else { return Ok(()) };
        match ruby::prepared(bridge, catalog, sink).problems.first() {
            Some((problem, ..)) => anyhow::bail!("{problem}"),
            None => Ok(()),
        }
    }

    pub fn finish(&self, sink: &mut dyn Sink) {
        if let Some(bridge) = &self.ruby {
            ruby::finish(bridge, sink);
        }
    }
}
