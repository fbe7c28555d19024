//! Rules of `.gitignore`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use world::{Entry, FileKind, World};

/// Lists of ignored files are short.
const MAX_LEN: u64 = 1 << 20;

/// Ignored paths in one folder of a repository. Paths are real paths.
#[derive(Debug)]
pub struct Ignored {
    list: Gitignore,
    /// The list that is asked where this one says nothing: of the folder above, at last of the repository.
    next: Option<Arc<Ignored>>,
}

impl Ignored {
    pub fn is_ignored(&self, path: &Path, is_folder: bool) -> bool {
        let mut current = Some(self);
        while let Some(it) = current {
            match it.list.matched(path, is_folder) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None => current = it.next.as_deref(),
            }
        }
        false
    }
}

/// Rules that the folders above have for a folder; nothing outside of a repository.
pub fn inherited(world: &dyn World, folder: &Path) -> Option<Arc<Ignored>> {
    let mut inside: Vec<&Path> = Vec::new();
    let top = folder.ancestors().skip(1).find(|it| {
        inside.push(it);
        world.link_metadata(&it.join(".git")).is_ok()
    })?;
    let mut ignored = Some(of_repository(world, top));
    for folder in inside.into_iter().rev() {
        ignored = of_list(world, folder, &folder.join(".gitignore"), ignored);
    }
    ignored
}

/// Rules in a folder with these entries, below those of `above`.
pub fn in_folder(world: &dyn World, folder: &Path, entries: &[Entry], above: Option<Arc<Ignored>>) -> Option<Arc<Ignored>> {
    let has = |name: &str| entries.iter().any(|it| it.name == name);
    let above = if has(".git") { Some(of_repository(world, folder)) } else { above };
    if above.is_some() && has(".gitignore") { of_list(world, folder, &folder.join(".gitignore"), above) } else { above }
}

/// Global rules of the user, and the repository's `info/exclude`.
fn of_repository(world: &dyn World, top: &Path) -> Arc<Ignored> {
    let everywhere = Arc::new(Ignored { list: everywhere(world, top), next: None });
    let list = top.join(".git/info/exclude");
    of_list(world, top, &list, Some(everywhere.clone())).unwrap_or(everywhere)
}

/// Git's `core.excludesFile`, where it lies by default.
fn everywhere(world: &dyn World, top: &Path) -> Gitignore {
    let set = |name: &str| world.env(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let settings = set("XDG_CONFIG_HOME").or_else(|| Some(set("HOME")?.join(".config")));
    settings.map_or_else(Gitignore::empty, |it| read_list(world, top, &it.join("git/ignore")))
}

fn of_list(world: &dyn World, folder: &Path, list: &Path, next: Option<Arc<Ignored>>) -> Option<Arc<Ignored>> {
    let list = read_list(world, folder, list);
    if list.is_empty() { next } else { Some(Arc::new(Ignored { list, next })) }
}

/// A list whose patterns count from a folder. What Git could not read either says nothing.
fn read_list(world: &dyn World, folder: &Path, list: &Path) -> Gitignore {
    if !world.metadata(list).is_ok_and(|it| it.kind == FileKind::File) {
        return Gitignore::empty();
    }
    let text = String::from_utf8_lossy(&world.read(list, MAX_LEN).unwrap_or_default()).into_owned();
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.trim_start_matches('\u{feff}').lines() {
        // One bad pattern leaves the others as they are.
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    fn world() -> MemoryWorld {
        let mut world = MemoryWorld::new();
        world.set_env("HOME", "/home/me");
        world.add_file("/home/me/.config/git/ignore", "*.swp.pp\n");
        world.add_file("/repo/.git/info/exclude", "mine.pp\n");
        world.add_file("/repo/.gitignore", "\u{feff}/vendor/\r\n*.gen.pp\n# a comment\n[\n");
        world.add_file("/repo/sub/.gitignore", "!keep.gen.pp\nlocal.pp\n");
        world
    }

    /// Whether a file below `/repo/sub` is ignored, as seen from inside.
    #[track_caller]
    fn check(path: &str, expected: bool) {
        let world = world();
        let folder = Path::new("/repo/sub");
        let entries = world.read_dir(folder).expect("a folder");
        let ignored = in_folder(&world, folder, &entries, inherited(&world, folder)).expect("a repository");
        assert_eq!(ignored.is_ignored(Path::new(path), false), expected, "{path}");
    }

    #[test]
    fn the_nearest_list_that_says_something_counts() {
        check("/repo/sub/a.pp", false);
        check("/repo/sub/a.gen.pp", true);
        check("/repo/sub/deep/a.gen.pp", true);
        check("/repo/sub/keep.gen.pp", false);
        check("/repo/sub/deep/local.pp", true);
    }

    #[test]
    fn the_user_and_the_repository_have_lists_too() {
        check("/repo/sub/mine.pp", true);
        check("/repo/sub/a.swp.pp", true);
    }

    #[test]
    fn patterns_may_be_for_folders_only() {
        let world = world();
        let ignored = inherited(&world, Path::new("/repo/sub")).expect("a repository");
        assert!(ignored.is_ignored(Path::new("/repo/vendor"), true));
        assert!(!ignored.is_ignored(Path::new("/repo/vendor"), false));
        assert!(!ignored.is_ignored(Path::new("/repo/sub/vendor"), true));
    }

    #[test]
    fn outside_of_a_repository_nothing_is_ignored() {
        let mut world = world();
        world.add_file("/other/.gitignore", "*.pp\n");
        assert!(inherited(&world, Path::new("/other/sub")).is_none());
        let entries = world.read_dir(Path::new("/other")).expect("a folder");
        assert!(in_folder(&world, Path::new("/other"), &entries, None).is_none());
    }

    #[test]
    fn a_repository_in_a_repository_has_its_own_lists() {
        let mut world = world();
        world.add_file("/repo/sub/module/.git", "gitdir: elsewhere");
        let folder = Path::new("/repo/sub/module");
        let entries = world.read_dir(folder).expect("a folder");
        let ignored = in_folder(&world, folder, &entries, inherited(&world, folder)).expect("a repository");
        assert!(!ignored.is_ignored(Path::new("/repo/sub/module/a.gen.pp"), false));
    }
}
