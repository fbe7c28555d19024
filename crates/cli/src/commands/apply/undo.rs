//! `bunraku undo`: what a run has changed is taken back.

mod printed;

use apply::run::{Error, undo};
use providers::Level;

use super::folders::FolderArgs;
use super::logbook;
use crate::args::Format;
use crate::exit::Exit;

/// Take back what a run has changed
///
/// Files, links, folders that were made, entries, settings and properties of accounts, the last one first. All is looked at before
/// anything is changed: where something is not as the run has left it, nothing is taken back. What commands, packages and refreshes
/// have done stays, and is told. Taking back is a run of its own, which can be taken back, too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  all is as it was before the run
  1  there is no such run, or nothing is kept of it, or it could not be read, or another run is in progress
  4  something could not be taken back, and was told")]
pub struct Args {
    /// The run, as `bunraku history` calls it, or how its name begins; `last` is the last one that is not taken back yet
    #[arg(value_name = "RUN")]
    run: String,

    /// Change nothing, and tell what would be taken back
    #[arg(long)]
    noop: bool,

    /// Leave what was changed since as it is, or what cannot be set, and take back the rest
    #[arg(long)]
    partial: bool,

    /// How it is told what became of each resource; with `json`, messages go to the standard error
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Tell more
    #[arg(short, long)]
    verbose: bool,

    /// Colours of messages: true, false, or when the output is a terminal
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
