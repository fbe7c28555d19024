//! Functions that modules define in Ruby, whose files the crate `ruby` evaluates.

mod host;

use std::cell::Cell;
use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use functions::{Block, Failure};
use issue::Ruby as NotRun;
use ruby::host::Plain;
use ruby::value::{Callable, Proc};
use ruby::{Args, Heap, Limits, Outcome, Prepared, Program, Ruby, Stop};
use values::{Origin, Type, Unknown, Value};

use crate::compiler::{Compiler, Eval, is_legacy};
use crate::site::Site;

use host::{FunctionHost, block_object};

/// No file is read beyond this many bytes.
const LARGEST: u64 = 1 << 20;

/// Name of the file of Puppet's code.
pub const INTERNAL: &str = "<internal:puppet>";
/// Puppet as functions see it.
pub const PRELUDE: &str = include_str!("ruby/prelude.rb");
static PARSED: LazyLock<Option<Program>> = LazyLock::new(|| Program::parse(PRELUDE, INTERNAL).ok());

thread_local! {
    /// The same, loaded once for each thread.
    static PREPARED: Option<Prepared> = prepared(PARSED.as_ref());
}

/// Cost of each call besides its steps.
const EACH: u64 = 400;

/// Functions call each other no deeper.
const MOST_LEVELS: u32 = 64;

thread_local! {
    static LEVEL: Cell<u32> = const { Cell::new(0) };
}

/// A function in Ruby that runs, inside of this number of others.
struct Level(u32);

impl Level {
    fn enter() -> Level {
        let level = LEVEL.get();
        LEVEL.set(level + 1);
        Level(level)
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        LEVEL.set(self.0);
    }
}

/// How much a function may do where somebody waits for each key.
pub const SMALL: Limits = Limits { steps: 2_000_000, memory: 64 << 20, depth: 1_000 };

/// Result of a function.
enum Given {
    Value(Value),
    /// It is not known; of this type.
    Unknown(Type),
}

/// Calls a function that a file defines.
pub fn call(
    compiler: &mut Compiler<'_>,
    site: &Site,
    name: &str,
    path: &Path,
    arguments: Vec<Value>,
    block: Option<&Block>,
) -> Eval<Value> {
    let file = path.to_string_lossy().into_owned();
    let Some(program) = program(compiler, path) else {
        let not_run = construct(name, "a syntax error", &format!("file: {file}"));
        return Ok(compiler.not_run(site, name, Type::Any, not_run));
    };
    let is_old = is_legacy(path);
    let mut limits = if compiler.analysis.is_on() { SMALL } else { Limits::default() };
    // Functions that call each other hold what each has made.
    let level = Level::enter();
    limits.memory = (limits.memory >> level.0.min(16)).max(1 << 20);
    if level.0 > MOST_LEVELS {
        note_unknown(compiler, path);
        if compiler.analysis.is_on() {
            return Ok(unknown(name, Type::Any));
        }
        let not_run = construct(name, "functions that call each other so deep", &format!("file: {file}"));
        return Ok(compiler.not_run(site, name, Type::Any, not_run));
    }
    // Modules and machines may add facts to those that are known.
    let has_facts = compiler.analysis.is_on() && arguments.iter().any(|it| compiler.is_all_facts(it));
    let is_known = !has_facts && !functions::is_unknown(&arguments);
    let converted = if is_old && is_known { functions::old_arguments(&arguments)? } else { arguments };
    let mut host = FunctionHost::new(compiler, site.clone(), name, converted, block, is_old);
    let (result, steps, is_not_found) = {
        let mut ruby = Ruby::new(&mut host, Heap::default(), limits, &[], 0);
        ruby.keeps = true;
        let result = match (is_known, is_old) {
            (true, true) => run_old(&mut ruby, &program, name),
            (true, false) => run_current(&mut ruby, &program, name),
            (false, true) => Ok(Given::Unknown(Type::Any)),
            (false, false) => result_type(&mut ruby, &program, name),
        };
        let is_not_found = matches!(&result, Err(Stop::Throw(ruby::Value::Symbol(tag), _)) if &**tag == "no_such_key");
        (result.map_err(|it| if is_not_found { ruby::Error::Host(Box::new(())) } else { failed(&ruby, it) }), ruby.steps, is_not_found)
    };
    let failure = if is_not_found { Some(crate::data::not_found()) } else { host.failure.take() };
    compiler.budget.spend(EACH + steps / 4)?;
    match result {
        Ok(Given::Value(value)) => Ok(value),
        Ok(Given::Unknown(ty)) => {
            note_unknown(compiler, path);
            Ok(unknown(name, ty))
        }
        Err(ruby::Error::Unknown) => {
            note_unknown(compiler, path);
            if compiler.analysis.is_on() {
                return Ok(unknown(name, Type::Any));
            }
            let not_run = construct(name, "values that are not known", &format!("file: {file}"));
            Ok(compiler.not_run(site, name, Type::Any, not_run))
        }
        Err(ruby::Error::NotCovered(lack)) => {
            note_unknown(compiler, path);
            let at = place(compiler, &lack.file, lack.at).unwrap_or_else(|| format!("file: {file}"));
            Ok(compiler.not_run(site, name, Type::Any, construct(name, &lack.construct, &at)))
        }
        Err(ruby::Error::Limit(what)) => {
            note_unknown(compiler, path);
            if compiler.analysis.is_on() {
                return Ok(unknown(name, Type::Any));
            }
            let what = format!("code that takes so much ({what})");
            Ok(compiler.not_run(site, name, Type::Any, construct(name, &what, &format!("file: {file}"))))
        }
        Err(ruby::Error::Raised { class, message, .. }) => Err(match &*class {
            "Puppet::PreformattedError" => Failure::bare(message),
            "Puppet::Error" => Failure::puppet(message),
            _ => Failure::plain(message),
        }),
        Err(ruby::Error::Host(_)) => match failure {
            Some(failure) => Err(failure),
            None => Ok(compiler.not_run(site, name, Type::Any, construct(name, "such code", &format!("file: {file}")))),
        },
    }
}

/// Why a function failed, with the class of Puppet that an exception is of.
fn failed(ruby: &Ruby<'_>, stop: Stop) -> ruby::Error {
    let of_puppet = match &stop {
        Stop::Raise(it) => ["Puppet::PreformattedError", "Puppet::Error"].into_iter().find(|class| ruby.inherits(&it.class, class)),
        _ => None,
    };
    match (ruby::failure(stop, 0), of_puppet) {
        (ruby::Error::Raised { message, at, file, .. }, Some(class)) => ruby::Error::Raised { class: class.to_owned(), message, at, file },
        (failure, _) => failure,
    }
}

/// The types that a function says it returns, one for each dispatch, up to the first that says none.
pub fn return_types(compiler: &mut Compiler<'_>, site: &Site, name: &str, path: &Path) -> Vec<Type> {
    let Some(program) = program(compiler, path) else { return Vec::new() };
    let mut host = FunctionHost::new(compiler, site.clone(), name, Vec::new(), None, false);
    let said = {
        let mut ruby = Ruby::new(&mut host, Heap::default(), SMALL, &[], 0);
        ruby.keeps = true;
        made(&mut ruby, &program, name).and_then(|made| {
            let entry = constant(&mut ruby, "PuppetEntry")?;
            let said = ruby.send(&entry, "return_types", Args::new(vec![made]))?;
            // Its lists end with the evaluation.
            host::texts(&said)
        })
    };
    // What goes wrong here goes wrong when the function is called.
    said.and_then(|(types, locals)| host.types(&types, &locals)).unwrap_or_default()
}

/// A result that is not known.
fn unknown(name: &str, ty: Type) -> Value {
    Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Function(name.into()) }))
}

/// Marks what a function would have declared as unknown.
fn note_unknown(compiler: &mut Compiler<'_>, path: &Path) {
    compiler.sink.incomplete |= compiler.may_declare(path);
}

fn construct(name: &str, construct: &str, at: &str) -> NotRun {
    NotRun::FunctionConstruct { name: name.into(), construct: construct.into(), at: at.into() }
}

/// A place in a file that was read.
fn place(compiler: &Compiler<'_>, file: &str, at: u32) -> Option<String> {
    let program = compiler.loaded.ruby_programs.get(Path::new(file))?.as_ref()?;
    Some(format!("file: {file}, line: {}", program.line(at)))
}

/// A file, read once.
fn program(compiler: &mut Compiler<'_>, path: &Path) -> Option<Arc<Program>> {
    if let Some(known) = compiler.loaded.ruby_programs.get(path) {
        return known.clone();
    }
    let text = compiler.environment.world.read(path, LARGEST).ok().and_then(|it| String::from_utf8(it).ok());
    let program = text.and_then(|it| Program::shared(&it, &path.to_string_lossy()).ok());
    compiler.loaded.ruby_programs.insert(path.to_owned(), program.clone());
    program
}

/// Runs what functions see of Puppet.
fn start(ruby: &mut Ruby<'_>) -> Outcome<()> {
    PREPARED.with(|it| match it {
        Some(prepared) => {
            ruby.begin_with(prepared);
            Ok(())
        }
        None => Err(Stop::not_covered("Puppet's own code")),
    })
}

/// Definitions of files; none where one of them cannot be loaded.
pub fn prepared<'p>(files: impl IntoIterator<Item = &'p Program>) -> Option<Prepared> {
    let mut host = Plain::default();
    let mut ruby = Ruby::new(&mut host, Heap::default(), Limits::default(), &[], 0);
    for file in files {
        ruby.run_program(file).ok()?;
    }
    Some(ruby.into_prepared())
}

fn constant(ruby: &mut Ruby<'_>, name: &str) -> Outcome {
    ruby.find_constant(name).map_or_else(|| Err(Stop::not_covered(format!("the constant {name}"))), Ok)
}

/// The class that a file of the current kind makes.
fn made(ruby: &mut Ruby<'_>, program: &Program, name: &str) -> Outcome {
    start(ruby)?;
    ruby.loaded.push(program.file.to_string());
    match ruby.run_program(program)? {
        made @ ruby::Value::Class(_) => {
            let own = ruby.send(&made, "name", Args::default())?;
            match own {
                ruby::Value::String(own) if *own.get() == *name => Ok(made),
                _ => ruby.not_covered("a file that makes a function of another name"),
            }
        }
        _ => ruby.not_covered("a file that makes no function"),
    }
}

fn run_current(ruby: &mut Ruby<'_>, program: &Program, name: &str) -> Outcome<Given> {
    let made = made(ruby, program, name)?;
    let list = host::given(ruby)?;
    let block = host::given_block(ruby);
    let entry = constant(ruby, "PuppetEntry")?;
    let value = ruby.send(&entry, "current", Args::new(vec![made, list, block]))?;
    ruby.host.finish(&ruby.heap)?;
    // The value that Puppet gets was already made, to be checked.
    match host::result(ruby, &value)? {
        Some(value) => Ok(Given::Value(value)),
        None => Ok(Given::Unknown(Type::Any)),
    }
}

/// The type that all dispatches of a function say they give.
fn result_type(ruby: &mut Ruby<'_>, program: &Program, name: &str) -> Outcome<Given> {
    let Ok(made) = made(ruby, program, name) else { return Ok(Given::Unknown(Type::Any)) };
    let entry = constant(ruby, "PuppetEntry")?;
    let types = ruby.send(&entry, "result_types", Args::new(vec![made]))?;
    Ok(Given::Unknown(host::result_type(&types).unwrap_or(Type::Any)))
}

fn run_old(ruby: &mut Ruby<'_>, program: &Program, name: &str) -> Outcome<Given> {
    start(ruby)?;
    ruby.loaded.push(program.file.to_string());
    ruby.run_program(program)?;
    let functions = constant(ruby, "Puppet::Parser::Functions")?;
    let ruby::Value::Array(all) = ruby.send(&functions, "__made", Args::default())? else {
        return ruby.not_covered("a file that makes no function");
    };
    let found = all.items().into_iter().find_map(|it| match it {
        ruby::Value::Array(it) => match it.items().as_slice() {
            [ruby::Value::String(own), arity, ruby::Value::Boolean(is_value), ruby::Value::Proc(block)] if *own.get() == *name => {
                Some((arity.clone(), *is_value, block.clone()))
            }
            _ => None,
        },
        _ => None,
    });
    let Some((arity, is_value, block)) = found else { return ruby.not_covered("a file that does not make the function of its name") };
    let arity = match arity {
        ruby::Value::Nil => -1,
        ruby::Value::Integer(it) => i32::try_from(it).unwrap_or(-1),
        _ => return ruby.not_covered("such an arity"),
    };
    let list = host::given(ruby)?;
    if let ruby::Value::Array(list) = &list
        && let Err(failure) = functions::check_arity(name, arity, list.len())
    {
        return Err(Stop::raise("ArgumentError", failure.message()));
    }
    let body = Rc::new(Proc { what: block.what.clone(), is_lambda: true, home: 0 });
    let value = ruby.run_as(&body, ruby::Value::This, None, vec![list])?;
    if !is_value {
        return Ok(Given::Value(Value::Undef));
    }
    match host::result(ruby, &value)? {
        Some(value) => Ok(Given::Value(value)),
        None => Ok(Given::Unknown(Type::Any)),
    }
}

/// The names that functions and templates have of Puppet.
pub fn names() -> HashSet<String> {
    let defined = ruby::coverage::of_program(PRELUDE);
    let mut names: HashSet<String> = defined.iter().flat_map(|it| it.definitions().map(str::to_owned).collect::<Vec<_>>()).collect();
    names.extend(
        ["required_param", "optional_repeated_param", "required_block_param", "lookupvar", "setvar", "call_function", "unwrap", "function"]
            .map(str::to_owned),
    );
    names
}

/// A block as Ruby has it.
fn proc_of(block: &Block) -> ruby::Value {
    ruby::Value::Proc(Rc::new(Proc { what: Callable::Host(block_object(block)), is_lambda: true, home: 0 }))
}
