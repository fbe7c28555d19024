//! History: changes of earlier runs and their reasons, a line of JSON for each run.

use std::io::{self, BufRead, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value as Json;
use smol_str::SmolStr;
use world::open;

use super::Error;
use crate::report::{Event, EventStatus, Report, Status};

/// The file in the folder of states: a line for each run.
const FILE: &str = "bunraku_history.jsonl";

/// Number of runs that stay when the file is written anew.
const KEPT: usize = 500;

/// Limit of the runs in it: not every run is to write all of them anew.
const MOST: usize = 600;

/// Limit in bytes of the history: a run over many resources writes much.
const MOST_BYTES: u64 = 32 << 20;

/// Of more than this the lines are not counted: they are long, so that there are few, and to read it all takes a while of each run.
const COUNTED: u64 = 4 << 20;

/// So much of it is kept when the file is written anew, for the same reason.
const KEPT_BYTES: u64 = 24 << 20;

/// Adds a run. What is kept never fails a run.
///
/// `made` is the part that was rendered already, `undoes` the run that this one undoes; `ways` gives the edges on which a refresh has come
/// from one resource to another.
pub fn add(state: &Path, report: &Report, made: &Made, exit: u8, undoes: Option<&str>, ways: &dyn Fn(&str, &str) -> Vec<String>) {
    let path = state.join(FILE);
    let run = of_run(report, made, exit, undoes, ways);
    let _ = if has_room(&path) { append(&path, &run) } else { anew(state, &path, &run) };
}

/// The same of a run that is there already, and has ended otherwise than it says.
pub fn correct(state: &Path, report: &Report, made: &Made, exit: u8, undoes: Option<&str>, ways: &dyn Fn(&str, &str) -> Vec<String>) {
    let _ = anew(state, &state.join(FILE), &of_run(report, made, exit, undoes, ways));
}

/// Whether a line can be added, and all that is there is kept.
fn has_room(path: &Path) -> bool {
    room(path).unwrap_or(false)
}

fn room(path: &Path) -> io::Result<bool> {
    let mut file = open(path)?;
    let bytes = file.metadata()?.len();
    let mut last = [0];
    file.seek(io::SeekFrom::Start(bytes.saturating_sub(1)))?;
    // Without a break at its end its last line was never written to its end.
    if bytes == 0 || bytes > MOST_BYTES || file.read(&mut last)? == 0 || last != *b"\n" {
        return Ok(false);
    }
    if bytes > COUNTED {
        return Ok(true);
    }
    file.rewind()?;
    let (mut lines, mut piece) = (0, vec![0; 64 << 10]);
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(lines < MOST),
            Ok(count) => lines += memchr::memchr_iter(b'\n', piece.get(..count).unwrap_or_default()).count(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Adds a line. Of a line that was never written to its end nobody reads anything.
fn append(path: &Path, run: &OfRun<'_>) -> io::Result<()> {
    let mut file = std::fs::OpenOptions::new().append(true).open(path)?;
    let before = file.metadata()?.len();
    let written = line(&mut file, run);
    if written.is_err() {
        let _ = file.set_len(before);
    }
    written
}

/// Writes the file anew, with what is kept.
fn anew(state: &Path, path: &Path, run: &OfRun<'_>) -> io::Result<()> {
    let own = format!("{{\"run\":{}", serde_json::to_string(run.run)?);
    let lines = || whole_lines(path).filter(|it| !it.starts_with(own.as_bytes()));
    let sizes: Vec<u64> = lines().map(|it| it.len() as u64).collect();
    let retained = kept_count(&sizes, KEPT - 1, KEPT_BYTES);
    let mut file = tempfile::Builder::new().tempfile_in(state)?;
    for line in lines().skip(sizes.len() - retained) {
        file.write_all(&line)?;
        file.write_all(b"\n")?;
    }
    line(&mut file, run)?;
    file.persist(path).map(drop).map_err(|it| it.error)
}

fn line(to: &mut impl Write, run: &OfRun<'_>) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(64 << 10, to);
    // The resources come last: what is there of them already stands before the others.
    let head = serde_json::to_vec(run)?;
    out.write_all(head.strip_suffix(b"]}").unwrap_or(&head))?;
    let Resources { of, made, is_undo, ways } = &run.rest;
    let mut is_first = true;
    let mut next = |out: &mut io::BufWriter<_>, text: Result<&str, &Status>| -> io::Result<()> {
        if !std::mem::take(&mut is_first) {
            out.write_all(b",")?;
        }
        match text {
            Ok(text) => out.write_all(text.as_bytes()),
            Err(status) => Ok(serde_json::to_writer(out, &of_status(status, *is_undo, ways))?),
        }
    };
    for piece in &made.pieces {
        match piece {
            Piece::Text(text) => next(&mut out, Ok(text))?,
            Piece::Status(status) => next(&mut out, Err(status))?,
        }
    }
    for status in of.iter().skip(made.count).filter(|it| is_told(it)) {
        next(&mut out, Err(status))?;
    }
    out.write_all(b"]}\n")?;
    out.flush()
}

/// The first resources of a run, rendered while it went on.
#[derive(Default)]
pub struct Made {
    /// Their number, with those that are not listed.
    count: usize,
    pieces: Vec<Piece>,
    /// So much the longest piece takes.
    longest: usize,
}

enum Piece {
    Text(String),
    /// A status whose refreshing resources are known only in the end.
    Status(Arc<Status>),
}

impl Made {
    /// The next resources. Gives the bytes that they take.
    pub fn add(&mut self, statuses: &[Arc<Status>]) -> usize {
        let mut out = Vec::with_capacity(self.longest);
        let mut size = 0;
        for status in statuses {
            self.count += 1;
            if !is_told(status) {
                continue;
            }
            if status.refreshed_by.is_empty() {
                if !out.is_empty() {
                    out.push(b',');
                }
                // To a text it is always written.
                let _ = serde_json::to_writer(&mut out, &of_status(status, false, &|_, _| Vec::new()));
            } else {
                size += self.push(std::mem::take(&mut out));
                self.pieces.push(Piece::Status(Arc::clone(status)));
            }
        }
        size + self.push(out)
    }

    fn push(&mut self, text: Vec<u8>) -> usize {
        let size = text.len();
        self.longest = self.longest.max(size);
        if let Ok(text) = String::from_utf8(text)
            && size > 0
        {
            self.pieces.push(Piece::Text(text));
        }
        size
    }
}

/// How many of the last lines are kept.
fn kept_count(sizes: &[u64], most: usize, mut room: u64) -> usize {
    let has_room = |size: &&u64| room.checked_sub(**size).map(|left| room = left).is_some();
    sizes.iter().rev().take(most).take_while(has_room).count()
}

/// The lines that were written to their end, one at a time.
fn whole_lines(path: &Path) -> impl Iterator<Item = Vec<u8>> {
    let file = open(path).ok();
    let lines = file.into_iter().flat_map(|it| io::BufReader::new(it).split(b'\n').map_while(Result::ok));
    lines.filter(|it| it.starts_with(b"{") && it.ends_with(b"}"))
}

/// A run, as a line of the history has it.
#[derive(Serialize)]
struct OfRun<'a> {
    run: &'a str,
    undoes: Option<&'a str>,
    time: String,
    host: &'a str,
    environment: &'a str,
    configuration: &'a Json,
    noop: bool,
    status: &'static str,
    exit: u8,
    seconds: f64,
    /// Each is at the end of its line: see [`line`].
    resources: [(); 0],
    #[serde(skip)]
    rest: Resources<'a>,
}

/// Of many resources there is much to say: it is made as it is written.
struct Resources<'a> {
    of: &'a [Arc<Status>],
    made: &'a Made,
    is_undo: bool,
    ways: &'a dyn Fn(&str, &str) -> Vec<String>,
}

#[derive(Serialize)]
struct OfStatus<'a> {
    resource: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    restarted: bool,
    refreshed_by: &'a [SmolStr],
    triggers: Vec<Trigger<'a>>,
    checks: &'a [String],
    changes: Vec<OfEvent<'a>>,
}

#[derive(Serialize)]
struct Trigger<'a> {
    from: &'a str,
    #[serde(rename = "way")]
    path: Vec<String>,
}

#[derive(Serialize)]
struct OfEvent<'a> {
    property: Option<&'a str>,
    status: &'static str,
    message: &'a str,
    /// Secret values cannot be compared with an earlier run's, and an undo is no change by others.
    corrective: Option<bool>,
}

fn is_told(status: &Status) -> bool {
    status.has_failed() || status.restarted || status.out_of_sync() > 0
}

fn of_status<'a>(it: &'a Status, is_undo: bool, ways: &dyn Fn(&str, &str) -> Vec<String>) -> OfStatus<'a> {
    OfStatus {
        resource: &it.resource,
        file: it.file.as_deref(),
        line: it.line,
        restarted: it.restarted,
        refreshed_by: &it.refreshed_by,
        triggers: it.refreshed_by.iter().map(|from| Trigger { from, path: ways(from, &it.resource) }).collect(),
        checks: &it.checks,
        changes: it.events.iter().filter(|it| it.status != EventStatus::Audit).map(|it| of_event(it, is_undo)).collect(),
    }
}

fn of_event(event: &Event, is_undo: bool) -> OfEvent<'_> {
    OfEvent {
        property: event.property.as_deref(),
        status: event.status.name(),
        message: &event.message,
        corrective: (!is_undo && event.redacted != Some(true)).then_some(event.corrective),
    }
}

fn of_run<'a>(
    report: &'a Report,
    made: &'a Made,
    exit: u8,
    undoes: Option<&'a str>,
    ways: &'a dyn Fn(&str, &str) -> Vec<String>,
) -> OfRun<'a> {
    OfRun {
        run: &report.transaction,
        undoes,
        time: report.time.timestamp().to_string(),
        host: &report.host,
        environment: &report.environment,
        configuration: &report.version,
        noop: report.noop,
        status: report.status().name(),
        exit,
        seconds: report.times.total,
        resources: [],
        rest: Resources { of: &report.statuses, made, is_undo: undoes.is_some(), ways },
    }
}

/// Stored runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Runs {
    /// The newest run comes last.
    pub runs: Vec<Json>,
    /// The numbers of the lines that are damaged.
    pub damaged: Vec<usize>,
}

/// All runs that are kept; none where nothing was applied yet.
pub fn read(state: &Path) -> Result<Option<Runs>, Error> {
    let path = state.join(FILE);
    match open(&path).and_then(|mut file| {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map(|_| bytes)
    }) {
        Ok(bytes) => Ok(Some(parsed(&bytes))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::with_path(&path)(error)),
    }
}

/// The runs in it. A line that is damaged is one run, and takes no other with it.
pub fn parsed(bytes: &[u8]) -> Runs {
    let mut found = Runs::default();
    for (index, line) in bytes.split(|it| *it == b'\n').enumerate().filter(|it| !it.1.trim_ascii().is_empty()) {
        match serde_json::from_slice(line) {
            Ok(run) => found.runs.push(run),
            Err(_) => found.damaged.push(index + 1),
        }
    }
    found
}

/// Where what is kept of runs lies.
pub fn path(state: &Path) -> PathBuf {
    state.join(FILE)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};

    use providers::Subject;
    use serde_json::json;

    use crate::report::{Event, EventStatus, Report, Status, Times};

    use super::{COUNTED, FILE, MOST, MOST_BYTES, Made, has_room, kept_count, line, of_run, read, whole_lines};

    fn status(number: usize) -> Status {
        let time = jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC);
        let mut status = Status::new(&Subject::bare("exec", &format!("c{number}"), &[]), time.clone());
        let event = |status| Event {
            name: "executed_command".into(),
            property: Some("returns".into()),
            previous: None,
            desired: None,
            historical: None,
            message: "executed \"successfully\"".to_owned(),
            status,
            audited: false,
            redacted: None,
            corrective: number == 1,
            time: time.clone(),
        };
        match number % 4 {
            0 => {}
            1 => status.add(event(EventStatus::Noop)),
            2 => {
                (status.restarted, status.refreshed_by) = (true, vec!["Exec[c1]".into(), "Exec[c5]".into()]);
            }
            _ => status.add(event(EventStatus::Failure)),
        }
        status
    }

    #[test]
    fn a_run_is_told_the_same_whatever_of_it_is_put_into_words_before() {
        let report = |count: usize| Report {
            host: "n".to_owned(),
            time: jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC),
            version: json!(1),
            transaction: "t".to_owned(),
            catalog: None,
            environment: "production".to_owned(),
            noop: false,
            completed: true,
            failed_to_generate: false,
            improved: false,
            statuses: (0..count).map(status).map(Arc::new).collect(),
            logs: Vec::new(),
            made: crate::report::Made::default(),
            times: Times::default(),
            counted: OnceLock::new(),
        };
        let rendered = |report: &Report, made: &Made| {
            let mut out = Vec::new();
            line(&mut out, &of_run(report, made, 2, None, &|from, to| vec![format!("{from} -> {to}")])).unwrap();
            String::from_utf8(out).unwrap()
        };
        for count in [0, 1, 2, 9, 30] {
            let report = report(count);
            let whole = rendered(&report, &Made::default());
            let run: serde_json::Value = serde_json::from_str(&whole).unwrap();
            assert_eq!(run["resources"].as_array().map(Vec::len), Some((0..count).filter(|it| it % 4 != 0).count()));
            if let Some(refreshed) = run["resources"].get(1) {
                assert_eq!(refreshed["triggers"][0], json!({ "from": "Exec[c1]", "way": ["Exec[c1] -> Exec[c2]"] }));
            }
            for batch in [1, 4, 7] {
                let mut made = Made::default();
                report.statuses.chunks(batch).take(3).for_each(|it| assert!(made.add(it) < 10_000));
                assert_eq!(rendered(&report, &made), whole, "{count} {batch}");
            }
        }
    }

    #[test]
    fn a_line_is_added_where_there_is_room() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        assert!(!has_room(&path));
        let has = |text: Vec<u8>| {
            std::fs::write(&path, text).unwrap();
            has_room(&path)
        };
        let lines = |count: usize, length: usize| [vec![b'{'; length - 1], vec![b'\n']].concat().repeat(count);
        assert!(!has(Vec::new()));
        assert!(has(lines(MOST - 1, 100)) && !has(lines(MOST, 100)));
        assert!(!has([lines(2, 100), b"{".to_vec()].concat()), "the last one was never written to its end");
        let long = COUNTED as usize / (MOST - 1);
        assert!(!has(lines(MOST, long - 100)) && has(lines(2 * MOST, long + 100)));
        assert!(!has(lines(2, MOST_BYTES as usize / 2 + 1)));
    }

    #[test]
    fn a_damaged_line_takes_no_other_with_it() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read(folder.path()).unwrap().is_none());
        std::fs::write(folder.path().join(FILE), b"{\"run\":\"a\"}\n{\"run\":\"\xff\"}\n{\"run\n{\"run\":\"b\"}\n").unwrap();
        let found = read(folder.path()).unwrap().unwrap();
        assert_eq!((found.runs, found.damaged), (vec![json!({ "run": "a" }), json!({ "run": "b" })], vec![2, 3]));
    }

    #[test]
    fn what_is_no_regular_file_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert!(read(folder.path()).is_err());
        assert!(!has_room(&path));
        assert_eq!(whole_lines(&path).count(), 0);
    }

    #[test]
    fn the_last_runs_are_kept_as_far_as_there_is_room() {
        assert_eq!(kept_count(&[5, 1, 1, 1], 3, 100), 3);
        assert_eq!(kept_count(&[5, 1, 1, 1], 500, 7), 3);
        assert_eq!(kept_count(&[1, 1, 9], 500, 8), 0);
        assert_eq!(kept_count(&[], 500, 8), 0);
    }
}
