//! `bunraku apply` of an SLS tree: its states run on this machine by Salt's rules, with `salt-call`'s output and exit codes.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::time::Duration;

use apply::Error;
use apply::run::{self as runs, lock, machine};
use clap::ValueEnum;
use salt::Release;
use serde_json::{Value, json};
use states::{Files, Journal, Returns, Run, refusals};
use world::RealWorld;

use super::{SaltArgs, Tree, plan, report, stored};
use crate::commands::apply::{Args, signals};
use crate::commands::compile::quietly;
use crate::exit::Exit;

/// How the results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The summary of a highstate
    #[default]
    Text,
    /// As `salt-call --out json`
    Json,
}

/// How an SLS tree is applied.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ApplyArgs {
    /// With `--salt-root` or a plan of states: output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Salt")]
    pub format: Format,

    /// With `--salt-root` or a plan of states: exit with 2 instead of 1 if a state failed
    #[arg(long, help_heading = "Salt")]
    pub retcode_passthrough: bool,
}

impl ApplyArgs {
    pub fn is_used(&self) -> bool {
        self.format != Format::Text || self.retcode_passthrough
    }
}

pub fn run(args: &mut Args) -> anyhow::Result<Exit> {
    let options = args.without_meaning_for_states();
    if !options.is_empty() {
        eprintln!("bunraku: with --salt-root, apply does not support {}", options.join(", "));
        return Ok(Exit::Found);
    }
    if let Some(plan) = args.stored.as_ref()
        && let Err(problem) = stored::restore(plan, &mut args.salt, &mut args.what.manifests)
    {
        eprintln!("bunraku: {problem}");
        return Ok(Exit::Found);
    }
    let mut folders = args.what.folders.find()?;
    // States have no other.
    folders.environment = "base".to_owned();
    let _forgotten = if args.no_state { Some(folders.forget()?) } else { None };
    folders.make()?;
    let _lock = match lock::take(&folders.state, Duration::from_secs(args.waitforlock)) {
        Ok(lock) => lock,
        Err(Error::Busy(problem) | Error::Refused(problem)) => {
            eprintln!("bunraku: {problem}");
            return Ok(Exit::Found);
        }
        Err(error) => return Err(error.into()),
    };
    let mut salt = args.salt.clone();
    salt.is_exact = true;
    let world = RealWorld;
    let tree = Tree::open(&world, &salt)?;
    let options = states::Options { jobs: args.jobs, ..tree.run_options(args.noop || args.test) };
    let test = options.test;
    let names = super::names(args.what.manifests.first(), &texts(args.what.manifests.get(1..).unwrap_or_default()));
    let compiled = tree.compile(&names);
    let templates = tree.templates();
    let files = Files { world: tree.site.world, tree: &tree.site.tree, templates: &templates };
    if let Some(exit) = refused(&args.salt, args.sls.format, &tree, &compiled, &files)? {
        return Ok(exit);
    }
    if let Some(plan) = &args.stored {
        let Some(foreseen) = plan::foreseen(&tree, &compiled, &files) else { return Ok(Exit::Found) };
        let moved = stored::moved(plan, &foreseen, &salt, &tree, &compiled, &files);
        if let Some(refusal) = plan.refusal(&moved) {
            eprintln!("bunraku: {refusal}");
            return Ok(Exit::Found);
        }
    }
    let (mut system, left) = machine(&folders)?;
    for name in left {
        eprintln!("bunraku: removed {name}, which an earlier run had to leave unfinished");
    }
    signals::applying();
    let begun = runs::now();
    let name = runs::uuid();
    let undo = runs::folder_for_undo(&folders.state, &name).ok().filter(|_| !test);
    let mut journal = undo.map(|it| Journal::new(it, runs::Writer::new(&folders.state, &name, None)));
    let returns = Run::new(&compiled, &options, &files, &mut system, &mut |_, _| {}).recorded(journal.as_mut()).run();
    if let Some(journal) = journal {
        journal.finish();
    }
    print(args.sls.format, &returns, args.salt.release())?;
    let problems = system.settle();
    for (path, error) in &problems {
        eprintln!("bunraku: could not bring {path} to the disk: {error}");
    }
    let signal = ::machine::System::interrupted(&system);
    if let Some(signal) = signal {
        eprintln!("bunraku: {signal} has ended the run; what was left is skipped");
    }
    let has_failed = returns.values().any(states::Return::is_failed);
    let exit = match () {
        () if has_failed && args.sls.retcode_passthrough && signal.is_none() => Exit::Failed,
        () if has_failed || !problems.is_empty() || signal.is_some() => Exit::Found,
        () => Exit::Clean,
    };
    let statuses = states::statuses(&returns, &compiled, &begun);
    runs::record(&folders, name, begun, (test, signal.is_none()), statuses, exit.code());
    Ok(exit)
}

/// Paths as they were written: names of SLS files stand where others have manifests.
pub fn texts(paths: &[std::path::PathBuf]) -> Vec<String> {
    paths.iter().map(|it| it.to_string_lossy().into_owned()).collect()
}

/// How the command ends where nothing can be applied; then why is printed.
pub fn refused(
    args: &SaltArgs,
    format: Format,
    tree: &Tree<'_>,
    compiled: &salt::Compiled,
    files: &Files<'_>,
) -> anyhow::Result<Option<Exit>> {
    let found = tree.files(compiled);
    let undecided = report::undecided(&found, args.release());
    let decided = report::decided(&found);
    if format == Format::Json && !decided.is_empty() {
        let errors: Vec<Value> = decided.iter().map(|it| json!(it.1.problem.render(args.release()))).collect();
        print_json(&json!({ "local": errors }))?;
    } else {
        report::text(&mut anstream::stderr(), &decided, compiled, args.release(), true)?;
    }
    report::print_undecided(&found, args, &tree.minion);
    if !(decided.is_empty() && undecided.is_empty()) {
        return Ok(Some(Exit::Found));
    }
    let refusals: BTreeSet<String> = refusals(compiled, files)
        .into_iter()
        .map(|it| format!("{}{}", report::place(&compiled.files, it.at).map(|at| format!("{at}: ")).unwrap_or_default(), it.message))
        .collect();
    if refusals.is_empty() {
        return Ok(None);
    }
    eprintln!("bunraku: nothing was applied:");
    for text in refusals {
        eprintln!("  {text}");
    }
    eprintln!(
        "bunraku: help: give unknown values with `--pillar` and `--grains`; name SLS files without the other states, or apply these with \
         `salt-call --local state.apply`"
    );
    Ok(Some(Exit::Found))
}

fn print(format: Format, returns: &Returns, release: Release) -> anyhow::Result<()> {
    let rules = if release.has_graph() { String::new() } else { format!("Rules of Salt: {}\n", release.name()) };
    match format {
        Format::Text => quietly(io::stdout().lock().write_all((states::text(returns) + &rules).as_bytes()))?,
        // The output is that of `salt-call`, which has no place for it.
        Format::Json => {
            print_json(&states::json(returns))?;
            eprint!("{rules}");
        }
    }
    Ok(())
}

fn print_json(value: &Value) -> anyhow::Result<()> {
    let mut text = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    serde::Serialize::serialize(value, &mut serde_json::Serializer::with_formatter(&mut text, formatter))?;
    text.push(b'\n');
    quietly(io::stdout().lock().write_all(&text))?;
    Ok(())
}
