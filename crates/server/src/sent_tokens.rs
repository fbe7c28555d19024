//! The semantic tokens that a client received last, to compute the difference.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tower_lsp::ls_types::{SemanticToken, SemanticTokens};

#[derive(Default)]
pub(crate) struct SentTokens {
    last_id: AtomicU64,
    by_key: Mutex<Sent>,
}

/// By the document: the tokens' identity, and the tokens.
type Sent = HashMap<Arc<str>, (String, Arc<Vec<SemanticToken>>)>;

impl SentTokens {
    /// Gives tokens an identity, and forgets earlier ones for the same document.
    pub(crate) fn remember(&self, key: &Arc<str>, data: Vec<SemanticToken>) -> SemanticTokens {
        let id = (self.last_id.fetch_add(1, Ordering::Relaxed) + 1).to_string();
        self.lock().insert(key.clone(), (id.clone(), Arc::new(data.clone())));
        SemanticTokens { result_id: Some(id), data }
    }

    /// The tokens with an identity, if they were the last.
    pub(crate) fn get(&self, key: &Arc<str>, id: &str) -> Option<Arc<Vec<SemanticToken>>> {
        self.lock().get(key).filter(|(known, _)| known == id).map(|(_, data)| data.clone())
    }

    pub(crate) fn forget(&self, key: &Arc<str>) {
        self.lock().remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, Sent> {
        self.by_key.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
