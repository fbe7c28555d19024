//! Puppet's answers, with the change that each is about.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use syntax::{TextRange, TextSize};

use super::super::draw::{self, Mutant};
use super::super::kinds::{Change, Kind};
use super::super::source::Source;
use super::base::Base;
use crate::digest;
use crate::recordings::replace;

const FILE: &str = "tests/mutants/idioms.jsonl";

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Recording {
    pub id: String,
    pub kind: String,
    pub base: String,
    pub file: String,
    /// The bytes that are replaced, and by what.
    pub bytes: (u32, u32),
    pub text: String,
    /// The lines, first to last, of what is wrong then.
    pub lines: (u32, u32),
    /// Changes whenever anything that decides the answer does.
    pub input: String,
    pub answer: Value,
}

impl Recording {
    pub fn new(base: &Base, mutant: &Mutant, answer: Value) -> Recording {
        let Change { range, text, lines } = &mutant.change;
        Recording {
            id: mutant.id(),
            kind: mutant.kind.to_string(),
            base: base.id.clone(),
            file: mutant.file.strip_prefix(&base.id).unwrap_or(&mutant.file).to_string_lossy().into_owned(),
            bytes: (range.start().into(), range.end().into()),
            text: text.clone(),
            lines: *lines,
            input: input(base, mutant),
            answer,
        }
    }

    /// The mutant; nothing if its text has no such place any more.
    pub fn mutant(&self, sources: &BTreeMap<PathBuf, Option<Source>>) -> Option<Mutant> {
        let source = sources.get(&Path::new(&self.base).join(&self.file))?.as_ref()?;
        let (start, end) = self.bytes;
        source.text.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
        let range = TextRange::new(TextSize::new(start), TextSize::new(end));
        let change = Change { range, text: self.text.clone(), lines: self.lines };
        Some(draw::mutant(Kind::named(&self.kind)?, &self.base, source, change))
    }

    /// The answer with files as mutants name them.
    pub fn answer_at(&self, base: &str) -> Value {
        let mut answer = self.answer.clone();
        for value in answer.as_object_mut().into_iter().flat_map(|it| it.values_mut()) {
            if let Some(text) = value.as_str() {
                *value = text.replace("{env}", base).into();
            }
        }
        answer
    }
}

pub fn input(base: &Base, mutant: &Mutant) -> String {
    let Base { files, modulepath, node, facts, facts_file, settings, .. } = base;
    digest::value(&json!([files, modulepath, node, facts, facts_file, settings, mutant.file, mutant.text]))
}

pub fn read(root: &Path) -> Result<Vec<Recording>, String> {
    let text = std::fs::read_to_string(root.join(FILE)).map_err(|e| format!("{FILE}: {e}"))?;
    let parsed = text.lines().enumerate().map(|(at, line)| serde_json::from_str(line).map_err(|e| format!("{FILE}:{}: {e}", at + 1)));
    parsed.collect()
}

pub fn write(root: &Path, recordings: &[Recording]) -> Result<(), String> {
    let lines: Result<Vec<String>, String> = recordings.iter().map(|it| serde_json::to_string(it).map_err(|e| e.to_string())).collect();
    replace(&root.join(FILE), &lines?.iter().map(|it| format!("{it}\n")).collect::<String>())
}
