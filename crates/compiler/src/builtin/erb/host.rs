//! Puppet as a template sees it: `Puppet::Parser::TemplateWrapper` and the scope.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::LazyLock;

use functions::{Context, Failure};
use indexmap::IndexSet;
use issue::Issue;
use ruby::host::Required;
use ruby::value::{Entries, Foreign, Key};
use ruby::{Heap, Host, Outcome, Program, Stop};
use values::{Strict, Type, Value};

use super::super::guesses;
use super::super::ruby::{INTERNAL, declared, load_path, settings};
use super::super::ruby_values::{Object, Seen, from_ruby, method_of_value, scope_object, shared, to_ruby};
use super::{changes, variables};
use crate::compiler::Compiler;
use crate::eval::Caller;
use crate::ids::ScopeId;
use crate::outside::outside_of_compiler;
use crate::scope::Found;
use crate::site::Site;
use crate::unknowns::not_known;

/// Methods of the wrapper that are not covered.
const METHODS: &[&str] = &[
    "absolute_path?",
    "alert",
    "all_tags",
    "benchmark",
    "clear_environment",
    "create_erb",
    "crit",
    "debug",
    "default_env",
    "deterministic_rand",
    "deterministic_rand_int",
    "emerg",
    "err",
    "exit_on_fail",
    "file=",
    "get_env",
    "get_environment",
    "info",
    "merge_environment",
    "notice",
    "path_to_uri",
    "replace_file",
    "result",
    "rfc2396_escape",
    "safe_posix_fork",
    "script_line",
    "set_env",
    "skip_external_facts",
    "symbolizehash",
    "tags",
    "thinmark",
    "uri_encode",
    "uri_query_encode",
    "uri_to_path",
    "uri_unescape",
    "warning",
    "which",
    "withenv",
];

/// Puppet's own functions of the old kind that do what those of the new kind do.
const OLD: &[&str] = &["template", "inline_template", "versioncmp", "sprintf", "shellquote"];

pub struct Wrapper<'w, 'c> {
    pub compiler: &'w mut Compiler<'c>,
    pub site: &'w Site,
    pub file: Option<&'w str>,
    /// Failure of a function.
    pub failure: Option<Failure>,
    pub seen: Seen,
    /// Whether it has had effects besides results.
    pub has_acted: bool,
}

/// A variable that a template has set.
struct Variable {
    scope: ScopeId,
    name: String,
    value: ruby::Value,
    /// The template, by how many are around it.
    level: usize,
}

thread_local! {
    /// The variables of the templates that are being rendered. To all others their values are not known.
    static SET: RefCell<Vec<Variable>> = const { RefCell::new(Vec::new()) };
    static LEVEL: Cell<usize> = const { Cell::new(0) };
}

/// A template that is being rendered, maybe within another.
pub struct Level(usize);

impl Level {
    pub fn enter() -> Level {
        LEVEL.set(LEVEL.get() + 1);
        Level(LEVEL.get())
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        let removed = SET.with_borrow_mut(|all| {
            let count = all.iter().position(|it| it.level >= self.0).unwrap_or(all.len());
            all.split_off(count)
        });
        drop(removed);
        LEVEL.set(self.0 - 1);
    }
}

/// Exceptions and settings of Puppet.
static ERRORS: LazyLock<Option<Program>> =
    LazyLock::new(|| Program::parse(concat!(include_str!("errors.rb"), include_str!("../ruby/settings.rb")), INTERNAL).ok());

impl Host for Wrapper<'_, '_> {
    fn instance(&mut self, heap: &Heap, name: &str) -> Outcome<Option<ruby::Value>> {
        changes::publish(self.compiler, heap, &mut self.seen)?;
        self.variable(heap, name)
    }

    fn instances(&mut self) -> Outcome<Vec<String>> {
        if self.is_open() {
            return Err(Stop::Unknown);
        }
        let variables = variables::all(self.compiler, self.site.scope).ok_or_else(|| Stop::not_covered("scopes nested so deep"))?;
        if variables.values().any(|it| matches!(it, Value::Unknown(_))) {
            return Err(Stop::Unknown);
        }
        let mut names: IndexSet<String> = IndexSet::from_iter(["__scope__".to_owned()]);
        names.extend(self.file.map(|_| "__file__".to_owned()));
        names.extend(variables.keys().map(|it| variables::exposed_name(it)));
        Ok(names.into_iter().collect())
    }

    /// An analysis goes on where something is unknown.
    fn may_guess(&self) -> bool {
        self.compiler.analysis.is_on()
    }

    fn guess(&mut self) -> Box<dyn Any> {
        Box::new(guesses::Guess::begin())
    }

    fn refuse(&self, of: &Foreign, name: &str) -> Outcome<()> {
        match of.object.downcast_ref::<Object>() {
            Some(Object::Variables(lack)) => Err(lacking(lack, name)),
            _ => Ok(()),
        }
    }

    fn finish(&mut self, heap: &Heap) -> Outcome<()> {
        changes::publish(self.compiler, heap, &mut self.seen)
    }

    fn call(&mut self, heap: &Heap, receiver: Option<&Rc<Foreign>>, name: &str, arguments: &[ruby::Value]) -> Outcome<Option<ruby::Value>> {
        changes::publish(self.compiler, heap, &mut self.seen)?;
        let Some(receiver) = receiver else { return self.of_wrapper(heap, name, arguments) };
        if let Some(result) = load_path::call(self.compiler, receiver, name, arguments) {
            return result.map(Some);
        }
        if let Some(result) = settings::call(self.compiler, heap, &mut self.seen, receiver, name, arguments) {
            return result.map(Some);
        }
        if let Some(result) = declared::call(self.compiler, heap, &mut self.seen, receiver, name, arguments) {
            return result.map(Some);
        }
        match receiver.object.downcast_ref::<Object>() {
            Some(Object::Scope(_)) => self.of_scope(heap, name, arguments).map(Some),
            Some(Object::Variables(lack)) => self.of_variables(heap, lack, name, arguments).map(Some),
            Some(Object::Value(value)) => method_of_value(heap, &mut self.seen, (receiver, value), name, arguments),
            None => Ok(None),
        }
    }

    outside_of_compiler!();

    fn responds(&self, name: &str) -> bool {
        matches!(name, "scope" | "file" | "has_variable?" | "classes") || METHODS.contains(&name)
    }

    fn library(&self, constant: &str) -> Option<&'static Program> {
        if constant == "Puppet" { ERRORS.as_ref() } else { None }
    }

    fn constant(&mut self, _: &Heap, name: &str) -> Option<ruby::Value> {
        load_path::variable(name).or_else(|| settings::constant(name))
    }

    fn require(&mut self, name: &str) -> Outcome<Required> {
        super::super::ruby::required(self.compiler, name)
    }

    fn file(&self) -> Option<String> {
        self.file.map(str::to_owned)
    }

    fn name_of_self(&self) -> String {
        "#<Puppet::Parser::TemplateWrapper:0x0000000000000000>".to_owned()
    }
}

/// Why a method of `scope.to_hash` has no result.
fn lacking(lack: &Option<String>, name: &str) -> Stop {
    match lack {
        None => Stop::Unknown,
        Some(what) => Stop::not_covered(format!("scope.to_hash.{name} ({what})")),
    }
}

impl Wrapper<'_, '_> {
    /// Whether there may be variables that are not known.
    fn is_open(&self) -> bool {
        self.compiler.analysis.is_on() || self.compiler.sink.incomplete
    }

    /// `scope.to_hash`
    fn hash(&mut self, heap: &Heap) -> Outcome<ruby::Value> {
        let object = |lack: Option<String>| {
            let object = Box::new(Object::Variables(lack));
            Ok(ruby::Value::Foreign(Rc::new(Foreign { class: "Hash".into(), ancestors: None, text: None, inspect: None, object })))
        };
        if self.is_open() {
            return object(None);
        }
        let Some(variables) = variables::all(self.compiler, self.site.scope) else { return object(Some("scopes nested so deep".into())) };
        if variables.values().any(|it| matches!(it, Value::Unknown(_))) {
            return object(None);
        }
        let mut all = Entries::default();
        for (name, value) in &variables {
            let value = match to_ruby(heap, &mut self.seen, value, 0) {
                Err(Stop::NotCovered(it)) => return object(Some(it.construct)),
                value => value?,
            };
            all.insert(Key::String((**name).into()), (heap.frozen(&**name), value));
        }
        Ok(heap.hash(all))
    }

    /// `@name`
    fn variable(&mut self, heap: &Heap, name: &str) -> Outcome<Option<ruby::Value>> {
        match name {
            "__scope__" => return Ok(Some(scope_object(self.compiler, self.site.scope))),
            "__file__" => return Ok(self.file.map(|it| heap.text(it))),
            _ => {}
        }
        let is_analysis = self.compiler.analysis.is_on();
        // Modules and machines may add facts to those that are known.
        if is_analysis && name == "facts" {
            return Ok(Some(heap.unknown()));
        }
        match self.exposed(self.site.scope, name, 0)? {
            Some(value) => to_ruby(heap, &mut self.seen, &value, 0).map(Some),
            // A classifier may set it, or a fact be of that name.
            None if is_analysis && !self.is_undef(name) => Ok(Some(heap.unknown())),
            // A fact may have a name that no variable of Ruby has.
            None if name.contains('_') => {
                let variables = &self.compiler.scope(ScopeId::TOP).variables;
                let found = variables.iter().rev().find(|it| !variables::is_plain(it.0) && variables::exposed_name(it.0) == name);
                found.map(|it| to_ruby(heap, &mut self.seen, it.1, 0)).transpose()
            }
            None => Ok(None),
        }
    }

    /// A variable as `Scope#to_hash` has it: what is undef is not there.
    fn exposed(&mut self, scope: ScopeId, name: &str, depth: u32) -> Outcome<Option<Value>> {
        if depth > 100 {
            return Ok(None);
        }
        let is_top = scope == ScopeId::TOP;
        let mut found = None;
        if !is_top {
            if let Some(outer) = self.compiler.enclosing_scope(scope) {
                found = self.exposed(outer, name, depth + 1)?;
            }
            if let Some(parent) = self.compiler.inherited_scope(scope) {
                found = self.exposed(parent, name, depth + 1)?.or(found);
            }
        }
        if name.starts_with(|it: char| it.is_ascii_digit()) {
            return Ok(found);
        }
        if is_top {
            let over = self.compiler.scope(scope).local_of_block(name);
            return match over {
                Some(value) => Ok((!value.is_undef()).then_some(value)),
                None => {
                    let value = self.compiler.lookup_variable(scope, &format!("::{name}")).map_err(|it| self.fail(it))?;
                    match value {
                        None if name == "module_name" && depth == 0 => Ok(Some(Value::from(""))),
                        value => Ok(value.filter(|it| !it.is_undef())),
                    }
                }
            };
        }
        let this = self.compiler.scope(scope);
        match this.local_of_block(name).or_else(|| this.variables.get(name).cloned()) {
            Some(value) => Ok((!value.is_undef()).then_some(value)),
            // Classes and defined types outside of modules have one that is empty.
            None if name == "module_name" && depth == 0 => Ok(Some(Value::from(""))),
            None if name == "caller_module_name" && depth == 0 && self.compiler.analysis.is_on() => Err(Stop::Unknown),
            None if name == "caller_module_name" && depth == 0 => Ok(Some(Value::from(""))),
            None => Ok(found),
        }
    }

    /// Whether the scope itself gives a variable no value.
    fn is_undef(&self, name: &str) -> bool {
        matches!(self.compiler.scope(self.site.scope).local(name), Found::Value(Value::Undef))
    }

    fn fail(&mut self, failure: Failure) -> Stop {
        self.failure = Some(failure);
        Stop::Host(Box::new(()))
    }

    fn of_wrapper(&mut self, heap: &Heap, name: &str, arguments: &[ruby::Value]) -> Outcome<Option<ruby::Value>> {
        Ok(Some(match (name, arguments) {
            ("scope", []) => scope_object(self.compiler, self.site.scope),
            ("file", []) => self.file.map_or(ruby::Value::Nil, |it| heap.text(it)),
            ("has_variable?", [name]) => return self.includes(heap, name).map(Some),
            ("classes", []) if self.compiler.analysis.is_on() => heap.unknown(),
            ("classes", []) => {
                let classes = self.compiler.draft.classes.iter().map(|it| heap.text(&**it)).collect();
                heap.array(classes)
            }
            (name, _) if self.responds(name) => return Err(Stop::not_covered(format!("`{name}` of a template"))),
            _ => return Ok(None),
        }))
    }

    fn includes(&mut self, heap: &Heap, name: &ruby::Value) -> Outcome<ruby::Value> {
        let name = match name {
            ruby::Value::String(it) => it.get().to_string(),
            ruby::Value::Symbol(it) => it.to_string(),
            _ => return Err(Stop::not_covered("has_variable? of such a name")),
        };
        let value = self.compiler.lookup_variable(self.site.scope, &name).map_err(|it| self.fail(it))?;
        Ok(match value {
            Some(Value::Unknown(_)) => heap.unknown(),
            Some(value) => ruby::Value::Boolean(!value.is_undef()),
            None if self.compiler.analysis.is_on() => heap.unknown(),
            None => ruby::Value::Boolean(false),
        })
    }

    pub fn of_scope(&mut self, heap: &Heap, name: &str, arguments: &[ruby::Value]) -> Outcome<ruby::Value> {
        if let Some(result) = declared::of_scope(self.compiler, heap, self.site.scope, name, arguments) {
            return result;
        }
        match (name, arguments) {
            ("[]" | "lookupvar", [ruby::Value::String(name)]) => self.lookup(heap, &name.get()),
            ("[]" | "lookupvar", [ruby::Value::Unknown]) => Ok(heap.unknown()),
            ("setvar" | "[]=", [ruby::Value::String(name), value]) => self.set(&name.get(), value),
            ("include?", [name]) => self.includes(heap, name),
            ("to_hash", []) => self.hash(heap),
            ("environment", []) => Ok(settings::environment(self.compiler)),
            ("nil?", []) => Ok(ruby::Value::Boolean(false)),
            ("call_function", [name, arguments]) => {
                let name = match name {
                    ruby::Value::String(it) => it.get().to_string(),
                    ruby::Value::Symbol(it) => it.to_string(),
                    _ => return Err(Stop::not_covered("call_function of such a name")),
                };
                let arguments = match arguments {
                    ruby::Value::Array(list) => list.items(),
                    ruby::Value::Nil => Vec::new(),
                    // As Ruby's splat: each argument is a pair.
                    ruby::Value::Hash(hash) => hash.pairs().into_iter().map(|(key, value)| heap.array(vec![key, value])).collect(),
                    other => vec![other.clone()],
                };
                self.function(heap, &name, &arguments)
            }
            (name, [ruby::Value::Array(list)]) if name.strip_prefix("function_").is_some_and(|it| self.is_old(it)) => {
                let name = name.strip_prefix("function_").unwrap_or(name).to_owned();
                let arguments = list.items();
                if name == "versioncmp" && !arguments.iter().all(|it| matches!(it, ruby::Value::String(_))) {
                    return Err(Stop::not_covered("function_versioncmp of something else than texts"));
                }
                if arguments.iter().any(ruby::Value::is_nil) {
                    return Err(Stop::not_covered(format!("function_{name} of nil")));
                }
                self.function(heap, &name, &arguments)
            }
            ("class", []) => Err(Stop::not_covered("scope.class")),
            (name, _) => Err(Stop::not_covered(format!("scope.{name}"))),
        }
    }

    /// A method of what `scope.to_hash` gives where the whole hash is not known.
    fn of_variables(&mut self, heap: &Heap, lack: &Option<String>, name: &str, arguments: &[ruby::Value]) -> Outcome<ruby::Value> {
        let (key, default) = match (name, arguments) {
            ("has_key?" | "key?" | "include?" | "member?" | "[]" | "fetch", [key]) => (key, None),
            ("fetch", [key, default]) => (key, Some(default)),
            _ => return Err(lacking(lack, name)),
        };
        let value = match key {
            ruby::Value::String(it) if !it.get().contains("::") => self.variable(heap, &it.get())?,
            ruby::Value::Unknown => return Err(Stop::Unknown),
            _ => None,
        };
        match (name, value, default) {
            ("[]", value, _) => Ok(value.unwrap_or(ruby::Value::Nil)),
            ("fetch", Some(value), _) => Ok(value),
            ("fetch", None, Some(default)) => Ok(default.clone()),
            ("fetch", None, None) => Err(Stop::not_covered("scope.to_hash.fetch of what is not there")),
            (_, Some(ruby::Value::Unknown), _) => Err(Stop::Unknown),
            (_, value, _) => Ok(ruby::Value::Boolean(value.is_some())),
        }
    }

    /// Whether a function is of the old kind, which scopes have as methods.
    fn is_old(&mut self, name: &str) -> bool {
        let environment = self.compiler.environment;
        OLD.contains(&name) || self.compiler.loaded.ruby_function(environment, None, name).is_some_and(|it| it.is_legacy())
    }

    /// `scope.setvar(name, value)`: a variable whose value Ruby alone has.
    fn set(&mut self, name: &str, value: &ruby::Value) -> Outcome<ruby::Value> {
        self.act()?;
        let scope = self.site.scope;
        let is_reserved = matches!(name, "trusted" | "facts" | "server_facts") || name.contains("::");
        if is_reserved || name.starts_with(|it: char| it.is_ascii_digit()) || !self.compiler.scope(scope).is_open() {
            return Err(Stop::not_covered("scope.setvar of such a variable"));
        }
        if self.compiler.is_bound(scope, name) {
            return Err(Stop::not_covered("scope.setvar of a variable that has a value"));
        }
        self.compiler.scopes.set(scope, name.into(), not_known(Type::Any));
        SET.with_borrow_mut(|all| all.push(Variable { scope, name: name.to_owned(), value: value.clone(), level: LEVEL.get() }));
        Ok(value.clone())
    }

    fn lookup(&mut self, heap: &Heap, name: &str) -> Outcome<ruby::Value> {
        let scope = self.site.scope;
        let found = SET.with_borrow(|all| {
            let there = all.iter().rev().find(|it| it.scope == scope && it.name == name);
            there.map(|it| (it.value.clone(), it.level))
        });
        if let Some((value, level)) = found {
            // What another template made is not changed here.
            return if level == LEVEL.get() { Ok(value) } else { shared(heap, &value, 0) };
        }
        if name.bytes().all(|it| it.is_ascii_digit()) {
            return Err(Stop::not_covered("a numbered variable of the scope"));
        }
        if self.compiler.analysis.is_on() && name.trim_start_matches("::") == "facts" {
            return Ok(heap.unknown());
        }
        let value = self.compiler.lookup_variable(self.site.scope, name).map_err(|it| self.fail(it))?;
        if let Some(value) = value {
            // Modules and machines may add facts to those that are known.
            if self.compiler.analysis.is_on() && self.compiler.is_all_facts(&value) {
                return Ok(heap.unknown());
            }
            return to_ruby(heap, &mut self.seen, &value, 0);
        }
        // A classifier may set it, or a fact be of that name.
        if self.compiler.sink.incomplete || self.compiler.analysis.is_on() {
            return Ok(heap.unknown());
        }
        let bare = name.strip_prefix("::").unwrap_or(name);
        let reason = match bare.rsplit_once("::") {
            None => String::new(),
            Some(_) if self.compiler.settings.strict == Strict::Off => String::new(),
            Some((class, _)) => {
                let found = self.compiler.find_class(class).map_err(|it| self.fail(it))?;
                match found {
                    None => format!("class {class} could not be found"),
                    Some(_) if !self.compiler.scopes.of_classes.contains_key(class) => format!("class {class} has not been evaluated"),
                    Some(_) => String::new(),
                }
            }
        };
        match self.compiler.settings.strict {
            Strict::Off => Ok(ruby::Value::Nil),
            Strict::Warning => {
                let mut caller = Caller { compiler: self.compiler, site: self.site.clone() };
                caller.warn_once(format!("Undefined variable '{name}'; {reason}"));
                Ok(ruby::Value::Nil)
            }
            Strict::Error => Err(Stop::raise("ArgumentError", format!("Undefined variable '{name}'; {reason}"))),
        }
    }

    /// Notes that something has an effect besides its result; ends what may not happen.
    fn act(&mut self) -> Outcome<()> {
        guesses::act()?;
        self.has_acted = true;
        Ok(())
    }

    fn function(&mut self, heap: &Heap, name: &str, arguments: &[ruby::Value]) -> Outcome<ruby::Value> {
        if !guesses::is_pure(name) {
            self.act()?;
        }
        let mut given = Vec::with_capacity(arguments.len());
        for argument in arguments {
            given.push(from_ruby(argument, 0)?);
        }
        match self.compiler.call_function_at(self.site, name, given, None) {
            Ok(value) => to_ruby(heap, &mut self.seen, &value, 0),
            Err(failure) if matches!(failure.error(), Some(Issue::UnknownFunction { .. })) => {
                Err(Stop::raise("ArgumentError", format!("Unknown function '{name}'")))
            }
            Err(failure) => Err(self.fail(failure)),
        }
    }
}
