//! As much of an evaluator as calls with literal arguments and small lambdas need.

use std::any::Any;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use functions::{Block, Context, Failure, FileKind, LogLevel};
use syntax::model::{Data, Integer, Model, NodeId};
use values::time::Timestamp;
use values::{CallableType, Hash, Size, Str, Strict, Type, Value};

pub struct Answer {
    pub result: Result<Value, String>,
    pub logs: Vec<String>,
}

type Outcome = Result<Value, Failure>;
type Scope = HashMap<String, Value>;

struct Lambda {
    node: NodeId,
    scope: Scope,
}

struct Small {
    model: Arc<Model>,
    scope: Scope,
    logs: Vec<String>,
    budget: u64,
    modules: Modules,
}

/// Which versions of modules there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Modules {
    /// Those that Debian packages.
    Debian,
    /// stdlib 9.7, mysql 16.3, postgresql 10.6 and mongodb 7.0.
    Current,
}

/// A function as current modules have it.
struct Current<'n>(&'n str, bool);

impl functions::Home for Current<'_> {
    fn is_old(&mut self) -> bool {
        self.1
    }

    fn version(&mut self) -> functions::Version {
        current_version(self.0.split_once("::").map_or("stdlib", |it| it.0))
    }

    fn is_namespaced(&mut self) -> bool {
        functions::find(&format!("stdlib::{}", self.0)).is_some()
    }
}

fn current_version(module: &str) -> functions::Version {
    match module {
        "stdlib" => (9, 7),
        "mysql" => (16, 3),
        "postgresql" => (10, 6),
        "mongodb" => (7, 0),
        _ => (0, 0),
    }
}

pub fn evaluate(code: &str, modules: Modules) -> Answer {
    let model = Arc::new(syntax::parse(code, syntax::ParseOptions::default()).model());
    let mut facts = Hash::default();
    let networking: Hash = [(Value::from("fqdn"), Value::from("node.example.com"))].into_iter().collect();
    facts.insert(Value::from("networking"), Value::hash(networking));
    let scope = HashMap::from([("facts".to_owned(), Value::hash(facts))]);
    let mut small = Small { model: model.clone(), scope, logs: vec![], budget: 1_000_000, modules };
    let result = match model.root {
        Some(root) => small.eval(root),
        None => Ok(Value::Undef),
    };
    let result = result.map_err(|failure| match failure {
        Failure::Error(error) => error.to_string(),
        other => format!("{other:?}"),
    });
    Answer { result, logs: small.logs }
}

fn unsupported(what: impl std::fmt::Debug) -> Failure {
    Failure::plain(format!("the evaluator of the tests does not know {what:?}"))
}

impl Small {
    fn all(&mut self, nodes: &[NodeId]) -> Result<Vec<Value>, Failure> {
        let model = self.model.clone();
        let mut all = Vec::new();
        for node in nodes {
            match &model.get(*node).data {
                Data::Unfold { expr } => match self.eval(*expr)? {
                    Value::Array(list) => all.extend(list.iter().cloned()),
                    Value::Iterator(iterator) => all.extend(iterator.elements.iter().cloned()),
                    other => all.push(other),
                },
                _ => all.push(self.eval(*node)?),
            }
        }
        Ok(all)
    }

    fn eval(&mut self, node: NodeId) -> Outcome {
        let model = self.model.clone();
        Ok(match &model.get(node).data {
            Data::Nop | Data::Undef => Value::Undef,
            Data::Block { statements } => {
                let mut last = Value::Undef;
                for statement in statements {
                    last = self.eval(*statement)?;
                }
                last
            }
            Data::Integer { value: Integer::Small(it), .. } => Value::Integer(*it),
            Data::Float(it) => Value::Float(*it),
            Data::String(text) | Data::Name(text) => Value::from(&**text),
            Data::Boolean(it) => Value::Boolean(*it),
            Data::Default => Value::Default,
            Data::Regex(source) => Value::Regex(Arc::new(values::regex::Regex::new(source).map_err(Failure::plain)?)),
            Data::Reference(name) => Value::Type(values::ty::named(name).ok_or_else(|| unsupported(name))?),
            Data::Paren { expr } | Data::Text { expr } => self.eval(*expr)?,
            Data::Variable { expr } => {
                let name = self.eval(*expr)?;
                self.scope.get(name.as_str().unwrap_or_default()).cloned().unwrap_or(Value::Undef)
            }
            Data::Concat { segments } => {
                let parts = self.all(segments)?;
                Value::from(parts.iter().map(values::print::interpolate).collect::<String>())
            }
            Data::List { values } => Value::array(self.all(values)?),
            Data::Hash { entries } => {
                let mut hash = Hash::default();
                for entry in entries {
                    let Data::Entry { key, value } = &model.get(*entry).data else { return Err(unsupported(entry)) };
                    let key = self.eval(*key)?;
                    hash.insert(key, self.eval(*value)?);
                }
                Value::hash(hash)
            }
            Data::Access { left, keys } => {
                let (left, keys) = (self.eval(*left)?, self.all(keys)?);
                access(&left, &keys)?
            }
            Data::Minus { expr } => match self.eval(*expr)? {
                Value::Integer(it) => Value::Integer(-it),
                Value::Float(it) => Value::Float(-it),
                other => return Err(unsupported(other)),
            },
            Data::Not { expr } => Value::Boolean(!self.eval(*expr)?.is_true()),
            Data::And { left, right } => Value::Boolean(self.eval(*left)?.is_true() && self.eval(*right)?.is_true()),
            Data::Or { left, right } => Value::Boolean(self.eval(*left)?.is_true() || self.eval(*right)?.is_true()),
            Data::Arithmetic { op, left, right } => {
                let (left, right) = (self.eval(*left)?, self.eval(*right)?);
                arithmetic(op.symbol(), &left, &right)?
            }
            Data::Comparison { op, left, right } => {
                let (left, right) = (self.eval(*left)?, self.eval(*right)?);
                Value::Boolean(compare(op.symbol(), &left, &right)?)
            }
            Data::Match { left, right, .. } => match (self.eval(*left)?, self.eval(*right)?) {
                (Value::String(text), Value::Regex(regex)) => Value::Boolean(regex.is_match(&text)),
                other => return Err(unsupported(other)),
            },
            Data::Assignment { left, right, .. } => {
                let Data::Variable { expr } = &model.get(*left).data else { return Err(unsupported(left)) };
                let name = self.eval(*expr)?;
                let value = self.eval(*right)?;
                self.scope.insert(name.as_str().unwrap_or_default().to_owned(), value.clone());
                value
            }
            Data::If { test, then, otherwise } => {
                let branch = if self.eval(*test)?.is_true() { then } else { otherwise };
                branch.map_or(Ok(Value::Undef), |it| self.eval(it))?
            }
            Data::Call { functor, arguments, lambda, .. } => {
                let arguments = self.all(arguments)?;
                if let Data::Reference(name) = &model.get(*functor).data {
                    return construct(name, arguments);
                }
                let name = self.eval(*functor)?;
                let block = lambda.map(|it| self.block(it));
                self.call_function(name.as_str().unwrap_or_default(), arguments, block.as_ref())?
            }
            Data::MethodCall { functor, arguments, lambda } => {
                let Data::NamedAccess { left, right } = &model.get(*functor).data else { return Err(unsupported(functor)) };
                let mut all = self.all(&[*left])?;
                all.extend(self.all(arguments)?);
                let name = self.eval(*right)?;
                let block = lambda.map(|it| self.block(it));
                self.call_function(name.as_str().unwrap_or_default(), all, block.as_ref())?
            }
            other => return Err(unsupported(other)),
        })
    }

    fn block(&self, node: NodeId) -> Block {
        let mut names: Vec<Str> = Vec::new();
        let (mut required, mut rest) = (0, false);
        if let Data::Lambda { parameters, .. } = &self.model.get(node).data {
            for parameter in parameters {
                if let Data::Parameter { name, value, captures_rest, .. } = &self.model.get(*parameter).data {
                    names.push((&**name).into());
                    required += i64::from(value.is_none() && !captures_rest);
                    rest |= captures_rest;
                }
            }
        }
        let to = if rest { None } else { i64::try_from(names.len()).ok() };
        let parameters = vec![Type::Any; names.len()].into();
        let size = Some(Size { from: required, to });
        let ty = CallableType { parameters: Some(parameters), size, block: None, returns: None };
        let code: Arc<dyn Any + Send + Sync> = Arc::new(Lambda { node, scope: self.scope.clone() });
        Block { ty: Arc::new(ty), names, captures_rest: rest, code }
    }
}

fn construct(name: &str, arguments: Vec<Value>) -> Outcome {
    match (name, &arguments[..]) {
        ("Sensitive", [value]) => Ok(Value::Sensitive(Arc::new(value.clone()))),
        _ => Err(unsupported(name)),
    }
}

fn access(left: &Value, keys: &[Value]) -> Outcome {
    Ok(match (left, keys) {
        (Value::Type(Type::Integer(..)), [Value::Integer(from), Value::Integer(to)]) => Value::Type(Type::Integer(Some(*from), Some(*to))),
        (Value::Type(Type::Enum(..)), names) => {
            Value::Type(Type::Enum(names.iter().filter_map(Value::as_str).map(Into::into).collect(), false))
        }
        (Value::Array(list), [Value::Integer(at)]) => {
            usize::try_from(*at).ok().and_then(|it| list.get(it)).cloned().unwrap_or(Value::Undef)
        }
        (Value::Hash(hash), [key]) => hash.get(key).cloned().unwrap_or(Value::Undef),
        other => return Err(unsupported(other)),
    })
}

fn arithmetic(op: &str, left: &Value, right: &Value) -> Outcome {
    Ok(match (op, left, right) {
        ("+", Value::Integer(a), Value::Integer(b)) => Value::Integer(a + b),
        ("-", Value::Integer(a), Value::Integer(b)) => Value::Integer(a - b),
        ("*", Value::Integer(a), Value::Integer(b)) => Value::Integer(a * b),
        ("%", Value::Integer(a), Value::Integer(b)) => Value::Integer(a.rem_euclid(*b)),
        ("+", Value::Array(a), Value::Array(b)) => Value::array(a.iter().chain(b.iter()).cloned().collect()),
        other => return Err(unsupported(other)),
    })
}

fn compare(op: &str, left: &Value, right: &Value) -> Result<bool, Failure> {
    let ordering = match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
        (Value::String(a), Value::String(b)) => a.to_lowercase().cmp(&b.to_lowercase()),
        (a, b) => return if op == "==" { Ok(a == b) } else { Ok(a != b) },
    };
    Ok(match op {
        "==" => ordering.is_eq(),
        "!=" => ordering.is_ne(),
        "<" => ordering.is_lt(),
        "<=" => ordering.is_le(),
        ">" => ordering.is_gt(),
        _ => ordering.is_ge(),
    })
}

impl Context for Small {
    fn call_block(&mut self, block: &Block, arguments: Vec<Value>) -> Outcome {
        let Some(lambda) = block.code.downcast_ref::<Lambda>() else { return Err(unsupported("the block")) };
        let model = self.model.clone();
        let Data::Lambda { parameters, body, .. } = &model.get(lambda.node).data else { return Err(unsupported("the block")) };
        let outside = std::mem::replace(&mut self.scope, lambda.scope.clone());
        let mut arguments = arguments.into_iter();
        let mut result = Ok(Value::Undef);
        for parameter in parameters {
            if let Data::Parameter { name, value, captures_rest, .. } = &model.get(*parameter).data {
                let given = if *captures_rest { Some(Value::array(arguments.by_ref().collect())) } else { arguments.next() };
                let value = match (given, value) {
                    (Some(given), _) => given,
                    (None, Some(value)) => self.eval(*value)?,
                    (None, None) => {
                        self.scope = outside;
                        return Err(Failure::plain(format!("Parameter ${name} is required but no value was given")));
                    }
                };
                self.scope.insert(name.to_string(), value);
            }
        }
        if let Some(body) = body {
            result = self.eval(*body);
        }
        self.scope = outside;
        match result {
            Err(Failure::Next(value)) => Ok(value),
            other => other,
        }
    }

    fn call_function(&mut self, name: &str, arguments: Vec<Value>, block: Option<&Block>) -> Outcome {
        if self.modules == Modules::Debian {
            return functions::call(self, name, &arguments, block);
        }
        let found = [false, true].into_iter().find_map(|is_old| functions::find_in(name, &mut Current(name, is_old)));
        found.ok_or_else(|| unsupported(name))?.call(self, &arguments, block)
    }

    fn stack(&self) -> Vec<(Option<String>, u32)> {
        vec![(None, 1), (None, 0)]
    }

    fn module_version(&mut self, module: &str) -> functions::Version {
        if self.modules == Modules::Current { current_version(module) } else { (0, 0) }
    }

    fn variable(&mut self, name: &str) -> Option<Value> {
        self.scope.get(name).cloned()
    }

    fn resolve_type(&mut self, text: &str) -> Result<Type, Failure> {
        values::ty::named(text).ok_or_else(|| unsupported(text))
    }

    fn log(&mut self, level: LogLevel, message: String) {
        self.logs.push(format!("{}: {message}", format!("{level:?}").to_lowercase()));
    }

    fn warn_once(&mut self, message: String) {
        let message = format!("warning: {message}");
        if !self.logs.contains(&message) {
            self.logs.push(message);
        }
    }

    fn strict(&self) -> Strict {
        Strict::Error
    }

    fn find_file(&mut self, _: &str, _: FileKind) -> Option<PathBuf> {
        None
    }

    fn read_file(&mut self, path: &Path) -> Result<Vec<u8>, Failure> {
        Err(unsupported(path))
    }

    fn module_path(&mut self, _: &str) -> Option<PathBuf> {
        None
    }

    fn place(&self) -> (Option<String>, u32) {
        (None, 1)
    }

    fn module_name(&self) -> Option<Str> {
        None
    }

    fn now(&mut self) -> Timestamp {
        Timestamp(0)
    }

    fn node_name(&self) -> Str {
        "node.example.com".into()
    }

    fn spend(&mut self, steps: u64) -> Result<(), Failure> {
        self.budget = self.budget.checked_sub(steps).ok_or_else(|| Failure::plain("the budget is spent"))?;
        Ok(())
    }
}
