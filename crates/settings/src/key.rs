//! The one table of what may be set: the reader, the schema and the documentation's test follow it.

/// What a value may be.
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

/// The kinds of hints between the text.
pub(crate) const INLAY_HINTS: &[&str] = &["parameters", "values", "titles", "data"];

/// The kinds of lines above definitions and resources.
pub(crate) const CODE_LENSES: &[&str] = &["references", "dependents", "systems", "graph"];

pub(crate) const KEYS: &[Key] = &[
    Key {
        name: "modulepath",
        kind: Kind::Texts,
        about: "Folders of modules, instead of the environment's own. Paths count from the folder of this file.",
    },
    Key {
        name: "facts",
        kind: Kind::Texts,
        about: "Files of facts, in JSON or YAML, or `local` for those of this machine: the code is evaluated for each.",
    },
    Key {
        name: "systems",
        kind: Kind::Texts,
        about: "Operating systems to evaluate the code for, as `debian-12`, instead of those in `metadata.json`.",
    },
    Key { name: "node", kind: Kind::Text, about: "The name of the node whose catalog is checked." },
    Key { name: "hiera_config", kind: Kind::Text, about: "The configuration of Hiera for all environments." },
    Key { name: "legacy_facts", kind: Kind::Bool, about: "Whether the old names of facts, as `$osfamily`, have values." },
    Key { name: "strict", kind: Kind::OneOf(STRICT), about: "Puppet's setting `strict`." },
    Key {
        name: "strict_variables",
        kind: Kind::Bool,
        about: "Puppet's setting `strict_variables`: whether a variable that does not exist is an error.",
    },
    Key { name: "tasks", kind: Kind::Bool, about: "Puppet's setting `tasks`: `plan` and `apply` are keywords." },
    Key { name: "lint", kind: Kind::Bool, about: "Whether what puppet-lint checks is told, too. Not set: it is." },
    Key { name: "levels", kind: Kind::Levels, about: "How bad the findings of a code are." },
    Key {
        name: "inlay_hints",
        kind: Kind::SomeOf(INLAY_HINTS),
        about: "Which hints an editor shows between the text: names of parameters, values of variables, titles, values from Hiera.",
    },
    Key {
        name: "code_lenses",
        kind: Kind::SomeOf(CODE_LENSES),
        about: "What an editor shows above definitions and resources: references, what depends on them, systems, the graph.",
    },
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
