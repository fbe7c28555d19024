//! Decisions on unknown values: each way is tried, with its text and its changes recorded and undone.
//!
//! Values that all ways leave alike are kept; others become unknown, and different texts become a hole. Where one way ends in an exception,
//! the other goes on, after a hole.

mod join;
mod state;

use crate::eval::Ruby;
use crate::journal::{self, Changes};
use crate::stop::{Outcome, Stop};
use crate::value::Value;
use join::joined;
pub use join::same as is_same;
use state::{Position, State};

/// Depth limit of decisions on unknown values; beyond, the whole is unknown.
const MOST_GUESSES: u32 = 24;

/// A loop over something unknown is tried until a round changes nothing more; with more rounds than this, the whole is unknown.
const MOST_ROUNDS: u32 = 8;

/// One attempt, after it was undone.
struct Attempt {
    result: Outcome,
    text: String,
    holes: Vec<usize>,
    state: State,
    changes: Changes,
}

/// A part of a program that is tried.
pub type Part<'p> = &'p mut dyn FnMut(&mut Ruby<'_>) -> Outcome;

impl Ruby<'_> {
    /// Whether a condition holds; none if that is unknown.
    pub fn decision(&self, value: &Value) -> Outcome<Option<bool>> {
        match value {
            Value::Unknown => Ok(None),
            value => self.truth(value).map(Some),
        }
    }

    /// Evaluates both ways of a decision on an unknown value.
    pub fn either(&mut self, one: Part<'_>, two: Part<'_>) -> Outcome {
        let first = self.attempt(one)?;
        let second = self.attempt(two)?;
        self.join(first, second).0
    }

    /// Whether this evaluation may try what may not happen.
    pub fn may_guess(&self) -> bool {
        // A variable of a class that a call assigns has its value for other calls, too.
        let is_free = !self.heap.follows.get() && !self.heap.is_loading.get() && self.call.is_none();
        is_free && self.guesses < MOST_GUESSES && self.host.may_guess()
    }

    /// Evaluates a part; nothing has happened where its result is unknown.
    pub fn unless_unknown(&mut self, part: Part<'_>) -> Outcome<Option<Outcome>> {
        let attempt = self.recorded(part)?;
        Ok(if matches!(attempt.result, Err(Stop::Unknown)) { None } else { Some(self.take(attempt)) })
    }

    /// Evaluates what may happen or not.
    pub fn perhaps(&mut self, part: Part<'_>) -> Outcome<()> {
        self.may_change(part).map(|_| ())
    }

    /// Evaluates what happens an unknown number of times.
    pub fn rounds(&mut self, part: Part<'_>) -> Outcome<()> {
        let (length, count) = (self.out.len(), self.holes.len());
        let mut has_text = false;
        for _ in 0..MOST_ROUNDS {
            let is_changed = self.may_change(part)?;
            has_text |= self.holes.len() > count || self.out.len() > length;
            self.out.truncate(length);
            self.holes.truncate(count);
            if !is_changed {
                if has_text {
                    self.hole();
                }
                return Ok(());
            }
        }
        Err(Stop::Unknown)
    }

    /// The end of an evaluation. An exception is unknown where another may have come first, and all is where something has read what depends
    /// on the unknown.
    pub fn settled<T>(&self, end: Outcome<T>) -> Outcome<T> {
        match end {
            Err(Stop::Raise(_) | Stop::Host(_)) if self.may_have_raised => Err(Stop::Unknown),
            _ if journal::was_lost_read() => Err(Stop::Unknown),
            end => end,
        }
    }

    /// Ends what may not happen where it would change something that cannot be undone.
    pub fn stays(&self) -> Outcome<()> {
        if self.guesses > 0 { Err(Stop::Unknown) } else { Ok(()) }
    }

    /// Marks a place where something unknown belongs.
    pub fn hole(&mut self) {
        if self.holes.last() != Some(&self.out.len()) {
            self.holes.push(self.out.len());
        }
    }

    /// Evaluates what may happen or not. Returns whether anything is less known afterwards.
    fn may_change(&mut self, part: Part<'_>) -> Outcome<bool> {
        let attempt = self.attempt(part)?;
        let nothing = Attempt {
            result: Ok(Value::Nil),
            text: String::new(),
            holes: Vec::new(),
            state: State::current(self),
            changes: Changes::default(),
        };
        let (result, is_changed) = self.join(attempt, nothing);
        result.map(|_| is_changed)
    }

    fn attempt(&mut self, part: Part<'_>) -> Outcome<Attempt> {
        if !self.may_guess() {
            return Err(Stop::Unknown);
        }
        let guess = self.host.guess();
        self.guesses += 1;
        let attempt = self.recorded(part);
        self.guesses -= 1;
        drop(guess);
        attempt
    }

    /// Evaluates a part and undoes it.
    fn recorded(&mut self, part: Part<'_>) -> Outcome<Attempt> {
        let (state, position) = (State::current(self), Position::current(self));
        let (text, holes) = (std::mem::take(&mut self.out), std::mem::take(&mut self.holes));
        let recording = journal::open();
        let result = part(self);
        let before = recording.close();
        let (text, holes) = (std::mem::replace(&mut self.out, text), std::mem::replace(&mut self.holes, holes));
        let state = state.swap(self);
        if result.is_err() {
            position.restore(self);
        }
        let mut changes = Changes::default();
        let mut size = 0;
        for (address, (thing, content)) in before {
            size += content.size() as u64;
            let after = thing.put(content);
            // To what is around, this is the content from before, if it is put again.
            if journal::is_open() {
                journal::note(thing.clone());
            }
            changes.insert(address, (thing, after));
        }
        self.spend(size / 256)?;
        match result {
            Err(stop @ Stop::Limit(_)) => Err(stop),
            result => Ok(Attempt { result, text, holes, state, changes }),
        }
    }

    /// Does again what a way did.
    fn take(&mut self, attempt: Attempt) -> Outcome {
        for (thing, content) in attempt.changes.into_values() {
            if journal::is_open() {
                journal::note(thing.clone());
            }
            thing.put(content);
        }
        attempt.state.swap(self);
        let start = self.out.len();
        self.out.push_str(&attempt.text);
        self.holes.extend(attempt.holes.iter().map(|it| it + start));
        attempt.result
    }

    /// Goes on where two ways have met. Returns whether anything is less known than after the second, too.
    fn join(&mut self, first: Attempt, second: Attempt) -> (Outcome, bool) {
        // What follows depends on something unknown.
        self.unknown();
        match (&first.result, &second.result) {
            (Err(Stop::Raise(a)), Err(Stop::Raise(b))) => {
                let is_same = a.class == b.class && a.message() == b.message() && a.at == b.at && a.file == b.file;
                return if is_same { (self.take(second), false) } else { (Err(Stop::Unknown), true) };
            }
            (Err(stop), _) | (_, Err(stop)) if is_whole(stop) => return (Err(Stop::Unknown), true),
            (Err(Stop::Raise(_)), _) => {
                self.note_exception();
                return (self.take(second), false);
            }
            (_, Err(Stop::Raise(_))) => {
                self.note_exception();
                return (self.take(first), true);
            }
            _ => {}
        }
        match self.meet(first, second) {
            Ok((result, is_changed)) => (result, is_changed),
            Err(stop) => (Err(stop), true),
        }
    }

    /// Marks a place where an exception may have ended the text.
    fn note_exception(&mut self) {
        self.may_have_raised = true;
        self.hole();
    }

    fn meet(&mut self, first: Attempt, mut second: Attempt) -> Outcome<(Outcome, bool)> {
        // What was there before something unknown took its place.
        let mut lost = Vec::new();
        let result = match (first.result, second.result) {
            (Ok(a), Ok(b)) => Ok(joined(&a, &b, &mut lost)),
            (Err(Stop::Next(a)), Err(Stop::Next(b))) => Err(Stop::Next(joined(&a, &b, &mut lost))),
            (Err(Stop::Break(of, a)), Err(Stop::Break(other, b))) if of == other => Err(Stop::Break(of, joined(&a, &b, &mut lost))),
            (Err(Stop::Return(of, a)), Err(Stop::Return(other, b))) if of == other => Err(Stop::Return(of, joined(&a, &b, &mut lost))),
            (Err(Stop::LeaveLoop(a)), Err(Stop::LeaveLoop(b))) => Err(Stop::LeaveLoop(joined(&a, &b, &mut lost))),
            (Err(Stop::NextOfLoop), Err(Stop::NextOfLoop)) => Err(Stop::NextOfLoop),
            _ => return Err(Stop::Unknown),
        };
        let (state, mut is_changed) = State::joined(self, first.state, second.state, &mut lost)?;
        let mut pairs = Vec::new();
        for (address, (thing, one)) in first.changes {
            let two = second.changes.swap_remove(&address).map_or_else(|| thing.content(), |it| it.1);
            pairs.push((thing, one, two));
        }
        pairs.extend(second.changes.into_values().map(|(thing, two)| {
            let one = thing.content();
            (thing, one, two)
        }));
        let (mut contents, mut held) = (Vec::new(), Vec::new());
        for (thing, one, two) in pairs {
            self.spend(one.size() as u64 / 256)?;
            // A list that is unknown now has held what it does after its attempt.
            held.extend(one.values().chain(two.values()).cloned());
            let Some(joined) = join::contents(one, two, &mut lost) else { return Err(Stop::Unknown) };
            contents.push((thing, joined));
        }
        if !lost.is_empty() && !self.heap.unknown_has_code.get() {
            for value in lost.iter().chain(&held) {
                if self.has_code(value)? {
                    self.heap.unknown_has_code.set(true);
                    break;
                }
            }
        }
        for (thing, joined) in contents {
            if journal::is_open() {
                journal::note(thing.clone());
            }
            is_changed |= joined.is_changed;
            if joined.is_lost {
                self.heap.has_lost.set(true);
            }
            thing.put(joined.content);
        }
        state.swap(self);
        if first.text == second.text && first.holes == second.holes {
            let start = self.out.len();
            self.out.push_str(&first.text);
            self.holes.extend(first.holes.iter().map(|it| it + start));
        } else {
            self.hole();
        }
        Ok((result, is_changed))
    }
}

/// Whether an end leaves nothing that is known.
fn is_whole(stop: &Stop) -> bool {
    match stop {
        Stop::NotCovered(_) | Stop::Limit(_) | Stop::Unknown | Stop::Host(_) | Stop::Retry | Stop::Throw(..) => true,
        Stop::Raise(_) | Stop::Break(..) | Stop::Next(_) | Stop::Return(..) | Stop::LeaveLoop(_) | Stop::NextOfLoop => false,
    }
}
