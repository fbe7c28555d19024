//! Writes lines of standard output that follow each other quickly in one call, without delaying any.
//!
//! That is for runs in which nothing is to be changed: what one that is killed has not printed yet, it has not done either.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// After something was written, no more is for so long.
const PACE: Duration = Duration::from_millis(5);

/// More is written at once.
const MOST: usize = 64 << 10;

/// Buffered output, written when it is dropped.
pub struct BatchedOutput {
    lines: Arc<Lines>,
    writer: Option<JoinHandle<()>>,
}

struct Lines {
    waiting: Mutex<Waiting>,
    /// There is something where there was nothing.
    come: Condvar,
}

struct Waiting {
    bytes: Vec<u8>,
    is_over: bool,
    to: Box<dyn Write + Send>,
}

impl Lines {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn write(&mut self) {
        // A run goes on to its end even if nobody can read of it.
        let _ = self.to.write_all(&self.bytes).and_then(|()| self.to.flush());
        self.bytes.clear();
    }
}

impl BatchedOutput {
    /// None where there is no thread to be had.
    pub fn new(to: Box<dyn Write + Send>) -> Option<BatchedOutput> {
        let waiting = Mutex::new(Waiting { bytes: Vec::new(), is_over: false, to });
        let lines = Arc::new(Lines { waiting, come: Condvar::new() });
        let of_writer = Arc::clone(&lines);
        let writer = std::thread::Builder::new().name("console".to_owned()).spawn(move || write(&of_writer)).ok()?;
        Some(BatchedOutput { lines, writer: Some(writer) })
    }

    pub fn add(&self, line: &str) {
        let mut waiting = self.lines.lock();
        let is_first = waiting.bytes.is_empty();
        waiting.bytes.extend_from_slice(line.as_bytes());
        if waiting.bytes.len() > MOST {
            waiting.write();
        } else if is_first {
            self.lines.come.notify_one();
        }
    }

    /// All of it is written before anything else is printed.
    pub fn write(&self) {
        self.lines.lock().write();
    }
}

fn write(lines: &Lines) {
    let mut waiting = lines.lock();
    while !waiting.is_over {
        if waiting.bytes.is_empty() {
            waiting = lines.come.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            continue;
        }
        waiting.write();
        let pause = lines.come.wait_timeout_while(waiting, PACE, |it| !it.is_over);
        waiting = pause.unwrap_or_else(PoisonError::into_inner).0;
    }
}

impl Drop for BatchedOutput {
    fn drop(&mut self) {
        let mut waiting = self.lines.lock();
        waiting.write();
        waiting.is_over = true;
        drop(waiting);
        self.lines.come.notify_one();
        if let Some(writer) = self.writer.take() {
            // It has nothing left to do.
            let _ = writer.join();
        }
    }
}

/// For the standard output.
pub fn standard_output() -> Option<BatchedOutput> {
    BatchedOutput::new(Box::new(io::stdout()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    struct Received(Sender<String>);

    impl Write for Received {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_is_printed_though_none_follows() {
        let (to, received) = channel();
        let output = BatchedOutput::new(Box::new(Received(to))).unwrap();
        output.add("one\n");
        assert_eq!(received.recv().unwrap(), "one\n");
        output.add("two\n");
        assert_eq!(received.recv().unwrap(), "two\n");
    }

    #[test]
    fn all_lines_are_printed_in_order_and_in_few_pieces() {
        let (to, received) = channel();
        let output = BatchedOutput::new(Box::new(Received(to))).unwrap();
        let lines: Vec<String> = (0..50_000).map(|it| format!("line {it}\n")).collect();
        lines.iter().for_each(|it| output.add(it));
        drop(output);
        let pieces: Vec<String> = received.iter().collect();
        assert_eq!(pieces.concat(), lines.concat());
        assert!(pieces.len() < 5_000, "{}", pieces.len());
    }

    #[test]
    fn what_waits_is_written_when_it_must_be() {
        let (to, received) = channel();
        let output = BatchedOutput::new(Box::new(Received(to))).unwrap();
        output.add("one\n");
        output.add("two\n");
        output.write();
        assert_eq!(received.try_iter().collect::<String>(), "one\ntwo\n");
    }
}
