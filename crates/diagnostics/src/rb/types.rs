//! Data types in the texts of dispatches.

use values::Type;

/// Types in types, so deeply at most.
const DEEPEST: usize = 16;

/// A type that a text was read as.
pub(super) enum Read {
    Type(Type),
    /// Puppet cannot read it; its message.
    Wrong(String),
    /// The same, in words for types in manifests.
    Invalid(String),
    /// It has these names, which are not those of Puppet's own types.
    Named(Vec<String>),
}

/// Reads a type as Puppet does.
pub(super) fn read(text: &str) -> Read {
    let parsed = syntax::parse(text, syntax::ParseOptions::default());
    if let Some(problem) = parsed.problems().iter().find(|it| it.severity == syntax::Severity::Error) {
        let message = problem.message.to_string();
        // Puppet adds the place, unless that is the end.
        let at = usize::from(problem.range.start());
        let place = match message.starts_with("Syntax error at '") {
            true => place(text, at),
            false => String::new(),
        };
        return Read::Wrong(format!("{message}{place}"));
    }
    let mut names: Vec<String> = Vec::new();
    let read = compiler::parse_type(text, &mut |name| {
        names.push(name.to_owned());
        Some(Type::Any)
    });
    match read {
        _ if !names.is_empty() => Read::Named(names),
        Ok(ty) => Read::Type(ty),
        Err(issue) => {
            let message = issue.to_string();
            // Puppet has other words for these where it reads texts.
            let is_puppets = message.ends_with("is not a valid type specification.");
            if is_puppets { Read::Wrong(message) } else { Read::Invalid(message) }
        }
    }
}

fn place(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!(" (line: {line}, column: {column})")
}

/// Whether Puppet takes a type as that of a block.
pub(super) fn is_callable(ty: &Type, depth: usize) -> bool {
    match ty {
        _ if depth > DEEPEST => true,
        Type::Callable(_) => true,
        Type::Variant(types) => types.iter().all(|it| is_callable(it, depth + 1)),
        _ => false,
    }
}

/// The name of Puppet's class of a type.
pub(super) fn class(ty: &Type) -> String {
    let text = ty.plain();
    let name = text.split('[').next().unwrap_or_default();
    format!("Puppet::Pops::Types::P{name}Type")
}
