//! Resources with Ruby providers: which Ruby runs them, and with which folders.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::Catalog;
use machine::real::ruby::{Providers, Ruby};
use providers::bridge::{Bridge, LogMessage, PROGRAM, Prepared, Setup, Shared, locked};
use providers::{Level, Sink};

use super::{Folders, now};

/// Paths that a run passes to Ruby.
pub struct Place<'a> {
    pub folders: &'a Folders,
    pub node: &'a str,
    pub environment: &'a str,
    pub modules: &'a [String],
}

/// How a catalog is applied, as far as providers see it.
#[derive(Clone, Copy)]
pub struct Manner {
    pub noop: bool,
    pub show_diff: bool,
}

/// The process that applies such resources; `patience` is how long it may take for one step.
pub fn bridge(providers: Providers, patience: Duration, place: &Place<'_>, manner: Manner, least: Level) -> Shared {
    let text = |folder: &Path| folder.to_string_lossy().into_owned();
    let folders = place.folders;
    let settings = [
        ("confdir", text(&folders.confdir)),
        ("codedir", text(&folders.code)),
        ("vardir", text(&folders.vardir)),
        ("libdir", text(&folders.lib)),
        ("logdir", text(&folders.log)),
        ("rundir", text(&folders.run)),
        ("certname", place.node.to_owned()),
    ];
    let setup = Setup {
        settings: settings.map(|(name, value)| (name.to_owned(), value)).into(),
        modules: place.modules.to_vec(),
        environment: place.environment.to_owned(),
        noop: manner.noop,
        show_diff: manner.show_diff,
        least: Some(least),
        patience,
    };
    Arc::new(Mutex::new(Bridge::new(Box::new(Ruby::new(providers, PROGRAM)), setup)))
}

/// Checks that Ruby makes of a catalog before it is ordered.
pub fn prepared(bridge: &Shared, catalog: &Catalog, sink: &mut dyn Sink) -> Prepared {
    locked(bridge).prepare(catalog, &mut tell_to(sink))
}

/// Ends it, and what providers do at the end.
pub fn finish(bridge: &Shared, sink: &mut dyn Sink) {
    locked(bridge).finish(&mut tell_to(sink));
}

/// Where its messages go.
pub fn tell_to(sink: &mut dyn Sink) -> impl FnMut(LogMessage) {
    |message| {
        if message.level >= sink.least() {
            sink.record(message.record(now()));
        }
    }
}
