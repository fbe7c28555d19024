//! What Puppet says where a value does not fit a type.

mod describe;
mod problem;

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

/// What `assert_type` says: the subject, the place in the value, and what was expected. Empty if nothing is wrong.
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

/// What is said of values with a label, as `value returned from f`: `LABEL has wrong type, expects …`.
pub fn value(label: &str, expected: &Type, actual: &Value) -> String {
    describe(&format!("{label} has wrong type,"), expected, actual)
}

/// What looks at one signature and the types of the arguments.
type Describe = fn(&Signature, &[Type], Vec<Piece>) -> Vec<Problem>;

/// Why none of the signatures accepts the arguments. The function's name is `lambda` for a block.
pub fn arguments(function: &str, signatures: &[Signature], arguments: &[Value], block: Option<&CallableType>) -> String {
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
        return format!("{label}{}", one.format());
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
    lines.join("\n")
}

/// What is wrong with the parameters given to a class or defined type; none if nothing is.
pub fn parameters(subject: &str, declared: &[Param], given: &[(Str, Value)]) -> Option<String> {
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
    match problems.as_slice() {
        [] => None,
        [one] => Some(format!("{subject}:{}", one.format())),
        several => {
            let lines: Vec<String> = several.iter().map(Problem::format).collect();
            Some(format!("{subject}:\n {}", lines.join("\n ")))
        }
    }
}
