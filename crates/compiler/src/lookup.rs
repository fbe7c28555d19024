//! A single lookup, with or without a compilation before it.

use std::fmt;
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
    pub value: Result<Value, LookupError>,
    pub logs: Vec<Log>,
    /// Data that it depends on.
    pub reads: Vec<hiera::Read>,
    /// Facts that it depends on.
    pub facts_read: Vec<facts::reads::FactRead>,
}

/// Why there is no value.
#[derive(Debug)]
pub enum LookupError {
    /// Nothing has the key.
    NotFound(Box<EvalError>),
    /// The data is invalid.
    Data(Box<EvalError>),
    /// The catalog could not be compiled, or an interpolation or function failed.
    Other(Vec<EvalError>),
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LookupError::NotFound(error) | LookupError::Data(error) => error.fmt(f),
            LookupError::Other(errors) => errors.first().map_or(Ok(()), |error| error.fmt(f)),
        }
    }
}

impl std::error::Error for LookupError {}

/// Looks something up as the top scope of a node sees it. Type: what the value has to be.
///
/// Looks a key up; a manifest in the request is compiled first, so that its variables are seen.
pub fn lookup(environment: &Arc<Environment>, request: &Request, wanted: &hiera::Request, ty: Option<&str>) -> Looked {
    stacker::maybe_grow(1 << 20, 8 << 20, || {
        let mut compiler = Compiler::new(environment, request);
        let value = look(&mut compiler, wanted, ty);
        let reads = compiler.loaded.lookups.reads();
        let facts_read = compiler.analysis.fact_reads.finish(&request.facts);
        Looked { value, logs: compiler.sink.logs, reads, facts_read }
    })
}

/// Code of an empty manifest.
pub fn no_code() -> Code {
    Code::Text("undef".into())
}

fn look(compiler: &mut Compiler<'_>, wanted: &hiera::Request, ty: Option<&str>) -> Result<Value, LookupError> {
    if let Err(failure) = compiler.phases() {
        let error = compiler.take_error(failure);
        compiler.sink.errors.push(error);
    }
    if !compiler.sink.errors.is_empty() {
        return Err(LookupError::Other(std::mem::take(&mut compiler.sink.errors)));
    }
    let mut wanted = wanted.clone();
    if let Some(text) = ty {
        match compiler.type_of_text(text) {
            Ok(ty) => wanted.value_type = Some(ty),
            Err(failure) => return Err(LookupError::Other(vec![compiler.take_error(failure)])),
        }
    }
    let reading = environment_reading(compiler);
    let program = Arc::new(Program::parse(None, None, "undef".into(), Dialect::Manifest, &reading));
    let Some(node) = program.model.root else { return Ok(Value::Undef) };
    let site = Site { program, node, scope: ScopeId::TOP };
    let lookups = compiler.loaded.lookups.clone();
    let result = lookups.lookup(&mut compiler.caller(&site), &wanted, None);
    let not_run = compiler.sink.take_not_run();
    if !not_run.is_empty() {
        return Err(LookupError::Other(not_run));
    }
    result.map_err(|error| {
        let kind = error.kind.clone();
        let failure = compiler.data_failure(error, issue::Place::default());
        let error = compiler.take_error(failure);
        match kind {
            hiera::ErrorKind::NotFound => LookupError::NotFound(Box::new(error)),
            hiera::ErrorKind::Lookup => LookupError::Data(Box::new(error)),
            _ => LookupError::Other(vec![error]),
        }
    })
}

fn environment_reading(compiler: &Compiler<'_>) -> crate::source::Reading {
    crate::source::Reading { autoload: None, ..compiler.environment.reading.clone() }
}
