//! The reasons not to undo a change, whichever language declares it.

use std::fmt::{self, Display, Formatter};

/// Why a change is not undone. A reason that only one language has is a text of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    Command,
    Package,
    Refresh,
    /// An account was created or removed.
    Account,
    Secret,
    /// A file is larger than what is stored.
    TooLarge,
    /// A state changes more files than what is stored.
    TooMuch,
    /// The machine could not be read or written: its message.
    Unstored(String),
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Command => "what a command has done cannot be known",
            Refusal::Package => "a package has effects that are not recorded",
            Refusal::Refresh => "a refresh cannot be undone",
            Refusal::Account => "created or removed accounts are not undone",
            Refusal::Secret => "its values are secret and never stored",
            Refusal::TooLarge => "it is too large to store",
            Refusal::TooMuch => "it changes too much to store",
            Refusal::Unstored(message) => return write!(f, "it could not be stored: {message}"),
        })
    }
}

impl From<Refusal> for String {
    fn from(refusal: Refusal) -> String {
        refusal.to_string()
    }
}
