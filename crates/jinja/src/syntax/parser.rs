//! Tokens to a tree and to what is evaluated, in the order in which Jinja reads, so that both refuse a text with the same words.

mod expressions;
mod statements;

use std::rc::Rc;

use rowan::GreenNodeBuilder;
use text_size::{TextRange, TextSize};

use expressions::TupleForm;

use super::kind::SyntaxKind::{self, *};
use super::lexer::{self, Tok};
use super::{Dialect, Parse, Problem, ProblemKind};
use crate::ast::{Expr, ExprKind, Stmt, StmtKind};

/// Expressions that are nested deeper are refused.
const MAX_HEIGHT: u32 = 300;
/// Statements that are nested deeper are refused.
const MAX_DEPTH: u32 = 100;

/// Reading of a tag ends; its problem is stored.
pub(super) struct Stop;

pub(super) type Outcome<T> = Result<T, Stop>;

pub(super) struct Parser<'a> {
    text: &'a str,
    dialect: &'a Dialect,
    tokens: Vec<Tok>,
    lexer_problems: Vec<Problem>,
    /// The next token to be put into the tree.
    next: usize,
    builder: GreenNodeBuilder<'static>,
    open: usize,
    in_tag: bool,
    problems: Vec<Problem>,
    end_tokens: Vec<Vec<String>>,
    tags: Vec<String>,
    depth: u32,
}

pub(super) fn parse(text: &str, dialect: &Dialect) -> Parse {
    let lexed = lexer::lex(text, dialect);
    let mut parser = Parser {
        text,
        dialect,
        tokens: lexed.tokens,
        lexer_problems: lexed.problems,
        next: 0,
        builder: GreenNodeBuilder::new(),
        open: 0,
        in_tag: false,
        problems: Vec::new(),
        end_tokens: Vec::new(),
        tags: Vec::new(),
        depth: 0,
    };
    parser.builder.start_node(rowan::SyntaxKind(TEMPLATE as u16));
    parser.open = 1;
    let mut body = Vec::new();
    while parser.next < parser.tokens.len() {
        let before = parser.next;
        parser.body(None, &mut body);
        if parser.next == before {
            parser.put();
        }
    }
    parser.close_to(0);
    Parse { green: parser.builder.finish(), problems: parser.problems, body }
}

impl<'a> Parser<'a> {
    /// The token that is read next, after white space and comments.
    fn current(&self) -> Tok {
        self.nth(0)
    }

    fn nth(&self, count: usize) -> Tok {
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let mut rest = self.tokens.get(self.next..).unwrap_or(&[]).iter().filter(|it| !it.kind.is_trivia());
        rest.nth(count).copied().unwrap_or(Tok { kind: EOF, start: end, end, problem: None })
    }

    fn kind(&self) -> SyntaxKind {
        self.current().kind
    }

    fn text_of(&self, token: Tok) -> &'a str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    fn at_name(&self, name: &str) -> bool {
        let token = self.current();
        token.kind == NAME && self.text_of(token) == name
    }

    /// Whether the token after the next one is a name. It is read for that, and may be none.
    fn look_is_name(&mut self, name: &str) -> Outcome<bool> {
        let token = self.nth(1);
        self.check(token)?;
        Ok(token.kind == NAME && self.text_of(token) == name)
    }

    fn start(&mut self, kind: SyntaxKind) {
        self.put_trivia();
        self.builder.start_node(rowan::SyntaxKind(kind as u16));
        self.open += 1;
    }

    fn mark(&mut self) -> rowan::Checkpoint {
        self.put_trivia();
        self.builder.checkpoint()
    }

    fn start_at(&mut self, mark: rowan::Checkpoint, kind: SyntaxKind) {
        self.builder.start_node_at(mark, rowan::SyntaxKind(kind as u16));
        self.open += 1;
    }

    fn finish(&mut self) {
        self.builder.finish_node();
        self.open -= 1;
    }

    fn close_to(&mut self, open: usize) {
        while self.open > open {
            self.finish();
        }
    }

    /// A node around what was read since the mark.
    fn wrap(&mut self, mark: rowan::Checkpoint, kind: SyntaxKind) {
        self.start_at(mark, kind);
        self.finish();
    }

    /// Puts the next token into the tree, whatever it is.
    fn put(&mut self) {
        let Some(token) = self.tokens.get(self.next).copied() else { return };
        self.next += 1;
        match token.kind {
            BLOCK_BEGIN | VARIABLE_BEGIN => self.in_tag = true,
            BLOCK_END | VARIABLE_END => self.in_tag = false,
            _ => {}
        }
        if token.start < token.end {
            self.builder.token(rowan::SyntaxKind(token.kind as u16), self.text_of(token));
        }
    }

    fn put_trivia(&mut self) {
        while self.tokens.get(self.next).is_some_and(|it| it.kind.is_trivia()) {
            self.put();
        }
    }

    fn fail<T>(&mut self, message: impl Into<String>, range: TextRange) -> Outcome<T> {
        self.refuse(ProblemKind::Syntax, message, range)
    }

    fn refuse<T>(&mut self, kind: ProblemKind, message: impl Into<String>, range: TextRange) -> Outcome<T> {
        self.problems.push(Problem { message: message.into(), range, kind });
        Err(Stop)
    }

    /// The lexer's problem, where the token is none.
    fn check(&mut self, token: Tok) -> Outcome<()> {
        if token.kind != ERROR {
            return Ok(());
        }
        let found = token.problem.and_then(|it| self.lexer_problems.get(it as usize)).cloned();
        match found {
            Some(it) => self.refuse(it.kind, it.message, token.range()),
            None => self.fail("unexpected text", token.range()),
        }
    }

    fn bump(&mut self) -> Outcome<Tok> {
        self.put_trivia();
        let token = self.current();
        self.put();
        let next = self.current();
        self.check(next)?;
        Ok(token)
    }

    fn describe(&self, token: Tok) -> String {
        if token.kind == NAME { self.text_of(token).to_owned() } else { token.kind.describe().to_owned() }
    }

    fn unexpected<T>(&mut self, expected: &str) -> Outcome<T> {
        let token = self.current();
        let expected = crate::value::repr_str(expected);
        if token.kind == EOF {
            return self.fail(format!("unexpected end of template, expected {expected}."), token.range());
        }
        let found = crate::value::repr_str(&self.describe(token));
        self.fail(format!("expected token {expected}, got {found}"), token.range())
    }

    fn expect(&mut self, kind: SyntaxKind) -> Outcome<Tok> {
        if self.kind() == kind { self.bump() } else { self.unexpected(kind.describe()) }
    }

    fn expect_name(&mut self, name: &str) -> Outcome<Tok> {
        if self.at_name(name) { self.bump() } else { self.unexpected(name) }
    }

    fn skip_if(&mut self, kind: SyntaxKind) -> Outcome<bool> {
        let found = self.kind() == kind;
        if found {
            self.bump()?;
        }
        Ok(found)
    }

    fn skip_if_name(&mut self, name: &str) -> Outcome<bool> {
        let found = self.at_name(name);
        if found {
            self.bump()?;
        }
        Ok(found)
    }

    fn from(&self, start: Tok) -> TextRange {
        let end = self.tokens.get(..self.next).unwrap_or(&[]).iter().rev().find(|it| !it.kind.is_trivia()).map_or(start.end, |it| it.end);
        TextRange::new(TextSize::new(start.start), TextSize::new(end.max(start.start)))
    }

    fn expr(&mut self, kind: ExprKind, range: TextRange) -> Outcome<Expr> {
        let mut expr = Expr { kind, range, height: 0 };
        expr.height = expr.children().iter().map(|it| it.height + 1).max().unwrap_or(0);
        if expr.height > MAX_HEIGHT {
            return self.fail("the expression is nested too deep", range);
        }
        Ok(expr)
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth >= MAX_DEPTH {
            let range = self.current().range();
            return self.fail("the template is nested too deep", range);
        }
        self.depth += 1;
        let read = stacker::maybe_grow(128 * 1024, 1024 * 1024, || read(self));
        self.depth -= 1;
        read
    }

    /// Statements up to one of the end tags (whose `{%` is then read), or up to the end.
    fn body(&mut self, ends: Option<&[&str]>, body: &mut Vec<Stmt>) -> bool {
        if let Some(ends) = ends {
            self.end_tokens.push(ends.iter().map(|it| (*it).to_owned()).collect());
        }
        let tags = self.tags.len();
        let found = loop {
            let open = self.open;
            let depth = self.depth;
            let next = self.next;
            match self.piece(ends, body) {
                Ok(Some(done)) => break done,
                Ok(None) => {}
                Err(Stop) => {
                    self.close_to(open);
                    self.depth = depth;
                    self.tags.truncate(tags);
                    if !self.in_tag && self.kind() == ERROR {
                        self.put_trivia();
                        self.put();
                    }
                    // What is nested too deep is refused before any of it is read.
                    if self.next == next && !self.in_tag && self.next < self.tokens.len() {
                        self.put_trivia();
                        self.put();
                    }
                    while self.in_tag && self.next < self.tokens.len() {
                        self.put();
                    }
                    self.in_tag = false;
                }
            }
        };
        if ends.is_some() {
            self.end_tokens.pop();
        }
        found
    }

    /// One text, output or statement; whether the body ends here.
    fn piece(&mut self, ends: Option<&[&str]>, body: &mut Vec<Stmt>) -> Outcome<Option<bool>> {
        let token = self.current();
        match token.kind {
            EOF => {
                self.put_trivia();
                Ok(Some(false))
            }
            TEXT => {
                self.bump()?;
                body.push(Stmt { kind: StmtKind::Text, range: token.range() });
                Ok(None)
            }
            VARIABLE_BEGIN => {
                self.start(OUTPUT);
                self.bump()?;
                let expr = self.tuple(TupleForm::default())?;
                if self.kind() != VARIABLE_END {
                    return self.unexpected(VARIABLE_END.describe());
                }
                self.put_trivia();
                self.put();
                self.finish();
                body.push(Stmt { kind: StmtKind::Print(vec![expr]), range: self.from(token) });
                let next = self.current();
                self.check(next)?;
                Ok(None)
            }
            BLOCK_BEGIN => {
                let word = self.nth(1);
                let name = if word.kind == NAME { self.text_of(word) } else { "" };
                if ends.is_some_and(|it| it.contains(&name)) {
                    return Ok(Some(true));
                }
                self.start(STATEMENT);
                let statement = self.deeper(|it| it.statement(token))?;
                self.finish();
                body.push(statement);
                let next = self.current();
                self.check(next)?;
                Ok(None)
            }
            _ => {
                self.check(token)?;
                self.fail(format!("unexpected {}", crate::value::repr_str(&self.describe(token))), token.range())
            }
        }
    }

    fn name_of(&self, token: Tok) -> Rc<str> {
        Rc::from(self.text_of(token))
    }
}
