//! Meaning of a name.

use smol_str::SmolStr;

use crate::{Name, name};

/// Meaning of a name, as far as its file shows. Two names with equal symbols mean the same thing, wherever they stand; a [`Symbol::Local`]
/// is known in its file alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    Class(Name),
    /// Resource types, defined types, data types and their aliases: they share their names.
    Type(Name),
    Function(Name),
    Plan(Name),
    /// A task of a module: no manifest defines it.
    Task(Name),
    /// A parameter, or a variable that others may name by its owner.
    Member {
        owner: Owner,
        name: Name,
    },
    /// A variable that the class does not set itself: one of its parents does, or the top scope.
    Inherited {
        class: Name,
        name: Name,
    },
    /// A variable of the top scope, or one that nobody sets: a fact, or what Puppet itself gives.
    Top(Name),
    /// A variable that lives in one definition or lambda of this file; the number is of no use elsewhere.
    Local(u32),
    /// A resource by its type and title.
    Resource {
        ty: Name,
        title: SmolStr,
    },
    /// A fact by its path, as `os.family`.
    Fact(SmolStr),
    /// A key that is looked up in Hiera.
    Key(SmolStr),
    /// A file of a module, as `apache/vhost.epp`.
    File(FileKind, SmolStr),
}

/// Whose parameter or variable it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    Class(Name),
    /// A defined type, or a resource type.
    Type(Name),
    Plan(Name),
    /// A template, named as in a call of `epp`: `apache/vhost.epp`.
    Template(SmolStr),
    /// The template that the name stands in: a file does not know how others call it.
    ThisTemplate,
}

/// How a file of a module is named, and so where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FileKind {
    /// In `templates`, for `template`.
    Erb,
    /// In `templates`, for `epp`.
    Epp,
    /// In `files`, for `file` and `puppet:///modules/…`.
    File,
}

impl FileKind {
    /// The folder of a module where such files lie.
    pub fn folder(self) -> &'static str {
        match self {
            FileKind::Erb | FileKind::Epp => "templates",
            FileKind::File => "files",
        }
    }

    /// The name of a file as it lies there: Puppet adds the ending of a template that is written without.
    pub(crate) fn named(self, written: SmolStr) -> SmolStr {
        match self {
            FileKind::Epp if !written.ends_with(".epp") => smol_str::format_smolstr!("{written}.epp"),
            _ => written,
        }
    }
}

impl Symbol {
    /// The word by which texts that may mean this symbol are found: a text without it has no reference. For a member it is the bare name,
    /// as classes that the name does not show may inherit it.
    pub fn search_word(&self) -> Option<SmolStr> {
        Some(match self {
            Symbol::Class(name) | Symbol::Type(name) | Symbol::Function(name) | Symbol::Plan(name) | Symbol::Task(name) => name.clone(),
            Symbol::Member { name, .. } | Symbol::Inherited { name, .. } | Symbol::Top(name) => name.clone(),
            Symbol::Resource { title, .. } => title.clone(),
            Symbol::Fact(text) | Symbol::File(_, text) => text.clone(),
            Symbol::Key(text) => SmolStr::new(name::last(text)),
            Symbol::Local(_) => return None,
        })
    }
}
