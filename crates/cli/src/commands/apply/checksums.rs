//! Contents that only say which kept content is meant.

use std::collections::HashSet;

use apply::Level;
use catalog::Catalog;

use super::logbook::Logbook;

/// As Puppet says it.
const MESSAGE: &str = "Using a checksum in a file's \"content\" property is deprecated. The ability to use a checksum to retrieve content \
    from the filebucket using the \"content\" property will be removed in a future release. The literal value of the \"content\" property \
    will be written to the file. The checksum retrieval functionality is being replaced by the use of static catalogs. \
    See https://puppet.com/docs/puppet/latest/static_catalogs.html for more information.";

/// Warns of them, once for each line.
pub fn warn(catalog: &Catalog, improved: bool, logbook: &mut Logbook) {
    let mut met = HashSet::new();
    for file in catalog.resources().iter().filter(|it| it.type_name == "File" && !it.is_virtual) {
        let is_kept = |content| apply::names_what_is_kept(content, improved);
        let place = (file.file.as_deref().filter(|it| !it.is_empty()), file.line);
        if file.value("source").is_none() && file.value("content").is_some_and(is_kept) && met.insert(place) {
            let line = place.1.map_or_else(|| "unknown".to_owned(), |it| it.to_string());
            logbook.tell(Level::Warning, format!("{MESSAGE}\n   (file: {}, line: {line})", place.0.unwrap_or("unknown")));
        }
    }
}
