//! Resources, their defaults and overrides.

use std::sync::Arc;

use functions::Failure;
use indexmap::IndexMap;
use syntax::model::{Data, Form, NodeId};
use values::{Str, Type, Value, infer_reduced};

use crate::compiler::{Compiler, Eval, Override};
use crate::error::{EvalError, Place};
use crate::resource::{Kind, Param, ResId, Resource, capitalize};
use crate::scope::ScopeId;
use crate::source::Program;

/// What declares resources.
pub struct Declaration {
    pub form: Form,
    /// In lower case, `file`, `class`, `apt::setting`.
    pub type_name: Str,
    /// As it was written.
    pub shown: Str,
    pub place: Place,
    pub scope: ScopeId,
}

impl Compiler<'_> {
    pub(super) fn resource_expression(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        form: Form,
        type_name: NodeId,
        bodies: &[NodeId],
    ) -> Eval<Value> {
        let name = self.resource_type_name(program, scope, type_name)?;
        if form == Form::Exported && !self.settings.storeconfigs {
            let message = "You cannot collect exported resources without storeconfigs being set; the export is ignored";
            self.warn_at(program, node, "RT_NO_STORECONFIGS_EXPORT", message.to_owned());
        }
        let mut seen: IndexMap<Value, usize> = IndexMap::new();
        let mut evaluated: Vec<(Vec<Str>, IndexMap<Str, Param>)> = Vec::with_capacity(bodies.len());
        for (index, body) in bodies.iter().enumerate() {
            let Data::ResourceBody { title, operations } = program.data(*body) else { continue };
            let titles = self.titles(program, scope, *title)?;
            for value in &titles {
                if seen.contains_key(value) {
                    let message =
                        format!("The title '{}' has already been used in this resource expression", values::print::interpolate(value));
                    return self.fail(program, node, "DUPLICATE_TITLE", message);
                }
                seen.insert(value.clone(), index);
            }
            let mut params = IndexMap::new();
            for (name, param) in self.operations(program, scope, operations)? {
                if params.contains_key(&name) {
                    let message = format!("The attribute '{name}' has already been set");
                    return self.fail(program, node, "DUPLICATE_ATTRIBUE", message);
                }
                params.insert(name, param);
            }
            let titles = titles.iter().filter_map(|it| it.as_str().map(Str::from)).collect();
            evaluated.push((titles, params));
        }
        let defaults = seen.get(&Value::Default).and_then(|index| evaluated.get(*index)).map(|(_, params)| params.clone());
        let place = Place { file: program.file.clone(), line: Some(program.line(node)), column: None };
        let shown = if matches!(program.data(type_name), Data::Name(_)) { name.clone() } else { capitalize(&name).into() };
        let declaration = Declaration { form, type_name: name, shown, place, scope };
        let mut references = Vec::new();
        for (titles, params) in evaluated {
            let params = match &defaults {
                Some(defaults) => {
                    let mut merged = defaults.clone();
                    merged.extend(params);
                    merged
                }
                None => params,
            };
            for title in titles {
                references.push(self.declare(&declaration, &title, &params)?);
            }
        }
        Ok(Value::array(references))
    }

    fn resource_type_name(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Str> {
        if let Data::Name(name) = program.data(node) {
            return Ok(name.to_lowercase().into());
        }
        let value = self.eval(program, scope, node)?;
        let acceptable = match program.data(node) {
            Data::Reference(_) => true,
            Data::Access { left, .. } => matches!(program.data(*left), Data::Reference(_)),
            _ => false,
        };
        let actual = match &value {
            Value::Type(Type::Class(None)) if acceptable => return Ok("class".into()),
            Value::Type(Type::Resource(Some(name), None)) if acceptable => return Ok(name.to_lowercase().into()),
            Value::Type(ty @ (Type::Class(_) | Type::Resource(..))) if acceptable => ty.to_string(),
            other => infer_reduced(other).generalize().to_string(),
        };
        let message = format!("Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}");
        self.fail(program, node, "ILLEGAL_RESOURCE_TYPE", message)
    }

    /// The titles of a body: texts and `default`.
    fn titles(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Vec<Value>> {
        let value = self.eval(program, scope, node)?;
        if value.is_undef() {
            return self.fail(program, node, "MISSING_TITLE", "Missing title. The title expression resulted in undef");
        }
        let mut titles = Vec::new();
        flatten(value, &mut titles, 0);
        let all = titles.len();
        titles.retain(|it| !matches!(it, Value::Unknown(_)));
        self.incomplete |= titles.len() < all;
        for (index, title) in titles.iter().enumerate() {
            match title {
                Value::Undef => {
                    let message = format!("Missing title at index {index}. The title expression resulted in an undef title");
                    return self.fail(program, node, "MISSING_TITLE_AT", message);
                }
                Value::String(text) if text.is_empty() => {
                    let message = format!("Empty string title at {index}. Title strings must have a length greater than zero.");
                    return self.fail(program, node, "EMPTY_STRING_TITLE_AT", message);
                }
                Value::String(_) | Value::Default => {}
                other => {
                    let actual = infer_reduced(other).generalize();
                    let message = format!("Illegal title type at index {index}. Expected String, got {actual}");
                    return self.fail(program, node, "ILLEGAL_TITLE_TYPE_AT", message);
                }
            }
        }
        Ok(titles)
    }

    /// Attributes in the order in which they are written, `*` with its entries.
    pub fn operations(&mut self, program: &Arc<Program>, scope: ScopeId, operations: &[NodeId]) -> Eval<Vec<(Str, Param)>> {
        let source = self.scope(scope).source;
        let mut params = Vec::with_capacity(operations.len());
        for operation in operations {
            let place = Place { file: program.file.clone(), line: Some(program.line(*operation)), column: None };
            match program.data(*operation) {
                Data::AttributeOperation { name, op, value } => {
                    let value = self.eval(program, scope, *value)?;
                    params.push((name.clone(), Param { value, place, source, add: *op == "+>" }));
                }
                Data::AttributesOperation { expr } => {
                    let value = self.eval(program, scope, *expr)?;
                    let Value::Hash(entries) = &value else {
                        let actual = infer_reduced(&value).generalize();
                        let message = format!("Expected value of type Hash, got {actual}");
                        return self.fail(program, *expr, "TYPE_MISMATCH", message);
                    };
                    for (key, value) in entries.iter() {
                        let Value::String(name) = key else {
                            let class = infer_reduced(key).short_name();
                            let shown = values::print::ruby(key);
                            return Err(Failure::plain(format!("undefined method `intern' for {shown}:{class}")));
                        };
                        params.push((name.clone(), Param { value: value.clone(), place: place.clone(), source, add: false }));
                    }
                }
                _ => {}
            }
        }
        Ok(params)
    }

    /// Declares one resource, and gives the reference to it.
    pub fn declare(&mut self, declaration: &Declaration, title: &str, params: &IndexMap<Str, Param>) -> Eval<Value> {
        self.spend(1)?;
        let scope = declaration.scope;
        if &*declaration.type_name == "class" {
            return self.declare_class(declaration, title, params);
        }
        let (kind, definition) = if self.is_native_type(&declaration.type_name) {
            (Kind::Native, None)
        } else if let Some(id) = self.find_define(&declaration.type_name)? {
            (Kind::Define, Some(id))
        } else {
            let message = format!("Unknown resource type: '{}'", declaration.shown);
            let help = self.help_with_type(&declaration.type_name);
            self.advise(message.as_str(), help);
            return Err(Failure::plain(message));
        };
        let type_name: Str = capitalize(&declaration.type_name).into();
        let mut resource = self.new_resource(type_name.clone(), title.into(), kind, scope);
        resource.definition = definition;
        resource.place = declaration.place.clone();
        resource.is_virtual = declaration.form != Form::Regular;
        resource.exported = declaration.form == Form::Exported;
        self.give(&mut resource, params)?;
        self.add_defaults(&mut resource);
        self.add_resource(scope, resource)?;
        Ok(Value::Type(Type::Resource(Some(type_name), Some(title.into()))))
    }

    fn declare_class(&mut self, declaration: &Declaration, title: &str, params: &IndexMap<Str, Param>) -> Eval<Value> {
        let scope = declaration.scope;
        let Some(id) = self.find_class(title)? else {
            let message = format!("Could not find declared class {title}");
            let help = self.help_with_class(title);
            self.advise(message.as_str(), help);
            return Err(Failure::plain(message));
        };
        let mut resource = self.class_resource(id, scope);
        resource.place = declaration.place.clone();
        self.give(&mut resource, params)?;
        self.add_defaults(&mut resource);
        self.add_parent(id, scope)?;
        let resource = self.add_resource(scope, resource)?;
        self.evaluate_resource(resource)?;
        // What was declared is named as resources are, not as `Class[c]`.
        let title = self.resource(resource).title.clone();
        Ok(Value::Type(Type::Resource(Some("Class".into()), Some(title))))
    }

    /// A resource without attributes, tagged by its type and title.
    pub fn new_resource(&self, type_name: Str, title: Str, kind: Kind, scope: ScopeId) -> Resource {
        let mut resource = Resource {
            type_name,
            title,
            kind,
            definition: None,
            params: IndexMap::new(),
            tags: indexmap::IndexSet::new(),
            place: Place::default(),
            is_virtual: false,
            exported: false,
            evaluated: false,
            tagged_by_scope: false,
            scope,
            source: self.scope(scope).source,
            sensitive: Vec::new(),
            arrows: Vec::new(),
            unknown_title: None,
        };
        let (name, title) = (resource.type_name.clone(), resource.title.clone());
        resource.tag_if_valid(&name);
        resource.tag_if_valid(&title);
        resource
    }

    pub fn class_resource(&self, id: crate::definitions::DefId, scope: ScopeId) -> Resource {
        let title = capitalize(&self.definition(id).name);
        let mut resource = self.new_resource("Class".into(), title.into(), Kind::Class, scope);
        resource.definition = Some(id);
        resource.source = id;
        resource
    }

    fn give(&mut self, resource: &mut Resource, params: &IndexMap<Str, Param>) -> Eval<()> {
        for (name, param) in params {
            self.set_param(resource, name.clone(), param.clone())?;
        }
        Ok(())
    }

    /// Sets an attribute; `tag` takes effect at once.
    pub fn set_param(&mut self, resource: &mut Resource, name: Str, param: Param) -> Eval<()> {
        if &*name == "tag" {
            let mut tags = Vec::new();
            flatten(Value::array(super::splat(param.value.clone())), &mut tags, 0);
            for tag in tags.iter().filter(|it| !matches!(it, Value::Undef | Value::Unknown(_))) {
                let tag = values::print::interpolate(tag).to_lowercase();
                if !crate::resource::is_tag(&tag) {
                    let place = Place { column: None, ..resource.place.clone() };
                    return Err(self.placed(EvalError::new(format!("Invalid tag '{tag}'"), place)));
                }
                crate::resource::add_tag(&mut resource.tags, &tag);
            }
        }
        resource.params.insert(name, param);
        Ok(())
    }

    fn add_defaults(&mut self, resource: &mut Resource) {
        for (name, param) in self.defaults_for(resource.scope, &resource.type_name) {
            if !resource.params.contains_key(&name) {
                if &*name == "tag" {
                    let mut tags = Vec::new();
                    flatten(param.value.clone(), &mut tags, 0);
                    tags.iter().filter_map(Value::as_str).for_each(|tag| resource.tag_if_valid(tag));
                }
                resource.params.insert(name, param);
            }
        }
    }

    /// The defaults that hold in a scope: those of the scopes that led to it, the nearest first.
    pub fn defaults_for(&self, scope: ScopeId, type_name: &Str) -> IndexMap<Str, Param> {
        let mut chain = Vec::new();
        let mut at = Some(scope);
        while let Some(id) = at {
            if self.scope(id).defaults.contains_key(type_name) {
                chain.push(id);
            }
            at = self.scope(id).parent;
        }
        let mut found = IndexMap::new();
        for id in chain.into_iter().rev() {
            if let Some(defaults) = self.scope(id).defaults.get(type_name) {
                found.extend(defaults.iter().map(|(name, param)| (name.clone(), param.clone())));
            }
        }
        found
    }

    pub(super) fn resource_defaults(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        type_ref: NodeId,
        operations: &[NodeId],
    ) -> Eval<Value> {
        let ty = self.eval(program, scope, type_ref)?;
        if let (Value::Type(Type::Resource(Some(name), None)), Data::Access { .. }) = (&ty, program.data(type_ref)) {
            // To Puppet this overrides a resource without a title.
            let why = format!("No title provided and :{} is not a valid resource reference", name.to_lowercase());
            let message = format!("Error while evaluating a Resource Override, {why}");
            return self.fail(program, node, "RUNTIME_ERROR", message);
        }
        let Value::Type(Type::Resource(Some(name), None)) = &ty else {
            let actual = infer_reduced(&ty).generalize();
            let message =
                format!("Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}");
            return self.fail(program, type_ref, "ILLEGAL_RESOURCE_TYPE", message);
        };
        let name: Str = capitalize(name).into();
        for (param_name, param) in self.operations(program, scope, operations)? {
            let table = self.scope_mut(scope).defaults.entry(name.clone()).or_default();
            if table.contains_key(&param_name) {
                let message = format!("Default already defined for {name} {{ {param_name} }}; cannot redefine");
                return Err(self.placed(EvalError::new(message, param.place)));
            }
            table.insert(param_name, param);
        }
        Ok(ty)
    }

    pub(super) fn resource_override(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        node: NodeId,
        resources: NodeId,
        operations: &[NodeId],
    ) -> Eval<Value> {
        let value = self.eval(program, scope, resources)?;
        let params = self.operations(program, scope, operations)?;
        let place = Place { file: program.file.clone(), line: Some(program.line(node)), column: None };
        let mut references = Vec::new();
        flatten(value.clone(), &mut references, 0);
        for reference in references {
            let titled = match &reference {
                Value::Unknown(_) => continue,
                Value::Type(Type::Resource(Some(name), None)) => Some(format!(":{}", name.to_lowercase())),
                Value::Type(Type::Resource(Some(name), Some(title))) if title.is_empty() => Some(format!("\"{}[]\"", capitalize(name))),
                _ => None,
            };
            if let Some(shown) = titled {
                return Err(Failure::plain(format!("No title provided and {shown} is not a valid resource reference")));
            }
            let Value::Type(Type::Resource(Some(type_name), Some(title))) = &reference else {
                let actual = match &reference {
                    Value::Type(ty) => format!("{ty}-Type"),
                    other => infer_reduced(other).short_name(),
                };
                let message = format!("Resource Override can only operate on resources, got: {actual}");
                return self.fail(program, node, "ILLEGAL_OVERRIDDEN_TYPE", message);
            };
            let change = Override { params: params.clone(), source: self.scope(scope).source, place: place.clone() };
            self.add_override(type_name, title, change)?;
        }
        Ok(value)
    }

    /// Changes a resource now, or when it is declared.
    pub fn add_override(&mut self, type_name: &str, title: &str, change: Override) -> Eval<()> {
        match self.find_resource(type_name, title)? {
            Some(id) => self.merge(id, &change),
            None => {
                let key = (Str::from(capitalize(type_name)), Str::from(title));
                self.waiting_overrides.entry(key).or_default().push(change);
                Ok(())
            }
        }
    }

    /// Whether a resource may have an attribute.
    pub fn is_valid_attribute(&self, id: ResId, name: &str) -> bool {
        let resource = self.resource(id);
        match resource.definition {
            Some(definition) => {
                let definition = self.definition(definition);
                name == "name" || resource_types::is_metaparameter(name) || definition.parameters.iter().any(|it| &*it.name == name)
            }
            None => crate::native::accepts(self.environment.native_type(&resource.type_name.to_lowercase()).as_ref(), name),
        }
    }
}

/// The elements of nested lists; what is nested without end is cut off.
pub fn flatten(value: Value, out: &mut Vec<Value>, depth: u32) {
    match value {
        Value::Array(values) if depth < 1_000 => {
            for value in values.iter() {
                flatten(value.clone(), out, depth + 1);
            }
        }
        other => out.push(other),
    }
}
