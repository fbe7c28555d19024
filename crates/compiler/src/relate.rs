//! Relationship arrows (`->`, `~>`).

use std::sync::Arc;

use functions::Failure;
use issue::{Issue, Place, Reference, ResourceUse};
use syntax::model::NodeId;
use values::{Type, Value};

use crate::Condition;
use crate::compiler::{Compiler, Eval};
use crate::error::EvalError;
use crate::ids::{ResId, ScopeId};
use crate::lists::flatten;
use crate::reference::reference_text;
use crate::relationship::{Operand, Relationship, collector_of};
use crate::resource::{Arrow, capitalize, own_param};
use crate::shared_lists::Shared;
use crate::source::Program;
use syntax::operator::Direction;

impl Compiler<'_> {
    pub(crate) fn relationship(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        op: Direction,
        left: NodeId,
        right: NodeId,
    ) -> Eval<Value> {
        let a = self.eval(program, scope, left)?;
        let b = self.eval(program, scope, right)?;
        let left_operands = self.operands(program, node, a)?;
        let right_operands = self.operands(program, node, b)?;
        let (sources, targets) = if op.to_left { (&right_operands, &left_operands) } else { (&left_operands, &right_operands) };
        let place = program.place_at(node);
        for source in sources {
            for target in targets {
                self.draft.relationships.push(Relationship {
                    source: source.clone(),
                    target: target.clone(),
                    refreshes: op.refreshes,
                    place: place.clone(),
                    when: self.analysis.path.when,
                });
            }
        }
        if right_operands.is_empty() {
            return Ok(Value::array(left_operands.iter().map(Operand::value).collect()));
        }
        if let [Operand::Collector(id)] = right_operands.as_slice()
            && let Some(collector) = self.draft.collectors.get_mut(id.0 as usize)
        {
            collector.alternative = Some(left_operands);
        }
        Ok(Value::array(right_operands.iter().map(Operand::value).collect()))
    }

    fn operands(&mut self, program: &Arc<Program>, node: NodeId, value: Value) -> Eval<Vec<Operand>> {
        let mut values = Vec::new();
        flatten(value, &mut values, 0);
        let mut operands = Vec::new();
        for value in values {
            let operand = match &value {
                Value::Unknown(_) => continue,
                Value::Type(ty) => self.reference_operand(program, node, ty)?,
                Value::String(text) => {
                    let ty = self.type_of_text(text)?;
                    self.reference_operand(program, node, &ty)?
                }
                other => match collector_of(other) {
                    Some(id) => Operand::Collector(id),
                    None => {
                        let what = operand_label(other);
                        return self.fail(program, node, Issue::InvalidReference(Reference::Operand { actual: what }));
                    }
                },
            };
            if !operands.contains(&operand) {
                operands.push(operand);
            }
        }
        Ok(operands)
    }

    fn reference_operand(&mut self, program: &Arc<Program>, node: NodeId, ty: &Type) -> Eval<Operand> {
        match ty {
            Type::Class(Some(_)) | Type::Resource(Some(_), Some(_)) => Ok(Operand::Reference(ty.clone())),
            Type::Class(None) | Type::Resource(..) | Type::CatalogEntry => Err(untitled(&ty.to_string()).into()),
            other => self.fail(program, node, Issue::InvalidReference(Reference::OperandType { actual: other.to_string() })),
        }
    }

    /// Writes arrows as attributes of what comes first.
    pub fn apply_relationships(&mut self) -> Eval<()> {
        let before = self.sink.incomplete;
        let relationships = std::mem::take(&mut self.draft.relationships);
        let shared = if relationships.is_empty() { Shared::default() } else { Shared::find(self) };
        for relationship in relationships {
            self.analysis.path.when = relationship.when;
            let sources = self.resolved(&relationship.source, true);
            let targets = self.resolved(&relationship.target, false);
            for source in &sources {
                for target in &targets {
                    let is_lost = before && self.lacks_lost_class(source, target)?;
                    match self.in_part(|this| this.relate(source, target, &relationship, &shared)) {
                        // Something was not declared because of another error.
                        Err(Failure::Error(_)) if before && !is_lost => {}
                        Err(failure) => {
                            self.keep(failure)?;
                            if let Some(error) = self.sink.errors.last_mut() {
                                error.unless_around = relationship.when == Condition::Always;
                            }
                        }
                        Ok(()) => {}
                    }
                }
            }
        }
        self.analysis.path.when = Condition::Always;
        Ok(())
    }

    /// References of a side; a collector that found nothing is replaced by what is left of it.
    fn resolved(&self, operand: &Operand, left: bool) -> Vec<Type> {
        let mut at = std::slice::from_ref(operand);
        for _ in 0..10_000 {
            match at {
                [Operand::Collector(id)] => {
                    let Some(collector) = self.draft.collectors.get(id.0 as usize) else { return Vec::new() };
                    if !collector.collected.is_empty() || !left {
                        return collector.collected.iter().map(|id| self.reference_type(*id)).collect();
                    }
                    if self.may_find(*id) {
                        return Vec::new();
                    }
                    match &collector.alternative {
                        Some(alternative) => at = alternative,
                        None => return Vec::new(),
                    }
                }
                operands => {
                    return operands
                        .iter()
                        .flat_map(|it| match it {
                            Operand::Reference(ty) => vec![ty.clone()],
                            Operand::Collector(id) => self
                                .draft
                                .collectors
                                .get(id.0 as usize)
                                .map(|it| it.collected.iter().map(|id| self.reference_type(*id)).collect())
                                .unwrap_or_default(),
                        })
                        .collect();
                }
            }
        }
        Vec::new()
    }

    fn reference_type(&self, id: ResId) -> Type {
        let resource = self.resource(id);
        Type::Resource(Some(resource.type_name.clone()), Some(resource.title.clone()))
    }

    fn relate(&mut self, source: &Type, target: &Type, relationship: &Relationship, shared: &Shared) -> Eval<()> {
        if self.may_be_untitled(source) || self.may_be_untitled(target) {
            return Ok(());
        }
        let Some(from) = self.find_referenced(source)? else {
            let (references, other) = (vec![shown(source).into()], shown(target).into());
            let issue = Issue::MissingResource { references, user: ResourceUse::Before { other } };
            let help = self.help_with_operand(source);
            self.sink.advise(&issue, help);
            return Err(self.nowhere(issue, &relationship.place));
        };
        let Some(to) = self.find_referenced(target)? else {
            let (references, other) = (vec![shown(target).into()], shown(source).into());
            let issue = Issue::MissingResource { references, user: ResourceUse::After { other } };
            let help = self.help_with_operand(target);
            self.sink.advise(&issue, help);
            return Err(self.nowhere(issue, &relationship.place));
        };
        let _ = to;
        let name = if relationship.refreshes { "notify" } else { "before" };
        let source_def = self.resource(from).source;
        let mut targets = match self.resource(from).params.get(name).map(|it| &it.value) {
            Some(Value::Array(values)) => values.to_vec(),
            None | Some(Value::Undef) => Vec::new(),
            Some(other) => vec![other.clone()],
        };
        targets.push(Value::from(shown(target)));
        let targets = Value::array(targets);
        let arrow = Arrow { parameter: name, reference: shown(target), place: relationship.place.clone(), when: relationship.when };
        for id in shared.with(from, name).iter().copied() {
            let resource = self.resource_mut(id);
            resource.arrows.push(arrow.clone());
            match resource.params.get_mut(name) {
                Some(param) => param.value = targets.clone(),
                None => {
                    resource.params.insert(name.into(), own_param(targets.clone(), source_def));
                }
            }
        }
        Ok(())
    }

    /// Whether it is not there by its title, but may be what has a title that is not known.
    fn may_be_untitled(&mut self, ty: &Type) -> bool {
        let Type::Resource(Some(name), Some(title)) = ty else { return false };
        self.analysis.may_be(name, title) && !matches!(self.find_resource(name, title), Ok(Some(_)))
    }

    fn find_referenced(&mut self, ty: &Type) -> Eval<Option<ResId>> {
        match ty {
            Type::Class(Some(name)) => self.find_resource("Class", name),
            Type::Resource(Some(name), Some(title)) => self.find_resource(name, title),
            _ => Ok(None),
        }
    }

    /// Whether the first side of an arrow that is missing is a class that nothing can declare.
    fn lacks_lost_class(&mut self, source: &Type, target: &Type) -> Eval<bool> {
        for side in [source, target] {
            if self.find_referenced(side)?.is_none() {
                return match side {
                    Type::Class(Some(name)) => self.is_lost("class", name),
                    Type::Resource(Some(type_name), Some(title)) => self.is_lost(type_name, title),
                    _ => Ok(false),
                };
            }
        }
        Ok(false)
    }

    /// Puppet gives these no place; ours is stored separately.
    fn nowhere(&mut self, issue: Issue, place: &Place) -> Failure {
        let mut error = EvalError::bare(issue, Place::default());
        error.origin = Some(place.clone());
        self.placed(error)
    }
}

/// A text that should name a resource, and does not.
pub fn untitled(text: &str) -> Issue {
    let shown = values::print::ruby(&Value::from(text));
    Issue::InvalidReference(Reference::Untitled { shown, written: Some(text.into()) })
}

fn shown(ty: &Type) -> String {
    match ty {
        Type::Class(Some(name)) => format!("Class[{}]", capitalize(name)),
        other => reference_text(&Value::Type(other.clone())),
    }
}

/// Puppet names the class of the value.
fn operand_label(value: &Value) -> String {
    let label = match value {
        Value::Undef => "Undef Value".to_owned(),
        Value::Regex(_) => "Regexp".to_owned(),
        other => values::infer_reduced(other).short_name(),
    };
    let article = if label.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {label}")
}
