//! `--graph`: the graphs of a catalog as Puppet draws them, for Graphviz.

use std::path::Path;

use catalog::puppet::{self, Cycle};
use catalog::{Catalog, RelationshipGraph};
use providers::Level;

use super::{Error, Logbook};

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

/// Draws graphs, and says where they are.
pub fn draw(folder: &Path, files: &[(&str, String)], logbook: &mut Logbook) {
    if drawn(folder, files, logbook) {
        let paths: Vec<String> = files.iter().map(|it| folder.join(it.0).display().to_string()).collect();
        logbook.tell(Level::Notice, format!("Graphs written to {}", paths.join(", ")));
    }
}

/// Draws graphs, as far as that is possible.
pub fn drawn(folder: &Path, files: &[(&str, String)], logbook: &mut Logbook) -> bool {
    let written = write(folder, files);
    if let Err(problem) = &written {
        logbook.tell(Level::Warning, format!("Could not write a graph: {problem}"));
    }
    written.is_ok()
}

/// Writes the files; says where one could not be written.
fn write(folder: &Path, files: &[(&str, String)]) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(Error::with_path(folder))?;
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(Error::with_path(&path))?;
    }
    Ok(())
}
