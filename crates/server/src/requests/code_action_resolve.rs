//! `codeAction/resolve`: the edits of an action that somebody has chosen.

use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::CodeAction;

use crate::owner::Owner;
use crate::places::Places;
use crate::read;
use crate::requests::code_action::{Data, kind, workspace_edit};

/// The action is looked for again where it was offered, in the text as it was.
pub(crate) async fn handle(owner: &Owner, mut action: CodeAction) -> Result<CodeAction> {
    let Some(data) = action.data.clone().and_then(|it| serde_json::from_value::<Data>(it).ok()) else { return Ok(action) };
    let (title, wanted) = (action.title.clone(), action.kind.clone());
    let edit = read::any(data.uri.clone()).in_all_files().read_workspace(owner, move |question, asker| {
        if question.document.version != data.version {
            return Err(analysis::ReadError::Modified);
        }
        let range = question.document.text_range(data.range);
        question.read(asker, |snapshot, file| {
            let places = Places::new(&question.around, snapshot);
            let mut actions = ide::code_actions(snapshot, file, range, |it| Some(kind(it)) == wanted).into_iter();
            let found = actions.find(|it| it.title == title && Some(kind(it.kind)) == wanted)?;
            workspace_edit(&question.around, &places, &found)
        })
    });
    action.edit = Some(edit.await?.flatten().ok_or_else(Error::content_modified)?);
    Ok(action)
}
