//! External facts: files in folders `facts.d`, and programs that print facts.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value as Json;
use values::regex::Regex;
use world::{FileKind, World};

use crate::{Facts, FactsError, file};

/// No file of external facts is larger.
const LARGEST: u64 = 16 << 20;

/// External facts of a folder, and the files that could not be understood.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct External {
    pub facts: Facts,
    pub problems: Vec<String>,
}

/// Runs a program and gives what it prints; none where it is none that can be run.
pub type Run<'a> = &'a dyn Fn(&Path) -> Option<Result<Vec<u8>, FactsError>>;

/// The files of a folder in the order of their names; a later one counts more. Without `run` programs are left alone.
pub fn external(world: &dyn World, folder: &Path, run: Option<Run>) -> External {
    let mut found = External::default();
    for entry in world.read_dir(folder).unwrap_or_default() {
        let path = folder.join(&entry.name);
        let name = entry.name.to_string_lossy();
        if name.starts_with('.') || !world.metadata(&path).is_ok_and(|it| it.kind == FileKind::File) {
            continue;
        }
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or("").to_lowercase();
        let facts = match ending.as_str() {
            "json" | "yaml" | "txt" => {
                let bytes = world.read(&path, LARGEST).map_err(|error| FactsError::Unreadable(error.to_string()));
                bytes.and_then(|bytes| parse(&bytes, &ending))
            }
            _ if !is_program(&path) => continue,
            _ => match run.and_then(|run| run(&path)) {
                Some(printed) => printed.map(|bytes| parse_printed(&bytes)),
                None => continue,
            },
        };
        match facts {
            Ok(facts) => {
                for (name, value) in facts {
                    // Names that differ in case alone are the same. A null leaves the value to another file.
                    let known = found.facts.entry(name.to_lowercase()).or_insert(Json::Null);
                    if !value.is_null() {
                        *known = value;
                    }
                }
            }
            Err(problem) => found.problems.push(format!("{}: {problem}", path.display())),
        }
    }
    found
}

/// Whether Facter runs a file in `facts.d`, if it may be executed.
pub fn is_program(path: &Path) -> bool {
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_lowercase();
    let of_windows = ["bat", "cmd", "com", "exe", "ps1"].contains(&&*ending);
    let is_hidden = path.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.'));
    !is_hidden && !["json", "yaml", "txt"].contains(&&*ending) && of_windows == cfg!(windows)
}

fn parse(bytes: &[u8], ending: &str) -> Result<Facts, FactsError> {
    match ending {
        "json" => Ok(file::parse_json(bytes)?.facts),
        "txt" => Ok(lines(bytes)),
        _ => Ok(file::parse_yaml(quoted_times(&String::from_utf8_lossy(bytes)).as_bytes())?.facts),
    }
}

/// As Facter reads YAML: times are texts.
fn quoted_times(text: &str) -> String {
    static TIME: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let source = r"\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?\s*$";
        Regex::new(source).ok()
    });
    let mut quoted = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(Ok(Some(found))) = TIME.as_ref().map(|it| it.find_at(text, at)) {
        let range = found.whole;
        quoted.push_str(text.get(at..range.start).unwrap_or_default());
        quoted.push('"');
        quoted.push_str(text.get(range.clone()).unwrap_or_default());
        quoted.push('"');
        at = range.end.max(at + 1);
    }
    quoted.push_str(text.get(at..).unwrap_or_default());
    quoted
}

/// Programs print YAML, JSON or lines.
fn parse_printed(bytes: &[u8]) -> Facts {
    file::parse_yaml(bytes).map_or_else(|_| lines(bytes), |file| file.facts)
}

/// `name=value`, and nothing is cut off.
fn lines(bytes: &[u8]) -> Facts {
    let text = String::from_utf8_lossy(bytes);
    let pairs = text.lines().filter_map(|line| line.split_once('=')).filter(|(name, value)| !name.is_empty() && !value.is_empty());
    pairs.map(|(name, value)| (name.to_owned(), Json::from(value))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use world::MemoryWorld;

    use super::*;

    /// As Facter answers about the same files.
    #[test]
    fn files_of_all_kinds() {
        let mut world = MemoryWorld::new();
        world.add_file("/d/a.txt", "A_b=1\nnope\nc = d=e \n");
        world.add_file("/d/b.yaml", "Yy: 1\nz: [1, {a: b}]\nt: 2024-05-06 07:08:09\n");
        world.add_file("/d/c.json", r#"{"j": {"K": null}}"#);
        world.add_file("/d/d.sh", "#!/bin/sh\n");
        world.add_file("/d/e", "#!/bin/sh\n");
        world.add_file("/d/f.yaml", "- 1");
        // Facter reads no such files.
        world.add_file("/d/g.yml", "g: 1");
        world.add_file("/d/h.bat", "echo h=1");
        world.add_file("/d/.hidden.txt", "h=1\n");
        let run = |path: &Path| Some(if path.ends_with("e") { Ok(b"y1: {q: 3}\n".to_vec()) } else { Ok(b"x1=2\n".to_vec()) });
        let found = external(&world, Path::new("/d"), Some(&run));
        let expected = json!({"a_b": "1", "c ": " d=e ", "yy": 1, "t": "2024-05-06 07:08:09 ", "z": [1, {"a": "b"}], "j": {"K": null}, "x1": "2", "y1": {"q": 3}});
        assert_eq!(Json::Object(found.facts), expected);
        assert_eq!(found.problems, ["/d/f.yaml: facts must be a hash"]);
        assert!(!external(&world, Path::new("/d"), None).facts.contains_key("x1"));
        world.add_file("/n/a.yaml", "k: 1\nn: null\n");
        world.add_file("/n/z.yaml", "k: null\n");
        assert_eq!(Json::Object(external(&world, Path::new("/n"), None).facts), json!({"k": 1, "n": null}));
        assert_eq!(external(&world, Path::new("/none"), None), External::default());
    }
}
