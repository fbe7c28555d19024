//! `%{…}` in data, paths and options.

mod problem;

use std::ops::Range;
use std::sync::Arc;

use values::{Hash, Origin, Size, Type, Unknown, Value};

use crate::error::{Error, Found, Stop};
use crate::explain::What;
use crate::invocation::{Invocation, lock};
use crate::key::{Segment, split};
use crate::lookups::{Lookups, Request};
use crate::ruby;
use crate::scope::Scope;

pub use problem::interpolation_problem;

/// Data that was interpolated may be no larger.
const MAX_VALUES: u64 = 5_000_000;

/// Data may be nested no deeper.
const MAX_DEPTH: usize = 1000;

/// Stands in a path or an address for a part that is not known; no text of data holds it.
pub(crate) const NOT_KNOWN: char = '\u{10ffff}';

/// An interpolated text may be no longer.
const MAX_TEXT: usize = 64 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Scope,
    Lookup,
    Alias,
    Literal,
}

struct Work<'a> {
    lookups: &'a Lookups,
    invocation: &'a Arc<Invocation>,
    methods: bool,
    /// Where something is put into a text that is not known, it is marked; else the text is not known.
    marks: bool,
    left: u64,
}

impl Lookups {
    /// Methods: whether `%{lookup('x')}` and its like are allowed.
    pub(crate) fn interpolate(&self, scope: &mut dyn Scope, value: &Value, invocation: &Arc<Invocation>, methods: bool) -> Found {
        let mut work = Work { lookups: self, invocation, methods, marks: false, left: MAX_VALUES };
        stacker::maybe_grow(1 << 20, 4 << 20, || work.value(scope, value, 0))
    }

    /// A text of a configuration: no methods, and the result is a text, in which [`NOT_KNOWN`] stands for what is not known.
    pub(crate) fn interpolate_text(&self, scope: &mut dyn Scope, text: &str, invocation: &Arc<Invocation>) -> Found<String> {
        let mut work = Work { lookups: self, invocation, methods: false, marks: true, left: MAX_VALUES };
        let text = stacker::maybe_grow(1 << 20, 4 << 20, || work.value(scope, &Value::string(text), 0));
        text.map(|it| ruby::to_s(&it))
    }
}

impl Work<'_> {
    fn value(&mut self, scope: &mut dyn Scope, value: &Value, depth: usize) -> Found {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || depth > MAX_DEPTH {
            return Err(Error::lookup(format!("The data stands for more than {MAX_VALUES} values")).into());
        }
        match value {
            Value::String(text) if text.contains("%{") => self.text(scope, text),
            Value::Array(items) => {
                let mut changed = false;
                let mut result = Vec::with_capacity(items.len());
                for item in items.iter() {
                    let new = self.value(scope, item, depth + 1)?;
                    changed |= !same(&new, item);
                    result.push(new);
                }
                // What nothing was put into stays shared.
                Ok(if changed { Value::array(result) } else { value.clone() })
            }
            Value::Hash(entries) => {
                let mut changed = false;
                let mut result = Hash::default();
                for (key, item) in entries.iter() {
                    let new_key = self.value(scope, key, depth + 1)?;
                    let new = self.value(scope, item, depth + 1)?;
                    if let Value::Unknown(unknown) = &new_key {
                        return Ok(not_known(Type::hash_of(Type::Any, Type::Any), unknown.origin.clone()));
                    }
                    changed |= !same(&new_key, key) || !same(&new, item);
                    result.insert(new_key, new);
                }
                Ok(if changed { Value::hash(result) } else { value.clone() })
            }
            other => Ok(other.clone()),
        }
    }

    fn text(&mut self, scope: &mut dyn Scope, subject: &str) -> Found {
        let invocation = Arc::clone(self.invocation);
        invocation.with(|| What::Interpolate(subject.to_owned()), || self.pieces(scope, subject))
    }

    fn pieces(&mut self, scope: &mut dyn Scope, subject: &str) -> Found {
        let mut result = String::with_capacity(subject.len());
        let mut doubt: Option<Origin> = None;
        let mut rest = subject;
        while let Some(start) = rest.find("%{") {
            let inside = &rest[start + 2..];
            let Some(end) = inside.find('}') else { break };
            result.push_str(&rest[..start]);
            let expression = trimmed(&inside[..end]);
            let whole = start == 0 && end + 3 == subject.len();
            if !is_empty(expression) {
                let (method, key) = self.method(expression)?;
                if method == Method::Alias && !whole {
                    return Err(Error::lookup(problem::alias_in_text()).into());
                }
                let value = self.expression(scope, method, &key, subject)?;
                if method == Method::Alias {
                    return Ok(value);
                }
                let name = if method == Method::Scope { format!("scope:{key}") } else { key };
                let invocation = Arc::clone(self.invocation);
                let value = invocation.check(&name, || self.value(scope, &value, 0))?;
                match &value {
                    Value::Unknown(_) if self.marks => result.push(NOT_KNOWN),
                    Value::Unknown(unknown) => doubt = Some(unknown.origin.clone()),
                    value => result.push_str(&ruby::to_s(value)),
                }
                if result.len() > MAX_TEXT {
                    return Err(Error::lookup(format!("The data is longer than {MAX_TEXT} bytes")).into());
                }
            }
            rest = &inside[end + 1..];
        }
        result.push_str(rest);
        Ok(match doubt {
            Some(origin) => not_known(Type::String(Size::ANY), origin),
            None => Value::from(result),
        })
    }

    /// `name('key')`, else a variable.
    fn method(&self, expression: &str) -> Result<(Method, String), Error> {
        let Some((name, key)) = method_call(expression) else { return Ok((Method::Scope, expression.to_owned())) };
        if !self.methods {
            let message = "Interpolation using method syntax is not allowed in this context";
            return Err(Error::issue("HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED", message));
        }
        let method = match name {
            "scope" => Method::Scope,
            "lookup" | "hiera" => Method::Lookup,
            "alias" => Method::Alias,
            "literal" => Method::Literal,
            _ => return Err(Error::lookup(problem::unknown_method(name))),
        };
        Ok((method, key.to_owned()))
    }

    fn expression(&mut self, scope: &mut dyn Scope, method: Method, key: &str, subject: &str) -> Found {
        match method {
            Method::Literal => Ok(Value::string(key)),
            Method::Scope => {
                let value = self.lookups.scope_value(scope, self.invocation, key, subject)?;
                Ok(value.unwrap_or(Value::Undef))
            }
            Method::Lookup | Method::Alias => {
                let request = Request {
                    names: vec![key.to_owned()],
                    default: Some(Value::string("")),
                    overrides: Arc::clone(&self.invocation.overrides),
                    defaults: Arc::clone(&self.invocation.defaults),
                    ..Request::default()
                };
                let inner = self.lookups.invocation(&request);
                let inner = Arc::new(inner);
                let key = crate::key::Key::new(key)?;
                self.lookups.in_invocation(&inner, &key, None, || self.lookups.find(scope, &request, &inner, None))
            }
        }
    }
}

/// A value of which no more is known than its type.
pub(crate) fn not_known(ty: Type, origin: Origin) -> Value {
    Value::Unknown(Unknown { ty, origin }.into())
}

/// Not to lose what is shared: equal, without looking inside.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => Arc::ptr_eq(a, b),
        (Value::Hash(a), Value::Hash(b)) => Arc::ptr_eq(a, b),
        (Value::String(a), Value::String(b)) => Arc::ptr_eq(a, b),
        (a, b) => a == b,
    }
}

/// Expressions between the braces of a text, with the range of the whole.
fn expressions(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text.get(from..)?.find("%{")?;
        let inside = text.get(start + 2..)?;
        let end = inside.find('}')?;
        from = start + 3 + end;
        Some((start..from, trimmed(inside.get(..end)?)))
    })
    .filter(|(_, expression)| !is_empty(expression))
}

fn trimmed(expression: &str) -> &str {
    expression.trim_matches(|it: char| it.is_ascii_whitespace() || it == '\0')
}

/// Whether an expression stands for nothing.
fn is_empty(expression: &str) -> bool {
    matches!(expression, "" | "::" | "\"\"" | "''" | "\"::\"" | "'::'")
}

fn method_call(expression: &str) -> Option<(&str, &str)> {
    let (name, rest) = expression.split_once('(')?;
    if name.is_empty() || !name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_') {
        return None;
    }
    let inside = rest.strip_suffix(')')?;
    let quote = inside.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let key = inside.strip_prefix(quote)?.strip_suffix(quote)?;
    (!key.is_empty() && !key.contains(quote)).then_some((name, key))
}

impl Lookups {
    /// A variable and what is dug out of it; none where there is nothing.
    pub(crate) fn scope_value(
        &self,
        scope: &mut dyn Scope,
        invocation: &Arc<Invocation>,
        key: &str,
        subject: &str,
    ) -> Found<Option<Value>> {
        let mut segments = split(key).ok_or_else(|| Error::lookup(problem::malformed(subject)))?.into_iter();
        let root = segments.next().map(|it| it.to_string()).unwrap_or_default();
        let segments: Vec<Segment> = segments.collect();
        let mut value = invocation.with(
            || What::Scope("Global Scope".to_owned()),
            || -> Found<Option<Value>> {
                let name = Value::string(&root);
                if let Some(value) = invocation.overrides.get(&name) {
                    invocation.explain(|it| it.found_in_overrides(&root, value));
                    return Ok(Some(value.clone()));
                }
                let default = invocation.defaults.get(&name);
                let found = match self.variable(scope, invocation, &root, &segments) {
                    Some(value) => Some(value),
                    None if default.is_some() => None,
                    None => self.undefined(scope, invocation, &root)?,
                };
                match (&found, default) {
                    (Some(value), _) => invocation.explain(|it| it.found(&root, value)),
                    (None, Some(default)) => {
                        invocation.explain(|it| it.found_in_defaults(&root, default));
                        return Ok(Some(default.clone()));
                    }
                    (None, None) => {}
                }
                Ok(found)
            },
        )?;
        if let Some(outer) = value.as_ref().filter(|it| !it.is_undef() && !segments.is_empty()) {
            value = match self.dig(invocation, key, &segments, outer) {
                Ok(inner) => Some(inner),
                Err(Stop::NotFound) => None,
                Err(stop) => return Err(stop),
            };
        }
        if let Some(reads) = &invocation.reads
            && !(value.as_ref().is_some_and(|it| !it.is_undef()) && key.starts_with("::"))
            && !lock(&invocation.locals).iter().any(|(name, _)| *name == root)
        {
            lock(reads).push((key.to_owned(), root, segments, value.clone()));
        }
        Ok(value)
    }

    /// Goes into a value along the segments of a key.
    pub(crate) fn dig(&self, invocation: &Invocation, key: &str, segments: &[Segment], value: &Value) -> Found {
        let names = || segments.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
        invocation.with(
            || What::SubLookup(names()),
            || {
                let mut value = value.clone();
                for segment in segments {
                    value = invocation.with(|| What::Segment, || found(invocation, segment, crate::key::step(key, segment, &value)))?;
                }
                Ok(value)
            },
        )
    }
}

fn found(invocation: &Invocation, segment: &Segment, result: Result<Option<Value>, Error>) -> Found {
    let name = segment.to_string();
    match result? {
        Some(inner) => {
            invocation.explain(|it| it.found(&name, &inner));
            Ok(inner)
        }
        None => {
            invocation.explain(|it| it.not_found(&name));
            Err(Stop::NotFound)
        }
    }
}
