//! The faults that applying a catalog has to survive, as `docs/faults.md` numbers them: real ones, with the real command, in throwaway
//! roots.

mod disks;
mod kills;
mod links;
mod odd;
mod programs;
mod root;
mod secrets;
mod signals;
mod state;
mod table;
mod undo;
mod undo_accounts;
