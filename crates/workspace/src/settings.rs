//! Settings of the user that change findings, apart from the files of the workspace.

use salsa::{Durability, Setter};
pub use settings::Settings;

use crate::Db;

#[salsa::input(singleton, debug)]
struct Stored {
    #[returns(clone)]
    settings: Settings,
}

/// The settings that an editor or a command line has, which win over those in files. A query asks for what it needs of them
/// through a query of its own, so that it depends on that alone.
pub fn given(db: &dyn Db) -> Settings {
    Stored::try_get(db).map_or_else(Settings::default, |it| it.settings(db))
}

/// Must be called once before any query, and may be called again.
pub(crate) fn store(settings: Settings, db: &mut dyn Db) {
    match Stored::try_get(db) {
        None => {
            let _ = Stored::builder(settings).durability(Durability::HIGH).new(db);
        }
        Some(stored) if stored.settings(db) != settings => {
            stored.set_settings(db).with_durability(Durability::HIGH).to(settings);
        }
        Some(_) => {}
    }
}
