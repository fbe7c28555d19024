//! `bunraku undo`: undoes the changes of a run.

mod printed;

use apply::Error;
use apply::run::undo;
use providers::Level;

use super::folders::FolderArgs;
use super::logbook;
use crate::args::Format;
use crate::exit::Exit;

/// Undo what a run changed
///
/// Restores files, links, created folders, entries, settings and account properties, last change first. Bunraku checks everything
/// before it changes anything: if something changed since the run, nothing is undone. Effects of commands, packages and refreshes
/// remain, and are listed. An undo is a run of its own, which can be undone too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  everything is as before the run
  1  no such run, nothing stored about it, it cannot be read, or another run is in progress
  4  something could not be undone, and was reported")]
pub struct Args {
    /// Run ID from `bunraku history`, or its beginning; `last` is the latest run that is not undone
    #[arg(value_name = "RUN")]
    run: String,

    /// Change nothing; show what would be undone
    #[arg(long)]
    noop: bool,

    /// Skip what has changed since or cannot be restored; undo the rest
    #[arg(long)]
    partial: bool,

    /// Output format; with `json`, messages go to standard error
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Show informational messages
    #[arg(short, long)]
    verbose: bool,

    /// Color messages: true, false, or auto (on a terminal)
    #[arg(long, value_name = "WHEN", num_args = 0..=1, default_value = "auto", default_missing_value = "true")]
    color: String,

    #[command(flatten)]
    folders: FolderArgs,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let state = args.folders.find()?.state;
    let least = if args.verbose { Level::Info } else { Level::Notice };
    let options = logbook::Options { color: &args.color, is_aside: args.format == Format::Json, ..Default::default() };
    let mut logbook = logbook::open(least, &options)?;
    let request = undo::Request { run: &args.run, noop: args.noop, is_partial: args.partial };
    let ended = match undo::run(&request, &state, &mut logbook) {
        Ok(ended) => ended,
        Err(Error::Busy(problem) | Error::Refused(problem)) => {
            logbook.tell(Level::Err, problem);
            return Ok(Exit::Found);
        }
        Err(error) => return Err(error.into()),
    };
    if args.format == Format::Json {
        printed::print(&ended)?;
    }
    Ok(if ended.exit_code == 0 { Exit::Clean } else { Exit::Code(ended.exit_code) })
}
