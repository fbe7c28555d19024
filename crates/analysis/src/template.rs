//! The callers of a template: its mistakes show where the callers are evaluated.

mod computed;
mod pattern;
mod usage;

use std::path::Path;
use std::sync::Arc;

use hir::{FileKind, Symbol};
use rustc_hash::FxHashSet;
use smol_str::{SmolStr, format_smolstr};
use workspace::discover::{DocumentKind, document_kind};
use workspace::{Db, File};

use crate::below::{manifests_below, paths_below};
use crate::index::main_manifests;
use crate::names::{mentions, references};
use crate::site::{Root, environment_of};

/// Templates that are called by templates, so deeply at most.
const DEEPEST: usize = 4;

/// Limit of the manifests that decide what is wrong in a template.
const MOST_CALLERS: usize = 8;

/// The templates of EPP that a file calls, as `apache/vhost.epp`.
#[salsa::tracked(returns(clone))]
fn called(db: &dyn Db, file: File) -> Arc<Vec<SmolStr>> {
    let names = references(db, file).all.iter().filter_map(|it| match &it.symbol {
        Symbol::File(FileKind::Epp, name) => Some(name.clone()),
        _ => None,
    });
    let mut names: Vec<SmolStr> = names.collect();
    names.sort();
    names.dedup();
    Arc::new(names)
}

/// The manifests that call a template, also through other templates: those of its own module, and the main ones.
pub(crate) fn callers(db: &dyn Db, root: Root<'_>, template: &Path) -> Vec<File> {
    let Some(environment) = environment_of(db, root) else { return Vec::new() };
    let own = environment.modules().find_map(|(name, folder)| Some((name, folder, below_templates(folder, template)?)));
    let Some((module, folder, rest)) = own else {
        return Vec::new();
    };
    let mut manifests = manifests_below(db, folder);
    manifests.extend(main_manifests(db, root).iter().map(|path| db.files().at(db, &path.to_string_lossy())));
    let templates = paths_below(db, &folder.join(FileKind::Epp.folder()), |name| document_kind(name) == DocumentKind::Epp);

    let mut wanted = vec![format_smolstr!("{module}/{rest}")];
    let mut seen: FxHashSet<SmolStr> = wanted.iter().cloned().collect();
    let mut found: Vec<File> = Vec::new();
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for name in &wanted {
            let symbol = Symbol::File(FileKind::Epp, name.clone());
            let Some(word) = symbol.search_word() else { continue };
            let calls = |file: File| mentions(db, file).may_have(&word) && called(db, file).contains(name);
            found.extend(manifests.extract_if(.., |it| calls(*it)));
            for path in &templates {
                let Some(rest) = below_templates(folder, path) else { continue };
                let other = format_smolstr!("{module}/{rest}");
                if !seen.contains(&other) && calls(db.files().at(db, &path.to_string_lossy())) {
                    seen.insert(other.clone());
                    next.push(other);
                }
            }
        }
        wanted = next;
    }
    found.truncate(MOST_CALLERS);
    found
}

fn below_templates(folder: &Path, template: &Path) -> Option<String> {
    Some(template.strip_prefix(folder.join(FileKind::Epp.folder())).ok()?.to_str()?.replace('\\', "/"))
}
