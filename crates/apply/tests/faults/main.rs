//! The transaction on a machine in memory that fails or stops at any moment, and catalogs that nobody would write.

mod check;
mod fail;
mod faulty;
mod generated;
mod kill;
mod lock;
mod memory;
