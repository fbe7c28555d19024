//! Variables of classes and modules that calls assign: `@cache = {}` in a method of a module.
//!
//! Ruby keeps such a variable from one call to the next. Each call has classes of its own here: it may read what it has assigned itself. What
//! another call has assigned last is not known to it.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::ast::Name;

/// The variables that the calls of a program have assigned, shared by these calls.
#[derive(Clone, Debug, Default)]
pub struct Assigned(Rc<RefCell<Calls>>);

#[derive(Debug, Default)]
struct Calls {
    count: u64,
    /// The call that assigned a variable of a class last.
    last: FxHashMap<(Name, Name), u64>,
}

/// One call among them.
#[derive(Debug)]
pub struct Call {
    of: Assigned,
    number: u64,
}

impl Assigned {
    /// Begins a call.
    pub fn begin(&self) -> Call {
        let mut calls = self.0.borrow_mut();
        calls.count += 1;
        Call { of: self.clone(), number: calls.count }
    }
}

impl Call {
    pub(crate) fn assign(&self, class: &Name, name: &Name) {
        self.of.0.borrow_mut().last.insert((class.clone(), name.clone()), self.number);
    }

    /// Whether the value of a variable is that of another call.
    pub(crate) fn is_of_another(&self, class: &Name, name: &Name) -> bool {
        self.of.0.borrow().last.get(&(class.clone(), name.clone())).is_some_and(|it| *it != self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Plain;
    use crate::{Args, Heap, Limits, Outcome, Program, Ruby, Stop, Value};

    const FILE: &str = "module M
  @loaded = 1
  def self.set(value) = @value = value
  def self.both(value)
    @value = value
    @value + @loaded
  end
  def self.get = @value
  def self.loaded = @loaded
end
";

    /// Calls a method of the module, as a call of its own.
    fn called(assigned: &Assigned, method: &str, arguments: Vec<Value>) -> Outcome {
        let program = Program::parse(FILE, "m.rb").unwrap_or_else(|_| panic!("{FILE}"));
        let mut host = Plain::default();
        let mut ruby = Ruby::new(&mut host, Heap::default(), Limits::default(), 0);
        ruby.keeps = true;
        ruby.run_program(&program)?;
        ruby.call = Some(assigned.begin());
        let module = ruby.find_constant("M").unwrap_or(Value::Nil);
        ruby.send(&module, method, Args::new(arguments))
    }

    #[test]
    fn a_call_reads_what_it_has_assigned_alone() {
        let assigned = Assigned::default();
        let get = |method| called(&assigned, method, Vec::new());
        assert!(matches!(get("get"), Ok(Value::Nil)));
        assert!(matches!(called(&assigned, "both", vec![Value::Integer(2)]), Ok(Value::Integer(3))));
        assert!(matches!(called(&assigned, "both", vec![Value::Integer(4)]), Ok(Value::Integer(5))));
        assert!(matches!(get("get"), Err(Stop::NotCovered(_))));
        assert!(matches!(get("loaded"), Ok(Value::Integer(1))));
    }

    #[test]
    fn the_call_that_assigns_last_has_the_variable() {
        let assigned = Assigned::default();
        let (outer, inner) = (assigned.begin(), assigned.begin());
        let (class, name): (Name, Name) = ("M".into(), "@value".into());
        outer.assign(&class, &name);
        assert!(!outer.is_of_another(&class, &name) && inner.is_of_another(&class, &name));
        inner.assign(&class, &name);
        assert!(outer.is_of_another(&class, &name) && !inner.is_of_another(&class, &name));
    }
}
