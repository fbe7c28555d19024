//! Chains such as `list.map.with_index { … }`, which Ruby runs by an enumerator between the two calls.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::ast::{BlockOf, Call, Kind};
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{Callable, Proc, Value};

/// Methods that may follow a call that yields elements.
const FOLLOWS: &[&str] = &[
    "all?",
    "any?",
    "collect",
    "count",
    "detect",
    "each_with_object",
    "filter",
    "filter_map",
    "find",
    "find_all",
    "flat_map",
    "group_by",
    "inject",
    "map",
    "max_by",
    "min_by",
    "partition",
    "reduce",
    "reject",
    "select",
    "sort_by",
    "to_a",
    "to_h",
    "each_with_index",
];

/// Methods that give an enumerator without their block.
static WAITING: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    FxHashSet::from_iter([
        "collect",
        "collect!",
        "collect_concat",
        "combination",
        "delete_if",
        "detect",
        "downto",
        "drop_while",
        "each",
        "each_byte",
        "each_char",
        "each_cons",
        "each_entry",
        "each_index",
        "each_key",
        "each_line",
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
        "keep_if",
        "map",
        "map!",
        "max_by",
        "min_by",
        "partition",
        "permutation",
        "reject",
        "reject!",
        "repeated_combination",
        "repeated_permutation",
        "reverse_each",
        "select",
        "select!",
        "sort_by",
        "take_while",
        "times",
        "transform_keys",
        "transform_values",
        "upto",
    ])
});

impl Ruby<'_> {
    /// The result of such a chain; none where the call is not one.
    pub fn enumerated(&mut self, call: &Call, at: u32) -> Outcome<Option<Value>> {
        let Some(receiver) = &call.receiver else { return Ok(None) };
        let Kind::Call(inner) = &receiver.kind else { return Ok(None) };
        let (Some(source), None, false) = (&inner.receiver, &inner.block, inner.safe || call.safe) else { return Ok(None) };
        let follows = FOLLOWS.contains(&&*call.name);
        let indexes = matches!(&*call.name, "with_index" | "each_with_index");
        match (&*inner.name, inner.arguments.len()) {
            ("each_with_index" | "times", 0) if follows => {}
            ("each_slice" | "each_cons" | "combination" | "upto" | "downto", 1) if follows => {}
            ("map" | "collect" | "each" | "select" | "filter" | "reject" | "flat_map" | "each_with_index", 0)
                if indexes && call.block.is_some() => {}
            _ => return Ok(None),
        }
        let source = self.eval(source)?;
        if matches!(source, Value::Unknown) || source.is_lost() {
            let given = self.list(&inner.arguments)?;
            let chain = self.send(&source, &inner.name, Args::new(given))?;
            return self.call_of(call, at, Some(&chain)).map(Some);
        }
        if indexes && !matches!(&*inner.name, "each_slice" | "each_cons" | "combination" | "upto" | "downto" | "times" | "each_with_index")
        {
            return self.indexed(&source, inner, call, at).map(Some);
        }
        let mut items = Vec::new();
        match (&*inner.name, &source) {
            ("times", Value::Integer(count)) => {
                self.spend(u64::try_from(*count).unwrap_or(0))?;
                items.extend((0..*count).map(Value::Integer));
            }
            ("each_with_index", Value::Array(_) | Value::Hash(_) | Value::Range(_)) => {
                for (index, item) in self.elements(&source)?.into_iter().enumerate() {
                    items.push(self.heap.array(vec![item, Value::Integer(i64::try_from(index).unwrap_or(0))]));
                }
            }
            ("each_slice" | "each_cons", Value::Array(_) | Value::Hash(_) | Value::Range(_)) => {
                let size = self.list(&inner.arguments)?;
                let size = self.needs_integer(size.first().unwrap_or(&Value::Nil))?;
                let Some(size) = usize::try_from(size).ok().filter(|it| *it > 0) else { return self.not_covered("such a size of slices") };
                let all = self.elements(&source)?;
                let parts: Vec<Vec<Value>> = match &*inner.name {
                    "each_cons" => all.windows(size).map(<[Value]>::to_vec).collect(),
                    _ => all.chunks(size).map(<[Value]>::to_vec).collect(),
                };
                self.spend((parts.len() * size) as u64)?;
                items.extend(parts.into_iter().map(|it| self.heap.array(it)));
            }
            ("combination", Value::Array(_)) | ("upto" | "downto", Value::Integer(_)) => {
                let arguments = self.list(&inner.arguments)?;
                let collected: Rc<RefCell<Vec<Value>>> = Rc::default();
                let block = Rc::new(Proc { what: Callable::Collect(collected.clone()), is_lambda: false, home: 0 });
                self.heap.keep(Value::Proc(block.clone()));
                self.send(&source, &inner.name, Args { block: Some(block), ..Args::new(arguments) })?;
                items = collected.take();
            }
            _ => return self.chained(&source, inner, call, at).map(Some),
        }
        let list = self.heap.array(items);
        let arguments = self.list(&call.arguments)?;
        let (block, home) = self.block_of(call)?;
        self.at = call.name_at.max(at);
        match self.send(&list, &call.name, Args { list: arguments, keywords: call.keywords, block }) {
            Err(Stop::Break(id, value)) if home != 0 && id == home => Ok(Some(value)),
            other => other.map(Some),
        }
    }

    /// The same by an object between the two calls.
    fn chained(&mut self, source: &Value, inner: &Call, call: &Call, at: u32) -> Outcome {
        let arguments = self.list(&inner.arguments)?;
        self.at = inner.name_at;
        let between = self.send(source, &inner.name, Args { keywords: inner.keywords, ..Args::new(arguments) })?;
        let list = self.list(&call.arguments)?;
        let (block, home) = self.block_of(call)?;
        self.at = call.name_at.max(at);
        match self.send(&between, &call.name, Args { list, keywords: call.keywords, block }) {
            Err(Stop::Break(id, value)) if home != 0 && id == home => Ok(value),
            other => other,
        }
    }

    /// The enumerator that a method gives without its block; none if it needs none.
    pub fn waiting(&mut self, receiver: &Value, name: &str, arguments: &Args) -> Outcome<Option<Value>> {
        if arguments.block.is_some() || arguments.keywords || !WAITING.contains(name) {
            return Ok(None);
        }
        let takes = match name {
            "each_cons" | "each_slice" => {
                if !matches!(arguments.list.as_slice(), [Value::Integer(1..)]) {
                    return Ok(None);
                }
                1
            }
            "each_with_object" | "upto" | "downto" | "combination" | "repeated_combination" | "repeated_permutation" => 1,
            "permutation" => arguments.list.len().min(1),
            _ => 0,
        };
        let is_there = match receiver {
            Value::Array(_) | Value::Hash(_) | Value::Range(_) | Value::String(_) | Value::Integer(_) => arguments.list.len() == takes,
            _ => false,
        };
        if !is_there || (matches!(receiver, Value::String(_)) && matches!(name, "index" | "upto")) {
            return Ok(None);
        }
        self.made_enumerator(receiver, name, &arguments.list).map(Some)
    }

    /// The enumerator of a method with these arguments.
    pub fn made_enumerator(&mut self, receiver: &Value, name: &str, arguments: &[Value]) -> Outcome {
        let Some(class) = self.constant_at("Enumerator") else { return self.not_covered("an enumerator") };
        let given = self.heap.array(arguments.to_vec());
        let list = vec![receiver.clone(), Value::Symbol(name.into()), given];
        self.send(&class, "__made", Args::new(list))
    }

    fn indexed(&mut self, source: &Value, inner: &Call, call: &Call, at: u32) -> Outcome {
        let fits = match source {
            Value::Array(_) | Value::Range(_) => true,
            Value::Hash(_) => matches!(&*inner.name, "each" | "map" | "collect"),
            _ => false,
        };
        if !fits {
            return self.chained(source, inner, call, at);
        }
        let arguments = self.list(&call.arguments)?;
        let mut index = match arguments.first() {
            None | Some(Value::Nil) => 0,
            Some(other) => self.needs_integer(other)?,
        };
        let (Some(block), home) = self.block_of(call)? else { return self.not_covered("an enumerator without a block") };
        self.at = call.name_at.max(at);
        let mut results = Vec::new();
        for item in self.elements(source)? {
            let result = match self.call_block(&block, vec![item.clone(), Value::Integer(index)]) {
                Err(Stop::Break(id, value)) if home != 0 && id == home => return Ok(value),
                other => other?,
            };
            index = index.saturating_add(1);
            match &*inner.name {
                "map" | "collect" => results.push(result),
                "flat_map" => match result {
                    Value::Array(list) => results.extend(list.items()),
                    other => results.push(other),
                },
                "select" | "filter" | "reject" => {
                    let wanted = &*inner.name != "reject";
                    results.extend((self.truth(&result)? == wanted).then_some(item));
                }
                _ => {}
            }
        }
        Ok(if &*inner.name == "each" { source.clone() } else { self.heap.array(results) })
    }

    /// The block of a call, and the call that its `break` ends.
    pub fn block_of(&mut self, call: &Call) -> Outcome<(Option<Rc<Proc>>, u64)> {
        Ok(match &call.block {
            None => (None, 0),
            Some(BlockOf::Code(code)) => {
                let home = self.new_id();
                match self.proc_of(code, false, home) {
                    Value::Proc(it) => (Some(it), home),
                    _ => (None, 0),
                }
            }
            Some(BlockOf::Value(node)) => match self.eval(node)? {
                Value::Nil => (None, 0),
                Value::Proc(it) => (Some(it), 0),
                Value::Symbol(name) => {
                    let block = Rc::new(Proc { what: crate::value::Callable::Symbol(name), is_lambda: true, home: 0 });
                    self.heap.keep(Value::Proc(block.clone()));
                    (Some(block), 0)
                }
                Value::Unknown => return Err(Stop::Unknown),
                _ => return self.not_covered("a block from this"),
            },
        })
    }
}
