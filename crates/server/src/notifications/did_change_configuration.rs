//! `workspace/didChangeConfiguration`: other settings.

use std::path::Path;
use std::sync::Arc;

use analysis::{Change, Settings};
use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::ls_types::{ConfigurationItem, MessageType};

use crate::client::ClientInfo;
use crate::logging::LogFilter;
use crate::owner::Owner;
use crate::settings::UserSettings;

/// The settings in the notification, if the client sends them so.
pub(crate) fn sent(settings: &Value) -> Option<&Value> {
    settings.get("bunraku").filter(|it| it.is_object())
}

/// Asks the client, and takes over what it answers.
pub(crate) async fn ask(client: Client, info: Arc<ClientInfo>, owner: Owner, log: LogFilter) {
    if !info.has_configuration {
        return;
    }
    let item = ConfigurationItem { scope_uri: None, section: Some("bunraku".to_string()) };
    match client.configuration(vec![item]).await {
        Ok(answer) => {
            if let Some(settings) = answer.first().filter(|it| it.is_object()) {
                for complaint in apply(settings, &owner, &log) {
                    client.show_message(MessageType::WARNING, complaint).await;
                }
                if info.pulls_diagnostics && info.refreshes_diagnostics {
                    drop(client.workspace_diagnostic_refresh().await);
                }
                crate::refresh::beside_the_text(client, info, owner).await;
            }
        }
        Err(error) => tracing::warn!("the client does not send its settings: {error}"),
    }
}

/// Takes settings over, and says what is wrong with them.
pub(crate) fn apply(settings: &Value, owner: &Owner, log: &LogFilter) -> Vec<String> {
    let sent = settings.clone();
    let (settings, complaints) = UserSettings::read(&sent, Path::new(""));
    for complaint in &complaints {
        tracing::warn!("{complaint}");
    }
    log.set(settings.log.as_deref());
    owner.send(move |state| {
        // Paths count from the folder that is open.
        let folder = state.folders.first().cloned().unwrap_or_default();
        let given = state.given(Settings::new([Arc::new(UserSettings::read(&sent, &folder).0.layer)]));
        if state.enabled == settings.enable && state.settings() == given {
            return;
        }
        state.enabled = settings.enable;
        state.put_fence(&given);
        state.apply(Change::new().settings(given));
        state.check_all();
    });
    complaints
}
