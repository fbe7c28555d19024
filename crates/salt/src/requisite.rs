//! The kinds of requisites.

use std::fmt::{self, Display, Formatter};

use catalog::{Effect, Word};

/// A kind of requisite. The later ones weigh more when a state is pulled forward by those that depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Onfail,
    OnfailAny,
    OnfailAll,
    Require,
    RequireAny,
    Onchanges,
    OnchangesAny,
    Watch,
    WatchAny,
    Prereq,
    Prerequired,
    Listen,
}

impl Kind {
    pub const ALL: [Kind; 12] = [
        Kind::Onfail,
        Kind::OnfailAny,
        Kind::OnfailAll,
        Kind::Require,
        Kind::RequireAny,
        Kind::Onchanges,
        Kind::OnchangesAny,
        Kind::Watch,
        Kind::WatchAny,
        Kind::Prereq,
        Kind::Prerequired,
        Kind::Listen,
    ];

    /// Those that make edges, in the order in which Salt 3008 adds them.
    pub const ORDERING: [Kind; 10] = [
        Kind::Require,
        Kind::RequireAny,
        Kind::Watch,
        Kind::WatchAny,
        Kind::Prereq,
        Kind::Onfail,
        Kind::OnfailAny,
        Kind::OnfailAll,
        Kind::Onchanges,
        Kind::OnchangesAny,
    ];

    /// Those that releases before 3008 run first, in their order.
    pub const RUN_FIRST: [Kind; 9] = [
        Kind::Require,
        Kind::RequireAny,
        Kind::Watch,
        Kind::WatchAny,
        Kind::Prereq,
        Kind::Onfail,
        Kind::OnfailAny,
        Kind::Onchanges,
        Kind::OnchangesAny,
    ];

    /// Name and effect of edges of this kind.
    pub fn word(self) -> &'static Word {
        &WORDS[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.word().name
    }
}

/// The words of all kinds, by their numbers. One failed state is enough for `onfail`, as for `onfail_any`.
static WORDS: [Word; 12] = [
    Word::of_second("onfail", Effect::OnFailure).for_any(),
    Word::of_second("onfail_any", Effect::OnFailure).for_any(),
    Word::of_second("onfail_all", Effect::OnFailure),
    Word::of_second("require", Effect::Orders),
    Word::of_second("require_any", Effect::Orders).for_any(),
    Word::of_second("onchanges", Effect::OnChange),
    Word::of_second("onchanges_any", Effect::OnChange).for_any(),
    Word::of_second("watch", Effect::Refreshes),
    Word::of_second("watch_any", Effect::Refreshes).for_any(),
    Word::of_second("prereq", Effect::LooksAhead),
    Word::of_first("prerequired", Effect::LooksAhead),
    Word::of_second("listen", Effect::AtEnd),
];

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns whether an argument of this name is a requisite, whose lists are joined by `extend`.
pub fn is_requisite(name: &str) -> bool {
    name == "onfail_stop" || Kind::ALL.iter().any(|it| it.name() == name)
}

/// Returns whether an argument of this name changes other states.
pub fn is_requisite_in(name: &str) -> bool {
    matches!(name, "require_in" | "watch_in" | "onfail_in" | "onchanges_in" | "use" | "use_in" | "prereq_in")
}

#[cfg(test)]
mod tests {
    use catalog::Group;

    use super::*;

    #[test]
    fn each_kind_has_its_word() {
        for (number, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
            let named: String = format!("{kind:?}").chars().flat_map(|c| if c.is_uppercase() { vec!['_', c] } else { vec![c] }).collect();
            assert_eq!(kind.name(), named.trim_start_matches('_').to_lowercase());
            let word = kind.word();
            let is_any = kind.name().ends_with("_any") || kind == Kind::Onfail;
            assert_eq!((word.group == Group::Any, word.is_automatic), (is_any, false), "{kind}");
            assert_eq!(word.is_of_second, kind != Kind::Prerequired);
        }
        let effects: Vec<Effect> = ["onfail", "require", "onchanges", "watch", "prereq", "listen"]
            .iter()
            .filter_map(|name| Kind::ALL.into_iter().find(|it| it.name() == *name).map(|it| it.word().effect))
            .collect();
        let expected = [Effect::OnFailure, Effect::Orders, Effect::OnChange, Effect::Refreshes, Effect::LooksAhead, Effect::AtEnd];
        assert_eq!(effects, expected);
    }
}
