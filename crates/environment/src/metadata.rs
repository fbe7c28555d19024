//! The metadata of a module: `metadata.json`.

use std::path::Path;

use serde_json::Value as Json;
use world::World;

use crate::is_module_name;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// As written, with its author: `puppetlabs-stdlib`.
    pub full_name: String,
    /// The name of its folder: `stdlib`.
    pub name: String,
    pub version: Option<String>,
    pub dependencies: Vec<Dependency>,
    /// Versions of Puppet and the like.
    pub requirements: Vec<Requirement>,
    pub operating_systems: Vec<OperatingSystem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The name of its folder.
    pub name: String,
    pub full_name: String,
    /// A range of versions, as `>= 4.13.1 < 10.0.0`.
    pub versions: Option<String>,
    /// Its place in the list, for [`crate::json_range`].
    pub index: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// `puppet`.
    pub name: String,
    pub versions: Option<String>,
    pub index: usize,
}

/// A supported operating system of a module, named as in facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatingSystem {
    pub name: String,
    /// All, if there are none.
    pub releases: Vec<String>,
    pub index: usize,
}

impl Metadata {
    /// Of the module in a folder; none where there is no file, or nothing sensible in it.
    pub fn read(world: &dyn World, module: &Path) -> Option<Metadata> {
        Metadata::parse(&crate::read_text(world, &module.join("metadata.json"))?)
    }

    pub fn parse(text: &str) -> Option<Metadata> {
        let json: Json = serde_json::from_str(text).ok()?;
        let full_name = json.get("name")?.as_str()?.to_owned();
        let name = name_of_module(&full_name).to_owned();
        if !is_module_name(&name) {
            return None;
        }
        let list = |key: &str| json.get(key).and_then(Json::as_array).into_iter().flatten();
        let text = |it: &Json, key: &str| it.get(key).and_then(Json::as_str).map(str::to_owned);
        let dependencies = list("dependencies").enumerate().filter_map(|(index, it)| {
            let full_name = text(it, "name")?;
            let versions = text(it, "version_requirement");
            Some(Dependency { name: name_of_module(&full_name).to_owned(), full_name, versions, index })
        });
        let requirements = list("requirements")
            .enumerate()
            .filter_map(|(index, it)| Some(Requirement { name: text(it, "name")?, versions: text(it, "version_requirement"), index }));
        let operating_systems = list("operatingsystem_support").enumerate().filter_map(|(index, it)| {
            let releases = it.get("operatingsystemrelease").and_then(Json::as_array).into_iter().flatten();
            let releases = releases.filter_map(Json::as_str).map(str::to_owned).collect();
            Some(OperatingSystem { name: text(it, "operatingsystem")?, releases, index })
        });
        Some(Metadata {
            name,
            version: text(&json, "version"),
            dependencies: dependencies.collect(),
            requirements: requirements.collect(),
            operating_systems: operating_systems.collect(),
            full_name,
        })
    }
}

/// The name of a module without its author: `puppetlabs-stdlib` and `puppetlabs/stdlib` are `stdlib`.
pub fn name_of_module(full: &str) -> &str {
    full.rsplit(['-', '/']).next().unwrap_or(full)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_described() {
        let text = r#"{"name": "puppetlabs/apache", "version": "1.2.3",
            "dependencies": [{"name": "puppetlabs-stdlib", "version_requirement": ">= 4.13.1 < 10.0.0"}, {}],
            "requirements": [{"name": "puppet", "version_requirement": ">= 7.0.0 < 9.0.0"}],
            "operatingsystem_support": ["?", {"operatingsystem": "Debian", "operatingsystemrelease": ["11", "12"]},
                                        {"operatingsystem": "Archlinux"}]}"#;
        let found = Metadata::parse(text).expect("it is one");
        assert_eq!(
            (found.name.as_str(), found.full_name.as_str(), found.version.as_deref()),
            ("apache", "puppetlabs/apache", Some("1.2.3"))
        );
        let stdlib = &found.dependencies[0];
        assert_eq!((stdlib.name.as_str(), stdlib.versions.as_deref()), ("stdlib", Some(">= 4.13.1 < 10.0.0")));
        let puppet = &found.requirements[0];
        assert_eq!((puppet.name.as_str(), puppet.versions.as_deref()), ("puppet", Some(">= 7.0.0 < 9.0.0")));
        assert_eq!(found.operating_systems[0].releases, ["11", "12"]);
        let at = ["operatingsystem_support".to_owned(), found.operating_systems[0].index.to_string(), "operatingsystem".to_owned()];
        assert_eq!(crate::json_range(text, &at).map(|it| &text[it]), Some("\"Debian\""));
        assert!(found.operating_systems[1].releases.is_empty());
    }

    #[test]
    fn other_texts_are_none() {
        for text in ["", "{", "[]", "{}", r#"{"name": 1}"#, r#"{"name": "a-B"}"#] {
            assert_eq!(Metadata::parse(text), None, "{text}");
        }
    }
}
