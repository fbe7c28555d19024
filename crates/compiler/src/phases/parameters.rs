//! The parameters of classes and defined types.

use crate::Condition;
use crate::compiler::{Compiler, Eval};
use crate::definitions::{Definition, Kind as DefKind, Parameter};
use crate::error::{EvalError, Raised};
use crate::ids::{ResId, ScopeId};
use crate::parameters::{Wrong, right};
use crate::phases::literal;
use crate::resource::Param;
use crate::scope::Frame;
use crate::unknowns::unknown;
use functions::Failure;
use hiera::OpenLayer;
use issue::{Assigned, Ended, Issue, Place, Related, Role};
use std::sync::Arc;
use values::{Str, Value, mismatch};

impl Compiler<'_> {
    /// Sets the parameters of a definition, and reports their errors.
    pub fn parameters_of(&mut self, id: ResId, scope: ScopeId, definition: &Arc<Definition>) -> Eval<Option<Wrong>> {
        let title = self.resource(id).title.clone();
        let (title, name) = if definition.kind == DefKind::Class {
            let lower: Str = title.to_lowercase().into();
            (Value::String(lower.clone()), Value::String(lower))
        } else {
            let title = self.resource(id).title_value();
            let name = self.resource(id).value("name").cloned().unwrap_or_else(|| title.clone());
            (title, name)
        };
        if let Some(module) = &definition.module {
            self.scopes.set(scope, "module_name".into(), Value::String(module.clone()));
        }
        let parent = self.scope(scope).parent;
        if self.analysis.entry == Some(id) {
            // Its own module may be what declares it.
            let module = definition.module.clone().map_or(Value::Undef, Value::String);
            self.scopes.set(scope, "caller_module_name".into(), module);
        } else if let Some(module) = parent.and_then(|parent| self.definition(self.scope(parent).source).module.clone()) {
            self.scopes.set(scope, "caller_module_name".into(), Value::String(module));
        }
        if definition.kind == DefKind::Class {
            self.bind_data(id, scope, definition)?;
        }
        self.give_unknown(id, definition);
        self.leave_given_on(id, definition);
        self.scopes.set(scope, "title".into(), title);
        self.scopes.set(scope, "name".into(), name);
        if definition.kind == DefKind::Class {
            self.scopes.of_classes.insert(definition.name.clone(), scope);
        }
        let reference = self.resource(id).reference();
        let mut entries: Vec<(Str, Option<Value>)> = definition.parameters.iter().map(|it| (it.name.clone(), None)).collect();
        for (name, param) in &self.resource(id).params {
            if matches!(&**name, "name" | "title") {
                continue;
            }
            match entries.iter_mut().find(|(it, _)| it == name) {
                Some(entry) => entry.1 = Some(param.value.clone()),
                None => entries.push((name.clone(), Some(param.value.clone()))),
            }
        }
        let level = self.scope(scope).frames.len();
        self.scope_mut(scope).frames.push(Frame::Parameters { callee: reference.clone().into(), current: "".into(), entries });
        let result = self.defaults_of(id, scope, level, definition);
        let frame = self.scope_mut(scope).frames.get(level).cloned();
        self.scope_mut(scope).frames.truncate(level);
        result?;
        let Some(Frame::Parameters { entries, .. }) = frame else { return Ok(None) };
        let mut given: Vec<(Str, Value)> = entries.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let declared: Vec<mismatch::Param> = definition
            .parameters
            .iter()
            .map(|it| mismatch::Param { name: it.name.clone(), ty: it.ty.clone(), required: it.value.is_none() })
            .collect();
        let to_check: Vec<(Str, Value)> = given
            .iter()
            .filter(|(name, _)| !resource_types::is_metaparameter(name) || definition.parameters.iter().any(|it| it.name == *name))
            .cloned()
            .collect();
        let place = self.resource(id).place.clone();
        self.check_deferred(&to_check, &place)?;
        let mut refused = None;
        let wrong = mismatch::parameters(&reference, &declared, &to_check);
        if let Some(error) = values::regex::unfinished::take() {
            self.budget.given_up = true;
            let place = self.resource(id).place.clone();
            let issue = Issue::Ended(Ended::Match { subject: Some(reference.into()), text: error.to_string() });
            return Err(self.placed(EvalError::new(issue, Raised::Issue, place)));
        }
        if let Some(issue) = wrong {
            let data = self.wrong_data(id, definition, &issue);
            let defined = Related::new(definition.place.clone(), Role::Defined);
            refused = Some(self.set_aside(Wrong { issue, defined, data })?);
            self.sink.incomplete = true;
            given = right(&declared, given);
        }
        for (name, value) in given {
            if matches!(&*name, "trusted" | "facts" | "server_facts") {
                let place = Place { column: None, ..definition.place.clone() };
                let assigned = Assigned::ReservedParameter { place: place.clone() };
                let issue = Issue::ReassignedVariable { name: name.clone(), assigned };
                if definition.kind == DefKind::Class {
                    return Err(self.bare(issue, place));
                }
                return Err(issue.into());
            }
            if self.scope(scope).is_bound(&name) {
                return Err(Issue::ReassignedVariable { name: name.clone(), assigned: Assigned::Again }.into());
            }
            if let (Some(program), Some(parameter)) = (&definition.program, definition.parameters.iter().find(|it| it.name == name)) {
                self.analysis.watch(&self.request.watch, program, parameter.node, &value);
            }
            self.scopes.set(scope, name, value);
        }
        Ok(refused)
    }

    /// Makes values unknown that are empty defaults of parameters around it, and are refused here: others have to bind those.
    fn leave_given_on(&mut self, id: ResId, definition: &Definition) {
        if self.analysis.given_on.is_empty() {
            return;
        }
        for parameter in &definition.parameters {
            let Some(param) = self.resource(id).params.get(&parameter.name) else { continue };
            let has_default = param.value.is_undef() && parameter.value.is_some();
            if has_default || parameter.ty.is_instance(&param.value) || !self.analysis.is_given_on(&parameter.name, param) {
                continue;
            }
            if let Some(param) = self.resource_mut(id).params.get_mut(&parameter.name) {
                param.value = unknown(parameter.ty.clone(), parameter.name.clone());
            }
        }
    }

    /// Sets wrong parameters aside until the body was evaluated, too; ends there where it is not.
    pub fn set_aside(&mut self, wrong: Wrong) -> Eval<Wrong> {
        if self.analysis.continues_after_wrong_parameters() { Ok(wrong) } else { Err(self.sink.refuse(wrong)) }
    }

    /// Places an error at the definition if it has no place of its own, as a lookup in a default that finds nothing.
    fn at_definition(&mut self, definition: &Definition, failure: Failure) -> Failure {
        let is_placed = matches!(&failure, Failure::Error(error) if matches!(error.kind, functions::ErrorKind::Placed { .. }));
        if !is_placed {
            return failure;
        }
        let mut error = self.take_error(failure);
        if error.shown_place().line.is_none() && matches!(error.issue, Issue::MissingData { .. }) {
            error.place = Place { column: None, ..definition.place.clone() };
        }
        self.placed(error)
    }

    /// A default that is computed, is `undef` and must not be, as where the class of parameters knows no value for a system: others have
    /// to bind the parameter as one without a default. In a module without its site, a computed text that is empty is left out, too.
    fn unless_left_out(&mut self, id: ResId, definition: &Arc<Definition>, parameter: &Parameter, value: Value) -> Value {
        let is_empty = value.as_str().is_some_and(str::is_empty);
        if !is_empty && (!value.is_undef() || parameter.ty.is_instance(&value)) {
            return value;
        }
        let Some(open) = self.analysis.left_open.get(&(id, parameter.name.clone())).cloned() else { return value };
        if is_empty {
            let literal = parameter.value.zip(definition.program.as_ref()).and_then(|(it, program)| literal(program, it));
            let is_left = literal.is_none() && open.contains(&OpenLayer::Users);
            return if is_left { unknown(parameter.ty.clone(), parameter.name.clone()) } else { value };
        }
        if self.analysis.entry != Some(id) {
            self.note_unbound(id, definition, parameter, value, &open);
        }
        unknown(parameter.ty.clone(), parameter.name.clone())
    }

    pub fn defaults_of(&mut self, id: ResId, scope: ScopeId, level: usize, definition: &Arc<Definition>) -> Eval<()> {
        let Some(program) = &definition.program else { return Ok(()) };
        for parameter in &definition.parameters {
            let given = self.resource(id).params.get(&parameter.name).is_some_and(|it| !it.value.is_undef());
            let Some(default) = parameter.value else { continue };
            if given {
                continue;
            }
            let result = self.parameter_default(program, scope, &parameter.name, default);
            let value = result.map_err(|failure| self.at_definition(definition, failure))?;
            let value = self.unless_left_out(id, definition, parameter, value);
            let source = self.resource(id).source;
            let param = Param { value: value.clone(), place: Place::default(), source, add: false, when: Condition::Always };
            self.resource_mut(id).params.insert(parameter.name.clone(), param);
            if let Some(Frame::Parameters { entries, .. }) = self.scope_mut(scope).frames.get_mut(level)
                && let Some(entry) = entries.iter_mut().find(|(it, _)| *it == parameter.name)
            {
                entry.1 = Some(value);
            }
        }
        Ok(())
    }
}
