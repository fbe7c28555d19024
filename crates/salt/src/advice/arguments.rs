//! Arguments that a function does not take, and those that it needs.

use literals::one_mistake_away;

use super::Advice;
use crate::chunk::Chunk;
use crate::problem::{Finding, Problem};
use crate::requisite::{Kind, is_requisite, is_requisite_in};
use crate::signatures::Signature;

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

/// Words that only look like a requisite: functions that take any argument have some of them, as `iptables.append` has `match`.
const WORDS: [&str; 8] = ["batch", "catch", "hatch", "latch", "listed", "match", "patch", "required"];

/// Whether every state takes an argument.
fn is_general(name: &str) -> bool {
    OF_SALT.contains(&name) || is_requisite(name) || is_requisite_in(name) || matches!(name, "listen_in" | "name" | "names" | "aggregate")
}

/// Returns whether who calls a function decides what it takes, as of `module.run` and the `test` functions.
fn is_free(function: &str, signature: &Signature) -> bool {
    function.starts_with("module") || function.starts_with("test.") && signature.takes_more
}

pub(super) fn find(chunk: &Chunk, function: &str, signature: &Signature, found: &mut Vec<Finding>) {
    for (key, slot) in &chunk.args {
        let Some(advice) = key.as_str().and_then(|it| judge_argument(function, signature, it)) else { continue };
        let at = if slot.key.is_some() { slot.key } else { chunk.at };
        found.push(Finding::new(Problem::Advice(advice), at));
    }
    let missing = missing(function, signature, |name| chunk.args.contains_key(name));
    found.extend(missing.map(|it| Finding::new(Problem::Advice(it), chunk.at)));
}

/// Judges the name of an argument: it looks like a requisite and is none, or the function does not take it.
pub fn judge_argument(function: &str, signature: &Signature, name: &str) -> Option<Advice> {
    let is_free = is_free(function, signature);
    if name.starts_with("__") || is_general(name) || !is_free && signature.takes(name) {
        return None;
    }
    if let Some(near) = misspelt(name) {
        return Some(Advice::MisspeltRequisite { argument: name.into(), nearest: near.map(Into::into) });
    }
    if is_free {
        return None;
    }
    let near = one_mistake_away(name, signature.parameters.iter().map(|it| it.name).chain(OF_SALT));
    if signature.takes_more && near.is_none() {
        return None;
    }
    Some(Advice::UnknownArgument {
        function: function.into(),
        argument: name.into(),
        nearest: near.map(Into::into),
        is_strict: !signature.takes_more,
    })
}

/// The arguments that a function needs and does not get.
pub fn missing<'s>(function: &'s str, signature: &'s Signature, has: impl Fn(&str) -> bool) -> impl Iterator<Item = Advice> {
    let needed = signature.parameters.iter().filter(move |it| !is_free(function, signature) && !it.is_optional && it.name != "name");
    let missing = needed.filter(move |it| !has(it.name));
    missing.map(move |it| Advice::MissingArgument { function: function.into(), argument: it.name.into() })
}

/// Whether a name looks like a requisite, and which one it may be.
fn misspelt(name: &str) -> Option<Option<&'static str>> {
    let all = || Kind::ALL.iter().map(|it| it.name()).chain(IN);
    if let Some(near) = one_mistake_away(name, all()).filter(|_| !WORDS.contains(&name)) {
        return Some(Some(near));
    }
    // Salt has no `require_any_in`.
    let base = name.strip_suffix("_in")?;
    Kind::ALL.iter().any(|it| it.name() == base).then_some(None)
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
        check("r:\n  iptables.append:\n    - match: state\np:\n  pkg.installed:\n    - batch: True\n", &[]);
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
