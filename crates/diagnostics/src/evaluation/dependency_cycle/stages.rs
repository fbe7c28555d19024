//! Cycles that are only there because of the order of the stages.

use catalog::{Catalog, Relation};
use compiler::{Place, Program};
use syntax::TextRange;

use super::super::spot;

/// Stages in the relationships of a cycle.
#[derive(Default)]
pub(super) struct Stages<'a> {
    /// Between two stages, in the order of the cycle.
    order: Vec<&'a Relation>,
    /// Relationship that contradicts it: a written one, if there is one.
    against: Option<&'a Relation>,
}

impl<'a> Stages<'a> {
    pub(super) fn new(catalog: &Catalog, relations: impl IntoIterator<Item = &'a Relation>) -> Stages<'a> {
        let is_stage = |id| catalog.get(id).is_some_and(|it| it.type_name == "Stage");
        let mut found = Stages::default();
        for relation in relations {
            if is_stage(relation.before) && is_stage(relation.after) {
                found.order.push(relation);
            } else if found.against.is_none_or(|it| it.source().is_automatic() && !relation.source().is_automatic()) {
                found.against = Some(relation);
            }
        }
        found
    }

    /// Stages order what a relation orders otherwise.
    pub(super) fn contradict(&self) -> Option<&'a Relation> {
        self.against.filter(|_| !self.order.is_empty())
    }

    /// Which stage comes before which.
    pub(super) fn description(&self, catalog: &Catalog) -> String {
        let title = |id| catalog.get(id).map(|it| it.title.as_str()).unwrap_or_default();
        let each: Vec<String> =
            self.order.iter().map(|it| format!("the stage `{}` comes before `{}`", title(it.before), title(it.after))).collect();
        each.join(", ")
    }
}

/// The `stage => …` that puts a class into one.
pub(super) fn put_into(program: &Program, place: &Place, class: &str) -> Option<TextRange> {
    let (name, value) = spot::declared(program, place, class)?.attribute(program, "stage")?;
    Some(spot::first_line(program, name.cover(program.model.get(value).range)))
}
