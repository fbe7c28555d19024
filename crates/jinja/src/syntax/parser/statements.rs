//! Statements: tags with their bodies.

use std::rc::Rc;

use text_size::TextRange;

use super::expressions::TupleForm;
use super::{Outcome, Parser, Tok};
use crate::ast::{Block, Expr, ExprKind, For, Macro, Name, Stmt, StmtKind};
use crate::syntax::kind::SyntaxKind::*;
use crate::syntax::{ProblemKind, TagForm};
use crate::value::repr_str;

impl Parser<'_> {
    /// A statement whose `{%` comes next.
    pub(super) fn statement(&mut self, begin: Tok) -> Outcome<Stmt> {
        self.start(TAG);
        self.bump()?;
        let word = self.current();
        if word.kind != NAME {
            return self.fail("tag name expected", word.range());
        }
        let name = self.text_of(word);
        self.tags.push(name.to_owned());
        let kind = self.statement_named(name, word)?;
        self.tags.pop();
        let range = self.from(begin);
        // Statements without a body end here.
        if self.in_tag {
            self.end_of_tag()?;
        }
        let range = if has_body(&kind) { TextRange::new(range.start(), word.range().end()) } else { self.from(begin).cover(range) };
        Ok(Stmt { kind, range })
    }

    /// `%}`, which ends the node of the tag.
    fn end_of_tag(&mut self) -> Outcome<()> {
        if self.kind() != BLOCK_END {
            return self.unexpected(BLOCK_END.describe());
        }
        self.put_trivia();
        self.put();
        self.finish();
        Ok(())
    }

    fn unknown_tag(&mut self, name: Option<&str>, at: TextRange) -> Outcome<StmtKind> {
        let ends = ["else", "elif"];
        if !self.problems.is_empty() && name.is_some_and(|it| it.starts_with("end") || ends.contains(&it)) {
            // It belongs to a tag that could not be read.
            return Err(super::Stop);
        }
        let looking = self.end_tokens.last().map(|it| it.iter().map(|it| repr_str(it)).collect::<Vec<_>>().join(" or "));
        let mut message = match name {
            None => "Unexpected end of template.".to_owned(),
            Some(name) => format!("Encountered unknown tag {}.", repr_str(name)),
        };
        if let Some(looking) = looking {
            let nested = name.is_some_and(|name| self.end_tokens.iter().flatten().any(|it| it == name));
            message.push_str(&if nested {
                format!(" You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for {looking}.")
            } else {
                format!(" Jinja was looking for the following tags: {looking}.")
            });
        }
        if let Some(tag) = self.tags.last() {
            message.push_str(&format!(" The innermost block that needs to be closed is {}.", repr_str(tag)));
        }
        self.fail(message, at)
    }

    /// The body of a statement up to one of the end tags, whose word is read and returned.
    fn statements(&mut self, ends: &[&str]) -> Outcome<(Vec<Stmt>, Tok)> {
        self.skip_if(COLON)?;
        self.end_of_tag()?;
        let next = self.current();
        self.check(next)?;
        self.start(BODY);
        let mut body = Vec::new();
        let found = self.body(Some(ends), &mut body);
        if !found {
            self.end_tokens.push(ends.iter().map(|it| (*it).to_owned()).collect());
            // Jinja names the line where the last text or tag begins.
            let last = self.tokens.get(..self.next).unwrap_or(&[]).iter().rev().find(|it| it.end > it.start && !it.kind.is_trivia());
            let at = last.map_or(self.current().range(), |it| it.range());
            let stop = self.unknown_tag(None, at);
            self.end_tokens.pop();
            stop?;
        }
        // What a tag strips before it belongs to the body.
        self.put_trivia();
        self.finish();
        self.start(TAG);
        self.bump()?;
        let word = self.bump()?;
        Ok((body, word))
    }

    /// The only body of a statement.
    fn only_body(&mut self, end: &str) -> Outcome<Vec<Stmt>> {
        Ok(self.statements(&[end])?.0)
    }

    fn statement_named(&mut self, name: &str, word: Tok) -> Outcome<StmtKind> {
        match name {
            "for" => self.for_(),
            "if" => self.if_(),
            "block" => self.block(),
            "extends" => {
                self.bump()?;
                Ok(StmtKind::Extends(self.expression()?))
            }
            "print" => {
                self.bump()?;
                let mut items = Vec::new();
                while self.kind() != BLOCK_END {
                    if !items.is_empty() {
                        self.expect(COMMA)?;
                    }
                    items.push(self.expression()?);
                }
                Ok(StmtKind::Print(items))
            }
            "macro" => {
                self.bump()?;
                let name = self.assigned_name()?;
                let (parameters, defaults) = self.parameters()?;
                let body = self.only_body("endmacro")?;
                Ok(StmtKind::Macro(Rc::new(macro_of(Some(name), parameters, defaults, body))))
            }
            "include" => {
                self.bump()?;
                let template = self.expression()?;
                let ignore_missing = self.at_name("ignore") && self.look_is_name("missing")?;
                if ignore_missing {
                    self.bump()?;
                    self.bump()?;
                }
                let context = self.context(true)?;
                Ok(StmtKind::Include { template, ignore_missing, context })
            }
            "import" => {
                let (template, name, context) = self.import()?;
                Ok(StmtKind::Import { template, name, context })
            }
            "from" => self.import_names(),
            "set" => self.set(),
            "with" => {
                self.bump()?;
                let (mut targets, mut values) = (Vec::new(), Vec::new());
                while self.kind() != BLOCK_END {
                    if !targets.is_empty() {
                        self.expect(COMMA)?;
                    }
                    targets.push(self.assign_target(false)?);
                    self.expect(ASSIGN)?;
                    values.push(self.expression()?);
                }
                Ok(StmtKind::With { targets, values, body: self.only_body("endwith")? })
            }
            "autoescape" => {
                self.bump()?;
                let value = self.expression()?;
                Ok(StmtKind::Autoescape { value, body: self.only_body("endautoescape")? })
            }
            "call" => self.call_block(word),
            "filter" => {
                self.bump()?;
                let (start, mark) = (self.current(), self.mark());
                let filter = self.filter(None, start, mark)?;
                let filter = if self.kind() == PIPE { self.filters(Some(filter), start, mark)? } else { filter };
                Ok(StmtKind::FilterBlock { filter, body: self.only_body("endfilter")? })
            }
            "do" => {
                self.bump()?;
                Ok(StmtKind::Do(self.tuple(TupleForm::default())?))
            }
            "break" => {
                self.bump()?;
                Ok(StmtKind::Break)
            }
            "continue" => {
                self.bump()?;
                Ok(StmtKind::Continue)
            }
            _ => {
                let dialect = self.dialect;
                match dialect.tags.iter().find(|it| it.name == name) {
                    Some(tag) => self.tag_of_host(&tag.form),
                    None => {
                        self.tags.pop();
                        self.unknown_tag(Some(name), word.range())
                    }
                }
            }
        }
    }

    fn tag_of_host(&mut self, form: &TagForm) -> Outcome<StmtKind> {
        match form {
            TagForm::ImportThrough { filter } => {
                let (template, name, context) = self.import()?;
                Ok(StmtKind::ImportThrough { template, name, context, filter: Rc::from(filter.as_str()) })
            }
            TagForm::BlockThrough { filter, end } => {
                self.bump()?;
                self.expect_name("as")?;
                let target = self.assign_target(false)?;
                let body = self.only_body(end)?;
                Ok(StmtKind::BlockThrough { target, filter: Rc::from(filter.as_str()), body })
            }
            TagForm::Wrapped { end } => {
                self.bump()?;
                self.expect_name("as")?;
                let label = self.expression()?;
                Ok(StmtKind::Wrapped { label, body: self.only_body(end)? })
            }
        }
    }

    fn for_(&mut self) -> Outcome<StmtKind> {
        self.bump()?;
        let target = self.assign_target(false)?;
        self.expect_name("in")?;
        let iter = self.tuple(TupleForm { conditional: false, ..TupleForm::default() })?;
        let test = if self.skip_if_name("if")? { Some(self.expression()?) } else { None };
        let recursive = self.skip_if_name("recursive")?;
        let (body, word) = self.statements(&["endfor", "else"])?;
        let otherwise = if self.text_of(word) == "endfor" { vec![] } else { self.only_body("endfor")? };
        Ok(StmtKind::For(Rc::new(For { target, iter, test, recursive, body, otherwise })))
    }

    fn if_(&mut self) -> Outcome<StmtKind> {
        self.bump()?;
        let mut branches = Vec::new();
        loop {
            let test = self.tuple(TupleForm { conditional: false, ..TupleForm::default() })?;
            let (body, word) = self.statements(&["elif", "else", "endif"])?;
            branches.push((test, body));
            match self.text_of(word) {
                "elif" => {}
                "else" => return Ok(StmtKind::If { branches, otherwise: self.only_body("endif")? }),
                _ => return Ok(StmtKind::If { branches, otherwise: vec![] }),
            }
        }
    }

    fn set(&mut self) -> Outcome<StmtKind> {
        self.bump()?;
        let target = self.assign_target(true)?;
        if self.skip_if(ASSIGN)? {
            return Ok(StmtKind::Set { target, value: self.tuple(TupleForm::default())? });
        }
        let (start, mark) = (self.current(), self.mark());
        let filter = if self.kind() == PIPE { Some(self.filters(None, start, mark)?) } else { None };
        Ok(StmtKind::SetBlock { target, filter, body: self.only_body("endset")? })
    }

    fn block(&mut self) -> Outcome<StmtKind> {
        self.bump()?;
        let name = self.expect(NAME)?;
        let scoped = self.skip_if_name("scoped")?;
        let required = self.skip_if_name("required")?;
        if self.kind() == SUB {
            let range = self.current().range();
            return self.fail(
                "Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore instead.",
                range,
            );
        }
        let body = self.only_body("endblock")?;
        if required {
            let blank = |it: &Stmt| {
                let text = self.text.get(usize::from(it.range.start())..usize::from(it.range.end())).unwrap_or("");
                matches!(it.kind, StmtKind::Text) && text.chars().all(char::is_whitespace)
            };
            if !body.iter().all(blank) {
                let range = self.current().range();
                return self.fail("Required blocks can only contain comments or whitespace", range);
            }
        }
        let word_of_block = self.text_of(name);
        self.skip_if_name(word_of_block)?;
        Ok(StmtKind::Block(Rc::new(Block { name: self.name_of(name), scoped, required, body })))
    }

    fn context(&mut self, default: bool) -> Outcome<bool> {
        let with = self.at_name("with");
        if (with || self.at_name("without")) && self.look_is_name("context")? {
            self.bump()?;
            self.bump()?;
            return Ok(with);
        }
        Ok(default)
    }

    fn import(&mut self) -> Outcome<(Expr, Name, bool)> {
        self.bump()?;
        let template = self.expression()?;
        self.expect_name("as")?;
        let name = self.assigned_name()?;
        let context = self.context(false)?;
        Ok((template, name, context))
    }

    fn import_names(&mut self) -> Outcome<StmtKind> {
        self.bump()?;
        let template = self.expression()?;
        self.expect_name("import")?;
        let mut names = Vec::new();
        let mut context = None;
        loop {
            if !names.is_empty() {
                self.expect(COMMA)?;
            }
            if self.kind() != NAME {
                self.expect(NAME)?;
            }
            let is_context = |it: &mut Self| Ok((it.at_name("with") || it.at_name("without")) && it.look_is_name("context")?);
            if is_context(self)? {
                context = Some(self.context(false)?);
                break;
            }
            let token = self.current();
            let name = self.assigned_name()?;
            if name.starts_with('_') {
                let message = "names starting with an underline can not be imported";
                return self.refuse(ProblemKind::Assertion, message, token.range());
            }
            let alias = if self.skip_if_name("as")? { self.assigned_name()? } else { name.clone() };
            names.push((name, alias));
            if is_context(self)? {
                context = Some(self.context(false)?);
                break;
            }
            if self.kind() != COMMA {
                break;
            }
        }
        Ok(StmtKind::From { template, names, context: context.unwrap_or(false) })
    }

    fn parameters(&mut self) -> Outcome<(Vec<Name>, Vec<Expr>)> {
        let mark = self.mark();
        self.expect(L_PAREN)?;
        let (mut names, mut defaults) = (Vec::new(), Vec::new());
        while self.kind() != R_PAREN {
            if !names.is_empty() {
                self.expect(COMMA)?;
            }
            let name = self.assigned_name()?;
            if self.skip_if(ASSIGN)? {
                defaults.push(self.expression()?);
            } else if !defaults.is_empty() {
                let range = self.current().range();
                return self.fail("non-default argument follows default argument", range);
            }
            names.push(name);
        }
        self.expect(R_PAREN)?;
        self.wrap(mark, PARAMETERS);
        Ok((names, defaults))
    }

    fn call_block(&mut self, word: Tok) -> Outcome<StmtKind> {
        self.bump()?;
        let (parameters, defaults) = if self.kind() == L_PAREN { self.parameters()? } else { (vec![], vec![]) };
        let call = self.expression()?;
        if !matches!(call.kind, ExprKind::Call(..)) {
            return self.fail("expected call", word.range());
        }
        let body = self.only_body("endcall")?;
        Ok(StmtKind::Call { macro_: Rc::new(macro_of(None, parameters, defaults, body)), call })
    }

    fn assigned_name(&mut self) -> Outcome<Name> {
        let mark = self.mark();
        let token = self.expect(NAME)?;
        let name = self.text_of(token);
        if matches!(name, "true" | "false" | "none" | "True" | "False" | "None") {
            return self.fail("can't assign to 'name'", token.range());
        }
        self.wrap(mark, NAME_REF);
        Ok(Rc::from(name))
    }

    fn assign_target(&mut self, namespace: bool) -> Outcome<Expr> {
        let target = self.tuple(TupleForm { simplified: true, namespace, ..TupleForm::default() })?;
        match unassignable(&target) {
            None => Ok(target),
            Some(what) => self.fail(format!("can't assign to '{what}'"), target.range),
        }
    }
}

fn has_body(kind: &StmtKind) -> bool {
    !matches!(
        kind,
        StmtKind::Print(_)
            | StmtKind::Set { .. }
            | StmtKind::Import { .. }
            | StmtKind::From { .. }
            | StmtKind::Include { .. }
            | StmtKind::Extends(_)
            | StmtKind::Do(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::ImportThrough { .. }
    )
}

/// How Jinja calls what cannot be assigned to.
fn unassignable(target: &Expr) -> Option<&'static str> {
    match &target.kind {
        ExprKind::Name(_) | ExprKind::NamespaceRef(..) => None,
        ExprKind::Tuple(items) => items.iter().any(|it| unassignable(it).is_some()).then_some("tuple"),
        ExprKind::List(_) => Some("list"),
        ExprKind::Dict(_) => Some("dict"),
        _ => Some("const"),
    }
}

fn macro_of(name: Option<Name>, parameters: Vec<Name>, defaults: Vec<Expr>, body: Vec<Stmt>) -> Macro {
    let uses = |special: &str| crate::syntax::check::reads(&body, special) && !parameters.iter().any(|it| &**it == special);
    let (uses_varargs, uses_kwargs) = (uses("varargs"), uses("kwargs"));
    let uses_caller = crate::syntax::check::reads(&body, "caller");
    Macro { name, uses_varargs, uses_kwargs, uses_caller, parameters, defaults, body }
}
