//! Both branches of a decision on an unknown value.
//!
//! Each arm is tried, with its output and changes recorded and undone. An arm that ends in an error is one that a working template does not
//! take. What both leave alike is kept; the rest becomes a hole, or unknown.

use super::statements::Flow;
use super::{Buffer, Renderer};
use crate::error::{Error, ErrorKind, Outcome};
use crate::render::{HOLE, OriginKind, PlaceId};
use crate::value::{Changes, Saved, journal};

/// Depth limit of decisions with both arms; beyond, the whole is unknown.
const MAX_FORKS: u32 = 8;

impl Renderer<'_> {
    pub(crate) fn fork(
        &mut self,
        place: PlaceId,
        one: impl FnOnce(&mut Self) -> Outcome<Flow>,
        two: impl FnOnce(&mut Self) -> Outcome<Flow>,
    ) -> Outcome<Flow> {
        if self.forks >= MAX_FORKS {
            return Err(Error::new(ErrorKind::Limit("depth"), "too many decisions within each other are not known"));
        }
        self.undecided.insert(place);
        self.forks += 1;
        let result = self.both(place, one, two);
        self.forks -= 1;
        result
    }

    fn both(
        &mut self,
        place: PlaceId,
        one: impl FnOnce(&mut Self) -> Outcome<Flow>,
        two: impl FnOnce(&mut Self) -> Outcome<Flow>,
    ) -> Outcome<Flow> {
        let (first, before) = self.attempt(one)?;
        let after_first = self.undo(before)?;
        let (second, before) = self.attempt(two)?;
        let mut after_second = self.undo(before)?;
        let (first, second) = match (first, second) {
            (Err(error), Err(_)) => return Err(error),
            (Ok((flow, buffer)), Err(_)) => {
                put(after_first.into_values());
                self.buffer().push_pieces(&buffer.text, &buffer.pieces);
                return Ok(flow);
            }
            (Err(_), Ok((flow, buffer))) => {
                put(after_second.into_values());
                self.buffer().push_pieces(&buffer.text, &buffer.pieces);
                return Ok(flow);
            }
            (Ok(first), Ok(second)) => (first, second),
        };
        for (address, saved) in after_first {
            let other = after_second.swap_remove(&address);
            if !saved.has_content_of(other.as_ref()) {
                saved.blur(other.as_ref());
            } else if let Some(other) = other {
                put([other]);
            }
        }
        for saved in after_second.into_values() {
            if !saved.has_content_of(None) {
                saved.blur(None);
            }
        }
        if first.0 != second.0 {
            self.hole(place);
            return Ok(Flow::Maybe);
        }
        if first.1.text == second.1.text && !first.1.has_holes() {
            self.buffer().push_pieces(&first.1.text, &first.1.pieces);
        } else {
            self.hole(place);
        }
        Ok(first.0)
    }

    /// Undoes changes; what is returned does them again.
    fn undo(&mut self, before: Changes) -> Outcome<Changes> {
        let mut after = Changes::new();
        for (address, saved) in before {
            self.charge(saved.size())?;
            saved.note();
            after.insert(address, saved.swap());
        }
        Ok(after)
    }

    /// One arm: its result, and the state before. Errors that do not belong to the template end the rendering.
    fn attempt(&mut self, run: impl FnOnce(&mut Self) -> Outcome<Flow>) -> Outcome<(Outcome<(Flow, Buffer)>, Changes)> {
        let journal = journal();
        let mut flow = Flow::Next;
        let result = self.captured(|it| {
            flow = run(it)?;
            Ok(())
        });
        let before = journal.take();
        match result {
            Ok(buffer) => Ok((Ok((flow, buffer)), before)),
            Err(error) if matches!(error.kind(), ErrorKind::Limit(_) | ErrorKind::Host) => Err(error),
            Err(error) if matches!(error.kind(), ErrorKind::Unknown | ErrorKind::NotCovered) => {
                let mut buffer = Buffer::default();
                buffer.push(HOLE.encode_utf8(&mut [0; 4]), PlaceId(0), OriginKind::Hole);
                Ok((Ok((flow, buffer)), before))
            }
            Err(error) => Ok((Err(error), before)),
        }
    }
}

/// Does changes again.
fn put(changes: impl IntoIterator<Item = Saved>) {
    for change in changes {
        change.note();
        drop(change.swap());
    }
}
