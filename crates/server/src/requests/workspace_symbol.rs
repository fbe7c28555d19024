//! `workspace/symbol`: names over all files.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Location, SymbolInformation, WorkspaceSymbolParams, WorkspaceSymbolResponse};

use crate::owner::Owner;
use crate::places::Places;
use crate::{read, to_proto};

pub(crate) async fn handle(owner: &Owner, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
    let answer = read::everywhere(owner, move |around, asker| {
        around.read(asker, |snapshot| {
            let places = Places::new(around, snapshot);
            let symbols = ide::workspace_symbols(snapshot, &params.query);
            symbols.into_iter().filter_map(|it| information(&places, it)).collect::<Vec<_>>()
        })
    });
    Ok(answer.await?.map(WorkspaceSymbolResponse::Flat))
}

fn information(places: &Places<'_>, symbol: ide::WorkspaceSymbol) -> Option<SymbolInformation> {
    let (uri, range) = places.range(&symbol.path, symbol.range)?;
    #[allow(deprecated)] // The field must be given.
    Some(SymbolInformation {
        name: symbol.name.to_string(),
        kind: to_proto::symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        location: Location { uri, range },
        container_name: symbol.container.map(|it| it.to_string()),
    })
}
