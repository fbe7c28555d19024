//! The settings of the files of a folder: from the editor, and from the nearest `bunraku.toml`.

use std::path::Path;
use std::sync::Arc;

use settings::{FILE_NAME, Layer, Project, Settings};
use syntax::Strict;
use workspace::{Db, File};
use world::FileKind;

use crate::outside::kind;

/// A folder as what settings are asked about: files of one folder share the answer.
#[salsa::interned(debug)]
pub(crate) struct Place<'db> {
    /// Nothing for documents that lie nowhere.
    #[returns(ref)]
    pub(crate) folder: Option<Arc<Path>>,
}

impl<'db> Place<'db> {
    pub(crate) fn of_file(db: &'db dyn Db, file: File) -> Place<'db> {
        Place::of_path(db, Path::new(&*file.path(db)))
    }

    fn of_path(db: &'db dyn Db, path: &Path) -> Place<'db> {
        Place::new(db, path.parent().filter(|it| it.is_absolute()).map(Arc::from))
    }

    pub(crate) fn of_folder(db: &'db dyn Db, folder: &Path) -> Place<'db> {
        Place::new(db, Some(Arc::from(folder)))
    }
}

/// All that has been set.
#[salsa::tracked(returns(clone))]
pub(crate) fn settings_in<'db>(db: &'db dyn Db, place: Place<'db>) -> Arc<Settings> {
    let project = place.folder(db).as_ref().and_then(|folder| project_above(db, folder));
    let puppet = place.folder(db).as_ref().and_then(|folder| puppet_conf_above(db, folder));
    Arc::new(workspace::given(db).with_base(project.map(|it| it.layer)).with_base(puppet))
}

/// How strict the nearest `puppet.conf` of the repository is: the weakest source.
fn puppet_conf_above(db: &dyn Db, folder: &Path) -> Option<Arc<Layer>> {
    for folder in folder.ancestors() {
        let path = folder.join("puppet.conf");
        if kind(db, &path) == Some(FileKind::File)
            && let Some(text) = db.files().at(db, &path.to_string_lossy()).text(db)
        {
            let environment::Strictness { strict, strict_variables } = environment::strictness(&text);
            let strict = strict.as_deref().and_then(Strict::named);
            return Some(Arc::new(Layer { folder: folder.to_owned(), strict, strict_variables, ..Layer::default() }));
        }
        if kind(db, &folder.join(".git")).is_some() {
            return None;
        }
    }
    None
}

/// The settings of the nearest folder that has some; the search ends at the top of the repository, as that of
/// [`settings::Finder`] does.
fn project_above(db: &dyn Db, folder: &Path) -> Option<Project> {
    for folder in folder.ancestors() {
        let path = folder.join(FILE_NAME);
        if kind(db, &path) == Some(FileKind::File)
            && let Some(text) = db.files().at(db, &path.to_string_lossy()).text(db)
        {
            return Some(Project::new(folder, text));
        }
        if kind(db, &folder.join(".git")).is_some() {
            return None;
        }
    }
    None
}

/// All that has been set for a file, whether or not it is known.
pub(crate) fn settings_at(db: &dyn Db, path: &Path) -> Arc<Settings> {
    settings_in(db, Place::of_path(db, path))
}

/// Puppet's `strict`.
#[salsa::tracked(returns(copy))]
pub(crate) fn strict_in<'db>(db: &'db dyn Db, place: Place<'db>) -> Strict {
    settings_in(db, place).strict()
}

/// Puppet's `strict_variables`.
#[salsa::tracked(returns(copy))]
pub(crate) fn strict_variables_in<'db>(db: &'db dyn Db, place: Place<'db>) -> bool {
    settings_in(db, place).strict_variables()
}

/// Puppet's `tasks`.
#[salsa::tracked(returns(copy))]
pub(crate) fn tasks_in<'db>(db: &'db dyn Db, place: Place<'db>) -> bool {
    settings_in(db, place).tasks()
}

/// Whether a file is written in the words of plans: by settings, or by its place.
pub(crate) fn tasks_of(db: &dyn Db, file: File) -> bool {
    tasks_in(db, Place::of_file(db, file)) || is_plan(db, file)
}

/// Whether a file is a plan of a module.
pub(crate) fn is_plan(db: &dyn Db, file: File) -> bool {
    let path = file.path(db);
    // The place of most files is not asked for, so that nothing depends on it.
    path.contains("/plans/") && {
        let namespace = file.autoload(db).and_then(|it| it.namespace);
        environment::is_plan(Path::new(&*path), namespace.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use settings::Level;
    use world::MemoryWorld;

    use super::*;
    use crate::{AnalysisHost, Change, Origin};

    const TWICE: &str = "$x = { a => 1, a => 2 }\n";

    fn host(files: &[(&str, &str)]) -> AnalysisHost {
        let mut world = MemoryWorld::new();
        let mut change = Change::new();
        for (path, text) in files {
            world.add_file(path, *text);
            change = change.disk(*path, Some(Arc::from(*text)), Origin::Local);
        }
        let mut host = AnalysisHost::new(Arc::new(world));
        host.apply(change);
        host
    }

    fn problems(host: &AnalysisHost, path: &str) -> usize {
        host.analysis().run(|snapshot| snapshot.file(path).map(|it| snapshot.problems(it).len())).expect("nobody writes").expect("a file")
    }

    fn level(host: &AnalysisHost, path: &str, code: &str) -> Option<Level> {
        let level = host.analysis().run(|snapshot| snapshot.settings(snapshot.file(path)?).level(Path::new(path), code));
        level.expect("nobody writes")
    }

    #[test]
    fn the_nearest_file_counts_and_changes_at_once() {
        let mut host = host(&[("/site/a.pp", TWICE), ("/site/m/b.pp", TWICE), ("/site/bunraku.toml", "strict = 'off'")]);
        assert_eq!((problems(&host, "/site/a.pp"), problems(&host, "/site/m/b.pp")), (0, 0));
        host.apply(Change::new().editor("/site/m/bunraku.toml", Some(Arc::from("levels.syntax-error = 'hint'"))));
        assert_eq!((problems(&host, "/site/a.pp"), problems(&host, "/site/m/b.pp")), (0, 1));
        assert_eq!(level(&host, "/site/m/b.pp", "syntax-error"), Some(Level::Hint));
        assert_eq!(level(&host, "/site/a.pp", "syntax-error"), None);
        host.apply(Change::new().editor("/site/m/bunraku.toml", None));
        assert_eq!(problems(&host, "/site/m/b.pp"), 0);
        host.apply(Change::new().disk("/site/bunraku.toml", Some(Arc::from("")), Origin::Local));
        assert_eq!(problems(&host, "/site/a.pp"), 1);
    }

    #[test]
    fn puppets_own_settings_are_the_weakest() {
        let mut host = host(&[("/site/m/a.pp", TWICE), ("/site/puppet.conf", "[main]\nstrict = off\n[agent]\nstrict = error\n")]);
        assert_eq!(problems(&host, "/site/m/a.pp"), 0);
        host.apply(Change::new().disk("/site/bunraku.toml", Some(Arc::from("strict = 'warning'")), Origin::Local));
        assert_eq!(problems(&host, "/site/m/a.pp"), 1);
        host.apply(Change::new().disk("/site/bunraku.toml", None, Origin::Local));
        host.apply(Change::new().disk("/site/puppet.conf", Some(Arc::from("[server]\nstrict = error\n")), Origin::Local));
        assert_eq!(problems(&host, "/site/m/a.pp"), 1);
    }

    #[test]
    fn the_editor_wins() {
        let mut host = host(&[("/site/a.pp", TWICE), ("/site/bunraku.toml", "strict = 'off'")]);
        let editor = Layer { strict: Some(Strict::Warning), ..Layer::default() };
        host.apply(Change::new().settings(Settings::new([Arc::new(editor)])));
        assert_eq!(problems(&host, "/site/a.pp"), 1);
    }

    #[test]
    fn a_document_without_a_place_has_those_of_the_editor() {
        let mut host = host(&[("/bunraku.toml", "strict = 'off'")]);
        host.apply(Change::new().editor("untitled:1", Some(Arc::from(TWICE))));
        assert_eq!(problems(&host, "untitled:1"), 1);
    }

    #[test]
    fn settings_and_data_are_looked_at_like_manifests() {
        let looked_at = ["/site/a.pp", "/site/bunraku.toml", "/site/environment.conf", "/site/hiera.yaml", "/site/metadata.json"];
        let others = ["/site/other.conf", "/site/notes.json"];
        let files: Vec<(&str, &str)> = looked_at.iter().chain(&others).map(|it| (*it, "")).collect();
        let host = host(&files);
        let found = host.analysis().run(|snapshot| snapshot.files().into_iter().map(|it| snapshot.path(it)).collect::<Vec<_>>());
        assert_eq!(found, Ok(looked_at.into_iter().map(Arc::from).collect()));
    }
}
