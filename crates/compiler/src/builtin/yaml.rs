//! `parseyaml` and `loadyaml` of the module `stdlib`.

use std::path::Path;

use functions::{Block, Failure, LogLevel};
use issue::Place;
use values::{Type, Value};

use super::ruby::construct;
use crate::compiler::{Compiler, Eval};
use crate::error::Log;
use crate::outside::read_failure;
use crate::site::Site;

/// Larger files are not read.
const LARGEST: u64 = 64 << 20;

/// How a version of the module reads.
#[derive(Clone, Copy)]
struct LoadOptions {
    aliases: bool,
    symbols: bool,
}

/// As Ruby does by itself.
const PLAIN: LoadOptions = LoadOptions { aliases: false, symbols: true };

/// The value of a text, or what is given instead where it has none or cannot be read. Ruby's symbols are no values here.
fn value_or(
    compiler: &mut Compiler<'_>,
    call: (&Site, &str),
    text: &[u8],
    file: &str,
    options: LoadOptions,
    instead: &Value,
) -> Eval<Value> {
    match if options.aliases { ::yaml::load(text) } else { ::yaml::load_without_aliases(text) } {
        Ok(Some(document)) if !options.symbols && document.data.has_symbols() => match instead.is_true() {
            true => Ok(instead.clone()),
            false => Err(Failure::plain("Tried to load unspecified class: Symbol")),
        },
        Ok(Some(document)) if document.data.has_symbols() => {
            let (site, name) = call;
            let place = compiler.loaded.ruby_function(compiler.environment, None, name).map(|it| it.file.clone());
            let at = place.map_or_else(String::new, |it| format!("file: {}", it.display()));
            Ok(compiler.not_run(site, name, Type::Any, construct(name, "a symbol as a value of Puppet", &at)))
        }
        Ok(document) => {
            let value = document.map_or(Value::Undef, |it| values::data::from_yaml(&it.data));
            Ok(if value.is_true() { value } else { instead.clone() })
        }
        Err(_) if instead.is_true() => Ok(instead.clone()),
        Err(problem) => Err(Failure::plain(match problem.kind {
            ::yaml::ErrorKind::Syntax => problem.render(file),
            _ => problem.message,
        })),
    }
}

pub fn parseyaml(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let Some(text) = arguments.first() else {
        return Err(Failure::plain("Wrong number of arguments. 1 or 2 arguments should be provided."));
    };
    let instead = arguments.get(1).unwrap_or(&Value::Undef);
    match text {
        Value::String(text) => value_or(compiler, (site, "parseyaml"), text.as_bytes(), "<unknown>", PLAIN, instead),
        _ if instead.is_true() => Ok(instead.clone()),
        other => Err(functions::no_conversion(other, "String")),
    }
}

pub fn loadyaml(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let instead = arguments.get(1).unwrap_or(&Value::Undef);
    let name = match arguments.first() {
        Some(Value::String(name)) => name,
        // A symbol has that method, but is no path.
        Some(Value::Default) if !instead.is_true() => return Err(functions::no_conversion(&Value::Default, "String")),
        Some(other) if !instead.is_true() => return Err(functions::no_method("start_with?", other)),
        _ => return Ok(instead.clone()),
    };
    if name.starts_with("http://") || name.starts_with("https://") {
        let message = format!("{name} is not read: a compilation asks nothing of the network");
        return if instead.is_true() { Ok(instead.clone()) } else { Err(Failure::plain(message)) };
    }
    if let Some(value) = compiler.read_absent("loadyaml", arguments, &site.program.place_at(site.node)) {
        return Ok(value);
    }
    let path = Path::new(&**name);
    match compiler.environment.world.read(path, LARGEST) {
        Ok(bytes) => {
            let folder = compiler.environment.module("stdlib").cloned();
            match folder.map_or((0, 0), |it| compiler.loaded.version_of_module(compiler.environment, &it)) {
                version if version >= (9, 0) => value_or(
                    compiler,
                    (site, "loadyaml"),
                    &bytes,
                    "<unknown>",
                    LoadOptions { aliases: version >= (9, 1), symbols: false },
                    instead,
                ),
                _ => value_or(compiler, (site, "loadyaml"), &bytes, name, PLAIN, instead),
            }
        }
        Err(_) if compiler.environment.world.metadata(path).is_ok() && instead.is_true() => Ok(instead.clone()),
        Err(error) if compiler.environment.world.metadata(path).is_ok() => Err(Failure::plain(read_failure(&error, path))),
        Err(_) => {
            let source = Some(compiler.scope_name(site.scope));
            let message = format!("Can't load '{name}' File does not exist!");
            compiler.sink.logs.push(Log { level: LogLevel::Warning, message, source, place: Place::default(), code: None });
            Ok(instead.clone())
        }
    }
}
