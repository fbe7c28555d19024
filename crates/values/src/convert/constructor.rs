//! The function behind `new` of a type: its signatures.

use std::sync::{Arc, OnceLock};

use issue::Issue;

use super::Convert;
use crate::{Alias, CallableType, Signature, Size, Str, Type, Value, mismatch, ty};

pub(super) type Body = fn(&[Value], &mut dyn Convert) -> Result<Value, Issue>;

/// Message for arguments that match no signature.
pub(super) type Refuse = fn(&[Value]) -> Result<String, Issue>;

#[derive(Clone, Copy)]
enum Action {
    Body(Body),
    Refuse(Refuse),
}

pub(super) struct Constructor {
    /// As errors name it, `new_float`.
    name: &'static str,
    /// Types that only its signatures know.
    aliases: Vec<(&'static str, Type)>,
    ways: Vec<(Signature, Action)>,
}

impl Constructor {
    pub(super) fn new(name: &'static str) -> Constructor {
        Constructor { name, aliases: Vec::new(), ways: Vec::new() }
    }

    fn parse(&self, text: &str) -> Type {
        let known = |name: &str| self.aliases.iter().find(|(own, _)| *own == name).map(|(_, ty)| ty.clone());
        ty::parse(text, &mut |name| known(name)).unwrap_or(Type::Any)
    }

    pub(super) fn alias(mut self, name: &'static str, text: &str) -> Constructor {
        let resolved = self.parse(text);
        let alias = Alias { name: name.into(), resolved: OnceLock::from(resolved) };
        self.aliases.push((name, Type::Alias(Arc::new(alias))));
        self
    }

    /// The type of an alias.
    pub(super) fn named(&self, name: &str) -> &Type {
        self.aliases.iter().find(|(own, _)| *own == name).map_or(&Type::Any, |(_, ty)| ty)
    }

    /// Parameters as `Integer radix`, after those that can be left out a `?`.
    pub(super) fn overload(self, parameters: &[&str], body: Body) -> Constructor {
        self.add(parameters, Action::Body(body))
    }

    pub(super) fn refusing(self, parameters: &[&str], refuse: Refuse) -> Constructor {
        self.add(parameters, Action::Refuse(refuse))
    }

    fn add(mut self, parameters: &[&str], action: Action) -> Constructor {
        let mut types = Vec::with_capacity(parameters.len());
        let mut names: Vec<Str> = Vec::with_capacity(parameters.len());
        let mut required = 0;
        for parameter in parameters {
            let (text, name) = parameter.rsplit_once(' ').unwrap_or(("Any", parameter));
            types.push(self.parse(text));
            match name.strip_suffix('?') {
                Some(name) => names.push(name.into()),
                None => {
                    names.push(name.into());
                    required += 1;
                }
            }
        }
        let size = Size { from: required, to: Some(i64::try_from(types.len()).unwrap_or(i64::MAX)) };
        let ty = CallableType { parameters: Some(types.into()), size: Some(size), block: None, returns: None };
        self.ways.push((Signature { ty: Arc::new(ty), names, block_name: None }, action));
        self
    }

    pub(super) fn signatures(&self) -> Vec<Signature> {
        self.ways.iter().filter(|(_, action)| matches!(action, Action::Body(_))).map(|(signature, _)| signature.clone()).collect()
    }

    pub(super) fn call(&self, arguments: &[Value], context: &mut dyn Convert) -> Result<Value, Issue> {
        match self.ways.iter().find(|(signature, _)| signature.accepts(arguments, None)) {
            Some((_, Action::Body(body))) => body(arguments, context),
            Some((_, Action::Refuse(refuse))) => Err(format!("'{}' {}", self.name, refuse(arguments)?).into()),
            None => Err(mismatch::call(self.name, &self.signatures(), arguments, None)),
        }
    }
}

/// `Value of type Hash[String, Integer] cannot be converted to Float`.
pub(super) fn cannot(value: &Value, target: &str) -> String {
    match value {
        Value::String(text) => format!("The string '{text}' cannot be converted to {target}"),
        other => value_cannot(other, target),
    }
}

pub(super) fn value_cannot(value: &Value, target: &str) -> String {
    format!("Value of type {} cannot be converted to {target}", crate::infer_reduced(value).generalize())
}

/// The entry of a hash of arguments.
pub(super) fn entry<'a>(arguments: &'a [Value], key: &str) -> Option<&'a Value> {
    match arguments.first() {
        Some(Value::Hash(entries)) => entries.get(&Value::string(key)),
        _ => None,
    }
}

pub(super) fn is_true(value: Option<&Value>) -> bool {
    matches!(value, Some(Value::Boolean(true)))
}
