//! One call of a state function, with what is asked before and after it.

use crate::checks;
use crate::error::StateError;
use crate::function::{Called, Cx, find};
use crate::journal::Watched;
use crate::low::Low;
use crate::python;
use crate::retry::Retry;
use crate::returned::{Outcome, Return};
use crate::run::Run;
use crate::shell::umask_of;
use jiff::Zoned;
use machine::System;
use salt::Release;

impl Run<'_> {
    /// Calls a state, again as long as it asks for that.
    pub(crate) fn call(&mut self, low: &Low) -> Return {
        let is_look = self.is_look(low);
        let mut ret = self.call_once(low);
        let Some(retry) = low.args.get("retry").map(Retry::new).filter(|_| !is_look && ret.start.is_some()) else { return ret };
        if self.options.test {
            ret.outcome.comment = format!("{}  {}", ret.outcome.comment, retry.foreseen());
            return ret;
        }
        let mut attempts = String::new();
        for attempt in 1..retry.attempts {
            if ret.result() == Some(retry.until) || self.system.interrupted().is_some() {
                break;
            }
            let (result, comment) = (python::result(ret.result()), &ret.outcome.comment);
            attempts += &format!("Attempt {attempt}: Returned a result of \"{result}\", with the following comment: \"{comment}\"\n");
            self.system.sleep(retry.interval);
            let next = self.call_once(low);
            let milliseconds = ret.milliseconds + next.milliseconds + retry.interval.as_secs_f64() * 1000.0;
            ret = Return { start: ret.start, milliseconds, ..next };
        }
        ret.outcome.comment.insert_str(0, &attempts);
        ret
    }

    fn call_once(&mut self, low: &Low) -> Return {
        let start = self.system.now();
        let (name, id, sls) = (low.name.clone(), Some(low.id.clone()), Some(low.sls.clone()));
        let problems = problems(low, self.compiled.release);
        if !problems.is_empty() {
            let outcome = Outcome::failed(problems.iter().map(|it| format!("{it}\n")).collect::<String>());
            let number = self.next_number();
            return Return { number, ..Return::new(name, outcome) };
        }
        let is_look = self.is_look(low);
        let outcome = self.outcome(low, self.options.test || is_look);
        if is_look {
            if let Some(look) = self.looks.get_mut(low.chunk) {
                *look = false;
            }
            return Return::new(name, outcome);
        }
        let number = self.next_number();
        let milliseconds = milliseconds(&start, self.system);
        let is_parallel = low.is_on("parallel", false);
        Return { name, outcome, has_run: true, number, id, sls, start: Some(start), milliseconds, is_parallel }
    }

    fn outcome(&mut self, low: &Low, test: bool) -> Outcome {
        let mut outcome = match self.called(low, test) {
            Ok(outcome) => outcome,
            // Salt checks nothing after an exception.
            Err(problem) => return Outcome::failed(format!("An exception occurred in this state: {problem}")),
        };
        if checks::has_check_cmd(low) {
            checks::check_cmd(low, self.system, &mut outcome);
        }
        outcome
    }

    fn called(&mut self, low: &Low, test: bool) -> Called {
        if let Some(outcome) = checks::skipped(low, self.system)? {
            return Ok(outcome);
        }
        let changed = self.changed(low);
        let function = find(&low.function()).ok_or_else(|| StateError::NotSupported { function: low.function() })?;
        let asks_for_packages = matches!(function.name, "pkg.installed" | "pkg.latest");
        let mut nothing = false;
        let owes_refresh = if asks_for_packages { self.owes_refresh.get_or_insert(true) } else { &mut nothing };
        let (files, hosts, lows) = (self.files, self.options.hosts.as_str(), self.lows.as_slice());
        let (release, accumulators) = (self.compiled.release, &mut self.accumulators);
        let changed = changed.as_slice();
        let mut call = |system: &mut dyn System| {
            (function.run)(&mut Cx { low, release, test, changed, files, hosts, lows, owes_refresh, accumulators, system })
        };
        let Some(journal) = self.journal.as_deref_mut().filter(|_| !test) else { return call(self.system) };
        journal.begin(low, self.system);
        let mut watched = Watched::new(self.system, journal);
        let called = call(&mut watched);
        journal.end(low, called.as_ref().ok(), self.system);
        called
    }

    /// The watched states that have changes, as `mod_watch` names them.
    fn changed(&self, low: &Low) -> Vec<String> {
        let watched = low.targets.iter().filter(|it| it.0 == salt::Kind::Watch).flat_map(|it| &it.1);
        let watched = watched.filter_map(|it| self.lows.get(*it));
        let changed = watched.filter(|it| self.running.get(&it.tag()).is_some_and(Return::has_changes));
        changed.map(|it| format!("{}: {}", it.state, it.id)).collect()
    }
}

/// Milliseconds from a moment until now.
pub(crate) fn milliseconds(start: &Zoned, system: &dyn System) -> f64 {
    let microseconds = start.timestamp().duration_until(system.moment()).as_micros().max(0);
    #[expect(clippy::cast_precision_loss, reason = "no run takes so long")]
    let microseconds = microseconds as f64;
    microseconds / 1000.0
}

/// Why a state cannot be called.
pub(crate) fn problems(low: &Low, release: Release) -> Vec<String> {
    let name = low.function();
    let signatures = salt::signatures::Signatures::for_release(release);
    let is_watch_without_own = low.fun == "mod_watch" && find(&name).is_none();
    if is_watch_without_own {
        return vec![format!("State '{name}' was not found in SLS '{}'", low.sls), format!("Reason: '{name}' is not available.")];
    }
    if let Some(umask) = low.args.get("umask").map(python::text).filter(|it| umask_of(it).is_none()) {
        return vec![format!("Invalid umask: {umask}")];
    }
    let Some(signature) = signatures.get(&name) else { return Vec::new() };
    let missing = signature.parameters.iter().filter(|it| !it.is_optional && it.name != "name" && !low.args.contains_key(it.name));
    missing.map(|it| format!("Missing parameter {} for state {name}", it.name)).collect()
}
