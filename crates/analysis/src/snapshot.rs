//! The questions that a reader may ask.

use std::path::Path;
use std::sync::Arc;

use compiler::{NodeName, Program};
use facts::sets::FactSet;
use syntax::model::Model;
use syntax::{Autoload, Dialect, Parse, Problem, TextRange};
use workspace::{Db, File, Origin, Settings, discover};

use crate::entry::{MOST_DIFFERENT, Start, subjects};
use crate::evaluate::{self, Evaluation, Nodes, Systems};
use crate::lint::Lint;
use crate::passing::{Keeper, Passing};
use crate::queries;
use crate::settings::{Place, is_plan, settings_in, tasks_of};
use crate::systems::facts_of_file;
use crate::watched::Watch;

/// One state of the workspace, seen from inside of [`Analysis::run`](crate::Analysis::run).
///
/// Any of its methods may end the whole run, by unwinding, when somebody wants to change the workspace.
#[derive(Clone, Copy)]
pub struct Snapshot<'db> {
    db: &'db dyn Db,
    keeper: Keeper<'db>,
    /// Whether nothing is evaluated.
    is_quick: bool,
}

impl<'db> Snapshot<'db> {
    pub(crate) fn new(db: &'db dyn Db) -> Self {
        Snapshot { db, keeper: Keeper::Query, is_quick: false }
    }

    /// The same for who cannot wait: nothing is evaluated, so that evaluations, values and looked-up keys are as if there were none.
    pub fn without_evaluations(self) -> Snapshot<'db> {
        Snapshot { is_quick: true, ..self }
    }

    /// Whether it is for who cannot wait.
    pub fn is_quick(&self) -> bool {
        self.is_quick
    }

    /// The same for files that are analysed once: evaluations are stored here alone.
    pub fn passing<'a>(self, passing: &'a Passing) -> Snapshot<'a>
    where
        'db: 'a,
    {
        Snapshot { db: self.db, keeper: Keeper::Passing(passing), is_quick: self.is_quick }
    }

    pub(crate) fn db(self) -> &'db dyn Db {
        self.db
    }

    /// Error in a file of facts, if there is one.
    pub fn wrong_facts(&self, path: &Path) -> Option<String> {
        // What an untrusted folder names elsewhere is not read.
        if !workspace::given(self.db).is_open_to(path) {
            return None;
        }
        facts_of_file(self.db, path).err().map(|error| error.to_string())
    }

    /// The file at a path, if it has a text.
    pub fn file(&self, path: &str) -> Option<File> {
        self.db.files().get(path).filter(|file| file.text(self.db).is_some())
    }

    /// Every manifest, template, file of data and of settings of the workspace, by path; not those elsewhere that queries have read.
    pub fn files(&self) -> Vec<File> {
        let is_other = |file: &File| {
            let path = file.path(self.db);
            let path = Path::new(&*path);
            let kind = discover::document_kind(path);
            let is_wanted = kind.is_read() && !kind.is_code();
            file.is_reported(self.db) && is_wanted && file.text(self.db).is_some()
        };
        let own = |file: &File| file.is_listed(self.db) || is_other(file);
        let mut files: Vec<File> = self.db.files().all().into_iter().filter(own).collect();
        files.sort_by_key(|file| file.path(self.db));
        files
    }

    pub fn path(&self, file: File) -> Arc<str> {
        file.path(self.db)
    }

    pub fn dialect(&self, file: File) -> Dialect {
        file.dialect(self.db)
    }

    /// Who may change the file.
    pub fn origin(&self, file: File) -> Origin {
        file.origin(self.db)
    }

    /// Where the first evaluations of a file of code, or of the manifest that renders a template, begin: files with the same of these have
    /// evaluations in common.
    pub fn starts(&self, file: File) -> Vec<Start> {
        let file = match discover::is_erb(Path::new(&*file.path(self.db))) {
            true => self.erb_renderers(file).first().map(|it| it.file),
            false => Some(file),
        };
        let Some(file) = file else { return Vec::new() };
        let Some(root) = crate::site::root(self.db, file) else { return Vec::new() };
        let entries = subjects(self.db, root, file).iter().flat_map(|it| &it.entries);
        entries.take(MOST_DIFFERENT).map(|it| it.start(self.db).clone()).collect()
    }

    /// Whether what a place names is only installed, or only there for tests.
    pub fn is_library(&self, path: &str) -> bool {
        evaluate::is_library(self.db, path)
    }

    pub fn text(&self, file: File) -> Arc<str> {
        file.text(self.db).unwrap_or_else(|| Arc::from(""))
    }

    pub fn parse(&self, file: File) -> &'db Parse {
        queries::parse(self.db, file)
    }

    /// Model of a file's text.
    pub fn model(&self, file: File) -> Arc<Model> {
        queries::model(self.db, file)
    }

    /// Syntax errors and what validation finds, in Puppet's order.
    pub fn problems(&self, file: File) -> &'db [Problem] {
        queries::problems(self.db, file)
    }

    /// Settings of a file, from the editor and from files.
    pub fn settings(&self, file: File) -> Arc<Settings> {
        settings_in(self.db, Place::of_file(self.db, file))
    }

    /// Whether a file is written in the words of plans.
    pub fn tasks(&self, file: File) -> bool {
        tasks_of(self.db, file)
    }

    /// Definitions that a file may hold by its place, if it lies where modules are loaded from.
    pub fn autoload(&self, file: File) -> Option<Autoload> {
        file.autoload(self.db)
    }

    /// The type alias that a file of a module has to define by its place, in lower case.
    pub fn type_of_place(&self, file: File) -> Option<Arc<str>> {
        let path = file.path(self.db);
        let namespace = if path.contains("/types/") { file.autoload(self.db)?.namespace? } else { return None };
        environment::is_type(Path::new(&*path), &namespace).then(|| Arc::from(&*namespace))
    }

    /// Whether a file is a plan of a module, by its place.
    pub fn is_plan(&self, file: File) -> bool {
        is_plan(self.db, file)
    }

    /// Input of the puppet-lint checks for a file; nothing where they are disabled.
    pub fn lint(&self, file: File) -> Option<Lint> {
        crate::lint::of_file(self.db, file)
    }

    /// Ends the run if it has become useless. For long work that asks nothing else.
    pub fn check_cancelled(&self) {
        salsa::Database::unwind_if_revision_cancelled(self.db);
    }

    /// Evaluations of everything that a file has to do with, for the meaning of its definitions: each from one of its users. Nothing for a
    /// file that belongs to no site.
    pub fn evaluations(&self, file: File, which: Systems) -> Vec<Evaluation> {
        self.evaluations_from(file, which, Nodes::One, self.keeper)
    }

    /// The same for features that show what is known, also while somebody types: the readable parts of texts with mistakes are evaluated,
    /// on the first system. Apparent errors after such a mistake are not reported.
    pub fn evaluations_to_read(&self, file: File, which: Systems) -> Vec<Evaluation> {
        self.evaluations_from(file, which, Nodes::One, Keeper::Reading(Systems::First))
    }

    /// The same, of texts that have mistakes on each system, too: for who asks for a certain one.
    pub fn evaluations_to_read_on_each(&self, file: File) -> Vec<Evaluation> {
        self.evaluations_from(file, Systems::All, Nodes::One, Keeper::Reading(Systems::All))
    }

    /// The same for what is wrong with its definitions, which may be so on one of the nodes alone that have them.
    pub fn evaluations_of_all_nodes(&self, file: File) -> Vec<Evaluation> {
        self.evaluations_from(file, Systems::All, Nodes::Each, self.keeper)
    }

    fn evaluations_from(&self, file: File, which: Systems, nodes: Nodes, keeper: Keeper<'_>) -> Vec<Evaluation> {
        // Files of states are no manifests, however much of one could be read in them.
        let is_evaluated = !self.is_quick && !discover::is_states(Path::new(&*self.path(file)));
        match crate::site::root(self.db, file).filter(|_| is_evaluated) {
            Some(root) => evaluate::evaluations(self.db, root, file, which, nodes, keeper),
            None => Vec::new(),
        }
    }

    /// Evaluations of the node with a name.
    pub(crate) fn evaluations_of_node(&self, root: crate::site::Root<'_>, name: &str, which: Systems) -> Vec<Evaluation> {
        if self.is_quick {
            return Vec::new();
        }
        evaluate::of_node(self.db, root, name, which, self.keeper)
    }

    /// Where the node is written whose name an evaluation begins with, in the site of a file: another file, and the head of the
    /// definition.
    pub fn place_of_node(&self, of: File, name: &NodeName) -> Option<(File, TextRange)> {
        crate::nodes::place_of(self.db, crate::site::root(self.db, of)?, name)
    }

    /// Evaluations of all nodes of a file's site; none for a module, and where there are too many or not all are named.
    pub fn nodes(&self, file: File) -> Option<Vec<Evaluation>> {
        evaluate::nodes(self.db, crate::site::root(self.db, file).filter(|_| !self.is_quick)?, self.keeper)
    }

    /// Number of entries up to which the definitions of a file are analysed, and number of them that is enough for the first findings.
    pub fn count_of_entries(&self, file: File) -> (usize, usize) {
        let is_code = !workspace::discover::is_input(std::path::Path::new(&*self.path(file)));
        let root = crate::site::root(self.db, file).filter(|_| is_code);
        let count = root.map_or(0, |it| crate::entry::subjects(self.db, it, file).len());
        (count, evaluate::MOST_AT_FIRST)
    }

    /// The values of a file's expressions, in this number of the evaluations that reach it.
    pub fn watched(&self, file: File, most: usize) -> Vec<Watch> {
        match crate::site::root(self.db, file).filter(|_| !self.is_quick) {
            Some(root) => crate::watched::some(self.db, root, file, most),
            None => Vec::new(),
        }
    }

    /// The line of a key in a file of data, from 1, as the site of a file has it.
    pub fn line_in_data(&self, of: File, path: &str, key: &str) -> Option<u32> {
        let environment = crate::site::environment_of(self.db, crate::site::root(self.db, of)?)?;
        crate::outside::with_db(self.db, || environment.line_in_data(Path::new(path), key))
    }

    /// The systems on which a file is analysed, and their facts.
    pub fn systems(&self, file: File) -> Arc<Vec<FactSet>> {
        match crate::site::root(self.db, file) {
            Some(root) => crate::watched::systems_of(self.db, root, file),
            None => Arc::default(),
        }
    }

    /// A file as the evaluation of another reads it.
    pub fn program(&self, of: File, path: &str) -> Option<Arc<Program>> {
        let root = crate::site::root(self.db, of)?;
        crate::site::program(self.db, root, self.file_of_place(path)?)
    }

    /// The file that a place of the evaluation names.
    pub fn file_of_place(&self, path: &str) -> Option<File> {
        evaluate::file_of_place(self.db, path)
    }
}
