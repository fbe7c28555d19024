//! `pkg.*`: packages of Debian's apt are installed, of the newest version, removed or purged.

mod apt;

use salt::Release;
use serde_json::{Map, Value as Json, json};

use self::apt::{Failed, How};
use crate::error::StateError;
use crate::files::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const INSTALL: &[&str] = &[
    "pkgs",
    "version",
    "refresh",
    "fromrepo",
    "skip_verify",
    "skip_suggestions",
    "allow_updates",
    "normalize",
    "install_recommends",
    "only_upgrade",
    "cache_valid_time",
    "resolve_capabilities",
    "update_holds",
    "watch_flags",
];
const REMOVE: &[&str] = &["pkgs", "normalize"];

pub const FUNCTIONS: &[Function] = &[
    Function::new("pkg.installed", Arguments::These(INSTALL), installed).refusing(refuse),
    Function::new("pkg.latest", Arguments::These(INSTALL), latest).refusing(refuse),
    Function::new("pkg.removed", Arguments::These(REMOVE), |cx| uninstalled(cx, false)).refusing(refuse),
    Function::new("pkg.purged", Arguments::These(REMOVE), |cx| uninstalled(cx, true)).refusing(refuse),
    Function::new("pkg.mod_watch", Arguments::Any, mod_watch),
];

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let name = low.function();
    let mut all = Vec::new();
    let is_exact = |it: &str| !it.starts_with(['<', '>', '!', '~', '-']) && !it.contains([',', ' ']);
    match desired(low) {
        None => all.push(format!("`pkgs` of `{name}` has to be a list of names, or of names with versions")),
        Some(packages) => {
            for (package, version) in packages {
                let is_plain = package.chars().all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it));
                if !is_plain || package.starts_with(['-', '+', '.']) || package.is_empty() {
                    all.push(format!("the package `{package}` of `{name}` is not supported: only names without architecture are"));
                }
                if version.as_deref().is_some_and(|it| !is_exact(it)) {
                    all.push(format!("the version `{}` of `{name}` is not supported: only exact ones are", version.unwrap_or_default()));
                }
            }
        }
    }
    for argument in ["cache_valid_time", "resolve_capabilities", "update_holds"] {
        if low.is_on(argument, false) {
            all.push(format!("`{argument}` of `{name}` is not supported"));
        }
    }
    if low.text("fromrepo").is_some_and(|it| it.starts_with('-')) {
        all.push(format!("`fromrepo` of `{name}` has to be a release"));
    }
    if name == "pkg.removed" || name == "pkg.purged" {
        let has_versions = desired(low).is_some_and(|it| it.iter().any(|it| it.1.is_some()));
        all.extend(has_versions.then(|| format!("versions of `{name}` are not supported")));
    }
    all
}

/// The packages that a state is about, with their versions; none if `pkgs` has another form.
fn desired(low: &Low) -> Option<Vec<(String, Option<String>)>> {
    let Some(pkgs) = low.arg("pkgs").filter(|it| python::is_true(it)) else {
        return Some(vec![(low.name.clone(), low.text("version").filter(|it| !it.is_empty()))]);
    };
    let mut all: Vec<(String, Option<String>)> = Vec::new();
    for item in pkgs.as_array()? {
        let new = match item {
            Json::Object(map) if map.len() == 1 => {
                map.iter().map(|(name, version)| (name.clone(), Some(version).filter(|it| !it.is_null()).map(python::text))).next()?
            }
            Json::Object(_) | Json::Array(_) | Json::Null => return None,
            other => (python::text(other), None),
        };
        match all.iter_mut().find(|it| it.0 == new.0) {
            Some(old) => *old = new,
            None => all.push(new),
        }
    }
    Some(all)
}

/// Returns the packages of a state; an error on a machine that has no apt.
fn wanted(cx: &Cx<'_>) -> Result<Vec<(String, Option<String>)>, StateError> {
    let not_supported = || StateError::NotSupported { function: cx.low.function() };
    if !apt::exists(cx.system) {
        return Err(not_supported());
    }
    desired(cx.low).ok_or_else(not_supported)
}

fn is_empty_list(low: &Low) -> bool {
    low.args.get("pkgs").and_then(Json::as_array).is_some_and(Vec::is_empty)
}

/// Whether the lists of packages are to be read anew: once in a run, and whenever a state says so.
fn refreshes(cx: &Cx<'_>) -> bool {
    match cx.low.arg("refresh") {
        Some(Json::Bool(it)) => *it,
        Some(other) => python::is_true(other) || *cx.owes_refresh,
        None => *cx.owes_refresh,
    }
}

fn refresh(cx: &mut Cx<'_>) -> Result<(), Failed> {
    *cx.owes_refresh = false;
    apt::refresh(cx.system)
}

fn how(low: &Low) -> How {
    How {
        recommends: low.args.get("install_recommends").map(python::is_true),
        only_upgrade: low.is_on("only_upgrade", false),
        skip_verify: low.is_on("skip_verify", false),
        from: low.text("fromrepo").filter(|it| !it.is_empty()),
    }
}

/// A package with its version, as apt and the sentences of Salt name it.
fn with_version((name, version): &(String, Option<String>)) -> String {
    match version {
        Some(version) if version.starts_with('=') => format!("{name}{version}"),
        Some(version) if !version.is_empty() => format!("{name}={version}"),
        _ => name.clone(),
    }
}

/// Whether one of the installed versions is the wanted one.
fn fulfills(cx: &mut Cx<'_>, has: &[String], wanted: &str) -> bool {
    let wanted = wanted.trim().trim_start_matches('=').trim();
    let without_epoch = |it: &str| match wanted.contains(':') {
        true => it.to_owned(),
        false => it.split_once(':').map_or(it, |it| it.1).to_owned(),
    };
    let operator = if cx.low.is_on("allow_updates", false) { "ge" } else { "eq" };
    let mut is_fine = |it: &String| salt::matches(it, wanted) || apt::compares(cx.system, &without_epoch(it), operator, wanted);
    has.iter().any(&mut is_fine)
}

fn installed(cx: &mut Cx<'_>) -> Called {
    if is_empty_list(cx.low) {
        return Ok(Outcome::fine("No packages to install provided"));
    }
    let mut desired = wanted(cx)?;
    let packages = apt::list(cx.system).installed;
    let mut refreshes = refreshes(cx);
    let newest: Vec<String> = desired.iter().filter(|it| it.1.as_deref() == Some("latest")).map(|it| it.0.clone()).collect();
    if !newest.is_empty() {
        if refreshes && let Err(problem) = refresh(cx) {
            return Err(StateError::exception("salt.exceptions.CommandExecutionError", problem.to_string()));
        }
        refreshes = false;
        let versions = apt::latest(cx.system, &newest, None, false);
        for (name, version) in newest.iter().zip(versions) {
            let version = Some(version).filter(|it| !it.is_empty()).or_else(|| packages.get(name)?.last().cloned());
            desired.iter_mut().filter(|it| it.0 == *name).for_each(|it| it.1.clone_from(&version));
        }
    }
    let mut targets = Vec::new();
    let mut has_versions = false;
    for package in &desired {
        let is_target = match (packages.get(&package.0), package.1.as_deref().filter(|it| !it.is_empty())) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(has), Some(version)) => {
                has_versions = true;
                !fulfills(cx, has, version)
            }
        };
        targets.extend(is_target.then(|| package.clone()));
    }
    if targets.is_empty() {
        let end = if has_versions { " and are at the desired version" } else { "" };
        return Ok(Outcome::fine(format!("All specified packages are already installed{end}")));
    }
    if cx.test {
        return Ok(would_install(cx, &targets));
    }
    let how = how(cx.low);
    if refreshes
        && is_refresh_needed(cx, &targets)
        && let Err(problem) = refresh(cx)
    {
        return Ok(Outcome::failed(format!("An error was encountered while installing package(s): {problem}")));
    }
    let changes = match apt::install(cx.system, &targets, &how) {
        Ok(changes) => changes,
        Err(problem) => return Ok(failed(problem)),
    };
    Ok(summary(cx, &desired, &targets, changes))
}

/// Nothing is read anew where a wanted version is known to be the newest one.
fn is_refresh_needed(cx: &mut Cx<'_>, targets: &[(String, Option<String>)]) -> bool {
    let names: Vec<String> = targets.iter().map(|it| it.0.clone()).collect();
    let newest = apt::latest(cx.system, &names, None, true);
    targets.iter().zip(newest).any(|(it, newest)| it.1.as_deref() != Some(newest.as_str()))
}

fn failed(problem: Failed) -> Outcome {
    let comment = problem.to_string();
    let changes = if let Failed::Apt { changes, .. } = problem { changes } else { Map::new() };
    Outcome { changes, ..Outcome::failed(comment) }
}

fn would_install(cx: &mut Cx<'_>, targets: &[(String, Option<String>)]) -> Outcome {
    let names: Vec<&str> = targets.iter().map(|it| it.0.as_str()).collect();
    let mut outcome = Outcome::new(None, format!("The following packages would be installed/updated: {}", names.join(", ")));
    if cx.release == Release::V3006 {
        // It looks up no versions.
        outcome.changes.extend(names.iter().map(|it| ((*it).to_owned(), json!({ "new": "installed", "old": "" }))));
        return outcome;
    }
    let open: Vec<String> = targets.iter().filter(|it| it.1.as_deref().is_none_or(str::is_empty)).map(|it| it.0.clone()).collect();
    if *cx.owes_refresh {
        // A failure shows in the versions.
        let _ = refresh(cx);
    }
    let newest = apt::latest(cx.system, &open, None, false);
    for (name, version) in targets {
        let version = match version.as_deref().map(|it| it.trim_start_matches('=')).filter(|it| !it.is_empty()) {
            Some(version) => apt::versions(cx.system, name).into_iter().find(|it| salt::matches(it, version)),
            None => open.iter().zip(&newest).find(|it| it.0 == name).map(|it| it.1.clone()).filter(|it| !it.is_empty()),
        };
        outcome.changes.insert(name.clone(), json!({ "new": version.as_deref().unwrap_or("installed"), "old": "" }));
    }
    outcome
}

fn summary(
    cx: &mut Cx<'_>,
    desired: &[(String, Option<String>)],
    targets: &[(String, Option<String>)],
    changes: Map<String, Json>,
) -> Outcome {
    let after = apt::list(cx.system).installed;
    let (mut modified, mut unchanged, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for package in desired {
        let is_target = targets.contains(package);
        let version = package.1.as_deref().filter(|it| !it.is_empty());
        let is_fine = match (after.get(&package.0), version) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(has), Some(version)) => fulfills(cx, has, version),
        };
        match (is_fine, is_target) {
            (true, true) => modified.push(with_version(package)),
            (true, false) => unchanged.push(with_version(package)),
            (false, true) => missing.push(with_version(package)),
            (false, false) => {}
        }
    }
    let mut comment = Vec::new();
    if !missing.is_empty() {
        comment.push(format!("The following packages failed to install/update: {}", missing.join(", ")));
    }
    let names = modified.join(", ");
    match modified.len() {
        0 => {}
        _ if names.chars().count() < 20 => comment.push(format!("The following packages were installed/updated: {names}")),
        1 => comment.push("1 targeted package was installed/updated.".to_owned()),
        count => comment.push(format!("{count} targeted packages were installed/updated.")),
    }
    match unchanged.len() {
        0 => {}
        1..=20 => comment.push(format!("The following packages were already installed: {}", unchanged.join(", "))),
        count => comment.push(format!("{count} targeted packages were already installed")),
    }
    Outcome { changes, ..Outcome::new(Some(missing.is_empty()), comment.join("\n")) }
}

fn latest(cx: &mut Cx<'_>) -> Called {
    if is_empty_list(cx.low) {
        return Ok(Outcome::fine("No packages to install provided"));
    }
    let names: Vec<String> = wanted(cx)?.into_iter().map(|it| it.0).collect();
    if refreshes(cx)
        && let Err(problem) = refresh(cx)
    {
        let comment = format!("An error was encountered while checking the newest available version of package(s): {problem}");
        return Ok(Outcome::failed(comment));
    }
    let how = how(cx.low);
    let newest = apt::latest(cx.system, &names, how.from.as_deref(), false);
    let has = apt::list(cx.system).installed;
    let current = |name: &String| has.get(name).map(|it| it.join(",")).unwrap_or_default();
    let problems: Vec<String> = names
        .iter()
        .zip(&newest)
        .filter(|it| it.1.is_empty() && !has.contains_key(it.0))
        .map(|it| format!("No information found for '{}'.", it.0))
        .collect();
    if !problems.is_empty() {
        return Ok(Outcome::failed(problems.join(" ")));
    }
    let mut targets: Vec<(&String, &String)> = names.iter().zip(&newest).filter(|it| !it.1.is_empty()).collect();
    targets.sort();
    let mut up_to_date: Vec<&String> = names.iter().filter(|it| !targets.iter().any(|target| target.0 == *it)).collect();
    up_to_date.sort();
    let list = |all: &[&String]| all.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(", ");
    if targets.is_empty() {
        return Ok(Outcome::fine(match up_to_date.len() {
            1 => format!("Package {} is already up-to-date", list(&up_to_date)),
            2..=10 => format!("All packages are up-to-date ({}).", list(&up_to_date)),
            count => format!("All {count} packages are up-to-date."),
        }));
    }
    if cx.test {
        let all: Vec<&String> = targets.iter().map(|it| it.0).collect();
        let mut comment = format!("The following packages would be installed/upgraded: {}", list(&all));
        let current_of = |it: &&String| format!("{it} ({})", current(it));
        match up_to_date.len() {
            0 => {}
            1..=10 => {
                let all: Vec<String> = up_to_date.iter().map(current_of).collect();
                comment += &format!("\nThe following packages are already up-to-date: {}", all.join(", "));
            }
            count => comment += &format!("\n{count} packages are already up-to-date"),
        }
        let mut outcome = Outcome::new(None, comment);
        if cx.release != Release::V3006 {
            outcome.changes.extend(targets.iter().map(|it| (it.0.clone(), json!({ "new": it.1, "old": current(it.0) }))));
        }
        return Ok(outcome);
    }
    let open: Vec<(String, Option<String>)> = targets.iter().map(|it| (it.0.clone(), None)).collect();
    let changes = match apt::install(cx.system, &open, &how) {
        Ok(changes) => changes,
        Err(problem) => {
            return Ok(Outcome::failed(format!("An error was encountered while installing package(s): {}", problem.with_changes())));
        }
    };
    Ok(upgraded(&targets, &up_to_date, changes))
}

fn upgraded(targets: &[(&String, &String)], up_to_date: &[&String], changes: Map<String, Json>) -> Outcome {
    let is_new = |(name, version): &(&String, &String)| {
        let new = changes.get(name.as_str()).and_then(|it| it.get("new")).and_then(Json::as_str);
        new.is_some_and(|it| it.split(',').any(|it| it == version.as_str()))
    };
    let names = |all: &[&(&String, &String)]| all.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join(", ");
    let (fine, missing): (Vec<_>, Vec<_>) = targets.iter().partition(|it| is_new(it));
    let mut comment = Vec::new();
    if changes.is_empty() {
        comment.push(match targets.len() {
            1 => format!("Package {} failed to update.", names(&missing)),
            2..=10 => format!("The following targeted packages failed to update. See debug log for details: ({}).", names(&missing)),
            count => format!("{count} targeted packages failed to update. See debug log for details."),
        });
    } else {
        if !missing.is_empty() {
            comment.push(format!("The following packages failed to update: {}", names(&missing)));
        }
        if !fine.is_empty() {
            comment.push(format!("The following packages were successfully installed/upgraded: {}", names(&fine)));
        }
    }
    match up_to_date.len() {
        0 => {}
        1..=10 => {
            let all: Vec<&str> = up_to_date.iter().map(|it| it.as_str()).collect();
            comment.push(format!("The following packages were already up-to-date: {}", all.join(", ")));
        }
        count => comment.push(format!("{count} packages were already up-to-date ")),
    }
    Outcome { changes, ..Outcome::new(Some(missing.is_empty()), comment.join(" ")) }
}

fn uninstalled(cx: &mut Cx<'_>, purges: bool) -> Called {
    let names: Vec<String> = wanted(cx)?.into_iter().map(|it| it.0).collect();
    let verb = if purges { "purge" } else { "remove" };
    let is_there =
        |packages: &apt::Packages, it: &String| packages.installed.contains_key(it) || (purges && packages.removed.contains_key(it));
    let before = apt::list(cx.system);
    let mut targets: Vec<String> = names.iter().filter(|it| is_there(&before, it)).cloned().collect();
    targets.sort();
    if targets.is_empty() {
        return Ok(Outcome::fine(match purges {
            true => "None of the targeted packages are installed or partially installed",
            false => "All specified packages are already absent",
        }));
    }
    if cx.test {
        let mut outcome = Outcome::new(None, format!("The following packages will be {verb}d: {}.", targets.join(", ")));
        outcome.changes.extend(targets.iter().map(|it| (it.clone(), json!({ "new": format!("{verb}d"), "old": "" }))));
        return Ok(outcome);
    }
    let changes = match apt::remove(cx.system, &names, purges) {
        Ok(changes) => changes,
        Err(problem) => return Ok(failed(problem)),
    };
    let after = apt::list(cx.system);
    let mut left: Vec<String> = names.iter().filter(|it| is_there(&after, it)).cloned().collect();
    left.sort();
    if !left.is_empty() {
        return Ok(Outcome { changes, ..Outcome::failed(format!("The following packages failed to {verb}: {}.", left.join(", "))) });
    }
    let mut absent: Vec<String> = names.iter().filter(|it| !targets.contains(it)).cloned().collect();
    absent.sort();
    let comment = match absent.is_empty() {
        true => format!("All targeted packages were {verb}d."),
        false => format!(
            "The following packages were not installed: {} The following packages were {verb}d: {}.",
            absent.join(", "),
            targets.join(", ")
        ),
    };
    Ok(Outcome { changes, ..Outcome::fine(comment) })
}

/// Runs a state again after a change that it watches.
fn mod_watch(cx: &mut Cx<'_>) -> Called {
    match cx.low.watches.as_deref() {
        Some("installed") => installed(cx),
        Some("latest") => latest(cx),
        Some("removed") => uninstalled(cx, false),
        Some("purged") => uninstalled(cx, true),
        other => Ok(Outcome::failed(format!("pkg.{} does not work with the watch requisite", other.unwrap_or("None")))),
    }
}
