//! Places in files, for the protocol.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use analysis::{Snapshot, document_kind};
use ide::{Target, TextRange};
use tower_lsp::ls_types::{GotoDefinitionResponse, Location, LocationLink, Range, Uri};
use world::FileKind;

use crate::document::Document;
use crate::read::Surroundings;
use crate::uris;

/// Knows the texts of one state of the workspace, and where their lines are.
pub(crate) struct Places<'a> {
    around: &'a Surroundings,
    snapshot: Snapshot<'a>,
    made: RefCell<HashMap<Arc<str>, Option<Arc<Document>>>>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(around: &'a Surroundings, snapshot: Snapshot<'a>) -> Places<'a> {
        Places { around, snapshot, made: RefCell::default() }
    }

    /// A file as the snapshot has it.
    pub(crate) fn document(&self, path: &str) -> Option<Arc<Document>> {
        if let Some(open) = self.around.open.get(path) {
            return Some(open.clone());
        }
        if let Some(made) = self.made.borrow().get(path) {
            return made.clone();
        }
        let key: Arc<str> = Arc::from(path);
        let made = self.snapshot.file(path).and_then(|file| {
            let (uri, text) = (uris::of_key(path)?, self.snapshot.text(file));
            Some(Arc::new(Document::new(uri, key.clone(), document_kind(path).dialect(), None, text, self.around.client.encoding)))
        });
        self.made.borrow_mut().insert(key, made.clone());
        made
    }

    /// How the client calls a file, and where in it something is.
    pub(crate) fn range(&self, path: &str, range: TextRange) -> Option<(Uri, Range)> {
        let document = self.document(path)?;
        Some((document.uri.clone(), document.range(range)))
    }

    pub(crate) fn location(&self, target: &Target) -> Option<Location> {
        let (uri, _, range) = self.resolve(target)?;
        Some(Location { uri, range })
    }

    /// The file, the whole, and the name in it.
    fn resolve(&self, target: &Target) -> Option<(Uri, Range, Range)> {
        match self.document(&target.path) {
            Some(document) => Some((document.uri.clone(), document.range(target.range), document.range(target.focus))),
            None if target.is_guess && self.exists(&target.path) => Some((uris::of_key(&target.path)?, Range::default(), Range::default())),
            None => None,
        }
    }

    /// Whether there is such a file, read or not.
    pub(crate) fn exists(&self, path: &str) -> bool {
        let is_file = |path: &Path| self.around.world.metadata(path).is_ok_and(|it| it.kind == FileKind::File);
        self.document(path).is_some() || is_file(Path::new(path))
    }

    /// Where a name leads.
    pub(crate) fn goto(&self, document: &Document, goto: &ide::Goto) -> Option<GotoDefinitionResponse> {
        let found: Vec<(Uri, Range, Range)> = goto.targets.iter().filter_map(|it| self.resolve(it)).collect();
        (!found.is_empty()).then(|| self.goto_ranges(document, goto.origin, found))
    }

    /// The same with the files, the wholes, and the names in them.
    pub(crate) fn goto_ranges(&self, document: &Document, origin: TextRange, found: Vec<(Uri, Range, Range)>) -> GotoDefinitionResponse {
        if !self.around.client.links {
            let locations = found.into_iter().map(|(uri, _, range)| Location { uri, range });
            return GotoDefinitionResponse::Array(locations.collect());
        }
        let origin = document.range(origin);
        let links = found.into_iter().map(|(target_uri, target_range, target_selection_range)| LocationLink {
            origin_selection_range: Some(origin),
            target_uri,
            target_range,
            target_selection_range,
        });
        GotoDefinitionResponse::Link(links.collect())
    }
}
