//! Messages that a server offers, as its capabilities, its registrations and its table of own methods name them.

use std::collections::BTreeSet;

use serde_json::Value;

/// Capabilities with their messages; each with the option, as a pointer, that offers it.
const OFFERS: &[(&str, &str, &[&str])] = &[
    ("positionEncoding", "", &[]),
    ("textDocumentSync", "/openClose", &["textDocument/didOpen", "textDocument/didClose"]),
    ("textDocumentSync", "/change", &["textDocument/didChange"]),
    ("textDocumentSync", "/save", &["textDocument/didSave"]),
    ("documentSymbolProvider", "", &["textDocument/documentSymbol"]),
    ("codeActionProvider", "", &["textDocument/codeAction"]),
    ("codeActionProvider", "/resolveProvider", &["codeAction/resolve"]),
    ("completionProvider", "", &["textDocument/completion"]),
    ("completionProvider", "/resolveProvider", &["completionItem/resolve"]),
    ("signatureHelpProvider", "", &["textDocument/signatureHelp"]),
    ("codeLensProvider", "", &["textDocument/codeLens"]),
    ("codeLensProvider", "/resolveProvider", &["codeLens/resolve"]),
    ("inlayHintProvider", "", &["textDocument/inlayHint"]),
    ("definitionProvider", "", &["textDocument/definition"]),
    ("declarationProvider", "", &["textDocument/declaration"]),
    ("typeDefinitionProvider", "", &["textDocument/typeDefinition"]),
    ("implementationProvider", "", &["textDocument/implementation"]),
    ("renameProvider", "", &["textDocument/rename"]),
    ("renameProvider", "/prepareProvider", &["textDocument/prepareRename"]),
    ("workspaceSymbolProvider", "", &["workspace/symbol"]),
    ("documentLinkProvider", "", &["textDocument/documentLink"]),
    ("callHierarchyProvider", "", &["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"]),
    ("referencesProvider", "", &["textDocument/references"]),
    ("hoverProvider", "", &["textDocument/hover"]),
    ("documentHighlightProvider", "", &["textDocument/documentHighlight"]),
    ("documentFormattingProvider", "", &["textDocument/formatting"]),
    ("documentRangeFormattingProvider", "", &["textDocument/rangeFormatting"]),
    ("documentOnTypeFormattingProvider", "", &["textDocument/onTypeFormatting"]),
    ("foldingRangeProvider", "", &["textDocument/foldingRange"]),
    ("selectionRangeProvider", "", &["textDocument/selectionRange"]),
    ("semanticTokensProvider", "/full", &["textDocument/semanticTokens/full"]),
    ("semanticTokensProvider", "/full/delta", &["textDocument/semanticTokens/full/delta"]),
    ("semanticTokensProvider", "/range", &["textDocument/semanticTokens/range"]),
    ("diagnosticProvider", "", &["textDocument/diagnostic"]),
    ("diagnosticProvider", "/workspaceDiagnostics", &["workspace/diagnostic"]),
    // Of the answers, not an offer.
    ("diagnosticProvider", "/interFileDependencies", &[]),
    ("workspace", "/workspaceFolders/supported", &[]),
    ("workspace", "/workspaceFolders/changeNotifications", &["workspace/didChangeWorkspaceFolders"]),
    ("workspace", "/fileOperations/didCreate", &["workspace/didCreateFiles"]),
    ("workspace", "/fileOperations/didRename", &["workspace/didRenameFiles"]),
    ("workspace", "/fileOperations/willRename", &["workspace/willRenameFiles"]),
];

/// Registrations that offer several messages.
const REGISTERED: [(&str, &[&str]); 1] =
    [("textDocument/prepareTypeHierarchy", &["textDocument/prepareTypeHierarchy", "typeHierarchy/supertypes", "typeHierarchy/subtypes"])];

/// Returns the messages that are offered. Fails for a capability or an option that the table above lacks, so that none is forgotten.
pub fn offered(capabilities: &Value, registered: &[String]) -> BTreeSet<String> {
    let own = include_str!("../../../server/src/serve.rs");
    let own = own.lines().filter_map(|it| it.split_once(".custom_method(\"")?.1.split_once('"')).map(|it| it.0);
    // A test of panics asks for this one with an option of its own.
    let mut all: BTreeSet<&str> = own.filter(|it| *it != "bunraku/panic").collect();
    for (name, value) in capabilities.as_object().expect("capabilities") {
        let rows: Vec<_> = OFFERS.iter().filter(|it| it.0 == name).collect();
        assert!(!rows.is_empty(), "the capability {name} offers something that is not listed");
        let is_offered = |it: &Value| !it.is_null() && *it != Value::Bool(false);
        all.extend(rows.iter().filter(|it| value.pointer(it.1).is_some_and(is_offered)).flat_map(|it| it.2));
        for option in switches(value, String::new()) {
            assert!(rows.iter().any(|it| it.1 == option), "the option {option} of {name} offers something that is not listed");
        }
    }
    for method in registered {
        match REGISTERED.iter().find(|it| it.0 == method) {
            Some((_, methods)) => all.extend(*methods),
            None => all.extend([method.as_str()]),
        }
    }
    all.into_iter().map(str::to_owned).collect()
}

/// Returns the pointers of all options that are on, and of all kinds of changes of files.
fn switches(value: &Value, at: String) -> Vec<String> {
    match value {
        Value::Bool(true) => vec![at],
        Value::Object(_) if at.starts_with("/fileOperations/") => vec![at],
        Value::Object(all) => all.iter().flat_map(|(name, value)| switches(value, format!("{at}/{name}"))).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn what_is_not_listed_is_noticed() {
    let fails = |capabilities: Value| std::panic::catch_unwind(|| offered(&capabilities, &[])).is_err();
    assert!(fails(serde_json::json!({ "executeCommandProvider": { "commands": ["x"] } })));
    assert!(fails(serde_json::json!({ "inlayHintProvider": { "resolveProvider": true } })));
    assert!(fails(serde_json::json!({ "workspace": { "fileOperations": { "willDelete": { "filters": [] } } } })));
    let found = offered(&serde_json::json!({ "hoverProvider": true }), &["textDocument/prepareTypeHierarchy".to_owned()]);
    assert!(["textDocument/hover", "typeHierarchy/subtypes", "bunraku/graph"].iter().all(|it| found.contains(*it)), "{found:?}");
}
