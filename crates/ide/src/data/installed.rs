//! A module that metadata or a `Puppetfile` name: where it is installed, and whether its version is an accepted one.

use std::path::PathBuf;

use analysis::{File, Snapshot};
use environment::{Metadata, name_of_module};
use syntax::TextRange;
use values::version::{Version, VersionRange};

use crate::names::Target;

/// An installed module.
pub(crate) struct Installed {
    folder: PathBuf,
    metadata: Option<Metadata>,
    summary: String,
}

impl Installed {
    /// The module of a name on the module path that a file sees; the name may have an author.
    pub(crate) fn find(snapshot: Snapshot<'_>, file: File, name: &str) -> Option<Installed> {
        let folder = snapshot.module_folder(file, name_of_module(name))?;
        let metadata = snapshot.file_at(&folder.join("metadata.json"));
        let summary = metadata.map(|it| snapshot.data_text(it)).and_then(|it| Some(it.tree.find(&["summary"])?.string()?.to_owned()));
        let metadata = metadata.and_then(|it| Metadata::parse(&snapshot.text(it)));
        Some(Installed { folder, metadata, summary: summary.unwrap_or_default() })
    }

    pub(crate) fn full_name(&self) -> Option<&str> {
        Some(&self.metadata.as_ref()?.full_name)
    }

    pub(crate) fn version(&self) -> Option<&str> {
        self.metadata.as_ref()?.version.as_deref()
    }

    /// Its full name, version, summary and folder.
    pub(crate) fn description(&self, name: &str) -> String {
        let full_name = self.metadata.as_ref().map_or(name, |it| it.full_name.as_str());
        let version = self.version().map(|it| format!(" {it}")).unwrap_or_default();
        let summary = if self.summary.is_empty() { String::new() } else { format!("{}\n\n", self.summary) };
        format!("`{full_name}`{version}\n\n{summary}`{}`\n", self.folder.display())
    }

    /// Whether the installed version is in a range; nothing where that is not known, or the module is another author's.
    pub(crate) fn is_accepted(&self, name: &str, range: &VersionRange) -> Option<bool> {
        let metadata = self.metadata.as_ref().filter(|it| it.full_name.replace('/', "-") == name.replace('/', "-"))?;
        Some(range.includes(&Version::parse(metadata.version.as_ref()?).ok()?))
    }

    /// Its metadata, or else its first class.
    pub(crate) fn target(&self, snapshot: Snapshot<'_>) -> Option<Target> {
        let files = ["metadata.json", "manifests/init.pp"];
        let file = files.iter().find_map(|it| snapshot.file_at(&self.folder.join(it)))?;
        Some(Target::name(snapshot, file, TextRange::default()))
    }
}

/// Description of a range of versions: `9.0.0 or later, before 10.0.0`.
pub(crate) fn describe_range(range: &VersionRange) -> String {
    let Some((begin, excludes_begin, end, excludes_end)) = range.bounds() else { return format!("`{}`", range.normal()) };
    let first = match (begin == Version::min(), excludes_begin) {
        (true, _) => None,
        (false, true) => Some(format!("later than {begin}")),
        (false, false) => Some(format!("{begin} or later")),
    };
    let last = match (end == Version::max(), excludes_end) {
        (true, _) => None,
        (false, true) => Some(format!("before {end}")),
        (false, false) => Some(format!("up to {end}")),
    };
    match (first, last) {
        (None, None) => "any version".to_owned(),
        _ if begin == end => format!("only {begin}"),
        (first, last) => first.into_iter().chain(last).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_described_by_their_ends() {
        for (range, expected) in [
            (">= 9.0.0 < 10.0.0", "9.0.0 or later, before 10.0.0"),
            ("9.x", "9.0.0 or later, before 10.0.0"),
            ("~> 1.2", "1.2.0 or later, before 1.3.0"),
            (">= 4.13.1", "4.13.1 or later"),
            ("< 3.0.0", "before 3.0.0"),
            ("1.2.3 - 2.0.0", "1.2.3 or later, up to 2.0.0"),
            ("1.2.3", "only 1.2.3"),
            ("*", "any version"),
        ] {
            assert_eq!(describe_range(&VersionRange::parse(range).expect("a range")), expected, "{range}");
        }
    }
}
