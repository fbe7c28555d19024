//! From the manifest to a catalog that can be applied.

use std::io::Read;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use apply::run::ruby::{Manner, Place};
use apply::run::{Folders, Logbook, Ready, With, now, prepare};
use catalog::{Catalog, puppet};
use compiler::{Compiled, NodeFacts};
use environment::DEFAULT_ENVIRONMENT;
use providers::{Level, Record, Sink};

use super::WhatArgs;
use crate::commands::input_file;
use crate::commands::site::{Paths, PlaceArgs, SiteArgs, Source, Strict, show};

/// The catalog that is to be applied, and what it was compiled of. None where there is nothing to apply; then that was reported.
pub fn ready(args: &WhatArgs, folders: &Folders, manner: Manner, logbook: &mut Logbook) -> anyhow::Result<Option<(Ready, Source)>> {
    let environment = args.environment.clone().unwrap_or_else(|| folders.environment.clone());
    let manifest = args.manifests.first();
    if let Some(manifest) = manifest.filter(|it| !it.exists() && args.execute.is_none()) {
        logbook.tell(Level::Err, format!("Could not run: Could not find file {}", manifest.display()));
        return Ok(None);
    }
    if args.manifests.len() > 1 && args.execute.is_none() && args.catalog.is_none() {
        let others: Vec<String> = args.manifests.iter().skip(1).map(|it| it.display().to_string()).collect();
        logbook.tell(Level::Warning, format!("Only one file can be applied per run.  Skipping {}", others.join(", ")));
    }
    if args.root.is_none() && environment != DEFAULT_ENVIRONMENT && !folders.environments.iter().any(|it| it.join(&environment).is_dir()) {
        let place: Vec<String> = folders.environments.iter().map(|it| it.display().to_string()).collect();
        let place = place.join(":");
        let problem = format!(
            "Could not find a directory environment named '{environment}' anywhere in the path: {place}. Does the directory exist?"
        );
        logbook.tell(Level::Err, format!("Could not run: {problem}"));
        return Ok(None);
    }
    let source = source(args, folders, &environment)?;
    let node = source.node()?;
    let modules: Vec<String> = source.site.modulepath.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let (catalog, facts) = match &args.catalog {
        Some(file) => match read(file) {
            // The facts that it was compiled with are not in it.
            Ok(catalog) => (catalog, NodeFacts::default()),
            Err(error) => {
                logbook.tell(Level::Err, format!("Could not run: Could not deserialize catalog from rich_data_json: {error:#}"));
                return Ok(None);
            }
        },
        None => {
            let begun = Instant::now();
            let Some(Compiled { catalog, facts, .. }) = compiled(&source, &node, &environment, logbook)? else { return Ok(None) };
            let seconds = begun.elapsed().as_secs_f64();
            logbook.tell(Level::Notice, format!("Compiled catalog for {node} in environment {environment} in {seconds:.2} seconds"));
            (catalog, facts)
        }
    };
    let with = With {
        place: Place { folders, node: &node, environment: &environment, modules: &modules },
        code: &source.environment,
        facts: &facts,
        os: &|| source.facts.os(),
        ruby: &|place, least| args.ruby.bridge(place, manner, least),
        improved: args.improved,
    };
    Ok(prepare(catalog, &with, logbook).map(|ready| (ready, source)))
}

fn source(args: &WhatArgs, folders: &Folders, environment: &str) -> anyhow::Result<Source> {
    let paths = |text: &String| Paths(text.split(':').filter(|it| !it.is_empty()).map(Into::into).collect());
    let execute = match (&args.execute, args.manifests.first(), &args.catalog) {
        (Some(code), _, _) => Some(code.clone()),
        (None, Some(_), _) => None,
        (None, None, Some(_)) => Some(String::new()),
        (None, None, None) if args.root.is_some() => None,
        (None, None, None) => {
            let mut code = String::new();
            std::io::stdin().lock().read_to_string(&mut code).context("the standard input")?;
            Some(code)
        }
    };
    let place = PlaceArgs {
        root: args.root.clone(),
        node: args.certname.clone(),
        facts: args.facts.clone(),
        os: None,
        include_legacy_facts: false,
        ruby_facts: args.ruby.ruby_facts.clone(),
        ruby_code: args.ruby.ruby_code,
        external_nodes: None,
        environment: args.root.is_none().then(|| environment.to_owned()),
        environmentpath: Some(Paths(folders.environments.clone())),
        modulepath: args.modulepath.as_ref().map(paths),
        basemodulepath: Some(Paths(folders.modules.clone())),
        hiera_config: args.hiera_config.clone(),
        eyaml: Default::default(),
        config_version: true,
        confdir: Some(folders.confdir.clone()),
        strict: args.strict.unwrap_or(Strict::Error),
        strict_variables: !args.no_strict_variables,
    };
    let manifest = args.manifests.first().filter(|_| execute.is_none()).cloned();
    Ok(Source::find(&SiteArgs { manifest, execute, place })?.for_one_node())
}

fn read(file: &Path) -> anyhow::Result<Catalog> {
    let mut text = String::new();
    if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_string(&mut text)?;
    } else {
        text = input_file::read_text(file).with_context(|| show(file))?;
    }
    Ok(puppet::from_json(&text)?)
}

/// The catalog; none where there are errors, the first of which was reported.
fn compiled(source: &Source, node: &str, environment: &str, logbook: &mut Logbook) -> anyhow::Result<Option<Compiled>> {
    for warning in &source.site.warnings {
        logbook.tell(Level::Warning, warning.clone());
    }
    let outcome = source.compile(node)?;
    let missed = source.missed_facts();
    let logs =
        if outcome.errors.is_empty() { &outcome.logs[..] } else { outcome.logs.get(..outcome.logs_before_error).unwrap_or_default() };
    for log in logs {
        let level = Level::of_name(&format!("{:?}", log.level).to_lowercase()).unwrap_or(Level::Notice);
        if level < logbook.least {
            continue;
        }
        let place = log.place.text();
        // Functions that log name their scope; warnings name their place.
        let message = match &log.source {
            None if !place.is_empty() && !log.message.ends_with(&place) => format!("{} {place}", log.message),
            _ => log.message.clone(),
        };
        let mut record = Record::of_run(level, message, now());
        match &log.source {
            Some(source) => record.source.clone_from(source),
            // Warnings of the language have their place with them.
            None if log.place.column.is_some() => {
                record.full = Some(std::mem::replace(&mut record.message, log.message.trim_end_matches(&place).trim_end().to_owned()));
                record.file = log.place.file.as_ref().map(|it| it.to_string().into());
                record.line = log.place.line;
            }
            None => {}
        }
        logbook.record(record);
    }
    if !missed.is_empty() && outcome.errors.is_empty() {
        let message =
            "Could not run: the catalog depends on facts of modules that were not run; --ruby-facts=off applies it without them".to_owned();
        logbook.tell(Level::Err, message);
        return Ok(None);
    }
    if let Some(error) = outcome.errors.first() {
        let mut record = Record::of_run(Level::Err, format!("{} on node {node}", error.full()), now());
        // Messages of the language itself have their place with them.
        if error.is_of_evaluation() || error.is_of_parser() {
            let place = error.shown_place().clone();
            // What was found before anything was evaluated names the environment.
            let lead = match error.is_of_evaluation() {
                true => String::new(),
                false => format!("Could not parse for environment {environment}: "),
            };
            let after = format!("{place} on node {node}");
            record.message = error.message();
            record.full = Some(format!("{lead}{} {}", record.message, after.trim_start()));
            record.file = place.file.as_ref().map(|it| it.to_string().into());
            record.line = place.line;
        }
        logbook.record(record);
        return Ok(None);
    }
    Ok(outcome.catalog)
}
