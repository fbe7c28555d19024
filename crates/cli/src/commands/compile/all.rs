//! `bunraku compile --all-nodes`: every node of a site, side by side. What is parsed is parsed once for all of them.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Context;
use catalog::Catalog;
use compiler::{EvalError, Log, NodeName, Outcome};
use rayon::prelude::*;

use super::{Args, Format, quietly, write, write_file};
use crate::commands::reporter::Reporter;
use crate::commands::site::{FactSets, Source, show};
use crate::exit::Exit;

/// Evaluation takes more where it needs more.
const STACK: usize = 16 << 20;

/// How many nodes are compiled before their catalogs are written.
const TOGETHER: usize = 64;

/// The name of the node that stands for all that have no definition of their own.
const DEFAULT: &str = "default";

pub fn compile(args: &Args, source: &Source, reporter: &mut Reporter) -> anyhow::Result<Exit> {
    let nodes = nodes(source)?;
    if nodes.is_empty() {
        anyhow::bail!("no node is known: give the name of one with --node, or facts of nodes with --facts");
    }
    if let Some(folder) = &args.output {
        std::fs::create_dir_all(folder).with_context(|| show(folder))?;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).stack_size(STACK);
    let pool = pool.build().context("cannot start threads")?;

    let mut messages = Messages::default();
    let (mut failed, mut refused) = (0, 0);
    let mut out = io::BufWriter::new(io::stdout().lock());
    // A few at a time: catalogs are large.
    for some in nodes.chunks(TOGETHER) {
        let outcomes: Vec<anyhow::Result<Outcome>> = pool.install(|| some.par_iter().map(|node| compiled(source, node)).collect());
        for (node, outcome) in some.iter().zip(outcomes) {
            let outcome = match outcome {
                Ok(outcome) => outcome,
                Err(error) => {
                    failed += 1;
                    eprintln!("bunraku: {node}: {error:#}");
                    continue;
                }
            };
            match &outcome.catalog {
                Some(catalog) => print(args, &mut out, node, &catalog.catalog)?,
                None => refused += 1,
            }
            outcome.logs.into_iter().for_each(|log| messages.log(log));
            outcome.errors.into_iter().for_each(|error| messages.error(error, node));
        }
    }
    quietly(out.flush())?;
    drop(out);
    for log in &messages.logs {
        quietly(reporter.log(log))?;
    }
    for (error, nodes) in &messages.errors {
        quietly(reporter.error(error, nodes))?;
    }
    eprintln!("{}", summary(nodes.len(), refused, failed));
    Ok(if failed > 0 {
        Exit::Failed
    } else if refused > 0 {
        Exit::Found
    } else {
        Exit::Clean
    })
}

/// A defect of ours at one node must not take the catalogs of the others with it.
fn compiled(source: &Source, node: &str) -> anyhow::Result<Outcome> {
    catch_unwind(AssertUnwindSafe(|| source.compile(node)))
        .unwrap_or_else(|_| Err(anyhow::anyhow!("a defect in bunraku: please report it")))
}

fn print(args: &Args, out: &mut impl Write, node: &str, catalog: &Catalog) -> anyhow::Result<()> {
    match &args.output {
        Some(folder) => {
            let ending = if args.format == Format::List { "txt" } else { "json" };
            write_file(&folder.join(format!("{}.{ending}", file_name(node))), |out| write(out, args.format, catalog))
        }
        // A document for each: with lines of their own they can be distinguished.
        None => {
            let format = if args.format == Format::Json { Format::Jsonl } else { args.format };
            Ok(quietly(write(out, format, catalog))?)
        }
    }
}

/// Those that the manifest names, then those that there are facts of. A pattern names none, and the default is a node of that name.
pub fn nodes(source: &Source) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for name in compiler::node_names(&source.environment, &source.code) {
        match name {
            NodeName::Name(name) => names.push(name),
            NodeName::Default => names.push(DEFAULT.to_owned()),
            NodeName::Pattern(_) => {}
        }
    }
    // Facts of one node stand for those of all.
    if names.is_empty() || matches!(source.facts, FactSets::Folder(_)) {
        for name in source.facts.nodes()? {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok(names)
}

/// Messages, each once.
#[derive(Default)]
struct Messages<'n> {
    logs: Vec<Log>,
    errors: Vec<(EvalError, Vec<&'n str>)>,
}

impl<'n> Messages<'n> {
    fn log(&mut self, log: Log) {
        if !self.logs.contains(&log) {
            self.logs.push(log);
        }
    }

    fn error(&mut self, error: EvalError, node: &'n str) {
        match self.errors.iter_mut().find(|(it, _)| *it == error) {
            Some((_, nodes)) => nodes.push(node),
            None => self.errors.push((error, vec![node])),
        }
    }
}

fn summary(nodes: usize, refused: usize, failed: usize) -> String {
    let plural = |n: usize, word: &str| if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") };
    let mut text = format!("compiled {} of {}", nodes - refused - failed, plural(nodes, "node"));
    if refused > 0 {
        text.push_str(&format!("; {refused} with errors"));
    }
    if failed > 0 {
        text.push_str(&format!("; {failed} could not be read"));
    }
    text
}

/// Names of nodes come from outside: none leads out of the folder.
fn file_name(node: &str) -> String {
    let safe: String = node.chars().map(|it| if it.is_alphanumeric() || matches!(it, '.' | '-' | '_') { it } else { '_' }).collect();
    if safe.trim_matches('.').is_empty() { "_".to_owned() } else { safe }
}
