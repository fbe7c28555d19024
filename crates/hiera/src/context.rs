//! Context of functions in hierarchies: `Puppet::LookupContext`.

use std::sync::{Arc, Mutex, OnceLock};

use functions::{Block, Failure};
use issue::Issue;
use rustc_hash::FxHashMap;
use values::{Hash, Object, ObjectType, Str, Type, Value};

use crate::error::{Error, ErrorKind, Stop};
use crate::invocation::{Invocation, lock};
use crate::lookups::Lookups;
use crate::scope::Scope;

/// The name of the type.
pub const TYPE: &str = "Puppet::LookupContext";

/// Tells contexts apart; manifests cannot name it.
const ID: &str = " id";

/// Data of one level and location, stored between calls.
#[derive(Default)]
pub(crate) struct FunctionContext {
    module: Option<String>,
    cache: Mutex<Hash>,
    /// Result of a `data_hash` function.
    pub data: Mutex<Option<Arc<Hash>>>,
    /// Results of the others for each key.
    pub found: Mutex<FxHashMap<String, Value>>,
}

impl FunctionContext {
    pub fn new(module: Option<&str>) -> FunctionContext {
        FunctionContext { module: module.map(str::to_owned), ..FunctionContext::default() }
    }
}

/// A call that is under way.
pub(crate) struct Running {
    id: i64,
    context: Arc<FunctionContext>,
    invocation: Arc<Invocation>,
}

/// The type that functions name for their last parameter.
pub fn ty() -> &'static Type {
    static TYPE_: OnceLock<Type> = OnceLock::new();
    TYPE_.get_or_init(|| Type::Object(object_type().clone()))
}

fn object_type() -> &'static Arc<ObjectType> {
    static OBJECT: OnceLock<Arc<ObjectType>> = OnceLock::new();
    OBJECT.get_or_init(|| match values::ty::named(TYPE) {
        Some(Type::Object(known)) => known,
        _ => Arc::new(ObjectType::empty(TYPE)),
    })
}

/// Which context a value is, if it is one.
fn id(value: &Value) -> Option<i64> {
    let Value::Object(object) = value else { return None };
    if &*object.ty.name != TYPE {
        return None;
    }
    object.attributes.iter().find_map(|(name, value)| match value {
        Value::Integer(id) if &**name == ID => Some(*id),
        _ => None,
    })
}

/// Whether methods are called on it by [`Lookups::call_context`].
pub fn is_context(value: &Value) -> bool {
    id(value).is_some()
}

impl Lookups {
    pub(crate) fn enter_context(&self, context: &Arc<FunctionContext>, invocation: &Arc<Invocation>) -> Value {
        let id = self.next_number();
        let module = context.module.as_deref().map_or(Value::Undef, Value::string);
        let attributes: Vec<(Str, Value)> = vec![
            ("environment_name".into(), Value::String(self.site.environment.clone())),
            ("module_name".into(), module),
            (ID.into(), Value::Integer(id)),
        ];
        lock(&self.contexts).push(Running { id, context: context.clone(), invocation: invocation.clone() });
        Value::Object(Arc::new(Object { ty: object_type().clone(), attributes }))
    }

    pub(crate) fn leave_context(&self) {
        lock(&self.contexts).pop();
    }

    /// The call that a context is of.
    fn running(&self, context: &Value) -> Result<(Arc<FunctionContext>, Arc<Invocation>), Failure> {
        let id = id(context);
        let running = lock(&self.contexts).iter().rev().find(|it| Some(it.id) == id).map(|it| (it.context.clone(), it.invocation.clone()));
        running.ok_or_else(|| Failure::plain("The context of a lookup is not for use after the lookup"))
    }

    /// Whether the lookup of a context collects an explanation.
    pub fn context_explains(&self, context: &Value) -> Result<bool, Failure> {
        Ok(self.running(context)?.1.explainer.is_some())
    }

    /// Adds a text to the explanation of the lookup of a context.
    pub fn explain_in_context(&self, context: &Value, text: String) -> Result<(), Failure> {
        self.running(context)?.1.explain(|it| it.text(text));
        Ok(())
    }

    /// Returns what a function made of a file, if it has.
    pub fn made_of_file(&self, path: &str) -> Option<Value> {
        lock(&self.made_of_files).get(path).cloned()
    }

    /// Reads a file for a function.
    pub fn text_of_file(&self, path: &str) -> std::io::Result<String> {
        self.read_file(std::path::Path::new(path));
        self.site.files.text(std::path::Path::new(path))
    }

    /// Keeps what a function made of a file.
    pub fn keep_of_file(&self, path: &str, made: Value) {
        lock(&self.made_of_files).insert(path.to_owned(), made);
    }

    /// Calls a method of a context. None where it says that there is no value: the function ends, and gives nothing.
    pub fn call_context(
        &self,
        scope: &mut dyn Scope,
        context: &Value,
        method: &str,
        arguments: &[Value],
        block: Option<&Block>,
    ) -> Result<Option<Value>, Failure> {
        let (function, invocation) = self.running(context)?;
        let count = |expected: usize| match arguments.len() == expected {
            true => Ok(()),
            false => Err(Failure::exception(Issue::wrong_arguments(wrong_count(method, expected, arguments.len())))),
        };
        let first = arguments.first().unwrap_or(&Value::Undef);
        Ok(Some(match method {
            "environment_name" => Value::String(self.site.environment.clone()),
            "module_name" => function.module.as_deref().map_or(Value::Undef, Value::string),
            "not_found" => {
                count(0)?;
                return Ok(None);
            }
            "explain" => {
                count(0)?;
                if let Some(block) = block.filter(|_| invocation.explainer.is_some()) {
                    let text = crate::ruby::to_s(&scope.call_block(block, Vec::new())?);
                    invocation.explain(|it| it.text(text));
                }
                Value::Undef
            }
            "interpolate" => {
                count(1)?;
                match self.interpolate(scope, first, &invocation, true) {
                    Ok(value) => value,
                    Err(Stop::NotFound) => return Ok(None),
                    Err(Stop::Fail(error)) => return Err(failure(*error)),
                }
            }
            "cache" => {
                count(2)?;
                let value = arguments.get(1).cloned().unwrap_or(Value::Undef);
                lock(&function.cache).insert(first.clone(), value.clone());
                value
            }
            "cache_all" => {
                count(1)?;
                if let Value::Hash(entries) = first {
                    lock(&function.cache).extend(entries.iter().map(|(key, value)| (key.clone(), value.clone())));
                }
                Value::Undef
            }
            "cache_has_key" => {
                count(1)?;
                lock(&function.cache).contains_key(first).into()
            }
            "cached_value" => {
                count(1)?;
                lock(&function.cache).get(first).cloned().unwrap_or(Value::Undef)
            }
            "cached_entries" => {
                count(0)?;
                let entries = lock(&function.cache).clone();
                let Some(block) = block else {
                    return Ok(Some(Value::hash(entries)));
                };
                for (key, value) in entries {
                    let arguments = if block.arity() == 2 { vec![key, value] } else { vec![Value::array(vec![key, value])] };
                    scope.call_block(block, arguments)?;
                }
                Value::Undef
            }
            "cached_file_data" => {
                count(1)?;
                let path = first.as_str().unwrap_or_default();
                if let Some(known) = self.made_of_file(path) {
                    return Ok(Some(known));
                }
                let text = Value::from(self.text_of_file(path).map_err(|error| Failure::plain(error.to_string()))?);
                let made = match block {
                    Some(block) => scope.call_block(block, vec![text])?,
                    None => text,
                };
                self.keep_of_file(path, made.clone());
                made
            }
            _ => return Err(Failure::issue(Issue::UnknownFunction { name: method.into() })),
        }))
    }
}

fn wrong_count(method: &str, expected: usize, given: usize) -> String {
    let arguments = if expected == 1 { "argument" } else { "arguments" };
    let expected = if expected == 0 { "no".to_owned() } else { expected.to_string() };
    let given = if given == 0 { "none".to_owned() } else { given.to_string() };
    format!("'{method}' expects {expected} {arguments}, got {given}")
}

/// An error of a lookup as that of a function.
pub(crate) fn failure(error: Error) -> Failure {
    match error.kind {
        ErrorKind::Raised(failure) => *failure,
        ErrorKind::Lookup | ErrorKind::NotFound => Failure::bare(error.into_issue()),
        ErrorKind::Puppet => Failure::puppet(error.into_issue()),
        ErrorKind::Ruby => Failure::exception(error.into_issue()),
    }
}
