//! The decisions under which something holds.
//!
//! A decision is a question whose answer is not known: whether a value counts as true, whether it is a certain other value,
//! whether a class is included. A condition is one of several sets of answers. Nothing here searches: what cannot be seen from
//! the answers themselves counts as possible.

use std::cell::Cell;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use issue::Place;
use rustc_hash::FxHashMap;
use values::{Type, Unknown, Value, ops};

pub use catalog::Condition;

/// Limit of combinations that are distinguished.
const MOST_WAYS: usize = 16;

/// How deeply questions lead to others.
const DEEPEST: u32 = 64;

/// Depth limit of answers: beyond it, the same ones occur again and again.
const MOST_LOOKED_AT: u32 = 100;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer {
    pub decision: u32,
    pub yes: bool,
}

/// Answers that are given together, sorted.
type Conjunction = Vec<Answer>;

/// Shared, as they are read far more often than made.
type Disjunction = Arc<[Conjunction]>;

#[derive(Clone, Debug)]
enum Question {
    /// Whether the value counts as true.
    Truth(Arc<Unknown>),
    /// Whether the value is, or matches, another one.
    Is(Arc<Unknown>, How, Value),
    /// Whether something exists under these conditions; there may come more.
    There(Vec<Conjunction>),
    /// Anything else.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    Equals,
    Matches,
}

/// Questions are the same if they are about the same value: not an equal one, the very same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Truth(usize),
    Is(usize, How, Value),
}

/// Conditions and their meanings.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    questions: Vec<(Question, Place)>,
    known: FxHashMap<Key, u32>,
    conditions: Vec<Disjunction>,
    numbers: FxHashMap<Disjunction, u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Yes,
    No,
    Perhaps,
}

impl Holds {
    fn not(self) -> Holds {
        match self {
            Holds::Yes => Holds::No,
            Holds::No => Holds::Yes,
            Holds::Perhaps => Holds::Perhaps,
        }
    }

    /// Of a question that is answered like this: the same, or the opposite.
    fn same(self, yes: bool) -> Holds {
        if yes { self } else { self.not() }
    }

    fn from_bool(yes: bool) -> Holds {
        if yes { Holds::Yes } else { Holds::No }
    }
}

impl Conditions {
    /// Whether two things can never be together.
    pub fn exclusive(&self, a: Condition, b: Condition) -> bool {
        let never = |ways: Disjunction, other| ways.iter().all(|conjunction| self.holds(other, &self.closed(conjunction)) == Holds::No);
        never(self.ways(a), b) || never(self.ways(b), a)
    }

    /// Whether the second holds wherever the first does.
    pub fn implied(&self, a: Condition, b: Condition) -> bool {
        a == b || b == Condition::Always || self.ways(a).iter().all(|conjunction| self.holds(b, &self.closed(conjunction)) == Holds::Yes)
    }

    pub fn is_always(&self, condition: Condition) -> bool {
        condition == Condition::Always || self.holds(condition, &[]) == Holds::Yes
    }

    /// Where an unknown value was first needed, and its condition; one of several alternatives.
    pub fn places(&self, condition: Condition) -> Vec<(Place, bool)> {
        let ways = self.ways(condition);
        let answers = ways.first().map(Vec::as_slice).unwrap_or_default();
        answers.iter().filter_map(|it| Some((self.questions.get(it.decision as usize)?.1.clone(), it.yes))).collect()
    }

    /// The same for whoever makes no more conditions: what finds those that are there already takes half of the room.
    pub(crate) fn finished(self) -> Conditions {
        Conditions { known: FxHashMap::default(), numbers: FxHashMap::default(), ..self }
    }

    // ---- questions ----

    pub(crate) fn truth(&mut self, of: &Arc<Unknown>, place: impl FnOnce() -> Place) -> u32 {
        self.question(Key::Truth(Arc::as_ptr(of) as usize), || Question::Truth(of.clone()), place)
    }

    pub(crate) fn is(&mut self, of: &Arc<Unknown>, how: How, value: &Value, place: impl FnOnce() -> Place) -> u32 {
        let key = Key::Is(Arc::as_ptr(of) as usize, how, value.clone());
        self.question(key, || Question::Is(of.clone(), how, value.clone()), place)
    }

    fn question(&mut self, key: Key, question: impl FnOnce() -> Question, place: impl FnOnce() -> Place) -> u32 {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let number = self.ask(question(), place());
        self.known.insert(key, number);
        number
    }

    /// A question that nothing else asks.
    pub(crate) fn other(&mut self, place: Place) -> u32 {
        self.ask(Question::Other, place)
    }

    fn ask(&mut self, question: Question, place: Place) -> u32 {
        let number = u32::try_from(self.questions.len()).unwrap_or(u32::MAX);
        self.questions.push((question, place));
        number
    }

    /// The condition of something that is there under this one, and may come to be under others.
    pub(crate) fn existence(&mut self, condition: Condition, place: Place) -> Condition {
        let ways = self.ways(condition);
        let decision = self.ask(Question::There(ways.to_vec()), place);
        self.of_ways(vec![vec![Answer { decision, yes: true }]])
    }

    /// It is there under that condition, too. Only for what [`Conditions::existence`] gave.
    pub(crate) fn also_there(&mut self, it: Condition, condition: Condition) {
        let own = self.ways(it);
        let Some([answer]) = own.first().map(Vec::as_slice) else { return };
        let more = self.ways(condition);
        if let Some((Question::There(ways), _)) = self.questions.get_mut(answer.decision as usize) {
            ways.extend_from_slice(&more);
            simplify(ways);
        }
    }

    // ---- conditions ----

    fn ways(&self, condition: Condition) -> Disjunction {
        let known = match condition {
            Condition::Always => None,
            Condition::When(number) => self.conditions.get(number as usize).cloned(),
        };
        known.unwrap_or_else(|| Arc::from([Conjunction::new()]))
    }

    fn of_ways(&mut self, mut ways: Vec<Conjunction>) -> Condition {
        simplify(&mut ways);
        if ways.iter().any(Vec::is_empty) {
            return Condition::Always;
        }
        if ways.len() > MOST_WAYS {
            let decision = self.ask(Question::Other, Place::default());
            ways = vec![vec![Answer { decision, yes: true }]];
        }
        if let Some(number) = self.numbers.get(ways.as_slice()) {
            return Condition::When(*number);
        }
        let number = u32::try_from(self.conditions.len()).unwrap_or(u32::MAX);
        ways.iter_mut().for_each(Conjunction::shrink_to_fit);
        let ways = Disjunction::from(ways);
        self.conditions.push(ways.clone());
        self.numbers.insert(ways, number);
        Condition::When(number)
    }

    /// One of these sets of answers; none if none of them can be.
    pub(crate) fn one_of(&mut self, ways: Vec<Vec<Answer>>) -> Option<Condition> {
        self.and_one_of(Condition::Always, ways)
    }

    pub(crate) fn and_one_of(&mut self, condition: Condition, ways: Vec<Vec<Answer>>) -> Option<Condition> {
        let mut all = Vec::new();
        for own in self.ways(condition).iter() {
            for conjunction in &ways {
                let mut both = Conjunction::with_capacity(own.len() + conjunction.len());
                both.extend_from_slice(own);
                both.extend_from_slice(conjunction);
                both.sort_unstable();
                both.dedup();
                if self.is_possible(&both) {
                    all.push(both);
                }
            }
        }
        (!all.is_empty()).then(|| self.of_ways(all))
    }

    /// Both; none if that cannot be.
    pub(crate) fn and(&mut self, a: Condition, b: Condition) -> Option<Condition> {
        match (a, b) {
            (Condition::Always, other) | (other, Condition::Always) => Some(other),
            _ if a == b => Some(a),
            _ if self.exclusive(a, b) => None,
            _ => {
                let ways = self.ways(b);
                self.and_one_of(a, ways.to_vec())
            }
        }
    }

    /// The one that implies the other, if one does; else the first.
    pub(crate) fn stricter(&self, a: Condition, b: Condition) -> Condition {
        if a == Condition::Always || self.implied(b, a) { b } else { a }
    }

    pub(crate) fn or(&mut self, a: Condition, b: Condition) -> Condition {
        if a == Condition::Always || b == Condition::Always {
            return Condition::Always;
        }
        if a == b {
            return a;
        }
        let ways = self.ways(a).iter().chain(self.ways(b).iter()).cloned().collect();
        self.of_ways(ways)
    }

    /// Answers that are certain where it holds.
    pub(crate) fn certain(&self, condition: Condition) -> Vec<Answer> {
        let ways = self.ways(condition);
        let Some((first, rest)) = ways.split_first() else { return Vec::new() };
        let rest: Vec<Conjunction> = rest.iter().map(|it| self.closed(it)).collect();
        self.closed(first).into_iter().filter(|answer| rest.iter().all(|conjunction| conjunction.contains(answer))).collect()
    }

    /// The answers, and what follows from them because something came to be in one way only.
    fn closed(&self, conjunction: &[Answer]) -> Conjunction {
        let mut all: Conjunction = conjunction.to_vec();
        let mut at = 0;
        while let Some(answer) = all.get(at).copied() {
            at += 1;
            if let (true, Some((Question::There(ways), _))) = (answer.yes, self.questions.get(answer.decision as usize))
                && let [only] = ways.as_slice()
            {
                let new: Conjunction = only.iter().filter(|it| !all.contains(it)).copied().collect();
                all.extend(new);
            }
        }
        all
    }

    fn is_possible(&self, conjunction: &[Answer]) -> bool {
        let closed = self.closed(conjunction);
        // All but the current one: those before it, and those after.
        let mut others: Conjunction = closed.iter().skip(1).copied().collect();
        closed.iter().enumerate().all(|(index, answer)| {
            let is_possible = self.answered(*answer, &others) != Holds::No;
            if let Some(next) = others.get_mut(index) {
                *next = *answer;
            }
            is_possible
        })
    }

    fn holds(&self, condition: Condition, given: &[Answer]) -> Holds {
        match condition {
            Condition::Always => Holds::Yes,
            Condition::When(number) => match self.conditions.get(number as usize) {
                Some(ways) => self.any(ways, given),
                None => Holds::Perhaps,
            },
        }
    }

    fn any(&self, ways: &[Conjunction], given: &[Answer]) -> Holds {
        let left = Cell::new(MOST_LOOKED_AT);
        let found = self.any_within(ways, given, 0, &left);
        if left.get() > 0 { found } else { self.any_of_each(ways, given) }
    }

    fn any_within(&self, ways: &[Conjunction], given: &[Answer], depth: u32, left: &Cell<u32>) -> Holds {
        any_way(ways, |answer| {
            left.set(left.get().saturating_sub(1));
            match self.ways_to(answer, given) {
                // What leads back to itself does not come to be by that.
                Some(_) if depth > DEEPEST || left.get() == 0 => Holds::Perhaps,
                Some(ways) => Holds::same(self.any_within(ways, given, depth + 1, left), answer.yes),
                None => self.plainly(answer, given),
            }
        })
    }

    /// The same with each question answered once: in a net of mutual conditions there are more paths than can be followed. All are open at
    /// first, and whatever is certain makes others certain, until nothing does.
    fn any_of_each(&self, ways: &[Conjunction], given: &[Answer]) -> Holds {
        let mut known: FxHashMap<u32, Holds> = FxHashMap::default();
        let mut questions: Vec<(u32, &[Conjunction])> = Vec::new();
        let mut waiting: Vec<&[Conjunction]> = vec![ways];
        while let Some(ways) = waiting.pop() {
            for answer in ways.iter().flatten().filter(|it| !given.iter().any(|given| given.decision == it.decision)) {
                let Entry::Vacant(new) = known.entry(answer.decision) else { continue };
                let asked = Answer { yes: true, ..*answer };
                match self.ways_to(asked, given) {
                    Some(ways) => {
                        new.insert(Holds::Perhaps);
                        questions.push((answer.decision, ways));
                        waiting.push(ways);
                    }
                    None => {
                        new.insert(self.plainly(asked, given));
                    }
                }
            }
        }
        let look = |known: &FxHashMap<u32, Holds>, ways: &[Conjunction]| {
            any_way(ways, |answer| match given.iter().find(|it| it.decision == answer.decision) {
                Some(same) => Holds::from_bool(same.yes == answer.yes),
                None => Holds::same(known.get(&answer.decision).copied().unwrap_or(Holds::Perhaps), answer.yes),
            })
        };
        // The last conclusion leads to the fewest others: it is certain before those that lead to it are followed.
        questions.reverse();
        loop {
            let before = questions.len();
            questions.retain(|(decision, ways)| {
                let found = look(&known, ways);
                known.insert(*decision, found);
                found == Holds::Perhaps
            });
            if questions.len() == before {
                return look(&known, ways);
            }
        }
    }

    /// Whether an answer is right where others are.
    pub(crate) fn answered(&self, answer: Answer, given: &[Answer]) -> Holds {
        match self.ways_to(answer, given) {
            Some(ways) => Holds::same(self.any(ways, given), answer.yes),
            None => self.plainly(answer, given),
        }
    }

    /// How that came to be which an answer asks for, unless that is given or it asks for something else.
    fn ways_to(&self, answer: Answer, given: &[Answer]) -> Option<&[Conjunction]> {
        match &self.questions.get(answer.decision as usize)?.0 {
            Question::There(ways) if !given.iter().any(|it| it.decision == answer.decision) => Some(ways),
            _ => None,
        }
    }

    /// Whether an answer is right that asks for no other.
    fn plainly(&self, answer: Answer, given: &[Answer]) -> Holds {
        if let Some(same) = given.iter().find(|it| it.decision == answer.decision) {
            return Holds::from_bool(same.yes == answer.yes);
        }
        let yes = match self.questions.get(answer.decision as usize).map(|it| &it.0) {
            Some(question @ (Question::Truth(_) | Question::Is(..))) => given
                .iter()
                .filter_map(|it| Some((&self.questions.get(it.decision as usize)?.0, it.yes)))
                .map(|(other, yes)| follows(question, other, yes))
                .find(|it| *it != Holds::Perhaps)
                .unwrap_or(Holds::Perhaps),
            _ => Holds::Perhaps,
        };
        Holds::same(yes, answer.yes)
    }
}

/// Whether all answers of one of the alternatives are right.
fn any_way(ways: &[Conjunction], mut answered: impl FnMut(Answer) -> Holds) -> Holds {
    let mut result = Holds::No;
    for conjunction in ways {
        let mut all = Holds::Yes;
        for answer in conjunction {
            match answered(*answer) {
                Holds::No => {
                    all = Holds::No;
                    break;
                }
                Holds::Perhaps => all = Holds::Perhaps,
                Holds::Yes => {}
            }
        }
        match all {
            Holds::Yes => return Holds::Yes,
            Holds::Perhaps => result = Holds::Perhaps,
            Holds::No => {}
        }
    }
    result
}

/// Consequence of the answer to another question about the same value.
fn follows(question: &Question, other: &Question, yes: bool) -> Holds {
    match (question, other) {
        (Question::Is(a, How::Equals, x), Question::Is(b, How::Equals, y)) if Arc::ptr_eq(a, b) && is_plain(x) && is_plain(y) => {
            match (ops::equals(x, y), yes) {
                (true, yes) => Holds::from_bool(yes),
                (false, true) => Holds::No,
                (false, false) => Holds::Perhaps,
            }
        }
        (Question::Is(a, How::Matches, Value::Type(ty)), Question::Is(b, How::Equals, y)) if yes && Arc::ptr_eq(a, b) && is_plain(y) => {
            // Texts are equal in any case of their letters, and types distinguish it.
            if matches!(y, Value::String(_)) && !matches!(ty, Type::String(_)) {
                Holds::Perhaps
            } else {
                Holds::from_bool(ty.is_instance(y))
            }
        }
        (Question::Truth(a), Question::Is(b, How::Equals, y)) if yes && Arc::ptr_eq(a, b) && is_plain(y) => Holds::from_bool(y.is_true()),
        (Question::Truth(a), Question::Is(b, How::Matches, Value::Regex(_))) if yes && Arc::ptr_eq(a, b) => Holds::Yes,
        (Question::Is(a, How::Equals, x), Question::Truth(b)) if Arc::ptr_eq(a, b) && is_plain(x) && x.is_true() != yes => Holds::No,
        (Question::Is(a, How::Matches, Value::Regex(_)), Question::Truth(b)) if Arc::ptr_eq(a, b) && !yes => Holds::No,
        _ => Holds::Perhaps,
    }
}

fn is_plain(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Integer(_) | Value::Boolean(_) | Value::Undef)
}

/// Leaves out alternatives that another one covers, and questions that are answered both ways.
fn simplify(ways: &mut Vec<Conjunction>) {
    for conjunction in ways.iter_mut() {
        conjunction.sort_unstable();
        conjunction.dedup();
    }
    ways.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    ways.dedup();
    let mut changed = true;
    while changed && ways.len() <= 4 * MOST_WAYS {
        changed = false;
        let mut reduced: Vec<Conjunction> = Vec::with_capacity(ways.len());
        for conjunction in ways.drain(..) {
            if reduced.iter().any(|it| it.iter().all(|answer| conjunction.contains(answer))) {
                continue;
            }
            reduced.push(conjunction);
        }
        'pairs: for i in 0..reduced.len() {
            for j in i + 1..reduced.len() {
                let (Some(a), Some(b)) = (reduced.get(i), reduced.get(j)) else { continue };
                if let Some(merged) = without_difference(a, b) {
                    reduced.swap_remove(j);
                    reduced.swap_remove(i);
                    reduced.push(merged);
                    changed = true;
                    break 'pairs;
                }
            }
        }
        reduced.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        *ways = reduced;
    }
}

/// Two alternatives that differ in one answer alone do not depend on it.
fn without_difference(a: &Conjunction, b: &Conjunction) -> Option<Conjunction> {
    if a.len() != b.len() {
        return None;
    }
    let mut differences = a.iter().zip(b).enumerate().filter(|(_, (x, y))| x != y);
    let (at, (x, y)) = differences.next()?;
    if differences.next().is_some() || x.decision != y.decision {
        return None;
    }
    let mut merged = a.clone();
    merged.remove(at);
    Some(merged)
}

#[cfg(test)]
mod tests {
    use values::Origin;

    use super::*;

    fn unknown() -> Arc<Unknown> {
        Arc::new(Unknown { ty: Type::Any, origin: Origin::Failure })
    }

    fn answer(decision: u32, yes: bool) -> Vec<Answer> {
        vec![Answer { decision, yes }]
    }

    #[test]
    fn arms_of_one_decision_exclude_each_other() {
        let mut table = Conditions::default();
        let x = unknown();
        let decision = table.truth(&x, Place::default);
        assert_eq!(table.truth(&x, Place::default), decision);
        let yes = table.one_of(vec![answer(decision, true)]).unwrap_or_default();
        let no = table.one_of(vec![answer(decision, false)]).unwrap_or_default();
        assert!(table.exclusive(yes, no) && !table.exclusive(yes, yes) && !table.exclusive(yes, Condition::Always));
        assert!(table.implied(yes, Condition::Always) && !table.implied(Condition::Always, yes));
        assert_eq!(table.or(yes, no), Condition::Always);
        assert_eq!(table.and(yes, no), None);
        let table = table.finished();
        assert!(table.exclusive(yes, no) && !table.exclusive(yes, yes) && table.implied(no, Condition::Always));
    }

    #[test]
    fn a_value_is_one_thing_only() {
        let mut table = Conditions::default();
        let x = unknown();
        let mut is = |value: &Value| {
            let decision = table.is(&x, How::Equals, value, Place::default);
            table.one_of(vec![answer(decision, true)]).unwrap_or_default()
        };
        let (a, same, b) = (is(&"a".into()), is(&"A".into()), is(&"b".into()));
        assert!(table.exclusive(a, b) && !table.exclusive(a, same));
    }

    #[test]
    fn what_is_there_in_all_ways_is_always_there() {
        let mut table = Conditions::default();
        let decision = table.truth(&unknown(), Place::default);
        let yes = table.one_of(vec![answer(decision, true)]).unwrap_or_default();
        let no = table.one_of(vec![answer(decision, false)]).unwrap_or_default();
        let class = table.existence(yes, Place::default());
        assert!(table.exclusive(class, no) && table.implied(class, yes) && !table.is_always(class));
        table.also_there(class, no);
        assert!(table.is_always(class) && !table.exclusive(class, no));
    }

    /// Each depends on one of the two before it: the number of paths grows like Fibonacci's rabbits.
    #[test]
    fn a_net_of_what_came_to_be_by_each_other_is_looked_at_once() {
        let mut table = Conditions::default();
        let decision = table.truth(&unknown(), Place::default);
        let yes = table.one_of(vec![answer(decision, true)]).unwrap_or_default();
        let no = table.one_of(vec![answer(decision, false)]).unwrap_or_default();
        let mut all = vec![table.existence(yes, Place::default()), table.existence(yes, Place::default())];
        for index in 2..60 {
            let next = table.existence(all[index - 1], Place::default());
            table.also_there(next, all[index - 2]);
            all.push(next);
        }
        let (first, last) = (all[0], all[59]);
        assert!(table.exclusive(last, no) && table.implied(yes, last) && !table.is_always(last));
        // A cycle proves nothing, neither that it holds nor that it does not.
        table.also_there(first, last);
        assert!(table.implied(yes, last) && !table.exclusive(last, no) && !table.is_always(last));
        table.also_there(first, no);
        assert!(table.is_always(last));
    }
}
