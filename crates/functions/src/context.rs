//! Interface of a function to the evaluation that calls it.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use values::time::Timestamp;
use values::{CallableType, LogLevel, Str, Strict, Type, Value};

use crate::{Failure, Version};

/// One call, after its arguments were checked against the signatures.
pub struct Call<'a> {
    pub name: &'a str,
    pub arguments: &'a [Value],
    pub block: Option<&'a Block>,
    /// Which of the function's signatures accepted the arguments, from 0.
    pub signature: usize,
}

/// A lambda, as a function sees it.
#[derive(Clone)]
pub struct Block {
    /// Type of its parameters and result; as many parameter types as it has parameters.
    pub ty: Arc<CallableType>,
    pub names: Vec<Str>,
    /// Whether the last parameter takes all that is left.
    pub captures_rest: bool,
    /// Code that runs it; only the evaluation reads it.
    pub code: Arc<dyn Any + Send + Sync>,
}

impl Block {
    /// The number of parameters; most functions that iterate give one value or two by it.
    pub fn arity(&self) -> usize {
        self.names.len()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `module/x` is `module/files/x`.
    File,
    /// `module/x` is `module/templates/x`.
    Template,
}

pub trait Context {
    /// Calls a lambda. `next(x)` in it gives `x`; `break()` comes out as [`Failure::Break`].
    fn call_block(&mut self, block: &Block, arguments: Vec<Value>) -> Result<Value, Failure>;

    /// Calls any function by its name, also one that a module defines.
    fn call_function(&mut self, name: &str, arguments: Vec<Value>, block: Option<&Block>) -> Result<Value, Failure>;

    /// The same as if it were called at top scope.
    fn call_function_at_top(&mut self, name: &str, arguments: Vec<Value>, block: Option<&Block>) -> Result<Value, Failure> {
        self.call_function(name, arguments, block)
    }

    /// A variable by its name without `$`, as the caller sees it; none where there is none.
    fn variable(&mut self, name: &str) -> Option<Value>;

    /// The same, of which the caller reads only the values along these keys of hashes and indexes of arrays, as far as there are some. What
    /// he has seen of the facts is remembered by it.
    fn variable_along(&mut self, name: &str, _keys: &[Value]) -> Option<Value> {
        self.variable(name)
    }

    /// The type of that text, `Array[My::Alias]`; aliases of modules are loaded.
    fn resolve_type(&mut self, text: &str) -> Result<Type, Failure>;

    /// A message for people, from the place of the call.
    fn log(&mut self, level: LogLevel, message: String);

    /// A warning that is said once, however often its cause occurs.
    fn warn_once(&mut self, message: String) {
        self.log(LogLevel::Warning, message);
    }

    /// A message without a source, as Ruby's code sends it by itself.
    fn message(&mut self, level: LogLevel, message: String) {
        self.log(level, message);
    }

    /// A warning that is said once for its key, with the place of the call.
    fn deprecated_here(&mut self, _key: &str, message: String) {
        self.log(LogLevel::Warning, message);
    }

    /// A warning that is said once for its key.
    fn deprecated(&mut self, _key: &str, message: String) {
        self.message(LogLevel::Warning, message);
    }

    /// Where the calls are that lead here, innermost first.
    fn stack(&self) -> Vec<(Option<String>, u32)> {
        vec![self.place()]
    }

    /// How messages call the scope of the caller.
    fn scope_name(&self) -> String {
        "Scope(Class[main])".to_owned()
    }

    /// Strictness of `Puppet.warn_once` and deprecations: with `strict=error` Puppet 8 fails where it is about strictness.
    fn strict(&self) -> Strict;

    /// The path of `module/name` in the module's folder of that kind, or of an absolute path; none if there is no such file.
    fn find_file(&mut self, name: &str, kind: FileKind) -> Option<PathBuf>;

    /// The content of a file that `find_file` found or that was named absolutely.
    fn read_file(&mut self, path: &std::path::Path) -> Result<Vec<u8>, Failure>;

    /// Whether a file or folder is at that path.
    fn exists(&mut self, _path: &std::path::Path) -> bool {
        false
    }

    /// The version of a module, as its metadata have it; the lowest where nobody knows it.
    fn module_version(&mut self, _module: &str) -> Version {
        (0, 0)
    }

    /// The folder of a module.
    fn module_path(&mut self, module: &str) -> Option<PathBuf>;

    /// The file and line of the call, for messages that name them.
    fn place(&self) -> (Option<String>, u32);

    /// The names of the functions, defined types and resource of the callers, nearest first.
    fn module_name(&self) -> Option<Str>;

    /// Runs a command for `generate` and gives what it prints. Compilation runs nothing unless somebody allows it.
    fn generate(&mut self, command: &[String]) -> Result<Value, Failure> {
        let name = command.first().map_or("", String::as_str);
        Err(Failure::plain(format!("Failed to execute generator {name}: commands are not run while a catalog is compiled")))
    }

    fn now(&mut self) -> Timestamp;

    /// Name of this node in its certificate.
    fn node_name(&self) -> Str;

    /// Counts work against the budget; fails when it is spent or nobody wants the result.
    fn spend(&mut self, steps: u64) -> Result<(), Failure>;
}
