//! Which argument of a call is the wrong one: Puppet names the parameter that it is for.

use compiler::Program;
use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::raised::{Raised, between};
use super::spot;

/// Where the argument stands; nothing where that is not certain.
pub fn range(raised: &Raised<'_>) -> Option<TextRange> {
    let program = raised.program.as_deref()?;
    let call = spot::at(program, &raised.place, raised.label.as_deref())?;
    let (name, arguments) = arguments(program, call)?;
    let index = match arguments.as_slice() {
        [_] if raised.text.contains("parameter '") => 0,
        _ => listed(&raised.text).or_else(|| defined(raised, name))?,
    };
    let argument = arguments.get(index)?;
    Some(spot::first_line(program, program.model.get(*argument).range))
}

/// The name of the function, and what it is given: of a method, what stands before the dot is the first.
fn arguments(program: &Program, call: NodeId) -> Option<(&str, Vec<NodeId>)> {
    match program.data(call) {
        Data::Call { functor, arguments, .. } => Some((spot::literal(program, *functor)?, arguments.clone())),
        Data::MethodCall { functor, arguments, .. } => {
            let Data::NamedAccess { left, right } = program.data(*functor) else { return None };
            Some((spot::literal(program, *right)?, std::iter::once(*left).chain(arguments.iter().copied()).collect()))
        }
        _ => None,
    }
}

/// The number of the parameter where Puppet lists the forms that a function has: that of the one which takes most of the others.
fn listed(text: &str) -> Option<usize> {
    let mut most = None;
    let mut form: Option<&str> = None;
    for line in text.lines().map(str::trim) {
        if let Some(refused) = line.strip_prefix("rejected: ") {
            let name = refused.strip_prefix("parameter '")?.split('\'').next()?;
            let index = words(form?).iter().position(|it| *it == name)?;
            most = most.max(Some(index));
        } else {
            form = line.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
        }
    }
    most
}

/// The names in `String a, Hash[String, Any] b?`.
fn words(form: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let parts = form.split(|sign: char| {
        depth += i32::from(matches!(sign, '[' | '{')) - i32::from(matches!(sign, ']' | '}'));
        sign == ',' && depth == 0
    });
    parts.map(|it| it.rsplit(' ').next().unwrap_or(it).trim_matches(['?', '*'])).collect()
}

/// The same of a function of a manifest, whose definition the error names.
fn defined(raised: &Raised<'_>, name: &str) -> Option<usize> {
    let parameter = between(&raised.text, "parameter '", "'")?;
    let (place, _) = raised.error.related.first()?;
    let program = raised.other(place.file.as_deref().unwrap_or(""))?;
    let of = program.model.definitions.iter().find_map(|it| match program.data(*it) {
        Data::Definition { parameters, rest, .. } if rest.name.trim_start_matches("::") == name.trim_start_matches("::") => {
            Some(parameters)
        }
        _ => None,
    });
    of?.iter().position(|it| matches!(program.data(*it), Data::Parameter { name, .. } if **name == *parameter))
}
