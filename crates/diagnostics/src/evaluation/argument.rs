//! Which argument of a call is the wrong one: Puppet names the parameter that it is for.

use compiler::{Issue, Program};
use syntax::TextRange;
use syntax::model::{Data, NodeId};

use super::raised::Raised;
use super::spot;

/// Where the argument stands; nothing where that is not certain.
pub fn range(raised: &Raised<'_>) -> Option<TextRange> {
    let program = raised.program.as_deref()?;
    let Issue::WrongArguments(mismatch) = raised.issue else { return None };
    let (name, arguments) = arguments(program, raised.node()?)?;
    let index = match arguments.as_slice() {
        [_] if mismatch.parameter.is_some() => 0,
        _ => mismatch.index.or_else(|| defined(raised, name, mismatch.parameter.as_deref()?))?,
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

/// The number of a parameter of a function of a manifest, whose definition the error names.
fn defined(raised: &Raised<'_>, name: &str, parameter: &str) -> Option<usize> {
    let place = &raised.error.related.first()?.place;
    let program = raised.other(place.file.as_deref().unwrap_or(""))?;
    let of = program.model.definitions.iter().find_map(|it| match program.data(*it) {
        Data::Definition { parameters, rest, .. } if rest.name.trim_start_matches("::") == name.trim_start_matches("::") => {
            Some(parameters)
        }
        _ => None,
    });
    of?.iter().position(|it| matches!(program.data(*it), Data::Parameter { name, .. } if **name == *parameter))
}
