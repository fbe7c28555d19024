//! One compilation from its beginning to its end.

use functions::Failure;
use issue::{Ended, Issue};

use crate::compiler::Compiler;
use crate::convert::Evaluated;
use crate::{CutShort, Outcome};

impl Compiler<'_> {
    /// Result without the catalog, and the evaluation from which a catalog can be made.
    pub fn run(mut self) -> (Outcome, Evaluated) {
        // What was left by an evaluation that broke off is not ours.
        values::regex::unfinished::take();
        let mut result = self.phases();
        if let (Ok(()), Some(error)) = (&result, values::regex::unfinished::take()) {
            result = Err(Issue::Ended(Ended::Match { subject: None, text: error.to_string() }).into());
        }
        let cancelled = matches!(result, Err(Failure::Cancelled));
        if let Err(failure) = result {
            let exhausted = self.budget.is_exhausted();
            let error = self.take_error(failure);
            if self.analysis.is_on() && exhausted {
                self.analysis.cut_short = Some(CutShort::Steps);
                self.sink.note_not_run(error);
            } else {
                self.sink.errors.push(error);
            }
        }
        let mut not_run = Vec::new();
        if self.analysis.is_on() {
            not_run = self.sink.take_not_run();
            self.settle();
        } else {
            self.sink.append_not_run();
        }
        if !self.analysis.is_on() && self.sink.errors.is_empty() {
            self.warn_of_titles();
        }
        let (collecting, virtuals) = (self.collecting(), self.virtuals());
        let evaluated = self.evaluated();
        let logs_before_error = self.sink.logs_before_error.unwrap_or(self.sink.logs.len());
        let errors = self.sink.errors;
        let outcome = Outcome {
            catalog: None,
            partial: None,
            errors_before_ruby: self.sink.errors_before_ruby.unwrap_or(errors.len()),
            errors,
            not_run,
            logs: self.sink.logs,
            logs_before_error,
            cancelled,
            is_unread: self.sink.is_unread,
            is_refused: self.analysis.has_refused(),
            value: self.value,
            outside: std::mem::take(&mut self.loaded.outside).into_iter().collect(),
            facts_read: self.analysis.fact_reads.finish(&self.request.facts),
            conditions: self.analysis.conditions.finished(),
            absent_modules: self.analysis.absent_modules.into_iter().collect(),
            cut_short: self.analysis.cut_short,
            unknown_titles: self.analysis.unknown_titles,
            unjudged: self.sink.unjudged,
            collecting,
            virtuals,
            rendered: self.sink.rendered,
            watched: self.analysis.watched.filter(|it| it.tells_of(&self.request.watch)),
        };
        (outcome, evaluated)
    }
}
