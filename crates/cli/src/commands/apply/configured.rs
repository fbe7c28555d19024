//! Settings of `puppet.conf` for a run; options of the command line override them.

use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;
use environment::Settings;

use super::{Args, WhatArgs};
use crate::commands::site::Strict;

impl Args {
    /// Takes over what is written in `[user]` or `[main]`. An option counts before it.
    pub(super) fn configure(&mut self) -> anyhow::Result<()> {
        let settings = &self.what.folders.settings()?;
        self.what.configure(settings)?;
        let is_told = |name: &str, is_off: bool| anyhow::Ok(!is_off && is_on(settings, name)?.unwrap_or(false));
        self.noop |= self.plan.is_none() && is_told("noop", self.ignored.no_noop)?;
        self.show_diff |= is_told("show_diff", self.no_show_diff)?;
        self.summarize |= is_told("summarize", self.no_summarize)?;
        self.merge_dependency_warnings |= is_told("merge_dependency_warnings", self.no_merge_dependency_warnings)?;
        self.evaltrace |= is_told("evaltrace", false)?;
        self.graph |= is_told("graph", false)?;
        self.write_catalog_summary |= is_told("write_catalog_summary", false)?;
        let given = |name: &str| anyhow::Ok(settings.of_user(name)?.filter(|it| !it.is_empty()));
        if let Some(logdest) = given("logdest")?.filter(|_| self.logdest.is_empty()) {
            self.logdest = listed(&logdest);
        }
        if self.syslogfacility.is_none() {
            self.syslogfacility = settings.of_user("syslogfacility")?;
        }
        if self.log_level.is_none() && !(self.debug || self.verbose || self.test) {
            self.log_level = given("log_level")?;
        }
        for (option, name) in [(&mut self.prerun_command, "prerun_command"), (&mut self.postrun_command, "postrun_command")] {
            if option.is_none() {
                *option = given(name)?;
            }
        }
        if self.graphdir.is_none() {
            self.graphdir = given("graphdir")?.map(PathBuf::from);
        }
        Ok(())
    }
}

impl WhatArgs {
    /// The same of what a plan has, too.
    pub fn configure(&mut self, settings: &Settings) -> anyhow::Result<()> {
        for (option, name) in [(&mut self.tags, "tags"), (&mut self.skip_tags, "skip_tags")] {
            if option.is_empty() {
                *option = settings.of_user(name)?.as_deref().map(listed).unwrap_or_default();
            }
        }
        self.ignoreschedules |= is_on(settings, "ignoreschedules")?.unwrap_or(false);
        if self.digest_algorithm.is_none() {
            self.digest_algorithm = settings.of_user("digest_algorithm")?;
        }
        if self.certname.is_none() {
            self.certname = settings.of_user("certname")?;
        }
        if self.strict.is_none()
            && let Some(text) = settings.of_user("strict")?
        {
            match Strict::from_str(&text, false) {
                Ok(strict) => self.strict = Some(strict),
                Err(_) => bail!("Invalid value '{text}' for parameter strict. Allowed values are 'off', 'warning', 'error'"),
            }
        }
        if !self.strict_variables && !self.no_strict_variables {
            self.no_strict_variables = is_on(settings, "strict_variables")? == Some(false);
        }
        Ok(())
    }
}

fn is_on(settings: &Settings, name: &str) -> anyhow::Result<Option<bool>> {
    Ok(match settings.of_user(name)?.as_deref() {
        None => None,
        Some("true") => Some(true),
        Some("false") => Some(false),
        Some(other) => bail!("Invalid value '\"{other}\"' for boolean parameter: {name}"),
    })
}

fn listed(text: &str) -> Vec<String> {
    text.split(',').map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}
