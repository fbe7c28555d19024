//! Common code of the tests of several crates. Only tests use it: it panics where a fixture is wrong.
//!
//! A fixture is one text:
//!
//! ```text
//! #- /m/a/manifests/init.pp
//! class a { include $0b }
//! #- /m/b/manifests/init.pp
//! class b { }
//! ```
//!
//! Each file follows a line `#- /path`; `$0` marks a place. Expected places are drawn below their line by [`underline`].

#![allow(clippy::panic)]

mod random;
pub mod salt;

use std::ops::Range;

pub use random::Random;

/// A file of a fixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub path: String,
    pub text: String,
}

/// Several files, one of which may have a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Without the mark.
    pub files: Vec<File>,
    pub cursor: Option<Cursor>,
}

/// Where the mark of a fixture stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub path: String,
    /// In bytes.
    pub offset: usize,
}

const MARK: &str = "$0";
const FILE: &str = "#- ";

/// Takes the mark `$0` out of a text; gives its place.
#[track_caller]
pub fn cursor(text: &str) -> (String, usize) {
    let Some((before, after)) = text.split_once(MARK) else { panic!("no mark `$0` in {text:?}") };
    assert!(!after.contains(MARK), "several marks `$0` in {text:?}");
    (format!("{before}{after}"), before.len())
}

/// Returns the files of a fixture as they are, marks included.
#[track_caller]
pub fn files(text: &str) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    for line in text.trim_start_matches('\n').split_inclusive('\n') {
        match (line.strip_prefix(FILE), files.last_mut()) {
            (Some(path), _) => files.push(File { path: path.trim().to_owned(), text: String::new() }),
            (None, Some(file)) => file.text.push_str(line),
            (None, None) => panic!("no line `#- /path` before {line:?}"),
        }
    }
    files
}

impl Fixture {
    /// Reads the files and the mark, of which there is one at most.
    #[track_caller]
    pub fn new(text: &str) -> Fixture {
        let mut files = files(text);
        let mut place = None;
        for file in files.iter_mut().filter(|it| it.text.contains(MARK)) {
            let (text, offset) = cursor(&file.text);
            file.text = text;
            let cursor = Cursor { path: file.path.clone(), offset };
            assert!(place.replace(cursor).is_none(), "marks `$0` in several files");
        }
        Fixture { files, cursor: place }
    }

    /// Returns the mark, or the beginning of the first file.
    #[track_caller]
    pub fn cursor(&self) -> Cursor {
        match (&self.cursor, self.files.first()) {
            (Some(cursor), _) => cursor.clone(),
            (None, Some(first)) => Cursor { path: first.path.clone(), offset: 0 },
            (None, None) => panic!("a fixture without files"),
        }
    }
}

/// Draws the line of a range with its number, and marks below what the range covers of it.
pub fn underline(path: &str, text: &str, range: Range<usize>, mark: &str, message: &str) -> String {
    let before = text.get(..range.start).unwrap_or_default();
    let first = before.rfind('\n').map_or(0, |it| it + 1);
    let last = text.get(range.start..).and_then(|it| it.find('\n')).map_or(text.len(), |it| range.start + it);
    let head = format!("  {path}:{} ", before.matches('\n').count() + 1);
    let marks = mark.repeat(range.end.min(last).saturating_sub(range.start).max(1));
    let blanks = " ".repeat(head.len() + range.start - first);
    let line = format!("{head}{}\n{blanks}{marks} {message}", text.get(first..last).unwrap_or_default());
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixtures_have_files_and_a_mark() {
        let fixture = Fixture::new("\n#- /a.pp\nclass a {\n}\n#- /b.pp\nü$0b\n");
        assert_eq!(fixture.files.iter().map(|it| it.path.as_str()).collect::<Vec<_>>(), ["/a.pp", "/b.pp"]);
        assert_eq!(fixture.files.iter().map(|it| it.text.as_str()).collect::<Vec<_>>(), ["class a {\n}\n", "üb\n"]);
        assert_eq!(fixture.cursor, Some(Cursor { path: "/b.pp".to_owned(), offset: 2 }));
        assert_eq!(Fixture::new("#- /a.pp\nx").cursor(), Cursor { path: "/a.pp".to_owned(), offset: 0 });
    }

    #[test]
    fn ranges_are_underlined() {
        assert_eq!(underline("/a.pp", "a\n  bcd\n", 4..6, "^", "here"), "  /a.pp:2   bcd\n            ^^ here\n");
        assert_eq!(underline("/a.pp", "a\nb", 0..3, "-", ""), "  /a.pp:1 a\n          -\n");
    }

    #[test]
    #[should_panic(expected = "no mark")]
    fn a_mark_is_needed() {
        cursor("a");
    }
}
