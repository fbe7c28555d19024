//! Facts that modules define in Ruby: whether a catalog depends on them. Their code is not run.

use std::path::PathBuf;

use facts::reads::FactRead;
use values::{Str, Value};
use world::FileKind;

use crate::Environment;

/// No file of facts that is read is larger.
const LARGEST: u64 = 1 << 20;

/// Reads the files of facts in the usual folders, which are external facts here.
const OF_EXTERNAL_FACTS: &str = "facter_dot_d.rb";

/// A file in `lib/facter` of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactFile {
    pub path: PathBuf,
    /// The facts that it names.
    pub names: Vec<Str>,
    /// The names of others are computed.
    pub adds_more: bool,
}

impl FactFile {
    fn new(path: PathBuf, text: &str) -> FactFile {
        let adds_more = text.split("Facter.add").skip(1).any(|it| {
            let name = it.trim_start_matches(['(', ' ']);
            let plain = name.trim_start_matches([':', '\'', '"']);
            let end = plain.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(plain.len());
            !name.starts_with([':', '\'', '"']) || end == 0 || plain.get(end..).is_some_and(|it| it.starts_with('#'))
        });
        FactFile { names: crate::facts_added(text), adds_more, path }
    }

    /// Whether it may have defined what was read and is not there.
    fn may_define(&self, read: &FactRead) -> bool {
        match read.path.0.first() {
            // All facts.
            None => true,
            Some(Value::String(name)) => read.value.is_none() && (self.adds_more || self.names.contains(name)),
            Some(_) => false,
        }
    }
}

impl Environment {
    /// The files of facts of the modules, in the order of their paths.
    pub fn fact_files(&self) -> Vec<FactFile> {
        let mut found = Vec::new();
        for (_, module) in self.modules() {
            let folder = module.join("lib/facter");
            for entry in self.world.read_dir(&folder).unwrap_or_default() {
                let path = folder.join(&entry.name);
                let is_ruby = path.extension().is_some_and(|it| it == "rb") && entry.name != OF_EXTERNAL_FACTS;
                if is_ruby && self.world.metadata(&path).is_ok_and(|it| it.kind == FileKind::File) {
                    let text = self.world.read(&path, LARGEST).unwrap_or_default();
                    let file = FactFile::new(path, &String::from_utf8_lossy(&text));
                    found.extend((!file.names.is_empty() || file.adds_more).then_some(file));
                }
            }
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found
    }

    /// The files that may have given a catalog other facts than it was compiled with.
    pub fn fact_files_missed(&self, read: &[FactRead]) -> Vec<FactFile> {
        let doubtful: Vec<&FactRead> = read.iter().filter(|it| it.value.is_none() || it.path.0.is_empty()).collect();
        if doubtful.is_empty() {
            return Vec::new();
        }
        let mut files = self.fact_files();
        files.retain(|it| doubtful.iter().any(|read| it.may_define(read)));
        files
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use values::Value;
    use world::MemoryWorld;

    use crate::{Code, Environment, Reading, Request, compile};

    fn missed(code: &str) -> Vec<String> {
        let mut world = MemoryWorld::new();
        world.add_file("/m/a/lib/facter/mine.rb", "Facter.add(:mine) do\n  setcode { 1 }\nend\n");
        world.add_file("/m/a/lib/facter/two.rb", "Facter.add('one') { }\nFacter.add(\"two\") { }\n");
        world.add_file("/m/a/lib/facter/util/help.rb", "Facter.add(:help)");
        world.add_file("/m/b/lib/facter/loop.rb", "names.each { |it| Facter.add(\"x_#{it}\") { } }\n");
        world.add_file("/m/b/lib/facter/facter_dot_d.rb", "Facter.add(name) { }\n");
        let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default()));
        let mut request = Request::new(Code::Text(code.into()), "n");
        request.facts = values::data::from_json(&serde_json::json!({"os": {"family": "Debian"}, "one": 1}));
        assert!(matches!(request.facts, Value::Hash(_)));
        let outcome = compile(&environment, &request);
        let found = environment.fact_files_missed(&outcome.facts_read);
        found.iter().map(|it| it.path.display().to_string().replace("/lib/facter", "")).collect()
    }

    #[test]
    fn files_whose_facts_are_read_and_missing_are_named() {
        let none: [&str; 0] = [];
        assert_eq!(missed("notice($facts['os']['family']) notice($facts['one'])"), none);
        assert_eq!(missed("notice($facts['mine'])"), ["/m/a/mine.rb", "/m/b/loop.rb"]);
        assert_eq!(missed("notice($facts['two'])"), ["/m/a/two.rb", "/m/b/loop.rb"]);
        assert_eq!(missed("notice($facts.filter |$k, $v| { true })"), ["/m/a/mine.rb", "/m/a/two.rb", "/m/b/loop.rb"]);
        assert_eq!(missed("notice(1)"), none);
    }
}
