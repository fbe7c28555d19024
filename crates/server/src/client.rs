//! The capabilities of the client.

use serde_json::Value;
use tower_lsp::ls_types::{ClientCapabilities, ResourceOperationKind};

use crate::lines::Encoding;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClientInfo {
    pub(crate) encoding: Encoding,
    /// It asks for diagnostics: then none are pushed.
    pub(crate) pulls_diagnostics: bool,
    /// It refreshes findings on request.
    pub(crate) refreshes_diagnostics: bool,
    /// It refreshes inlay hints on request.
    pub(crate) refreshes_hints: bool,
    /// The same of the lines above definitions.
    pub(crate) refreshes_lenses: bool,
    /// The same of graphs, catalogs and evaluations: `evaluated` of its options.
    pub(crate) refreshes_reports: bool,
    pub(crate) related_information: bool,
    /// It asks for the edits of an action once somebody has chosen it.
    pub(crate) resolves_actions: bool,
    /// It folds whole lines.
    pub(crate) folds_lines: bool,
    /// It knows symbols in symbols.
    pub(crate) nests_symbols: bool,
    /// It asks whether something can be renamed before it asks for a name.
    pub(crate) prepares_renames: bool,
    /// It takes edits of versions of documents.
    pub(crate) versions_edits: bool,
    /// It renames files on request.
    pub(crate) renames_files: bool,
    /// It creates files on request.
    pub(crate) creates_files: bool,
    /// Type hierarchies can be registered later: there is no other way.
    pub(crate) registers_type_hierarchies: bool,
    /// It knows links from a name to what it leads to.
    pub(crate) links: bool,
    /// It fills in places in what is inserted.
    pub(crate) takes_snippets: bool,
    /// It knows what to insert and what to replace apart.
    pub(crate) inserts_or_replaces: bool,
    /// It knows parameters by where they stand in a signature.
    pub(crate) labels_by_offsets: bool,
    /// It makes edits that it has not asked for.
    pub(crate) applies_edits: bool,
    pub(crate) shows_progress: bool,
    /// It can be asked for settings.
    pub(crate) has_configuration: bool,
    /// Files to watch can be registered later.
    pub(crate) registers_watchers: bool,
    /// It shows documents that lie nowhere, and asks us for them.
    pub(crate) shows_pages: bool,
    /// It says how it shows Markdown: links in it can be followed.
    pub(crate) follows_links: bool,
    /// The open folders are not marked as trusted: their files name nothing outside of them then.
    pub(crate) is_untrusted: bool,
    /// The commands that it can run when we name them: `commands` of its options, or of its experimental capabilities.
    pub(crate) commands: Vec<String>,
}

impl ClientInfo {
    pub(crate) fn new(capabilities: &ClientCapabilities, options: Option<&Value>) -> ClientInfo {
        let general = capabilities.general.as_ref();
        let document = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let edits = workspace.and_then(|it| it.workspace_edit.as_ref());
        let operates = |kind| edits.and_then(|it| it.resource_operations.as_ref()).is_some_and(|it| it.contains(&kind));
        let renames_files = operates(ResourceOperationKind::Rename);
        let window = capabilities.window.as_ref();
        let item = document.and_then(|it| it.completion.as_ref()?.completion_item.as_ref());
        let signature = document.and_then(|it| it.signature_help.as_ref());
        let commands = capabilities.experimental.as_ref().and_then(|it| it.pointer("/commands/commands"));
        let lists = [commands, options.and_then(|it| it.get("commands"))].into_iter().flatten().filter_map(Value::as_array);
        let runs = lists.flatten().filter_map(|it| it.as_str().map(str::to_owned));
        let yes = |it: Option<bool>| it == Some(true);
        ClientInfo {
            encoding: Encoding::negotiate(general.and_then(|it| it.position_encodings.as_deref())),
            pulls_diagnostics: document.is_some_and(|it| it.diagnostic.is_some()),
            refreshes_diagnostics: yes(workspace.and_then(|it| it.diagnostics.as_ref()?.refresh_support)),
            refreshes_hints: yes(workspace.and_then(|it| it.inlay_hint.as_ref()?.refresh_support)),
            refreshes_lenses: yes(workspace.and_then(|it| it.code_lens.as_ref()?.refresh_support)),
            refreshes_reports: options.and_then(|it| it.get("evaluated")).and_then(Value::as_bool) == Some(true),
            resolves_actions: document.and_then(|it| it.code_action.as_ref()).is_some_and(|it| {
                let edits = it.resolve_support.as_ref().is_some_and(|it| it.properties.iter().any(|it| it == "edit"));
                edits && yes(it.data_support)
            }),
            related_information: yes(document.and_then(|it| it.publish_diagnostics.as_ref()?.related_information)),
            folds_lines: yes(document.and_then(|it| it.folding_range.as_ref()?.line_folding_only)),
            nests_symbols: yes(document.and_then(|it| it.document_symbol.as_ref()?.hierarchical_document_symbol_support)),
            prepares_renames: yes(document.and_then(|it| it.rename.as_ref()?.prepare_support)),
            // Neovim announces that it renames files, but only accepts that among versioned edits.
            versions_edits: yes(edits.and_then(|it| it.document_changes)) || renames_files,
            renames_files,
            creates_files: operates(ResourceOperationKind::Create),
            registers_type_hierarchies: yes(document.and_then(|it| it.type_hierarchy.as_ref()?.dynamic_registration)),
            links: yes(document.and_then(|it| it.definition.as_ref()?.link_support)),
            takes_snippets: yes(item.and_then(|it| it.snippet_support)),
            inserts_or_replaces: yes(item.and_then(|it| it.insert_replace_support)),
            labels_by_offsets: yes(
                signature.and_then(|it| it.signature_information.as_ref()?.parameter_information.as_ref()?.label_offset_support)
            ),
            applies_edits: yes(workspace.and_then(|it| it.apply_edit)),
            shows_progress: yes(window.and_then(|it| it.work_done_progress)),
            has_configuration: yes(workspace.and_then(|it| it.configuration)),
            commands: runs.collect(),
            shows_pages: options.and_then(|it| it.get("pages")).and_then(Value::as_bool) == Some(true),
            follows_links: general.is_some_and(|it| it.markdown.is_some()),
            is_untrusted: options.and_then(|it| it.get("trusted")).and_then(Value::as_bool) == Some(false),
            registers_watchers: yes(workspace.and_then(|it| it.did_change_watched_files.as_ref()?.dynamic_registration)),
        }
    }

    /// Whether it runs a command when we name it.
    pub(crate) fn runs(&self, command: &str) -> bool {
        self.commands.iter().any(|it| it == command)
    }
}
