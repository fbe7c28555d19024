//! The issues.

use crate::{ArgumentMismatch, Mismatch, Place, Str};

/// An issue with its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Issue {
    // ---- names that nothing has ----
    UnknownVariable {
        name: Str,
    },
    UnknownFunction {
        name: Str,
    },
    UnknownClass {
        name: Str,
        user: ClassUse,
    },
    UnknownResourceType {
        name: Str,
        user: TypeUse,
    },
    /// A data type, or a resource type where a data type stands.
    UnknownType {
        name: Str,
    },
    UnknownAttribute {
        name: Str,
        user: AttributeUse,
    },
    /// No node definition matches, and there is no default one.
    UnknownNode {
        name: Str,
    },

    // ---- what exists already ----
    DuplicateResource {
        reference: Str,
        first: Place,
        again: Box<Place>,
    },
    /// A title, alias or namevar that another resource has.
    DuplicateName(Box<Clash>),
    /// One title twice in one resource expression.
    DuplicateTitle {
        title: Str,
    },
    DuplicateAttribute {
        name: Str,
    },
    DuplicateDefault {
        type_name: Str,
        name: Str,
    },
    DuplicateDefinition {
        name: Str,
        first: Place,
        kind: Definition,
    },
    /// A function or type of a name that is taken.
    RedefinedEntity {
        kind: &'static str,
        name: Str,
        taken: Taken,
    },
    ReassignedVariable {
        name: Str,
        assigned: Assigned,
    },

    // ---- what is missing ----
    /// Resources that are named and not declared; one, except where overrides or virtual resources are left over.
    MissingResource {
        references: Vec<Str>,
        user: ResourceUse,
    },
    MissingStage {
        name: Str,
        class: Str,
    },
    /// A key that no data binds.
    MissingData {
        text: String,
    },
    MissingTemplate {
        name: Str,
    },
    /// None of these files exists.
    MissingFile {
        names: Vec<Str>,
    },
    /// A parameter of a lambda or plan that is not given.
    MissingArgument {
        name: Str,
    },

    // ---- what does not fit ----
    /// The parameters of a class, defined type or template (whose subject is `lambda`).
    WrongParameters {
        subject: Str,
        mismatches: Vec<Mismatch>,
    },
    WrongArguments(Box<ArgumentMismatch>),
    /// A value that is neither an argument nor a parameter. What is wrong with it one by one, where that is known.
    WrongType {
        text: String,
        mismatches: Vec<Mismatch>,
    },
    InvalidTitle(TitleError),
    InvalidTag {
        tag: Str,
    },
    /// A value that a resource's type refuses; the text names the attribute and the resource. Without an attribute, several do not
    /// fit each other.
    InvalidAttribute {
        attribute: Option<Str>,
        reference: Str,
        text: String,
        /// A command is not qualified, and no `path` is given.
        lacks_path: bool,
    },
    /// Invalid reference to a resource.
    InvalidReference(Reference),
    IllegalStage(StageError),
    IllegalOverride(Override),
    /// A selector without an option for the value.
    UnmatchedSelector {
        value: Str,
    },
    /// Values that cannot be ordered; the names of their types.
    NotComparable {
        left: Str,
        right: Str,
        text: String,
    },
    /// An operator that its left operand does not have.
    NotApplicable {
        operator: Str,
        is_undef: bool,
        text: String,
    },

    // ---- data ----
    Data(DataError),

    // ---- the rest ----
    /// An issue in another text: what a lookup adds to what made it fail.
    Within {
        text: String,
        cause: Box<Issue>,
    },
    /// A function that returns what its signature excludes.
    WrongReturn {
        function: Str,
        text: String,
    },
    /// A source text with errors. `all` means that Puppet counts them instead of naming one.
    InvalidSource {
        text: String,
        code: Option<&'static str>,
        all: bool,
    },
    /// A template whose text has errors.
    InvalidTemplate {
        /// `epp`, `inline_epp`; `template` and `inline_template` for Ruby.
        function: Str,
        text: String,
        place: Place,
    },
    /// A template of Ruby that raised an exception while it was rendered.
    FailedTemplate(Box<FailedTemplate>),
    /// `next()`, `break()` or `return()` where nothing is to be left.
    IllegalJump {
        function: &'static str,
        place: Place,
    },
    /// A file that defines something else than what it is named after; what Puppet says of it.
    UnexpectedContent {
        file: Str,
        text: String,
    },
    DiscontinuedImport,
    /// A function that its module calls deprecated, which is an error where `strict` is `error`.
    DeprecatedFunction {
        name: Str,
        advice: String,
        calls: String,
    },
    /// Text that a manifest raises: the text of `fail` and its like.
    Raised {
        text: String,
    },
    /// Another of Puppet's issues, by its code.
    Refused {
        code: &'static str,
        text: String,
    },
    /// An exception of Ruby or of a function, of no kind that anything asks for.
    Failed {
        text: String,
    },
    /// The evaluation was ended.
    Ended(Ended),
    /// Ruby code that exists and is not evaluated here.
    NotEvaluated(Ruby),
}

/// Use of a class's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassUse {
    /// `class { 'x': }`.
    Declaration,
    /// A function such as `include`, or a classifier, for a node.
    Node(Str),
    /// `inherits`, in an environment.
    Child { environment: Str },
}

/// Use of a resource type's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeUse {
    Declaration,
    Collector,
}

/// Use of an attribute's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeUse {
    /// It is given to a resource.
    Given { reference: Str, place: Place },
    /// `File['/a']['mode']`.
    Read { type_name: Str, title: Str },
}

/// Two resources of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The resource that cannot have the name.
    pub reference: Str,
    /// The name, and the type with the name, as Ruby prints them.
    pub name: String,
    pub other: String,
    pub place: Place,
    /// Where the resource is that has it.
    pub first: Place,
    /// It was found at the end of the compilation, where Puppet's text is that of an exception.
    pub at_end: bool,
}

/// Duplicate definition, and its kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    ClassAgain,
    NodeAsClass,
    DefineAsClass,
    ClassAsDefine,
    DefineAgain,
    NodeAgain,
    ClassAsNode,
}

/// Kind of an item with a name that another one cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A definition at this place.
    By(Place),
    /// A type of the language.
    ByLanguage,
    /// A resource type that Puppet itself brings.
    ByResourceType,
}

/// How a variable is assigned that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assigned {
    Again,
    /// `$name` or `$title`.
    BuiltIn,
    /// `$facts`, `$trusted`, `$server_facts`: by an assignment.
    Reserved,
    /// The same as a parameter; the place is that of the definition, where the text names it.
    ReservedParameter {
        place: Place,
    },
}

/// Use of a missing resource's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceUse {
    /// The first resource of an arrow; the other one.
    Before {
        other: Str,
    },
    /// The second resource of an arrow; the other one.
    After {
        other: Str,
    },
    /// A relationship metaparameter.
    Parameter {
        name: Str,
    },
    Override,
    Realize,
    /// `File['/a']['mode']`; the title as it is quoted.
    Access,
    /// A relationship of a catalog that is to be applied.
    Dependency {
        of: Str,
    },
    Dependent {
        of: Str,
    },
}

/// A title that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TitleError {
    Undef,
    UndefAt(usize),
    EmptyAt(usize),
    TypeAt { index: usize, actual: String },
}

/// A stage that something cannot be put into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageError {
    /// Only classes have stages; this is a resource.
    NotClass { reference: Str },
}

/// Kind of an invalid reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// As Ruby prints it, and the text if it is one.
    Untitled { shown: String, written: Option<Str> },
    /// The same, found by a collector.
    UntitledInCollector { shown: String, written: Option<Str> },
    /// The same of an override, `File { }` with a title that is none.
    UntitledOverride { shown: String },
    /// The same in a relationship metaparameter of a catalog.
    UntitledParameter { name: Str, reference: Str, written: Str },
    /// An operand of an arrow that is no reference: what it is.
    Operand { actual: String },
    /// The same of a type that is none of a resource.
    OperandType { actual: String },
    /// The overridden value is no resource.
    Overridden { actual: String },
}

/// An attribute that is set from where it must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Override {
    NotSubclass,
    /// The resource is evaluated already.
    Evaluated {
        defined: Place,
    },
    /// Something else has set the attribute.
    AlreadySet {
        name: Str,
        reference: Str,
        first: Place,
    },
}

/// Error in data, or in a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataError {
    /// Keys that look each other up.
    Recursive {
        keys: Vec<Str>,
    },
    Merge {
        error: MergeError,
        text: String,
    },
    /// The value that was found is of another type than is asked for.
    FoundValue {
        text: String,
        path: Vec<Str>,
    },
    /// A variable that a text of the data interpolates; why it is not there.
    UndefinedVariable {
        name: Str,
        reason: String,
    },
    /// A level of a hierarchy, by its name: there are two of it, or it is wrong by itself.
    Level {
        name: Str,
        text: String,
        code: Option<&'static str>,
    },
    /// A `%{…}` that cannot be read, with Puppet's code if it is one of its issues.
    Interpolation {
        text: String,
        code: Option<&'static str>,
    },
    /// A file that holds something else than a hash.
    NoHash {
        text: String,
    },
    /// A configuration of a version that a layer cannot have.
    OldConfig {
        text: String,
    },
    /// Anything else, with Puppet's code if it is one of its issues.
    Other {
        text: String,
        code: Option<&'static str>,
    },
}

/// Error in how data are to be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeError {
    UnknownStrategy,
    NoStrategy,
    Options,
}

/// Why an evaluation was ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Its budget of steps is used up.
    Steps,
    /// It is nested too deeply.
    Depth,
    /// Collectors and defined types bring each other about without end.
    Passes,
    /// A collection holds too many elements; the limit.
    Elements(usize),
    /// A value is nested too deeply; the limit.
    Levels(usize),
    /// A string is too long; the limit, as `64 MiB`.
    Text(&'static str),
    /// A regular expression takes too long.
    Match { subject: Option<Str>, text: String },
    /// Nobody waits for the result any more.
    Cancelled,
}

/// Kind of code that is written in Ruby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruby {
    Template {
        name: Str,
    },
    /// A template whose file gives no text.
    UnreadTemplate {
        name: Str,
        reason: UnreadTemplate,
    },
    /// A construct or method of a template, with where it is (`file: /t.erb, line: 3`).
    Construct {
        name: Str,
        construct: Str,
        at: Str,
    },
    Function {
        name: Str,
        path: Str,
    },
    /// A construct or method of a function, with where it is.
    FunctionConstruct {
        name: Str,
        construct: Str,
        at: Str,
    },
    /// Code that was ended.
    Exceeded {
        file: RubyFile,
        name: Str,
        limit: RubyLimit,
        /// The place of the file.
        at: Str,
    },
}

/// Why the file of a template gives no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnreadTemplate {
    TooLarge {
        /// The largest size that is read, in bytes.
        limit: u64,
    },
    NotUtf8,
    /// The system gives an error.
    Failed {
        error: Str,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RubyFile {
    Template,
    Function,
}

/// Limit that Ruby code exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RubyLimit {
    Steps,
    Memory,
    Depth,
}

/// An exception that a template raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedTemplate {
    /// Puppet's message, with the name and place of the template.
    pub text: String,
    /// The message of the exception.
    pub detail: Str,
    /// The place in the template; it has no line if a function that the template calls failed.
    pub place: Place,
}

impl Issue {
    /// An exception of a function or operator, of no kind that anything asks for.
    pub fn failed(text: impl Into<String>) -> Issue {
        Issue::Failed { text: text.into() }
    }

    /// A text of a person.
    pub fn raised(text: impl Into<String>) -> Issue {
        Issue::Raised { text: text.into() }
    }

    /// A value that is neither an argument nor a parameter.
    pub fn wrong_type(text: impl Into<String>) -> Issue {
        Issue::WrongType { text: text.into(), mismatches: Vec::new() }
    }

    /// The issue without its frames.
    pub fn root(&self) -> &Issue {
        let mut issue = self;
        while let Issue::Within { cause, .. } = issue {
            issue = cause;
        }
        issue
    }

    /// The places that the text names, but for that of the error itself.
    pub fn places(&self) -> Vec<&Place> {
        match self {
            Issue::DuplicateResource { first, .. } | Issue::DuplicateDefinition { first, .. } => vec![first],
            Issue::DuplicateName(clash) => vec![&clash.place, &clash.first],
            Issue::RedefinedEntity { taken: Taken::By(first), .. } => vec![first],
            Issue::IllegalOverride(Override::Evaluated { defined: place } | Override::AlreadySet { first: place, .. })
            | Issue::InvalidTemplate { place, .. } => vec![place],
            Issue::Within { cause, .. } => cause.places(),
            _ => Vec::new(),
        }
    }

    /// The place in a template at which an exception was raised, and its message.
    pub fn failed_template(&self) -> Option<(&Place, &str)> {
        match self {
            Issue::FailedTemplate(it) => Some((&it.place, &it.detail)),
            Issue::Within { cause, .. } => cause.failed_template(),
            _ => None,
        }
    }

    /// The file that it is about, where it names no place in it.
    pub fn file(&self) -> Option<&str> {
        match self {
            Issue::UnexpectedContent { file, .. } => Some(file),
            Issue::Within { cause, .. } => cause.file(),
            _ => None,
        }
    }

    /// The resources that it is about, as `Type[title]`.
    pub fn references(&self) -> Vec<&str> {
        match self {
            Issue::DuplicateResource { reference, .. }
            | Issue::UnknownAttribute { user: AttributeUse::Given { reference, .. }, .. }
            | Issue::WrongParameters { subject: reference, .. }
            | Issue::IllegalOverride(Override::AlreadySet { reference, .. })
            | Issue::IllegalStage(StageError::NotClass { reference })
            | Issue::InvalidReference(Reference::UntitledParameter { reference, .. })
            | Issue::InvalidAttribute { reference, .. } => vec![reference],
            Issue::DuplicateName(clash) => vec![&clash.reference],
            Issue::MissingResource { references, user } => {
                let other = match user {
                    ResourceUse::Before { other } | ResourceUse::After { other } => Some(other),
                    ResourceUse::Dependency { of } | ResourceUse::Dependent { of } => Some(of),
                    _ => None,
                };
                references.iter().chain(other).map(|it| &**it).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether it is about a resource whose title is not known: the compiler numbers those.
    pub fn is_of_unknown_title(&self) -> bool {
        self.references().into_iter().any(|it| crate::split_reference(it).is_some_and(|(_, title)| title.starts_with('?')))
    }

    /// The keys and indexes that lead to what is wrong within a value.
    pub fn value_path(&self) -> &[Str] {
        match self {
            Issue::WrongParameters { mismatches, .. } | Issue::WrongType { mismatches, .. } => {
                mismatches.first().map_or(&[], |it| &it.path)
            }
            Issue::Data(DataError::FoundValue { path, .. }) => path,
            _ => &[],
        }
    }

    /// The text without the place of the error itself, which some of Puppet's texts end with.
    pub fn headline(&self) -> String {
        match self {
            Issue::DuplicateResource { reference, first, .. } => {
                Issue::DuplicateResource { reference: reference.clone(), first: first.clone(), again: Box::default() }.to_string()
            }
            Issue::ReassignedVariable { name, assigned: Assigned::ReservedParameter { .. } } => {
                let assigned = Assigned::ReservedParameter { place: Place::default() };
                Issue::ReassignedVariable { name: name.clone(), assigned }.to_string()
            }
            Issue::IllegalJump { function, .. } => Issue::IllegalJump { function, place: Place::default() }.to_string(),
            other => other.to_string(),
        }
    }

    /// The first resource that is missing, if that is what is wrong.
    pub fn missing_resource(&self) -> Option<&str> {
        match self {
            Issue::MissingResource { references, .. } => references.first().map(|it| &**it),
            _ => None,
        }
    }

    /// The name of the function, type or data type that nothing defines, if that is what is wrong.
    pub fn unknown_name(&self) -> Option<&str> {
        match self {
            Issue::UnknownFunction { name } | Issue::UnknownResourceType { name, .. } | Issue::UnknownType { name } => Some(name),
            _ => None,
        }
    }

    /// Arguments that do not fit, of which nothing but the text is known.
    pub fn wrong_arguments(text: impl Into<String>) -> Issue {
        Issue::WrongArguments(Box::new(ArgumentMismatch { text: text.into(), parameter: None, index: None }))
    }

    /// Whether the match of a regular expression was given up.
    pub fn is_given_up(&self) -> bool {
        matches!(self, Issue::Ended(Ended::Match { .. }))
    }
}

impl From<String> for Issue {
    fn from(text: String) -> Issue {
        Issue::failed(text)
    }
}

impl From<&str> for Issue {
    fn from(text: &str) -> Issue {
        Issue::failed(text)
    }
}

impl std::error::Error for Issue {}
