//! Calls: which method runs, how blocks run, and how arguments become variables.

use std::rc::Rc;
use std::sync::Arc;

use crate::ast::{Code, Name, Parameters};
use crate::class;
use crate::eval::Ruby;
use crate::methods;
use crate::stop::{Outcome, Stop};
use crate::value::{Callable, Context, Proc, Running, Scope, Value};

/// What a call gives. Keywords are the last of the list, as a hash.
#[derive(Clone, Debug, Default)]
pub struct Args {
    pub list: Vec<Value>,
    pub keywords: bool,
    pub block: Option<Rc<Proc>>,
}

impl Args {
    pub fn of(list: Vec<Value>) -> Args {
        Args { list, keywords: false, block: None }
    }

    pub fn get(&self, index: usize) -> Option<&Value> {
        self.list.get(index)
    }

    /// An argument, or `nil`.
    pub fn at(&self, index: usize) -> Value {
        self.list.get(index).cloned().unwrap_or(Value::Nil)
    }
}

/// A method of a class.
pub type Run = fn(&mut Ruby<'_>, &Value, &Args) -> Outcome;

/// A row of a class's table: its name, how many arguments it takes, and what it does.
pub struct Method {
    pub name: &'static str,
    pub least: usize,
    /// None takes any number.
    pub most: Option<usize>,
    pub run: Run,
}

/// A row for a fixed number of arguments, or a few more.
pub const fn row(name: &'static str, least: usize, most: usize, run: Run) -> Method {
    Method { name, least, most: Some(most), run }
}

/// A row for any number of arguments.
pub const fn open(name: &'static str, least: usize, run: Run) -> Method {
    Method { name, least, most: None, run }
}

/// What only looks at the outer shape of a value, or stores what it is given: it needs to know no element.
const STRUCTURAL: &[&str] = &[
    "<<",
    "[]",
    "[]=",
    "append",
    "class",
    "collect",
    "dig",
    "each",
    "each_pair",
    "each_with_index",
    "each_with_object",
    "empty?",
    "fetch",
    "first",
    "flat_map",
    "frozen?",
    "has_key?",
    "include?",
    "instance_of?",
    "is_a?",
    "key?",
    "keys",
    "kind_of?",
    "last",
    "length",
    "map",
    "member?",
    "merge",
    "nil?",
    "push",
    "respond_to?",
    "reverse",
    "size",
    "store",
    "tap",
    "to_a",
    "transform_values",
    "values",
    "dup",
    "unshift",
    "prepend",
    "each_value",
    "each_key",
    "each_slice",
    "freeze",
    "then",
    "count",
    "any?",
    "+",
    "concat",
    "zip",
    "take",
    "drop",
    "call",
    "()",
    "yield",
];

/// Of those, the ones that compare what is in the value.
const COMPARES: &[&str] = &["include?", "member?", "count", "any?"];

/// What changes its receiver, beside names that end with `!`.
const CHANGES: &[&str] = &[
    "delete",
    "delete_at",
    "delete_if",
    "clear",
    "replace",
    "insert",
    "keep_if",
    "update",
    "pop",
    "shift",
    "concat",
    "prepend",
    "unshift",
    "setbyte",
    "default=",
    "rehash",
];

impl Ruby<'_> {
    /// Whether something in the value is not known.
    pub fn is_doubtful(&mut self, value: &Value) -> Outcome<bool> {
        if !self.heap.has_unknown.get() {
            return Ok(false);
        }
        let mut waiting = vec![value.clone()];
        let mut seen = 0_u64;
        while let Some(value) = waiting.pop() {
            seen += 1;
            if seen > 200_000 {
                return Err(Stop::Limit("steps"));
            }
            match value {
                Value::Unknown => return Ok(true),
                Value::Array(it) => waiting.extend(it.items()),
                Value::Hash(it) => waiting.extend(it.pairs().into_iter().flat_map(|(key, value)| [key, value])),
                Value::Range(it) => waiting.extend([it.from.clone(), it.to.clone()]),
                _ => {}
            }
        }
        self.spend(seen / 16)?;
        Ok(false)
    }

    /// `receiver.name(…)`
    pub fn send(&mut self, receiver: &Value, name: &str, arguments: Args) -> Outcome {
        self.send_from(receiver, name, arguments, false)
    }

    /// The same; private methods are for `self` alone.
    pub fn send_from(&mut self, receiver: &Value, name: &str, arguments: Args, own: bool) -> Outcome {
        self.spend(1)?;
        if self.heap.has_unknown.get()
            && let Some(result) = self.send_doubtful(receiver, name, &arguments)?
        {
            return Ok(result);
        }
        self.deeper(|this| this.dispatch(receiver, name, arguments, own))
    }

    /// The result where it depends on something that is not known.
    fn send_doubtful(&mut self, receiver: &Value, name: &str, arguments: &Args) -> Outcome<Option<Value>> {
        let is_unknown = matches!(receiver, Value::Unknown);
        if !is_unknown {
            let holds = self.is_doubtful(receiver)?;
            let mut given = false;
            for argument in &arguments.list {
                given |= self.is_doubtful(argument)?;
            }
            if !holds && !given {
                return Ok(None);
            }
            let is_container = matches!(receiver, Value::Array(_) | Value::Hash(_) | Value::Proc(_) | Value::This | Value::Foreign(_));
            let stores = STRUCTURAL.contains(&name) && is_container;
            let indexes = matches!(name, "[]" | "dig" | "fetch" | "has_key?" | "key?" | "take" | "drop" | "first" | "last");
            let looks = matches!(name, "nil?" | "is_a?" | "kind_of?" | "class" | "instance_of?" | "respond_to?");
            if looks || (stores && !COMPARES.contains(&name) && !(indexes && given)) || (name == "any?" && arguments.block.is_some()) {
                // A key that is not known is stored nowhere.
                let is_key = name == "[]=" && matches!(arguments.get(0), Some(Value::Unknown));
                if !is_key {
                    return Ok(None);
                }
            }
        }
        let changes = name.ends_with('!') && name.len() > 1 && name != "!"
            || CHANGES.contains(&name)
            || name == "[]="
            || (name == "<<" && !matches!(receiver, Value::Integer(_)));
        if arguments.block.is_some() || (changes && !(is_unknown && matches!(name, "prepend"))) {
            return Err(Stop::Unknown);
        }
        Ok(Some(self.unknown()))
    }

    fn dispatch(&mut self, receiver: &Value, name: &str, arguments: Args, own: bool) -> Outcome {
        if let Some((found, singleton)) = self.member_of(receiver, name) {
            if found.1.is_private && !own {
                let shown = match receiver {
                    Value::Object(_) => return self.not_covered(format!("a private method ({name}) that is called from outside")),
                    other => self.receiver_text(other)?,
                };
                return self.raise("NoMethodError", format!("private method `{name}' called for {shown}"));
            }
            return self.call_member(receiver, name, found, singleton, arguments);
        }
        match receiver {
            Value::This => return self.call_own(name, arguments, false),
            Value::Output => return self.call_output(name, &arguments),
            Value::Foreign(it) => return self.call_foreign(receiver, &it.clone(), name, &arguments),
            _ => {}
        }
        let class_name = match receiver {
            Value::Class(name) => Some(name.clone()),
            _ => None,
        };
        if let Some(method) = class_name.as_deref().and_then(|it| methods::of_class(it, name)) {
            return self.run(method, receiver, arguments);
        }
        if let Value::Object(object) = receiver
            && let Some(method) = self.lineage(&object.class).iter().find_map(|it| methods::find_below(it, name))
        {
            return self.run(method, receiver, arguments);
        }
        if let Some(method) = methods::find(receiver, name) {
            return self.run(method, receiver, arguments);
        }
        if let Some((found, singleton)) = self.member_of(receiver, "method_missing") {
            let mut list = vec![Value::Symbol(name.into())];
            list.extend(arguments.list);
            let arguments = Args { list, ..arguments };
            return self.call_member(receiver, "method_missing", found, singleton, arguments);
        }
        self.missing(receiver, name)
    }

    pub fn run(&mut self, method: &Method, receiver: &Value, arguments: Args) -> Outcome {
        let given = arguments.list.len();
        if given < method.least || method.most.is_some_and(|most| given > most) {
            return self.wrong_number(given, method.least, method.most);
        }
        (method.run)(self, receiver, &arguments)
    }

    pub fn wrong_number<T>(&mut self, given: usize, least: usize, most: Option<usize>) -> Outcome<T> {
        let expected = match most {
            None => format!("{least}+"),
            Some(most) if most == least => least.to_string(),
            Some(most) => format!("{least}..{most}"),
        };
        self.raise("ArgumentError", format!("wrong number of arguments (given {given}, expected {expected})"))
    }

    /// A method that the table of its class lacks.
    fn missing(&mut self, receiver: &Value, name: &str) -> Outcome {
        let class = class::of(receiver);
        if let Value::Class(class) = receiver
            && self.classes.contains_key(class)
            && class::named(class).is_none()
            && !methods::exists_in("Module", name)
            && !methods::exists(&Value::Nil, name)
            && !methods::has_private("Object", name)
        {
            return self.undefined_method(receiver, name);
        }
        if methods::exists(receiver, name) {
            return self.not_covered(format!("{class}#{name}"));
        }
        if class::ancestors(&class).is_none() || matches!(receiver, Value::Class(_)) {
            let described = self.describe(receiver);
            return self.not_covered(format!("{described}.{name}"));
        }
        let shown = self.receiver_text(receiver)?;
        if methods::has_private(&class, name) {
            return self.raise("NoMethodError", format!("private method `{name}' called for {shown}"));
        }
        self.raise("NoMethodError", format!("undefined method `{name}' for {shown}"))
    }

    fn describe(&self, value: &Value) -> String {
        match value {
            Value::Class(name) => name.to_string(),
            other => class::of(other).to_string(),
        }
    }

    /// A value as messages about its methods show it.
    pub fn receiver_text(&mut self, value: &Value) -> Outcome<String> {
        let class = class::of(value);
        if matches!(value, Value::This) {
            return Ok(self.host.name_of_self());
        }
        let shown = self.inspect(value)?;
        Ok(if shown.starts_with('#') { shown } else { format!("{shown}:{class}") })
    }

    /// A call without a receiver, or of `self`.
    pub fn call_own(&mut self, name: &str, arguments: Args, is_word: bool) -> Outcome {
        self.spend(1)?;
        let this = self.scope.context.this.clone();
        if !matches!(this, Value::This) {
            return self.call_self(&this, name, arguments, is_word);
        }
        if let Some(code) = self.methods.get(name).cloned() {
            return self.deeper(|this| this.call_code(&code, Value::This, None, arguments));
        }
        if let Some(method) = methods::kernel(name) {
            return self.deeper(|this| this.run(method, &Value::This, arguments));
        }
        let doubtful = {
            let mut doubtful = false;
            for argument in &arguments.list {
                doubtful |= matches!(argument, Value::Unknown);
            }
            doubtful
        };
        if arguments.block.is_none() || !self.host.responds(name) {
            let at = self.at;
            let result = self.host.call(&self.heap, None, name, &arguments.list).map_err(|it| it.placed(at, &self.file))?;
            if let Some(value) = result {
                return Ok(if doubtful { self.unknown() } else { value });
            }
        } else {
            return self.not_covered(format!("`{name}` with a block"));
        }
        if methods::has_private("Object", name) || methods::exists(&Value::This, name) {
            return self.not_covered(format!("`{name}`"));
        }
        let of = self.host.name_of_self();
        match is_word {
            true => self.raise("NameError", format!("undefined local variable or method `{name}' for {of}")),
            false => self.raise("NoMethodError", format!("undefined method `{name}' for {of}")),
        }
    }

    /// A call without a receiver in code of an object, class or module.
    fn call_self(&mut self, this: &Value, name: &str, arguments: Args, is_word: bool) -> Outcome {
        if let Some((found, singleton)) = self.member_of(this, name) {
            return self.call_member(this, name, found, singleton, arguments);
        }
        if let Some(code) = self.methods.get(name).cloned() {
            let this = this.clone();
            return self.deeper(|ruby| ruby.call_code(&code, this, None, arguments));
        }
        let of_class = match this {
            Value::Class(class) => methods::of_class(class, name),
            _ => None,
        };
        let is_kernel = methods::kernel(name).is_some();
        let of_class = of_class.or_else(|| match this {
            Value::Object(object) => self.lineage(&object.class).iter().find_map(|it| methods::find_below(it, name)),
            _ => None,
        });
        if let Some(method) = of_class.or_else(|| methods::find(this, name).filter(|_| !is_kernel)) {
            return self.deeper(|ruby| ruby.run(method, this, arguments));
        }
        if let Some(method) = methods::kernel(name) {
            return self.deeper(|ruby| ruby.run(method, this, arguments));
        }
        if let Some((found, singleton)) = self.member_of(this, "method_missing") {
            let mut list = vec![Value::Symbol(name.into())];
            list.extend(arguments.list);
            let arguments = Args { list, ..arguments };
            return self.call_member(this, "method_missing", found, singleton, arguments);
        }
        if methods::has_private("Object", name) || methods::exists(&Value::Nil, name) || methods::exists(this, name) {
            return self.not_covered(format!("`{name}`"));
        }
        if is_word || matches!(this, Value::Object(_)) {
            return self.not_covered(format!("`{name}`, which is no method"));
        }
        self.undefined_method(this, name)
    }

    fn call_output(&mut self, name: &str, arguments: &Args) -> Outcome {
        if !matches!(name, "<<" | "concat") || arguments.list.len() != 1 {
            return self.not_covered(format!("_erbout.{name}"));
        }
        match arguments.at(0) {
            Value::String(text) => self.out.push_str(&text.get()),
            Value::Unknown => self.holes.push(self.out.len()),
            other => {
                let class = self.conversion_name(&other);
                return self.raise("TypeError", format!("no implicit conversion of {class} into String"));
            }
        }
        Ok(Value::Output)
    }

    fn call_foreign(&mut self, receiver: &Value, foreign: &Rc<crate::value::Foreign>, name: &str, arguments: &Args) -> Outcome {
        let at = self.at;
        if arguments.block.is_none()
            && let Some(value) = self.host.call(&self.heap, Some(foreign), name, &arguments.list).map_err(|it| it.placed(at, &self.file))?
        {
            return Ok(value);
        }
        let is_general = matches!(
            name,
            "to_s"
                | "inspect"
                | "nil?"
                | "is_a?"
                | "kind_of?"
                | "=="
                | "!="
                | "!"
                | "equal?"
                | "object_id"
                | "frozen?"
                | "dup"
                | "tap"
                | "then"
        );
        if name == "class" && foreign.text.is_some() {
            return Ok(Value::Class(foreign.class.clone()));
        }
        match methods::find(receiver, name) {
            Some(method) if is_general => self.run(method, receiver, arguments.clone()),
            _ => self.not_covered(format!("{}#{name}", foreign.class)),
        }
    }

    /// Runs a method.
    pub fn call_code(&mut self, code: &Arc<Code>, this: Value, running: Option<Running>, arguments: Args) -> Outcome {
        let frame = self.new_id();
        let module = running.as_ref().map_or_else(|| "".into(), |it| it.owner.clone());
        let target = match (&this, &running) {
            (_, Some(running)) => Some(running.owner.clone()),
            _ => None,
        };
        let method = running.map(Rc::new);
        let context = Context { this, target, singleton: false, module, method: method.clone(), visibility: std::cell::Cell::default() };
        let values = vec![Value::Nil; code.locals].into();
        let scope = Scope { values, parent: None, frame, block: arguments.block.clone(), context: Rc::new(context), early: false };
        let scope = self.heap.scope(scope);
        if let Some(method) = &method {
            *method.scope.borrow_mut() = Some(scope.clone());
        }
        let before = std::mem::replace(&mut self.scope, scope);
        let file = std::mem::replace(&mut self.file, code.file.clone());
        let matched = self.matched.take();
        let at = self.at;
        let result = self.bind(&code.parameters, arguments.list, arguments.keywords, arguments.block, true);
        let result = result.and_then(|()| self.eval(&code.body));
        self.scope = before;
        self.file = file;
        self.matched = matched;
        self.at = at;
        match result {
            Err(Stop::Return(id, value)) if id == frame => Ok(value),
            other => other,
        }
    }

    pub fn call_block(&mut self, block: &Rc<Proc>, arguments: Vec<Value>) -> Outcome {
        self.call_proc(block, arguments, false, None)
    }

    /// The same for one argument.
    pub fn yield_one(&mut self, block: &Rc<Proc>, argument: Value) -> Outcome {
        self.call_proc(block, vec![argument], false, None)
    }

    pub fn call_proc(&mut self, block: &Rc<Proc>, arguments: Vec<Value>, keywords: bool, given: Option<Rc<Proc>>) -> Outcome {
        self.call_proc_in(block, arguments, keywords, given, None)
    }

    /// The same, with another `self`.
    pub fn call_proc_in(
        &mut self,
        block: &Rc<Proc>,
        mut arguments: Vec<Value>,
        keywords: bool,
        given: Option<Rc<Proc>>,
        context: Option<Context>,
    ) -> Outcome {
        self.spend(1)?;
        match &block.what {
            Callable::Collect(items) => {
                let item = if arguments.len() == 1 { arguments.remove(0) } else { self.heap.array(arguments) };
                items.borrow_mut().push(item);
                Ok(Value::Nil)
            }
            Callable::Host(foreign) => {
                let (at, foreign) = (self.at, foreign.clone());
                match self.host.call(&self.heap, Some(&foreign), "call", &arguments).map_err(|it| it.placed(at, &self.file))? {
                    Some(value) => Ok(value),
                    None => self.not_covered("a block of Puppet's"),
                }
            }
            Callable::Symbol(name) => {
                if arguments.is_empty() {
                    return self.raise("ArgumentError", "no receiver given");
                }
                let receiver = arguments.remove(0);
                self.send(&receiver, name, Args::of(arguments))
            }
            Callable::Method(receiver, name) => match receiver {
                Value::This => self.call_own(name, Args { list: arguments, keywords, block: given }, false),
                receiver => self.send(receiver, name, Args { list: arguments, keywords, block: given }),
            },
            Callable::Code(code, outer) => {
                let frame = if block.is_lambda { self.new_id() } else { outer.frame };
                let context = context.map_or_else(
                    || outer.context.clone(),
                    |mut it| {
                        it.module = outer.context.module.clone();
                        Rc::new(it)
                    },
                );
                let values = vec![Value::Nil; code.locals].into();
                let scope = Scope { values, parent: Some(outer.clone()), frame, block: outer.block.clone(), context, early: false };
                let scope = self.heap.scope(scope);
                let before = std::mem::replace(&mut self.scope, scope);
                let file = std::mem::replace(&mut self.file, code.file.clone());
                let at = self.at;
                if !block.is_lambda
                    && arguments.len() == 1
                    && code.parameters.takes_apart()
                    && let Some(Value::Array(list)) = arguments.first()
                {
                    arguments = list.items();
                }
                let (code, is_lambda, home) = (code.clone(), block.is_lambda, block.home);
                let result = self.deeper(|this| {
                    this.bind(&code.parameters, arguments, keywords, given, is_lambda)?;
                    this.eval(&code.body)
                });
                self.scope = before;
                self.file = file;
                if result.is_ok() {
                    self.at = at;
                }
                match result {
                    Err(Stop::Next(value)) => Ok(value),
                    Err(Stop::Break(0, value)) if is_lambda => Ok(value),
                    Err(Stop::Break(0, value)) if home != 0 => Err(Stop::Break(home, value)),
                    Err(Stop::Return(id, value)) if is_lambda && id == frame => Ok(value),
                    other => other,
                }
            }
        }
    }

    /// Gives the parameters their values.
    fn bind(
        &mut self,
        parameters: &Parameters,
        mut given: Vec<Value>,
        keywords: bool,
        block: Option<Rc<Proc>>,
        is_strict: bool,
    ) -> Outcome<()> {
        if let Some(what) = &parameters.not_covered {
            return self.not_covered(format!("parameters with {what}"));
        }
        let takes_keywords = !parameters.keywords.is_empty() || parameters.keyword_rest.is_some();
        let mut named = Vec::new();
        if takes_keywords
            && keywords
            && let Some(Value::Hash(hash)) = given.last()
        {
            named = hash.pairs();
            given.pop();
        }
        let least = parameters.required.len() + parameters.posts.len();
        let most = if parameters.rest.is_some() { None } else { Some(least + parameters.optional.len()) };
        if is_strict && (given.len() < least || most.is_some_and(|it| given.len() > it)) {
            return self.wrong_number(given.len(), least, most);
        }
        // Too few are filled up, too many are cut.
        while given.len() < least {
            given.push(Value::Nil);
        }
        let mut next = 0;
        let count = given.len();
        for target in &parameters.required {
            self.assign(target, given.get(next).cloned().unwrap_or(Value::Nil))?;
            next += 1;
        }
        for (target, default) in &parameters.optional {
            let left = count.saturating_sub(next).saturating_sub(parameters.posts.len());
            let value = if left > 0 {
                next += 1;
                given.get(next - 1).cloned().unwrap_or(Value::Nil)
            } else {
                self.eval(default)?
            };
            self.assign(target, value)?;
        }
        let after = count.saturating_sub(parameters.posts.len()).max(next);
        if let Some(rest) = &parameters.rest {
            if let Some(target) = rest {
                let list = self.heap.array(given.get(next..after).unwrap_or_default().to_vec());
                self.assign(target, list)?;
            }
            next = after;
        }
        for target in &parameters.posts {
            self.assign(target, given.get(next).cloned().unwrap_or(Value::Nil))?;
            next += 1;
        }
        if takes_keywords {
            self.bind_keywords(parameters, named)?;
        }
        if let Some(target) = &parameters.block {
            let value = block.map_or(Value::Nil, Value::Proc);
            self.assign(target, value)?;
        }
        Ok(())
    }

    fn bind_keywords(&mut self, parameters: &Parameters, mut named: Vec<(Value, Value)>) -> Outcome<()> {
        let mut missing: Vec<Name> = Vec::new();
        let mut take = |name: &Name| {
            let at = named.iter().position(|(key, _)| matches!(key, Value::Symbol(it) if it == name))?;
            Some(named.remove(at).1)
        };
        let values: Vec<Option<Value>> = parameters.keywords.iter().map(|(name, ..)| take(name)).collect();
        for ((name, target, default), value) in parameters.keywords.iter().zip(values) {
            match (value, default) {
                (Some(value), _) => self.assign(target, value)?,
                (None, Some(default)) => {
                    let value = self.eval(default)?;
                    self.assign(target, value)?;
                }
                (None, None) => missing.push(name.clone()),
            }
        }
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().map(|it| format!(":{it}")).collect();
            let plural = if names.len() > 1 { "s" } else { "" };
            return self.raise("ArgumentError", format!("missing keyword{plural}: {}", names.join(", ")));
        }
        match &parameters.keyword_rest {
            Some(target) => {
                let hash = crate::value::Hash::default();
                for (key, value) in named {
                    self.store(&hash, key, value)?;
                }
                let value = self.heap.hash_of(hash);
                match target {
                    Some(target) => self.assign(target, value),
                    None => Ok(()),
                }
            }
            None if named.is_empty() => Ok(()),
            None => {
                let mut names = Vec::new();
                for (key, _) in &named {
                    names.push(self.inspect(key)?);
                }
                let plural = if names.len() > 1 { "s" } else { "" };
                self.raise("ArgumentError", format!("unknown keyword{plural}: {}", names.join(", ")))
            }
        }
    }

    /// How a message about a conversion calls a value.
    pub fn conversion_name(&self, value: &Value) -> String {
        match value {
            Value::Nil => "nil".to_owned(),
            Value::Boolean(it) => it.to_string(),
            other => class::of(other).to_string(),
        }
    }
}
