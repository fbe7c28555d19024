//! `bunraku plan` of an SLS tree: the results of a run in test mode, in the forms that all plans have.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use apply::Planned;
use apply::run::{now, uuid};
use machine::real::Real;
use salt::Compiled;
use serde_json::{Value as Json, json};
use states::{Files, Returns, Run};
use world::RealWorld;

use super::{SaltArgs, Tree, apply as applying, stored};
use crate::commands::compile::quietly;
use crate::commands::page::Format;
use crate::commands::plan::{render, store};
use crate::exit::Exit;

/// A plan with the results that it is made of.
pub struct Foreseen {
    pub planned: Planned,
    pub returns: Returns,
}

/// Plans the states of these SLS files, or of the highstate, prints the plan, and stores it if asked to.
pub fn run(salt: &SaltArgs, names: &[PathBuf], format: Format, verbose: bool, out: Option<&Path>) -> anyhow::Result<Exit> {
    let names = applying::texts(names);
    let exact = SaltArgs { is_exact: true, ..salt.clone() };
    let world = RealWorld;
    let tree = Tree::open(&world, &exact)?;
    let compiled = tree.compile(&names);
    let templates = tree.templates();
    let files = Files { world: tree.site.world, tree: &tree.site.tree, templates: &templates };
    if applying::refused(&exact, applying::Format::Text, &tree, &compiled, &files)?.is_some() {
        return Ok(Exit::Found);
    }
    let Some(foreseen) = foreseen(&tree, &compiled, &files) else { return Ok(Exit::Found) };
    let planned = &foreseen.planned;
    let host = salt.minion();
    let source = stored::member(salt, &tree, &names)?;
    let data = |planned: &Planned, digest_salt: Option<&str>| {
        let mut data = planned.to_json();
        if let Some(data) = data.as_object_mut() {
            let members = [
                ("host", json!(host)),
                ("environment", json!(stored::ENVIRONMENT)),
                ("time", json!(now().timestamp().to_string())),
                ("salt", json!(digest_salt)),
                ("manifest", Json::Null),
                ("catalog", Json::Null),
                (stored::MEMBER, source.clone()),
            ];
            data.extend(members.map(|(name, it)| (name.to_owned(), it)));
        }
        data
    };
    if let Some(path) = out {
        let digest_salt = uuid();
        let sealed = stored::sealed(&foreseen, &tree, &compiled, &files, &digest_salt);
        store(path, &data(&sealed, Some(&digest_salt)))?;
    }
    let text = match format {
        Format::Json => serde_json::to_string_pretty(&data(planned, None))? + "\n",
        Format::Text => render::text(planned, verbose),
        Format::Markdown => render::page(planned, &host, verbose).markdown(),
        Format::Html => render::page(planned, &host, verbose).html(),
    };
    quietly(io::stdout().lock().write_all(text.as_bytes()))?;
    Ok(Exit::Code(planned.exit_code()))
}

/// Runs the states in test mode; none if a signal ended that, which is reported then.
pub fn foreseen(tree: &Tree<'_>, compiled: &Compiled, files: &Files<'_>) -> Option<Foreseen> {
    let mut system = Real::default();
    let options = tree.run_options(true);
    let returns = Run::new(compiled, &options, files, &mut system, &mut |_, _| {}).run();
    if let Some(signal) = machine::System::interrupted(&system) {
        eprintln!("bunraku: {signal} has ended the run; there is no plan");
        return None;
    }
    Some(Foreseen { planned: states::planned(&returns, compiled), returns })
}
