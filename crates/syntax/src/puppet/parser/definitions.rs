//! Classes, defined types, nodes, functions, plans and types.

use super::expressions::Elements;
use super::{CompletedMarker, Parser};
use crate::puppet::lexer::FLAG_LIST_START;
use crate::{Code, Place, SyntaxKind::*};

impl Parser<'_> {
    pub(super) fn class_definition(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        self.definition_name();
        self.parameter_list();
        if self.at(INHERITS_KW) {
            let inherits = self.start();
            self.bump();
            if self.at(DEFAULT_KW) {
                self.bump();
            } else {
                self.definition_name();
            }
            inherits.complete(self, INHERITS);
        }
        self.block();
        m.complete(self, CLASS_DEF)
    }

    pub(super) fn define_definition(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        self.definition_name();
        self.parameter_list();
        self.block();
        m.complete(self, DEFINE_DEF)
    }

    pub(super) fn plan_definition(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        self.definition_name();
        self.parameter_list();
        self.block();
        m.complete(self, PLAN_DEF)
    }

    pub(super) fn function_definition(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        self.definition_name();
        self.parameter_list();
        self.return_type();
        self.block();
        m.complete(self, FUNCTION_DEF)
    }

    fn definition_name(&mut self) {
        match self.current() {
            NAME | WORD | TYPE_NAME => {
                self.single(DEF_NAME);
            }
            CLASS_KW => {
                let range = self.range_of(0);
                let when = self.now();
                if self.on_new_line() && matches!(self.nth(1), NAME | WORD) {
                    // A name that is not typed yet: the next class is a class of its own.
                    self.last_error = Some(self.source.pos);
                } else {
                    self.single(DEF_NAME);
                }
                let message = "'class' keyword not allowed at this location".to_owned();
                self.problem(when, Code::ClassKeywordAsName, range, message, Place::Same, Some("choose a name that is not a keyword"));
            }
            SQ_STRING => self.quoted_name(),
            // Only a string without interpolation comes as one token to Puppet.
            DQ if matches!((self.nth(1), self.nth(2)), (DQ, _) | (STRING_TEXT, DQ)) => self.quoted_name(),
            _ => self.unexpected("a name"),
        }
    }

    fn quoted_name(&mut self) {
        let range = self.range_of(0);
        let m = self.start();
        if self.at(DQ) {
            self.dq_string();
        } else {
            self.bump();
        }
        m.complete(self, DEF_NAME);
        let when = self.just_now();
        let message = "A quoted string is not valid as a name here".to_owned();
        self.problem(when, Code::QuotedName, range, message, Place::Same, Some("write the name without quotes"));
    }

    fn parameter_list(&mut self) {
        if !self.at(L_PAREN) {
            return;
        }
        let m = self.start();
        self.bump();
        if !self.at(R_PAREN) {
            self.parameters(R_PAREN);
        }
        if !self.is_behind_parameters() {
            self.close(R_PAREN, "`,` or `)`");
        }
        m.complete(self, PARAM_LIST);
    }

    /// `|…|` of a lambda or template.
    pub(super) fn parameters_between_pipes(&mut self) {
        self.bump();
        if !self.at(PIPE) {
            self.parameters(PIPE);
        }
        self.close(PIPE, "`,` or `|`");
    }

    fn parameters(&mut self, close: crate::SyntaxKind) {
        loop {
            if matches!(self.current(), VARIABLE | STAR | TYPE_NAME) {
                self.parameter();
            } else {
                self.unexpected("a parameter");
                if !self.is_behind_parameters() {
                    self.skip_to(&[COMMA, close]);
                }
            }
            if !self.at(COMMA) {
                if self.at(close) || self.bailed {
                    return;
                }
                self.unexpected(if close == PIPE { "`,` or `|`" } else { "`,` or `)`" });
                if self.is_behind_parameters() {
                    return;
                }
                // Only the comma was missing.
                if matches!(self.current(), VARIABLE | STAR | TYPE_NAME) {
                    continue;
                }
                self.skip_to(&[COMMA, close]);
                if !self.at(COMMA) {
                    return;
                }
            }
            self.bump();
            if self.at(close) {
                return;
            }
        }
    }

    fn parameter(&mut self) {
        let m = self.start();
        if self.at(TYPE_NAME) {
            self.parameter_type();
        }
        self.eat(STAR);
        if self.expect(VARIABLE, "a parameter's name, as `$name`") && self.eat(EQ) {
            self.expression("a default value");
        }
        m.complete(self, PARAM);
    }

    /// `Type` or `Type[…]`, without a comma at the end.
    fn parameter_type(&mut self) -> CompletedMarker {
        let name = self.single(TYPE_NAME_EXPR);
        if !self.at(L_BRACK) || self.flag(0, FLAG_LIST_START) {
            return name;
        }
        let m = name.precede(self);
        self.bump();
        if self.at(R_BRACK) {
            self.unexpected("a type's argument");
        }
        self.elements(Elements::Keys, R_BRACK, false);
        self.close(R_BRACK, "`,` or `]`");
        m.complete(self, ACCESS_EXPR)
    }

    pub(super) fn return_type(&mut self) {
        if !self.at(SHR) {
            return;
        }
        let m = self.start();
        self.bump();
        if self.at(TYPE_NAME) {
            self.parameter_type();
        } else {
            self.unexpected("a type");
        }
        m.complete(self, RETURN_TYPE);
    }

    pub(super) fn node_definition(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        loop {
            self.host();
            if !self.eat(COMMA) {
                break;
            }
            if matches!(self.current(), L_BRACE | INHERITS_KW) {
                break;
            }
        }
        if self.at(INHERITS_KW) {
            let inherits = self.start();
            self.bump();
            self.host();
            inherits.complete(self, INHERITS);
        }
        self.block();
        m.complete(self, NODE_DEF)
    }

    /// Parses the pattern of a node's name.
    fn host(&mut self) {
        let m = self.start();
        match self.current() {
            NAME | NUMBER => {
                self.bump();
                while self.at(DOT) {
                    self.bump();
                    if matches!(self.current(), NAME | NUMBER) {
                        self.bump();
                    } else {
                        self.unexpected("the next part of the host's name");
                        break;
                    }
                }
            }
            SQ_STRING | WORD | DEFAULT_KW | REGEX => {
                self.single(LITERAL);
            }
            DQ => {
                self.dq_string();
            }
            HEREDOC_TAG => {
                self.heredoc();
            }
            _ => self.unexpected("the name of a node, as `'name'`, `/regex/` or `default`"),
        }
        m.complete(self, HOST_MATCH);
    }

    pub(super) fn apply_expression(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        if self.at(L_PAREN) && !self.flag(0, crate::puppet::lexer::FLAG_FIRST_ON_LINE) {
            if self.nth(1) == R_PAREN {
                let list = self.start();
                self.bump();
                self.unexpected("an argument");
                self.eat(R_PAREN);
                list.complete(self, ARG_LIST);
            } else {
                self.argument_list(true);
            }
        } else {
            self.unexpected("`(`");
        }
        self.block();
        m.complete(self, APPLY_EXPR)
    }

    /// `type(…)`, `type A = …`, `type A inherits B {…}`.
    pub(super) fn type_keyword(&mut self) -> CompletedMarker {
        let m = self.start();
        if self.nth(1) != TYPE_NAME {
            if self.nth(1) == L_PAREN && !self.flag(1, crate::puppet::lexer::FLAG_FIRST_ON_LINE) {
                self.bump();
                // A call of the function `type`.
                return m.complete(self, NAME_EXPR);
            }
            self.bump();
            self.unexpected("the name of a type");
            return m.complete(self, TYPE_ALIAS);
        }
        self.bump();
        match self.nth(1) {
            L_BRACE | INHERITS_KW => {
                self.single(TYPE_NAME_EXPR);
                if self.eat(INHERITS_KW) {
                    if self.at(TYPE_NAME) {
                        self.single(TYPE_NAME_EXPR);
                    } else {
                        self.unexpected("the name of a type");
                    }
                }
                self.block();
                m.complete(self, TYPE_DEF)
            }
            _ => {
                self.parameter_type();
                if self.expect(EQ, "`=`") {
                    self.alias_value();
                }
                m.complete(self, TYPE_ALIAS)
            }
        }
    }

    fn alias_value(&mut self) {
        match self.current() {
            TYPE_NAME => {
                let name = self.single(TYPE_NAME_EXPR);
                if self.at(L_BRACK) && !self.flag(0, FLAG_LIST_START) {
                    let m = name.precede(self);
                    self.bump();
                    if self.at(R_BRACK) {
                        self.unexpected("a type's argument");
                    }
                    self.elements(Elements::Keys, R_BRACK, true);
                    self.close(R_BRACK, "`,` or `]`");
                    m.complete(self, ACCESS_EXPR);
                } else if self.at(L_BRACE) {
                    self.hash();
                }
            }
            L_BRACE => {
                self.hash();
            }
            L_BRACK => {
                self.list();
            }
            _ => self.unexpected("a type"),
        }
    }
}
