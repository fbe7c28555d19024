//! Help with errors, besides Puppet's own words.

use catalog::split_reference;
use issue::{Help, Named};
use syntax::model::{Data, DefinitionKind, NodeId};
use syntax::nearest;
use values::Type;

use crate::compiler::Compiler;
use crate::ids::{ResId, ScopeId};
use crate::resource::capitalize;
use crate::scope::Frame;

impl Compiler<'_> {
    pub fn help_with_variable(&self, scope: ScopeId, name: &str) -> Option<Help> {
        let bare = name.trim_start_matches("::");
        if let Some((class, variable)) = bare.rsplit_once("::") {
            let Some(found) = self.scopes.of_classes.get(class) else {
                let known = self.loaded.definitions.classes.contains_key(class);
                return known.then(|| Help::NotEvaluatedBefore { class: class.into() });
            };
            let near = nearest(variable, self.scope(*found).variables.keys().map(|it| &**it))?;
            return Some(similar(Named::Variable, &format!("{class}::{near}")));
        }
        let mut scopes = vec![scope];
        let mut at = scope;
        while let Some(next) = self.inherited_scope(at).or_else(|| self.enclosing_scope(at)).filter(|_| scopes.len() < 100) {
            scopes.push(next);
            at = next;
        }
        if let Some(help) = self.help_with_another_class(name) {
            return Some(help);
        }
        let local = scopes.iter().flat_map(|it| &self.scope(*it).frames).flat_map(|frame| match frame {
            Frame::Local(entries) => entries.iter().map(|(name, _)| &**name).collect(),
            Frame::Parameters { entries, .. } => entries.iter().map(|(name, _)| &**name).collect(),
            Frame::Match(_) | Frame::Unclear(_) => Vec::new(),
        });
        let wider = scopes.iter().flat_map(|it| self.scope(*it).variables.keys().map(|it| &**it));
        let near = nearest(name, local.chain(wider))?;
        Some(similar(Named::Variable, near))
    }

    /// A variable of whoever declared the class was seen in it until Puppet 4.
    fn help_with_another_class(&self, name: &str) -> Option<Help> {
        let has = |scope: &ScopeId| self.scope(*scope).variables.contains_key(name);
        let mut classes =
            self.scopes.of_classes.iter().filter(|(class, scope)| self.loaded.definitions.classes.contains_key(*class) && has(scope));
        let (Some((class, _)), None) = (classes.next().filter(|it| !it.0.is_empty()), classes.next()) else { return None };
        Some(Help::VariableOfClass { class: class.clone(), name: name.into() })
    }

    pub fn help_with_function(&self, name: &str) -> Option<Help> {
        // Those of modules are there only if the module is.
        let core = functions::names().filter(|it| functions::find(it).is_some_and(|it| it.origin == functions::Origin::Core));
        let mut all: Vec<&str> = core.chain(crate::builtin::names()).collect();
        if self.is_of_plan() {
            all.extend(crate::bolt::FUNCTIONS);
        }
        all.extend(self.loaded.definitions.functions.keys().map(|it| &**it));
        let of_modules = self.functions_of_modules(name);
        all.extend(of_modules.iter().map(String::as_str));
        let near = nearest(name, all)?;
        Some(similar(Named::Function, near))
    }

    /// Those that the files of modules define, of the module that the name says; of those that name none, those that are called so.
    fn functions_of_modules(&self, name: &str) -> Vec<String> {
        match name.split_once("::") {
            Some((module, _)) => {
                let mut all = self.environment.names_of_module(module, "functions", "pp");
                all.extend(self.environment.names_of_module(module, "lib/puppet/functions", "rb"));
                all
            }
            None => ["lib/puppet/functions", "lib/puppet/parser/functions"].iter().flat_map(|it| self.environment.ruby_names(it)).collect(),
        }
    }

    /// The class or defined type whose manifest is called nearly so, in the module that the name says.
    fn near_manifest(&self, name: &str, kind: DefinitionKind) -> Option<String> {
        let module = name.split("::").next().unwrap_or_default();
        let names = self.environment.names_of_module(module, "manifests", "pp");
        let near = nearest(name, names.iter().map(String::as_str))?;
        let (path, _) = self.environment.autoloaded(near, "manifests").or_else(|| {
            let folder = self.environment.module(near)?;
            Some((folder.join("manifests/init.pp"), near.into()))
        })?;
        let program = self.environment.program(&path)?;
        let is_it = |it: &NodeId| matches!(program.data(*it), Data::Definition { kind: it, rest, .. } if *it == kind && rest.name.trim_start_matches("::").eq_ignore_ascii_case(near));
        program.model.definitions.iter().any(is_it).then(|| near.to_owned())
    }

    /// A file of a module that has nearly this name, as `module/name`.
    pub fn help_with_file(&self, name: &str, folder: &str) -> Option<Help> {
        let (module, rest) = name.split_once('/')?;
        let files = self.environment.files_of_module(module, folder);
        let near = nearest(rest, files.iter().map(String::as_str))?;
        Some(similar(Named::File, &format!("{module}/{near}")))
    }

    pub fn help_with_class(&self, name: &str) -> Option<Help> {
        let name = name.trim_start_matches("::").to_lowercase();
        if let Some(near) = nearest(&name, self.loaded.definitions.classes.keys().map(|it| &**it).filter(|it| !it.is_empty())) {
            return Some(similar(Named::Class, near));
        }
        if let Some(near) = self.near_manifest(&name, DefinitionKind::Class) {
            return Some(similar(Named::Class, &near));
        }
        let (module, rest) = name.split_once("::").unwrap_or((&name, "init"));
        if self.environment.module(module).is_some() {
            return Some(Help::NoManifest { module: module.into(), path: rest.replace("::", "/").into() });
        }
        let similar = nearest(module, self.environment.modules().map(|(name, _)| &**name)).map(Into::into);
        Some(Help::NoModule { module: module.into(), similar })
    }

    pub fn help_with_type(&self, name: &str) -> Option<Help> {
        let own = resource_types::type_names().filter(|it| resource_types::type_info(it).is_some_and(|it| it.module.is_none()));
        let mut all: Vec<&str> = own.collect();
        all.extend(self.loaded.definitions.defines.keys().map(|it| &**it));
        let of_modules = self.environment.ruby_names("lib/puppet/type");
        all.extend(of_modules.iter().map(String::as_str));
        if let Some(near) = nearest(name, all) {
            return Some(similar(Named::Type, near));
        }
        if let Some(near) = self.near_manifest(&name.to_lowercase(), DefinitionKind::Define) {
            return Some(similar(Named::Type, &near));
        }
        let module = name.split_once("::").map(|it| it.0).filter(|it| self.environment.module(it).is_none())?;
        Some(Help::NoModule { module: module.into(), similar: None })
    }

    /// `Intger`: what a type is called that is no resource's, or that may be one.
    pub fn help_with_named_type(&self, name: &str) -> Option<Help> {
        let of_resources = self.help_with_type(&name.to_lowercase());
        if of_resources.as_ref().is_some_and(|it| it.replacement().is_some()) {
            return of_resources;
        }
        let lower = name.to_lowercase();
        let of_module =
            lower.split_once("::").map(|(module, _)| self.environment.names_of_module(module, "types", "pp")).unwrap_or_default();
        if let Some(near) = nearest(&lower, of_module.iter().map(String::as_str)) {
            return Some(similar(Named::Type, &capitalize(near)));
        }
        let near = nearest(name, values::ty::NAMES.iter().copied());
        near.map(|near| similar(Named::Type, near)).or(of_resources)
    }

    pub fn help_with_attribute(&self, id: ResId, name: &str) -> Option<Help> {
        let resource = self.resource(id);
        let info = self.native_type(&resource.type_name)?;
        let own = info.attributes.iter().map(|it| it.name.as_str());
        let near = nearest(name, own.chain(resource_types::metaparameters().iter().map(|it| it.name.as_str())))?;
        if resource_types::is_metaparameter(near) {
            return Some(similar(Named::Metaparameter, near));
        }
        Some(Help::Attribute { type_name: resource.type_name.clone(), name: near.into() })
    }

    /// `File[/a]` in parameters and arrows.
    pub fn help_with_reference(&self, text: &str) -> Option<Help> {
        let (type_name, title) = split_reference(text)?;
        let type_name = capitalize(type_name);
        let titles = self.draft.resources_of_type(&type_name).map(|id| &*self.resource(id).title);
        let near = nearest(title, titles)?;
        Some(similar(Named::Resource, &format!("{type_name}[{near}]")))
    }

    pub fn help_with_operand(&self, ty: &Type) -> Option<Help> {
        self.help_with_reference(&crate::reference::reference_text(&values::Value::Type(ty.clone())))
    }
}

fn similar(named: Named, name: &str) -> Help {
    Help::Similar { named, name: name.into() }
}
