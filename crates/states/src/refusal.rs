//! Unsupported states, found before anything runs.

mod earlier;

use rustc_hash::FxHashSet;
use salt::{Compiled, Heap, Span, Value};
use serde_json::Value as Json;

use crate::aggregate::{self, Groups};
use crate::checks;
use crate::files::Files;
use crate::function::{Arguments, find};
use crate::injection::injections;
use crate::low::Low;
use crate::python;
use crate::run::{Wanted, wanted};
use crate::shell::{codes, patience};

/// Why a tree cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub at: Span,
    pub message: String,
}

/// Arguments that the engine reads itself, of any state.
const ENGINE: &[&str] = &[
    "order",
    "failhard",
    "onlyif",
    "unless",
    "creates",
    "check_cmd",
    "retry",
    "parallel",
    "use",
    "use_in",
    "fire_event",
    "reload_modules",
    "reload_grains",
    "reload_pillar",
    "onfail_stop",
    "aggregate",
    "listen_in",
    "saltenv",
    "prerequired",
];

/// Arguments of conditions, of any state.
const CONDITIONS: &[&str] = &["cwd", "env", "prepend_path", "runas", "shell", "success_retcodes", "timeout"];

/// Returns everything that keeps the states from being applied.
pub fn refusals(compiled: &Compiled, files: &Files<'_>) -> Vec<Refusal> {
    let mut all = Vec::new();
    let lows = Low::all(compiled);
    let groups = Groups::new(compiled, &lows);
    let listening = made_to_listen(&lows);
    all.extend(earlier::refusals(compiled, &lows));
    for (number, (low, chunk)) in lows.iter().zip(&compiled.chunks).enumerate() {
        let mut messages = messages(low, files, listening.contains(&number));
        messages.extend(aggregate::refused(compiled, groups.as_ref(), &lows, chunk, low));
        if chunk.name.as_str().is_none() {
            messages.push(format!("the name `{}` of `{}` is no text", low.name, low.function()));
        }
        for (key, slot) in &chunk.args {
            let name = key.as_str().unwrap_or("(no text)");
            if compiled.heap.has_unknown(slot.value) {
                messages.push(format!("`{name}` of `{}` depends on pillar, grains or other values that are not known", low.function()));
            } else if has_bytes(&compiled.heap, slot.value) {
                messages.push(format!("`{name}` of `{}` has binary data", low.function()));
            }
        }
        all.extend(messages.into_iter().map(|message| Refusal { at: low.at, message }));
    }
    all
}

fn has_bytes(heap: &Heap, id: salt::Id) -> bool {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        match heap.get(id) {
            Value::Bytes(_) | Value::Big(_) => return true,
            Value::List(items) => open.extend(items),
            Value::Map(map) => open.extend(map.values().map(|it| it.value)),
            _ => {}
        }
    }
    false
}

/// The states that listen because a `listen_in` of others says so, by their numbers.
fn made_to_listen(lows: &[Low]) -> FxHashSet<usize> {
    let all: Vec<&Low> = lows.iter().collect();
    let items = lows.iter().filter_map(|it| it.args.get("listen_in").and_then(Json::as_array)).flatten();
    let meant: FxHashSet<Wanted> = items.flat_map(|it| wanted(it, &all)).collect();
    if meant.is_empty() {
        return FxHashSet::default();
    }
    let is_meant = |low: &Low| [&low.state, &low.id, &low.name].iter().any(|name| meant.contains(&(low.state.clone(), (*name).clone())));
    lows.iter().enumerate().filter(|it| is_meant(it.1)).map(|it| it.0).collect()
}

fn messages(low: &Low, files: &Files<'_>, is_made_to_listen: bool) -> Vec<String> {
    let name = low.function();
    let Some(function) = find(&name) else { return vec![format!("`{name}` is not supported")] };
    let mut all = Vec::new();
    let is_own = |argument: &str| match function.arguments {
        Arguments::Any => !NEVER.contains(&argument),
        Arguments::These(those) => those.contains(&argument),
    };
    for argument in low.args.keys() {
        let is_engines = ENGINE.contains(&argument.as_str()) || salt::is_requisite(argument) || salt::is_requisite_in(argument);
        let has_conditions = ["onlyif", "unless"].iter().any(|it| low.args.contains_key(*it));
        let is_conditions = CONDITIONS.contains(&argument.as_str()) && has_conditions && low.args.get(argument) != Some(&Json::Null);
        if !(is_engines || is_own(argument) || is_conditions) {
            all.push(format!("`{argument}` of `{name}` is not supported"));
        }
    }
    all.extend((function.refuse)(low, files));
    all.extend(injections(low, is_own));
    if low.args.get("saltenv").is_some_and(|it| it != "base") {
        all.push(format!("`saltenv` of `{name}` can only be `base`"));
    }
    conditions(low, &mut all);
    let watches = is_made_to_listen || ["watch", "watch_any", "listen"].iter().any(|it| low.args.contains_key(*it));
    if let Some(watch) = find(&format!("{}.mod_watch", low.state)).filter(|_| watches) {
        all.extend((watch.refuse)(low, files));
    }
    all
}

/// Arguments that no function ignores, as the engine acts on them.
const NEVER: &[&str] = &["umask", "runas", "runas_password", "no_log", "provider", "root", "prepend_path", "cmd_opts_exclude"];

fn conditions(low: &Low, all: &mut Vec<String>) {
    for name in ["onlyif", "unless"] {
        for condition in low.list(name) {
            let Json::Object(call) = condition else { continue };
            let function = call.get("fun").and_then(Json::as_str).unwrap_or_default();
            let takes = |key: &String| matches!(key.as_str(), "fun" | "args" | "path");
            if !checks::FUNCTIONS.contains(&function) || !call.keys().all(takes) {
                all.push(format!("the condition `{function}` in `{name}` of `{}` is not supported", low.function()));
            }
        }
    }
    // They are exceptions in a condition, and other results of the command itself.
    if ["onlyif", "unless"].iter().any(|it| low.args.contains_key(*it)) {
        if codes(low).is_none() {
            all.push(format!("`success_retcodes` of `{}` has to be numbers", low.function()));
        }
        if low.arg("timeout").is_some_and(|it| python::is_true(it) && patience(it).is_err()) {
            all.push(format!("`timeout` of `{}` has to be a number", low.function()));
        }
    }
    if low.arg("prepend_path").is_some_and(|it| python::is_true(it) && !it.is_string()) {
        all.push(format!("`prepend_path` of `{}` has to be a text", low.function()));
    }
    // Python reads more than octal digits as a number.
    if low.arg("umask").map(python::text).is_some_and(|it| it.contains(|c: char| !c.is_ascii_alphanumeric()) || it.starts_with("0o")) {
        all.push(format!("`umask` of `{}` has to be octal digits", low.function()));
    }
    let is_parallel = low.is_on("parallel", false);
    for name in ["retry", "watch", "watch_any", "prereq", "listen"].into_iter().filter(|it| is_parallel && low.args.contains_key(*it)) {
        all.push(format!("`{name}` of `{}` with `parallel` is not supported", low.function()));
    }
    if low.args.get("check_cmd").is_some_and(|it| !it.is_string() && !it.is_array()) {
        all.push(format!("`check_cmd` of `{}` has to be a text or a list", low.function()));
    }
    let is_splayed = low.args.get("retry").and_then(|it| it.get("splay")).is_some_and(|it| *it != 0);
    if is_splayed {
        all.push(format!("`splay` of `retry` of `{}` is not supported", low.function()));
    }
}
