//! Whether and how the checks of puppet-lint run: the setting `lint`, and the project's `.puppet-lint.rc`.

use std::path::Path;
use std::sync::Arc;

use lint::{Configuration, FILE, Options};
use workspace::Db;
use world::FileKind;

use crate::outside::kind;
use crate::settings::{Place, settings_in};

/// What the options of the nearest `.puppet-lint.rc` say; nothing where the checks are not to run. The search ends at the top of the
/// repository. Options that cannot be read count for nothing: `bunraku lint` tells them.
#[salsa::tracked(returns(clone))]
pub(crate) fn configuration_in<'db>(db: &'db dyn Db, place: Place<'db>) -> Option<Arc<Configuration>> {
    let wanted = settings_in(db, place).lint();
    if wanted == Some(false) {
        return None;
    }
    let options = place.folder(db).as_ref().and_then(|folder| project_options(db, folder));
    match options {
        Some(options) => Some(Arc::new(options.configuration)),
        None => wanted.map(|_| Arc::default()),
    }
}

fn project_options(db: &dyn Db, folder: &Path) -> Option<Options> {
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
            return Some(options);
        }
        if kind(db, &folder.join(".git")).is_some() {
            return None;
        }
    }
    None
}
