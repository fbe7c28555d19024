//! Jinja's tests.

use crate::args::Signature;
use crate::ast::{Binary, Comparison};
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::{Renderer, compare};
use crate::value::{Args, Function, Value, repr_str};

type Run = fn(&mut Renderer<'_>, &Value, &Value) -> Outcome<bool>;

/// A test by its names, with its name in Python and the parameters after the value.
static TESTS: &[(&[&str], &str, &[&str], Run)] = &[
    (&["odd"], "test_odd", &["value"], |r, it, _| rest_is(r, it, 2, 1)),
    (&["even"], "test_even", &["value"], |r, it, _| rest_is(r, it, 2, 0)),
    (&["divisibleby"], "test_divisibleby", &["value", "num"], |r, it, by| {
        let rest = r.binary(Binary::Mod, it, by)?;
        rest.equals(&Value::Int(0))
    }),
    (&["defined"], "test_defined", &["value"], |_, it, _| Ok(!it.is_undefined())),
    (&["undefined"], "test_undefined", &["value"], |_, it, _| Ok(it.is_undefined())),
    (&["filter"], "test_filter", &["value"], |r, it, _| Ok(r.filter(&it.text()?).is_some())),
    (&["test"], "test_test", &["value"], |r, it, _| Ok(r.test(&it.text()?).is_some())),
    (&["none"], "test_none", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::None))),
    (&["boolean"], "test_boolean", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Bool(_)))),
    (&["false"], "test_false", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Bool(false)))),
    (&["true"], "test_true", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Bool(true)))),
    (&["integer"], "test_integer", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Int(_) | Value::Big(_)))),
    (&["float"], "test_float", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Float(_)))),
    (&["lower"], "test_lower", &["value"], |_, it, _| Ok(crate::methods::is_lower(&it.text()?))),
    (&["upper"], "test_upper", &["value"], |_, it, _| Ok(crate::methods::is_upper(&it.text()?))),
    (&["string"], "test_string", &["value"], |_, it, _| Ok(matches!(known(it)?, Value::Str(_)))),
    (&["mapping"], "test_mapping", &["value"], |_, it, _| {
        Ok(match known(it)? {
            Value::Dict(_) => true,
            Value::Object(it) => it.is_mapping(),
            _ => false,
        })
    }),
    (&["number"], "test_number", &["value"], |_, it, _| {
        Ok(matches!(it.known()?, Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_)))
    }),
    (&["sequence"], "test_sequence", &["value"], |_, it, _| {
        Ok(match known(it)? {
            Value::Str(_) | Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Range(_) => true,
            Value::Object(it) => it.length().is_some(),
            _ => false,
        })
    }),
    (&["iterable"], "test_iterable", &["value"], |_, it, _| {
        Ok(match it.defined()? {
            Value::None | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => false,
            Value::Object(it) => it.items().is_some(),
            _ => true,
        })
    }),
    (&["callable"], "callable", &["obj"], |_, it, _| {
        Ok(match it.known()? {
            Value::Object(it) => it.is_callable(),
            // Its class has the method.
            Value::Undefined(_) => true,
            _ => false,
        })
    }),
    (&["sameas"], "test_sameas", &["value", "other"], |_, it, other| {
        it.known()?;
        Ok(it.is_same(other.known()?))
    }),
    (&["escaped"], "test_escaped", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Str(it) if it.is_safe()))),
    (&["in"], "test_in", &["value", "seq"], |_, it, seq| seq.contains(it)),
    (&["==", "eq", "equalto"], "eq", &["a", "b"], |_, a, b| compare(Comparison::Eq, a, b)),
    (&["!=", "ne"], "ne", &["a", "b"], |_, a, b| compare(Comparison::Ne, a, b)),
    (&[">", "gt", "greaterthan"], "gt", &["a", "b"], |_, a, b| compare(Comparison::Gt, a, b)),
    (&[">=", "ge"], "ge", &["a", "b"], |_, a, b| compare(Comparison::Ge, a, b)),
    (&["<", "lt", "lessthan"], "lt", &["a", "b"], |_, a, b| compare(Comparison::Lt, a, b)),
    (&["<=", "le"], "le", &["a", "b"], |_, a, b| compare(Comparison::Le, a, b)),
];

pub(crate) fn find(name: &str) -> Option<Function> {
    let (_, python, parameters, run) = TESTS.iter().find(|it| it.0.contains(&name))?;
    Some(Function::new(name, move |renderer: &mut Renderer<'_>, args: Args| {
        let signature = Signature { name: python, parameters, required: parameters.len(), hidden: 0 };
        let of_operator = parameters.first() == Some(&"a");
        if of_operator && args.positional.len() != 2 {
            return Err(Error::type_error(format!("{python} expected 2 arguments, got {}", args.positional.len())));
        }
        let bound = signature.bind(args)?;
        run(renderer, &bound.value(0), &bound.value(1)).map(Value::Bool)
    }))
}

/// A value that may be undefined, and is known to be what it is.
fn known(value: &Value) -> Outcome<&Value> {
    match value {
        // What a list or a map holds does not matter here.
        Value::List(_) | Value::Dict(_) => Ok(value),
        other => other.known(),
    }
}

fn rest_is(r: &mut Renderer<'_>, value: &Value, by: i64, wanted: i64) -> Outcome<bool> {
    let rest = r.binary(Binary::Mod, value, &Value::Int(by)).map_err(|error| match (error.kind(), value) {
        (ErrorKind::Python("TypeError"), Value::None | Value::List(_) | Value::Dict(_) | Value::Tuple(_)) => {
            Error::type_error(format!("unsupported operand type(s) for %: {} and 'int'", repr_str(&value.type_name())))
        }
        _ => error,
    })?;
    rest.equals(&Value::Int(wanted))
}
