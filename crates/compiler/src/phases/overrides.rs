//! Attributes for resources that are there already.

use crate::compiler::{Compiler, Eval, Override};
use crate::definitions::DefId;
use crate::error::EvalError;
use crate::eval::flatten;
use crate::resource::{Param, ResId};
use values::{Str, Strict, Value};

impl Compiler<'_> {
    pub fn merge(&mut self, id: ResId, change: &Override) -> Eval<()> {
        let source = self.resource(id).source;
        if source != change.source && !self.is_override_of(change.source, source) {
            return Err(self.placed(EvalError::new("Only subclasses can override parameters", change.place.clone())));
        }
        if self.resource(id).evaluated {
            let place = self.resource(id).place.text();
            let at = if place.is_empty() { String::new() } else { format!(", defined at {place},") };
            let message = format!("Attempt to override an already evaluated resource{at} with new values");
            match self.settings.strict {
                Strict::Off => {}
                Strict::Warning => self.log_plain(functions::Level::Warning, format!("{message} {}", change.place.text())),
                Strict::Error => return Err(self.placed(EvalError::new(message, change.place.clone()))),
            }
        }
        for (name, param) in &change.params {
            if self.analysing && &**name == crate::eval::OPEN {
                self.resource_mut(id).open = true;
                continue;
            }
            if self.analysing && self.override_perhaps(id, name, param) {
                continue;
            }
            self.override_param(id, name, param)?;
        }
        Ok(())
    }

    /// Under a condition that the resource does not have, an attribute is one thing or another. False if there is none.
    fn override_perhaps(&mut self, id: ResId, name: &Str, param: &Param) -> bool {
        let resource = self.resource(id);
        let there = resource.params.get(name).map_or(resource.when, |it| self.doubt.conditions.stricter(it.when, resource.when));
        if self.doubt.conditions.implied(there, param.when) {
            return false;
        }
        if self.doubt.conditions.exclusive(there, param.when) && self.doubt.conditions.exclusive(resource.when, param.when) {
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
        self.overriding.contains(&child) || self.is_child_of(child, parent)
    }

    pub fn override_param(&mut self, id: ResId, name: &Str, param: &Param) -> Eval<()> {
        let mut param = param.clone();
        if let Some(current) = self.resource(id).params.get(name) {
            let (scope, type_name) = (self.resource(id).scope, self.resource(id).type_name.clone());
            let default = self.defaults_for(scope, &type_name).get(name).map(|it| it.value.clone());
            if default.as_ref() == Some(&param.value) {
                return Ok(());
            }
            let was_default = param.source == current.source && default.as_ref() == Some(&current.value);
            if !self.is_override_of(param.source, current.source) && !was_default {
                let at = current.place.text();
                let at = if at.is_empty() { String::new() } else { format!(" at {at}") };
                // Puppet means the class, and shows the address of an object.
                let by = format!(" by #<Puppet::Resource::Type:0x{:016x}>", 0);
                let message = format!("Parameter '{name}' is already set on {}{by}{at}; cannot redefine", self.resource(id).reference());
                return Err(self.placed(EvalError::new(message, param.place)));
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
