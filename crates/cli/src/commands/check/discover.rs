//! Finds the files to check.
//!
//! Folders are walked without following links, so that the path of a file is its own wherever possible. Links are followed afterwards, each
//! to its target if that is new: so every real path is checked once, and links that lead in circles end.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{DocumentKind, document_kind};
use environment::Ownership;
use world::{Entry, FileKind, World};

use super::bounds;
use super::failure::{Cause, InputError, show};
use super::ignored::{self, Ignored};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileInput {
    /// To open the file with.
    pub path: PathBuf,
    /// The absolute path without links.
    pub real: PathBuf,
    /// The path as it is shown.
    pub shown: String,
    /// The user named it; otherwise it was found in a folder.
    pub is_named: bool,
}

/// Notes of a search.
#[derive(Debug, Default)]
pub struct Notes {
    pub failures: Vec<InputError>,
    /// Found paths that cannot be reached: links to nothing, folders without permission.
    pub unreachable: Vec<InputError>,
    /// Notes on files that were checked nevertheless.
    pub notes: Vec<InputError>,
    /// SLS files that were found outside of Puppet code; they are checked with their trees.
    pub states: Vec<PathBuf>,
}

/// Finds the files to check under the paths given, which are files or folders. Each is passed on as soon as it is found, so that the search
/// and the work on the files run at the same time.
pub fn discover(world: &dyn World, roots: &[PathBuf], honour_ignored: bool, found: &mut dyn FnMut(FileInput)) -> Notes {
    let mut search = Search {
        world,
        honour_ignored,
        found,
        notes: Notes::default(),
        files: HashSet::new(),
        folders: HashSet::new(),
        parents: HashMap::new(),
        links: VecDeque::new(),
        bounds: bounds::repository_bounds(world, roots),
        skipped: Vec::new(),
    };
    for root in roots {
        search.root(root);
    }
    while let Some((link, around)) = search.links.pop_front() {
        search.link(&link, around);
    }
    let mut notes = search.notes;
    notes.failures.sort();
    notes.failures.dedup();
    notes.notes.extend(skipped_modules(search.skipped));
    notes.notes.sort();
    notes.unreachable.sort();
    notes.states.sort();
    notes
}

/// Says once which modules of other authors are not checked.
fn skipped_modules(mut skipped: Vec<PathBuf>) -> Option<InputError> {
    skipped.sort();
    let first = show(skipped.first()?);
    let more = match skipped.len() - 1 {
        0 => String::new(),
        more => format!(", like {more} more"),
    };
    Some(InputError::new(first, format!("a module of another author{more}: not checked unless you name it")))
}

struct Search<'w> {
    world: &'w dyn World,
    honour_ignored: bool,
    found: &'w mut dyn FnMut(FileInput),
    notes: Notes,
    /// Real paths.
    files: HashSet<PathBuf>,
    /// Real paths.
    folders: HashSet<PathBuf>,
    /// The real paths of the folders of files that the user named.
    parents: HashMap<PathBuf, PathBuf>,
    /// Links, each with what the folders around it say.
    links: VecDeque<(PathBuf, Ownership)>,
    /// The real paths of what the user named, and of the repositories around it: what links lead to elsewhere is not ours.
    bounds: Vec<PathBuf>,
    /// Modules of other authors that were skipped.
    skipped: Vec<PathBuf>,
}

/// A folder that waits to be read.
struct Folder {
    path: PathBuf,
    real: PathBuf,
    /// Ownership of the folders above.
    around: Ownership,
    ignored: Option<Arc<Ignored>>,
    /// Whether it or a folder above is one of Puppet.
    has_puppet: bool,
}

impl Search<'_> {
    /// A path that the user named: a file is checked whatever its name.
    fn root(&mut self, path: &Path) {
        if self.world.link_metadata(path).is_ok_and(|it| it.kind == FileKind::File) {
            match self.real_file(path) {
                Ok(real) => self.add(path.to_owned(), real, true),
                Err(error) => self.fail(InputError::io(show(path), &error)),
            }
            return;
        }
        match self.world.metadata(path) {
            Ok(metadata) => match metadata.kind {
                FileKind::File => self.file(path, true),
                FileKind::Directory => self.walk(path, Ownership::default()),
                FileKind::Link | FileKind::Special => self.special(path),
            },
            Err(error) => self.fail(InputError::missing(self.world, path, show(path), &error)),
        }
    }

    fn file(&mut self, path: &Path, is_named: bool) {
        match self.world.real_path(path) {
            Ok(real) => self.add(path.to_owned(), real, is_named),
            Err(error) => self.fail(InputError::io(show(path), &error)),
        }
    }

    /// The real path of a file that is no link itself. Long lists of files are mostly of the same folders, and following
    /// a path step by step takes as long as reading the file.
    fn real_file(&mut self, path: &Path) -> io::Result<PathBuf> {
        let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else { return self.world.real_path(path) };
        if let Some(real) = self.parents.get(folder) {
            return Ok(real.join(name));
        }
        let real = self.world.real_path(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?;
        let file = real.join(name);
        self.parents.insert(folder.to_owned(), real);
        Ok(file)
    }

    fn add(&mut self, path: PathBuf, real: PathBuf, is_named: bool) {
        if !self.files.insert(real.clone()) {
            return;
        }
        let shown = show(&path);
        if path.to_str().is_none() {
            self.fail(InputError::new(shown, "the path is not UTF-8"));
        } else {
            (self.found)(FileInput { path, real, shown, is_named });
        }
    }

    fn special(&mut self, path: &Path) {
        self.fail(InputError::new(show(path), "not a regular file but a pipe, a socket or a device"));
    }

    fn fail(&mut self, failure: InputError) {
        self.notes.failures.push(failure);
    }

    /// Records a failure of a path that was found, not named.
    fn fail_found(&mut self, failure: InputError) {
        match failure.cause {
            Cause::Unreachable => self.notes.unreachable.push(failure),
            Cause::Binary | Cause::Other => self.fail(failure),
        }
    }

    /// Everything in a folder that has not been seen yet.
    fn walk(&mut self, top: &Path, around: Ownership) {
        let real = match self.world.real_path(top) {
            Ok(real) => real,
            Err(error) => return self.fail(InputError::io(show(top), &error)),
        };
        if !self.folders.insert(real.clone()) {
            return;
        }
        let ignored = if self.honour_ignored { ignored::inherited(self.world, &real) } else { None };
        let mut waiting = vec![Folder { path: top.to_owned(), real, around, ignored, has_puppet: false }];
        while let Some(folder) = waiting.pop() {
            self.folder(folder, &mut waiting, top);
        }
    }

    fn folder(&mut self, mut folder: Folder, waiting: &mut Vec<Folder>, top: &Path) {
        let entries = match self.world.read_dir(&folder.path) {
            Ok(entries) => entries,
            Err(error) if folder.path == top => return self.fail(InputError::io(show(&folder.path), &error)),
            Err(error) => return self.fail_found(InputError::io(show(&folder.path), &error)),
        };
        let may_have = |name: &str| entries.iter().any(|it| it.name == name);
        let Some(inside) = folder.around.enter(self.world, &folder.real, may_have) else {
            self.skipped.push(folder.path);
            return;
        };
        folder.around = inside;
        folder.has_puppet = folder.has_puppet || entries.iter().any(|it| it.name.to_str().is_some_and(is_of_puppet));
        if self.honour_ignored {
            folder.ignored = ignored::in_folder(self.world, &folder.real, &entries, folder.ignored);
        }
        for entry in &entries {
            self.entry(entry, &folder, waiting);
        }
    }

    fn entry(&mut self, entry: &Entry, folder: &Folder, waiting: &mut Vec<Folder>) {
        let is_folder = entry.kind == FileKind::Directory;
        let is_wanted = match entry.kind {
            FileKind::Directory => entry.name != ".git",
            FileKind::Link => true,
            FileKind::File if !folder.has_puppet && is_states(&entry.name) => true,
            FileKind::File | FileKind::Special => is_wanted(&folder.real, Path::new(&entry.name)),
        };
        if !is_wanted {
            return;
        }
        // There is no link between a folder and what is in it.
        let real = folder.real.join(&entry.name);
        if folder.ignored.as_ref().is_some_and(|it| it.is_ignored(&real, is_folder)) {
            return;
        }
        let path = folder.path.join(&entry.name);
        match entry.kind {
            FileKind::Directory => {
                if self.folders.insert(real.clone()) {
                    let (around, ignored) = (folder.around.clone(), folder.ignored.clone());
                    waiting.push(Folder { path, real, around, ignored, has_puppet: folder.has_puppet });
                }
            }
            FileKind::Link => self.links.push_back((path, folder.around.clone())),
            FileKind::File if is_states(&entry.name) => self.notes.states.push(path),
            FileKind::File => self.add(path, real, false),
            FileKind::Special => self.special(&path),
        }
    }

    /// Whether a link leads to something that is not ours.
    fn leads_out(&self, path: &Path) -> bool {
        bounds::leads_out(self.world, path, &self.bounds)
    }

    fn link(&mut self, path: &Path, around: Ownership) {
        match self.world.metadata(path) {
            Ok(metadata) => match metadata.kind {
                FileKind::File if is_manifest(path) && self.leads_out(path) => {
                    self.fail(InputError::new(show(path), "a symbolic link out of the repository: what it leads to is not checked"));
                }
                FileKind::Directory if self.leads_out(path) => {
                    let note = "a symbolic link to a folder outside of the repository: its content is not checked";
                    self.notes.notes.push(InputError::new(show(path), note));
                }
                FileKind::File if is_manifest(path) => self.file(path, false),
                FileKind::Directory => self.linked_folder(path, around),
                FileKind::Special if is_manifest(path) => self.special(path),
                FileKind::File | FileKind::Link | FileKind::Special => {}
            },
            Err(error) => {
                let failure = InputError::missing(self.world, path, show(path), &error);
                // A link of another name was not ours to read.
                if is_manifest(path) { self.fail_found(failure) } else { self.notes.notes.push(failure) }
            }
        }
    }

    fn linked_folder(&mut self, path: &Path, around: Ownership) {
        let above = path.parent().map(|it| if it.as_os_str().is_empty() { Path::new(".") } else { it });
        let real_above = above.and_then(|it| self.world.real_path(it).ok());
        let target = self.world.real_path(path).ok();
        if let (Some(target), Some(above)) = (target, real_above)
            && above.starts_with(&target)
        {
            let note = InputError::new(show(path), "a symbolic link to a parent folder: its content is checked once");
            self.notes.notes.push(note);
        }
        self.walk(path, around);
    }
}

/// Whether a folder with this name in it has Puppet code, and no states.
pub fn is_of_puppet(name: &str) -> bool {
    matches!(name, "metadata.json" | "Puppetfile" | "environment.conf" | "hiera.yaml" | "manifests" | "modules")
        || document_kind(name).is_code()
}

fn is_states(name: &OsStr) -> bool {
    document_kind(Path::new(name)) == DocumentKind::Sls
}

/// Manifests, templates, Ruby of modules, and what may be data.
fn is_manifest(path: &Path) -> bool {
    let kind = document_kind(path);
    kind.is_code() || kind.is_data() || matches!(kind, DocumentKind::Erb | DocumentKind::Ruby)
}

/// The same for a name in a folder, which matters for Ruby alone.
fn is_wanted(folder: &Path, name: &Path) -> bool {
    is_manifest(name) || name.extension().is_some_and(|it| it == "rb") && is_manifest(&folder.join(name))
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    /// The files found in the current folder, as they are shown.
    fn files(world: &MemoryWorld, roots: &[&str]) -> Vec<String> {
        let roots: Vec<PathBuf> = roots.iter().map(PathBuf::from).collect();
        let mut files = Vec::new();
        discover(world, &roots, true, &mut |it| files.push(it.shown));
        files.sort();
        files
    }

    #[test]
    fn links_out_of_the_repository_are_not_followed() {
        let mut world = MemoryWorld::new();
        world.add_file("/etc/passwd", "root:x:0:0:");
        world.add_file("/usr/share/x.pp", "");
        world.add_file("/repo/.git/HEAD", "");
        world.add_file("/repo/shared/a.pp", "");
        world.add_link("/repo/site/manifests/pw.pp", "/etc/passwd");
        world.add_link("/repo/site/manifests/shared.pp", "../../shared/a.pp");
        world.add_link("/repo/site/modules/x", "/usr");
        world.set_current_dir("/repo/site");
        let mut files = Vec::new();
        let notes = discover(&world, &[PathBuf::from(".")], true, &mut |it| files.push(it.shown));
        assert_eq!(files, ["manifests/shared.pp"]);
        let failures: Vec<String> = notes.failures.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
        assert_eq!(failures, ["manifests/pw.pp: a symbolic link out of the repository: what it leads to is not checked"]);
        assert_eq!(notes.notes.len(), 1);
        // What the user names is followed.
        let mut files = Vec::new();
        discover(&world, &["manifests/pw.pp".into(), "modules/x".into()], true, &mut |it| files.push(it.shown));
        assert_eq!(files, ["manifests/pw.pp", "modules/x/share/x.pp"]);
    }

    #[test]
    fn ruby_is_found_where_puppet_loads_it() {
        let mut world = MemoryWorld::new();
        let ruby = ["lib/puppet/functions/f.rb", "lib/puppet/parser/functions/g.rb", "lib/puppet/type/t.rb", "lib/facter/x.rb"];
        for path in ruby.into_iter().chain(["lib/puppet/provider/t/p.rb", "lib/puppet_x/h.rb", "spec/f_spec.rb", "Rakefile.rb"]) {
            world.add_file(format!("/m/{path}"), "");
        }
        world.set_current_dir("/m");
        assert_eq!(files(&world, &["."]), ["lib/facter/x.rb", ruby[0], ruby[1], ruby[2]]);
        world.set_current_dir("/m/lib/puppet/type");
        assert_eq!(files(&world, &["."]), ["t.rb"]);
    }

    /// The files found in `/r`, and what is noted.
    fn own(files_of: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let mut world = MemoryWorld::new();
        for (path, text) in files_of {
            world.add_file(path, *text);
        }
        world.set_current_dir("/r");
        let mut found = Vec::new();
        let notes = discover(&world, &[PathBuf::from(".")], true, &mut |it| found.push(it.shown));
        found.sort();
        (found, notes.notes.into_iter().map(|it| format!("{}: {}", it.path, it.message)).collect())
    }

    #[test]
    fn modules_of_others_are_not_judged() {
        let (found, notes) = own(&[
            ("/r/Puppetfile", "mod 'puppetlabs/stdlib'\nmod 'puppet/nginx'\n"),
            ("/r/manifests/site.pp", ""),
            ("/r/site/profile/manifests/init.pp", ""),
            ("/r/modules/own/manifests/init.pp", ""),
            ("/r/modules/stdlib/manifests/init.pp", ""),
            ("/r/modules/nginx/examples/a.pp", ""),
            ("/r/modules/apt/metadata.json", r#"{ "name": "puppetlabs-apt" }"#),
            ("/r/modules/apt/manifests/init.pp", ""),
            ("/r/modules/base/metadata.json", r#"{ "name": "acme-base" }"#),
        ]);
        let expected = [
            "Puppetfile",
            "manifests/site.pp",
            "modules/base/metadata.json",
            "modules/own/manifests/init.pp",
            "site/profile/manifests/init.pp",
        ];
        assert_eq!(found, expected);
        assert_eq!(notes, ["modules/apt: a module of another author, like 2 more: not checked unless you name it"]);
    }

    #[test]
    fn a_module_of_another_author_is_judged_where_it_is_named() {
        let module = [("/r/metadata.json", r#"{ "name": "puppetlabs-apt" }"#), ("/r/manifests/init.pp", "")];
        assert_eq!(own(&module).0, ["manifests/init.pp", "metadata.json"]);
        let fixture = ("/r/spec/fixtures/modules/stdlib/manifests/init.pp", "");
        let other = ("/r/vendor/x/metadata.json", r#"{ "name": "other-x" }"#);
        let (found, notes) = own(&[module[0], module[1], fixture, other]);
        assert_eq!(found, ["manifests/init.pp", "metadata.json"]);
        assert_eq!(notes, ["spec/fixtures/modules: a module of another author, like 1 more: not checked unless you name it"]);
    }

    #[test]
    fn what_is_found_and_cannot_be_reached_is_kept_apart() {
        let mut world = MemoryWorld::new();
        world.add_link("/r/a.pp", "nowhere");
        world.set_current_dir("/r");
        let notes = discover(&world, &[PathBuf::from(".")], true, &mut |_| {});
        assert_eq!((notes.failures.len(), notes.unreachable.len()), (0, 1));
        let notes = discover(&world, &[PathBuf::from("a.pp")], true, &mut |_| {});
        assert_eq!((notes.failures.len(), notes.unreachable.len()), (1, 0));
    }

    #[test]
    fn each_real_path_is_found_once() {
        let mut world = MemoryWorld::new();
        world.add_file("/env/modules/a/manifests/init.pp", "");
        world.add_file("/env/modules/a/templates/a.epp", "");
        world.add_file("/env/modules/a/README.md", "");
        world.add_link("/env/modules/b", "a");
        world.add_link("/env/modules/a/spec", "../..");
        world.set_current_dir("/env");
        let all = ["modules/a/manifests/init.pp", "modules/a/templates/a.epp"];
        assert_eq!(files(&world, &["."]), all);
        assert_eq!(files(&world, &["modules/a/manifests/init.pp", ".", "modules"]), all);
        assert_eq!(files(&world, &["modules/b/manifests"]), ["modules/b/manifests/init.pp"]);
    }

    #[test]
    fn files_that_are_named_are_known_by_their_real_paths() {
        let mut world = MemoryWorld::new();
        world.add_file("/env/modules/a/init.pp", "");
        world.add_file("/env/modules/a/b.pp", "");
        world.add_link("/env/linked", "modules/a");
        world.add_link("/env/modules/a/c.pp", "b.pp");
        world.set_current_dir("/env/modules/a");
        let roots = ["b.pp", "init.pp", "../a/b.pp", "/env/linked/init.pp", "/env/linked/b.pp", "c.pp"].map(PathBuf::from);
        let mut found = Vec::new();
        discover(&world, &roots, true, &mut |it| found.push((it.shown, it.real)));
        let real = |path: &str| PathBuf::from(path);
        let expected = [("b.pp".to_owned(), real("/env/modules/a/b.pp")), ("init.pp".to_owned(), real("/env/modules/a/init.pp"))];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_ignored_is_not_even_looked_into() {
        let mut world = MemoryWorld::new();
        world.add_dir("/repo/.git");
        world.add_file("/repo/.gitignore", "vendor\n*.gen.pp\n");
        world.add_file("/repo/a.pp", "");
        world.add_file("/repo/sub/b.gen.pp", "");
        world.add_special("/repo/vendor/c.pp");
        world.set_current_dir("/repo/sub");
        assert_eq!(files(&world, &[".."]), ["../a.pp"]);
        assert_eq!(files(&world, &["."]), Vec::<String>::new());
        assert_eq!(files(&world, &["b.gen.pp"]), ["b.gen.pp"]);
    }

    #[test]
    fn folders_may_be_nested_deeply() {
        let mut world = MemoryWorld::new();
        world.add_file(format!("/{}a.pp", "d/".repeat(150)), "");
        assert_eq!(files(&world, &["/"]).len(), 1);
    }
}
