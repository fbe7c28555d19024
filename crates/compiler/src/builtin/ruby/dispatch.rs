//! Functions with dispatches: which of them takes the arguments, and what it returns.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use functions::Failure;
use issue::Issue;
use ruby::ast::Name;
use ruby::{Args, Outcome, Ruby, Stop};
use rustc_hash::FxHashMap;
use values::{Alias, CallableType, Signature, Size, Str, Tri, Type, Value, mismatch};

use super::Given;
use super::host::{self, FunctionHost};
use crate::compiler::Compiler;

/// Types that name each other are followed so far.
const MOST_TYPES: usize = 200;

/// A function with dispatches.
pub struct Current {
    name: String,
    class: ruby::Value,
    dispatches: Vec<Dispatch>,
    /// Types that it declares for itself, by their names.
    locals: FxHashMap<String, String>,
}

struct Dispatch {
    method: Name,
    is_mismatch: bool,
    types: Vec<String>,
    names: Vec<Str>,
    size: Size,
    /// Type and name of its block, and whether a call may omit it.
    block: Option<(String, Str, bool)>,
    returns: Option<String>,
    weaving: Vec<Knit>,
    /// Made of the above when it is first needed.
    signature: OnceCell<Rc<Signature>>,
    result: OnceCell<Type>,
}

/// Part of what a method is given.
enum Knit {
    /// Something of Puppet's, by its name.
    Injected(Name),
    Argument(usize),
    /// All arguments from this one.
    Rest(usize),
}

impl Current {
    /// Reads the class that a file gives last.
    pub fn read(ruby: &mut Ruby<'_>, class: &ruby::Value) -> Outcome<Current> {
        match class {
            ruby::Value::Class(name) if ruby.inherits(name, "Puppet::Functions::Function") => {
                // It takes the place of the dispatches.
                if ruby.find_member(name, "call").is_some() {
                    return ruby.not_covered("a function with a method `call` of its own");
                }
            }
            _ => return ruby.not_covered("a file that makes no function"),
        }
        let mut list = |name: &str| match ruby.send(class, name, Args::default())? {
            ruby::Value::Array(it) => Ok(it.items()),
            _ => Err(Stop::not_covered("such dispatches")),
        };
        let dispatches = list("__dispatches")?.iter().map(Dispatch::read).collect::<Outcome<Vec<Dispatch>>>()?;
        let mut locals = FxHashMap::default();
        for ty in list("__types")? {
            let ty = text(&ty)?;
            let Some((name, ty)) = ty.split_once('=') else { return Err(Stop::not_covered("such a local type")) };
            locals.insert(name.trim().to_owned(), ty.trim().to_owned());
        }
        let name = text(&ruby.send(class, "name", Args::default())?)?;
        Ok(Current { name, class: class.clone(), dispatches, locals })
    }

    /// Calls the method of the dispatch that accepts the arguments; it is one of these.
    pub fn run(&self, ruby: &mut Ruby<'_>, dispatches: &[usize]) -> Outcome<Given> {
        let value = self.result_of(ruby, dispatches)?;
        ruby.host.finish(&ruby.heap)?;
        host::result(ruby, &value)
    }

    fn result_of(&self, ruby: &mut Ruby<'_>, dispatches: &[usize]) -> Outcome {
        match dispatches {
            [] => ruby.not_covered("such a dispatch"),
            [only] => self.call(ruby, *only),
            [first, others @ ..] => ruby.either(&mut |it| self.call(it, *first), &mut |it| self.result_of(it, others)),
        }
    }

    fn call(&self, ruby: &mut Ruby<'_>, index: usize) -> Outcome {
        let Some(dispatch) = self.dispatches.get(index) else { return ruby.not_covered("such a dispatch") };
        let list = match host::given(ruby)? {
            ruby::Value::Array(it) => it.items(),
            _ => Vec::new(),
        };
        let instance = ruby.send(&self.class, "new", Args::new(vec![ruby::Value::Nil, ruby::Value::Nil]))?;
        if let ruby::Value::Object(it) = &instance
            && !it.fields.borrow().is_empty()
        {
            return ruby.not_covered("a function whose `initialize` stores something");
        }
        let mut given = vec![ruby::Value::Symbol(dispatch.method.clone())];
        for knit in &dispatch.weaving {
            match knit {
                Knit::Injected(name) => given.push(host::injected(ruby, name)?),
                Knit::Argument(index) => given.extend(list.get(*index).cloned()),
                Knit::Rest(from) => given.extend_from_slice(list.get(*from..).unwrap_or_default()),
            }
        }
        let block = host::given_block(ruby);
        let value = ruby.send(&instance, "__send__", Args { list: given, keywords: false, block })?;
        if dispatch.is_mismatch {
            return match ruby.shown_text(&value)? {
                Some(shown) => ruby.raise("ArgumentError", format!("'{}' {shown}", self.name)),
                None => Err(Stop::Unknown),
            };
        }
        if dispatch.returns.is_some() {
            host::check(ruby, index, &value)?;
        }
        Ok(value)
    }

    pub fn is_named(&self, name: &str) -> bool {
        self.name == name
    }
}

impl Dispatch {
    fn read(value: &ruby::Value) -> Outcome<Dispatch> {
        let lacks = || Stop::not_covered("such a dispatch");
        let ruby::Value::Array(parts) = value else { return Err(lacks()) };
        let parts = parts.items();
        let [
            method,
            mismatch,
            ruby::Value::Array(types),
            ruby::Value::Array(names),
            ruby::Value::Integer(from),
            to,
            block,
            returns,
            weaving,
        ] = parts.as_slice()
        else {
            return Err(lacks());
        };
        let to = match to {
            ruby::Value::Integer(it) => Some(*it),
            _ => None,
        };
        let block = match block {
            ruby::Value::Array(block) => match block.items().as_slice() {
                [ty, name, optional] => Some((text(ty)?, text(name)?.as_str().into(), matches!(optional, ruby::Value::Boolean(true)))),
                _ => return Err(lacks()),
            },
            _ => None,
        };
        let returns = match returns {
            ruby::Value::Nil => None,
            it => Some(text(it)?),
        };
        let ruby::Value::Array(weaving) = weaving else { return Err(lacks()) };
        Ok(Dispatch {
            method: text(method)?.as_str().into(),
            is_mismatch: matches!(mismatch, ruby::Value::Boolean(true)),
            types: types.items().iter().map(text).collect::<Outcome<_>>()?,
            names: names.items().iter().map(|it| Ok(text(it)?.as_str().into())).collect::<Outcome<_>>()?,
            size: Size { from: *from, to },
            block,
            returns,
            weaving: weaving.items().iter().map(|it| Knit::read(it).ok_or_else(lacks)).collect::<Outcome<_>>()?,
            signature: OnceCell::new(),
            result: OnceCell::new(),
        })
    }
}

impl Knit {
    /// A list has the name of something of Puppet's; the last arguments are negative and begin with -1.
    fn read(value: &ruby::Value) -> Option<Knit> {
        match value {
            ruby::Value::Array(it) => match it.get(0)? {
                ruby::Value::Symbol(name) => Some(Knit::Injected(name)),
                _ => None,
            },
            ruby::Value::Integer(it) if *it < 0 => usize::try_from(-1 - it).ok().map(Knit::Rest),
            ruby::Value::Integer(it) => usize::try_from(*it).ok().map(Knit::Argument),
            _ => None,
        }
    }
}

impl FunctionHost<'_, '_> {
    /// The first dispatch that accepts the arguments. If these are unknown, it may be one of several.
    pub fn select(&mut self, function: &Current) -> Outcome<Vec<usize>> {
        let (mut signatures, mut selected) = (Vec::new(), Vec::new());
        let block = self.block.map(|it| &*it.ty);
        for (index, dispatch) in function.dispatches.iter().enumerate() {
            let signature = self.signature(function, dispatch)?;
            let accepts = signature.may_accept(&self.arguments, block);
            if accepts != Tri::No {
                selected.push(index);
            }
            if accepts == Tri::Yes || accepts == Tri::Maybe && !self.guesses {
                return Ok(selected);
            }
            if !dispatch.is_mismatch {
                signatures.push((*signature).clone());
            }
        }
        if !selected.is_empty() {
            return Ok(selected);
        }
        let issue = mismatch::call(self.name, &signatures, &self.arguments, block);
        Err(self.fail(issue.into()))
    }

    /// Fails where a result is not of the type that the dispatch says.
    pub fn check_result(&mut self, function: &Current, index: usize, value: &Value) -> Outcome<()> {
        let Some(dispatch) = function.dispatches.get(index) else { return Ok(()) };
        let Some(ty) = self.result_type(function, dispatch)? else { return Ok(()) };
        if functions::is_unknown(std::slice::from_ref(value)) || ty.is_instance(value) {
            return Ok(());
        }
        let label = format!("value returned from function '{}'", dispatch.method);
        let text = mismatch::value(&label, &ty, value).to_string();
        let issue = Issue::WrongReturn { function: self.name.into(), text };
        Err(self.fail(issue.into()))
    }

    /// The types that a function says it returns, one for each dispatch, up to the first that says none.
    pub fn result_types(&mut self, function: &Current) -> Outcome<Vec<Type>> {
        let said = function.dispatches.iter().take_while(|it| it.returns.is_some());
        said.filter_map(|it| self.result_type(function, it).transpose()).collect()
    }

    /// The type of an unknown result of one of these dispatches.
    pub fn unknown_type(&mut self, function: &Current, dispatches: &[usize]) -> Type {
        let mut types = Vec::new();
        for dispatch in dispatches.iter().filter_map(|it| function.dispatches.get(*it)).filter(|it| !it.is_mismatch) {
            match self.result_type(function, dispatch) {
                Ok(Some(ty)) => types.push(ty),
                _ => return Type::Any,
            }
        }
        if types.len() > 1 { Type::variant(types) } else { types.pop().unwrap_or(Type::Any) }
    }

    fn result_type(&mut self, function: &Current, dispatch: &Dispatch) -> Outcome<Option<Type>> {
        let Some(text) = &dispatch.returns else { return Ok(None) };
        if let Some(known) = dispatch.result.get() {
            return Ok(Some(known.clone()));
        }
        let mut types = Types::new(function);
        let ty = self.type_of(text, &mut types)?;
        if types.is_settled {
            let _ = dispatch.result.set(ty.clone());
        }
        Ok(Some(ty))
    }

    fn signature(&mut self, function: &Current, dispatch: &Dispatch) -> Outcome<Rc<Signature>> {
        if let Some(known) = dispatch.signature.get() {
            return Ok(known.clone());
        }
        let mut types = Types::new(function);
        let parameters = dispatch.types.iter().map(|it| self.type_of(it, &mut types)).collect::<Outcome<Vec<Type>>>()?;
        let (mut block, mut block_name) = (None, None);
        if let Some((ty, name, is_optional)) = &dispatch.block {
            let ty = self.type_of(ty, &mut types)?;
            block = Some(if *is_optional { Type::optional(ty) } else { ty });
            block_name = Some(name.clone());
        }
        let returns = dispatch.returns.as_ref().map(|it| self.type_of(it, &mut types)).transpose()?;
        let ty = CallableType { parameters: Some(parameters.into()), size: Some(dispatch.size), block, returns };
        let signature = Rc::new(Signature { ty: Arc::new(ty), names: dispatch.names.clone(), block_name });
        if types.is_settled {
            let _ = dispatch.signature.set(signature.clone());
        }
        Ok(signature)
    }

    fn type_of(&mut self, text: &str, types: &mut Types<'_>) -> Outcome<Type> {
        let parsed = types.parse(text, self.compiler);
        match (types.failure.take(), parsed) {
            (Some(failure), _) => Err(self.fail(failure)),
            (None, Ok(ty)) => Ok(ty),
            (None, Err(_)) => Err(Stop::not_covered(format!("the type {text}"))),
        }
    }
}

/// Types of a function that are read from their texts.
struct Types<'m> {
    texts: &'m FxHashMap<String, String>,
    made: FxHashMap<String, Arc<Alias>>,
    failure: Option<Failure>,
    /// Whether the same texts are the same types in a later call.
    is_settled: bool,
}

impl<'m> Types<'m> {
    fn new(function: &'m Current) -> Types<'m> {
        Types { texts: &function.locals, made: FxHashMap::default(), failure: None, is_settled: true }
    }

    fn parse(&mut self, text: &str, compiler: &mut Compiler<'_>) -> Result<Type, Issue> {
        crate::parse_type(text, &mut |name| {
            if let Some(ty) = self.made.get(name) {
                return Some(Type::Alias(ty.clone()));
            }
            if let Some(text) = self.texts.get(name)
                && self.made.len() < MOST_TYPES
            {
                let alias = Arc::new(Alias { name: name.into(), resolved: OnceLock::new() });
                self.made.insert(name.to_owned(), alias.clone());
                let ty = self.parse(text, compiler).ok()?;
                let _ = alias.resolved.set(ty);
                return Some(Type::Alias(alias));
            }
            // Names mean other types inside of a type set.
            self.is_settled &= compiler.loaded.type_sets.is_empty();
            match compiler.type_named(name) {
                Ok(ty) => {
                    // A file that is read later may define it.
                    self.is_settled &= !matches!(ty, Type::Reference(_));
                    Some(ty)
                }
                Err(error) => {
                    self.failure.get_or_insert(error);
                    None
                }
            }
        })
    }
}

/// A text or a symbol.
pub fn text(value: &ruby::Value) -> Outcome<String> {
    match value {
        ruby::Value::String(it) => Ok(it.get().to_string()),
        ruby::Value::Symbol(it) => Ok(it.to_string()),
        ruby::Value::Unknown => Err(Stop::Unknown),
        _ => Err(Stop::not_covered("something else than a name")),
    }
}
