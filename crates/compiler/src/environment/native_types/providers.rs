//! Providers of resource types, as far as files of modules declare them.

use ruby::Provider;

use crate::environment::Environment;

/// A feature that an attribute or a value needs, and the methods that a provider has it by; none if it must be declared.
pub struct Needed {
    pub name: String,
    pub methods: Vec<String>,
}

/// The providers of a type that modules have.
pub struct Providers {
    all: Vec<Provider>,
    /// No file has a provider with a computed name.
    are_all: bool,
}

impl Environment {
    /// Whether a module has a provider of a type.
    pub(super) fn has_providers(&self, type_name: &str) -> bool {
        let folder = format!("lib/puppet/provider/{type_name}");
        self.modules().any(|it| self.world.metadata(&it.1.join(&folder)).is_ok())
    }

    /// Reads the files of the providers of a type.
    pub(super) fn providers(&self, type_name: &str) -> Providers {
        let folder = format!("lib/puppet/provider/{type_name}");
        let mut providers = Providers { all: Vec::new(), are_all: true };
        for folder in self.modules().map(|it| it.1.join(&folder)).collect::<Vec<_>>() {
            for entry in self.world.read_dir(&folder).unwrap_or_default() {
                let path = folder.join(&entry.name);
                if path.extension().is_none_or(|it| it != "rb") {
                    continue;
                }
                match self.text_of(path).as_deref().and_then(ruby::providers) {
                    Some(found) => providers.all.extend(found),
                    None => providers.are_all = false,
                }
            }
        }
        providers
    }
}

impl Providers {
    /// Whether there is one of that name; none where the files leave a doubt.
    pub fn has(&self, name: &str) -> Option<bool> {
        if self.all.iter().any(|it| it.name == name) {
            return Some(true);
        }
        (!self.all.is_empty() && self.are_all).then_some(false)
    }

    /// Whether the provider of a resource has features; none where that depends on the machine, or is computed. Without the name
    /// of one it may be any.
    pub fn have(&self, name: Option<&str>, needed: &[Needed]) -> Option<bool> {
        let Some(name) = name else {
            let is_sure = self.are_all && !self.all.is_empty() && self.all.iter().all(|it| has_features(it, needed) == Some(true));
            return is_sure.then_some(true);
        };
        let mut named = self.all.iter().filter(|it| it.name == name);
        match (named.next(), named.next()) {
            (Some(provider), None) => has_features(provider, needed),
            // One of two files replaces the provider of the other.
            _ => None,
        }
    }

    /// The constants that only one block assigns, with the code of each. Which of two is the last one depends on the order of files.
    pub fn constants(&self) -> impl Iterator<Item = &(String, String)> {
        let all = || self.all.iter().flat_map(|it| &it.constants);
        all().filter(move |one| self.are_all && all().filter(|it| it.0 == one.0).count() == 1)
    }
}

fn has_features(provider: &Provider, needed: &[Needed]) -> Option<bool> {
    let mut is_sure = true;
    for feature in needed {
        let declared = provider.features.as_ref().map(|it| it.contains(&feature.name));
        let has_methods = !feature.methods.is_empty() && feature.methods.iter().all(|it| provider.methods.contains(it));
        match declared {
            Some(true) => {}
            _ if has_methods => {}
            // It may inherit methods, but no declarations.
            Some(false) if feature.methods.is_empty() => return Some(false),
            _ => is_sure = false,
        }
    }
    is_sure.then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider(name: &str, features: Option<&[&str]>, methods: &[&str], constants: &[&str]) -> Provider {
        let all = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let constants = constants.iter().map(|it| ((*it).to_owned(), "1".to_owned())).collect();
        Provider { name: name.to_owned(), features: features.map(all), methods: all(methods), constants }
    }

    fn needed(name: &str, methods: &[&str]) -> [Needed; 1] {
        [Needed { name: name.to_owned(), methods: methods.iter().map(|it| (*it).to_owned()).collect() }]
    }

    #[test]
    fn features_are_declared_or_had_by_methods() {
        let all = vec![provider("a", Some(&["x"]), &["run"], &[]), provider("b", Some(&[]), &["run"], &[]), provider("c", None, &[], &[])];
        let providers = Providers { all, are_all: true };
        assert_eq!(providers.have(Some("a"), &needed("x", &[])), Some(true));
        assert_eq!(providers.have(Some("b"), &needed("x", &[])), Some(false));
        assert_eq!((providers.have(Some("c"), &needed("x", &[])), providers.have(Some("d"), &needed("x", &[]))), (None, None));
        assert_eq!(providers.have(Some("b"), &needed("y", &["run"])), Some(true));
        // It may inherit the method.
        assert_eq!(providers.have(Some("b"), &needed("y", &["stop"])), None);
        assert_eq!(providers.have(None, &needed("y", &["run"])), None);
    }

    #[test]
    fn the_default_provider_may_be_any() {
        let all = vec![provider("a", Some(&["x", "y"]), &[], &[]), provider("b", Some(&["y"]), &[], &[])];
        let providers = Providers { all, are_all: true };
        assert_eq!((providers.have(None, &needed("x", &[])), providers.have(None, &needed("y", &[]))), (None, Some(true)));
        let some = Providers { are_all: false, ..providers };
        assert_eq!(some.have(None, &needed("y", &[])), None);
        assert_eq!((some.has("a"), some.has("z")), (Some(true), None));
    }

    #[test]
    fn constants_of_two_providers_are_in_doubt() {
        let all = vec![provider("a", None, &[], &["A", "B"]), provider("b", None, &[], &["B", "C"])];
        let names = |it: &Providers| it.constants().map(|it| it.0.clone()).collect::<Vec<_>>();
        let providers = Providers { all, are_all: true };
        assert_eq!(names(&providers), ["A", "C"]);
        assert_eq!(names(&Providers { are_all: false, ..providers }), [""; 0]);
    }
}
