//! Values after two ways: those that are the same in both stay, others become unknown.

use std::rc::Rc;

use crate::journal::Content;
use crate::value::{Entries, Fields, Proc, Value};

/// The content of something after either of two ways.
pub struct Joined {
    pub content: Content,
    /// Whether it is less known than after the second.
    pub is_changed: bool,
    /// Whether who reads it depends on something unknown.
    pub is_lost: bool,
}

/// Whether two values are one: a change of the one would be a change of the other.
pub fn same(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Nil, Value::Nil) | (Value::Unknown, Value::Unknown) | (Value::Output, Value::Output) | (Value::This, Value::This) => true,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::Big(a), Value::Big(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (Value::Symbol(a), Value::Symbol(b)) | (Value::Class(a), Value::Class(b)) => a == b,
        (Value::String(a), Value::String(b)) => {
            // Neither of two that are frozen, or the host's, can change.
            let is_fixed = (a.frozen.get() && b.frozen.get()) || (a.shared && b.shared);
            Rc::ptr_eq(a, b) || is_fixed && !a.is_lost() && !b.is_lost() && a.is_utf8.get() == b.is_utf8.get() && a.get() == b.get()
        }
        (Value::Bytes(a), Value::Bytes(b)) => Rc::ptr_eq(a, b),
        (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b),
        (Value::Hash(a), Value::Hash(b)) => Rc::ptr_eq(a, b),
        (Value::Range(a), Value::Range(b)) => Rc::ptr_eq(a, b),
        (Value::Regex(a), Value::Regex(b)) => Rc::ptr_eq(a, b),
        (Value::Match(a), Value::Match(b)) => Rc::ptr_eq(a, b),
        (Value::Proc(a), Value::Proc(b)) => Rc::ptr_eq(a, b),
        (Value::Exception(a), Value::Exception(b)) => Rc::ptr_eq(a, b),
        (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b),
        (Value::Foreign(a), Value::Foreign(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

/// A value after either of two ways. What was there before something unknown took its place is added to `lost`.
pub fn joined(one: &Value, two: &Value, lost: &mut Vec<Value>) -> Value {
    if same(one, two) {
        return one.clone();
    }
    lost.extend([one.clone(), two.clone()]);
    Value::Unknown
}

/// Puts what differs between two lists of the same length to unknown; whether that changes the second.
fn join_values<'v>(pairs: impl Iterator<Item = (&'v Value, &'v mut Value)>, lost: &mut Vec<Value>) -> bool {
    let mut is_changed = false;
    for (one, two) in pairs {
        if !same(one, two) {
            lost.push(one.clone());
            if !matches!(two, Value::Unknown) {
                lost.push(std::mem::replace(two, Value::Unknown));
                is_changed = true;
            }
        }
    }
    is_changed
}

fn same_option(one: &Option<Value>, two: &Option<Value>) -> bool {
    match (one, two) {
        (None, None) => true,
        (Some(one), Some(two)) => same(one, two),
        _ => false,
    }
}

fn same_proc(one: &Option<Rc<Proc>>, two: &Option<Rc<Proc>>) -> bool {
    match (one, two) {
        (None, None) => true,
        (Some(one), Some(two)) => Rc::ptr_eq(one, two),
        _ => false,
    }
}

fn same_keys(one: &Entries, two: &Entries) -> bool {
    one.len() == two.len() && one.keys().eq(two.keys())
}

/// Joins two contents of the same thing; none where nothing can stand for both.
pub fn contents(one: Content, two: Content, lost_values: &mut Vec<Value>) -> Option<Joined> {
    let (content, is_changed, is_lost) = match (one, two) {
        (Content::Text { text: a, frozen: af, is_utf8: au, lost: al }, Content::Text { text: b, frozen: bf, is_utf8: bu, lost: bl }) => {
            let lost = al || bl || a != b || af != bf || au != bu;
            (Content::Text { text: b, frozen: bf, is_utf8: bu, lost }, lost && !bl, lost)
        }
        (Content::Bytes { bytes: a, frozen: af, lost: al }, Content::Bytes { bytes: b, frozen: bf, lost: bl }) => {
            let lost = al || bl || a != b || af != bf;
            (Content::Bytes { bytes: b, frozen: bf, lost }, lost && !bl, lost)
        }
        (Content::Array { items: a, frozen: af, lost: al }, Content::Array { items: mut b, frozen: bf, lost: bl }) => {
            let lost = al || bl || a.len() != b.len() || af != bf;
            let is_changed = if lost {
                lost_values.extend(a.into_iter().chain(b.iter().cloned()));
                !bl
            } else {
                join_values(a.iter().zip(&mut b), lost_values)
            };
            (Content::Array { items: b, frozen: bf, lost }, is_changed, lost)
        }
        (
            Content::Hash { entries: a, default: ad, default_of: ao, frozen: af, lost: al },
            Content::Hash { entries: mut b, default: bd, default_of: bo, frozen: bf, lost: bl },
        ) => {
            let is_like = same_keys(&a, &b) && same_option(&ad, &bd) && same_proc(&ao, &bo) && af == bf;
            let lost = al || bl || !is_like;
            let is_changed = if lost {
                let pairs = a.into_values().chain(b.values().cloned());
                lost_values.extend(pairs.flat_map(|(key, value)| [key, value]));
                lost_values.extend(ad.into_iter().chain(bd.clone()));
                lost_values.extend(ao.into_iter().chain(bo.clone()).map(Value::Proc));
                !bl
            } else {
                join_values(a.values().map(|it| &it.1).zip(b.values_mut().map(|it| &mut it.1)), lost_values)
            };
            (Content::Hash { entries: b, default: bd, default_of: bo, frozen: bf, lost }, is_changed, lost)
        }
        (Content::Object { fields: a, frozen: af }, Content::Object { fields: b, frozen: bf }) => {
            if af != bf {
                return None;
            }
            let (fields, is_changed) = fields(&a, b, lost_values)?;
            (Content::Object { fields, frozen: bf }, is_changed, false)
        }
        (Content::Exception { message: a, fields: one }, Content::Exception { message: b, fields: two }) => {
            if a != b {
                return None;
            }
            let (fields, is_changed) = fields(&one, two, lost_values)?;
            (Content::Exception { message: b, fields }, is_changed, false)
        }
        (Content::Scope(a), Content::Scope(mut b)) => {
            let is_changed = join_values(a.iter().zip(&mut b), lost_values);
            (Content::Scope(b), is_changed, false)
        }
        _ => return None,
    };
    Some(Joined { content, is_changed, is_lost })
}

/// Variables of an object: which there are, and in which order, cannot be unknown.
fn fields(one: &Fields, mut two: Fields, lost: &mut Vec<Value>) -> Option<(Fields, bool)> {
    if one.len() != two.len() || !one.keys().eq(two.keys()) {
        return None;
    }
    let is_changed = join_values(one.values().zip(two.values_mut()), lost);
    Some((two, is_changed))
}
