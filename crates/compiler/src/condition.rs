//! Under which decisions something holds.

pub use catalog::Condition;

/// What conditions mean.
#[derive(Clone, Debug, Default)]
pub struct Conditions {}
