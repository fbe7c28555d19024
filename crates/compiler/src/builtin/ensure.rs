//! `ensure_resource` and its kin of the module `stdlib`: resources that are declared unless they are there.

use catalog::puppet::Reference;
use functions::{Block, Failure};
use values::{Hash, Value};

use super::resources::create_resources;
use crate::compiler::{Compiler, Eval};
use crate::eval::{Site, flatten};
use crate::resource::capitalize;

pub fn ensure_packages(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let mut defaults = Hash::default();
    defaults.insert("ensure".into(), "installed".into());
    if let Some(Value::Hash(given)) = arguments.get(1) {
        defaults.extend(given.iter().map(|(key, value)| (key.clone(), value.clone())));
        if defaults.get(&Value::from("ensure")).and_then(Value::as_str) == Some("present") {
            defaults.insert("ensure".into(), "installed".into());
        }
    }
    match arguments.first() {
        Some(Value::Hash(packages)) => ensure_each(compiler, site, "package", packages, &defaults)?,
        Some(Value::Array(names)) => {
            for name in names.iter() {
                ensure(compiler, site, "package", name, &defaults)?;
            }
        }
        Some(name) => ensure(compiler, site, "package", name, &defaults)?,
        None => {}
    }
    Ok(Value::Undef)
}

pub fn ensure_resource(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let type_name = type_name(arguments)?;
    let title = arguments.get(1).filter(|it| is_given(it)).ok_or_else(|| Failure::plain("Must specify a title"))?;
    ensure(compiler, site, type_name, title, &attributes(arguments)?)?;
    Ok(Value::Undef)
}

pub fn ensure_resources(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let type_name = type_name(arguments)?;
    let title = arguments.get(1).filter(|it| is_given(it)).ok_or_else(|| Failure::plain("Must specify a title"))?;
    let defaults = attributes(arguments)?;
    let Value::Hash(resources) = title else {
        return Err(Failure::plain("ensure_resources(): Requires second argument to be a Hash"));
    };
    ensure_each(compiler, site, type_name, resources, &defaults)?;
    Ok(Value::Undef)
}

pub fn defined_with_params(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let reference = arguments.first().filter(|it| is_given(it)).ok_or_else(|| Failure::plain("Must specify a reference"))?;
    let reference = match reference {
        Value::String(text) => text.to_string(),
        Value::Type(values::Type::Class(Some(_)) | values::Type::Resource(Some(_), Some(_))) => crate::reference::reference_text(reference),
        other => {
            let class = values::infer_reduced(other).short_name();
            return Err(Failure::plain(format!("Reference is not understood: '{class}'")));
        }
    };
    let attributes = match arguments.get(1) {
        Some(Value::Hash(attributes)) => (**attributes).clone(),
        _ => Hash::default(),
    };
    Ok(is_defined(compiler, site, &reference, &attributes)?.into())
}

fn type_name(arguments: &[Value]) -> Eval<&str> {
    match arguments.first().filter(|it| is_given(it)) {
        None => Err(Failure::plain("Must specify a type")),
        Some(Value::String(name)) => Ok(name),
        Some(other) => {
            let class = values::infer_reduced(other).short_name();
            Err(Failure::plain(format!("undefined method `capitalize' for {}:{class}", values::print::ruby(other))))
        }
    }
}

/// What counts as a value in Ruby.
fn is_given(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(false))
}

fn attributes(arguments: &[Value]) -> Eval<Hash> {
    match arguments.get(2) {
        Some(Value::Hash(attributes)) => Ok((**attributes).clone()),
        None | Some(Value::Undef | Value::Boolean(false)) => Ok(Hash::default()),
        Some(_) => Err(Failure::plain("create_resources(): second argument must be a hash")),
    }
}

fn ensure_each(compiler: &mut Compiler<'_>, site: &Site, type_name: &str, resources: &Hash, defaults: &Hash) -> Eval<()> {
    for (title, own) in resources.iter() {
        let mut attributes = defaults.clone();
        match own {
            Value::Hash(own) => attributes.extend(own.iter().map(|(key, value)| (key.clone(), value.clone()))),
            own if !is_given(own) => {}
            Value::Boolean(_) => return Err(Failure::plain("no implicit conversion of true into Hash")),
            other => {
                let class = values::infer_reduced(other).short_name();
                return Err(Failure::plain(format!("no implicit conversion of {class} into Hash")));
            }
        }
        ensure(compiler, site, type_name, title, &attributes)?;
    }
    Ok(())
}

fn ensure(compiler: &mut Compiler<'_>, site: &Site, type_name: &str, title: &Value, attributes: &Hash) -> Eval<()> {
    let mut titles = Vec::new();
    flatten(title.clone(), &mut titles, 0);
    for title in titles {
        let reference = format!("{type_name}[{}]", values::print::interpolate(&title));
        if is_defined(compiler, site, &reference, attributes)? {
            continue;
        }
        let mut instance = Hash::default();
        instance.insert(title, Value::hash(attributes.clone()));
        create_resources(compiler, site, &[capitalize(type_name).as_str().into(), Value::hash(instance)], None)?;
    }
    Ok(())
}

/// Whether the resource was declared with these attributes among its own.
fn is_defined(compiler: &mut Compiler<'_>, site: &Site, reference: &str, attributes: &Hash) -> Eval<bool> {
    let Some(reference) = Reference::parse(reference) else {
        return Err(Failure::plain(format!("No title provided and {reference:?} is not a valid resource reference")));
    };
    let Some(found) = compiler.find_resource(&reference.type_name, &reference.title)? else { return Ok(false) };
    // What is being evaluated does not count.
    if found == compiler.scope(site.scope).resource {
        return Ok(false);
    }
    let resource = compiler.resource(found);
    Ok(attributes.iter().all(|(name, wanted)| {
        let name = values::print::interpolate(name);
        let there = match &*name {
            "title" => Some(Value::from(&*resource.title)),
            _ => resource.value(&name).cloned(),
        };
        there.unwrap_or(Value::Undef) == *wanted
    }))
}
