//! The state of earlier runs. Reading it takes time in large catalogs, so that it starts before the state is needed.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use machine::real::let_go;
use providers::Level;

use super::folders::Folders;
use super::logbook::Logbook;
use super::{Error, REPORT, STATE, own_file};
use crate::state::State;

/// A smaller file is read in less time than a thread needs to begin.
const LARGE: u64 = 256 << 10;

type Found = Result<State, Error>;

/// The file as it was, or as it is where that was not worth a thread.
pub struct Remembered {
    file: PathBuf,
    reading: Mutex<Option<JoinHandle<Found>>>,
}

impl Remembered {
    /// Begins to read. A run has its lock, so that nobody else writes it meanwhile.
    pub fn begin(folders: &Folders) -> Remembered {
        let file = folders.state.join(STATE.0);
        let is_large = std::fs::metadata(&file).is_ok_and(|it| it.len() >= LARGE);
        let (of_thread, report) = (file.clone(), folders.state.join(REPORT.0));
        let read = move || {
            let found = read(&of_thread);
            // The report is as large, and a run will write another one.
            let_go(&report);
            found
        };
        let reading = is_large.then(|| std::thread::Builder::new().name("state".to_owned()).spawn(read).ok());
        Remembered { file, reading: Mutex::new(reading.flatten()) }
    }

    /// A state that cannot be read is moved aside, with a warning.
    pub fn state(&self, logbook: &mut Logbook) -> Result<State, Error> {
        let file = &self.file;
        match self.found() {
            Err(Error::File(_, error)) if error.kind() == io::ErrorKind::NotFound => Ok(State::default()),
            Err(Error::StateIsNoHash) => {
                logbook.tell(Level::Err, "State got corrupted");
                Ok(State::default())
            }
            Err(Error::CorruptState(reason)) => {
                logbook.tell(Level::Err, format!("Checksumfile {} is corrupt (({0}): {reason}); replacing", file.display()));
                let aside = file.with_extension("yaml.bad");
                let failure = |error| Error::File(format!("Could not rename corrupt {}; remove manually", file.display()), error);
                std::fs::rename(file, &aside).map_err(failure)?;
                Ok(State::default())
            }
            other => other,
        }
    }

    /// The same for a run that changes nothing, and puts nothing aside.
    pub fn state_as_it_is(&self) -> State {
        self.found().unwrap_or_default()
    }

    fn found(&self) -> Found {
        match self.reading.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(reading) => reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => read(&self.file),
        }
    }
}

fn read(file: &Path) -> Found {
    State::read(&own_file::bytes(file).map_err(Error::with_path(file))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_file_is_read_as_a_small_one_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(STATE.0);
        let with = |text: &str| {
            std::fs::write(&file, text).unwrap();
            let reading = (text.len() as u64 >= LARGE).then(|| {
                std::thread::spawn({
                    let file = file.clone();
                    move || read(&file)
                })
            });
            Remembered { file: file.clone(), reading: Mutex::new(reading) }
        };
        let entry = |it: usize| format!("Notify[{it}]:\n  :checked: 2026-11-22 05:27:51.000000000 +00:00\n");
        for count in [2, 10_000] {
            let text = format!("---\n{}", (0..count).map(entry).collect::<String>());
            let remembered = with(&text);
            let first = remembered.state_as_it_is();
            assert!(first.resource(&format!("Notify[{}]", count - 1)).is_some());
            // Whoever asks again gets what is there now.
            assert_eq!(remembered.state_as_it_is(), first);
        }
    }
}
