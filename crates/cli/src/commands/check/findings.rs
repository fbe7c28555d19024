//! What is wrong in the files of a run: the one place that says how it is found.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use diagnostics::{CheckOptions, Finding, Modules, Ran};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use settings::Settings;
use syntax::Dialect;
use world::World;

use super::failure::Failure;

/// All that is to be checked, and how.
pub struct CheckRequest<'a> {
    pub world: &'a dyn World,
    pub sources: &'a [Source],
    /// Is told of each file that is done.
    pub advance: &'a (dyn Fn() + Sync),
}

/// One text to check.
#[derive(Clone, Debug)]
pub struct Source {
    /// The absolute path without links; of the standard input, where it would lie.
    pub real: PathBuf,
    /// The name in findings.
    pub shown: Arc<str>,
    pub text: Arc<str>,
    pub dialect: Dialect,
    /// What counts for this file, of command line and `bunraku.toml`.
    pub settings: Arc<Settings>,
    pub is_stdin: bool,
}

/// What was found, before comments and levels have their say.
#[derive(Debug, Default)]
pub struct Found {
    /// In the order of the sources, and in each in the order of the text.
    pub findings: Vec<Finding>,
    pub failures: Vec<Failure>,
    /// What has looked.
    pub ran: Ran,
}

pub fn findings(request: &CheckRequest<'_>) -> Found {
    let modules = Modules::new(request.world);
    let check = |source: &Source| {
        let options = CheckOptions {
            dialect: source.dialect,
            strict: source.settings.strict(),
            tasks: source.settings.tasks(),
            autoload: modules.autoload(&source.real, &source.shown),
        };
        // A defect of ours in one file must not take the findings of the others with it.
        let findings = catch_unwind(AssertUnwindSafe(|| diagnostics::check(&source.shown, &source.text, &options)));
        (request.advance)();
        findings.map_err(|_| Failure::new(&*source.shown, "a defect in bunraku: please report it"))
    };
    let mut found = Found { ran: Ran::Syntax, ..Found::default() };
    for result in request.sources.par_iter().map(check).collect::<Vec<_>>() {
        match result {
            Ok(findings) => found.findings.extend(findings),
            Err(failure) => found.failures.push(failure),
        }
    }
    found
}
