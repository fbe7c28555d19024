//! A resource as its type sees it: what the manifest gives, what the title gives, and the defaults.

use serde_json::Value as Json;

use crate::paths;
use crate::table::{AttributeInfo, TypeInfo};
use crate::title::{Key, from_title};
use crate::value::Value;

/// A resource of a known type.
#[derive(Clone, Debug)]
pub struct Managed<'a> {
    pub info: &'a TypeInfo,
    pub title: &'a str,
    given: Vec<(&'a str, Value)>,
}

impl<'a> Managed<'a> {
    /// From the parameters in Puppet's rich data, as the catalog has them.
    pub fn new<'p, N: AsRef<str> + ?Sized + 'a>(
        info: &'a TypeInfo,
        title: &'a str,
        parameters: impl IntoIterator<Item = (&'a N, &'p Json)>,
    ) -> Managed<'a> {
        let parameters = parameters.into_iter();
        let mut given: Vec<(&str, Value)> = Vec::with_capacity(parameters.size_hint().0 + 1);
        for (name, value) in parameters {
            let value = Value::from_json(value);
            if !value.is_nil() {
                given.push((real_name(info, name.as_ref()), value));
            }
        }
        for (name, value) in from_title(info, title) {
            let name = real_name(info, name);
            if !value.is_nil() && given.iter().all(|(it, _)| *it != name) {
                given.push((name, value));
            }
        }
        Managed { info, title, given }
    }

    /// All that the manifest and the title say.
    pub fn all_given(&self) -> impl Iterator<Item = (&'a str, &Value)> {
        self.given.iter().map(|(name, value)| (*name, value))
    }

    /// Value from the manifest or the title, as it was written.
    pub fn given(&self, name: &str) -> Option<&Value> {
        let name = match (name, self.info.namevar()) {
            ("name", Some(namevar)) => namevar,
            _ => name,
        };
        self.given.iter().find(|(it, _)| *it == name).map(|(_, value)| value)
    }

    /// The value of an attribute: of a property that takes one value of several, the first; of one that takes all, a list. A property that the provider
    /// cannot manage has none.
    pub fn value(&self, name: &str) -> Option<Value> {
        let info = self.info.attribute(name);
        if info.is_some_and(|it| !self.is_supported(it)) {
            return None;
        }
        let value = self.given(name).cloned().or_else(|| info.and_then(|it| it.default.clone()))?;
        let value = match (info, value) {
            (Some(info), Value::List(items)) if info.is_property() && !info.all => items.into_iter().next()?,
            (Some(info), value) if info.is_property() && info.all => Value::List(value.into_items()),
            (_, value) => value,
        };
        Some(value).filter(Value::truthy)
    }

    /// The text of a value that is a text.
    pub fn text(&self, name: &str) -> Option<String> {
        let info = self.info.attribute(name);
        match self.given(name) {
            // Most are what they are.
            Some(Value::Str(text)) if info.is_none_or(|it| self.is_supported(it) && !(it.is_property() && it.all)) => Some(text.clone()),
            _ => self.value(name)?.as_word().map(str::to_owned),
        }
    }

    /// The provider that is given, or the one that Debian has.
    pub fn provider(&self) -> Option<&str> {
        self.given("provider").and_then(Value::as_word).or(self.info.default_provider.as_deref())
    }

    /// Name of the resource on the system: its only namevar.
    pub fn name(&self) -> String {
        let name = self.text("name").unwrap_or_else(|| self.title.to_owned());
        match self.info.name.as_str() {
            "file" => paths::file_path(&name),
            "mount" if name.len() > 1 => match name.trim_end_matches('/') {
                "" => "/".to_owned(),
                name => name.to_owned(),
            },
            _ => name,
        }
    }

    /// Identity of the resource: the values of its namevars as its type sees them, sorted by the namevars' names.
    pub fn key(&self) -> Key {
        if self.info.namevar().is_some() {
            return vec![Value::Str(self.name())];
        }
        // What names resources of the type stands where it is not read: every title is another one.
        if self.info.namevars.is_empty() && !self.info.sure {
            return vec![Value::str(self.title)];
        }
        let mut names: Vec<&str> = self.info.namevars.iter().map(String::as_str).collect();
        names.sort_unstable();
        names
            .into_iter()
            .map(|it| if it == "provider" { self.provider().map(Value::str) } else { self.value(it) }.unwrap_or_default())
            .collect()
    }

    fn is_supported(&self, info: &AttributeInfo) -> bool {
        info.features.is_empty() || self.provider().is_some_and(|it| self.info.provider_has(it, &info.features))
    }
}

fn real_name<'n>(info: &'n TypeInfo, name: &'n str) -> &'n str {
    match (name, info.namevar()) {
        ("name", Some(namevar)) => namevar,
        _ => name,
    }
}
