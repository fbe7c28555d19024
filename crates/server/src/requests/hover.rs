//! `textDocument/hover`: what is known of the name under the cursor.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use crate::owner::Owner;
use crate::{read, uris};

pub(crate) async fn handle(owner: &Owner, params: HoverParams) -> Result<Option<Hover>> {
    let at = params.text_document_position_params;
    let found = read::code_or_data(at.text_document.uri).or_of_document().read_workspace(owner, move |question, asker| {
        let document = &question.document;
        let offset = document.offset(at.position);
        let found = question.read(asker, |snapshot, file| ide::hover(snapshot, file, offset))?;
        let uri = |file: &str| question.client.follows_links.then(|| link(file)).flatten();
        let markdown = |value| HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Ok(match (found, question.is_quick()) {
            (Some(it), is_quick) => {
                let more = if is_quick { format!("\n\n{MORE}") } else { String::new() };
                Some(Hover { contents: markdown(ide::places(&it.text, uri) + &more), range: Some(document.range(it.range)) })
            }
            (None, true) => Some(Hover { contents: markdown(MORE.to_owned()), range: None }),
            (None, false) => None,
        })
    });
    Ok(found.await?.flatten())
}

/// Text after a hover without evaluations, or in place of one.
const MORE: &str = "*Still evaluating the site. Hover again to see values and relationships.*";

/// A parenthesis would end a link of Markdown.
fn link(file: &str) -> Option<String> {
    Some(uris::of_key(file)?.as_str().replace('(', "%28").replace(')', "%29"))
}
