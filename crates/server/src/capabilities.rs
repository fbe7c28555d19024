//! Capabilities of the server.

use tower_lsp::ls_types::{
    CallHierarchyServerCapability, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, DeclarationCapability,
    DiagnosticOptions, DiagnosticServerCapabilities, DocumentLinkOptions, FileOperationFilter, FileOperationPattern,
    FileOperationPatternKind, FileOperationRegistrationOptions, FoldingRangeProviderCapability, HoverProviderCapability,
    ImplementationProviderCapability, InitializeResult, OneOf, RenameOptions, SaveOptions, SelectionRangeProviderCapability,
    SemanticTokensFullOptions, SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities, ServerInfo,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    TypeDefinitionProviderCapability, WorkDoneProgressOptions, WorkspaceFileOperationsServerCapabilities,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use crate::client::ClientInfo;
use crate::requests::code_action;
use crate::{requests, semantic_tokens};

pub(crate) fn of_server(client: &ClientInfo) -> InitializeResult {
    InitializeResult {
        capabilities: capabilities(client),
        server_info: Some(ServerInfo { name: "bunraku".to_string(), version: Some(env!("CARGO_PKG_VERSION").to_string()) }),
        offset_encoding: None,
    }
}

fn capabilities(client: &ClientInfo) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
        ..TextDocumentSyncOptions::default()
    };
    let semantic_tokens = SemanticTokensOptions {
        legend: semantic_tokens::legend(),
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
        ..SemanticTokensOptions::default()
    };
    // A client with this capability pulls findings; others receive notifications.
    let diagnostics = client.pulls_diagnostics.then(|| {
        DiagnosticServerCapabilities::Options(DiagnosticOptions {
            identifier: Some("bunraku".to_string()),
            inter_file_dependencies: true,
            workspace_diagnostics: true,
            ..DiagnosticOptions::default()
        })
    });
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR_EXTRACT,
                CodeActionKind::REFACTOR_INLINE,
                CodeActionKind::REFACTOR_REWRITE,
                CodeActionKind::new(code_action::FIX_ALL),
            ]),
            resolve_provider: client.resolves_actions.then_some(true),
            ..CodeActionOptions::default()
        })),
        completion_provider: Some(requests::completion::options()),
        signature_help_provider: Some(requests::signature_help::options()),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(true) }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        definition_provider: Some(OneOf::Left(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        rename_provider: Some(if client.prepares_renames {
            OneOf::Right(RenameOptions { prepare_provider: Some(true), work_done_progress_options: WorkDoneProgressOptions::default() })
        } else {
            OneOf::Left(true)
        }),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(requests::formatting::on_type_options()),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(semantic_tokens)),
        diagnostic_provider: diagnostics,
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: Some(file_operations()),
        }),
        ..ServerCapabilities::default()
    }
}

/// Manifests and templates that are made, manifests that are moved, other files that code or `hiera.yaml` names, and folders that may hold some.
fn file_operations() -> WorkspaceFileOperationsServerCapabilities {
    let filter = |glob: &str, matches: FileOperationPatternKind| FileOperationFilter {
        scheme: Some("file".to_string()),
        pattern: FileOperationPattern { glob: glob.to_string(), matches: Some(matches), options: None },
    };
    let manifests = filter("**/*.pp", FileOperationPatternKind::File);
    let folders = filter("**", FileOperationPatternKind::Folder);
    let templates = filter("**/*.epp", FileOperationPatternKind::File);
    let made = FileOperationRegistrationOptions { filters: vec![manifests.clone(), templates] };
    let of_modules = filter("**/{templates,files}/**", FileOperationPatternKind::File);
    let data = filter("**/*.{yaml,yml,eyaml,json}", FileOperationPatternKind::File);
    let moved = FileOperationRegistrationOptions { filters: vec![manifests, folders, of_modules, data] };
    WorkspaceFileOperationsServerCapabilities {
        did_create: Some(made),
        will_rename: Some(moved.clone()),
        did_rename: Some(moved),
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}
