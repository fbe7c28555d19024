//! Manifests that make Puppet evaluate an entry.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use analysis::{File, Snapshot, Start};
use compiler::{Code, Environment, Reading, Request};
use hir::{Item, Name, Symbol};
use values::{Type, Value};
use world::World;

use super::generate::Generator;
use super::write::{quoted, source};

/// With what parameters and titles an entry is tried.
const VARIANTS: usize = 4;

/// The titles of the variants.
const TITLES: [&str; VARIANTS] = ["value", "/tmp/value", "www.example.com", "10.0.0.1:80"];

/// In this variant parameters that have a default are given, too.
const WITH_ALL: usize = 2;

/// The parameters of definitions.
pub struct Signatures {
    environment: Arc<Environment>,
    types: Mutex<HashMap<String, Vec<Option<Type>>>>,
}

impl Signatures {
    pub fn new(world: Arc<dyn World>, modulepath: Vec<PathBuf>) -> Signatures {
        let environment = Environment::new(world, "production", None, modulepath, Reading::default());
        Signatures { environment: Arc::new(environment), types: Mutex::default() }
    }

    /// Manifests that do what the entry does, with other parameters each; none where no values come to mind.
    pub fn manifests(&self, snapshot: Snapshot<'_>, file: File, start: &Start) -> Vec<String> {
        let mut all = Vec::new();
        for variant in 0..VARIANTS {
            let generator = Generator { variant };
            let manifest = match start.definition() {
                Start::Node(_) | Start::Loose(..) => None,
                Start::Manifest(path, _) => std::fs::read_to_string(path).ok(),
                Start::Class(name) => self.class(snapshot, file, name, generator, false),
                Start::Open(name) => self.class(snapshot, file, name, generator, variant == WITH_ALL),
                Start::Define(name) => self.define(snapshot, file, name, generator),
                Start::Function(name) => self.function(snapshot, file, name, generator),
                Start::Plan(_) => None,
            };
            let around = match start {
                Start::Loose(Some(path), _) => std::fs::read_to_string(path).unwrap_or_default(),
                _ => String::new(),
            };
            let manifest = manifest.map(|it| format!("{around}{it}"));
            all.extend(manifest.filter(|it| !all.contains(it)));
        }
        all
    }

    /// Declaration of the module's own class, which users declare together with a part of it.
    pub fn declaration_of_module(&self, snapshot: Snapshot<'_>, file: File, start: &Start) -> Option<String> {
        let (Start::Class(name) | Start::Open(name) | Start::Define(name)) = start else { return None };
        let (module, _) = name.split_once("::")?;
        self.class(snapshot, file, module, Generator { variant: 0 }, false)
    }

    fn class(&self, snapshot: Snapshot<'_>, file: File, name: &str, generator: Generator, all: bool) -> Option<String> {
        let item = item(snapshot, file, &Symbol::Class(Name::new(name)))?;
        let given = self.given(item, generator, all)?;
        if given.is_empty() {
            return Some(format!("include {name}\n"));
        }
        Some(format!("class {{ {}:\n{given}}}\n", quoted(name)))
    }

    fn define(&self, snapshot: Snapshot<'_>, file: File, name: &str, generator: Generator) -> Option<String> {
        let item = item(snapshot, file, &Symbol::Type(Name::new(name)))?;
        let given = self.given(item, generator, generator.variant == WITH_ALL)?;
        let title = TITLES.get(generator.variant)?;
        Some(format!("{name} {{ {}:\n{given}}}\n", quoted(title)))
    }

    fn function(&self, snapshot: Snapshot<'_>, file: File, name: &str, generator: Generator) -> Option<String> {
        let item = item(snapshot, file, &Symbol::Function(Name::new(name)))?;
        let types = self.types(item);
        let mut arguments = Vec::new();
        for (parameter, ty) in item.parameters.iter().zip(&types) {
            if parameter.default.is_some() || parameter.captures_rest {
                break;
            }
            arguments.push(source(&generator.value(&parameter.name, ty.as_ref()?)?)?);
        }
        Some(format!("$result = {name}({})\n", arguments.join(", ")))
    }

    /// The lines that give the parameters that have to be given, or all of them.
    fn given(&self, item: &Item, generator: Generator, all: bool) -> Option<String> {
        let types = self.types(item);
        let mut lines = String::new();
        for (parameter, ty) in item.parameters.iter().zip(&types) {
            let is_required = parameter.default.is_none();
            if !is_required && !all {
                continue;
            }
            let made = ty.as_ref().and_then(|ty| generator.value(&parameter.name, ty)).and_then(|it| source(&it));
            match made {
                Some(text) => lines.push_str(&format!("  {} => {text},\n", parameter.name)),
                None if is_required => return None,
                None => {}
            }
        }
        Some(lines)
    }

    /// The types of the parameters, as far as they are types by themselves.
    fn types(&self, item: &Item) -> Vec<Option<Type>> {
        let key = format!("{:?} {}", item.kind, item.name);
        if let Some(known) = self.types.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let types: Vec<Option<Type>> = item.parameters.iter().map(|it| self.type_of(it.ty.as_deref().unwrap_or("Any"))).collect();
        self.types.lock().unwrap_or_else(PoisonError::into_inner).insert(key, types.clone());
        types
    }

    fn type_of(&self, text: &str) -> Option<Type> {
        let code = format!("$type = {text}\n");
        let outcome = compiler::compile(&self.environment, &Request::new(Code::Text(code.into()), "node.example.com"));
        match outcome.value {
            Some(Value::Type(ty)) => Some(ty),
            _ => None,
        }
    }
}

fn item<'db>(snapshot: Snapshot<'db>, file: File, symbol: &Symbol) -> Option<&'db Item> {
    snapshot.resolve(symbol, file).into_iter().find_map(|it| snapshot.item(it))
}
