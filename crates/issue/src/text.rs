//! Puppet's text of each issue.

use std::fmt;

use crate::issue::{
    Assigned, AttributeUse, Clash, ClassUse, DataError, Definition, Ended, Issue, Override, Reference, ResourceUse, Ruby, RubyFile,
    RubyLimit, StageError, Taken, TitleError, TypeUse, UnreadTemplate,
};
use crate::{Mismatch, Place, Str};

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Issue::UnknownVariable { name } => write!(f, "Unknown variable: '{name}'."),
            Issue::UnknownFunction { name } => write!(f, "Unknown function: '{name}'."),
            Issue::UnknownClass { name, user } => class(f, name, user),
            Issue::UnknownResourceType { name, user: TypeUse::Declaration } => write!(f, "Unknown resource type: '{name}'"),
            Issue::UnknownResourceType { name, user: TypeUse::Collector } => write!(f, "Resource type {name} doesn't exist"),
            Issue::UnknownType { name } => write!(f, "Resource type not found: {name}"),
            Issue::UnknownAttribute { name, user } => attribute(f, name, user),
            Issue::UnknownNode { name } => write!(f, "Could not find node statement with name 'default' or '{name}'"),

            Issue::DuplicateResource { reference, first, again } => {
                write!(f, "Duplicate declaration: {reference} is already declared{}; cannot redeclare{}", At(first), After(again))
            }
            Issue::DuplicateName(clash) => name(f, clash),
            Issue::DuplicateTitle { title } => write!(f, "The title '{title}' has already been used in this resource expression"),
            Issue::DuplicateAttribute { name } => write!(f, "The attribute '{name}' has already been set"),
            Issue::DuplicateDefault { type_name, name } => {
                write!(f, "Default already defined for {type_name} {{ {name} }}; cannot redefine")
            }
            Issue::DuplicateDefinition { name, first, kind } => definition(f, name, first, *kind),
            Issue::RedefinedEntity { kind, name, taken } => entity(f, kind, name, taken),
            Issue::ReassignedVariable { name, assigned } => assignment(f, name, assigned),

            Issue::MissingResource { references, user } => resource(f, references, user),
            Issue::MissingStage { name, class } => write!(f, "Could not find stage {name} specified by {class}"),
            Issue::MissingData { text } => f.write_str(text),
            Issue::MissingTemplate { name } => write!(f, "Could not find template '{name}'"),
            Issue::MissingFile { names } => write!(f, "Could not find any files from {}", names.join(", ")),
            Issue::MissingArgument { name } => write!(f, "Parameter ${name} is required but no value was given"),

            Issue::WrongParameters { subject, mismatches } => parameters(f, subject, mismatches),
            Issue::WrongArguments(mismatch) => f.write_str(&mismatch.text),
            Issue::InvalidTitle(error) => title(f, error),
            Issue::InvalidTag { tag } => write!(f, "Invalid tag '{tag}'"),
            Issue::InvalidReference(error) => reference(f, error),
            Issue::IllegalStage(StageError::NotClass { reference }) => {
                write!(f, "Only classes can set 'stage'; normal resources like {reference} cannot change run stage")
            }
            Issue::IllegalOverride(error) => not_allowed(f, error),
            Issue::UnmatchedSelector { value } => write!(f, "No matching entry for selector parameter with value '{value}'"),

            Issue::Data(DataError::Recursive { keys }) => write!(f, "Recursive lookup detected in [{}]", keys.join(", ")),

            Issue::InvalidTemplate { function, text, .. } if &**function == "template" || &**function == "inline_template" => {
                write!(f, "{function}(): Invalid ERB: {text}")
            }
            Issue::InvalidTemplate { function, text, .. } => write!(f, "{function}(): Invalid EPP: {text}"),
            Issue::IllegalJump { function, place } => write!(f, "{function}() from context where this is illegal{}", After(place)),
            Issue::UnexpectedContent { file, text } => write!(f, "The code loaded from {file} {text}"),
            Issue::DiscontinuedImport => f.write_str(
                "Use of 'import' has been discontinued in favor of a manifest directory. \
                 See http://links.puppet.com/puppet-import-deprecation",
            ),
            Issue::DeprecatedFunction { name, advice, calls } => write!(f, "deprecation. {name}. {advice} at {calls}"),
            Issue::Ended(ended) => end(f, ended),
            Issue::NotEvaluated(Ruby::Template { name }) => {
                write!(f, "The template '{name}' is written in Ruby (ERB), which Bunraku does not run yet; use an EPP template")
            }
            Issue::NotEvaluated(Ruby::UnreadTemplate { name, reason }) => match reason {
                UnreadTemplate::TooLarge { limit } => {
                    write!(f, "The template '{name}' is larger than {} MiB, which Bunraku does not evaluate", limit >> 20)
                }
                UnreadTemplate::NotUtf8 => write!(f, "The template '{name}' is not UTF-8, which Bunraku does not evaluate"),
                UnreadTemplate::Failed { error } => write!(f, "The template '{name}' cannot be read: {error}"),
            },
            Issue::NotEvaluated(Ruby::Construct { name, construct, at }) => {
                write!(f, "The template '{name}' uses Ruby (ERB) which Bunraku does not run yet: {construct} ({at})")
            }
            Issue::NotEvaluated(Ruby::FunctionConstruct { name, construct, at }) => {
                write!(f, "The function '{name}' uses Ruby which Bunraku does not run yet: {construct} ({at})")
            }
            Issue::NotEvaluated(Ruby::Exceeded { file, name, limit, at }) => {
                let file = match file {
                    RubyFile::Template => "template",
                    RubyFile::Function => "function",
                };
                let limit = match limit {
                    RubyLimit::Steps => "takes too many steps",
                    RubyLimit::Memory => "needs too much memory",
                    RubyLimit::Depth => "is nested too deeply",
                };
                write!(f, "The Ruby code of the {file} '{name}' {limit}: it was ended ({at})")
            }
            Issue::NotEvaluated(Ruby::Function { name, path }) => {
                write!(f, "The function '{name}' is written in Ruby ({path}), which Bunraku does not run yet")
            }

            Issue::Data(DataError::UndefinedVariable { name, reason }) => write!(f, "Undefined variable '{name}'; {reason}"),

            Issue::Within { text, .. }
            | Issue::WrongReturn { text, .. }
            | Issue::WrongType { text, .. }
            | Issue::InvalidAttribute { text, .. }
            | Issue::NotComparable { text, .. }
            | Issue::NotApplicable { text, .. }
            | Issue::Data(
                DataError::Merge { text, .. }
                | DataError::FoundValue { text, .. }
                | DataError::Level { text, .. }
                | DataError::Interpolation { text, .. }
                | DataError::NoHash { text }
                | DataError::OldConfig { text }
                | DataError::Other { text, .. },
            )
            | Issue::InvalidSource { text, .. }
            | Issue::Raised { text }
            | Issue::Refused { text, .. }
            | Issue::Failed { text } => f.write_str(text),
            Issue::FailedTemplate(it) => f.write_str(&it.text),
        }
    }
}

/// ` at (file: F, line: 1)`; nothing for no place.
struct At<'a>(&'a Place);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_nowhere() { Ok(()) } else { write!(f, " at {}", self.0) }
    }
}

/// ` (file: F, line: 1)`; nothing for no place.
struct After<'a>(&'a Place);

impl fmt::Display for After<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_nowhere() { Ok(()) } else { write!(f, " {}", self.0) }
    }
}

fn class(f: &mut fmt::Formatter<'_>, name: &str, user: &ClassUse) -> fmt::Result {
    match user {
        ClassUse::Declaration => write!(f, "Could not find declared class {name}"),
        ClassUse::Node(node) => write!(f, "Could not find class {name} for {node}"),
        ClassUse::Child { environment } => {
            write!(f, "Could not find parent resource type '{name}' of type hostclass in {environment}")
        }
    }
}

fn attribute(f: &mut fmt::Formatter<'_>, name: &str, user: &AttributeUse) -> fmt::Result {
    match user {
        AttributeUse::Given { reference, place } => write!(f, "no parameter named '{name}'{} on {reference}", After(place)),
        AttributeUse::Read { type_name, title } => {
            write!(f, "The resource {type_name}['{title}'] does not have a parameter called '{name}'")
        }
    }
}

fn name(f: &mut fmt::Formatter<'_>, clash: &Clash) -> fmt::Result {
    let Clash { reference, name, other, place, first, at_end } = clash;
    if *at_end {
        return write!(f, "ArgumentError: Cannot alias {reference} to {name} at {place}; resource {other} already declared {first}");
    }
    write!(f, "Cannot alias {reference} to {name}{}; resource {other} already declared{}", At(place), After(first))
}

fn definition(f: &mut fmt::Formatter<'_>, name: &str, first: &Place, kind: Definition) -> fmt::Result {
    let at = After(first);
    match kind {
        Definition::ClassAgain => write!(f, "Class '{name}' is already defined{at}; cannot redefine"),
        Definition::NodeAsClass => write!(f, "Node '{name}' is already defined{at}; cannot be redefined as a class"),
        Definition::DefineAsClass => write!(f, "Definition '{name}' is already defined{at}; cannot be redefined as a class"),
        Definition::ClassAsDefine => write!(f, "'{name}' is already defined{at} as a class; cannot redefine as a definition"),
        Definition::DefineAgain => write!(f, "Definition '{name}' is already defined{at}; cannot be redefined"),
        Definition::NodeAgain => write!(f, "Node '{name}' is already defined{at}; cannot redefine"),
        Definition::ClassAsNode => write!(f, "Class '{name}' is already defined{at}; cannot be redefined as a node"),
    }
}

fn entity(f: &mut fmt::Formatter<'_>, kind: &str, name: &str, taken: &Taken) -> fmt::Result {
    write!(f, "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/{kind}/{name}'. ")?;
    match taken {
        Taken::ByLanguage => f.write_str("Originally set by Puppet-Type-System/Static-Loader."),
        Taken::ByResourceType => f.write_str("Set at unknown location"),
        Taken::By(first) => {
            let file = first.file.as_deref().unwrap_or("string:");
            let (line, column) = (first.line.unwrap_or(1), first.column.unwrap_or(1));
            write!(f, "Originally set at {file}?line={line}&pos={column}.")
        }
    }
}

fn assignment(f: &mut fmt::Formatter<'_>, name: &str, assigned: &Assigned) -> fmt::Result {
    match assigned {
        Assigned::Again => write!(f, "Cannot reassign variable '${name}'"),
        Assigned::BuiltIn => write!(f, "Cannot reassign built in (or already assigned) variable '${name}'"),
        Assigned::Reserved => write!(f, "Attempt to assign to a reserved variable name: '${name}'"),
        Assigned::ReservedParameter { place } => {
            write!(f, "Attempt to assign to a reserved variable name: '{name}'{}", After(place))
        }
    }
}

fn resource(f: &mut fmt::Formatter<'_>, references: &[Str], user: &ResourceUse) -> fmt::Result {
    let all = || references.join(", ");
    match user {
        ResourceUse::Before { other } => write!(f, "Could not find resource '{}' for relationship on '{other}'", all()),
        ResourceUse::After { other } => write!(f, "Could not find resource '{}' for relationship from '{other}'", all()),
        ResourceUse::Parameter { name } => write!(f, "Could not find resource '{}' in parameter '{name}'", all()),
        ResourceUse::Override => write!(f, "Could not find resource(s) {} for overriding", all()),
        ResourceUse::Realize => write!(f, "Failed to realize virtual resources {}", all()),
        ResourceUse::Access => write!(f, "Resource not found: {}", all()),
        ResourceUse::Dependency { of } => write!(f, "Could not find dependency {} for {of}", all()),
        ResourceUse::Dependent { of } => write!(f, "Could not find dependent {} for {of}", all()),
    }
}

fn parameters(f: &mut fmt::Formatter<'_>, subject: &str, mismatches: &[Mismatch]) -> fmt::Result {
    if let [one] = mismatches {
        return write!(f, "{subject}: {}", one.text);
    }
    write!(f, "{subject}:")?;
    mismatches.iter().try_for_each(|it| write!(f, "\n  {}", it.text))
}

fn title(f: &mut fmt::Formatter<'_>, error: &TitleError) -> fmt::Result {
    match error {
        TitleError::Undef => f.write_str("Missing title. The title expression resulted in undef"),
        TitleError::UndefAt(index) => write!(f, "Missing title at index {index}. The title expression resulted in an undef title"),
        TitleError::EmptyAt(index) => {
            write!(f, "Empty string title at {index}. Title strings must have a length greater than zero.")
        }
        TitleError::TypeAt { index, actual } => write!(f, "Illegal title type at index {index}. Expected String, got {actual}"),
    }
}

fn reference(f: &mut fmt::Formatter<'_>, error: &Reference) -> fmt::Result {
    match error {
        Reference::Untitled { shown, .. } => write!(f, "No title provided and {shown} is not a valid resource reference"),
        Reference::UntitledInCollector { shown, .. } => write!(
            f,
            "Puppet::Parser::Compiler failed with error ArgumentError: No title provided and {shown} is not a valid resource reference"
        ),
        Reference::UntitledOverride { shown } => {
            write!(f, "Error while evaluating a Resource Override, No title provided and {shown} is not a valid resource reference")
        }
        Reference::UntitledParameter { name, reference, written } => {
            write!(f, "Parameter {name} failed on {reference}: No title provided and {written:?} is not a valid resource reference")
        }
        Reference::Operand { actual } => {
            write!(f, "Illegal relationship operand, can not form a relationship with {actual}. A Catalog type is required.")
        }
        Reference::OperandType { actual } => {
            write!(
                f,
                "Illegal relationship operand, can not form a relationship with something of type {actual}. A Catalog type is required."
            )
        }
        Reference::Overridden { actual } => write!(f, "Resource Override can only operate on resources, got: {actual}"),
    }
}

fn not_allowed(f: &mut fmt::Formatter<'_>, error: &Override) -> fmt::Result {
    match error {
        Override::NotSubclass => f.write_str("Only subclasses can override parameters"),
        Override::Evaluated { defined } => {
            let at = if defined.is_nowhere() { String::new() } else { format!(", defined at {defined},") };
            write!(f, "Attempt to override an already evaluated resource{at} with new values")
        }
        // Puppet means the class, and shows the address of an object.
        Override::AlreadySet { name, reference, first } => write!(
            f,
            "Parameter '{name}' is already set on {reference} by #<Puppet::Resource::Type:0x0000000000000000>{}; cannot redefine",
            At(first)
        ),
    }
}

fn end(f: &mut fmt::Formatter<'_>, ended: &Ended) -> fmt::Result {
    match ended {
        Ended::Steps => {
            f.write_str("The evaluation takes too many steps: it was ended. Look for a loop that does not end, or a huge range")
        }
        Ended::Depth => f.write_str("stack level too deep"),
        Ended::Passes => f.write_str("Somehow looped more than 1000 times while evaluating host catalog"),
        Ended::Elements(most) => write!(f, "The value holds more than {most} elements: the evaluation was ended"),
        Ended::Levels(most) => write!(f, "The value is nested deeper than {most} levels: the evaluation was ended"),
        Ended::Text(most) => write!(f, "The string is longer than {most}: the evaluation was ended"),
        Ended::Match { subject: Some(subject), text } => write!(f, "{subject}: {text}"),
        Ended::Match { subject: None, text } => f.write_str(text),
        Ended::Cancelled => f.write_str("Nobody waits for the result any more"),
    }
}
