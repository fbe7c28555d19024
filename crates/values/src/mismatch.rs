//! Puppet's messages for values that do not match a type.

mod describe;
mod problem;

use issue::{ArgumentMismatch, Issue};

use crate::{CallableType, Signature, Str, Type, Value, infer};
use describe::{at_parameter, signature_arguments, signature_block};
use problem::{Kind, Piece, Problem, merge};

/// A parameter of a class or defined type.
#[derive(Clone, Debug)]
pub struct Param {
    pub name: Str,
    pub ty: Type,
    /// It has no default.
    pub required: bool,
}

/// Message of `assert_type`: the subject, the place in the value, and the expected type. Empty if nothing is wrong.
pub fn describe(subject: &str, expected: &Type, actual: &Value) -> String {
    describe_type(subject, expected, &infer(actual))
}

/// As [`describe`], for a type.
pub fn describe_type(subject: &str, expected: &Type, actual: &Type) -> String {
    let problems = describe::describe(expected, actual, &[Piece::Subject(subject.into())]);
    match problems.as_slice() {
        [] => String::new(),
        [one] => one.format().trim().to_owned(),
        several => several.iter().map(Problem::format).collect::<Vec<_>>().join("\n "),
    }
}

/// Message for a value with a label, as `value returned from f`: `LABEL has wrong type, expects …`.
pub fn value(label: &str, expected: &Type, actual: &Value) -> Issue {
    let subject = format!("{label} has wrong type,");
    let problems = describe::describe(expected, &infer(actual), &[Piece::Subject(subject.as_str().into())]);
    let mismatches = problems.iter().map(Problem::mismatch).collect();
    Issue::WrongType { text: describe_type(&subject, expected, &infer(actual)), mismatches }
}

/// Function that describes the mismatch of one signature with the types of the arguments.
type Describe = fn(&Signature, &[Type], Vec<Piece>) -> Vec<Problem>;

/// The same as an issue.
pub fn call(function: &str, signatures: &[Signature], given: &[Value], block: Option<&CallableType>) -> Issue {
    Issue::WrongArguments(Box::new(arguments(function, signatures, given, block)))
}

/// Why none of the signatures accepts the arguments. The function's name is `lambda` for a block.
pub fn arguments(function: &str, signatures: &[Signature], arguments: &[Value], block: Option<&CallableType>) -> ArgumentMismatch {
    let mut types: Vec<Type> = arguments.iter().map(infer).collect();
    types.extend(block.map(|it| it.clone().into()));
    let number = |index: usize| vec![Piece::Signature(index)];
    let each = |describe: Describe| -> Vec<Vec<Problem>> {
        signatures.iter().enumerate().map(|(index, it)| describe(it, &types, number(index))).collect()
    };
    let mut problems = each(signature_arguments);
    if !problems.iter().all(|it| !it.is_empty()) {
        let blocks = each(signature_block);
        let count = blocks.iter().filter(|it| !it.is_empty()).count();
        if count == blocks.len() {
            problems = blocks;
        } else if count > 0 {
            for (own, block) in problems.iter_mut().zip(blocks) {
                if own.is_empty() {
                    *own = block;
                }
            }
        }
    }
    let label = if function == "lambda" { "block".to_owned() } else { format!("'{function}'") };
    let merged = merge(0, true, &problems);
    if let [one] = merged.as_slice() {
        return ArgumentMismatch { text: format!("{label}{}", one.format()), parameter: one.parameter().cloned(), index: None };
    }
    let mut lines = Vec::new();
    let indent = if let [only] = signatures {
        lines.push(format!("{label} expects ({})", describe::signature(only)));
        "  "
    } else {
        lines.push(format!("The function {label} was called with arguments it does not accept. It expects one of:"));
        "    "
    };
    for (signature, problems) in signatures.iter().zip(&problems) {
        if signatures.len() > 1 {
            lines.push(format!("  ({})", describe::signature(signature)));
        }
        lines.extend(problems.iter().map(|it| format!("{indent}rejected:{}", it.without(0).format())));
    }
    let parameter = problems.iter().flatten().find_map(Problem::parameter).cloned();
    ArgumentMismatch { text: lines.join("\n"), parameter, index: refused_argument(signatures, &problems) }
}

/// The argument that the signature refuses which accepts most of the others; none where one refuses something else than an argument.
fn refused_argument(signatures: &[Signature], problems: &[Vec<Problem>]) -> Option<usize> {
    if signatures.len() < 2 {
        return None;
    }
    let mut most = None;
    for (signature, problems) in signatures.iter().zip(problems) {
        for problem in problems {
            let Some(Piece::Parameter(name)) = problem.path.get(1) else { return None };
            let index = signature.names.iter().position(|it| it == name)?;
            most = most.max(Some(index));
        }
    }
    most
}

/// Errors in the parameters of a class or defined type; none if there are none.
pub fn parameters(subject: &str, declared: &[Param], given: &[(Str, Value)]) -> Option<Issue> {
    let mut problems: Vec<Problem> = Vec::new();
    for (name, _) in given {
        if !declared.iter().any(|it| it.name == *name) {
            problems.push(Problem { path: Vec::new(), kind: Kind::InvalidParameter(name.clone()) });
        }
    }
    for parameter in declared {
        match given.iter().find(|(name, _)| *name == parameter.name) {
            // What it gives is known when the catalog is applied.
            Some((_, Value::Deferred(_))) => {}
            Some((_, value)) if parameter.ty.is_instance(value) => {}
            Some((_, value)) => problems.extend(at_parameter(&parameter.ty, &infer(value), &parameter.name)),
            None if parameter.required => {
                problems.push(Problem { path: Vec::new(), kind: Kind::MissingParameter(parameter.name.clone()) });
            }
            None => {}
        }
    }
    if problems.is_empty() {
        return None;
    }
    let mismatches = problems.iter().map(Problem::mismatch).collect();
    Some(Issue::WrongParameters { subject: subject.into(), mismatches })
}
