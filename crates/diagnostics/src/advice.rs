//! Findings from the text alone: probable mistakes, and code that a later Puppet refuses.
//!
//! Puppet says nothing of these. So each must be right nearly always, and what is a matter of taste is off until somebody asks for
//! it. A file for each code.

pub(crate) mod constant_condition;
pub(crate) mod constants;
pub(crate) mod duplicate_option;
pub(crate) mod hiera_function;
pub(crate) mod ignored_by_lint;
pub(crate) mod legacy_fact;
pub(crate) mod literals;
pub(crate) mod lost_node;
pub(crate) mod lowercase_reference;
pub(crate) mod missing_default;
#[cfg(test)]
mod tests;
pub(crate) mod unknown_fact;
pub(crate) mod unreachable_code;
pub(crate) mod unused_parameter;
pub(crate) mod unused_variable;

pub use hiera_function::HIERA_FUNCTIONS;
pub use legacy_fact::is_fact_of_old;

use std::cell::OnceCell;
use std::sync::Arc;

use analysis::{File, Snapshot};
use hir::{References, Role, Symbol};
use settings::Level;
use syntax::model::{Data, Model, NodeId};
use syntax::{Dialect, ParseOptions, Severity, TextRange};

pub(crate) use crate::registry::Rule;
use crate::registry::{self, Code};
use crate::{Edit, Finding, Fix, Related};

/// A text as the rules look at it.
pub(crate) struct Text<'a> {
    source: Arc<str>,
    options: ParseOptions,
    pub(crate) model: Arc<Model>,
    references: Names<'a>,
}

/// The names in a text. They need its tree: few rules ask for them, and of most texts none does.
enum Names<'a> {
    Known(&'a References),
    Lazy(OnceCell<References>),
}

/// Result of a rule.
#[derive(Debug, Default)]
pub(crate) struct Advice {
    range: TextRange,
    message: String,
    help: Option<String>,
    related: Vec<(TextRange, String)>,
    fix: Option<(String, Vec<(TextRange, String)>)>,
    /// The fix cannot change what is meant.
    sure: bool,
}

/// Finds possible improvements of a text whose syntax is right. Disabled ones are among them: levels apply where they are reported.
pub(crate) fn find_all(file: &Arc<str>, text: &Text<'_>) -> Vec<Finding> {
    let mut all = Vec::new();
    let rules = registry::rules(|it| if let Rule::Text(find) = it { Some(find) } else { None });
    for (code, find) in rules {
        let mut found = Vec::new();
        find(text, &mut found);
        ignored_by_lint::drop_ignored(text, code, &mut found);
        all.extend(found.into_iter().map(|it| finding(file, code, it)));
    }
    all
}

fn finding(file: &Arc<str>, code: Code, found: Advice) -> Finding {
    let related = found.related.into_iter().map(|(range, message)| Related { file: file.clone(), range, message });
    let fix = found.fix.map(|(title, edits)| {
        let edits = edits.into_iter().map(|(range, text)| Edit { file: file.clone(), range, text });
        Fix { title, edits: edits.collect(), sure: found.sure }
    });
    let severity = if code.level == Some(Level::Warning) { Severity::Warning } else { Severity::Hint };
    Finding {
        help: found.help,
        related: related.collect(),
        fixes: fix.into_iter().collect(),
        ..Finding::plain(file.clone(), code, severity, found.range, found.message)
    }
}

impl<'a> Text<'a> {
    /// A text of which nothing else is known.
    pub(crate) fn new(text: &str, options: ParseOptions, model: Arc<Model>) -> Text<'a> {
        Text { source: text.into(), options, model, references: Names::Lazy(OnceCell::new()) }
    }

    /// The text of a file, with what is known of it.
    pub(crate) fn from_file(snapshot: Snapshot<'a>, file: File) -> Text<'a> {
        let options = snapshot.parse(file).options();
        let references = Names::Known(snapshot.references(file));
        Text { source: snapshot.text(file), options, model: snapshot.model(file), references }
    }

    /// Every name in it. Of a text by itself they are looked for at the first question.
    fn references(&self) -> &References {
        match &self.references {
            Names::Known(known) => known,
            Names::Lazy(cell) => cell.get_or_init(|| hir::references(&syntax::parse(&self.source, self.options))),
        }
    }

    /// The names that are those of facts.
    fn facts(&self) -> impl Iterator<Item = (&hir::Reference, &str)> {
        // Whoever names a fact writes `$facts`, `fact(…)` or `facts.…`.
        let names = if self.source.contains("fact") { self.references().all.as_slice() } else { &[] };
        names.iter().filter(|it| it.role == Role::Use).filter_map(|it| match &it.symbol {
            Symbol::Fact(path) => Some((it, path.as_str())),
            _ => None,
        })
    }

    fn is_template(&self) -> bool {
        self.options.dialect == Dialect::Epp
    }

    pub(crate) fn range(&self, node: NodeId) -> TextRange {
        self.model.get(node).range
    }

    /// The text of a range.
    pub(crate) fn slice(&self, range: TextRange) -> &str {
        self.source.get(std::ops::Range::<usize>::from(range)).unwrap_or_default()
    }

    /// Subject of a `case` or a selector, and the values of its arms.
    pub(crate) fn choice(&self, node: NodeId) -> Option<(NodeId, Vec<NodeId>)> {
        match self.model.data(node) {
            Data::Case { test, options } => {
                let values = options.iter().filter_map(|it| match self.model.data(*it) {
                    Data::CaseOption { values, .. } => Some(values),
                    _ => None,
                });
                Some((*test, values.flatten().copied().collect()))
            }
            Data::Selector { left, selectors } => {
                let value = |it: &NodeId| match self.model.data(*it) {
                    Data::SelectorEntry { matching, .. } => Some(*matching),
                    _ => None,
                };
                Some((*left, selectors.iter().filter_map(value).collect()))
            }
            _ => None,
        }
    }

    /// As much of a range as is in its first line.
    pub(crate) fn first_line(&self, range: TextRange) -> TextRange {
        let line = self.slice(range).split('\n').next().unwrap_or("").trim_end();
        TextRange::at(range.start(), u32::try_from(line.len()).unwrap_or(0).into())
    }

    /// A literal as something that can be compared: equal ones are the same value to Puppet, to which `É` is not `é`.
    pub(crate) fn literal(&self, node: NodeId) -> Option<String> {
        match self.model.data(node) {
            Data::String(text) | Data::Name(text) => Some(format!("text {}", text.to_ascii_lowercase())),
            Data::Boolean(value) => Some(format!("boolean {value}")),
            Data::Undef => Some("undef".to_owned()),
            Data::Regex(pattern) => Some(format!("pattern {pattern}")),
            Data::Reference(name) => Some(format!("type {}", name.to_lowercase())),
            Data::Integer { value: syntax::model::Integer::Small(value), .. } => Some(format!("number {value}")),
            Data::Paren { expr } => match self.model.data(*expr) {
                Data::Paren { .. } => None,
                _ => self.literal(*expr),
            },
            _ => None,
        }
    }

    /// The name of a function that is called, and the arguments.
    pub(crate) fn call(&self, node: NodeId) -> Option<(&str, NodeId, &[NodeId])> {
        let Data::Call { functor, arguments, .. } = self.model.data(node) else { return None };
        match self.model.data(*functor) {
            Data::Name(name) => Some((name, *functor, arguments)),
            _ => None,
        }
    }
}
