//! Reports names that do not exist at the end.

use crate::compiler::{Compiler, Eval};
use crate::condition::Condition;
use crate::error::EvalError;
use crate::ids::ResId;
use crate::lists::flatten;
use crate::reference::reference_text;
use crate::relate::untitled;
use catalog::split_reference;
use issue::{Issue, Place, ResourceUse};
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
        Ok(())
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
        let is_relation = |it: &&Str| matches!(&***it, "before" | "notify" | "require" | "subscribe");
        let names: Vec<Str> = self.resource(id).params.iter().map(|it| it.0).filter(is_relation).cloned().collect();
        for name in &names {
            let Some(param) = self.resource(id).params.get(name) else { continue };
            let sensitive = self.resource(id).sensitive.iter().any(|it| it == name);
            let (value, place) = (param.value.clone(), param.place.clone());
            let when = self.analysis.conditions.and(self.resource(id).when, param.when);
            let mut targets = Vec::new();
            flatten(value, &mut targets, 0);
            for target in targets.into_iter().filter(|it| !matches!(it, Value::Undef | Value::Unknown(_))) {
                if let Value::Type(Type::Resource(Some(type_name), Some(title))) = &target
                    && !sensitive
                    && !title.is_empty()
                    && self.find_resource(type_name, title)?.is_some()
                {
                    continue;
                }
                let text = match &target {
                    // References in them are not made text.
                    wrapped if sensitive => values::print::interpolate(wrapped),
                    Value::Hash(_) => values::print::ruby(&target),
                    other => reference_text(other),
                };
                if sought == Sought::Lost {
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
                let mut error = EvalError::bare(issue, place.clone());
                let Some(when) = when else { continue };
                error.condition = when;
                error.help = self.help_with_reference(&text);
                error.trace = self.trace_of(id);
                self.sink.errors.push(error);
            }
        }
        Ok(())
    }
}
