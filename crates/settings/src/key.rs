//! The one table of what may be set: the reader, the schema and the documentation's test follow it.

/// Kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Text,
    /// A list of texts; one text stands for a list of one.
    Texts,
    OneOf(&'static [&'static str]),
    /// A list of some of these words; one word stands for a list of one.
    SomeOf(&'static [&'static str]),
    /// Codes and their levels.
    Levels,
    /// A list of tables, each with these keys. Each has to have the first one.
    Tables(&'static [Key]),
}

/// One key of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// For the schema: one sentence or two.
    pub(crate) about: &'static str,
}

pub(crate) const STRICT: &[&str] = &["off", "warning", "error"];

/// The versions of Ruby that run Puppet 8.
pub(crate) const RUBY_VERSIONS: &[&str] = &["3.1", "3.2"];

/// The kinds of hints between the text.
pub(crate) const INLAY_HINTS: &[&str] = &["parameters", "values", "titles", "data", "order"];

/// The kinds of lines above definitions and resources.
pub(crate) const CODE_LENSES: &[&str] = &["references", "dependents", "systems", "graph", "preview"];

pub(crate) const KEYS: &[Key] = &[
    Key {
        name: "modulepath",
        kind: Kind::Texts,
        about: "Module folders to use instead of the environment's. Paths are relative to the folder of this file.",
    },
    Key {
        name: "facts",
        kind: Kind::Texts,
        about: "Fact files (JSON or YAML), or `local` for this machine. The code is evaluated for each of them.",
    },
    Key {
        name: "systems",
        kind: Kind::Texts,
        about: "Operating systems to evaluate the code for, such as `debian-12`, instead of those in `metadata.json`.",
    },
    Key { name: "node", kind: Kind::Text, about: "Name of the node whose catalog is checked." },
    Key { name: "hiera_config", kind: Kind::Text, about: "Global Hiera configuration, used by all environments." },
    Key { name: "legacy_facts", kind: Kind::Bool, about: "Give legacy facts, such as `$osfamily`, a value." },
    Key { name: "strict", kind: Kind::OneOf(STRICT), about: "Puppet's `strict` setting." },
    Key { name: "strict_variables", kind: Kind::Bool, about: "Puppet's `strict_variables` setting: report unknown variables as errors." },
    Key {
        name: "ruby_version",
        kind: Kind::OneOf(RUBY_VERSIONS),
        about: "Version of Ruby that the code of modules runs with. Not set, what differs between versions is unknown.",
    },
    Key { name: "tasks", kind: Kind::Bool, about: "Puppet's `tasks` setting: `plan` and `apply` are keywords." },
    Key {
        name: "lint",
        kind: Kind::Bool,
        about: "Run the checks of puppet-lint. `true` keeps the levels of puppet-lint; not set, its errors are warnings.",
    },
    Key { name: "levels", kind: Kind::Levels, about: "Level of each code." },
    Key {
        name: "inlay_hints",
        kind: Kind::SomeOf(INLAY_HINTS),
        about: "Inlay hints that an editor shows: parameter names, values of variables, titles, values from Hiera.",
    },
    Key {
        name: "code_lenses",
        kind: Kind::SomeOf(CODE_LENSES),
        about: "Code lenses that an editor shows: references, dependents, systems, the graph, previews of templates.",
    },
    Key { name: "salt_release", kind: Kind::OneOf(SALT_RELEASES), about: "Release of Salt whose order, rules and errors count." },
    Key {
        name: "salt_targets",
        kind: Kind::Tables(SALT_TARGETS),
        about: "Minions to check SLS trees for. The states of each are rendered with its grains and pillar.",
    },
    Key { name: "paths", kind: Kind::Tables(PATHS), about: "Settings for some files only. The last match wins." },
];

/// The releases of Salt that are known.
pub(crate) const SALT_RELEASES: &[&str] = &["3006", "3007", "3008"];

const SALT_TARGETS: &[Key] = &[
    Key { name: "id", kind: Kind::Text, about: "Minion id." },
    Key { name: "system", kind: Kind::Text, about: "Operating system whose grains it has, such as `debian-12`." },
    Key { name: "grains", kind: Kind::Text, about: "File of grains, JSON or YAML. Other grains are unknown." },
    Key { name: "pillar", kind: Kind::Text, about: "Folder of pillar files with a `top.sls`, or a file of pillar data." },
    Key { name: "config", kind: Kind::Text, about: "Configuration file of the minion or its master: its grains and options." },
];

const PATHS: &[Key] = &[
    Key {
        name: "glob",
        kind: Kind::Texts,
        about: "Glob patterns, such as `spec/**`, relative to the folder of this file. A folder includes everything in it.",
    },
    Key { name: "exclude", kind: Kind::Bool, about: "Report nothing in these files." },
    Key { name: "levels", kind: Kind::Levels, about: "Level of each code in these files." },
];
