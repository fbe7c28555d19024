//! The context that a lookup gives to functions of its hierarchy.

use functions::Failure;
use ruby::value::Key;
use ruby::{Heap, Outcome, Stop};
use rustc_hash::FxHashMap;
use values::Value;

use super::super::super::ruby_values::{Object, from_ruby, own_key, to_ruby};
use super::super::dispatch::text;
use super::FunctionHost;
use crate::compiler::Compiler;
use crate::eval::Caller;

/// Values that this call has stored for later calls: the context, the key, and the object, which the function may still change.
pub type Stored = FxHashMap<Key, (Value, Value, ruby::Value)>;

/// Marks a key that is a symbol. Puppet has none, and a list is no key of its own.
fn cache_key(key: &ruby::Value) -> Outcome<(Value, Key)> {
    match key {
        ruby::Value::Symbol(name) => Ok((Value::array(vec![Value::Default, Value::string(name)]), Key::Symbol(name.clone()))),
        other => {
            let key = from_ruby(other, 0)?;
            let own = own_key(&key)?;
            Ok((key, own))
        }
    }
}

/// The key that was stored.
fn given_key(key: &Value) -> Option<ruby::Value> {
    match key {
        Value::Array(items) => match &items[..] {
            [Value::Default, Value::String(name)] => Some(ruby::Value::Symbol((**name).into())),
            _ => None,
        },
        _ => None,
    }
}

impl FunctionHost<'_, '_> {
    /// A method of a context, without its block.
    pub(super) fn of_context(&mut self, heap: &Heap, context: &ruby::Value, name: &str, given: &[ruby::Value]) -> Outcome {
        let context = match context {
            ruby::Value::Foreign(it) => match it.object.downcast_ref::<Object>() {
                Some(Object::Value(value)) => value.clone(),
                _ => return Err(Stop::not_covered("such a context")),
            },
            _ => return Err(Stop::not_covered("such a context")),
        };
        let lookups = self.compiler.loaded.lookups.clone();
        match (name, given) {
            ("environment_name", []) => Ok(ruby::Value::Symbol((*self.compiler.environment.name).into())),
            ("explains", []) => match lookups.context_explains(&context) {
                Ok(explains) => Ok(ruby::Value::Boolean(explains)),
                Err(failure) => Err(self.fail(failure)),
            },
            ("explain", [line]) => match lookups.explain_in_context(&context, text(line)?) {
                Ok(()) => Ok(ruby::Value::Nil),
                Err(failure) => Err(self.fail(failure)),
            },
            ("cache", [key, value]) => {
                let (key, own) = cache_key(key)?;
                let ours = from_ruby(value, 0)?;
                self.call_context(heap, &context, "cache", &[key.clone(), ours])?;
                self.stored.insert(own, (context, key, value.clone()));
                Ok(value.clone())
            }
            ("cache_has_key" | "cached_value", [key]) => {
                let (key, own) = cache_key(key)?;
                if name == "cached_value"
                    && let Some((_, _, value)) = self.stored.get(&own)
                {
                    return Ok(value.clone());
                }
                self.call_context(heap, &context, name, &[key])
            }
            ("cached_entries", []) => {
                let entries = match self.in_context(&context, name, &[])? {
                    Some(Value::Hash(entries)) => entries,
                    _ => return Err(Stop::not_covered("such entries of a context")),
                };
                let mut all = Vec::with_capacity(entries.len());
                for (key, value) in entries.iter() {
                    let (key, own) = match given_key(key) {
                        Some(symbol) => (symbol.clone(), cache_key(&symbol)?.1),
                        None => (to_ruby(heap, &mut self.seen, key, 0)?, own_key(key)?),
                    };
                    let value = match self.stored.get(&own) {
                        Some((_, _, value)) => value.clone(),
                        None => to_ruby(heap, &mut self.seen, value, 0)?,
                    };
                    all.push(heap.array(vec![key, value]));
                }
                Ok(heap.array(all))
            }
            ("made_of_file", [path]) => match lookups.made_of_file(&text(path)?) {
                Some(made) => {
                    let made = to_ruby(heap, &mut self.seen, &made, 0)?;
                    Ok(heap.array(vec![made]))
                }
                None => Ok(ruby::Value::Nil),
            },
            ("read_file", [path]) => {
                let path = text(path)?;
                match lookups.text_of_file(&path) {
                    Ok(text) => Ok(heap.text(text)),
                    // It may be on the server.
                    Err(_) if self.compiler.analysis.is_on() => Err(Stop::Unknown),
                    Err(error) => Err(missing(&error, &path)),
                }
            }
            ("keep_of_file", [path, made]) => {
                // What Puppet has no value for is made again by the next call.
                if let Ok(made) = from_ruby(made, 0)
                    && !functions::is_unknown(std::slice::from_ref(&made))
                {
                    lookups.keep_of_file(&text(path)?, made);
                }
                Ok(ruby::Value::Nil)
            }
            (name @ ("module_name" | "interpolate"), given) => {
                let given = given.iter().map(|it| from_ruby(it, 0)).collect::<Outcome<Vec<Value>>>()?;
                self.call_context(heap, &context, name, &given)
            }
            (name, _) => Err(Stop::not_covered(format!("{name} of a context"))),
        }
    }

    fn in_context(&mut self, context: &Value, name: &str, given: &[Value]) -> Outcome<Option<Value>> {
        let lookups = self.compiler.loaded.lookups.clone();
        let site = self.site.clone();
        let compiler: &mut Compiler<'_> = self.compiler;
        let result = lookups.call_context(&mut Caller { compiler, site }, context, name, given, None);
        result.map_err(|failure: Failure| self.fail(failure))
    }

    fn call_context(&mut self, heap: &Heap, context: &Value, name: &str, given: &[Value]) -> Outcome {
        match self.in_context(context, name, given)? {
            Some(value) => to_ruby(heap, &mut self.seen, &value, 0),
            None => Err(Stop::Throw(ruby::Value::Symbol("no_such_key".into()), ruby::Value::Nil)),
        }
    }

    /// Stores what was stored as it is now.
    pub(super) fn keep_stored(&mut self) -> Outcome<()> {
        for (context, key, value) in std::mem::take(&mut self.stored).into_values() {
            if matches!(value, ruby::Value::String(_) | ruby::Value::Array(_) | ruby::Value::Hash(_)) {
                let value = from_ruby(&value, 0)?;
                self.in_context(&context, "cache", &[key, value])?;
            }
        }
        Ok(())
    }
}

/// The exception where a file cannot be read.
fn missing(error: &std::io::Error, path: &str) -> Stop {
    match error.kind() {
        std::io::ErrorKind::NotFound => Stop::raise("Errno::ENOENT", format!("No such file or directory @ rb_file_s_stat - {path}")),
        std::io::ErrorKind::PermissionDenied => Stop::raise("Errno::EACCES", format!("Permission denied @ rb_sysopen - {path}")),
        std::io::ErrorKind::IsADirectory => Stop::raise("Errno::EISDIR", format!("Is a directory @ io_fread - {path}")),
        _ => Stop::not_covered(format!("a file that cannot be read ({path})")),
    }
}
