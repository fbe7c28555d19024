//! The kinds of requisites.

use std::fmt::{self, Display, Formatter};

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

    pub fn name(self) -> &'static str {
        match self {
            Kind::Onfail => "onfail",
            Kind::OnfailAny => "onfail_any",
            Kind::OnfailAll => "onfail_all",
            Kind::Require => "require",
            Kind::RequireAny => "require_any",
            Kind::Onchanges => "onchanges",
            Kind::OnchangesAny => "onchanges_any",
            Kind::Watch => "watch",
            Kind::WatchAny => "watch_any",
            Kind::Prereq => "prereq",
            Kind::Prerequired => "prerequired",
            Kind::Listen => "listen",
        }
    }
}

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
