//! Lazy inputs of loops: views of maps, ranges, generators.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::{Dict, Value};
use crate::error::{Error, Outcome};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewKind {
    Keys,
    Values,
    Items,
}

impl ViewKind {
    pub fn type_name(self) -> &'static str {
        match self {
            ViewKind::Keys => "dict_keys",
            ViewKind::Values => "dict_values",
            ViewKind::Items => "dict_items",
        }
    }
}

/// `keys()`, `values()`, `items()` of a map.
#[derive(Clone)]
pub struct DictView {
    pub kind: ViewKind,
    pub dict: Dict,
}

impl DictView {
    pub fn items(&self) -> Vec<Value> {
        let pairs = self.dict.pairs().into_iter();
        match self.kind {
            ViewKind::Keys => pairs.map(|it| it.0).collect(),
            ViewKind::Values => pairs.map(|it| it.1).collect(),
            ViewKind::Items => pairs.map(|(key, value)| Value::tuple(vec![key, value])).collect(),
        }
    }
}

/// Whole numbers from one to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub start: i64,
    pub stop: i64,
    pub step: i64,
}

impl Range {
    pub fn len(&self) -> usize {
        let (start, stop, step) = (i128::from(self.start), i128::from(self.stop), i128::from(self.step));
        let count = match step {
            0 => 0,
            1.. => (stop - start + step - 1).div_euclid(step),
            _ => (start - stop - step - 1).div_euclid(-step),
        };
        usize::try_from(count.max(0)).unwrap_or(usize::MAX)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, index: usize) -> Option<i64> {
        let index = (index < self.len()).then(|| i64::try_from(index).ok())??;
        self.step.checked_mul(index)?.checked_add(self.start)
    }

    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.len()).filter_map(|it| self.get(it))
    }

    pub fn contains(&self, value: i64) -> bool {
        let (from, step) = (i128::from(value) - i128::from(self.start), i128::from(self.step));
        step != 0 && from % step == 0 && from / step >= 0 && usize::try_from(from / step).is_ok_and(|it| it < self.len())
    }
}

/// A generator. Its items are known when it is made; an error comes when it is reached.
#[derive(Clone)]
pub struct Iter(Rc<RefCell<(VecDeque<Value>, Option<Error>)>>);

impl Iter {
    pub fn new(items: Vec<Value>, error: Option<Error>) -> Iter {
        Iter(Rc::new(RefCell::new((items.into(), error))))
    }

    /// The items that are left, when nobody else has the generator.
    pub(super) fn into_items(self) -> VecDeque<Value> {
        Rc::try_unwrap(self.0).map(|it| it.into_inner().0).unwrap_or_default()
    }

    pub(crate) fn take_all(&self) -> (Vec<Value>, Option<Error>) {
        let mut state = self.0.borrow_mut();
        (state.0.drain(..).collect(), state.1.take())
    }

    pub(crate) fn next(&self) -> Outcome<Option<Value>> {
        let mut state = self.0.borrow_mut();
        match state.0.pop_front() {
            Some(value) => Ok(Some(value)),
            None => state.1.take().map_or(Ok(None), Err),
        }
    }
}
