//! The reasons why something cannot be renamed: as data, and as the text that the user sees.

use std::fmt;
use std::sync::Arc;

use hir::ItemKind;

/// Why something cannot be renamed. Paths are those of the workspace's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenameError {
    /// No name stands at the place.
    NoName,
    /// The name is not set by the code of the workspace.
    Fixed(Fixed),
    /// Nothing in the workspace defines it.
    Undefined(Undefined),
    /// It has several definitions.
    DefinedOften { name: String, count: usize },
    /// It, or the file, belongs to a module that is only installed.
    Installed { name: Option<String>, path: Arc<str> },
    /// A module that is only installed uses it.
    UsedByInstalled { path: Arc<str> },
    /// The new name is the old one.
    Unchanged { name: String },
    /// The new name cannot be one of what is renamed.
    Invalid { name: String, subject: Subject },
    /// Puppet keeps the new name for itself.
    BuiltIn { name: String },
    /// Something else has the new name.
    Taken { name: String, subject: Subject, path: Arc<str> },
    /// A name that would have to change is put together from variables, and is written so.
    Computed { subject: Subject, path: Option<Arc<str>>, written: Option<String> },
    /// A name that would have to change is written in a form that cannot be changed.
    Form { path: Arc<str> },
    /// A file reads a map of which a key is renamed in ways that are not written.
    UsedAsAWhole { path: Arc<str>, name: String },
    /// `hiera.yaml` names a file of data by a path below a folder, which the new place is not in.
    FixedPath { path: Arc<str>, from: String, folder: String },
    /// A key is written in another form than the parameter that it names.
    FormOfKey { key: String },
    /// The new name has to begin with that of what is around the definition.
    Outside { namespace: String, is_file: bool },
    /// Puppet would not find something by the new names.
    NotFound(NotFound),
    /// Nobody knows whether a text means what is renamed.
    Ambiguous(Ambiguous),
    /// The module to which a definition would move.
    Module { name: String, problem: ModuleProblem },
    /// The code to change is Ruby.
    Ruby { path: String },
    /// The function is not written in Puppet.
    FunctionOfRuby { name: String },
    /// Other definitions render a template with a variable of the same name.
    SharedTemplate { path: String, variable: String },
    /// In a template: where a name can be renamed instead.
    InTemplate(InTemplate),
    /// `hiera.yaml` cannot name the new place of a folder of data.
    Datadir { path: Arc<str>, from: String, to: Option<String> },
    /// Two files that move change the same text.
    Overlap,
    /// The editor or the system cannot do it.
    Editor(Editor),
    /// A file other than that of the request is the reason.
    In { path: String, reason: Box<RenameError> },
}

/// Kind of a named item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Definition(ItemKind),
    Module,
    Variable,
    Key,
    Title,
    /// The ID of a state in an SLS file.
    Id,
    File,
}

/// Kind of a name that cannot be changed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    Task,
    Fact,
    /// The name of a file in a text.
    File,
    /// A name whose meaning is unknown.
    Unknown,
    /// A definition without a name of its own.
    Nameless,
}

/// Kind of a name without a definition in the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undefined {
    It,
    InWorkspace,
    Named(String),
    /// A parameter of a resource type.
    Parameter {
        name: String,
        ty: String,
    },
    /// A variable, which may be a fact.
    Variable(String),
    /// A variable of a template that a manifest uses and does not set.
    Unset(String),
    /// A resource, as `Type[title]`.
    Resource(String),
    /// A key of Hiera's data that binds no parameter.
    Key(String),
    /// The parameter of a key.
    PlaceOfKey(String),
    /// The ID of a state.
    Id(String),
    /// All definitions of a module.
    Module {
        root: String,
    },
    /// Names that the name of a file determines.
    ByFile {
        path: Arc<str>,
        name: String,
    },
    /// The place of its name.
    Place,
}

/// Names that Puppet would not find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// A file has other definitions.
    Others { path: Arc<str> },
    /// A file is, or goes, where no module is.
    NoModule { path: Arc<str> },
    /// The module of the file that is renamed is unknown.
    UnknownModule,
    /// The file that is renamed is not in a module.
    OutsideOfModule,
    /// A folder of a module is for definitions of another kind.
    Folder { new: String, old: String },
    /// A definition in a file that Puppet does not read for it.
    ByName { path: Arc<str>, name: String },
    /// A new name in a file that Puppet does not read for it.
    InFile { name: String, path: String },
    /// Other files use one that would have no name in its new place.
    Nameless { from: String },
}

/// Names that may mean something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ambiguous {
    /// A file that sees two modules of the name.
    Module { path: Arc<str>, name: String },
    /// A text of a file.
    Text { path: String, text: String },
    /// A path that begins with the module's name.
    Path { module: String },
    /// A text of more than 4 GiB.
    TooLong,
}

/// Why a definition cannot move into a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleProblem {
    Installed,
    Missing,
    Several,
}

/// Why a name of a template cannot be renamed there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InTemplate {
    NoVariable,
    NotRendered,
    /// Several definitions render it, each with a variable of that name.
    Several {
        variable: String,
    },
    /// It uses a fact, or a name of Puppet.
    Fact {
        variable: String,
    },
}

/// An operation that the editor does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Editor {
    Change(String),
    Move(String),
    NoAddress(String),
    RenameFiles,
}

impl Subject {
    fn text(self) -> &'static str {
        match self {
            Subject::Definition(ItemKind::Class) => "class",
            Subject::Definition(ItemKind::Define) => "defined type",
            Subject::Definition(ItemKind::Function) => "function",
            Subject::Definition(ItemKind::Plan) => "plan",
            Subject::Definition(ItemKind::Alias) => "type alias",
            Subject::Definition(ItemKind::Node) => "node",
            Subject::Module => "module",
            Subject::Variable => "variable",
            Subject::Key => "key",
            Subject::Title => "title",
            Subject::Id => "ID",
            Subject::File => "file",
        }
    }
}

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenameError::NoName => f.write_str("nothing to rename here"),
            RenameError::Fixed(it) => f.write_str(match it {
                Fixed::Task => "tasks cannot be renamed",
                Fixed::Fact => "facts cannot be renamed: Facter names them",
                Fixed::File => "rename the file itself instead of its name here",
                Fixed::Unknown => "the meaning of this name is unknown",
                Fixed::Nameless => "this has no name of its own",
            }),
            RenameError::Undefined(it) => it.fmt(f),
            RenameError::DefinedOften { name, count } => write!(f, "`{name}` is defined {count} times"),
            RenameError::Installed { name: Some(name), path } => write!(f, "`{name}` belongs to an installed module: {path}"),
            RenameError::Installed { name: None, path } => write!(f, "{path} belongs to an installed module"),
            RenameError::UsedByInstalled { path } => write!(f, "{path} uses it and belongs to an installed module"),
            RenameError::Unchanged { name } => write!(f, "its name is already `{name}`"),
            RenameError::Invalid { name, subject } => match subject {
                Subject::Key => write!(f, "`{name}` cannot be written as a key"),
                Subject::Title => f.write_str("a title needs at least one character and at most one line"),
                Subject::Id => write!(f, "`{name}` needs quotes as an ID"),
                subject => write!(f, "`{name}` cannot be the name of a {}", subject.text()),
            },
            RenameError::BuiltIn { name } => write!(f, "`{name}` is built into Puppet"),
            RenameError::Taken { name, subject, path } => match subject {
                Subject::Module => write!(f, "there is already a module `{name}` in {path}"),
                Subject::File => write!(f, "there is already a file {path}"),
                Subject::Title => write!(f, "{name} is already declared in {path}"),
                Subject::Id => write!(f, "`{name}` is already an ID of this tree"),
                Subject::Definition(_) | Subject::Variable | Subject::Key => write!(f, "there is already a `{name}` in {path}"),
            },
            RenameError::Computed { subject, path, written } => {
                let subject = match subject {
                    Subject::Key | Subject::Title => subject.text(),
                    _ => "name",
                };
                match path {
                    Some(path) => write!(f, "{path} computes the {subject} from variables")?,
                    None => write!(f, "the {subject} is computed from variables")?,
                }
                written.as_ref().map_or(Ok(()), |it| write!(f, ": {it}"))
            }
            RenameError::Form { path } => write!(f, "{path} uses it in a form that cannot be changed"),
            RenameError::UsedAsAWhole { path, name } => {
                write!(f, "{path} uses `{name}` as a whole, and may read the key in another way")
            }
            RenameError::FixedPath { path, from, folder } => write!(f, "{path} uses {from} and looks for it below {folder}"),
            RenameError::FormOfKey { key } => write!(f, "`{key}` has another form here"),
            RenameError::Outside { namespace, is_file: true } => {
                write!(f, "it is defined in the file of `{namespace}`: the name must begin with `{namespace}::`")
            }
            RenameError::Outside { namespace, is_file: false } => {
                write!(f, "it is defined inside `{namespace}`: the name must begin with `{namespace}::`")
            }
            RenameError::NotFound(it) => it.fmt(f),
            RenameError::Ambiguous(it) => it.fmt(f),
            RenameError::Module { name, problem } => match problem {
                ModuleProblem::Installed => write!(f, "the module `{name}` is installed, not part of the workspace"),
                ModuleProblem::Missing => write!(f, "there is no module `{name}` to move it to"),
                ModuleProblem::Several => write!(f, "there are several modules `{name}`"),
            },
            RenameError::Ruby { path } => write!(f, "{path} uses the name of the module and is written in Ruby"),
            RenameError::FunctionOfRuby { name } => write!(f, "the function `{name}` is not written in Puppet"),
            RenameError::SharedTemplate { path, variable } => {
                write!(f, "{path} uses `@{variable}`, and other definitions render it with their own variables")
            }
            RenameError::InTemplate(it) => it.fmt(f),
            RenameError::Datadir { path, from, to: Some(to) } => write!(f, "{path} uses {from} and cannot refer to {to}"),
            RenameError::Datadir { path, from, to: None } => {
                write!(f, "{path} uses {from} by default, and a `datadir` cannot be added")
            }
            RenameError::Overlap => f.write_str("two files change the same text"),
            RenameError::Editor(it) => it.fmt(f),
            RenameError::In { path, reason } => write!(f, "in {path}: {reason}"),
        }
    }
}

impl std::error::Error for RenameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RenameError::In { reason, .. } => Some(&**reason),
            _ => None,
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undefined::It => f.write_str("it is not defined"),
            Undefined::InWorkspace => f.write_str("it is not defined in the workspace"),
            Undefined::Named(name) => write!(f, "`{name}` is built in or not defined in the workspace"),
            Undefined::Parameter { name, ty } => write!(f, "`{name}` of `{ty}` is not defined in the workspace"),
            Undefined::Variable(name) => write!(f, "nothing in the workspace sets `${name}`: it is a fact or built into Puppet"),
            Undefined::Unset(name) => write!(f, "nothing in the workspace sets `${name}`"),
            Undefined::Resource(reference) => write!(f, "nothing in the workspace declares {reference}"),
            Undefined::Key(key) => write!(f, "`{key}` is not a parameter of a known class"),
            Undefined::PlaceOfKey(key) => write!(f, "the place of the parameter of `{key}` is unknown"),
            Undefined::Id(id) => write!(f, "no file of the tree declares `{id}` as an ID"),
            Undefined::Module { root } => write!(f, "{root} defines nothing"),
            Undefined::ByFile { path, name } => write!(f, "{path} does not define `{name}`"),
            Undefined::Place => f.write_str("the place of its name is unknown"),
        }
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Others { path } => write!(f, "{path} has other definitions, which Puppet would no longer find"),
            NotFound::NoModule { path } => write!(f, "{path} is not in a module, or leaves it"),
            NotFound::UnknownModule => f.write_str("the module of the file is unknown"),
            NotFound::OutsideOfModule => f.write_str("the file is not in a module"),
            NotFound::Folder { new, old } => write!(f, "`{new}` is for other definitions than `{old}`"),
            NotFound::ByName { path, name } => write!(f, "{path} defines `{name}`, which Puppet does not find by that name"),
            NotFound::InFile { name, path } => write!(f, "Puppet does not look for `{name}` in {path}"),
            NotFound::Nameless { from } => write!(f, "other files use {from}, which would have no name in its new place"),
        }
    }
}

impl fmt::Display for Ambiguous {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ambiguous::Module { path, name } => write!(f, "{path} does not determine which `{name}` it means"),
            Ambiguous::Text { path, text } => write!(f, "{path} does not determine what `{text}` means"),
            Ambiguous::Path { module } => write!(f, "the meaning of `{module}/` is unknown"),
            Ambiguous::TooLong => f.write_str("a text is too long"),
        }
    }
}

impl fmt::Display for InTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InTemplate::NoVariable => f.write_str("rename it where it is defined"),
            InTemplate::NotRendered => f.write_str("no manifest renders the template by its name"),
            InTemplate::Several { variable } => {
                write!(f, "several classes or defined types render the template, each with a `${variable}` of its own")
            }
            InTemplate::Fact { variable } => write!(f, "nothing in the workspace sets `${variable}`: it is a fact, or Puppet's own"),
        }
    }
}

impl fmt::Display for Editor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Editor::Change(path) => write!(f, "{path} cannot be changed"),
            Editor::Move(path) => write!(f, "{path} cannot be moved"),
            Editor::NoAddress(path) => write!(f, "{path} has no address"),
            Editor::RenameFiles => f.write_str("the editor cannot rename files, and the name must match the file"),
        }
    }
}
