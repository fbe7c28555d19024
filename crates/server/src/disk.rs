//! The files of the workspace as the disk has them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{Change, Origin};
use workspace::discover;
use world::{FileKind, World};

use diagnostics::Modules;
use environment::Ownership;
use settings::{Finder, Unread};
use syntax::Autoload;
use tower_lsp::ls_types::notification::ShowMessage;
use tower_lsp::ls_types::{MessageType, ShowMessageParams};

use crate::owner::Owner;
use crate::state::State;
use crate::uris;

/// Number of files that are passed at once: enough to be quick, few enough that an edit need not wait.
const BATCH: usize = 64;

/// One file as the disk has it.
struct Loaded {
    key: Arc<str>,
    text: Option<Arc<str>>,
    autoload: Option<Autoload>,
}

impl Loaded {
    fn read(world: &dyn World, modules: &Modules<'_>, path: &Path) -> Loaded {
        let key = uris::key_of_path(path);
        let text = discover::text(world, path);
        // Only manifests and templates define anything.
        let autoload = if discover::is_input(path) { None } else { modules.autoload(path, &key) };
        Loaded { autoload, key, text }
    }

    fn missing(key: Arc<str>) -> Loaded {
        Loaded { key, text: None, autoload: None }
    }
}

/// Reads all files of folders and hands them to the owner, batch by batch. `report` receives the number so far.
pub(crate) fn load(world: &dyn World, owner: &Owner, folders: &[PathBuf], mut report: impl FnMut(usize)) {
    let modules = Modules::new(world);
    let mut batch: Vec<Loaded> = Vec::new();
    let mut count = 0;
    let mut hand_over = |batch: &mut Vec<Loaded>| {
        let files = std::mem::take(batch);
        count += files.len();
        report(count);
        owner.send(move |state| set(state, files));
    };
    let walk = discover::walk(world, folders, discover::is_read);
    if let Some(folder) = &walk.cut_at {
        let most = discover::MOST_SEEN;
        tracing::warn!("the open folders have more than {most} files and folders; skipping those from {} on", folder.display());
    }
    let mut settings: Vec<PathBuf> = walk.refused.into_iter().filter(|it| discover::is_settings(it)).collect();
    for path in walk.files {
        let loaded = Loaded::read(world, &modules, &path);
        if loaded.text.is_none() {
            settings.extend(Some(path).filter(|it| discover::is_settings(it)));
            continue;
        }
        batch.push(loaded);
        if batch.len() >= BATCH {
            hand_over(&mut batch);
        }
    }
    hand_over(&mut batch);
    // Those of the folders above count, too.
    settings.extend_from_slice(folders);
    let unread = unread_settings(world, &settings);
    owner.send(move |state| show_unread(state, &unread));
}

/// The settings that count for files but cannot be read, and why.
fn unread_settings(world: &dyn World, files: &[PathBuf]) -> Vec<(PathBuf, Unread)> {
    let finder = Finder::new(world);
    for file in files {
        finder.project(file);
    }
    // In a folder that is trusted, links may lead anywhere.
    finder.unread().into_iter().filter(|(file, _)| discover::text(world, file).is_none()).collect()
}

/// Without a word, everything would look as if nothing had been set.
fn show_unread(state: &State, unread: &[(PathBuf, Unread)]) {
    for (file, why) in unread {
        let message = format!("{}: {why}", file.display());
        state.publisher.outbox().notify::<ShowMessage>(ShowMessageParams { typ: MessageType::WARNING, message });
    }
}

/// Reads files again of which somebody says that they have changed, appeared or gone.
pub(crate) fn reload(state: &mut State, paths: &[PathBuf]) {
    let world = state.world.clone();
    let modules = Modules::new(&*world);
    let mut files = Vec::new();
    for path in paths {
        match world.metadata(path).map(|it| it.kind) {
            Ok(FileKind::Directory) => {
                let found = discover::manifests(&*world, std::slice::from_ref(path));
                files.extend(found.iter().map(|path| Loaded::read(&*world, &modules, path)));
            }
            Ok(FileKind::File) if discover::is_manifest(path) || discover::is_input(path) => {
                files.push(Loaded::read(&*world, &modules, path));
            }
            // What has taken the place of a file is no file.
            Ok(FileKind::Special | FileKind::Link) if discover::is_manifest(path) || discover::is_input(path) => {
                files.push(Loaded::missing(uris::key_of_path(path)));
            }
            Ok(_) => {}
            // A folder that is gone takes with it what was in it.
            Err(_) => {
                files.extend(state.files().into_iter().filter(|key| Path::new(&**key).starts_with(path)).map(Loaded::missing));
                if discover::is_input(path) {
                    files.push(Loaded::missing(uris::key_of_path(path)));
                }
            }
        }
    }
    note_definitions(state, &files);
    set(state, files);
    let settings: Vec<PathBuf> = paths.iter().filter(|it| discover::is_settings(it)).cloned().collect();
    let unread = unread_settings(&*world, &settings);
    show_unread(state, &unread.into_iter().filter(|(file, _)| settings.contains(file)).collect::<Vec<_>>());
    if paths.iter().any(|path| path.file_name().is_some_and(|it| it == "metadata.json" || it == "environment.conf")) {
        place(state, &state.files());
    }
    if paths.iter().any(|path| path.file_name().is_some_and(|it| Ownership::FILES.iter().any(|name| it == *name))) {
        state.look_for_own_anew();
    }
}

/// Folders were taken out of the workspace: what lay in them is none of our business any more.
pub(crate) fn forget_outside(state: &mut State) {
    let outside = state.files().into_iter().filter(|key| !state.is_in_workspace(key));
    let files = outside.map(Loaded::missing).collect();
    set(state, files);
}

/// Finds out to which modules files belong, and so what they may define.
pub(crate) fn place(state: &mut State, keys: &[Arc<str>]) {
    let world = state.world.clone();
    let modules = Modules::new(&*world);
    let mut change = Change::new();
    for key in keys {
        let autoload = Some(Path::new(&**key)).filter(|path| path.is_absolute()).and_then(|path| modules.autoload(path, key));
        if autoload != state.autoload(key) {
            state.changed.insert(key.clone());
            change = change.autoload(key.clone(), autoload);
        }
    }
    if !change.is_empty() {
        state.apply(change);
    }
}

/// Has findings looked for again that may follow from what files define: in all files where one has appeared or gone, in the open
/// documents where one has another text.
fn note_definitions(state: &mut State, files: &[Loaded]) {
    let closed = || files.iter().filter(|it| state.open_document(&it.key).is_none());
    if closed().any(|it| it.text.is_some() != state.has_text(&it.key)) {
        state.check_all();
    } else if closed().next().is_some() {
        state.other_documents.extend(state.open_documents().keys().cloned());
    }
}

fn set(state: &mut State, files: Vec<Loaded>) {
    let mut change = Change::new();
    // Whether others read one of the files, so that they may have other findings.
    let mut reads = false;
    for Loaded { key, text, autoload } in files {
        // Files that lie outside come along when they are opened, and go when they are closed.
        let text = text.filter(|_| state.is_in_workspace(&key));
        reads |= discover::is_input(Path::new(&*key));
        state.changed.insert(key.clone());
        // A document that is open stays where it is, even if its file is gone.
        if text.is_some() || state.open_document(&key).is_none() {
            change = change.autoload(key.clone(), autoload);
        }
        change = change.disk(key, text, Origin::Local);
    }
    if !change.is_empty() {
        state.apply(change);
    }
    if reads {
        state.check_all();
    }
}
