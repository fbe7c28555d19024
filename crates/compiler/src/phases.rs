//! The phases of a compilation, in Puppet's order.
//!
//! 1. The main manifest's statements, the node's, the classes that a classifier gives parameters to.
//! 2. Again and again until nothing changes: collectors, then what defined types and waiting classes declared so far hold.
//! 3. Arrows, overrides, tags of containers, checks of attributes, metaparameters handed down.
//! 4. Whether everything that is named is there.

mod classes;
mod deferred;
mod entry;
mod facts;
mod finish;
mod node;
mod overrides;
mod parameters;
mod remaining;
mod start;
mod table;
mod variants;

pub use entry::literal;
pub use facts::{added as facts_added, every_name as every_fact_name};

use crate::Entry;
use crate::compiler::{Compiler, Eval};
use crate::error::FrameKind;
use crate::ids::{ResId, ScopeId};
use crate::resource::Kind;
use crate::source::Program;
use functions::Failure;
use issue::{Ended, Issue, Place};
use std::sync::Arc;
use values::Value;

/// Passes over what is still to be evaluated, as Puppet counts them.
const MOST_PASSES: u32 = 1_000;

impl Compiler<'_> {
    pub fn phases(&mut self) -> Eval<()> {
        self.node_parameters();
        self.initial_resources()?;
        if let Some(pieces) = self.loaded.pieces.take() {
            for piece in pieces {
                let Some(program) = piece else { return Err(Failure::Cancelled) };
                self.main_body(&Arc::new(program))?;
            }
            return self.evaluate_after_manifests();
        }
        if self.request.behind_main {
            self.main_before_the_entry()?;
            return self.only_the_entry();
        }
        let programs = self.main_programs()?;
        let mut is_whole = self.sink.errors.is_empty();
        for program in &programs {
            let result = self.import(program, None);
            is_whole &= result.is_ok();
            self.recovered(result)?;
        }
        if !is_whole {
            // Without all definitions there is nothing to say about what uses them.
            return Ok(());
        }
        if self.request.entry != Entry::Site {
            self.leave_out_manifests(&programs);
            return self.only_the_entry();
        }
        for program in programs {
            // What defines nothing is dropped after its last statement.
            self.main_body(&program)?;
        }
        self.evaluate_after_manifests()
    }

    fn only_the_entry(&mut self) -> Eval<()> {
        let result = self.entry();
        self.recovered(result)?;
        self.generators()?;
        self.finish()?;
        self.check_remaining()
    }

    /// Evaluates the main manifest outside of nodes. Its unreadable parts and its errors are reported for itself: then its effects are
    /// unknown.
    fn main_before_the_entry(&mut self) -> Eval<()> {
        let programs = self.main_programs().unwrap_or_default();
        let is_sound = |it: &Arc<Program>| it.errors.is_empty();
        let (sound, torn): (Vec<_>, Vec<_>) = programs.into_iter().partition(is_sound);
        self.leave_out_manifests(&torn);
        for program in &sound {
            if let Err(failure) = self.import(program, None)
                && !matches!(failure, Failure::Error(_))
            {
                return Err(failure);
            }
        }
        let (errors, incomplete) = (self.sink.errors.len(), self.sink.incomplete);
        for program in &sound {
            let result = self.main_body(program);
            self.recovered(result)?;
        }
        if self.sink.errors.len() > errors && !self.main_has_the_entry()? {
            // They would hide what is wrong with the entry.
            self.sink.errors.truncate(errors);
            self.sink.unjudged.extend(self.draft.classes.iter().cloned());
            self.sink.incomplete = incomplete;
        }
        self.value = None;
        Ok(())
    }

    fn main_body(&mut self, program: &Arc<Program>) -> Eval<()> {
        self.stack.manifest = Some(program.clone());
        let result = match program.model.root {
            Some(root) => self.body(program, ScopeId::TOP, root),
            None => Ok(Value::Undef),
        };
        self.stack.manifest = None;
        self.value = Some(result?);
        Ok(())
    }

    fn evaluate_after_manifests(&mut self) -> Eval<()> {
        let result = self.node();
        self.recovered(result)?;
        self.classifier_classes()?;
        self.generators()?;
        self.finish()?;
        self.check_remaining()
    }

    fn generators(&mut self) -> Eval<()> {
        let mut passes = 0;
        loop {
            let mut changed = self.evaluate_collectors()?;
            let waiting: Vec<ResId> = self
                .draft
                .order
                .iter()
                .copied()
                .filter(|id| {
                    let resource = self.resource(*id);
                    !resource.evaluated && !resource.is_virtual && resource.kind != Kind::Native
                })
                .collect();
            changed |= !waiting.is_empty();
            for id in waiting {
                let before = self.sink.errors.len();
                let result = self.evaluate_resource(id);
                // What has no place of its own is wrong only where the resource is there.
                let path = self.analysis.path_of(self.resource(id).when);
                let outside = std::mem::replace(&mut self.analysis.path, path);
                let recovered = self.recovered(result);
                self.analysis.path = outside;
                recovered?;
                self.in_definition(id, before);
            }
            if !changed {
                return Ok(());
            }
            passes += 1;
            if passes > MOST_PASSES {
                return Err(self.bare(Issue::Ended(Ended::Passes), Place::default()));
            }
        }
    }

    /// An error from within a defined type, as Puppet reports it: at the place of the declaration, which is not where it is.
    fn in_definition(&mut self, id: ResId, before: usize) {
        if self.analysis.entry == Some(id) {
            return;
        }
        let place = self.resource(id).place.clone();
        for inner in self.sink.errors.iter_mut().skip(before) {
            inner.wrap(FrameKind::Resource, place.clone());
        }
        // Each instance of a defined type has the same mistakes.
        let new = self.sink.errors.split_off(before);
        for error in new {
            match self.sink.errors.iter_mut().find(|it| it.is_same_as(&error)) {
                Some(same) => same.condition = self.analysis.conditions.or(same.condition, error.condition),
                None => self.sink.errors.push(error),
            }
        }
    }
}
