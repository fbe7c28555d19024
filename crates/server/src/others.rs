//! Places that a finding speaks of, in its own document and in others.

use std::sync::Arc;

use analysis::Snapshot;
use syntax::TextRange;
use tower_lsp::ls_types::Location;

use crate::document::Document;
use crate::lines::Lines;
use crate::uris;

/// A document, and the other files that a finding mentions.
pub(crate) struct Others<'a> {
    pub(crate) document: &'a Document,
    snapshot: Snapshot<'a>,
}

impl<'a> Others<'a> {
    pub(crate) fn new(document: &'a Document, snapshot: Snapshot<'a>) -> Others<'a> {
        Others { document, snapshot }
    }

    /// A place in this document or in another file.
    pub(crate) fn location(&self, file: &Arc<str>, range: TextRange) -> Option<Location> {
        if *file == self.document.key {
            return Some(Location { uri: self.document.uri.clone(), range: self.document.range(range) });
        }
        let text = self.snapshot.text(self.snapshot.file(file)?);
        let range = Lines::new(&text).to_range(&text, self.document.encoding, range);
        Some(Location { uri: uris::of_key(file)?, range })
    }
}
