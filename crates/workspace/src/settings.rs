//! What the user has set that changes findings.

use salsa::{Durability, Setter};
use syntax::Strict;

use crate::Db;

/// Settings of Puppet that decide how a text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub strict: Strict,
    /// `plan` and `apply` are keywords.
    pub tasks: bool,
}

#[salsa::input(singleton, debug)]
struct Stored {
    #[returns(copy)]
    strict: Strict,
    #[returns(copy)]
    tasks: bool,
}

impl Settings {
    /// The settings that count now. Asked one by one, so that a query depends only on what it uses.
    pub fn strict(db: &dyn Db) -> Strict {
        Stored::try_get(db).map_or(Strict::default(), |it| it.strict(db))
    }

    pub fn tasks(db: &dyn Db) -> bool {
        Stored::try_get(db).is_some_and(|it| it.tasks(db))
    }

    pub fn of(db: &dyn Db) -> Settings {
        Settings { strict: Settings::strict(db), tasks: Settings::tasks(db) }
    }

    /// Must be called once before any query, and may be called again.
    pub(crate) fn store(self, db: &mut dyn Db) {
        let Some(stored) = Stored::try_get(db) else {
            let _ = Stored::builder(self.strict, self.tasks).durability(Durability::HIGH).new(db);
            return;
        };
        if stored.strict(db) != self.strict {
            stored.set_strict(db).to(self.strict);
        }
        if stored.tasks(db) != self.tasks {
            stored.set_tasks(db).to(self.tasks);
        }
    }
}
