//! `bunraku debug ruby-coverage`: which Ruby files are supported, and what the others need.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use ruby::coverage::{self, Uses};

use crate::exit::Exit;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders with modules, or modules
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// List the files with what each lacks
    #[arg(long)]
    files: bool,
}

/// Deeper folders are not read.
const DEEPEST: u32 = 40;

/// No larger file is read.
const LARGEST: u64 = 4 << 20;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Template,
    Function,
    OldFunction,
    Type,
    Fact,
    Helper,
}

impl Kind {
    fn from_path(path: &Path) -> Option<Kind> {
        let text = path.to_string_lossy();
        Some(match path.extension()?.to_str()? {
            "erb" => Kind::Template,
            "rb" if text.contains("/lib/puppet/functions/") => Kind::Function,
            "rb" if text.contains("/lib/puppet/parser/functions/") => Kind::OldFunction,
            "rb" if text.contains("/lib/puppet/type/") => Kind::Type,
            "rb" if text.contains("/lib/facter/") => Kind::Fact,
            "rb" if text.contains("/lib/puppet_x/") || text.contains("/lib/puppet/util/") => Kind::Helper,
            _ => return None,
        })
    }

    fn title(self) -> &'static str {
        match self {
            Kind::Template => "templates",
            Kind::Function => "functions with dispatches",
            Kind::OldFunction => "legacy functions",
            Kind::Type => "resource types",
            Kind::Fact => "facts",
            Kind::Helper => "helpers",
        }
    }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    report(&args).iter().for_each(|line| println!("{line}"));
    Ok(Exit::Clean)
}

/// The lines of the output.
fn report(args: &Args) -> Vec<String> {
    let mut lines = Vec::new();
    let mut paths = Vec::new();
    let mut seen = HashSet::new();
    for folder in &args.folders {
        collect(folder, 0, &mut seen, &mut paths);
    }
    paths.sort();
    let mut read: Vec<(PathBuf, Kind, Option<Uses>)> = Vec::new();
    for (path, kind) in paths {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let uses = if kind == Kind::Template { coverage::of_template(&text) } else { coverage::of_program(&text) };
        read.push((path, kind, uses.ok()));
    }
    // Helpers define what other files use.
    let own: HashSet<&str> = read.iter().filter_map(|it| it.2.as_ref()).flat_map(Uses::definitions).collect();
    let names = [compiler::names_for_ruby(), compiler::names_for_types(), compiler::names_for_facts()];
    let mut counts: BTreeMap<Kind, (usize, usize)> = BTreeMap::new();
    let mut lacks: BTreeMap<String, usize> = BTreeMap::new();
    for (path, kind, uses) in &read {
        let found = match uses {
            Some(uses) => {
                let names = match kind {
                    Kind::Template | Kind::Function | Kind::OldFunction | Kind::Helper => &names[0],
                    Kind::Type => &names[1],
                    Kind::Fact => &names[2],
                };
                let mut found = uses.lacks(&|name| own.contains(name) || names.contains(name));
                // Facts may run commands as Facter does.
                if *kind == Kind::Fact {
                    found.remove(ruby::host::COMMAND);
                }
                found
            }
            None => BTreeSet::from(["a text without syntax errors".to_owned()]),
        };
        let count = counts.entry(*kind).or_default();
        count.0 += 1;
        count.1 += usize::from(found.is_empty());
        for lack in &found {
            *lacks.entry(lack.clone()).or_default() += 1;
        }
        if args.files {
            let found: Vec<String> = found.into_iter().collect();
            lines.push(format!("{}: {}", path.display(), if found.is_empty() { "supported".to_owned() } else { found.join(", ") }));
        }
    }
    for (kind, (all, whole)) in counts {
        lines.push(format!("{:28} {whole:5} of {all:5} supported", kind.title()));
    }
    let mut lacks: Vec<(String, usize)> = lacks.into_iter().collect();
    lacks.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    lines.extend(lacks.into_iter().map(|(lack, count)| format!("{count:5} files need {lack}")));
    lines
}

fn collect(path: &Path, depth: u32, seen: &mut HashSet<PathBuf>, found: &mut Vec<(PathBuf, Kind)>) {
    let Ok(real) = path.canonicalize() else { return };
    if depth > DEEPEST || !seen.insert(real) {
        return;
    }
    let Ok(metadata) = path.metadata() else { return };
    if metadata.is_file() {
        if let Some(kind) = Kind::from_path(path).filter(|_| metadata.len() <= LARGEST) {
            found.push((path.to_owned(), kind));
        }
        return;
    }
    let Ok(entries) = path.read_dir() else { return };
    for entry in entries.flatten() {
        collect(&entry.path(), depth + 1, seen, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_row_and_what_it_lacks() {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("templates/a.erb", "<%= @a.upcase %>"),
            ("lib/puppet/functions/m/f.rb", "Puppet::Functions.create_function(:'m::f') { def f = ObjectSpace.count_objects }"),
            (
                "lib/puppet/parser/functions/f.rb",
                "$LOAD_PATH.unshift(__dir__)\nPuppet::Parser::Functions.newfunction(:f) { |args| args.first }",
            ),
            (
                "lib/puppet/type/t.rb",
                "Puppet::Type.newtype(:t) do\n  ensurable\n  newparam(:n, namevar: true) { munge { |it| PuppetX::H.of(it) } }\nend",
            ),
            (
                "lib/puppet/type/u.rb",
                "Puppet::Type.newtype(:u) do\n  newproperty(:p) { validate { |it| ObjectSpace.garbage_collect } }\nend",
            ),
            ("lib/puppet/provider/t/own.rb", "not read"),
            (
                "lib/facter/a.rb",
                "Facter.add(:a) do\n  confine kernel: 'Linux'\n  setcode { `id`.chomp + Facter::Core::Execution.execute('id') }\nend",
            ),
            ("lib/facter/b.rb", "$:.unshift(__dir__)\nFacter.add(:b) { setcode { TracePoint.new } }"),
            ("lib/puppet_x/h.rb", "module PuppetX\n  module H\n    def self.of(it) = it\n  end\nend"),
        ] {
            let path = folder.path().join("m").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let lines = report(&Args { folders: vec![folder.path().to_owned()], files: false });
        let expected = [
            "templates                        1 of     1 supported",
            "functions with dispatches        0 of     1 supported",
            "legacy functions                 1 of     1 supported",
            "resource types                   1 of     2 supported",
            "facts                            1 of     2 supported",
            "helpers                          1 of     1 supported",
            "    2 files need the constant ObjectSpace",
            "    1 files need the constant TracePoint",
            "    1 files need the global variable $:",
        ];
        assert_eq!(lines, expected);
        let lines = report(&Args { folders: vec![folder.path().join("m/lib/facter")], files: true });
        assert!(
            lines[0].ends_with("a.rb: supported") && lines[1].ends_with("b.rb: the constant TracePoint, the global variable $:"),
            "{lines:?}"
        );
    }
}
