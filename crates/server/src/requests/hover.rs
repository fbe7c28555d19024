//! `textDocument/hover`: what is known of the name under the cursor.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use crate::owner::Owner;
use crate::{read, uris};

pub(crate) async fn handle(owner: &Owner, params: HoverParams) -> Result<Option<Hover>> {
    let at = params.text_document_position_params;
    let found = read::code_or_data(at.text_document.uri).soon(owner, move |question, asker| {
        let document = &question.document;
        let offset = document.offset(at.position);
        let found = question.read(asker, |snapshot, file| ide::hover(snapshot, file, offset))?;
        let uri = |file: &str| question.client.follows_links.then(|| link(file)).flatten();
        let more = if question.is_quick { MORE } else { "" };
        Ok(found.map(|it| Hover {
            contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: ide::places(&it.text, uri) + more }),
            range: Some(document.range(it.range)),
        }))
    });
    found.await
}

/// What is told behind what is known without evaluations.
const MORE: &str = "\n\n*The site is still being evaluated: hover again for values and relationships.*";

/// A parenthesis would end a link of Markdown.
fn link(file: &str) -> Option<String> {
    Some(uris::of_key(file)?.as_str().replace('(', "%28").replace(')', "%29"))
}
