//! All places of a variable: in manifests, and in the templates that see it.

use analysis::{File, Snapshot};
use hir::{Role, Symbol};
use syntax::TextSize;

use super::{Kind, meanings, word_at, words};
use crate::Highlight;
use crate::goto::definitions;
use crate::names::{self, Target};
use crate::rename::error::{InTemplate, Undefined};
use crate::rename::{Renamable, Rename, RenameError};

/// Every place that means the same as the name at a place of a template.
pub(crate) fn references(snapshot: Snapshot<'_>, file: File, offset: TextSize, with_definition: bool) -> Option<Vec<Target>> {
    let Some(word) = word_at(snapshot, file, offset) else { return super::locals::references(snapshot, file, offset) };
    let mut found = Vec::new();
    for (from, symbol) in meanings(snapshot, file, &word.kind) {
        found.extend(names::targets_of(snapshot, &symbol, from, with_definition));
        found.extend(of_symbol(snapshot, from, &symbol));
        found.extend(crate::rb::calls_of(snapshot, from, &symbol));
        found.extend(crate::data::references::of_symbol(snapshot, from, &symbol));
    }
    // What no manifest sets has its places in the template.
    if found.is_empty() {
        let own = words(snapshot, file).into_iter().filter(|it| it.kind == word.kind);
        found.extend(own.map(|it| Target::name(snapshot, file, it.range)));
    }
    Some(names::without_repetition(found))
}

/// The places in templates that mean a variable or function of a manifest.
pub(crate) fn of_symbol(snapshot: Snapshot<'_>, file: File, symbol: &Symbol) -> Vec<Target> {
    let meant = snapshot.meaning(symbol, file);
    let name = match &meant {
        Symbol::Local(number) => {
            let number = usize::try_from(*number).unwrap_or(usize::MAX);
            snapshot.references(file).locals.get(number).map(|it| it.0.clone())
        }
        Symbol::Member { name, .. } | Symbol::Function(name) => Some(name.clone()),
        _ => None,
    };
    let Some(name) = name else { return Vec::new() };
    // Only its own file and templates know a local variable.
    let is_same = |(other, symbol): &(File, Symbol)| match &meant {
        Symbol::Local(_) => *other == file && *symbol == meant,
        _ => snapshot.meaning(symbol, *other) == meant,
    };
    let mut found = Vec::new();
    for template in snapshot.erb_templates(file) {
        if !snapshot.text(template).contains(name.as_str()) {
            continue;
        }
        for word in words(snapshot, template) {
            let is_named = match &word.kind {
                Kind::Variable(own) => *own == name,
                Kind::Named(symbol) => *symbol == meant || matches!(symbol, Symbol::Member { name: own, .. } if *own == name),
            };
            if is_named && meanings(snapshot, template, &word.kind).iter().any(is_same) {
                found.push(Target::name(snapshot, template, word.range));
            }
        }
    }
    found
}

/// The places of a name in the template alone.
pub(crate) fn highlights(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<Highlight> {
    let Some(word) = word_at(snapshot, file, offset) else { return super::locals::highlights(snapshot, file, offset) };
    let same = words(snapshot, file).into_iter().filter(|it| it.kind == word.kind);
    same.map(|it| Highlight { range: it.range, is_write: it.is_write }).collect()
}

/// The place of a manifest at which the name is given another one.
fn renamable(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Result<(super::Word, File, TextSize), RenameError> {
    let word = word_at(snapshot, file, offset).ok_or(RenameError::NoName)?;
    let Kind::Variable(name) = &word.kind else {
        return Err(RenameError::InTemplate(InTemplate::NoVariable));
    };
    let meanings = meanings(snapshot, file, &word.kind);
    let (from, symbol) = match meanings.as_slice() {
        [one] => one,
        [] => return Err(RenameError::InTemplate(InTemplate::NotRendered)),
        _ => return Err(RenameError::InTemplate(InTemplate::Several { variable: name.to_string() })),
    };
    let target = definitions(snapshot, symbol, *from).into_iter().find(|it| !it.is_guess);
    let place = target.and_then(|it| Some((snapshot.file(&it.path)?, it.focus.start())));
    let Some((manifest, at)) = place else {
        return Err(RenameError::InTemplate(InTemplate::Fact { variable: name.to_string() }));
    };
    let is_definition = snapshot.references(manifest).at(at).iter().any(|it| it.role == Role::Definition);
    if !is_definition {
        return Err(RenameError::Undefined(Undefined::Unset(name.to_string())));
    }
    Ok((word, manifest, at))
}

pub(crate) fn prepare_rename(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Result<Renamable, RenameError> {
    if word_at(snapshot, file, offset).is_none()
        && let Some(local) = super::locals::prepare_rename(snapshot, file, offset)
    {
        return local;
    }
    let (word, manifest, at) = renamable(snapshot, file, offset)?;
    let there = crate::prepare_rename(snapshot, manifest, at)?;
    Ok(Renamable { range: word.range, name: there.name.trim_start_matches('$').to_owned() })
}

/// Gives a variable another name, in the manifest and in the templates that see it.
pub(crate) fn rename(snapshot: Snapshot<'_>, file: File, offset: TextSize, new_name: &str) -> Result<Rename, RenameError> {
    if word_at(snapshot, file, offset).is_none()
        && let Some(local) = super::locals::rename(snapshot, file, offset, new_name)
    {
        return local;
    }
    let (_, manifest, at) = renamable(snapshot, file, offset)?;
    crate::rename(snapshot, manifest, at, new_name.trim_start_matches('@'))
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    const FILES: &str = "#- /modules/m/manifests/init.pp\nclass m($port) {\n  $own = $port\n  template('m/t.erb', 'm/u.erb')\n}\n\
                         #- /modules/m/manifests/d.pp\ndefine m::d($port) { template('m/u.erb') }\n\
                         #- /modules/m/templates/u.erb\n<%= @port %>\n#- /modules/m/templates/t.erb\n";

    #[track_caller]
    fn places(template: &str) -> Vec<String> {
        let found = fixture(&format!("{FILES}{template}\n")).ask(|snapshot, file, offset| crate::references(snapshot, file, offset, true));
        found.unwrap_or_default().iter().map(|it| format!("{} {}", it.path, u32::from(it.focus.start()))).collect()
    }

    #[test]
    fn a_variable_is_found_in_manifests_and_templates() {
        assert_eq!(
            places("<%= @po$0rt %> <%= scope['m::port'] %>"),
            [
                "/modules/m/manifests/init.pp 9",
                "/modules/m/manifests/init.pp 27",
                "/modules/m/templates/t.erb 5",
                "/modules/m/templates/t.erb 27",
                "/modules/m/templates/u.erb 5"
            ]
        );
        let manifest = FILES.replace("class m($port)", "class m($po$0rt)");
        let found =
            fixture(&format!("{manifest}<%= @port %>\n")).ask(|snapshot, file, offset| crate::references(snapshot, file, offset, false));
        let paths: Vec<String> = found.unwrap_or_default().iter().map(|it| it.path.to_string()).collect();
        assert_eq!(paths, ["/modules/m/manifests/init.pp", "/modules/m/templates/t.erb", "/modules/m/templates/u.erb"]);
    }

    #[test]
    fn a_variable_is_renamed_with_its_manifest() {
        let edits = |template: &str| {
            fixture(&format!("{FILES}{template}\n")).ask(|snapshot, file, offset| crate::rename(snapshot, file, offset, "new"))
        };
        let own = edits("<%= @o$0wn %>").expect("a rename");
        assert_eq!(own.edits.len(), 1);
        assert_eq!(own.templates.len(), 2);
        assert!(edits("<%= @os$0 %>").is_err());
        let shared = FILES.replace("<%= @port %>\n#- /modules/m/templates/t.erb\n", "<%= @po$0rt %>\n");
        assert!(fixture(&shared).ask(|snapshot, file, offset| crate::rename(snapshot, file, offset, "new")).is_err());
    }

    #[test]
    fn a_module_needs_no_metadata() {
        let files =
            "#- /puppet-m/manifests/init.pp\nclass m($port) {\n  template('m/t.erb')\n}\n#- /puppet-m/templates/t.erb\n<%= @po$0rt %>\n";
        let found = fixture(files).ask(|snapshot, file, offset| crate::references(snapshot, file, offset, true));
        assert_eq!(found.map(|it| it.len()), Some(2));
        let renamed = fixture(files).ask(|snapshot, file, offset| crate::rename(snapshot, file, offset, "new")).expect("a rename");
        assert_eq!((renamed.edits.len(), renamed.templates.len()), (1, 1));
    }

    #[test]
    fn places_of_the_template() {
        let found = fixture(&format!("{FILES}<%= @port %> <% @po$0rt = 1 %> @port\n")).ask(crate::document_highlight);
        assert_eq!(found.iter().map(|it| it.is_write).collect::<Vec<_>>(), [false, true]);
    }
}
