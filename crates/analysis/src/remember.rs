//! Results of crates above this one, stored as those of queries are.
//!
//! Only this crate knows how queries work; whoever makes something of a file that is asked for more than once names it here.

use std::any::{Any, TypeId};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use workspace::{Db, File};

use crate::Snapshot;

/// Something that is made of a file, and made anew only once anything that it was made from has changed.
pub trait Remembered: 'static {
    type Made: Send + Sync + 'static;

    /// Makes it. What it reads of the snapshot is what it depends on.
    fn make(snapshot: Snapshot<'_>, file: File) -> Self::Made;
}

type Anything = Arc<dyn Any + Send + Sync>;

/// How one kind of thing is made.
#[derive(Clone, Copy, Debug)]
struct Maker {
    kind: TypeId,
    make: fn(Snapshot<'_>, File) -> Anything,
}

impl Maker {
    fn new<T: Remembered>() -> Maker {
        Maker { kind: TypeId::of::<T>(), make: |snapshot, file| Arc::new(T::make(snapshot, file)) }
    }
}

impl PartialEq for Maker {
    fn eq(&self, other: &Maker) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Maker {}

impl Hash for Maker {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
    }
}

#[salsa::interned]
struct Kind<'db> {
    #[returns(copy)]
    maker: Maker,
}

/// Stored for files analysed lately: those that are open, most of the time.
#[salsa::tracked(returns(clone), no_eq, lru = 128)]
fn made<'db>(db: &'db dyn Db, kind: Kind<'db>, file: File) -> Anything {
    (kind.maker(db).make)(Snapshot::new(db), file)
}

impl Snapshot<'_> {
    /// Derived value of a file, computed on first use.
    pub fn remembered<T: Remembered>(&self, file: File) -> Arc<T::Made> {
        let made = made(self.db(), Kind::new(self.db(), Maker::new::<T>()), file);
        made.downcast().unwrap_or_else(|_| Arc::new(T::make(*self, file)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::{AnalysisHost, Change};

    static MADE: AtomicUsize = AtomicUsize::new(0);

    struct Length;

    impl Remembered for Length {
        type Made = usize;

        fn make(snapshot: Snapshot<'_>, file: File) -> usize {
            MADE.fetch_add(1, Ordering::Relaxed);
            snapshot.text(file).len()
        }
    }

    struct Path;

    impl Remembered for Path {
        type Made = String;

        fn make(snapshot: Snapshot<'_>, file: File) -> String {
            snapshot.path(file).to_string()
        }
    }

    #[test]
    fn it_is_made_anew_once_what_it_was_made_from_has_changed() {
        let mut host = AnalysisHost::default();
        host.apply(Change::new().editor("/a.pp", Some("1".into())).editor("/b.pp", Some("22".into())));
        let look = |host: &AnalysisHost| {
            let of = |snapshot: Snapshot<'_>, path: &str| snapshot.file(path).map(|file| *snapshot.remembered::<Length>(file));
            let found = host.analysis().run(|snapshot| (of(snapshot, "/a.pp"), of(snapshot, "/b.pp")));
            (found, MADE.swap(0, Ordering::Relaxed))
        };
        assert_eq!(look(&host), (Ok((Some(1), Some(2))), 2));
        assert_eq!(look(&host), (Ok((Some(1), Some(2))), 0));
        host.apply(Change::new().editor("/a.pp", Some("333".into())));
        assert_eq!(look(&host), (Ok((Some(3), Some(2))), 1));
    }

    #[test]
    fn things_of_several_kinds_are_kept_apart() {
        let mut host = AnalysisHost::default();
        host.apply(Change::new().editor("/a.pp", Some("1".into())));
        let found = host.analysis().run(|snapshot| {
            let file = snapshot.file("/a.pp")?;
            Some((snapshot.remembered::<Path>(file).to_string(), snapshot.remembered::<Path>(file).len()))
        });
        assert_eq!(found, Ok(Some(("/a.pp".to_owned(), 5))));
    }
}
