//! Findings about a site as a whole, if all its nodes are known.

use std::path::Path;

use analysis::{Evaluation, File, Snapshot, Start};
use compiler::NodeName;
use syntax::{Severity, TextRange};

use crate::{Code, Finding};

/// Evaluations of all nodes of a file's site; none where anything of one of them is unknown.
pub(super) fn known_nodes(snapshot: Snapshot<'_>, file: File) -> Option<Vec<Evaluation>> {
    let nodes = snapshot.nodes(file)?;
    nodes.iter().all(|it| is_known(snapshot, file, it)).then_some(nodes)
}

/// Whether a file is of a module that is made for more than this site.
pub(super) fn is_for_others(snapshot: Snapshot<'_>, file: File) -> bool {
    snapshot.module_of(file).is_some_and(|it| snapshot.file_at(&Path::new(&it.root).join("metadata.json")).is_some())
}

/// Whether an evaluation says all that there is to be said of a node.
fn is_known(snapshot: Snapshot<'_>, file: File, evaluation: &Evaluation) -> bool {
    // Other facts would lead elsewhere, and so would the data of those nodes that share a definition.
    let reads_facts = !evaluation.evaluated.outcome.facts_read.is_empty();
    match &evaluation.start {
        Start::Node(NodeName::Name(_)) => !evaluation.guessed || !reads_facts,
        Start::Node(_) => !reads_facts && snapshot.data_files("", file).is_empty(),
        _ => false,
    }
}

/// Hint that holds for all nodes of a site. Another site may be otherwise: it is a hint.
pub(super) fn hint(snapshot: Snapshot<'_>, file: File, code: Code, range: TextRange, message: String) -> Finding {
    Finding::plain(snapshot.path(file), code, Severity::Hint, range, message)
}
