//! `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`: laying code out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ide::FormatError;
use tower_lsp::Client;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingOptions, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, MessageType,
    TextEdit,
};

use crate::document::Document;
use crate::owner::Owner;
use crate::read;

pub(crate) fn on_type_options() -> DocumentOnTypeFormattingOptions {
    DocumentOnTypeFormattingOptions { first_trigger_character: "}".to_owned(), more_trigger_character: Some(vec!["\n".to_owned()]) }
}

/// Documents that were not formatted, with the reasons that their users received.
#[derive(Default)]
pub(crate) struct Refusals(Mutex<HashMap<Arc<str>, FormatError>>);

impl Refusals {
    /// Whether this was not reported yet.
    fn tells(&self, key: &Arc<str>, refusal: FormatError) -> bool {
        self.lock().insert(key.clone(), refusal) != Some(refusal)
    }

    pub(crate) fn forget(&self, key: &str) {
        self.lock().remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, FormatError>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Editors ask whenever they save, and do not say so. An error would be shown each time; so a document that cannot be formatted has
/// nothing to change, and why is said once, until that is over or the document is closed.
pub(crate) async fn document(
    owner: &Owner,
    client: &Client,
    refusals: &Refusals,
    params: DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let answer = read::code(params.text_document.uri).alone(owner, |question, asker| {
        let edits = question.read_alone(asker, ide::formatting)?;
        Ok((question.document.key.clone(), edits.map(|edits| to_client(&question.document, edits))))
    });
    let Some((key, edits)) = answer.await? else { return Ok(None) };
    match edits {
        Ok(edits) => {
            refusals.forget(&key);
            Ok(Some(edits))
        }
        Err(refusal) => {
            tracing::info!("{key} is not formatted: {refusal}");
            if refusals.tells(&key, refusal) {
                let name = key.rsplit('/').next().unwrap_or_default();
                client.show_message(MessageType::WARNING, format!("{name} is not formatted: {refusal}")).await;
            }
            Ok(None)
        }
    }
}

pub(crate) async fn range(owner: &Owner, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    read::code(params.text_document.uri)
        .alone(owner, move |question, asker| {
            let range = question.document.text_range(params.range);
            let edits = question.read_alone(asker, |snapshot, file| ide::range_formatting(snapshot, file, range))?;
            Ok(to_client(&question.document, edits))
        })
        .await
}

pub(crate) async fn on_type(owner: &Owner, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    let at = params.text_document_position;
    let typed = params.ch.chars().next();
    read::code(at.text_document.uri)
        .alone(owner, move |question, asker| {
            let offset = question.document.offset(at.position);
            let Some(typed) = typed else { return Ok(Vec::new()) };
            let edits = question.read_alone(asker, |snapshot, file| ide::on_type_formatting(snapshot, file, offset, typed))?;
            Ok(to_client(&question.document, edits))
        })
        .await
}

fn to_client(document: &Document, edits: Vec<ide::FormatEdit>) -> Vec<TextEdit> {
    edits.into_iter().map(|it| TextEdit { range: document.range(it.range), new_text: it.text }).collect()
}
