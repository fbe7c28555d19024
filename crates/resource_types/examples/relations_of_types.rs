//! Prints for files of resource types in Ruby the lines of `data/relations.txt`: those of the modules that the table speaks of.
//!
//!     cargo run -p resource_types --example relations_of_types -- MODULES/*/lib/puppet/type/*.rb

use std::path::PathBuf;

use resource_types::{read_type, type_info};

fn main() {
    let mut lines = Vec::new();
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let name = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let read = std::fs::read_to_string(&path).ok().and_then(|text| read_type(&name, &text));
        if let Some(read) = read.filter(|_| type_info(&name).is_some()) {
            lines.extend(read.codes_of_relations().map(|code| format!("{name} {code:016x}")));
        }
    }
    lines.sort();
    lines.dedup();
    lines.iter().for_each(|it| println!("{it}"));
}
