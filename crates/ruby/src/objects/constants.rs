//! Constants: where they are looked for, and what they are called in full.

use std::rc::Rc;

use crate::Version;
use crate::ast::{Name, Node};
use crate::class;
use crate::eval::Ruby;
use crate::methods::fnmatch;
use crate::objects::Class;
use crate::stop::Outcome;
use crate::value::Value;

impl Ruby<'_> {
    /// A constant that stands exactly there.
    pub fn constant_at(&mut self, full: &str) -> Option<Value> {
        if let Some(value) = self.constants.get(full) {
            return Some(value.clone());
        }
        if let Some((name, _)) = self.classes.get_key_value(full) {
            return Some(Value::Class(name.clone()));
        }
        if let Some(library) = crate::load::library(full) {
            // It defines the constant, or else nothing.
            Rc::make_mut(&mut self.classes).insert(full.into(), Rc::new(library.class()));
            return match self.run_program(library.program()?) {
                Ok(_) => Some(Value::Class(full.into())),
                Err(_) => None,
            };
        }
        if let Some(program) = self.host.library(full) {
            let class = Class { is_module: true, shown: Some(full.into()), is_partial: true, ..Class::default() };
            Rc::make_mut(&mut self.classes).insert(full.into(), Rc::new(class));
            return self.run_program(program).is_ok().then(|| Value::Class(full.into()));
        }
        // Ruby 3.2 has removed them.
        if matches!(full, "Fixnum" | "Bignum") && self.version == Some(Version::V3_1) {
            return Some(Value::Class("Integer".into()));
        }
        class::named(full).map(Value::Class).or_else(|| self.built_in_constant(full))
    }

    /// A constant as code in a module sees it.
    pub fn find_constant(&mut self, written: &str) -> Option<Value> {
        let (first, rest) = match written.split_once("::") {
            Some(("", absolute)) => {
                let (first, rest) = absolute.split_once("::").map_or((absolute, None), |(a, b)| (a, Some(b)));
                let found = self.constant_at(first);
                return match rest {
                    Some(rest) if found.is_some() || self.is_prefix(first) => self.find_nested(found, first, rest),
                    _ => found,
                };
            }
            Some((first, rest)) => (first, Some(rest)),
            None => (written, None),
        };
        let module = self.scope.context.module.clone();
        let mut around: &str = &module;
        let mut found = None;
        while !around.is_empty() {
            let full = format!("{around}::{first}");
            found = self.constant_at(&full).map(|it| (it, full));
            if found.is_some() {
                break;
            }
            around = around.rsplit_once("::").map_or("", |it| it.0);
        }
        if found.is_none() && !module.is_empty() {
            found = self.inherited_constant(&module, first);
        }
        if found.is_none() {
            found = self.constant_at(first).map(|it| (it, first.to_owned()));
        }
        match (found, rest) {
            (Some((value, _)), None) => Some(value),
            (Some((value, full)), Some(rest)) => self.find_nested(Some(value), &full, rest),
            (None, Some(rest)) if self.is_prefix(first) => self.find_nested(None, first, rest),
            _ => None,
        }
    }

    /// Whether Ruby has constants in a module of that name that is no class of its own here (`Float`, `Digest`).
    fn is_prefix(&self, name: &str) -> bool {
        matches!(name, "Base64" | "Process" | "Etc" | "Errno" | "Psych" | "YAML" | "CGI")
    }

    fn inherited_constant(&mut self, class: &Name, name: &str) -> Option<(Value, String)> {
        for ancestor in self.lineage(class) {
            let full = format!("{ancestor}::{name}");
            if let Some(value) = self.constant_at(&full) {
                return Some((value, full));
            }
        }
        None
    }

    fn find_nested(&mut self, value: Option<Value>, full: &str, rest: &str) -> Option<Value> {
        let base = match value {
            Some(Value::Class(name)) => name.to_string(),
            _ => full.to_owned(),
        };
        if let Some(value) = self.constant_at(&format!("{base}::{rest}")) {
            return Some(value);
        }
        let (first, more) = rest.split_once("::").map_or((rest, None), |(a, b)| (a, Some(b)));
        let (value, full) = self.inherited_constant(&base.as_str().into(), first)?;
        match more {
            None => Some(value),
            Some(more) => self.find_nested(Some(value), &full, more),
        }
    }

    fn built_in_constant(&mut self, name: &str) -> Option<Value> {
        Some(match name {
            "Float::INFINITY" => Value::Float(f64::INFINITY),
            "Float::NAN" => Value::Float(f64::NAN),
            "Float::EPSILON" => Value::Float(f64::EPSILON),
            "Float::MAX" => Value::Float(f64::MAX),
            "Math::PI" => Value::Float(std::f64::consts::PI),
            "Math::E" => Value::Float(std::f64::consts::E),
            "File::FNM_NOESCAPE" => Value::Integer(fnmatch::NO_ESCAPE),
            "File::FNM_PATHNAME" => Value::Integer(fnmatch::PATHNAME),
            "File::FNM_DOTMATCH" => Value::Integer(fnmatch::DOT_MATCH),
            "File::FNM_CASEFOLD" => Value::Integer(fnmatch::CASE_FOLD),
            "File::FNM_EXTGLOB" => Value::Integer(fnmatch::EXTENDED),
            "File::FNM_SYSCASE" => Value::Integer(0),
            "Regexp::IGNORECASE" => Value::Integer(1),
            "Regexp::EXTENDED" => Value::Integer(2),
            "Regexp::MULTILINE" => Value::Integer(4),
            "File::SEPARATOR" => self.heap.frozen("/"),
            "File::PATH_SEPARATOR" => self.heap.frozen(":"),
            _ => return None,
        })
    }

    /// The full name of a constant that is defined here.
    pub fn constant_name(&mut self, written: &str) -> Outcome<Name> {
        if let Some(absolute) = written.strip_prefix("::") {
            return Ok(absolute.into());
        }
        let module = self.scope.context.module.clone();
        if let Some((path, last)) = written.rsplit_once("::") {
            return match self.find_constant(path) {
                Some(Value::Class(name)) => Ok(format!("{name}::{last}").into()),
                _ => self.not_covered(format!("the constant {path}")),
            };
        }
        Ok(if module.is_empty() { written.into() } else { format!("{module}::{written}").into() })
    }

    /// Defines a constant with a literal unless it exists. Where files stay from one call to the next, each call defines it again.
    pub fn define_once(&mut self, name: &str, value: &Node) -> Outcome {
        if self.find_constant(name).is_some() {
            return Ok(Value::Nil);
        }
        let value = self.eval(value)?;
        let full = self.constant_name(name)?;
        Rc::make_mut(&mut self.constants).insert(full, value.clone());
        Ok(value)
    }

    pub fn set_constant(&mut self, written: &str, value: Value) -> Outcome<()> {
        self.changes_early(true)?;
        let full = self.constant_name(written)?;
        if let Value::Class(class) = &value
            && self.classes.get(class).is_some_and(|it| it.shown.is_none())
            && let Some(class) = Rc::make_mut(&mut self.classes).get_mut(class)
        {
            Rc::make_mut(class).shown = Some(full.clone());
        }
        Rc::make_mut(&mut self.constants).insert(full, value);
        Ok(())
    }
}
