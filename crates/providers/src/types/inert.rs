//! Types of which nothing is applied: they are there for others.

use crate::instance::Instance;

/// `schedule`, `filebucket`, and what only stands for an order.
pub struct Inert;

impl Instance for Inert {
    fn refreshes(&self) -> bool {
        true
    }
}
