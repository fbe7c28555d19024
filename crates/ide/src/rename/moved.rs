//! Files that are moved and are no manifests: whoever names them follows. Templates and files of modules have names as
//! `apache/vhost.epp`; data are named by `hiera.yaml`, as far as it has fixed paths.

use std::path::Path;

use analysis::{File, Origin, Snapshot};
use hir::{FileKind, Spelling, Symbol};
use syntax::{TextRange, TextSize};

use super::error::NotFound;
use super::{KeyChange, Rename, RenameError};
use crate::data;

/// Edits for a moved template or file of a module; nothing, if it is none.
pub(super) fn of_module(snapshot: Snapshot<'_>, from: &str, to: &str) -> Result<Option<Rename>, RenameError> {
    let Some((folder, old)) = name_at(snapshot, from) else { return Ok(None) };
    let mut rename = Rename::default();
    let mut places = Vec::new();
    let kinds: &[FileKind] = if folder == FileKind::File.folder() { &[FileKind::File] } else { &[FileKind::Erb, FileKind::Epp] };
    if let Some(any) = snapshot.all_files().first() {
        for kind in kinds {
            let found = snapshot.places(&Symbol::File(*kind, old.as_str().into()), *any);
            // Of two modules of one name, each file means the nearer one.
            let is_meant = |file: File| snapshot.paths_of(*kind, &old, file).first().is_some_and(|it| it == from);
            places.extend(found.into_iter().filter(|it| is_meant(it.file)).map(|it| (*kind, it)));
        }
    }
    let new = match name_at(snapshot, to) {
        Some((new_folder, new)) if new_folder == folder && is_plain(&new) => new,
        _ if places.is_empty() => return Ok(Some(rename)),
        _ => return Err(RenameError::NotFound(NotFound::Nameless { from: from.to_owned() })),
    };
    for (kind, place) in places {
        if snapshot.origin(place.file) == Origin::Library {
            return Err(RenameError::UsedByInstalled { path: snapshot.path(place.file) });
        }
        let reference = place.reference;
        let edit = edit(&snapshot.text(place.file), reference.range, reference.spelling, kind, &old, &new);
        let (range, text) = edit.ok_or_else(|| RenameError::Form { path: snapshot.path(place.file) })?;
        rename.edits.push((snapshot.path(place.file), range, text));
    }
    if folder == FileKind::File.folder() {
        rename.keys.push(KeyChange::File { old, new });
    }
    Ok(Some(rename))
}

/// The name of a file of a module, and in which of the module's folders it lies.
fn name_at(snapshot: Snapshot<'_>, path: &str) -> Option<(&'static str, String)> {
    let (module, inside) = super::files::module_around(snapshot, path)?;
    let (folder, rest) = inside.split_once('/')?;
    let folder = [FileKind::Epp.folder(), FileKind::File.folder()].into_iter().find(|it| *it == folder)?;
    Some((folder, format!("{module}/{rest}")))
}

/// Whether a name needs no escapes, in quotes of any kind.
fn is_plain(name: &str) -> bool {
    !name.contains(['\'', '"', '\\', '$', '%']) && !name.contains(char::is_whitespace)
}

/// The end of what names a file becomes another: the whole name, or what follows the module's name where that is a variable.
fn edit(text: &str, range: TextRange, spelling: Spelling, kind: FileKind, old: &str, new: &str) -> Option<(TextRange, String)> {
    let mut written = text.get(std::ops::Range::<usize>::from(range))?;
    if spelling == Spelling::Computed {
        written = written.strip_suffix('"')?;
    }
    let end = range.start() + TextSize::of(written);
    let change = |old: &str, new: &str| {
        let before = written.strip_suffix(old)?;
        let is_whole = before.is_empty() || before.ends_with('/');
        is_whole.then(|| (TextRange::new(end - TextSize::of(old), end), new.to_owned()))
    };
    let below = |name: &str| name.split_once('/').map(|(module, rest)| (module.to_owned(), rest.to_owned()));
    let by_name = |old: &str, new: &str| {
        let ((module, old_rest), (new_module, new_rest)) = (below(old)?, below(new)?);
        change(old, new).or_else(|| change(&old_rest, &new_rest).filter(|_| module == new_module && spelling == Spelling::Computed))
    };
    if kind != FileKind::Epp {
        return by_name(old, new);
    }
    // Puppet adds the ending of such a template, and finds none that has another.
    let (short, new_short) = (old.strip_suffix(".epp")?, new.strip_suffix(".epp")?);
    by_name(old, new).or_else(|| by_name(short, new_short))
}

/// Edits for a moved file of data: the fixed paths of `hiera.yaml`.
pub(super) fn of_data(snapshot: Snapshot<'_>, from: &str, to: &str) -> Result<Rename, RenameError> {
    let mut rename = Rename::default();
    if !analysis::is_input(Path::new(from)) {
        return Ok(rename);
    }
    let Some(config) = snapshot.file_at(Path::new(from)).and_then(|it| snapshot.data_place(it)).map(|it| it.folder.join("hiera.yaml"))
    else {
        return Ok(rename);
    };
    let Some((config, document)) = snapshot.file_at(&config).and_then(|it| Some((it, data::Document::open(snapshot, it)?))) else {
        return Ok(rename);
    };
    for path in data::links::fixed_paths(snapshot, config, &document) {
        if path.target() != Path::new(from) {
            continue;
        }
        let new = Path::new(to).strip_prefix(&path.folder).ok().and_then(|it| it.to_str()).filter(|it| is_plain(it));
        let new = new.ok_or_else(|| RenameError::FixedPath {
            path: snapshot.path(config),
            from: from.to_owned(),
            folder: path.folder.display().to_string(),
        })?;
        rename.edits.push((snapshot.path(config), path.range, new.replace('\\', "/")));
    }
    Ok(rename)
}

#[cfg(test)]
mod tests {
    use super::super::files::tests::moved;

    const MODULE: &str = "#- /modules/a/manifests/init.pp\nclass a {\n  epp('a/x.epp')\n  epp(\"${module_name}/x\")\n  template('a/y.erb')\n  file { '/f': source => 'puppet:///modules/a/d/f' }\n  file('a/d/f')\n}\n\
                          #- /modules/a/templates/x.epp\n#- /modules/b/manifests/init.pp\nclass b { $f = 'a/x.epp'\n epp('b/x.epp') }\n#- /modules/b/templates/x.epp\n\n";

    #[test]
    fn templates_and_files_of_modules() {
        assert_eq!(
            moved(MODULE, &[("/modules/a/templates/x.epp", "/modules/a/templates/sub/z.epp")]),
            "/modules/a/manifests/init.pp: a/x.epp → a/sub/z.epp\n/modules/a/manifests/init.pp: x → sub/z\n"
        );
        assert_eq!(
            moved(MODULE, &[("/modules/a/templates/y.erb", "/modules/b/templates/y.erb")]),
            "/modules/a/manifests/init.pp: a/y.erb → b/y.erb\n"
        );
        assert_eq!(
            moved(MODULE, &[("/modules/a/files/d/f", "/modules/a/files/e/f")]),
            "/modules/a/manifests/init.pp: a/d/f → a/e/f\n/modules/a/manifests/init.pp: a/d/f → a/e/f\n"
        );
        assert_eq!(
            moved(MODULE, &[("/modules/b/templates/x.epp", "/modules/b/templates/z.epp")]),
            "/modules/b/manifests/init.pp: b/x.epp → b/z.epp\n"
        );
        assert_eq!(moved(MODULE, &[("/modules/a/templates/none.erb", "/modules/a/none.erb")]), "");
    }

    #[test]
    fn where_it_has_no_such_name_nothing_changes() {
        let refused = |from, to| moved(MODULE, &[(from, to)]).starts_with("refused: ");
        assert!(refused("/modules/a/templates/x.epp", "/modules/a/files/x.epp"));
        assert!(refused("/modules/a/templates/x.epp", "/modules/a/templates/x.txt"));
        assert!(refused("/modules/a/templates/x.epp", "/modules/b/templates/x.epp"), "the module of one place is a variable");
        assert!(refused("/modules/a/templates/y.erb", "/modules/a/templates/it's.erb"));
    }

    const DATA: &str = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: a, path: a.yaml}\n- {name: b, paths: ['os/b.yaml', '%{x}.yaml']}\n\
                        #- /e/data/a.yaml\n\n#- /e/data/os/b.yaml\n\n";

    #[test]
    fn data_with_a_fixed_path() {
        assert_eq!(moved(DATA, &[("/e/data/a.yaml", "/e/data/all/c.yaml")]), "/e/hiera.yaml: a.yaml → all/c.yaml\n");
        assert_eq!(moved(DATA, &[("/e/data/os/b.yaml", "/e/data/b.yaml")]), "/e/hiera.yaml: os/b.yaml → b.yaml\n");
        assert!(moved(DATA, &[("/e/data/a.yaml", "/e/other/a.yaml")]).starts_with("refused: "));
    }
}
