//! Continues after a statement that failed, so that all mistakes are reported at once.
//!
//! Puppet stops at its first error. What comes after it here must be wrong by itself: what the failed statement would have assigned is not
//! known from then on, and what it might have declared is not missed.

use std::sync::Arc;

use functions::Failure;
use issue::{Issue, Ruby};
use syntax::model::{Data, NodeId, label};
use values::{Origin, Type, Unknown, Value};

use crate::compiler::{Compiler, Eval, MOST_ERRORS};
use crate::error::{EvalError, Raised};
use crate::ids::ScopeId;
use crate::site::Site;
use crate::source::Program;
use crate::unknowns::not_known;

impl Compiler<'_> {
    /// Runs the statements of a manifest, class, defined type or node. Errors are kept, and the next statement is run.
    pub fn body(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Value> {
        let Data::Block { statements } = program.data(node) else { return self.statement(program, scope, node) };
        let mut last = Value::Undef;
        for statement in statements {
            last = self.statement(program, scope, *statement)?;
        }
        Ok(last)
    }

    fn statement(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Value> {
        match self.eval(program, scope, node) {
            Err(failure @ Failure::Error(_)) => {
                self.keep(failure)?;
                self.leave_out(program, scope, node);
                if std::mem::take(&mut self.analysis.refused) {
                    self.analysis.end_here();
                }
                Ok(not_known(Type::Any))
            }
            other => {
                // Something went on in spite of it.
                self.analysis.refused = false;
                other
            }
        }
    }

    /// Keeps an error among those of the compilation, unless it ends everything.
    pub fn keep(&mut self, failure: Failure) -> Eval<()> {
        if !matches!(failure, Failure::Error(_)) || self.budget.is_exhausted() || self.sink.errors.len() >= MOST_ERRORS {
            return Err(failure);
        }
        let error = self.take_error(failure);
        if self.budget.given_up {
            return Err(self.placed(error));
        }
        self.sink.logs_before_error.get_or_insert(self.sink.logs.len());
        // A class with a wrong parameter is refused where it is included, and again where it is evaluated.
        let is_again = error.place.is_nowhere()
            && error.origin.is_none()
            && self.sink.errors.iter().any(|it| !it.place.is_nowhere() && it.issue.root() == error.issue.root());
        if !is_again {
            self.sink.errors.push(error);
        }
        Ok(())
    }

    /// Goes on within a statement, where an analysis can: what failed has a value that is not known.
    pub fn go_on(&mut self, result: Eval<Value>, ty: Type) -> Eval<Value> {
        match result {
            Err(failure) if self.analysis.continues_after(&failure) => {
                self.keep(failure)?;
                Ok(not_known(ty))
            }
            other => other,
        }
    }

    /// Notes what is not run because it is written in Ruby; its value is not known.
    pub fn not_run(&mut self, site: &Site, name: &str, ty: Type, ruby: Ruby) -> Value {
        let place = site.program.place_at(site.node);
        let label = label::label(&site.program.model, site.node).into();
        let error = EvalError::new(Issue::NotEvaluated(ruby), Raised::Exception(label), place);
        self.sink.note_not_run(error);
        if let Some(value) = self.analysis.value_of_ruby(name, ty.clone()) {
            return value;
        }
        Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Function(name.into()) }))
    }

    /// The same for a result: what failed has none.
    pub fn recovered<T>(&mut self, result: Eval<T>) -> Eval<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(failure) => {
                self.sink.incomplete = true;
                self.analysis.may_lack_attributes = true;
                self.keep(failure).map(|()| None)
            }
        }
    }

    /// A statement that was not run: its variables are not known. Where it declares nothing, nothing is missing because of it.
    pub fn leave_out(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) {
        self.sink.incomplete |= !self.analysis.is_on() || may_declare(program, node);
        let mut waiting = vec![node];
        let mut children = Vec::new();
        while let Some(node) = waiting.pop() {
            match program.data(node) {
                Data::Assignment { left, .. } => self.forget(program, scope, *left),
                Data::ResourceDefaults { .. } | Data::ResourceOverride { .. } => self.analysis.may_lack_attributes = true,
                Data::Collect { operations, .. } => self.analysis.may_lack_attributes |= !operations.is_empty(),
                // They have scopes of their own, or are read elsewhere.
                Data::Lambda { .. } | Data::Definition { .. } | Data::NodeDefinition { .. } => continue,
                _ => {}
            }
            children.clear();
            program.model.children(node, &mut children);
            waiting.extend(children.iter().rev());
        }
    }

    fn forget(&mut self, program: &Arc<Program>, scope: ScopeId, target: NodeId) {
        let mut waiting = vec![target];
        while let Some(node) = waiting.pop() {
            match program.data(node) {
                Data::Variable { expr } => {
                    if let Value::String(name) = &program.constant(*expr)
                        && !self.is_bound(scope, name)
                    {
                        self.scopes.set(scope, name.clone(), not_known(Type::Any));
                    }
                }
                Data::List { values } => waiting.extend(values.iter().copied()),
                _ => {}
            }
        }
    }
}

/// Whether code may declare resources, or change those that others declare: all but expressions and functions that only give a value.
fn may_declare(program: &Program, node: NodeId) -> bool {
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        match program.data(node) {
            Data::Resource { .. }
            | Data::ResourceDefaults { .. }
            | Data::ResourceOverride { .. }
            | Data::Collect { .. }
            | Data::Relationship { .. } => return true,
            Data::Call { functor, .. } if !gives_a_value(program, *functor) => return true,
            Data::MethodCall { functor, .. } => match program.data(*functor) {
                Data::NamedAccess { right, .. } if gives_a_value(program, *right) => {}
                _ => return true,
            },
            _ => {}
        }
        program.model.children(node, &mut waiting);
    }
    false
}

/// Whether what is called is one of Puppet's functions that do no more than to give a value.
fn gives_a_value(program: &Program, functor: NodeId) -> bool {
    match program.data(functor) {
        Data::Name(name) => functions::find(name).is_some_and(|it| it.origin == functions::Origin::Core) && &**name != "call",
        // `Integer('1')`
        Data::Reference(_) | Data::Access { .. } => true,
        _ => false,
    }
}
