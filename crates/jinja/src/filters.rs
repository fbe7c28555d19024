//! Jinja's filters: a file for each, and the table of them.

mod abs;
mod attr;
mod batch;
mod capitalize;
mod center;
mod default;
mod dictsort;
mod escape;
mod filesizeformat;
mod first;
mod float;
mod forceescape;
mod format;
mod groupby;
mod indent;
mod int;
mod items;
mod join;
mod last;
mod length;
mod list;
mod lower;
mod map;
mod max;
mod min;
mod pprint;
mod random;
mod reject;
mod rejectattr;
mod replace;
mod reverse;
mod round;
mod safe;
mod select;
mod selectattr;
mod shared;
mod slice;
mod sort;
mod string;
mod striptags;
mod sum;
mod title;
mod tojson;
mod trim;
mod truncate;
mod unique;
mod upper;
mod urlencode;
mod urlize;
mod wordcount;
mod wordwrap;
mod xmlattr;

use crate::args::{Bound, Signature};
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::value::{Args, Function, Value};

pub use shared::{JsonStyle, to_json};
pub(crate) use shared::{capitalize, center, escape, replace, sorted, split_lines, title_case};

/// All of them, in the order of their names. A new filter is a file and an entry here.
static FILTERS: &[&Filter] = &[
    &abs::FILTER,
    &attr::FILTER,
    &batch::FILTER,
    &capitalize::FILTER,
    &center::FILTER,
    &default::FILTER,
    &dictsort::FILTER,
    &escape::FILTER,
    &filesizeformat::FILTER,
    &first::FILTER,
    &float::FILTER,
    &forceescape::FILTER,
    &format::FILTER,
    &groupby::FILTER,
    &indent::FILTER,
    &int::FILTER,
    &items::FILTER,
    &join::FILTER,
    &last::FILTER,
    &length::FILTER,
    &list::FILTER,
    &lower::FILTER,
    &map::FILTER,
    &max::FILTER,
    &min::FILTER,
    &pprint::FILTER,
    &random::FILTER,
    &reject::FILTER,
    &rejectattr::FILTER,
    &replace::FILTER,
    &reverse::FILTER,
    &round::FILTER,
    &safe::FILTER,
    &select::FILTER,
    &selectattr::FILTER,
    &slice::FILTER,
    &sort::FILTER,
    &string::FILTER,
    &striptags::FILTER,
    &sum::FILTER,
    &title::FILTER,
    &tojson::FILTER,
    &trim::FILTER,
    &truncate::FILTER,
    &unique::FILTER,
    &upper::FILTER,
    &urlencode::FILTER,
    &urlize::FILTER,
    &wordcount::FILTER,
    &wordwrap::FILTER,
    &xmlattr::FILTER,
];

type RunBound = fn(&mut Renderer<'_>, &Bound) -> Outcome;

type RunOpen = fn(&mut Renderer<'_>, Args) -> Outcome;

enum Run {
    /// With parameters.
    Bound(Signature, RunBound),
    /// With any arguments.
    Open(RunOpen),
}

struct Filter {
    /// Its name, then its aliases.
    names: &'static [&'static str],
    /// Bytes of the text that it gets for one step.
    share: usize,
    run: Run,
}

const fn filter(
    names: &'static [&'static str],
    name: &'static str,
    parameters: &'static [&'static str],
    required: usize,
    hidden: usize,
    run: RunBound,
) -> Filter {
    Filter { names, share: 16, run: Run::Bound(Signature { name, parameters, required, hidden }, run) }
}

const fn open(names: &'static [&'static str], run: RunOpen) -> Filter {
    Filter { names, share: 16, run: Run::Open(run) }
}

pub(crate) fn find(name: &str) -> Option<Function> {
    let found = FILTERS.iter().find(|it| it.names.contains(&name))?;
    let (signature, run) = match &found.run {
        Run::Open(run) => return Some(Function::new(name, *run)),
        Run::Bound(signature, run) => (signature, run),
    };
    Some(Function::new(name, move |renderer, args| {
        if let Some(Value::Str(text)) = args.positional.first() {
            renderer.charge(text.len() / found.share)?;
        }
        let bound = signature.bind(args)?;
        run(renderer, &bound)
    }))
}

pub(crate) fn argument_error(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::FilterArgument, message)
}

#[cfg(test)]
mod checks {
    use std::collections::BTreeSet;

    use super::*;

    /// Each file is in the table, the table is sorted, and no name is there twice.
    #[test]
    fn the_table_names_each_file_once() {
        crate::table::check_files("filters", &FILTERS.iter().map(|it| it.names[0]).collect::<Vec<_>>());
        let all: Vec<&str> = FILTERS.iter().flat_map(|it| it.names).copied().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
    }
}
