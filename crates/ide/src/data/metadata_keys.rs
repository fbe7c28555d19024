//! Keys of `metadata.json`.

/// A key, and what it is for.
pub(crate) type Key = (&'static str, &'static str);

pub(crate) const OUTERMOST: &[Key] = &[
    ("name", "author and module: author-module"),
    ("version", "semantic version, such as 1.0.0"),
    ("author", "author"),
    ("summary", "description in one line"),
    ("license", "SPDX identifier of the license"),
    ("source", "URL of the source code"),
    ("project_page", "URL of the project"),
    ("issues_url", "URL for bug reports"),
    ("dependencies", "required modules"),
    ("requirements", "supported versions of Puppet"),
    ("operatingsystem_support", "supported operating systems"),
    ("tags", "search words"),
];

pub(crate) const OF_DEPENDENCIES: &[Key] =
    &[("name", "author and module"), ("version_requirement", "accepted versions, such as >= 1.0.0 < 2.0.0")];

pub(crate) const OF_SYSTEMS: &[Key] =
    &[("operatingsystem", "name, as in the fact os.name"), ("operatingsystemrelease", "releases, as strings")];

/// Purpose of a key, by the list that it is in.
pub(crate) fn purpose(list: Option<&str>, key: &str) -> Option<&'static str> {
    let keys = match list {
        None => OUTERMOST,
        Some("dependencies" | "requirements") => OF_DEPENDENCIES,
        Some("operatingsystem_support") => OF_SYSTEMS,
        Some(_) => return None,
    };
    keys.iter().find(|it| it.0 == key).map(|it| it.1)
}
