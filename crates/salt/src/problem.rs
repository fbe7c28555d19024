//! The problems of a tree, as data. [`words`] has Salt's text of them.

mod help;
mod words;

use std::ops::Range;

use crate::absent::Absent;
use crate::advice::Advice;
use crate::place::Span;
use crate::requisite::Kind;
use crate::value::Str;

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub problem: Problem,
    pub at: Span,
    /// Other places that it is about.
    pub related: Vec<Span>,
}

impl Finding {
    pub fn new(problem: Problem, at: Span) -> Finding {
        Finding { problem, at, related: Vec::new() }
    }

    /// Salt's own program would fail here, which ends a compilation at once.
    pub(crate) fn crash(what: Crash, at: Span) -> Box<Finding> {
        Box::new(Finding::new(Problem::Crash { what }, at))
    }

    /// It would take too long, which ends a compilation at once: what of, and how much is allowed.
    pub(crate) fn limit(what: &str, at: Span) -> Box<Finding> {
        Box::new(Finding::new(Problem::TooLarge { what: what.into() }, at))
    }
}

/// The releases of Salt whose words and whose order are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Release {
    V3006,
    V3007,
    #[default]
    V3008,
}

impl Release {
    /// The release with a number.
    pub fn named(name: &str) -> Option<Release> {
        [Release::V3006, Release::V3007, Release::V3008].into_iter().find(|it| it.name() == name)
    }

    /// The number of the release.
    pub fn name(self) -> &'static str {
        match self {
            Release::V3006 => "3006",
            Release::V3007 => "3007",
            Release::V3008 => "3008",
        }
    }

    /// Returns whether states are sorted by their dependencies before they run.
    pub fn has_graph(self) -> bool {
        self == Release::V3008
    }

    /// Returns whether a file of states stands for the files that it includes, too.
    pub fn has_includers(self) -> bool {
        self != Release::V3006
    }

    /// Returns whether states of a module do something of their own when what they watch has changed.
    pub fn has_mod_watch(self, module: &str) -> bool {
        match module {
            "at" | "cmd" | "etcd" | "event" | "module" | "mount" | "pkg" | "service" | "test" => true,
            "docker_container" | "docker_image" | "kernelpkg" | "supervisord" | "tomcat" => !self.has_graph(),
            _ => false,
        }
    }
}

/// Why a text is no YAML, for Salt.
#[derive(Clone, Debug, PartialEq)]
pub struct YamlError {
    pub stage: YamlStage,
    pub context: Option<(String, u32, u32)>,
    pub problem: String,
    pub line: u32,
    pub column: u32,
    /// In bytes of the rendered text.
    pub at: usize,
    /// Two keys that are the same, in bytes of the rendered text.
    pub keys: Option<Box<[Range<usize>; 2]>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YamlStage {
    Scanner,
    /// The parser, and what is wrong with tags and keys.
    Parser,
    /// An error that Salt does not expect: it prints a trace of its own program.
    Other,
    /// A construct that this program does not read, and Salt does.
    Unsupported,
    /// It depends on an unknown value that a template prints.
    Unknown,
}

/// A state by its names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub sls: Str,
    pub id: Str,
    pub name: Str,
}

/// A construct that is not supported, or cannot be known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsupported {
    Renderer(Str),
    /// The text has Jinja that cannot be evaluated.
    Jinja(Str),
    Matcher(Str),
    Yaml(Str),
    /// It depends on an unknown value, such as "the grain `os`".
    Unknown {
        why: Option<Str>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    Yaml {
        sls: Str,
        problem: Box<YamlError>,
    },
    /// Two keys of a mapping are the same, in a file that is not rendered: Salt's words have the lines of the rendered text.
    SameKey {
        key: Str,
        sls: Str,
    },
    Template {
        sls: Str,
        message: Str,
    },
    /// A template that is imported and not there. The message is that of its name.
    MissingTemplate {
        sls: Str,
        message: Str,
        absent: Absent,
    },
    NotADictionary {
        sls: Str,
    },
    /// Salt's second message about the same error.
    Contents {
        contents: Str,
    },
    IncludeNotList {
        sls: Str,
    },
    IncludeEnvironment {
        environment: Str,
        include: Str,
        sls: Str,
    },
    IncludeTooHigh {
        include: Str,
        sls: Str,
    },
    MissingSls {
        sls: Str,
        absent: Absent,
    },
    NoMatch {
        pattern: Str,
        absent: Absent,
    },
    ExtendNotMap {
        sls: Str,
    },
    ExtendNameNotMap {
        name: Str,
        sls: Str,
    },
    ExcludeNotList {
        sls: Str,
    },
    IdNotMap {
        id: Str,
        sls: Str,
    },
    SameModule {
        id: Str,
        sls: Str,
    },
    ConflictingIds {
        id: Str,
        first: Str,
        second: Str,
    },
    CannotExtend {
        id: Str,
        sls: Str,
    },
    IdNotString {
        id: Str,
        sls: Str,
        class: &'static str,
    },
    TrailingColon {
        id: Str,
        sls: Str,
        module: Str,
    },
    NotAList {
        id: Str,
        sls: Str,
    },
    Whitespace {
        function: Str,
        id: Str,
        sls: Str,
    },
    NamesNotList {
        id: Str,
        sls: Str,
    },
    RequisiteNotList {
        requisite: Str,
        id: Str,
        sls: Str,
    },
    RequisiteNotSingle {
        requisite: Str,
        id: Str,
        sls: Str,
    },
    DottedRequisite {
        module: Str,
        id: Str,
        sls: Str,
    },
    IllegalRequisite {
        value: Str,
        sls: Str,
    },
    SeveralKeys {
        id: Str,
        sls: Str,
    },
    NoFunction {
        id: Str,
        sls: Str,
    },
    SeveralFunctions {
        id: Str,
        sls: Str,
        functions: Vec<Str>,
    },
    /// Only before 3008.
    DirectRecursion {
        sls: Str,
        id: Str,
        other: Str,
    },
    /// `as_map` if it is written without dashes: Salt's words have no comma then, in 3008.
    DottedIn {
        requisite: Str,
        module: Str,
        id: Str,
        sls: Str,
        as_map: bool,
    },
    TargetNotString {
        kind: Kind,
        module: Str,
        name: Str,
        sls: Str,
    },
    MissingTarget {
        kind: Kind,
        module: Str,
        target: Str,
        name: Str,
        sls: Str,
    },
    Cycle {
        edges: Vec<(Named, Kind, Named)>,
    },
    TopNotMap,
    TopEmptyEnvironment,
    TopEnvironmentNotString {
        environment: Str,
    },
    TopMatchesNotMap {
        environment: Str,
    },
    TopNotList {
        target: Str,
        environment: Str,
        class: &'static str,
    },
    TopMatcher {
        matcher: Str,
        value: Str,
    },
    TopEmptyName {
        environment: Str,
    },
    TopNothing,
    /// Salt's own program fails on it.
    Crash {
        what: Crash,
    },
    /// The result would need too much time or memory.
    TooLarge {
        what: Str,
    },
    Unsupported {
        sls: Str,
        what: Unsupported,
    },
    /// Advice that Salt does not give.
    Advice(Advice),
}

/// An error that Salt's own program does not expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crash {
    /// A key that has to be a text.
    Key,
    /// A value that has to be a list.
    List,
    /// A value that has to be a map.
    Map,
    /// An empty map.
    Empty,
    /// A value that cannot be a key.
    Unhashable,
    /// An include that is no text.
    Include,
    /// A bare name that is no ID, where something is excluded.
    BareWithExclude,
    /// A requisite with a number where the name of a state belongs.
    Target,
    /// A bare name in `listen_in`, after all states have run.
    Listener,
}

impl Problem {
    /// Something in this SLS depends on an unknown value.
    pub fn unknown(sls: &Str) -> Problem {
        Problem::Unsupported { sls: sls.clone(), what: Unsupported::Unknown { why: None } }
    }

    /// Returns Salt's words, as a release has them.
    pub fn render(&self, release: Release) -> String {
        words::Rendered { problem: self, release }.to_string()
    }

    /// Returns whether it is wrong only if the roots that are known are all: formulas have roots of their own, as by `gitfs`.
    pub fn may_be_elsewhere(&self) -> bool {
        self.absent().is_some_and(Absent::may_be_elsewhere)
    }

    /// Facts about a file that is missing.
    pub fn absent(&self) -> Option<&Absent> {
        match self {
            Problem::MissingSls { absent, .. } | Problem::NoMatch { absent, .. } | Problem::MissingTemplate { absent, .. } => Some(absent),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub(crate) fn absent_mut(&mut self) -> Option<&mut Absent> {
        match self {
            Problem::MissingSls { absent, .. } | Problem::NoMatch { absent, .. } | Problem::MissingTemplate { absent, .. } => Some(absent),
            _ => None,
        }
    }

    /// Returns whether more grains, pillar data or the minion id could decide it.
    pub fn needs_data(&self) -> bool {
        matches!(self, Problem::Unsupported { what: Unsupported::Unknown { .. }, .. })
    }

    /// Returns whether nothing is known to be wrong: the answer of Salt cannot be known here.
    pub fn is_undecided(&self) -> bool {
        matches!(self, Problem::Unsupported { .. } | Problem::TooLarge { .. })
            || matches!(self, Problem::Yaml { problem, .. } if matches!(problem.stage, YamlStage::Unsupported | YamlStage::Unknown))
    }
}
