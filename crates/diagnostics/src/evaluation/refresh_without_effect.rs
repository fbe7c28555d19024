//! `notify`, `subscribe` and `~>` towards resources that do nothing when they are refreshed.

use std::sync::Arc;
use syntax::operator::Direction;

use catalog::puppet::Source;
use catalog::puppet::reference;
use catalog::{Condition, Origin, Relation, Resource};
use compiler::{Applied, Compiled, Place, Program};
use syntax::model::{Data, NodeId};

use super::raised::Draft;
use super::{Rule, Texts, spot};
use crate::{Edit, Fix};

/// It is found in the graph, and not among the errors.
pub(crate) const RULE: Rule = Rule::Catalog;

/// Limit of the names that are listed, before the number of the rest.
const MOST_NAMES: usize = 3;

/// A finding for each relationship that is written, if nothing at its other end can be refreshed.
pub fn all(applied: &Applied, compiled: &Compiled, texts: &dyn Texts, only: Option<&str>) -> Vec<Draft> {
    let mut written: Vec<(Origin, Vec<&Relation>)> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    for relation in applied.graph.relations() {
        if !relation.effect.refreshes() || relation.source().is_automatic() || !relation.origin.is_known() {
            continue;
        }
        let number = *numbers.entry((relation.origin, relation.source())).or_insert(written.len());
        match written.get_mut(number) {
            Some((_, all)) => all.push(relation),
            None => written.push((relation.origin, vec![relation])),
        }
    }
    let of = |relation: &Relation| applied.catalog.get(relation.after);
    let is_lost = |relation: &&Relation| {
        relation.condition == Condition::Always && of(relation).is_some_and(does_nothing) && !has_more(applied, relation)
    };
    let lost = written.iter().filter(|(_, all)| all.iter().all(is_lost));
    lost.filter_map(|(origin, all)| {
        let place = compiled.place(*origin)?;
        let file = place.file.as_deref().unwrap_or("");
        if only.is_some_and(|it| it != file) {
            return None;
        }
        let source = all.first()?.source();
        let mut targets: Vec<&Resource> = all.iter().filter_map(|it| of(it)).collect();
        targets.dedup_by_key(|it| it.key());
        draft(&*texts.program(file)?, place, source, &targets)
    })
    .collect()
}

/// Types of which every version is known to do nothing. A package may be installed again, so that it is none of them.
fn does_nothing(resource: &Resource) -> bool {
    if resource.is_container() {
        return false;
    }
    let Some(info) = resource_types::type_info(&resource.type_name.to_lowercase()) else { return false };
    let is_puppets = info.module.as_deref().is_none_or(|it| it.ends_with("_core") || it == "stdlib");
    // What files and tidy make are files.
    let makes_others = info.generates && !matches!(&*info.name, "file" | "tidy");
    is_puppets && info.sure && !info.refreshable && !makes_others
}

/// Whether a part of what is related is not known: it may be refreshed.
fn has_more(applied: &Applied, relation: &Relation) -> bool {
    let one = if relation.source().comes_before() { relation.after } else { relation.before };
    let is_open = |it: &&str| matches!(*it, "*" | "before" | "notify" | "require" | "subscribe");
    applied.catalog.get(one).is_none_or(|it| it.unknown.iter().any(|name| is_open(&name.as_str())))
}

fn draft(program: &Program, place: &Place, source: Source, targets: &[&Resource]) -> Option<Draft> {
    let mut names: Vec<String> = targets.iter().take(MOST_NAMES).map(|it| reference(it)).collect();
    if targets.len() > MOST_NAMES {
        names.push(format!("{} more", targets.len() - MOST_NAMES));
    }
    let does = if targets.len() == 1 { "does" } else { "do" };
    let message = format!("This refresh has no effect: {} {does} nothing when refreshed", names.join(", "));
    let (range, help, edits) = if source == Source::Arrow {
        let node = arrow(program, place)?;
        let Data::Relationship { op, .. } = program.data(node) else { return None };
        let (plain, at) = (Direction { refreshes: false, ..*op }.symbol(), spot::arrow(program, node)?);
        (at, plain, vec![(at, plain)])
    } else {
        let attribute = spot::attribute(program, place, source.name())?;
        let plain = if source == Source::Subscribe { "require" } else { "before" };
        let name = spot::attribute_name(program, attribute);
        let fits = !has_sibling(program, attribute, plain);
        (spot::first_line(program, program.model.get(attribute).range), plain, if fits { vec![(name, plain)] } else { Vec::new() })
    };
    let file: Arc<str> = place.file.as_deref().unwrap_or("").into();
    let edits: Vec<Edit> = edits.into_iter().map(|(range, text)| Edit { file: file.clone(), range, text: text.to_owned() }).collect();
    let fix = (!edits.is_empty()).then(|| Fix { title: format!("Change to `{help}`"), edits, sure: false });
    let help = Some(format!("`{help}` sets only the order"));
    Some(Draft { message, issue: None, file, range, help, related: Vec::new(), fixes: fix.into_iter().collect() })
}

/// The arrow of a place: of `A -> B ~> C` the one that was evaluated there, if it refreshes.
fn arrow(program: &Program, place: &Place) -> Option<NodeId> {
    program.node_at(place).filter(|it| matches!(program.data(*it), Data::Relationship { op: Direction { refreshes: true, .. }, .. }))
}

/// Whether the same resource has an attribute of this name, too.
fn has_sibling(program: &Program, attribute: NodeId, name: &str) -> bool {
    let named = |id: &NodeId| matches!(program.data(*id), Data::AttributeOperation { name: it, .. } if **it == *name);
    program.model.ids().any(|id| match program.data(id) {
        Data::ResourceBody { operations, .. }
        | Data::ResourceDefaults { operations, .. }
        | Data::ResourceOverride { operations, .. }
        | Data::Collect { operations, .. } => operations.contains(&attribute) && operations.iter().any(named),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn files_do_nothing() {
        check(
            r#"
file { '/a': notify => File['/b'] }
file { '/b': subscribe => [File['/c'], File['/d']], require => File['/e'] }
file { ['/c', '/d', '/e']: }
File['/c'] -> File['/d'] ~> Notify['x']
notify { 'x': }
"#,
            expect![[r#"
                refresh-without-effect: This refresh has no effect: File[/b] does nothing when refreshed
                  site.pp:1 file { '/a': notify => File['/b'] }
                                         ^^^^^^^^^^^^^^^^^^^^
                  help: `before` sets only the order
                  fix: Change to `before`
                    - file { '/a': notify => File['/b'] }
                    + file { '/a': before => File['/b'] }
                refresh-without-effect: This refresh has no effect: File[/b] does nothing when refreshed
                  site.pp:2 file { '/b': subscribe => [File['/c'], File['/d']], require => File['/e'] }
                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                  help: `require` sets only the order
                refresh-without-effect: This refresh has no effect: Notify[x] does nothing when refreshed
                  site.pp:4 File['/c'] -> File['/d'] ~> Notify['x']
                                                     ^^
                  help: `->` sets only the order
                  fix: Change to `->`
                    - File['/c'] -> File['/d'] ~> Notify['x']
                    + File['/c'] -> File['/d'] -> Notify['x']
            "#]],
        );
    }

    #[test]
    fn one_that_does_something_is_enough() {
        check(
            r#"
file { '/a': notify => [File['/b'], Service['s']] }
file { '/b': }
service { 's': subscribe => File['/b'] }
package { 'p': subscribe => File['/b'] }
class c { file { '/c': } }
include c
File['/a'] ~> Class['c']
"#,
            expect![[""]],
        );
    }
}
