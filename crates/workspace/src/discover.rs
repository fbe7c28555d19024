//! Which files of a folder are ours.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use world::{FileKind, World};

pub use crate::kind::{DocumentKind, document_kind, opened_kind};

/// Larger files are not manifests, whatever they are called.
const LARGEST: u64 = 50 << 20;

/// The text of a file; nothing where there is none to be had: it is gone, too large, or not UTF-8.
pub fn text(world: &dyn World, path: &Path) -> Option<Arc<str>> {
    let bytes = world.read(path, LARGEST).ok()?;
    String::from_utf8(bytes).ok().map(Arc::from)
}

/// All manifests, templates, settings and files of data in folders and in the folders in them. Links are followed, and each folder is visited
/// once, by its real path: links may form a circle. Hidden folders are left out.
pub fn manifests(world: &dyn World, folders: &[PathBuf]) -> Vec<PathBuf> {
    files(world, folders, is_read)
}

/// Whether the name of a file is one of those that [`manifests`] finds.
pub fn is_read(path: &Path) -> bool {
    document_kind(path).is_read()
}

/// Whether a file is a manifest or a template of the same language.
pub fn is_manifest(path: &Path) -> bool {
    document_kind(path).is_code()
}

/// Whether a file is none of ours but read by others: settings, metadata, data, functions, types and templates in Ruby, files of states.
pub fn is_input(path: &Path) -> bool {
    document_kind(path).is_input()
}

/// Whether a file belongs to a tree of states: an SLS file, or a template that such files import.
pub fn is_states(path: &Path) -> bool {
    matches!(document_kind(path), DocumentKind::Sls | DocumentKind::Jinja)
}

/// Whether a file is a template of Ruby.
pub fn is_erb(path: &Path) -> bool {
    document_kind(path) == DocumentKind::Erb
}

/// Whether a file is the Ruby of a function, type or fact of a module, by its place.
pub fn is_ruby(path: &Path) -> bool {
    document_kind(path) == DocumentKind::Ruby
}

/// Whether a file holds the settings of a project.
pub fn is_settings(path: &Path) -> bool {
    document_kind(path) == DocumentKind::Settings
}

/// Whether a file is checked besides code, by its name: data of Hiera, a module's metadata, an environment's settings. Where it
/// lies says whether it is.
pub fn is_data(path: &Path) -> bool {
    document_kind(path).is_data()
}

/// More files and folders than this are not listed in one walk: no site has as many, but a link may lead to a whole disk.
pub const MOST_SEEN: usize = 300_000;

/// Folders in folders are followed this deep.
const DEEPEST: usize = 64;

/// All files of a kind, treated alike.
pub fn files(world: &dyn World, folders: &[PathBuf], is_wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    walk(world, folders, is_wanted).files
}

/// Result of a walk.
#[derive(Debug, Default)]
pub struct Walk {
    pub files: Vec<PathBuf>,
    /// Paths with the name of such a file that are no regular files: pipes, devices, folders, broken links.
    pub refused: Vec<PathBuf>,
    /// The folder at which the walk ended because it had seen more than [`MOST_SEEN`].
    pub cut_at: Option<PathBuf>,
}

/// As [`files`], with what was left out.
pub fn walk(world: &dyn World, folders: &[PathBuf], is_wanted: impl Fn(&Path) -> bool) -> Walk {
    let mut found = Walk::default();
    let mut visited = HashSet::new();
    let mut waiting: Vec<(PathBuf, usize)> = folders.iter().rev().map(|it| (it.clone(), 0)).collect();
    let mut seen = 0;
    while let Some((folder, depth)) = waiting.pop() {
        if !world.real_path(&folder).is_ok_and(|real| visited.insert(real)) {
            continue;
        }
        let Ok(entries) = world.read_dir(&folder) else { continue };
        seen += entries.len();
        if seen > MOST_SEEN {
            found.cut_at = Some(folder);
            break;
        }
        let mut inner = Vec::new();
        for entry in entries {
            let name = entry.name.to_string_lossy();
            let path = folder.join(&entry.name);
            let kind = match entry.kind {
                FileKind::Link => world.metadata(&path).map_or(FileKind::Special, |it| it.kind),
                kind => kind,
            };
            match kind {
                FileKind::File if is_wanted(&path) => found.files.push(path),
                FileKind::File => {}
                kind => {
                    found.refused.extend(Some(&path).filter(|it| is_wanted(it)).cloned());
                    if kind == FileKind::Directory && !name.starts_with('.') && name != "node_modules" {
                        inner.push(path);
                    }
                }
            }
        }
        if depth < DEEPEST {
            waiting.extend(inner.into_iter().rev().map(|it| (it, depth + 1)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    #[test]
    fn manifests_and_templates_are_found() {
        let mut world = MemoryWorld::new();
        for path in [
            "/site/manifests/a.pp",
            "/site/b.epp",
            "/site/README.md",
            "/site/.git/c.pp",
            "/site/node_modules/d.pp",
            "/other/e.pp",
            "/site/bunraku.toml",
            "/site/hiera.yaml",
        ] {
            world.add_file(path, "");
        }
        let found = manifests(&world, &[PathBuf::from("/site")]);
        assert_eq!(
            found,
            [
                PathBuf::from("/site/b.epp"),
                PathBuf::from("/site/bunraku.toml"),
                PathBuf::from("/site/hiera.yaml"),
                PathBuf::from("/site/manifests/a.pp")
            ]
        );
        assert_eq!(manifests(&world, &[PathBuf::from("/nowhere")]), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_folder_named_twice_is_read_once() {
        let mut world = MemoryWorld::new();
        world.add_file("/site/a.pp", "");
        assert_eq!(manifests(&world, &[PathBuf::from("/site"), PathBuf::from("/site")]).len(), 1);
    }

    #[test]
    fn only_text_is_text() {
        let mut world = MemoryWorld::new();
        world.add_file("/a.pp", "class a { }");
        world.add_file("/b.pp", [0xFF, 0xFE]);
        assert_eq!(text(&world, Path::new("/a.pp")).as_deref(), Some("class a { }"));
        assert_eq!(text(&world, Path::new("/b.pp")), None);
        assert_eq!(text(&world, Path::new("/c.pp")), None);
    }
}
