//! What each word means, for colours.

use std::collections::HashSet;

use analysis::{File, Snapshot};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, WalkEvent};

use crate::text::{first_token_of, tokens};

/// One word of one meaning. It may span lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    pub range: TextRange,
    pub kind: TokenKind,
    pub modifiers: Modifiers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenKind {
    /// The name of a class.
    Class,
    Comment,
    Function,
    Keyword,
    /// The marks of a template.
    Macro,
    /// A function that is called behind a dot.
    Method,
    Number,
    Operator,
    Parameter,
    /// An attribute of a resource.
    Property,
    Regexp,
    String,
    /// A data type, or a type of resources.
    Type,
    Variable,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// The word gives something its name.
    pub declaration: bool,
}

/// All words with a meaning, by their place. None overlaps another.
pub fn semantic_tokens(snapshot: Snapshot<'_>, file: File, within: Option<TextRange>) -> Vec<Token> {
    let root = snapshot.parse(file).syntax_node();
    let within = within.unwrap_or_else(|| root.text_range());
    let mut found = Vec::new();
    let mut scopes = Scopes::default();
    let mut skipped: Option<SyntaxNode> = None;
    for event in root.preorder_with_tokens() {
        match event {
            WalkEvent::Enter(syntax::NodeOrToken::Node(node)) => {
                if skipped.is_none() {
                    scopes.enter(&node);
                    // What lies outside of the range is only looked at for the scopes around it.
                    if node.text_range().intersect(within).is_none() {
                        skipped = Some(node);
                    }
                }
            }
            WalkEvent::Leave(syntax::NodeOrToken::Node(node)) => {
                if skipped.as_ref() == Some(&node) {
                    skipped = None;
                }
                if skipped.is_none() {
                    scopes.leave(&node);
                }
            }
            WalkEvent::Enter(syntax::NodeOrToken::Token(token)) => {
                let range = token.text_range();
                if skipped.is_none()
                    && !range.is_empty()
                    && range.intersect(within).is_some_and(|it| !it.is_empty())
                    && let Some((kind, declaration)) = classify(&token, &scopes)
                {
                    found.push(Token { range, kind, modifiers: Modifiers { declaration } });
                }
            }
            WalkEvent::Leave(syntax::NodeOrToken::Token(_)) => {}
        }
    }
    found
}

/// The parameters that a variable may mean, of the definitions and lambdas around it.
#[derive(Default)]
struct Scopes {
    open: Vec<(SyntaxNode, Scope)>,
}

struct Scope {
    parameters: HashSet<String>,
    /// A definition sees nothing of what is around it, a lambda sees it all.
    closed: bool,
}

impl Scopes {
    fn enter(&mut self, node: &SyntaxNode) {
        use SyntaxKind::*;
        let closed = match node.kind() {
            CLASS_DEF | DEFINE_DEF | FUNCTION_DEF | PLAN_DEF | NODE_DEF | SOURCE_FILE => true,
            LAMBDA => false,
            _ => return,
        };
        let parameters = node
            .children()
            .filter(|it| matches!(it.kind(), PARAM_LIST | LAMBDA_PARAMS | EPP_PARAMS))
            .flat_map(|list| list.children())
            .filter_map(|param| first_token_of(&param, &[VARIABLE]))
            .map(|token| variable_name(token.text()).to_string())
            .collect();
        self.open.push((node.clone(), Scope { parameters, closed }));
    }

    fn leave(&mut self, node: &SyntaxNode) {
        if self.open.last().is_some_and(|(opened, _)| opened == node) {
            self.open.pop();
        }
    }

    fn is_parameter(&self, name: &str) -> bool {
        for (_, scope) in self.open.iter().rev() {
            if scope.parameters.contains(name) {
                return true;
            }
            if scope.closed {
                return false;
            }
        }
        false
    }
}

fn variable_name(text: &str) -> &str {
    text.strip_prefix('$').unwrap_or(text)
}

/// What a word means, and whether it gives something its name.
fn classify(token: &SyntaxToken, scopes: &Scopes) -> Option<(TokenKind, bool)> {
    use SyntaxKind::*;
    let parent = token.parent()?;
    Some(match (token.kind(), parent.kind()) {
        (COMMENT | EPP_COMMENT, _) => (TokenKind::Comment, false),
        (EPP_TAG | EPP_EXPR_START | EPP_END | EPP_END_TRIM, _) => (TokenKind::Macro, false),
        (_, ATTRIBUTE_NAME) => (TokenKind::Property, false),
        (_, DEF_NAME) => defined(&parent),
        (_, METHOD_CALL_EXPR) if is_behind_dot(token) => (TokenKind::Method, false),
        (VARIABLE, PARAM) => (TokenKind::Parameter, true),
        (VARIABLE, _) if scopes.is_parameter(variable_name(token.text())) => (TokenKind::Parameter, false),
        (VARIABLE, _) => (TokenKind::Variable, is_assigned(&parent)),
        (TYPE_NAME, _) => (TokenKind::Type, is_type_definition(&parent)),
        (NAME, NAME_EXPR) => name(&parent)?,
        (NUMBER, _) => (TokenKind::Number, false),
        (REGEX, _) => (TokenKind::Regexp, false),
        (SQ_STRING | STRING_TEXT | DQ | HEREDOC_TAG | HEREDOC_END, _) => (TokenKind::String, false),
        (kind, _) if kind.is_keyword() => (TokenKind::Keyword, false),
        (kind, _) if is_operator(kind) => (TokenKind::Operator, false),
        _ => return None,
    })
}

fn defined(def_name: &SyntaxNode) -> (TokenKind, bool) {
    match def_name.parent().map(|it| it.kind()) {
        Some(SyntaxKind::DEFINE_DEF) => (TokenKind::Type, true),
        Some(SyntaxKind::FUNCTION_DEF | SyntaxKind::PLAN_DEF) => (TokenKind::Function, true),
        Some(SyntaxKind::INHERITS) => (TokenKind::Class, false),
        _ => (TokenKind::Class, true),
    }
}

/// A bare word is a function, a type of resources or a class, by where it stands; else it is a plain string.
fn name(name_expr: &SyntaxNode) -> Option<(TokenKind, bool)> {
    use SyntaxKind::*;
    let parent = name_expr.parent()?;
    let is_first = parent.children().next().as_ref() == Some(name_expr);
    match parent.kind() {
        CALL_EXPR | STATEMENT_CALL if is_first => Some((TokenKind::Function, false)),
        STATEMENT_CALL => {
            let function = parent.children().next().map(|it| it.text().to_string());
            let takes_classes = matches!(function.as_deref(), Some("include" | "require" | "contain"));
            takes_classes.then_some((TokenKind::Class, false))
        }
        RESOURCE | UNTITLED_RESOURCE if is_first => Some((TokenKind::Type, false)),
        _ => None,
    }
}

fn is_behind_dot(token: &SyntaxToken) -> bool {
    use SyntaxKind::*;
    let mut before = token.prev_token();
    while let Some(it) = before {
        if !it.kind().is_trivia() {
            return it.kind() == DOT;
        }
        before = it.prev_token();
    }
    false
}

/// Whether a variable's expression stands, alone or in a list, before a `=`.
fn is_assigned(var_expr: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    let mut target = var_expr.clone();
    while let Some(parent) = target.parent() {
        match parent.kind() {
            LIST_EXPR => target = parent,
            ASSIGN_EXPR => return parent.children().next() == Some(target) && tokens(&parent).any(|it| it.kind() == EQ),
            _ => return false,
        }
    }
    false
}

fn is_type_definition(type_name: &SyntaxNode) -> bool {
    let definition = type_name.parent().filter(|it| matches!(it.kind(), SyntaxKind::TYPE_ALIAS | SyntaxKind::TYPE_DEF));
    definition.is_some_and(|it| it.children().next().as_ref() == Some(type_name))
}

fn is_operator(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(
        kind,
        EQ | PLUS_EQ
            | MINUS_EQ
            | EQ2
            | NEQ
            | MATCH
            | NO_MATCH
            | GE
            | GT
            | LE
            | LT
            | FAT_ARROW
            | PLUS_ARROW
            | SHL
            | SHR
            | L_COLLECT
            | R_COLLECT
            | L_EXPORT_COLLECT
            | R_EXPORT_COLLECT
            | PLUS
            | MINUS
            | SLASH
            | STAR
            | PERCENT
            | BANG
            | AT
            | AT2
            | QUESTION
            | IN_EDGE
            | IN_EDGE_SUB
            | OUT_EDGE
            | OUT_EDGE_SUB
    )
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use syntax::{TextRange, TextSize};

    use super::{Token, semantic_tokens};
    use crate::tests::{with_file, with_template};

    fn render(text: &str, tokens: &[Token]) -> String {
        let line = |it: &Token| {
            let declaration = if it.modifiers.declaration { " (declaration)" } else { "" };
            format!("{:?} {:?}{declaration}\n", it.kind, &text[it.range])
        };
        let mut end = TextSize::default();
        for token in tokens {
            assert!(token.range.start() >= end, "an editor expects tokens in order, one behind the other");
            end = token.range.end();
        }
        tokens.iter().map(line).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&render(text, &with_file(text, |snapshot, file| semantic_tokens(snapshot, file, None))));
    }

    #[test]
    fn definitions_are_declared() {
        check(
            "class a::b(String $x = 'y') inherits a { }",
            expect![[r#"
            Keyword "class"
            Class "a::b" (declaration)
            Type "String"
            Parameter "$x" (declaration)
            Operator "="
            String "'y'"
            Keyword "inherits"
            Class "a"
        "#]],
        );
        check(
            "define d { }",
            expect![[r#"
            Keyword "define"
            Type "d" (declaration)
        "#]],
        );
        check(
            "function f(*$x) >> Integer { 1.5 }",
            expect![[r#"
            Keyword "function"
            Function "f" (declaration)
            Operator "*"
            Parameter "$x" (declaration)
            Operator ">>"
            Type "Integer"
            Number "1.5"
        "#]],
        );
        check(
            "type A = Enum['x']",
            expect![[r#"
            Keyword "type"
            Type "A" (declaration)
            Operator "="
            Type "Enum"
            String "'x'"
        "#]],
        );
        check(
            "node 'a', /b/, default { }",
            expect![[r#"
            Keyword "node"
            String "'a'"
            Regexp "/b/"
            Keyword "default"
        "#]],
        );
    }

    #[test]
    fn variables_and_parameters_are_told_apart() {
        check(
            "class a($x) { $y = $x + $z }",
            expect![[r#"
            Keyword "class"
            Class "a" (declaration)
            Parameter "$x" (declaration)
            Variable "$y" (declaration)
            Operator "="
            Parameter "$x"
            Operator "+"
            Variable "$z"
        "#]],
        );
        check(
            "define a($x) { [1].each |$i| { notice($i, $x) } }\n$x = $i",
            expect![[r#"
            Keyword "define"
            Type "a" (declaration)
            Parameter "$x" (declaration)
            Number "1"
            Method "each"
            Parameter "$i" (declaration)
            Function "notice"
            Parameter "$i"
            Parameter "$x"
            Variable "$x" (declaration)
            Operator "="
            Variable "$i"
        "#]],
        );
        check(
            "[$a, $b] = [$c, $d]",
            expect![[r#"
            Variable "$a" (declaration)
            Variable "$b" (declaration)
            Operator "="
            Variable "$c"
            Variable "$d"
        "#]],
        );
    }

    #[test]
    fn resources_have_types_and_attributes() {
        check(
            "file { '/x': ensure => present, * => $more }",
            expect![[r#"
            Type "file"
            String "'/x'"
            Property "ensure"
            Operator "=>"
            Operator "*"
            Operator "=>"
            Variable "$more"
        "#]],
        );
        check(
            "class { 'a': before => File['x'] } -> Service <| tag == 'b' |>",
            expect![[r#"
            Keyword "class"
            String "'a'"
            Property "before"
            Operator "=>"
            Type "File"
            String "'x'"
            Operator "->"
            Type "Service"
            Operator "<|"
            Operator "=="
            String "'b'"
            Operator "|>"
        "#]],
        );
    }

    #[test]
    fn calls_are_functions() {
        check(
            "include a::b, 'c'\nnotice(upcase(x))\n$y.filter |$z| { !$z }\nrequire d",
            expect![[r#"
            Function "include"
            Class "a::b"
            String "'c'"
            Function "notice"
            Function "upcase"
            Variable "$y"
            Method "filter"
            Parameter "$z" (declaration)
            Operator "!"
            Parameter "$z"
            Function "require"
            Class "d"
        "#]],
        );
    }

    #[test]
    fn texts_are_strings_and_what_is_in_them_is_not() {
        check(
            "\"a ${b['c']} $d\"",
            expect![[r#"
            String "\""
            String "a "
            Variable "b"
            String "'c'"
            String " "
            Variable "$d"
            String "\""
        "#]],
        );
        check(
            "$x = @(\"END\")\n  a ${b}\n  | END\n",
            expect![[r#"
            Variable "$x" (declaration)
            Operator "="
            String "@(\"END\")"
            String "a "
            Variable "b"
            String "\n"
            String "  | END"
        "#]],
        );
        check(
            "if $x =~ /a/ and $y in 'b' { undef } elsif true { default }",
            expect![[r#"
            Keyword "if"
            Variable "$x"
            Operator "=~"
            Regexp "/a/"
            Keyword "and"
            Variable "$y"
            Keyword "in"
            String "'b'"
            Keyword "undef"
            Keyword "elsif"
            Keyword "true"
            Keyword "default"
        "#]],
        );
    }

    #[test]
    fn a_template_has_marks() {
        let text = "<%- | $x | -%>\nHello <%= $x.upcase %>! <%# c %><% if true { %>y<% } %>\n";
        expect![[r#"
            Macro "<%-"
            Parameter "$x" (declaration)
            Macro "-%>"
            Macro "<%="
            Parameter "$x"
            Method "upcase"
            Macro "%>"
            Comment "<%# c %>"
            Macro "<%"
            Keyword "if"
            Keyword "true"
            Macro "%>"
            Macro "<%"
            Macro "%>"
        "#]]
        .assert_eq(&render(text, &with_template(text, |snapshot, file| semantic_tokens(snapshot, file, None))));
    }

    #[test]
    fn a_half_typed_file_has_its_words() {
        check(
            "class a($x) {\n  file { '/x': mode => $x",
            expect![[r#"
            Keyword "class"
            Class "a" (declaration)
            Parameter "$x" (declaration)
            Type "file"
            String "'/x'"
            Property "mode"
            Operator "=>"
            Parameter "$x"
        "#]],
        );
    }

    #[test]
    fn a_range_has_its_own_words_and_knows_what_is_around_it() {
        let text = "class a($x) {\n  $y = $x\n  $z = 1\n}\n";
        let start = TextSize::try_from(text.find("$y").unwrap()).unwrap();
        let range = TextRange::at(start, TextSize::of("$y = $x"));
        let tokens = with_file(text, |snapshot, file| semantic_tokens(snapshot, file, Some(range)));
        expect![[r#"
            Variable "$y" (declaration)
            Operator "="
            Parameter "$x"
        "#]]
        .assert_eq(&render(text, &tokens));
    }
}
