//! Events to a tree. White space and comments are put between the nodes that they stand between.

use std::cell::Cell;

use rowan::{GreenNode, GreenNodeBuilder, NodeCache};

use super::Event;
use super::marker::TOMBSTONE;
use crate::puppet::flat::{self, Flat};
use crate::puppet::lexer::{Lexed, NO_HEREDOC, Tok};
use crate::{SyntaxKind, SyntaxKind::*};

/// Builder of a tree, from the outside in.
trait Build {
    fn start_node(&mut self, kind: SyntaxKind);
    /// A token that stands here in the text.
    fn token(&mut self, kind: SyntaxKind, text: &str, start: u32, end: u32);
    fn finish_node(&mut self);
}

impl Build for GreenNodeBuilder<'_> {
    fn start_node(&mut self, kind: SyntaxKind) {
        GreenNodeBuilder::start_node(self, raw(kind));
    }

    fn token(&mut self, kind: SyntaxKind, text: &str, start: u32, end: u32) {
        GreenNodeBuilder::token(self, raw(kind), text.get(start as usize..end as usize).unwrap_or(""));
    }

    fn finish_node(&mut self) {
        GreenNodeBuilder::finish_node(self);
    }
}

impl Build for flat::Builder {
    fn start_node(&mut self, kind: SyntaxKind) {
        flat::Builder::start_node(self, kind);
    }

    fn token(&mut self, kind: SyntaxKind, _text: &str, start: u32, end: u32) {
        flat::Builder::token(self, kind, end.saturating_sub(start));
    }

    fn finish_node(&mut self) {
        flat::Builder::finish_node(self);
    }
}

struct Sink<'a, B> {
    text: &'a str,
    lexed: &'a Lexed,
    bodies: Vec<Option<Vec<Event>>>,
    builder: B,
}

/// A tree that is kept.
pub(super) fn green(text: &str, lexed: &Lexed, events: Vec<Event>, bodies: Vec<Option<Vec<Event>>>) -> GreenNode {
    let (mut cache, uses) = CACHE.take().unwrap_or_default();
    let builder = GreenNodeBuilder::with_cache(&mut cache);
    let green = Sink { text, lexed, bodies, builder }.build(events).finish();
    let uses = uses + text.len();
    if uses < CACHED_TEXT {
        CACHE.set(Some((cache, uses)));
    }
    green
}

/// A tree that is read once.
pub(super) fn flat<'t>(text: &'t str, lexed: &Lexed, events: Vec<Event>, bodies: Vec<Option<Vec<Event>>>, keeps_trivia: bool) -> Flat<'t> {
    // Half of the events are the ends of nodes, which take no room.
    let builder = flat::Builder::new(events.len() / 2 + lexed.heredocs.len(), keeps_trivia);
    Sink { text, lexed, bodies, builder }.build(events).finish(text)
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

impl<B: Build> Sink<'_, B> {
    fn build(mut self, events: Vec<Event>) -> B {
        self.builder.start_node(SOURCE_FILE);
        self.replay(&self.lexed.tokens, events);
        self.builder.finish_node();
        self.builder
    }

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
                        self.builder.start_node(kind);
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

    /// A bracket that is missing in the text is a token without a width, which no tree has.
    fn token(&mut self, tok: &Tok) {
        if tok.start == tok.end && matches!(tok.kind, R_BRACE | R_PAREN | R_BRACK | COMMA) {
            return;
        }
        self.builder.token(tok.kind, self.text, tok.start, tok.end);
    }

    fn body(&mut self, tok: &Tok) {
        let lexed = self.lexed;
        let heredoc = (tok.aux != NO_HEREDOC).then(|| lexed.heredocs.get(tok.aux as usize)).flatten();
        self.builder.start_node(HEREDOC_BODY);
        match heredoc {
            Some(heredoc) => {
                let events = self.bodies.get_mut(tok.aux as usize).and_then(Option::take);
                match events {
                    Some(events) => self.replay(&heredoc.tokens, events),
                    // The grammar never came to the tag.
                    None => heredoc.tokens.iter().for_each(|t| self.token(t)),
                }
            }
            None => self.builder.token(STRING_TEXT, self.text, tok.start, tok.end),
        }
        self.builder.finish_node();
    }
}
