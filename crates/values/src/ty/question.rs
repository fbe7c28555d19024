//! Questions about types that come up inside of other questions.
//!
//! Whether `Init[T]` accepts something depends on what `T.new` accepts, which depends on the types of the attributes of `T`, which
//! may be `Init[T]`. Each of these questions counts its own depth and steps, so all that are asked inside of one share a limit, too.

use std::cell::{Cell, RefCell};

use super::{ObjectType, Type};
use crate::Value;

/// More questions inside of each other are answered in the negative.
const MOST_NESTED: u32 = 300;

/// More steps are not taken for one question and all that it asks.
const MOST_STEPS: u32 = 20_000_000;

/// Free stack below which no question is begun.
const RED_ZONE: usize = 512 << 10;
const NEW_STACK: usize = 4 << 20;

/// Number of levels after which a question checks the stack.
pub(super) const EVERY: usize = 16;

/// Subject of a question about `Init[T]`.
#[derive(Clone, PartialEq)]
pub(super) enum About {
    Value(Value),
    Type(Type),
}

#[derive(Default)]
struct Asking {
    nested: Cell<u32>,
    steps: Cell<u32>,
    /// The types inside of `Init` that are being asked, and about what.
    inits: RefCell<Vec<(*const Type, About)>>,
    /// Comparisons of objects inside of each other.
    compared: Cell<u32>,
    /// The objects whose constructors are being found out.
    objects: RefCell<Vec<*const ObjectType>>,
}

thread_local! {
    static ASKING: Asking = Asking::default();
}

/// Undoes what was noted, also where the question ends in a panic.
struct Undo<F: FnMut()>(F);

impl<F: FnMut()> Drop for Undo<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Runs one level of a walk over types or values with enough stack for it.
pub(crate) fn with_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, NEW_STACK, run)
}

/// Answers a question that may come up in itself. `otherwise` is the answer where too many are nested.
pub(super) fn ask<T>(otherwise: T, run: impl FnOnce() -> T) -> T {
    let nested = ASKING.with(|it| it.nested.get());
    if nested >= MOST_NESTED {
        return otherwise;
    }
    ASKING.with(|it| {
        if nested == 0 {
            it.steps.set(0);
        }
        it.nested.set(nested + 1);
    });
    let _undo = Undo(|| ASKING.with(|it| it.nested.set(nested)));
    with_stack(run)
}

/// Counts one step of the question and of those around it. False where there were too many.
pub(super) fn step() -> bool {
    ASKING.with(|it| {
        let steps = it.steps.get().saturating_add(1);
        it.steps.set(steps);
        steps <= MOST_STEPS
    })
}

/// Asks `Init[inner]` about a value or type. None where exactly that is being asked already.
pub(super) fn ask_init<T>(inner: &Type, about: About, run: impl FnOnce() -> T) -> Option<T> {
    let question = (std::ptr::from_ref(inner), about);
    ASKING.with(|it| {
        let mut inits = it.inits.borrow_mut();
        if inits.contains(&question) {
            return None;
        }
        inits.push(question);
        Some(())
    })?;
    let _undo = Undo(|| {
        ASKING.with(|it| it.inits.borrow_mut().pop());
    });
    Some(run())
}

/// Finds out the constructors of an object. None where that is being found out already, as Puppet has it.
pub(super) fn ask_object<T>(object: &ObjectType, run: impl FnOnce() -> T) -> Option<T> {
    let this = std::ptr::from_ref(object);
    ASKING.with(|it| {
        let mut objects = it.objects.borrow_mut();
        if objects.contains(&this) {
            return None;
        }
        objects.push(this);
        Some(())
    })?;
    let _undo = Undo(|| {
        ASKING.with(|it| it.objects.borrow_mut().pop());
    });
    Some(run())
}

/// Objects are compared by all that they were made from this deep.
const MOST_COMPARED: u32 = 4;

/// Compares what two objects of the same name were made from. Each may be made from others twice, and these from others: named ones deep
/// inside are compared by name alone.
pub(super) fn compare_objects(is_nameless: bool, run: impl FnOnce() -> bool) -> bool {
    let compared = ASKING.with(|it| it.compared.get());
    if compared >= MOST_COMPARED && !is_nameless {
        return true;
    }
    ASKING.with(|it| it.compared.set(compared + 1));
    let _undo = Undo(|| ASKING.with(|it| it.compared.set(compared)));
    with_stack(run)
}
