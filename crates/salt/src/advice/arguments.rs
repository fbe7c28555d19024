//! Arguments that a function does not take, and those that it needs.

use literals::one_mistake_away;

use super::{Advice, Looked, function};
use crate::chunk::Chunk;
use crate::place::Span;
use crate::problem::{Finding, Problem};
use crate::requisite::{Kind, is_requisite, is_requisite_in};
use crate::value::Str;

/// Arguments of every state that Salt itself reads.
const OF_SALT: [&str; 20] = [
    "check_cmd",
    "cmd_opts_exclude",
    "creates",
    "failhard",
    "fire_event",
    "fun",
    "no_log",
    "onlyif",
    "order",
    "parallel",
    "reload_grains",
    "reload_modules",
    "reload_pillar",
    "retry",
    "runas",
    "runas_password",
    "saltenv",
    "state",
    "umask",
    "unless",
];

/// Those that change other states.
const IN: [&str; 8] = ["require_in", "watch_in", "onchanges_in", "onfail_in", "prereq_in", "listen_in", "use", "use_in"];

/// Whether every state takes an argument.
fn is_general(name: &str) -> bool {
    OF_SALT.contains(&name) || is_requisite(name) || is_requisite_in(name) || matches!(name, "listen_in" | "name" | "names" | "aggregate")
}

pub fn find(looked: &Looked<'_>, chunk: &Chunk, found: &mut Vec<Finding>) {
    let Some(signature) = looked.signature(chunk) else { return };
    // What `module.run` and the `test` functions take is up to who calls them.
    if chunk.state.starts_with("module") || &*chunk.state == "test" && signature.takes_more {
        return requisites(chunk, found, |_| false);
    }
    let function: Str = function(chunk).into();
    let takes = |name: &str| signature.takes(name);
    requisites(chunk, found, takes);
    for (key, slot) in &chunk.args {
        let Some(name) = key.as_str().filter(|it| !it.starts_with("__")) else { continue };
        if takes(name) || is_general(name) || misspelt(name).is_some() {
            continue;
        }
        let near = one_mistake_away(name, signature.parameters.iter().map(|it| it.name).chain(OF_SALT));
        if signature.takes_more && near.is_none() {
            continue;
        }
        let advice = Advice::UnknownArgument {
            function: function.clone(),
            argument: name.into(),
            nearest: near.map(Into::into),
            is_strict: !signature.takes_more,
        };
        push(advice, slot.key, chunk, found);
    }
    let is_missing = |name: &str| name != "name" && !chunk.args.contains_key(name);
    for missing in signature.parameters.iter().filter(|it| !it.is_optional && is_missing(it.name)) {
        let advice = Advice::MissingArgument { function: function.clone(), argument: missing.name.into() };
        found.push(Finding::new(Problem::Advice(advice), chunk.at));
    }
}

/// Arguments that look like requisites, and are none.
fn requisites(chunk: &Chunk, found: &mut Vec<Finding>, takes: impl Fn(&str) -> bool) {
    for (key, slot) in &chunk.args {
        let Some(name) = key.as_str().filter(|it| !takes(it) && !is_general(it)) else { continue };
        if let Some(near) = misspelt(name) {
            let advice = Advice::MisspeltRequisite { argument: name.into(), nearest: near.map(Into::into) };
            push(advice, slot.key, chunk, found);
        }
    }
}

/// Whether a name looks like a requisite, and which one it may be.
fn misspelt(name: &str) -> Option<Option<&'static str>> {
    let all = || Kind::ALL.iter().map(|it| it.name()).chain(IN);
    if let Some(near) = one_mistake_away(name, all()) {
        return Some(Some(near));
    }
    // Salt has no `require_any_in`.
    let base = name.strip_suffix("_in")?;
    Kind::ALL.iter().any(|it| it.name() == base).then_some(None)
}

fn push(advice: Advice, at: Span, chunk: &Chunk, found: &mut Vec<Finding>) {
    found.push(Finding::new(Problem::Advice(advice), if at.is_some() { at } else { chunk.at }));
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn misspelt_arguments() {
        check(
            "/a:\n  file.directory:\n    - make_dirs: True\n    - dirmode: 755\n    - mode: 755\n",
            &[
                "make_dirs: `file.directory` ignores the argument `make_dirs`: did you mean `makedirs`?",
                "dirmode: `file.directory` ignores the argument `dirmode`: did you mean `dir_mode`?",
            ],
        );
        check("/a:\n  file.touch:\n    - colour: red\n", &["colour: `file.touch` takes no argument `colour`: the whole run fails"]);
    }

    #[test]
    fn missing_arguments() {
        check("/a:\n  file.symlink:\n    - force: True\n", &["file.symlink: `file.symlink` needs the argument `target`"]);
    }

    #[test]
    fn misspelt_requisites() {
        check(
            "a:\n  test.nop:\n    - requires:\n      - test: b\n    - require_any_in:\n      - test: b\nb:\n  test.nop: []\n",
            &[
                "requires: `requires` is no requisite, and is ignored: did you mean `require`?",
                "require_any_in: `require_any_in` is no requisite, and is ignored",
            ],
        );
    }
}
