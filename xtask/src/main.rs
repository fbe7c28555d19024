//! Tasks of the repository that are not tests: `cargo xtask help` lists them.

mod answers;
mod bench;
mod bench_lsp;
mod cases;
mod classes;
mod codegen;
mod compare;
mod corpus;
mod differences;
mod digest;
mod dist;
mod examples;
mod factsets;
mod formatting;
mod fuzz;
mod lints;
mod mutants;
mod mutate;
mod program;
mod record;
mod recordings;
mod ruby_version;
mod salt_mutants;
mod sites;
mod templates;
mod tidy;
mod truth;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// As in the program: templates are measured here.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Task = fn(&Path, &[String]) -> Result<(), String>;

/// Every task: its name, its arguments, what it does, and the function that does it.
const TASKS: &[(&str, &str, &str, Task)] = &[
    (
        "bench",
        "[[--apply|--compile|--lint] [--runs N] | --instructions [--check|--accept]]",
        "compare the speed with real Puppet, or count instructions",
        bench::run,
    ),
    (
        "bench-lsp",
        "[--bunraku PATH] [--accept] [FILE]",
        "measure how long an editor waits, and compare its findings with `check`",
        bench_lsp::run,
    ),
    ("codegen", "[--check]", "generate syntax kinds and typed trees from the grammar; with --check fail if they are stale", codegen_task),
    ("dist", "[--target TRIPLE].. [--vsix] | --check | --licences", "build archives, packages and extensions (docs/release.md)", dist::run),
    ("examples", "[--bunraku PATH]", "check the examples with real Puppet and with Bunraku", examples::run),
    ("factsets", "[--check]", "pack data/factsets for the program; with --check fail if the pack is stale", factsets::run),
    (
        "formatting",
        "[SEED COUNT] [--live [--sample HASH]]",
        "check that the formatter keeps the meaning, and that a second run changes nothing",
        formatting::run,
    ),
    ("fuzz", "TARGET SECONDS", "run a fuzz target; `fuzz --list` lists the targets", fuzz::run),
    ("mutate", "SEED COUNT", "compare real Puppet and Bunraku on texts changed at random", mutate::run),
    ("record", "[SUBJECT|SUITE[/SUBJECT]..]", "record real Puppet's answers to the cases and the corpus", record::run),
    ("tidy", "", "check the repository: layers, names, pages, words, licences", tidy::run),
    ("truth", "[--all|--live|..]", "compare Bunraku with the recordings of real Puppet: `truth --help`", truth::run),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(task) = args.first().and_then(|name| TASKS.iter().find(|t| t.0 == name.as_str())) else {
        eprintln!("cargo xtask TASK\n");
        for (name, arguments, what, _) in TASKS {
            eprintln!("  {name:<12} {what}");
            if !arguments.is_empty() {
                eprintln!("  {:<12} cargo xtask {name} {arguments}", "");
            }
        }
        return ExitCode::from(2);
    };
    match (task.3)(&root(), &args[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn codegen_task(root: &Path, args: &[String]) -> Result<(), String> {
    codegen::run(root, args.iter().any(|a| a == "--check"))
}

/// The top folder of the repository.
fn root() -> PathBuf {
    // Cargo says where it is. A program that is run by itself looks upwards from where it is run.
    if let Some(manifest) = std::env::var_os("CARGO_MANIFEST_DIR") {
        return Path::new(&manifest).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf);
    }
    let here = std::env::current_dir().unwrap_or_default();
    let found = here.ancestors().find(|it| it.join("xtask/Cargo.toml").is_file());
    found.map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}
