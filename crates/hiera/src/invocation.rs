//! State that a lookup passes to all lookups in it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use functions::{ErrorKind as FailureKind, Failure};
use values::{Hash, Value};

use crate::error::{Error, ErrorKind, Found, Stop};
use crate::explain::{Explainer, What};
use crate::key::{Key, Segment};

/// Lookups in interpolations in lookups: no data has as many.
const MAX_NAMES: usize = 60;

/// A variable that a configuration depends on: as it was written, its first part, what is dug out of it, and what it was.
pub(crate) type Remembered = (String, String, Vec<Segment>, Option<Value>);

pub(crate) struct Invocation {
    names: Mutex<Vec<String>>,
    pub overrides: Arc<Hash>,
    pub defaults: Arc<Hash>,
    pub explainer: Option<Arc<Mutex<Explainer>>>,
    /// Called by one of the functions `hiera…`.
    pub hiera_call: bool,
    pub global_only: bool,
    /// Paths that are looked into before those of a configuration of version 3.
    pub paths_first: Arc<Vec<String>>,
    /// For a configuration of version 3, which knows some variables more.
    pub of_version_3: bool,
    /// For a configuration: the variables that it reads.
    pub reads: Option<Mutex<Vec<Remembered>>>,
    /// Variables of this lookup alone.
    pub locals: Mutex<Vec<(String, Value)>>,
    /// A missing variable is only a warning.
    pub lenient: AtomicBool,
    top: Mutex<Option<(String, Option<String>)>>,
    /// Elements of a list that is not known as a whole.
    certain: Mutex<Vec<Value>>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Invocation {
    pub fn new(parent: Option<&Invocation>, overrides: Arc<Hash>, defaults: Arc<Hash>) -> Invocation {
        Invocation {
            names: Mutex::new(parent.map(|it| lock(&it.names).clone()).unwrap_or_default()),
            overrides,
            defaults,
            explainer: parent.and_then(|it| it.explainer.clone()),
            hiera_call: parent.is_some_and(|it| it.hiera_call),
            global_only: parent.is_some_and(|it| it.global_only),
            paths_first: parent.map(|it| it.paths_first.clone()).unwrap_or_default(),
            of_version_3: parent.is_some_and(|it| it.of_version_3),
            reads: None,
            locals: Mutex::default(),
            lenient: AtomicBool::new(false),
            top: Mutex::new(None),
            certain: Mutex::default(),
        }
    }

    /// Notes what is in the result of a merge that is not known as a whole.
    pub fn note_certain(&self, value: Value) {
        lock(&self.certain).push(value);
    }

    pub fn take_certain(&self) -> Vec<Value> {
        std::mem::take(&mut *lock(&self.certain))
    }

    /// One that remembers the variables that a configuration reads, and explains nothing of it.
    pub fn collecting(parent: Option<&Invocation>) -> Invocation {
        Invocation { reads: Some(Mutex::default()), explainer: None, ..Invocation::new(parent, Arc::default(), Arc::default()) }
    }

    pub fn is_lenient(&self) -> bool {
        self.lenient.load(Ordering::Relaxed)
    }

    /// Does something in which missing variables are only warnings.
    pub fn leniently<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.lenient.swap(true, Ordering::Relaxed);
        let result = work();
        self.lenient.store(before, Ordering::Relaxed);
        result
    }

    pub fn set_top(&self, key: &Key, module: Option<&str>) {
        *lock(&self.top) = Some((key.text.clone(), module.map(str::to_owned)));
    }

    pub fn top_key(&self) -> String {
        lock(&self.top).as_ref().map(|it| it.0.clone()).unwrap_or_default()
    }

    pub fn module(&self) -> Option<String> {
        lock(&self.top).as_ref().and_then(|it| it.1.clone())
    }

    /// Does something while a name is being looked up; the same name again within it would have no end.
    pub fn check<T>(&self, name: &str, work: impl FnOnce() -> Found<T>) -> Found<T> {
        {
            let mut names = lock(&self.names);
            if names.iter().any(|it| it == name) || names.len() >= MAX_NAMES {
                return Err(Error::recursive(&names).into());
            }
            names.push(name.to_owned());
        }
        let result = work();
        lock(&self.names).pop();
        result.map_err(|stop| match stop {
            Stop::Fail(error) if is_of_puppet(&error) => {
                let text = error.to_string();
                error.reworded(ErrorKind::Lookup, text).into()
            }
            stop => stop,
        })
    }

    /// Does something as a part of the explanation.
    pub fn with<T>(&self, what: impl FnOnce() -> What, work: impl FnOnce() -> T) -> T {
        let Some(explainer) = &self.explainer else { return work() };
        lock(explainer).push(what());
        let result = work();
        lock(explainer).pop();
        result
    }

    pub fn explain(&self, tell: impl FnOnce(&mut Explainer)) {
        if let Some(explainer) = &self.explainer {
            tell(&mut lock(explainer));
        }
    }

    pub fn only_options(&self) -> bool {
        self.explainer.as_ref().is_some_and(|it| lock(it).only_options)
    }
}

/// Errors of Puppet, but not those of a lookup.
fn is_of_puppet(error: &Error) -> bool {
    match &error.kind {
        ErrorKind::Puppet => true,
        ErrorKind::Raised(failure) => {
            matches!(&**failure, Failure::Error(error) if matches!(error.kind, FailureKind::Placed { .. } | FailureKind::Puppet))
        }
        _ => false,
    }
}
