//! Branches with an unknown condition: each possible arm is evaluated once, and the values are joined afterwards.

use std::sync::Arc;

use functions::{Failure, type_of};
use issue::Place;
use syntax::model::{Data, NodeId};
use values::{Origin, Size, Str, Tri, Type, Unknown, Value, ops};

use crate::CutShort;
use crate::analysis::DEEPEST;
use crate::compiler::{Compiler, Eval};
use crate::condition::{Answer, Conditions, Holds, How};
use crate::ids::ScopeId;
use crate::lists::splat;
use crate::scope::Frame;
use crate::source::{Program, unwrap_parentheses};
use crate::unknowns::{because, not_known};

/// More different values have the type of all of them in general.
const MOST_VALUES: usize = 20;

/// With more options, an arm does not say that it is none of those before it: it is one of a choice.
const MOST_OPTIONS: usize = 64;

/// One alternative.
pub struct Arm {
    /// Sets of answers, of which one leads here.
    pub ways: Vec<Vec<Answer>>,
    pub body: Option<NodeId>,
    /// Whether the captures of a pattern are unknown.
    pub captures: bool,
    /// Answers that the previous arms ruled out, where no other arm is left.
    pub last: Option<Vec<Answer>>,
}

impl Arm {
    fn new(answers: Vec<Answer>, body: Option<NodeId>) -> Arm {
        Arm { ways: vec![answers], body, captures: false, last: None }
    }
}

impl Compiler<'_> {
    pub(super) fn undecided_if(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        test: NodeId,
        unknown: &Arc<Unknown>,
        then: Option<NodeId>,
        otherwise: Option<NodeId>,
    ) -> Eval<Value> {
        let place = program.place_at(test);
        match self.analysis.truth_of(unknown, &place, 0) {
            Holds::Yes => return self.eval_optional(program, scope, then),
            Holds::No => return self.eval_optional(program, scope, otherwise),
            Holds::Perhaps => {}
        }
        let yes = self.analysis.answers(unknown, true, &place, 0);
        let no = self.analysis.answers(unknown, false, &place, 0);
        self.arms(program, scope, unknown, vec![Arm::new(yes, then), Arm::new(no, otherwise)])
    }

    pub(super) fn undecided_case(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        test: NodeId,
        subject: &Arc<Unknown>,
        options: &[NodeId],
    ) -> Eval<Value> {
        let mut entries = Vec::with_capacity(options.len());
        for option in options {
            if let Data::CaseOption { values, then } = program.data(*option) {
                entries.push((values.clone(), *then));
            }
        }
        match self.options(program, scope, test, subject, &entries, true)? {
            Options::One(body) => self.eval_optional(program, scope, body),
            Options::Many(arms) => self.arms(program, scope, subject, arms),
        }
    }

    pub(super) fn undecided_selector(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        test: NodeId,
        subject: &Arc<Unknown>,
        selectors: &[NodeId],
    ) -> Eval<Value> {
        let mut entries = Vec::with_capacity(selectors.len());
        for selector in selectors {
            if let Data::SelectorEntry { matching, value } = program.data(*selector) {
                entries.push((vec![*matching], Some(*value)));
            }
        }
        match self.options(program, scope, test, subject, &entries, false)? {
            Options::One(body) => self.eval_optional(program, scope, body),
            Options::Many(arms) if arms.is_empty() => Ok(because(subject, Type::Any)),
            Options::Many(arms) => self.arms(program, scope, subject, arms),
        }
    }

    /// The arms of a `case` or selector that may be taken.
    fn options(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        test: NodeId,
        subject: &Arc<Unknown>,
        entries: &[(Vec<NodeId>, Option<NodeId>)],
        may_match_none: bool,
    ) -> Eval<Options> {
        let place = program.place_at(test);
        let (mut arms, mut default) = (Vec::new(), None);
        let mut none_before: Vec<Answer> = Vec::new();
        let mut before_last: Vec<Answer> = Vec::new();
        let mut tested: Vec<Value> = Vec::new();
        let choice = Choice::new(entries);
        for (values, body) in entries {
            let chosen = choice.answer(arms.len(), &mut self.analysis.conditions, &place);
            let (mut ways, mut captures, mut certain) = (Vec::new(), false, false);
            let mut own: Vec<Answer> = Vec::new();
            for value in values {
                let value = unwrap_parentheses(program, *value);
                let values = match program.data(value) {
                    Data::Default => {
                        default = Some(*body);
                        continue;
                    }
                    Data::Unfold { expr } => splat(self.eval(program, scope, *expr)?),
                    _ => {
                        let option = self.eval(program, scope, value)?;
                        vec![self.accepted_by(program, value, option)]
                    }
                };
                for value in values {
                    let decision = match self.option_decision(subject, &value, &place) {
                        Ok(decision) => decision,
                        Err(false) => continue,
                        Err(true) => {
                            certain = true;
                            continue;
                        }
                    };
                    captures |= matches!(value, Value::Regex(_));
                    tested.push(value);
                    match self.analysis.known(Answer { decision, yes: true }) {
                        Holds::Yes => certain = true,
                        Holds::No => {}
                        Holds::Perhaps => {
                            let mut answers = none_before.clone();
                            answers.extend(own.iter().copied());
                            answers.extend(chosen);
                            answers.push(Answer { decision, yes: true });
                            ways.push(answers);
                            if chosen.is_none() {
                                own.push(Answer { decision, yes: false });
                            }
                        }
                    }
                }
            }
            if certain {
                if arms.is_empty() && ways.is_empty() {
                    return Ok(Options::One(*body));
                }
                ways.push(none_before.iter().copied().chain(chosen).collect());
                arms.push(Arm { ways, body: *body, captures, last: None });
                return Ok(Options::Many(arms));
            }
            if !ways.is_empty() {
                arms.push(Arm { ways, body: *body, captures, last: None });
                before_last.clone_from(&none_before);
            }
            none_before.extend(own);
        }
        let all_tested = match subject.ty.resolved() {
            Type::Enum(all, _) if !all.is_empty() => {
                all.iter().all(|it| tested.iter().any(|value| ops::equals(value, &Value::String(it.clone()))))
            }
            Type::Boolean(None) => [true, false].iter().all(|it| tested.contains(&Value::Boolean(*it))),
            _ => false,
        };
        let chosen = choice.answer(arms.len(), &mut self.analysis.conditions, &place);
        if let Some(last) = arms.last_mut().filter(|_| all_tested && chosen.is_none()) {
            last.last = Some(before_last);
        }
        none_before.extend(chosen);
        if !all_tested {
            match default {
                Some(body) if arms.is_empty() => return Ok(Options::One(body)),
                Some(body) => arms.push(Arm::new(none_before, body)),
                None if may_match_none && arms.is_empty() => return Ok(Options::One(None)),
                None if may_match_none => arms.push(Arm::new(none_before, None)),
                None => {}
            }
        }
        Ok(Options::Many(arms))
    }

    /// The question whether an option is taken, or whether it surely is.
    fn option_decision(&mut self, subject: &Arc<Unknown>, value: &Value, place: &Place) -> Result<u32, bool> {
        let how = match value {
            Value::Regex(_) | Value::Type(_) => How::Matches,
            _ if self.analysis.hidden_in(value).is_some() => return Ok(self.analysis.conditions.other(place.clone())),
            _ => How::Equals,
        };
        match may_match(subject, how, value) {
            Tri::No => Err(false),
            Tri::Yes => Err(true),
            Tri::Maybe => Ok(self.analysis.conditions.is(subject, how, value, || place.clone())),
        }
    }

    /// Runs each arm from the same state.
    pub fn arms(&mut self, program: &Arc<Program>, scope: ScopeId, cause: &Arc<Unknown>, arms: Vec<Arm>) -> Eval<Value> {
        let mut names = Vec::new();
        arms.iter().filter_map(|it| it.body).for_each(|body| assigned(program, body, &mut names));
        let before: Vec<Option<Value>> = names.iter().map(|it| self.scope(scope).bound(it)).collect();
        let rendered = self.stack.rendered.last().map(Vec::len);
        let path = self.analysis.path.clone();
        let mut run = Run::default();
        for arm in arms {
            self.analysis.path = path.clone();
            let pending = self.analysis.pending.len();
            if !self.enter(&arm) {
                continue;
            }
            let result = if self.analysis.path.depth > DEEPEST {
                self.analysis.cut_short.get_or_insert(CutShort::Depth);
                arm.body.into_iter().for_each(|body| self.leave_out(program, scope, body));
                Ok(not_known(Type::Any))
            } else {
                self.guarded(scope, |this| {
                    if arm.captures {
                        this.scope_mut(scope).frames.push(Frame::Unclear(cause.clone()));
                    }
                    this.eval_optional(program, scope, arm.body)
                })
            };
            run.jumped |= self.analysis.pending.len() > pending;
            let after: Vec<Option<Value>> = names.iter().map(|it| self.scope(scope).bound(it)).collect();
            for (name, value) in names.iter().zip(&before) {
                self.scope_mut(scope).rebind(name, value.clone());
            }
            match result {
                Ok(value) => run.done.push((value, after)),
                Err(failure @ Failure::Error(_)) => {
                    if let Some((failure, path)) = run.failed.replace((failure, self.analysis.path.clone())) {
                        self.keep_at(failure, path)?;
                    }
                    run.excluded.push(arm.ways);
                }
                Err(Failure::Cancelled) => return Err(Failure::Cancelled),
                Err(jump) => run.jumps.push((jump, arm.ways)),
            }
        }
        self.analysis.path = path;
        self.joined(program, scope, cause, run, &names, &before, rendered)
    }

    /// Runs a body that may be left early; what was left with by arms that may not be taken joins its value. Behind it
    /// nothing depends any more on whether it was left.
    pub fn left_early(&mut self, leaves: fn(&Failure) -> Option<Value>, run: impl FnOnce(&mut Self) -> Eval<Value>) -> Eval<Value> {
        let path = self.analysis.path.clone();
        let before = self.analysis.pending.len();
        let result = run(self);
        let mut values = Vec::new();
        let mut cause = None;
        for (failure, unknown) in self.analysis.pending.split_off(before.min(self.analysis.pending.len())) {
            match leaves(&failure) {
                Some(value) => {
                    values.push(value);
                    cause = Some(unknown);
                }
                None => self.analysis.pending.push((failure, unknown)),
            }
        }
        let result = match (result, cause) {
            (Ok(value), Some(cause)) => {
                values.push(value);
                Ok(self.join(&cause, values))
            }
            (Err(failure @ Failure::Error(_)), Some(cause)) => {
                self.keep(failure)?;
                Ok(self.join(&cause, values))
            }
            (Err(failure), Some(cause)) => match leaves(&failure) {
                Some(value) => {
                    values.push(value);
                    Ok(self.join(&cause, values))
                }
                None => Err(failure),
            },
            (result, None) => result,
        };
        if self.analysis.path.when != path.when {
            self.analysis.path = path;
        }
        result
    }

    fn enter(&mut self, arm: &Arm) -> bool {
        let ways = arm.last.as_ref().map_or_else(|| arm.ways.clone(), |it| vec![it.clone()]);
        let Some(when) = self.analysis.conditions.and_one_of(self.analysis.path.when, ways) else { return false };
        let possible: Vec<&Vec<Answer>> =
            arm.ways.iter().filter(|answers| answers.iter().all(|it| self.analysis.known(*it) != Holds::No)).collect();
        let Some((first, rest)) = possible.split_first() else { return false };
        let shared: Vec<Answer> = first.iter().filter(|it| rest.iter().all(|answers| answers.contains(it))).copied().collect();
        self.analysis.path.when = when;
        self.analysis.path.given.extend(shared);
        self.analysis.path.depth += 1;
        true
    }

    fn keep_at(&mut self, failure: Failure, path: crate::analysis::Path) -> Eval<()> {
        let here = std::mem::replace(&mut self.analysis.path, path);
        let result = self.keep(failure);
        self.analysis.path = here;
        result
    }

    #[allow(clippy::too_many_arguments)]
    fn joined(
        &mut self,
        program: &Arc<Program>,
        scope: ScopeId,
        cause: &Arc<Unknown>,
        mut run: Run,
        names: &[Str],
        before: &[Option<Value>],
        rendered: Option<usize>,
    ) -> Eval<Value> {
        if let (Some(length), Some(pieces)) = (rendered, self.stack.rendered.last_mut())
            && pieces.len() > length
        {
            // What the arms have written is one text or the other.
            pieces.truncate(length);
            pieces.push(because(cause, Type::String(Size::ANY)));
        }
        if run.done.is_empty() && run.jumps.is_empty() {
            // Nobody goes on from here.
            return match run.failed {
                Some((failure, _)) => Err(failure),
                None => Ok(because(cause, Type::Any)),
            };
        }
        // What was refused in one arm is not so in the others.
        self.analysis.refused = false;
        if let Some((failure, path)) = run.failed.take() {
            self.keep_at(failure, path)?;
        }
        for ways in &run.excluded {
            if let [answers] = ways.as_slice() {
                self.analysis.rule_out(
                    &answers.iter().rev().take(if is_one(answers, &self.analysis) { 1 } else { usize::MAX }).copied().collect::<Vec<_>>(),
                );
            }
        }
        if run.done.is_empty() {
            let last = run.jumps.pop();
            self.analysis.pending.extend(run.jumps.into_iter().map(|it| (it.0, cause.clone())));
            return match last {
                Some((jump, _)) => Err(jump),
                None => Ok(because(cause, Type::Any)),
            };
        }
        for (index, (name, before)) in names.iter().zip(before).enumerate() {
            let values: Vec<Option<Value>> = run.done.iter().map(|(_, after)| after.get(index).cloned().flatten()).collect();
            if values.iter().all(Option::is_none) || values.iter().all(|it| it == before) {
                continue;
            }
            let everywhere = values.iter().all(Option::is_some);
            let value = self.join(cause, values.into_iter().map(|it| it.unwrap_or(Value::Undef)).collect());
            self.scope_mut(scope).rebind(name, Some(value));
            let key = (scope, name.clone());
            if !everywhere {
                self.analysis.half_set.insert(key);
            } else if before.is_none() {
                self.analysis.half_set.remove(&key);
            }
        }
        if !run.jumps.is_empty() || run.jumped {
            let place = program.model.root.map(|root| program.place_at(root)).unwrap_or_default();
            match run.jumps.as_slice() {
                [(_, ways)] if !run.jumped && matches!(ways.as_slice(), [answers] if answers.len() == 1) => {
                    let opposite: Vec<Answer> = ways.iter().flatten().map(|it| Answer { yes: !it.yes, ..*it }).collect();
                    self.analysis.assume(&opposite);
                }
                _ => self.analysis.assume_something(place),
            }
            self.analysis.pending.extend(run.jumps.into_iter().map(|it| (it.0, cause.clone())));
        }
        let values = run.done.into_iter().map(|it| it.0).collect();
        Ok(self.join(cause, values))
    }

    /// One of two values; it is known if they are one.
    pub fn join_values(&mut self, a: Value, b: Value) -> Value {
        let nothing = Unknown { ty: Type::Any, origin: Origin::Failure };
        let cause = self.analysis.hidden_in(&a).or_else(|| self.analysis.hidden_in(&b)).map_or(nothing, |it| (*it).clone());
        self.join(&cause, vec![a, b])
    }

    /// One of these values.
    pub fn join(&mut self, cause: &Unknown, values: Vec<Value>) -> Value {
        let mut different: Vec<Value> = Vec::new();
        for value in values {
            if !different.contains(&value) {
                different.push(value);
            }
        }
        if different.len() <= 1 {
            return different.pop().unwrap_or_else(|| because(cause, Type::Any));
        }
        let exact = different.len() <= MOST_VALUES;
        let types = different.iter().map(|it| type_of(it, exact)).collect();
        because(cause, Type::variant(types).normalize())
    }
}

/// An unknown value that is the number of the arm that is taken. Arms of many options exclude each other by it: that each is none of
/// those before it would be as many answers, of which each is compared with all others.
struct Choice(Option<Arc<Unknown>>);

impl Choice {
    fn new(entries: &[(Vec<NodeId>, Option<NodeId>)]) -> Choice {
        let count: usize = entries.iter().map(|it| it.0.len()).sum();
        Choice((count > MOST_OPTIONS).then(|| Arc::new(Unknown { ty: Type::Any, origin: Origin::Failure })))
    }

    /// The answer that this arm is taken; none if there are few options.
    fn answer(&self, arm: usize, conditions: &mut Conditions, place: &Place) -> Option<Answer> {
        let number = Value::Integer(i64::try_from(arm).ok()?);
        let decision = conditions.is(self.0.as_ref()?, How::Equals, &number, || place.clone());
        Some(Answer { decision, yes: true })
    }
}

enum Options {
    One(Option<NodeId>),
    Many(Vec<Arm>),
}

/// Results of the arms.
#[derive(Default)]
struct Run {
    done: Vec<(Value, Vec<Option<Value>>)>,
    failed: Option<(Failure, crate::analysis::Path)>,
    excluded: Vec<Vec<Vec<Answer>>>,
    jumps: Vec<(Failure, Vec<Vec<Answer>>)>,
    /// Arms that went on have arms that did not.
    jumped: bool,
}

/// Whether the last answer of an alternative implies all the others: a value that is one thing is no other.
fn is_one(answers: &[Answer], doubt: &crate::analysis::Analysis) -> bool {
    let Some((last, others)) = answers.split_last() else { return false };
    last.yes && others.iter().all(|it| doubt.conditions.answered(*it, &[*last]) == Holds::Yes)
}

/// Whether an option may be taken, by the type of what is tested.
fn may_match(subject: &Arc<Unknown>, how: How, value: &Value) -> Tri {
    let is = |ty: &Type| ty.may_be_instance(&Value::Unknown(subject.clone()));
    match (how, value) {
        (How::Matches, Value::Type(ty)) => is(ty),
        (How::Matches, _) => {
            if is(&Type::String(Size::ANY)) == Tri::No {
                Tri::No
            } else {
                Tri::Maybe
            }
        }
        (How::Equals, Value::String(text)) => match subject.ty.resolved() {
            Type::Enum(all, _) if !all.is_empty() && !all.iter().any(|it| ops::equals(&Value::String(it.clone()), value)) => Tri::No,
            Type::StringValue(it) => Tri::from(ops::equals(&Value::String(it.clone()), &Value::String(text.clone()))),
            _ => {
                if is(&Type::String(Size::ANY)) == Tri::No {
                    Tri::No
                } else {
                    Tri::Maybe
                }
            }
        },
        (How::Equals, Value::Integer(_) | Value::Float(_)) => {
            if is(&Type::Numeric) == Tri::No {
                Tri::No
            } else {
                Tri::Maybe
            }
        }
        (How::Equals, Value::Boolean(it)) => is(&Type::Boolean(Some(*it))),
        (How::Equals, Value::Undef) => is(&Type::Undef),
        _ => Tri::Maybe,
    }
}

/// Whether a body assigns a variable in the scope that it is run in.
pub fn assigns(program: &Program, body: NodeId, variable: &str) -> bool {
    let mut names = Vec::new();
    assigned(program, body, &mut names);
    names.iter().any(|it| **it == *variable)
}

/// The variables that a body assigns in the scope that it is run in.
fn assigned(program: &Program, body: NodeId, names: &mut Vec<Str>) {
    let mut waiting = vec![body];
    let mut targets = Vec::new();
    while let Some(node) = waiting.pop() {
        match program.data(node) {
            Data::Assignment { left, .. } => targets.push(*left),
            Data::Lambda { .. } | Data::Definition { .. } | Data::NodeDefinition { .. } => continue,
            _ => {}
        }
        program.model.children(node, &mut waiting);
    }
    while let Some(target) = targets.pop() {
        match program.data(target) {
            Data::Variable { expr } => {
                if let Value::String(name) = program.constant(*expr)
                    && !names.contains(&name)
                {
                    names.push(name);
                }
            }
            Data::List { values } => targets.extend(values.iter().copied()),
            _ => {}
        }
    }
}
