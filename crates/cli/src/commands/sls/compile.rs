//! `bunraku compile` of an SLS tree: the low state, as `salt-call --local --out json state.show_lowstate` prints it.

use std::io::{self, Write};

use salt::Compiled;
use serde_json::{Value, json};
use world::RealWorld;

use super::{SaltArgs, Tree, report};
use crate::exit::Exit;

/// Compiles, or prints what is wrong.
pub fn compiled<'w>(world: &'w RealWorld, args: &SaltArgs, names: &[String]) -> anyhow::Result<(Tree<'w>, Compiled, Exit)> {
    let tree = Tree::open(world, args)?;
    let compiled = tree.compile(names);
    let found = tree.files(&compiled);
    let undecided = report::undecided(&found, args.release());
    for text in &undecided {
        eprintln!("bunraku: {text}");
    }
    let decided = report::decided(&found);
    report::text(&mut anstream::stderr(), &decided, args.release(), true)?;
    let exit = match (decided.is_empty(), undecided.is_empty()) {
        (false, _) => Exit::Found,
        (true, false) => Exit::Failed,
        (true, true) => Exit::Clean,
    };
    Ok((tree, compiled, exit))
}

pub fn run(args: &SaltArgs, names: &[String]) -> anyhow::Result<Exit> {
    let (_, compiled, exit) = compiled(&RealWorld, args, names)?;
    if exit != Exit::Clean {
        return Ok(exit);
    }
    let chunks = compiled.steps.iter().filter_map(|it| compiled.chunks.get(it.chunk));
    let low: Vec<Value> = chunks.map(|it| salt::json::low(&compiled.heap, it)).collect();
    let mut text = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, formatter);
    serde::Serialize::serialize(&json!({ "local": low }), &mut serializer)?;
    text.push(b'\n');
    super::super::compile::quietly(io::stdout().lock().write_all(&text))?;
    Ok(Exit::Clean)
}
