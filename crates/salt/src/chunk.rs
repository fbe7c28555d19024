//! Low data: one chunk for each function call, with its arguments.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::advice::{Advice, Dropped};
use crate::high::{Body, High, Module, iterate};
use crate::includers::Includers;
use crate::place::Span;
use crate::problem::{Crash, Finding, Named, Problem};
use crate::python;
use crate::requisite::{Kind, is_requisite};
use crate::value::{Copies, Heap, Id, Items, Key, Map, Slot, Str, Value};

/// A state as it is called.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub state: Str,
    pub fun: Str,
    pub id: Str,
    pub name: Key,
    pub sls: Option<Str>,
    pub included_from: Includers,
    /// All other arguments, `order` and the requisites among them.
    pub args: Map,
    /// Its number among those that `names` makes, from 1.
    pub name_order: Option<u32>,
    /// Whether another state has it run in test mode.
    pub is_prerequired: bool,
    /// Whether it runs another state in test mode first.
    pub has_prereq: bool,
    /// Where its module stands.
    pub at: Span,
    pub order: Option<Order>,
}

/// The number by which states are sorted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    Int(i64),
    Float(f64),
    Bool(bool),
}

impl Order {
    #[expect(clippy::cast_precision_loss, reason = "only compared")]
    pub fn number(self) -> f64 {
        match self {
            Order::Int(it) => it as f64,
            Order::Float(it) => it,
            Order::Bool(it) => f64::from(u8::from(it)),
        }
    }

    pub fn plus(self, other: i64) -> Order {
        match self {
            Order::Int(it) => Order::Int(it.saturating_add(other)),
            #[expect(clippy::cast_precision_loss, reason = "orders are small")]
            Order::Float(it) => Order::Float(it + other as f64),
            Order::Bool(it) => Order::Int(i64::from(it).saturating_add(other)),
        }
    }

    pub fn text(self) -> String {
        match self {
            Order::Int(it) => it.to_string(),
            Order::Float(it) => python::float(it),
            Order::Bool(it) => if it { "True" } else { "False" }.to_owned(),
        }
    }
}

impl Chunk {
    pub fn name_text(&self) -> Str {
        python::shared_key_text(&self.name)
    }

    /// Identity of a state: a later one with the same tag replaces the earlier one.
    pub fn tag(&self) -> Str {
        [&*self.state, "_|-", &*self.id, "_|-", &*self.name_text(), "_|-", &*self.fun].concat().into()
    }

    /// Order of states with the same number.
    pub fn label(&self) -> String {
        [&*self.state, &*self.name_text(), &*self.fun].concat()
    }

    pub fn named(&self) -> Named {
        Named { sls: self.sls.clone().unwrap_or_default(), id: self.id.clone(), name: self.name_text() }
    }

    pub fn arg(&self, name: &str) -> Option<Id> {
        self.args.get(name).map(|it| it.value)
    }

    pub fn has(&self, kind: Kind) -> bool {
        self.args.contains_key(kind.name())
    }

    /// The number as it is written; none if it is no number.
    pub fn written_order(&self, heap: &Heap) -> Option<Order> {
        match heap.get(self.arg("order")?) {
            Value::Int(it) => Some(Order::Int(*it)),
            Value::Float(it) => Some(Order::Float(*it)),
            Value::Bool(it) => Some(Order::Bool(*it)),
            _ => None,
        }
    }

    /// The number as it counts: words and what is no number, by the largest one.
    pub fn plain_order(&self, heap: &Heap, cap: i64) -> Order {
        if let Some(order) = self.order.or_else(|| self.written_order(heap)) {
            return order;
        }
        match self.arg("order").and_then(|it| heap.str(it)).map(|it| &**it) {
            Some("last") => Order::Int(cap.saturating_add(1_000_000)),
            Some("first") => Order::Int(0),
            _ => Order::Int(cap),
        }
    }

    /// The number by which the state is sorted: `names` are counted in it, and negative ones count from the end.
    pub fn count_order(&mut self, heap: &Heap, cap: i64) -> Order {
        let mut order = self.plain_order(heap, cap);
        if let Some(name_order) = self.name_order.take() {
            order = Order::Float(order.number() + f64::from(name_order) / 10_000.0);
        }
        if order.number() < 0.0 {
            order = order.plus(cap.saturating_add(1_000_000));
        }
        self.order = Some(order);
        order
    }
}

/// Makes the chunks of all IDs, in the order of the files.
pub fn chunks(heap: &mut Heap, high: &High, has_includers: bool, notes: &mut Vec<Finding>) -> Result<Vec<Chunk>, Box<Finding>> {
    let mut all = Vec::with_capacity(high.ids.len());
    for (id, body) in high.bodies() {
        let Key::Str(id) = id else { continue };
        if id.starts_with("__") {
            continue;
        }
        for (module, found) in &body.modules {
            one(heap, id, body, (module, *found), has_includers, &mut all, notes)?;
        }
    }
    Ok(all)
}

fn one(
    heap: &mut Heap,
    id: &Str,
    body: &Body,
    (module, found): (&Str, Module),
    has_includers: bool,
    all: &mut Vec<Chunk>,
    notes: &mut Vec<Finding>,
) -> Result<(), Box<Finding>> {
    let mut chunk = Chunk {
        state: module.clone(),
        fun: Str::default(),
        id: id.clone(),
        name: Key::Str(id.clone()),
        sls: body.sls.clone(),
        included_from: if has_includers { body.included_from.clone() } else { Includers::default() },
        args: Map::default(),
        name_order: None,
        is_prerequired: false,
        has_prereq: false,
        at: found.at,
        order: None,
    };
    let mut function: Option<Str> = None;
    let mut names = Names::default();
    for argument in iterate(heap, found.value)? {
        match heap.get(argument) {
            Value::Str(text) => function = Some(text.clone()),
            Value::Map(map) => {
                // An argument is a map of one key.
                let entries: SmallVec<[(Key, Slot); 1]> = map.iter().map(|(key, slot)| (key.clone(), *slot)).collect();
                for (key, slot) in entries {
                    match key.as_str() {
                        Some("names") => {
                            let entries = iterate(heap, slot.value)?;
                            names.add(heap, entries);
                        }
                        Some("state") => {}
                        Some("name") => {
                            chunk.name = Key::Str(heap.str(slot.value).cloned().unwrap_or_else(|| id.clone()));
                        }
                        _ => {
                            if let (Some(old), Key::Str(name)) = (chunk.args.insert(key.clone(), slot), &key) {
                                notes.extend(replaced(heap, name, old, slot));
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let Some(function) = function else { return Ok(()) };
    chunk.fun = function;
    if names.all.is_empty() {
        copy_args(heap, &mut chunk);
        all.push(chunk);
        return Ok(());
    }
    let values = chunk.args.values().map(|it| heap.size(it.value, MAX_COPIED)).fold(1, usize::saturating_add);
    if values.saturating_mul(names.all.len()) > MAX_COPIED {
        return Err(Finding::limit("`names` copies too many values (limit 5,000,000)", found.at));
    }
    for (number, entry) in names.all.into_iter().enumerate() {
        let mut live = chunk.clone();
        copy_args(heap, &mut live);
        name(heap, &mut live, entry)?;
        live.name_order = u32::try_from(number + 1).ok();
        all.push(live);
    }
    Ok(())
}

/// Of two requisites of one kind in one state, Salt keeps the last one.
fn replaced(heap: &Heap, name: &Str, old: Slot, new: Slot) -> Option<Finding> {
    if name.as_ref() == "onfail_stop" || !(is_requisite(name) || name.as_ref() == "listen_in") {
        return None;
    }
    let replacements = heap.list(new.value)?;
    let is_lost = |it: &&Id| !replacements.iter().any(|new| heap.equal(**it, *new));
    let lost = heap.list(old.value)?.iter().find(is_lost)?;
    let advice = Advice::Dropped { requisite: name.clone(), target: written(heap, *lost), why: Dropped::Replaced };
    Some(Finding { problem: Problem::Advice(advice), at: old.key, related: vec![new.key] })
}

/// The target of a requisite as people write it.
pub fn written(heap: &Heap, item: Id) -> Str {
    match heap.first(item) {
        Some((module, slot)) => format!("{}: {}", python::key_text(module), python::text(heap, slot.value)).into(),
        None => python::text(heap, item).into(),
    }
}

/// Each of the states that `names` makes has a copy of all arguments; no state has more values in all copies together.
const MAX_COPIED: usize = 5_000_000;

/// The entries of `names`, each once.
#[derive(Default)]
struct Names {
    all: Vec<Id>,
    texts: FxHashSet<Key>,
    /// Those with arguments, by a number that equal ones share.
    maps: FxHashMap<u64, Vec<Id>>,
}

impl Names {
    fn add(&mut self, heap: &Heap, entries: Items) {
        for entry in entries {
            let is_new = match heap.key(entry) {
                Some(key) => self.texts.insert(key),
                None => {
                    let similar = self.maps.entry(heap.fingerprint(entry)).or_default();
                    let is_new = !similar.iter().any(|it| heap.equal(*it, entry));
                    if is_new {
                        similar.push(entry);
                    }
                    is_new
                }
            };
            if is_new {
                self.all.push(entry);
            }
        }
    }
}

/// Gives each chunk arguments of its own, as they change.
fn copy_args(heap: &mut Heap, chunk: &mut Chunk) {
    let mut known = Copies::default();
    for slot in chunk.args.values_mut() {
        slot.value = heap.copy(slot.value, &mut known);
    }
}

/// Applies an entry of `names`: a name, or a name with arguments.
fn name(heap: &mut Heap, chunk: &mut Chunk, entry: Id) -> Result<(), Box<Finding>> {
    let at = heap.place(entry);
    let Some(map) = heap.map(entry) else {
        chunk.name = heap.key(entry).ok_or_else(|| Finding::crash(Crash::Unhashable, at))?;
        return Ok(());
    };
    let Some((name, slot)) = map.first().map(|(key, slot)| (key.clone(), *slot)) else { return Err(Finding::crash(Crash::Empty, at)) };
    chunk.name = name;
    for argument in iterate(heap, slot.value)? {
        let Some(map) = heap.map(argument).cloned() else { return Err(Finding::crash(Crash::Map, heap.place(argument))) };
        for (key, slot) in map {
            match key.as_str() {
                Some("name") => chunk.name = heap.key(slot.value).ok_or_else(|| Finding::crash(Crash::Unhashable, slot.key))?,
                // Salt sets the function afterwards.
                Some("fun") => {}
                Some("state") => {
                    if let Some(text) = heap.str(slot.value) {
                        chunk.state = text.clone();
                    }
                }
                _ => {
                    chunk.args.insert(key, slot);
                }
            }
        }
    }
    Ok(())
}

/// Returns the number after the largest one that is written: where states without a number go.
pub fn cap<'c>(heap: &Heap, chunks: impl Iterator<Item = &'c Chunk>) -> i64 {
    let mut cap = 1;
    for chunk in chunks {
        let order = match chunk.written_order(heap) {
            Some(Order::Int(it)) => it,
            Some(Order::Bool(it)) => i64::from(it),
            _ => continue,
        };
        if order > cap - 1 && order > 0 {
            cap = order.saturating_add(100);
        }
    }
    cap
}
