//! The same over relationships: what waits for a resource, and what it waits for.

use std::sync::Arc;

use analysis::{Evaluated, File, Snapshot, Systems};
use catalog::graph::Relation;
use catalog::{Origin, Resource, ResourceId, puppet};
use hir::{Name, Symbol};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;
use syntax::{TextRange, TextSize};

use super::{Call, CallItem, CallItemKind, add};
use crate::hover::containers;
use crate::text::line_range;
use crate::{computed, names};

/// Limit of the relationships that are listed.
const MOST: usize = 500;

/// The resource that is declared or referred to at a place; several where a title becomes more than one.
pub(super) fn prepare(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<CallItem> {
    let key = |ty: &str, title: &str| format!("{}[{title}]", puppet::canonical_type(ty));
    let found = names::names_at(snapshot, file, offset);
    let written = found.iter().find_map(|it| match snapshot.meaning(&it.symbol, file) {
        Symbol::Resource { ty, title } => Some(key(&ty, &title)),
        _ => None,
    });
    let keys: Vec<String> = match (written, computed::at(snapshot, file, offset)) {
        (Some(key), _) => vec![key],
        (None, Some(it)) => computed::titles(snapshot, file, &it).iter().map(|title| key(&it.ty, title)).collect(),
        (None, None) => Vec::new(),
    };
    keys.iter().filter_map(|key| with(snapshot, file, key, |it| it.item(it.id))?).collect()
}

/// Resources that wait for this one.
pub(super) fn incoming(snapshot: Snapshot<'_>, item: &CallItem) -> Vec<Call> {
    calls(snapshot, item, true)
}

/// Resources that this one waits for.
pub(super) fn outgoing(snapshot: Snapshot<'_>, item: &CallItem) -> Vec<Call> {
    calls(snapshot, item, false)
}

fn calls(snapshot: Snapshot<'_>, item: &CallItem, waits: bool) -> Vec<Call> {
    let found = snapshot.file(&item.path).and_then(|file| with(snapshot, file, &item.name, |it| it.calls(item, waits)));
    found.unwrap_or_default()
}

/// Asks something of the first evaluation that has a resource. Most are there on each system; some are on a later one only.
fn with<T>(snapshot: Snapshot<'_>, file: File, key: &str, ask: impl Fn(&Found<'_>) -> T) -> Option<T> {
    [Systems::First, Systems::All].into_iter().find_map(|which| {
        snapshot.evaluations_to_read(file, which).iter().find_map(|it| {
            let id = it.evaluated.known()?.catalog.find(key)?;
            Some(ask(&Found { snapshot, file, evaluated: &it.evaluated, id }))
        })
    })
}

/// A resource of an evaluation.
struct Found<'a> {
    snapshot: Snapshot<'a>,
    file: File,
    evaluated: &'a Evaluated,
    id: ResourceId,
}

impl Found<'_> {
    fn calls(&self, item: &CallItem, waits: bool) -> Vec<Call> {
        let Some(applied) = self.evaluated.known() else { return Vec::new() };
        // What contains it orders it, too, but not by what it has to do with its own contents.
        let around: FxHashSet<ResourceId> = containers(&applied.catalog, self.id).into_iter().chain([self.id]).collect();
        let ends = |it: &Relation| if waits { (it.before, it.after) } else { (it.after, it.before) };
        let mut calls = Vec::new();
        let all = applied.graph.relations().iter().map(|it| (it, ends(it)));
        for (relation, (_, other)) in all.filter(|(_, (own, other))| around.contains(own) && !around.contains(other)).take(MOST) {
            let Some(other) = self.item(other) else { continue };
            // Places are in the file of the one that waits.
            let waiting = if waits { &other } else { item };
            let written = self.place(relation.origin).filter(|it| it.0 == waiting.path);
            let place = written.map_or(waiting.focus, |it| it.1);
            add(&mut calls, other, place);
        }
        calls
    }

    fn item(&self, id: ResourceId) -> Option<CallItem> {
        let resource = self.evaluated.known()?.catalog.get(id)?;
        let (path, range) = self.place(resource.origin).or_else(|| self.definition(resource))?;
        let name = SmolStr::from(puppet::reference(resource));
        Some(CallItem { name, kind: CallItemKind::Resource, path, range, focus: range })
    }

    /// Where a class is defined: one that is included is declared nowhere.
    fn definition(&self, resource: &Resource) -> Option<(Arc<str>, TextRange)> {
        let symbol = (resource.type_name == "Class").then(|| Symbol::Class(Name::new(resource.title.to_lowercase())))?;
        let definition = self.snapshot.resolve(&symbol, self.file).into_iter().next()?;
        let found = names::target_of(self.snapshot, definition)?;
        Some((found.path, found.focus))
    }

    /// The line where something was written.
    fn place(&self, origin: Origin) -> Option<(Arc<str>, TextRange)> {
        let outcome = &self.evaluated.outcome;
        let place = outcome.catalog.as_ref().or(outcome.partial.as_ref())?.place(origin)?;
        let file = self.snapshot.file(place.file.as_deref()?)?;
        let text = self.snapshot.text(file);
        Some((self.snapshot.path(file), line_range(&text, place.line?)?))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::call_hierarchy::tests::check;

    #[test]
    fn what_waits_for_a_resource_and_what_it_waits_for() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  package { 'p': }\n  \
             -> file { '/e/c$0': require => User['u'] }\n  ~> service { 's': }\n  user { 'u': }\n  include m::a\n  Class['m::a'] -> Class['m']\n}\n\
             #- /m/manifests/a.pp\nclass m::a {\n  notify { 'n': before => File['/e/c'] }\n}\n",
            expect![[r#"
                Resource File[/e/c] in /m/manifests/init.pp
                  from Resource Service[s] in /m/manifests/init.pp 1x
                  to Resource Package[p] in /m/manifests/init.pp 1x
                  to Resource User[u] in /m/manifests/init.pp 1x
                  to Resource Class[M::A] in /m/manifests/a.pp 1x
                  to Resource Notify[n] in /m/manifests/a.pp 1x
            "#]],
        );
    }

    #[test]
    fn what_is_known_in_spite_of_errors() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  include m::gone\n  \
             file { '/a$0': require => User['u'] }\n  user { 'u': }\n}\n",
            expect![[r#"
                Resource File[/a] in /m/manifests/init.pp
                  to Resource User[u] in /m/manifests/init.pp 1x
            "#]],
        );
    }

    #[test]
    fn each_resource_of_a_title_that_only_an_evaluation_knows() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  user { 'u': }\n  \
             ['a', 'b'].each |$i| { file { \"/$0${i}\": require => User['u'] } }\n}\n",
            expect![[r#"
                Resource File[/a] in /m/manifests/init.pp
                  to Resource User[u] in /m/manifests/init.pp 1x
                Resource File[/b] in /m/manifests/init.pp
                  to Resource User[u] in /m/manifests/init.pp 1x
            "#]],
        );
    }

    #[test]
    fn a_resource_that_is_not_evaluated_has_none() {
        check("#- /a.pp\nif $facts['kernel'] == 'no' { file { '/x$0': } }\n", expect![[r#""#]]);
    }
}
