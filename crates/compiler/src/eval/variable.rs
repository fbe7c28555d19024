//! Reading variables.

use std::sync::Arc;

use functions::{Error, ErrorKind, Failure};
use issue::{Issue, Mismatch, Place, Wrong};
use syntax::model::{NodeId, label};
use values::Strict;
use values::{Str, Type, Value};

use crate::compiler::{Compiler, Eval};
use crate::definitions::Kind;
use crate::error::{EvalError, Raised};
use crate::fact_reads::Part;
use crate::ids::ScopeId;
use crate::scope::{Found, Frame};
use crate::settings::{Setting, setting};
use crate::source::Program;
use crate::unknowns::not_known;

/// Marks the error of a parameter's default that asks for a later parameter; it is given its place by who evaluates them.
const NOT_YET: u64 = u64::MAX;

impl Compiler<'_> {
    pub(super) fn variable(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId, expr: NodeId) -> Eval<Value> {
        let number;
        let constant = program.constant(expr);
        let name: &str = match &constant {
            Value::String(name) => name,
            Value::Integer(value) => {
                number = value.to_string();
                &number
            }
            _ => {
                self.analysis.fact_reads.is_lazy();
                let value = self.eval(program, scope, expr)?;
                match value {
                    Value::String(name) => return self.variable_named(program, scope, node, &name),
                    _ => {
                        let what = label::a_an_uc(&program.model, expr);
                        let text = format!("Illegal variable expression. {what} did not produce a variable name (String or Numeric).");
                        return self.fail(program, expr, Issue::Refused { code: "ILLEGAL_VARIABLE_EXPRESSION", text });
                    }
                }
            }
        };
        self.variable_named(program, scope, node, name)
    }

    pub(super) fn variable_named(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId, name: &str) -> Eval<Value> {
        let lazy = self.analysis.fact_reads.is_lazy();
        let (value, part) = self.lookup_part(scope, name)?;
        if let Some(value) = value {
            self.give_part(lazy, part);
            return Ok(value);
        }
        if self.sink.incomplete && self.may_be_left_out(scope, name)? {
            return Ok(not_known(Type::Any));
        }
        if let Some(value) = self.perhaps_variable(program, scope, node, name)? {
            return Ok(value);
        }
        let issue = Issue::UnknownVariable { name: name.into() };
        let severity = if self.settings.strict_variables { Strict::Error } else { self.settings.strict };
        match severity {
            Strict::Off => {}
            Strict::Warning if self.analysis.is_on() => self.note_perhaps(issue, program.place_at(node)),
            Strict::Warning => self.sink.warn_at(program, node, "UNKNOWN_VARIABLE", issue.to_string()),
            Strict::Error => {
                let help = self.help_with_variable(scope, name);
                self.sink.advise(&issue, help);
                let failed = self.fail(program, node, issue);
                return self.go_on(failed, Type::Any);
            }
        }
        // A classifier may set what is not in a class.
        let is_of_class = name.trim_start_matches("::").contains("::");
        Ok(if self.analysis.is_on() && !is_of_class { not_known(Type::Any) } else { Value::Undef })
    }

    /// Whether something that was left out may have set a variable: that of a class which assigns it, or inherits one that does.
    fn may_be_left_out(&mut self, scope: ScopeId, name: &str) -> Eval<bool> {
        let bare = name.strip_prefix("::").unwrap_or(name);
        let Some((class, variable)) = bare.rsplit_once("::") else { return Ok(self.inherited_scope(scope).is_some()) };
        Ok(match self.find_class(class)? {
            Some(_) => self.variable_around(class, variable)?.is_some(),
            None => true,
        })
    }

    /// Value of a variable that something missing may set: a module, the class that a class inherits, a classifier.
    fn perhaps_variable(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId, name: &str) -> Eval<Option<Value>> {
        if !self.analysis.is_on() {
            return Ok(None);
        }
        let place = program.place_at(node);
        let bare = name.strip_prefix("::").unwrap_or(name);
        if let Some((class, variable)) = bare.rsplit_once("::") {
            // A class need not be in a module.
            if self.find_class(class)?.is_none() && self.is_absent(class, &place) {
                return Ok(Some(self.analysis.missing_value(name)));
            }
            return if self.request.entry == crate::Entry::Site { Ok(None) } else { self.variable_around(class, variable) };
        }
        // Where it is declared, it may be given any, and those that are given are variables.
        let owner = self.scope(scope).resource;
        if resource_types::is_metaparameter(name) && (self.analysis.entry == Some(owner) || self.resource(owner).open) {
            return Ok(Some(not_known(Type::Any)));
        }
        let mut at = self.scope(scope).source;
        for _ in 0..100 {
            let Some(parent) = self.definition(at).parent.clone() else { break };
            match self.find_class(&parent)? {
                Some(class) => at = class,
                None => return Ok(Some(not_known(Type::Any))),
            }
        }
        let is_of_classifier = self.is_of_classifier(program, scope, name);
        let fact = if name.starts_with("::") || is_of_classifier { self.custom_fact_named(name) } else { None };
        if fact.is_some() || name.starts_with("::") && self.request.entry != crate::Entry::Site {
            self.note_perhaps(Issue::UnknownVariable { name: name.into() }, place);
            return Ok(fact.or_else(|| Some(self.analysis.missing_value(name))));
        }
        Ok(None)
    }

    /// Whether a variable of the main manifest, outside of classes, may be one of the top scope that a classifier sets. One that is
    /// named nearly as another variable is more likely a slip.
    fn is_of_classifier(&self, program: &Program, scope: ScopeId, name: &str) -> bool {
        let source = self.definition(self.scope(scope).source);
        let is_main = source.kind == Kind::Node || source.kind == Kind::Class && source.name.is_empty();
        // Functions and templates of modules are called with the same scope.
        let is_manifest = match (&self.request.code, &program.path) {
            (crate::Code::Files(files), Some(path)) => files.contains(path),
            _ => false,
        };
        is_main && is_manifest && self.help_with_variable(scope, name).is_none()
    }

    /// Notes what is wrong only perhaps.
    pub fn note_perhaps(&mut self, issue: Issue, place: Place) {
        let path = self.analysis.path.clone();
        self.analysis.assume_something(place.clone());
        let mut error = EvalError::new(issue, Raised::Issue, place);
        error.condition = self.analysis.path.when;
        self.sink.errors.push(error);
        self.analysis.path = path;
    }

    /// The variable of a class that is not evaluated here, but may be before the current one, if it sets one of that name.
    fn variable_around(&mut self, class: &str, variable: &str) -> Eval<Option<Value>> {
        let mut next = self.find_class(class)?;
        for _ in 0..100 {
            let Some(id) = next else { return Ok(None) };
            let definition = self.definition(id).clone();
            if let Some(scope) = self.scopes.of_classes.get(&definition.name).copied() {
                // A class that it inherits is here already.
                match self.scope(scope).local(variable) {
                    Found::Value(value) => return Ok(Some(value)),
                    Found::NotYet(_) | Found::Nothing if !self.sink.incomplete => return Ok(None),
                    Found::NotYet(_) | Found::Nothing => {}
                }
            }
            if let Some(parameter) = definition.parameters.iter().find(|it| *it.name == *variable) {
                return Ok(Some(crate::unknowns::unknown(parameter.ty.clone(), parameter.name.clone())));
            }
            if let (Some(program), Some(body)) = (&definition.program, definition.body)
                && (matches!(variable, "title" | "name")
                    || resource_types::is_metaparameter(variable)
                    || super::undecided::assigns(program, body, variable))
            {
                return Ok(Some(crate::unknowns::unknown(Type::Any, variable.into())));
            }
            next = match &definition.parent {
                Some(parent) => match self.find_class(parent)? {
                    Some(parent) => Some(parent),
                    None => return Ok(Some(not_known(Type::Any))),
                },
                None => None,
            };
        }
        Ok(None)
    }

    /// A variable by its name as it is seen from a scope; none where there is none.
    pub fn lookup_variable(&mut self, scope: ScopeId, name: &str) -> Eval<Option<Value>> {
        let (value, part) = self.lookup_part(scope, name)?;
        self.give_part(false, part);
        Ok(value)
    }

    /// The same, and which part of the facts it is: whoever asks has to note what he reads of it.
    pub fn lookup_part(&mut self, scope: ScopeId, name: &str) -> Eval<(Option<Value>, Option<Part>)> {
        if let Some(name) = name.strip_prefix("::").filter(|it| !it.contains("::")) {
            return Ok(self.lookup_top(name));
        }
        if name.contains("::") {
            return Ok((self.lookup_qualified(name)?, None));
        }
        let mut at = scope;
        loop {
            let found = if at == ScopeId::TOP { self.scope(at).overlay(name) } else { self.scope(at).local(name) };
            match found {
                Found::Value(value) => return Ok((Some(value), None)),
                Found::NotYet(name) => return Err(self.not_yet(at, &name)),
                Found::Nothing => {}
            }
            match self.inherited_scope(at).or_else(|| self.enclosing_scope(at)) {
                Some(next) => at = next,
                None => break,
            }
        }
        if name.bytes().all(|b| b.is_ascii_digit()) {
            return Ok((Some(Value::Undef), None));
        }
        match self.lookup_top(name) {
            // To Puppet they are the empty text where no module is around.
            (None, _) if matches!(name, "module_name" | "caller_module_name") => Ok((Some(Value::from("")), None)),
            found => Ok(found),
        }
    }

    /// A variable of the top scope itself, where facts are.
    fn lookup_top(&mut self, name: &str) -> (Option<Value>, Option<Part>) {
        match self.scope(ScopeId::TOP).variables.get(name).cloned() {
            Some(value) => (Some(value), self.analysis.fact_reads.variable(name)),
            None => {
                self.note_absent(name);
                (None, None)
            }
        }
    }

    fn lookup_qualified(&mut self, name: &str) -> Eval<Option<Value>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let Some((class, variable)) = name.rsplit_once("::") else { return Ok(None) };
        if class == "settings" {
            return Ok(self.setting_variable(variable));
        }
        let Some(mut id) = self.find_class(class)? else { return Ok(None) };
        for _ in 0..100 {
            let name = self.definition(id).name.clone();
            let Some(scope) = self.scopes.of_classes.get(&name).copied() else { return Ok(None) };
            match self.scope(scope).local(variable) {
                Found::Value(value) => return Ok(Some(value)),
                Found::NotYet(name) => return Err(self.not_yet(scope, &name)),
                Found::Nothing => {}
            }
            let Some(parent) = self.definition(id).parent.clone() else { return Ok(None) };
            let Some(parent) = self.find_class(&parent)? else { return Ok(None) };
            id = parent;
        }
        Ok(None)
    }

    /// `$settings::name`.
    pub fn setting_variable(&self, name: &str) -> Option<Value> {
        match name {
            "environment" => Some(Value::String(self.environment.name.clone())),
            "strict" => Some(match self.settings.strict {
                Strict::Off => "off".into(),
                Strict::Warning => "warning".into(),
                Strict::Error => "error".into(),
            }),
            "strict_variables" => Some(self.settings.strict_variables.into()),
            "storeconfigs" => Some(self.settings.storeconfigs.into()),
            "certname" | "node_name_value" => Some(Value::String(self.request.node.clone())),
            "modulepath" => Some(self.setting_of_machine(name, &self.environment.module_path_text())),
            "manifest" => Some(self.setting_of_machine(name, "/etc/puppetlabs/code/environments/$environment/manifests")),
            "all_local" => Some(self.all_settings()),
            _ => Some(match setting(name)? {
                Setting::Undef | Setting::Asked => Value::Undef,
                Setting::Boolean(value) => Value::Boolean(value),
                Setting::Integer(value) => Value::Integer(value),
                Setting::Infinite => Value::Float(f64::INFINITY),
                Setting::Text(text) => Value::from(text),
                Setting::List(texts) => Value::array(texts.iter().map(|it| Value::from(*it)).collect()),
                Setting::Place(text) => self.setting_of_machine(name, text),
            }),
        }
    }

    /// A setting that machines have different ones of: an analysis does not know which one compiles the catalog.
    fn setting_of_machine(&self, name: &str, text: &str) -> Value {
        if self.analysis.is_on() {
            let (ty, origin) = (Type::String(values::Size::ANY), values::Origin::Setting(name.into()));
            return Value::Unknown(Arc::new(values::Unknown { ty, origin }));
        }
        let asked = |name: &str| match name {
            "environment" => Some(self.environment.name.to_string()),
            _ => Some(self.request.node.to_string()),
        };
        Value::from(crate::settings::interpolate(text, &asked))
    }

    /// `$settings::all_local`.
    fn all_settings(&self) -> Value {
        let all = crate::settings::names().filter_map(|name| Some((Value::from(name), self.setting_variable(name)?)));
        Value::hash(all.collect())
    }

    /// The scope of the class that a class inherits.
    pub fn inherited_scope(&self, scope: ScopeId) -> Option<ScopeId> {
        let definition = self.definition(self.scope(scope).source);
        if definition.kind != Kind::Class {
            return None;
        }
        let parent = definition.parent.as_ref()?;
        self.scopes.of_classes.get(parent).copied()
    }

    /// The node's scope or the top one: what a class or defined type sees beyond itself.
    pub fn enclosing_scope(&self, scope: ScopeId) -> Option<ScopeId> {
        let mut at = self.scope(scope).parent?;
        loop {
            if at == ScopeId::TOP || self.definition(self.scope(at).source).kind == Kind::Node {
                return Some(at);
            }
            at = self.scope(at).parent?;
        }
    }

    fn not_yet(&mut self, scope: ScopeId, name: &str) -> Failure {
        let mut issue = Issue::failed("");
        for frame in self.scope(scope).frames.iter().rev() {
            if let Frame::Parameters { callee, current, entries } = frame {
                let index = |name: &str| entries.iter().position(|(it, _)| &**it == name);
                issue = if index(name) < index(current) {
                    let text = format!("expects a value for parameter ${name}");
                    let missing = Mismatch { parameter: name.into(), wrong: Wrong::Missing, path: Vec::new(), text };
                    Issue::WrongParameters { subject: callee.clone(), mismatches: vec![missing] }
                } else {
                    let text = format!("{callee}: default expression for ${current} tries to illegally access not yet evaluated ${name}");
                    Issue::failed(text)
                };
                break;
            }
        }
        let kind = ErrorKind::Placed { index: NOT_YET, text: issue.to_string().into() };
        Failure::Error(Box::new(Error { issue, kind }))
    }

    /// Evaluates the default of a parameter, of which the frame on top holds those before it.
    pub fn parameter_default(&mut self, program: &Arc<Program>, scope: ScopeId, name: &Str, node: NodeId) -> Eval<Value> {
        if let Some(Frame::Parameters { current, .. }) = self.scope_mut(scope).frames.last_mut() {
            *current = name.clone();
        }
        let result = self.guarded(scope, |this| {
            this.scope_mut(scope).frames.push(Frame::Match(None));
            this.eval(program, scope, node)
        });
        match result {
            Err(Failure::Error(error)) if matches!(error.kind, ErrorKind::Placed { index: NOT_YET, .. }) => Err(error.issue.into()),
            other => other,
        }
    }

    /// How a scope is named in messages: `Scope(Class[main])`.
    pub fn scope_name(&self, scope: ScopeId) -> String {
        let resource = self.draft.get(self.scope(scope).resource);
        format!("Scope({})", resource.map(|it| it.reference()).unwrap_or_default())
    }
}
