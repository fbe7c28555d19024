//! Templates of Ruby, which see the variables of who renders them as `@name`.

use analysis::{File, Snapshot};
use hir::{FileKind, Symbol};
use syntax::{TextRange, TextSize};

use crate::names;

/// A template that may mention a variable which gets another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateChange {
    /// Where the template has to be; the first that is there counts.
    pub paths: Vec<String>,
    /// Others render it too, with variables of their own: then it cannot follow the new name.
    pub is_shared: bool,
    pub old: String,
    pub new: String,
}

/// The templates that a definition renders: the one around a place of a file.
pub(super) fn rendered_around(snapshot: Snapshot<'_>, file: File, place: TextRange, old: &str, new: &str) -> Vec<TemplateChange> {
    let Some(item) = names::item_around(snapshot, file, place) else { return Vec::new() };
    let Some(whole) = snapshot.item_ranges(item).map(|it| it.whole) else { return Vec::new() };
    let mut changes: Vec<TemplateChange> = Vec::new();
    for reference in &snapshot.references(file).all {
        let Symbol::File(FileKind::Erb, name) = &reference.symbol else { continue };
        if !whole.contains_range(reference.range) {
            continue;
        }
        let paths = snapshot.paths_of(FileKind::Erb, name, file);
        if paths.is_empty() || changes.iter().any(|it| it.paths == paths) {
            continue;
        }
        let places = snapshot.places(&reference.symbol, file);
        let is_shared = places.iter().any(|it| it.file != file || !whole.contains_range(it.reference.range));
        changes.push(TemplateChange { paths, is_shared, old: old.to_owned(), new: new.to_owned() });
    }
    changes
}

/// Where a template mentions a variable, without the `@`: inside of its tags, and not in their comments.
pub fn erb_edits(text: &str, change: &TemplateChange) -> Vec<(TextRange, String)> {
    let mut edits = Vec::new();
    let mut end = 0;
    while let Some(open) = text.get(end..).and_then(|it| it.find("<%")).map(|it| end + it) {
        let inside = text.get(open + 2..).unwrap_or_default();
        let length = inside.find("%>").unwrap_or(inside.len());
        let code = inside.get(..length).unwrap_or_default();
        end = open + 2 + length;
        // `<%%` is text, `<%#` a comment.
        if code.starts_with(['#', '%']) {
            continue;
        }
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '@';
        for (at, sigil) in code.match_indices('@') {
            let name_at = at + sigil.len();
            let Some(behind) = code.get(name_at..).and_then(|it| it.strip_prefix(change.old.as_str())) else { continue };
            let before = code.get(..at).and_then(|it| it.chars().next_back());
            if behind.starts_with(is_part) || before.is_some_and(is_part) {
                continue;
            }
            if let Ok(from) = TextSize::try_from(open + 2 + name_at) {
                edits.push((TextRange::at(from, TextSize::of(change.old.as_str())), change.new.clone()));
            }
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::{TemplateChange, erb_edits};
    use crate::rename;
    use crate::tests::fixture;

    #[test]
    fn variables_in_tags_are_found() {
        let change = TemplateChange { paths: Vec::new(), is_shared: false, old: "x".to_owned(), new: "new".to_owned() };
        let mut text = "@x <%= @x %> <% if @x and @xy or @@x or a@x -%>\n<%# @x %><%% @x %><%= \"#{@x}\"".to_owned();
        for (range, new) in erb_edits(&text, &change).into_iter().rev() {
            text.replace_range(std::ops::Range::<usize>::from(range), &new);
        }
        assert_eq!(text, "@x <%= @new %> <% if @new and @xy or @@x or a@x -%>\n<%# @x %><%% @x %><%= \"#{@new}\"");
    }

    #[test]
    fn a_variable_is_told_with_the_templates_that_see_it() {
        let files = "#- /modules/a/manifests/init.pp\nclass a($0$x) { template('a/own.erb', \"${module_name}/shared.erb\") }\nclass b { template('a/shared.erb') }\n";
        let templates = fixture(files).ask(|snapshot, file, offset| rename(snapshot, file, offset, "y")).expect("it can be done").templates;
        let told: Vec<(&str, bool)> = templates.iter().map(|it| (it.paths[0].as_str(), it.is_shared)).collect();
        assert_eq!(told, [("/modules/a/templates/own.erb", false), ("/modules/a/templates/shared.erb", true)]);
        assert!(templates.iter().all(|it| it.old == "x" && it.new == "y"));
    }
}
