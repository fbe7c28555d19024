//! Unknown values: where they decide which states exist and how they depend on each other, nothing is decided.

use crate::high::{Body, High};
use crate::place::Span;
use crate::problem::{Finding, Problem};
use crate::requisite::{is_requisite, is_requisite_in};
use crate::value::{Heap, Id, Str, Value};

/// Returns the places that would have to be known, and whether other arguments are unknown.
pub fn find(heap: &Heap, high: &High) -> (Vec<Finding>, bool) {
    let mut finder = Finder { heap, findings: Vec::new(), has_other: false };
    for (_, body) in high.bodies() {
        finder.body(body);
    }
    for (_, body) in &high.extend {
        finder.body(body);
    }
    for item in high.exclude.iter().filter(|it| heap.has_unknown(**it)) {
        finder.find(&"".into(), heap.place(*item));
    }
    (finder.findings, finder.has_other)
}

struct Finder<'h> {
    heap: &'h Heap,
    findings: Vec<Finding>,
    has_other: bool,
}

impl Finder<'_> {
    fn find(&mut self, sls: &Str, at: Span) {
        self.findings.push(Finding::new(Problem::unknown(sls), at));
    }

    fn body(&mut self, body: &Body) {
        let sls = body.sls();
        for module in body.modules.values() {
            match self.heap.get(module.value) {
                Value::Unknown => self.find(&sls, module.at),
                Value::List(arguments) => arguments.iter().for_each(|it| self.argument(&sls, *it)),
                _ => {}
            }
        }
    }

    fn argument(&mut self, sls: &Str, argument: Id) {
        match self.heap.get(argument) {
            // It might be the function.
            Value::Unknown => self.find(sls, self.heap.place(argument)),
            Value::Map(map) => {
                for (key, slot) in map.iter().filter(|(_, slot)| self.heap.has_unknown(slot.value)) {
                    let decides =
                        |it: &str| matches!(it, "name" | "names" | "order" | "listen_in") || is_requisite(it) || is_requisite_in(it);
                    if key.as_str().is_some_and(decides) {
                        self.find(sls, slot.key);
                    } else {
                        self.has_other = true;
                    }
                }
            }
            _ => {}
        }
    }
}
