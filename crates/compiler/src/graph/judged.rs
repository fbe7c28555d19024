//! Results of the types' Ruby code for resources: mistakes in values, and titles of automatic relationships.

use catalog::{Catalog, ResourceId, puppet};
use facts::reads::Reads;
use resource_types::{Automatic, CheckError, Managed, RelationInfo};
use rustc_hash::FxHashMap;

use issue::Place;

use super::{Asked, Types, is_known};
use crate::environment::{Message, Node, NodeFacts};
use crate::error::Log;
use crate::native::Native;

/// Result of a type's code for one resource.
pub struct Own {
    pub wrong: Option<CheckError>,
    /// Titles by Puppet's word for the relation and the type of the others.
    related: Vec<(String, String, Vec<String>)>,
    /// Messages of making it, and of relating it.
    messages: (Vec<Message>, Vec<Message>),
}

impl Own {
    fn titles(&self, info: &RelationInfo) -> Option<&Vec<String>> {
        self.related.iter().find(|it| it.0 == info.relation.name() && it.1 == info.target).map(|it| &it.2)
    }

    /// Whether the titles of a relation are known.
    pub fn knows(&self, info: &RelationInfo) -> bool {
        self.titles(info).is_some()
    }

    /// All relations of a resource whose titles are known, in the order of its type. `found` is what is known without the code.
    pub fn related_of<'a>(&self, managed: &Managed<'a>, found: Vec<Automatic<'a>>) -> Vec<Automatic<'a>> {
        let relations = managed.info.relations.iter();
        let known = relations.filter_map(|info| match self.titles(info) {
            Some(titles) => Some(Automatic { relation: info.relation, target: &info.target, titles: titles.clone() }),
            None => found.iter().find(|it| it.relation == info.relation && it.target == info.target).cloned(),
        });
        known.collect()
    }
}

impl Types<'_> {
    /// Runs the code of the types that are not in the table, once for each type. It reads facts of the node, which are noted.
    /// A catalog that is not whole is not shown to it. With messages, types of the table that write some are run, too.
    pub fn judge(&self, catalog: &Catalog, facts: &NodeFacts, asked: Asked, reads: &mut Reads) -> FxHashMap<ResourceId, Own> {
        let mut judged = FxHashMap::default();
        let Some(environment) = self.environment else { return judged };
        let is_run = |it: &Native| it.evaluated || asked.messages && it.logs;
        let mut evaluated: Vec<(&String, bool)> = self.natives.iter().filter(|it| is_run(it.1)).map(|it| (it.0, it.1.evaluated)).collect();
        // What is read depends on what was read before, and on nothing else.
        evaluated.sort_unstable();
        for (name, is_evaluated) in evaluated {
            let all = self.of_type.get(name).into_iter().flatten();
            let is_skipped = |id: &ResourceId| !is_known(&catalog[*id]) || (self.known_relations)(&catalog[*id]).is_some();
            let known: Vec<(ResourceId, &Managed<'_>)> =
                all.filter(|id| !is_skipped(id)).filter_map(|id| Some((*id, self.managed(*id)?))).collect();
            let resources: Vec<&Managed<'_>> = known.iter().map(|it| it.1).collect();
            let node = Node { facts, reads: &mut *reads, catalog: Some(catalog).filter(|_| asked.is_whole), managed: &self.managed };
            let Ok(own) = environment.judge(name, &resources, node) else { continue };
            for ((id, _), own) in known.iter().zip(own) {
                let Ok(own) = own else { continue };
                let messages = (own.messages, own.related_messages);
                if !is_evaluated {
                    // The table knows the rest.
                    judged.insert(*id, Own { wrong: None, related: Vec::new(), messages });
                    continue;
                }
                let wrong = own.wrong.map(|(attribute, message)| CheckError {
                    is_of_whole: attribute.is_none(),
                    attribute: attribute.unwrap_or_default(),
                    message,
                    lacks_path: false,
                    first: true,
                });
                judged.insert(*id, Own { wrong, related: own.related, messages });
            }
        }
        judged
    }

    /// The messages of the types' code, as Puppet writes them: all resources are made before they are related. The one that cannot be
    /// made is the last.
    pub fn logs(&self, catalog: &Catalog, failed: Option<ResourceId>, is_related: bool) -> Vec<Log> {
        if self.own.values().all(|it| it.messages.0.is_empty() && it.messages.1.is_empty()) {
            return Vec::new();
        }
        let containers = puppet::containers(catalog);
        let log = |id: ResourceId, message: &Message| {
            let resource = &catalog[id];
            let source = message.source.as_ref().map(|it| {
                let mut source = match it.is_contained {
                    true => puppet::resource_path(catalog, &containers, id),
                    false => format!("/{}", puppet::reference(resource)),
                };
                if !it.attribute.is_empty() {
                    source.push('/');
                    source.push_str(&it.attribute);
                }
                source
            });
            let place = match source {
                Some(_) => Place { file: resource.file.clone(), line: resource.line, ..Place::default() },
                None => Place::default(),
            };
            Log { level: message.level, message: message.text.clone(), source, place, code: None }
        };
        let mut logs = Vec::new();
        for id in catalog.ids() {
            logs.extend(self.own.get(&id).into_iter().flat_map(|it| &it.messages.0).map(|it| log(id, it)));
            if failed == Some(id) {
                return logs;
            }
        }
        if is_related {
            for id in catalog.ids() {
                logs.extend(self.own.get(&id).into_iter().flat_map(|it| &it.messages.1).map(|it| log(id, it)));
            }
        }
        logs
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use world::MemoryWorld;

    use crate::{Code, Environment, NodeFacts, Outcome, Reading, Request, apply, apply_for, compile};

    const TYPE: &str = "Puppet::Type.newtype(:own) do
  ensurable
  def self.title_patterns
    [[/\\A(\\w+)@(\\w+)\\z/, [[:name], [:host]]], [/\\A(.*)\\z/m, [[:name]]]]
  end
  newparam(:name, namevar: true)
  newparam(:host, namevar: true)
  %w[port limit].each do |it|
    newproperty(it.to_sym) do
      validate { |value| raise ArgumentError, \"#{name} must be a number, not #{value.inspect}\" unless value.to_s =~ /\\A\\d+\\z/ }
      munge { |value| Integer(value) }
    end
  end
  newproperty(:mode) { newvalues(:fast, :slow, /\\Ax/); aliasvalue(:quick, :fast) }
  newparam(:where) { munge { |value| File.exist?(value) } }
  validate do
    fail 'a limit needs a port' if self[:limit] && !self[:port]
    raise ArgumentError, 'the port is above the limit' if self[:limit] && self[:port] > self[:limit]
  end
end
";

    /// Its code calls more of Puppet: its provider, facts, `initialize`, URIs, attributes of files.
    const MORE: &str = "require 'puppet/type/file/mode'
Puppet::Type.newtype(:more) do
  ensurable
  newparam(:name, namevar: true)
  newparam(:target) { defaultto { @resource.class.defaultprovider.default_target } }
  newparam(:mode, parent: Puppet::Type::File::Mode)
  newproperty(:list, array_matching: :all) { munge(&:to_s) }
  newproperty(:url) { validate { |value| raise ArgumentError, \"no host in #{value}\" unless URI(value).host } }
  newproperty(:local) { validate { |value| raise ArgumentError, 'no' unless Facter.value(:kernel) == value } }
  def initialize(*args)
    super
    raise ArgumentError, 'too many' if Array(self[:list]).size > 2
  end
  validate do
    fail 'no relative target' unless self[:url].nil? || self[:target].start_with?('/')
  end
end
";

    const ABLE: &str = "Puppet::Type.newtype(:able) do
  feature :speed, 'It can be fast.'
  feature :levels, 'It has levels.'
  feature :both, 'All have it.', methods: [:run]
  newparam(:name, namevar: true) do
    validate { |value| raise ArgumentError, \"Able names match #{NAMES.source}\" unless value =~ NAMES }
  end
  newproperty(:fast, required_features: :speed) { newvalues(:yes, :no) }
  newproperty(:level) do
    newvalue(:high, required_features: :levels)
    newvalue(:low)
  end
  newproperty(:both, required_features: :both) { newvalues(:yes) }
  newparam(:text) { validate { |value| value.strip } }
end
";

    const ONE: &str = "Puppet::Type.type(:able).provide(:one) do
  has_features :speed, :levels
  LETTERS = 'a-z'
  NAMES = /^[#{LETTERS}]+$/.freeze
  def run; end
end
";

    fn compiled(code: &str) -> (Arc<Environment>, Outcome) {
        let mut world = MemoryWorld::new();
        world.add_file("/m/o/lib/puppet/type/own.rb", TYPE);
        world.add_file("/m/o/lib/puppet/type/more.rb", MORE);
        world.add_file("/m/o/lib/puppet/provider/more/one.rb", "Puppet::Type.type(:more).provide(\n  :one, parent: X\n) do\nend\n");
        world.add_file("/m/p/lib/puppet/provider/more/two.rb", "# It can provide :three.\nPuppet::Type.type(:more).provide 'two'\n");
        world.add_file("/m/q/lib/puppet/type/able.rb", ABLE);
        world.add_file("/m/q/lib/puppet/provider/able/one.rb", ONE);
        world.add_file("/m/q/lib/puppet/provider/able/two.rb", "Puppet::Type.type(:able).provide(:two) do\n  def run; end\nend\n");
        let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default()));
        let outcome = compile(&environment, &Request::new(Code::Text(code.into()), "n"));
        (environment, outcome)
    }

    /// The same for a node with facts.
    fn problems_with(facts: &serde_json::Value, code: &str) -> Vec<String> {
        let (environment, outcome) = compiled(code);
        let catalog = outcome.catalog.unwrap_or_else(|| panic!("{:?}", outcome.errors)).catalog;
        let facts = NodeFacts::all(values::data::from_json(facts));
        apply_for(&facts, catalog, Some(&environment)).problems.iter().map(|it| it.issue.to_string()).collect()
    }

    fn outcome(code: &str) -> Outcome {
        compiled(code).1
    }

    /// The problems of a manifest.
    fn problems(code: &str) -> Vec<String> {
        let (environment, outcome) = compiled(code);
        let catalog = outcome.catalog.unwrap_or_else(|| panic!("{:?}", outcome.errors)).catalog;
        apply(catalog, Some(&environment)).problems.iter().map(|it| it.issue.to_string()).collect()
    }

    /// (P)
    #[test]
    fn what_the_code_of_a_type_refuses() {
        assert_eq!(problems("own { 'a': port => '80' } own { 'b@h': mode => quick, limit => 90, port => 80, ensure => present }"), [""; 0]);
        assert_eq!(problems("own { 'a': port => 'x' }"), ["Parameter port failed on Own[a]: port must be a number, not \"x\""]);
        let message = "Parameter mode failed on Own[a]: Invalid value \"odd\". Valid values are fast, slow. Valid values match /\\Ax/.";
        assert_eq!(problems("own { 'a': mode => 'odd' }"), [message]);
        assert_eq!(problems("own { 'a': limit => 5 }"), ["Validation of Own[a] failed: a limit needs a port"]);
        assert_eq!(problems("own { 'a': limit => 5, port => '6' }"), ["Validation of Own[a] failed: the port is above the limit"]);
    }

    /// (P)
    #[test]
    fn providers_are_those_of_the_modules() {
        assert_eq!(problems("more { 'a': provider => 'one' } more { 'b': provider => two }"), [""; 0]);
        let message = "Parameter provider failed on More[a]: Invalid more provider 'three'";
        assert_eq!(problems("more { 'a': provider => 'three', mode => 'odd' }"), [message]);
    }

    /// (P)
    #[test]
    fn code_calls_more_of_puppet() {
        let message = "Parameter mode failed on More[a]: The file mode specification is invalid: \"odd\"";
        assert_eq!(problems("more { 'a': mode => 'odd' } more { 'b': mode => 'u=rw,go+x' }"), [message]);
        assert_eq!(problems("more { 'a': list => [1, 2, 3] }"), ["too many"]);
        assert_eq!(problems("more { 'a': url => '/x' }"), ["Parameter url failed on More[a]: no host in /x"]);
        // The default of the target, and facts.
        assert_eq!(problems("more { 'a': url => 'http://h/x' } more { 'b': local => 'Linux' }"), [""; 0]);
        assert_eq!(problems("more { 'a': url => 'http://h/x', target => 'x' }"), ["Validation of More[a] failed: no relative target"]);
    }

    /// (P)
    #[test]
    fn code_reads_facts_of_the_node() {
        let linux = serde_json::json!({"kernel": "Linux", "os": {"family": "Debian"}});
        assert_eq!(problems_with(&linux, "more { 'a': local => 'Linux' }"), [""; 0]);
        assert_eq!(problems_with(&linux, "more { 'a': local => 'Darwin' }"), ["Parameter local failed on More[a]: no"]);
    }

    /// (P) of what a block returns: Puppet relates the resources. The catalog is not seen while resources are made.
    #[test]
    fn blocks_of_relations_see_the_catalog() {
        let related = |block: &str, code: &str| {
            let text = format!(
                "Puppet::Type.newtype(:seer) do\n  newparam(:name, namevar: true)\n  newparam(:on) {{ validate {{ |it| @resource.catalog.resources }} }}\n  \
                 autorequire(:user) {{ {block} }}\nend\n"
            );
            let mut world = MemoryWorld::new();
            world.add_file("/m/o/lib/puppet/type/seer.rb", text);
            let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default()));
            let outcome = compile(&environment, &Request::new(Code::Text(code.into()), "n"));
            let applied = apply(outcome.catalog.unwrap_or_else(|| panic!("{:?}", outcome.errors)).catalog, Some(&environment));
            let name = |id| catalog::puppet::reference(&applied.catalog[id]);
            let mut all: Vec<String> = applied.graph.relations().iter().map(|it| name(it.before)).collect();
            all.extend(applied.unread.iter().map(|_| "unread".to_owned()));
            all
        };
        let code = "seer { 's': } user { ['a', 'b']: } group { 'a': }";
        let every = "catalog.resources.select { |it| it.is_a?(Puppet::Type.type(:user)) }";
        assert_eq!(related(every, code), ["User[a]", "User[b]"]);
        assert_eq!(related("catalog.resources.find_all { |it| it.type == :user }.map { |it| it.title }", code), ["User[a]", "User[b]"]);
        assert_eq!(related("catalog.resources.grep(Puppet::Type.type(:user)).map(&:ref)[0][/\\[(.*)\\]/, 1]", code), ["User[a]"]);
        assert_eq!(related("[catalog.resource('User[b]'), catalog.resource(:service, 'x')]", code), ["User[b]"]);
        assert_eq!(related("catalog.resource(:user, 'b').nil? ? [] : 'a'", code), ["User[a]"]);
        // Another user may have this name.
        assert_eq!(related("catalog.resource('User[c]') ? 'a' : 'b'", code), ["unread"]);
        // Values of others, methods of types and the rest of the catalog are not known here.
        assert_eq!(related("catalog.resources.select { |it| it[:ensure] == :present }", code), ["unread"]);
        assert_eq!(related("Puppet::Type.type(:user).instances.map(&:name)", code), ["unread"]);
        assert_eq!(related("catalog.host_config? ? 'a' : 'b'", code), ["unread"]);
        assert_eq!(related(every, "seer { 's': on => 1 } user { 'a': }"), ["unread"]);
    }

    /// (P) as the system decides.
    #[test]
    fn code_asks_for_the_kind_of_the_system() {
        let wrong = |kernel: serde_json::Value| {
            let mut world = MemoryWorld::new();
            let text = "Puppet::Type.newtype(:kind) do\n  newparam(:name, namevar: true)\n  newparam(:of) do\n    validate do |value|\n      \
                        found = Puppet.features.microsoft_windows? || Puppet::Util::Platform.windows? ? 'windows' : 'unix'\n      \
                        found = 'none' unless Puppet.features.posix? == (found == 'unix')\n      \
                        raise ArgumentError, found unless value == found\n    end\n  end\n  \
                        newparam(:root) { validate { |value| raise ArgumentError, 'no' unless Puppet.features.root? } }\nend\n";
            world.add_file("/m/o/lib/puppet/type/kind.rb", text);
            let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default()));
            let outcome = compile(&environment, &Request::new(Code::Text("kind { 'a': of => other } kind { 'b': root => x }".into()), "n"));
            let catalog = outcome.catalog.unwrap_or_else(|| panic!("{:?}", outcome.errors)).catalog;
            let applied = apply_for(&NodeFacts::all(values::data::from_json(&kernel)), catalog, Some(&environment));
            let read: Vec<String> = applied.facts_read.iter().map(|it| it.path.to_string()).collect();
            (applied.problems.iter().map(|it| it.issue.to_string()).collect::<Vec<_>>(), read)
        };
        let message = |found: &str| vec![format!("Parameter of failed on Kind[a]: {found}")];
        let read = vec!["kernel".to_owned()];
        assert_eq!(wrong(serde_json::json!({"kernel": "Linux"})), (message("unix"), read.clone()));
        assert_eq!(wrong(serde_json::json!({"kernel": "windows"})), (message("windows"), read));
    }

    /// (P) `one` has the feature, and `two` lacks it. Which of them is the default depends on the machine.
    #[test]
    fn attributes_and_values_need_features_of_providers() {
        let wrong = "Parameter fast failed on Able[a]: Invalid value \"odd\". Valid values are yes, no.";
        assert_eq!(problems("able { 'a': provider => one, fast => odd }"), [wrong]);
        // Puppet leaves the attribute out.
        assert_eq!(problems("able { 'a': provider => two, fast => odd }"), [""; 0]);
        assert_eq!(problems("able { 'a': fast => odd }"), [""; 0]);
        let wrong = "Parameter level failed on Able[a]: Provider two must have features 'levels' to set 'level' to 'high'";
        assert_eq!(problems("able { 'a': provider => two, level => high }"), [wrong]);
        assert_eq!(problems("able { 'a': provider => one, level => high } able { 'b': provider => two, level => low }"), [""; 0]);
        // Both have the methods of the feature.
        let wrong = "Parameter both failed on Able[a]: Invalid value \"odd\". Valid values are yes.";
        assert_eq!(problems("able { 'a': both => odd }"), [wrong]);
    }

    /// (P)
    #[test]
    fn constants_of_providers_are_those_of_the_type() {
        let wrong = "Parameter name failed on Able[A]: Able names match ^[a-z]+$";
        assert_eq!(problems("able { 'A': }"), [wrong]);
    }

    /// (P) as Ruby 3.2 words it.
    #[test]
    fn a_missing_method_of_a_value_is_an_error() {
        let wrong =
            "Parameter provider failed on Able[a]: Validate method failed for class provider: undefined method `intern' for 5:Integer";
        assert_eq!(problems("able { 'a': provider => 5 }"), [wrong]);
        let wrong = "Parameter text failed on Able[a]: Validate method failed for class text: undefined method `strip' for 5:Integer";
        assert_eq!(problems("able { 'a': text => 5 }"), [wrong]);
    }

    #[test]
    fn nothing_is_said_where_the_code_is_not_covered() {
        assert_eq!(problems("own { 'a': where => '/x', limit => 5 }"), [""; 0]);
    }

    /// (P) The names of both are equal, and their hosts are not.
    #[test]
    fn titles_are_read_by_the_patterns_that_code_gives() {
        assert_eq!(problems("own { 'a@b': } own { 'a@c': }"), [""; 0]);
        let errors = outcome("own { 'a@b': } own { 'x': name => 'a', host => 'b' }").errors;
        let message = "Cannot alias Own[x] to [\"b\", \"a\"] at (line: 1); resource [\"Own\", \"b\", \"a\"] already declared (line: 1)";
        assert_eq!(errors.iter().map(|it| it.issue.to_string()).collect::<Vec<_>>(), [message]);
    }
}
