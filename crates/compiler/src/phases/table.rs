//! The resources of the catalog by title, alias and namevar.

use crate::compiler::{Compiler, Eval};
use crate::ids::{ResId, ScopeId};
use crate::lists::flatten;
use crate::resource::{Kind, Params, Resource, capitalize, capitalized};
use functions::Failure;
use issue::{Clash, Issue, Related, Role, StageError};
use std::borrow::Cow;
use values::{Str, Value};

/// Kind of a name under which a resource is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    Alias,
    /// The values of its namevars, which say no more than its title does.
    Title,
    /// Other values of its namevars.
    Namevars,
}

impl Compiler<'_> {
    /// Adds a resource to the catalog; refuses what is there already.
    pub fn add_resource(&mut self, scope: ScopeId, mut resource: Resource) -> Eval<ResId> {
        resource.trace = self.trace_to(&resource);
        let key = (resource.type_name.clone(), resource.title.clone());
        let alias = || self.draft.alias(&key.0, &[Value::String(key.1.clone())]).filter(|_| resource.kind != Kind::Native);
        let existing = self.draft.declared(&key.0, &key.1).or_else(alias);
        if let Some(entry) = existing.filter(|it| self.analysis.is_entry(*it)) {
            // Who declares the entry itself does it instead of us: it is evaluated once.
            return Ok(entry);
        }
        let is_variant = existing.is_some();
        if let Some(existing) = existing
            && !self.is_variant(&key, &resource, existing)
        {
            return Err(self.declared_twice(&resource, existing));
        }
        let names = if is_variant { Ok(Vec::new()) } else { self.other_names(&resource) };
        let id = self.draft.place(resource);
        if let Some(existing) = existing {
            self.draft.rename(key.0.clone(), key.1.clone(), existing);
            self.analysis.has_variants = true;
            self.analysis.variants.entry(key).or_default().push(id);
        }
        self.draft.order.push(id);
        for (name, kind) in names? {
            match self.draft.alias(&name.0, &name.1) {
                Some(existing) if existing == id => {}
                Some(existing) if self.alias_is_variant(id, existing, &name.1, kind) => {}
                Some(existing) if kind == NameKind::Title => {
                    return Err(self.duplicate(self.resource(id), existing).into());
                }
                Some(existing) => return Err(self.clash(id, existing, &name.1, kind).into()),
                None if matches!(&*name.1, [Value::String(it)] if *it == self.resource(id).title) => {
                    self.resource_mut(id).is_named_by_title = true;
                }
                None => {
                    self.draft.add_alias(name, id);
                }
            }
        }
        let resource = self.resource(id);
        if resource.kind != Kind::Class && resource.value("stage").is_some() {
            return Err(Issue::IllegalStage(StageError::NotClass { reference: resource.reference().into() }).into());
        }
        if &*resource.type_name == "Stage" {
            return Ok(id);
        }
        if resource.kind == Kind::Class || resource.kind == Kind::Node {
            let tags = resource.tags.clone();
            self.draft.tags.extend(tags.iter());
        }
        if self.resource(id).kind != Kind::Class {
            let container = self.scope(scope).resource;
            self.draft.edges.insert((container, id));
        }
        Ok(id)
    }

    /// Of a class that is included Puppet does not say where the first one is.
    fn declared_twice(&mut self, resource: &Resource, existing: ResId) -> Failure {
        let issue = self.duplicate(resource, existing);
        if self.resource(existing).place.line.is_none()
            && let Some(step) = self.trace_of(existing).into_iter().next()
        {
            self.sink.point_at(&issue, Some(Related::new(step.place().clone(), Role::DeclaredFirst)), Vec::new());
        }
        issue.into()
    }

    pub fn duplicate(&self, resource: &Resource, existing: ResId) -> Issue {
        let (first, again) = (self.resource(existing).place.clone(), resource.place.clone());
        Issue::DuplicateResource { reference: self.analysis.reference_of(resource).into(), first, again: Box::new(again) }
    }

    /// Error for a name that another resource has.
    pub fn clash(&self, id: ResId, existing: ResId, names: &[Value], kind: NameKind) -> Issue {
        let resource = self.resource(id);
        let name = match (kind, names) {
            (NameKind::Alias, [only]) => values::print::ruby(only),
            _ => values::print::ruby(&Value::array(names.to_vec())),
        };
        let other = std::iter::once(Value::String(resource.type_name.clone())).chain(names.iter().cloned()).collect();
        Issue::DuplicateName(Box::new(Clash {
            reference: resource.reference().into(),
            name,
            other: values::print::ruby(&Value::array(other)),
            place: resource.place.clone(),
            first: self.resource(existing).place.clone(),
            at_end: false,
        }))
    }

    /// Under what else a resource is found.
    #[allow(clippy::type_complexity)]
    pub fn other_names(&self, resource: &Resource) -> Eval<Vec<((Str, Vec<Value>), NameKind)>> {
        let mut names = Vec::new();
        let ty = &resource.type_name;
        if let Some(alias) = resource.value("alias") {
            let mut aliases = Vec::new();
            flatten(alias.clone(), &mut aliases, 0);
            for alias in aliases {
                let Value::String(text) = &alias else { continue };
                if *text == resource.title {
                    continue;
                }
                names.push(((ty.clone(), vec![alias]), NameKind::Alias));
            }
        }
        if resource.kind != Kind::Native || resource.unknown_title.is_some() {
            return Ok(names);
        }
        let Some(info) = self.native_type(ty) else { return Ok(names) };
        if !info.isomorphic {
            return Ok(names);
        }
        // An attribute that is not known may be a part of the name.
        if self.analysis.may_be_named_otherwise(resource, &info.namevars) {
            return Ok(names);
        }
        let key = self.uniqueness_key(&info, ty, &resource.title, &resource.params)?;
        let is_title = key.iter().all(Value::is_undef) || key == [Value::String(resource.title.clone())];
        names.push(((ty.clone(), key), if is_title { NameKind::Title } else { NameKind::Namevars }));
        Ok(names)
    }

    pub fn uniqueness_key(&self, info: &resource_types::TypeInfo, reference: &str, title: &str, params: &Params) -> Eval<Vec<Value>> {
        let given = |name: &str| {
            params.get(name).filter(|it| !it.value.is_undef()).map(|it| match &it.value {
                Value::String(text) => resource_types::Value::str(&**text),
                Value::Integer(value) => resource_types::Value::Int(*value),
                Value::Boolean(value) => resource_types::Value::Bool(*value),
                other => resource_types::Value::str(values::print::interpolate(other)),
            })
        };
        let unmatched = || Failure::plain(format!("No set of title patterns matched the title \"{title}\"."));
        let key = resource_types::uniqueness_key(info, reference, title, given).ok_or_else(unmatched)?;
        Ok(key
            .into_iter()
            .map(|it| match it {
                resource_types::Value::Nil => Value::Undef,
                resource_types::Value::Str(text) | resource_types::Value::Sym(text) => Value::from(text),
                resource_types::Value::Int(value) => Value::Integer(value),
                resource_types::Value::Bool(value) => Value::Boolean(value),
                other => Value::from(other.inspect()),
            })
            .collect())
    }

    /// A resource by type and title, alias or the value of its namevar.
    pub fn find_resource(&mut self, type_name: &str, title: &str) -> Eval<Option<ResId>> {
        let name = capitalized(type_name);
        let title = match &*name {
            "Class" if title.is_empty() || title == "main" => Cow::Borrowed("main"),
            "Class" => Cow::Owned(capitalize(title)),
            _ => Cow::Borrowed(title),
        };
        if let Some(id) = self.draft.declared(&name, &title) {
            return Ok(Some(id));
        }
        let (name, title) = (Str::from(&*name), Str::from(&*title));
        if let Some(id) = self.draft.alias(&name, &[Value::String(title.clone())]) {
            return Ok(Some(id));
        }
        if let Some(info) = self.native_type(&name)
            && let Ok(key) = self.uniqueness_key(&info, &name, &title, &Params::new())
        {
            return Ok(self.draft.alias(&name, &key));
        }
        Ok(None)
    }
}
