//! The mistakes that Puppet finds when a resource is converted to be applied.
//!
//! Puppet sets the namevar, the provider, then each given attribute in the type's order, and stops at the first mistake.
//! Many types have Ruby code of their own for that. What is not known here is not complained of: every [`CheckError`] is one
//! for Puppet, too, but Puppet may find more where [`Checked::complete`] says so.

mod archive;
mod kinds;
mod more;
mod own;
mod whole;

use std::cell::LazyCell;

use serde_json::Value as Json;

use crate::paths;
use crate::table::{AttributeInfo, AttributeKind, Base, TypeInfo};
use crate::title::from_title;
use crate::value::Value;

/// Puppet's error for an attribute. The place of the resource follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    pub attribute: String,
    /// `Parameter mode failed on File[/a]: …`
    pub message: String,
    /// The whole resource is wrong: the attribute is one of those that do not fit each other.
    pub is_of_whole: bool,
    /// A command needs a `path` to be found in, which the defaults of a site may give.
    pub lacks_path: bool,
    /// Puppet stops at this one: all earlier checks were made.
    pub first: bool,
}

impl std::fmt::Display for CheckError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CheckError {}

/// The mistakes of a resource.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// In Puppet's order: it stops at the first.
    pub mistakes: Vec<CheckError>,
    /// All of Puppet's checks were made.
    pub complete: bool,
}

/// Checks the values of a resource. The parameters are Puppet's rich data, as in its catalogs. On a Unix system Puppet never takes the
/// providers of Windows by itself.
pub fn check<'p, N: AsRef<str> + ?Sized + 'p>(
    info: &'p TypeInfo,
    title: &str,
    parameters: impl IntoIterator<Item = (&'p N, &'p Json)>,
    is_unix: bool,
) -> Checked {
    let parameters = parameters.into_iter();
    let mut values: Vec<(&str, Value)> = Vec::with_capacity(parameters.size_hint().0 + 1);
    values.extend(from_title(info, title));
    for (name, value) in parameters {
        let name = name.as_ref();
        let name = if name == "name" { info.namevar().unwrap_or(name) } else { name };
        values.retain(|(it, _)| *it != name);
        values.push((name, Value::from_json(value)));
    }
    values.retain(|(_, value)| !value.is_nil());
    let mut checked = Checked { mistakes: Vec::new(), complete: info.sure };
    let given = values.iter().find(|(name, _)| *name == "provider");
    let provider = given.and_then(|(_, value)| value.as_word()).or(info.default_provider.as_deref());
    // It is asked for by what is wrong, which mostly nothing is.
    let reference = LazyCell::new(|| match info.name.as_str() {
        // Its title changes with its values.
        "sshkey" => {
            let text = |name: &str| values.iter().find(|(it, _)| *it == name).map_or_else(String::new, |(_, value)| value.text());
            let kind = match text("type").as_str() {
                "dsa" => "ssh-dss".to_owned(),
                kind @ ("rsa" | "ed25519") => format!("ssh-{kind}"),
                _ => text("type"),
            };
            reference(info, &format!("{}@{kind}", text("name")))
        }
        _ => reference(info, title),
    });
    for attribute in in_order(info, &values) {
        let Some((_, value)) = values.iter().find(|(name, _)| *name == attribute.name) else {
            continue;
        };
        // What the provider cannot do is ignored.
        if provider.is_some_and(|it| !info.provider_has(it, &attribute.features)) {
            continue;
        }
        // Of types that were read, the providers are unknown: where code judges the resource, it reads their files.
        if !attribute.features.is_empty() && info.providers.is_empty() {
            checked.complete = false;
            continue;
        }
        let each = if attribute.is_property() { value.items() } else { std::slice::from_ref(value) };
        for value in each.iter().filter(|it| !it.is_deferred()) {
            let verdict = match (attribute.name.as_str(), attribute.kind) {
                ("audit", AttributeKind::Metaparameter) => more::audit(info, &reference, value),
                _ => verdict(info, attribute, value, provider, &Given { values: &values, is_unix }),
            };
            checked.complete &= verdict != Verdict::Unknown;
            let message = match verdict {
                Verdict::Right | Verdict::Unknown => None,
                Verdict::Wrong(why) => {
                    let unnamed = info.name == "sshkey" && info.namevars.contains(&attribute.name);
                    let reference: &str = if unnamed { "Sshkey[@]" } else { &reference };
                    Some(format!("Parameter {} failed on {reference}: {why}", attribute.name))
                }
                Verdict::Fails(why) => Some(format!("Could not set {} on {}: {why}", attribute.name, info.name)),
            };
            if let Some(message) = message {
                let first = checked.complete && checked.mistakes.is_empty();
                let lacks_path = info.name == "exec" && more::lacks_path(&attribute.name, value, &Given { values: &values, is_unix });
                checked.mistakes.push(CheckError { attribute: attribute.name.clone(), message, is_of_whole: false, lacks_path, first });
                break;
            }
        }
    }
    if let Some((attribute, why)) = whole::mistake(&info.name, &reference, &Given { values: &values, is_unix }, provider) {
        let message = format!("Validation of {} failed: {why}", *reference);
        let first = checked.complete && checked.mistakes.is_empty();
        checked.mistakes.push(CheckError {
            attribute: attribute.to_owned(),
            message,
            is_of_whole: true,
            lacks_path: info.name == "exec",
            first,
        });
    }
    // Defaults and the whole are checked last.
    let computes = |it: &AttributeInfo| it.computed_default && !matches!(it.name.as_str(), "ensure" | "provider");
    checked.complete &= !info.validates && !info.attributes.iter().any(computes);
    checked
}

fn reference(info: &TypeInfo, title: &str) -> String {
    let capital = |segment: &str| {
        let mut letters = segment.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    let name: Vec<String> = info.name.split("::").map(capital).collect();
    format!("{}[{title}]", name.join("::"))
}

/// The attributes that are given, in the order in which Puppet sets them.
fn in_order<'i>(info: &'i TypeInfo, values: &[(&str, Value)]) -> Vec<&'i AttributeInfo> {
    let is_given = |it: &&AttributeInfo| values.iter().any(|(name, _)| *name == it.name);
    let (mut first, mut rest) = (Vec::with_capacity(values.len()), Vec::new());
    for attribute in info.attributes.iter().filter(is_given) {
        if info.namevars.contains(&attribute.name) { first.push(attribute) } else { rest.push(attribute) }
    }
    rest.sort_by_key(|it| it.name != "provider");
    first.extend(rest);
    first.extend(crate::table::metaparameters().iter().filter(is_given));
    first
}

/// The values of a resource, those that its title gives among them.
struct Given<'a> {
    values: &'a [(&'a str, Value)],
    is_unix: bool,
}

impl Given<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(it, _)| *it == name).map(|(_, value)| value)
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(Value::truthy)
    }

    fn is(&self, name: &str, word: &str) -> bool {
        self.get(name).is_some_and(|it| it.text() == word)
    }
}

#[derive(PartialEq)]
enum Verdict {
    Right,
    Wrong(String),
    /// The type's own code ends in an error that it does not expect.
    Fails(String),
    /// The type has code of its own for it.
    Unknown,
}

fn verdict(info: &TypeInfo, attribute: &AttributeInfo, value: &Value, provider: Option<&str>, given: &Given<'_>) -> Verdict {
    if let Some(verdict) = kinds::verdict(info, &attribute.name, value, given) {
        return verdict;
    }
    if let Some(verdict) = more::verdict(&info.name, &attribute.name, value, given) {
        return verdict;
    }
    if let Some(verdict) = own::verdict(&info.name, &attribute.name, value) {
        return verdict;
    }
    let has_own_code = attribute.validates || attribute.munges || attribute.reads || !attribute.sure;
    match (attribute.kind, attribute.base) {
        (AttributeKind::Metaparameter, _) if matches!(attribute.name.as_str(), "noop" | "loglevel") => {
            listed(info, attribute, value, provider, given)
        }
        (AttributeKind::Metaparameter, _) => Verdict::Unknown,
        (_, Base::Path) => path(info, attribute, value),
        _ if attribute.name == "provider" && !info.providers.is_empty() => {
            let Some(name) = value.items().first().and_then(Value::as_word) else { return Verdict::Unknown };
            match info.providers.iter().any(|(it, _)| it == name) {
                true => Verdict::Right,
                false => Verdict::Wrong(format!("Invalid {} provider '{name}'", info.name)),
            }
        }
        (_, Base::BooleanParameter | Base::BooleanProperty) if attribute.values.is_empty() && !attribute.validates => {
            more::boolean(&attribute.name, value)
        }
        (_, Base::PackageOptions) => more::package_options(value),
        (_, Base::BooleanParameter) if !attribute.validates => listed(info, attribute, value, provider, given),
        _ if attribute.validates => Verdict::Unknown,
        (_, Base::Plain | Base::Ensure) => match listed(info, attribute, value, provider, given) {
            Verdict::Right if has_own_code => Verdict::Unknown,
            verdict => verdict,
        },
        _ => Verdict::Unknown,
    }
}

/// A provider of services that is the default of no system.
const NEVER_TAKEN: &str = "pacemaker";

/// Whether a value is among those that the attribute lists, and the provider can do it.
fn listed(info: &TypeInfo, attribute: &AttributeInfo, value: &Value, provider: Option<&str>, given: &Given<'_>) -> Verdict {
    let values = &attribute.values;
    if values.is_empty() {
        return Verdict::Right;
    }
    if values.patterns.iter().any(|it| !it.compiles()) {
        return Verdict::Unknown;
    }
    let text = value.text();
    // An empty text is no symbol, so it is no word.
    let empty = matches!(value, Value::Str(text) if text.is_empty());
    let is_word = |word: &&String| !empty && (**word == text || values.aliases.iter().any(|(alias, of)| of == *word && *alias == text));
    let found = values.words.iter().find(is_word).map(String::as_str);
    let Some(found) = found.or_else(|| values.patterns.iter().find(|it| it.is_match(&text)).map(|it| it.text())) else {
        let mut message = format!("Invalid value {}.", value.inspect());
        if !values.words.is_empty() {
            message.push_str(&format!(" Valid values are {}.", values.words.join(", ")));
        }
        if !values.patterns.is_empty() {
            let patterns: Vec<&str> = values.patterns.iter().map(|it| it.text()).collect();
            message.push_str(&format!(" Valid values match {}.", patterns.join(", ")));
        }
        return Verdict::Wrong(message);
    };
    let needed = values.features.iter().find(|(of, _)| of == found).filter(|_| attribute.is_property());
    // Which provider a machine takes by itself hangs on more than is known here: on whether systemd runs, for example.
    let may_have = |features: &[String]| {
        let may_take = |name: &str| name != NEVER_TAKEN && (name != "windows" || !given.is_unix);
        let fits = |(name, has): &(String, Vec<String>)| may_take(name) && features.iter().all(|it| has.contains(it));
        given.get("provider").is_none() && info.providers.iter().any(fits)
    };
    match (needed, provider) {
        (Some((_, features)), _) if may_have(features) => Verdict::Unknown,
        (Some((_, features)), Some(provider)) if !info.provider_has(provider, features) => Verdict::Wrong(format!(
            "Provider {provider} must have features '{}' to set '{}' to '{text}'",
            features.join(", "),
            attribute.name
        )),
        _ => Verdict::Right,
    }
}

fn path(info: &TypeInfo, attribute: &AttributeInfo, value: &Value) -> Verdict {
    let name = &attribute.name;
    let lists = info.name == "exec" && name == "creates";
    if value.as_list().is_some() && !lists {
        return Verdict::Wrong(format!("{name} only accepts a single path, not an array of paths"));
    }
    match value.items().iter().all(|it| it.as_str().is_some_and(paths::is_absolute)) {
        true => Verdict::Right,
        false => Verdict::Wrong(format!("{name} must be a fully qualified path")),
    }
}

#[cfg(test)]
mod tests;
