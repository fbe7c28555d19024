//! `bunraku plan` of an SLS tree: the results of a run in test mode, in the forms that all plans have.

use std::io::{self, Write};
use std::path::PathBuf;

use apply::Planned;
use apply::run::now;
use machine::real::Real;
use serde_json::json;
use states::{Files, Options, Run};
use world::RealWorld;

use super::{SaltArgs, Tree, apply as applying};
use crate::commands::compile::quietly;
use crate::commands::page::Format;
use crate::commands::plan::render;
use crate::exit::Exit;

/// Plans the states of these SLS files, or of the highstate, and prints the plan.
pub fn run(salt: &SaltArgs, names: &[PathBuf], format: Format, verbose: bool) -> anyhow::Result<Exit> {
    let Some(planned) = planned(salt, &applying::texts(names))? else { return Ok(Exit::Found) };
    let id = salt.id.clone().unwrap_or_else(|| "local".to_owned());
    let text = match format {
        Format::Json => {
            let mut data = planned.to_json();
            if let Some(data) = data.as_object_mut() {
                data.insert("host".to_owned(), json!(id));
                data.insert("time".to_owned(), json!(now().timestamp().to_string()));
            }
            serde_json::to_string_pretty(&data)? + "\n"
        }
        Format::Text => render::text(&planned, verbose),
        Format::Markdown => render::page(&planned, &id, verbose).markdown(),
        Format::Html => render::page(&planned, &id, verbose).html(),
    };
    quietly(io::stdout().lock().write_all(text.as_bytes()))?;
    Ok(Exit::Code(planned.exit_code()))
}

/// The plan; none if the states cannot be applied, which is reported then.
fn planned(salt: &SaltArgs, names: &[String]) -> anyhow::Result<Option<Planned>> {
    let salt = SaltArgs { is_exact: true, ..salt.clone() };
    let world = RealWorld;
    let tree = Tree::open(&world, &salt)?;
    let compiled = tree.compile(names);
    let templates = tree.templates();
    let files = Files { world: tree.site.world, tree: &tree.site.tree, templates: &templates };
    if applying::refused(&salt, applying::Format::Text, &tree, &compiled, &files)?.is_some() {
        return Ok(None);
    }
    let mut system = Real::default();
    let options = Options { test: true, ..Options::default() };
    let returns = Run::new(&compiled, &options, &files, &mut system, &mut |_, _| {}).run();
    if let Some(signal) = machine::System::interrupted(&system) {
        eprintln!("bunraku: {signal} has ended the run; there is no plan");
        return Ok(None);
    }
    Ok(Some(states::planned(&returns, &compiled)))
}
