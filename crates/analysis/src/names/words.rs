//! A quick test whether a text can mention a name at all. It costs far less than a tree.

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use hir::{Owner, Symbol, name};

/// Finds a name in texts, however it is written.
pub(super) struct Word(AhoCorasick);

impl Word {
    /// The word that every text must have that mentions a symbol, but for those of which [`Word::may_be_in`] knows; none where it
    /// may be made of anything, as a title is.
    pub(super) fn from_symbol(meant: &Symbol) -> Option<Word> {
        let word = match meant {
            Symbol::Class(name) | Symbol::Type(name) | Symbol::Function(name) | Symbol::Plan(name) => name::last(name),
            Symbol::Member { name, owner: Owner::Class(_) | Owner::Type(_) | Owner::Plan(_) } => name,
            _ => return None,
        };
        AhoCorasick::builder().kind(Some(AhoCorasickKind::DFA)).ascii_case_insensitive(true).build([word]).ok().map(Word)
    }

    /// Whether a text may have it as a part of a name. A name may be put together from constants, a part of it from one text and a
    /// part from another; characters that are written by their numbers could be anything.
    pub(super) fn may_be_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let is_name = |at: Option<usize>| at.and_then(|it| bytes.get(it)).is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_');
        let is_whole = |start: usize, end: usize| !is_name(start.checked_sub(1)) && !is_name(Some(end));
        if self.0.find_iter(text).any(|it| is_whole(it.start(), it.end())) {
            return true;
        }
        let follows = memchr::memchr_iter(b'}', bytes).any(|it| is_name(Some(it + 1)));
        let precedes = || memchr::memmem::find_iter(bytes, "${").any(|it| is_name(it.checked_sub(1)));
        follows || precedes() || memchr::memmem::find(bytes, b"\\u").is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(symbol: &Symbol, found: &[&str], not: &[&str]) {
        let word = Word::from_symbol(symbol).expect("a name that is written as it is");
        let (all, none): (Vec<&str>, Vec<&str>) = found.iter().chain(not).partition(|it| word.may_be_in(it));
        assert_eq!((all, none), (found.to_vec(), not.to_vec()));
    }

    #[test]
    fn a_name_is_found_however_it_is_written() {
        check(
            &Symbol::Class("a::b".into()),
            &["include a::b", "include ::a::b", "Class['A::B']", "$a::b::c", "include \"a::\\u{62}\"", "include \"${module_name}::b\""],
            &["include a::bc", "include b_c", "include a", ""],
        );
        check(
            &Symbol::Class("a::params".into()),
            &["$x = 'ams'\ninclude \"a::par${x}\"", "include \"a::${x}ams\""],
            &["include \"a::${x}\""],
        );
        let owner = Owner::Class("a".into());
        check(&Symbol::Member { owner, name: "x".into() }, &["$x", "$a::x", "class { 'a': x => 1 }", "lookup('a::x')"], &["$xx", "$y"]);
    }

    #[test]
    fn what_is_made_of_anything_may_be_anywhere() {
        assert!(Word::from_symbol(&Symbol::Resource { ty: "file".into(), title: "/etc/x".into() }).is_none());
        assert!(Word::from_symbol(&Symbol::Top("x".into())).is_none());
    }
}
