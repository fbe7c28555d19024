//! Templates of Ruby, which see the variables of who renders them as `@name`.

use analysis::{File, Snapshot};
use hir::{FileKind, ItemKind, Symbol};
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
    /// The class whose variable it is, where templates name it as `scope['class::name']`.
    pub class: Option<String>,
    /// Whether the template is rendered where the variable is, and so sees it as `@name`.
    pub sees_it: bool,
}

/// A place of a template that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErbEdit {
    pub range: TextRange,
    pub new: String,
    /// The place names the class, so that it means the same wherever the template is rendered.
    pub names_class: bool,
}

/// The templates that a definition renders: the one around a place of a file; and those that name a variable of its class.
pub(super) fn affected(snapshot: Snapshot<'_>, file: File, place: TextRange, old: &str, new: &str) -> Vec<TemplateChange> {
    let Some(item) = names::item_around(snapshot, file, place) else { return Vec::new() };
    let Some(whole) = snapshot.item_ranges(item).map(|it| it.whole) else { return Vec::new() };
    let class = snapshot.item(item).filter(|it| it.kind == ItemKind::Class).map(|it| it.name.to_string());
    let mut changes: Vec<TemplateChange> = Vec::new();
    let change = |paths, is_shared, sees_it| TemplateChange {
        paths,
        is_shared,
        old: old.to_owned(),
        new: new.to_owned(),
        class: class.clone(),
        sees_it,
    };
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
        changes.push(change(paths, is_shared, true));
    }
    let named = class.as_ref().map(|it| format!("{it}::{old}"));
    for template in snapshot.erb_templates(file) {
        let path = snapshot.path(template).to_string();
        let names_it = named.as_ref().is_some_and(|it| snapshot.text(template).contains(it.as_str()));
        if names_it && !changes.iter().any(|it| it.paths.contains(&path)) {
            changes.push(change(vec![path], false, false));
        }
    }
    changes
}

/// Where a template mentions a variable, without what stands before its name: inside of its tags, and not in their comments.
pub fn erb_edits(text: &str, change: &TemplateChange) -> Vec<ErbEdit> {
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
        for (at, _) in code.match_indices(change.old.as_str()) {
            let (before, after) = (code.get(..at).unwrap_or_default(), code.get(at + change.old.len()..).unwrap_or_default());
            let Some(names_class) = mention(before, after, change) else { continue };
            if let Ok(from) = TextSize::try_from(open + 2 + at) {
                edits.push(ErbEdit { range: TextRange::at(from, TextSize::of(change.old.as_str())), new: change.new.clone(), names_class });
            }
        }
    }
    edits
}

/// Whether a name between two parts of the code of a tag is the variable, and if so, whether its class is named, too.
fn mention(before: &str, after: &str, change: &TemplateChange) -> Option<bool> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '@';
    if let Some(outside) = before.strip_suffix('@') {
        return (change.sees_it && !outside.ends_with(is_part) && !after.starts_with(is_part)).then_some(false);
    }
    // `scope['name']`, `scope.lookupvar("::class::name")`
    let qualified = change.class.as_ref().and_then(|it| before.strip_suffix("::")?.strip_suffix(it.as_str()));
    let quoted = match qualified {
        Some(outside) => outside.strip_suffix("::").unwrap_or(outside),
        None => before,
    };
    let quote = quoted.chars().next_back().filter(|it| matches!(it, '\'' | '"'))?;
    let call = quoted.strip_suffix(quote)?.trim_end_matches([' ', '(']);
    let is_lookup = call.ends_with("scope[") || call.ends_with("lookupvar");
    (is_lookup && after.starts_with(quote) && (qualified.is_some() || change.sees_it)).then_some(qualified.is_some())
}

#[cfg(test)]
mod tests {
    use super::{TemplateChange, erb_edits};
    use crate::rename;
    use crate::tests::fixture;

    #[test]
    fn variables_in_tags_are_found() {
        let change = TemplateChange {
            paths: Vec::new(),
            is_shared: false,
            old: "x".to_owned(),
            new: "new".to_owned(),
            class: Some("a::b".to_owned()),
            sees_it: true,
        };
        let edited = |text: &str, change: &TemplateChange| {
            let mut text = text.to_owned();
            for it in erb_edits(&text, change).into_iter().rev() {
                text.replace_range(std::ops::Range::<usize>::from(it.range), &it.new);
            }
            text
        };
        let looked_up = "<%= scope['x'] + scope['a::b::x'] + scope.lookupvar(\"::a::b::x\") + scope['a::x'] + f('x') + scope['xy'] %>";
        assert_eq!(
            edited(looked_up, &change),
            "<%= scope['new'] + scope['a::b::new'] + scope.lookupvar(\"::a::b::new\") + scope['a::x'] + f('x') + scope['xy'] %>"
        );
        let elsewhere = TemplateChange { sees_it: false, ..change.clone() };
        assert_eq!(edited("<%= @x + scope['x'] + scope['a::b::x'] %>", &elsewhere), "<%= @x + scope['x'] + scope['a::b::new'] %>");
        let text = edited("@x <%= @x %> <% if @x and @xy or @@x or a@x -%>\n<%# @x %><%% @x %><%= \"#{@x}\"", &change);
        assert_eq!(text, "@x <%= @new %> <% if @new and @xy or @@x or a@x -%>\n<%# @x %><%% @x %><%= \"#{@new}\"");
    }

    #[test]
    fn a_variable_is_told_with_the_templates_that_see_it() {
        let files = "#- /modules/a/manifests/init.pp\nclass a($0$x) { template('a/own.erb', \"${module_name}/shared.erb\") }\nclass b { template('a/shared.erb') }\n";
        let templates = fixture(files).ask(|snapshot, file, offset| rename(snapshot, file, offset, "y")).expect("it can be done").templates;
        let found: Vec<(&str, bool)> = templates.iter().map(|it| (it.paths[0].as_str(), it.is_shared)).collect();
        assert_eq!(found, [("/modules/a/templates/own.erb", false), ("/modules/a/templates/shared.erb", true)]);
        assert!(templates.iter().all(|it| it.old == "x" && it.new == "y"));
    }
}
