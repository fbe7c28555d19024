//! Calls with values that are not known.

use std::rc::Rc;

use crate::ast::Parameters;
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{Callable, LastMatch, Proc, Value};

/// Methods that read only the outer shape of a value, or store their arguments: they need to know no element.
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

/// Methods that change their receiver, besides names that end with `!`.
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
    "[]=",
    "append",
    "compare_by_identity",
    "fill",
    "force_encoding",
    "push",
    "store",
];

/// Of those that only store their arguments, the ones that take them apart.
const TAKES_APART: &[&str] = &["merge", "+", "concat", "zip"];

/// Methods that change their receiver and return it.
const RETURNS_ITSELF: &[&str] = &[
    "<<",
    "append",
    "clear",
    "collect!",
    "concat",
    "delete_if",
    "insert",
    "keep_if",
    "map!",
    "merge!",
    "prepend",
    "push",
    "replace",
    "reverse!",
    "sort!",
    "sort_by!",
    "unshift",
    "update",
];

/// Methods whose block may run with another `self`, or later.
const KEEPS_BLOCK: &[&str] = &[
    "__send__",
    "class_eval",
    "class_exec",
    "default_proc=",
    "define_method",
    "define_singleton_method",
    "enum_for",
    "instance_eval",
    "instance_exec",
    "lazy",
    "module_eval",
    "module_exec",
    "new",
    "public_send",
    "send",
    "to_enum",
    "to_proc",
];

/// Methods of classes and objects that define something.
const DEFINES: &[&str] = &[
    "alias_method",
    "attr_accessor",
    "attr_reader",
    "attr_writer",
    "class_variable_set",
    "const_set",
    "define_method",
    "define_singleton_method",
    "extend",
    "include",
    "instance_variable_set",
    "lazy",
    "module_function",
    "prepend",
    "private",
    "private_class_method",
    "private_constant",
    "protected",
    "public",
    "remove_const",
    "remove_instance_variable",
    "remove_method",
    "undef_method",
];

/// Methods of lists, hashes, ranges and integers whose block runs for each element, and may decide on the result.
const DECIDES: &[&str] = &[
    "all?",
    "any?",
    "chunk_while",
    "collect",
    "collect!",
    "count",
    "cycle",
    "delete_if",
    "detect",
    "downto",
    "drop_while",
    "each",
    "each_cons",
    "each_entry",
    "each_index",
    "each_key",
    "each_pair",
    "each_slice",
    "each_value",
    "each_with_index",
    "each_with_object",
    "filter",
    "filter!",
    "filter_map",
    "find",
    "find_all",
    "find_index",
    "flat_map",
    "group_by",
    "index",
    "inject",
    "keep_if",
    "map",
    "map!",
    "max",
    "max_by",
    "min",
    "min_by",
    "minmax",
    "none?",
    "one?",
    "partition",
    "reduce",
    "reject",
    "reject!",
    "reverse_each",
    "rindex",
    "select",
    "select!",
    "slice_when",
    "sort",
    "sort!",
    "sort_by",
    "sort_by!",
    "step",
    "sum",
    "take_while",
    "times",
    "to_h",
    "transform_keys",
    "transform_values",
    "transform_values!",
    "uniq",
    "uniq!",
    "upto",
    "zip",
];

/// Methods that set `$~` if a pattern is given.
const MATCHES: &[&str] = &[
    "!~",
    "===",
    "=~",
    "[]",
    "byteindex",
    "gsub",
    "gsub!",
    "index",
    "match",
    "partition",
    "rindex",
    "rpartition",
    "scan",
    "slice",
    "slice!",
    "start_with?",
    "sub",
    "sub!",
];

/// Where no more values than this are looked at.
const MOST_VALUES: u64 = 200_000;

/// Whether a method changes its receiver.
fn changes(receiver: &Value, name: &str) -> bool {
    name.ends_with('!') && name.len() > 1
        || CHANGES.contains(&name)
        || (name == "<<" && !matches!(receiver, Value::Integer(_) | Value::Big(_)))
}

impl Ruby<'_> {
    /// Whether something in the value is not known.
    pub fn is_doubtful(&mut self, value: &Value) -> Outcome<bool> {
        if !self.heap.has_unknown.get() && !self.heap.has_lost.get() {
            return Ok(false);
        }
        let mut waiting = vec![value.clone()];
        let mut seen = 0_u64;
        while let Some(value) = waiting.pop() {
            seen += 1;
            if seen > MOST_VALUES {
                return Err(Stop::Limit(crate::Limit::Steps));
            }
            if value.is_lost() {
                return Ok(true);
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

    /// The result where it depends on something that is not known.
    pub(super) fn send_doubtful(&mut self, receiver: &Value, name: &str, arguments: &Args) -> Outcome<Option<Value>> {
        let is_unknown = matches!(receiver, Value::Unknown);
        if !is_unknown && !self.depends(receiver, name, arguments)? {
            return Ok(None);
        }
        if is_unknown && self.heap.unknown_has_code.get() {
            // It may run any method of the program.
            return Err(Stop::Unknown);
        }
        if DEFINES.contains(&name) {
            return Err(Stop::Unknown);
        }
        let is_pattern = |it: &Value| matches!(it, Value::Regex(_) | Value::Unknown);
        if MATCHES.contains(&name) && (is_pattern(receiver) || arguments.list.iter().any(is_pattern)) || matches!(receiver, Value::Regex(_))
        {
            self.matched = LastMatch::Unknown;
        }
        let changes = changes(receiver, name);
        if changes && !(is_unknown && name == "prepend" && arguments.block.is_none()) {
            self.may_lose(receiver)?;
        }
        let mut result = self.unknown();
        if let Some(block) = &arguments.block {
            let is_plain = matches!(
                receiver,
                Value::Unknown
                    | Value::Array(_)
                    | Value::Hash(_)
                    | Value::Range(_)
                    | Value::String(_)
                    | Value::Integer(_)
                    | Value::Float(_)
            );
            if !is_plain || KEEPS_BLOCK.contains(&name) {
                return Err(Stop::Unknown);
            }
            let memo = arguments.get(0).filter(|_| name == "each_with_object");
            self.call_unknown_times(block, memo)?;
            if let Some(memo) = memo {
                result = memo.clone();
            }
        }
        if changes && !is_unknown {
            self.lose(receiver)?;
            if RETURNS_ITSELF.contains(&name) {
                result = receiver.clone();
            }
        }
        Ok(Some(result))
    }

    /// Whether the result of a call depends on what is not known in the receiver or the arguments.
    fn depends(&mut self, receiver: &Value, name: &str, arguments: &Args) -> Outcome<bool> {
        let looks = matches!(name, "nil?" | "is_a?" | "kind_of?" | "class" | "instance_of?" | "respond_to?");
        if receiver.is_lost() {
            return Ok(!looks);
        }
        let holds = self.is_doubtful(receiver)?;
        let mut given = false;
        for argument in &arguments.list {
            given |= self.is_doubtful(argument)?;
        }
        if !holds && !given {
            return Ok(false);
        }
        // Code of the program finds out itself.
        let runs = match receiver {
            Value::Proc(_) => matches!(name, "call" | "()" | "yield" | "[]" | "==="),
            Value::Class(class) if name == "new" && self.classes.contains_key(class) => true,
            Value::Object(_) | Value::Class(_) | Value::Exception(_) | Value::Foreign(_) => {
                self.member_of(receiver, name).is_some() || self.member_of(receiver, "method_missing").is_some()
            }
            _ => self.reopened && self.member_of(receiver, name).is_some(),
        };
        if runs || (matches!(name, "send" | "public_send" | "__send__") && !matches!(arguments.get(0), Some(Value::Unknown))) {
            return Ok(false);
        }
        let is_container = matches!(receiver, Value::Array(_) | Value::Hash(_) | Value::Proc(_) | Value::This | Value::Foreign(_));
        let stores = STRUCTURAL.contains(&name) && is_container;
        let indexes = matches!(name, "[]" | "dig" | "fetch" | "has_key?" | "key?" | "take" | "drop" | "first" | "last");
        let is_open = |it: &Value| matches!(it, Value::Unknown) || it.is_lost();
        let takes_apart = TAKES_APART.contains(&name) && arguments.list.iter().any(is_open);
        if looks
            || (stores && !COMPARES.contains(&name) && !(indexes && given) && !takes_apart)
            || (name == "any?" && arguments.block.is_some())
        {
            // A key that is not known is stored nowhere.
            return Ok(matches!(name, "[]=" | "store") && arguments.get(0).is_some_and(is_open));
        }
        Ok(true)
    }

    /// Fails where a change of a value whose result is unknown would leave something that is taken for known.
    fn may_lose(&self, value: &Value) -> Outcome<()> {
        let is_free = match value {
            Value::String(it) => !it.frozen.get() && !it.shared && !it.early,
            Value::Array(it) => !it.frozen.get() && !it.shared && !it.early && it.iterated.get() == 0,
            Value::Hash(it) => !it.frozen.get() && !it.shared && !it.early && it.iterated.get() == 0,
            _ => false,
        };
        if is_free && self.host.may_guess() { Ok(()) } else { Err(Stop::Unknown) }
    }

    /// Makes the content of a value unknown.
    fn lose(&mut self, value: &Value) -> Outcome<()> {
        self.may_lose(value)?;
        if self.has_code(value)? {
            self.heap.unknown_has_code.set(true);
        }
        self.heap.has_lost.set(true);
        match value {
            Value::String(it) => it.lose(),
            Value::Array(it) => it.lose(),
            Value::Hash(it) => it.lose(),
            _ => {}
        }
        Ok(())
    }

    /// Whether a value holds objects or blocks of the program: a call of something unknown that it may be runs their code.
    pub fn has_code(&mut self, value: &Value) -> Outcome<bool> {
        let mut waiting = vec![value.clone()];
        let mut seen = 0_u64;
        while let Some(value) = waiting.pop() {
            seen += 1;
            if seen > MOST_VALUES {
                return Ok(true);
            }
            if value.is_lost() {
                // What it has was looked at when it was lost.
                continue;
            }
            match value {
                Value::Proc(_) | Value::Object(_) | Value::Exception(_) => return Ok(true),
                Value::Class(name) if self.classes.contains_key(&name) => return Ok(true),
                Value::Array(it) => waiting.extend(it.items()),
                Value::Hash(it) if it.default_of.borrow().is_some() => return Ok(true),
                Value::Hash(it) => waiting.extend(it.pairs().into_iter().flat_map(|(key, value)| [key, value])),
                _ => {}
            }
        }
        self.spend(seen / 16)?;
        Ok(false)
    }

    /// Whether the block of a method of Ruby's decides on its result, so that this may become unknown.
    pub(super) fn may_decide(&self, receiver: &Value, name: &str, arguments: &Args) -> bool {
        arguments.block.is_some()
            && matches!(receiver, Value::Array(_) | Value::Hash(_) | Value::Range(_) | Value::Integer(_))
            && DECIDES.contains(&name)
            && !self.reopened
            && self.may_guess()
    }

    /// Calls a method whose block decides on its result. Where that is unknown, the block was called an unknown number of times.
    pub(super) fn decided(&mut self, receiver: &Value, name: &str, arguments: &Args) -> Outcome {
        let call = &mut |it: &mut Ruby<'_>| it.deeper(|it| it.dispatch(receiver, name, arguments.clone(), false));
        if let Some(result) = self.unless_unknown(call)? {
            return result;
        }
        let Some(block) = &arguments.block else { return Err(Stop::Unknown) };
        let memo = arguments.get(0).filter(|_| name == "each_with_object");
        self.call_unknown_times(block, memo)?;
        if changes(receiver, name) {
            self.lose(receiver)?;
        }
        let is_itself = RETURNS_ITSELF.contains(&name);
        Ok(memo.or_else(|| is_itself.then_some(receiver)).cloned().unwrap_or_else(|| self.unknown()))
    }

    /// Calls a block an unknown number of times, with unknown arguments.
    pub fn call_unknown_times(&mut self, block: &Rc<Proc>, memo: Option<&Value>) -> Outcome<()> {
        self.rounds(&mut |it| match it.call_with_unknown(block, memo) {
            Err(Stop::Break(id, _)) if id != 0 && id == block.home => Ok(Value::Nil),
            other => other,
        })
    }

    fn call_with_unknown(&mut self, block: &Rc<Proc>, memo: Option<&Value>) -> Outcome {
        match &block.what {
            Callable::Symbol(name) => self.send(&Value::Unknown, name, Args::default()),
            Callable::Code(code, outer) => {
                let (code, outer) = (code.clone(), outer.clone());
                self.run_block(block, &code, outer, None, true, |it| it.bind_unknown(&code.parameters, memo))
            }
            Callable::Method(..) | Callable::Host(_) | Callable::Collect(_) => Err(Stop::Unknown),
        }
    }

    /// Gives the parameters of a block unknown values. The memo is the second argument.
    fn bind_unknown(&mut self, parameters: &Parameters, memo: Option<&Value>) -> Outcome<()> {
        if let Some(what) = &parameters.not_covered {
            return self.not_covered(format!("parameters with {what}"));
        }
        for (index, target) in parameters.required.iter().enumerate() {
            match memo {
                Some(memo) if index == 1 => self.assign(target, memo.clone())?,
                _ => self.assign_unknown(target)?,
            }
        }
        for (target, default) in &parameters.optional {
            self.perhaps(&mut |it| it.eval(default))?;
            self.assign_unknown(target)?;
        }
        let rest = parameters.rest.iter().chain(&parameters.keyword_rest).flatten();
        for target in rest.chain(&parameters.posts).chain(parameters.keywords.iter().map(|it| &it.1)) {
            self.assign_unknown(target)?;
        }
        match &parameters.block {
            Some(target) => self.assign(target, Value::Nil),
            None => Ok(()),
        }
    }
}
