//! The values of a file's expressions. Evaluations keep those of the documents that are open; whoever wants to show some of
//! another file has it evaluated once more.

use std::path::Path;
use std::sync::Arc;

use compiler::{Bound, Request, Seen, Watched, Watching};
use facts::sets::FactSet;
use syntax::TextRange;
use values::Str;
use workspace::{Db, File, discover};

use crate::around::module_around;
use crate::entry::{Entry, module_of, subjects};
use crate::evaluate::{Evaluated, Nodes, Systems, request, some_evaluations};
use crate::index::Module;
use crate::outside::with_db;
use crate::passing::Keeper;
use crate::site::{Root, environment_of};
use crate::systems::systems;

/// Values of a file's expressions in one evaluation.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The systems that it holds for.
    pub systems: Vec<Str>,
    /// These systems are guessed: none is specified.
    pub guessed: bool,
    file: Arc<str>,
    source: Source,
}

/// Who has the values.
#[derive(Clone, Debug)]
enum Source {
    Here(Arc<Evaluated>),
    Anew(Arc<Watched>),
}

impl Watch {
    fn watched(&self) -> Option<&Watched> {
        match &self.source {
            Source::Here(evaluated) => evaluated.outcome.watched.as_ref(),
            Source::Anew(watched) => Some(watched),
        }
    }

    /// The values of the expression that is written there.
    pub fn at(&self, range: TextRange) -> Option<&Seen> {
        self.watched()?.at(&self.file, range)
    }

    /// The parameters of classes that data gave their values.
    pub fn bound(&self) -> &[Bound] {
        self.watched().map_or(&[], |it| it.bound.as_slice())
    }
}

#[salsa::tracked(returns(clone), no_eq, lru = 64)]
fn watched<'db>(db: &'db dyn Db, entry: Entry<'db>, system: u32, file: File) -> Option<Arc<Watched>> {
    let root = entry.root(db);
    let environment = environment_of(db, root)?;
    let start = entry.start(db);
    let systems = systems(db, root, module_of(start).map(|it| Module::new(db, it)));
    let watch = Watching::File(Str::from(&*file.path(db)));
    let request = Request { watch, recovers: true, ..request(db, root, start, &systems, system)? };
    crate::hold::wait(db);
    with_db(db, || compiler::compile(&environment, &request)).watched.map(Arc::new)
}

/// One for each of the first evaluations that say something of the file.
pub(crate) fn some(db: &dyn Db, root: Root<'_>, file: File, most: usize) -> Vec<Watch> {
    let is_open = file.is_open(db);
    let evaluations =
        some_evaluations(db, root, file, Systems::All, Nodes::One, most, Keeper::Reading(Systems::First)).into_iter().take(most);
    let watch = |it: crate::Evaluation| {
        let source = match is_open {
            true => Source::Here(it.evaluated),
            false => Source::Anew(watched(db, Entry::new(db, root, it.start), it.system, file)?),
        };
        Some(Watch { systems: it.systems, guessed: it.guessed, file: file.path(db), source })
    };
    evaluations.filter_map(watch).collect()
}

/// The systems that a file is evaluated on, or of the module that it lies in where nothing of it is evaluated, or of the site.
pub(crate) fn systems_of(db: &dyn Db, root: Root<'_>, file: File) -> Arc<Vec<FactSet>> {
    let is_code = !discover::is_input(Path::new(&*file.path(db)));
    let entry = is_code.then(|| subjects(db, root, file).iter().find_map(|it| it.entries.first().copied())).flatten();
    let module = match entry {
        Some(entry) => module_of(entry.start(db)),
        None => module_around(db, root, file).map(|it| it.module),
    };
    systems(db, root, module.map(|it| Module::new(db, it)))
}
