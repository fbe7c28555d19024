//! Findings that are known already, so that only new ones count.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use world::World;

use super::failure::show;
use super::fingerprint::Key;
use super::position::Lines;
use super::report::Report;

const VERSION: u32 = 1;

/// No baseline is larger.
const LARGEST: u64 = 256 << 20;

/// How many findings there were of each key. Which line they are on does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    known: BTreeMap<Key, usize>,
}

/// As it is written: sorted, and an entry to a line of a diff.
#[derive(Serialize, Deserialize)]
struct Document {
    version: u32,
    findings: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    key: Key,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: usize,
}

fn one() -> usize {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The shape that serde asks for.
fn is_one(count: &usize) -> bool {
    *count == 1
}

impl Baseline {
    pub fn read(world: &dyn World, file: &Path) -> anyhow::Result<Baseline> {
        let what = || format!("cannot read the baseline {}", show(file));
        let bytes = world.read(file, LARGEST).with_context(what)?;
        let document: Document = serde_json::from_slice(&bytes).with_context(what)?;
        if document.version != VERSION {
            bail!("{}: version {} of baselines is not known", show(file), document.version);
        }
        let mut known = BTreeMap::new();
        for entry in document.findings {
            *known.entry(entry.key).or_default() += entry.count;
        }
        Ok(Baseline { known })
    }

    /// All findings of a report. Files are known by their paths from the folder of the baseline on.
    pub fn new(report: &Report, file: &Path, world: &dyn World, paths: &HashMap<Arc<str>, PathBuf>) -> Baseline {
        let folder = folder(file, world);
        let mut known = BTreeMap::new();
        for file in report.files.iter().filter(|it| !it.findings.is_empty()) {
            let (lines, name) = (Lines::new(&file.text), name(&file.name, &folder, paths));
            for finding in &file.findings {
                *known.entry(Key::new(finding, &name, &lines)).or_default() += 1;
            }
        }
        Baseline { known }
    }

    /// Writes the baseline, and says how many findings are in it.
    pub fn write(&self, file: &Path) -> anyhow::Result<usize> {
        let findings = self.known.iter().map(|(key, count)| Entry { key: key.clone(), count: *count }).collect();
        let text = serde_json::to_string_pretty(&Document { version: VERSION, findings })? + "\n";
        std::fs::write(file, text).with_context(|| format!("cannot write the baseline {}", show(file)))?;
        Ok(self.known.values().sum())
    }

    /// Takes the findings out of a report that are known: of several with one key the first ones. Returns how many that are
    /// in the baseline were not found.
    pub fn take_known(&self, report: &mut Report, file: &Path, world: &dyn World, paths: &HashMap<Arc<str>, PathBuf>) -> usize {
        let folder = folder(file, world);
        let mut left = self.known.clone();
        for file in report.files.iter_mut().filter(|it| !it.findings.is_empty()) {
            let (lines, name) = (Lines::new(&file.text), name(&file.name, &folder, paths));
            let before = file.findings.len();
            file.findings.retain(|finding| match left.get_mut(&Key::new(finding, &name, &lines)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            });
            report.baseline_known += before - file.findings.len();
        }
        left.values().sum()
    }
}

fn folder(file: &Path, world: &dyn World) -> PathBuf {
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    world.real_path(folder).unwrap_or_default()
}

/// A path from the folder of the baseline on, with `/` on every system; of what lies elsewhere, the name that is shown.
fn name(shown: &Arc<str>, folder: &Path, paths: &HashMap<Arc<str>, PathBuf>) -> String {
    let below = paths.get(shown).and_then(|it| it.strip_prefix(folder).ok()).map(show);
    below.unwrap_or_else(|| shown.to_string())
}
