//! Automatic relationships that only the Ruby code of a type knows.

use std::fmt;

use catalog::Catalog;
use catalog::puppet;
use resource_types::Relation;

use super::{Around, Types};
use crate::native::Native;

/// A relation of resources of a type that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    type_name: String,
    /// The first such resource.
    resource: String,
    relation: Relation,
    /// The type of the other resources, empty where that is not known either.
    target: String,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unread { type_name, resource, relation, target } = self;
        let others = match target.as_str() {
            "" => "other resources".to_owned(),
            target => format!("{} resources", puppet::canonical_type(target)),
        };
        write!(
            f,
            "{resource} may lack relations to {others}: only the Ruby code of the type {} knows its {}, and it was not run",
            type_name.to_lowercase(),
            relation.name()
        )
    }
}

impl Types<'_> {
    /// The relations of resources about which a glance at the code of their types says nothing, the first of each kind. What nothing in
    /// the catalog could be related to is left out.
    pub(super) fn unread(&self, catalog: &Catalog) -> Vec<Unread> {
        let may_be = |it: &Native| it.relations.iter().any(|it| it.code_was_read());
        if !self.natives.values().any(may_be) {
            return Vec::new();
        }
        let known = puppet::Known::new(catalog, self, &mut Vec::new());
        let mut found: Vec<Unread> = Vec::new();
        for id in catalog.ids() {
            let Some(managed) = self.managed(id).filter(|it| it.info.relations.iter().any(|it| it.code_was_read())) else { continue };
            if (self.known_relations)(&catalog[id]).is_some() {
                continue;
            }
            for info in resource_types::automatic(managed, &Around { types: self, known: &known }).unknown {
                let is_new =
                    |it: &Unread| it.type_name != catalog[id].type_name || it.relation != info.relation || it.target != info.target;
                if self.own.get(&id).is_some_and(|it| it.knows(info)) {
                    continue;
                }
                if (info.target.is_empty() || self.of_type.contains_key(&info.target.to_lowercase())) && found.iter().all(is_new) {
                    let (type_name, resource) = (catalog[id].type_name.to_string(), puppet::reference(&catalog[id]));
                    found.push(Unread { type_name, resource, relation: info.relation, target: info.target.clone() });
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use world::MemoryWorld;

    use crate::{Code, Environment, Reading, Request, apply, compile};

    /// (P) Puppet has each of these relations, but for that to the defined type.
    #[test]
    fn relations_that_only_ruby_knows_are_named_once() {
        let ruby = "Puppet::Type.newtype(:rel) do\n  newparam(:name, namevar: true)\n  newparam(:a)\n  newparam(:m) { munge { |v| v + '/x' } }\n  \
                    autorequire(:file) { self[:a] }\n  autorequire(:d) { self[:a] }\n  autobefore(:file) { self[:m] }\n  autonotify(:exec) { self[:m] }\n  \
                    [:group, :user].each { |it| autosubscribe(it) { 'g' } }\n  autonotify(:user) { Facter.value(:x) }\nend\n";
        let mut world = MemoryWorld::new();
        world.add_file("/m/r/lib/puppet/type/rel.rb", ruby);
        let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default()));
        let applied = |code: &str| {
            let outcome = compile(&environment, &Request::new(Code::Text(code.into()), "n"));
            let applied = apply(outcome.catalog.expect("a catalog").catalog, Some(&environment));
            let of = |it: &catalog::Relation| {
                let name = |id| catalog::puppet::reference(&applied.catalog[id]);
                format!("{} {} {}", name(it.before), it.source().name(), name(it.after))
            };
            let relations: Vec<String> = applied.graph.relations().iter().map(of).collect();
            (relations, applied.unread.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        let (relations, unread) = applied("define d { } d { '/a': } rel { ['r', 's']: a => '/a', m => '/m' } file { ['/a', '/m/x']: }");
        let all =
            ["File[/a] autorequire Rel[r]", "Rel[r] autobefore File[/m/x]", "File[/a] autorequire Rel[s]", "Rel[s] autobefore File[/m/x]"];
        assert_eq!((relations.as_slice(), unread.len()), (all.map(str::to_owned).as_slice(), 0));
        let code = "rel { ['r', 's']: } user { 'u': } group { 'g': }";
        let (relations, unread) = applied(code);
        assert_eq!(relations, ["Group[g] autosubscribe Rel[r]", "Group[g] autosubscribe Rel[s]"]);
        assert_eq!(
            unread,
            ["Rel[r] may lack relations to User resources: only the Ruby code of the type rel knows its autonotify, and it was not run"]
        );
        // No command is there.
        assert_eq!(applied("file { '/a': }"), (Vec::new(), Vec::new()));
    }
}
