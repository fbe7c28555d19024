//! Evaluates texts with syntax errors, as they are while somebody types.
//!
//! Puppet uses nothing of such a text, and nor does a compilation. Who shows what is known while it is typed wants the rest of it:
//! the tree holds all that could be read, and what is missing from it is not known.

use std::sync::Arc;

use catalog::Condition;
use values::{Type, Value};

use crate::compiler::{Compiler, MOST_ERRORS};
use crate::source::Program;
use crate::unknowns::not_known;

impl Compiler<'_> {
    /// Whether a text has mistakes and is gone on with.
    pub fn is_torn(&self, program: &Program) -> bool {
        self.request.recovers && !program.errors.is_empty()
    }

    /// Notes that a text has mistakes, and says whether it is gone on with all the same. Its first mistake is reported once.
    pub fn goes_on_with(&mut self, program: &Arc<Program>) -> bool {
        self.sink.is_unread = true;
        if !self.request.recovers {
            return false;
        }
        self.sink.incomplete = true;
        self.analysis.may_lack_attributes = true;
        if let Some(first) = program.errors.first() {
            // It is wrong, however the text is reached.
            let mut error = crate::compiler::error_of_problem(program, first);
            error.condition = Condition::Always;
            if self.sink.errors.len() < MOST_ERRORS && !self.sink.errors.contains(&error) {
                self.sink.logs_before_error.get_or_insert(self.sink.logs.len());
                self.sink.errors.push(error);
            }
        }
        true
    }

    /// The value of what is not written: while a text is being typed it may become anything.
    pub fn nothing(&self, program: &Program) -> Value {
        if self.is_torn(program) { not_known(Type::Any) } else { Value::Undef }
    }
}
