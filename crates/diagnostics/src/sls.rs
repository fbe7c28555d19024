//! Findings of SLS trees: Salt's problems with their codes, in the form that all findings have.

use std::path::Path;
use std::sync::Arc;

use analysis::{File, Snapshot, Systems};
use salt::advice::Advice;
use salt::{Meant, Near, Placed, Problem, Release, Wrong};
use syntax::{Severity, TextRange, text_range};

use crate::registry::{Code, codes};
use crate::{Edit, Finding, Fix, Related};

/// Names and texts of the files of a tree.
pub trait SlsFiles {
    fn name(&self, path: &Path) -> Arc<str>;
    /// None of a file that was not read.
    fn text(&self, path: &Path) -> Option<Arc<str>>;
}

/// Returns a finding in the words of a release; nothing where only the answer of Salt is not known. What stands nowhere has no file.
pub fn sls_finding(wrong: &Wrong, release: Release, files: &dyn SlsFiles) -> Option<Finding> {
    let code = code_of(&wrong.problem)?;
    let place = |at: &Placed| (files.name(&at.path), text_range(&at.range));
    let (file, range) = wrong.at.as_ref().map_or_else(|| (Arc::from(""), TextRange::default()), place);
    let problem = match &wrong.problem {
        Problem::Advice(Advice::Refused { problem, .. }) => problem,
        problem => problem,
    };
    let message = match problem {
        Problem::ConflictingIds { .. } | Problem::SameKey { .. } | Problem::Yaml { .. } => "the first declaration",
        Problem::MissingTarget { .. } => "the state that requires it",
        Problem::Template { .. } => "the SLS file that runs it",
        Problem::Cycle { .. } => "another requisite of the cycle",
        Problem::Advice(Advice::OverriddenOrder { .. }) => "the requisite",
        Problem::Advice(Advice::JumpsToFront { .. }) => "the number that counts from the end",
        Problem::Advice(Advice::Dropped { .. }) => "the one that counts",
        _ => "the other declaration",
    };
    let related = wrong.related.iter().map(place).map(|(file, range)| Related { file, range, message: message.to_owned() });
    let severity = match &wrong.problem {
        // It is only ignored.
        Problem::Advice(Advice::UnknownArgument { is_strict: false, .. }) => Severity::Warning,
        problem if problem.may_be_elsewhere() => Severity::Warning,
        _ => Severity::Error,
    };
    let message = wrong.problem.render(release).trim_end().to_owned();
    let help = wrong.help(release);
    let fixes = wrong.meant.iter().map(|meant| fix(meant, files)).chain(includes(wrong, files)).collect();
    Some(Finding { help, fixes, related: related.collect(), ..Finding::plain(file, code, severity, range, message) })
}

/// The change to the word that is meant.
fn fix(meant: &Meant, files: &dyn SlsFiles) -> Fix {
    let edit = Edit { file: files.name(&meant.at.path), range: text_range(&meant.at.range), text: meant.text.to_string() };
    Fix { title: format!("Change to `{}`", meant.text), edits: vec![edit], sure: false }
}

/// Changes that include a file with the state that is missing, one for each such file.
fn includes(wrong: &Wrong, files: &dyn SlsFiles) -> Vec<Fix> {
    let all = wrong.near.as_ref().map_or(&[][..], Near::files);
    let Some(at) = wrong.at.as_ref().filter(|_| !all.is_empty()) else { return Vec::new() };
    let Some(text) = files.text(&at.path) else { return Vec::new() };
    let fix = |sls: &String| {
        let insertion = salt::insert_include(&text, sls)?;
        let edit = Edit { file: files.name(&at.path), range: text_range(&(insertion.at..insertion.at)), text: insertion.text };
        Some(Fix { title: format!("Include `{sls}`"), edits: vec![edit], sure: false })
    };
    all.iter().filter_map(fix).collect()
}

/// The files of a workspace, whose names are their paths.
struct OfWorkspace<'s>(Snapshot<'s>);

impl SlsFiles for OfWorkspace<'_> {
    fn name(&self, path: &Path) -> Arc<str> {
        Arc::from(&*path.to_string_lossy())
    }

    fn text(&self, path: &Path) -> Option<Arc<str>> {
        Some(self.0.text(self.0.sls_file(path)))
    }
}

/// Returns what is wrong in an SLS file of a workspace. What depends on pillar or grains that are not known is not wrong.
pub(crate) fn find_in_file(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    let Some(place) = snapshot.sls_place(file) else { return Vec::new() };
    let release = snapshot.sls_release(&place);
    let finding = |(wrong, ids): &(Wrong, Vec<String>)| {
        let finding = sls_finding(wrong, release, &OfWorkspace(snapshot))?;
        Some(Finding { systems: ids.iter().map(|it| Arc::from(it.as_str())).collect(), ..finding })
    };
    snapshot.sls_wrong(file, systems).iter().filter_map(finding).collect()
}

/// Returns the code of a problem; nothing for what is undecided.
pub fn code_of(problem: &Problem) -> Option<Code> {
    if problem.is_undecided() {
        return None;
    }
    Some(match problem {
        Problem::Yaml { .. } | Problem::SameKey { .. } => codes::SALT_YAML,
        Problem::Template { .. } | Problem::MissingTemplate { .. } => codes::SALT_TEMPLATE,
        Problem::NotADictionary { .. }
        | Problem::Contents { .. }
        | Problem::IdNotMap { .. }
        | Problem::IdNotString { .. }
        | Problem::NotAList { .. }
        | Problem::TrailingColon { .. }
        | Problem::NamesNotList { .. }
        | Problem::SeveralKeys { .. }
        | Problem::Crash { .. } => codes::SALT_STRUCTURE,
        Problem::IncludeNotList { .. }
        | Problem::IncludeEnvironment { .. }
        | Problem::IncludeTooHigh { .. }
        | Problem::MissingSls { .. }
        | Problem::NoMatch { .. } => codes::SALT_INCLUDE,
        Problem::ExtendNotMap { .. } | Problem::ExtendNameNotMap { .. } | Problem::CannotExtend { .. } => codes::SALT_EXTEND,
        Problem::ExcludeNotList { .. } => codes::SALT_EXCLUDE,
        Problem::ConflictingIds { .. } => codes::SALT_CONFLICTING_ID,
        Problem::SameModule { .. } | Problem::NoFunction { .. } | Problem::SeveralFunctions { .. } | Problem::Whitespace { .. } => {
            codes::SALT_FUNCTION
        }
        Problem::RequisiteNotList { .. }
        | Problem::RequisiteNotSingle { .. }
        | Problem::DottedRequisite { .. }
        | Problem::IllegalRequisite { .. }
        | Problem::DottedIn { .. }
        | Problem::TargetNotString { .. } => codes::SALT_REQUISITE,
        Problem::MissingTarget { .. } => codes::SALT_MISSING_REQUISITE,
        Problem::Cycle { .. } | Problem::DirectRecursion { .. } => codes::SALT_CYCLE,
        Problem::TopNotMap
        | Problem::TopEmptyEnvironment
        | Problem::TopEnvironmentNotString { .. }
        | Problem::TopMatchesNotMap { .. }
        | Problem::TopNotList { .. }
        | Problem::TopMatcher { .. }
        | Problem::TopEmptyName { .. }
        | Problem::TopNothing => codes::SALT_TOP,
        Problem::Advice(advice) => match advice {
            Advice::Refused { .. } => codes::SALT_RELEASE,
            Advice::UnknownFunction { .. } => codes::SALT_UNKNOWN_FUNCTION,
            Advice::MovedFunction { .. } => codes::SALT_RELEASE,
            Advice::UnknownArgument { .. } => codes::SALT_UNKNOWN_ARGUMENT,
            Advice::UnknownPillarKey { .. } => codes::SALT_UNKNOWN_PILLAR_KEY,
            Advice::MissingArgument { .. } => codes::SALT_MISSING_ARGUMENT,
            Advice::MisspeltRequisite { .. } => codes::SALT_MISSPELT_REQUISITE,
            Advice::Collapsed { .. } => codes::SALT_COLLAPSED_STATE,
            Advice::Dropped { .. } => codes::SALT_IGNORED_REQUISITE,
            Advice::OverriddenOrder { .. } => codes::SALT_OVERRIDDEN_ORDER,
            Advice::JumpsToFront { .. } => codes::SALT_JUMP_TO_FRONT,
            Advice::MissingSource { .. } => codes::SALT_MISSING_SOURCE,
            Advice::WildcardId { .. } => codes::SALT_WILDCARD_ID,
        },
        Problem::Unsupported { .. } | Problem::TooLarge { .. } => return None,
    })
}
