//! The language server: the order of messages, cancellation, and the conversion to the protocol's types.
//!
//! ```text
//! input thread ─▶ loop ─▶ InOrder(LspService) ─▶ handler ─▶ owner thread ─▶ lanes of readers
//!                  │                                                              │
//!                  └──────────────── answers ─▶ output thread ◀── diagnostics ────┘
//! ```

mod capabilities;
mod client;
mod disk;
mod document;
mod fence;
mod in_order;
mod lines;
mod loading;
mod logging;
mod made;
mod notifications;
mod others;
mod own;
mod owner;
mod panics;
mod parent;
mod pasts;
mod places;
mod pool;
mod publish;
mod pulled;
mod read;
mod refresh;
mod requests;
mod semantic_tokens;
mod sent_tokens;
mod serve;
mod server;
mod settings;
mod state;
mod to_proto;
mod transport;
mod unlisted;
mod uris;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use serve::Ended;
use world::{RealWorld, World};

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where to log; without it, to standard error.
    pub log_file: Option<PathBuf>,
    /// Adds the request `bunraku/panic`, which panics, so that it can be tested what happens then.
    pub panics: bool,
    /// Evaluations wait until this file exists, so that it can be tested what is answered meanwhile.
    pub holds: Option<PathBuf>,
}

/// Milliseconds after which requests are answered with what is known without evaluations. `BUNRAKU_ANSWER_WITHIN` says otherwise; 0 waits
/// for them.
const ANSWER_WITHIN: u64 = 100;

/// Serves one client on standard input and output until it goes.
pub fn run(options: Options) -> io::Result<Ended> {
    let world: Arc<dyn World> = Arc::new(RealWorld);
    let filter = world.env("BUNRAKU_LOG").and_then(|it| it.into_string().ok());
    let log = logging::init(options.log_file.as_deref(), filter.as_deref())?;
    let log_folder = options.log_file.as_deref().and_then(|it| it.parent()).filter(|it| !it.as_os_str().is_empty());
    let within = world.env("BUNRAKU_ANSWER_WITHIN").and_then(|it| it.to_str()?.parse().ok()).unwrap_or(ANSWER_WITHIN);
    let within = Some(Duration::from_millis(within)).filter(|it| !it.is_zero());
    if let Some(file) = options.holds {
        let world = world.clone();
        analysis::hold_evaluations(move || world.metadata(&file).is_err());
    }
    let reports = log_folder.map_or_else(std::env::temp_dir, PathBuf::from);
    let streams = serve::Streams { input: io::stdin(), output: io::stdout() };
    serve::serve(streams, world, log, serve::Manner { panics: options.panics, within }, |outbox| panics::report_to(reports, outbox.clone()))
}
