//! `textDocument/definition`: where a name is defined.

use ide::PageAt;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{GotoDefinitionParams, GotoDefinitionResponse, Position, Range};

use crate::owner::Owner;
use crate::places::Places;
use crate::read::{self, Question};
use crate::requests::page;

/// Location of a built-in name in a virtual document, for clients that support such.
fn in_page(question: &Question, places: &Places<'_>, found: &PageAt) -> Option<GotoDefinitionResponse> {
    let uri = page::uri(&found.page).filter(|_| question.client.shows_pages)?;
    let start = Position::new(found.line, 0);
    Some(places.goto_ranges(&question.document, found.origin, vec![(uri, Range::new(start, start), Range::new(start, start))]))
}

pub(crate) async fn handle(owner: &Owner, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
    let at = params.text_document_position_params;
    let answer = read::code_or_data(at.text_document.uri).read_workspace(owner, move |question, asker| {
        let offset = question.document.offset(at.position);
        question.read(asker, |snapshot, file| {
            let places = Places::new(&question.around, snapshot);
            let goto = ide::goto_definition(snapshot, file, offset).and_then(|it| places.goto(&question.document, &it));
            goto.or_else(|| in_page(question, &places, &ide::page_at(snapshot, file, offset)?))
        })
    });
    Ok(answer.await?.flatten())
}
