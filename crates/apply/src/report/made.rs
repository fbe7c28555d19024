//! Parts of a report that are made while the run goes on: many resources make a long report, and a run keeps one thread busy.

use providers::Record;

use super::Status;
use crate::yaml;

/// The first entries of the long lists, as YAML.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// Number of the messages.
    pub logs: (usize, Vec<String>),
    /// Number of the statuses, with those that are not listed.
    pub statuses: (usize, Vec<String>),
}

impl Made {
    /// The next messages. Gives the bytes that they take.
    pub fn add_logs<'r>(&mut self, records: impl IntoIterator<Item = &'r Record>) -> usize {
        let (count, pieces) = &mut self.logs;
        let mut out = yaml::items(room(pieces));
        for record in records {
            *count += 1;
            super::write::log(record, &mut out);
        }
        keep(out.into_lines(), pieces)
    }

    /// The same of the next statuses.
    pub fn add_statuses<'s>(&mut self, statuses: impl IntoIterator<Item = &'s Status>, improved: bool) -> usize {
        let (count, pieces) = &mut self.statuses;
        let mut out = yaml::entries(room(pieces));
        for status in statuses {
            *count += 1;
            if status.is_told() {
                super::write::status(status, improved, &mut out);
            }
        }
        keep(out.into_lines(), pieces)
    }
}

/// Room for a piece that is about as long as the last one: one that grows is copied again and again.
fn room(pieces: &[String]) -> String {
    pieces.last().map_or_else(String::new, |it| String::with_capacity(it.len() + it.len() / 16))
}

fn keep(piece: String, pieces: &mut Vec<String>) -> usize {
    let size = piece.len();
    if size > 0 {
        pieces.push(piece);
    }
    size
}
