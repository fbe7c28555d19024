//! Effects of edges, and the words that languages have for them.

/// Result of one end of an edge for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// The second comes after the first.
    Orders,
    /// A change of the first refreshes the second.
    Refreshes,
    /// The second runs only if the first has changed something.
    OnChange,
    /// The second runs only if the first has failed.
    OnFailure,
    /// The second runs only if the first would change something, which is tested before.
    LooksAhead,
    /// A change of the first refreshes the second at the end of the run.
    AtEnd,
}

impl Effect {
    /// Whether a change of the first refreshes the second, at its turn.
    pub fn refreshes(self) -> bool {
        self == Effect::Refreshes
    }

    /// Whether it matters to the second that the first has changed something.
    pub fn heeds_changes(self) -> bool {
        matches!(self, Effect::Refreshes | Effect::OnChange | Effect::AtEnd)
    }
}

/// Number of edges of one word that must hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Each of them.
    #[default]
    All,
    /// One of them is enough.
    Any,
}

/// A word of a language for edges. Each language has a table of its words.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Word {
    pub name: &'static str,
    pub effect: Effect,
    pub group: Group,
    /// Whether the second end has it, and names the first.
    pub is_of_second: bool,
    /// Whether the language adds such edges itself.
    pub is_automatic: bool,
}

impl Word {
    /// A word that somebody writes at the second end, and that must hold for each of the first ones.
    pub const fn of_second(name: &'static str, effect: Effect) -> Word {
        Word { name, effect, group: Group::All, is_of_second: true, is_automatic: false }
    }

    /// The same at the first end.
    pub const fn of_first(name: &'static str, effect: Effect) -> Word {
        Word { is_of_second: false, ..Word::of_second(name, effect) }
    }

    /// The same, where one edge is enough.
    pub const fn for_any(self) -> Word {
        Word { group: Group::Any, ..self }
    }

    /// The same, added by the language.
    pub const fn automatic(self) -> Word {
        Word { is_automatic: true, ..self }
    }
}

/// Number of a word in the table of its language, which alone can read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WordId(pub u8);
