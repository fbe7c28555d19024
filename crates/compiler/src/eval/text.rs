//! Strings with interpolation, heredocs and templates.

use std::sync::Arc;

use syntax::model::{Data, NodeId};
use values::{Value, print};

use crate::compiler::{Compiler, Eval};
use crate::scope::ScopeId;
use crate::source::Program;

/// No string may grow longer.
const LONGEST: usize = 64 << 20;

impl Compiler<'_> {
    pub(super) fn concat(&mut self, program: &Arc<Program>, scope: ScopeId, segments: &[NodeId]) -> Eval<Value> {
        let mut text = String::new();
        for segment in segments {
            match program.data(*segment) {
                Data::String(piece) => text.push_str(piece),
                _ => match self.eval(program, scope, *segment)? {
                    Value::String(piece) => text.push_str(&piece),
                    unknown @ Value::Unknown(_) => return Ok(unknown),
                    other => text.push_str(&print::interpolate(&other)),
                },
            }
            if text.len() > LONGEST {
                return Err(functions::Failure::plain("The string is longer than 64 MiB: the evaluation was ended"));
            }
        }
        Ok(Value::from(text))
    }

    pub(super) fn text(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId, expr: NodeId) -> Eval<Value> {
        let value = match program.data(expr) {
            Data::Name(name) => self.variable_named(program, scope, node, name)?,
            _ => self.eval(program, scope, expr)?,
        };
        Ok(match value {
            Value::String(_) | Value::Unknown(_) => value,
            other => Value::from(print::interpolate(&other)),
        })
    }

    pub(super) fn heredoc(&mut self, program: &Arc<Program>, scope: ScopeId, _syntax: &str, text: NodeId) -> Eval<Value> {
        self.eval(program, scope, text)
    }

    pub(super) fn epp_body(&mut self, program: &Arc<Program>, scope: ScopeId, body: Option<NodeId>) -> Eval<Value> {
        self.rendered.push(Vec::new());
        let result = self.eval_optional(program, scope, body);
        let pieces = self.rendered.pop().unwrap_or_default();
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
                unknown @ Value::Unknown(_) => return Ok(unknown),
                other => text.push_str(&print::interpolate(&other)),
            }
        }
        let text = Value::from(text);
        Ok(if sensitive { Value::Sensitive(Arc::new(text)) } else { text })
    }

    pub(super) fn render(&mut self, program: &Arc<Program>, scope: ScopeId, expr: NodeId) -> Eval<Value> {
        let value = self.eval(program, scope, expr)?;
        let piece = match value {
            Value::Sensitive(_) | Value::String(_) | Value::Unknown(_) => value,
            other => Value::from(print::interpolate(&other)),
        };
        if let Some(rendered) = self.rendered.last_mut() {
            rendered.push(piece);
        }
        Ok(Value::Undef)
    }
}
