//! Statements.

use super::macros::MacroValue;
use super::{Frame, Renderer, with_stack};
use crate::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::error::{Error, ErrorKind, Outcome};
use crate::globals::Namespace;
use crate::value::{Args, Value, repr_str};

/// Where the evaluation goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Flow {
    #[default]
    Next,
    Break,
    Continue,
    /// It goes on, or leaves the loop or the template: which one is not known.
    Maybe,
    /// The template is done: another one, which it extends, has printed.
    Done,
}

impl Renderer<'_> {
    pub(crate) fn body(&mut self, frame: &Frame, body: &[Stmt]) -> Outcome<Flow> {
        for (index, stmt) in body.iter().enumerate() {
            match self.statement(frame, stmt) {
                Ok(Flow::Next) => {}
                Ok(Flow::Maybe) => {
                    let rest = body.get(index + 1..).unwrap_or(&[]);
                    if !rest.is_empty() {
                        let place = self.place(frame, stmt.range);
                        self.fork(place, |it| it.body(frame, rest), |_| Ok(Flow::Next))?;
                    }
                    return Ok(Flow::Maybe);
                }
                Ok(flow) => return Ok(flow),
                Err(error) if error.has_place() => return Err(error),
                Err(error) => return Err(self.error_at(error, frame, stmt.range)),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, frame: &Frame, stmt: &Stmt) -> Outcome<Flow> {
        self.charge(1)?;
        match &stmt.kind {
            StmtKind::Text => self.print_source(frame, stmt.range)?,
            StmtKind::Print(items) => {
                for item in items {
                    let value = self.eval(frame, item)?;
                    let range = if items.len() == 1 { stmt.range } else { item.range };
                    let place = self.place(frame, range);
                    self.print(&value, place, true).map_err(|it| self.error_at(it, frame, item.range))?;
                }
            }
            StmtKind::If { branches, otherwise } => {
                return with_stack(|| self.if_(frame, branches, otherwise));
            }
            StmtKind::For(it) => {
                return with_stack(|| self.for_(frame, stmt, it)).map(|()| Flow::Next);
            }
            StmtKind::Set { target, value } => {
                let value = self.eval(frame, value)?;
                self.assign(frame, target, value)?;
            }
            StmtKind::SetBlock { target, filter, body } => {
                let mut value = self.text_of_body(frame, body)?;
                if let Some(filter) = filter {
                    value = self.eval_filter_block(frame, filter, value)?;
                }
                self.assign(frame, target, value)?;
            }
            StmtKind::Macro(it) => {
                let value = MacroValue::value(it, frame);
                if let Some(name) = &it.name {
                    frame.set(name, value);
                }
            }
            StmtKind::Call { macro_, call } => {
                let caller = MacroValue::value(macro_, frame);
                let value = self.eval_call(frame, call, Some(caller))?;
                let place = self.place(frame, stmt.range);
                self.print(&value, place, false)?;
            }
            StmtKind::FilterBlock { filter, body } => {
                let value = self.text_of_body(frame, body)?;
                let value = self.eval_filter_block(frame, filter, value)?;
                let place = self.place(frame, stmt.range);
                self.print(&value, place, false)?;
            }
            StmtKind::Import { template, name, context } => {
                let module = self.import(frame, template, *context, stmt.range)?;
                frame.set_imported(name, module);
            }
            StmtKind::From { template, names, context } => self.import_names(frame, template, names, *context, stmt.range)?,
            StmtKind::Include { template, ignore_missing, context } => {
                self.include(frame, template, *ignore_missing, *context, stmt.range)?;
            }
            StmtKind::Block(it) => self.block_here(frame, it)?,
            StmtKind::Extends(it) => return self.extends(frame, it).map(|()| Flow::Done),
            StmtKind::Do(it) => {
                self.eval(frame, it)?;
            }
            StmtKind::With { targets, values, body } => {
                let values = values.iter().map(|it| self.eval(frame, it)).collect::<Outcome<Vec<_>>>()?;
                let inner = frame.inner();
                for (target, value) in targets.iter().zip(values) {
                    self.assign(&inner, target, value)?;
                }
                return self.body(&inner, body);
            }
            StmtKind::Autoescape { value, body } => {
                if self.eval(frame, value)?.truth()? {
                    return Err(Error::not_covered("autoescape"));
                }
                return self.inner(frame, body);
            }
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Wrapped { label, body } => {
                self.eval(frame, label)?;
                return self.body(frame, body);
            }
            StmtKind::ImportThrough { template, name, context, filter } => {
                let module = self.import(frame, template, *context, stmt.range)?;
                let value = self.call_filter(filter, module, Args::default())?;
                frame.set(name, value);
            }
            StmtKind::BlockThrough { target, filter, body } => {
                let text = self.text_of_body(frame, body)?;
                let value = self.call_filter(filter, text, Args::default())?;
                self.assign(frame, target, value)?;
            }
        }
        Ok(Flow::Next)
    }

    /// A body in a scope of its own.
    pub(crate) fn inner(&mut self, frame: &Frame, body: &[Stmt]) -> Outcome<Flow> {
        self.body(&frame.inner(), body)
    }

    fn text_of_body(&mut self, frame: &Frame, body: &[Stmt]) -> Outcome {
        self.capture(|it| it.inner(frame, body).map(|_| ()))
    }

    /// The first branch whose test is true. A loop, because a text may have any number of branches.
    fn if_(&mut self, frame: &Frame, branches: &[(Expr, Vec<Stmt>)], otherwise: &[Stmt]) -> Outcome<Flow> {
        for (index, (test, body)) in branches.iter().enumerate() {
            let truth = match self.truth(frame, test) {
                Ok(truth) => truth,
                Err(error) if error.kind() == ErrorKind::Unknown => {
                    let file = self.templates.get(frame.file as usize).map(|it| it.source.name.clone());
                    match file.and_then(|it| self.host.decide(&it, test.range)) {
                        Some(truth) => truth,
                        None => {
                            let place = self.place(frame, test.range);
                            self.note_reason(place, error.message());
                            let rest = branches.get(index + 1..).unwrap_or_default();
                            return self.fork(place, |it| it.body(frame, body), |it| it.if_(frame, rest, otherwise));
                        }
                    }
                }
                Err(error) => return Err(error),
            };
            if truth {
                return self.body(frame, body);
            }
        }
        self.body(frame, otherwise)
    }

    pub(crate) fn assign(&mut self, frame: &Frame, target: &Expr, value: Value) -> Outcome<()> {
        match &target.kind {
            ExprKind::Name(name) => frame.set(name, value),
            ExprKind::NamespaceRef(name, attribute) => {
                let namespace = self.lookup(frame, name);
                match &namespace {
                    Value::Object(it) if it.as_any().is::<Namespace>() => {
                        it.set_attribute(attribute, value);
                    }
                    Value::Unknown(_) => {}
                    _ => return Err(Error::new(ErrorKind::Runtime, "cannot assign attribute on non-namespace object")),
                }
            }
            ExprKind::Tuple(targets) => {
                if value.is_unknown() {
                    return targets.iter().try_for_each(|it| self.assign(frame, it, value.clone()));
                }
                let values = unpack(&value, targets.len())?;
                for (target, value) in targets.iter().zip(values) {
                    self.assign(frame, target, value)?;
                }
            }
            _ => return Err(Error::not_covered("an assignment to this")),
        }
        Ok(())
    }
}

/// The items of what is unpacked.
fn unpacked(value: &Value) -> Outcome<Vec<Value>> {
    value.iterate().map_err(|error| match error.kind() {
        ErrorKind::Python("TypeError") => Error::type_error(format!("cannot unpack non-iterable {} object", value.type_name())),
        _ => error,
    })
}

/// Takes this number of items from the unpacked value.
pub(crate) fn unpack(value: &Value, wanted: usize) -> Outcome<Vec<Value>> {
    let values = unpacked(value)?;
    if values.len() < wanted {
        let message = format!("not enough values to unpack (expected {wanted}, got {})", values.len());
        return Err(Error::value_error(message));
    }
    if values.len() > wanted {
        return Err(Error::value_error(format!("too many values to unpack (expected {wanted})")));
    }
    Ok(values)
}

/// A message with a name in it.
pub(crate) fn no_such(what: &str, name: &str) -> Error {
    Error::new(ErrorKind::Runtime, format!("No {what} named {} found.", repr_str(name)))
}
