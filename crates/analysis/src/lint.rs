//! Whether and how the checks of puppet-lint run: the setting `lint`, and the project's `.puppet-lint.rc`.

use std::path::Path;
use std::sync::Arc;

use lint::{FILE, Options, Severity};
use workspace::{Db, File};
use world::FileKind;

use crate::outside::kind;
use crate::settings::{Place, settings_in};

/// Input of the puppet-lint checks for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint(Arc<Project>);

#[derive(Debug, Default, PartialEq, Eq)]
struct Project {
    options: Options,
    /// The folder of the file that holds the options.
    folder: Option<Arc<Path>>,
}

impl Lint {
    /// Which checks run, and how.
    pub fn configuration(&self) -> &lint::Configuration {
        &self.0.options.configuration
    }

    /// Whether problems of a severity are reported.
    pub fn tells(&self, severity: Severity) -> bool {
        self.0.options.error_level.is_none_or(|it| it == severity)
    }

    /// The options name files to leave out, from their own folder on.
    fn leaves_out(&self, path: &Path) -> bool {
        let inside = self.0.folder.as_ref().and_then(|folder| path.strip_prefix(folder).ok());
        inside.is_some_and(|it| self.0.options.ignores(&it.to_string_lossy()))
    }
}

/// Input of the checks for a file; nothing where they are disabled.
pub(crate) fn of_file(db: &dyn Db, file: File) -> Option<Lint> {
    let lint = in_place(db, Place::of_file(db, file))?;
    (!lint.leaves_out(Path::new(&*file.path(db)))).then_some(lint)
}

/// Options of the nearest `.puppet-lint.rc`; nothing where the checks are disabled. The search ends at the top of the repository. Options
/// that cannot be read count for nothing: `bunraku lint` reports them.
#[salsa::tracked(returns(clone))]
fn in_place<'db>(db: &'db dyn Db, place: Place<'db>) -> Option<Lint> {
    if !settings_in(db, place).lint() {
        return None;
    }
    let project = place.folder(db).as_ref().and_then(|folder| of_project(db, folder));
    Some(Lint(Arc::new(project.unwrap_or_default())))
}

fn of_project(db: &dyn Db, folder: &Path) -> Option<Project> {
    for folder in folder.ancestors() {
        let load = |name: &str| {
            let path = folder.join(name);
            if kind(db, &path) != Some(FileKind::File) {
                return None;
            }
            db.files().at(db, &path.to_string_lossy()).text(db).map(|text| text.to_string())
        };
        if let Some(text) = load(FILE) {
            let mut options = Options::default();
            let _ = options.read_file(&text, &load);
            return Some(Project { options, folder: Some(Arc::from(folder)) });
        }
        if kind(db, &folder.join(".git")).is_some() {
            return None;
        }
    }
    None
}
