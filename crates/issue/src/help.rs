//! Suggestions for an issue.

use std::fmt;

use crate::Str;

/// Help with an issue, in Bunraku's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Help {
    /// A name was probably misspelt: this one exists.
    Similar { named: Named, name: Str },
    /// An attribute was probably misspelt: the type has this one.
    Attribute { type_name: Str, name: Str },
    /// The only class that has a variable of that name.
    VariableOfClass { class: Str, name: Str },
    /// The class of a variable is defined, and is not evaluated before the variable is read.
    NotEvaluatedBefore { class: Str },
    /// A class that is its own parent.
    InheritsItself { class: Str },
    /// Data that are not here may have the value: those of a level, by its name and a path as it is written, else those of the
    /// server's global layer.
    DataElsewhere { level: Option<(Str, Str)> },
    /// The module exists, and has no such manifest.
    NoManifest { module: Str, path: Str },
    /// The module path has no such module; `similar` is one that it has.
    NoModule { module: Str, similar: Option<Str> },
}

/// Kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Variable,
    Function,
    Class,
    Type,
    Metaparameter,
    /// `Type[title]`.
    Resource,
    /// `module/path`, of templates and of what `file` reads.
    File,
}

impl Help {
    /// Replacement of the wrong name. Of a resource it is the title.
    pub fn replacement(&self) -> Option<Str> {
        match self {
            Help::Similar { named: Named::Resource, name } => {
                let title = crate::split_reference(name).map(|it| it.1);
                Some(title.unwrap_or(name).into())
            }
            Help::Similar { name, .. } | Help::Attribute { name, .. } => Some(name.clone()),
            Help::VariableOfClass { class, name } => Some(format!("{class}::{name}").into()),
            Help::DataElsewhere { .. }
            | Help::NotEvaluatedBefore { .. }
            | Help::InheritsItself { .. }
            | Help::NoManifest { .. }
            | Help::NoModule { .. } => None,
        }
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Help::Similar { named, name } => match named {
                Named::Variable => write!(f, "There is `${name}`"),
                Named::Function => write!(f, "There is a function '{name}'"),
                Named::Class => write!(f, "There is a class '{name}'"),
                Named::Type => write!(f, "There is a type '{name}'"),
                Named::Metaparameter => write!(f, "There is a metaparameter '{name}'"),
                Named::Resource => write!(f, "There is {name}"),
                Named::File => write!(f, "There is a file '{name}'"),
            },
            Help::Attribute { type_name, name } => write!(f, "{type_name} has an attribute '{name}'"),
            Help::VariableOfClass { class, name } => write!(f, "The class '{class}' has one: `${class}::{name}`"),
            Help::NotEvaluatedBefore { class } => {
                write!(f, "The class '{class}' is not evaluated before this: `include {class}` first")
            }
            Help::InheritsItself { class } => write!(f, "The class '{class}' inherits from itself"),
            Help::DataElsewhere { level: Some((name, path)) } => {
                write!(f, "The level '{name}' may have it: nothing of `{path}` can be read here")
            }
            Help::DataElsewhere { level: None } => {
                write!(f, "The global layer of the server may have it: there is no `hiera.yaml` here")
            }
            Help::NoManifest { module, path } => write!(f, "The module '{module}' has no manifests/{path}.pp"),
            Help::NoModule { module, similar: Some(similar) } => {
                write!(f, "There is no module '{module}' in the module path, but one named '{similar}'")
            }
            Help::NoModule { module, similar: None } => write!(f, "There is no module '{module}' in the module path"),
        }
    }
}
