//! Events to a rowan tree. White space and comments are put between the nodes that they stand between.

use std::cell::Cell;

use rowan::{GreenNode, GreenNodeBuilder, NodeCache};

use super::Event;
use super::marker::TOMBSTONE;
use crate::puppet::lexer::{Lexed, NO_HEREDOC, Tok};
use crate::{SyntaxKind, SyntaxKind::*};

struct Sink<'a, 'c> {
    text: &'a str,
    lexed: &'a Lexed,
    bodies: Vec<Option<Vec<Event>>>,
    builder: GreenNodeBuilder<'c>,
}

pub(super) fn build(text: &str, lexed: &Lexed, events: Vec<Event>, bodies: Vec<Option<Vec<Event>>>) -> GreenNode {
    let (mut cache, uses) = CACHE.take().unwrap_or_default();
    let mut sink = Sink { text, lexed, bodies, builder: GreenNodeBuilder::with_cache(&mut cache) };
    sink.builder.start_node(raw(SOURCE_FILE));
    sink.replay(&lexed.tokens, events);
    sink.builder.finish_node();
    let green = sink.builder.finish();
    let uses = uses + text.len();
    if uses < CACHED_TEXT {
        CACHE.set(Some((cache, uses)));
    }
    green
}

thread_local! {
    /// The tokens and small nodes that the last files of this thread had in common, and how much text they were made
    /// of: the next file finds its blanks, commas and arrows there.
    static CACHE: Cell<Option<(NodeCache, usize)>> = const { Cell::new(None) };
}

/// A cache that has seen so much text is dropped, so that it holds no more than that.
const CACHED_TEXT: usize = 256 << 10;

fn raw(kind: SyntaxKind) -> rowan::SyntaxKind {
    rowan::SyntaxKind(kind as u16)
}

impl Sink<'_, '_> {
    fn replay(&mut self, tokens: &[Tok], mut events: Vec<Event>) {
        let mut next = 0;
        let mut parents: Vec<SyntaxKind> = Vec::new();
        for i in 0..events.len() {
            match events.get(i).copied() {
                None | Some(Event::Start { kind: TOMBSTONE, parent: 0 }) => {}
                Some(Event::Start { kind, parent }) => {
                    let (mut at, mut kind, mut parent) = (i, kind, parent);
                    // The nodes around this one, innermost first; each is begun here and not where its event stands.
                    loop {
                        if kind != TOMBSTONE {
                            parents.push(kind);
                        }
                        if let Some(slot) = events.get_mut(at) {
                            *slot = Event::Start { kind: TOMBSTONE, parent: 0 };
                        }
                        if parent == 0 {
                            break;
                        }
                        at += parent as usize;
                        let Some(Event::Start { kind: k, parent: p }) = events.get(at).copied() else { break };
                        (kind, parent) = (k, p);
                    }
                    self.trivia(tokens, &mut next);
                    while let Some(kind) = parents.pop() {
                        self.builder.start_node(raw(kind));
                    }
                }
                Some(Event::Finish) => self.builder.finish_node(),
                Some(Event::Token) => {
                    self.trivia(tokens, &mut next);
                    if let Some(tok) = tokens.get(next) {
                        self.token(tok);
                        next += 1;
                    }
                }
            }
        }
        self.trivia(tokens, &mut next);
    }

    fn trivia(&mut self, tokens: &[Tok], next: &mut usize) {
        while let Some(tok) = tokens.get(*next).filter(|t| t.kind.is_trivia()) {
            if tok.kind == HEREDOC_BODY {
                self.body(tok);
            } else {
                self.token(tok);
            }
            *next += 1;
        }
    }

    fn token(&mut self, tok: &Tok) {
        self.builder.token(raw(tok.kind), self.text.get(tok.start as usize..tok.end as usize).unwrap_or(""));
    }

    fn body(&mut self, tok: &Tok) {
        let lexed = self.lexed;
        let heredoc = (tok.aux != NO_HEREDOC).then(|| lexed.heredocs.get(tok.aux as usize)).flatten();
        self.builder.start_node(raw(HEREDOC_BODY));
        match heredoc {
            Some(heredoc) => {
                let events = self.bodies.get_mut(tok.aux as usize).and_then(Option::take);
                match events {
                    Some(events) => self.replay(&heredoc.tokens, events),
                    // The grammar never came to the tag.
                    None => heredoc.tokens.iter().for_each(|t| self.token(t)),
                }
            }
            None => self.builder.token(raw(STRING_TEXT), self.text.get(tok.start as usize..tok.end as usize).unwrap_or("")),
        }
        self.builder.finish_node();
    }
}
