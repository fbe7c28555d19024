//! `bunraku compile` of an SLS tree: the low state, as `salt-call --local --out json state.show_lowstate` prints it, or a list of the
//! states as they run.

use std::io::{self, BufWriter, Write};
use std::mem::ManuallyDrop;
use std::path::Path;

use salt::Compiled;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::PrettyFormatter;
use world::RealWorld;

use super::{SaltArgs, Tree, report};
use crate::commands::compile::{BUFFER, Format, quietly, write_file};
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
    report::print_undecided(&found, args, &tree.minion);
    let decided = report::decided(&found);
    report::text(&mut anstream::stderr(), &decided, &compiled, args.release(), true)?;
    let exit = match (decided.is_empty(), undecided.is_empty()) {
        (false, _) => Exit::Found,
        (true, false) => Exit::Failed,
        (true, true) => Exit::Clean,
    };
    Ok((tree, compiled, exit))
}

pub fn run(args: &SaltArgs, names: &[String], format: Format, output: Option<&Path>) -> anyhow::Result<Exit> {
    let (tree, compiled, exit) = compiled(&RealWorld, args, names)?;
    // The process ends: giving each part of it back takes longer than leaving them.
    let (_, compiled) = (ManuallyDrop::new(tree), ManuallyDrop::new(compiled));
    if exit != Exit::Clean {
        return Ok(exit);
    }
    for text in report::unknown_values(&compiled) {
        eprintln!("bunraku: {text}");
    }
    match output {
        Some(path) => write_file(path, |out| write(out, format, &compiled))?,
        None => quietly(write(&mut io::stdout().lock(), format, &compiled))?,
    }
    Ok(Exit::Clean)
}

/// Writes the states through a buffer of one type, so that the program has the code for JSON once for files and standard output.
fn write(out: &mut dyn Write, format: Format, compiled: &Compiled) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, out);
    match format {
        Format::Json => {
            let formatter = PrettyFormatter::with_indent(b"    ");
            Serialize::serialize(&Local { local: Low(compiled) }, &mut Serializer::with_formatter(&mut out, formatter))?;
            writeln!(out)?;
        }
        Format::Jsonl => {
            serde_json::to_writer(&mut out, &Local { local: Low(compiled) })?;
            writeln!(out)?;
        }
        Format::List => out.write_all(list(compiled).as_bytes())?,
    }
    out.flush()
}

/// The states as Salt prints them: below `local`, the minion itself.
#[derive(Serialize)]
struct Local<'c> {
    local: Low<'c>,
}

/// The states in their order, each made as JSON when it is written.
struct Low<'c>(&'c Compiled);

impl Serialize for Low<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Low(compiled) = self;
        let chunks = compiled.steps.iter().filter_map(|it| compiled.chunks.get(it.chunk));
        serializer.collect_seq(chunks.map(|chunk| salt::json::Low { heap: &compiled.heap, chunk }))
    }
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
