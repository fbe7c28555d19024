//! Resources that depend on themselves.

mod stages;

use std::sync::Arc;

use catalog::puppet::Source;
use catalog::puppet::{cycles, reference};
use catalog::{Because, Relation};
use compiler::{Applied, Compiled, Place, Program};
use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::raised::Draft;
use super::{Rule, Texts, spot};
use crate::{Edit, Fix, Related};
use stages::Stages;

/// It is found in the graph, and not among the errors.
pub(crate) const RULE: Rule = Rule::Catalog;

/// Longer cycles are cut: nobody reads them.
const MOST_EDGES: usize = 40;

/// A finding for each cycle of the graph. It stands at the first edge that somebody wrote.
pub fn all(applied: &Applied, compiled: &Compiled, texts: &dyn Texts) -> Vec<Draft> {
    cycles(&applied.catalog, applied.certain()).iter().filter_map(|cycle| one(applied, compiled, texts, &cycle.members)).collect()
}

fn one(applied: &Applied, compiled: &Compiled, texts: &dyn Texts, members: &[catalog::StepId]) -> Option<Draft> {
    let graph = applied.certain();
    let edges: Vec<_> = graph.shortest_cycle(members).into_iter().filter_map(|it| graph.edges().get(it as usize).copied()).collect();
    let name = |step| applied.catalog.get(graph.step(step).resource()).map(reference).unwrap_or_default();

    let mut names: Vec<String> = Vec::new();
    for edge in &edges {
        let before = name(edge.before);
        if names.last() != Some(&before) {
            names.push(before);
        }
    }
    if names.len() > 1 && names.first() == names.last() {
        names.pop();
    }
    names.truncate(MOST_EDGES);
    names.extend(names.first().cloned());
    let mut message = format!("Found 1 dependency cycle: {}", names.join(" => "));
    let relation_of = |because: Because| match because {
        Because::Relation(number) => graph.relations().get(number as usize),
        _ => None,
    };
    let stages = Stages::new(&applied.catalog, edges.iter().filter_map(|it| relation_of(it.because)));
    let against = stages.contradict();
    if let Some(relation) = against {
        let title = |id| applied.catalog.get(id).map(reference).unwrap_or_default();
        let contradiction = says(relation, &title(relation.before), &title(relation.after));
        message += &format!(" ({}, but {contradiction})", stages.description(&applied.catalog));
    }

    let mut related = Vec::new();
    let mut fixes: Vec<Fix> = Vec::new();
    let mut written = None;
    for edge in edges.iter().take(MOST_EDGES) {
        let (before, after) = (name(edge.before), name(edge.after));
        let relation = relation_of(edge.because);
        let (place, message) = match (edge.because, relation) {
            (_, Some(relation)) => (compiled.place(relation.origin).cloned(), says(relation, &before, &after)),
            (Because::ContainedIn, _) => (containment(applied, compiled, edge.after, edge.before), format!("{after} contains {before}")),
            _ if before == after => continue,
            _ => (containment(applied, compiled, edge.before, edge.after), format!("{before} contains {after}")),
        };
        let Some(place) = place else { continue };
        let Some(program) = texts.program(place.file.as_deref().unwrap_or("")) else { continue };
        let file: Arc<str> = place.file.as_deref().unwrap_or("").into();
        let other = if relation.is_some_and(|it| it.source().comes_before()) { &before } else { &after };
        let at = relation.and_then(|it| spot_of(&program, &place, it.source(), other));
        let mut range = at.as_ref().map_or_else(|| spot::range(&program, &place), |it| it.shown);
        if relation.is_none() {
            let class = if edge.because == Because::ContainedIn { &before } else { &after };
            range = stages::put_into(&program, &place, class).unwrap_or(range);
        }
        let is_meant = |it: &Relation| against.map_or(!it.source().is_automatic(), |against| std::ptr::eq(it, against));
        if relation.is_some_and(is_meant) && written.is_none() {
            written = Some((file.clone(), range));
        }
        if let Some((at, relation)) = at.zip(relation)
            && let Some(removed) = at.removed
        {
            let title = format!("Remove `{}` between {before} and {after}", relation.source().name());
            fixes.push(Fix { title, edits: vec![Edit { file: file.clone(), range: removed, text: String::new() }], sure: false });
        }
        related.push(Related { file, range, message });
    }
    let (file, range) =
        written.or_else(|| related.first().map(|it| (it.file.clone(), it.range))).unwrap_or_else(|| ("".into(), TextRange::default()));
    let help = match against {
        Some(_) => "Put both into one stage, or remove the relationship",
        None => "Remove one of these relationships: each resource must come before the next",
    };
    Some(Draft { message, issue: None, file, range, help: Some(help.to_owned()), related, fixes })
}

/// Where something is put into its container: where that is said, else where it is declared.
fn containment(applied: &Applied, compiled: &Compiled, container: catalog::StepId, content: catalog::StepId) -> Option<Place> {
    let number = |step| applied.graph.step(step).resource();
    let written = compiled.place_of_containment(number(container), number(content));
    let declared = || compiled.place(applied.catalog.get(number(content))?.origin);
    written.or_else(declared).cloned()
}

fn says(relation: &Relation, before: &str, after: &str) -> String {
    match relation.source() {
        Source::Require => format!("{after} requires {before}"),
        Source::Subscribe => format!("{after} subscribes to {before}"),
        Source::Before => format!("{before} comes before {after}"),
        Source::Notify => format!("{before} notifies {after}"),
        Source::Arrow => format!("the arrow puts {before} before {after}"),
        Source::AutoRequire | Source::AutoSubscribe => format!("{after} requires {before} automatically"),
        Source::AutoBefore | Source::AutoNotify => format!("{before} comes before {after} automatically"),
    }
}

struct Spot {
    shown: TextRange,
    /// Range to remove in order to remove the relationship, where nothing else goes with it.
    removed: Option<TextRange>,
}

/// Where a relationship is written.
fn spot_of(program: &Program, place: &Place, source: Source, other: &str) -> Option<Spot> {
    if source == Source::Arrow {
        return Some(Spot { shown: arrow(program, place).unwrap_or_else(|| spot::range(program, place)), removed: None });
    }
    if source.is_automatic() {
        return None;
    }
    let names = |it: &NodeId| program.model.subtree(*it).into_iter().any(|it| is_reference(program, it, other));
    let all = spot::attributes(program, place, source.name());
    let attribute = all.iter().copied().find(names).or_else(|| all.first().copied())?;
    let Data::AttributeOperation { value, .. } = program.data(attribute) else { return None };
    let range = program.model.get(attribute).range;
    let one = match program.data(*value) {
        Data::List { values } if values.len() > 1 => values.iter().copied().find(|it| is_reference(program, *it, other)),
        _ => None,
    };
    let removed = match one {
        Some(element) => with_comma(program, program.model.get(element).range),
        None => with_comma(program, range),
    };
    Some(Spot { shown: one.map_or_else(|| spot::first_line(program, range), |it| program.model.get(it).range), removed: Some(removed) })
}

/// The arrow of a chain or of several lines, with what comes after it: what comes before it is part of other edges, too.
fn arrow(program: &Program, place: &Place) -> Option<TextRange> {
    let node = program.node_at(place)?;
    let Data::Relationship { left, right, .. } = program.data(node) else { return None };
    let whole = program.text.get(std::ops::Range::<usize>::from(program.model.get(node).range))?;
    let is_chain = matches!(program.data(*left), Data::Relationship { .. });
    if !is_chain && !whole.contains('\n') {
        return None;
    }
    Some(spot::first_line(program, TextRange::new(spot::arrow(program, node)?.start(), program.model.get(*right).range.end())))
}

fn is_reference(program: &Program, node: syntax::model::NodeId, reference: &str) -> bool {
    let (type_name, title) = catalog::split_reference(reference).unwrap_or((reference, ""));
    match program.data(node) {
        Data::Access { left, keys } => {
            spot::literal(program, *left).is_some_and(|it| it.trim_start_matches("::").eq_ignore_ascii_case(type_name))
                && matches!(keys.as_slice(), [one] if spot::literal(program, *one).is_some_and(|it| it == title || (type_name == "Class" && it.eq_ignore_ascii_case(title))))
        }
        _ => false,
    }
}

/// With the comma after it and the space up to what comes next, or with the comma before it if it is the last one.
fn with_comma(program: &Program, range: TextRange) -> TextRange {
    let length = |text: &str| u32::try_from(text.len()).unwrap_or(0);
    let after = program.text.get(range.end().into()..).unwrap_or("");
    let gap = after.len() - after.trim_start().len();
    if after.get(gap..).is_some_and(|it| it.starts_with(',')) {
        let before = program.text.get(..range.start().into()).unwrap_or("");
        let indent = length(before) - length(before.trim_end());
        return TextRange::new(
            range.start() - syntax::TextSize::new(indent),
            range.end() + syntax::TextSize::new(u32::try_from(gap + 1).unwrap_or(0)),
        );
    }
    let before = program.text.get(..range.start().into()).unwrap_or("").trim_end();
    match before.strip_suffix(',') {
        Some(without_comma) => TextRange::new(length(without_comma).into(), range.end()),
        None => TextRange::new(length(before).into(), range.end()),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;
    use crate::neighbours::tests::check as check_site;

    #[test]
    fn edges_are_named() {
        check(
            r#"
notify { 'a': require => Notify['b'] }
notify { 'b':
  message => 'x',
  require => [Notify['z'], Notify['c']],
}
notify { 'c': }
notify { 'z': }
Notify['a'] -> Notify['c']
"#,
            expect![[r#"
                dependency-cycle: Found 1 dependency cycle: Notify[a] => Notify[c] => Notify[b] => Notify[a]
                  site.pp:8 Notify['a'] -> Notify['c']
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^
                  help: Remove one of these relationships: each resource must come before the next
                  site.pp:8 Notify['a'] -> Notify['c']
                            -------------------------- the arrow puts Notify[a] before Notify[c]
                  site.pp:4   require => [Notify['z'], Notify['c']],
                                                       ----------- Notify[b] requires Notify[c]
                  site.pp:1 notify { 'a': require => Notify['b'] }
                                          ---------------------- Notify[a] requires Notify[b]
                  fix: Remove `require` between Notify[c] and Notify[b]
                    - require => [Notify['z'], Notify['c']],
                    + require => [Notify['z']],
                  fix: Remove `require` between Notify[b] and Notify[a]
                    - notify { 'a': require => Notify['b'] }
                    + notify { 'a': }
            "#]],
        );
    }

    #[test]
    fn each_arrow_of_a_chain_has_a_place_of_its_own() {
        check(
            r#"
notify { ['x', 'y']: }
Notify['x']
-> File<| tag == 'none' |>
-> Notify['y']
-> Notify['x']
"#,
            expect![[r#"
                dependency-cycle: Found 1 dependency cycle: Notify[x] => Notify[y] => Notify[x]
                  site.pp:4 -> Notify['y']
                            ^^^^^^^^^^^^^^
                  help: Remove one of these relationships: each resource must come before the next
                  site.pp:4 -> Notify['y']
                            -------------- the arrow puts Notify[x] before Notify[y]
                  site.pp:5 -> Notify['x']
                            -------------- the arrow puts Notify[y] before Notify[x]
            "#]],
        );
        check(
            "notify { 'x': }\nNotify['x'] -> File<| tag == 'none' |> -> Notify['x']\n",
            expect![[r#"
            dependency-cycle: Found 1 dependency cycle: Notify[x] => Notify[x]
              site.pp:2 Notify['x'] -> File<| tag == 'none' |> -> Notify['x']
                                                               ^^^^^^^^^^^^^^
              help: Remove one of these relationships: each resource must come before the next
              site.pp:2 Notify['x'] -> File<| tag == 'none' |> -> Notify['x']
                                                               -------------- the arrow puts Notify[x] before Notify[x]
        "#]],
        );
    }

    #[test]
    fn the_edge_of_contain_has_a_place() {
        let code = "class a {\n  contain b\n}\nclass b {\n  notify { 'x': require => Class['a'] }\n}\nnode default { include a }\n";
        check_site(
            "dependency-cycle",
            &format!("#- /e/environment.conf\n\n#- /e/manifests/site.pp\n{code}"),
            expect![[r#"
                Error: Found 1 dependency cycle: Notify[x] => Class[B] => Class[A] => Notify[x]
                  /e/manifests/site.pp:5   notify { 'x': require => Class['a'] }
                                                         ^^^^^^^^^^^^^^^^^^^^^
                  help: Remove one of these relationships: each resource must come before the next
                  /e/manifests/site.pp:5   notify { 'x': require => Class['a'] }
                                           ------------ Class[B] contains Notify[x]
                  /e/manifests/site.pp:2   contain b
                                           --------- Class[A] contains Class[B]
                  /e/manifests/site.pp:5   notify { 'x': require => Class['a'] }
                                                         --------------------- Notify[x] requires Class[A]
                  fix: Remove `require` between Class[A] and Notify[x]
                    + notify { 'x': }
            "#]],
        );
    }

    #[test]
    fn through_containers_and_automatic_edges() {
        check(
            r#"
class a {
  file { '/d': ensure => directory }
}
class b {
  file { '/d/e': ensure => file }
}
include a, b
Class['b'] -> Class['a']
"#,
            expect![[r#"
                dependency-cycle: Found 1 dependency cycle: File[/d/e] => Class[B] => Class[A] => File[/d] => File[/d/e]
                  site.pp:8 Class['b'] -> Class['a']
                            ^^^^^^^^^^^^^^^^^^^^^^^^
                  help: Remove one of these relationships: each resource must come before the next
                  site.pp:5   file { '/d/e': ensure => file }
                              ------------- Class[B] contains File[/d/e]
                  site.pp:8 Class['b'] -> Class['a']
                            ------------------------ the arrow puts Class[B] before Class[A]
                  site.pp:2   file { '/d': ensure => directory }
                              ----------- Class[A] contains File[/d]
                  site.pp:5   file { '/d/e': ensure => file }
                              ------------- File[/d/e] requires File[/d] automatically
            "#]],
        );
    }

    #[test]
    fn against_the_order_of_stages() {
        check(
            r#"
stage { 'first': }
stage { 'last': require => Stage['main'] }
Stage['first'] -> Stage['main']
class a { notify { 'a': } }
class b { notify { 'b': require => Notify['a'] } }
class c { notify { 'c': before => Class['a'] } }
include a
class { 'b': stage => 'first' }
class { 'c':
  stage => 'last',
}
"#,
            expect![[r#"
                dependency-cycle: Found 1 dependency cycle: Notify[a] => Notify[b] => Class[B] => Stage[first] => Stage[main] => Class[A] => Notify[a] (the stage `first` comes before `main`, but Notify[b] requires Notify[a])
                  site.pp:5 class b { notify { 'b': require => Notify['a'] } }
                                                    ^^^^^^^^^^^^^^^^^^^^^^
                  help: Put both into one stage, or remove the relationship
                  site.pp:5 class b { notify { 'b': require => Notify['a'] } }
                                                    ---------------------- Notify[b] requires Notify[a]
                  site.pp:5 class b { notify { 'b': require => Notify['a'] } }
                                      ------------ Class[B] contains Notify[b]
                  site.pp:8 class { 'b': stage => 'first' }
                                         ---------------- Stage[first] contains Class[B]
                  site.pp:3 Stage['first'] -> Stage['main']
                            ------------------------------- the arrow puts Stage[first] before Stage[main]
                  site.pp:4 class a { notify { 'a': } }
                                      ------------ Class[A] contains Notify[a]
                  fix: Remove `require` between Notify[a] and Notify[b]
                    - class b { notify { 'b': require => Notify['a'] } }
                    + class b { notify { 'b': } }
            "#]],
        );
    }

    #[test]
    fn to_itself() {
        check(
            r#"
notify { 'a': before => Notify['a'] }
class c { notify { 'b': require => Class['c'] } }
include c
"#,
            expect![[r#"
                dependency-cycle: Found 1 dependency cycle: Notify[a] => Notify[a]
                  site.pp:1 notify { 'a': before => Notify['a'] }
                                          ^^^^^^^^^^^^^^^^^^^^^
                  help: Remove one of these relationships: each resource must come before the next
                  site.pp:1 notify { 'a': before => Notify['a'] }
                                          --------------------- Notify[a] comes before Notify[a]
                  fix: Remove `before` between Notify[a] and Notify[a]
                    - notify { 'a': before => Notify['a'] }
                    + notify { 'a': }
                dependency-cycle: Found 1 dependency cycle: Notify[b] => Class[C] => Notify[b]
                  site.pp:2 class c { notify { 'b': require => Class['c'] } }
                                                    ^^^^^^^^^^^^^^^^^^^^^
                  help: Remove one of these relationships: each resource must come before the next
                  site.pp:2 class c { notify { 'b': require => Class['c'] } }
                                      ------------ Class[C] contains Notify[b]
                  site.pp:2 class c { notify { 'b': require => Class['c'] } }
                                                    --------------------- Notify[b] requires Class[C]
                  fix: Remove `require` between Class[C] and Notify[b]
                    - class c { notify { 'b': require => Class['c'] } }
                    + class c { notify { 'b': } }
            "#]],
        );
    }
}
