//! Facts that modules define: the files, and whether a catalog depends on them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use facts::reads::FactRead;
use facts::{External, Run};
use values::{Str, Value};
use world::FileKind;

use crate::Environment;
use crate::phases::every_fact_name;

/// No file of facts that is read is larger.
const LARGEST: u64 = 1 << 20;

/// Reads the files of facts in the usual folders, which are external facts here.
const OF_EXTERNAL_FACTS: &str = "facter_dot_d.rb";

/// A file of a module that defines facts and has to be run for that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactFile {
    pub path: PathBuf,
    /// The facts that it names, each as often as it does.
    pub names: Vec<Str>,
    /// The names of others are computed.
    pub adds_more: bool,
    /// A program in `facts.d`. Others are Ruby in `lib/facter`.
    pub is_program: bool,
}

impl FactFile {
    fn ruby(path: PathBuf, text: &str) -> FactFile {
        let (names, is_computed) = every_fact_name(text);
        // A file that names none may leave that to others.
        let adds_more = is_computed || names.is_empty();
        FactFile { names, adds_more, path, is_program: false }
    }

    /// Whether it may have defined something that was read: a missing fact, or one that Facter has, too.
    fn may_define(&self, read: &FactRead) -> bool {
        match read.path.0.first() {
            // All facts.
            None => true,
            Some(Value::String(name)) => {
                let is_missing = read.value.is_none() && read.path.0.len() == 1;
                self.names.contains(name) || (is_missing && self.adds_more)
            }
            Some(_) => false,
        }
    }
}

impl Environment {
    /// The folders of the modules, in the order in which Facter reads their facts.
    fn fact_folders(&self, below: &str) -> Vec<PathBuf> {
        let place = |folder: &Path| self.modulepath.iter().position(|it| folder.starts_with(it)).unwrap_or(usize::MAX);
        let mut folders: Vec<PathBuf> = self.modules().map(|(_, module)| module.join(below)).collect();
        folders.sort_by_cached_key(|it| (place(it), it.clone()));
        folders
    }

    fn files_in(&self, folder: &Path) -> Vec<PathBuf> {
        let entries = self.world.read_dir(folder).unwrap_or_default();
        let paths = entries.into_iter().map(|it| folder.join(it.name));
        paths.filter(|it| self.world.metadata(it).is_ok_and(|it| it.kind == FileKind::File)).collect()
    }

    /// The files of facts in Ruby, in the order in which Facter reads them.
    pub fn ruby_fact_files(&self) -> Vec<PathBuf> {
        let is_ruby =
            |it: &PathBuf| it.extension().is_some_and(|it| it == "rb") && it.file_name().is_some_and(|it| it != OF_EXTERNAL_FACTS);
        self.fact_folders("lib/facter").iter().flat_map(|it| self.files_in(it)).filter(is_ruby).collect()
    }

    /// The facts of files in `facts.d` of the modules, those of programs only where something runs them.
    pub fn external_facts_of_modules(&self, run: Option<Run>) -> External {
        let mut all = External::default();
        let mut folders: HashMap<String, PathBuf> = HashMap::new();
        for folder in self.fact_folders("facts.d") {
            let found = facts::external(&*self.world, &folder, run);
            all.problems.extend(found.problems);
            for (name, value) in found.facts {
                let known = all.facts.entry(&name).or_insert(serde_json::Value::Null);
                // The first folder counts.
                if known.is_null() {
                    *known = value;
                    folders.insert(name, folder.clone());
                } else if !value.is_null() && *known != value {
                    let first = folders.get(&name).map(|it| it.display().to_string()).unwrap_or_default();
                    all.problems.push(format!(
                        "{}: the fact `{name}` is ignored, as {first} has another value. Puppet's choice depends on the file system",
                        folder.display()
                    ));
                }
            }
        }
        all
    }

    /// The files that have to be run for the facts that they define, in the order of their paths.
    pub fn fact_files(&self) -> Vec<FactFile> {
        let mut found = Vec::new();
        for path in self.ruby_fact_files() {
            let text = self.world.read(&path, LARGEST).unwrap_or_default();
            found.push(FactFile::ruby(path, &String::from_utf8_lossy(&text)));
        }
        for path in self.fact_folders("facts.d").iter().flat_map(|it| self.files_in(it)) {
            let may_run = self.processes.as_ref().is_none_or(|it| it.is_executable(&path));
            if may_run && facts::is_program(&path) {
                found.push(FactFile { path, names: Vec::new(), adds_more: true, is_program: true });
            }
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found
    }

    /// The files that may have given a catalog other facts than it was compiled with.
    pub fn fact_files_missed(&self, read: &[FactRead]) -> Vec<FactFile> {
        if read.is_empty() {
            return Vec::new();
        }
        let mut files = self.fact_files();
        files.retain(|it| read.iter().any(|read| it.may_define(read)));
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
        world.add_file("/m/b/lib/facter/kernel.rb", "Facter.add('KERNEL') { }\n");
        world.add_file("/m/b/facts.d/known.yaml", "static: 1\n");
        world.add_file("/m/b/facts.d/program", "#!/bin/sh\n");
        let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default()));
        let mut request = Request::new(Code::Text(code.into()), "n");
        request.facts = values::data::from_json(&serde_json::json!({"os": {"family": "Debian"}, "one": 1, "kernel": "Linux"}));
        assert!(matches!(request.facts, Value::Hash(_)));
        let outcome = compile(&environment, &request);
        let found = environment.fact_files_missed(&outcome.facts_read);
        let mut found: Vec<_> = found.iter().map(|it| (!it.is_program, it.path.display().to_string().replace("/lib/facter", ""))).collect();
        found.sort();
        found.into_iter().map(|it| it.1).collect()
    }

    #[test]
    fn facts_of_files_in_facts_d_are_read() {
        let mut world = MemoryWorld::new();
        world.add_file("/m/a/facts.d/a.yaml", "Role: web\n");
        world.add_file("/m/b/facts.d/b.txt", "role=db\ntier=1\n");
        world.add_file("/m/b/facts.d/c.json", "[]");
        world.add_file("/m/b/facts.d/d", "#!/bin/sh\necho e=1\n");
        let environment = Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default());
        let found = environment.external_facts_of_modules(None);
        assert_eq!(serde_json::Value::Object(found.facts), serde_json::json!({"role": "web", "tier": "1"}));
        assert_eq!(
            found.problems,
            [
                "/m/b/facts.d/c.json: facts must be a hash",
                "/m/b/facts.d: the fact `role` is ignored, as /m/a/facts.d has another value. Puppet's choice depends on the file system"
            ]
        );
    }

    #[test]
    fn files_whose_facts_are_read_and_missing_are_named() {
        let none: [&str; 0] = [];
        assert_eq!(missed("notice($facts['os']['family'], $facts['os']['nosuch'])"), none);
        assert_eq!(missed("notice($facts['one'])"), ["/m/a/two.rb"]);
        // Facter has it, too, and the one of the module may count more.
        assert_eq!(missed("notice($facts['kernel'])"), ["/m/b/kernel.rb"]);
        assert_eq!(missed("notice($facts['mine'])"), ["/m/b/facts.d/program", "/m/a/mine.rb", "/m/b/loop.rb"]);
        assert_eq!(missed("notice($facts['two'])"), ["/m/b/facts.d/program", "/m/a/two.rb", "/m/b/loop.rb"]);
        let all = ["/m/b/facts.d/program", "/m/a/mine.rb", "/m/a/two.rb", "/m/b/kernel.rb", "/m/b/loop.rb"];
        assert_eq!(missed("notice($facts.filter |$k, $v| { true })"), all);
        assert_eq!(missed("notice(1)"), none);
    }
}
