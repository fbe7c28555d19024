//! `bunraku history`: what earlier runs have changed, and why.

use std::io::{self, Write};

use apply::run::history;
use serde_json::Value as Json;

use super::folders::FolderArgs;
use crate::args::Format;
use crate::commands::compile::quietly;
use crate::exit::Exit;

/// List what earlier runs changed, and why
///
/// The newest run comes first; `--format json` prints the oldest first. Times are local.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  there are runs or changes to show
  1  nothing was applied yet, or the resource never changed
  2  the history cannot be read")]
pub struct Args {
    /// Show only this resource, for example `Service[ntp]`
    #[arg(value_name = "RESOURCE")]
    resource: Option<String>,

    /// Number of runs to show, the latest ones
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    last: usize,

    /// Output format; `json` prints JSON lines
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    folders: FolderArgs,
}

/// Whether a change was intended or corrective, for people. Runs of earlier versions do not say it, and failures are neither.
pub fn kind(change: &Json) -> &'static str {
    match (change["status"].as_str(), change["property"].is_string(), change["corrective"].as_bool()) {
        (Some("success" | "noop"), true, Some(true)) => " (corrective)",
        (Some("success" | "noop"), true, Some(false)) => " (intended)",
        _ => "",
    }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let state = args.folders.find()?.state;
    let Some(history::Runs { mut runs, damaged }) = history::read(&state)? else {
        eprintln!("bunraku: no runs are stored in {}", state.display());
        return Ok(Exit::Found);
    };
    for line in damaged {
        eprintln!("bunraku: {}: line {line} is damaged; it is skipped", history::path(&state).display());
    }
    if let Some(name) = &args.resource {
        for run in &mut runs {
            if let Some(all) = run["resources"].as_array_mut() {
                all.retain(|it| it["resource"].as_str().is_some_and(|it| it.eq_ignore_ascii_case(name)));
            }
        }
        runs.retain(|it| it["resources"].as_array().is_some_and(|it| !it.is_empty()));
    }
    let start = runs.len().saturating_sub(args.last);
    let runs = runs.get(start..).unwrap_or_default();
    let mut out = io::stdout().lock();
    let is_json = args.json || args.format == Format::Json;
    if is_json {
        for run in runs {
            quietly(writeln!(out, "{run}"))?;
        }
    } else {
        // People look for what happened last.
        for run in runs.iter().rev() {
            quietly(write!(out, "{}", text_of(run)))?;
        }
    }
    if let (Some(name), true) = (&args.resource, runs.is_empty()) {
        eprintln!("bunraku: no stored run changed {name}");
    }
    Ok(if runs.is_empty() { Exit::Found } else { Exit::Clean })
}

/// The beginning of a run's name, which is enough for `undo`.
pub fn short_id(run: &str) -> &str {
    run.get(..8).unwrap_or(run)
}

/// The time of a run on the clocks of this machine, to the second.
pub fn local_time(time: &str) -> String {
    match time.parse::<jiff::Timestamp>() {
        Ok(time) => time.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        Err(_) => time.to_owned(),
    }
}

fn text_of(run: &Json) -> String {
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let noop = if run["noop"] == true { " (noop)" } else { "" };
    let (id, time) = (text(&run["run"]), text(&run["time"]));
    let mut out = format!("{}  {}  {}{noop}\n", short_id(&id), local_time(&time), text(&run["status"]));
    if let Some(undone) = run["undoes"].as_str() {
        out.push_str(&format!("  undoes {}\n", short_id(undone)));
    }
    for resource in run["resources"].as_array().into_iter().flatten() {
        let place = match (resource["file"].as_str(), resource["line"].as_u64()) {
            (Some(file), Some(line)) => format!("  ({file}:{line})"),
            _ => String::new(),
        };
        out.push_str(&format!("  {}{place}\n", text(&resource["resource"])));
        for change in resource["changes"].as_array().into_iter().flatten() {
            let property = change["property"].as_str().map(|it| format!("{it}: ")).unwrap_or_default();
            out.push_str(&format!("    {property}{}{}\n", text(&change["message"]).replace('\n', "\n      "), kind(change)));
        }
        let because: Vec<String> = resource["refreshed_by"].as_array().into_iter().flatten().map(text).collect();
        if !because.is_empty() {
            out.push_str(&format!("    refreshed because of {}\n", because.join(", ")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_times_have_seconds() {
        assert_eq!(short_id("3f2a9c01-1111-4222-8333-444455556666"), "3f2a9c01");
        assert_eq!(short_id("abc"), "abc");
        let time = local_time("2026-11-26T19:24:05.123456789Z");
        assert!(time.len() == 19 && time.ends_with(":05"), "{time}");
        assert_eq!(local_time("once"), "once");
    }
}
