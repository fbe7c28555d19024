//! `bunraku compile` of an SLS tree: the low state, as `salt-call --local --out json state.show_lowstate` prints it, or a list of the
//! states as they run.

use std::io::{self, Write};
use std::path::Path;

use salt::Compiled;
use serde_json::{Value, json};
use world::RealWorld;

use super::{SaltArgs, Tree, report};
use crate::commands::compile::{Format, quietly, write_file};
use crate::exit::Exit;

/// Compiles, or prints what is wrong.
pub fn compiled<'w>(world: &'w RealWorld, args: &SaltArgs, names: &[String]) -> anyhow::Result<(Tree<'w>, Compiled, Exit)> {
    let tree = Tree::open(world, args)?;
    if let Some(refused) = &tree.refused {
        eprintln!("bunraku: {refused}");
    }
    let compiled = tree.compile(names);
    let found = tree.files(&compiled);
    let undecided = report::undecided(&found, args.release());
    report::print_undecided(&found, args);
    let decided = report::decided(&found);
    report::text(&mut anstream::stderr(), &decided, args.release(), true)?;
    let exit = match (decided.is_empty(), undecided.is_empty()) {
        (false, _) => Exit::Found,
        (true, false) => Exit::Failed,
        (true, true) => Exit::Clean,
    };
    Ok((tree, compiled, exit))
}

pub fn run(args: &SaltArgs, names: &[String], format: Format, output: Option<&Path>) -> anyhow::Result<Exit> {
    let (_, compiled, exit) = compiled(&RealWorld, args, names)?;
    if exit != Exit::Clean {
        return Ok(exit);
    }
    let text = match format {
        Format::Json => low(&compiled, true)?,
        Format::Jsonl => low(&compiled, false)?,
        Format::List => list(&compiled),
    };
    match output {
        Some(path) => write_file(path, |out| out.write_all(text.as_bytes()))?,
        None => quietly(io::stdout().lock().write_all(text.as_bytes()))?,
    }
    Ok(Exit::Clean)
}

/// Salt's JSON.
fn low(compiled: &Compiled, is_indented: bool) -> anyhow::Result<String> {
    let chunks = compiled.steps.iter().filter_map(|it| compiled.chunks.get(it.chunk));
    let low: Vec<Value> = chunks.map(|it| salt::json::low(&compiled.heap, it)).collect();
    let low = json!({ "local": low });
    if !is_indented {
        return Ok(low.to_string() + "\n");
    }
    let mut text = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, formatter);
    serde::Serialize::serialize(&low, &mut serializer)?;
    Ok(String::from_utf8(text)? + "\n")
}

/// A line for each state as it runs, with its place.
fn list(compiled: &Compiled) -> String {
    let mut out = String::new();
    for chunk in compiled.in_order().filter_map(|it| compiled.chunks.get(it)) {
        let place = report::place(&compiled.files, chunk.at).map(|it| format!("\t{it}")).unwrap_or_default();
        out.push_str(&format!("{}.{}\t{}{place}\n", chunk.state, chunk.fun, chunk.name_text()));
    }
    out
}
