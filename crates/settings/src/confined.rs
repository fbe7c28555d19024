//! The paths that files of an untrusted folder may name: none outside of the open folders.

use std::path::{Component, Path, PathBuf};

use crate::{Layer, SaltTarget};

/// Whether a path lies in one of some folders. One with `..` in it may lead anywhere, so that is followed first.
pub fn is_within(path: &Path, folders: &[PathBuf]) -> bool {
    let straight = straight(path);
    folders.iter().any(|it| straight.starts_with(it))
}

/// A path without the steps that go up.
pub fn straight(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                straight.pop();
            }
            other => straight.push(other),
        }
    }
    straight
}

/// A layer without the paths that lead elsewhere.
pub(crate) fn confined(layer: &Layer, folders: &[PathBuf]) -> Layer {
    let inside =
        |paths: &Option<Vec<PathBuf>>| paths.as_ref().map(|it| it.iter().filter(|it| is_within(it, folders)).cloned().collect::<Vec<_>>());
    Layer {
        modulepath: inside(&layer.modulepath),
        // The facts of the machine lie outside, too.
        facts: inside(&layer.facts),
        salt_targets: layer.salt_targets.as_ref().map(|it| {
            let inside = |path: &Option<PathBuf>| path.clone().filter(|it| is_within(it, folders));
            it.iter()
                .map(|it| SaltTarget { grains: inside(&it.grains), pillar: inside(&it.pillar), config: inside(&it.config), ..it.clone() })
                .collect()
        }),
        // What is around it is read, too.
        hiera_config: layer.hiera_config.clone().filter(|it| it.parent().is_some_and(|it| is_within(it, folders))),
        ..layer.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_that_is_the_folder_itself_leads_out_of_it() {
        let folders = [PathBuf::from("/site")];
        let of = |path: &str| {
            let layer = Layer { hiera_config: Some(PathBuf::from(path)), ..Layer::default() };
            confined(&layer, &folders).hiera_config.is_some()
        };
        assert!(of("/site/hiera.yaml") && of("/site/a/../hiera.yaml"));
        assert!(!of("/site/") && !of("/site/.") && !of("/etc/hiera.yaml"));
    }

    #[test]
    fn a_path_is_followed_before_it_is_judged() {
        let folders = [PathBuf::from("/site"), PathBuf::from("/other")];
        for inside in ["/site", "/site/modules", "/site/../other/x", "/site/./a/../b"] {
            assert!(is_within(Path::new(inside), &folders), "{inside}");
        }
        for outside in ["/", "/sites", "/site/..", "/site/../home/.ssh", "/etc/puppetlabs", "site/modules"] {
            assert!(!is_within(Path::new(outside), &folders), "{outside}");
        }
    }
}
