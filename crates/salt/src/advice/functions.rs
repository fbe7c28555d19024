//! Functions that a release does not have.

use literals::one_mistake_away;

use super::{Advice, Known, Looked};
use crate::chunk::Chunk;
use crate::problem::{Finding, Problem, Release};
use crate::signatures::Signatures;

pub(super) fn find(looked: &Looked<'_>, chunk: &Chunk, found: &mut Vec<Finding>) {
    found.extend(judge_function(&looked.known, &chunk.state, &chunk.fun).map(|it| Finding::new(Problem::Advice(it), chunk.at)));
}

/// Judges the name of a function. Modules of extensions and of the machine are not known, so that only functions of known
/// modules count.
pub fn judge_function(known: &Known<'_>, module: &str, function: &str) -> Option<Advice> {
    let name = format!("{module}.{function}");
    if known.signatures.get(&name).is_some() {
        return None;
    }
    let other = if known.release.has_graph() { Release::V3006 } else { Release::V3008 };
    if Signatures::for_release(other).get(&name).is_some() {
        return Some(Advice::MovedFunction { name: name.into(), has: other, lacks: known.release });
    }
    let own = known.signatures.of_module(module);
    if own.is_empty() {
        // A module that is not known may come with an extension, unless it is nearly one that has the function.
        let module =
            near_module(module, known.signatures.names().filter_map(|it| it.split_once('.')).filter(|it| it.1 == function).map(|it| it.0))?;
        return Some(Advice::UnknownFunction { name: name.into(), nearest: Some(format!("{module}.{function}").into()) });
    }
    let near = one_mistake_away(function, own.iter().copied()).map(|it| format!("{module}.{it}").into());
    Some(Advice::UnknownFunction { name: name.into(), nearest: near })
}

/// Letters that a name needs for another one to be surely meant.
const LONG: usize = 5;

/// The module that is surely meant. Short names are near many others: they count if one letter is too many or too few, or if two have
/// changed places, and if one module alone is so near.
fn near_module<'n>(module: &str, modules: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if module.len() >= LONG {
        return one_mistake_away(module, modules);
    }
    let sorted = |it: &str| {
        let mut letters: Vec<char> = it.chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_near = |it: &&str| {
        let is_longer = it.len() != module.len() && it.len().min(module.len()) >= 3;
        (is_longer || sorted(it) == sorted(module)) && strsim::damerau_levenshtein(module, it) == 1
    };
    let mut near = modules.filter(is_near);
    near.next().filter(|_| near.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{advice, check};
    use crate::Release;

    #[test]
    fn misspelt_functions() {
        check("a:\n  pkg.instaled: []\n", &["pkg.instaled: `pkg` has no function `pkg.instaled`: did you mean `pkg.installed`?"]);
        check("a:\n  service.nothing: []\n", &["service.nothing: `service` has no function `service.nothing`"]);
        check(
            "a:\n  servce.running: []\n",
            &["servce.running: there is no state function `servce.running`: did you mean `service.running`?"],
        );
        for (written, meant) in [("fil.managed", "file"), ("pkgs.installed", "pkg"), ("flie.managed", "file"), ("usr.present", "user")] {
            let (_, function) = written.split_once('.').unwrap_or_default();
            let expected = format!("{written}: there is no state function `{written}`: did you mean `{meant}.{function}`?");
            check(&format!("a:\n  {written}:\n    - source: /x\n"), &[&expected]);
        }
        check("a:\n  custom.present: []\n  mine.x: []\nb:\n  pip3.x: []\n  apk.installed: []\n  fi.managed: []\n", &[]);
    }

    #[test]
    fn functions_of_one_release() {
        let text = "a:\n  docker_container.running: []\n";
        let moved = "docker_container.running: Salt 3006 has `docker_container.running`, and 3008 has it only with an extension";
        assert_eq!(advice(text, Release::V3008), [moved]);
        assert_eq!(advice(text, Release::V3006), Vec::<String>::new());
    }
}
