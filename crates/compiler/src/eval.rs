//! Expressions and statements.

mod access;
mod assign;
mod branch;
mod call;
mod iterated;
mod operators;
mod parts;
mod recover;
mod resources;
mod text;
mod torn;
mod types;
mod undecided;
mod variable;

use std::sync::Arc;

use functions::{Failure, Splice};
use issue::{Ended, Issue};
use syntax::model::{Data, NodeId};
use values::Value;

use crate::analysis::Derived;
use crate::compiler::{Compiler, Eval};
use crate::ids::ScopeId;
use crate::lists::splat;
use crate::source::{Program, unwrap_parentheses};

pub use call::Caller;

/// Bytes of a text that are read in the time of a step.
const LONG: usize = 64;

impl Compiler<'_> {
    /// The value of an expression. An error that has no place yet gets that of the innermost expression.
    pub fn eval(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Value> {
        match program.data(node) {
            // The most frequent nodes, which cannot fail, without ceremony.
            // What is long is charged below.
            Data::String(text) if text.len() > LONG => {}
            Data::String(_) | Data::Name(_) | Data::Boolean(_) | Data::Float(_) | Data::Default | Data::Undef => {
                return Ok(program.constant(node));
            }
            Data::Nop => return Ok(self.nothing(program)),
            _ => {}
        }
        self.budget.step()?;
        let result = self.deeper(|this| this.eval_inner(program, scope, node));
        let result = match values::regex::unfinished::take() {
            Some(error) if !matches!(result, Err(Failure::Cancelled)) => {
                self.budget.given_up = true;
                Err(Issue::Ended(Ended::Match { subject: None, text: error.to_string() }).into())
            }
            _ => result,
        };
        match result {
            Err(Failure::Error(error)) => Err(self.at(program, node, Failure::Error(error))),
            Ok(value) => {
                let work = values::regex::unfinished::take_work();
                if work > 0 {
                    self.budget.spend(work)?;
                }
                if let Value::String(text) = &value
                    && text.len() > LONG
                {
                    self.budget.spend((text.len() / LONG) as u64)?;
                }
                self.analysis.watch(&self.request.watch, program, node, &value);
                Ok(value)
            }
            other => other,
        }
    }

    fn eval_inner(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Value> {
        match program.data(node) {
            Data::Nop => Ok(self.nothing(program)),
            Data::Undef => Ok(Value::Undef),
            Data::String(_) | Data::Name(_) | Data::Boolean(_) | Data::Float(_) | Data::Default | Data::Integer { .. } => {
                Ok(program.constant(node))
            }
            Data::Regex(source) => match program.constant(node) {
                Value::Undef => Err(values::regex::Regex::new(source).err().map_or_else(|| Failure::plain(String::new()), Failure::plain)),
                regex => Ok(regex),
            },
            Data::Reserved(word) => {
                // `plan` and `apply` are reserved for later and pass.
                if matches!(&**word, "application" | "consumes" | "produces" | "site" | "plan" | "apply") {
                    return Ok(program.constant(node));
                }
                let text = format!("Use of reserved word: {word}, must be quoted if intended to be a String value");
                self.fail(program, node, Issue::Refused { code: "RESERVED_WORD", text })
            }
            Data::Block { statements } | Data::ApplyBlock { statements } => {
                let mut last = Value::Undef;
                for statement in statements {
                    last = self.eval(program, scope, *statement)?;
                }
                Ok(last)
            }
            Data::Reference(name) => self.named_type(program, node, name),
            Data::Variable { expr } => self.variable(program, scope, node, *expr),
            Data::Concat { segments } => self.concat(program, scope, segments),
            Data::Text { expr } => self.text(program, scope, node, *expr),
            Data::Heredoc { syntax, text } => self.heredoc(program, scope, syntax, *text),
            Data::List { values } => {
                let list = self.list(program, scope, values)?;
                self.bounded(list)
            }
            Data::Hash { entries } => self.literal_hash(program, scope, entries),
            Data::Entry { .. } | Data::SelectorEntry { .. } | Data::CaseOption { .. } | Data::ResourceBody { .. } => Ok(Value::Undef),
            Data::Access { left, keys } => self.access(program, scope, node, *left, keys),
            Data::Paren { expr } => self.eval(program, scope, *expr),
            Data::Not { expr } => {
                let value = self.eval(program, scope, *expr)?;
                Ok(match value {
                    Value::Unknown(it) => self.analysis.derive_truth("!", Derived::Not(Value::Unknown(it.clone())), &it),
                    value => Value::Boolean(!value.is_true()),
                })
            }
            Data::Minus { expr } => self.negate(program, scope, node, *expr),
            Data::Unfold { expr } => {
                let value = self.eval(program, scope, *expr)?;
                Ok(match Splice::Unfold.opens(&value) {
                    Some(unknown) => functions::open_list(unknown, &[(value.clone(), Some(Splice::Unfold))]),
                    None => Value::array(splat(value)),
                })
            }
            Data::Arithmetic { op, left, right } => self.arithmetic(program, scope, node, *op, *left, *right),
            Data::Comparison { op, left, right } => self.comparison(program, scope, node, *op, *left, *right),
            Data::Match { op, left, right } => self.match_operator(program, scope, *op, *left, *right),
            Data::In { left, right } => self.in_operator(program, scope, *left, *right),
            Data::And { left, right } => self.both(program, scope, *left, *right, true),
            Data::Or { left, right } => self.both(program, scope, *left, *right, false),
            Data::Assignment { op, left, right } => self.assignment(program, scope, node, *op, *left, *right),
            Data::Relationship { op, left, right } => self.relationship(program, scope, node, *op, *left, *right),
            Data::NamedAccess { left, right } => {
                let values = vec![self.eval(program, scope, *left)?, self.eval(program, scope, *right)?];
                Ok(Value::array(values))
            }
            Data::Selector { left, selectors } => self.selector(program, scope, *left, selectors),
            Data::Case { test, options } => self.case(program, scope, *test, options),
            Data::If { test, then, otherwise } => self.conditional(program, scope, *test, *then, *otherwise),
            Data::Unless { test, then, otherwise } => self.conditional(program, scope, *test, *otherwise, *then),
            Data::Call { functor, arguments, lambda, .. } => self.call(program, scope, node, *functor, arguments, *lambda),
            Data::MethodCall { functor, arguments, lambda } => self.method_call(program, scope, node, *functor, arguments, *lambda),
            // A lambda by itself is that of a template.
            Data::Lambda { .. } | Data::Parameter { .. } => Ok(Value::Undef),
            Data::Definition { .. }
            | Data::NodeDefinition { .. }
            | Data::TypeAlias { .. }
            | Data::TypeMapping { .. }
            | Data::TypeDefinition { .. } => Ok(Value::Undef),
            Data::Apply { arguments, .. } if self.is_of_plan() => {
                for argument in arguments {
                    self.eval(program, scope, *argument)?;
                }
                // The body is compiled for each target, with its facts.
                Ok(self.analysis.missing_value("apply"))
            }
            Data::Apply { .. } => Err(Failure::plain("apply() is run by orchestrators only; it is no part of a catalog")),
            Data::Resource { form, type_name, bodies } => self.resource_expression(program, scope, node, *form, *type_name, bodies),
            Data::ResourceDefaults { type_ref, operations, .. } => self.resource_defaults(program, scope, node, *type_ref, operations),
            Data::ResourceOverride { resources, operations, .. } => self.resource_override(program, scope, node, *resources, operations),
            Data::AttributeOperation { .. } | Data::AttributesOperation { .. } => Ok(Value::Undef),
            Data::Collect { type_expr, query, operations } => self.collect(program, scope, node, *type_expr, *query, operations),
            Data::Query { .. } => Ok(Value::Undef),
            Data::Epp { body, .. } => self.epp_body(program, scope, *body),
            Data::RenderString(_) => {
                let text = program.constant(node);
                if let Some(rendered) = self.stack.rendered.last_mut() {
                    rendered.push(text);
                }
                Ok(Value::Undef)
            }
            Data::Render { expr } => self.render(program, scope, *expr),
        }
    }

    pub fn eval_optional(&mut self, program: &Arc<Program>, scope: ScopeId, node: Option<NodeId>) -> Eval<Value> {
        node.map_or(Ok(Value::Undef), |node| self.eval(program, scope, node))
    }

    /// Runs something and takes away the frames that it left on the scope.
    pub fn guarded<T>(&mut self, scope: ScopeId, run: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        let level = self.scope(scope).frames.len();
        let result = run(self);
        self.scope_mut(scope).frames.truncate(level);
        result
    }

    /// Values of a list, where `*x` stands for its elements.
    pub fn unfold(&mut self, program: &Arc<Program>, scope: ScopeId, out: Vec<Value>, nodes: &[NodeId]) -> Eval<Vec<Value>> {
        Ok(self.unfold_open(program, scope, out, nodes)?.0)
    }

    /// The same, with where the first value stands that may be any number of elements because it is not known.
    pub fn unfold_open(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        mut out: Vec<Value>,
        nodes: &[NodeId],
    ) -> Eval<(Vec<Value>, Option<usize>)> {
        let mut open = None;
        for node in nodes {
            let node = unwrap_parentheses(program, *node);
            if let Data::Unfold { expr } = program.data(node) {
                let value = self.eval(program, scope, *expr)?;
                if open.is_none() && self.analysis.is_on() && Splice::Unfold.opens(&value).is_some() {
                    open = Some(out.len());
                }
                out.extend(splat(value));
            } else {
                out.push(self.eval(program, scope, node)?);
            }
        }
        Ok((out, open))
    }

    fn list(&mut self, program: &Arc<Program>, scope: ScopeId, nodes: &[NodeId]) -> Eval<Value> {
        let is_unfold = |it: &NodeId| matches!(program.data(unwrap_parentheses(program, *it)), Data::Unfold { .. });
        if !self.analysis.is_on() || !nodes.iter().any(is_unfold) {
            return Ok(Value::array(self.unfold(program, scope, Vec::with_capacity(nodes.len()), nodes)?));
        }
        let (mut parts, mut cause) = (Vec::with_capacity(nodes.len()), None);
        for node in nodes {
            let (values, open) = self.unfold_open(program, scope, Vec::new(), std::slice::from_ref(node))?;
            if let (Some(_), None, [value]) = (open, &cause, values.as_slice()) {
                cause = Splice::Unfold.opens(value).cloned();
            }
            parts.extend(values.into_iter().map(|it| (it, open.map(|_| Splice::Unfold))));
        }
        Ok(match cause {
            Some(cause) => functions::open_list(&cause, &parts),
            None => Value::array(parts.into_iter().map(|it| it.0).collect()),
        })
    }

    fn literal_hash(&mut self, program: &Arc<Program>, scope: ScopeId, entries: &[NodeId]) -> Eval<Value> {
        let mut hash = values::Hash::default();
        for entry in entries {
            let Data::Entry { key, value } = program.data(*entry) else { continue };
            let key = self.eval(program, scope, *key)?;
            let value = self.eval(program, scope, *value)?;
            hash.insert(key, value);
        }
        self.bounded(Value::hash(hash))
    }
}
