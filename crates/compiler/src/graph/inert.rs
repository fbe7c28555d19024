//! Resources that Puppet applies nothing of, by the Ruby code of their types.

use catalog::ResourceId;

use super::Types;

impl Types<'_> {
    /// Resources that their type's code has accepted, of types without properties, providers and methods that apply them. They have
    /// an order, and need no Ruby to be applied.
    pub fn inert(&self) -> Vec<ResourceId> {
        let names = self.natives.iter().filter(|it| it.1.is_inert()).map(|it| it.0);
        let all = names.filter_map(|name| self.of_type.get(name)).flatten();
        all.copied().filter(|id| self.own.get(id).is_some_and(|it| it.wrong.is_none())).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use world::MemoryWorld;

    use crate::{Code, Environment, Reading, Request, apply, compile};

    /// References of the inert resources of a manifest, where the type `own` has this code besides its name.
    fn inert(body: &str, files: &[(&str, &str)], code: &str) -> Vec<String> {
        let mut world = MemoryWorld::new();
        let text = format!("Puppet::Type.newtype(:own) do\n  newparam(:name, namevar: true)\n{body}\nend\n");
        world.add_file("/m/o/lib/puppet/type/own.rb", text);
        for (path, text) in files {
            world.add_file(path, *text);
        }
        let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default()));
        let outcome = compile(&environment, &Request::new(Code::Text(code.into()), "n"));
        let catalog = outcome.catalog.unwrap_or_else(|| panic!("{:?}", outcome.errors)).catalog;
        let applied = apply(catalog, Some(&environment));
        applied.inert.iter().map(|id| catalog::puppet::reference(&applied.catalog[*id])).collect()
    }

    #[test]
    fn a_type_with_parameters_alone_applies_nothing() {
        let body = "  newparam(:files, array_matching: :all) { munge { |it| it } }
  validate { fail 'none' if self[:files] == [] }
  autorequire(:file) { self[:files] }
  def self.title_patterns
    [[/(.*)/m, [[:name]]]]
  end
  def initialize(*args)
    super
    own
  end
  def own; end";
        assert_eq!(inert(body, &[], "own { 'a': files => ['/x'] }"), ["Own[a]"]);
        assert_eq!(inert(body, &[], "notify { 'a': }"), [""; 0]);
    }

    #[test]
    fn whatever_could_be_applied_needs_ruby() {
        let code = "own { 'a': }";
        for body in [
            "  newproperty(:size)",
            "  ensurable",
            "  def refresh; end",
            "  def retrieve; {}; end",
            "  def pre_run_check; end",
            "  include Module.new { def flush; end }",
        ] {
            assert_eq!(inert(body, &[], code), [""; 0], "{body}");
        }
        let provider = ("/m/p/lib/puppet/provider/own/one.rb", "Puppet::Type.type(:own).provide(:one) { }\n");
        assert_eq!(inert("", &[provider], code), [""; 0]);
        assert_eq!(inert("", &[], code), ["Own[a]"]);
    }

    #[test]
    fn a_resource_that_the_type_refuses_is_none() {
        assert_eq!(
            inert("  newparam(:x) { validate { |it| fail 'no' if it == 'no' } }", &[], "own { 'a': x => no } own { 'b': x => yes }"),
            ["Own[b]"]
        );
    }
}
