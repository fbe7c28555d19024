//! The catalog as Ruby code reads it: `scope.catalog.resource('Class[x]')`, `scope.findresource('File', '/x')`, `scope.resource`.
//!
//! An analysis does not know the order of evaluation, and so what is declared yet: there, all of it is unknown.

use std::rc::Rc;

use catalog::split_reference;
use ruby::value::{Entries, Foreign, Key};
use ruby::{Heap, Outcome, Stop};
use values::{Value, print};

use super::super::ruby_values::{Seen, scope_object, to_ruby};
use super::settings;
use crate::compiler::Compiler;
use crate::ids::{ResId, ScopeId};
use crate::resource::Kind;

struct OfCompiler;

struct OfCatalog;

/// A resource that is declared.
struct Declared(ResId);

/// An attribute of one.
struct Attribute {
    name: String,
    value: Value,
}

fn object(class: &str, text: Option<String>, object: Box<dyn std::any::Any>) -> ruby::Value {
    ruby::Value::Foreign(Rc::new(Foreign { class: class.into(), ancestors: None, text: text.map(Into::into), inspect: None, object }))
}

/// A method of a scope that leads to the catalog; none of another name.
pub fn of_scope(compiler: &mut Compiler<'_>, heap: &Heap, scope: ScopeId, name: &str, arguments: &[ruby::Value]) -> Option<Outcome> {
    Some(match (name, arguments) {
        ("find_global_scope", []) => Ok(scope_object(compiler, ScopeId::TOP)),
        ("compiler", []) => Ok(object("Puppet::Parser::Compiler", None, Box::new(OfCompiler))),
        ("catalog", []) => Ok(object("Puppet::Resource::Catalog", None, Box::new(OfCatalog))),
        ("findresource", _) => find(compiler, heap, arguments),
        ("resource", []) if compiler.analysis.is_on() => Ok(heap.unknown()),
        ("resource", []) => Ok(declared(compiler, compiler.scope(scope).resource)),
        _ => return None,
    })
}

/// A method of one of these; none of another object.
pub fn call(
    compiler: &mut Compiler<'_>,
    heap: &Heap,
    seen: &mut Seen,
    receiver: &Foreign,
    name: &str,
    arguments: &[ruby::Value],
) -> Option<Outcome> {
    if matches!(name, "class" | "nil?" | "is_a?" | "kind_of?" | "instance_of?" | "equal?" | "!") {
        return None;
    }
    if receiver.object.is::<OfCompiler>() {
        return Some(match (name, arguments) {
            ("catalog", []) => Ok(object("Puppet::Resource::Catalog", None, Box::new(OfCatalog))),
            ("environment", []) => Ok(settings::environment(compiler)),
            ("topscope", []) => Ok(scope_object(compiler, ScopeId::TOP)),
            _ => Err(Stop::not_covered(format!("scope.compiler.{name}"))),
        });
    }
    if receiver.object.is::<OfCatalog>() {
        return Some(match (name, arguments) {
            ("resource", [_] | [_, _]) => find(compiler, heap, arguments),
            ("environment", []) => Ok(heap.text(&*compiler.environment.name)),
            _ => Err(Stop::not_covered(format!("scope.catalog.{name}"))),
        });
    }
    if let Some(Declared(id)) = receiver.object.downcast_ref::<Declared>() {
        return Some(of_resource(compiler, heap, seen, *id, name, arguments));
    }
    let Attribute { name: own, value } = receiver.object.downcast_ref::<Attribute>()?;
    Some(match (name, arguments) {
        ("name", []) => Ok(ruby::Value::Symbol(own.as_str().into())),
        ("value", []) => to_ruby(heap, seen, value, 0),
        _ => Err(Stop::not_covered(format!("{name} of an attribute of a resource"))),
    })
}

fn declared(compiler: &Compiler<'_>, id: ResId) -> ruby::Value {
    let resource = compiler.resource(id);
    let text = format!("{}[{}]", resource.type_name, resource.title);
    object("Puppet::Parser::Resource", Some(text), Box::new(Declared(id)))
}

/// The resource of a reference, or of a type and a title; nil if it is not declared, or not yet.
fn find(compiler: &mut Compiler<'_>, heap: &Heap, arguments: &[ruby::Value]) -> Outcome {
    if compiler.analysis.is_on() || arguments.iter().any(|it| matches!(it, ruby::Value::Unknown)) {
        return Ok(heap.unknown());
    }
    let text = |it: &ruby::Value| match it {
        ruby::Value::String(text) => Ok(text.get().to_string()),
        ruby::Value::Symbol(text) => Ok(text.to_string()),
        _ => Err(Stop::not_covered("a resource by such a reference")),
    };
    let (kind, title) = match arguments {
        [reference] => match split_reference(&text(reference)?) {
            Some((kind, title)) => (kind.to_owned(), title.to_owned()),
            None => {
                let message =
                    format!("No title provided and {} is not a valid resource reference", print::ruby(&Value::from(text(reference)?)));
                return Err(Stop::raise("ArgumentError", message));
            }
        },
        [kind, title] => (text(kind)?, text(title)?),
        _ => return Err(Stop::not_covered("a resource by such a reference")),
    };
    // The title of the main class is a symbol, which no text is.
    if kind.eq_ignore_ascii_case("class") && title.eq_ignore_ascii_case("main") {
        return Ok(ruby::Value::Nil);
    }
    Ok(match compiler.find_resource(&kind, &title) {
        Ok(Some(id)) => declared(compiler, id),
        _ => ruby::Value::Nil,
    })
}

fn of_resource(compiler: &Compiler<'_>, heap: &Heap, seen: &mut Seen, id: ResId, name: &str, arguments: &[ruby::Value]) -> Outcome {
    let resource = compiler.resource(id);
    let given = || resource.params.iter().filter(|it| !it.1.value.is_undef());
    Ok(match (name, arguments) {
        ("title", []) => heap.text(&*resource.title),
        ("type", []) => heap.text(&*resource.type_name),
        ("ref" | "to_s", []) => heap.text(&*format!("{}[{}]", resource.type_name, resource.title)),
        ("class?", []) => ruby::Value::Boolean(resource.kind == Kind::Class),
        ("virtual?" | "virtual", []) => ruby::Value::Boolean(resource.is_virtual),
        ("exported?" | "exported", []) => ruby::Value::Boolean(resource.exported),
        ("[]", [ruby::Value::String(_) | ruby::Value::Symbol(_)]) => {
            let asked = match arguments.first() {
                Some(ruby::Value::Symbol(asked)) => asked.to_string(),
                Some(ruby::Value::String(asked)) => asked.get().to_string(),
                _ => String::new(),
            };
            match (&*asked, resource.value(&asked)) {
                ("title", _) => heap.text(&*resource.title),
                // The namevar of a type has other names, too.
                ("name", None) => return Err(Stop::not_covered("the name of a resource that has none")),
                (_, Some(value)) => to_ruby(heap, seen, value, 0)?,
                (_, None) => ruby::Value::Nil,
            }
        }
        ("parameters", []) => {
            let mut all = Entries::default();
            for (name, param) in given() {
                let attribute = Attribute { name: name.to_string(), value: param.value.clone() };
                let made = object("Puppet::Parser::Resource::Param", None, Box::new(attribute));
                all.insert(Key::Symbol((&**name).into()), (ruby::Value::Symbol((&**name).into()), made));
            }
            heap.hash(all)
        }
        _ => return Err(Stop::not_covered(format!("{name} of a resource"))),
    })
}
