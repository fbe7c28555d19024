//! The checks of types before anything is applied.

use providers::{Failure, Sink};

use super::Transaction;

impl Transaction<'_> {
    /// Makes what comes of others before anything is applied, and lets types look at all of it. What is wrong with a resource is told of
    /// it; why nothing is to be applied is the error.
    pub fn check(&mut self) -> Result<(), Failure> {
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
