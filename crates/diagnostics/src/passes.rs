//! The passes that look for findings in one file of a workspace.
//!
//! A pass has a name and says what it needs; [`PASSES`] lists them in their order. What they find is put together by
//! [`combine`](crate::combine), and what comments and settings make of it is up to [`report`](crate::report).

mod evaluation;
mod templates;
mod undeclared;

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

use analysis::{Evaluation, File, Remembered, Snapshot, Systems};
use syntax::Severity;

use crate::advice::{self, Text};
use crate::combine::combine;
use crate::data::{all_data_findings, data_findings};
use crate::lints::Linted;
use crate::{Finding, fixes, neighbours, unused_template};

pub use evaluation::find_by_evaluation;
pub(crate) use evaluation::{find_in_data, find_on_nodes_of_data};

/// One analysis of a file of code.
struct Pass {
    name: Name,
    needs: Needs,
    /// Looks at the file; the findings of earlier passes are known.
    run: fn(&Input<'_>, &Found) -> Vec<Finding>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// Errors of the parser and of validation, with fixes.
    Syntax,
    /// Forms that are most likely mistakes.
    Advice,
    /// Names that the other files of the workspace do not define, or not for this file.
    Neighbours,
    /// The checks of puppet-lint.
    Lint,
    /// Errors of Puppet, and findings in the catalog.
    Evaluation,
    /// Findings on no node of a site.
    Site,
    /// A template that nothing renders.
    Template,
}

/// Requirements of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    Text,
    /// A text without syntax errors: what is half written means nothing yet.
    SoundText,
    Evaluations,
    /// Evaluations on all systems.
    AllEvaluations,
}

/// All passes, in their order.
static PASSES: &[Pass] = &[
    Pass { name: Name::Syntax, needs: Needs::Text, run: find_syntax_problems },
    Pass { name: Name::Advice, needs: Needs::SoundText, run: find_advice },
    Pass { name: Name::Neighbours, needs: Needs::SoundText, run: find_among_neighbours },
    Pass { name: Name::Lint, needs: Needs::Text, run: find_lints },
    Pass { name: Name::Evaluation, needs: Needs::Evaluations, run: evaluation::run },
    Pass { name: Name::Site, needs: Needs::AllEvaluations, run: find_in_site },
    Pass { name: Name::Template, needs: Needs::Evaluations, run: find_unused_template },
];

/// A file as the passes look at it.
pub(crate) struct Input<'db> {
    pub(crate) snapshot: Snapshot<'db>,
    pub(crate) file: File,
    systems: Systems,
    /// Nothing where the text has syntax errors.
    text: OnceCell<Option<Text<'db>>>,
    evaluations: OnceCell<Vec<Evaluation>>,
}

/// Findings of the passes so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found(Vec<(Name, Vec<Finding>)>);

impl Pass {
    /// Whether it evaluates nothing, so that it finds the same on all systems.
    fn is_static(&self) -> bool {
        matches!(self.needs, Needs::Text | Needs::SoundText)
    }

    fn can_run(&self, input: &Input<'_>) -> bool {
        match self.needs {
            Needs::Text | Needs::Evaluations => true,
            Needs::SoundText => input.text().is_some(),
            Needs::AllEvaluations => input.systems == Systems::All,
        }
    }
}

impl<'db> Input<'db> {
    pub(crate) fn new(snapshot: Snapshot<'db>, file: File, systems: Systems) -> Input<'db> {
        Input { snapshot, file, systems, text: OnceCell::new(), evaluations: OnceCell::new() }
    }

    fn text(&self) -> Option<&Text<'db>> {
        let is_sound = || self.snapshot.problems(self.file).iter().all(|it| it.severity != Severity::Error);
        self.text.get_or_init(|| is_sound().then(|| Text::from_file(self.snapshot, self.file))).as_ref()
    }

    fn evaluations(&self) -> &[Evaluation] {
        self.evaluations.get_or_init(|| evaluation::evaluations(self.snapshot, self.file, self.systems))
    }
}

impl Found {
    /// Runs the passes that `wanted` picks.
    fn add(&mut self, input: &Input<'_>, wanted: impl Fn(&Pass) -> bool) {
        for pass in PASSES.iter().filter(|it| wanted(it) && it.can_run(input)) {
            let findings = (pass.run)(input, self);
            self.0.push((pass.name, findings));
        }
    }

    /// Returns copies of the findings of some passes.
    fn of_passes(&self, names: &[Name]) -> Vec<Finding> {
        self.0.iter().filter(|it| names.contains(&it.0)).flat_map(|it| &it.1).cloned().collect()
    }

    /// Takes the findings of some passes, in the order of the passes.
    pub(crate) fn take(&mut self, names: &[Name]) -> Vec<Finding> {
        self.0.iter_mut().filter(|it| names.contains(&it.0)).flat_map(|it| std::mem::take(&mut it.1)).collect()
    }
}

/// Findings of the passes that evaluate nothing.
pub(crate) struct StaticFindings(Found);

impl Remembered for StaticFindings {
    type Made = StaticFindings;

    fn make(snapshot: Snapshot<'_>, file: File) -> StaticFindings {
        let mut found = Found::default();
        found.add(&Input::new(snapshot, file, Systems::First), Pass::is_static);
        StaticFindings(found)
    }
}

/// Returns all findings of one file, on the first system that its module is meant for, or on all of them. Those of code may stand in
/// data that it looks up; those of lint are without [fixes](crate::fix_lints).
pub fn find_in_file(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    if analysis::is_erb(Path::new(&*snapshot.path(file))) {
        let mut found = crate::erb::find_in_file(snapshot, file);
        found.extend(unused_template::find(snapshot, file));
        return found;
    }
    if analysis::is_ruby(Path::new(&*snapshot.path(file))) {
        return crate::rb::find_in_file(snapshot, file);
    }
    if is_data(snapshot, file) {
        return all_data_findings(snapshot, file, systems, false);
    }
    find_in_code(snapshot, file, systems, &StaticFindings::make(snapshot, file))
}

/// Returns the findings of a file of code, of which those are known that need no evaluation.
pub(crate) fn find_in_code(snapshot: Snapshot<'_>, file: File, systems: Systems, known: &StaticFindings) -> Vec<Finding> {
    let input = Input::new(snapshot, file, systems);
    let mut found = known.0.clone();
    found.add(&input, |it| !it.is_static());
    combine(&input, found)
}

/// Returns what the evaluations of a file of code show, merged.
pub(crate) fn find_evaluated(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    evaluation::run(&Input::new(snapshot, file, systems), &Found::default())
}

/// Returns what is found without any evaluation.
pub(crate) fn find_without_evaluations(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    if analysis::is_erb(Path::new(&*snapshot.path(file))) {
        return crate::erb::find_in_file(snapshot, file);
    }
    if is_data(snapshot, file) {
        return data_findings(snapshot, file);
    }
    let known = snapshot.remembered::<StaticFindings>(file);
    combine(&Input::new(snapshot, file, systems), known.0.clone())
}

/// Returns what the text of a file shows by itself.
pub fn find_in_text(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
    if is_data(snapshot, file) {
        return data_findings(snapshot, file);
    }
    let mut found = Found::default();
    found.add(&Input::new(snapshot, file, Systems::First), |it| matches!(it.name, Name::Syntax | Name::Advice));
    found.take(&[Name::Syntax, Name::Advice])
}

fn is_data(snapshot: Snapshot<'_>, file: File) -> bool {
    analysis::is_input(Path::new(&*snapshot.path(file)))
}

fn find_syntax_problems(input: &Input<'_>, _: &Found) -> Vec<Finding> {
    let (snapshot, file) = (input.snapshot, input.file);
    let path: Arc<str> = snapshot.path(file);
    let mut found: Vec<Finding> = snapshot.problems(file).iter().map(|it| Finding::new(path.clone(), it)).collect();
    fixes::add_fixes(&mut found, &snapshot.text(file), snapshot.autoload(file).as_ref(), || snapshot.model(file));
    found
}

fn find_advice(input: &Input<'_>, _: &Found) -> Vec<Finding> {
    input.text().map(|it| advice::find_all(&input.snapshot.path(input.file), it)).unwrap_or_default()
}

fn find_among_neighbours(input: &Input<'_>, _: &Found) -> Vec<Finding> {
    input.text().map(|it| neighbours::find_all(input.snapshot, input.file, it)).unwrap_or_default()
}

fn find_lints(input: &Input<'_>, _: &Found) -> Vec<Finding> {
    input.snapshot.remembered::<Linted>(input.file).to_vec()
}

/// Finds what holds in the site and is not among the neighbours' findings.
fn find_in_site(input: &Input<'_>, found: &Found) -> Vec<Finding> {
    neighbours::find_in_site(input.snapshot, input.file, input.evaluations(), &found.of_passes(&[Name::Neighbours]))
}

fn find_unused_template(input: &Input<'_>, _: &Found) -> Vec<Finding> {
    unused_template::find(input.snapshot, input.file).into_iter().collect()
}

#[cfg(test)]
mod tests;
