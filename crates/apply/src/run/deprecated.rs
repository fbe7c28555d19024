//! Deprecated uses of `file`, which Puppet accepts with a warning.

use std::collections::HashSet;

use catalog::{Catalog, Resource};
use providers::Level;

use super::logbook::Logbook;

/// As Puppet says it of a content that only says which kept content is meant.
const CHECKSUM: &str = "Using a checksum in a file's \"content\" property is deprecated. The ability to use a checksum to retrieve content \
    from the filebucket using the \"content\" property will be removed in a future release. The literal value of the \"content\" property \
    will be written to the file. The checksum retrieval functionality is being replaced by the use of static catalogs. \
    See https://puppet.com/docs/puppet/latest/static_catalogs.html for more information.";

const PERMISSIONS: &str = "The `source_permissions` parameter is deprecated. Explicitly set `owner`, `group`, and `mode`.";

/// Warns of it, once for each line.
pub fn warn(catalog: &Catalog, improved: bool, logbook: &mut Logbook) {
    let mut seen_places = HashSet::new();
    for file in catalog.resources().iter().filter(|it| it.type_name == "File" && !it.is_virtual) {
        let place = (file.file.as_deref().filter(|it| !it.is_empty()), file.line);
        let is_kept = |content| providers::names_what_is_kept(content, improved);
        let names_kept = file.value("source").is_none() && file.value("content").is_some_and(is_kept);
        let warnings = [(CHECKSUM, names_kept), (PERMISSIONS, takes_permissions(file) && file.file.is_some() && file.line.is_some())];
        // One warning of a line is enough, whatever it is of.
        if let Some((message, _)) = warnings.into_iter().find(|it| it.1).filter(|_| seen_places.insert(place)) {
            let line = place.1.map_or_else(|| "unknown".to_owned(), |it| it.to_string());
            logbook.tell(Level::Warning, format!("{message}\n   (file: {}, line: {line})", place.0.unwrap_or("unknown")));
        }
    }
}

fn takes_permissions(file: &Resource) -> bool {
    file.value("source_permissions").and_then(|it| it.as_str()).is_some_and(|it| it != "ignore")
}
