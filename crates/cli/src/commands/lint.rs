//! `bunraku lint`: what puppet-lint does, with its options, its files of options and its exit codes.

mod files;
mod heredoc_guard;
mod report;

use std::path::Path;

use lint::{Options, Report, State};
use rayon::prelude::*;
use world::{RealWorld, World};

use super::check::fix::save;
use crate::exit::Exit;
use files::{Input, Text};
pub use report::help;

/// Run the checks of puppet-lint, with its options
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    /// Options and paths
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<String>,
}

/// Files with options are short.
const LONGEST_FILE: u64 = 1 << 20;

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let world = RealWorld;
    let (options, paths) = match options(&world, &args.arguments) {
        Ok(read) => read,
        Err(error) => return refuse(&error.to_string()),
    };
    if options.help {
        return tell(&help());
    }
    if options.version {
        return tell(&format!("puppet-lint 4.3.0 (bunraku {})\n", env!("BUNRAKU_VERSION")));
    }
    if options.list_checks {
        return tell(&lint::checks::ALL.iter().map(|check| format!("{}\n", check.name)).collect::<String>());
    }
    if let Some(refused) = options.refused.first() {
        return refuse(&format!("{refused}; `--list-checks` lists those that are built in"));
    }
    let Some(first) = paths.first() else { return refuse("no file specified") };
    let current = world.current_dir()?;
    // Names of files are printed where there may be several, be all but one left out.
    let (inputs, count) = files::find(&world, &current, &paths, &options);
    let done: Vec<Done> = inputs.par_iter().map(|input| one(&world, input, &options)).collect();

    let mut printer = report::Printer::new(&options, &current, Path::new(first), count);
    let mut exit = Exit::Clean;
    for (input, done) in inputs.iter().zip(&done) {
        for warning in &done.report.warnings {
            eprintln!("{warning}");
        }
        if let Some(failure) = &done.failure {
            eprintln!("bunraku: {failure}");
            exit = Exit::Found;
        }
        printer.file(input, &done.text, &done.report);
        let is_open = |severity| done.report.problems.iter().any(|it| it.state == State::Open && it.severity == severity);
        if is_open(lint::Severity::Error) || (options.fail_on_warnings && is_open(lint::Severity::Warning)) {
            exit = Exit::Found;
        }
    }
    let (text, climate) = printer.finish();
    if let (Some(file), Some(climate)) = (&options.code_climate_file, climate) {
        std::fs::write(file, climate)?;
    }
    tell(&text)?;
    Ok(exit)
}

/// Result of a file.
struct Done {
    text: String,
    report: Report,
    failure: Option<String>,
}

fn one(world: &dyn World, input: &Input, options: &Options) -> Done {
    let text = match files::read(world, &input.path) {
        Ok(Text::Manifest(text)) => text,
        Ok(Text::Other) => String::new(),
        Err(error) => return Done { text: String::new(), report: Report::default(), failure: Some(error.to_string()) },
    };
    let source = lint::Source { text: &text, path: &input.path, full_path: &input.full_path };
    if !options.fix {
        return Done { report: lint::lint(source, &options.configuration), failure: None, text };
    }
    let report = lint::fix(source, &options.configuration);
    if report.fixed.as_ref().is_some_and(|fixed| *fixed != text && !heredoc_guard::keeps_heredocs(&text, fixed)) {
        let failure = format!("{}: the fixes would move part of a heredoc and break the manifest: unchanged", input.path);
        return Done { report: lint::lint(source, &options.configuration), failure: Some(failure), text };
    }
    let failure = match &report.fixed {
        Some(fixed) if *fixed != text => save::save(Path::new(&input.path), fixed).err().map(|error| format!("{}: {error}", input.path)),
        _ => None,
    };
    Done { text, report, failure }
}

/// The options of the files and the command line, and the paths.
fn options(world: &dyn World, arguments: &[String]) -> anyhow::Result<(Options, Vec<String>)> {
    let load = |path: &str| {
        let bytes = world.read(Path::new(path), LONGEST_FILE).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let mut options = Options {
        code_climate_file: world.env("CODECLIMATE_REPORT_FILE").and_then(|it| it.into_string().ok()),
        github_actions: world.env("GITHUB_ACTION").is_some(),
        ..Options::default()
    };
    if !arguments.iter().any(|it| it == "--no-config") {
        let home = world.env("HOME").map(std::path::PathBuf::from);
        let current = world.current_dir()?;
        options.read_files(&current, home.as_deref(), &load).map_err(|(file, mistake)| anyhow::anyhow!("{file}: {mistake}"))?;
    }
    let paths = options.read(arguments, &load)?;
    Ok((options, paths))
}

fn refuse(message: &str) -> anyhow::Result<Exit> {
    eprintln!("bunraku: {message}\nbunraku: try 'bunraku lint --help' for more information");
    Ok(Exit::Found)
}

fn tell(text: &str) -> anyhow::Result<Exit> {
    use std::io::Write;
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Clean),
    }
}
