//! What may be written at a cursor.

use hir::name;
use syntax::{SyntaxKind, SyntaxToken};

use crate::cursor::{Cursor, after, are_apart, before, enclosing, next, opening_of, previous, text_of};

/// Brackets in brackets, so deeply at most.
const DEEPEST: usize = 32;

/// So many tokens behind the cursor are looked at for attributes.
const MOST_BEHIND: usize = 2_000;

/// What belongs at a place.
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
    /// A key of a hash.
    Key(Expected),
    /// What follows a `.`
    Method,
    /// The name of what is defined, by the word before it.
    Name(SyntaxKind),
    /// Words of the language alone.
    Words(&'static [&'static str]),
}

/// What a value is for.
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
    /// What stands at a key of a hash.
    At(Box<Expected>, String),
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
}

/// What braces hold.
#[derive(Clone, Debug)]
enum Braces {
    Block,
    /// A resource: a title, a colon, attributes.
    Resource(Declared),
    /// Attributes alone.
    Attributes(Of),
    Hash,
    /// The options of a `case`, or of a selector; with what is compared.
    Case(Option<SyntaxToken>),
    Selector(Option<SyntaxToken>),
}

/// A type of resources, or classes in general.
#[derive(Clone, Debug)]
enum Declared {
    Type(String),
    Classes,
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

/// A variable that is read. Where one is defined, nobody knows its name.
fn variable(token: &SyntaxToken) -> Place {
    let in_parameters = token.parent_ancestors().any(|it| {
        matches!(it.kind(), SyntaxKind::PARAM) && it.children_with_tokens().any(|it| it.as_token().is_some_and(|it| it == token))
    });
    if in_parameters { Place::Nothing } else { Place::Variable }
}

/// What belongs where a token stands.
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
    if let Some((function, index)) = statement_call(token) {
        return Place::Value(Expected::Argument(function, index));
    }
    let (open, between) = enclosing(token);
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

/// What is wanted where an expression begins at a token: the arm of a selector, an element of a list are of the same kind.
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

/// The resource whose attributes are in braces, behind its title, and the attribute that a token is the name or value of.
pub(crate) fn resource_around(token: &SyntaxToken, open: &SyntaxToken, between: &[SyntaxToken]) -> Option<(Of, Option<String>)> {
    use SyntaxKind::*;
    let (of, attributes) = match braces(open) {
        Braces::Attributes(of) => (of, between),
        Braces::Resource(of) => {
            let end = between.iter().position(|it| it.kind() == SEMICOLON).unwrap_or(between.len());
            let body = between.get(..end)?;
            let colon = body.iter().rposition(|it| it.kind() == COLON)?;
            (of.with_title(body.get(colon + 1)), body.get(..colon)?)
        }
        _ => return None,
    };
    let in_value = attributes.iter().position(|it| matches!(it.kind(), FAT_ARROW | PLUS_ARROW));
    let comma = attributes.iter().position(|it| it.kind() == COMMA).unwrap_or(attributes.len());
    let attribute = match in_value.filter(|it| *it < comma) {
        Some(arrow) => attributes.get(arrow + 1).map(|it| it.text().to_owned()),
        // The name itself, once an arrow follows.
        None => after(token).filter(|it| it.kind() == FAT_ARROW).map(|_| token.text().to_owned()),
    };
    Some((of, attribute))
}

impl Declared {
    /// What is declared, by the last token of its title where that is a class's name.
    fn with_title(self, title: Option<&SyntaxToken>) -> Of {
        match self {
            Declared::Type(ty) => Of::Type(ty),
            Declared::Classes => Of::Class(name::normal(&title.and_then(text_of).unwrap_or_default()).into()),
        }
    }
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
    for it in crate::cursor::back(token) {
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

/// What can be compared with an operand that ends here.
fn compared_with(last: &SyntaxToken) -> Expected {
    if let Some(path) = fact_path(last) {
        return Expected::Fact(path);
    }
    match last.kind() {
        SyntaxKind::VARIABLE => Expected::Variable(last.text().trim_start_matches('$').to_owned()),
        SyntaxKind::R_PAREN => opening_of(last).and_then(|it| inner_fact(&it, last)).map_or(Expected::Anything, Expected::Fact),
        _ => Expected::Anything,
    }
}

/// The fact in `($facts['a'])` and in `fact('a')`.
fn inner_fact(open: &SyntaxToken, close: &SyntaxToken) -> Option<Vec<String>> {
    let inner = before(close)?;
    let function = before(open).filter(|it| it.kind() == SyntaxKind::NAME && it.text_range().end() == open.text_range().start());
    match function.as_ref().map(|it| it.text()) {
        Some("fact") => Some(text_of(&inner)?.split('.').map(str::to_owned).collect()),
        Some(_) => None,
        None => fact_path(&inner),
    }
}

/// The keys of `$facts['a']['b']`, which ends with this token.
fn fact_path(last: &SyntaxToken) -> Option<Vec<String>> {
    let mut path = Vec::new();
    let mut last = last.clone();
    for _ in 0..DEEPEST {
        match last.kind() {
            SyntaxKind::R_BRACK => {
                let open = opening_of(&last)?;
                let key = before(&last)?;
                if before(&key)? != open {
                    return None;
                }
                path.push(text_of(&key)?);
                last = before(&open)?;
            }
            SyntaxKind::VARIABLE => {
                path.reverse();
                return matches!(last.text(), "$facts" | "$::facts" | "facts" | "::facts").then_some(path);
            }
            SyntaxKind::NAME => {
                // In `"${facts['a']}"` there is no dollar.
                path.reverse();
                let is_facts = last.text() == "facts" && previous(&last).is_some_and(|it| it.kind() == SyntaxKind::INTERPOLATION_START);
                return is_facts.then_some(path);
            }
            _ => return None,
        }
    }
    None
}

/// What the braces hold that a token opens.
fn braces(open: &SyntaxToken) -> Braces {
    use SyntaxKind::*;
    let Some(last) = before(open) else { return Braces::Block };
    let before_it = before(&last);
    let kind = before_it.as_ref().map(SyntaxToken::kind);
    let compares = matches!(kind, Some(EQ2 | NEQ | MATCH | NO_MATCH | IN_KW | GT | LT | GE | LE | AND_KW | OR_KW));
    match last.kind() {
        CLASS_KW => Braces::Resource(Declared::Classes),
        NAME | WORD => match kind {
            Some(CLASS_KW | DEFINE_KW | FUNCTION_KW | PLAN_KW | NODE_KW | INHERITS_KW | IF_KW | UNLESS_KW | ELSIF_KW) => Braces::Block,
            Some(CASE_KW) => Braces::Case(None),
            _ if compares => Braces::Block,
            _ => Braces::Resource(Declared::Type(name::normal(last.text()).into())),
        },
        TYPE_NAME => match kind {
            Some(SHR | INHERITS_KW | CLASS_KW | DEFINE_KW) => Braces::Block,
            _ if compares => Braces::Block,
            _ => Braces::Attributes(Of::Type(name::normal(last.text()).into())),
        },
        R_BRACK => of_reference(&last).unwrap_or_else(|| of_header(open)),
        R_COLLECT | R_EXPORT_COLLECT => match collected(&last) {
            Some(ty) => Braces::Attributes(Of::Type(ty)),
            None => Braces::Block,
        },
        QUESTION => Braces::Selector(before_it),
        ELSE_KW | PIPE | COLON => Braces::Block,
        R_PAREN if definition_of(&last).is_some() => Braces::Block,
        R_PAREN | VARIABLE | SQ_STRING | DQ | NUMBER | REGEX | TRUE_KW | FALSE_KW | UNDEF_KW | DEFAULT_KW => of_header(open),
        L_BRACE | R_BRACE | SEMICOLON => Braces::Block,
        _ => Braces::Hash,
    }
}

/// `File['x'] {`; a condition that ends with a bracket is none.
fn of_reference(closer: &SyntaxToken) -> Option<Braces> {
    use SyntaxKind::*;
    let open = opening_of(closer)?;
    let ty = before(&open).filter(|it| it.kind() == TYPE_NAME)?;
    if before(&ty).is_some_and(|it| matches!(it.kind(), SHR | MATCH | NO_MATCH | EQ2 | NEQ | IN_KW)) {
        return Some(Braces::Block);
    }
    let ty = name::normal(ty.text()).to_string();
    if ty == "class" {
        let class = before(closer).and_then(|it| text_of(&it)).unwrap_or_default();
        return Some(Braces::Attributes(Of::Class(name::normal(&class).into())));
    }
    Some(Braces::Attributes(Of::Type(ty)))
}

/// The type in `File <| … |>`, which ends with this token.
fn collected(closer: &SyntaxToken) -> Option<String> {
    let open = crate::cursor::back(closer).take(64).find(|it| matches!(it.kind(), SyntaxKind::L_COLLECT | SyntaxKind::L_EXPORT_COLLECT))?;
    let ty = before(&open).filter(|it| it.kind() == SyntaxKind::TYPE_NAME)?;
    Some(name::normal(ty.text()).into())
}

/// Braces behind an operand: those of an `if`, of a `case`.
fn of_header(open: &SyntaxToken) -> Braces {
    use SyntaxKind::*;
    for token in crate::cursor::back(open).take(256) {
        match token.kind() {
            CASE_KW => return Braces::Case(before(open)),
            IF_KW | UNLESS_KW | ELSIF_KW | NODE_KW | PIPE | CLASS_KW => return Braces::Block,
            SEMICOLON | EQ | FAT_ARROW => return Braces::Block,
            _ => {}
        }
    }
    Braces::Block
}

/// In `file { … }`.
fn in_resource(token: &SyntaxToken, between: &[SyntaxToken], of: &Declared) -> Place {
    use SyntaxKind::*;
    let body: Vec<SyntaxToken> = between.iter().take_while(|it| it.kind() != SEMICOLON).cloned().collect();
    let Some(colon) = body.iter().rposition(|it| it.kind() == COLON) else {
        return match (body.first().map(SyntaxToken::kind), of) {
            (None, Declared::Classes) => Place::Class,
            (None, Declared::Type(ty)) => Place::ResourceTitle(ty.clone()),
            // `file { mode => …`: the title is yet to come.
            (Some(FAT_ARROW), Declared::Type(ty)) => match body.get(1) {
                Some(name) => Place::Value(Expected::Attribute(Of::Type(ty.clone()), name.text().to_owned())),
                None => Place::Nothing,
            },
            (Some(COMMA), Declared::Type(ty)) if body.iter().any(|it| it.kind() == FAT_ARROW) => {
                Place::Attribute(with_given(Of::Type(ty.clone()), token, &body))
            }
            _ => Place::Nothing,
        };
    };
    let of = of.clone().with_title(body.get(colon + 1));
    let attributes = body.get(..colon).unwrap_or_default();
    among_attributes(token, attributes, of)
}

/// Among attributes: the tokens before are given, the last first.
fn among_attributes(token: &SyntaxToken, attributes: &[SyntaxToken], of: Of) -> Place {
    use SyntaxKind::*;
    let Some(last) = attributes.first() else { return Place::Attribute(with_given(of, token, attributes)) };
    match last.kind() {
        COMMA => Place::Attribute(with_given(of, token, attributes)),
        FAT_ARROW | PLUS_ARROW => match attributes.get(1) {
            Some(name) if name.kind() == STAR => Place::Value(Expected::Anything),
            Some(name) => Place::Value(Expected::Attribute(of, name.text().to_owned())),
            None => Place::Nothing,
        },
        kind if ends_operand(kind) && are_apart(last, token) => {
            // A comma is missing, as it is while somebody writes.
            let has_value = attributes.iter().position(|it| matches!(it.kind(), FAT_ARROW | PLUS_ARROW)).is_some_and(|it| it > 0);
            if has_value { Place::Attribute(with_given(of, token, attributes)) } else { Place::Nothing }
        }
        kind if ends_operand(kind) => Place::Nothing,
        _ => operand(last),
    }
}

fn with_given(of: Of, token: &SyntaxToken, attributes: &[SyntaxToken]) -> Body {
    use SyntaxKind::*;
    let mut given = Vec::new();
    let mut width = 0;
    for pair in attributes.windows(2) {
        let [arrow, name] = pair else { continue };
        if matches!(arrow.kind(), FAT_ARROW | PLUS_ARROW) {
            note(name, arrow, &mut given, &mut width);
        }
    }
    let arrow = after(token).filter(|it| matches!(it.kind(), FAT_ARROW | PLUS_ARROW));
    // What stands behind the cursor, up to the end of this body.
    let mut depth = 0_usize;
    let mut previous = token.clone();
    for _ in 0..MOST_BEHIND {
        let Some(next) = after(&previous) else { break };
        match next.kind() {
            L_BRACE | L_BRACK | L_PAREN | INTERPOLATION_START => depth += 1,
            R_BRACE | R_BRACK | R_PAREN if depth == 0 => break,
            R_BRACE | R_BRACK | R_PAREN => depth -= 1,
            SEMICOLON if depth == 0 => break,
            FAT_ARROW | PLUS_ARROW if depth == 0 && previous != *token => note(&previous, &next, &mut given, &mut width),
            _ => {}
        }
        previous = next;
    }
    Body { of, given, width, has_arrow: arrow.is_some() }
}

fn note(name: &SyntaxToken, arrow: &SyntaxToken, given: &mut Vec<String>, width: &mut usize) {
    given.push(name.text().to_owned());
    let column = usize::from(arrow.text_range().start() - name.text_range().start());
    let space = std::iter::successors(previous(name), previous).take_while(|it| it.kind().is_trivia());
    if space.into_iter().any(|it| it.text().contains('\n')) {
        *width = (*width).max(column.saturating_sub(1));
    }
}

fn in_hash(token: &SyntaxToken, open: &SyntaxToken, last: &SyntaxToken, depth: usize) -> Place {
    use SyntaxKind::*;
    let expected = |depth| match of_value(open, depth) {
        Place::Value(expected) => expected,
        _ => Expected::Anything,
    };
    match last.kind() {
        L_BRACE | COMMA => Place::Key(expected(depth)),
        FAT_ARROW => match before(last).and_then(|it| text_of(&it)) {
            Some(key) => Place::Value(Expected::At(Box::new(expected(depth)), key)),
            None => Place::Value(Expected::Anything),
        },
        kind if ends_operand(kind) && are_apart(last, token) => Place::Key(expected(depth)),
        _ => operand(last),
    }
}

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
        Some(base) if touches && matches!(base.kind(), VARIABLE | R_BRACK | NAME) => match fact_path(&base) {
            Some(path) if last == open => Place::FactKey(path),
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
    match last.kind() {
        L_PAREN | COMMA => {
            Place::Value(Expected::Argument(function.text().trim_start_matches("::").to_owned(), index + usize::from(is_method)))
        }
        _ => operand(last),
    }
}

/// Among the parameters of a definition.
fn in_parameters(token: &SyntaxToken, between: &[SyntaxToken], last: &SyntaxToken) -> Place {
    use SyntaxKind::*;
    match last.kind() {
        L_PAREN | COMMA => Place::DataType,
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
