//! A resource: its containers, every relationship with its place, and the number of its dependents.

use analysis::{Evaluated, Evaluation, File, Snapshot, Start, Systems};
use catalog::graph::Relation;
use catalog::{Catalog, Resource, ResourceId, puppet};
use compiler::Applied;
use hir::ItemKind;
use rustc_hash::FxHashSet;
use syntax::TextRange;

use crate::computed::{self, Computed};
use crate::names::item_around;
use crate::resource_reference;

/// How many neighbors are listed on each side at most.
const MOST: usize = 20;

/// Limits of the text and of the resources of one title.
const MOST_TOLD: usize = 3;

/// Limit of the edges that are followed to count dependents of a resource.
const MOST_STEPS: usize = 2_000_000;

pub(super) fn text(snapshot: Snapshot<'_>, file: File, at: Option<TextRange>, ty: &str, title: &str) -> Option<String> {
    of_first(snapshot, file, at, &|applied| resource_reference::find(snapshot, file, &applied.catalog, ty, title))
}

/// The same of a class, where something orders it: that most are in the main stage says nothing.
pub(super) fn edges_of_class(snapshot: Snapshot<'_>, file: File, at: Option<TextRange>, name: &str) -> Option<String> {
    let key = puppet::Reference::new("class", name).to_string();
    of_first(snapshot, file, at, &|applied| {
        let id = applied.catalog.find(&key)?;
        applied.graph.relations().iter().any(|it| it.before == id || it.after == id).then_some(id)
    })
}

/// Text about the resource from the first evaluation that contains it; in the body of a node from one of that node.
fn of_first(snapshot: Snapshot<'_>, file: File, at: Option<TextRange>, find: &dyn Fn(&Applied) -> Option<ResourceId>) -> Option<String> {
    let viewer = (&*snapshot.path(file), true);
    let around = at.and_then(|at| node_around(snapshot, file, at));
    let whole = |it: &Evaluated| {
        let applied = it.applied.as_ref()?;
        describe(it, applied, find(applied)?, viewer)
    };
    // While something else is wrong, most of it is known all the same.
    let part = |it: &Evaluated| {
        let applied = it.part.as_ref()?;
        Some(describe(it, applied, find(applied)?, viewer)? + PARTIAL)
    };
    let of_each = |ask: &dyn Fn(&Evaluated) -> Option<String>| {
        // Most resources are there on each system; some are on a later one only.
        let mut which = [Systems::First, Systems::All].into_iter();
        which.find_map(|which| {
            let evaluations = snapshot.evaluations_to_read(file, which);
            let of_node = |it: &&Evaluation| around.is_some_and(|around| is_of_node(snapshot, file, it, around));
            let own = evaluations.iter().filter(of_node).find_map(|it| ask(&it.evaluated));
            own.or_else(|| evaluations.iter().filter(|it| !of_node(it)).find_map(|it| ask(&it.evaluated)))
        })
    };
    of_each(&whole).or_else(|| of_each(&part))
}

/// The definition of a node around a place.
fn node_around(snapshot: Snapshot<'_>, file: File, at: TextRange) -> Option<TextRange> {
    let definition = item_around(snapshot, file, at)?;
    let is_node = snapshot.item(definition)?.kind == ItemKind::Node;
    snapshot.item_ranges(definition).filter(|_| is_node).map(|it| it.whole)
}

/// Whether an evaluation is of the node that a definition is for.
fn is_of_node(snapshot: Snapshot<'_>, file: File, evaluation: &Evaluation, definition: TextRange) -> bool {
    let Start::Node(name) = &evaluation.start else { return false };
    snapshot.place_of_node(file, name).is_some_and(|(of, head)| of == file && definition.contains_range(head))
}

const PARTIAL: &str = "\nIncomplete because of errors.\n";

/// The first resources that a title becomes which only an evaluation knows, and the names of the others.
pub(super) fn of_title(snapshot: Snapshot<'_>, file: File, title: &Computed) -> Option<String> {
    let titles = computed::titles(snapshot, file, title);
    let mut texts: Vec<String> =
        titles.iter().take(MOST_TOLD).filter_map(|it| text(snapshot, file, Some(title.range), &title.ty, it)).collect();
    if texts.is_empty() {
        return None;
    }
    let ty = puppet::canonical_type(&title.ty);
    let others: Vec<String> = titles.iter().skip(MOST_TOLD).map(|it| format!("`{ty}[{}]`", it.replace(['`', '\n'], " "))).collect();
    if !others.is_empty() {
        texts.push(format!("and {}\n", others.join(", ")));
    }
    Some(texts.join("\n"))
}

/// Text about a resource of one evaluation, for a file; with links to the places of relationships, or as text alone.
pub(crate) fn about_resource(evaluated: &Evaluated, key: &str, file: &str, is_linked: bool) -> Option<String> {
    let applied = evaluated.known()?;
    let text = describe(evaluated, applied, applied.catalog.find(key)?, (file, is_linked))?;
    Some(if evaluated.applied.is_some() { text } else { text + PARTIAL })
}

fn describe(evaluated: &Evaluated, applied: &Applied, id: ResourceId, viewer: (&str, bool)) -> Option<String> {
    let (file, _) = viewer;
    let catalog = &applied.catalog;
    let mut text = format!("**{}**\n", code(catalog, id));
    let path = containers(catalog, id);
    if !path.is_empty() {
        let names: Vec<String> = path.iter().map(|it| code(catalog, *it)).collect();
        text.push_str(&format!("\nin {}\n", names.join(" in ")));
    }
    let others = catalog.variants().iter().filter(|(of, _)| *of == id).map(|(_, it)| it);
    let place = |it: &Resource| {
        let of = it.file.as_deref().filter(|it| **it != *file).map(|it| format!("{} ", short(it))).unwrap_or_default();
        Some(format!("{of}line {}", it.line?))
    };
    let places: Vec<String> = catalog.get(id).into_iter().chain(others).filter_map(place).collect();
    if let [_, _, ..] = places.as_slice() {
        text.push_str(&format!("\nDeclared in {}: at most one of them is evaluated.\n", places.join(", ")));
    }
    let around: FxHashSet<ResourceId> = path.into_iter().chain([id]).collect();
    let relations = applied.graph.relations();
    // What a container has to do with its own contents orders nothing for this one alone.
    let incoming: Vec<&Relation> = relations.iter().filter(|it| around.contains(&it.after) && !around.contains(&it.before)).collect();
    let outgoing: Vec<&Relation> = relations.iter().filter(|it| around.contains(&it.before) && !around.contains(&it.after)).collect();
    let side = |head: &str, all: &[&Relation], is_in: bool| {
        if all.is_empty() {
            return String::new();
        }
        // Two relationships with one neighbor are two reasons for one line.
        let mut hidden: FxHashSet<ResourceId> = FxHashSet::default();
        let mut neighbors: Vec<(ResourceId, Vec<String>)> = Vec::new();
        for relation in all {
            let other = if is_in { relation.before } else { relation.after };
            let at = neighbors.iter().position(|it| it.0 == other);
            if at.is_none() && neighbors.len() == MOST {
                hidden.insert(other);
                continue;
            }
            let reason = reason(evaluated, catalog, relation, id, is_in, viewer);
            match at.and_then(|it| neighbors.get_mut(it)) {
                Some((_, reasons)) if reasons.contains(&reason) => {}
                Some((_, reasons)) => reasons.push(reason),
                None => neighbors.push((other, vec![reason])),
            }
        }
        let mut lines: Vec<String> = Vec::new();
        for (other, reasons) in &neighbors {
            lines.push(format!("- {}: {}", code(catalog, *other), reasons.join("; ")));
        }
        if !hidden.is_empty() {
            lines.push(format!("- and {} more", hidden.len()));
        }
        format!("\n{head}\n{}\n", lines.join("\n"))
    };
    text.push_str(&side("Comes after:", &incoming, true));
    text.push_str(&side("Comes before:", &outgoing, false));
    let dependents = crate::dependents::count(applied, &[id], &mut { MOST_STEPS }).unwrap_or(0);
    if dependents > 0 {
        let noun = if dependents == 1 { "resource is" } else { "resources are" };
        text.push_str(&format!("\nIf it fails, {dependents} {noun} skipped.\n"));
    }
    Some(text)
}

/// The kind of a relationship, and where it was written.
fn reason(evaluated: &Evaluated, catalog: &Catalog, relation: &Relation, id: ResourceId, is_in: bool, viewer: (&str, bool)) -> String {
    let own = if is_in { relation.after } else { relation.before };
    let mut text = String::new();
    match relation.source() {
        catalog::puppet::Source::Arrow => text.push_str(if relation.effect.refreshes() { "`~>`" } else { "`->`" }),
        source if source.is_automatic() => text.push_str(&format!("automatic ({})", source.name())),
        source => text.push_str(source.name()),
    }
    if relation.effect.refreshes() {
        text.push_str(if is_in { ", refreshes this resource" } else { ", is refreshed" });
    }
    if own != id {
        text.push_str(&format!(", through {}", code(catalog, own)));
    }
    let compiled = evaluated.outcome.catalog.as_ref().or(evaluated.outcome.partial.as_ref());
    if let Some(place) = compiled.and_then(|it| it.place(relation.origin))
        && let (Some(of), Some(number)) = (&place.file, place.line)
    {
        let (file, is_linked) = viewer;
        let name = if **of == *file { format!("line {number}") } else { format!("{} line {number}", short(of)) };
        text.push_str(&if is_linked { format!(" ({})", super::place::link(&name, of, number)) } else { format!(" ({name})") });
    }
    text
}

/// A path from its module on.
fn short(path: &str) -> &str {
    path.rsplit_once("/modules/").map_or(path, |(_, rest)| rest)
}

fn code(catalog: &Catalog, id: ResourceId) -> String {
    catalog.get(id).map(|it| format!("`{}`", puppet::reference(it).replace(['`', '\n'], " "))).unwrap_or_default()
}

/// Containers of a resource, from the inside out.
pub(crate) fn containers(catalog: &Catalog, id: ResourceId) -> Vec<ResourceId> {
    let containment = catalog.containment();
    let mut path = Vec::new();
    let mut at = id;
    while let Some((container, _)) = containment.iter().find(|(_, content)| *content == at) {
        // Cycles are an error that is reported elsewhere.
        if path.contains(container) || path.len() > 100 {
            break;
        }
        path.push(*container);
        at = *container;
    }
    path
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    #[test]
    fn every_relation_in_and_out() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  package { 'p': }\n  -> file { '/e/c$0': require => User['u'] }\n  \
             ~> service { 's': }\n  user { 'u': }\n  file { '/e': }\n  exec { '/x': subscribe => File['/e/c'] }\n}\n",
            expect![[r#"
                **`File[/e/c]`**

                in `Class[M]` in `Stage[main]`

                Comes after:
                - `Package[p]`: `->` (line 3)
                - `User[u]`: require (line 3)
                - `File[/e]`: automatic (autorequire) (line 3)

                Comes before:
                - `Service[s]`: `~>`, is refreshed (line 4)
                - `Exec[/x]`: subscribe, is refreshed (line 7)

                If it fails, 2 resources are skipped.
            "#]],
        );
    }

    #[test]
    fn two_relationships_with_one_neighbor_are_one_line() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  file { '/e': }\n  \
             file { '/e/c$0': require => File['/e'] }\n  ~> service { 's': }\n  File['/e/c'] -> Service['s']\n}\n",
            expect![[r#"
                **`File[/e/c]`**

                in `Class[M]` in `Stage[main]`

                Comes after:
                - `File[/e]`: require (line 3)

                Comes before:
                - `Service[s]`: `->` (line 5); `~>`, is refreshed (line 4)

                If it fails, 1 resource is skipped.
            "#]],
        );
    }

    #[test]
    fn what_is_known_in_spite_of_errors() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  include m::gone\n  \
             file { '/a$0': require => Package['p'] }\n  package { 'p': }\n}\n",
            expect![[r#"
                **`File[/a]`**

                in `Class[M]` in `Stage[main]`

                Comes after:
                - `Package[p]`: require (line 3)

                Incomplete because of errors.
            "#]],
        );
    }

    #[test]
    fn what_is_known_while_somebody_types() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m(String $x = 'v') {\n  \
             file { \"/${x}$0\": require => Package['p'] }\n  package { 'p': }\n  service { 's': ensure => }\n}\n",
            expect![[r#"
                Value: `'/v'`

                **`File[/v]`**

                in `Class[M]` in `Stage[main]`

                Comes after:
                - `Package[p]`: require (line 2)

                Incomplete because of errors.
            "#]],
        );
    }

    #[test]
    fn a_resource_of_one_system_only() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\", \"operatingsystem_support\": [{\"operatingsystem\": \"Debian\", \"operatingsystemrelease\": \
             [\"12\"]}, {\"operatingsystem\": \"RedHat\", \"operatingsystemrelease\": [\"9\"]}]}\n#- /m/manifests/init.pp\nclass m {\n  \
             if $facts['os']['family'] == 'RedHat' { package { 'p$0': before => Service['s'] } }\n  service { 's': }\n}\n",
            expect![[r#"
                **`Package[p]`**

                in `Class[M]` in `Stage[main]`

                Comes before:
                - `Service[s]`: before (line 2)

                If it fails, 1 resource is skipped.
            "#]],
        );
    }

    #[test]
    fn each_of_two_arms() {
        let arms = "if $x { file { '/a': require => Package['p'] } package { 'p': } }\n  \
                    else { file { '/a': before => Service['s'] } service { 's': } }";
        for (from, to) in [("'/a': require", "'/a$0': require"), ("'/a': before", "'/a$0': before")] {
            check(
                &format!(
                    "#- /m/metadata.json\n{{\"name\": \"a-m\"}}\n#- /m/manifests/init.pp\nclass m(Boolean $x) {{\n  {}\n}}\n",
                    arms.replace(from, to)
                ),
                expect![[r#"
                    **`File[/a]`**

                    in `Class[M]` in `Stage[main]`

                    Declared in line 2, line 3: at most one of them is evaluated.

                    Comes after:
                    - `Package[p]`: require (line 2)

                    Comes before:
                    - `Service[s]`: before (line 3)

                    If it fails, 1 resource is skipped.
                "#]],
            );
        }
    }

    #[test]
    fn a_reference_leads_to_the_resource() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  package { 'p': }\n  service { 's': require => Package['p$0'] }\n}\n",
            expect![[r#"
                **`Package[p]`**

                in `Class[M]` in `Stage[main]`

                Comes before:
                - `Service[s]`: require (line 3)

                If it fails, 1 resource is skipped.
            "#]],
        );
    }

    const COMPUTED: &str = "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/d.pp\ndefine m::d {\n  file { \"/p${title}\": require => \
                            User['u'] }\n}\n#- /m/manifests/init.pp\nclass m(String $root = '/r') {\n  user { 'u': }\n  m::d { TITLES: }\n  \
                            file { $root: before => User['u'] }\n}\n";

    #[test]
    fn a_title_that_only_an_evaluation_knows() {
        check(
            &COMPUTED.replace("TITLES", "['/a', '/b']").replace("/p$", "/$0p$"),
            expect![[r#"
                Value: not known, `Pattern[/\A\/p[\s\S]*\z/]` (parameter `$title`), `'/p/a'`, `'/p/b'`

                **`File[/p/a]`**

                in `M::D[/a]` in `Class[M]` in `Stage[main]`

                Comes after:
                - `User[u]`: require (line 2)

                **`File[/p/b]`**

                in `M::D[/b]` in `Class[M]` in `Stage[main]`

                Comes after:
                - `User[u]`: require (line 2)
            "#]],
        );
        check(
            &COMPUTED.replace("TITLES", "['/a', '/b']").replace("$root:", "$ro$0ot:"),
            expect![[r#"
                ```puppet
                String $root = '/r'
                ```

                parameter of `m`

                Value: `'/r'`

                **`File[/r]`**

                in `Class[M]` in `Stage[main]`

                Comes before:
                - `User[u]`: before (line 4)

                If it fails, 3 resources are skipped.
            "#]],
        );
    }

    #[test]
    fn many_resources_of_one_title() {
        let text = COMPUTED.replace("TITLES", "['/a', '/b', '/c', '/d', '/e']").replace("/p$", "/$0p$");
        let hover = crate::tests::fixture(&text).ask(crate::hover).unwrap().text;
        assert_eq!(hover.matches("Comes after:").count(), 3, "{hover}");
        assert!(hover.ends_with("\nand `File[/p/d]`, `File[/p/e]`\n"), "{hover}");
    }

    #[test]
    fn where_it_was_written_is_a_link() {
        let text = "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  package { 'p$0': }\n  -> service { 's': }\n}\n";
        let hover = crate::tests::fixture(text).ask(crate::hover).unwrap();
        let linked = crate::places(&hover.text, |file| Some(format!("file://{file}")));
        assert!(linked.contains("`Service[s]`: `->` ([line 3](file:///m/manifests/init.pp#L3))\n"), "{linked}");
    }
}
