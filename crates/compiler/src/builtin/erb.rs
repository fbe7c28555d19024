//! `template` and `inline_template`: ERB, whose Ruby the crate `ruby` evaluates.

mod changes;
pub mod host;
#[cfg(test)]
mod tests;
mod variables;

use std::io::ErrorKind as ErrorOfFile;
use std::path::Path;

use functions::{Block, ErrorKind, Failure, FileKind};
use issue::{FailedTemplate, Issue, Place, Ruby as NotRun, RubyFile, UnreadTemplate};
use ruby::{Heap, Limits, Template};
use values::{Size, Type, Value};

use crate::compiler::{Compiler, Eval};
use crate::environment::NULL_DEVICE;
use crate::outcome::Rendered;
use crate::site::Site;
use crate::unknowns::not_known;
use host::{Level, Wrapper};

/// No template is read beyond this many bytes.
const LARGEST: u64 = 16 << 20;

pub fn template(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let mut whole = Some(String::new());
    for name in arguments.iter().map(values::print::interpolate) {
        // There is no template in it.
        if name == NULL_DEVICE {
            continue;
        }
        let Some(path) = compiler.environment.find_module_file(&name, FileKind::Template) else {
            let place = site.program.place_at(site.node);
            if compiler.is_on_server(&name) || compiler.file_is_absent(&name, &place) {
                return Ok(compiler.missing_text("template"));
            }
            return Err(super::epp::missing(compiler, &name));
        };
        let text = match read(compiler, &path) {
            Ok(text) => text,
            Err(UnreadTemplate::Failed { .. }) if compiler.analysis.is_on() => return Ok(compiler.missing_text("template")),
            Err(reason) => {
                let not_run = NotRun::UnreadTemplate { name: name.as_str().into(), reason };
                return Ok(compiler.not_run(site, "template", Type::String(Size::ANY), not_run));
            }
        };
        let file = path.to_string_lossy().into_owned();
        match render(compiler, site, &name, Some(&file), &text)? {
            Value::String(text) => {
                if let Some(whole) = &mut whole {
                    whole.push_str(&text);
                }
            }
            _ => whole = None,
        }
    }
    Ok(whole.map_or_else(|| not_known(Type::String(Size::ANY)), Value::from))
}

fn read(compiler: &Compiler<'_>, path: &Path) -> Result<String, UnreadTemplate> {
    match compiler.environment.world.read(path, LARGEST) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| UnreadTemplate::NotUtf8),
        Err(error) if error.kind() == ErrorOfFile::FileTooLarge => Err(UnreadTemplate::TooLarge { limit: LARGEST }),
        Err(error) => Err(UnreadTemplate::Failed { error: error.to_string().into() }),
    }
}

pub fn inline_template(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let mut whole = Some(String::new());
    for value in arguments {
        let text = match value {
            // As functions of the old kind are given them.
            Value::String(_) | Value::Undef | Value::Regex(_) => values::print::interpolate(value),
            other => return Ok(written_in_ruby(compiler, site, "inline_template", &values::print::interpolate(other))),
        };
        match render(compiler, site, &text, None, &text)? {
            Value::String(text) => {
                if let Some(whole) = &mut whole {
                    whole.push_str(&text);
                }
            }
            _ => whole = None,
        }
    }
    Ok(whole.map_or_else(|| not_known(Type::String(Size::ANY)), Value::from))
}

fn written_in_ruby(compiler: &mut Compiler<'_>, site: &Site, function: &str, name: &str) -> Value {
    if compiler.analysis.is_on() {
        return compiler.missing_text(function);
    }
    compiler.not_run(site, function, Type::String(Size::ANY), NotRun::Template { name: name.into() })
}

/// The line of a place in a text.
fn line(text: &str, at: u32) -> usize {
    text.bytes().take(at as usize).filter(|it| *it == b'\n').count() + 1
}

fn render(compiler: &mut Compiler<'_>, site: &Site, name: &str, file: Option<&str>, text: &str) -> Eval<Value> {
    let function = if file.is_some() { "template" } else { "inline_template" };
    compiler.budget.spend(1 + u64::try_from(text.len()).unwrap_or(u64::MAX) / 256)?;
    let template = match Template::shared(text) {
        Ok(template) => template,
        Err(problems) => return Err(syntax_error(site, function, file, text, &problems)),
    };
    let is_analysis = compiler.analysis.is_on();
    let usual = if is_analysis { super::ruby::SMALL } else { Limits::default() };
    let limits = usual.at_most(compiler.environment.ruby_limits);
    let mut wrapper = Wrapper { compiler, site, file, failure: None, seen: super::ruby_values::Seen::default(), has_acted: false };
    let level = Level::enter();
    let heap = Heap::default();
    // An analysis keeps values in more places, and evaluates some twice.
    heap.follows.set(!is_analysis);
    let (rendered, steps) = template.render(&mut wrapper, heap, limits);
    let failure = wrapper.failure.take();
    drop(level);
    compiler.budget.spend(steps / 4)?;
    let place = |at: u32| match file {
        Some(file) => format!("file: {file}, line: {}", line(text, at)),
        None => format!("line: {}", line(text, at)),
    };
    if let (Some(file), Ok(text)) = (file, &rendered)
        && compiler.request.preview.as_deref() == Some(file)
    {
        let place = site.program.place_at(site.node);
        compiler.sink.keep_rendered(Rendered { place, text: text.text.clone(), holes: text.holes.clone() });
    }
    let name = if file.is_some() { name } else { "inline" };
    match rendered {
        Ok(rendered) if rendered.holes.is_empty() => Ok(Value::from(rendered.text)),
        // An analysis goes on with what it does not know, and judges no code for the time that it takes.
        Ok(_) | Err(ruby::Error::Unknown | ruby::Error::Limit(_)) if is_analysis => Ok(compiler.missing_text(function)),
        Ok(_) | Err(ruby::Error::Unknown) => {
            let not_run = NotRun::Construct { name: name.into(), construct: "values that are not known".into(), at: place(0).into() };
            Ok(compiler.not_run(site, function, Type::String(Size::ANY), not_run))
        }
        Err(ruby::Error::NotCovered(lack)) => {
            let not_run = NotRun::Construct { name: name.into(), construct: lack.construct.into(), at: place(lack.at).into() };
            Ok(compiler.not_run(site, function, Type::String(Size::ANY), not_run))
        }
        Err(ruby::Error::Limit(limit)) => {
            let at = place(0).into();
            let not_run = NotRun::Exceeded { file: RubyFile::Template, name: name.into(), limit: super::ruby::limit(limit), at };
            Ok(compiler.not_run(site, function, Type::String(Size::ANY), not_run))
        }
        Err(ruby::Error::Raised { message, at, .. }) => Err(failed(name, file, text, Some(at), &message)),
        Err(ruby::Error::Host(_)) => match failure {
            Some(Failure::Error(error))
                if !compiler.budget.is_exhausted() && matches!(error.kind, ErrorKind::Exception | ErrorKind::Puppet) =>
            {
                Err(failed(name, file, text, None, &error.issue.to_string()))
            }
            Some(failure @ Failure::Error(_)) if !compiler.budget.is_exhausted() => {
                let error = compiler.take_error(failure);
                Err(failed(name, file, text, None, &error.full()))
            }
            Some(failure) => Err(failure),
            None => Ok(written_in_ruby(compiler, site, function, name)),
        },
    }
}

/// Puppet's error for an exception in a template. No place is that of something that the template calls.
fn failed(name: &str, file: Option<&str>, text: &str, at: Option<u32>, message: &str) -> Failure {
    let Some(file) = file else { return Failure::plain(format!("Failed to parse inline template: {message}")) };
    let line = at.map_or(1, |it| line(text, it));
    Failure::exception(Issue::FailedTemplate(Box::new(FailedTemplate {
        text: format!("Failed to parse template {name}:\n  Filepath: {file}\n  Line: {line}\n  Detail: {message}\n"),
        detail: message.into(),
        place: Place {
            file: Some(file.into()),
            line: at.and_then(|_| u32::try_from(line).ok()),
            column: at.map(|it| column(text, it)),
            ..Place::default()
        },
    })))
}

/// The column of a place in a text, in characters from 1.
fn column(text: &str, at: u32) -> u32 {
    let before = text.get(..at as usize).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    u32::try_from(line.chars().count()).unwrap_or(u32::MAX).saturating_add(1)
}

fn syntax_error(site: &Site, function: &str, file: Option<&str>, text: &str, problems: &[ruby::Problem]) -> Failure {
    let first = problems.first();
    let at = first.map_or(0, |it| it.range.start);
    let message = first.map_or("it cannot be read", |it| it.message.as_str());
    let line = line(text, at);
    let (place, message) = match file {
        Some(file) => {
            let place = Place { file: Some(file.into()), line: u32::try_from(line).ok(), ..Place::default() };
            (place, format!("{message} (file: {file}, line: {line})"))
        }
        None => (site.program.place_at(site.node), format!("{message} (line: {line})")),
    };
    Issue::InvalidTemplate { function: function.into(), text: message, place }.into()
}
