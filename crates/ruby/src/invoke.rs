//! Calls: which method runs.

mod code;
mod parameters;
mod unknown;

use std::rc::Rc;

use crate::class;
use crate::eval::Ruby;
use crate::methods;
use crate::stop::Outcome;
use crate::value::{Proc, Value};

/// Arguments of a call. Keywords are the last of the list, as a hash.
#[derive(Clone, Debug, Default)]
pub struct Args {
    pub list: Vec<Value>,
    pub keywords: bool,
    pub block: Option<Rc<Proc>>,
}

impl Args {
    pub fn new(list: Vec<Value>) -> Args {
        Args { list, keywords: false, block: None }
    }

    pub fn get(&self, index: usize) -> Option<&Value> {
        self.list.get(index)
    }

    /// An argument, or `nil`.
    pub fn at(&self, index: usize) -> Value {
        self.list.get(index).cloned().unwrap_or(Value::Nil)
    }

    /// The same after the name of the method, as `method_missing` receives them.
    fn after(self, name: &str) -> Args {
        let mut list = vec![Value::Symbol(name.into())];
        list.extend(self.list);
        Args { list, ..self }
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
    /// How many Ruby takes where that is more than the row covers. What the row lacks of them is refused.
    pub of_ruby: Option<(usize, Option<usize>)>,
    pub run: Run,
}

impl Method {
    /// The row of a method of which Ruby takes other numbers of arguments, too.
    pub const fn of_ruby(self, least: usize, most: usize) -> Method {
        Method { of_ruby: Some((least, Some(most))), ..self }
    }

    /// The same for a method that takes any number in Ruby.
    pub const fn open_in_ruby(self, least: usize) -> Method {
        Method { of_ruby: Some((least, None)), ..self }
    }

    /// How many arguments Ruby takes.
    pub fn expected(&self) -> (usize, Option<usize>) {
        self.of_ruby.unwrap_or((self.least, self.most))
    }
}

fn fits(given: usize, least: usize, most: Option<usize>) -> bool {
    given >= least && most.is_none_or(|most| given <= most)
}

/// A row for a fixed number of arguments, or a few more.
pub const fn row(name: &'static str, least: usize, most: usize, run: Run) -> Method {
    Method { name, least, most: Some(most), of_ruby: None, run }
}

/// A row for any number of arguments.
pub const fn open(name: &'static str, least: usize, run: Run) -> Method {
    Method { name, least, most: None, of_ruby: None, run }
}

impl Ruby<'_> {
    /// `receiver.name(…)`
    pub fn send(&mut self, receiver: &Value, name: &str, arguments: Args) -> Outcome {
        self.send_from(receiver, name, arguments, false)
    }

    /// The same; private methods are for `self` alone.
    pub fn send_from(&mut self, receiver: &Value, name: &str, arguments: Args, own: bool) -> Outcome {
        self.spend(1)?;
        if (self.heap.has_unknown.get() || self.heap.has_lost.get())
            && let Some(result) = self.send_doubtful(receiver, name, &arguments)?
        {
            return Ok(result);
        }
        if self.may_decide(receiver, name, &arguments) {
            return self.decided(receiver, name, &arguments);
        }
        self.deeper(|this| this.dispatch(receiver, name, arguments, own))
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
        let class = match receiver {
            Value::Object(it) => self.singleton_of(receiver).or(Some(&it.class)),
            Value::Exception(it) => Some(&it.class),
            _ => None,
        };
        if let Some(method) = class.and_then(|it| self.lineage(it).iter().find_map(|it| methods::find_below(it, name))) {
            return self.run(method, receiver, arguments);
        }
        if let Some(method) = methods::find(receiver, name) {
            return self.run(method, receiver, arguments);
        }
        if let Value::Bytes(it) = receiver {
            return self.send_bytes(it, name, arguments);
        }
        if let Some((found, singleton)) = self.member_of(receiver, "method_missing") {
            return self.call_member(receiver, "method_missing", found, singleton, arguments.after(name));
        }
        let is_of_shell = matches!((receiver, name), (Value::String(_), "shellescape" | "shellsplit") | (Value::Array(_), "shelljoin"));
        if is_of_shell
            && arguments.list.is_empty()
            && self.loaded.iter().any(|it| it == "shellwords")
            && let Some(library) = self.constant_at("Shellwords")
        {
            return self.send(&library, name, Args::new(vec![receiver.clone()]));
        }
        self.missing(receiver, name)
    }

    /// A method of texts for a string that is none, if its bytes are those of a text.
    fn send_bytes(&mut self, it: &Rc<crate::value::Bytes>, name: &str, arguments: Args) -> Outcome {
        const OF_THE_OBJECT: &[&str] = &[
            "__send__",
            "clear",
            "clone",
            "concat",
            "equal?",
            "frozen?",
            "insert",
            "instance_eval",
            "instance_exec",
            "itself",
            "prepend",
            "public_send",
            "replace",
            "send",
            "setbyte",
            "tap",
            "then",
            "yield_self",
        ];
        let changes = name.ends_with('!') || name.ends_with('=') && name != "==" || OF_THE_OBJECT.contains(&name);
        let is_plain = it.encoding.is_ascii_compatible() && it.get().iter().all(|it| crate::bytes::is_plain(*it));
        if changes || !is_plain {
            return self.not_covered(format!("{name} of a binary string"));
        }
        let text = crate::bytes::ascii(it).unwrap_or_default();
        let text = self.heap.text(text);
        self.dispatch(&text, name, arguments, false)
    }

    pub fn run(&mut self, method: &Method, receiver: &Value, arguments: Args) -> Outcome {
        let given = arguments.list.len();
        if !fits(given, method.least, method.most) {
            // Ruby's own methods take keywords that the table does not have.
            if arguments.keywords && given > method.least {
                let described = self.describe(receiver);
                return self.not_covered(format!("{described}#{} with keywords", method.name));
            }
            let (least, most) = method.expected();
            if fits(given, least, most) {
                let described = self.describe(receiver);
                return self.not_covered(format!("{described}#{} with {given} arguments", method.name));
            }
            return self.wrong_number(given, least, most);
        }
        if let Some(enumerator) = self.waiting(receiver, method.name, &arguments)? {
            return Ok(enumerator);
        }
        // Most methods read the texts that they get, some of them letter by letter.
        for it in std::iter::once(receiver).chain(&arguments.list) {
            if let Value::String(text) = it {
                self.spend(text.get().len() as u64 / 64)?;
            }
        }
        for it in &arguments.list {
            if let Value::Foreign(it) = it
                && matches!(&*it.class, "Array" | "Hash")
            {
                // To the method it would be another value than a list or hash.
                self.host.refuse(it, method.name).map_err(|it| self.placed(it))?;
                return self.not_covered(format!("{} with such an argument", method.name));
            }
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
        let class = class::class_of(receiver);
        if matches!(receiver, Value::Proc(_)) && matches!(&*class, "Method" | "UnboundMethod" | "Binding") {
            return self.not_covered(format!("{class}#{name}"));
        }
        if let Value::Class(class) = receiver
            && self.classes.contains_key(class)
            && crate::load::library(class).is_none()
            && class::named(class).is_none()
            && !methods::exists_in("Module", name)
            && !methods::exists(&Value::Nil, name)
            && !methods::is_private(name)
        {
            return self.undefined_method(receiver, name);
        }
        if self.has_method(receiver, name)? {
            return self.not_covered(format!("{class}#{name}"));
        }
        if class::ancestors(&class).is_none() || matches!(receiver, Value::Class(_)) {
            let described = self.describe(receiver);
            return self.not_covered(format!("{described}.{name}"));
        }
        let shown = self.receiver_text(receiver)?;
        if methods::is_private(name) {
            return self.raise("NoMethodError", format!("private method `{name}' called for {shown}"));
        }
        self.raise("NoMethodError", format!("undefined method `{name}' for {shown}"))
    }

    fn describe(&self, value: &Value) -> String {
        match value {
            Value::Class(name) => name.to_string(),
            other => class::class_of(other).to_string(),
        }
    }

    /// A value as messages about its methods show it.
    pub fn receiver_text(&mut self, value: &Value) -> Outcome<String> {
        let class = class::class_of(value);
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
        if let Some(value) = self.of_variables(name, &arguments)? {
            return Ok(value);
        }
        let doubtful = arguments.list.iter().any(|it| matches!(it, Value::Unknown));
        if arguments.block.is_none() || !self.host.responds(name) {
            let result = self.host.call(&self.heap, None, name, &arguments.list).map_err(|it| self.placed(it))?;
            if let Some(value) = result {
                return Ok(if doubtful { self.unknown() } else { value });
            }
        } else {
            return self.not_covered(format!("`{name}` with a block"));
        }
        if methods::is_private(name) || methods::exists(&Value::This, name) || methods::may_be_added("Object:private", name) {
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
            Value::Object(object) => {
                self.lineage(self.singleton_of(this).unwrap_or(&object.class)).iter().find_map(|it| methods::find_below(it, name))
            }
            _ => None,
        });
        if let Some(method) = of_class.or_else(|| methods::find(this, name).filter(|_| !is_kernel)) {
            return self.deeper(|ruby| ruby.run(method, this, arguments));
        }
        if let Some(method) = methods::kernel(name) {
            return self.deeper(|ruby| ruby.run(method, this, arguments));
        }
        if let Some((found, singleton)) = self.member_of(this, "method_missing") {
            return self.call_member(this, "method_missing", found, singleton, arguments.after(name));
        }
        let may_be_there =
            methods::exists(&Value::Nil, name) || methods::exists(this, name) || methods::may_be_added("Object:private", name);
        if methods::is_private(name) || may_be_there {
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
            value if matches!(value, Value::Unknown) || value.is_lost() => self.hole(),
            Value::String(text) => self.out.push_str(&text.get()),
            other => {
                let class = self.conversion_name(&other);
                return self.raise("TypeError", format!("no implicit conversion of {class} into String"));
            }
        }
        Ok(Value::Output)
    }

    fn call_foreign(&mut self, receiver: &Value, foreign: &Rc<crate::value::Foreign>, name: &str, arguments: &Args) -> Outcome {
        if arguments.block.is_none()
            && let Some(value) = self.host.call(&self.heap, Some(foreign), name, &arguments.list).map_err(|it| self.placed(it))?
        {
            return Ok(value);
        }
        if arguments.block.is_some() {
            self.host.refuse(foreign, name).map_err(|it| self.placed(it))?;
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
                | "to_json"
                | "to_yaml"
                | "then"
        );
        if name == "class" && (foreign.text.is_some() || self.classes.contains_key(&foreign.class)) {
            return Ok(Value::Class(foreign.class.clone()));
        }
        if name == "respond_to?"
            && let Some(Value::Symbol(asked)) = arguments.get(0)
            && self.member_of(receiver, asked).is_some()
        {
            return Ok(Value::Boolean(true));
        }
        match methods::find(receiver, name) {
            Some(method) if is_general => self.run(method, receiver, arguments.clone()),
            _ => self.not_covered(format!("{}#{name}", foreign.class)),
        }
    }

    /// How a message about a conversion calls a value.
    pub fn conversion_name(&self, value: &Value) -> String {
        match value {
            Value::Nil => "nil".to_owned(),
            Value::Boolean(it) => it.to_string(),
            other => class::class_of(other).to_string(),
        }
    }
}
