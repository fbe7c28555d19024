//! How we know a file by what the client calls it.

use std::path::Path;
use std::sync::Arc;

use tower_lsp::ls_types::Uri;

/// The path of a file; of anything else, as a document that was never saved, the whole URI.
pub(crate) fn key(uri: &Uri) -> Option<Arc<str>> {
    if !uri.scheme().as_str().eq_ignore_ascii_case("file") {
        return Some(Arc::from(uri.as_str()));
    }
    uri.to_file_path().map(|path| key_of_path(&path))
}

pub(crate) fn key_of_path(path: &Path) -> Arc<str> {
    Arc::from(path.to_string_lossy())
}

/// The reverse, for files that the client has never named.
pub(crate) fn of_key(key: &str) -> Option<Uri> {
    if Path::new(key).is_absolute() { Uri::from_file_path(key) } else { key.parse().ok() }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, expected: &str) {
        let uri: Uri = uri.parse().unwrap();
        assert_eq!(key(&uri).as_deref(), Some(expected));
    }

    #[test]
    fn a_file_is_its_path() {
        check("file:///etc/a.pp", "/etc/a.pp");
        check("file:///a%20b/%C3%A9.pp", "/a b/é.pp");
        check("FILE:///a.pp", "/a.pp");
    }

    #[test]
    fn what_is_no_file_is_itself() {
        check("untitled:Untitled-1", "untitled:Untitled-1");
        check("git:/a.pp?HEAD", "git:/a.pp?HEAD");
    }

    #[test]
    fn a_key_comes_back() {
        for path in ["/a b/é.pp", "/a%20b.pp", "/[x].pp", "untitled:Untitled-1"] {
            let uri = of_key(path).unwrap();
            assert_eq!(key(&uri).as_deref(), Some(path), "{}", uri.as_str());
        }
    }
}
