//! Variables, macros and imports of Jinja, in one file and in those that import from it.

use std::ops::Range;

use analysis::{File, Snapshot};
use salt::names::{JinjaNames, Meaning, jinja_names};
use syntax::TextSize;

use super::Document;
use super::goto::imported_path;
use super::references::{Named, Occurrence, replaced};
use crate::rename::error::{Subject, Undefined};
use crate::rename::{Rename, RenameError};

/// How many files a name may come through.
const DEEPEST: usize = 8;

/// The file and scope that declare a name.
struct Origin {
    file: File,
    scope: Option<Range<usize>>,
    name: String,
}

/// The name at a place, and all of its places. None for names of the context, such as `grains`.
pub(super) fn find(snapshot: Snapshot<'_>, document: &Document, file: File, offset: TextSize) -> Option<Named> {
    let at = usize::from(offset);
    let names = jinja_names(&document.text);
    let name = names.names.iter().find(|it| it.range.start <= at && at <= it.range.end)?;
    let origin = match &name.meaning {
        Meaning::Unbound => return None,
        Meaning::Foreign { path } => Origin { file: file_of(snapshot, document, path)?, scope: None, name: name.text.clone() },
        Meaning::Own { scope } => Origin { file, scope: scope.clone(), name: name.text.clone() },
    };
    let places = places(snapshot, document, &declaring(snapshot, origin));
    Some(Named { name: name.text.clone(), range: name.range.clone(), places })
}

fn file_of(snapshot: Snapshot<'_>, document: &Document, path: &str) -> Option<File> {
    Some(snapshot.sls_file(&imported_path(snapshot, document, path)?))
}

/// The file that a name comes from first, if imports lead to it. An import with another name is a name of its own.
fn declaring(snapshot: Snapshot<'_>, mut origin: Origin) -> Origin {
    for _ in 0..DEEPEST {
        let Some(document) = Document::open(snapshot, origin.file).filter(|_| origin.scope.is_none()) else { break };
        let names = jinja_names(&document.text);
        let mut imports = names.imports.iter();
        let Some(import) = imports.find(|it| it.name == origin.name && it.original.as_deref() == Some(&*origin.name)) else { break };
        let Some(file) = file_of(snapshot, &document, &import.path).filter(|it| declares(snapshot, *it, &origin.name)) else { break };
        origin.file = file;
    }
    origin
}

fn declares(snapshot: Snapshot<'_>, file: File, name: &str) -> bool {
    let names = jinja_names(&snapshot.text(file));
    names.names.iter().any(|it| it.is_declaration && it.text == name && it.meaning == Meaning::Own { scope: None })
}

fn places(snapshot: Snapshot<'_>, document: &Document, origin: &Origin) -> Vec<Occurrence> {
    let name = &origin.name;
    let own = |names: &JinjaNames, file: File, scope: &Option<Range<usize>>, is_origin: bool| -> Vec<Occurrence> {
        let places = names.names.iter().filter(|it| it.text == *name && it.meaning == Meaning::Own { scope: scope.clone() });
        places.map(|it| Occurrence { file, range: it.range.clone(), is_declaration: is_origin && it.is_declaration }).collect()
    };
    let mut found = own(&jinja_names(&snapshot.text(origin.file)), origin.file, &origin.scope, true);
    if origin.scope.is_some() {
        return found;
    }
    let mut files: Vec<File> = snapshot.sls_files(&document.place).into_iter().map(|it| it.1).collect();
    files.retain(|it| *it != origin.file && snapshot.text(*it).contains(&**name));
    // A file may import the name from one that has it from the first: each round finds the importers of those found before.
    let mut sources = vec![origin.file];
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        files.retain(|file| {
            let Some(document) = Document::open(snapshot, *file) else { return false };
            let names = jinja_names(&document.text);
            let is_source = |path: &str| file_of(snapshot, &document, path).is_some_and(|it| sources.contains(&it));
            let mut here = Vec::new();
            for it in &names.names {
                if let Meaning::Foreign { path } = &it.meaning
                    && it.text == *name
                    && is_source(path)
                {
                    here.push(Occurrence { file: *file, range: it.range.clone(), is_declaration: false });
                }
            }
            let is_import = names.imports.iter().any(|it| it.name == *name && it.original.as_ref() == Some(name) && is_source(&it.path));
            if is_import {
                here.extend(own(&names, *file, &None, false));
                next.push(*file);
            }
            let is_found = !here.is_empty();
            found.extend(here);
            !is_found
        });
        if next.is_empty() {
            break;
        }
        sources = next;
    }
    found
}

/// Gives a name of Jinja another one.
pub(super) fn rename(snapshot: Snapshot<'_>, named: &Named, new_name: &str) -> Result<Rename, RenameError> {
    if !named.places.iter().any(|it| it.is_declaration) {
        return Err(RenameError::Undefined(Undefined::It));
    }
    let mut characters = new_name.chars();
    let is_name = characters.next().is_some_and(|it| it.is_ascii_alphabetic() || it == '_')
        && characters.all(|it| it.is_ascii_alphanumeric() || it == '_')
        && !RESERVED.contains(&new_name);
    if !is_name {
        return Err(RenameError::Invalid { name: new_name.to_owned(), subject: Subject::Variable });
    }
    let mut last = None;
    for place in named.places.iter().filter(|it| last.replace(it.file) != Some(it.file)) {
        let names = jinja_names(&snapshot.text(place.file));
        let path = snapshot.path(place.file);
        if new_name != named.name && names.names.iter().any(|it| it.text == new_name) {
            return Err(RenameError::Taken { name: new_name.to_owned(), subject: Subject::Variable, path });
        }
        // The argument of a call may be the parameter that is renamed.
        if names.keywords.contains(&named.name) {
            return Err(RenameError::Form { path });
        }
    }
    Ok(replaced(snapshot, named, new_name))
}

/// Words that cannot be names.
const RESERVED: [&str; 14] = ["and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None", "recursive"];

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    const TREE: &str = "#- /s/map.jinja\n{% macro site(n) %}{{ n }}{% endmacro %}\n{% set port = 1 %}\n#- /s/a.sls\n\
                        {% from 'map.jinja' import site, port as p with context %}\n{{ site(p) }}\n#- /s/b.sls\n\
                        {% import 'map.jinja' as map %}\n{% for n in [1] %}{{ map.site(n) }}{% endfor %}\n";

    fn places(text: &str) -> Vec<String> {
        fixture(text).ask(|snapshot, file, offset| {
            let found = crate::references(snapshot, file, offset, true).unwrap_or_default();
            found.iter().map(|it| format!("{} {}", it.path, u32::from(it.focus.start()))).collect()
        })
    }

    #[test]
    fn a_macro_is_found_in_the_files_that_import_it() {
        let expected = ["/s/map.jinja 9", "/s/a.sls 27", "/s/a.sls 62", "/s/b.sls 57"];
        assert_eq!(places(&TREE.replace("{{ site(p)", "{{ si$0te(p)")), expected);
        assert_eq!(places(&TREE.replace("map.site", "map.si$0te")), expected);
        assert_eq!(places(&TREE.replace("macro site", "macro si$0te")), expected);
    }

    #[test]
    fn a_name_of_a_loop_is_its_own() {
        assert_eq!(places(&TREE.replace("{% for n in", "{% for n$0 in")), ["/s/b.sls 39", "/s/b.sls 62"]);
    }

    #[test]
    fn a_use_leads_to_the_declaration_in_the_other_file() {
        let goto = fixture(&TREE.replace("{{ site(p)", "{{ si$0te(p)")).ask(crate::goto_definition).expect("a place");
        assert_eq!(goto.targets.iter().map(|it| &*it.path).collect::<Vec<_>>(), ["/s/map.jinja"]);
    }

    #[test]
    fn a_rename_changes_all_files_and_keeps_aliases() {
        let rename = |text: &str, name: &str| fixture(text).ask(|snapshot, file, offset| crate::rename(snapshot, file, offset, name));
        let text = TREE.replace("set port", "set po$0rt");
        let edits = rename(&text, "number").expect("a rename").edits;
        assert_eq!(edits.iter().map(|it| &*it.0).collect::<Vec<_>>(), ["/s/a.sls", "/s/map.jinja"]);
        assert_eq!(rename(&text, "a-b").map_err(|it| it.to_string()), Err("`a-b` cannot be the name of a variable".to_owned()));
        assert_eq!(rename(&text, "site").map_err(|it| it.to_string()), Err("there is already a `site` in /s/map.jinja".to_owned()));
    }
}
