//! Which files are checked, and what is in them.

use std::path::{Component, Path, PathBuf};

use analysis::{DocumentKind, document_kind};
use lint::Options;
use world::{FileKind, World};

use crate::commands::check::failure::InputError;
use crate::commands::input_file;

/// A file as the command was given it.
pub struct Input {
    pub path: String,
    /// From the root on, without `.` and `..`.
    pub full_path: String,
}

pub enum Text {
    Manifest(String),
    /// A policy of SELinux, whose files are named alike.
    Other,
}

/// Longer files are no manifests.
const LONGEST: u64 = 256 << 20;

/// How a policy of SELinux begins.
const POLICY: [u8; 4] = [0x8f, 0xff, 0x7c, 0xf9];

/// The files, and how many there were before the options left some out: of a folder those below it, the manifests before the data;
/// hidden folders and links to folders are left out.
pub fn find(world: &dyn World, current: &Path, paths: &[String], options: &Options) -> (Vec<Input>, usize) {
    let mut found = Vec::new();
    for path in paths {
        if world.metadata(Path::new(path)).is_ok_and(|it| it.kind == FileKind::Directory) {
            let (mut manifests, mut data) = (Vec::new(), Vec::new());
            walk(world, path.trim_end_matches('/'), &mut manifests, &mut data, 0);
            found.append(&mut manifests);
            found.append(&mut data);
        } else {
            found.push(path.clone());
        }
    }
    let count = found.len();
    found.retain(|path| !options.ignores(path));
    (found.into_iter().map(|path| Input { full_path: absolute(current, &path), path }).collect(), count)
}

/// Folders within folders.
const DEPTH: usize = 200;

fn walk(world: &dyn World, folder: &str, manifests: &mut Vec<String>, data: &mut Vec<String>, depth: usize) {
    let Ok(entries) = world.read_dir(Path::new(if folder.is_empty() { "/" } else { folder })) else { return };
    for entry in entries {
        let Some(name) = entry.name.to_str().filter(|name| !name.starts_with('.')) else { continue };
        let path = format!("{folder}/{name}");
        if entry.kind == FileKind::Directory {
            if depth < DEPTH {
                walk(world, &path, manifests, data, depth + 1);
            }
        } else if document_kind(name) == DocumentKind::Manifest {
            manifests.push(path);
        } else if document_kind(name) == DocumentKind::Data && !name.ends_with(".eyaml") {
            data.push(path);
        }
    }
}

/// The text of a file.
pub fn read(world: &dyn World, path: &str) -> Result<Text, InputError> {
    let named = Path::new(path);
    let bytes = if input_file::is_stream(named) { input_file::read(named, LONGEST) } else { world.read(named, LONGEST) };
    let bytes = bytes.map_err(|error| InputError::new(path, error.to_string()))?;
    if bytes.starts_with(&POLICY) {
        return Ok(Text::Other);
    }
    String::from_utf8(bytes).map(Text::Manifest).map_err(|_| InputError::new(path, "the file is not UTF-8"))
}

fn absolute(current: &Path, path: &str) -> String {
    let mut out = PathBuf::new();
    for component in current.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    #[test]
    fn a_folder_stands_for_what_is_below_it() {
        let mut world = MemoryWorld::new();
        for file in ["a/b/y.pp", "a/z.pp", "b.pp", "q.yaml", "a/k.yml", ".h/x.pp", ".x.pp", "vendor/a/c.pp", "README.md"] {
            world.add_file(format!("/site/{file}"), "");
        }
        world.set_current_dir("/site");
        let found = |path: &str| {
            let (inputs, _) = find(&world, Path::new("/site"), &[path.to_owned()], &Options::default());
            inputs.into_iter().map(|it| (it.path, it.full_path)).collect::<Vec<_>>()
        };
        let paths = |path: &str| found(path).into_iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(paths("."), ["./a/b/y.pp", "./a/z.pp", "./b.pp", "./vendor/a/c.pp", "./a/k.yml", "./q.yaml"]);
        assert_eq!(paths("vendor/"), Vec::<String>::new());
        assert_eq!(found("a/../b.pp"), [("a/../b.pp".to_owned(), "/site/b.pp".to_owned())]);
    }
}
