//! `ensure_resource` and similar functions of `stdlib`: declare resources unless they exist.

use catalog::Condition;
use catalog::puppet::Reference;
use functions::{Block, Failure, no_conversion, no_method, ruby_text};
use issue::Issue;
use values::{Hash, Value};

use super::resources::create_resources;
use crate::compiler::{Compiler, Eval};
use crate::lists::flatten;
use crate::resource::capitalize;
use crate::site::Site;

/// The version of stdlib since which packages are wanted as they are there.
const SINCE: functions::Version = (8, 6);

pub fn ensure_packages(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], block: Option<&Block>) -> Eval<Value> {
    let environment = compiler.environment;
    if environment.module("stdlib").is_some_and(|folder| compiler.loaded.version_of_module(compiler.environment, folder) >= SINCE) {
        return ensure_packages_namespaced(compiler, site, arguments, block);
    }
    let mut defaults = Hash::default();
    defaults.insert("ensure".into(), "installed".into());
    if let Some(Value::Hash(given)) = arguments.get(1) {
        defaults.extend(given.iter().map(|(key, value)| (key.clone(), value.clone())));
        if defaults.get(&Value::from("ensure")).and_then(Value::as_str) == Some("present") {
            defaults.insert("ensure".into(), "installed".into());
        }
    }
    let (type_name, defaults) = ("package".into(), Value::hash(defaults));
    match arguments.first() {
        Some(Value::Hash(packages)) => ensure_each(compiler, site, &type_name, packages, &defaults)?,
        Some(Value::Array(names)) => {
            for name in names.iter() {
                ensure(compiler, site, &type_name, name, &defaults)?;
            }
        }
        Some(name) => ensure(compiler, site, &type_name, name, &defaults)?,
        None => {}
    }
    Ok(Value::Undef)
}

/// As it is since stdlib 8.6: a package that is there as `present` or `installed` is wanted as that.
pub fn ensure_packages_namespaced(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let empty = Hash::default();
    let given = match arguments.get(1) {
        Some(Value::Hash(given)) => given,
        _ => &empty,
    };
    match arguments.first() {
        Some(Value::Hash(packages)) => {
            for (name, own) in packages.iter() {
                let Value::Hash(own) = own else { return Err(no_conversion(own, "Hash")) };
                ensure_package(compiler, site, name, given.iter().chain(own.iter()))?;
            }
        }
        Some(Value::Array(names)) => {
            for name in names.iter() {
                ensure_package(compiler, site, name, given.iter())?;
            }
        }
        Some(name) => ensure_package(compiler, site, name, given.iter())?,
        None => {}
    }
    Ok(Value::Undef)
}

fn ensure_package<'v>(
    compiler: &mut Compiler<'_>,
    site: &Site,
    name: &Value,
    given: impl Iterator<Item = (&'v Value, &'v Value)>,
) -> Eval<()> {
    let key = Value::from("ensure");
    let mut attributes: Hash = [(key.clone(), "installed".into())].into_iter().collect();
    attributes.extend(given.map(|(key, value)| (key.clone(), value.clone())));
    if matches!(attributes.get(&key).and_then(Value::as_str), Some("present" | "installed")) {
        let wanted: Hash = [(key.clone(), "present".into())].into_iter().collect();
        let reference = format!("Package[{}]", values::print::interpolate(name));
        let is_present = is_defined(compiler, site, &reference, &Value::hash(wanted))?;
        attributes.insert(key, if is_present { "present" } else { "installed" }.into());
    }
    ensure(compiler, site, &"package".into(), name, &Value::hash(attributes))
}

pub fn ensure_resource(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let (type_name, title, attributes) = given(arguments)?;
    ensure(compiler, site, type_name, title, &attributes)?;
    Ok(Value::Undef)
}

pub fn ensure_resources(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let (type_name, title, attributes) = given(arguments)?;
    let Value::Hash(resources) = title else {
        return Err(Failure::plain("ensure_resources(): Requires second argument to be a Hash"));
    };
    ensure_each(compiler, site, type_name, resources, &attributes)?;
    Ok(Value::Undef)
}

pub fn defined_with_params(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let reference = arguments.first().filter(|it| is_given(it)).ok_or_else(|| Failure::plain("Must specify a reference"))?;
    let reference = match reference {
        Value::String(text) => text.to_string(),
        Value::Type(values::Type::Class(Some(_)) | values::Type::Resource(Some(_), Some(_))) => crate::reference::reference_text(reference),
        other => {
            let class = functions::ruby_class(other);
            return Err(Failure::plain(format!("Reference is not understood: '{class}'")));
        }
    };
    let attributes = arguments.get(1).filter(|it| is_given(it)).cloned().unwrap_or_else(|| Value::hash(Hash::default()));
    Ok(is_defined(compiler, site, &reference, &attributes)?.into())
}

/// The type, the title and the attributes. What a type and attributes are is asked by none but the resources that are made of them, so
/// that any value will do where there is no title.
fn given(arguments: &[Value]) -> Eval<(&Value, &Value, Value)> {
    let argument = |at: usize| arguments.get(at).filter(|it| is_given(it));
    let type_name = argument(0).ok_or_else(|| Failure::plain("Must specify a type"))?;
    let title = argument(1).ok_or_else(|| Failure::plain("Must specify a title"))?;
    let attributes = argument(2).cloned().unwrap_or_else(|| Value::hash(Hash::default()));
    Ok((type_name, title, attributes))
}

/// Whether a value is true in Ruby.
fn is_given(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(false))
}

fn ensure_each(compiler: &mut Compiler<'_>, site: &Site, type_name: &Value, resources: &Hash, defaults: &Value) -> Eval<()> {
    for (title, own) in resources.iter() {
        let mut attributes = defaults.clone();
        if is_given(own) {
            let Value::Hash(defaults) = defaults else { return Err(no_method("merge", defaults)) };
            let Value::Hash(own) = own else { return Err(no_conversion(own, "Hash")) };
            attributes = Value::hash(defaults.iter().chain(own.iter()).map(|(key, value)| (key.clone(), value.clone())).collect());
        }
        ensure(compiler, site, type_name, title, &attributes)?;
    }
    Ok(())
}

fn ensure(compiler: &mut Compiler<'_>, site: &Site, type_name: &Value, title: &Value, attributes: &Value) -> Eval<()> {
    let shown = ruby_text(type_name);
    let mut titles = Vec::new();
    flatten(title.clone(), &mut titles, 0);
    for title in titles {
        let reference = format!("{shown}[{}]", ruby_text(&title));
        if is_defined(compiler, site, &reference, attributes)? {
            there_in_any_case(compiler, &reference)?;
            continue;
        }
        let Value::String(name) = type_name else { return Err(no_method("capitalize", type_name)) };
        let mut instance = Hash::default();
        instance.insert(title, attributes.clone());
        create_resources(compiler, site, &[capitalize(name).as_str().into(), Value::hash(instance)], None)?;
    }
    Ok(())
}

/// Marks a resource that may exist already as existing, whoever declared it.
fn there_in_any_case(compiler: &mut Compiler<'_>, reference: &str) -> Eval<()> {
    let when = compiler.analysis.path.when;
    if when == Condition::Always
        && let Some(reference) = Reference::parse(reference)
        && let Some(found) = compiler.find_resource(&reference.type_name, &reference.title)?
    {
        compiler.resource_mut(found).when = when;
    }
    Ok(())
}

/// Whether the resource was declared with these attributes among its own.
fn is_defined(compiler: &mut Compiler<'_>, site: &Site, reference: &str, attributes: &Value) -> Eval<bool> {
    let Some(reference) = Reference::parse(reference) else {
        return Err(Issue::InvalidReference(issue::Reference::Untitled {
            shown: format!("{reference:?}"),
            written: Some(reference.into()),
        })
        .into());
    };
    let Some(found) = compiler.find_resource(&reference.type_name, &reference.title)? else { return Ok(false) };
    // What is being evaluated does not count.
    if found == compiler.scope(site.scope).resource {
        return Ok(false);
    }
    let in_list;
    let attributes = match attributes {
        Value::Hash(attributes) => &**attributes,
        Value::String(text) if text.is_empty() => return Ok(true),
        // Ruby takes the elements of a list for the names of attributes without values.
        Value::Array(names) if names.iter().all(|it| matches!(it, Value::String(_))) => {
            in_list = names.iter().map(|it| (it.clone(), Value::Undef)).collect::<Hash>();
            &in_list
        }
        other => return Err(no_method("map", other)),
    };
    let resource = compiler.resource(found);
    Ok(attributes.iter().all(|(name, wanted)| {
        let name = values::print::interpolate(name);
        match &*name {
            "title" => *wanted == Value::from(&*resource.title),
            // It may have been given just that.
            _ => match resource.value(&name) {
                Some(Value::Unknown(_)) => true,
                Some(there) => there == wanted,
                None => resource.open || *wanted == Value::Undef,
            },
        }
    }))
}
