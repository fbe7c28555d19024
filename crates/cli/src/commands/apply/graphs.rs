//! `--graph`: the graphs of a catalog as Puppet draws them, for Graphviz.

use std::path::Path;

use catalog::puppet::{self, Cycle};
use catalog::{Catalog, RelationshipGraph};

/// The files: their names and what is in them.
pub fn files(catalog: &Catalog, graph: &RelationshipGraph) -> Vec<(&'static str, String)> {
    vec![
        ("resources.dot", puppet::resources_dot(catalog)),
        ("relationships.dot", puppet::relationships_dot(catalog, graph)),
        ("expanded_relationships.dot", puppet::expanded_dot(catalog, graph)),
    ]
}

/// `cycles.dot`.
pub fn cycles(catalog: &Catalog, graph: &RelationshipGraph, cycles: &[Cycle]) -> String {
    let ways = cycles.iter().map(|it| {
        let names: Vec<String> = it.path.iter().map(|step| quoted(&puppet::reference(&catalog[graph.step(*step).resource()]))).collect();
        format!("{}\n", names.join(" -> "))
    });
    format!("digraph Resource_Cycles {{\n  label = \"Resource Cycles\"\n{}}}\n", ways.collect::<String>())
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// Writes the files; says where one could not be written.
pub fn write(folder: &Path, files: &[(&str, String)]) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|it| format!("{}: {it}", folder.display()))?;
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|it| format!("{}: {it}", path.display()))?;
    }
    Ok(())
}
