//! Collectors: search, realize and change resources.

use std::sync::Arc;

use functions::Failure;
use issue::{Issue, Place, Reference, TypeUse};
use syntax::model::{Data, NodeId};
use values::{Tri, Value, ops, print};

use crate::Condition;
use crate::collector::{Collecting, Collector, Kind, Query, Virtual};
use crate::compiler::{Compiler, Eval};
use crate::ids::{CollectorId, ResId, ScopeId};
use crate::relationship::collector_value;
use crate::resource::{Override, capitalize};
use crate::source::Program;

fn untransformable(data: &Data) -> Failure {
    Failure::plain(format!("Cannot transform object of class Puppet::Pops::Model::{}", syntax::model::full::class(data)))
}

impl Compiler<'_> {
    pub(crate) fn collect(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        type_expr: NodeId,
        query: NodeId,
        operations: &[NodeId],
    ) -> Eval<Value> {
        let id = self.add_collector(program, scope, node, type_expr, query, operations)?;
        Ok(collector_value(id))
    }

    fn add_collector(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        type_expr: NodeId,
        query: NodeId,
        operations: &[NodeId],
    ) -> Eval<CollectorId> {
        let Data::Query { exported, expr } = program.data(query) else { return Err(Failure::plain("A collector needs a query")) };
        if *exported && !self.settings.storeconfigs {
            let message = "You cannot collect exported resources without storeconfigs being set; the collection will be ignored";
            self.sink.warn_at(program, node, "RT_NO_STORECONFIGS", message.to_owned());
        }
        let name = match program.data(type_expr) {
            Data::Reference(name) => name.to_lowercase(),
            _ => return Err(Failure::plain("LHS is not a type")),
        };
        let name = name.strip_prefix("::").unwrap_or(&name).to_owned();
        if name == "class" {
            return Err(Failure::plain("Classes cannot be collected"));
        }
        let exists = match self.is_native_type(&name) {
            true => Ok(true),
            false => self.find_define(&name).map(|it| it.is_some()),
        };
        if self.analysis.is_on() && !matches!(exists, Ok(true)) {
            self.check_query(program, scope, query, operations)?;
        }
        if !exists? {
            return Err(Issue::UnknownResourceType { name: name.into(), user: TypeUse::Collector }.into());
        }
        let changes = if operations.is_empty() {
            None
        } else {
            let params = self.operations(program, scope, operations)?;
            let place = program.line_at(node);
            Some(Override { params, source: self.scope(scope).source, place, when: self.analysis.path.when })
        };
        let query = match expr {
            Some(expr) if !matches!(program.data(*expr), Data::Nop) => Some(Arc::new(self.query(program, scope, *expr)?)),
            _ => None,
        };
        let is_asked = self.analysis.is_on() && query.is_some() && !*exported;
        let written = program.file.clone().filter(|_| is_asked).map(|file| (file, program.model.get(node).range));
        let kind = Kind::Query { type_name: capitalize(&name).into(), query, exported: *exported };
        let when = self.analysis.path.when;
        Ok(self.draft.add_collector(Collector { kind, written, collected: Vec::new(), changes, when, alternative: None }))
    }

    /// Finds the mistakes in what is asked of resources whose type is not known.
    fn check_query(&mut self, program: &Arc<Program>, scope: ScopeId, query: NodeId, operations: &[NodeId]) -> Eval<()> {
        if let Data::Query { expr: Some(expr), .. } = program.data(query)
            && !matches!(program.data(*expr), Data::Nop)
            && let Err(failure) = self.query(program, scope, *expr)
        {
            self.keep(failure)?;
        }
        if let Err(failure) = self.operations(program, scope, operations) {
            self.keep(failure)?;
        }
        Ok(())
    }

    /// `realize(User[a])`.
    pub fn realize(&mut self, names: Vec<String>, place: Place) {
        let when = self.analysis.path.when;
        self.draft.add_collector(Collector {
            kind: Kind::Names { names, place },
            written: None,
            collected: Vec::new(),
            changes: None,
            when,
            alternative: None,
        });
    }

    fn query(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Query> {
        match program.data(node) {
            Data::Paren { expr } => self.query(program, scope, *expr),
            Data::And { left, right } => {
                Ok(Query::And(Box::new(self.query(program, scope, *left)?), Box::new(self.query(program, scope, *right)?)))
            }
            Data::Or { left, right } => {
                Ok(Query::Or(Box::new(self.query(program, scope, *left)?), Box::new(self.query(program, scope, *right)?)))
            }
            Data::Comparison { op, left, right } => {
                let name = match program.data(*left) {
                    Data::Name(name) | Data::String(name) => name.to_string(),
                    _ => print::interpolate(&self.eval(program, scope, *left)?),
                };
                let value = self.operand(program, scope, *right, program.data(*right))?;
                if *op == ops::Comparison::NotEqual {
                    return Ok(Query::Differs(name, value));
                }
                if name != "tag" {
                    return Ok(Query::Equals(name, value));
                }
                let mut tags = Vec::new();
                for tag in crate::lists::splat(value) {
                    if matches!(tag, Value::Integer(_) | Value::Float(_)) {
                        return Err(Failure::plain("Cannot transform a number to a tag"));
                    }
                    tags.push(print::interpolate(&tag).to_lowercase());
                }
                Ok(Query::Tagged(tags))
            }
            data @ (Data::Access { .. }
            | Data::Variable { .. }
            | Data::Boolean(_)
            | Data::String(_)
            | Data::Concat { .. }
            | Data::Integer { .. }
            | Data::Float(_)
            | Data::Undef
            | Data::Name(_)) => match self.operand(program, scope, node, data)? {
                Value::Undef => Ok(Query::Everything),
                other => Ok(Query::NoComparison(print::ruby(&other))),
            },
            other => Err(untransformable(other)),
        }
    }

    /// Operand of a query: fewer expressions are allowed there.
    fn operand(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId, data: &Data) -> Eval<Value> {
        match data {
            Data::Access { .. }
            | Data::Variable { .. }
            | Data::Boolean(_)
            | Data::String(_)
            | Data::Concat { .. }
            | Data::Integer { .. }
            | Data::Float(_)
            | Data::Undef
            | Data::Name(_) => self.eval(program, scope, node),
            Data::Paren { expr } => self.operand(program, scope, *expr, program.data(*expr)),
            other => Err(untransformable(other)),
        }
    }

    fn fits(&self, id: ResId, query: &Query) -> Tri {
        let equals = |a: &Value, b: &Value| self.analysis.equals(a, b);
        match query {
            Query::And(a, b) => match (self.fits(id, a), self.fits(id, b)) {
                (Tri::No, _) | (_, Tri::No) => Tri::No,
                (Tri::Yes, Tri::Yes) => Tri::Yes,
                _ => Tri::Maybe,
            },
            Query::Or(a, b) => match (self.fits(id, a), self.fits(id, b)) {
                (Tri::Yes, _) | (_, Tri::Yes) => Tri::Yes,
                (Tri::No, Tri::No) => Tri::No,
                _ => Tri::Maybe,
            },
            Query::Everything | Query::NoComparison(_) => Tri::Yes,
            Query::Tagged(tags) if !self.is_tagged(id, tags) => Tri::No,
            Query::Tagged(tags) if tags.iter().any(|it| self.analysis.perhaps_tags.contains(it.as_str())) => Tri::Maybe,
            Query::Tagged(_) => Tri::Yes,
            Query::Differs(name, value) => match equals(&self.asked(id, name), value) {
                Tri::Yes => Tri::No,
                Tri::No => Tri::Yes,
                Tri::Maybe => Tri::Maybe,
            },
            Query::Equals(name, value) => match self.asked(id, name) {
                Value::Array(values) => {
                    let mut answer = Tri::No;
                    for it in values.iter() {
                        match equals(it, value) {
                            Tri::Yes => return Tri::Yes,
                            Tri::Maybe => answer = Tri::Maybe,
                            Tri::No => {}
                        }
                    }
                    answer
                }
                other => equals(&other, value),
            },
        }
    }

    /// Realizes a resource under a condition: it is there if it is declared and something realizes it.
    fn realize_under(&mut self, id: ResId, when: Condition) {
        let was_virtual = std::mem::replace(&mut self.resource_mut(id).is_virtual, false);
        if !self.analysis.is_on() || (when == Condition::Always && was_virtual) {
            return;
        }
        let own = self.resource(id).when;
        let declared = *self.analysis.realized.entry(id).or_insert(own);
        if !was_virtual && declared == self.resource(id).when {
            return;
        }
        let Some(now) = self.analysis.conditions.and(declared, when) else { return };
        let when = if was_virtual { now } else { self.analysis.conditions.or(self.resource(id).when, now) };
        self.resource_mut(id).when = when;
    }

    /// By its own tags or those of what it is in.
    pub fn is_tagged(&self, id: ResId, tags: &[String]) -> bool {
        let mut at = id;
        for _ in 0..10_000 {
            let resource = self.resource(at);
            if tags.iter().any(|tag| resource.tags.contains(tag.as_str())) {
                return true;
            }
            let container = self.scope(resource.scope).resource;
            if container == at {
                return false;
            }
            at = container;
        }
        false
    }

    fn asked(&self, id: ResId, name: &str) -> Value {
        let resource = self.resource(id);
        if name == "title" {
            return resource.title_value();
        }
        resource.params.get(name).map_or(Value::Undef, |it| it.value.clone())
    }

    /// Lets all collectors look once; true if one found something new.
    pub fn evaluate_collectors(&mut self) -> Eval<bool> {
        let mut found = false;
        for index in 0..self.draft.collectors.len() {
            found |= self.evaluate_collector(index)?;
        }
        Ok(found)
    }

    fn evaluate_collector(&mut self, index: usize) -> Eval<bool> {
        let Some(collector) = self.draft.collectors.get(index) else { return Ok(false) };
        let found: Vec<ResId> = match &collector.kind {
            Kind::Query { exported: true, .. } if !self.settings.storeconfigs => return Ok(false),
            Kind::Query { type_name, query, exported } => {
                let (type_name, query, exported) = (type_name.clone(), query.clone(), *exported);
                if let Some(value) = query.as_ref().and_then(|it| it.no_comparison())
                    && self.draft.resources_of_type(&type_name).next().is_some()
                {
                    let text = format!("A query compares attributes, as in `title == 'x'`; {value} alone does not");
                    return Err(self.bare(Issue::failed(text), Place::default()));
                }
                self.draft
                    .resources_of_type(&type_name)
                    .filter(|id| !exported || self.resource(*id).exported)
                    .filter(|id| query.as_ref().is_none_or(|query| self.fits(*id, query) == Tri::Yes))
                    .collect()
            }
            Kind::Names { names, .. } => {
                let names = names.clone();
                let (mut found, mut missing) = (Vec::new(), Vec::new());
                for name in names {
                    let id = match catalog::split_reference(&name) {
                        Some((type_name, title)) => self.find_resource(type_name, title)?,
                        None => {
                            let (shown, written) = (print::ruby(&Value::from(name.as_str())), Some(name.into()));
                            let issue = Issue::InvalidReference(Reference::UntitledInCollector { shown, written });
                            return Err(self.bare(issue, Place::default()));
                        }
                    };
                    match id {
                        Some(id) => found.push(id),
                        None => missing.push(name),
                    }
                }
                if let Some(Collector { kind: Kind::Names { names, .. }, .. }) = self.draft.collectors.get_mut(index) {
                    *names = missing;
                }
                found
            }
        };
        let when = self.draft.collectors.get(index).map(|it| it.when).unwrap_or_default();
        for id in &found {
            self.realize_under(*id, when);
        }
        self.realize_perhaps(index);
        let Some(collector) = self.draft.collectors.get(index) else { return Ok(false) };
        let new: Vec<ResId> = found.into_iter().filter(|id| !collector.collected.contains(id)).collect();
        if let Some(changes) = collector.changes.clone() {
            self.draft.overriding.insert(changes.source);
            for id in &new {
                self.merge(*id, &changes)?;
            }
        }
        let changed = !new.is_empty();
        if let Some(collector) = self.draft.collectors.get_mut(index) {
            collector.collected.extend(new);
        }
        Ok(changed)
    }

    /// Realizes and changes conditionally what a query with an unknown value may match.
    fn realize_perhaps(&mut self, index: usize) {
        let Some(Collector { kind: Kind::Query { type_name, query: Some(query), exported: false }, when, .. }) =
            self.draft.collectors.get(index)
        else {
            return;
        };
        if !self.analysis.is_on() {
            return;
        }
        let (type_name, query, when) = (type_name.clone(), query.clone(), *when);
        let all = self.draft.resources_of_type(&type_name);
        let perhaps: Vec<ResId> = all.filter(|id| self.fits(*id, &query) == Tri::Maybe).collect();
        for id in perhaps {
            let changes = self.draft.collectors.get(index).is_some_and(|it| it.changes.is_some());
            if changes {
                self.resource_mut(id).open = true;
            }
            if self.resource(id).is_virtual {
                let path = self.analysis.path.clone();
                self.analysis.path.when = when;
                self.analysis.assume_something(Place::default());
                let when = self.analysis.path.when;
                self.analysis.path = path;
                self.realize_under(id, when);
            }
        }
    }

    /// Whether it depends on something that is not known whether a collector that found nothing finds something.
    pub fn may_find(&self, id: CollectorId) -> bool {
        let Some(Collector { kind: Kind::Query { type_name, query: Some(query), .. }, .. }) = self.draft.collectors.get(id.0 as usize)
        else {
            return false;
        };
        self.analysis.is_on() && self.draft.resources_of_type(type_name).any(|id| self.fits(id, query) == Tri::Maybe)
    }

    /// Whether there may be resources, or collectors, that an analysis knows nothing of.
    fn may_hold_more(&self) -> bool {
        let doubt = &self.analysis;
        let is_cut = self.sink.incomplete || !self.sink.errors.is_empty() || doubt.cut_short.is_some();
        is_cut || !doubt.open.is_empty() || !doubt.absent_modules.is_empty() || doubt.unknown_titles > 0
    }

    /// The virtual resources of an analysis, but for exported ones, and whether something realizes them; where not all is known,
    /// something may.
    pub fn virtuals(&self) -> Vec<Virtual> {
        if !self.analysis.is_on() {
            return Vec::new();
        }
        let is_doubtful = self.may_hold_more();
        let declared = self.draft.order.iter().map(|id| self.resource(*id)).filter(|it| it.declared_virtual && !it.exported);
        declared
            .filter_map(|it| {
                let (file, line) = (it.place.file.clone()?, it.place.line?);
                let (type_name, title) = (it.type_name.clone(), it.title.clone());
                Some(Virtual { file, line, type_name, title, realized: is_doubtful || !it.is_virtual })
            })
            .collect()
    }

    /// The collectors of an analysis, and whether they find anything; where not all is known, each may.
    pub fn collecting(&self) -> Vec<Collecting> {
        let is_doubtful = self.may_hold_more();
        let mut all = Vec::new();
        for it in &self.draft.collectors {
            let (Some((file, range)), Kind::Query { type_name, query: Some(query), .. }) = (&it.written, &it.kind) else { continue };
            let may_match = |id: &ResId| self.resource(*id).type_name == *type_name && self.fits(*id, query) != Tri::No;
            let finds = is_doubtful || !it.collected.is_empty() || self.draft.order.iter().any(may_match);
            all.push(Collecting { file: file.clone(), range: *range, finds });
        }
        all
    }
}
