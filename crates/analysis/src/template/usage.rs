//! Templates that nothing renders: no text of the checkout has a name, or a computed one, that could be theirs.
//!
//! A name may come from outside, too: as the value of a parameter of a public module, say. So nothing is unused in a module that renders
//! templates whose names its text does not show.

use std::path::Path;
use std::sync::Arc;

use environment::puppetfile;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use workspace::discover::DocumentKind;
use workspace::{Db, File, discover};
use world::FileKind;

use super::{computed, pattern};
use crate::Snapshot;
use crate::below::paths_below_in;
use crate::index::main_manifests;
use crate::outside;
use crate::site::{Root, environment_of, root};

/// Extensions of texts that may name a template, besides all files in folders of templates.
const TEXTS: [&str; 17] =
    ["pp", "epp", "erb", "rb", "yaml", "yml", "eyaml", "json", "md", "markdown", "txt", "rst", "adoc", "toml", "sh", "py", "conf"];

const PROSE: [&str; 5] = [".md", ".markdown", ".txt", ".rst", ".adoc"];

/// The files of a checkout that name a template, and render nothing.
const OTHERS: [&str; 4] = ["changelog", "rakefile", "gemfile", "history"];

/// Names of templates in a file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Named {
    patterns: Vec<SmolStr>,
    /// It renders a template whose name its text does not show.
    is_open: bool,
    /// It is code that is not UTF-8.
    is_unreadable: bool,
}

/// Names of templates in a checkout.
#[derive(Debug, Default, PartialEq, Eq)]
struct All {
    /// Each pattern with the only file that has it; no file where several have it.
    patterns: FxHashMap<SmolStr, Option<File>>,
    /// The paths of files that render a template of any name.
    open: Vec<Arc<str>>,
    is_unreadable: bool,
}

#[salsa::tracked(returns(clone))]
fn named_in(db: &dyn Db, file: File) -> Arc<Named> {
    let path = file.path(db);
    let kind = discover::document_kind(Path::new(&*path));
    let is_puppet = matches!(kind, DocumentKind::Manifest | DocumentKind::Epp);
    let is_ruby = !is_puppet && (path.ends_with(".rb") || path.contains("/templates/"));
    let Some(text) = file.text(db) else {
        return Arc::new(Named { is_unreadable: is_puppet || is_ruby, ..Named::default() });
    };
    let mut patterns = pattern::patterns(&text);
    // Prose means a name only where it has all of it.
    if PROSE.iter().any(|it| path.ends_with(it)) {
        patterns.retain(|it| !it.starts_with('.') && !it.starts_with('*'));
    }
    let is_open = is_puppet && computed::in_puppet(&text) || is_ruby && computed::in_ruby(&text);
    Arc::new(Named { patterns, is_open, is_unreadable: false })
}

#[salsa::tracked(returns(clone))]
fn named<'db>(db: &'db dyn Db, root: Root<'db>) -> Arc<All> {
    let mut folders = vec![root.path(db).to_path_buf()];
    if let Some(environment) = environment_of(db, root) {
        folders.extend(environment.modules().map(|it| it.1.clone()).filter(|it| !it.starts_with(root.path(db))));
    }
    // What a module is tested with knows nothing of it.
    let is_entered = |name: &str| !matches!(name, "fixtures" | "node_modules");
    let mut all = All::default();
    for path in folders.iter().flat_map(|it| paths_below_in(db, it, is_entered, |_| true)) {
        if !may_name(&path) {
            continue;
        }
        let file = db.files().at(db, &path.to_string_lossy());
        let own = named_in(db, file);
        all.is_unreadable |= own.is_unreadable;
        if own.is_open {
            all.open.push(file.path(db));
        }
        for pattern in &own.patterns {
            all.patterns.entry(pattern.clone()).and_modify(|it| *it = None).or_insert(Some(file));
        }
    }
    Arc::new(all)
}

fn may_name(path: &Path) -> bool {
    let name = path.file_name().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
    if name.starts_with('.') || OTHERS.iter().any(|it| name.starts_with(it)) {
        return false;
    }
    let is_text = path.extension().and_then(|it| it.to_str()).is_some_and(|it| TEXTS.contains(&it));
    is_text || path.components().any(|it| it.as_os_str() == "templates")
}

impl Snapshot<'_> {
    /// Whether a file is a template of a module that is worked on, and nothing of the checkout can render it.
    pub fn is_unused_template(&self, file: File) -> bool {
        self.find_unused(file).unwrap_or_default()
    }

    fn find_unused(&self, file: File) -> Option<bool> {
        let db = self.db();
        let name = self.template_name(file).or_else(|| self.erb_name(file))?;
        let folder = self.erb_module(file)?.root;
        let root = root(db, file)?;
        if !is_worked_on(db, root, &name, &folder) {
            return None;
        }
        let all = named(db, root);
        let is_own = |path: &Arc<str>| path.strip_prefix(folder.as_str()).is_some_and(|it| it.starts_with('/'));
        if all.is_unreadable || all.open.iter().any(is_own) {
            return None;
        }
        let (module, rest) = name.split_once('/')?;
        let path = format!("{module}/templates/{rest}");
        let is_other = |it: &Option<File>| it.is_none_or(|it| it != file);
        let mut patterns = all.patterns.iter().filter(|it| is_other(it.1)).map(|it| it.0);
        Some(!patterns.any(|it| pattern::matches_end(it, &name) || pattern::matches_end(it, &path)))
    }
}

/// Whether a module is a public one that is checked out by itself, or one of a site's own.
fn is_worked_on(db: &dyn Db, root: Root<'_>, name: &str, folder: &str) -> bool {
    let folder = Path::new(folder);
    let top = root.path(db);
    let has = |folder: &Path, name: &str| outside::kind(db, &folder.join(name)) == Some(FileKind::File);
    let is_public = has(folder, "metadata.json");
    if folder == &**top {
        return is_public;
    }
    if is_public || !folder.starts_with(top) || folder.ancestors().any(|it| it.ends_with("spec/fixtures")) {
        return false;
    }
    let listed = db.files().at(db, &top.join(puppetfile::FILE_NAME).to_string_lossy()).text(db);
    let module = name.split('/').next().unwrap_or_default();
    if listed.as_ref().is_some_and(|it| puppetfile::modules(it).iter().any(|it| it.name == module)) {
        return false;
    }
    listed.is_some() || has(top, "environment.conf") || !main_manifests(db, root).is_empty()
}
