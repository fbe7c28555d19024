//! The one table of what may be set: the reader, the schema and the documentation's test follow it.

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Text,
    /// A list of texts; one text stands for a list of one.
    Texts,
    OneOf(&'static [&'static str]),
    /// Codes and their levels.
    Levels,
    /// A list of tables, each with these keys.
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

pub(crate) const KEYS: &[Key] = &[
    Key {
        name: "modulepath",
        kind: Kind::Texts,
        about: "Folders of modules, instead of the environment's own. Paths count from the folder of this file.",
    },
    Key { name: "facts", kind: Kind::Texts, about: "Files of facts, in JSON or YAML: the code is evaluated for each." },
    Key {
        name: "systems",
        kind: Kind::Texts,
        about: "Operating systems to evaluate the code for, as `debian-12`, instead of those in `metadata.json`.",
    },
    Key { name: "node", kind: Kind::Text, about: "The name of the node whose catalog is checked." },
    Key { name: "hiera_config", kind: Kind::Text, about: "The configuration of Hiera for all environments." },
    Key { name: "legacy_facts", kind: Kind::Bool, about: "Whether the old names of facts, as `$osfamily`, have values." },
    Key { name: "strict", kind: Kind::OneOf(STRICT), about: "Puppet's setting `strict`." },
    Key { name: "tasks", kind: Kind::Bool, about: "Puppet's setting `tasks`: `plan` and `apply` are keywords." },
    Key { name: "levels", kind: Kind::Levels, about: "How bad the findings of a code are." },
    Key { name: "paths", kind: Kind::Tables(PATHS), about: "What holds for some files only. Of several that match, the last one wins." },
];

const PATHS: &[Key] = &[
    Key {
        name: "glob",
        kind: Kind::Texts,
        about: "Which files, as `spec/**`, from the folder of this file on. A folder stands for all that is in it.",
    },
    Key { name: "exclude", kind: Kind::Bool, about: "Whether nothing is told of these files." },
    Key { name: "levels", kind: Kind::Levels, about: "How bad the findings of a code are in these files." },
];
