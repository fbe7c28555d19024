//! Functions that a release does not have.

use literals::one_mistake_away;

use super::{Advice, Looked, function};
use crate::chunk::Chunk;
use crate::problem::{Finding, Problem, Release};
use crate::signatures::Signatures;

/// Modules of extensions and of the machine are not known, so that only functions of known modules count.
pub fn find(looked: &Looked<'_>, chunk: &Chunk, found: &mut Vec<Finding>) {
    let name = function(chunk);
    if looked.signature(chunk).is_some() {
        return;
    }
    let other = if looked.release.has_graph() { Release::V3006 } else { Release::V3008 };
    let advice = if Signatures::for_release(other).get(&name).is_some() {
        Advice::MovedFunction { name: name.into(), has: other, lacks: looked.release }
    } else {
        let own = looked.signatures.of_module(&chunk.state);
        if own.is_empty() {
            // A module that nobody knows may come with an extension, unless it is nearly one that has the function.
            let modules = looked.signatures.names().filter_map(|it| it.split_once('.')).filter(|it| it.1 == &*chunk.fun).map(|it| it.0);
            let Some(module) = one_mistake_away(&chunk.state, modules) else { return };
            Advice::UnknownFunction { name: name.into(), nearest: Some(format!("{module}.{}", chunk.fun).into()) }
        } else {
            let near = one_mistake_away(&chunk.fun, own.iter().copied()).map(|it| format!("{}.{it}", chunk.state).into());
            Advice::UnknownFunction { name: name.into(), nearest: near }
        }
    };
    found.push(Finding::new(Problem::Advice(advice), chunk.at));
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
        check("a:\n  custom.present: []\n  mine.x: []\n", &[]);
    }

    #[test]
    fn functions_of_one_release() {
        let text = "a:\n  docker_container.running: []\n";
        let moved = "docker_container.running: Salt 3006 has `docker_container.running`, and 3008 has it only with an extension";
        assert_eq!(advice(text, Release::V3008), [moved]);
        assert_eq!(advice(text, Release::V3006), Vec::<String>::new());
    }
}
