//! Findings in files that are no code: data of Hiera, `hiera.yaml`, `metadata.json`, `environment.conf`,
//! `Puppetfile`.
//!
//! Data bind parameters, and that is checked without evaluating anything: a key without a parameter, a value of another type. A file for
//! each code.

pub(crate) mod absent_dependency;
pub(crate) mod duplicate_data_key;
pub(crate) mod evaluated;
pub(crate) mod foreign_data_key;
pub(crate) mod interpolated;
pub(crate) mod invalid_environment_config;
pub(crate) mod invalid_hiera_config;
pub(crate) mod invalid_interpolation;
pub(crate) mod invalid_merge;
pub(crate) mod invalid_metadata;
pub(crate) mod legacy_fact;
pub(crate) mod missing_data_folder;
pub(crate) mod mistyped_data;
pub(crate) mod open_dependency;
pub(crate) mod recursive_data;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod unbound_data_key;
pub(crate) mod undeclared_dependency;
pub(crate) mod uninstalled_modules;
pub(crate) mod unknown_fact;
pub(crate) mod unmet_dependency;
pub(crate) mod unreadable_data;
pub(crate) mod unused_dependency;
pub(crate) mod version_range;

use std::cell::OnceCell;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use analysis::data::{DataPlace, DataText, Role};
use analysis::{File, Snapshot, Systems};
use issue::{Issue, Str};
use settings::Level;
use syntax::{Severity, text_range};
use yaml::Node;

use crate::advice::ignored_by_lint::drop_ignored_in;
use crate::lints::{Linted, drop_duplicates};
pub(crate) use crate::registry::Rule;
use crate::registry::{self, Code};
use crate::{Edit, Finding, Fix, Related};

/// A file as the rules look at it.
pub(crate) struct DataFile<'a> {
    snapshot: Snapshot<'a>,
    file: File,
    path: Arc<str>,
    source: Arc<str>,
    place: &'a DataPlace,
    text: Arc<DataText>,
    /// Where the lines of the source start.
    lines: OnceCell<Vec<usize>>,
}

/// Title of a fix, and its replacements.
type Change = (String, Vec<(Range<usize>, String)>);

/// Result of a rule.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// The issue as data, where an evaluation may find the same.
    issue: Option<Issue>,
    /// Where the rule does not say how bad it is.
    severity: Option<Severity>,
    range: Range<usize>,
    message: String,
    help: Option<String>,
    related: Vec<Related>,
    fix: Option<Change>,
}

/// Returns what the text of a file that is no code shows by itself; nothing of one that nothing reads.
pub fn data_findings(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
    snapshot.data_place(file).map(|place| DataFile::new(snapshot, file, &place).all()).unwrap_or_default()
}

/// Returns all that is wrong with it. With readers, errors of code that looks up its keys are included, for views of the data without the
/// code.
pub(crate) fn all_data_findings(snapshot: Snapshot<'_>, file: File, systems: Systems, with_readers: bool) -> Vec<Finding> {
    let Some(place) = snapshot.data_place(file) else { return Vec::new() };
    let data = DataFile::new(snapshot, file, &place);
    // The text first. What it shows of values and merges, evaluations may show too, and know more of.
    let mut all = data.all();
    let is_doubted = |it: &&Finding| it.code.rules.iter().any(|it| matches!(it, Rule::DataError));
    let doubted: Vec<Finding> = all.iter().filter(is_doubted).cloned().collect();
    let evaluated = evaluated::find_in_file(&data, systems, &doubted, with_readers);
    all.retain(|it| !evaluated.iter().any(|other| other.is_same(it)));
    all.extend(evaluated);
    let mut lints = snapshot.remembered::<Linted>(file).to_vec();
    drop_duplicates(&mut lints, &all, &data.source);
    all.extend(lints);
    all.sort_by_key(|it| it.range.start());
    all
}

impl<'a> DataFile<'a> {
    fn new(snapshot: Snapshot<'a>, file: File, place: &'a DataPlace) -> DataFile<'a> {
        let text = snapshot.data_text(file);
        DataFile { snapshot, file, path: snapshot.path(file), source: snapshot.text(file), place, text, lines: OnceCell::new() }
    }

    fn all(&self) -> Vec<Finding> {
        let mut all = Vec::new();
        for (code, find) in registry::rules(|it| if let Rule::Data(find) = it { Some(find) } else { None }) {
            let mut found = Vec::new();
            find(self, &mut found);
            drop_ignored_in(&self.source, code, &mut found, |it| it.range.start);
            all.extend(found.into_iter().map(|it| self.finding(code, it)));
        }
        all.sort_by_key(|it| it.range.start());
        all
    }

    fn is_data(&self) -> bool {
        matches!(self.place.role, Role::Data { .. })
    }

    fn finding(&self, code: Code, draft: Draft) -> Finding {
        let by_level = match code.level {
            Some(Level::Error) => Severity::Error,
            Some(Level::Hint | Level::Off) => Severity::Hint,
            Some(Level::Warning) | None => Severity::Warning,
        };
        let fix = draft.fix.map(|(title, edits)| {
            let edits = edits.into_iter().map(|(range, text)| Edit { file: self.path.clone(), range: text_range(&range), text });
            Fix { title, edits: edits.collect(), sure: false }
        });
        let severity = draft.severity.unwrap_or(by_level);
        Finding {
            help: draft.help,
            related: draft.related,
            fixes: fix.into_iter().collect(),
            issue: draft.issue.map(Arc::new),
            ..Finding::plain(self.path.clone(), code, severity, text_range(&draft.range), draft.message)
        }
    }

    /// The folder of another module, by the name that a dependency has: `author-module`.
    fn dependency(&self, full_name: &str) -> Option<PathBuf> {
        let name = environment::name_of_module(full_name);
        let is_own = self.place.module().is_some_and(|it| **it == *name);
        self.snapshot.module_folder(self.file, name).filter(|_| !is_own)
    }

    /// A range without the quotes around it.
    fn without_quotes(&self, range: &Range<usize>) -> Range<usize> {
        let text = self.source.get(range.clone()).unwrap_or_default();
        let is_quoted = text.len() >= 2 && ["'", "\""].iter().any(|it| text.starts_with(it) && text.ends_with(it));
        if is_quoted { range.start + 1..range.end - 1 } else { range.clone() }
    }

    /// A line, from 1, without the blanks around it.
    fn line(&self, number: u32) -> Range<usize> {
        let after = |it: (usize, &str)| it.0 + 1;
        let starts = self.lines.get_or_init(|| std::iter::once(0).chain(self.source.match_indices('\n').map(after)).collect());
        let start = usize::try_from(number).ok().and_then(|it| starts.get(it.checked_sub(1)?).copied());
        let Some((start, rest)) = start.and_then(|start| Some((start, self.source.get(start..).filter(|it| !it.is_empty())?))) else {
            return 0..0;
        };
        let line = rest.split_inclusive('\n').next().unwrap_or_default();
        let blank = line.len() - line.trim_start().len();
        start + blank..start + line.trim_end().len().max(blank)
    }

    /// As much of a range as is in its first line.
    fn first_line(&self, range: &Range<usize>) -> Range<usize> {
        let text = self.source.get(range.clone()).unwrap_or_default();
        let line = text.split('\n').next().unwrap_or_default().trim_end();
        range.start..range.start + line.len()
    }
}

/// The part of a value that keys and indexes lead to, as far as they do.
fn part_at<'t>(value: &'t Node, path: &[Str]) -> &'t Node {
    let mut here = value;
    for step in path {
        match here.find(&[step]) {
            Some(inner) => here = inner,
            None => break,
        }
    }
    if here.range.is_empty() { value } else { here }
}
