//! A single lookup, with or without a compilation before it.

use std::sync::Arc;

use syntax::Dialect;
use values::Value;

use crate::compiler::Compiler;
use crate::error::{EvalError, Log};
use crate::ids::ScopeId;
use crate::site::Site;
use crate::source::Program;
use crate::{Code, Environment, Request};

/// Result of a lookup.
#[derive(Debug)]
pub struct Looked {
    pub answer: Answer,
    pub logs: Vec<Log>,
    /// Data that it depends on.
    pub reads: Vec<hiera::Read>,
    /// Facts that it depends on.
    pub facts_read: Vec<facts::reads::FactRead>,
}

/// Outcome of a lookup.
#[derive(Debug)]
pub enum Answer {
    Value(Value),
    /// Nothing has the key.
    NotFound(Box<EvalError>),
    /// The data is invalid.
    Invalid(Box<EvalError>),
    /// The catalog could not be compiled, or an interpolation or function failed.
    Failed(Vec<EvalError>),
}

/// Looks something up as the top scope of a node sees it. Type: what the value has to be.
///
/// Looks a key up; a manifest in the request is compiled first, so that its variables are seen.
pub fn lookup(environment: &Arc<Environment>, request: &Request, wanted: &hiera::Request, ty: Option<&str>) -> Looked {
    stacker::maybe_grow(1 << 20, 8 << 20, || {
        let mut compiler = Compiler::new(environment, request);
        let answer = look(&mut compiler, wanted, ty);
        let reads = compiler.loaded.lookups.reads();
        let facts_read = compiler.analysis.fact_reads.finish(&request.facts);
        Looked { answer, logs: compiler.sink.logs, reads, facts_read }
    })
}

/// Code of an empty manifest.
pub fn no_code() -> Code {
    Code::Text("undef".into())
}

fn look(compiler: &mut Compiler<'_>, wanted: &hiera::Request, ty: Option<&str>) -> Answer {
    if let Err(failure) = compiler.phases() {
        let error = compiler.take_error(failure);
        compiler.sink.errors.push(error);
    }
    if !compiler.sink.errors.is_empty() {
        return Answer::Failed(std::mem::take(&mut compiler.sink.errors));
    }
    let mut wanted = wanted.clone();
    if let Some(text) = ty {
        match compiler.type_of_text(text) {
            Ok(ty) => wanted.value_type = Some(ty),
            Err(failure) => return Answer::Failed(vec![compiler.take_error(failure)]),
        }
    }
    let reading = environment_reading(compiler);
    let program = Arc::new(Program::parse(None, None, "undef".into(), Dialect::Manifest, &reading));
    let Some(node) = program.model.root else { return Answer::Value(Value::Undef) };
    let site = Site { program, node, scope: ScopeId::TOP };
    let lookups = compiler.loaded.lookups.clone();
    let result = lookups.lookup(&mut compiler.caller(&site), &wanted, None);
    let not_run = compiler.sink.take_not_run();
    if !not_run.is_empty() {
        return Answer::Failed(not_run);
    }
    let error = match result {
        Ok(value) => return Answer::Value(value),
        Err(error) => error,
    };
    let kind = error.kind.clone();
    let failure = compiler.data_failure(error, issue::Place::default());
    let error = compiler.take_error(failure);
    match kind {
        hiera::ErrorKind::NotFound => Answer::NotFound(Box::new(error)),
        hiera::ErrorKind::Lookup => Answer::Invalid(Box::new(error)),
        _ => Answer::Failed(vec![error]),
    }
}

fn environment_reading(compiler: &Compiler<'_>) -> crate::source::Reading {
    crate::source::Reading { autoload: None, ..compiler.environment.reading.clone() }
}
