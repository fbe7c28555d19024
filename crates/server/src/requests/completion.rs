//! `textDocument/completion` and `completionItem/resolve`: what can be written at the cursor.

use ide::{CompletionKind, Insert};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Command, CompletionItem, CompletionItemKind, CompletionList, CompletionOptions, CompletionParams, CompletionResponse,
    CompletionTextEdit, CompletionTriggerKind, Documentation, InsertReplaceEdit, InsertTextFormat, MarkupContent, MarkupKind, Range,
    TextEdit, Uri,
};

use crate::client::ClientInfo;
use crate::owner::Owner;
use crate::read;

/// Command that makes an editor complete once more.
pub(crate) const COMPLETE_AGAIN: &str = "editor.action.triggerSuggest";

/// Data that resolves an item.
#[derive(Deserialize, Serialize)]
struct Data {
    uri: Uri,
    about: String,
}

pub(crate) fn options() -> CompletionOptions {
    let triggers = ["$", ":", ">", "'", "\"", "[", "(", ",", ".", "{", "/", " "];
    CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some(triggers.map(str::to_owned).to_vec()),
        ..CompletionOptions::default()
    }
}

pub(crate) async fn handle(owner: &Owner, params: CompletionParams) -> Result<Option<CompletionResponse>> {
    let at = params.text_document_position;
    let uri = at.text_document.uri.clone();
    let context = params.context.filter(|it| it.trigger_kind == CompletionTriggerKind::TRIGGER_CHARACTER);
    let trigger = context.and_then(|it| it.trigger_character).and_then(|it| it.chars().next());
    let found = read::code_or_data(at.text_document.uri).or_of_document().read_workspace(owner, move |question, asker| {
        let document = &question.document;
        let offset = document.offset(at.position);
        let found = question.read(asker, |snapshot, file| ide::completion(snapshot, file, offset, trigger))?;
        Ok(found.map(|found| {
            let ranges = (document.range(found.insert), document.range(found.replace));
            let items = found.items.into_iter().map(|it| to_client(&question.client, &uri, ranges, it)).collect();
            CompletionResponse::List(CompletionList { is_incomplete: found.is_cut || question.is_quick(), items })
        }))
    });
    Ok(found.await?.flatten())
}

pub(crate) async fn resolve(owner: &Owner, item: CompletionItem) -> Result<CompletionItem> {
    let data = item.data.clone().and_then(|it| serde_json::from_value::<Data>(it).ok());
    let Some(data) = data else { return Ok(item) };
    let about = data.about;
    let found = read::code_or_data(data.uri).read_workspace(owner, move |question, asker| {
        question.read(asker, |snapshot, file| ide::completion_documentation(snapshot, file, &about))
    });
    let text = found.await?.flatten();
    let documentation = text.map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }));
    Ok(CompletionItem { documentation, ..item })
}

fn to_client(client: &ClientInfo, uri: &Uri, ranges: (Range, Range), it: ide::CompletionItem) -> CompletionItem {
    let (new_text, is_snippet) = match it.insert {
        Insert::Text(text) => (text, false),
        Insert::Snippet { snippet, .. } if client.takes_snippets => (snippet, true),
        Insert::Snippet { plain, .. } => (plain, false),
    };
    let (insert, replace) = ranges;
    let edit = match client.inserts_or_replaces {
        true => CompletionTextEdit::InsertAndReplace(InsertReplaceEdit { new_text, insert, replace }),
        false => CompletionTextEdit::Edit(TextEdit { range: insert, new_text }),
    };
    let data = it.about.map(|about| Data { uri: uri.clone(), about });
    let again = (it.goes_on && client.runs(COMPLETE_AGAIN)).then(|| Command {
        title: "Complete".to_owned(),
        command: COMPLETE_AGAIN.to_owned(),
        arguments: None,
    });
    CompletionItem {
        label: it.label,
        kind: Some(kind(it.kind)),
        detail: it.detail,
        deprecated: it.is_deprecated.then_some(true),
        sort_text: Some(it.sort),
        filter_text: it.filter,
        insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
        text_edit: Some(edit),
        command: again,
        data: data.and_then(|it| serde_json::to_value(it).ok()),
        ..CompletionItem::default()
    }
}

fn kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Keyword => CompletionItemKind::KEYWORD,
        CompletionKind::Snippet => CompletionItemKind::SNIPPET,
        CompletionKind::Variable | CompletionKind::Parameter => CompletionItemKind::VARIABLE,
        CompletionKind::Fact => CompletionItemKind::CONSTANT,
        CompletionKind::Class => CompletionItemKind::CLASS,
        CompletionKind::Define | CompletionKind::ResourceType => CompletionItemKind::STRUCT,
        CompletionKind::DataType => CompletionItemKind::INTERFACE,
        CompletionKind::Attribute => CompletionItemKind::FIELD,
        CompletionKind::Metaparameter => CompletionItemKind::PROPERTY,
        CompletionKind::Value => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Title => CompletionItemKind::REFERENCE,
        CompletionKind::Function | CompletionKind::Plan => CompletionItemKind::FUNCTION,
        CompletionKind::HieraKey => CompletionItemKind::PROPERTY,
        CompletionKind::File => CompletionItemKind::FILE,
        CompletionKind::Module => CompletionItemKind::MODULE,
    }
}
