//! Jinja's tests: a file for each, and the table of them.

mod boolean;
mod callable;
mod defined;
mod divisibleby;
mod eq;
mod escaped;
mod even;
mod r#false;
mod filter;
mod float;
mod ge;
mod gt;
mod r#in;
mod integer;
mod iterable;
mod le;
mod lower;
mod lt;
mod mapping;
mod ne;
mod none;
mod number;
mod odd;
mod sameas;
mod sequence;
mod shared;
mod string;
mod test;
mod r#true;
mod undefined;
mod upper;

use crate::args::Signature;
use crate::error::{Error, Outcome};
use crate::eval::Renderer;
use crate::value::{Args, Function, Value};

/// All of them, in the order of their names. A new test is a file and an entry here.
static TESTS: &[&Test] = &[
    &boolean::TEST,
    &callable::TEST,
    &defined::TEST,
    &divisibleby::TEST,
    &eq::TEST,
    &escaped::TEST,
    &even::TEST,
    &r#false::TEST,
    &filter::TEST,
    &float::TEST,
    &ge::TEST,
    &gt::TEST,
    &r#in::TEST,
    &integer::TEST,
    &iterable::TEST,
    &le::TEST,
    &lower::TEST,
    &lt::TEST,
    &mapping::TEST,
    &ne::TEST,
    &none::TEST,
    &number::TEST,
    &odd::TEST,
    &sameas::TEST,
    &sequence::TEST,
    &string::TEST,
    &test::TEST,
    &r#true::TEST,
    &undefined::TEST,
    &upper::TEST,
];

type Run = fn(&mut Renderer<'_>, &Value, &Value) -> Outcome<bool>;

struct Test {
    /// Its name, then its aliases.
    names: &'static [&'static str],
    /// Its name in Python.
    python: &'static str,
    parameters: &'static [&'static str],
    run: Run,
}

const fn test(names: &'static [&'static str], python: &'static str, parameters: &'static [&'static str], run: Run) -> Test {
    Test { names, python, parameters, run }
}

pub(crate) fn find(name: &str) -> Option<Function> {
    let Test { python, parameters, run, .. } = TESTS.iter().find(|it| it.names.contains(&name))?;
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

#[cfg(test)]
mod checks {
    use std::collections::BTreeSet;

    use super::*;

    /// Each file is in the table, the table is sorted, and no name is there twice.
    #[test]
    fn the_table_names_each_file_once() {
        crate::table::check_files("tests", &TESTS.iter().map(|it| it.names[0]).collect::<Vec<_>>());
        let all: Vec<&str> = TESTS.iter().flat_map(|it| it.names).copied().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
    }
}
