//! What can be done about mistakes that the text alone tells: forms of old, and names that are not spelt as such names are.
//!
//! The parser and the validation say what is wrong and know nothing of changes. A file for each mistake.

mod append;
mod definition_name;
mod definition_place;
mod negation;
mod node_inheritance;
mod variable_name;

use std::sync::Arc;

use syntax::model::{Data, Model, NodeId};
use syntax::{Autoload, TextRange, TextSize};

use crate::registry::{Code, codes};
use crate::{Edit, Finding, Fix};

/// A text as it is looked at for changes.
struct Broken<'a> {
    text: &'a str,
    model: &'a Model,
    autoload: Option<&'a Autoload>,
}

/// Looks at a finding of its code for a change: what it is called, and what comes where.
type Mend = fn(&Broken<'_>, &mut Finding) -> Option<Mended>;

type Mended = (String, Vec<(TextRange, String)>);

const MENDS: &[(Code, Mend)] = &[
    (codes::APPENDS_DELETES_REMOVED, append::mend),
    (codes::ILLEGAL_DEFINITION_LOCATION, definition_place::mend),
    (codes::ILLEGAL_DEFINITION_NAME, definition_name::mend),
    (codes::ILLEGAL_NODE_INHERITANCE, node_inheritance::mend),
    (codes::ILLEGAL_PARAMETER_NAME, variable_name::mend),
    (codes::ILLEGAL_VARIABLE_NAME, variable_name::mend),
];

/// Says of the findings of a text how to mend them. The model is asked for only if one of them needs it.
pub(crate) fn mend(found: &mut Vec<Finding>, text: &str, autoload: Option<&Autoload>, model: impl FnOnce() -> Arc<Model>) {
    negation::explain(found, text);
    let of = |finding: &Finding| MENDS.iter().find(|(code, _)| *code == finding.code).map(|it| it.1);
    if !found.iter().any(|it| of(it).is_some()) {
        return;
    }
    let model = model();
    let broken = Broken { text, model: &model, autoload };
    for finding in found.iter_mut() {
        let Some((title, edits)) = of(finding).and_then(|mend| mend(&broken, finding)) else { continue };
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

    /// The definition that holds a place, the innermost one.
    fn definition(&self, at: TextRange) -> Option<TextRange> {
        let is_definition = |id: &NodeId| matches!(self.model.data(*id), Data::Definition { .. } | Data::NodeDefinition { .. });
        let ranges = self.model.ids().filter(is_definition).map(|it| self.model.get(it).range);
        ranges.filter(|it| it.contains_range(at)).min_by_key(|it| it.len())
    }
}

/// What a message says between its first two quotes.
fn quoted(message: &str) -> Option<&str> {
    message.split('\'').nth(1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use syntax::Autoload;

    use crate::{CheckOptions, Edit, apply, check};

    /// The first fix of a code in a text, and the text after it.
    pub(super) fn mended(code: &str, text: &str) -> String {
        mended_in(code, text, None)
    }

    /// The same in a file that may define what begins with a name.
    pub(super) fn mended_in(code: &str, text: &str, namespace: Option<&str>) -> String {
        let autoload = namespace.map(|it| Autoload { file: "a.pp".to_owned(), namespace: Some(it.to_owned()) });
        let found = check(&Arc::from("a.pp"), text, &CheckOptions { autoload, ..CheckOptions::default() });
        let Some(finding) = found.iter().find(|it| it.code == code) else { return format!("no {code}") };
        let Some(fix) = finding.fixes.first() else { return format!("no fix: {}", finding.help.as_deref().unwrap_or_default()) };
        let edits: Vec<&Edit> = fix.edits.iter().collect();
        format!("{}\n{}", fix.title, apply(text, &edits))
    }
}
