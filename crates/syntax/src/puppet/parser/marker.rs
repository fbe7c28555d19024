//! Markers: where a node begins and ends, decided after the fact.

use super::Parser;
use crate::SyntaxKind;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// A node begins. `parent` is the distance to a later event that begins the node around it, or 0.
    Start {
        kind: SyntaxKind,
        parent: u32,
    },
    Finish,
    Token,
}

/// A marker that was given up.
pub(crate) const TOMBSTONE: SyntaxKind = SyntaxKind::EOF;

/// A node that is open. It must be completed or abandoned.
#[must_use]
pub(crate) struct Marker {
    event: u32,
    offset: u32,
}

/// A node that is complete.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompletedMarker {
    event: u32,
    pub(crate) kind: SyntaxKind,
    pub(crate) height: u32,
    /// Where Puppet says that the expression is: for operators, at the operator.
    pub(crate) offset: u32,
}

impl Parser<'_> {
    pub(crate) fn start(&mut self) -> Marker {
        let event = u32::try_from(self.source.events.len()).unwrap_or(u32::MAX);
        let offset = self.offset();
        self.source.events.push(Event::Start { kind: TOMBSTONE, parent: 0 });
        self.heights.push(0);
        Marker { event, offset }
    }
}

impl Marker {
    pub(crate) fn complete(self, p: &mut Parser<'_>, kind: SyntaxKind) -> CompletedMarker {
        if let Some(Event::Start { kind: slot, .. }) = p.source.events.get_mut(self.event as usize) {
            *slot = kind;
        }
        p.source.events.push(Event::Finish);
        let height = p.heights.pop().unwrap_or(0) + 1;
        if let Some(parent) = p.heights.last_mut() {
            *parent = (*parent).max(height);
        }
        CompletedMarker { event: self.event, kind, height, offset: self.offset }
    }

    /// Leaves what was parsed where it is, without a node around it.
    pub(crate) fn abandon(self, p: &mut Parser<'_>) {
        let height = p.heights.pop().unwrap_or(0);
        if let Some(parent) = p.heights.last_mut() {
            *parent = (*parent).max(height);
        }
        if self.event as usize + 1 == p.source.events.len() {
            p.source.events.pop();
        }
    }
}

impl CompletedMarker {
    /// Opens a node around this one.
    pub(crate) fn precede(self, p: &mut Parser<'_>) -> Marker {
        let event = u32::try_from(p.source.events.len()).unwrap_or(u32::MAX);
        p.source.events.push(Event::Start { kind: TOMBSTONE, parent: 0 });
        if let Some(Event::Start { parent, .. }) = p.source.events.get_mut(self.event as usize) {
            *parent = event - self.event;
        }
        p.heights.push(self.height);
        Marker { event, offset: self.offset }
    }

    /// The same node, placed by Puppet at another offset.
    pub(crate) fn placed_at(self, offset: u32) -> CompletedMarker {
        CompletedMarker { offset, ..self }
    }
}
