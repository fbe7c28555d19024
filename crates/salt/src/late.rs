//! Requisites that fail only at the end of a run, and those that name nothing.

use rustc_hash::FxHashSet;

use crate::advice::{Advice, Dropped};
use crate::chunk::{Chunk, written};
use crate::compile::{Compiled, Options};
use crate::place::Span;
use crate::problem::{Crash, Finding, Problem};
use crate::requisite::Kind;
use crate::value::{Heap, Items, Key, Str, Value};

/// Adds to the notes what is wrong with the requisites of states that are otherwise in order.
pub fn find(compiled: &mut Compiled, options: &Options) {
    let mut finder = Finder { compiled, notes: Vec::new(), named: None };
    for chunk in &compiled.chunks {
        for kind in Kind::ORDERING.into_iter().filter(|it| !options.is_disabled(it.name())) {
            finder.nameless(chunk, kind.name());
        }
        finder.listen(chunk);
    }
    let notes = finder.notes;
    compiled.notes.extend(notes);
}

struct Finder<'c> {
    compiled: &'c Compiled,
    notes: Vec<Finding>,
    /// Modules with the IDs and names of their states, and all of these for any module; made when first needed.
    named: Option<FxHashSet<(Str, Key)>>,
}

impl Finder<'_> {
    fn heap(&self) -> &Heap {
        &self.compiled.heap
    }

    fn items(&self, chunk: &Chunk, requisite: &str) -> Items {
        chunk.arg(requisite).and_then(|it| self.heap().list(it)).map(Items::from_slice).unwrap_or_default()
    }

    fn drop(&mut self, requisite: &str, target: Str, why: Dropped, at: Span) {
        let advice = Advice::Dropped { requisite: requisite.into(), target, why };
        self.notes.push(Finding::new(Problem::Advice(advice), at));
    }

    /// `- require: [pkg: ]` is read and means nothing.
    fn nameless(&mut self, chunk: &Chunk, requisite: &str) {
        for item in self.items(chunk, requisite) {
            let Some((module, slot)) = self.heap().first(item) else { continue };
            if matches!(self.heap().get(slot.value), Value::Null)
                && let Some(module) = module.as_str()
            {
                self.drop(requisite, module.into(), Dropped::NoName, slot.key);
            }
        }
    }

    /// Salt searches for targets of `listen` when all states have run, by module and exact name.
    fn listen(&mut self, chunk: &Chunk) {
        for item in self.items(chunk, "listen") {
            let at = self.heap().place(item);
            match self.heap().get(item).clone() {
                Value::Str(name) if !self.has("", &Key::Str(name.clone())) => self.drop("listen", name, Dropped::NoState, at),
                Value::Map(map) => {
                    for (module, slot) in &map {
                        if let (Some(module), Some(target)) = (module.as_str(), self.heap().key(slot.value)) {
                            self.listened(chunk, module, &target, at);
                        }
                    }
                }
                _ => {}
            }
        }
        for item in self.items(chunk, "listen_in") {
            let at = self.heap().place(item);
            match self.heap().get(item).clone() {
                Value::Str(_) => self.notes.push(Finding::new(Problem::Crash { what: Crash::Listener }, at)),
                Value::Map(map) => {
                    for (module, slot) in &map {
                        if let (Some(module), Some(target)) = (module.as_str(), self.heap().key(slot.value))
                            && !self.has(module, &target)
                        {
                            self.drop("listen_in", written(self.heap(), item), Dropped::NoState, at);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn listened(&mut self, chunk: &Chunk, module: &str, target: &Key, at: Span) {
        if self.has(module, target) {
            return;
        }
        let problem = Problem::MissingTarget {
            kind: Kind::Listen,
            module: module.into(),
            target: crate::python::shared_key_text(target),
            name: chunk.name_text(),
            sls: chunk.sls.clone().unwrap_or_default(),
        };
        self.notes.push(Finding { problem, at, related: vec![chunk.at] });
    }

    fn has(&mut self, module: &str, target: &Key) -> bool {
        let chunks = &self.compiled.chunks;
        let named = self.named.get_or_insert_with(|| {
            let names = |it: &Chunk| [Key::Str(it.id.clone()), it.name.clone()];
            let modules = |it: &Chunk| [it.state.clone(), Str::from("")];
            let of = |it| modules(it).into_iter().flat_map(move |module| names(it).map(|name| (module.clone(), name)));
            chunks.iter().flat_map(of).collect()
        });
        // Salt finds a state by the name of its module, too.
        target.is(module) && chunks.iter().any(|it| *it.state == *module) || named.contains(&(module.into(), target.clone()))
    }
}

#[cfg(test)]
mod tests {
    use crate::advice::tests::check;

    #[test]
    fn requisites_of_others_that_are_ignored() {
        let text = "x:\n  test.nop:\n    - require_in: y\n    - watch_in: 5\n    - require_in:\n      - ghost\n      - sls: ghost\n      - {test: y, id: z}\n\
                    y:\n  test.nop: []\nz:\n  test.nop: []\n";
        check(
            text,
            &[
                "require_in: `require_in: y` is ignored: it is no list",
                "watch_in: `watch_in: 5` is ignored: it is no list",
                "ghost: `require_in` of `ghost` is ignored: no state is meant",
                "sls: ghost: `require_in` of `sls: ghost` is ignored: no state is meant",
                "id: `require_in` of `id: z` is ignored: only the first pair of an item counts",
            ],
        );
        let used = "x:\n  test.nop:\n    - use:\n      - ghost\n      - test: ghost\n    - use_in:\n      - test: ghost\n";
        check(
            used,
            &[
                "ghost: `use` of `ghost` is ignored: no state is meant",
                "test: ghost: `use` of `test: ghost` is ignored: no state is meant",
                "test: ghost: `use_in` of `test: ghost` is ignored: no state is meant",
            ],
        );
        check(
            "x:\n  test.nop:\n    - require_in: [y, n, {test: z}]\n    - use: [y, {test: z}]\ny:\n  test.nop: []\nz:\n  test.nop: [name: n]\n",
            &[],
        );
    }

    #[test]
    fn an_unknown_argument_may_be_what_a_use_names() {
        let text = |requisite: &str| {
            format!("x:\n  test.nop:\n    - {requisite}: [test: ghost]\ny:\n  test.nop:\n    - foo: {{{{ salt['cmd.run']('x') }}}}\n")
        };
        check(&text("use"), &[]);
        check(&text("use").replace("test: ghost", "sls: ghost"), &[]);
        let ignored = "ghost: `require_in` of `ghost` is ignored: no state is meant";
        check(&text("require_in").replace("test: ghost", "ghost"), &[ignored]);
    }

    #[test]
    fn a_requisite_that_another_replaces() {
        let text = |second: &str| {
            format!("x:\n  test.nop:\n    - require: [test: y]\n    - require: [{second}]\ny:\n  test.nop: []\nz:\n  test.nop: []\n")
        };
        let lost = "require: `require` of `test: y` is ignored: a second `require` replaces the first one";
        check(&text("test: z"), &[lost]);
        check(&text("test: z, test: y").replace("test: z, ", "z, {test: y}, ").replace(", test: y]", "]"), &[]);
        check("x:\n  test.nop:\n    - require_in: [test: y]\n    - require_in: [test: z]\ny:\n  test.nop: []\nz:\n  test.nop: []\n", &[]);
    }

    #[test]
    fn a_module_without_a_name() {
        let text = "x:\n  test.nop:\n    - require:\n      - test:\n      - test: y\ny:\n  test.nop: []\n";
        check(text, &["test: `require` of `test` is ignored: it names no state"]);
    }

    #[test]
    fn listening_to_nothing() {
        let text = "x:\n  test.nop:\n    - listen:\n      - ghost\n      - test: ghost\n      - id: x\n      - sls: a\n      - test: x\n    - listen_in:\n      \
                    - test: ghost\n      - x\n";
        check(
            text,
            &[
                "ghost: `listen` of `ghost` is ignored: no state is meant",
                "test: ghost: Referenced state test: ghost does not exist",
                "id: x: Referenced state id: x does not exist",
                "sls: a: Referenced state sls: a does not exist",
                "test: ghost: `listen_in` of `test: ghost` is ignored: no state is meant",
                "x: Salt's compiler fails with a Python exception here: `listen_in` needs the module of the state",
            ],
        );
    }
}
