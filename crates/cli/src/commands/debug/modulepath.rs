//! Definitions that a file may hold for a given module path: Puppet's own rule, whatever lies on disk.

use std::path::Path;

use analysis::{DocumentKind, document_kind};
use syntax::Autoload;

/// `modulepath` is folders with colons between them. Nothing where the file is in none of them.
pub fn autoload(file: &str, modulepath: &str) -> Option<Autoload> {
    if document_kind(file) != DocumentKind::Manifest {
        return None;
    }
    let inside = modulepath.split(':').find_map(|folder| file.strip_prefix(folder.trim_end_matches('/'))?.strip_prefix('/'))?;
    Some(Autoload { file: file.to_owned(), namespace: namespace(&inside.to_lowercase()) })
}

/// Nothing where the file lies in no folder that is loaded from: it may define nothing then.
fn namespace(inside: &str) -> Option<String> {
    let (module, rest) = inside.split_once('/')?;
    environment::namespace(module, Path::new(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The namespace, `-` where nothing may be defined, and nothing where the rule does not apply.
    fn modulepath(file: &str) -> Option<String> {
        autoload(file, "/a/modules:/b/").map(|it| it.namespace.unwrap_or_else(|| "-".to_owned()))
    }

    #[test]
    fn names_follow_the_path() {
        assert_eq!(modulepath("/a/modules/m/manifests/init.pp").as_deref(), Some("m"));
        assert_eq!(modulepath("/b/M/manifests/A/b.pp").as_deref(), Some("m::a::b"));
        assert_eq!(modulepath("/a/modules/m/types/t.pp").as_deref(), Some("m::t"));
        assert_eq!(modulepath("/a/modules/m/manifests/a/init.pp").as_deref(), Some("m::a::init"));
    }

    #[test]
    fn other_folders_of_a_module_define_nothing() {
        assert_eq!(modulepath("/a/modules/m/examples/a.pp").as_deref(), Some("-"));
        assert_eq!(modulepath("/a/modules/m/a.pp").as_deref(), Some("-"));
        assert_eq!(modulepath("/a/modules/a.pp").as_deref(), Some("-"));
    }

    #[test]
    fn elsewhere_anything_may_be_defined() {
        assert_eq!(modulepath("/a/manifests/site.pp"), None);
        assert_eq!(modulepath("/a/modules2/m/manifests/init.pp"), None);
        assert_eq!(modulepath("/a/modules/m/manifests/init.txt"), None);
    }
}
