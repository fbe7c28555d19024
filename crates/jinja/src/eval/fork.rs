//! Both ways of a decision on a value that is not known.
//!
//! Each way is tried, with what it prints and changes recorded and undone. A way that ends in an error is one that a working
//! template does not take. What both leave alike is kept; the rest becomes a hole, or unknown.

use super::statements::Flow;
use super::{Buffer, Renderer};
use crate::error::{Error, ErrorKind, Outcome};
use crate::render::PlaceId;
use crate::value::journal;

/// Both ways of decisions within decisions; beyond, the whole is not known.
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
        if !self.undecided.contains(&place) {
            self.undecided.push(place);
        }
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
        let after_first: Vec<_> = before.into_iter().map(super::fork::swap).collect();
        let (second, before) = self.attempt(two)?;
        let after_second: Vec<_> = before.into_iter().map(super::fork::swap).collect();
        let (first, second) = match (first, second) {
            (Err(error), Err(_)) => return Err(error),
            (Ok((flow, buffer)), Err(_)) => {
                put(after_first);
                self.buffer().push_pieces(&buffer.text, &buffer.pieces);
                return Ok(flow);
            }
            (Err(_), Ok((flow, buffer))) => {
                put(after_second);
                self.buffer().push_pieces(&buffer.text, &buffer.pieces);
                return Ok(flow);
            }
            (Ok(first), Ok(second)) => (first, second),
        };
        for saved in &after_first {
            let other = saved.find(&after_second);
            if !saved.has_content_of(other) {
                saved.blur(other);
            }
        }
        // What both changed alike, and what only one changed back.
        let (only_second, both): (Vec<_>, Vec<_>) = after_second.into_iter().partition(|it| it.find(&after_first).is_none());
        for saved in &only_second {
            if !saved.has_content_of(None) {
                saved.blur(None);
            }
        }
        for saved in both {
            if saved.find(&after_first).is_some_and(|it| saved.has_content_of(Some(it))) {
                put(vec![saved]);
            }
        }
        if first.0 != second.0 {
            self.hole(place);
            return Err(Error::unknown("whether a loop ends here is not known"));
        }
        if first.1.text == second.1.text && !first.1.has_holes() {
            self.buffer().push_pieces(&first.1.text, &first.1.pieces);
        } else {
            self.hole(place);
        }
        Ok(first.0)
    }

    /// One way: what came of it, and what was there before. Errors that do not belong to the template end the rendering.
    #[expect(clippy::type_complexity, reason = "an outcome within an outcome is what it is")]
    fn attempt(&mut self, run: impl FnOnce(&mut Self) -> Outcome<Flow>) -> Outcome<(Outcome<(Flow, Buffer)>, Vec<crate::value::Saved>)> {
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
                buffer.push(crate::render::HOLE.encode_utf8(&mut [0; 4]), crate::render::PlaceId(0), crate::render::OriginKind::Hole);
                Ok((Ok((flow, buffer)), before))
            }
            Err(error) => Ok((Err(error), before)),
        }
    }
}

/// Undoes a change; what is returned does it again.
fn swap(saved: crate::value::Saved) -> crate::value::Saved {
    saved.note();
    saved.swap()
}

/// Does changes again.
fn put(changes: Vec<crate::value::Saved>) {
    for change in changes {
        change.note();
        drop(change.swap());
    }
}
