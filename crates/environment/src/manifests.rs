//! The manifests that are evaluated first.

use std::path::{Path, PathBuf};

use world::{FileKind, World};

/// Deeper folders are not looked into.
const DEEPEST: usize = 100;

/// A file, or all manifests of a folder and those below it, in the order of their paths. Links to folders are not followed, and
/// hidden ones are left out: that is what Puppet does.
pub fn manifests(world: &dyn World, path: &Path) -> Vec<PathBuf> {
    if !crate::is_folder(world, path) {
        return vec![path.to_owned()];
    }
    let mut found = Vec::new();
    let mut waiting = vec![(path.to_owned(), 0)];
    while let Some((folder, depth)) = waiting.pop() {
        for entry in world.read_dir(&folder).unwrap_or_default() {
            let path = folder.join(&entry.name);
            let name = entry.name.to_string_lossy();
            if name.starts_with('.') {
                continue;
            }
            if entry.kind == FileKind::Directory && depth < DEEPEST {
                waiting.push((path.clone(), depth + 1));
            }
            if entry.kind != FileKind::Directory && name.ends_with(".pp") {
                found.push(path);
            }
        }
    }
    // By their bytes, so that `a.pp` comes before `a/b.pp`.
    found.sort_by(|a, b| a.as_os_str().as_encoded_bytes().cmp(b.as_os_str().as_encoded_bytes()));
    found
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    #[test]
    fn they_come_in_the_order_of_their_paths() {
        let mut world = MemoryWorld::new();
        for path in ["site.pp", "a.pp", "a/b.pp", "a/.c.pp", ".d/e.pp", "z.epp", "Z.pp", "a-b.pp"] {
            world.add_file(format!("/e/manifests/{path}"), "");
        }
        world.add_link("/e/manifests/linked", "a");
        let names: Vec<_> = manifests(&world, Path::new("/e/manifests")).iter().map(|it| it.display().to_string()).collect();
        let expected = ["Z.pp", "a-b.pp", "a.pp", "a/b.pp", "site.pp"];
        assert_eq!(names, expected.map(|it| format!("/e/manifests/{it}")));
        assert_eq!(manifests(&world, Path::new("/e/manifests/a.pp")), [Path::new("/e/manifests/a.pp")]);
    }
}
