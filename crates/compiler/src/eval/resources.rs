//! Resources, their defaults and overrides.

use std::sync::Arc;
use syntax::operator::AttributeOperator;

use functions::Failure;
use hiera::OpenLayer;
use indexmap::IndexMap;
use issue::{ClassUse, Issue, Place, Reference, TitleError, TypeUse};
use syntax::model::{Data, Form, NodeId};
use values::{Size, Str, Type, Unknown, Value, infer_reduced};

use crate::compiler::{Compiler, Eval};
use crate::ids::{ResId, ScopeId};
use crate::lists::flatten;
use crate::resource::{Declaration, Kind, OPEN, Override, Param, Params, Resource, Tags, capitalize};
use crate::shared_lists::copied;
use crate::source::Program;
use crate::unknowns::unknown;

/// Declaration of a resource with an unknown title, and that title as it is written.
#[derive(Clone, Copy)]
struct At<'p> {
    program: &'p Program,
    node: NodeId,
    written: &'p str,
}

/// Most resources have those of their type, their title and the class around them.
const TAGS: usize = 3;

/// More resources without titles are not looked into.
const MOST_UNTITLED: u32 = 1_000;

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
        let Some(name) = self.resource_type_name(program, scope, type_name)? else {
            self.sink.incomplete = true;
            return Ok(crate::unknowns::not_known(Type::Any));
        };
        if form == Form::Exported && !self.settings.storeconfigs {
            let message = "You cannot collect exported resources without storeconfigs being set; the export is ignored";
            self.sink.warn_at(program, node, "RT_NO_STORECONFIGS_EXPORT", message.to_owned());
        }
        let mut seen: IndexMap<Value, usize> = IndexMap::new();
        let mut evaluated: Vec<(NodeId, Vec<Value>, Params)> = Vec::with_capacity(bodies.len());
        let mut is_whole = true;
        for (index, body) in bodies.iter().enumerate() {
            let Data::ResourceBody { title, operations } = program.data(*body) else { continue };
            let (titles, is_all) = self.titles(program, scope, *title)?;
            is_whole &= is_all;
            for value in &titles {
                if seen.contains_key(value) {
                    return self.fail(program, node, Issue::DuplicateTitle { title: values::print::interpolate(value).into() });
                }
                seen.insert(value.clone(), index);
            }
            let given = self.operations(program, scope, operations)?;
            let mut params = Params::new();
            params.reserve_exact(given.len());
            for (name, param) in given {
                if params.contains_key(&name) {
                    return self.fail(program, node, Issue::DuplicateAttribute { name });
                }
                params.insert(name, param);
            }
            evaluated.push((*title, titles, params));
        }
        let defaults = seen.get(&Value::Default).and_then(|index| evaluated.get(*index)).map(|(_, _, params)| params.clone());
        let place = program.line_at(node);
        let shown = if matches!(program.data(type_name), Data::Name(_)) { name.clone() } else { capitalize(&name).into() };
        let declaration = Declaration { form, type_name: name, shown, place, scope };
        let mut references = Vec::new();
        for (written, titles, params) in evaluated {
            let params = match &defaults {
                Some(defaults) => {
                    let mut merged = defaults.clone();
                    merged.extend(params);
                    merged
                }
                None => params,
            };
            for title in titles {
                match &title {
                    Value::String(title) => references.push(self.declare_or_keep(program, node, &declaration, title, &params)?),
                    Value::Unknown(unknown) => {
                        let written = program.slice(written).trim_matches(['"', '\'']);
                        let at = At { program, node, written };
                        references.push(self.declare_untitled(&declaration, unknown, at, &params)?);
                    }
                    _ => {}
                }
            }
        }
        Ok(if is_whole { Value::array(references) } else { crate::unknowns::not_known(Type::Any) })
    }

    fn resource_type_name(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<Option<Str>> {
        // None where the type is not known.
        if let Data::Name(name) = program.data(node) {
            let is_lower = name.bytes().all(|it| it.is_ascii() && !it.is_ascii_uppercase());
            return Ok(Some(if is_lower { name.clone() } else { name.to_lowercase().into() }));
        }
        let value = self.eval(program, scope, node)?;
        let acceptable = match program.data(node) {
            Data::Reference(_) => true,
            Data::Access { left, .. } => matches!(program.data(*left), Data::Reference(_)),
            _ => false,
        };
        let actual = match &value {
            value if self.analysis.unknown(value).is_some() => return Ok(None),
            value if acceptable && self.analysis.is_missing_type(value) => return Ok(None),
            Value::Type(Type::Class(None)) if acceptable => return Ok(Some("class".into())),
            Value::Type(Type::Resource(Some(name), None)) if acceptable => return Ok(Some(name.to_lowercase().into())),
            Value::Type(ty @ (Type::Class(_) | Type::Resource(..))) if acceptable => ty.to_string(),
            other => infer_reduced(other).generalize().to_string(),
        };
        self.fail(program, node, illegal_type(&actual))
    }

    /// The title that a parameter gives whose default is empty: users of the module have to bind it.
    fn unless_placeholder(&self, program: &Program, scope: ScopeId, node: NodeId, value: Value) -> Value {
        match self.placeholder(program, scope, node, &value) {
            Some(name) => unknown(Type::String(Size { from: 1, to: None }), name),
            None => value,
        }
    }

    /// The parameter that an expression is, if it has nothing but an empty default, its own or one that was given on to it.
    fn placeholder(&self, program: &Program, scope: ScopeId, node: NodeId, value: &Value) -> Option<Str> {
        let is_empty = value.is_undef() || value.as_str().is_some_and(str::is_empty);
        let Data::Variable { expr } = program.data(node) else { return None };
        if !is_empty || !self.analysis.is_on() {
            return None;
        }
        let Value::String(name) = &program.constant(*expr) else { return None };
        let resource = self.scope(scope).resource;
        let open = self.analysis.left_open.get(&(resource, name.clone()));
        let is_given_on = || self.resource(resource).params.get(name).is_some_and(|it| self.analysis.is_given_on(name, it));
        (open.is_some_and(|open| open.contains(&OpenLayer::Users)) || is_given_on()).then(|| name.clone())
    }

    /// The titles of a body: texts and `default`. And whether that is all of them: what failed before says nothing of its own.
    fn titles(&mut self, program: &Arc<Program>, scope: ScopeId, node: NodeId) -> Eval<(Vec<Value>, bool)> {
        let value = self.eval(program, scope, node)?;
        let value = self.unless_placeholder(program, scope, node, value);
        if value.is_undef() {
            return self.fail(program, node, Issue::InvalidTitle(TitleError::Undef));
        }
        let mut titles = Vec::new();
        flatten(value, &mut titles, 0);
        let all = titles.len();
        titles.retain(|it| !matches!(it, Value::Unknown(unknown) if !self.analysis.explores(unknown)));
        let is_all = titles.len() == all;
        self.sink.incomplete |= !is_all;
        for (index, title) in titles.iter().enumerate() {
            match title {
                Value::Undef => {
                    return self.fail(program, node, Issue::InvalidTitle(TitleError::UndefAt(index)));
                }
                Value::String(text) if text.is_empty() => {
                    return self.fail(program, node, Issue::InvalidTitle(TitleError::EmptyAt(index)));
                }
                Value::String(_) | Value::Default | Value::Unknown(_) => {}
                other => {
                    let actual = infer_reduced(other).generalize().to_string();
                    return self.fail(program, node, Issue::InvalidTitle(TitleError::TypeAt { index, actual }));
                }
            }
        }
        Ok((titles, is_all))
    }

    /// Attributes in the order in which they are written, `*` with its entries.
    pub fn operations(&mut self, program: &Arc<Program>, scope: ScopeId, operations: &[NodeId]) -> Eval<Vec<(Str, Param)>> {
        let source = self.scope(scope).source;
        let mut params = Vec::with_capacity(operations.len());
        for operation in operations {
            let place = program.line_at(*operation);
            match program.data(*operation) {
                Data::AttributeOperation { name, op, value: written } => {
                    let value = match self.eval(program, scope, *written) {
                        Err(failure) if self.analysis.continues_after(&failure) => {
                            // The resource is there all the same, with its other attributes.
                            self.keep(failure)?;
                            self.leave_out(program, scope, *written);
                            // Other names of it are not known then.
                            self.sink.incomplete |= matches!(&**name, "alias" | "name" | "path");
                            crate::unknowns::not_known(Type::Any)
                        }
                        other => other?,
                    };
                    if self.placeholder(program, scope, *written, &value).is_some() {
                        self.analysis.given_on.push((name.clone(), place.clone()));
                    }
                    params.push((
                        name.clone(),
                        Param {
                            value: copied(name, value),
                            place,
                            source,
                            add: *op == AttributeOperator::Append,
                            when: self.analysis.path.when,
                        },
                    ));
                }
                Data::AttributesOperation { expr } => {
                    let value = self.eval(program, scope, *expr)?;
                    if self.analysis.unknown(&value).is_some() {
                        params.push((OPEN.into(), Param { value, place, source, add: false, when: self.analysis.path.when }));
                        continue;
                    }
                    let Value::Hash(entries) = &value else {
                        let actual = infer_reduced(&value).generalize();
                        let text = format!("Expected value of type Hash, got {actual}");
                        return self.fail(program, *expr, Issue::wrong_type(text));
                    };
                    for (key, value) in entries.iter() {
                        if self.analysis.unknown(key).is_some() {
                            let param =
                                Param { value: key.clone(), place: place.clone(), source, add: false, when: self.analysis.path.when };
                            params.push((OPEN.into(), param));
                            continue;
                        }
                        let Value::String(name) = key else {
                            let class = infer_reduced(key).short_name();
                            let shown = values::print::ruby(key);
                            return Err(Failure::plain(format!("undefined method `intern' for {shown}:{class}")));
                        };
                        let value = copied(name, value.clone());
                        let param = Param { value, place: place.clone(), source, add: false, when: self.analysis.path.when };
                        params.push((name.clone(), param));
                    }
                }
                _ => {}
            }
        }
        Ok(params)
    }

    /// Declares one resource. A duplicate is stored as an error: nothing else is missing because of it, so that what is missing by itself
    /// is reported, too.
    fn declare_or_keep(&mut self, program: &Program, node: NodeId, declaration: &Declaration, title: &Str, params: &Params) -> Eval<Value> {
        match self.declare(declaration, title, params) {
            Err(failure @ Failure::Error(_)) if self.is_there_without(declaration, title, params) => {
                let failure = self.at(program, node, failure);
                self.keep(failure)?;
                Ok(Value::Type(Type::Resource(Some(self.draft.type_name(&declaration.type_name)), Some(title.clone()))))
            }
            other => other,
        }
    }

    /// Whether all that a declaration would have brought is there without it: a resource of this name, that holds no others and is
    /// given no other names.
    fn is_there_without(&mut self, declaration: &Declaration, title: &Str, params: &Params) -> bool {
        let type_name = self.draft.type_name(&declaration.type_name);
        if self.draft.declared(&type_name, title).is_none() || !self.is_native_type(&declaration.type_name) {
            return false;
        }
        let Some(info) = self.native_type(&type_name) else { return false };
        let names = |name: &str| name == "name" || info.namevars.iter().any(|it| **it == *name);
        let brings_name =
            |(name, param): (&Str, &Param)| matches!(&**name, "alias" | OPEN) || names(name) && param.value != Value::String(title.clone());
        !params.iter().any(brings_name)
    }

    /// Declares one resource, and gives the reference to it.
    pub fn declare(&mut self, declaration: &Declaration, title: &Str, params: &Params) -> Eval<Value> {
        self.declare_with(declaration, title, None, params)
    }

    /// Declares one resource whose title a function gives, which may be no text.
    pub fn declare_given(&mut self, declaration: &Declaration, title: &Value, params: &Params) -> Eval<Value> {
        let given = match title {
            Value::Undef | Value::Boolean(false) if &*declaration.type_name != "class" => {
                let name = &declaration.type_name;
                // Puppet shows how it keeps the name: as a symbol, or as a text.
                let shown = if self.is_native_type(name) { format!(":{name}") } else { format!("\"{name}\"") };
                return Err(Failure::plain(format!("No title provided and {shown} is not a valid resource reference")));
            }
            Value::Default | Value::Boolean(true) | Value::Integer(_) | Value::Float(_) | Value::Type(_) | Value::Sensitive(_) => {
                Some(Box::new(title.clone()))
            }
            // Puppet gives functions of this kind the texts of all other values.
            _ => None,
        };
        self.declare_with(declaration, &values::print::interpolate(title).into(), given, params)
    }

    fn declare_with(&mut self, declaration: &Declaration, title: &Str, given: Option<Box<Value>>, params: &Params) -> Eval<Value> {
        self.budget.spend(1)?;
        let scope = declaration.scope;
        if &*declaration.type_name == "class" {
            return self.declare_class(declaration, title, params);
        }
        let kind = self.kind_of(declaration);
        if !matches!(kind, Ok(Some(_))) {
            self.note_beside_absent(declaration, params);
        }
        let Some((kind, definition)) = kind? else {
            return Ok(Value::Type(Type::Resource(Some(capitalize(&declaration.type_name).into()), Some(title.clone()))));
        };
        let type_name = self.draft.type_name(&declaration.type_name);
        let mut resource = match given {
            // Only a text is a tag.
            Some(_) => self.untagged_resource(type_name.clone(), title.clone(), kind, scope),
            None => self.new_resource(type_name.clone(), title.clone(), kind, scope),
        };
        resource.given_title = given;
        resource.definition = definition;
        resource.place = declaration.place.clone();
        resource.is_virtual = declaration.form != Form::Regular;
        resource.declared_virtual = resource.is_virtual;
        resource.exported = declaration.form == Form::Exported;
        self.give(&mut resource, params)?;
        self.add_defaults(&mut resource);
        self.add_resource(scope, resource)?;
        Ok(Value::Type(Type::Resource(Some(type_name), Some(title.clone()))))
    }

    /// Kind of a type; none if it is in a missing module.
    fn kind_of(&mut self, declaration: &Declaration) -> Eval<Option<(Kind, Option<crate::ids::DefId>)>> {
        if self.is_native_type(&declaration.type_name) {
            return Ok(Some((Kind::Native, None)));
        }
        if let Some(id) = self.find_define(&declaration.type_name)? {
            return Ok(Some((Kind::Define, Some(id))));
        }
        if self.type_is_absent(&declaration.type_name, &declaration.place) {
            return Ok(None);
        }
        let issue = Issue::UnknownResourceType { name: (&*declaration.shown).into(), user: TypeUse::Declaration };
        let help = self.help_with_type(&declaration.type_name);
        self.sink.advise(&issue, help);
        Err(issue.into())
    }

    /// Declares a resource whose title is not known: one, or some, or none if it may be a list.
    fn declare_untitled(&mut self, declaration: &Declaration, title: &Arc<Unknown>, at: At<'_>, params: &Params) -> Eval<Value> {
        self.budget.spend(1)?;
        self.analysis.unknown_titles += 1;
        let reference = crate::unknowns::because(title, Type::Any);
        if &*declaration.type_name == "class" {
            self.sink.incomplete = true;
            return Ok(reference);
        }
        let is_one = Type::String(values::Size::ANY).accepts(&title.ty);
        let one = match title.ty.resolved() {
            Type::Array(element, _) if Type::String(values::Size::ANY).accepts(element) => (**element).clone(),
            _ if is_one => title.ty.clone(),
            _ => Type::String(values::Size { from: 1, to: None }),
        };
        let path = self.analysis.path.clone();
        if !is_one {
            let whole = Value::Unknown(title.clone());
            if let Value::Unknown(some) = self.analysis.derive("an element of", vec![whole], title, Type::Boolean(None)) {
                let answers = self.analysis.answers(&some, true, &declaration.place, 0);
                if !self.analysis.assume(&answers) {
                    return Ok(reference);
                }
            }
        }
        let whole = Value::Unknown(title.clone());
        // The elements of the same list are the same, too.
        let title = if is_one { whole } else { self.analysis.derive("the elements of", vec![whole], title, one) };
        let result = match self.untitled(declaration, title, at.written, params) {
            // Of a list it is so only if anything is in it.
            Err(failure @ Failure::Error(_)) if !is_one => {
                let failure = self.at(at.program, at.node, failure);
                let outcome = self.keep(failure);
                if let Some(error) = self.sink.errors.last_mut() {
                    error.wherever_reached = false;
                }
                outcome
            }
            other => other,
        };
        self.analysis.path = path;
        result.map(|()| reference)
    }

    fn untitled(&mut self, declaration: &Declaration, title: Value, written: &str, params: &Params) -> Eval<()> {
        let Some((kind, definition)) = self.kind_of(declaration)? else { return Ok(()) };
        let type_name = self.draft.type_name(&declaration.type_name);
        let Value::Unknown(unknown) = &title else { return Ok(()) };
        self.analysis.open.push((type_name.clone(), unknown.ty.clone()));
        if self.analysis.unknown_titles > MOST_UNTITLED {
            self.sink.incomplete = true;
            return Ok(());
        }
        let key = self.analysis.key_of_untitled(unknown, written);
        let mut resource = self.new_resource(type_name, key, kind, declaration.scope);
        resource.definition = definition;
        resource.unknown_title = Some(Box::new(title));
        resource.place = declaration.place.clone();
        resource.is_virtual = declaration.form != Form::Regular;
        resource.declared_virtual = resource.is_virtual;
        resource.exported = declaration.form == Form::Exported;
        self.give(&mut resource, params)?;
        self.add_defaults(&mut resource);
        self.add_resource(declaration.scope, resource)?;
        Ok(())
    }

    /// Declares what functions declare of hashes that are not known.
    pub fn declare_perhaps(
        &mut self,
        site: &crate::site::Site,
        ty: &str,
        title: &Value,
        own: &Value,
        defaults: Option<&Value>,
        place: Place,
    ) -> Eval<()> {
        let (form, name) = match (ty.strip_prefix("@@"), ty.strip_prefix('@')) {
            (Some(name), _) => (Form::Exported, name),
            (None, Some(name)) => (Form::Virtual, name),
            _ => (Form::Regular, ty),
        };
        let name: Str = name.to_lowercase().into();
        let place = Place { column: None, ..place };
        let declaration = Declaration { form, shown: name.clone(), type_name: name, place, scope: site.scope };
        let source = self.scope(site.scope).source;
        let mut params = Params::new();
        for part in [defaults, Some(own)].into_iter().flatten() {
            match part {
                Value::Hash(entries) => {
                    for (key, value) in entries.iter() {
                        let name = key.as_str().map_or_else(|| Str::from(OPEN), Str::from);
                        let value = copied(&name, value.clone());
                        params.insert(name, crate::resource::own_param(value, source));
                    }
                }
                Value::Unknown(_) => drop(params.insert(OPEN.into(), crate::resource::own_param(part.clone(), source))),
                _ => {}
            }
        }
        match title {
            Value::Unknown(title) => {
                let at = At { program: &site.program, node: site.node, written: "" };
                self.declare_untitled(&declaration, title, at, &params).map(|_| ())
            }
            other => {
                let title = Str::from(values::print::interpolate(other));
                if self.find_resource(&declaration.type_name, &title)?.is_some() {
                    return Ok(());
                }
                self.declare(&declaration, &title, &params).map(|_| ())
            }
        }
    }

    fn declare_class(&mut self, declaration: &Declaration, title: &str, params: &Params) -> Eval<Value> {
        let scope = declaration.scope;
        let Some(id) = self.find_class(title)? else {
            if self.is_absent(title, &declaration.place) {
                self.sink.incomplete = true;
                return Ok(Value::Type(Type::Class(Some(title.to_lowercase().into()))));
            }
            let issue = Issue::UnknownClass { name: title.into(), user: ClassUse::Declaration };
            let help = self.help_with_class(title);
            self.sink.advise(&issue, help);
            return Err(issue.into());
        };
        let mut resource = self.class_resource(id, scope);
        resource.place = declaration.place.clone();
        resource.when = self.analysis.condition_of_inclusion(&declaration.place);
        self.give(&mut resource, params)?;
        self.add_defaults(&mut resource);
        self.add_parent(id, scope)?;
        let resource = self.add_resource(scope, resource)?;
        self.evaluate_resource(resource)?;
        self.report_unbound(None, Some(&[resource]));
        // What was declared is named as resources are, not as `Class[c]`.
        let title = self.resource(resource).title.clone();
        Ok(Value::Type(Type::Resource(Some("Class".into()), Some(title))))
    }

    /// A resource without attributes, tagged by its type and title.
    pub fn new_resource(&self, type_name: Str, title: Str, kind: Kind, scope: ScopeId) -> Resource {
        let mut resource = self.untagged_resource(type_name, title, kind, scope);
        let title = resource.title.clone();
        resource.tag_if_valid(&title);
        resource
    }

    /// The same without the tag of its title.
    fn untagged_resource(&self, type_name: Str, title: Str, kind: Kind, scope: ScopeId) -> Resource {
        let mut resource = Resource {
            type_name,
            title,
            kind,
            definition: None,
            params: Params::new(),
            tags: Tags::default(),
            place: Place::default(),
            is_virtual: false,
            declared_virtual: false,
            exported: false,
            evaluated: false,
            tagged_by_scope: false,
            scope,
            source: self.scope(scope).source,
            sensitive: Vec::new(),
            arrows: Vec::new(),
            when: self.analysis.path.when,
            open: false,
            unknown_title: None,
            given_title: None,
            trace: None,
            is_named_by_title: false,
        };
        let name = resource.type_name.clone();
        resource.tags.reserve_exact(TAGS);
        resource.tag_if_valid(self.draft.type_tag(&name));
        resource
    }

    pub fn class_resource(&self, id: crate::ids::DefId, scope: ScopeId) -> Resource {
        let title = capitalize(&self.definition(id).name);
        let mut resource = self.new_resource("Class".into(), title.into(), Kind::Class, scope);
        resource.definition = Some(id);
        resource.source = id;
        resource
    }

    fn give(&mut self, resource: &mut Resource, params: &Params) -> Eval<()> {
        resource.params.reserve_exact(params.len());
        for (name, param) in params {
            self.set_param(resource, name.clone(), param.clone())?;
        }
        Ok(())
    }

    /// Sets an attribute; `tag` takes effect at once.
    pub fn set_param(&mut self, resource: &mut Resource, name: Str, param: Param) -> Eval<()> {
        if self.analysis.is_open_attribute(&name) {
            resource.open = true;
            return Ok(());
        }
        if &*name == "tag" {
            let mut tags = Vec::new();
            flatten(Value::array(crate::lists::splat(param.value.clone())), &mut tags, 0);
            for tag in tags.iter().filter(|it| !matches!(it, Value::Undef | Value::Unknown(_))) {
                let tag = values::print::interpolate(tag).to_lowercase();
                if !crate::resource::is_tag(&tag) {
                    let place = Place { column: None, ..resource.place.clone() };
                    return Err(self.bare(Issue::InvalidTag { tag: tag.into() }, place));
                }
                crate::resource::add_tag(&mut resource.tags, &tag);
            }
        }
        resource.params.insert(name, param);
        Ok(())
    }

    fn add_defaults(&mut self, resource: &mut Resource) {
        for (name, param) in self.scopes.defaults_for(resource.scope, &resource.type_name) {
            if !resource.params.contains_key(&name) {
                if &*name == "tag" {
                    let mut tags = Vec::new();
                    flatten(param.value.clone(), &mut tags, 0);
                    for tag in &tags {
                        if let Value::String(tag) = tag {
                            resource.tag_if_valid(tag);
                        }
                    }
                }
                resource.params.insert(name, param);
            }
        }
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
        let is_any = matches!(program.data(type_ref), Data::Reference(name) if &**name == "Any");
        if !is_any && (self.analysis.unknown(&ty).is_some() || self.analysis.is_missing_type(&ty)) {
            // The defaults of what is not here, or of something that is meant.
            self.analysis.may_lack_attributes = true;
            self.operations(program, scope, operations)?;
            return Ok(ty);
        }
        if let (Value::Type(Type::Resource(Some(name), None)), Data::Access { .. }) = (&ty, program.data(type_ref)) {
            // To Puppet this overrides a resource without a title.
            let shown = format!(":{}", name.to_lowercase());
            return self.fail(program, node, Issue::InvalidReference(Reference::UntitledOverride { shown }));
        }
        let Value::Type(Type::Resource(Some(name), None)) = &ty else {
            let actual = infer_reduced(&ty).generalize();
            return self.fail(program, type_ref, illegal_type(&actual.to_string()));
        };
        let name: Str = capitalize(name).into();
        for (param_name, param) in self.operations(program, scope, operations)? {
            if let Some(there) = self.scope(scope).defaults.get(&name).and_then(|it| it.get(&param_name))
                && !self.analysis.conditions.implied(self.analysis.path.when, there.when)
            {
                let (old, new) = (there.value.clone(), param.value.clone());
                let value = self.join_values(old, new);
                if let Some(there) = self.scope_mut(scope).defaults.get_mut(&name).and_then(|it| it.get_mut(&param_name)) {
                    there.value = value;
                }
                continue;
            }
            let table = self.scope_mut(scope).defaults.entry(name.clone()).or_default();
            if table.contains_key(&param_name) {
                let issue = Issue::DuplicateDefault { type_name: name.clone(), name: param_name };
                return Err(self.bare(issue, param.place));
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
        let place = program.line_at(node);
        let mut references = Vec::new();
        flatten(value.clone(), &mut references, 0);
        for reference in references {
            let titled = match &reference {
                Value::Unknown(_) => {
                    self.analysis.may_lack_attributes = true;
                    continue;
                }
                Value::Type(Type::Resource(Some(name), None)) => Some(format!(":{}", name.to_lowercase())),
                Value::Type(Type::Resource(Some(name), Some(title))) if title.is_empty() => Some(format!("\"{}[]\"", capitalize(name))),
                _ => None,
            };
            if let Some(shown) = titled {
                return Err(Issue::InvalidReference(Reference::Untitled { shown, written: None }).into());
            }
            let Value::Type(Type::Resource(Some(type_name), Some(title))) = &reference else {
                let actual = match &reference {
                    Value::Type(ty) => format!("{ty}-Type"),
                    other => infer_reduced(other).short_name(),
                };
                return self.fail(program, node, Issue::InvalidReference(Reference::Overridden { actual }));
            };
            let change =
                Override { params: params.clone(), source: self.scope(scope).source, place: place.clone(), when: self.analysis.path.when };
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
                self.draft.waiting_overrides.entry(key).or_default().push(change);
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
            None => crate::native::accepts(self.native_type(&resource.type_name).as_ref(), name),
        }
    }
}

/// Error for a value that is not a resource type.
fn illegal_type(actual: &str) -> Issue {
    let text = format!("Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}");
    Issue::Refused { code: "ILLEGAL_RESOURCE_TYPE", text }
}
