//! Reads resources from the machine, without a catalog.

use serde_json::Value as Json;

use crate::instance::{Around, Cx, ProviderError, Types};
use crate::log::Sink;
use crate::options::Options;
use crate::store::Store;
use crate::subject::Subject;
use crate::types::{self, OfPuppet};
use machine::System;

/// A resource as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    pub title: String,
    /// `ensure` first, then the others by their names, without those that it does not have.
    pub attributes: Vec<(String, Json)>,
}

impl Inspected {
    pub(crate) fn new(title: &str, mut attributes: Vec<(String, Json)>) -> Inspected {
        attributes.sort_by(|a, b| (a.0 != "ensure", &a.0).cmp(&(b.0 != "ensure", &b.0)));
        Inspected { title: title.to_owned(), attributes }
    }
}

/// Types that are nothing on a machine: Puppet does not find the one that is asked for either.
const LISTED_BY_NOBODY: [&str; 6] = ["component", "filebucket", "notify", "resources", "stage", "whit"];

/// Whether a machine may have resources of a type. It is written in lower case.
pub fn has_instances(type_name: &str) -> Result<(), ProviderError> {
    match LISTED_BY_NOBODY.contains(&type_name) {
        true => Err(ProviderError::new(format!("{type_name} has no providers and has not overridden 'instances'"))),
        false => Ok(()),
    }
}

/// The resource of a type that is called so, as the provider that is named sees it, or all of them. The type is written in lower case.
pub fn inspect(
    type_name: &str,
    title: Option<&str>,
    provider: Option<&str>,
    options: &Options,
    system: &mut dyn System,
    sink: &mut dyn Sink,
) -> Result<Vec<Inspected>, ProviderError> {
    let mut store = Store::default();
    let subjects = match title {
        Some(title) => {
            let provider: Vec<_> = provider.map(|it| ("provider".to_owned(), Json::from(it))).into_iter().collect();
            vec![Subject::bare(type_name, title, &provider)]
        }
        None => {
            let subject = Subject::bare("resources", type_name, &[]);
            let around = Only(&[]);
            let mut cx = Cx { subject: &subject, options, system, around: &around, sink, store: &mut store };
            let list =
                types::list(type_name).ok_or_else(|| ProviderError::new(format!("Listing all {type_name} instances is not supported")))?;
            list(&mut cx)?.into_iter().map(|it| Subject::bare(type_name, &it.title, &it.parameters)).collect()
        }
    };
    let around = Only(&subjects);
    let mut found = Vec::new();
    for subject in &subjects {
        let mut instance = OfPuppet.instance(subject, options)?;
        let mut cx = Cx { subject, options, system: &mut *system, around: &around, sink: &mut *sink, store: &mut store };
        if let Some(obstacle) = instance.obstacle(&mut cx) {
            return Err(ProviderError::new(obstacle.to_string()));
        }
        let is = instance.retrieve(&mut cx)?;
        let is_secret: Vec<bool> = is.iter().map(|(name, _)| instance.is_secret(name)).collect();
        let mut attributes: Vec<(String, Json)> = is
            .into_iter()
            .zip(is_secret)
            .filter(|((name, value), _)| name == "ensure" || says_something(value))
            // As Puppet does: it stands for the absence of a target.
            .filter(|((name, value), _)| !(type_name == "file" && name == "target" && value == "notlink"))
            .map(|((name, value), is_secret)| (name, if is_secret { Json::from("[redacted]") } else { value }))
            .collect();
        if type_name == "package"
            && let Some(provider) = instance.provider()
        {
            attributes.push(("provider".to_owned(), Json::from(provider)));
        }
        found.push(Inspected::new(&subject.title, attributes));
    }
    if title.is_none() {
        found.sort_by(|a, b| a.title.cmp(&b.title));
    }
    Ok(found)
}

fn says_something(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::String(text) => !text.is_empty() && text != "absent",
        Json::Array(all) => !all.is_empty() && all.iter().any(|it| it != "absent"),
        _ => true,
    }
}

/// There is nothing else.
pub struct Only<'a>(pub &'a [Subject]);

impl Around for Only<'_> {
    fn files(&self) -> Vec<String> {
        Vec::new()
    }

    fn other(&self, _type_name: &str, _title: &str) -> Option<&Subject> {
        None
    }

    fn all(&self, type_name: &str) -> Vec<&Subject> {
        self.0.iter().filter(|it| it.type_name == type_name).collect()
    }
}

/// Whether a type that is known has an attribute.
pub fn accepts(type_name: &str, attribute: &str) -> bool {
    let has = |it: &resource_types::TypeInfo| !it.sure || it.accepts(attribute) || resource_types::is_metaparameter(attribute);
    resource_types::type_info(type_name).is_none_or(has)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{Level, Record};
    use machine::FileKind;
    use machine::memory::Memory;

    struct Nothing;

    impl Sink for Nothing {
        fn least(&self) -> Level {
            Level::Err
        }

        fn record(&mut self, _record: Record) {}
    }

    fn shown(title: Option<&str>) -> Vec<String> {
        let mut memory = Memory::default();
        memory.put("/etc/hosts", FileKind::File, 0o644, b"10.0.0.2 two zwei\n# c\n10.0.0.1 one # first\n");
        let found = inspect("host", title, None, &Options::default(), &mut memory, &mut Nothing).unwrap();
        let text =
            |it: &Inspected| it.attributes.iter().map(|(name, value)| format!(" {name}={}", crate::show::shown(value))).collect::<String>();
        found.iter().map(|it| format!("{}:{}", it.title, text(it))).collect()
    }

    #[test]
    fn what_is_nothing_on_a_machine_is_not_found() {
        let failure = has_instances("notify").unwrap_err();
        assert_eq!(failure.message, "notify has no providers and has not overridden 'instances'");
        assert!(has_instances("file").is_ok() && has_instances("exec").is_ok());
    }

    #[test]
    fn all_that_is_there_is_shown() {
        assert_eq!(
            shown(None),
            [
                "one: ensure='present' comment='first' ip='10.0.0.1' target='/etc/hosts'",
                "two: ensure='present' host_aliases=['zwei'] ip='10.0.0.2' target='/etc/hosts'"
            ]
        );
        assert_eq!(shown(Some("three")), ["three: ensure='absent'"]);
    }

    #[test]
    fn a_resource_is_shown_as_the_provider_that_is_named_sees_it() {
        let mut memory = Memory::default();
        let mut seen_by = |provider| inspect("package", Some("x"), Some(provider), &Options::default(), &mut memory, &mut Nothing);
        for provider in ["gem", "pkgng"] {
            let why = seen_by(provider).map_err(|it| it.message);
            assert_eq!(why, Err(format!("Provider {provider} is not functional on this host")));
        }
    }
}
