//! `include`, `require`, `contain`, `defined`.

use functions::{Block, Failure};
use issue::{ClassUse, Issue};
use values::{Str, Type, Value, print};

use crate::compiler::{Compiler, Eval};
use crate::ids::ResId;
use crate::lists::flatten;
use crate::resource::{Arrow, Kind, capitalize, own_param};
use crate::site::Site;

/// The names of classes, given as texts, references or lists of them.
fn names(arguments: &[Value]) -> Eval<Vec<String>> {
    let mut values = Vec::new();
    for argument in arguments {
        flatten(argument.clone(), &mut values, 0);
    }
    let mut names = Vec::with_capacity(values.len());
    for value in values {
        let name: Str = match &value {
            Value::Undef => return Err(Failure::plain("Cannot use undef as a class name")),
            Value::String(text) if text.is_empty() => return Err(Failure::plain("Cannot use empty string as a class name")),
            Value::String(text) => text.clone(),
            Value::Type(Type::Class(Some(name))) => name.clone(),
            Value::Type(Type::Resource(Some(ty), Some(name))) if ty.eq_ignore_ascii_case("class") => name.clone(),
            Value::Type(Type::Class(None)) => return Err(Failure::plain("Cannot use an unspecific Class[] Type")),
            Value::Type(Type::Resource(None, _)) => {
                return Err(Failure::plain("Cannot use an unspecific Resource[] where a Resource['class', name] is expected"));
            }
            Value::Type(Type::Resource(Some(name), _)) => {
                return Err(Failure::plain(format!(
                    "Cannot use a Resource[{}] where a Resource['class', name] is expected",
                    capitalize(name)
                )));
            }
            other => return Err(Failure::plain(format!("undefined method `downcase' for {}", print::ruby(other)))),
        };
        let name = name.to_lowercase();
        names.push(if name.starts_with("::") { name } else { format!("::{name}") });
    }
    Ok(names)
}

fn references(names: &[String]) -> Value {
    let class = |name: &String| Value::Type(Type::Class(Some(name.trim_start_matches("::").into())));
    Value::array(names.iter().map(class).collect())
}

fn none_given(name: &str, arguments: &[Value]) -> Eval<()> {
    if arguments.is_empty() {
        Err(Issue::wrong_arguments(format!("'{name}' expects at least 1 argument, got none")).into())
    } else {
        Ok(())
    }
}

/// All must be known before the first is declared, and all declared before the first is evaluated.
fn evaluate(compiler: &mut Compiler<'_>, site: &Site, names: &[String]) -> Eval<Vec<ResId>> {
    let mut classes = Vec::with_capacity(names.len());
    for name in names {
        let Some(id) = compiler.find_class(name)? else {
            let place = site.program.place_at(site.node);
            if compiler.is_absent(name, &place) {
                compiler.sink.incomplete = true;
                continue;
            }
            let issue = Issue::UnknownClass { name: name.as_str().into(), user: ClassUse::Node(compiler.request.node.clone()) };
            let help = compiler.help_with_class(name);
            compiler.sink.advise(&issue, help);
            return Err(issue.into());
        };
        classes.push(id);
    }
    let included = compiler.include(site.scope, &classes)?;
    compiler.report_unbound(Some(site), Some(&included));
    Ok(included)
}

pub fn include(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    none_given("include", arguments)?;
    let names = names(arguments)?;
    evaluate(compiler, site, &names)?;
    Ok(references(&names))
}

pub fn contain(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    none_given("contain", arguments)?;
    let names = names(arguments)?;
    let container = compiler.scope(site.scope).resource;
    for id in evaluate(compiler, site, &names)? {
        compiler.contain_here(container, id, site.program.place_at(site.node));
    }
    Ok(references(&names))
}

pub fn require(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    none_given("require", arguments)?;
    let names = names(arguments)?;
    let container = compiler.scope(site.scope).resource;
    let place = site.program.place_at(site.node);
    for id in evaluate(compiler, site, &names)? {
        let reference = compiler.resource(id).reference();
        let mut targets = Vec::new();
        if let Some(current) = compiler.resource(container).value("require") {
            flatten(current.clone(), &mut targets, 0);
        }
        let when = compiler.analysis.path.when;
        let resource = compiler.resource_mut(container);
        resource.arrows.push(Arrow { parameter: "require", reference: reference.clone(), place: place.clone(), when });
        let source = resource.source;
        targets.push(Value::from(reference));
        resource.params.insert("require".into(), own_param(Value::array(targets), source));
    }
    Ok(references(&names))
}

/// Whether one of them is known (`'file'`, `'a::b'`, `'$x'`) or declared (`File['/x']`, `Class['a']`).
pub fn defined(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let mut values = Vec::new();
    for argument in arguments {
        flatten(argument.clone(), &mut values, 0);
    }
    for value in values {
        match compiler.presence_of(&value)? {
            Some(Ok(true)) => return Ok(true.into()),
            Some(Ok(false)) => continue,
            Some(Err(perhaps)) => return Ok(perhaps),
            None => {}
        }
        let found = match &value {
            Value::String(text) if text.starts_with('$') => {
                let name = text.trim_start_matches('$');
                compiler.lookup_variable(site.scope, name)?.is_some()
            }
            Value::String(text) if text.is_empty() => false,
            Value::String(text) if &**text == "main" => true,
            Value::String(text) => {
                let lower = text.to_lowercase();
                compiler.is_native_type(&lower)
                    || compiler.find_define(text)?.is_some()
                    || compiler.find_class(text)?.is_some()
                    || !matches!(compiler.type_named(text)?, Type::Reference(_)) && text.starts_with(char::is_uppercase)
            }
            Value::Type(Type::Resource(Some(name), Some(title))) => compiler.find_resource(name, title)?.is_some(),
            Value::Type(Type::Resource(Some(name), None)) => compiler.is_native_type(name) || compiler.find_define(name)?.is_some(),
            Value::Type(Type::Resource(None, _)) => {
                return Err(Failure::plain("The given resource type is a reference to all kind of types"));
            }
            Value::Type(Type::Class(Some(name))) => {
                compiler.draft.declared("Class", &capitalize(name)).is_some_and(|id| compiler.resource(id).kind == Kind::Class)
            }
            Value::Type(Type::Class(None)) => return Err(Failure::plain("The given class type is a reference to all classes")),
            other => {
                return Err(Failure::plain(format!(
                    "Invalid argument of type '{}' to 'defined'",
                    values::infer_reduced(other).short_name()
                )));
            }
        };
        if found {
            return Ok(true.into());
        }
    }
    Ok(false.into())
}
