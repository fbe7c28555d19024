//! Calls of functions and lambdas.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use functions::{Block, Context, Failure, FileKind, LogLevel, Splice};
use issue::{Assigned, Issue, Place, Related, Role};
use syntax::model::{Data, DefinitionKind, NodeId, label};
use values::Strict;
use values::{CallableType, Origin, Size, Str, Tri, Type, Unknown, Value, mismatch};

use crate::builtin;
use crate::compiler::{Compiler, Eval};
use crate::environment::NULL_DEVICE;
use crate::error::Log;
use crate::fact_reads::Part;
use crate::ids::ScopeId;
use crate::lists::elements_read;
use crate::scope::Frame;
use crate::site::Site;
use crate::source::{Program, unwrap_parentheses};
use crate::unknowns::{because, unknown};

/// Code of a lambda.
pub struct LambdaCode {
    pub program: Arc<Program>,
    pub node: NodeId,
    pub scope: ScopeId,
}

/// How parameters are given their values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    /// Those that may be left out come last.
    InOrder,
    /// As plans are run.
    ByName,
}

/// A lambda or function that is called.
#[derive(Clone, Copy)]
struct Closure<'a> {
    name: &'a str,
    program: &'a Arc<Program>,
    scope: ScopeId,
    parameters: &'a [NodeId],
    body: Option<NodeId>,
}

impl Compiler<'_> {
    pub(super) fn call(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        functor: NodeId,
        arguments: &[NodeId],
        lambda: Option<NodeId>,
    ) -> Eval<Value> {
        let (name, given): (Str, Vec<Value>) = match program.data(functor) {
            Data::Name(name) => (name.clone(), Vec::new()),
            Data::Reference(_) => ("new".into(), vec![self.eval(program, scope, functor)?]),
            Data::Access { left, .. } if matches!(program.data(*left), Data::Reference(_)) => {
                ("new".into(), vec![self.eval(program, scope, functor)?])
            }
            Data::RenderString(_) => {
                let text = "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace";
                return self.fail(program, node, Issue::Refused { code: "ILLEGAL_EPP_PARAMETERS", text: text.to_owned() });
            }
            _ => {
                let text = format!(
                    "Illegal expression. {} is unacceptable as function name in {}",
                    label::a_an_uc(&program.model, functor),
                    label::a_an(&program.model, node)
                );
                return self.fail(program, functor, Issue::Refused { code: "ILLEGAL_EXPRESSION", text });
            }
        };
        if let [first, rest @ ..] = arguments
            && self.looks_into(program, &name, *first)
        {
            let (value, part) = self.eval_part(program, scope, unwrap_parentheses(program, *first))?;
            return self.call_into(&Site { program: program.clone(), node, scope }, &name, value, part, rest, lambda);
        }
        let arguments = self.arguments(program, scope, &name, given, arguments)?;
        self.call_at(program, scope, node, &name, arguments, lambda)
    }

    /// The arguments of a call of that function. Where `*x` is any number of them, it gives as many as the function takes.
    fn arguments(&mut self, program: &Arc<Program>, scope: ScopeId, name: &str, given: Vec<Value>, nodes: &[NodeId]) -> Eval<Vec<Value>> {
        let (mut arguments, open) = self.unfold_open(program, scope, given, nodes)?;
        let Some(open) = open else { return Ok(arguments) };
        let name = name.strip_prefix("::").unwrap_or(name);
        let known = self.loaded.definitions.functions.get(name).cloned();
        let function = match known {
            None if builtin::find(name).is_none() && self.loaded.ported(self.environment, program.path.as_deref(), name, &[]).is_none() => {
                self.find_puppet_function(name)?
            }
            known => known,
        };
        let Some((program, node)) = function else { return Ok(arguments) };
        let Data::Definition { parameters, .. } = program.data(node) else { return Ok(arguments) };
        if let Some(unknown) = arguments.get(open).and_then(|it| Splice::Unfold.opens(it)).cloned() {
            arguments.truncate(open);
            arguments.resize(parameters.len().max(open), because(&unknown, Type::Any));
        }
        Ok(arguments)
    }

    /// Whether a function reads no more of its first argument, which may be a part of the facts, than the others lead to.
    fn looks_into(&self, program: &Program, name: &str, first: NodeId) -> bool {
        matches!(name, "dig" | "get")
            && !self.loaded.definitions.functions.contains_key(name)
            && matches!(program.data(unwrap_parentheses(program, first)), Data::Variable { .. } | Data::Access { .. })
    }

    /// Calls such a function.
    fn call_into(
        &mut self,
        site: &Site,
        name: &str,
        first: Value,
        part: Option<Part>,
        rest: &[NodeId],
        lambda: Option<NodeId>,
    ) -> Eval<Value> {
        let Site { program, node, scope } = site;
        let arguments = self.unfold(program, *scope, vec![first], rest);
        let Some(part) = part else { return self.call_at(program, *scope, *node, name, arguments?, lambda) };
        let arguments = match arguments {
            Ok(arguments) => arguments,
            Err(failure) => {
                self.note_read(&part);
                return Err(failure);
            }
        };
        let keys = functions::keys_walked(name, &arguments).unwrap_or_default();
        self.note_read(&[part.as_slice(), keys.as_slice()].concat());
        // The fact itself, not something of it.
        if let ([value, _], [_]) = (arguments.as_slice(), keys.as_slice())
            && let Some(fact) = self.custom_fact_in(value, &keys)
        {
            return Ok(fact);
        }
        let arguments = self.with_custom_facts(arguments, &keys);
        let result = self.call_at(program, *scope, *node, name, arguments, lambda);
        if result.is_err() {
            self.note_read(&part);
        }
        result
    }

    pub(super) fn method_call(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        functor: NodeId,
        arguments: &[NodeId],
        lambda: Option<NodeId>,
    ) -> Eval<Value> {
        let Data::NamedAccess { left, right } = program.data(functor) else {
            let text = format!(
                "Illegal expression. {} is unacceptable as function accessor in {}",
                label::a_an_uc(&program.model, functor),
                label::a_an(&program.model, node)
            );
            return self.fail(program, functor, Issue::Refused { code: "ILLEGAL_EXPRESSION", text });
        };
        let Data::Name(name) = program.data(*right) else {
            let text = format!(
                "Illegal expression. {} is unacceptable as function name in {}",
                label::a_an_uc(&program.model, *right),
                label::a_an(&program.model, node)
            );
            return self.fail(program, *right, Issue::Refused { code: "ILLEGAL_EXPRESSION", text });
        };
        let receiver = if self.looks_into(program, name, *left) {
            let (value, part) = self.eval_part(program, scope, unwrap_parentheses(program, *left))?;
            if part.is_some() {
                return self.call_into(&Site { program: program.clone(), node, scope }, name, value, part, arguments, lambda);
            }
            vec![value]
        } else {
            self.unfold(program, scope, Vec::new(), &[*left])?
        };
        if let Some(context) = receiver.first().filter(|it| hiera::context::is_context(it)) {
            let context = context.clone();
            let arguments = self.unfold(program, scope, Vec::new(), arguments)?;
            let block = match lambda {
                Some(lambda) => Some(self.block(program, scope, lambda)?),
                None => None,
            };
            let site = Site { program: program.clone(), node, scope };
            return self.call_context(&site, &context, name, &arguments, block.as_ref());
        }
        if let Some(object) = receiver.first().filter(|it| values::object::has_member(it, name)).cloned() {
            let arguments = self.unfold(program, scope, Vec::new(), arguments)?;
            let block = match lambda {
                Some(lambda) => Some(self.block(program, scope, lambda)?),
                None => None,
            };
            if let Some(result) = values::object::member(&object, name, &arguments, block.as_ref().map(|it| &*it.ty)) {
                return result.map_err(Failure::from);
            }
        }
        if let Some(object) = receiver.first().and_then(|it| self.analysis.unknown(it))
            && values::object::type_has_member(&object.ty, name) == Tri::Yes
        {
            let result = because(object, Type::Any);
            self.unfold(program, scope, receiver, arguments)?;
            return Ok(result);
        }
        let arguments = self.arguments(program, scope, name, receiver, arguments)?;
        self.call_at(program, scope, node, name, arguments, lambda)
    }

    fn call_at(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        name: &str,
        arguments: Vec<Value>,
        lambda: Option<NodeId>,
    ) -> Eval<Value> {
        let block = match lambda {
            Some(lambda) => Some(self.block(program, scope, lambda)?),
            None => None,
        };
        let site = Site { program: program.clone(), node, scope };
        self.call_function_at(&site, name, arguments, block.as_ref())
    }

    /// Calls a function by its name, wherever it is defined.
    pub fn call_function_at(&mut self, site: &Site, name: &str, arguments: Vec<Value>, block: Option<&Block>) -> Eval<Value> {
        self.budget.spend(1)?;
        for it in &arguments {
            self.pay(it, elements_read(name))?;
        }
        self.stack.enter_call(site.program.line_at(site.node));
        let pending = self.analysis.pending.len();
        let result = self.deeper(|this| this.dispatch(site, name, arguments, block));
        let result = result.and_then(|it| self.bounded(it));
        self.stack.leave_call();
        if self.analysis.pending.len() > pending && block.is_some() {
            return self.perhaps_broken(pending, result);
        }
        if matches!(result, Err(Failure::Return(_) | Failure::Next(_) | Failure::Break)) && matches!(name, "return" | "next" | "break") {
            self.stack.jump_line = site.program.line(site.node);
        }
        result
    }

    fn dispatch(&mut self, site: &Site, written: &str, arguments: Vec<Value>, block: Option<&Block>) -> Eval<Value> {
        let name = written.strip_prefix("::").unwrap_or(written);
        // What a manifest defines comes first, whatever its name.
        if let Some((program, node)) = self.loaded.definitions.functions.get(name).cloned() {
            return self.call_puppet_function(name, &program, node, arguments, block);
        }
        let own = builtin::find(name);
        let caller = site.program.path.as_deref();
        let ported = if own.is_some() { None } else { self.loaded.ported(self.environment, caller, name, &arguments) };
        let of_module =
            || builtin::of_module(name).filter(|_| ported.is_none() && self.loaded.has_released(self.environment, caller, name));
        if let Some(run) = own.or_else(of_module) {
            if let Some(value) = self.built_in_of_unknown(site, name, &arguments)? {
                return Ok(value);
            }
            functions::select(name, &arguments, block)?;
            if let Some(arity) = builtin::arity(name) {
                functions::check_arity(name, arity, arguments.len())?;
            }
            let arguments = if own.is_none() && builtin::is_old(name) { functions::old_arguments(&arguments)? } else { arguments };
            return run(self, site, &arguments, block);
        }
        if let Some(function) = ported {
            if let (Some(block), Some(unknown)) = (block, arguments.first().and_then(|it| self.analysis.unknown(it))) {
                return self.iterated(name, &arguments, block, unknown);
            }
            // A type that is not here stands as `Any`.
            if name == "new" && arguments.first().is_some_and(|it| self.analysis.makes_missing_type(it)) {
                let result = self.analysis.missing_value(name);
                return match (block, &result) {
                    (Some(block), Value::Unknown(unknown)) => self.iterated(name, &arguments, block, unknown),
                    _ => Ok(result),
                };
            }
            let place = site.program.place_at(site.node);
            if let Some(value) = self.read_absent(name, &arguments, &place) {
                return Ok(value);
            }
            let arguments = if name == "fail" { self.analysis.written(arguments) } else { arguments };
            let mut caller = Caller { compiler: self, site: site.clone() };
            let result = function.call(&mut caller, &arguments, block);
            if std::mem::take(&mut self.analysis.unread) {
                return Ok(if name == "file" { self.missing_text(name) } else { self.analysis.missing_value(name) });
            }
            if let Some(issue @ Issue::MissingFile { names }) = result.as_ref().err().and_then(Failure::error)
                && let [only] = &names[..]
            {
                let help = self.help_with_file(only, "files");
                self.sink.advise(issue, help);
            }
            let own = name.strip_prefix("stdlib::").unwrap_or(name);
            let refuses = matches!(name, "fail" | "assert_type") || own.starts_with("validate_");
            let result = if refuses && result.is_err() { self.refused(site, result) } else { result };
            let result = result?;
            return Ok(match result {
                Value::Unknown(unknown) if block.is_none() && !self.analysis.is_fact(&unknown) => {
                    self.analysis.derive(name, arguments, &unknown, unknown.ty.clone())
                }
                result => result,
            });
        }
        if let Some((program, node)) = self.find_puppet_function(name)? {
            return self.call_puppet_function(name, &program, node, arguments, block);
        }
        if let Some(path) = self.loaded.ruby_function(self.environment, caller, name).map(|it| it.file.clone()) {
            if let (Some(block), Some(unknown)) = (block, arguments.iter().find_map(|it| self.analysis.unknown(it)).cloned()) {
                // What it would have declared is not known either.
                self.sink.incomplete |= self.may_declare(&path);
                return self.iterated(name, &arguments, block, &unknown);
            }
            let result = builtin::ruby::call(self, site, name, &path, arguments, block);
            let is_raised = matches!(&result, Err(failure)
                if !matches!(failure.error(), None | Some(Issue::WrongArguments(_))) && !crate::data::is_not_found(failure));
            return if is_raised && !self.budget.is_exhausted() { self.refused(site, result) } else { result };
        }
        let place = site.program.place_at(site.node);
        let is_of_plan = self.is_of_plan();
        let receiver = match (site.program.data(site.node), arguments.first()) {
            (Data::MethodCall { .. }, Some(value)) => self.analysis.unknown(value).map(|it| it.ty.resolved()),
            _ => None,
        };
        if matches!(receiver, Some(Type::Object(_) | Type::Extension(_) | Type::ObjectAny)) {
            return Ok(self.analysis.missing_value(name));
        }
        let is_member = receiver.is_some_and(|it| crate::bolt::may_be_member(it, name));
        if is_of_plan && !crate::bolt::FUNCTIONS.contains(&name) && !is_member {
            let failed = self.unknown_function(site, written);
            self.go_on(failed, Type::Any)?;
        }
        if is_of_plan || self.function_is_absent(name, &place) {
            let result = self.analysis.missing_value(name);
            if let (Some(block), Value::Unknown(unknown)) = (block, &result) {
                return self.iterated(name, &arguments, block, unknown);
            }
            return Ok(result);
        }
        let failed = self.unknown_function(site, written);
        self.go_on(failed, Type::Any)
    }

    /// Handles arguments that a function refused. With other parameters than those that the entry has by itself it need not come to this,
    /// and for all nodes but those that it knows a site often has nothing else.
    fn refused(&mut self, site: &Site, result: Eval<Value>) -> Eval<Value> {
        if !self.is_of_entry() && !self.is_of_any_node(site.scope) {
            return result;
        }
        self.analysis.refused = true;
        let path = self.analysis.path.clone();
        self.analysis.assume_something(site.program.place_at(site.node));
        let result = result.map_err(|failure| self.at(&site.program, site.node, failure));
        self.analysis.path = path;
        result
    }

    /// Whether a function of that name can be called.
    pub fn has_function(&mut self, name: &str) -> Eval<bool> {
        let is_core = functions::find(name).is_some_and(|it| it.origin == functions::Origin::Core);
        let built_in = is_core || builtin::find(name).is_some();
        Ok(built_in || self.find_puppet_function(name)?.is_some() || self.loaded.ruby_function(self.environment, None, name).is_some())
    }

    fn unknown_function(&mut self, site: &Site, name: &str) -> Eval<Value> {
        let issue = Issue::UnknownFunction { name: name.into() };
        let help = self.help_with_function(name.trim_start_matches("::"));
        self.sink.advise(&issue, help);
        self.fail(&site.program, site.node, issue)
    }

    /// A lambda with the scope that it sees.
    pub fn block(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Block> {
        let Data::Lambda { parameters, return_type, .. } = program.data(node) else {
            return Err(Failure::plain("A block must be a lambda"));
        };
        let (ty, names, captures_rest) = self.callable(program, scope, parameters, *return_type, Given::InOrder)?;
        let code = Arc::new(LambdaCode { program: program.clone(), node, scope });
        Ok(Block { ty: Arc::new(ty), names, captures_rest, code })
    }

    /// Type of the accepted parameters.
    fn callable(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        parameters: &[NodeId],
        return_type: Option<NodeId>,
        given: Given,
    ) -> Eval<(CallableType, Vec<Str>, bool)> {
        let mut types = Vec::with_capacity(parameters.len());
        let mut names = Vec::with_capacity(parameters.len());
        let (mut from, mut to, mut rest) = (0, Some(0_i64), false);
        for parameter in parameters {
            let Data::Parameter { name, type_expr, value, captures_rest } = program.data(*parameter) else { continue };
            let mut ty = match type_expr {
                Some(expr) => self.evaluate_type(program, scope, *expr)?,
                None => Type::Any,
            };
            names.push(name.clone());
            if *captures_rest {
                rest = true;
                if let Type::Array(element, size) = &ty {
                    if size.from > 0 && given == Given::InOrder && from < i64::try_from(types.len()).unwrap_or(i64::MAX) {
                        return self.required_after_optional(program, *parameter, name);
                    }
                    from += size.from;
                    to = to.and_then(|to| size.to.map(|more| to.saturating_add(more)));
                    ty = (**element).clone();
                } else {
                    to = None;
                }
            } else {
                if value.is_none() {
                    if given == Given::InOrder && from < i64::try_from(types.len()).unwrap_or(i64::MAX) {
                        return self.required_after_optional(program, *parameter, name);
                    }
                    from += 1;
                }
                to = to.map(|to| to + 1);
            }
            types.push(ty);
        }
        let returns = match return_type {
            Some(node) => Some(self.evaluate_type(program, scope, node)?),
            None => None,
        };
        let ty = CallableType { parameters: Some(types.into()), size: Some(Size { from, to }), block: None, returns };
        Ok((ty, names, rest))
    }

    fn required_after_optional<T>(&mut self, program: &Program, parameter: NodeId, name: &str) -> Eval<T> {
        let text = format!("Parameter ${name} is required but appears after optional parameters");
        self.fail(program, parameter, Issue::Refused { code: "REQUIRED_PARAMETER_AFTER_OPTIONAL", text })
    }

    fn call_puppet_function(
        &mut self,
        name: &str,
        program: &Arc<Program>,
        node: NodeId,
        arguments: Vec<Value>,
        block: Option<&Block>,
    ) -> Eval<Value> {
        let Data::Definition { parameters, rest, .. } = program.data(node) else {
            return Err(Failure::plain(format!("'{name}' is no function")));
        };
        let (ty, names, _) = self.callable(program, ScopeId::TOP, parameters, rest.return_type, Given::InOrder)?;
        if self.analysis.is_entered_often(name, &arguments) {
            let unknown = Unknown { ty: ty.returns.unwrap_or(Type::Any), origin: Origin::Function(name.into()) };
            return Ok(Value::Unknown(Arc::new(unknown)));
        }
        let signature = values::Signature { ty: Arc::new(ty), names, block_name: None };
        let block = block.map(|it| &*it.ty);
        if !signature.accepts(&arguments, block) {
            let issue = mismatch::call(name, std::slice::from_ref(&signature), &arguments, block);
            let types = signature.ty.parameters.as_deref().unwrap_or_default();
            let is_wrong = |(ty, value): (&Type, &Value)| !ty.is_instance(value);
            let wrong = types.iter().zip(&arguments).position(is_wrong).and_then(|it| parameters.get(it));
            let related = match wrong {
                Some(parameter) => Related::new(program.place_at(*parameter), Role::Accepted),
                None => Related::new(program.place_at(node), Role::Defined),
            };
            self.sink.point_at(&issue, Some(related), Vec::new());
            return Err(issue.into());
        }
        // A function sees the top scope only, and nothing of what is being evaluated there.
        let frames = std::mem::take(&mut self.scope_mut(ScopeId::TOP).frames);
        let closure = Closure { name, program, scope: ScopeId::TOP, parameters, body: rest.body };
        self.analysis.enter_function(name);
        let result = self.left_early(returns, |this| this.run_closure(&closure, &signature, arguments));
        self.analysis.calling.pop();
        self.scope_mut(ScopeId::TOP).frames = frames;
        match result {
            Err(Failure::Return(value)) => Ok(value),
            other => other,
        }
    }

    /// Runs the body of a function or plan, of whose arguments only the types are known.
    pub fn run_with_unknowns(&mut self, name: &str, program: &Arc<Program>, node: NodeId) -> Eval<Value> {
        let Data::Definition { kind, parameters, rest, .. } = program.data(node) else {
            return Err(Failure::plain(format!("'{name}' is no function")));
        };
        let given = if *kind == DefinitionKind::Plan { Given::ByName } else { Given::InOrder };
        let (ty, names, _) = self.callable(program, ScopeId::TOP, parameters, rest.return_type, given)?;
        let types = ty.parameters.clone().unwrap_or_default();
        let arguments = types.iter().zip(&names).map(|(ty, name)| unknown(ty.clone(), name.clone())).collect();
        let signature = values::Signature { ty: Arc::new(ty), names, block_name: None };
        let closure = Closure { name, program, scope: ScopeId::TOP, parameters, body: rest.body };
        match self.left_early(returns, |this| this.run_closure(&closure, &signature, arguments)) {
            Err(Failure::Return(value)) => Ok(value),
            other => other,
        }
    }

    fn check_return(&mut self, name: &str, returns: Option<&Type>, value: Value) -> Eval<Value> {
        match returns {
            Some(ty) if !ty.is_instance(&value) => {
                let label = format!("value returned from {name}");
                let text = mismatch::value(&label, ty, &value).to_string();
                Err(Issue::WrongReturn { function: name.into(), text }.into())
            }
            _ => Ok(value),
        }
    }

    /// Calls a lambda. `return()` in it is meant for what is around it.
    pub fn call_lambda(&mut self, block: &Block, arguments: Vec<Value>) -> Eval<Value> {
        let code = block.code.clone();
        let Some(code) = code.downcast_ref::<LambdaCode>() else { return Err(Failure::plain("A block must be a lambda")) };
        let Data::Lambda { parameters, body, .. } = code.program.data(code.node) else { return Ok(Value::Undef) };
        self.budget.spend(1)?;
        let signature = values::Signature { ty: block.ty.clone(), names: block.names.clone(), block_name: None };
        let closure = Closure { name: "lambda", program: &code.program, scope: code.scope, parameters, body: *body };
        self.deeper(|this| this.run_closure(&closure, &signature, arguments))
    }

    /// Runs the body with these arguments; those that are too many are left out, as only functions refuse them.
    fn run_closure(&mut self, closure: &Closure<'_>, signature: &values::Signature, arguments: Vec<Value>) -> Eval<Value> {
        let Closure { name, program, scope, parameters, body } = *closure;
        let bindings = self.bind(name, program, scope, parameters, arguments)?;
        let typed = signature.ty.parameters.as_ref().is_some_and(|it| it.iter().any(|ty| !matches!(ty, Type::Any)));
        if typed {
            let rest = parameters.last().is_some_and(|it| matches!(program.data(*it), Data::Parameter { captures_rest: true, .. }));
            let mut values: Vec<Value> = bindings.iter().take(parameters.len()).map(|(_, value)| value.clone()).collect();
            if rest && let Some(Value::Array(last)) = values.pop() {
                values.extend(last.iter().cloned());
            }
            if !signature.accepts(&values, None) {
                return Err(mismatch::call(name, std::slice::from_ref(signature), &values, None).into());
            }
        }
        if let Some((name, _)) = bindings.iter().find(|(it, _)| matches!(&**it, "trusted" | "facts" | "server_facts")) {
            let assigned = Assigned::ReservedParameter { place: Place::default() };
            return Err(Issue::ReassignedVariable { name: name.clone(), assigned }.into());
        }
        for (parameter, (_, value)) in parameters.iter().zip(&bindings) {
            self.analysis.watch(&self.request.watch, program, *parameter, value);
        }
        let result = self.guarded(scope, |this| {
            let frames = &mut this.scope_mut(scope).frames;
            frames.push(Frame::Local(bindings));
            frames.push(Frame::Match(None));
            this.left_early(goes_on, |this| this.eval_optional(program, scope, body))
        });
        let value = match result {
            Err(Failure::Next(value)) => value,
            other => other?,
        };
        self.check_return(name, signature.ty.returns.as_ref(), value)
    }

    /// Gives parameters their values, defaults from left to right.
    fn bind(
        &mut self,
        name: &str,
        program: &Arc<Program>,
        scope: ScopeId,
        parameters: &[NodeId],
        arguments: Vec<Value>,
    ) -> Eval<Vec<(Str, Value)>> {
        let simple = arguments.len() == parameters.len()
            && parameters.iter().all(|it| matches!(program.data(*it), Data::Parameter { captures_rest: false, .. }));
        if simple {
            let names = parameters.iter().filter_map(|it| match program.data(*it) {
                Data::Parameter { name, .. } => Some(name.clone()),
                _ => None,
            });
            return Ok(names.zip(arguments).collect());
        }
        let names: Vec<(Str, Option<Value>)> = parameters
            .iter()
            .filter_map(|it| match program.data(*it) {
                Data::Parameter { name, .. } => Some((name.clone(), None)),
                _ => None,
            })
            .collect();
        self.guarded(scope, |this| {
            this.scope_mut(scope).frames.push(Frame::Parameters { callee: name.into(), current: "".into(), entries: names });
            let depth = this.scope(scope).frames.len() - 1;
            for (index, parameter) in parameters.iter().enumerate() {
                let Data::Parameter { name, value: default, captures_rest, .. } = program.data(*parameter) else { continue };
                let name: Str = name.clone();
                let value = if index >= arguments.len() {
                    match default {
                        Some(default) => {
                            let value = this.parameter_default(program, scope, &name, *default)?;
                            match value {
                                Value::Array(_) => value,
                                other if *captures_rest => Value::array(vec![other]),
                                other => other,
                            }
                        }
                        None if *captures_rest => Value::array(Vec::new()),
                        None => {
                            return this.fail(program, *parameter, Issue::MissingArgument { name: name.clone() });
                        }
                    }
                } else if *captures_rest {
                    Value::array(arguments.get(index..).unwrap_or_default().to_vec())
                } else {
                    arguments.get(index).cloned().unwrap_or(Value::Undef)
                };
                if let Some(Frame::Parameters { entries, .. }) = this.scope_mut(scope).frames.get_mut(depth)
                    && let Some(entry) = entries.iter_mut().find(|(it, _)| *it == name)
                {
                    entry.1 = Some(value);
                }
            }
            match this.scope_mut(scope).frames.get(depth) {
                Some(Frame::Parameters { entries, .. }) => {
                    Ok(entries.iter().map(|(name, value)| (name.clone(), value.clone().unwrap_or(Value::Undef))).collect())
                }
                _ => Ok(Vec::new()),
            }
        })
    }
}

/// Value with which `return()` leaves a function.
fn returns(failure: &Failure) -> Option<Value> {
    match failure {
        Failure::Return(value) => Some(value.clone()),
        _ => None,
    }
}

/// Value with which `next()` leaves a lambda or function.
fn goes_on(failure: &Failure) -> Option<Value> {
    match failure {
        Failure::Next(value) => Some(value.clone()),
        _ => None,
    }
}

/// The evaluation, as the functions of the library see it.
pub struct Caller<'c, 'a> {
    pub compiler: &'c mut Compiler<'a>,
    pub site: Site,
}

impl Context for Caller<'_, '_> {
    fn call_block(&mut self, block: &Block, arguments: Vec<Value>) -> Result<Value, Failure> {
        self.compiler.call_lambda(block, arguments)
    }

    fn call_function(&mut self, name: &str, arguments: Vec<Value>, block: Option<&Block>) -> Result<Value, Failure> {
        self.compiler.call_function_at(&self.site, name, arguments, block)
    }

    fn call_function_at_top(&mut self, name: &str, arguments: Vec<Value>, block: Option<&Block>) -> Result<Value, Failure> {
        let site = Site { scope: ScopeId::TOP, ..self.site.clone() };
        self.compiler.call_function_at(&site, name, arguments, block)
    }

    fn variable(&mut self, name: &str) -> Option<Value> {
        self.compiler.lookup_variable(self.site.scope, name).ok().flatten()
    }

    fn variable_along(&mut self, name: &str, keys: &[Value]) -> Option<Value> {
        let (value, part) = self.compiler.lookup_part(self.site.scope, name).ok()?;
        if let Some(part) = part {
            self.compiler.note_read(&[part.as_slice(), keys].concat());
        }
        match value {
            Some(value) => Some(self.compiler.with_custom_fact(value, keys)),
            None => self.compiler.custom_fact_named(name),
        }
    }

    fn resolve_type(&mut self, text: &str) -> Result<Type, Failure> {
        self.compiler.type_of_text(text)
    }

    fn log(&mut self, level: LogLevel, message: String) {
        let source = Some(self.compiler.scope_name(self.site.scope));
        self.compiler.sink.logs.push(Log { level, message, source, place: Place::default(), code: None });
    }

    fn warn_once(&mut self, message: String) {
        let message = format!("{message}\n   (file & line not available)");
        let said = self.compiler.sink.logs.iter().any(|it| it.level == LogLevel::Warning && it.message == message);
        if !said {
            self.compiler.sink.log(LogLevel::Warning, message, None);
        }
    }

    fn message(&mut self, level: LogLevel, message: String) {
        self.compiler.sink.log(level, message, None);
    }

    fn deprecated_here(&mut self, key: &str, message: String) {
        let (file, line) = self.place();
        let file = file.as_deref().unwrap_or("unknown");
        self.deprecated(key, format!("{message}\n   (file: {file}, line: {line})"));
    }

    fn deprecated(&mut self, key: &str, message: String) {
        if self.compiler.sink.deprecated.insert(key.into()) {
            self.compiler.sink.log(LogLevel::Warning, message, None);
        }
    }

    fn stack(&self) -> Vec<(Option<String>, u32)> {
        let compiler = &self.compiler;
        let mut stack: Vec<_> =
            compiler.stack.calls().map(|it| (it.file.as_deref().map(str::to_owned), it.line.unwrap_or_default())).collect();
        // Below the calls is the main manifest; nodes and instances of defined types are evaluated later, below nothing. An entry is
        // evaluated as if the manifest were its own file.
        let kind = compiler.definition(compiler.scope(self.site.scope).source).kind;
        let is_entry = compiler.request.entry != crate::Entry::Site && kind != crate::definitions::Kind::Define;
        if let Some(manifest) = compiler.stack.manifest.as_ref().or(is_entry.then_some(&self.site.program)) {
            stack.push((manifest.file.as_deref().map(str::to_owned), 0));
        }
        stack
    }

    fn scope_name(&self) -> String {
        self.compiler.scope_name(self.site.scope)
    }

    fn strict(&self) -> Strict {
        self.compiler.settings.strict
    }

    fn find_file(&mut self, name: &str, kind: FileKind) -> Option<PathBuf> {
        self.compiler.environment.find_module_file(name, kind)
    }

    fn read_file(&mut self, path: &Path) -> Result<Vec<u8>, Failure> {
        if path == Path::new(NULL_DEVICE) {
            return Ok(Vec::new());
        }
        let world = &self.compiler.environment.world;
        world.read(path, 64 << 20).map_err(|error| {
            self.compiler.analysis.unread |= error.kind() == std::io::ErrorKind::InvalidData;
            Failure::plain(crate::outside::read_failure(&error, path))
        })
    }

    fn exists(&mut self, path: &Path) -> bool {
        self.compiler.environment.world.metadata(path).is_ok()
    }

    fn module_version(&mut self, module: &str) -> functions::Version {
        self.compiler
            .environment
            .module(module)
            .cloned()
            .map_or((0, 0), |folder| self.compiler.loaded.version_of_module(self.compiler.environment, &folder))
    }

    fn module_path(&mut self, module: &str) -> Option<PathBuf> {
        self.compiler.environment.module(module).cloned()
    }

    fn place(&self) -> (Option<String>, u32) {
        (self.site.program.file.as_deref().map(str::to_owned), self.site.program.line(self.site.node))
    }

    fn module_name(&self) -> Option<Str> {
        let source = self.compiler.scope(self.site.scope).source;
        self.compiler.definition(source).module.clone()
    }

    fn node_name(&self) -> Str {
        self.compiler.request.node.clone()
    }

    fn generate(&mut self, command: &[String]) -> Result<Value, Failure> {
        if let Some(value) = self.compiler.analysis.value_of_ruby("generate", Type::String(Size::ANY)) {
            return Ok(value);
        }
        let name = command.first().map_or("", String::as_str);
        Err(Failure::plain(format!("Failed to execute generator {name}: commands are not run while a catalog is compiled")))
    }

    fn spend(&mut self, steps: u64) -> Result<(), Failure> {
        self.compiler.budget.spend(steps)
    }

    fn now(&mut self) -> values::time::Timestamp {
        let now = self.compiler.environment.world.now();
        let since = now.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        values::time::Timestamp(i128::try_from(since.as_nanos()).unwrap_or(i128::MAX))
    }
}

impl Compiler<'_> {
    /// A type as functions take it in a text.
    pub fn type_of_text(&mut self, text: &str) -> Eval<Type> {
        let mut failure = None;
        let found = crate::parse_type(text, &mut |name| match self.type_named(name) {
            // A type of a module that is not there accepts what the rest of the type accepts.
            Ok(Type::Reference(_)) if self.type_is_absent(&name.to_lowercase(), &issue::Place::default()) => Some(Type::Any),
            Ok(ty) => Some(ty),
            Err(error) => {
                failure.get_or_insert(error);
                None
            }
        });
        match failure {
            Some(failure) => Err(failure),
            None => found.map_err(Failure::from),
        }
    }
}
