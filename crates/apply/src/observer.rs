//! The trait of those who follow a run.

use std::sync::Arc;

use providers::Sink;

use crate::report::Status;

/// Where messages go, and who learns how far a run is.
pub trait Observer: Sink {
    /// A resource is begun: its number among all steps, and how many there are.
    fn begun(&mut self, _resource: &str, _number: usize, _of: usize) {}

    /// Receives the result of a resource.
    fn done(&mut self, _status: &Arc<Status>) {}
}
