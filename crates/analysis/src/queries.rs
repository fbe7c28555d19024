//! Results that are computed once and stored until something that they depend on changes.

use std::sync::Arc;

use syntax::model::Model;
use syntax::{Parse, ParseOptions, Problem, Severity, ValidateOptions};
use workspace::{Db, File};

use crate::db::Database;
use crate::settings::{Place, strict_in, tasks_of};

/// Limit of stored trees.
const MOST: usize = 256;

/// The limit where no other files are about to be analysed.
const FEW: usize = 64;

/// Lets few trees be kept, or as many as usual.
pub(crate) fn keep_few(db: &mut Database, few: bool) {
    parse::set_lru_capacity(db, if few { FEW } else { MOST });
}

/// The tree of a file. A lossless tree differs whenever the text does, so that comparing two would be wasted;
/// and trees are large, so that only those lately used are kept.
#[salsa::tracked(returns(ref), no_eq, lru = 256)]
pub(crate) fn parse(db: &dyn Db, file: File) -> Parse {
    let text = file.text(db).unwrap_or_else(|| Arc::from(""));
    syntax::parse(&text, ParseOptions { dialect: file.dialect(db), tasks: tasks_of(db, file) })
}

/// Model of a file's text: an open document is asked for it often, other files rarely.
pub(crate) fn model(db: &dyn Db, file: File) -> Arc<Model> {
    match file.is_open(db) {
        true => model_of_open(db, file),
        false => Arc::new(parse(db, file).model()),
    }
}

#[salsa::tracked(returns(clone), no_eq, lru = 32)]
fn model_of_open(db: &dyn Db, file: File) -> Arc<Model> {
    Arc::new(parse(db, file).model())
}

/// How a file is validated by itself.
pub(crate) fn validate_options(db: &dyn Db, file: File) -> ValidateOptions {
    let place = Place::of_file(db, file);
    ValidateOptions { strict: strict_in(db, place), tasks: tasks_of(db, file), autoload: file.autoload(db) }
}

/// All errors that one file shows alone.
#[salsa::tracked(returns(ref))]
pub(crate) fn problems(db: &dyn Db, file: File) -> Vec<Problem> {
    let parse = parse(db, file);
    let options = validate_options(db, file);
    let mut problems = parse.problems().to_vec();
    // Of what is open the model is asked for anyway.
    match file.is_open(db) {
        true if problems.iter().all(|it| it.severity != Severity::Error) => {
            problems.extend(syntax::validate_model(&model(db, file), &options));
        }
        true => {}
        false => problems.extend(syntax::validate(parse, &options)),
    }
    problems
}
