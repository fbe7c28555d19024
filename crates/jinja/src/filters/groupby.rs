//! The filter `groupby`: takes a sequence and returns groups of the items that have the same attribute.

use std::rc::Rc;

use super::shared::{Attributes, ignore_case, sorted};
use super::{Filter, filter};
use crate::args::Bound;
use crate::error::Outcome;
use crate::eval::Renderer;
use crate::value::{Object, Str, Value};

pub(super) static FILTER: Filter =
    filter(&["groupby"], "sync_do_groupby", &["value", "attribute", "default", "case_sensitive"], 2, 1, group_by);

/// A group of `groupby`: a tuple with names.
struct Group {
    grouper: Value,
    list: Value,
}

impl Object for Group {
    fn type_name(&self) -> String {
        "_GroupTuple".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.filters._GroupTuple".to_owned()
    }

    fn attribute(&self, _: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        Ok(match name {
            "grouper" => Some(self.grouper.clone()),
            "list" => Some(self.list.clone()),
            _ => None,
        })
    }

    fn item(&self, _: &mut Renderer<'_>, key: &Value) -> Outcome<Option<Value>> {
        Ok(match key {
            Value::Int(0 | -2) => Some(self.grouper.clone()),
            Value::Int(1 | -1) => Some(self.list.clone()),
            _ => None,
        })
    }

    fn items(&self) -> Option<Outcome<Vec<Value>>> {
        Some(Ok(vec![self.grouper.clone(), self.list.clone()]))
    }

    fn length(&self) -> Option<usize> {
        Some(2)
    }

    fn print(&self, _repr: bool) -> Option<Str> {
        Value::tuple(vec![self.grouper.clone(), self.list.clone()]).repr().ok().map(Str::new)
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

fn group_by(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let by = Attributes::one(args.get(1))?;
    let default = args.some(2)?.cloned();
    let fold = !args.truth(3, false)?;
    let mut keyed = Vec::new();
    for item in args.value(0).iterate()? {
        let key = by.get(r, &item, default.as_ref())?;
        let key = if fold { ignore_case(&key) } else { key };
        keyed.push((key.clone(), Value::tuple(vec![key, item])));
    }
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for pair in sorted(r, keyed, false)? {
        let Value::Tuple(pair) = pair else { continue };
        let [key, item] = &*pair else { continue };
        match groups.last_mut() {
            Some((known, items)) if known.equals(key)? => items.push(item.clone()),
            _ => groups.push((key.clone(), vec![item.clone()])),
        }
    }
    let mut out = Vec::with_capacity(groups.len());
    for (key, items) in groups {
        let key = match items.first() {
            Some(first) if fold => by.get(r, first, default.as_ref())?,
            _ => key,
        };
        out.push(Value::Object(Rc::new(Group { grouper: key, list: Value::list(items) })));
    }
    Ok(Value::list(out))
}
