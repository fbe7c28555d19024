//! The last step for each resource.

use crate::compiler::{Compiler, Eval};
use crate::error::EvalError;
use crate::ids::{DefId, ResId};
use crate::lists::flatten;
use crate::resource::{Kind, Param};
use issue::{AttributeUse, Clash, Issue, Place, Related, Role};
use std::sync::Arc;
use values::print::ruby;
use values::{Str, Value, mismatch};

impl Compiler<'_> {
    pub fn finish(&mut self) -> Eval<()> {
        self.apply_relationships()?;
        for id in self.draft.order.clone() {
            let key = (self.resource(id).type_name.clone(), self.resource(id).title.clone());
            for change in self.draft.waiting_overrides.shift_remove(&key).into_iter().flatten() {
                if let Err(failure) = self.merge(id, &change) {
                    self.keep(failure)?;
                }
            }
            self.tag_by_scope(id);
            self.analysis.path.when = self.resource(id).when;
            self.unwrap_sensitive(id);
            if let Err(failure) = self.check_attributes(id) {
                self.keep(failure)?;
            }
        }
        self.analysis.path = crate::analysis::Path::default();
        self.hand_down();
        self.handed_aliases()
    }

    pub fn unwrap_sensitive(&mut self, id: ResId) {
        let resource = self.resource_mut(id);
        for (name, param) in resource.params.iter_mut() {
            if let Value::Sensitive(inner) = &param.value {
                resource.sensitive.push(name.clone());
                param.value = (**inner).clone();
            }
        }
    }

    pub fn check_attributes(&mut self, id: ResId) -> Eval<()> {
        let resource = self.resource(id);
        if resource.kind == Kind::Node || resource.definition == Some(DefId::SETTINGS) || resource.definition == Some(DefId::MAIN) {
            return Ok(());
        }
        if let Some(definition) = resource.definition {
            let definition = self.definition(definition).clone();
            let declared: Vec<mismatch::Param> = definition
                .parameters
                .iter()
                .map(|it| mismatch::Param { name: it.name.clone(), ty: it.ty.clone(), required: it.value.is_none() })
                .collect();
            let given: Vec<(Str, Value)> = resource
                .params
                .iter()
                .filter(|(name, _)| {
                    definition.parameters.iter().any(|it| it.name == **name)
                        || (&***name != "name" && !resource_types::is_metaparameter(name))
                })
                .map(|(name, param)| {
                    let value = param.value.clone();
                    let value = if resource.sensitive.contains(name) { Value::Sensitive(Arc::new(value)) } else { value };
                    (name.clone(), value)
                })
                .collect();
            let (reference, place) = (resource.reference(), resource.place.clone());
            let place = match (resource.is_virtual, resource.evaluated) {
                // Code that is not evaluated is checked nevertheless, without a place.
                (true, _) => Place::default(),
                (false, true) => place,
                (false, false) => return Ok(()),
            };
            return match mismatch::parameters(&reference, &declared, &given) {
                Some(issue) => {
                    let mut error = EvalError::bare(issue, place);
                    error.related.push(Related::new(definition.place.clone(), Role::Defined));
                    Err(self.placed(error))
                }
                None => Ok(()),
            };
        }
        let info = self.native_type(&resource.type_name);
        let unknown = resource.params.iter().filter(|(name, _)| !crate::native::accepts(info.as_ref(), name));
        let mut errors = Vec::new();
        // The first ends everything but an analysis.
        for (name, param) in unknown.take(self.analysis.most_reported()) {
            let place = resource.place.clone();
            let user = AttributeUse::Given { reference: self.analysis.reference_of(resource).into(), place: place.clone() };
            let mut error = EvalError::bare(Issue::UnknownAttribute { name: name.clone(), user }, place);
            error.origin = Some(param.place.clone());
            error.help = self.help_with_attribute(id, name);
            error.trace = self.trace_of(id);
            errors.push(error);
        }
        let last = errors.pop();
        for error in errors {
            let failure = self.placed(error);
            self.keep(failure)?;
        }
        if let Some(error) = last {
            return Err(self.placed(error));
        }
        Ok(())
    }

    /// A container's alias goes to all that it holds, and can be that of one of them only.
    fn handed_aliases(&mut self) -> Eval<()> {
        let mut handed: rustc_hash::FxHashMap<(Str, String), ResId> = rustc_hash::FxHashMap::default();
        for id in self.draft.order.clone() {
            let resource = self.resource(id);
            let Some(alias) = resource.value("alias").filter(|_| resource.kind == Kind::Native) else { continue };
            let mut aliases = Vec::new();
            flatten(alias.clone(), &mut aliases, 0);
            let (ty, title, reference, place) =
                (resource.type_name.clone(), resource.title.clone(), resource.reference(), resource.place.clone());
            for alias in aliases.iter().filter(|it| it.as_str().is_some_and(|it| *it != *title)) {
                let declared = self.draft.alias(&ty, std::slice::from_ref(alias));
                let name = values::print::interpolate(alias);
                let other = declared.unwrap_or_else(|| *handed.entry((ty.clone(), name)).or_insert(id));
                if other != id {
                    let newref = ruby(&Value::array(vec![Value::String(ty.clone()), alias.clone()]));
                    let first = self.resource(other).place.clone();
                    let reference = reference.into();
                    let clash = Clash { reference, name: ruby(alias), other: newref, place, first, at_end: true };
                    return Err(self.bare(Issue::DuplicateName(Box::new(clash)), Place::default()));
                }
            }
        }
        Ok(())
    }

    /// Metaparameters go from containers to what they hold, and tags with them.
    pub fn hand_down(&mut self) {
        const NAMES: [&str; 6] = ["alias", "audit", "loglevel", "noop", "schedule", "tag"];
        let mut children: rustc_hash::FxHashMap<ResId, Vec<ResId>> = rustc_hash::FxHashMap::default();
        for (from, to) in &self.draft.edges {
            children.entry(*from).or_default().push(*to);
        }
        let main = ResId(2);
        let data = |this: &Self, id: ResId| -> Vec<(Str, Param)> {
            let resource = this.resource(id);
            NAMES
                .iter()
                .filter_map(|name| resource.params.get(name).filter(|it| !it.value.is_undef()).map(|it| (Str::from(*name), it.clone())))
                .collect()
        };
        let mut stack = vec![(main, data(self, main))];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some((id, inherited)) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let tags = self.resource(id).tags.clone();
            for child in children.get(&id).cloned().unwrap_or_default() {
                for (name, param) in &inherited {
                    if self.resource(child).value(name).is_none() {
                        self.resource_mut(child).params.insert(name.clone(), param.clone());
                    }
                }
                let mut handed = inherited.clone();
                for (name, param) in data(self, child) {
                    match handed.iter_mut().find(|(it, _)| *it == name) {
                        Some(entry) => entry.1 = param,
                        None => handed.push((name, param)),
                    }
                }
                self.resource_mut(child).tags.extend(tags.iter());
                stack.push((child, handed));
            }
        }
    }
}
