//! Stores what states change, for `bunraku undo`.

mod watched;

use apply::run::Writer;
use apply::{Refusal, Snapshot, UndoRecord};
use indexmap::IndexMap;
use machine::{FileKind, System};

pub use self::watched::Watched;
use crate::functions::service_masks;
use crate::low::Low;
use crate::returned::Outcome;

/// Why a service stays masked.
const MASKED: &str = "masks of services are not undone";

/// Of a state that changes more paths nothing is stored.
const MOST_PATHS: usize = 10_000;
/// All that a run stores takes no more bytes.
const MOST_BYTES: u64 = 1 << 30;
/// Links that are followed from one path.
const MOST_LINKS: usize = 40;

/// Changes of users that can be restored.
const OF_USERS: &[&str] = &["uid", "gid", "groups", "home", "shell", "fullname", "roomnumber", "workphone", "homephone", "other"];

/// Writes down what each state changes.
pub struct Journal {
    /// Contents of files are stored here.
    folder: String,
    writer: Writer,
    copies: usize,
    bytes: u64,
    state: State,
}

/// Changes of the current state.
#[derive(Default)]
struct State {
    name: String,
    has_begun: bool,
    paths: IndexMap<String, Entry>,
    /// Paths below which a program makes files.
    made: Vec<String>,
    /// Users, groups and services, with their names in messages.
    objects: Vec<(String, Snapshot)>,
    /// Whether the service of the state was masked before it.
    masks: Option<[bool; 2]>,
    refusal: Option<String>,
}

struct Entry {
    snapshot: Snapshot,
    /// Whether its content was stored, where it has any.
    is_stored: bool,
}

/// Why the changes of a function are never undone.
fn refusal(low: &Low) -> Option<String> {
    match low.state.as_str() {
        "file" | "host" | "user" | "group" | "service" => None,
        "cmd" => Some(Refusal::Command.into()),
        "pkg" => Some(Refusal::Package.into()),
        _ => Some(format!("changes of `{}` cannot be undone", low.function())),
    }
}

impl Journal {
    pub fn new(folder: String, writer: Writer) -> Journal {
        Journal { folder, writer, copies: 0, bytes: 0, state: State::default() }
    }

    /// The run has ended.
    pub fn finish(self) {
        self.writer.end();
    }

    /// A state is about to be called.
    pub(crate) fn begin(&mut self, low: &Low, system: &mut dyn System) {
        let function = low.watches.as_ref().map_or_else(|| low.function(), |it| format!("{}.{it}", low.state));
        self.state = State { name: format!("{function}: {}", low.name), refusal: refusal(low), ..State::default() };
        match low.state.as_str() {
            "user" => self.state.objects.push((self.state.name.clone(), Snapshot::user(&low.name, system))),
            "group" => self.note_group(low, system),
            "service" => {
                self.state.objects.push((self.state.name.clone(), Snapshot::service(&low.name, system)));
                self.state.masks = Some(service_masks(system, &low.name));
            }
            _ => {}
        }
        // Files are noted one by one, and tests change nothing.
        if !matches!(low.state.as_str(), "test" | "file" | "host") {
            self.open();
        }
    }

    /// A group, and who is in it or will be.
    fn note_group(&mut self, low: &Low, system: &mut dyn System) {
        let group = Snapshot::group(&low.name, system);
        let given = ["members", "addusers", "delusers"].into_iter().flat_map(|it| low.texts(it));
        let mut users: Vec<String> = group.members().into_iter().chain(given).collect();
        users.sort_unstable();
        users.dedup();
        for user in users {
            self.state.objects.push((format!("{} ({user})", self.state.name), Snapshot::user(&user, system)));
        }
        self.state.objects.push((self.state.name.clone(), group));
    }

    fn open(&mut self) {
        if !self.state.has_begun {
            self.state.has_begun = true;
            self.writer.begin(&[&self.state.name]);
        }
    }

    /// A state has ended.
    pub(crate) fn end(&mut self, low: &Low, outcome: Option<&Outcome>, system: &mut dyn System) {
        let state = std::mem::take(&mut self.state);
        let has_changes = outcome.is_some_and(|it| !it.changes.is_empty());
        let mut all = Vec::new();
        let has_masked = state.masks.is_some_and(|it| it != service_masks(system, &low.name));
        let refusal = state.refusal.clone().or_else(|| has_masked.then(|| MASKED.to_owned()));
        match refusal.or_else(|| outcome.and_then(|it| unrestored(low, it))) {
            Some(why) => {
                for (path, entry) in state.paths {
                    if entry.snapshot.finish(&state.name, system).is_some() {
                        // Other states may have changed the same file, too.
                        let refused = UndoRecord::refused(&state.name, why.clone());
                        all.push(UndoRecord { type_name: "file".to_owned(), title: path, ..refused });
                    }
                }
                if all.is_empty() && has_changes && low.state != "test" {
                    all.push(UndoRecord::refused(&state.name, why));
                }
            }
            None => {
                all.extend(state.objects.into_iter().filter_map(|(name, it)| it.finish(&name, system)));
                let mut paths = state.paths;
                for root in state.made {
                    for path in walk(&root, false, system) {
                        paths.entry(path).or_insert_with_key(|it| Entry { snapshot: Snapshot::absent(it), is_stored: true });
                    }
                }
                for (path, entry) in paths {
                    let name = if path == low.name { state.name.clone() } else { format!("{} ({path})", state.name) };
                    all.extend(entry.snapshot.finish(&name, system));
                }
                if all.is_empty() && has_changes && low.state == "service" && low.watches.is_some() {
                    all.push(UndoRecord::refused(&state.name, Refusal::Refresh));
                }
            }
        }
        self.writer.keep(&state.name, &all);
    }

    /// A path is about to be changed; `is_content` if not only its owners and its mode.
    fn note(&mut self, path: &str, is_content: bool, system: &mut dyn System) {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            self.note_one(&path, is_content, system);
            let Ok(target) = system.link_target(&path) else { return };
            path = match target.starts_with('/') {
                true => target,
                false => format!("{}/{target}", path.rfind('/').map_or("", |end| &path[..end])),
            };
        }
    }

    fn note_one(&mut self, path: &str, is_content: bool, system: &mut dyn System) {
        self.open();
        // The databases of accounts hold secrets: programs restore what is in them.
        if !self.state.objects.is_empty() && path.starts_with("/etc/") {
            return;
        }
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        if self.state.paths.len() >= MOST_PATHS {
            self.state.refusal = Some(Refusal::TooMuch.into());
            return;
        }
        let is_below = |root: &String| path.strip_prefix(root.as_str()).is_some_and(|it| it.is_empty() || it.starts_with('/'));
        if !self.state.paths.contains_key(path) && self.state.made.iter().any(is_below) {
            return;
        }
        let entry = self.state.paths.entry(path.to_owned());
        let entry = entry.or_insert_with(|| Entry { snapshot: Snapshot::file(path, system), is_stored: false });
        if !is_content || entry.is_stored || self.state.refusal.is_some() {
            return;
        }
        entry.is_stored = true;
        let size = system.details(path).ok().flatten().filter(|it| it.kind == FileKind::File).map(|it| it.size);
        self.bytes = self.bytes.saturating_add(size.unwrap_or_default());
        if self.bytes > MOST_BYTES {
            self.state.refusal = Some(Refusal::TooMuch.into());
            return;
        }
        self.copies += 1;
        entry.snapshot.store_content(&format!("{}/{}", self.folder, self.copies), system);
    }

    /// Everything below a path is about to be removed.
    fn note_tree(&mut self, path: &str, system: &mut dyn System) {
        for path in walk(path, true, system) {
            self.note_one(&path, true, system);
        }
    }
}

/// Why the changes of this call are not undone.
fn unrestored(low: &Low, outcome: &Outcome) -> Option<String> {
    let keys = || outcome.changes.keys().map(String::as_str);
    match low.state.as_str() {
        "file" if keys().any(|it| it == "touched") => Some("the times of files are not stored".to_owned()),
        // An account that was made or removed is refused as a whole.
        "user" if low.fun == "absent" || keys().any(|it| it == "name") => None,
        "user" if keys().any(|it| it == "passwd") => Some(Refusal::Secret.into()),
        "user" if low.is_on("persist_home", false) && keys().any(|it| it == "home") => Some("a moved home is not moved back".to_owned()),
        "user" => {
            let other = keys().find(|it| !OF_USERS.contains(it))?;
            Some(format!("`{other}` of users cannot be restored"))
        }
        _ => None,
    }
}

/// A path and all that is below it; those inside of a folder come before it, or after it. Ends at [`MOST_PATHS`] and one more.
fn walk(path: &str, is_inside_first: bool, system: &dyn System) -> Vec<String> {
    let mut all = vec![path.to_owned()];
    let mut next = 0;
    while let Some(path) = all.get(next).cloned() {
        next += 1;
        let is_folder = system.look(&path, false).ok().flatten().is_some_and(|it| it.kind == FileKind::Directory);
        if is_folder {
            let inside = system.list(&path).unwrap_or_default();
            all.extend(inside.iter().map(|it| format!("{}/{it}", path.trim_end_matches('/'))));
        }
        if all.len() > MOST_PATHS {
            break;
        }
    }
    if is_inside_first {
        all.reverse();
    }
    all
}
