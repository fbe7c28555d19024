//! Where names are looked up.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::{Renderer, Template};
use crate::ast::{Block, Name};
use crate::render::PlaceId;
use crate::value::{Dict, Key, Value};

/// Variables by their names.
pub(crate) type Names = IndexMap<Rc<str>, Value>;

/// The variables of a template that is rendered.
pub(crate) struct Context {
    /// Names from outside.
    pub(crate) outer: Rc<Names>,
    /// Variables that the template sets at its top.
    pub(crate) vars: Dict,
    /// Those of them that it imports, which a template that imports this one does not see.
    imported: RefCell<FxHashSet<Name>>,
    /// The blocks of the template and of those that it extends, the innermost first, each with its template.
    pub(crate) blocks: RefCell<Vec<(Rc<Block>, u32)>>,
    pub(crate) extended: Cell<bool>,
}

impl Context {
    pub(crate) fn new(template: &Rc<Template>, outer: Rc<Names>) -> Rc<Context> {
        let blocks = template.blocks.iter().map(|it| (it.clone(), template.index)).collect();
        Rc::new(Context {
            outer,
            vars: Dict::scope(),
            imported: RefCell::default(),
            blocks: RefCell::new(blocks),
            extended: Cell::new(false),
        })
    }

    /// Everything that a template sees, for another one.
    pub(crate) fn all(&self, frame: &Frame) -> Names {
        let mut all = (*self.outer).clone();
        let inward = frame.scopes().map(|it| &it.vars).collect::<Vec<_>>().into_iter().rev();
        for (name, value) in std::iter::once(&self.vars).chain(inward).flat_map(Dict::pairs) {
            if let Value::Str(name) = name {
                all.insert(Rc::from(&*name), value);
            }
        }
        all
    }

    pub(crate) fn get(&self, name: &str) -> Option<Value> {
        let own = self.vars.get_str(name);
        own.or_else(|| self.outer.get(name).cloned())
    }

    /// The variables that a template which imports this one does not see, besides those with an underscore.
    pub(crate) fn imported(&self) -> FxHashSet<Name> {
        self.imported.borrow().clone()
    }

    /// The n-th block of a name.
    pub(crate) fn block(&self, name: &str, depth: usize) -> Option<(Rc<Block>, u32)> {
        self.blocks.borrow().iter().filter(|it| &*it.0.name == name).nth(depth).cloned()
    }
}

pub(crate) struct Scope {
    vars: Dict,
    depth: u64,
    parent: Option<Rc<Scope>>,
}

/// Where a statement stands.
#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) file: u32,
    /// The call, include or import that led here.
    pub(crate) caller: Option<PlaceId>,
    pub(crate) scope: Option<Rc<Scope>>,
    pub(crate) context: Rc<Context>,
}

impl Frame {
    /// A scope within this one.
    pub(crate) fn inner(&self) -> Frame {
        let scope = Scope { vars: Dict::scope(), depth: self.depth() + 1, parent: self.scope.clone() };
        Frame { scope: Some(Rc::new(scope)), ..self.clone() }
    }

    /// Number of scopes around.
    fn depth(&self) -> u64 {
        self.scope.as_ref().map_or(0, |it| it.depth)
    }

    pub(crate) fn is_top(&self) -> bool {
        self.scope.is_none()
    }

    pub(crate) fn set(&self, name: &Name, value: Value) {
        if self.is_top() {
            self.context.imported.borrow_mut().remove(name);
        }
        let vars = self.scope.as_ref().map_or(&self.context.vars, |it| &it.vars);
        vars.edit(|it| it.insert(Key::text(name.clone()), value));
    }

    /// Sets a variable to what was imported.
    pub(crate) fn set_imported(&self, name: &Name, value: Value) {
        self.set(name, value);
        if self.is_top() {
            self.context.imported.borrow_mut().insert(name.clone());
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<Value> {
        self.scopes().find_map(|it| it.vars.get_str(name)).or_else(|| self.context.get(name))
    }

    /// The scopes around a statement, the innermost first.
    fn scopes(&self) -> impl Iterator<Item = &Scope> {
        std::iter::successors(self.scope.as_deref(), |it| it.parent.as_deref())
    }
}

impl Renderer<'_> {
    pub(crate) fn lookup(&mut self, frame: &Frame, name: &Name) -> Value {
        // Each scope around is asked; whether the budget is used up is checked by what is evaluated next.
        self.steps = self.steps.saturating_add(frame.depth() / 4);
        if let Some(value) = frame.get(name) {
            return value;
        }
        if let Some(value) = self.global(name) {
            return value;
        }
        match &**name {
            "self" => Value::Object(Rc::new(super::templates::SelfReference { frame: frame.clone() })),
            name => Value::undefined(format!("{} is undefined", crate::value::repr_str(name))),
        }
    }

    fn global(&mut self, name: &Name) -> Option<Value> {
        self.globals.get(name).cloned().or_else(|| self.host.global(name)).or_else(|| crate::globals::find(name))
    }
}
