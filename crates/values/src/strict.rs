//! How much is tolerated.

/// The setting `strict`: what becomes of texts that are used as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strict {
    Off,
    Warning,
    Error,
}
