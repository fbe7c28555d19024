//! The checks of types before anything is applied.

use providers::{ProviderError, Sink};

use super::Transaction;

impl Transaction<'_> {
    /// Generates resources of others before anything is applied, and lets types look at all of it. An error of a resource is reported for it;
    /// a reason to apply nothing is the error.
    pub fn check(&mut self) -> Result<(), ProviderError> {
        self.generate_all_first();
        let Transaction { types, sink, system, .. } = self;
        let mut tell = |message: providers::bridge::LogMessage| {
            if message.level >= sink.least() {
                sink.record(message.record(system.now()));
            }
        };
        types.check(&mut tell)
    }

    /// The same without looking at it, unless it was done.
    pub(super) fn generate_all_first(&mut self) {
        if !std::mem::replace(&mut self.is_generated, true) {
            self.generate_first();
        }
    }
}
