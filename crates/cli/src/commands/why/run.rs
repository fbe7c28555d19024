//! The last run that applied a resource: what it did, and why.

use apply::run::history;
use serde_json::Value as Json;

use super::Args;
use crate::commands::apply::folders::FolderArgs;
use crate::commands::apply::history::{kind, local_time, short_id};

/// None where no run has.
pub fn last(args: &Args) -> anyhow::Result<Option<String>> {
    let folders = FolderArgs { confdir: args.site.place.confdir.clone(), vardir: args.vardir.clone(), ..FolderArgs::default() };
    let wanted = args.first.replace(['\'', '"'], "");
    let runs = history::read(&folders.find()?.state).ok().flatten().unwrap_or_default().runs;
    let of_run = |run: &Json| {
        let all = run["resources"].as_array()?;
        let resource =
            all.iter().find(|it| it["resource"].as_str().is_some_and(|it| it.replace(['\'', '"'], "").eq_ignore_ascii_case(&wanted)))?;
        Some(description(run, resource))
    };
    Ok(runs.iter().rev().find_map(of_run))
}

fn description(run: &Json, resource: &Json) -> String {
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Json| -> Vec<String> { value.as_array().into_iter().flatten().map(text).collect() };
    let noop = if run["noop"] == true { ", noop" } else { "" };
    let name = text(&resource["resource"]);
    let mut out = format!(
        "{name} was last handled by run {} at {} ({}{noop})\n",
        short_id(&text(&run["run"])),
        local_time(&text(&run["time"])),
        text(&run["status"])
    );
    if let Some(undone) = run["undoes"].as_str() {
        out.push_str(&format!("  that run undid run {undone}\n"));
    }
    if let (Some(file), Some(line)) = (resource["file"].as_str(), resource["line"].as_u64()) {
        out.push_str(&format!("  it is declared at {file}:{line}\n"));
    }
    for check in list(&resource["checks"]) {
        out.push_str(&format!("  {check}\n"));
    }
    for change in resource["changes"].as_array().into_iter().flatten() {
        let property = change["property"].as_str().map(|it| format!("{it}: ")).unwrap_or_default();
        let kind = kind(change);
        out.push_str(&format!("  {property}{}{kind}\n", text(&change["message"]).replace('\n', "\n    ")));
    }
    for reason in resource["triggers"].as_array().into_iter().flatten() {
        out.push_str(&format!("  it was refreshed because of {}\n", text(&reason["from"])));
        for part in list(&reason["way"]) {
            out.push_str(&format!("    {part}\n"));
        }
    }
    out
}
