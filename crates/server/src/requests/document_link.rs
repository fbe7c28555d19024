//! `textDocument/documentLink`: texts that name a file.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentLink, DocumentLinkParams};

use crate::owner::Owner;
use crate::places::Places;
use crate::read;

pub(crate) async fn handle(owner: &Owner, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
    let answer = read::code_or_data(params.text_document.uri).read_workspace(owner, move |question, asker| {
        question.read(asker, |snapshot, file| {
            let places = Places::new(&question.around, snapshot);
            let links = ide::document_links(snapshot, file);
            let link = |it: &ide::Link| {
                let target = it.targets.iter().find_map(|target| places.location(target))?;
                Some(DocumentLink { range: question.document.range(it.range), target: Some(target.uri), tooltip: None, data: None })
            };
            links.iter().filter_map(link).collect::<Vec<_>>()
        })
    });
    answer.await
}
