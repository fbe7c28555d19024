//! All that is known to be wrong in one file of a workspace.

use std::sync::Arc;

use analysis::{File, Snapshot, Systems};
use compiler::Program;
use syntax::Severity;

use crate::Finding;
use crate::advice::advice;
use crate::evaluation::{self, Part, Texts};

/// All findings of one file, on the first system that its module is meant for, or on all of them.
pub fn of_file(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    let path = snapshot.path(file);
    let mut found: Vec<Finding> = snapshot.problems(file).iter().map(|it| Finding::new(path.clone(), it)).collect();
    // What is half written means nothing yet.
    if found.iter().all(|it| !it.is_error()) {
        found.extend(advice(&path, snapshot.parse(file)));
    }
    let texts = OfWorkspace { snapshot, file };
    let evaluations = snapshot.evaluations(file, systems);
    let mut all: Vec<Arc<str>> = Vec::new();
    let mut parts = Vec::new();
    for evaluation in &evaluations {
        let of = &evaluation.evaluated;
        let mut findings = evaluation::findings_in(&path, &of.outcome, of.applied.as_ref(), &texts);
        // Mistakes of the text come from the text.
        findings.retain(|it| !found.iter().any(|own| own.code == it.code && own.range == it.range || is_cause(own, it)));
        if evaluation.is_part {
            findings.retain(|it| it.code != "missing-dependency");
        }
        if evaluation.lacks_modules {
            findings.retain(|it| !MAY_BE_ELSEWHERE.contains(&it.code));
        }
        let systems: Vec<Arc<str>> = evaluation.systems.iter().map(|it| Arc::from(&**it)).collect();
        all.extend(systems.iter().filter(|it| !all.contains(it)).cloned().collect::<Vec<_>>());
        parts.push(Part { systems, findings });
    }
    let is_guessed = evaluations.iter().any(|it| it.guessed);
    let is_site = evaluations.iter().any(|it| it.is_site);
    found.extend(evaluation::merge(parts, &all).into_iter().filter_map(|it| if is_guessed { settle(it, is_site) } else { Some(it) }));
    found
}

/// Whether one says better what is wrong than the other: of `file['x']` Puppet tells only what comes of the brackets.
fn is_cause(own: &Finding, it: &Finding) -> bool {
    let gap = it.range.start().checked_sub(own.range.end()).map(u32::from);
    own.code == "lowercase-reference" && it.code == "evaluation-error" && gap.is_some_and(|it| it < 3)
}

/// What a module that is not there may define. Classes and variables are not among them: their names say whose they are.
const MAY_BE_ELSEWHERE: [&str; 3] = ["unknown-function", "unknown-resource-type", "unknown-type"];

/// What holds only for some systems of which nobody says that they are meant is no error, and in a site it is nothing.
fn settle(mut finding: Finding, is_site: bool) -> Option<Finding> {
    if finding.systems.is_empty() {
        return Some(finding);
    }
    if finding.severity == Severity::Error {
        finding.severity = Severity::Warning;
    }
    (!is_site).then_some(finding)
}

/// The texts as the editor has them.
struct OfWorkspace<'db> {
    snapshot: Snapshot<'db>,
    file: File,
}

impl Texts for OfWorkspace<'_> {
    fn program(&self, file: &str) -> Option<Arc<Program>> {
        self.snapshot.program(self.file, file)
    }
}
