//! The undo data of runs: a folder for each run, which only its user can read.

use std::collections::BTreeSet;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};

use super::{Error, now, own_file};
use crate::report::Status;
use crate::undo::{Refusal, UndoRecord};

/// Where it is stored, next to the state.
const FOLDER: &str = "bunraku_undo";

/// File of a run's changes: a line that identifies the run; one for the resources that are about to be changed, and one for each of them
/// when it was changed, or was not after all; and one at the end. A run that was killed has no end.
const FILE: &str = "changes.jsonl";

/// The reason for changes whose lines in the file are damaged.
const DAMAGED: &str = "what was kept of its change is damaged; its state is unknown";

/// Limits of the stored runs, and of their size.
const MOST: usize = 500;
const MOST_BYTES: u64 = 1 << 30;

/// Where what a run changes is to be kept.
pub fn folder(state: &Path, run: &str) -> io::Result<String> {
    // Made now, for nobody else, so that what is kept in it lies under a folder of its own.
    make(&state.join(FOLDER))?;
    Ok(of_run(state, run).to_string_lossy().into_owned())
}

fn of_run(state: &Path, run: &str) -> PathBuf {
    state.join(FOLDER).join(run)
}

/// Makes a folder that nobody else may look into.
fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Writes down what a run changes, as it does. What is kept never fails a run.
pub struct Writer {
    state: PathBuf,
    run: String,
    folder: PathBuf,
    begin: Json,
    file: Option<File>,
    /// Changes that were begun and whose result is unknown.
    open: BTreeSet<String>,
    /// Whether anything was changed.
    has_some: bool,
}

impl Writer {
    /// `undoes` is the run that this one undoes.
    pub fn new(state: &Path, run: &str, undoes: Option<&str>) -> Writer {
        let begin = json!({ "version": 1, "run": run, "time": now().timestamp().as_nanosecond().to_string(), "undoes": undoes });
        Writer {
            state: state.to_owned(),
            run: run.to_owned(),
            folder: of_run(state, run),
            begin,
            file: None,
            open: BTreeSet::new(),
            has_some: false,
        }
    }

    /// These are about to be changed.
    pub fn begin(&mut self, resources: &[&str]) {
        let new: Vec<&str> = resources.iter().filter(|it| self.open.insert((**it).to_owned())).copied().collect();
        if !new.is_empty() {
            let _ = self.line(&json!({ "begin": new }));
        }
    }

    pub fn add(&mut self, status: &Status) {
        let is_open = self.open.remove(status.resource.as_str());
        let _ = match &status.undo_record {
            Some(record) => {
                self.has_some = true;
                self.line(&record.to_json())
            }
            None if is_open => self.line(&json!({ "over": status.resource })),
            None => Ok(()),
        };
        if status.restarted {
            self.has_some = true;
            let _ = self.line(&UndoRecord::refused(&status.resource, Refusal::Refresh).to_json());
        }
    }

    /// Adds the changes of something other than a resource, which then is over.
    pub fn keep(&mut self, name: &str, changes: &[UndoRecord]) {
        for record in changes {
            self.has_some = true;
            let _ = self.line(&record.to_json());
        }
        if self.open.remove(name) && !changes.iter().any(|it| it.resource == name) {
            let _ = self.line(&json!({ "over": name }));
        }
    }

    fn line(&mut self, data: &Json) -> io::Result<()> {
        if self.file.is_none() {
            make(&self.folder)?;
            let mut file = OpenOptions::new().append(true).create_new(true).mode(0o600).open(self.folder.join(FILE))?;
            file.write_all(format!("{}\n", self.begin).as_bytes())?;
            self.file = Some(file);
        }
        self.file.as_mut().map_or(Ok(()), |it| it.write_all(format!("{data}\n").as_bytes()))
    }

    /// The run has ended. What is too old or too much goes.
    pub fn end(mut self) {
        if !self.has_some {
            // What was begun has come to nothing.
            forget(&self.state, &self.run);
        } else if self.file.is_some() {
            let _ = self.line(&json!({ "end": true }));
        }
        let mut left = MOST_BYTES;
        for (number, run) in runs(&self.state).iter().rev().enumerate() {
            left = left.saturating_sub(size(&of_run(&self.state, &run.name)));
            if number >= MOST || (left == 0 && number > 0) {
                forget(&self.state, &run.name);
            }
        }
    }
}

/// How much is kept in a folder.
fn size(folder: &Path) -> u64 {
    let all = std::fs::read_dir(folder).into_iter().flatten().flatten();
    all.filter_map(|it| it.metadata().ok()).map(|it| it.len()).sum()
}

/// Keeps nothing more of a run.
pub fn forget(state: &Path, run: &str) {
    let _ = std::fs::remove_dir_all(of_run(state, run));
}

/// A run that something is kept of.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    name: String,
    time: i128,
    undoes: Option<String>,
    has_ended: bool,
}

/// All of them, the last run last.
fn runs(state: &Path) -> Vec<Run> {
    let run = |entry: std::fs::DirEntry| {
        let text = own_file::lines(&entry.path().join(FILE)).ok()?;
        let begin: Json = serde_json::from_str(text.lines().next()?).ok()?;
        let has_ended = text.lines().next_back().is_some_and(|it| it == r#"{"end":true}"#);
        if !has_ended && parsed(&text).is_empty() {
            return None;
        }
        Some(Run {
            name: entry.file_name().into_string().ok()?,
            time: begin["time"].as_str()?.parse().ok()?,
            undoes: begin["undoes"].as_str().map(str::to_owned),
            has_ended,
        })
    };
    let mut runs: Vec<Run> = std::fs::read_dir(state.join(FOLDER)).into_iter().flatten().flatten().filter_map(run).collect();
    runs.sort_by(|a, b| (a.time, &a.name).cmp(&(b.time, &b.name)));
    runs
}

/// The whole name of a run that something is kept of.
pub fn find(state: &Path, name: &str) -> Option<String> {
    let runs = runs(state);
    if name == "last" {
        return last(&runs);
    }
    let mut fitting = runs.into_iter().map(|it| it.name).filter(|it| it.starts_with(name));
    let found = fitting.next();
    // What could be one or another is none.
    if fitting.next().is_some() { None } else { found }
}

/// The last run that is not undone. Where a run undoes one that has undone another, that one is done again.
fn last(runs: &[Run]) -> Option<String> {
    let mut there: Vec<&Run> = Vec::new();
    for run in runs {
        match &run.undoes {
            None => there.push(run),
            // What was begun only is to be begun again.
            Some(_) if !run.has_ended => {}
            Some(undone) => {
                there.retain(|it| it.name != *undone);
                let again = runs.iter().find(|it| it.name == *undone).and_then(|it| it.undoes.as_ref());
                there.extend(again.and_then(|again| runs.iter().find(|it| it.name == *again)));
            }
        }
    }
    there.last().map(|it| it.name.clone())
}

/// Reads the changes of a run in order, and after them those under way when it was killed. A line that was cut off spoils no other.
pub fn read(state: &Path, run: &str) -> Result<Vec<UndoRecord>, Error> {
    let path = of_run(state, run).join(FILE);
    let text = own_file::lines(&path).map_err(Error::with_path(&path))?;
    Ok(parsed(&text))
}

/// The same of the text of what was kept.
pub fn parsed(text: &str) -> Vec<UndoRecord> {
    let mut all: Vec<UndoRecord> = Vec::new();
    // Each with how many were begun before it.
    let (mut open, mut begun) = (FxHashMap::<String, usize>::default(), 0);
    let mut why = "the run was killed while it was changing; its state is unknown";
    for text in text.split_inclusive('\n') {
        let Ok(line) = serde_json::from_str::<Json>(text) else {
            // The last line of a run that was killed may have no end.
            why = if text.ends_with('\n') { DAMAGED } else { why };
            continue;
        };
        for name in line["begin"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            open.entry(name.to_owned()).or_insert(begun);
            begun += 1;
        }
        let record = UndoRecord::of_json(&line);
        if let Some(over) = record.as_ref().map(|it| it.resource.as_str()).or(line["over"].as_str()) {
            open.remove(over);
        }
        all.extend(record);
        if line["end"] == true && why != DAMAGED {
            open.clear();
        }
    }
    let mut open: Vec<_> = open.into_iter().collect();
    open.sort_unstable_by_key(|it| it.1);
    all.extend(open.iter().map(|(it, _)| UndoRecord::refused(it, why)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(name: &str, undoes: Option<&str>) -> Run {
        Run { name: name.to_owned(), time: 0, undoes: undoes.map(str::to_owned), has_ended: true }
    }

    #[test]
    fn what_a_killed_run_was_at_cannot_be_taken_back() {
        let state = tempfile::tempdir().unwrap();
        let mut writer = Writer::new(state.path(), "run", None);
        let status = |title: &str, refusal: Option<&str>| {
            let mut status = Status::new(&providers::Subject::bare("package", title, &[]), now());
            status.undo_record = refusal.map(|it| Box::new(UndoRecord::refused(&status.resource, it)));
            status
        };
        writer.begin(&["Package[a]", "Package[b]", "Package[c]", "Package[d]"]);
        // Its turn comes, and it was begun already.
        writer.begin(&["Package[a]"]);
        writer.add(&status("a", Some("why")));
        writer.add(&status("b", None));
        let records = read(state.path(), "run").unwrap();
        let names: Vec<&str> = records.iter().map(|it| it.resource.as_str()).collect();
        assert_eq!(names, ["Package[a]", "Package[c]", "Package[d]"]);
        assert!(records[1].refusal.as_ref().is_some_and(|it| it.contains("killed")));
        writer.end();
        assert_eq!(read(state.path(), "run").unwrap().len(), 1);
    }

    #[test]
    fn a_damaged_line_takes_no_other_with_it() {
        let state = tempfile::tempdir().unwrap();
        let mut writer = Writer::new(state.path(), "run", None);
        let path = of_run(state.path(), "run").join(FILE);
        writer.begin(&["File[/a]", "File[/b]"]);
        for title in ["/a", "/b"] {
            let mut status = Status::new(&providers::Subject::bare("file", title, &[]), now());
            status.undo_record = Some(Box::new(UndoRecord::refused(&status.resource, "why")));
            writer.add(&status);
        }
        writer.end();
        let mut text = std::fs::read(&path).unwrap();
        let at = text.windows(2).rposition(|it| it == b"/a").unwrap();
        text[at + 1] = 0xff;
        std::fs::write(&path, text).unwrap();
        assert_eq!(find(state.path(), "last").as_deref(), Some("run"));
        let records: Vec<(String, bool)> = read(state.path(), "run")
            .unwrap()
            .into_iter()
            .map(|it| (it.resource, it.refusal.as_ref().is_some_and(|it| it.contains("its state is unknown"))))
            .collect();
        // What the damaged line said of the other is not known, and nobody takes it for unchanged.
        assert_eq!(records, [("File[/b]".to_owned(), false), ("File[/a]".to_owned(), true)]);
    }

    #[test]
    fn the_last_run_is_the_last_that_is_not_taken_back() {
        let mut runs = vec![run("a", None), run("b", None)];
        assert_eq!(last(&runs).as_deref(), Some("b"));
        runs.push(run("c", Some("b")));
        assert_eq!(last(&runs).as_deref(), Some("a"));
        runs.push(run("d", Some("a")));
        assert_eq!(last(&runs), None);
        // Now `a` is done again.
        runs.push(run("e", Some("d")));
        assert_eq!(last(&runs).as_deref(), Some("a"));
        runs.push(Run { has_ended: false, ..run("f", Some("a")) });
        assert_eq!(last(&runs).as_deref(), Some("a"));
    }
}
