//! `textDocument/codeLens` and `codeLens/resolve`: lines above definitions and resources.

use ide::{LensKind, LensText};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{CodeLens, CodeLensParams, Command, Location, Position, Uri};

use crate::client::ClientInfo;
use crate::document::Document;
use crate::owner::Owner;
use crate::places::Places;
use crate::read;
use crate::refresh::Shown;

/// Data of a lens that comes back when it is to be resolved.
#[derive(Serialize, Deserialize)]
struct Data {
    uri: Uri,
    kind: String,
}

pub(crate) async fn handle(owner: &Owner, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    read::code_or_states(params.text_document.uri)
        .evaluated()
        .shown(Shown::Lenses)
        .read_workspace(owner, move |question, asker| {
            let document = &question.document;
            let found = question.read(asker, ide::code_lenses)?;
            let shown = found.into_iter().filter(|it| match it.kind {
                LensKind::Graph => question.client.runs(SHOW_GRAPH),
                LensKind::Preview => question.client.runs(SHOW_RENDERED),
                LensKind::References | LensKind::Dependents | LensKind::Systems => true,
            });
            let shown = shown.map(|it| {
                let range = document.range(it.range);
                let data = Data { uri: document.uri.clone(), kind: it.kind.name().to_owned() };
                let command = it.text.map(|text| command(&question.client, document, it.kind, range.start, text.title, Vec::new()));
                CodeLens { range, command, data: serde_json::to_value(data).ok() }
            });
            Ok(shown.collect())
        })
        .await
}

pub(crate) async fn resolve(owner: &Owner, lens: CodeLens) -> Result<CodeLens> {
    let data = lens.data.clone().and_then(|it| serde_json::from_value::<Data>(it).ok());
    let Some(data) = data else { return Err(Error::invalid_params("unknown data of a code lens")) };
    let Some(kind) = LensKind::ALL.into_iter().find(|it| it.name() == data.kind) else {
        return Err(Error::invalid_params("unknown kind of code lens"));
    };
    let at = lens.range.start;
    let found = read::code_or_states(data.uri).evaluated().shown(Shown::LensTexts).read_workspace(owner, move |question, asker| {
        let document = &question.document;
        question.read(asker, |snapshot, file| {
            let text = ide::resolve_code_lens(snapshot, file, kind, document.offset(at));
            // Its place has gone with an edit; the client will ask for all of them again.
            let LensText { title, places } = text.unwrap_or_else(|| LensText { title: "…".to_owned(), places: Vec::new() });
            let known = Places::new(&question.around, snapshot);
            let places = places.iter().filter_map(|it| known.location(it)).collect();
            command(&question.client, document, kind, at, title, places)
        })
    });
    Ok(CodeLens { command: found.await?, ..lens })
}

const SHOW_GRAPH: &str = "bunraku.showGraph";
const SHOW_RENDERED: &str = "bunraku.showRendered";
const SHOW_REFERENCES: &str = "bunraku.showReferences";

/// Command of a lens: none, unless the client has said that it knows the command.
fn command(client: &ClientInfo, document: &Document, kind: LensKind, at: Position, title: String, places: Vec<Location>) -> Command {
    let (name, arguments): (&str, Vec<Value>) = match kind {
        LensKind::Graph => (SHOW_GRAPH, vec![json!({ "textDocument": { "uri": document.uri }, "position": at })]),
        LensKind::Preview => {
            let template = places.first().map_or(&document.uri, |it| &it.uri);
            (SHOW_RENDERED, vec![json!({ "textDocument": { "uri": template } })])
        }
        LensKind::References if !places.is_empty() => (SHOW_REFERENCES, vec![json!(document.uri), json!(at), json!(places)]),
        LensKind::References | LensKind::Dependents | LensKind::Systems => ("", Vec::new()),
    };
    match client.runs(name) {
        true => Command { title, command: name.to_owned(), arguments: Some(arguments) },
        false => Command { title, command: String::new(), arguments: None },
    }
}
