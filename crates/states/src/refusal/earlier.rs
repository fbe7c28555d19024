//! States that are not supported by the rules of releases before 3008.

use rustc_hash::FxHashMap;
use salt::signatures::Signatures;
use salt::{Compiled, Kind, Problem, Release, Requirement, Span};
use serde_json::Value as Json;

use super::Refusal;
use crate::low::Low;
use crate::run::MAX_DEPTH;

/// Returns what keeps states from being applied by the rules of an earlier release.
pub fn refusals(compiled: &Compiled, lows: &[Low]) -> Vec<Refusal> {
    if compiled.release.has_graph() {
        return Vec::new();
    }
    let mut all = Vec::new();
    let first = lows.first().map_or(Span::NONE, |it| it.at);
    if compiled.depth > MAX_DEPTH {
        all.push(Refusal {
            at: first,
            message: format!("a chain of more than {MAX_DEPTH} states that wait for each other is not supported"),
        });
    }
    if compiled.disables_requisites {
        all.push(Refusal { at: first, message: "`disabled_requisites` is supported by the rules of Salt 3008 only".to_owned() });
    }
    // Salt ends with an exception when such a state runs.
    let crashes = compiled.notes.iter().filter(|it| matches!(it.problem, Problem::Crash { .. }));
    all.extend(crashes.map(|it| Refusal { at: it.at, message: it.problem.render(compiled.release) }));
    all.extend(lows.iter().flat_map(|low| unknown(compiled.release, low).into_iter().map(|message| Refusal { at: low.at, message })));
    all.extend(looked_at_twice(compiled, lows));
    all.extend(exceptions(compiled, lows));
    all
}

/// Requisites that end a run of Salt with an exception.
fn exceptions(compiled: &Compiled, lows: &[Low]) -> Vec<Refusal> {
    let release = compiled.release.name();
    let mut all = Vec::new();
    let mut refuse = |low: &Low, what: &str| {
        let message = format!("{what} of `{}`: Salt {release} ends with an exception", low.function());
        all.push(Refusal { at: low.at, message });
    };
    let mut places = vec![0; lows.len()];
    for (place, chunk) in compiled.run_order.iter().enumerate() {
        if let Some(it) = places.get_mut(*chunk) {
            *it = place;
        }
    }
    let place = |chunk: usize| places.get(chunk).copied().unwrap_or_default();
    for low in lows {
        let is_nameless = |it: &Json| it.as_object().is_some_and(|it| it.values().next().is_some_and(Json::is_null));
        let names = low.args.keys().filter(|it| salt::is_requisite(it));
        if names.into_iter().any(|it| low.list(it).into_iter().any(is_nameless)) {
            refuse(low, "a requisite without a name");
        }
        // Nothing runs earlier because of it.
        let is_late = |it: &Requirement| !it.is_found || it.chunks.iter().any(|chunk| place(*chunk) >= place(low.chunk));
        let mut failures = compiled.requirements.get(low.chunk).into_iter().flatten().filter(|it| it.kind == Kind::OnfailAll);
        if failures.any(is_late) {
            refuse(low, "an `onfail_all` that names nothing, or a state that runs later,");
        }
    }
    if let Some(low) = looks_in_cycle(compiled).and_then(|it| lows.get(it)) {
        refuse(low, "a cycle of states with `prereq`");
    }
    all
}

/// A state with a `prereq` that is in a cycle, or between two.
fn looks_in_cycle(compiled: &Compiled) -> Option<usize> {
    let needs = |chunk: usize| {
        let all = compiled.requirements.get(chunk).into_iter().flatten();
        all.filter(|it| it.kind != Kind::Prerequired).flat_map(|it| it.chunks.iter().map(|need| (it.kind, *need)))
    };
    let mut into = vec![Vec::new(); compiled.requirements.len()];
    for chunk in 0..into.len() {
        for (_, need) in needs(chunk) {
            if let Some(it) = into.get_mut(need) {
                it.push(chunk);
            }
        }
    }
    let out: Vec<Vec<usize>> = (0..into.len()).map(|it| needs(it).map(|it| it.1).collect()).collect();
    // What begins or ends a chain is in no cycle.
    let mut is_left = vec![true; into.len()];
    for (from, to) in [(&into, &out), (&out, &into)] {
        let mut counts: Vec<usize> = from.iter().map(|it| it.iter().filter(|it| is_left.get(**it) == Some(&true)).count()).collect();
        let mut open: Vec<usize> = (0..counts.len()).filter(|it| is_left[*it] && counts[*it] == 0).collect();
        while let Some(chunk) = open.pop() {
            is_left[chunk] = false;
            for next in to.get(chunk).into_iter().flatten() {
                let Some(count) = counts.get_mut(*next).filter(|_| is_left[*next]) else { continue };
                *count -= 1;
                if *count == 0 {
                    open.push(*next);
                }
            }
        }
    }
    (0..is_left.len()).find(|it| is_left[*it] && needs(*it).any(|(kind, need)| kind == Kind::Prereq && is_left.get(need) == Some(&true)))
}

/// A function or argument that the release does not have.
fn unknown(release: Release, low: &Low) -> Vec<String> {
    let name = low.function();
    let (Some(new), old) = (Signatures::for_release(Release::V3008).get(&name), Signatures::for_release(release).get(&name)) else {
        return Vec::new();
    };
    if release == Release::V3007 && low.is_on("parallel", false) {
        return vec![format!("`parallel` of `{name}` is not supported by the rules of Salt 3007, which loses the results of such states")];
    }
    if let Some(what) = otherwise(low) {
        return vec![format!("{what} is supported by the rules of Salt 3008 only")];
    }
    let Some(old) = old else { return vec![format!("`{name}` does not exist in Salt {}", release.name())] };
    let is_new = |it: &&String| new.takes(it) && !old.takes(it);
    low.args.keys().filter(is_new).map(|it| format!("`{it}` of `{name}` is supported by the rules of Salt 3008 only")).collect()
}

/// Names what gives other results in earlier releases.
fn otherwise(low: &Low) -> Option<&'static str> {
    match low.function().as_str() {
        // They count deleted lines nowhere.
        "file.keyvalue" => Some("`file.keyvalue`"),
        // They list folders among what they remove, and fail if the source of a required `file.recurse` is a list.
        "file.directory" if low.is_on("clean", false) => Some("`clean` of `file.directory`"),
        // They do not say that the copy failed.
        "file.recurse" if low.texts("source").iter().any(|it| !it.starts_with("salt://")) => {
            Some("`source` of `file.recurse` outside of `salt://`")
        }
        _ => None,
    }
}

/// States of one module, ID, name and function, if a `prereq` is involved: Salt takes each for the other.
fn looked_at_twice(compiled: &Compiled, lows: &[Low]) -> Vec<Refusal> {
    let mut tags: FxHashMap<String, usize> = FxHashMap::default();
    for low in lows {
        *tags.entry(low.tag()).or_default() += 1;
    }
    let looks = |low: &&Low| {
        let requirements = compiled.requirements.get(low.chunk).into_iter().flatten();
        let is_prereq = |it: &Requirement| matches!(it.kind, Kind::Prereq | Kind::Prerequired);
        tags.get(&low.tag()).is_some_and(|it| *it > 1) && requirements.into_iter().any(is_prereq)
    };
    let message = |low: &Low| {
        format!("several states `{}` with one name and `prereq` are not supported by the rules of {}", low.id, compiled.release.name())
    };
    lows.iter().filter(looks).map(|low| Refusal { at: low.at, message: message(low) }).collect()
}
