//! Functions that a file makes. What nothing outside of the file has a part in is loaded once for all calls of a compilation.

use std::path::Path;
use std::rc::Rc;

use ruby::host::Required;
use ruby::value::{Foreign, Proc};
use ruby::{Args, Heap, Host, Limits, Outcome, Prepared, Program, Ruby, Stop};
use values::Value;

use super::dispatch::Current;
use super::host::{self, FunctionHost};
use super::{Failed, Given, load_path, start};
use crate::compiler::Compiler;

/// The functions of a file, with the definitions that their calls begin with.
pub struct Made {
    pub functions: Functions,
    pub prepared: Prepared,
}

pub enum Functions {
    Current(Current),
    Old(Vec<Old>),
}

/// A legacy function.
pub struct Old {
    name: String,
    /// As it is written.
    arity: ruby::Value,
    /// Whether it returns something.
    is_value: bool,
    body: Rc<Proc>,
}

/// Returns what a file makes. An error comes with the steps that it took.
pub fn made(
    host: &mut FunctionHost<'_, '_>,
    program: &Program,
    path: &Path,
    is_old: bool,
    limits: Limits,
) -> Result<Rc<Made>, (Failed, u64)> {
    let known = match host.compiler.loaded.ruby_made.get(path) {
        Some(known) => known.clone(),
        None => {
            let mut alone = Alone { compiler: host.compiler };
            let made = load(&mut alone, program, is_old, limits).ok().map(Rc::new);
            host.compiler.loaded.ruby_made.insert(path.to_owned(), made.clone());
            made
        }
    };
    match known {
        Some(made) => Ok(made),
        // It fails, or asks for something that may have another value in the next call.
        None => load(host, program, is_old, limits).map(Rc::new),
    }
}

/// Runs a file, and reads which functions it has made.
fn load(host: &mut dyn Host, program: &Program, is_old: bool, limits: Limits) -> Result<Made, (Failed, u64)> {
    let mut ruby = Ruby::new(host, Heap::default(), limits, 0);
    ruby.keeps = true;
    match functions(&mut ruby, program, is_old) {
        Ok(functions) => Ok(Made { functions, prepared: ruby.into_prepared() }),
        Err(stop) => Err((Failed::new(&ruby, stop), ruby.steps)),
    }
}

fn functions(ruby: &mut Ruby<'_>, program: &Program, is_old: bool) -> Outcome<Functions> {
    start(ruby)?;
    ruby.loaded.push(program.file.to_string());
    let last = ruby.run_program(program)?;
    if is_old { old(ruby).map(Functions::Old) } else { Current::read(ruby, &last).map(Functions::Current) }
}

/// The legacy functions that a file has made.
fn old(ruby: &mut Ruby<'_>) -> Outcome<Vec<Old>> {
    let module = super::constant(ruby, "Puppet::Parser::Functions")?;
    let ruby::Value::Array(all) = ruby.send(&module, "__made", Args::default())? else {
        return ruby.not_covered("a file that makes no function");
    };
    let read = |it: ruby::Value| match it {
        ruby::Value::Array(it) => match it.items().as_slice() {
            [ruby::Value::String(name), arity, ruby::Value::Boolean(is_value), ruby::Value::Proc(block)] => Some(Old {
                name: name.get().to_string(),
                arity: arity.clone(),
                is_value: *is_value,
                body: Rc::new(Proc { what: block.what.clone(), is_lambda: true, home: 0 }),
            }),
            _ => None,
        },
        _ => None,
    };
    Ok(all.items().into_iter().filter_map(read).collect())
}

/// Calls the legacy function of this name.
pub fn run_old(ruby: &mut Ruby<'_>, all: &[Old], name: &str) -> Outcome<Given> {
    let Some(old) = all.iter().find(|it| it.name == name) else {
        return ruby.not_covered("a file that does not make the function of its name");
    };
    let arity = match &old.arity {
        ruby::Value::Nil => -1,
        ruby::Value::Integer(it) => i32::try_from(*it).unwrap_or(-1),
        _ => return ruby.not_covered("such an arity"),
    };
    let list = host::given(ruby)?;
    if let ruby::Value::Array(list) = &list
        && let Err(failure) = functions::check_arity(name, arity, list.len())
    {
        return Err(Stop::raise("ArgumentError", failure.message()));
    }
    let value = ruby.run_as(&old.body, ruby::Value::This, None, vec![list])?;
    if !old.is_value {
        return Ok(Given::Value(Value::Undef));
    }
    host::result(ruby, &value)
}

/// Host of a file that is loaded for all calls: it has other files, and refuses whatever else is asked.
struct Alone<'w, 'c> {
    compiler: &'w mut Compiler<'c>,
}

fn refused<T>() -> Outcome<T> {
    Err(Stop::not_covered("something outside of the file"))
}

impl Host for Alone<'_, '_> {
    fn version(&self) -> Option<ruby::Version> {
        self.compiler.environment.ruby_version
    }

    fn instance(&mut self, _: &Heap, _: &str) -> Outcome<Option<ruby::Value>> {
        refused()
    }

    fn call(&mut self, _: &Heap, receiver: Option<&Rc<Foreign>>, name: &str, given: &[ruby::Value]) -> Outcome<Option<ruby::Value>> {
        match receiver.and_then(|it| load_path::call(self.compiler, it, name, given)) {
            Some(result) => result.map(Some),
            None => refused(),
        }
    }

    fn constant(&mut self, _: &Heap, name: &str) -> Option<ruby::Value> {
        host::constant(name)
    }

    fn require(&mut self, name: &str) -> Outcome<Required> {
        host::required(self.compiler, name)
    }
}
