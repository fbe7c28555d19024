//! Assignments.

use std::sync::Arc;

use issue::{Assigned, Issue, Place, ResourceUse};
use syntax::model::{Data, NodeId, label};
use values::{Str, Type, Value};

use crate::compiler::{Compiler, Eval};
use crate::ids::ScopeId;
use crate::scope::Found;
use crate::source::Program;
use syntax::operator::Assignment;

/// Left side of an assignment.
enum Target {
    Name(Str),
    Number(String),
    List(Vec<(NodeId, Target)>),
}

impl Compiler<'_> {
    pub(super) fn assignment(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        op: Assignment,
        left: NodeId,
        right: NodeId,
    ) -> Eval<Value> {
        let target = self.target(program, left)?;
        let value = self.eval(program, scope, right)?;
        if op != Assignment::Set {
            let op = op.symbol();
            let text = format!("The operator '{op}' in AssignmentExpression is not supported.");
            return self.fail(program, node, Issue::Refused { code: "UNSUPPORTED_OPERATOR", text });
        }
        self.assign(program, scope, node, left, right, (left, &target), value.clone())?;
        Ok(value)
    }

    fn target(&mut self, program: &Arc<Program>, node: NodeId) -> Eval<Target> {
        match program.data(node) {
            Data::Variable { expr } => Ok(match program.constant(*expr) {
                Value::String(name) => Target::Name(name),
                other => Target::Number(values::print::interpolate(&other)),
            }),
            Data::List { values } => {
                let mut targets = Vec::with_capacity(values.len());
                for value in values {
                    targets.push((*value, self.target(program, *value)?));
                }
                Ok(Target::List(targets))
            }
            _ => {
                let what = label::a_an(&program.model, node);
                let text = format!("Illegal attempt to assign to '{what}'. Not an assignable reference");
                self.fail(program, node, Issue::Refused { code: "ILLEGAL_ASSIGNMENT", text })
            }
        }
    }

    /// Whether a variable is there for a fact alone of which nobody knows whether the machine has it: then this may be the first value.
    /// Agents of Puppet 8 send legacy facts only with that setting.
    fn may_be_no_fact(&self, scope: ScopeId, name: &str) -> bool {
        let is_legacy = || self.analysis.is_on() && scope == ScopeId::TOP && facts::is_legacy(name) && self.request.has_fact(name);
        self.analysis.is_unknown_fact(name, || self.scope(scope).bound(name)) || is_legacy()
    }

    #[allow(clippy::too_many_arguments)]
    fn assign(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        left: NodeId,
        right: NodeId,
        (place, target): (NodeId, &Target),
        value: Value,
    ) -> Eval<()> {
        self.analysis.watch(&self.request.watch, program, place, &value);
        match target {
            Target::Name(name) if name.contains("::") => {
                let text = format!("Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces");
                self.fail(program, left, Issue::Refused { code: "CROSS_SCOPE_ASSIGNMENT", text })
            }
            Target::Name(name) => {
                if &**name == "server_facts" || (matches!(&**name, "trusted" | "facts") && self.is_bound(scope, name)) {
                    let issue = Issue::ReassignedVariable { name: name.clone(), assigned: Assigned::Reserved };
                    return self.fail(program, node, issue);
                }
                if self.is_bound(scope, name) && self.analysis.half_set.contains(&(scope, name.clone())) {
                    // Where it is not set yet, this is no second time.
                    let old = self.scope(scope).bound(name).unwrap_or(Value::Undef);
                    let value = self.join_values(old, value);
                    self.scope_mut(scope).rebind(name, Some(value));
                    return Ok(());
                }
                if self.may_be_no_fact(scope, name) && (self.analysis.path.depth > 0 || self.analysis.instead_of_facts.insert(name.clone()))
                {
                    self.scope_mut(scope).rebind(name, Some(value));
                    return Ok(());
                }
                if self.is_bound(scope, name) {
                    let is_built_in = matches!(&**name, "name" | "title");
                    let assigned = if is_built_in { Assigned::BuiltIn } else { Assigned::Again };
                    return self.fail(program, node, Issue::ReassignedVariable { name: name.clone(), assigned });
                }
                if matches!(&**name, "trusted" | "facts") {
                    let assigned = Assigned::ReservedParameter { place: Place::default() };
                    return Err(Issue::ReassignedVariable { name: name.clone(), assigned }.into());
                }
                self.scopes.set(scope, name.clone(), value);
                Ok(())
            }
            Target::Number(name) => {
                let text = format!(
                    "Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not assignable"
                );
                self.fail(program, left, Issue::Refused { code: "ILLEGAL_NUMERIC_ASSIGNMENT", text })
            }
            Target::List(targets) => self.assign_list(program, scope, node, left, right, targets, value),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn assign_list(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        left: NodeId,
        right: NodeId,
        targets: &[(NodeId, Target)],
        value: Value,
    ) -> Eval<()> {
        match &value {
            Value::Unknown(unknown) if self.analysis.unknown(&value).is_some() => {
                let element = values::ops::element(&unknown.ty, 1);
                for (at, target) in targets {
                    let value =
                        crate::unknowns::because(unknown, if matches!(target, Target::List(_)) { Type::Any } else { element.clone() });
                    self.assign(program, scope, node, left, right, (*at, target), value)?;
                }
                Ok(())
            }
            Value::Hash(entries) => {
                for (at, target) in targets {
                    let key = key_of(target);
                    let Some(value) = entries.get(&key) else {
                        let key = values::print::interpolate(&key);
                        let text = format!("No value for required key '{key}' in assignment to variables from hash");
                        return self.fail(program, node, Issue::Refused { code: "MISSING_MULTI_ASSIGNMENT_KEY", text });
                    };
                    self.assign(program, scope, node, left, right, (*at, target), value.clone())?;
                }
                Ok(())
            }
            Value::Type(Type::Class(Some(class))) => {
                let Some(class_scope) = self.scopes.of_classes.get(&Str::from(class.to_lowercase())).copied() else {
                    let references = vec![format!("Class['{class}']").into()];
                    return self.fail(program, right, Issue::MissingResource { references, user: ResourceUse::Access });
                };
                for (at, target) in targets {
                    let Target::Name(name) = target else { continue };
                    if class_scope == ScopeId::TOP {
                        self.note_absent(name);
                    }
                    let Found::Value(value) = self.scope(class_scope).local(name) else {
                        let text =
                            format!("No value for required variable '${class}::{name}' in assignment to variables from class reference");
                        return self.fail(program, *at, Issue::Refused { code: "MISSING_MULTI_ASSIGNMENT_VARIABLE", text });
                    };
                    self.assign(program, scope, node, left, right, (*at, target), value)?;
                }
                Ok(())
            }
            other => {
                let values = match other {
                    Value::Array(values) => values.to_vec(),
                    other => vec![other.clone()],
                };
                if values.len() != targets.len() {
                    let text =
                        format!("Mismatched number of assignable entries and values, expected {}, got {}", targets.len(), values.len());
                    return self.fail(program, node, Issue::Refused { code: "ILLEGAL_MULTI_ASSIGNMENT_SIZE", text });
                }
                for ((at, target), value) in targets.iter().zip(values) {
                    self.assign(program, scope, node, left, right, (*at, target), value)?;
                }
                Ok(())
            }
        }
    }
}

/// The key whose value a target receives of a hash: a list of targets that of a list.
fn key_of(target: &Target) -> Value {
    match target {
        Target::Name(name) => Value::String(name.clone()),
        Target::Number(name) => Value::string(name),
        Target::List(targets) => Value::array(targets.iter().map(|(_, it)| key_of(it)).collect()),
    }
}
