//! The other places of a name in its own file.

use analysis::{File, Snapshot};
use hir::{Role, Symbol};
use syntax::{TextRange, TextSize};

use crate::computed::{self, Computed};
use crate::data;
use crate::names;

/// A place that means the same as the name at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    pub range: TextRange,
    /// It gives a value or a name, rather than to use one.
    pub is_write: bool,
}

/// All places in the file that mean the same as the name at a place.
pub fn document_highlight(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<Highlight> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::references::highlights(snapshot, file, offset);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::references::highlights(snapshot, file, offset);
    }
    if data::is_data(snapshot, file) {
        return data::highlight::highlights(snapshot, file, offset);
    }
    // A variable in a title is a name of its own.
    if snapshot.references(file).at(offset).is_empty()
        && let Some(title) = computed::at(snapshot, file, offset)
    {
        return of_title(snapshot, file, &title);
    }
    let Some(reference) = names::names_at(snapshot, file, offset).first().copied() else { return Vec::new() };
    let meant = snapshot.meaning(&reference.symbol, file);
    let word = |symbol: &Symbol| symbol.search_word();
    let mut found: Vec<Highlight> = Vec::new();
    for it in &snapshot.references(file).all {
        let is_same = it.symbol == reference.symbol
            || word(&it.symbol).is_some() && word(&it.symbol) == word(&meant) && snapshot.meaning(&it.symbol, file) == meant;
        if is_same && found.last().is_none_or(|last| last.range != it.range) {
            found.push(Highlight { range: it.range, is_write: matches!(it.role, Role::Definition | Role::Argument | Role::Declaration) });
        }
    }
    if let Symbol::Resource { ty, title } = &meant {
        let more = computed::in_file(snapshot, file, ty, std::slice::from_ref(title));
        found.extend(more.iter().map(|it| Highlight { range: it.range, is_write: it.is_declaration }));
        found.sort_by_key(|it| it.range.start());
    }
    found
}

/// Ranges in the file with the same meaning as a computed title.
fn of_title(snapshot: Snapshot<'_>, file: File, title: &Computed) -> Vec<Highlight> {
    let path = snapshot.path(file);
    let own = computed::references(snapshot, file, title).into_iter().filter(|it| it.path == path);
    let is_declared = |range: TextRange| {
        let written = snapshot.references(file).all.iter().any(|it| it.range == range && it.role == Role::Declaration);
        written || computed::at(snapshot, file, range.start()).is_some_and(|it| it.is_declaration)
    };
    own.map(|it| Highlight { range: it.focus, is_write: is_declared(it.focus) }).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::document_highlight;
    use crate::tests::fixture;

    /// The text with `<…>` around what is read and `<=…>` around what is written.
    #[track_caller]
    pub(crate) fn check(text: &str, expected: &str) {
        let out = fixture(text).ask(|snapshot, file, offset| {
            let mut text = snapshot.text(file).to_string();
            for it in document_highlight(snapshot, file, offset).iter().rev() {
                let mark = if it.is_write { "<=" } else { "<" };
                text.insert(usize::from(it.range.end()), '>');
                text.insert_str(usize::from(it.range.start()), mark);
            }
            text
        });
        assert_eq!(out.trim_end(), expected);
    }

    #[test]
    fn variables() {
        check("#- /a.pp\nclass a($x) { $y = \"$0${x} $x\" }", "class a($<=x>) { $y = \"${<x>} $<x>\" }");
        check("#- /a.pp\n$x = [1].map |$x| { $x$0 }", "$x = [1].map |$<=x>| { $<x> }");
        check("#- /a.pp\nclass a($x) { }\nclass { 'a': x$0 => $x }", "class a($<=x>) { }\nclass { 'a': <=x> => $x }");
    }

    #[test]
    fn variables_that_puppet_sets() {
        check("#- /a.pp\ndefine a { notice($0$title, $title) }", "define a { notice($<title>, $<title>) }");
    }

    #[test]
    fn resources_and_classes() {
        check("#- /a.pp\nfile { '/x$0': } -> File['/x', '/y']", "file { '<=/x>': } -> File['</x>', '/y']");
        check("#- /a.pp\ninclude a\nClass[a$0]", "include <=a>\nClass[<a>]");
    }

    #[test]
    fn titles_that_only_an_evaluation_knows() {
        let text = "['q'].each |$i| { notify { \"it-${i}\": } }\nnotify { 'x': require => Notify['it-q'] }";
        let expected = "['q'].each |$i| { notify { <=\"it-${i}\">: } }\nnotify { 'x': require => Notify['<it-q>'] }";
        check(&format!("#- /a.pp\n{}", text.replace("\"it-", "\"i$0t-")), expected);
        check(&format!("#- /a.pp\n{}", text.replace("['it-q", "['it$0-q")), expected);
        let expected = "['q'].each |$<=i>| { notify { \"it-${<i>}\": } }\nnotify { 'x': require => Notify['it-q'] }";
        check(&format!("#- /a.pp\n{}", text.replace("{i}", "{$0i}")), expected);
    }

    #[test]
    fn nothing_stands_there() {
        check("#- /a.pp\n$x = 1 $0 # x", "$x = 1  # x");
    }
}
