//! Strings with interpolation, heredocs and templates.

use std::sync::Arc;

use issue::{Ended, Issue};
use syntax::model::{Data, NodeId};
use values::regex::Regex;
use values::{Size, Type, Value, print};

use crate::compiler::{Compiler, Eval};
use crate::ids::ScopeId;
use crate::source::Program;

/// No string may grow longer.
const LONGEST: usize = 64 << 20;

impl Compiler<'_> {
    pub(super) fn concat(&mut self, program: &Arc<Program>, scope: ScopeId, segments: &[NodeId]) -> Eval<Value> {
        let mut text = String::new();
        let (mut hidden, mut parts) = (None, Vec::new());
        for segment in segments {
            match program.data(*segment) {
                Data::String(piece) => text.push_str(piece),
                _ => match self.eval(program, scope, *segment)? {
                    Value::String(piece) => text.push_str(&piece),
                    other => match self.analysis.hidden_in(&other) {
                        Some(unknown) => {
                            hidden.get_or_insert(unknown);
                            parts.push(Value::from(std::mem::take(&mut text)));
                            parts.push(other);
                        }
                        None => text.push_str(&print::interpolate(&other)),
                    },
                },
            }
            if text.len() > LONGEST {
                return Err(Issue::Ended(Ended::Text("64 MiB")).into());
            }
        }
        let Some(unknown) = hidden else { return Ok(Value::from(text)) };
        parts.push(Value::from(text));
        if let [Value::String(before), only @ Value::Unknown(it), Value::String(behind)] = parts.as_slice()
            && before.is_empty()
            && behind.is_empty()
            && Type::String(Size::ANY).accepts(&it.ty)
        {
            return Ok(only.clone());
        }
        let ty = type_of_parts(&parts);
        Ok(self.analysis.derive("text", parts, &unknown, ty))
    }

    pub(super) fn text(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId, expr: NodeId) -> Eval<Value> {
        let value = match program.data(expr) {
            Data::Name(name) => {
                let value = self.variable_named(program, scope, node, name)?;
                self.analysis.watch(&self.request.watch, program, expr, &value);
                value
            }
            _ => self.eval(program, scope, expr)?,
        };
        Ok(match value {
            Value::String(_) | Value::Unknown(_) => value,
            other if self.analysis.hidden_in(&other).is_some() => other,
            other => Value::from(print::interpolate(&other)),
        })
    }

    pub(super) fn heredoc(&mut self, program: &Arc<Program>, scope: ScopeId, _syntax: &str, text: NodeId) -> Eval<Value> {
        self.eval(program, scope, text)
    }

    pub(super) fn epp_body(&mut self, program: &Arc<Program>, scope: ScopeId, body: Option<NodeId>) -> Eval<Value> {
        self.stack.rendered.push(Vec::new());
        let result = self.eval_optional(program, scope, body);
        let pieces = self.stack.rendered.pop().unwrap_or_default();
        result?;
        let mut sensitive = false;
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Value::Sensitive(inner) => {
                    sensitive = true;
                    text.push_str(&print::interpolate(&inner));
                }
                Value::String(piece) => text.push_str(&piece),
                other => match self.analysis.hidden_in(&other) {
                    Some(unknown) => return Ok(crate::unknowns::because(&unknown, Type::String(Size::ANY))),
                    None => text.push_str(&print::interpolate(&other)),
                },
            }
        }
        let text = Value::from(text);
        Ok(if sensitive { Value::Sensitive(Arc::new(text)) } else { text })
    }

    pub(super) fn render(&mut self, program: &Arc<Program>, scope: ScopeId, expr: NodeId) -> Eval<Value> {
        let value = self.eval(program, scope, expr);
        let value = self.go_on(value, Type::Any)?;
        let piece = match value {
            Value::Sensitive(_) | Value::String(_) | Value::Unknown(_) => value,
            other if self.analysis.hidden_in(&other).is_some() => other,
            other => Value::from(print::interpolate(&other)),
        };
        if let Some(rendered) = self.stack.rendered.last_mut() {
            rendered.push(piece);
        }
        Ok(Value::Undef)
    }
}

/// A text of which some parts are known.
fn type_of_parts(parts: &[Value]) -> Type {
    let length: usize = parts.iter().filter_map(Value::as_str).map(str::len).sum();
    if length == 0 || length > 500 {
        return Type::String(Size::ANY);
    }
    let mut pattern = String::from("\\A");
    for part in parts {
        match part.as_str() {
            Some(text) => text.chars().for_each(|c| match c {
                c if c.is_alphanumeric() || matches!(c, '_' | ' ') || !c.is_ascii() => pattern.push(c),
                c => pattern.extend(['\\', c]),
            }),
            None => pattern.push_str("[\\s\\S]*"),
        }
    }
    pattern.push_str("\\z");
    match Regex::when_used(&pattern) {
        Ok(regex) => Type::Pattern([Arc::new(regex)].into()),
        Err(_) => Type::String(Size::ANY),
    }
}
