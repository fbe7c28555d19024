//! A stored plan of states: the options that it was made with, and whether it still holds.

use std::path::{Path, PathBuf};

use anyhow::Context;
use apply::run::host_name;
use apply::{Error, Planned, salt_of_plan};
use clap::ValueEnum;
use salt::Compiled;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use states::{Files, Values};

use super::plan::Foreseen;
use super::{SaltArgs, SaltOrder, Tree, is_data};
use crate::commands::apply::plan_source::StoredPlan;
use crate::commands::site::show;

/// The member that plans of states have, and no others.
pub const MEMBER: &str = "states";

/// The environment of all states.
pub const ENVIRONMENT: &str = "base";

/// The options that decide which states there are. Paths are absolute.
#[derive(Debug, Serialize, Deserialize)]
struct Source {
    /// Name of the machine.
    machine: String,
    salt_root: Vec<PathBuf>,
    pillar_root: Option<PathBuf>,
    pillar: Option<Pillar>,
    grains: Option<String>,
    id: Option<String>,
    minion_config: Option<PathBuf>,
    /// Options of the configuration that decide what a run does.
    options: String,
    sls: Vec<String>,
    /// The release whose rules count; none in plans of earlier versions.
    #[serde(default)]
    release: Option<String>,
}

/// Where the data of `--pillar` are. Data that were given as such are not stored: they may have secrets in them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Pillar {
    File(PathBuf),
    Given,
}

/// Whether a plan is one of states.
pub fn is_of_states(plan: &StoredPlan) -> bool {
    plan.data.get(MEMBER).is_some_and(Json::is_object)
}

/// The member of a plan that has its options.
pub fn member(salt: &SaltArgs, tree: &Tree<'_>, names: &[String]) -> anyhow::Result<Json> {
    let source = Source {
        machine: host_name(),
        salt_root: salt.salt_root.iter().map(|it| absolute(it)).collect::<Result<_, _>>()?,
        pillar_root: salt.pillar_root.as_deref().map(absolute).transpose()?,
        pillar: salt
            .pillar
            .as_ref()
            .map(|it| if is_data(it) { Ok(Pillar::Given) } else { absolute(Path::new(it)).map(Pillar::File) })
            .transpose()?,
        grains: salt.grains.as_ref().map(|it| grains(it)).transpose()?,
        id: salt.id.clone(),
        minion_config: salt.minion_config.as_deref().map(absolute).transpose()?,
        options: options(tree),
        sls: names.to_vec(),
        release: Some(salt.release().name().to_owned()),
    };
    serde_json::to_value(source).context("the plan cannot be stored")
}

/// Options of the configuration that decide what a run does, in words.
fn options(tree: &Tree<'_>) -> String {
    let Some(configuration) = &tree.configuration else { return String::new() };
    let aggregate = match &configuration.aggregate {
        salt::Aggregate::None => "no".to_owned(),
        salt::Aggregate::All => "yes".to_owned(),
        salt::Aggregate::Modules(modules) => modules.join(" "),
    };
    format!("failhard: {}, state_aggregate: {aggregate}", configuration.failhard)
}

/// Grains as they can be given from another folder.
fn grains(given: &str) -> anyhow::Result<String> {
    if is_data(given) || salt::grains::of_system(given).is_some() {
        return Ok(given.to_owned());
    }
    Ok(absolute(Path::new(given))?.to_string_lossy().into_owned())
}

fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| show(path))
}

/// Takes the options from the plan if no tree is named; or says what is missing.
pub fn restore(plan: &StoredPlan, salt: &mut SaltArgs, names: &mut Vec<PathBuf>) -> Result<(), Error> {
    let path = plan.path.display();
    let Some(member) = plan.data.get(MEMBER).filter(|it| it.is_object()) else {
        return Err(Error::Refused(format!("The plan {path} is of a manifest or a catalog, and not of states")));
    };
    if salt.is_used() {
        return Ok(());
    }
    let source = Source::deserialize(member).map_err(|it| Error::with_path(&plan.path)(it.into()))?;
    if !names.is_empty() {
        return Err(Error::Refused(format!("The plan {path} is of states: name other SLS files together with `--salt-root`")));
    }
    salt.pillar = match source.pillar {
        Some(Pillar::Given) => {
            return Err(Error::Refused(format!(
                "The plan {path} was made with `--pillar` data, and keeps none of them, because they may have secrets in them: give the same \
                 options again, `--salt-root` and `--pillar` among them"
            )));
        }
        Some(Pillar::File(file)) => Some(file.to_string_lossy().into_owned()),
        None => None,
    };
    (salt.salt_root, salt.pillar_root, salt.grains, salt.id) = (source.salt_root, source.pillar_root, source.grains, source.id);
    salt.minion_config = source.minion_config;
    if let Some(order) = source.release.and_then(|it| SaltOrder::from_str(&it, false).ok()) {
        salt.salt_order = Some(order);
    }
    *names = source.sls.into_iter().map(PathBuf::from).collect();
    Ok(())
}

/// The plan as it is stored.
pub fn sealed(foreseen: &Foreseen, tree: &Tree<'_>, compiled: &Compiled, files: &Files<'_>, digest_salt: &str) -> Planned {
    let value = |id| salt::json::value(&tree.minion.heap, id);
    let values = Values { pillar: value(tree.minion.pillar), grains: value(tree.minion.grains) };
    states::sealed(&foreseen.planned, &foreseen.returns, compiled, files, &values, digest_salt)
}

/// Differences from a stored plan; nothing where it still holds.
pub fn moved(
    plan: &StoredPlan,
    foreseen: &Foreseen,
    salt: &SaltArgs,
    tree: &Tree<'_>,
    compiled: &Compiled,
    files: &Files<'_>,
) -> Vec<String> {
    let (minion, machine, options) = (salt.minion(), host_name(), options(tree));
    let places = [
        ("minion", "/host", &*minion),
        ("environment", "/environment", ENVIRONMENT),
        ("machine", "/states/machine", &*machine),
        ("options of the configuration", "/states/options", &*options),
    ];
    match salt_of_plan(&plan.data, &places) {
        Err(moved) => moved,
        Ok(digest_salt) => sealed(foreseen, tree, compiled, files, digest_salt).moved(&plan.data),
    }
}
