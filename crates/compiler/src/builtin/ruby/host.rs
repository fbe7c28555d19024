//! Requests of a module's function to the evaluation that calls it.

mod context;

use std::any::Any;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use functions::{Block, Failure};
use issue::Issue;
use ruby::ast::Name;
use ruby::host::Required;
use ruby::value::{Entries, Foreign, Proc};
use ruby::{Heap, Host, Outcome, Ruby, Stop};
use rustc_hash::FxHashMap;
use values::{LogLevel, Type, Value};

use super::super::erb::host::Wrapper;
use super::super::guesses;
use super::super::ruby_values::{Object, Seen, from_ruby, method_of_value, own_key, scope_object, taken, to_ruby};
use super::dispatch::text;
use super::made::{Functions, Made};
use super::{Given, changes, declared, load_path, settings};
use crate::compiler::Compiler;
use crate::ids::ScopeId;
use crate::outside::outside_of_compiler;
use crate::site::Site;

/// Values are given and taken so deep.
const DEEPEST: u32 = 200;

pub struct FunctionHost<'w, 'c> {
    pub compiler: &'w mut Compiler<'c>,
    site: Site,
    pub name: &'w str,
    pub arguments: Vec<Value>,
    pub block: Option<&'w Block>,
    pub is_old: bool,
    /// The function that runs.
    pub running: Option<Rc<Made>>,
    /// Whether both ways of decisions on unknown values are evaluated.
    pub guesses: bool,
    /// Whether the function has had effects besides its result.
    pub has_acted: bool,
    /// Failure of a function.
    pub failure: Option<Failure>,
    /// Its result.
    pub result: Option<Value>,
    /// Whether it has given a list or hash to Puppet, which may keep it.
    has_given: bool,
    seen: Seen,
    /// Values that it has stored in the context of a lookup.
    stored: context::Stored,
}

/// Entry points of the prelude.
struct Entry;

impl<'w, 'c> FunctionHost<'w, 'c> {
    pub fn new(
        compiler: &'w mut Compiler<'c>,
        site: Site,
        name: &'w str,
        arguments: Vec<Value>,
        block: Option<&'w Block>,
        is_old: bool,
    ) -> FunctionHost<'w, 'c> {
        FunctionHost {
            compiler,
            site,
            name,
            arguments,
            block,
            is_old,
            running: None,
            guesses: false,
            has_acted: false,
            failure: None,
            result: None,
            has_given: false,
            seen: Seen::default(),
            stored: context::Stored::default(),
        }
    }

    /// Begins the call again, and evaluates both ways of decisions on unknown values.
    pub fn begin_to_guess(&mut self) {
        self.guesses = true;
        (self.running, self.failure, self.result, self.has_given) = (None, None, None, false);
        // Their values in Ruby are those of the first evaluation.
        self.seen.clear();
        self.stored.clear();
    }

    /// Notes that the function has an effect besides its result; ends what may not happen.
    fn act(&mut self) -> Outcome<()> {
        guesses::act()?;
        self.has_acted = true;
        Ok(())
    }

    pub fn fail(&mut self, failure: Failure) -> Stop {
        self.failure = Some(failure);
        Stop::Host(Box::new(()))
    }

    /// Whether something besides the call has a list or hash that was changed.
    pub fn shares(&self, changed: &[ruby::Value]) -> bool {
        self.has_given || changes::are_elsewhere(changed, &self.seen, &self.arguments)
    }

    fn note_given(&mut self, given: &[ruby::Value]) {
        self.has_given |= given.iter().any(|it| matches!(it, ruby::Value::Array(_) | ruby::Value::Hash(_)));
    }

    /// A method of a scope.
    fn of_scope(&mut self, heap: &Heap, scope: ScopeId, name: &str, arguments: &[ruby::Value]) -> Outcome {
        let site = Site { scope, ..self.site.clone() };
        let seen = std::mem::take(&mut self.seen);
        let mut wrapper = Wrapper { compiler: self.compiler, site: &site, file: None, failure: None, seen, has_acted: false };
        let result = wrapper.of_scope(heap, name, arguments);
        let (failure, seen, wrapper_has_acted) = (wrapper.failure.take(), std::mem::take(&mut wrapper.seen), wrapper.has_acted);
        self.has_acted |= wrapper_has_acted;
        self.seen = seen;
        self.failure = failure.or(self.failure.take());
        result
    }

    fn of_entry(&mut self, heap: &Heap, name: &str, arguments: &[ruby::Value]) -> Outcome {
        match (name, arguments) {
            ("given", []) => {
                let list = self.arguments.clone();
                let mut all = Vec::new();
                for value in &list {
                    all.push(if self.is_old { fresh(heap, &mut self.seen, value, 0)? } else { to_ruby(heap, &mut self.seen, value, 0)? });
                }
                Ok(heap.array(all))
            }
            ("take", [value]) => {
                let known = match value {
                    ruby::Value::Array(_) | ruby::Value::Hash(_) => changes::by_identity(&self.seen, &heap.followed.borrow())?,
                    _ => FxHashMap::default(),
                };
                self.result = Some(taken(value, &known, 0)?);
                Ok(ruby::Value::Nil)
            }
            ("block", []) => Ok(self.block.map_or(ruby::Value::Nil, |it| ruby::Value::Proc(super::proc_of(it)))),
            ("check", [ruby::Value::Integer(dispatch), value]) => {
                if let (Some(made), Ok(dispatch)) = (self.running.clone(), usize::try_from(*dispatch))
                    && let Functions::Current(function) = &made.functions
                {
                    self.check_result(function, dispatch, &from_ruby(value, 0)?)?;
                }
                Ok(ruby::Value::Nil)
            }
            ("call_function", [name, ruby::Value::Array(list), block]) => self.function(heap, ScopeId::TOP, name, &list.items(), block),
            ("call_function_with_scope", [ruby::Value::Foreign(scope), name, ruby::Value::Array(list), block]) => {
                let Some(Object::Scope(scope)) = scope.object.downcast_ref::<Object>() else {
                    return Err(Stop::not_covered("such a scope"));
                };
                self.function(heap, *scope, name, &list.items(), block)
            }
            ("library?", [name]) => {
                let file = format!("lib/{}.rb", text(name)?);
                let environment = self.compiler.environment;
                let mut folders = environment.modules().map(|it| it.1).chain(&environment.root);
                Ok(ruby::Value::Boolean(folders.any(|it| environment.is_file(&it.join(&file)))))
            }
            ("context", [context, name, ruby::Value::Array(given)]) => {
                self.act()?;
                self.note_given(&given.items());
                self.of_context(heap, context, &text(name)?, &given.items())
            }
            ("closure_scope", []) => Ok(scope_object(self.compiler, ScopeId::TOP)),
            ("injected", [ruby::Value::Symbol(name)]) if &**name == "scope" => Ok(scope_object(self.compiler, self.site.scope)),
            ("injected", [ruby::Value::Symbol(name)]) => Err(Stop::not_covered(format!("{name}_param"))),
            ("sensitive", [value]) => {
                self.note_given(std::slice::from_ref(value));
                let value = Value::Sensitive(Arc::new(from_ruby(value, 0)?));
                to_ruby(heap, &mut self.seen, &value, 0)
            }
            ("versioncmp", [a, b]) => {
                let arguments = [a.clone(), b.clone()];
                self.function(heap, ScopeId::TOP, &ruby::Value::Symbol("versioncmp".into()), &arguments, &ruby::Value::Nil)
            }
            // A message that may not be logged has no effect on an analysis.
            ("log", [..]) if guesses::are_open() => Ok(ruby::Value::Nil),
            ("log", [_, ruby::Value::Unknown]) if self.guesses => Ok(ruby::Value::Nil),
            ("log", [level, message]) => {
                self.act()?;
                let level = match &*text(level)? {
                    "info" => LogLevel::Info,
                    "notice" => LogLevel::Notice,
                    "warning" => LogLevel::Warning,
                    _ => LogLevel::Err,
                };
                self.compiler.sink.log(level, text(message)?, None);
                Ok(ruby::Value::Nil)
            }
            ("old_function", [name]) => {
                let name = text(name)?;
                let environment = self.compiler.environment;
                let found = self.compiler.loaded.ruby_function(environment, None, &name).map(|it| it.is_legacy());
                match found {
                    Some(true) => Ok(ruby::Value::Symbol(format!("function_{name}").into())),
                    _ => Err(Stop::not_covered("Puppet::Parser::Functions.function of such a function")),
                }
            }
            (name, _) => Err(Stop::not_covered(format!("{name} of Puppet's"))),
        }
    }

    fn function(&mut self, heap: &Heap, scope: ScopeId, name: &ruby::Value, list: &[ruby::Value], block: &ruby::Value) -> Outcome {
        let name = text(name)?;
        let block = match block {
            ruby::Value::Nil => None,
            ruby::Value::Proc(it) => match &it.what {
                ruby::value::Callable::Host(foreign) => match foreign.object.downcast_ref::<Block>() {
                    Some(block) => Some(block.clone()),
                    None => return Err(Stop::not_covered("such a block")),
                },
                _ => return Err(Stop::not_covered("call_function with a block of Ruby")),
            },
            _ => return Err(Stop::not_covered("such a block")),
        };
        if block.is_some() || !guesses::is_pure(&name) {
            self.act()?;
        }
        self.note_given(list);
        let mut given = Vec::with_capacity(list.len());
        for value in list {
            given.push(from_ruby(value, 0)?);
        }
        let site = Site { scope, ..self.site.clone() };
        match self.compiler.call_function_at(&site, &name, given, block.as_ref()) {
            Ok(value) => to_ruby(heap, &mut self.seen, &value, 0),
            Err(failure) if matches!(failure.error(), Some(Issue::UnknownFunction { .. })) => {
                let of = self.name;
                Err(Stop::raise("ArgumentError", format!("Function {of}(): Unknown function: '{name}'")))
            }
            Err(failure) => Err(self.fail(failure)),
        }
    }
}

impl Host for FunctionHost<'_, '_> {
    fn may_guess(&self) -> bool {
        self.guesses
    }

    fn guess(&mut self) -> Box<dyn Any> {
        Box::new(guesses::Guess::begin())
    }

    /// Those of a scope are there in the next call, and Puppet's own are not known.
    fn instance(&mut self, _: &Heap, name: &str) -> Outcome<Option<ruby::Value>> {
        Err(Stop::not_covered(format!("the instance variable @{name} of a scope")))
    }

    fn call(&mut self, heap: &Heap, receiver: Option<&Rc<Foreign>>, name: &str, arguments: &[ruby::Value]) -> Outcome<Option<ruby::Value>> {
        let Some(receiver) = receiver else {
            if self.is_old {
                self.note_given(arguments);
                return self.of_scope(heap, self.site.scope, name, arguments).map(Some);
            }
            return Err(Stop::not_covered(format!("`{name}`")));
        };
        if receiver.object.is::<Entry>() {
            return self.of_entry(heap, name, arguments).map(Some);
        }
        self.note_given(arguments);
        if let Some(result) = load_path::call(self.compiler, receiver, name, arguments) {
            return result.map(Some);
        }
        if let Some(result) = settings::call(self.compiler, heap, &mut self.seen, receiver, name, arguments) {
            return result.map(Some);
        }
        if let Some(result) = declared::call(self.compiler, heap, &mut self.seen, receiver, name, arguments) {
            return result.map(Some);
        }
        if let Some(block) = receiver.object.downcast_ref::<Block>() {
            if name == "arity" {
                let count = i64::try_from(block.arity()).unwrap_or(0);
                let is_open = block.captures_rest || block.ty.size_range().contains(count - 1);
                return if is_open { Err(Stop::not_covered("Proc#arity of such a lambda")) } else { Ok(Some(ruby::Value::Integer(count))) };
            }
            self.act()?;
            let mut given = Vec::new();
            for value in arguments {
                given.push(from_ruby(value, 0)?);
            }
            return match self.compiler.call_lambda(block, given) {
                Ok(value) => to_ruby(heap, &mut self.seen, &value, 0).map(Some),
                Err(failure) => Err(self.fail(failure)),
            };
        }
        match receiver.object.downcast_ref::<Object>() {
            Some(Object::Scope(scope)) => self.of_scope(heap, *scope, name, arguments).map(Some),
            Some(Object::Value(value)) => method_of_value(heap, &mut self.seen, (receiver, value), name, arguments),
            _ => Ok(None),
        }
    }

    fn fields(&mut self, heap: &Heap, of: &Rc<Foreign>) -> Outcome<Option<Vec<(String, ruby::Value)>>> {
        match of.object.downcast_ref::<Object>() {
            // Two that hold the same value would have it once, and a reference to it.
            Some(Object::Value(Value::Sensitive(inner))) if !matches!(**inner, Value::Array(_) | Value::Hash(_)) => {
                Ok(Some(vec![("value".to_owned(), to_ruby(heap, &mut self.seen, inner, 0)?)]))
            }
            _ => Ok(None),
        }
    }

    fn constant(&mut self, _: &Heap, name: &str) -> Option<ruby::Value> {
        constant(name)
    }

    fn require(&mut self, name: &str) -> Outcome<Required> {
        required(self.compiler, name)
    }

    outside_of_compiler!();

    /// Stores again what may have changed since it was stored.
    fn finish(&mut self, _: &Heap) -> Outcome<()> {
        self.keep_stored()
    }

    fn name_of_self(&self) -> String {
        "main:Object".to_owned()
    }
}

/// A constant of Puppet's that the prelude needs.
pub fn constant(name: &str) -> Option<ruby::Value> {
    (name == "PuppetHost")
        .then(|| ruby::Value::Foreign(entry_object()))
        .or_else(|| load_path::variable(name))
        .or_else(|| settings::constant(name))
}

/// The file that `require` names.
pub fn required(compiler: &mut Compiler<'_>, name: &str) -> Outcome<Required> {
    let named = |path: &str| if path.ends_with(".rb") { path.to_owned() } else { format!("{path}.rb") };
    let mut places = Vec::new();
    if name.starts_with('/') {
        places.push(named(name).into());
    } else {
        let environment = compiler.environment;
        let folders = environment.modules().map(|it| it.1).chain(&environment.root);
        places.extend(folders.map(|it| it.join("lib").join(named(name))));
    }
    // Puppet would read any file of the server; none is read outside of the environment.
    let environment = compiler.environment;
    let is_inside = match name.strip_prefix('/') {
        Some(_) => {
            let clean = ruby::clean(name);
            environment.modules().map(|it| it.1).chain(&environment.root).any(|it| Path::new(&clean).starts_with(it))
        }
        None => !name.split('/').any(|it| it == ".."),
    };
    if !is_inside {
        return Err(Stop::not_covered(format!("require '{name}', which is outside of the modules")));
    }
    let found = places.into_iter().find(|it: &std::path::PathBuf| compiler.environment.is_file(it));
    match found {
        Some(path) => match super::program(compiler, &path) {
            Some(program) => Ok(Required::Program(program)),
            None => Err(Stop::not_covered(format!("require '{name}', which cannot be read"))),
        },
        // What is covered of Puppet is there.
        None if name == "puppet" || name.starts_with("puppet/") || matches!(name, "puppet_x" | "facter") => Ok(Required::Present),
        None => Ok(Required::Missing),
    }
}

/// A value as functions of the old kind are given it: lists and hashes are theirs.
fn fresh(heap: &Heap, seen: &mut Seen, value: &Value, depth: u32) -> Outcome {
    if depth > DEEPEST {
        return Err(Stop::not_covered("values nested so deep"));
    }
    Ok(match value {
        Value::Array(items) => {
            let mut all = Vec::with_capacity(items.len());
            for item in items.iter() {
                all.push(fresh(heap, seen, item, depth + 1)?);
            }
            heap.array(all)
        }
        Value::Hash(entries) => {
            let mut all = Entries::default();
            for (key, value) in entries.iter() {
                all.insert(own_key(key)?, (fresh(heap, seen, key, depth + 1)?, fresh(heap, seen, value, depth + 1)?));
            }
            heap.hash(all)
        }
        context if hiera::context::is_context(context) => to_ruby(heap, seen, context, depth)?,
        // Those of resources become resources of Ruby's.
        Value::Type(Type::Resource(..) | Type::Class(..) | Type::CatalogEntry) | Value::Deferred(_) | Value::Object(_) => {
            return Err(Stop::not_covered("such an argument of a function of the old kind"));
        }
        other => to_ruby(heap, seen, other, depth)?,
    })
}

/// Entry points as an object of the prelude.
fn entry_object() -> Rc<Foreign> {
    Rc::new(Foreign { class: "PuppetHost".into(), ancestors: None, text: None, inspect: None, object: Box::new(Entry) })
}

fn entry(ruby: &mut Ruby<'_>, name: &str, arguments: &[ruby::Value]) -> Outcome {
    let value = ruby.host.call(&ruby.heap, Some(&entry_object()), name, arguments)?;
    Ok(value.unwrap_or(ruby::Value::Nil))
}

/// The arguments of the call.
pub fn given(ruby: &mut Ruby<'_>) -> Outcome {
    entry(ruby, "given", &[])
}

/// Its block.
pub fn given_block(ruby: &mut Ruby<'_>) -> Option<Rc<Proc>> {
    match entry(ruby, "block", &[]) {
        Ok(ruby::Value::Proc(it)) => Some(it),
        _ => None,
    }
}

/// Something of Puppet's that a method is given.
pub fn injected(ruby: &mut Ruby<'_>, name: &Name) -> Outcome {
    entry(ruby, "injected", &[ruby::Value::Symbol(name.clone())])
}

/// Fails where a result is not of the type that its dispatch, of this number, says.
pub fn check(ruby: &mut Ruby<'_>, dispatch: usize, value: &ruby::Value) -> Outcome<()> {
    let dispatch = ruby::Value::Integer(i64::try_from(dispatch).unwrap_or(-1));
    entry(ruby, "check", &[dispatch, value.clone()]).map(|_| ())
}

/// A result as Puppet has it.
pub fn result(ruby: &mut Ruby<'_>, value: &ruby::Value) -> Outcome<Given> {
    if matches!(value, ruby::Value::Unknown) || value.is_lost() {
        return Ok(Given::Unknown(Type::Any));
    }
    let value = without_undef(ruby, value, 0)?;
    entry(ruby, "take", &[value])?;
    Ok(Given::Taken)
}

/// `:undef` is what functions of the old kind have for undef.
fn without_undef(ruby: &mut Ruby<'_>, value: &ruby::Value, depth: u32) -> Outcome {
    if depth > DEEPEST {
        return Err(Stop::not_covered("values nested so deep"));
    }
    ruby.spend(1)?;
    Ok(match value {
        value if value.is_lost() => ruby.unknown(),
        ruby::Value::Symbol(it) if &**it == "undef" => ruby::Value::Nil,
        // Those of Puppet have none.
        ruby::Value::Array(it) if it.shared && ruby.heap.followed.borrow().is_empty() => value.clone(),
        ruby::Value::Hash(it) if it.shared && ruby.heap.followed.borrow().is_empty() => value.clone(),
        ruby::Value::Array(list) if list.items().iter().any(|it| !is_plain(it)) => {
            let mut all = Vec::new();
            for item in list.items() {
                all.push(without_undef(ruby, &item, depth + 1)?);
            }
            ruby.heap.array(all)
        }
        ruby::Value::Hash(hash) if hash.pairs().iter().any(|(key, value)| !is_plain(key) || !is_plain(value)) => {
            let made = ruby::value::Hash::default();
            for (key, value) in hash.pairs() {
                let (key, value) = (without_undef(ruby, &key, depth + 1)?, without_undef(ruby, &value, depth + 1)?);
                ruby.store(&made, key, value)?;
            }
            ruby.heap.hash_of(made)
        }
        other => other.clone(),
    })
}

fn is_plain(value: &ruby::Value) -> bool {
    !matches!(value, ruby::Value::Symbol(_) | ruby::Value::Array(_) | ruby::Value::Hash(_))
}

/// A block of Puppet as Ruby has it.
pub fn block_object(block: &Block) -> Rc<Foreign> {
    let object = Box::new(block.clone());
    Rc::new(Foreign { class: "Proc".into(), ancestors: None, text: None, inspect: None, object })
}
