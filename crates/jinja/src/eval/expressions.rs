//! Expressions.

use std::rc::Rc;

use super::attributes::Slice;
use super::statements::no_such;
use super::{Frame, Renderer, with_stack};
use crate::ast::{Arguments, Comparison, Expr, ExprKind, Name};
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::{Args, Key, Map, Value};

impl Renderer<'_> {
    pub(crate) fn eval(&mut self, frame: &Frame, expr: &Expr) -> Outcome {
        self.charge(1)?;
        let value = match &expr.kind {
            ExprKind::Const(value) => return Ok(value.clone()),
            ExprKind::Name(name) => return Ok(self.lookup(frame, name)),
            _ => with_stack(|| self.eval_deep(frame, expr)),
        };
        match value {
            Err(error) if error.kind() == ErrorKind::Unknown => Ok(Value::unknown(error.message())),
            Err(error) if !error.has_place() => Err(self.error_at(error, frame, expr.range)),
            other => other,
        }
    }

    fn eval_deep(&mut self, frame: &Frame, expr: &Expr) -> Outcome {
        Ok(match &expr.kind {
            ExprKind::Const(value) => value.clone(),
            ExprKind::Name(name) => self.lookup(frame, name),
            ExprKind::NamespaceRef(name, attribute) => {
                let namespace = self.lookup(frame, name);
                self.get_attribute(&namespace, attribute)?
            }
            ExprKind::List(items) => Value::list(self.eval_all(frame, items)?),
            ExprKind::Tuple(items) => Value::tuple(self.eval_all(frame, items)?),
            ExprKind::Dict(pairs) => {
                let mut map = Map::with_capacity(pairs.len());
                let mut known = true;
                for (key, value) in pairs {
                    let key = self.eval(frame, key)?;
                    let value = self.eval(frame, value)?;
                    if key.is_unknown() {
                        known = false;
                        continue;
                    }
                    map.insert(Key::new(key)?, value);
                }
                let dict = crate::value::Dict::new(map);
                if !known {
                    dict.forget();
                }
                Value::Dict(dict)
            }
            ExprKind::Attribute(of, name) => {
                let value = self.eval(frame, of)?;
                self.get_attribute(&value, name)?
            }
            ExprKind::Item(of, key) => {
                let value = self.eval(frame, of)?;
                if let ExprKind::Slice(start, stop, step) = &key.kind {
                    let mut part = |it: &Option<Box<Expr>>| match it {
                        None => Ok(None),
                        Some(it) => match self.eval(frame, it)?.defined()? {
                            Value::None => Ok(None),
                            Value::Int(it) => Ok(Some(*it)),
                            Value::Bool(it) => Ok(Some(i64::from(*it))),
                            _ => Err(Error::type_error("slice indices must be integers or None or have an __index__ method")),
                        },
                    };
                    let slice = Slice { start: part(start)?, stop: part(stop)?, step: part(step)? };
                    return self.get_slice(&value, &slice);
                }
                let key = self.eval(frame, key)?;
                self.get_item(&value, &key)?
            }
            ExprKind::Slice(..) => return Err(Error::not_covered("a slice within a tuple")),
            ExprKind::Call(..) => self.eval_call(frame, expr, None)?,
            ExprKind::Filter(value, name, arguments) => {
                let Some(value) = value else { return Err(Error::not_covered("a filter without a value")) };
                let value = self.eval(frame, value)?;
                self.eval_filter(frame, value, name, arguments)?
            }
            ExprKind::Test(value, name, arguments) => {
                let value = self.eval(frame, value)?;
                let mut args = self.eval_arguments(frame, arguments)?;
                let is_open = matches!(value, Value::Unknown(_)) && value.entries().is_none_or(|it| !it.is_defined());
                if is_open && matches!(&**name, "defined" | "undefined") {
                    return Ok(value);
                }
                args.positional.insert(0, value);
                let Some(test) = self.test(name) else { return Err(no_such("test", name)) };
                let result = self.deeper(|it| test.run(it, args))?;
                Value::Bool(result.truth()?)
            }
            ExprKind::Not(it) => Value::Bool(!self.truth(frame, it)?),
            ExprKind::Neg(it) => {
                let value = self.eval(frame, it)?;
                crate::number::negate(&value)?
            }
            ExprKind::Pos(it) => {
                let value = self.eval(frame, it)?;
                crate::number::plus(&value)?
            }
            ExprKind::Binary(operator, left, right) => {
                let left = self.eval(frame, left)?;
                let right = self.eval(frame, right)?;
                self.binary(*operator, &left, &right)?
            }
            ExprKind::And(left, right) => {
                let left = self.eval(frame, left)?;
                if left.truth()? { self.eval(frame, right)? } else { left }
            }
            ExprKind::Or(left, right) => {
                let left = self.eval(frame, left)?;
                if left.truth()? { left } else { self.eval(frame, right)? }
            }
            ExprKind::Compare(first, others) => {
                let mut left = self.eval(frame, first)?;
                let mut result = Value::Bool(true);
                for (comparison, right) in others {
                    let right = self.eval(frame, right)?;
                    let holds = compare(*comparison, &left, &right)?;
                    result = Value::Bool(holds);
                    if !holds {
                        break;
                    }
                    left = right;
                }
                result
            }
            ExprKind::Concat(items) => {
                let values = self.eval_all(frame, items)?;
                self.concat(frame, &values, expr)?
            }
            ExprKind::Conditional { test, then, otherwise } => {
                let truth = self.truth(frame, test)?;
                match otherwise {
                    _ if truth => self.eval(frame, then)?,
                    Some(otherwise) => self.eval(frame, otherwise)?,
                    None => {
                        let position = self.position(frame, expr.range);
                        Value::lenient(format!(
                            "the inline if-expression on {position} evaluated to false and no else section was defined."
                        ))
                    }
                }
            }
        })
    }

    /// Whether an expression holds. One side of `and` and `or` can decide, even where the other one is not known.
    pub(crate) fn truth(&mut self, frame: &Frame, expr: &Expr) -> Outcome<bool> {
        let (left, right, decisive) = match &expr.kind {
            ExprKind::Not(it) => return with_stack(|| self.truth(frame, it)).map(|it| !it),
            ExprKind::And(left, right) => (left, right, false),
            ExprKind::Or(left, right) => (left, right, true),
            _ => {
                let value = self.eval(frame, expr)?;
                return value.truth().map_err(|it| self.unplaced(it, frame, expr));
            }
        };
        self.charge(1)?;
        with_stack(|| match self.truth(frame, left) {
            Ok(found) if found == decisive => Ok(decisive),
            Ok(_) => self.truth(frame, right),
            Err(error) if error.kind() == ErrorKind::Unknown => match self.truth(frame, right) {
                Ok(found) if found == decisive => Ok(decisive),
                Err(limit) if matches!(limit.kind(), ErrorKind::Limit(_)) => Err(limit),
                // What the right side raises is raised only where the left side lets it.
                _ => Err(error),
            },
            Err(error) => Err(error),
        })
    }

    /// An error that has no place gets that of an expression.
    fn unplaced(&self, error: Error, frame: &Frame, expr: &Expr) -> Error {
        if error.has_place() || error.kind() == ErrorKind::Unknown { error } else { self.error_at(error, frame, expr.range) }
    }

    fn eval_all(&mut self, frame: &Frame, items: &[Expr]) -> Outcome<Vec<Value>> {
        items.iter().map(|it| self.eval(frame, it)).collect()
    }

    /// `~`: the texts of values, which keep where they come from.
    fn concat(&mut self, frame: &Frame, values: &[Value], expr: &Expr) -> Outcome {
        let traced = |it: &Value| match it {
            Value::Unknown(_) => true,
            Value::Str(text) => text.pieces.is_some(),
            _ => false,
        };
        if values.iter().any(traced) {
            let place = self.place(frame, expr.range);
            return self.capture(|it| values.iter().try_for_each(|value| it.print(value, place, false)));
        }
        let mut text = String::new();
        for value in values {
            text.push_str(&value.text()?);
            self.charge_text(text.len())?;
        }
        Ok(Value::str(text))
    }

    fn eval_arguments(&mut self, frame: &Frame, arguments: &Arguments) -> Outcome<Args> {
        let mut args = Args { positional: self.eval_all(frame, &arguments.positional)?, named: Vec::with_capacity(arguments.named.len()) };
        for (name, value) in &arguments.named {
            let value = self.eval(frame, value)?;
            args.named.push((name.clone(), value));
        }
        if let Some(rest) = &arguments.rest {
            let rest = self.eval(frame, rest)?;
            args.positional.extend(rest.iterate()?);
        }
        if let Some(rest) = &arguments.named_rest {
            match self.eval(frame, rest)?.defined()? {
                Value::Dict(it) => {
                    for (key, value) in it.pairs() {
                        let Value::Str(key) = key else { return Err(Error::type_error("keywords must be strings")) };
                        args.named.push((Rc::from(&*key), value));
                    }
                }
                other => {
                    let message = format!("argument after ** must be a mapping, not {}", other.type_name());
                    return Err(Error::type_error(message));
                }
            }
        }
        Ok(args)
    }

    pub(crate) fn eval_call(&mut self, frame: &Frame, expr: &Expr, caller: Option<Value>) -> Outcome {
        let ExprKind::Call(callee, arguments) = &expr.kind else { return self.eval(frame, expr) };
        let function = self.eval(frame, callee)?;
        let mut args = self.eval_arguments(frame, arguments)?;
        if let Some(caller) = caller {
            args.named.push((Rc::from("caller"), caller));
        }
        let place = self.place(frame, expr.range);
        let before = self.caller.replace(place);
        let result = self.call(&function, args);
        self.caller = before;
        match result {
            Err(error) if error.kind() == ErrorKind::Unknown => Ok(Value::unknown(error.message())),
            Err(error) => Err(self.error_at(error, frame, expr.range)),
            other => other,
        }
    }

    fn eval_filter(&mut self, frame: &Frame, value: Value, name: &Name, arguments: &Arguments) -> Outcome {
        let args = self.eval_arguments(frame, arguments)?;
        self.call_filter(name, value, args)
    }

    pub(crate) fn call_filter(&mut self, name: &str, value: Value, mut args: Args) -> Outcome {
        let Some(filter) = self.filter(name) else { return Err(no_such("filter", name)) };
        if let Value::Str(text) = &value {
            self.charge(text.len() / 64)?;
        }
        args.positional.insert(0, value);
        self.deeper(|it| filter.run(it, args))
    }

    /// Filters of a block, with its text as the innermost value.
    pub(crate) fn eval_filter_block(&mut self, frame: &Frame, filter: &Expr, text: Value) -> Outcome {
        let ExprKind::Filter(inner, name, arguments) = &filter.kind else { return Ok(text) };
        let value = match inner {
            None => text,
            Some(inner) => self.eval_filter_block(frame, inner, text)?,
        };
        match self.eval_filter(frame, value, name, arguments) {
            Err(error) if error.kind() == ErrorKind::Unknown => Ok(Value::unknown(error.message())),
            Err(error) if !error.has_place() => Err(self.error_at(error, frame, filter.range)),
            other => other,
        }
    }
}

pub(crate) fn compare(comparison: Comparison, left: &Value, right: &Value) -> Outcome<bool> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    Ok(match comparison {
        Comparison::Eq => left.equals(right)?,
        Comparison::Ne => !left.equals(right)?,
        Comparison::Lt => left.compare(right, "<")? == Some(Less),
        Comparison::Le => matches!(left.compare(right, "<=")?, Some(Less | Equal)),
        Comparison::Gt => left.compare(right, ">")? == Some(Greater),
        Comparison::Ge => matches!(left.compare(right, ">=")?, Some(Greater | Equal)),
        Comparison::In => right.contains(left)?,
        Comparison::NotIn => !right.contains(left)?,
    })
}
