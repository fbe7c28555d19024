//! Expressions, with Jinja's order of precedence.

use std::rc::Rc;

use num_bigint::BigInt;

use super::{Outcome, Parser};
use crate::ast::{Arguments, Binary, Comparison, Expr, ExprKind};
use crate::syntax::kind::SyntaxKind::*;
use crate::syntax::text::unescape;
use crate::value::{Value, repr_str};

/// How a list of expressions without brackets is read.
#[derive(Clone, Copy)]
pub(super) struct TupleForm {
    pub(super) simplified: bool,
    pub(super) conditional: bool,
    pub(super) parentheses: bool,
    pub(super) namespace: bool,
}

impl Default for TupleForm {
    fn default() -> Self {
        TupleForm { simplified: false, conditional: true, parentheses: false, namespace: false }
    }
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Outcome<Expr> {
        self.deeper(Self::conditional)
    }

    fn conditional(&mut self) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let mut expr = self.or()?;
        while self.skip_if_name("if")? {
            let test = Box::new(self.or()?);
            let otherwise = if self.skip_if_name("else")? { Some(Box::new(self.deeper(Self::conditional)?)) } else { None };
            self.wrap(mark, CONDITIONAL);
            expr = self.expr(ExprKind::Conditional { test, then: Box::new(expr), otherwise }, self.from(start))?;
        }
        Ok(expr)
    }

    pub(super) fn or(&mut self) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let mut left = self.and()?;
        while self.skip_if_name("or")? {
            let right = self.and()?;
            self.wrap(mark, OR);
            left = self.expr(ExprKind::Or(Box::new(left), Box::new(right)), self.from(start))?;
        }
        Ok(left)
    }

    fn and(&mut self) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let mut left = self.not()?;
        while self.skip_if_name("and")? {
            let right = self.not()?;
            self.wrap(mark, AND);
            left = self.expr(ExprKind::And(Box::new(left), Box::new(right)), self.from(start))?;
        }
        Ok(left)
    }

    fn not(&mut self) -> Outcome<Expr> {
        if !self.at_name("not") {
            return self.compare();
        }
        let (start, mark) = (self.current(), self.mark());
        self.bump()?;
        let operand = self.deeper(Self::not)?;
        self.wrap(mark, NOT);
        self.expr(ExprKind::Not(Box::new(operand)), self.from(start))
    }

    fn compare(&mut self) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let first = self.sum()?;
        let mut others = Vec::new();
        loop {
            let comparison = match self.kind() {
                EQ => Comparison::Eq,
                NE => Comparison::Ne,
                LT => Comparison::Lt,
                LTEQ => Comparison::Le,
                GT => Comparison::Gt,
                GTEQ => Comparison::Ge,
                NAME if self.at_name("in") => Comparison::In,
                NAME if self.at_name("not") && self.look_is_name("in")? => {
                    self.bump()?;
                    Comparison::NotIn
                }
                _ => break,
            };
            self.bump()?;
            others.push((comparison, self.sum()?));
        }
        if others.is_empty() {
            return Ok(first);
        }
        self.wrap(mark, COMPARE);
        self.expr(ExprKind::Compare(Box::new(first), others), self.from(start))
    }

    fn sum(&mut self) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let mut left = self.concat()?;
        loop {
            let operator = match self.kind() {
                ADD => Binary::Add,
                SUB => Binary::Sub,
                _ => return Ok(left),
            };
            self.bump()?;
            let right = self.concat()?;
            self.wrap(mark, BINARY);
            left = self.expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), self.from(start))?;
        }
    }

    fn concat(&mut self) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let first = self.product()?;
        if self.kind() != TILDE {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.skip_if(TILDE)? {
            items.push(self.product()?);
        }
        self.wrap(mark, CONCAT);
        self.expr(ExprKind::Concat(items), self.from(start))
    }

    fn product(&mut self) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let mut left = self.power()?;
        loop {
            let operator = match self.kind() {
                MUL => Binary::Mul,
                DIV => Binary::Div,
                FLOORDIV => Binary::FloorDiv,
                MOD => Binary::Mod,
                _ => return Ok(left),
            };
            self.bump()?;
            let right = self.power()?;
            self.wrap(mark, BINARY);
            left = self.expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), self.from(start))?;
        }
    }

    fn power(&mut self) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let mut left = self.unary(true)?;
        while self.skip_if(POW)? {
            let right = self.unary(true)?;
            self.wrap(mark, BINARY);
            left = self.expr(ExprKind::Binary(Binary::Pow, Box::new(left), Box::new(right)), self.from(start))?;
        }
        Ok(left)
    }

    fn unary(&mut self, with_filter: bool) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let operator = start.kind;
        let mut expr = if matches!(operator, ADD | SUB) {
            self.bump()?;
            let operand = Box::new(self.deeper(|it| it.unary(false))?);
            self.wrap(mark, UNARY);
            self.expr(if operator == SUB { ExprKind::Neg(operand) } else { ExprKind::Pos(operand) }, self.from(start))?
        } else {
            self.primary(false)?
        };
        expr = self.postfix(expr, start, mark)?;
        if !with_filter {
            return Ok(expr);
        }
        loop {
            expr = match self.kind() {
                PIPE => self.filters(Some(expr), start, mark)?,
                NAME if self.at_name("is") => self.test(expr, start, mark)?,
                L_PAREN => self.call(expr, start, mark)?,
                _ => return Ok(expr),
            };
        }
    }

    fn postfix(&mut self, mut expr: Expr, start: super::Tok, mark: rowan::Checkpoint) -> Outcome<Expr> {
        loop {
            expr = match self.kind() {
                DOT => {
                    self.bump()?;
                    let attribute = self.current();
                    match attribute.kind {
                        NAME => {
                            self.bump()?;
                            self.wrap(mark, ATTRIBUTE);
                            self.expr(ExprKind::Attribute(Box::new(expr), self.name_of(attribute)), self.from(start))?
                        }
                        INTEGER => {
                            let value = integer(self.text_of(attribute));
                            self.bump()?;
                            self.wrap(mark, SUBSCRIPT);
                            let item = self.expr(ExprKind::Const(value), attribute.range())?;
                            self.expr(ExprKind::Item(Box::new(expr), Box::new(item)), self.from(start))?
                        }
                        _ => {
                            // Jinja has read one token more before it complains.
                            let after = self.nth(1);
                            self.check(after)?;
                            return self.fail("expected name or number", attribute.range());
                        }
                    }
                }
                L_BRACKET => {
                    let bracket = self.bump()?;
                    let mut items = Vec::new();
                    while self.kind() != R_BRACKET {
                        if !items.is_empty() {
                            self.expect(COMMA)?;
                        }
                        items.push(self.subscript()?);
                    }
                    self.expect(R_BRACKET)?;
                    self.wrap(mark, SUBSCRIPT);
                    let item = match items.len() {
                        1 => items.remove(0),
                        _ => self.expr(ExprKind::Tuple(items), self.from(bracket))?,
                    };
                    self.expr(ExprKind::Item(Box::new(expr), Box::new(item)), self.from(start))?
                }
                L_PAREN => self.call(expr, start, mark)?,
                _ => return Ok(expr),
            };
        }
    }

    fn subscript(&mut self) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let first = if self.kind() == COLON {
            None
        } else {
            let expr = self.expression()?;
            if self.kind() != COLON {
                return Ok(expr);
            }
            Some(Box::new(expr))
        };
        self.expect(COLON)?;
        let second = if matches!(self.kind(), COLON | R_BRACKET | COMMA) { None } else { Some(Box::new(self.expression()?)) };
        let mut third = None;
        if self.skip_if(COLON)? && !matches!(self.kind(), R_BRACKET | COMMA) {
            third = Some(Box::new(self.expression()?));
        }
        self.wrap(mark, SLICE);
        self.expr(ExprKind::Slice(first, second, third), self.from(start))
    }

    fn call(&mut self, callee: Expr, start: super::Tok, mark: rowan::Checkpoint) -> Outcome<Expr> {
        let arguments = self.arguments()?;
        self.wrap(mark, CALL);
        self.expr(ExprKind::Call(Box::new(callee), arguments), self.from(start))
    }

    fn arguments(&mut self) -> Outcome<Arguments> {
        let mark = self.mark();
        let open = self.expect(L_PAREN)?;
        let mut found = Arguments::default();
        let mut first = true;
        while self.kind() != R_PAREN {
            if !first {
                self.expect(COMMA)?;
                if self.kind() == R_PAREN {
                    break;
                }
            }
            first = false;
            let invalid = "invalid syntax for function call expression";
            match self.kind() {
                MUL => {
                    if found.rest.is_some() || found.named_rest.is_some() {
                        return self.fail(invalid, open.range());
                    }
                    self.bump()?;
                    found.rest = Some(Box::new(self.expression()?));
                }
                POW => {
                    if found.named_rest.is_some() {
                        return self.fail(invalid, open.range());
                    }
                    self.bump()?;
                    found.named_rest = Some(Box::new(self.expression()?));
                }
                NAME if self.nth(1).kind == ASSIGN => {
                    if found.named_rest.is_some() {
                        return self.fail(invalid, open.range());
                    }
                    let mark = self.mark();
                    let name = self.bump()?;
                    self.bump()?;
                    let value = self.expression()?;
                    self.wrap(mark, KEYWORD);
                    found.named.push((self.name_of(name), value));
                }
                _ => {
                    if self.kind() == NAME {
                        let after = self.nth(1);
                        self.check(after)?;
                    }
                    if found.rest.is_some() || found.named_rest.is_some() || !found.named.is_empty() {
                        return self.fail(invalid, open.range());
                    }
                    found.positional.push(self.expression()?);
                }
            }
        }
        self.expect(R_PAREN)?;
        self.wrap(mark, ARGUMENTS);
        Ok(found)
    }

    fn dotted(&mut self) -> Outcome<Rc<str>> {
        let first = self.expect(NAME)?;
        let mut name = self.text_of(first).to_owned();
        while self.skip_if(DOT)? {
            let next = self.expect(NAME)?;
            name.push('.');
            name.push_str(self.text_of(next));
        }
        Ok(Rc::from(name))
    }

    /// `|name(…)`, as often as it stands here.
    pub(super) fn filters(&mut self, value: Option<Expr>, start: super::Tok, mark: rowan::Checkpoint) -> Outcome<Expr> {
        let mut value = value;
        while self.kind() == PIPE {
            self.bump()?;
            value = Some(self.filter(value, start, mark)?);
        }
        match value {
            Some(value) => Ok(value),
            None => self.unexpected("|"),
        }
    }

    pub(super) fn filter(&mut self, value: Option<Expr>, start: super::Tok, mark: rowan::Checkpoint) -> Outcome<Expr> {
        let name = self.dotted()?;
        let arguments = if self.kind() == L_PAREN { self.arguments()? } else { Arguments::default() };
        self.wrap(mark, FILTER);
        self.expr(ExprKind::Filter(value.map(Box::new), name, arguments), self.from(start))
    }

    fn test(&mut self, value: Expr, start: super::Tok, mark: rowan::Checkpoint) -> Outcome<Expr> {
        self.bump()?;
        let negated = self.skip_if_name("not")?;
        let name = self.dotted()?;
        let mut arguments = Arguments::default();
        let stops = ["else", "or", "and"].iter().any(|it| self.at_name(it));
        if self.kind() == L_PAREN {
            arguments = self.arguments()?;
        } else if matches!(self.kind(), NAME | STRING | INTEGER | FLOAT | L_BRACKET | L_BRACE) && !stops {
            if self.at_name("is") {
                let range = self.current().range();
                return self.fail("You cannot chain multiple tests with is", range);
            }
            let (start, mark) = (self.current(), self.mark());
            let argument = self.primary(false)?;
            arguments.positional.push(self.postfix(argument, start, mark)?);
        }
        self.wrap(mark, TEST);
        let test = self.expr(ExprKind::Test(Box::new(value), name, arguments), self.from(start))?;
        if !negated {
            return Ok(test);
        }
        self.wrap(mark, NOT);
        self.expr(ExprKind::Not(Box::new(test)), self.from(start))
    }

    pub(super) fn primary(&mut self, namespace: bool) -> Outcome<Expr> {
        let (token, mark) = (self.current(), self.mark());
        let kind = match token.kind {
            NAME => {
                let word = self.text_of(token);
                self.bump()?;
                let constant = match word {
                    "true" | "True" => Some(Value::Bool(true)),
                    "false" | "False" => Some(Value::Bool(false)),
                    "none" | "None" => Some(Value::None),
                    _ => None,
                };
                if let Some(constant) = constant {
                    self.wrap(mark, LITERAL);
                    ExprKind::Const(constant)
                } else if namespace && self.skip_if(DOT)? {
                    let attribute = self.expect(NAME)?;
                    self.wrap(mark, NAMESPACE_REF);
                    ExprKind::NamespaceRef(Rc::from(word), self.name_of(attribute))
                } else {
                    self.wrap(mark, NAME_REF);
                    ExprKind::Name(Rc::from(word))
                }
            }
            STRING => {
                let mut text = String::new();
                while self.kind() == STRING {
                    let piece = self.text_of(self.current());
                    text.push_str(&unescape(piece.get(1..piece.len().max(2) - 1).unwrap_or("")).unwrap_or_default());
                    self.bump()?;
                }
                self.wrap(mark, LITERAL);
                ExprKind::Const(Value::str(text))
            }
            INTEGER => {
                let value = integer(self.text_of(token));
                self.bump()?;
                self.wrap(mark, LITERAL);
                ExprKind::Const(value)
            }
            FLOAT => {
                let value = self.text_of(token).replace('_', "").parse().unwrap_or(f64::INFINITY);
                self.bump()?;
                self.wrap(mark, LITERAL);
                ExprKind::Const(Value::Float(value))
            }
            L_PAREN => {
                self.bump()?;
                let inner = self.deeper(|it| it.tuple(TupleForm { parentheses: true, ..TupleForm::default() }))?;
                self.expect(R_PAREN)?;
                self.wrap(mark, TUPLE);
                return Ok(Expr { range: self.from(token), ..inner });
            }
            L_BRACKET => {
                self.bump()?;
                let mut items = Vec::new();
                while self.kind() != R_BRACKET {
                    if !items.is_empty() {
                        self.expect(COMMA)?;
                    }
                    if self.kind() == R_BRACKET {
                        break;
                    }
                    items.push(self.expression()?);
                }
                self.expect(R_BRACKET)?;
                self.wrap(mark, LIST);
                ExprKind::List(items)
            }
            L_BRACE => {
                self.bump()?;
                let mut pairs = Vec::new();
                while self.kind() != R_BRACE {
                    if !pairs.is_empty() {
                        self.expect(COMMA)?;
                    }
                    if self.kind() == R_BRACE {
                        break;
                    }
                    let mark = self.mark();
                    let key = self.expression()?;
                    self.expect(COLON)?;
                    let value = self.expression()?;
                    self.wrap(mark, PAIR);
                    pairs.push((key, value));
                }
                self.expect(R_BRACE)?;
                self.wrap(mark, DICT);
                ExprKind::Dict(pairs)
            }
            _ => return self.fail(format!("unexpected {}", repr_str(&self.describe(token))), token.range()),
        };
        self.expr(kind, self.from(token))
    }

    pub(super) fn tuple(&mut self, form: TupleForm) -> Outcome<Expr> {
        let (start, mark) = (self.current(), self.mark());
        let mut items = Vec::new();
        let mut is_tuple = false;
        loop {
            if !items.is_empty() {
                self.expect(COMMA)?;
            }
            let ends = matches!(self.kind(), VARIABLE_END | BLOCK_END | R_PAREN);
            if ends {
                break;
            }
            items.push(match form {
                TupleForm { simplified: true, namespace, .. } => self.primary(namespace)?,
                TupleForm { conditional: true, .. } => self.expression()?,
                _ => self.deeper(Self::or)?,
            });
            if self.kind() != COMMA {
                break;
            }
            is_tuple = true;
        }
        if !is_tuple {
            if let Some(only) = items.pop() {
                return Ok(only);
            }
            if !form.parentheses {
                let token = self.current();
                let found = repr_str(&self.describe(token));
                return self.fail(format!("Expected an expression, got {found}"), token.range());
            }
        }
        if !form.parentheses {
            self.wrap(mark, TUPLE);
        }
        self.expr(ExprKind::Tuple(items), self.from(start))
    }
}

fn integer(text: &str) -> Value {
    let digits = text.replace('_', "");
    let (radix, digits) = match digits.get(..2) {
        Some("0b" | "0B") => (2, digits.get(2..).unwrap_or("0")),
        Some("0o" | "0O") => (8, digits.get(2..).unwrap_or("0")),
        Some("0x" | "0X") => (16, digits.get(2..).unwrap_or("0")),
        _ => (10, digits.as_str()),
    };
    match i64::from_str_radix(digits, radix) {
        Ok(small) => Value::Int(small),
        // Longer numbers would take a time that grows with the square of their length.
        Err(_) if digits.len() > 5000 => Value::Float(f64::INFINITY),
        Err(_) => BigInt::parse_bytes(digits.as_bytes(), radix).map_or(Value::Int(0), Value::from_big),
    }
}
