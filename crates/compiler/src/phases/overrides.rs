//! Overrides of attributes of existing resources.

use crate::compiler::{Compiler, Eval};
use crate::ids::{DefId, ResId};
use crate::lists::flatten;
use crate::resource::{Override, Param};
use issue::Issue;
use values::{Str, Strict, Value};

impl Compiler<'_> {
    pub fn merge(&mut self, id: ResId, change: &Override) -> Eval<()> {
        let source = self.resource(id).source;
        if source != change.source && !self.is_override_of(change.source, source) {
            return Err(self.bare(Issue::IllegalOverride(issue::Override::NotSubclass), change.place.clone()));
        }
        if self.resource(id).evaluated {
            let defined = self.resource(id).place.clone();
            let issue = Issue::IllegalOverride(issue::Override::Evaluated { defined });
            match self.settings.strict {
                Strict::Off => {}
                Strict::Warning => self.sink.log(functions::LogLevel::Warning, format!("{issue} {}", change.place), None),
                Strict::Error => return Err(self.bare(issue, change.place.clone())),
            }
        }
        for (name, param) in &change.params {
            if self.analysis.is_open_attribute(name) {
                self.resource_mut(id).open = true;
                continue;
            }
            if self.override_perhaps(id, name, param) {
                continue;
            }
            self.override_param(id, name, param)?;
        }
        Ok(())
    }

    /// Under a condition that the resource does not have, an attribute is one thing or another. False if there is none.
    fn override_perhaps(&mut self, id: ResId, name: &Str, param: &Param) -> bool {
        let resource = self.resource(id);
        let there = resource.params.get(name).map_or(resource.when, |it| self.analysis.conditions.stricter(it.when, resource.when));
        if self.analysis.conditions.implied(there, param.when) {
            return false;
        }
        if self.analysis.conditions.exclusive(there, param.when) && self.analysis.conditions.exclusive(resource.when, param.when) {
            return true;
        }
        let old = resource.params.get(name).map_or(Value::Undef, |it| it.value.clone());
        let value = self.join_values(old, param.value.clone());
        match self.resource_mut(id).params.get_mut(name) {
            Some(there) => there.value = value,
            None => drop(self.resource_mut(id).params.insert(name.clone(), Param { value, ..param.clone() })),
        }
        true
    }

    /// A collector may override anything.
    pub fn is_override_of(&self, child: DefId, parent: DefId) -> bool {
        self.draft.overriding.contains(&child) || self.loaded.definitions.is_child_of(child, parent)
    }

    pub fn override_param(&mut self, id: ResId, name: &Str, param: &Param) -> Eval<()> {
        let mut param = param.clone();
        if let Some(current) = self.resource(id).params.get(name) {
            let (scope, type_name) = (self.resource(id).scope, self.resource(id).type_name.clone());
            let default = self.scopes.defaults_for(scope, &type_name).get(name).map(|it| it.value.clone());
            if default.as_ref() == Some(&param.value) {
                return Ok(());
            }
            let was_default = param.source == current.source && default.as_ref() == Some(&current.value);
            if !self.is_override_of(param.source, current.source) && !was_default {
                let first = current.place.clone();
                let (name, reference) = (name.clone(), self.resource(id).reference().into());
                let issue = Issue::IllegalOverride(issue::Override::AlreadySet { name, reference, first });
                return Err(self.bare(issue, param.place));
            }
            if param.add {
                let mut values = Vec::new();
                flatten(current.value.clone(), &mut values, 0);
                flatten(param.value.clone(), &mut values, 0);
                param.value = Value::array(values);
            }
        }
        if &**name == "tag" {
            let mut tags = Vec::new();
            flatten(param.value.clone(), &mut tags, 0);
            for tag in tags {
                let tag = values::print::interpolate(&tag);
                self.resource_mut(id).tag_if_valid(&tag.into());
            }
        }
        self.resource_mut(id).params.insert(name.clone(), param);
        Ok(())
    }
}
