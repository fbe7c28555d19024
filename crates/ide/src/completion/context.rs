//! Kinds of code that may be written at a cursor, by the tokens before it.

mod braces;
mod facts;
mod resource;

use hir::name;
use syntax::{SyntaxKind, SyntaxToken};

use crate::cursor::{Cursor, are_apart, before, enclosing, next, opening_of, previous, text_of};
use braces::{Braces, braces};
use facts::{compared_with, node_path};
use resource::{among_attributes, in_resource, keys_of_hash};

pub(crate) use resource::resource_around;

/// Brackets in brackets, so deeply at most.
const DEEPEST: usize = 32;

/// Kind of code at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Nothing,
    Variable,
    /// A statement may begin here.
    Statement,
    /// Something that has a value.
    Value(Expected),
    /// The name of an attribute.
    Attribute(Body),
    /// An attribute that a query compares.
    Query(String),
    /// The title in `Type['…']`, by the type's name in lower case.
    Title(String),
    /// The name of a class.
    Class,
    /// The title of a resource of this type.
    ResourceTitle(String),
    DataType,
    /// A key in `$facts[…]`, by the keys before it.
    FactKey(Vec<String>),
    /// A key in `$trusted[…]` or `$server_facts[…]`, by the variable and the keys before it.
    NodeKey(&'static str, Vec<String>),
    /// A key of a hash.
    Key(Expected),
    /// A method after a `.`
    Method,
    /// The name of what is defined, by the word before it.
    Name(SyntaxKind),
    /// Words of the language alone.
    Words(&'static [&'static str]),
}

/// Purpose of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Anything,
    /// The value of an attribute.
    Attribute(Of, String),
    /// Of a type, as it is written.
    Typed(String),
    /// Something that is compared with a fact.
    Fact(Vec<String>),
    /// Something that is compared with a variable.
    Variable(String),
    /// The argument of a function, by its number.
    Argument(String, usize),
    /// Value at a key of a hash.
    At(Box<Expected>, String),
    /// A hash of attributes: its keys are those of a resource.
    Attributes(Body),
    /// A hash of resources of this type: titles with hashes of attributes.
    Resources(String),
}

/// Whose attributes they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// A resource type or defined type, by its name in lower case.
    Type(String),
    Class(String),
}

/// The attributes of one resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) of: Of,
    /// Those that are there already.
    pub(crate) given: Vec<String>,
    /// How wide the longest of them is, where each has a line of its own.
    pub(crate) width: usize,
    /// An arrow follows already.
    pub(crate) has_arrow: bool,
    /// They are keys of a hash.
    pub(crate) are_keys: bool,
}

impl Body {
    /// A body without attributes.
    pub(crate) fn empty(of: Of) -> Body {
        Body { of, given: Vec::new(), width: 0, has_arrow: true, are_keys: false }
    }
}

pub(crate) fn place(cursor: &Cursor) -> Place {
    use SyntaxKind::*;
    if cursor.is_in_text() {
        return Place::Nothing;
    }
    let token = &cursor.token;
    let start = match token.kind() {
        SQ_STRING | STRING_TEXT => match cursor.string() {
            Some(string) => string.start,
            None => return Place::Nothing,
        },
        VARIABLE => return variable(token),
        _ => token.clone(),
    };
    if previous(token).is_some_and(|it| it.kind() == INTERPOLATION_START) {
        return Place::Variable;
    }
    at(&start, 0)
}

/// Purpose of the variable at the cursor.
pub(crate) fn expected_of_variable(cursor: &Cursor) -> Expected {
    match at(&cursor.token, 0) {
        Place::Value(expected) if cursor.token.kind() == SyntaxKind::VARIABLE => expected,
        _ => Expected::Anything,
    }
}

/// A variable that is read. Where one is defined, nobody knows its name.
fn variable(token: &SyntaxToken) -> Place {
    let in_parameters = token.parent_ancestors().any(|it| {
        matches!(it.kind(), SyntaxKind::PARAM) && it.children_with_tokens().any(|it| it.as_token().is_some_and(|it| it == token))
    });
    if in_parameters { Place::Nothing } else { Place::Variable }
}

/// Kind of code where a token is.
fn at(token: &SyntaxToken, depth: usize) -> Place {
    use SyntaxKind::*;
    if depth > DEEPEST {
        return Place::Nothing;
    }
    let Some(last) = before(token) else { return Place::Statement };
    match last.kind() {
        DOT => return Place::Method,
        INHERITS_KW => return Place::Class,
        CLASS_KW | DEFINE_KW | FUNCTION_KW | PLAN_KW | TYPE_KW if !are_apart(&last, token) => return Place::Name(last.kind()),
        NODE_KW if !are_apart(&last, token) => return Place::Words(&["default"]),
        AT | AT2 => return Place::Statement,
        SHR if returns_type(&last) => return Place::DataType,
        _ => {}
    }
    let (open, between) = enclosing(token);
    if open.is_none() && is_in_parameters_of_template(&between) {
        return in_parameters(token, &between, &last);
    }
    if let Some(parameters) = in_parameters_of_lambda(&between) {
        return in_parameters(token, parameters, &last);
    }
    if let Some((function, index)) = statement_call(token) {
        return Place::Value(Expected::Argument(function, index));
    }
    if let Some(place) = in_query(&between) {
        return place;
    }
    let Some(open) = open else { return in_block(token, &last) };
    match open.kind() {
        L_BRACE => match braces(&open) {
            Braces::Block => in_block(token, &last),
            Braces::Resource(of) => in_resource(token, &between, &of),
            Braces::Attributes(of) => among_attributes(token, &between, of),
            Braces::Hash => in_hash(token, &open, &last, depth),
            Braces::Case(subject) => match last.kind() {
                L_BRACE | COMMA | R_BRACE => Place::Value(subject.map_or(Expected::Anything, |it| compared_with(&it))),
                _ => Place::Value(Expected::Anything),
            },
            Braces::Selector(subject) => match last.kind() {
                L_BRACE | COMMA => Place::Value(subject.map_or(Expected::Anything, |it| compared_with(&it))),
                FAT_ARROW => of_value(&open, depth),
                _ => Place::Value(Expected::Anything),
            },
        },
        L_BRACK => in_square(token, &open, &last, depth),
        L_PAREN => in_parentheses(token, &open, &between, &last, depth),
        _ => operand(&last),
    }
}

/// Between `<|` and `|>`.
fn in_query(between: &[SyntaxToken]) -> Option<Place> {
    use SyntaxKind::*;
    let at = between.iter().position(|it| matches!(it.kind(), L_COLLECT | L_EXPORT_COLLECT | R_COLLECT | R_EXPORT_COLLECT))?;
    if !matches!(between.get(at)?.kind(), L_COLLECT | L_EXPORT_COLLECT) {
        return None;
    }
    let ty: String = name::normal(between.get(at + 1).filter(|it| it.kind() == TYPE_NAME)?.text()).into();
    Some(match between.first()?.kind() {
        L_COLLECT | L_EXPORT_COLLECT | AND_KW | OR_KW => Place::Query(ty),
        EQ2 | NEQ => match between.get(1).map(|it| it.text().to_owned()) {
            Some(name) if name == "title" => Place::Title(ty),
            Some(name) => Place::Value(Expected::Attribute(Of::Type(ty), name)),
            None => Place::Nothing,
        },
        _ => Place::Words(&["and", "or"]),
    })
}

/// Purpose of an expression that begins at a token: the arms of a selector and the elements of a list share theirs.
fn of_value(token: &SyntaxToken, depth: usize) -> Place {
    // The subject of a selector stands between: its value is for what stands before it.
    let mut first = token.clone();
    if before(token).is_some_and(|it| it.kind() == SyntaxKind::QUESTION) {
        let Some(subject) = before(token).and_then(|it| before(&it)) else { return Place::Value(Expected::Anything) };
        first = beginning(&subject);
    }
    match at(&first, depth + 1) {
        Place::Value(expected) => Place::Value(expected),
        _ => Place::Value(Expected::Anything),
    }
}

/// The first token of an operand that ends with a token: of `$facts['os']['family']` the variable.
fn beginning(last: &SyntaxToken) -> SyntaxToken {
    let mut first = last.clone();
    for _ in 0..DEEPEST {
        match first.kind() {
            SyntaxKind::R_BRACK | SyntaxKind::R_PAREN => {
                let Some(open) = opening_of(&first) else { return first };
                match before(&open) {
                    Some(it) if it.text_range().end() == open.text_range().start() => first = it,
                    _ => return open,
                }
            }
            _ => match before(&first).filter(|it| it.kind() == SyntaxKind::DOT).and_then(|it| before(&it)) {
                Some(receiver) => first = receiver,
                None => return first,
            },
        }
    }
    first
}

fn returns_type(shift: &SyntaxToken) -> bool {
    before(shift).is_some_and(|it| match it.kind() {
        SyntaxKind::PIPE => true,
        SyntaxKind::R_PAREN => definition_of(&it).is_some(),
        _ => false,
    })
}

/// The word that begins the definition whose parameters a parenthesis ends.
fn definition_of(closer: &SyntaxToken) -> Option<SyntaxKind> {
    header(&opening_of(closer)?)
}

/// The word before the name before a token: `class` in `class a (`.
fn header(token: &SyntaxToken) -> Option<SyntaxKind> {
    use SyntaxKind::*;
    let name = before(token).filter(|it| matches!(it.kind(), NAME | WORD | TYPE_NAME))?;
    let word = before(&name)?.kind();
    matches!(word, CLASS_KW | DEFINE_KW | FUNCTION_KW | PLAN_KW).then_some(word)
}

/// Whether a parenthesis begins the parameters of a definition.
pub(crate) fn is_definition(open: &SyntaxToken) -> bool {
    header(open).is_some()
}

/// Whether braces hold a hash.
pub(crate) fn is_hash(open: &SyntaxToken) -> bool {
    matches!(braces(open), Braces::Hash | Braces::Selector(_))
}

/// Functions that are mostly called without parentheses.
const STATEMENTS: &[&str] = &[
    "include",
    "contain",
    "require",
    "realize",
    "tag",
    "fail",
    "notice",
    "info",
    "warning",
    "err",
    "debug",
    "alert",
    "crit",
    "emerg",
    "create_resources",
    "import",
    "return",
    "break",
    "next",
];

/// The function that a token is an argument of, in a call without parentheses, and the number of the argument.
pub(crate) fn statement_call(token: &SyntaxToken) -> Option<(String, usize)> {
    use SyntaxKind::*;
    let mut index = 0;
    let mut was_comma = true;
    let mut behind = token.clone();
    for it in crate::cursor::tokens_before(token) {
        match it.kind() {
            COMMA => {
                index += 1;
                was_comma = true;
            }
            NAME if was_comma && STATEMENTS.contains(&it.text().trim_start_matches("::")) && !are_apart(&it, &behind) => {
                let is_attribute = before(&it).is_some_and(|it| matches!(it.kind(), DOT | FAT_ARROW | CLASS_KW | DEFINE_KW | FUNCTION_KW));
                return (!is_attribute).then(|| (it.text().trim_start_matches("::").to_owned(), index));
            }
            NAME | TYPE_NAME | SQ_STRING | DQ | VARIABLE | WORD if was_comma => was_comma = false,
            // `include foo`, the name read as an argument before its function.
            NAME if STATEMENTS.contains(&it.text().trim_start_matches("::")) && !are_apart(&it, &behind) && index > 0 => {
                return Some((it.text().trim_start_matches("::").to_owned(), index));
            }
            L_BRACK | R_BRACK if was_comma => {}
            _ => return None,
        }
        behind = it;
    }
    None
}

/// In the statements of a block, or outside of everything.
fn in_block(token: &SyntaxToken, last: &SyntaxToken) -> Place {
    use SyntaxKind::*;
    if ends_operand(last.kind()) && !are_apart(last, token) {
        return behind_operand(last);
    }
    match last.kind() {
        kind if ends_operand(kind) => Place::Statement,
        L_BRACE | R_BRACE | SEMICOLON | IN_EDGE | IN_EDGE_SUB | OUT_EDGE | OUT_EDGE_SUB | COLON => Place::Statement,
        _ => operand(last),
    }
}

fn ends_operand(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(
        kind,
        R_BRACK
            | R_PAREN
            | R_BRACE
            | NAME
            | TYPE_NAME
            | VARIABLE
            | SQ_STRING
            | DQ
            | NUMBER
            | WORD
            | REGEX
            | TRUE_KW
            | FALSE_KW
            | UNDEF_KW
            | DEFAULT_KW
            | HEREDOC_TAG
            | R_COLLECT
            | R_EXPORT_COLLECT
    )
}

/// Behind a complete operand on the same line.
fn behind_operand(last: &SyntaxToken) -> Place {
    use SyntaxKind::*;
    let is_header = match last.kind() {
        NAME => before(last).is_some_and(|it| it.kind() == CLASS_KW),
        R_PAREN => definition_of(last) == Some(CLASS_KW),
        _ => false,
    };
    match last.kind() {
        _ if is_header => Place::Words(&["inherits"]),
        R_BRACE => Place::Words(&["else", "elsif"]),
        _ => Place::Words(&["in", "and", "or"]),
    }
}

/// Where an operand is wanted: what it is compared with decides.
fn operand(last: &SyntaxToken) -> Place {
    use SyntaxKind::*;
    if ends_operand(last.kind()) {
        return behind_operand(last);
    }
    match last.kind() {
        EQ2 | NEQ | IN_KW => Place::Value(before(last).map_or(Expected::Anything, |it| compared_with(&it))),
        MATCH | NO_MATCH => Place::DataType,
        EQ if is_type_alias(last) => Place::DataType,
        _ => Place::Value(Expected::Anything),
    }
}

fn is_type_alias(equals: &SyntaxToken) -> bool {
    before(equals).and_then(|it| before(&it)).is_some_and(|it| it.kind() == SyntaxKind::TYPE_KW)
}

fn in_hash(token: &SyntaxToken, open: &SyntaxToken, last: &SyntaxToken, depth: usize) -> Place {
    use SyntaxKind::*;
    let expected = |depth| match of_value(open, depth) {
        Place::Value(expected) => expected,
        _ => Expected::Anything,
    };
    let key = || match expected(depth) {
        Expected::Attributes(body) => Expected::Attributes(keys_of_hash(body, token, open)),
        other => other,
    };
    match last.kind() {
        L_BRACE | COMMA => Place::Key(key()),
        FAT_ARROW => match before(last).and_then(|it| text_of(&it)) {
            Some(key) => Place::Value(at_key(expected(depth), key)),
            None => Place::Value(Expected::Anything),
        },
        kind if ends_operand(kind) && are_apart(last, token) => Place::Key(key()),
        _ => operand(last),
    }
}

/// Purpose of the value at a key of an expected hash.
fn at_key(outer: Expected, key: String) -> Expected {
    match outer {
        Expected::Attributes(body) => Expected::Attribute(body.of, key),
        Expected::Resources(ty) => Expected::Attributes(Body::empty(of_named(&ty, &key))),
        outer => Expected::At(Box::new(outer), key),
    }
}

/// Whose attributes a resource of a named type has: a class's, if the type is `class`.
fn of_named(ty: &str, title: &str) -> Of {
    match ty {
        "class" => Of::Class(name::normal(title).into()),
        _ => Of::Type(ty.to_owned()),
    }
}

/// Purpose of an argument of a function that declares resources: `create_resources(TYPE, RESOURCES, DEFAULTS)`, `ensure_resource(TYPE, TITLE, ATTRIBUTES)`.
fn of_declaring_function(function: &str, index: usize, between: &[SyntaxToken]) -> Option<Expected> {
    let ty = name::normal(&between.last().and_then(text_of)?).to_string();
    match (function, index) {
        ("create_resources" | "ensure_resources", 1) => Some(Expected::Resources(ty)),
        ("create_resources" | "ensure_resources" | "ensure_resource", 2) => Some(Expected::Attributes(Body::empty(of_named(&ty, "")))),
        _ => None,
    }
}

/// Functions whose result has the keys of their arguments.
const MERGES: &[&str] = &["merge", "deep_merge", "stdlib::merge", "stdlib::deep_merge"];

fn in_square(token: &SyntaxToken, open: &SyntaxToken, last: &SyntaxToken, depth: usize) -> Place {
    use SyntaxKind::*;
    let base = before(open);
    let touches = previous(open).is_none_or(|it| !it.kind().is_trivia());
    match base {
        Some(base) if base.kind() == TYPE_NAME => {
            let ty = name::normal(base.text()).to_string();
            match ty.as_str() {
                "enum" | "pattern" | "integer" | "float" | "string" => Place::Nothing,
                _ if values::ty::named(&ty).is_some() && ty != "class" && ty != "resource" => Place::DataType,
                _ if matches!(last.kind(), L_BRACK | COMMA) => Place::Title(ty),
                _ => operand(last),
            }
        }
        Some(base) if touches && matches!(base.kind(), VARIABLE | R_BRACK | NAME) => match node_path(&base) {
            Some(("facts", path)) if last == open => Place::FactKey(path),
            Some((variable, path)) if last == open => Place::NodeKey(variable, path),
            _ => operand(last),
        },
        // An element of a list is what the list is for.
        _ if matches!(last.kind(), L_BRACK | COMMA) => of_value(open, depth),
        _ if ends_operand(last.kind()) && are_apart(last, token) => of_value(open, depth),
        _ => operand(last),
    }
}

fn in_parentheses(token: &SyntaxToken, open: &SyntaxToken, between: &[SyntaxToken], last: &SyntaxToken, depth: usize) -> Place {
    use SyntaxKind::*;
    if header(open).is_some() {
        return in_parameters(token, between, last);
    }
    let Some(function) = before(open).filter(|it| it.kind() == NAME && it.text_range().end() == open.text_range().start()) else {
        return match last.kind() {
            L_PAREN => of_value(open, depth),
            _ => operand(last),
        };
    };
    let index = between.iter().filter(|it| it.kind() == COMMA).count();
    let is_method = before(&function).is_some_and(|it| it.kind() == DOT);
    let name = function.text().trim_start_matches("::");
    match last.kind() {
        L_PAREN | COMMA => {
            if MERGES.contains(&name)
                && let Place::Value(expected @ Expected::Attributes(_)) = of_value(&function, depth)
            {
                return Place::Value(expected);
            }
            let declared = if is_method { None } else { of_declaring_function(name, index, between) };
            Place::Value(declared.unwrap_or_else(|| Expected::Argument(name.to_owned(), index + usize::from(is_method))))
        }
        _ => operand(last),
    }
}

/// Whether nothing but parameters stands between a place and the beginning of its template: the first bar, and no second one.
fn is_in_parameters_of_template(between: &[SyntaxToken]) -> bool {
    let mut bars = between.iter().filter(|it| it.kind() == SyntaxKind::PIPE);
    let (Some(bar), None) = (bars.next(), bars.next()) else { return false };
    let opens = std::iter::successors(previous(bar), previous).find(|it| it.kind() == SyntaxKind::EPP_TAG || !it.kind().is_trivia());
    between.last() == Some(bar) && opens.is_some_and(|it| it.kind() == SyntaxKind::EPP_TAG)
}

/// The tokens from the bar that begins the parameters around a place up to that place. Each lambda has two bars.
fn in_parameters_of_lambda(between: &[SyntaxToken]) -> Option<&[SyntaxToken]> {
    let bars = between.iter().filter(|it| it.kind() == SyntaxKind::PIPE).count();
    let at = between.iter().position(|it| it.kind() == SyntaxKind::PIPE).filter(|_| bars % 2 == 1)?;
    let is_call = between.get(at + 1).is_some_and(|it| matches!(it.kind(), SyntaxKind::NAME | SyntaxKind::R_PAREN));
    between.get(..=at).filter(|_| is_call)
}

/// Among the parameters of a definition.
fn in_parameters(token: &SyntaxToken, between: &[SyntaxToken], last: &SyntaxToken) -> Place {
    use SyntaxKind::*;
    match last.kind() {
        L_PAREN | COMMA | PIPE => Place::DataType,
        EQ => {
            // The type stands before the variable.
            let ty: Vec<String> = between.iter().skip(2).take_while(|it| it.kind() != COMMA).map(|it| it.text().to_owned()).collect();
            match written_type(between.get(1)) {
                Some(text) if !ty.is_empty() => Place::Value(Expected::Typed(text)),
                _ => Place::Value(Expected::Anything),
            }
        }
        kind if ends_operand(kind) && are_apart(last, token) => Place::DataType,
        kind if ends_operand(kind) => Place::Nothing,
        _ => operand(last),
    }
}

/// The type before a parameter's variable.
fn written_type(variable: Option<&SyntaxToken>) -> Option<String> {
    let variable = variable.filter(|it| it.kind() == SyntaxKind::VARIABLE)?;
    let last = before(variable)?;
    let first = beginning(&last);
    if first.kind() != SyntaxKind::TYPE_NAME {
        return None;
    }
    let mut text = String::new();
    let mut token = Some(first);
    while let Some(it) = token {
        if it == *variable || text.len() > 10_000 {
            break;
        }
        text.push_str(it.text());
        token = next(&it);
    }
    Some(text.trim().to_owned())
}
