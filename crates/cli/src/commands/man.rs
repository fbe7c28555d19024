//! `bunraku man`: the manual, as `man` reads it.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_mangen::roff::{Roff, roman};

use crate::exit::Exit;

/// Print a command's manual page, or write all of them
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The command; without one, the page of `bunraku` itself
    pub command: Option<String>,

    /// Write every page into this folder, as packages do
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub all: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let pages = pages();
    if let Some(folder) = args.all {
        write(&folder, &pages)?;
        return Ok(Exit::Clean);
    }
    let name = args.command.map_or_else(|| "bunraku".to_owned(), |it| format!("bunraku-{it}"));
    let Some((_, page)) = pages.iter().find(|(it, _)| *it == name) else {
        anyhow::bail!("there is no command `{}`", name.trim_start_matches("bunraku-"));
    };
    super::compile::quietly(std::io::stdout().lock().write_all(page))?;
    Ok(Exit::Clean)
}

fn write(folder: &Path, pages: &[(String, Vec<u8>)]) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for (name, page) in pages {
        let file = folder.join(format!("{name}.1"));
        std::fs::write(&file, page).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

/// Each command that help lists, with its page.
fn pages() -> Vec<(String, Vec<u8>)> {
    let mut whole = crate::args::Args::command();
    // Gives every command its full name.
    whole.build();
    let parts = whole.get_subcommands().filter(|it| !it.is_hide_set()).map(|it| page(it.clone()));
    std::iter::once(page(whole.clone())).chain(parts).collect()
}

fn page(command: Command) -> (String, Vec<u8>) {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    // The commit is shown by `--version`; the date of a page is unknown, and would make each build different.
    let version = env!("CARGO_PKG_VERSION");
    let page = clap_mangen::Man::new(command.version(version)).manual("Bunraku").source(format!("bunraku {version}"));
    let mut text = Vec::new();
    // Writing into memory does not fail.
    let _ = page.render(&mut text);
    if name == "bunraku-lint" {
        text.extend(options_of_lint());
    }
    (name, text)
}

/// The options of `bunraku lint` are puppet-lint's, which are read by themselves.
fn options_of_lint() -> Vec<u8> {
    let mut page = Roff::new();
    page.control("SH", ["OPTIONS"]);
    page.control("nf", []);
    for line in super::lint::help().lines() {
        page.text([roman(line)]);
    }
    page.control("fi", []);
    page.render().into_bytes()
}
