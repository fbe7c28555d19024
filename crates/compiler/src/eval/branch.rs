//! `if`, `unless`, `case` and selectors.

use std::sync::Arc;

use issue::Issue;
use syntax::model::{Data, NodeId};
use values::{Origin, Type, Unknown, Value, ops};

use crate::compiler::{Compiler, Eval};
use crate::ids::ScopeId;
use crate::lists::{ELEMENTS_COMPARED, splat};
use crate::scope::Frame;
use crate::source::{Program, unwrap_parentheses};
use crate::unknowns::because;

impl Compiler<'_> {
    pub(super) fn conditional(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        test: NodeId,
        then: Option<NodeId>,
        otherwise: Option<NodeId>,
    ) -> Eval<Value> {
        self.guarded(scope, |this| {
            let value = this.eval(program, scope, test)?;
            if let Value::Unknown(unknown) = value {
                if this.analysis.explores(&unknown) {
                    return this.undecided_if(program, scope, test, &unknown, then, otherwise);
                }
                then.into_iter().chain(otherwise).for_each(|arm| this.leave_out(program, scope, arm));
                return Ok(because(&unknown, Type::Any));
            }
            let branch = if value.is_true() { then } else { otherwise };
            this.eval_optional(program, scope, branch)
        })
    }

    pub(super) fn case(&mut self, program: &Arc<Program>, scope: ScopeId, test: NodeId, options: &[NodeId]) -> Eval<Value> {
        self.guarded(scope, |this| {
            let subject = this.eval(program, scope, test)?;
            let subject = this.subject(program, subject, options);
            if let Value::Unknown(unknown) = subject {
                if this.analysis.explores(&unknown) {
                    return this.undecided_case(program, scope, test, &unknown, options);
                }
                options.iter().for_each(|option| this.leave_out(program, scope, *option));
                return Ok(because(&unknown, Type::Any));
            }
            let mut default = None;
            for option in options {
                let Data::CaseOption { values, then } = program.data(*option) else { continue };
                for value in values {
                    match this.option_matches(program, scope, &subject, *value)? {
                        None => default = Some(*then),
                        Some(true) => return this.eval_optional(program, scope, *then),
                        Some(false) => {}
                    }
                }
            }
            this.eval_optional(program, scope, default.flatten())
        })
    }

    pub(super) fn selector(&mut self, program: &Arc<Program>, scope: ScopeId, left: NodeId, selectors: &[NodeId]) -> Eval<Value> {
        self.guarded(scope, |this| {
            let subject = this.eval(program, scope, left)?;
            let subject = this.subject(program, subject, selectors);
            if let Value::Unknown(unknown) = subject {
                if this.analysis.explores(&unknown) {
                    return this.undecided_selector(program, scope, left, &unknown, selectors);
                }
                return Ok(because(&unknown, Type::Any));
            }
            let mut default = None;
            for selector in selectors {
                let Data::SelectorEntry { matching, value } = program.data(*selector) else { continue };
                match this.option_matches(program, scope, &subject, *matching)? {
                    None => default = Some(*value),
                    Some(true) => return this.eval(program, scope, *value),
                    Some(false) => {}
                }
            }
            if let Some(default) = default {
                return this.eval(program, scope, default);
            }
            this.fail(program, left, Issue::UnmatchedSelector { value: values::print::interpolate(&subject).into() })
        })
    }

    /// Returns what options are compared with: which one is taken is unknown if the module of a type among them is missing.
    fn subject(&mut self, program: &Arc<Program>, subject: Value, options: &[NodeId]) -> Value {
        let mut values = options.iter().flat_map(|option| match program.data(*option) {
            Data::CaseOption { values, .. } => values.to_vec(),
            Data::SelectorEntry { matching, .. } => vec![*matching],
            _ => Vec::new(),
        });
        let is_type = |it: &NodeId| matches!(program.data(unwrap_parentheses(program, *it)), Data::Reference(_) | Data::Access { .. });
        let is_hidden = matches!(subject, Value::Unknown(_));
        if is_hidden || !self.analysis.is_on() || !values.any(|it| is_type(&it) && self.names_absent_type(program, it)) {
            return subject;
        }
        Value::Unknown(Arc::new(Unknown { ty: values::infer(&subject), origin: Origin::Function("type".into()) }))
    }

    /// None for `default`, which comes last wherever it stands.
    fn option_matches(&mut self, program: &Arc<Program>, scope: ScopeId, subject: &Value, option: NodeId) -> Eval<Option<bool>> {
        let option = unwrap_parentheses(program, option);
        match program.data(option) {
            Data::Default => Ok(None),
            Data::Unfold { expr } => {
                let value = self.eval(program, scope, *expr)?;
                for value in splat(value) {
                    if self.matches(scope, subject, &value)? {
                        return Ok(Some(true));
                    }
                }
                Ok(Some(false))
            }
            _ => {
                let value = self.eval(program, scope, option)?;
                self.matches(scope, subject, &value).map(Some)
            }
        }
    }

    /// Matches as options of `case` do; what a pattern captures stays until the end of the block.
    fn matches(&mut self, scope: ScopeId, subject: &Value, option: &Value) -> Eval<bool> {
        self.pay(subject, ELEMENTS_COMPARED)?;
        self.pay(option, ELEMENTS_COMPARED)?;
        let (matched, captures) = ops::select_matches(option, subject);
        if let Some(captures) = captures {
            self.scope_mut(scope).frames.push(Frame::Match(Some(captures)));
        }
        Ok(matched)
    }
}
