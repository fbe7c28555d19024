//! `initialized`: the client is ready to be asked.

use std::sync::Arc;

use tower_lsp::Client;
use tower_lsp::ls_types::{
    DidChangeWatchedFilesRegistrationOptions, DocumentFilter, FileSystemWatcher, GlobPattern, Registration,
    TextDocumentRegistrationOptions,
    notification::{DidChangeWatchedFiles, Notification},
    request::{Request, TypeHierarchyPrepare},
};

use crate::client::ClientInfo;

/// Manifests and templates, and what they depend on: settings, options of puppet-lint, metadata, the configuration and the data of
/// Hiera, functions, types and templates in Ruby; files of states, and templates.
const GLOBS: [&str; 10] = [
    "**/*.pp",
    "**/*.epp",
    "**/bunraku.toml",
    "**/.puppet-lint.rc",
    "**/{environment,puppet}.conf",
    "**/{Puppetfile,.gitmodules}",
    "**/*.{json,yaml,yml,eyaml}",
    "**/lib/{puppet,facter}/**/*.rb",
    "**/templates/**/*.erb",
    "**/*.{sls,jinja,jinja2,j2}",
];

/// Tells the client that we know of type hierarchies.
pub(crate) async fn offer_type_hierarchies(client: Client, info: Arc<ClientInfo>) {
    if !info.registers_type_hierarchies {
        return;
    }
    let options = TextDocumentRegistrationOptions {
        document_selector: Some(vec![DocumentFilter { language: Some("puppet".to_string()), scheme: None, pattern: None }]),
    };
    let registration = Registration {
        id: "bunraku/types".to_string(),
        method: TypeHierarchyPrepare::METHOD.to_string(),
        register_options: serde_json::to_value(options).ok(),
    };
    if let Err(error) = client.register_capability(vec![registration]).await {
        tracing::warn!("the client does not ask for type hierarchies: {error}");
    }
}

/// Asks the client to watch the files that count.
pub(crate) async fn watch_files(client: Client, info: Arc<ClientInfo>) {
    if !info.registers_watchers {
        return;
    }
    let watcher = |glob: &str| FileSystemWatcher { glob_pattern: GlobPattern::String(glob.to_string()), kind: None };
    let options = DidChangeWatchedFilesRegistrationOptions { watchers: GLOBS.map(watcher).to_vec() };
    let registration = Registration {
        id: "bunraku/files".to_string(),
        method: DidChangeWatchedFiles::METHOD.to_string(),
        register_options: serde_json::to_value(options).ok(),
    };
    if let Err(error) = client.register_capability(vec![registration]).await {
        tracing::warn!("the client does not watch files: {error}");
    }
}
