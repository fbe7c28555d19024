//! Functions that modules define in Ruby, whose files the crate `ruby` evaluates.

mod changes;
pub mod declared;
mod dispatch;
mod host;
pub mod load_path;
mod made;
pub mod settings;

use std::cell::Cell;
use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use functions::{Block, Failure};
use issue::{Ruby as NotRun, RubyFile, RubyLimit};
use ruby::host::Plain;
use ruby::value::{Callable, Proc};
use ruby::{Heap, Limits, Outcome, Prepared, Program, Ruby, Stop};
use values::{Origin, Type, Unknown, Value};

use crate::compiler::{Compiler, Eval, is_legacy};
use crate::site::Site;
use crate::unknowns::not_known;

pub use host::required;
use host::{FunctionHost, block_object};
pub use made::Made;
use made::{Functions, made};

/// No file is read beyond this many bytes.
const LARGEST: u64 = 1 << 20;

/// Name of the file of Puppet's code.
pub const INTERNAL: &str = "<internal:puppet>";
/// Puppet as functions see it.
pub const PRELUDE: &str = concat!(include_str!("ruby/prelude.rb"), include_str!("ruby/settings.rb"));
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
pub enum Given {
    Value(Value),
    /// It is not known; of this type.
    Unknown(Type),
    /// The host has it.
    Taken,
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
    let usual = if compiler.analysis.is_on() { SMALL } else { Limits::default() };
    let mut limits = usual.at_most(compiler.environment.ruby_limits);
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
    if !is_known && !compiler.analysis.is_on() {
        compiler.budget.spend(EACH)?;
        note_unknown(compiler, path);
        return Ok(unknown(name, Type::Any));
    }
    let arguments = if has_facts { without_facts(compiler, arguments) } else { arguments };
    let converted = if is_old { functions::old_arguments(&arguments)? } else { arguments };
    let mut host = FunctionHost::new(compiler, site.clone(), name, converted, block, is_old);
    host.guesses = !is_known;
    let (mut result, mut steps) = run(&mut host, &program, path, limits);
    let is_undecided = matches!(&result, Err(failed) if matches!(failed.error, ruby::Error::Unknown));
    if is_undecided && !host.guesses && !host.has_acted && host.compiler.analysis.is_on() {
        host.begin_to_guess();
        let (again, more) = run(&mut host, &program, path, limits);
        (result, steps) = (again, steps.saturating_add(more));
    }
    let is_not_found = matches!(&result, Err(failed) if failed.is_not_found);
    let failure = if is_not_found { Some(crate::data::not_found()) } else { host.failure.take() };
    compiler.budget.spend(EACH + steps / 4)?;
    match result.map_err(|it| it.error) {
        Ok(Given::Value(value)) => Ok(value),
        // It was asked of the host.
        Ok(Given::Taken) => Ok(Value::Undef),
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
        Err(ruby::Error::Limit(exceeded)) => {
            note_unknown(compiler, path);
            if compiler.analysis.is_on() {
                return Ok(unknown(name, Type::Any));
            }
            let at = format!("file: {file}").into();
            let not_run = NotRun::Exceeded { file: RubyFile::Function, name: name.into(), limit: limit(exceeded), at };
            Ok(compiler.not_run(site, name, Type::Any, not_run))
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

/// Arguments with an unknown value in place of all facts.
fn without_facts(compiler: &Compiler<'_>, arguments: Vec<Value>) -> Vec<Value> {
    let replaced = |it: Value| if compiler.is_all_facts(&it) { not_known(Type::hash_of(Type::Any, Type::Any)) } else { it };
    arguments.into_iter().map(replaced).collect()
}

/// Runs a function, or finds the type of its result where it cannot be known. Returns the steps that this took, too.
fn run(host: &mut FunctionHost<'_, '_>, program: &Program, path: &Path, limits: Limits) -> (Result<Given, Failed>, u64) {
    let (name, is_old, guesses) = (host.name, host.is_old, host.guesses);
    let made = match made(host, program, path, is_old, limits) {
        Ok(made) => made,
        Err((failed, steps)) => return (if guesses { Ok(Given::Unknown(Type::Any)) } else { Err(failed) }, steps),
    };
    let loading = made.prepared.steps;
    let mut dispatches = Vec::new();
    if let Functions::Current(function) = &made.functions {
        let selected = match function.is_named(name) {
            true => host.select(function),
            false => Err(Stop::not_covered("a file that makes a function of another name")),
        };
        match selected {
            Ok(selected) => dispatches = selected,
            Err(Stop::NotCovered(_)) if guesses => return (Ok(Given::Unknown(Type::Any)), loading),
            Err(stop) => return (Err(Failed { error: ruby::failure(stop, 0), is_not_found: false }), loading),
        }
    }
    host.running = Some(made.clone());
    // An analysis calls functions in another order, and some more than once.
    let call = (!host.compiler.analysis.is_on()).then(|| host.compiler.loaded.ruby_assigned.begin());
    let mut ruby = Ruby::new(&mut *host, Heap::default(), limits, 0);
    ruby.keeps = true;
    ruby.call = call;
    ruby.begin_with(&made.prepared);
    ruby.pay_for(&made.prepared);
    // A change of a list of Puppet cannot be undone.
    ruby.heap.follows.set(!guesses);
    let result = match &made.functions {
        Functions::Current(function) => function.run(&mut ruby, &dispatches),
        Functions::Old(all) => made::run_old(&mut ruby, all, name),
    };
    let result = ruby.settled(result).map_err(|stop| Failed::new(&ruby, stop));
    let (steps, changed) = (ruby.steps, ruby.heap.followed.take());
    drop(ruby);
    if !changed.is_empty() && host.shares(&changed) {
        let stop = Stop::not_covered("a change of a list or hash that Puppet has elsewhere, too");
        return (Err(Failed { error: ruby::failure(stop, 0), is_not_found: false }), steps);
    }
    let result = match result {
        Ok(Given::Taken) => Ok(Given::Value(host.result.take().unwrap_or(Value::Undef))),
        // What is not covered is no news where the arguments are unknown.
        Err(Failed { error: ruby::Error::Unknown | ruby::Error::NotCovered(_) | ruby::Error::Limit(_), .. }) if guesses => {
            Ok(Given::Unknown(Type::Any))
        }
        other => other,
    };
    let result = result.map(|it| match (it, &made.functions) {
        (Given::Unknown(Type::Any), Functions::Current(function)) => Given::Unknown(host.unknown_type(function, &dispatches)),
        (other, _) => other,
    });
    (result, steps)
}

/// Why a function gives nothing.
struct Failed {
    error: ruby::Error,
    /// It is the answer of a level of a hierarchy that has no value.
    is_not_found: bool,
}

impl Failed {
    /// An exception has the class of Puppet that it is of.
    fn new(ruby: &Ruby<'_>, stop: Stop) -> Failed {
        if matches!(&stop, Stop::Throw(ruby::Value::Symbol(tag), _) if &**tag == "no_such_key") {
            return Failed { error: ruby::Error::Host(Box::new(())), is_not_found: true };
        }
        let of_puppet = match &stop {
            Stop::Raise(it) => ["Puppet::PreformattedError", "Puppet::Error"].into_iter().find(|class| ruby.inherits(&it.class, class)),
            _ => None,
        };
        let error = match (ruby::failure(stop, 0), of_puppet) {
            (ruby::Error::Raised { message, at, file, .. }, Some(class)) => {
                ruby::Error::Raised { class: class.to_owned(), message, at, file }
            }
            (failure, _) => failure,
        };
        Failed { error, is_not_found: false }
    }
}

/// The types that a function says it returns, one for each dispatch, up to the first that says none.
pub fn return_types(compiler: &mut Compiler<'_>, site: &Site, name: &str, path: &Path) -> Vec<Type> {
    let Some(program) = program(compiler, path) else { return Vec::new() };
    let limits = SMALL.at_most(compiler.environment.ruby_limits);
    let mut host = FunctionHost::new(compiler, site.clone(), name, Vec::new(), None, false);
    // What goes wrong here goes wrong when the function is called.
    let Ok(made) = made(&mut host, &program, path, false, limits) else { return Vec::new() };
    match &made.functions {
        Functions::Current(function) if function.is_named(name) => host.result_types(function).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// A result that is not known.
fn unknown(name: &str, ty: Type) -> Value {
    Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Function(name.into()) }))
}

/// Marks what a function would have declared as unknown.
fn note_unknown(compiler: &mut Compiler<'_>, path: &Path) {
    compiler.sink.incomplete |= compiler.may_declare(path);
}

pub fn limit(limit: ruby::Limit) -> RubyLimit {
    match limit {
        ruby::Limit::Steps => RubyLimit::Steps,
        ruby::Limit::Memory => RubyLimit::Memory,
        ruby::Limit::Depth => RubyLimit::Depth,
    }
}

pub fn construct(name: &str, construct: &str, at: &str) -> NotRun {
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
    let mut ruby = Ruby::new(&mut host, Heap::default(), Limits::default(), 0);
    for file in files {
        ruby.run_program(file).ok()?;
    }
    Some(ruby.into_prepared())
}

fn constant(ruby: &mut Ruby<'_>, name: &str) -> Outcome {
    ruby.find_constant(name).map_or_else(|| Err(Stop::not_covered(format!("the constant {name}"))), Ok)
}

/// The names that functions and templates have of Puppet.
pub fn names() -> HashSet<String> {
    let mut names = names_of([PRELUDE]);
    names.extend(
        ["required_param", "optional_repeated_param", "required_block_param", "lookupvar", "setvar", "call_function", "unwrap", "function"]
            .into_iter()
            .chain(load_path::NAMES)
            .map(str::to_owned),
    );
    names
}

/// The names that Puppet's own code defines.
pub fn names_of<'t>(texts: impl IntoIterator<Item = &'t str>) -> HashSet<String> {
    let read = texts.into_iter().filter_map(|it| ruby::coverage::of_program(it).ok());
    read.flat_map(|it| it.definitions().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// A block as Ruby has it.
fn proc_of(block: &Block) -> Rc<Proc> {
    Rc::new(Proc { what: Callable::Host(block_object(block)), is_lambda: true, home: 0 })
}
