//! Sites: where the code around a file lies, and what is read of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use compiler::{Environment, Native, Program, Reader, Reading};
use environment::{Folders, Settings as PuppetSettings, Site, Wanted};
use hiera::{Candidates, Content, FileKeys, Format, KeyIndex};
use syntax::ValidateOptions;
use values::Str;
use workspace::{Db, File};
use world::{Guarded, World};

use crate::confined::Limits;
use crate::db::Database;
use crate::outside::{Outside, with_db};
use crate::queries::{model, parse, problems, validate_options};
use crate::settings::{Place, settings_in, strict_in, tasks_in};

/// The folder of an environment, of a repository that becomes one, or of a module alone.
#[salsa::interned(debug)]
pub struct Root<'db> {
    #[returns(ref)]
    pub path: Arc<Path>,
}

/// The site that a file belongs to: the environment or module around it, else its own folder. None for what lies nowhere.
#[salsa::tracked(returns(clone))]
pub(crate) fn root<'db>(db: &'db dyn Db, file: File) -> Option<Root<'db>> {
    let path = PathBuf::from(&*file.path(db));
    if !path.is_absolute() {
        return None;
    }
    let folder = path.parent()?;
    let root = with_db(db, || environment::root_above(&Outside, folder)).or_else(|| environment::around_modules(folder));
    let root = root.unwrap_or_else(|| folder.to_owned());
    Some(Root::new(db, Arc::from(root)))
}

/// Where the code of a site lies.
#[salsa::tracked(returns(clone))]
pub(crate) fn site_of<'db>(db: &'db dyn Db, root: Root<'db>) -> Option<Arc<Site>> {
    let open = settings_of(db, root);
    with_db(db, || {
        let mut settings = puppet_settings();
        let wanted = Wanted { root: Some(root.path(db).to_path_buf()), passes_over: true, ..Wanted::default() };
        let mut site = Site::find(&Outside, &wanted, &mut settings).ok()?;
        // What is there for all environments of a server is no choice of this one.
        let of_all = base_modulepath();
        site.modulepath.retain(|it| of_all.contains(it) || open.is_open_to(it));
        Some(Arc::new(site))
    })
}

fn puppet_settings() -> PuppetSettings {
    let folders = Folders { confdir: "/etc/puppetlabs/puppet".into(), codedir: "/etc/puppetlabs/code".into(), vardir: "/var".into() };
    PuppetSettings::defaults(folders)
}

/// Returns the folders whose modules all environments of a server have.
pub fn base_modulepath() -> Vec<PathBuf> {
    puppet_settings().path("basemodulepath").unwrap_or_default()
}

/// Settings of a site: those of the command line or the editor, and of the nearest `bunraku.toml`.
pub(crate) fn settings_of<'db>(db: &'db dyn Db, root: Root<'db>) -> Arc<settings::Settings> {
    settings_in(db, Place::of_folder(db, root.path(db)))
}

/// The environment that a site is. What is read through it is a query of its own each.
#[salsa::tracked(returns(clone), no_eq)]
pub(crate) fn environment_of<'db>(db: &'db dyn Db, root: Root<'db>) -> Option<Arc<Environment>> {
    let mut site = site_of(db, root)?;
    let settings = settings_of(db, root);
    if let Some(path) = settings.modulepath() {
        Arc::make_mut(&mut site).modulepath = path.to_vec();
    }
    let place = Place::of_folder(db, root.path(db));
    let reading = Reading { strict: strict_in(db, place), tasks: tasks_in(db, place), autoload: None };
    let limits = Limits::of_site(&site, &settings);
    let world: Arc<dyn World> = Arc::new(Guarded { world: Arc::new(Outside), guard: limits.clone() });
    Some(with_db(db, || {
        let mut environment = Environment::of_site(world.clone(), &site, reading);
        let queries = Arc::new(Queries { root: root.path(db).clone(), limits });
        environment.ruby_version = settings.ruby_version().and_then(ruby::Version::named);
        environment.hiera_config = settings.hiera_config().map(Path::to_owned);
        environment.read_by(queries.clone(), Arc::new(hiera::Files::read_by(world, queries)));
        Arc::new(environment)
    }))
}

/// Answers by queries what compilations read.
struct Queries {
    root: Arc<Path>,
    limits: Limits,
}

impl Reader for Queries {
    fn program(&self, _: &Environment, path: &Path) -> Option<Arc<Program>> {
        crate::outside::current(|db| {
            if crate::outside::kind(db, path) != Some(world::FileKind::File) {
                return None;
            }
            let file = db.files().at(db, &path.to_string_lossy());
            program(db, Root::new(db, self.root.clone()), file)
        })?
    }

    fn native_type(&self, _: &Environment, lower: &str) -> Option<Native> {
        crate::outside::current(|db| native_type(db, Root::new(db, self.root.clone()), TypeName::new(db, Arc::<str>::from(lower))))?
    }

    fn facts_of_modules(&self, _: &Environment) -> Arc<[Str]> {
        crate::outside::current(|db| facts_of_modules(db, Root::new(db, self.root.clone()))).unwrap_or_else(|| Arc::from([]))
    }
}

impl hiera::Reader for Queries {
    fn content(&self, path: &Path, format: Format) -> Arc<Content> {
        let content = crate::outside::current(|db| {
            if self.limits.allow(path).is_err() || crate::outside::kind(db, path) != Some(world::FileKind::File) {
                return None;
            }
            let file = db.files().at(db, &path.to_string_lossy());
            Some(data(db, file, format == Format::Json))
        });
        content.flatten().unwrap_or_else(|| Arc::new(Content::new(path, format, Err(std::io::ErrorKind::NotFound.into()))))
    }

    fn candidates(&self, pattern: &str) -> Arc<Candidates> {
        let found =
            crate::outside::current(|db| candidates(db, Root::new(db, self.root.clone()), Pattern::new(db, Arc::<str>::from(pattern))));
        found.unwrap_or_else(|| Arc::new(Candidates::find(&Outside, pattern)))
    }

    fn key_index(&self, pattern: &str, format: Format) -> Arc<KeyIndex> {
        let index = crate::outside::current(|db| {
            key_index(db, Root::new(db, self.root.clone()), Pattern::new(db, Arc::<str>::from(pattern)), format == Format::Json)
        });
        index.unwrap_or_default()
    }
}

#[salsa::interned]
struct Pattern<'db> {
    #[returns(ref)]
    text: Arc<str>,
}

/// The files of data that a pattern matches.
#[salsa::tracked(returns(clone))]
fn candidates<'db>(db: &'db dyn Db, root: Root<'db>, pattern: Pattern<'db>) -> Arc<Candidates> {
    let Some(environment) = environment_of(db, root) else { return Arc::default() };
    Arc::new(with_db(db, || Candidates::find(&*environment.world, pattern.text(db))))
}

/// The keys of a file of data. Compared: an edit of a value ends here.
#[salsa::tracked(returns(ref))]
fn file_keys(db: &dyn Db, file: File, json: bool) -> FileKeys {
    FileKeys::from_content(&read_data(db, file, json))
}

/// Which of the files that a pattern matches have a key.
#[salsa::tracked(returns(clone))]
fn key_index<'db>(db: &'db dyn Db, root: Root<'db>, pattern: Pattern<'db>, json: bool) -> Arc<KeyIndex> {
    let candidates = candidates(db, root, pattern);
    Arc::new(KeyIndex::new(candidates.files().iter().map(|path| file_keys(db, db.files().at(db, path), json))))
}

/// Limit of files that are stored as evaluations read them.
const MOST: usize = 1024;

/// The limit where no other files are about to be analysed.
const FEW: usize = 192;

/// Lets few files be kept, or as many as usual.
pub(crate) fn keep_few(db: &mut Database, few: bool) {
    program::set_lru_capacity(db, if few { FEW } else { MOST });
}

/// A file as the evaluation reads it.
#[salsa::tracked(returns(clone), no_eq, lru = 1024)]
pub(crate) fn program<'db>(db: &'db dyn Db, root: Root<'db>, file: File) -> Option<Arc<Program>> {
    let environment = environment_of(db, root)?;
    let path = PathBuf::from(&*file.path(db));
    if !file.is_open(db) {
        return with_db(db, || environment.read_program(&path)).map(Arc::new);
    }
    // What is open was parsed for the editor, and is shown with its values.
    let validated = |options: &ValidateOptions| (*options == validate_options(db, file)).then(|| problems(db, file).clone());
    let known = || environment.program_of(&path, parse(db, file), model(db, file), validated);
    let mut program = with_db(db, || known().or_else(|| environment.read_program(&path)))?;
    program.is_marked = true;
    Some(Arc::new(program))
}

#[salsa::interned]
struct TypeName<'db> {
    #[returns(ref)]
    name: Arc<str>,
}

#[salsa::tracked(returns(clone))]
fn native_type<'db>(db: &'db dyn Db, root: Root<'db>, name: TypeName<'db>) -> Option<Native> {
    let environment = environment_of(db, root)?;
    with_db(db, || environment.read_native_type(name.name(db)))
}

/// The names of the facts that the modules of a site define: every evaluation asks for them, and they stand in many files.
#[salsa::tracked(returns(clone))]
pub(crate) fn facts_of_modules<'db>(db: &'db dyn Db, root: Root<'db>) -> Arc<[Str]> {
    let Some(environment) = environment_of(db, root) else { return Arc::from([]) };
    with_db(db, || environment.read_facts_of_modules()).into()
}

/// A file of data. Its places count, too: an error in it is reported at its line.
#[salsa::tracked(returns(clone))]
fn data(db: &dyn Db, file: File, json: bool) -> Arc<Content> {
    Arc::new(read_data(db, file, json))
}

fn read_data(db: &dyn Db, file: File, json: bool) -> Content {
    let path = file.path(db);
    let format = if json { Format::Json } else { Format::Yaml };
    let text = file.text(db).map(|it| it.as_bytes().to_vec());
    Content::new(Path::new(&*path), format, text.ok_or_else(|| std::io::ErrorKind::NotFound.into()))
}

/// A type of Ruby code by its name in lower case.
pub(crate) fn native<'db>(db: &'db dyn Db, root: Root<'db>, lower: &str) -> Option<Native> {
    native_type(db, root, TypeName::new(db, Arc::<str>::from(lower)))
}
