//! Any bytes as what a client sends, and what its edits do to a document.

use std::sync::Arc;

use syntax::{Dialect, TextSize};
use tower_lsp::ls_types::{DidChangeTextDocumentParams, Uri};

use crate::document::Document;
use crate::lines::Encoding;
use crate::transport::{self, Incoming};

const TEXT: &str = "class é {\r\n  $x = '😀'\r\t# €\n}\r";

pub fn lsp(mut bytes: &[u8]) {
    let length = bytes.len();
    let mut messages = 0;
    let Ok(uri) = "file:///a.pp".parse::<Uri>() else { return };
    let mut documents = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32]
        .map(|encoding| Document::new(uri.clone(), Arc::from("/a.pp"), Dialect::Manifest, Some(0), TEXT, encoding));
    while let Some(incoming) = transport::read(&mut bytes).expect("memory can be read") {
        messages += 1;
        let written = match &incoming {
            Incoming::Request(request) => serde_json::to_string(request),
            Incoming::Response(response) | Incoming::Garbage(response) => serde_json::to_string(response),
        };
        assert!(!written.expect("a message can be written").is_empty());
        let Incoming::Request(request) = incoming else { continue };
        let (method, _, parameters) = request.into_parts();
        if method != "textDocument/didChange" {
            continue;
        }
        let Some(Ok(parameters)) = parameters.map(serde_json::from_value::<DidChangeTextDocumentParams>) else { continue };
        for document in &mut documents {
            *document = document.edited(parameters.text_document.version, parameters.content_changes.clone());
            check_document(document);
        }
    }
    assert!(messages <= length);
}

/// Each place of the text is some position, and each position some place.
fn check_document(document: &Document) {
    for (at, c) in document.text.char_indices().take(500) {
        if c == '\n' && document.text.get(..at).is_some_and(|it| it.ends_with('\r')) {
            continue;
        }
        let place = TextSize::try_from(at).expect("texts are short");
        assert_eq!(document.offset(document.position(place)), place);
    }
}
