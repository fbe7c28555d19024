//! The language server as an editor meets it: the built program, over standard input and output.

mod cancellation;
mod client;
mod code_actions;
mod completion;
mod configuration;
mod data;
mod diagnostics;
mod documents;
mod erb;
mod every;
mod features;
mod files;
mod formatting;
mod garbage;
#[cfg(target_os = "linux")]
mod hostile;
mod in_time;
mod insight;
mod lifecycle;
mod lint;
mod logging;
mod names;
mod offers;
mod positions;
mod project;
mod pull;
mod salt;
mod stress;
mod workspace;
