//! The table of messages: what the protocol calls each, and which file handles it.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio::sync::Notify;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::{
    GotoDeclarationParams, GotoDeclarationResponse, GotoImplementationParams, GotoImplementationResponse, GotoTypeDefinitionParams,
    GotoTypeDefinitionResponse,
};
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, CodeAction, CodeActionParams, CodeActionResponse, CodeLens,
    CodeLensParams, CompletionItem, CompletionParams, CompletionResponse, CreateFilesParams, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, DocumentDiagnosticParams, DocumentDiagnosticReportResult,
    DocumentFormattingParams, DocumentHighlight, DocumentHighlightParams, DocumentLink, DocumentLinkParams, DocumentOnTypeFormattingParams,
    DocumentRangeFormattingParams, DocumentSymbolParams, DocumentSymbolResponse, FoldingRange, FoldingRangeParams, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverParams, InitializeParams, InitializeResult, InitializedParams, InlayHint, InlayHintParams,
    Location, PrepareRenameResponse, ReferenceParams, RenameFilesParams, RenameParams, SelectionRange, SelectionRangeParams,
    SemanticTokensDeltaParams, SemanticTokensFullDeltaResult, SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult,
    SemanticTokensResult, SignatureHelp, SignatureHelpParams, TextDocumentPositionParams, TextEdit, TypeHierarchyItem,
    TypeHierarchyPrepareParams, TypeHierarchySubtypesParams, TypeHierarchySupertypesParams, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReportResult, WorkspaceEdit, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use tower_lsp::{Client, LanguageServer};
use world::World;

use crate::client::ClientInfo;
use crate::logging::LogFilter;
use crate::owner::Owner;
use crate::requests::formatting::Refusals;
use crate::requests::reports::{self, Report};
use crate::sent_tokens::SentTokens;
use crate::{capabilities, loading, notifications, parent, pool, read, refresh, requests, uris};

pub(crate) struct Server {
    pub(crate) client: Client,
    pub(crate) owner: Owner,
    pub(crate) world: Arc<dyn World>,
    pub(crate) log: LogFilter,
    pub(crate) sent_tokens: Arc<SentTokens>,
    pub(crate) refusals: Arc<Refusals>,
    pub(crate) info: Arc<OnceLock<Arc<ClientInfo>>>,
    pub(crate) ending: Arc<Ending>,
}

/// How the server comes to its end.
#[derive(Default)]
pub(crate) struct Ending {
    /// The client has asked for it.
    pub(crate) asked: AtomicBool,
    /// The editor is gone.
    pub(crate) orphaned: Notify,
}

impl Server {
    fn info(&self) -> Arc<ClientInfo> {
        self.info.get().cloned().unwrap_or_default()
    }

    /// Does what has to wait for the client; a handler of a notification must not.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        tokio::spawn(task);
    }

    fn load(&self, folders: Vec<PathBuf>) -> impl Future<Output = ()> + Send + 'static {
        loading::load(self.client.clone(), self.info(), self.world.clone(), self.owner.clone(), self.owner.begin_load(), folders)
    }

    fn ask_settings(&self) -> impl Future<Output = ()> + Send + 'static {
        notifications::did_change_configuration::ask(self.client.clone(), self.info(), self.owner.clone(), self.log.clone())
    }

    fn refresh_beside_the_text(&self) {
        self.spawn(refresh::beside_the_text(self.client.clone(), self.info(), self.owner.clone()));
    }

    /// Clients that pull findings are informed when it is worth asking again: not after an edit, which they know of.
    fn refresh_diagnostics(&self) {
        let info = self.info();
        if info.pulls_diagnostics && info.refreshes_diagnostics {
            let (client, owner) = (self.client.clone(), self.owner.clone());
            let (tell, is_done) = tokio::sync::oneshot::channel();
            owner.send(move |_| {
                let _ = tell.send(());
            });
            self.spawn(async move {
                drop(is_done.await);
                if let Err(error) = client.workspace_diagnostic_refresh().await {
                    tracing::warn!("the client does not ask again: {error}");
                }
            });
        }
    }

    pub(crate) async fn graph(&self, params: reports::Params) -> Result<Option<Value>> {
        reports::handle(&self.owner, params, Report::Graph).await
    }

    pub(crate) async fn resource(&self, params: reports::Params) -> Result<Option<Value>> {
        reports::handle(&self.owner, params, Report::Resource).await
    }

    pub(crate) async fn catalog(&self, params: reports::Params) -> Result<Option<Value>> {
        reports::handle(&self.owner, params, Report::Catalog).await
    }

    pub(crate) async fn evaluation(&self, params: reports::Params) -> Result<Option<Value>> {
        reports::handle(&self.owner, params, Report::Evaluation).await
    }

    pub(crate) async fn rendered(&self, params: reports::Params) -> Result<Option<Value>> {
        reports::handle(&self.owner, params, Report::Rendered).await
    }

    pub(crate) async fn page(&self, params: requests::page::Params) -> Result<Option<requests::page::Page>> {
        Ok(requests::page::handle(&params))
    }

    /// For tests of what happens then; see `Options::panics`.
    pub(crate) async fn panic(&self, on: String) -> Result<()> {
        if on == "here" {
            panic!("asked to panic in a handler");
        }
        read::workspace(&self.owner, pool::Lane::Worker, |_| |_: &read::Asker| panic!("asked to panic in a read")).await
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let info =
            self.info.get_or_init(|| Arc::new(ClientInfo::new(&params.capabilities, params.initialization_options.as_ref()))).clone();
        let folders = folders(&params);
        tracing::info!(?folders, ?info, "initialize");
        let known = info.clone();
        self.owner.send(move |state| {
            state.client = known;
            state.open_folders(folders);
        });
        if let Some(settings) = &params.initialization_options {
            notifications::did_change_configuration::apply(settings, &self.owner, &self.log);
        }
        if let Some(process) = params.process_id {
            let ending = self.ending.clone();
            parent::watch(process, move || ending.orphaned.notify_one());
        }
        Ok(capabilities::of_server(&info))
    }

    async fn initialized(&self, _: InitializedParams) {
        self.spawn(notifications::initialized::watch_files(self.client.clone(), self.info()));
        self.spawn(notifications::initialized::offer_type_hierarchies(self.client.clone(), self.info()));
        self.spawn(self.ask_settings());
        let (client, info, world, owner) = (self.client.clone(), self.info(), self.world.clone(), self.owner.clone());
        let load = owner.begin_load();
        let (tell, folders) = tokio::sync::oneshot::channel();
        self.owner.send(move |state| drop(tell.send(state.folders.clone())));
        self.spawn(async move {
            if let Ok(folders) = folders.await {
                loading::load(client, info, world, owner, load, folders).await;
            }
        });
    }

    async fn shutdown(&self) -> Result<()> {
        self.ending.asked.store(true, Ordering::SeqCst);
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        notifications::did_open::handle(&self.owner, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        notifications::did_change::handle(&self.owner, params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        notifications::did_save::handle(&self.owner, params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        notifications::did_close::handle(&self.owner, &self.sent_tokens, &self.refusals, params);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        notifications::did_change_watched_files::handle(&self.owner, params);
        self.refresh_diagnostics();
        self.refresh_beside_the_text();
    }

    async fn will_rename_files(&self, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        requests::will_rename_files::handle(&self.owner, self.client.clone(), params).await
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        notifications::did_rename_files::handle(&self.owner, &params);
        self.refresh_diagnostics();
    }

    async fn did_create_files(&self, params: CreateFilesParams) {
        self.spawn(notifications::did_create_files::handle(&self.owner, self.client.clone(), self.info(), &params));
        self.refresh_diagnostics();
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let added = notifications::did_change_workspace_folders::handle(&self.owner, params);
        if !added.is_empty() {
            self.spawn(self.load(added));
        }
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        match notifications::did_change_configuration::sent(&params.settings) {
            Some(settings) => {
                notifications::did_change_configuration::apply(settings, &self.owner, &self.log);
                self.refresh_diagnostics();
                self.refresh_beside_the_text();
            }
            None => self.spawn(self.ask_settings()),
        }
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        requests::document_symbol::handle(&self.owner, params).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        requests::folding_range::handle(&self.owner, params).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        requests::formatting::document(&self.owner, &self.client, &self.refusals, params).await
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        requests::formatting::range(&self.owner, params).await
    }

    async fn on_type_formatting(&self, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        requests::formatting::on_type(&self.owner, params).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        requests::selection_range::handle(&self.owner, params).await
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        requests::semantic_tokens_full::handle(&self.owner, &self.sent_tokens, params).await
    }

    async fn semantic_tokens_full_delta(&self, params: SemanticTokensDeltaParams) -> Result<Option<SemanticTokensFullDeltaResult>> {
        requests::semantic_tokens_delta::handle(&self.owner, &self.sent_tokens, params).await
    }

    async fn semantic_tokens_range(&self, params: SemanticTokensRangeParams) -> Result<Option<SemanticTokensRangeResult>> {
        requests::semantic_tokens_range::handle(&self.owner, params).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        requests::definition::handle(&self.owner, params).await
    }

    async fn goto_declaration(&self, params: GotoDeclarationParams) -> Result<Option<GotoDeclarationResponse>> {
        requests::declaration::handle(&self.owner, params).await
    }

    async fn goto_type_definition(&self, params: GotoTypeDefinitionParams) -> Result<Option<GotoTypeDefinitionResponse>> {
        requests::type_definition::handle(&self.owner, params).await
    }

    async fn goto_implementation(&self, params: GotoImplementationParams) -> Result<Option<GotoImplementationResponse>> {
        requests::implementation::handle(&self.owner, params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        requests::code_action::handle(&self.owner, params).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        requests::completion::handle(&self.owner, params).await
    }

    async fn completion_resolve(&self, params: CompletionItem) -> Result<CompletionItem> {
        requests::completion::resolve(&self.owner, params).await
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        requests::signature_help::handle(&self.owner, params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        requests::code_lens::handle(&self.owner, params).await
    }

    async fn code_lens_resolve(&self, params: CodeLens) -> Result<CodeLens> {
        requests::code_lens::resolve(&self.owner, params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        requests::inlay_hint::handle(&self.owner, params).await
    }

    async fn code_action_resolve(&self, params: CodeAction) -> Result<CodeAction> {
        requests::code_action_resolve::handle(&self.owner, params).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        requests::references::handle(&self.owner, params).await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        requests::hover::handle(&self.owner, params).await
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        requests::document_highlight::handle(&self.owner, params).await
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        requests::prepare_rename::handle(&self.owner, params).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        requests::rename::handle(&self.owner, params).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        requests::workspace_symbol::handle(&self.owner, params).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        requests::document_link::handle(&self.owner, params).await
    }

    async fn prepare_call_hierarchy(&self, params: CallHierarchyPrepareParams) -> Result<Option<Vec<CallHierarchyItem>>> {
        requests::call_hierarchy::prepare(&self.owner, params).await
    }

    async fn incoming_calls(&self, params: CallHierarchyIncomingCallsParams) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        requests::call_hierarchy::incoming(&self.owner, params).await
    }

    async fn outgoing_calls(&self, params: CallHierarchyOutgoingCallsParams) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        requests::call_hierarchy::outgoing(&self.owner, params).await
    }

    async fn prepare_type_hierarchy(&self, params: TypeHierarchyPrepareParams) -> Result<Option<Vec<TypeHierarchyItem>>> {
        requests::type_hierarchy::prepare(&self.owner, params).await
    }

    async fn supertypes(&self, params: TypeHierarchySupertypesParams) -> Result<Option<Vec<TypeHierarchyItem>>> {
        requests::type_hierarchy::supertypes(&self.owner, params).await
    }

    async fn subtypes(&self, params: TypeHierarchySubtypesParams) -> Result<Option<Vec<TypeHierarchyItem>>> {
        requests::type_hierarchy::subtypes(&self.owner, params).await
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        requests::document_diagnostic::handle(&self.owner, params).await
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        requests::workspace_diagnostic::handle(&self.owner, params).await
    }
}

/// The folders that the client has open; older clients know one.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    if let Some(folders) = params.workspace_folders.as_ref().filter(|it| !it.is_empty()) {
        return notifications::did_change_workspace_folders::paths(folders);
    }
    #[allow(deprecated)] // What replaces it is above.
    let root = params.root_uri.as_ref().and_then(uris::key).or_else(|| params.root_path.as_deref().map(Arc::from));
    root.map(|key| PathBuf::from(&*key)).filter(|path| Path::is_absolute(path)).into_iter().collect()
}
