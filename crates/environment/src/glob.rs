//! Patterns in a module path, as `site-*/modules`.

use std::path::{Component, Path, PathBuf};

use globset::GlobBuilder;
use world::World;

/// More folders than this are no module path.
const MOST: usize = 10_000;

pub fn is_pattern(path: &str) -> bool {
    path.contains(['*', '?', '[', '{'])
}

/// Expands an absolute path with patterns, in the order of the names. Hidden folders must be named.
pub fn expand(world: &dyn World, pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for part in pattern.components() {
        let Component::Normal(name) = part else {
            found.iter_mut().for_each(|it| it.push(part));
            continue;
        };
        let Some(text) = name.to_str().filter(|it| is_pattern(it)) else {
            found.iter_mut().for_each(|it| it.push(name));
            continue;
        };
        let Ok(glob) = GlobBuilder::new(text).literal_separator(true).build() else { return Vec::new() };
        let glob = glob.compile_matcher();
        let mut next = Vec::new();
        for folder in found {
            for entry in world.read_dir(&folder).unwrap_or_default() {
                let hidden = entry.name.to_string_lossy().starts_with('.') && !text.starts_with('.');
                if !hidden && glob.is_match(Path::new(&entry.name)) && next.len() < MOST {
                    next.push(folder.join(&entry.name));
                }
            }
        }
        found = next;
    }
    found.retain(|it| world.metadata(it).is_ok());
    found
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    #[test]
    fn patterns_lead_to_what_is_there() {
        let mut world = MemoryWorld::new();
        for path in ["/e/b/modules", "/e/a/modules", "/e/.c/modules", "/e/d"] {
            world.add_dir(path);
        }
        let of = |pattern: &str| expand(&world, Path::new(pattern)).iter().map(|it| it.display().to_string()).collect::<Vec<_>>();
        assert_eq!(of("/e/*/modules"), ["/e/a/modules", "/e/b/modules"]);
        assert_eq!(of("/e/{a,d}"), ["/e/a", "/e/d"]);
        assert_eq!(of("/e/[ab]/modules"), ["/e/a/modules", "/e/b/modules"]);
        assert_eq!(of("/e/[/modules"), Vec::<String>::new());
    }
}
