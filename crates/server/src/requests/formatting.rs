//! `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`: laying code out.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingOptions, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, TextEdit,
};

use crate::document::Document;
use crate::owner::Owner;
use crate::read;

pub(crate) fn on_type_options() -> DocumentOnTypeFormattingOptions {
    DocumentOnTypeFormattingOptions { first_trigger_character: "}".to_owned(), more_trigger_character: Some(vec!["\n".to_owned()]) }
}

pub(crate) async fn document(owner: &Owner, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    read::code(params.text_document.uri)
        .alone(owner, |question, asker| Ok(to_client(&question.document, question.read_alone(asker, ide::formatting)?)))
        .await
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
