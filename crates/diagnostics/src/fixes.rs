//! Fixes of what the parser and the validation find: legacy forms, and names that are not spelled as such names are.
//!
//! The parser and the validation say what is wrong and know nothing of changes. A file for each mistake.

pub(crate) mod append;
pub(crate) mod definition_name;
pub(crate) mod definition_place;
mod negation;
pub(crate) mod node_inheritance;
pub(crate) mod variable_name;

use std::sync::Arc;

use syntax::model::{Data, DefinitionKind, Model, NodeId};
use syntax::{Autoload, TextRange, TextSize};

use crate::{Edit, Finding, Fix};

/// A text prepared for changes.
pub(crate) struct Broken<'a> {
    text: &'a str,
    model: &'a Model,
    autoload: Option<&'a Autoload>,
}

/// Looks for the fix of a finding of its code: what it is called, and what comes where.
pub(crate) type FindFix = fn(&Broken<'_>, &mut Finding) -> Option<Change>;

pub(crate) type Change = (String, Vec<(TextRange, String)>);

/// Adds fixes to the findings of a text. The model is asked for only if one of them needs it.
pub(crate) fn add_fixes(found: &mut Vec<Finding>, text: &str, autoload: Option<&Autoload>, model: impl FnOnce() -> Arc<Model>) {
    negation::explain(found, text);
    if found.iter().all(|it| it.code.find_fix.is_none()) {
        return;
    }
    let model = model();
    let broken = Broken { text, model: &model, autoload };
    for finding in found.iter_mut() {
        let Some((title, edits)) = finding.code.find_fix.and_then(|find_fix| find_fix(&broken, finding)) else { continue };
        let edits = edits.into_iter().map(|(range, text)| Edit { file: finding.file.clone(), range, text }).collect();
        // Puppet refuses the text: what somebody meant is a guess.
        finding.fixes = vec![Fix { title, edits, sure: false }];
    }
}

impl Broken<'_> {
    fn slice(&self, range: TextRange) -> &str {
        self.text.get(std::ops::Range::<usize>::from(range)).unwrap_or_default()
    }

    /// A name where a range of the text has it for the first time.
    fn find(&self, range: TextRange, name: &str) -> Option<TextRange> {
        let at = TextSize::try_from(self.slice(range).find(name)?).ok()?;
        Some(TextRange::at(range.start() + at, TextSize::try_from(name.len()).ok()?))
    }

    /// The variables of a name, each as the place of the name in it.
    fn variables(&self, name: &str) -> Vec<TextRange> {
        let named = |id: &NodeId| match self.model.data(*id) {
            Data::Variable { expr } => matches!(self.model.data(*expr), Data::Name(it) if **it == *name),
            Data::Parameter { name: it, .. } => **it == *name,
            // `${Name}` is a type to Puppet.
            Data::Text { expr } => matches!(self.model.data(*expr), Data::Reference(it) if **it == *name),
            _ => false,
        };
        let place = |id: NodeId| match self.model.data(id) {
            // In front of it its type may stand.
            Data::Parameter { .. } => {
                self.find(self.model.get(id).range, &format!("${name}")).map(|it| TextRange::new(it.start() + TextSize::from(1), it.end()))
            }
            _ => self.find(self.model.get(id).range, name),
        };
        self.model.ids().filter(named).filter_map(place).collect()
    }

    /// The name of the variable or parameter that a range is about.
    fn variable_name(&self, range: TextRange) -> Option<&str> {
        let is_it = |id: &NodeId| self.model.focus(*id) == range || self.model.get(*id).range == range;
        self.model.ids().filter(is_it).find_map(|id| match self.model.data(id) {
            Data::Variable { expr } | Data::Text { expr } => match self.model.data(*expr) {
                Data::Name(name) | Data::Reference(name) => Some(&**name),
                _ => None,
            },
            Data::Parameter { name, .. } => Some(&**name),
            _ => None,
        })
    }

    /// The kind and the name of the class, defined type, function or plan that a range is about.
    fn definition_name(&self, range: TextRange) -> Option<(DefinitionKind, &str)> {
        let id = self.model.definitions.iter().find(|it| self.model.focus(**it) == range)?;
        match self.model.data(*id) {
            Data::Definition { kind, rest, .. } => Some((*kind, &*rest.name)),
            _ => None,
        }
    }

    /// The definition that holds a place, the innermost one.
    fn definition(&self, at: TextRange) -> Option<TextRange> {
        let is_definition = |id: &NodeId| matches!(self.model.data(*id), Data::Definition { .. } | Data::NodeDefinition { .. });
        let ranges = self.model.ids().filter(is_definition).map(|it| self.model.get(it).range);
        ranges.filter(|it| it.contains_range(at)).min_by_key(|it| it.len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use syntax::Autoload;

    use crate::{CheckOptions, Edit, apply, check};

    /// The first fix of a code in a text, and the text after it.
    pub(super) fn fixed(code: &str, text: &str) -> String {
        fixed_in(code, text, None)
    }

    /// The same in a file that may define what begins with a name.
    pub(super) fn fixed_in(code: &str, text: &str, namespace: Option<&str>) -> String {
        let autoload = namespace.map(|it| Autoload { file: "a.pp".to_owned(), namespace: Some(it.to_owned()) });
        let found = check(&Arc::from("a.pp"), text, &CheckOptions { autoload, ..CheckOptions::default() });
        let Some(finding) = found.iter().find(|it| it.code == code) else { return format!("no {code}") };
        let Some(fix) = finding.fixes.first() else { return format!("no fix: {}", finding.help.as_deref().unwrap_or_default()) };
        let edits: Vec<&Edit> = fix.edits.iter().collect();
        format!("{}\n{}", fix.title, apply(text, &edits))
    }
}
