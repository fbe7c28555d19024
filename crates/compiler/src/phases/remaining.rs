//! Reports names that do not exist at the end.

use crate::compiler::{Compiler, Eval};
use crate::condition::Condition;
use crate::error::EvalError;
use crate::ids::ResId;
use crate::lists::flatten;
use crate::reference::reference_text;
use crate::relate::untitled;
use crate::resource::{Declaration, Param, Params};
use catalog::split_reference;
use issue::{Issue, Place, ResourceUse};
use syntax::model::Form;
use values::{Str, Type, Value};

/// Which missing resources are reported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sought {
    All,
    /// Those that are missing whatever was left out.
    Lost,
}

impl Compiler<'_> {
    /// Checks what is left at the end; what an error left out is not missed.
    pub fn check_remaining(&mut self) -> Eval<()> {
        self.report_unbound(None, None);
        if self.sink.incomplete {
            return self.check_all_references(Sought::Lost);
        }
        let before = self.sink.errors.len();
        self.missing()?;
        let Some(perhaps) = self.in_part(|this| this.is_part().then_some(this.analysis.path.when)) else { return Ok(()) };
        for error in self.sink.errors.iter_mut().skip(before) {
            error.unless_around = error.condition == Condition::Always;
            error.condition = self.analysis.conditions.and(error.condition, perhaps).unwrap_or(perhaps);
        }
        Ok(())
    }

    fn missing(&mut self) -> Eval<()> {
        let overrides: Vec<Str> = self
            .draft
            .waiting_overrides
            .iter()
            .filter(|((name, title), _)| !self.analysis.may_be(name, title))
            .flat_map(|((name, title), changes)| std::iter::repeat_n(Str::from(format!("{name}[{title}]")), changes.len()))
            .collect();
        if !overrides.is_empty() {
            let issue = Issue::MissingResource { references: overrides, user: ResourceUse::Override };
            let mut error = EvalError::bare(issue, Place::default());
            error.origin = self.draft.waiting_overrides.values().flatten().next().map(|it| it.place.clone());
            error.condition = self.draft.waiting_overrides.values().flatten().next().map(|it| it.when).unwrap_or_default();
            self.sink.errors.push(error);
        }
        let mut unrealized = self.draft.unrealized();
        unrealized.retain(|(name, _)| split_reference(name).is_none_or(|(name, title)| !self.analysis.may_be(name, title)));
        if !unrealized.is_empty() {
            let references = unrealized.iter().map(|(name, _)| name.as_str().into()).collect();
            let issue = Issue::MissingResource { references, user: ResourceUse::Realize };
            let mut error = EvalError::bare(issue, Place::default());
            error.origin = unrealized.first().map(|(_, place)| place.clone());
            self.sink.errors.push(error);
        }
        self.check_all_references(Sought::All)
    }

    fn check_all_references(&mut self, sought: Sought) -> Eval<()> {
        for id in [ResId::STAGE_MAIN, ResId(1)].into_iter().chain(self.draft.order.clone()) {
            if !self.resource(id).is_virtual {
                self.check_references(id, sought)?;
            }
        }
        // Of other resources an unknown one may be, or declare, whatever they name.
        for (name, param, container) in std::mem::take(&mut self.analysis.beside_absent) {
            let when = Some(param.when);
            self.check_reference(&Checked { name, param, is_sensitive: false, when, holder: container, sought: Sought::Lost })?;
        }
        Ok(())
    }

    /// Keeps the relationships of a resource whose type is not there: classes that its site lacks are missing all the same.
    pub fn note_beside_absent(&mut self, declaration: &Declaration, params: &Params) {
        if !self.analysis.is_on() || declaration.form != Form::Regular {
            return;
        }
        let here = self.analysis.path.when;
        let holder = self.scope(declaration.scope).resource;
        for (name, param) in params.iter().filter(|it| is_relation(it.0)) {
            let is_noted = self.analysis.beside_absent.iter().rev().take(4).any(|it| it.1.place == param.place && it.2 == holder);
            if let Some(when) = self.analysis.conditions.and(here, param.when)
                && !is_noted
            {
                self.analysis.beside_absent.push((name.clone(), Param { when, ..param.clone() }, holder));
            }
        }
    }

    /// Whether nothing that was left out can declare this: a class that its module, which is here, does not define.
    pub fn is_lost(&mut self, type_name: &str, title: &str) -> Eval<bool> {
        let name = title.trim_start_matches("::").to_lowercase();
        let module = name.split("::").next().unwrap_or_default();
        let is_here = type_name.eq_ignore_ascii_case("class") && self.environment.has_manifests(module);
        Ok(self.analysis.is_on() && is_here && self.find_class(&name)?.is_none())
    }

    fn check_references(&mut self, id: ResId, sought: Sought) -> Eval<()> {
        // In the order in which they were given: Puppet ends at the first.
        let names: Vec<Str> = self.resource(id).params.iter().map(|it| it.0).filter(|it| is_relation(it)).cloned().collect();
        for name in names {
            let Some(param) = self.resource(id).params.get(&name).cloned() else { continue };
            let is_sensitive = self.resource(id).sensitive.contains(&name);
            let when = self.analysis.conditions.and(self.resource(id).when, param.when);
            self.check_reference(&Checked { name, param, is_sensitive, when, holder: id, sought })?;
        }
        Ok(())
    }

    fn check_reference(&mut self, checked: &Checked) -> Eval<()> {
        let Checked { name, param, is_sensitive, when, holder, sought } = checked;
        let mut targets = Vec::new();
        flatten(param.value.clone(), &mut targets, 0);
        for target in targets.into_iter().filter(|it| !matches!(it, Value::Undef | Value::Unknown(_))) {
            if let Value::Type(Type::Resource(Some(type_name), Some(title))) = &target
                && !is_sensitive
                && !title.is_empty()
                && self.find_resource(type_name, title)?.is_some()
            {
                continue;
            }
            let text = match &target {
                // References in them are not made text.
                wrapped if *is_sensitive => values::print::interpolate(wrapped),
                Value::Hash(_) => values::print::ruby(&target),
                other => reference_text(other),
            };
            if *sought == Sought::Lost {
                let (type_name, title) = split_reference(&text).unwrap_or_default();
                if !self.is_lost(type_name, title)? {
                    continue;
                }
            }
            let issue = match split_reference(&text) {
                Some((type_name, title)) if self.find_resource(type_name, title)?.is_some() => continue,
                Some((type_name, title)) if self.analysis.may_be(type_name, title) => continue,
                Some(_) => {
                    let user = ResourceUse::Parameter { name: name.clone() };
                    Issue::MissingResource { references: vec![text.as_str().into()], user }
                }
                None => untitled(&text),
            };
            let mut error = EvalError::bare(issue, param.place.clone());
            let Some(when) = when else { continue };
            error.condition = *when;
            error.wherever_reached = true;
            error.help = self.help_with_reference(&text);
            error.trace = self.trace_of(*holder);
            self.sink.errors.push(error);
        }
        Ok(())
    }
}

/// A relationship that is looked through for what is missing.
struct Checked {
    name: Str,
    param: Param,
    is_sensitive: bool,
    /// None where it is never there.
    when: Option<Condition>,
    /// The resource that has it, or what holds that.
    holder: ResId,
    sought: Sought,
}

fn is_relation(name: &str) -> bool {
    matches!(name, "before" | "notify" | "require" | "subscribe")
}
