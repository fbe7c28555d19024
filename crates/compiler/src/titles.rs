//! Titles that only Ruby code of the type can split.

use rustc_hash::FxHashMap;
use values::{LogLevel, Str};

use crate::compiler::Compiler;
use crate::native::Native;
use crate::resource::Kind;

impl Compiler<'_> {
    /// Warns once of each type whose namevars come from titles in a way that only its Ruby code knows: the catalog lacks them.
    pub fn warn_of_titles(&mut self) {
        let mut types: FxHashMap<Str, Option<Native>> = FxHashMap::default();
        let mut found: Vec<(Str, Str)> = Vec::new();
        for id in &self.draft.order {
            let resource = self.resource(*id);
            if resource.kind != Kind::Native {
                continue;
            }
            let unread = types.entry(resource.type_name.clone()).or_insert_with(|| {
                let is_unread = |it: &Native| !it.sure && it.title_patterns.is_empty() && !it.namevars.is_empty();
                self.native_type(&resource.type_name).filter(is_unread)
            });
            if unread.as_ref().is_some_and(|it| it.namevars.iter().any(|name| resource.value(name).is_none())) {
                found.push((resource.type_name.clone(), resource.title.clone()));
                // Once for each type.
                *unread = None;
            }
        }
        for (type_name, title) in found {
            let message = format!(
                "What the title of {type_name}[{title}] says is known to the Ruby code of its type alone, which was not run: the catalog lacks \
                 namevars of such resources"
            );
            self.sink.log(LogLevel::Warning, message, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use world::MemoryWorld;

    use crate::{Code, Environment, Reading, Request, compile};

    /// (P) Puppet gives `name` and `target` to such a resource.
    #[test]
    fn titles_that_only_ruby_takes_apart_are_told_once() {
        let ruby = "Puppet::Type.newtype(:jk) do\n  newparam(:name, namevar: true)\n  newparam(:target, namevar: true)\n  \
                    def self.title_patterns\n    id = lambda { |x| x.upcase }\n    IO.read('x')\n    [[/^(.*):(.*)$/, [[:name, id], [:target, id]]]]\n  end\nend\n";
        let mut world = MemoryWorld::new();
        world.add_file("/m/a/lib/puppet/type/jk.rb", ruby);
        let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default()));
        let logs = |code: &str| {
            let outcome = compile(&environment, &Request::new(Code::Text(code.into()), "n"));
            assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
            outcome.logs.into_iter().map(|it| it.message).collect::<Vec<_>>()
        };
        let message = "What the title of Jk[ca:store] says is known to the Ruby code of its type alone, which was not run: the catalog lacks \
                       namevars of such resources";
        assert_eq!(logs("jk { ['ca:store', 'ca:other']: } notify { 'n': }"), [message]);
        assert_eq!(logs("jk { 'ca:store': name => 'a', target => 'b' }"), Vec::<String>::new());
    }

    /// (P) Puppet gives `/SOME` as the folder.
    #[test]
    fn titles_that_code_changes_are_told_too() {
        let ruby = |change: &str| {
            format!(
                "Puppet::Type.newtype(:jl) do\n  PATTERNS = [[%r{{^(/.*)/([^/]+)$}}, [[:dir, {change}], [:base]]], [/^(.*)$/, [[:base]]]].freeze\n  \
                 def self.title_patterns\n    PATTERNS\n  end\n  newparam(:dir) {{ isnamevar }}\n  newparam(:base) {{ isnamevar }}\nend\n"
            )
        };
        let outcome_of = |ruby: &str, code: &str| {
            let mut world = MemoryWorld::new();
            world.add_file("/m/a/lib/puppet/type/jl.rb", ruby);
            let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default()));
            compile(&environment, &Request::new(Code::Text(code.into()), "n"))
        };
        let outcome = |change: &str| outcome_of(&ruby(change), "jl { '/some/b': }");
        let is_told =
            |change: &str| outcome(change).logs.iter().any(|it| it.message.contains("is known to the Ruby code of its type alone"));
        assert!(!is_told("->(x) { x }"));
        // A method without `end` takes nothing of what follows.
        let endless = "Puppet::Type.newtype(:jl) do\n  def self.title_patterns = [[/^(.*)-(.*)$/, [[:dir, ->(x) { x.upcase }], [:base]]]]\n  \
                       def munge(a) = a.to_s\n  def value=(it)\n    @it = it\n  end\n  newparam(:dir) { isnamevar }\n  \
                       newparam(:base) { isnamevar }\nend\n";
        assert!(outcome_of(endless, "jl { 'a-b': }").logs.iter().any(|it| it.message.contains("is known to the Ruby code")));
        let changes = [
            "->(x) { x.upcase }",
            "->(x) { x.chomp('/') }",
            "->(x) { x.to_sym }",
            "proc { |x| x.strip }",
            // These change only some titles.
            "->(x) { x.sub('/some', '/other') }",
            "->(x) { x == '/some' ? '/other' : x }",
            // A group that takes no part in a match is nil.
            "->(x) { x.to_s }",
            "->(x) { x = '/other'; x }",
            "->(x, y = 'z') { y }",
            "lambda { |(x)| x }",
            "method(:PATTERNS)",
        ];
        for change in changes {
            assert!(is_told(change), "{change}");
        }
        for change in ["lambda { |x| x }", "proc { |it| it }", "->(x) {\n  # The same.\n  x\n}", ":itself.to_proc", "nil", "false"] {
            assert!(!is_told(change), "{change}");
        }
    }
}
