//! `bunraku plan`: shows what applying a manifest would change.

mod new_files;
pub mod render;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use apply::run::ruby::Manner;
use apply::run::{self as runs, now, uuid};
use providers::Level;
use serde_json::{Value as Json, json};

use super::apply::deferred::Called;
use super::apply::run::{logged as done, options};
use super::apply::{WhatArgs, logbook, plan_source, ready, signals};
use super::compile::quietly;
use super::output_file;
use super::page::Format;
use super::site::show;
use super::sls::SaltArgs;
use crate::exit::Exit;

/// Show what applying a manifest or SLS files would change
///
/// Changes nothing, not even for resources with `noop => false`. Each resource will change, will not change, or is unknown: what
/// follows a command that would run depends on what the command does. With `--salt-root`, plans the states of SLS files as `apply --test`
/// foresees them.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true)]
#[command(after_help = "\
Exit codes:
  0  nothing would change
  1  there is no plan: a wrong option or file, a compile error, a dependency cycle, a signal
  2  something would or may change or be refreshed
  4  something would fail
  6  something would change and something would fail")]
pub struct Args {
    #[command(flatten)]
    what: WhatArgs,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Write the plan for `bunraku apply --plan FILE`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Also list unchanged resources
    #[arg(short, long)]
    verbose: bool,

    #[command(flatten)]
    salt: SaltArgs,
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    args.salt.configure()?;
    signals::listen_to_end();
    if args.salt.is_used() {
        return super::compile::with_stack(move || plan_states(&args));
    }
    super::compile::with_stack(move || plan(&mut args))
}

fn plan_states(args: &Args) -> anyhow::Result<Exit> {
    let options = args.what.without_meaning_for_states();
    if !options.is_empty() {
        eprintln!("bunraku: with --salt-root, plan does not support {}", options.join(", "));
        return Ok(Exit::Found);
    }
    super::sls::plan::run(&args.salt, &args.what.manifests, args.format, args.verbose, args.out.as_deref())
}

fn plan(args: &mut Args) -> anyhow::Result<Exit> {
    let settings = args.what.folders.settings()?;
    args.what.configure(&settings)?;
    let folders = args.what.folders.find()?;
    // The plan goes to the standard output; of the compilation, only warnings and errors are shown.
    let mut logbook = logbook::open(Level::Warning, &logbook::Options { color: &args.what.color, ..Default::default() })?;
    let Some((ready, source)) = ready::ready(&args.what, &folders, Manner { noop: true, show_diff: false }, &mut logbook)? else {
        return Ok(Exit::Found);
    };
    // What is only shown may be seen by many: it has no digest of anything that is secret.
    let salt = args.out.as_ref().map(|_| uuid());
    let called = Called { source: &source, node: &ready.node };
    let texts = new_files::texts(&ready.applied.catalog);
    let planned = runs::plan(&options(&args.what), &folders, &ready, &called, salt.clone());
    let Some((mut planned, _)) = done(planned, &mut logbook)? else { return Ok(Exit::Found) };
    new_files::show(&mut planned, &texts);
    let mut data = planned.to_json();
    if let Some(data) = data.as_object_mut() {
        data.insert("host".to_owned(), json!(ready.node));
        data.insert("environment".to_owned(), json!(ready.environment));
        data.insert("time".to_owned(), json!(now().timestamp().to_string()));
        data.insert("salt".to_owned(), json!(salt));
        data.extend(plan_source::members(&args.what).map(|(name, it)| (name.to_owned(), it)));
    }
    if let Some(path) = &args.out {
        store(path, &data)?;
    }
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&data)? + "\n",
        Format::Text => render::text(&planned, args.verbose),
        Format::Markdown => render::page(&planned, &ready.node, args.verbose).markdown(),
        Format::Html => render::page(&planned, &ready.node, args.verbose).html(),
    };
    quietly(io::stdout().lock().write_all(text.as_bytes()))?;
    Ok(Exit::Code(planned.exit_code()))
}

/// Writes a plan that can be applied. It shows what files hold: only its owner can read it.
pub fn store(path: &Path, data: &Json) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(data)? + "\n";
    output_file::write(path, &text, 0o600).with_context(|| show(path))
}
