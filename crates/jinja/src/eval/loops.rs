//! `for`, and the variable `loop`.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use super::statements::Flow;
use super::{Frame, Renderer};
use crate::ast::{For, Stmt};
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::{Args, Dict, DictView, Function, List, Object, Str, Value, ViewKind};

/// Input of a loop: lists and maps as they are at each turn.
enum Cursor {
    List(List, usize),
    Dict(Dict, ViewKind, usize, usize),
    Fixed(VecDeque<Value>, Option<Error>),
}

impl Cursor {
    fn new(value: &Value) -> Outcome<Cursor> {
        if value.is_lenient() {
            return Ok(Cursor::Fixed(VecDeque::new(), None));
        }
        Ok(match value.defined()? {
            Value::List(it) => Cursor::List(it.clone(), 0),
            Value::Dict(it) => Cursor::Dict(it.clone(), ViewKind::Keys, 0, it.len()),
            Value::View(DictView { kind, dict }) => Cursor::Dict(dict.clone(), *kind, 0, dict.len()),
            other => {
                let (items, error) = other.iterate_lazily()?;
                Cursor::Fixed(items.into(), error)
            }
        })
    }

    fn next(&mut self) -> Outcome<Option<Value>> {
        match self {
            Cursor::List(list, at) => {
                *at += 1;
                Ok(list.get(*at - 1))
            }
            Cursor::Dict(dict, kind, at, length) => {
                if dict.len() != *length {
                    return Err(Error::new(ErrorKind::Python("RuntimeError"), "dictionary changed size during iteration"));
                }
                *at += 1;
                Ok(dict.entry(*at - 1).map(|(key, value)| match kind {
                    ViewKind::Keys => key,
                    ViewKind::Values => value,
                    ViewKind::Items => Value::tuple(vec![key, value]),
                }))
            }
            Cursor::Fixed(items, error) => match items.pop_front() {
                Some(item) => Ok(Some(item)),
                None => error.take().map_or(Ok(None), Err),
            },
        }
    }
}

pub(crate) struct Loop {
    source: Rc<For>,
    /// Around the loop.
    frame: Frame,
    cursor: RefCell<Cursor>,
    /// The number of items, where it is known before.
    sized: Option<Value>,
    pending: RefCell<VecDeque<Value>>,
    index0: Cell<i64>,
    depth0: i64,
    before: RefCell<Option<Value>>,
    current: RefCell<Option<Value>>,
    length: Cell<Option<i64>>,
    changed: Rc<RefCell<Option<Value>>>,
}

impl Loop {
    fn new(source: &Rc<For>, frame: &Frame, iterable: &Value, depth0: i64) -> Outcome<Loop> {
        let sized = !matches!(iterable, Value::Iter(_)) && source.test.is_none();
        Ok(Loop {
            source: source.clone(),
            frame: frame.clone(),
            cursor: RefCell::new(Cursor::new(iterable)?),
            sized: sized.then(|| iterable.clone()),
            pending: RefCell::default(),
            index0: Cell::new(-1),
            depth0,
            before: RefCell::default(),
            current: RefCell::default(),
            length: Cell::default(),
            changed: Rc::default(),
        })
    }

    /// The next item that passes the test of the loop.
    fn fetch(&self, renderer: &mut Renderer<'_>) -> Outcome<Option<Value>> {
        loop {
            renderer.charge(1)?;
            let Some(item) = self.cursor.borrow_mut().next()? else { return Ok(None) };
            let Some(test) = &self.source.test else { return Ok(Some(item)) };
            let frame = self.frame.inner();
            no_loop(&frame);
            renderer.assign(&frame, &self.source.target, item.clone())?;
            if renderer.truth(&frame, test)? {
                return Ok(Some(item));
            }
        }
    }

    fn advance(&self, renderer: &mut Renderer<'_>) -> Outcome<Option<Value>> {
        let pending = self.pending.borrow_mut().pop_front();
        let item = match pending {
            Some(item) => Some(item),
            None => self.fetch(renderer)?,
        };
        let Some(item) = item else { return Ok(None) };
        self.index0.set(self.index0.get() + 1);
        *self.before.borrow_mut() = self.current.replace(Some(item.clone()));
        Ok(Some(item))
    }

    fn peek(&self, renderer: &mut Renderer<'_>) -> Outcome<Option<Value>> {
        if let Some(item) = self.pending.borrow().front() {
            return Ok(Some(item.clone()));
        }
        let Some(item) = self.fetch(renderer)? else { return Ok(None) };
        self.pending.borrow_mut().push_back(item.clone());
        Ok(Some(item))
    }

    fn length(&self, renderer: &mut Renderer<'_>) -> Outcome<i64> {
        if let Some(length) = self.length.get() {
            return Ok(length);
        }
        let sized = self.sized.as_ref().map_or(Ok(None), Value::length)?;
        let length = match sized {
            Some(length) => length,
            None => {
                while let Some(item) = self.fetch(renderer)? {
                    self.pending.borrow_mut().push_back(item);
                }
                usize::try_from(self.index0.get() + 1).unwrap_or(0) + self.pending.borrow().len()
            }
        };
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        self.length.set(Some(length));
        Ok(length)
    }
}

/// In the test and the `else` of a loop, its own variable does not exist.
fn no_loop(frame: &Frame) {
    if frame.get("loop").is_none() {
        frame.set(&Rc::from("loop"), Value::undefined("'loop' is undefined"));
    }
}

impl Renderer<'_> {
    pub(crate) fn for_(&mut self, frame: &Frame, stmt: &Stmt, source: &Rc<For>) -> Outcome<()> {
        let iterable = self.eval(frame, &source.iter)?;
        let place = self.place(frame, stmt.range);
        if let Err(error) = iterable.known() {
            return self.for_unknown(frame, source, place, error.message());
        }
        let state = Loop::new(source, frame, &iterable, 0).map_err(|it| self.error_at(it, frame, source.iter.range))?;
        match self.run_loop(frame, Rc::new(state)) {
            // Which items pass the test of the loop is not known.
            Err(error) if error.kind() == ErrorKind::Unknown => self.for_unknown(frame, source, place, error.message()),
            other => other,
        }
    }

    /// A loop over something that is not known: its body may run or not.
    fn for_unknown(&mut self, frame: &Frame, source: &Rc<For>, place: crate::PlaceId, why: &str) -> Outcome<()> {
        let inner = frame.inner();
        self.note_reason(place, why);
        let item = Value::unknown(why);
        self.assign(&inner, &source.target, item.clone())?;
        inner.set(&Rc::from("loop"), item);
        self.hole(place);
        // A second turn meets what the first one changed.
        for _ in 0..2 {
            let once = |it: &mut Self| it.body(&inner, &source.body).map(|_| Flow::Next);
            let otherwise = |it: &mut Self| it.inner(frame, &source.otherwise).map(|_| Flow::Next);
            self.captured(|it| it.fork(place, once, otherwise))?;
        }
        Ok(())
    }

    fn run_loop(&mut self, frame: &Frame, state: Rc<Loop>) -> Outcome<()> {
        let source = state.source.clone();
        let place = self.place(frame, source.target.range);
        let (mut ran, mut uncertain) = (false, false);
        while let Some(item) = state.advance(self)? {
            ran = true;
            let inner = frame.inner();
            inner.set(&Rc::from("loop"), Value::Object(state.clone()));
            self.assign(&inner, &source.target, item)?;
            if uncertain {
                let turn = |it: &mut Self| it.body(&inner, &source.body).map(|_| Flow::Next);
                self.captured(|it| it.fork(place, turn, |_| Ok(Flow::Next)))?;
                continue;
            }
            match self.body(&inner, &source.body)? {
                Flow::Break | Flow::Done => break,
                // Further turns may run or not.
                Flow::Maybe => uncertain = true,
                Flow::Next | Flow::Continue => {}
            }
        }
        if !ran {
            let inner = frame.inner();
            if !source.otherwise.is_empty() {
                no_loop(&inner);
            }
            self.body(&inner, &source.otherwise)?;
        }
        Ok(())
    }
}

impl Object for Loop {
    fn type_name(&self) -> String {
        "LoopContext".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.runtime.LoopContext".to_owned()
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn attribute(&self, renderer: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        let index0 = self.index0.get();
        let or_undefined = |it: Option<Value>, hint: &str| it.unwrap_or_else(|| Value::undefined(hint));
        Ok(Some(match name {
            "index" => Value::Int(index0 + 1),
            "index0" => Value::Int(index0),
            "revindex" => Value::Int(self.length(renderer)? - index0),
            "revindex0" => Value::Int(self.length(renderer)? - index0 - 1),
            "first" => Value::Bool(index0 == 0),
            "last" => Value::Bool(self.peek(renderer)?.is_none()),
            "length" => Value::Int(self.length(renderer)?),
            "depth" => Value::Int(self.depth0 + 1),
            "depth0" => Value::Int(self.depth0),
            "previtem" if index0 == 0 => Value::undefined("there is no previous item"),
            "previtem" => or_undefined(self.before.borrow().clone(), "there is no previous item"),
            "nextitem" => or_undefined(self.peek(renderer)?, "there is no next item"),
            "cycle" => Function::new("cycle", move |_, args| {
                let count = i64::try_from(args.positional.len()).unwrap_or(i64::MAX);
                if count == 0 {
                    return Err(Error::type_error("no items for cycling given"));
                }
                let at = usize::try_from(index0.rem_euclid(count)).unwrap_or(0);
                Ok(args.positional.get(at).cloned().unwrap_or(Value::None))
            })
            .into(),
            "changed" => {
                let changed = self.changed.clone();
                Function::new("changed", move |_, args| {
                    let now = Value::tuple(args.positional);
                    let same = match &*changed.borrow() {
                        Some(before) => before.equals(&now)?,
                        None => false,
                    };
                    *changed.borrow_mut() = Some(now);
                    Ok(Value::Bool(!same))
                })
                .into()
            }
            _ => return Ok(None),
        }))
    }

    fn call(&self, renderer: &mut Renderer<'_>, args: Args) -> Outcome {
        if !self.source.recursive {
            return Err(Error::type_error("The loop must have the 'recursive' marker to be called recursively."));
        }
        let [iterable] = args.positional.as_slice() else {
            return Err(Error::type_error("LoopContext.__call__() missing 1 required positional argument: 'iterable'"));
        };
        let mut frame = self.frame.clone();
        frame.caller = renderer.caller;
        let state = Loop::new(&self.source, &frame, iterable, self.depth0 + 1)?;
        renderer.capture(|it| it.run_loop(&frame, Rc::new(state)))
    }

    fn print(&self, _repr: bool) -> Option<Str> {
        let length = self.sized.as_ref()?.length().ok()??;
        Some(Str::new(format!("<LoopContext {}/{length}>", self.index0.get() + 1)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
