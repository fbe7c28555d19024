//! Names of a module outside of manifests and data: its metadata, that of dependent modules, Ruby templates, Ruby functions.

use syntax::{TextRange, TextSize};

use super::error::Ambiguous;
use super::{ModuleChange, RenameError};

type Edits = Vec<(TextRange, String)>;

/// Who has published a module, by the module's own `metadata.json`.
pub fn module_author(metadata: &str, module: &str) -> Option<String> {
    names(metadata).find_map(|(_, name)| name.strip_suffix(module)?.strip_suffix(['-', '/']).map(str::to_owned))
}

/// Edits in a `metadata.json`: the name of the module, or that of a dependency.
pub fn metadata_edits(metadata: &str, author: &str, change: &ModuleChange) -> Edits {
    let mut edits = Vec::new();
    for (at, name) in names(metadata) {
        let rest = name.strip_prefix(author).and_then(|it| it.strip_prefix(['-', '/']));
        let at = at + author.len() + 1;
        if rest == Some(change.old.as_str()) {
            edits.extend(edit(at, change));
        }
    }
    edits
}

/// Places of `"name"` in JSON, with their values.
fn names(json: &str) -> impl Iterator<Item = (usize, &str)> {
    json.match_indices("\"name\"").filter_map(move |(at, key)| {
        let rest = json.get(at + key.len()..)?.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        Some((json.len() - rest.len(), rest.split('"').next()?))
    })
}

fn edit(at: usize, change: &ModuleChange) -> Option<(TextRange, String)> {
    Some((TextRange::at(TextSize::try_from(at).ok()?, TextSize::of(change.old.as_str())), change.new.clone()))
}

/// Edits in a Ruby template: variables and classes named in texts, as `scope['foo::x']`.
pub fn erb_module_edits(template: &str, change: &ModuleChange) -> Result<Edits, RenameError> {
    let mut edits = Vec::new();
    let mut end = 0;
    while let Some(open) = template.get(end..).and_then(|it| it.find("<%")).map(|it| end + it + 2) {
        let inside = template.get(open..).unwrap_or_default();
        let code = inside.split("%>").next().unwrap_or_default();
        end = open + code.len();
        if code.starts_with(['#', '%']) {
            continue;
        }
        for (at, _) in code.match_indices(change.old.as_str()) {
            let (Some(before), Some(behind)) = (code.get(..at), code.get(at + change.old.len()..)) else { continue };
            let quoted = before.strip_suffix("::").unwrap_or(before).ends_with(['\'', '"']);
            if quoted && behind.starts_with("::") {
                edits.extend(edit(open + at, change));
            } else if quoted && behind.starts_with('/') {
                return Err(RenameError::Ambiguous(Ambiguous::Path { module: change.old.clone() }));
            }
        }
    }
    Ok(edits)
}

/// Whether code of Ruby names something of a module, as functions and their types do.
pub fn ruby_names_module(code: &str, module: &str) -> bool {
    let capitalized = hir::name::capitalized(module);
    [module, capitalized.as_str()].iter().any(|name| {
        code.match_indices(name).any(|(at, _)| {
            let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == ':' || it == '@' || it == '$';
            let before = code.get(..at).and_then(|it| it.strip_suffix("::").unwrap_or(it).chars().next_back());
            let behind = code.get(at + name.len()..).unwrap_or_default();
            // A constant of Ruby follows no name in Puppet: only what stands in a text, or names a function, does.
            let is_text = before.is_some_and(|it| it == '\'' || it == '"' || it == '[' || it == ',' || it == ' ');
            behind.starts_with("::") && !before.is_some_and(is_part) && is_text && in_quotes(code, at)
        })
    })
}

/// Whether a quote is open in the line before a place.
fn in_quotes(code: &str, at: usize) -> bool {
    let line = code.get(..at).and_then(|it| it.rsplit('\n').next()).unwrap_or_default();
    let count = |quote: char| line.chars().filter(|it| *it == quote).count();
    !line.trim_start().starts_with('#') && (count('\'') % 2 == 1 || count('"') % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change() -> ModuleChange {
        ModuleChange { root: "/modules/foo".to_owned(), old: "foo".to_owned(), new: "bar".to_owned() }
    }

    fn edited(text: &str, edits: Edits) -> String {
        let mut text = text.to_owned();
        for (range, new) in edits.into_iter().rev() {
            text.replace_range(std::ops::Range::<usize>::from(range), &new);
        }
        text
    }

    #[test]
    fn metadata_names_the_module() {
        let own = "{ \"name\": \"me-foo\", \"dependencies\": [{ \"name\": \"me/food\" }] }";
        assert_eq!(module_author(own, "foo").as_deref(), Some("me"));
        assert_eq!(edited(own, metadata_edits(own, "me", &change())), own.replace("me-foo", "me-bar"));
        let other = "{ \"name\" : \"you-x\", \"dependencies\": [{ \"name\": \"me/foo\" }, { \"name\": \"you/foo\" }] }";
        assert_eq!(edited(other, metadata_edits(other, "me", &change())), other.replace("me/foo", "me/bar"));
        assert_eq!(module_author("{ \"name\": ", "foo"), None);
    }

    #[test]
    fn templates_of_ruby_name_variables() {
        let text = "foo::x <%= scope['foo::x'] + scope.lookupvar(\"::foo::b::y\") %><%# 'foo::x' %><%= foo::x %>";
        let expected = "foo::x <%= scope['bar::x'] + scope.lookupvar(\"::bar::b::y\") %><%# 'foo::x' %><%= foo::x %>";
        assert_eq!(edited(text, erb_module_edits(text, &change()).expect("it is certain")), expected);
        assert!(erb_module_edits("<%= f('foo/x') %>", &change()).is_err());
    }

    #[test]
    fn functions_of_ruby_have_their_names_in_texts() {
        for code in ["create_function(:'foo::bar')", "param 'Foo::Level', :x", "param 'Array[Foo::Level]', :x", "call(\"::foo::b\")"] {
            assert!(ruby_names_module(code, "foo"), "{code}");
        }
        for code in ["module Foo::Bar", "Foo::Bar.new", "# 'foo::x'", "'afoo::x'", "'foo'", "x = Foo::Bar"] {
            assert!(!ruby_names_module(code, "foo"), "{code}");
        }
    }
}
