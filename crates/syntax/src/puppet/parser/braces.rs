//! A closing bracket that is missing: what follows is read as if it stood inside of the open one.
//!
//! Puppet reports where it stumbles first, which may be many lines later, or at the end of the file. The indentation shows which bracket
//! was left open. The text is then read as if it were closed there: one problem at the bracket, and the rest keeps its meaning.

use text_size::{TextRange, TextSize};

use super::{Events, expressions};
use crate::puppet::lexer::{Lexed, NO_HEREDOC, Tok};
use crate::{Code, Dialect, ParseOptions, Place, Problem, SyntaxKind, SyntaxKind::*};

/// Brackets of one text that are closed, one after the other.
const MAX_CLOSED: usize = 3;
/// Places of one bracket that are tried, each of which reads the text again.
const MAX_TRIES: usize = 5;
/// Tokens that are read again for one text: it is read at each keystroke.
const MAX_TOKENS: usize = 200_000;
/// Open brackets among which the one that an end belongs to is looked for.
const MAX_LEVELS: usize = 100;

/// A bracket that seems to be left open, and the token after which its end is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Suspect {
    open: usize,
    kind: SyntaxKind,
    after: usize,
    /// Only the place of a mistake speaks for it.
    is_guess: bool,
}

/// Closes the brackets that were left open, as far as fewer problems remain then.
pub(super) fn close(text: &str, mut lexed: Lexed, mut events: Events, options: ParseOptions) -> (Lexed, Events) {
    if options.dialect == Dialect::Epp || lexed.tokens.len() > MAX_TOKENS {
        return (lexed, events);
    }
    // Problems of brackets that are closed by now, which the text as it is read no longer has.
    let mut reported: Vec<Problem> = Vec::new();
    let mut tokens_left = MAX_TOKENS;
    for _ in 0..MAX_CLOSED {
        if events.2.iter().all(|it| it.code != Code::SyntaxError) || is_balanced(&lexed.tokens) {
            break;
        }
        let Some((closed, problem, better)) = closed(text, &lexed, &events, options, &mut tokens_left) else { break };
        reported.push(problem);
        (lexed, events) = (closed, better);
    }
    for problem in reported {
        let at = events.2.iter().position(|it| noticed(it) > noticed(&problem)).unwrap_or(events.2.len());
        events.2.insert(at, problem);
    }
    (lexed, events)
}

/// Where Puppet notices a problem.
fn noticed(problem: &Problem) -> TextSize {
    match problem.puppet_place {
        Place::At(at) => at,
        Place::Same => problem.range.start(),
        Place::None => u32::MAX.into(),
    }
}

/// The text with one bracket closed, the problem that this explains, and what else is wrong.
fn closed(text: &str, lexed: &Lexed, events: &Events, options: ParseOptions, tokens_left: &mut usize) -> Option<(Lexed, Problem, Events)> {
    let mut suspects = by_indentation(text, &lexed.tokens);
    let (guesses, is_else) = at_problem(text, &lexed.tokens, &events.2);
    if is_else {
        // Whatever its indentation, an `else` ends the block before it.
        suspects.splice(0..0, guesses.first().copied());
    }
    for suspect in guesses {
        if !suspects.iter().any(|it| (it.open, it.after) == (suspect.open, suspect.after)) {
            suspects.push(suspect);
        }
    }
    suspects.truncate(MAX_TRIES);
    for suspect in suspects.into_iter().filter(|it| !is_before_title(&lexed.tokens, *it)) {
        let next = next_token(&lexed.tokens, suspect.after);
        let mut plain = None;
        for with_comma in [false, true] {
            let Some(left) = tokens_left.checked_sub(lexed.tokens.len()) else { return plain };
            *tokens_left = left;
            let repaired = with_closer(lexed, suspect, with_comma);
            let mut better = super::events(text, &repaired, options);
            keep_words(&mut better.2, &events.2, lexed.tokens.get(suspect.after).map_or(0, |it| it.end));
            // The bracket may be the right one, while the element after it has no comma before it.
            let misses_comma = !with_comma && better.2.iter().any(|it| Some(it.range) == next);
            let found = explained(&events.2, &better.2, suspect, &lexed.tokens).map(|problem| (repaired, problem, better));
            match found {
                Some(found) if !misses_comma => return Some(found),
                Some(found) => plain = Some(found),
                None if misses_comma => {}
                None => break,
            }
        }
        if plain.is_some() {
            return plain;
        }
    }
    None
}

/// Whether a resource has nothing but a part of its title: closed there, it would be a hash.
fn is_before_title(tokens: &[Tok], suspect: Suspect) -> bool {
    let before = tokens.get(..suspect.open).unwrap_or_default().iter().rev().filter(|it| !it.kind.is_trivia());
    let mut before = before.map(|it| it.kind);
    let is_resource = before.next() == Some(NAME) && before.next().is_none_or(|it| !it.is_keyword());
    let inside = tokens.get(suspect.open + 1..=suspect.after).unwrap_or_default();
    suspect.kind == L_BRACE && is_resource && next_token(tokens, suspect.open).is_some() && inside.iter().all(|it| it.kind != COLON)
}

/// Problems at the bracket that was added get the words that they have without it: Puppet sees the token after it.
fn keep_words(after: &mut [Problem], before: &[Problem], added: u32) {
    for problem in after.iter_mut().filter(|it| u32::from(noticed(it)) == added) {
        if let Some(known) = before.iter().find(|it| it.range == problem.range) {
            *problem = known.clone();
        }
    }
}

/// The token that stands after another one.
fn next_token(tokens: &[Tok], after: usize) -> Option<TextRange> {
    tokens.iter().skip(after + 1).find(|it| !it.kind.is_trivia()).map(Tok::range)
}

/// The problem that is no longer there, placed at the bracket that is closed.
fn explained(before: &[Problem], after: &[Problem], suspect: Suspect, tokens: &[Tok]) -> Option<Problem> {
    let open = tokens.get(suspect.open)?;
    let end = tokens.get(suspect.after).map_or(0, |it| it.end);
    let same = |a: &Problem, b: &Problem| a.range == b.range && a.message == b.message;
    let common = before.iter().zip(after).take_while(|(a, b)| same(a, b)).count();
    let first = before.get(common).filter(|it| it.code == Code::SyntaxError)?;
    // The bracket that was added is a mistake itself.
    let is_added = |it: &Problem| it.range.is_empty() && u32::from(it.range.start()) == end && it.puppet_place != Place::None;
    if after.iter().skip(common).any(is_added) {
        return None;
    }
    // Where a `)` or `]` is missing, Puppet's place is as good if it is right there and nothing else follows from it.
    let is_near = suspect.kind != L_BRACE && Some(first.range) == next_token(tokens, suspect.after);
    let is_unsure = suspect.kind != L_BRACE && suspect.is_guess;
    let needed = if is_near || is_unsure { 2 } else { 1 };
    if after.len() + needed > before.len() {
        return None;
    }
    let puppet_place = match first.puppet_place {
        Place::Same => Place::At(first.range.start()),
        other => other,
    };
    let closer = text_of(closer(suspect.kind));
    let help = Some(format!("close this with `{closer}`"));
    let mut related = Vec::new();
    if !first.range.is_empty() {
        related.push((first.range, format!("Puppet notices the missing `{closer}` here")));
    }
    Some(Problem { range: open.range(), help, related, puppet_place, ..first.clone() })
}

/// The tokens with a bracket of no width after one of them.
fn with_closer(lexed: &Lexed, suspect: Suspect, with_comma: bool) -> Lexed {
    let at = suspect.after + 1;
    let place = lexed.tokens.get(suspect.after).map_or(0, |it| it.end);
    let added = |kind| Tok { kind, flags: 0, start: place, end: place, aux: NO_HEREDOC };
    let new = std::iter::once(closer(suspect.kind)).chain(with_comma.then_some(COMMA)).map(added);
    let mut tokens = lexed.tokens.clone();
    tokens.splice(at..at, new);
    let shift = tokens.len() - lexed.tokens.len();
    let moved = |raw: u32| if raw as usize >= at { raw.saturating_add(u32::try_from(shift).unwrap_or(0)) } else { raw };
    let problems = lexed.problems.iter().map(|(raw, problem)| (moved(*raw), problem.clone())).collect();
    Lexed { tokens, heredocs: lexed.heredocs.clone(), problems }
}

fn closer(open: SyntaxKind) -> SyntaxKind {
    match open {
        L_PAREN => R_PAREN,
        L_BRACK => R_BRACK,
        _ => R_BRACE,
    }
}

fn text_of(closer: SyntaxKind) -> &'static str {
    match closer {
        R_PAREN => ")",
        R_BRACK => "]",
        _ => "}",
    }
}

fn closes(open: SyntaxKind, closer: SyntaxKind) -> bool {
    match closer {
        R_PAREN => open == L_PAREN,
        R_BRACK => open == L_BRACK,
        _ => matches!(open, L_BRACE | INTERPOLATION_START),
    }
}

/// Whether each bracket has its end.
fn is_balanced(tokens: &[Tok]) -> bool {
    let mut open = Vec::new();
    for token in tokens {
        match token.kind {
            kind @ (L_BRACE | L_PAREN | L_BRACK | INTERPOLATION_START) => open.push(kind),
            kind @ (R_BRACE | R_PAREN | R_BRACK) if open.pop().is_none_or(|open| !closes(open, kind)) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// A bracket that is open at some place.
#[derive(Clone, Copy)]
struct Open {
    token: usize,
    kind: SyntaxKind,
    /// The indentation of the line on which its statement begins.
    indent: usize,
}

/// The innermost of the open brackets that is meant.
fn nearest(open: &[Open], is_meant: impl Fn(&Open) -> bool) -> Option<usize> {
    let first = open.len().saturating_sub(MAX_LEVELS);
    open.get(first..)?.iter().rposition(is_meant).map(|it| first + it)
}

/// The first brackets that are still open where a line is indented no deeper than theirs.
fn by_indentation(text: &str, tokens: &[Tok]) -> Vec<Suspect> {
    let mut suspects = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut previous: Option<usize> = None;
    let mut line_indent = 0;
    for (at, token) in tokens.iter().enumerate().filter(|(_, it)| !it.kind.is_trivia()) {
        let closing = matches!(token.kind, R_BRACE | R_PAREN | R_BRACK);
        let before = previous.and_then(|it| tokens.get(it));
        let in_string = open.last().is_some_and(|it| it.kind == INTERPOLATION_START);
        if let Some(column) = column_of_first(text, token, before).filter(|_| !in_string) {
            let goes_on = !closing && (continues(token.kind) || before.is_some_and(|it| continues(it.kind)));
            if !goes_on {
                line_indent = column;
            }
            // An end on a line of its own belongs to the bracket of the same indentation.
            let ended = if closing { nearest(&open, |it| it.indent == column && closes(it.kind, token.kind)) } else { None };
            while let (Some(last), Some(after), false) = (open.last(), previous, goes_on) {
                let is_left_open =
                    if closing { last.indent > column && ended.is_some_and(|it| it + 1 < open.len()) } else { column <= last.indent };
                if !is_left_open || last.kind == INTERPOLATION_START {
                    break;
                }
                suspects.push(suspect(text, *last, after, tokens));
                if suspects.len() == MAX_TRIES {
                    return suspects;
                }
                open.pop();
            }
        }
        match token.kind {
            kind @ (L_BRACE | L_PAREN | L_BRACK | INTERPOLATION_START) => open.push(Open { token: at, kind, indent: line_indent }),
            kind if closing => {
                // A bracket of another kind ends those that stand inside of it.
                if let Some(found) = nearest(&open, |it| closes(it.kind, kind)) {
                    open.truncate(found);
                }
            }
            _ => {}
        }
        previous = Some(at);
    }
    suspects
}

/// The bracket, closed after a token. A comma after arguments or a list on one line belongs to what is around them.
fn suspect(text: &str, open: Open, after: usize, tokens: &[Tok]) -> Suspect {
    let before_comma = || {
        let (bracket, comma) = (tokens.get(open.token)?, tokens.get(after)?);
        let is_on_one_line = || text.get(bracket.start as usize..comma.start as usize).is_some_and(|it| !it.contains('\n'));
        let is_outside = open.kind != L_BRACE && comma.kind == COMMA && is_on_one_line();
        tokens.get(..after).filter(|_| is_outside)?.iter().rposition(|it| !it.kind.is_trivia())
    };
    Suspect { open: open.token, kind: open.kind, after: before_comma().unwrap_or(after), is_guess: false }
}

/// The column of a token that is the first on its line.
fn column_of_first(text: &str, token: &Tok, before: Option<&Tok>) -> Option<usize> {
    let start = before.map_or(0, |it| it.end as usize);
    let between = text.get(start..token.start as usize)?;
    match between.rfind('\n') {
        Some(line_break) => Some(between.len() - line_break - 1),
        None => before.is_none().then_some(between.len()),
    }
}

/// Whether an expression goes on before or after such a token.
fn continues(kind: SyntaxKind) -> bool {
    expressions::binding(kind).is_some_and(|_| kind != STAR)
        || matches!(kind, EQ | DOT | BANG | FAT_ARROW | PLUS_ARROW | IN_EDGE | IN_EDGE_SUB | OUT_EDGE | OUT_EDGE_SUB)
}

/// The innermost bracket that is open at the first mistake of the syntax, closed right before it or before the expression that it ends; and
/// whether the mistake is an `else`.
fn at_problem(text: &str, tokens: &[Tok], problems: &[Problem]) -> (Vec<Suspect>, bool) {
    let Some(problem) = problems.iter().find(|it| it.code == Code::SyntaxError) else { return (Vec::new(), false) };
    let mut is_else = false;
    let mut open: Vec<Open> = Vec::new();
    // The last of them are enough.
    let mut places: [Option<(Open, usize)>; 3] = [None; 3];
    let mut previous = None;
    let place = |open: &[Open], previous: Option<usize>| Some((*open.last().filter(|it| it.kind != INTERPOLATION_START)?, previous?));
    let mut is_found = false;
    for (at, token) in tokens.iter().enumerate().filter(|(_, it)| !it.kind.is_trivia()) {
        if let Some(place) = place(&open, previous) {
            places = [Some(place), places[0], places[1]];
        }
        is_found = token.start >= u32::from(problem.range.start());
        if is_found {
            is_else = matches!(token.kind, ELSE_KW | ELSIF_KW);
            break;
        }
        match token.kind {
            kind @ (L_BRACE | L_PAREN | L_BRACK | INTERPOLATION_START) => open.push(Open { token: at, kind, indent: 0 }),
            kind @ (R_BRACE | R_PAREN | R_BRACK) => {
                if let Some(found) = nearest(&open, |it| closes(it.kind, kind)) {
                    open.truncate(found);
                }
            }
            _ => {}
        }
        previous = Some(at);
    }
    if !is_found && let Some(place) = place(&open, previous) {
        // The mistake is the end of the text.
        places = [Some(place), places[0], places[1]];
    }
    let guesses = places.into_iter().flatten().map(|(open, after)| Suspect { is_guess: true, ..suspect(text, open, after, tokens) });
    (guesses.collect(), is_else)
}

#[cfg(test)]
mod tests {
    use text_size::TextSize;

    use crate::ast::{AstNode, ClassDef, Resource};
    use crate::{ParseOptions, Place, Problem, parse};

    /// Statements in a class of which a bracket is missing, with the message, line and column of Puppet 8; 0 is the end of the input.
    const INNER: &[(&str, &str, (usize, usize))] = &[
        (
            "case $x {\n    'a': {\n      include b\n    'c': {\n      include d\n    }\n    default: { include e }\n  }",
            "Syntax error at ':'",
            (6, 8),
        ),
        ("case $x {\n    'a': { include b }\n    default: {\n      include e\n  }", "Syntax error at 'after'", (8, 11)),
        ("case $x {\n    'a': {\n      include b\n    }\n    default: { include e }\n", "Syntax error at 'after'", (9, 11)),
        ("if $x {\n    include b\n   else {\n    include d\n  }", "Syntax error at 'else'", (5, 4)),
        ("if $x {\n    include b\n", "Syntax error at end of input", (0, 0)),
        ("if $x {\n    include b\n  else {\n    include d\n  }", "Syntax error at 'else'", (5, 3)),
        ("if $x {\n    include b\n  elsif $y {\n    include d\n  }", "Syntax error at 'elsif'", (5, 3)),
        ("if $x {\n    include b\n  } else {\n    include d\n", "Syntax error at end of input", (0, 0)),
        ("unless $x {\n    include b\n", "Syntax error at end of input", (0, 0)),
        ("$y = $x ? {\n    'a' => 1,\n    default => 2,\n", "Syntax error at 'after'", (7, 11)),
        (
            "file { '/x':\n    mode => $x ? {\n      'a' => '1',\n      default => '2',\n    owner => 'root',\n  }",
            "Syntax error at 'include'",
            (9, 3),
        ),
        ("file { '/x':\n    ensure => file,\n    mode => '0644',\n", "Syntax error at 'after'", (7, 11)),
        ("file { '/x':\n    ensure => file,\n    mode => '0644'\n", "Syntax error at 'include'", (7, 3)),
        ("file { '/x':\n", "Syntax error at 'after'", (5, 11)),
        ("file {\n    '/x':\n      ensure => file;\n    '/y':\n      ensure => file;\n", "Syntax error at 'after'", (9, 11)),
        ("class { 'b':\n    mode => 'x',\n", "Syntax error at 'after'", (6, 11)),
        ("File {\n    mode => '0644',\n", "Syntax error at 'after'", (6, 11)),
        ("File['/x'] {\n    mode => '0644',\n", "Syntax error at 'after'", (6, 11)),
        ("File <| title == 'x' |> {\n    mode => '0644',\n", "Syntax error at 'after'", (6, 11)),
        ("@file { '/x':\n    mode => '0644',\n", "Syntax error at 'after'", (6, 11)),
        ("$h = {\n    'a' => 1,\n    'b' => 2,\n", "Syntax error at 'after'", (7, 11)),
        ("$h = {\n    'a' => {\n      'x' => 1,\n    'b' => {\n      'x' => 2,\n    },\n  }", "Syntax error at 'include'", (10, 3)),
        ("$h = {\n    'a' => {\n      'x' => 1\n    'b' => {\n      'x' => 2,\n    },\n  }", "Syntax error at 'b'", (6, 5)),
        ("$l = [\n    'a',\n    'b',\n", "Syntax error at 'after'", (7, 11)),
        ("$l = ['a', 'b'\n", "Syntax error at 'include'", (5, 3)),
        ("file { '/x':\n    require => [File['a'], File['b'],\n    mode => '0644',\n  }", "Syntax error at '}'", (6, 3)),
        ("notice(\n    'a',\n    'b'\n", "Syntax error at 'include'", (7, 3)),
        ("notice('a', 'b'\n", "Syntax error at 'include'", (5, 3)),
        ("file { '/x':\n    content => template('a/b.erb',\n    mode => '0644',\n  }", "Syntax error at '}'", (6, 3)),
        ("file { '/x':\n    content => template('a/b.erb'\n    mode => '0644',\n  }", "Syntax error at 'mode'", (5, 5)),
        ("$x.each |$k, $v| {\n    notify { $k: }\n", "Syntax error at end of input", (0, 0)),
        ("each($x) |$k| {\n    notify { $k: }\n", "Syntax error at end of input", (0, 0)),
        ("$r = $x.map |$k| {\n    $k + 1\n", "Syntax error at end of input", (0, 0)),
        ("if $x {\n    if $y {\n      include b\n  }", "Syntax error at end of input", (0, 0)),
        ("$z = (1 + 2\n", "Syntax error at 'include'", (5, 3)),
        ("$z = $x['a'\n", "Syntax error at 'include'", (5, 3)),
        ("if ($x and $y {\n    include b\n  }", "Syntax error at 'b'", (4, 13)),
    ];
    /// Definitions of which a bracket is missing.
    const OUTER: &[(&str, &str, (usize, usize))] = &[
        ("class b {\n  include c\n", "Syntax error at end of input", (0, 0)),
        ("class b (\n  $p = 1,\n) {\n  include c\n", "Syntax error at end of input", (0, 0)),
        ("class b (\n  $p = 1,\n{\n  include c\n}", "Syntax error at '{'", (4, 1)),
        ("define b {\n  include c\n", "Syntax error at end of input", (0, 0)),
        ("node 'b' {\n  include c\n", "Syntax error at end of input", (0, 0)),
        ("function b() {\n  1\n", "Syntax error at end of input", (0, 0)),
        ("class b inherits d {\n  include c\n", "Syntax error at end of input", (0, 0)),
        ("type A::B = Struct[{\n  a => String,\n", "Syntax error at 'class'", (6, 1)),
        ("type A::B = Enum['a', 'b'\n", "Syntax error at 'class'", (4, 1)),
        ("class b {\n  file { 'a':\n    mode => '1',\n}", "Syntax error at end of input", (0, 0)),
    ];

    fn line_and_column(text: &str, at: TextSize) -> (usize, usize) {
        let before = text.get(..usize::from(at)).unwrap_or("");
        (before.matches('\n').count() + 1, before.rsplit('\n').next().map_or(0, |it| it.chars().count()) + 1)
    }

    fn puppet_place(text: &str, problem: &Problem) -> (usize, usize) {
        match problem.puppet_place {
            Place::Same => line_and_column(text, problem.range.start()),
            Place::At(at) => line_and_column(text, at),
            Place::None => (0, 0),
        }
    }

    #[track_caller]
    fn assert_one_problem(text: &str, message: &str, place: (usize, usize)) {
        let parse = parse(text, ParseOptions::default());
        assert_eq!(parse.syntax_node().text().to_string(), text);
        let [problem] = parse.problems() else { panic!("{text}: {:#?}", parse.problems()) };
        assert_eq!((problem.message.as_str(), puppet_place(text, problem)), (message, place), "{text}");
        // At a bracket, or where Puppet expects the one that is missing.
        assert!(matches!(&text[problem.range], "{" | "(" | "[") || problem.puppet_place == Place::Same, "{text}: {problem:?}");
        let nodes = || parse.syntax_node().descendants();
        let classes: Vec<String> = nodes().filter_map(ClassDef::cast).map(|it| it.syntax().text().to_string()).collect();
        assert_eq!(classes.last().map(String::as_str), Some("class z { notify { 'y': } }"), "{text}");
        let notifies: Vec<String> = nodes().filter_map(Resource::cast).map(|it| it.syntax().text().to_string()).collect();
        for expected in ["notify { 'x': }", "notify { 'y': }"] {
            assert!(notifies.iter().any(|it| it == expected), "{text}: {notifies:?}");
        }
    }

    #[test]
    fn a_statement_that_is_not_closed_is_one_problem() {
        for (broken, message, place) in INNER {
            let text = format!(
                "class a {{\n  include first\n  {broken}\n  include after\n  notify {{ 'x': }}\n}}\nclass z {{ notify {{ 'y': }} }}\n"
            );
            assert_one_problem(&text, message, *place);
            let parse = parse(&text, ParseOptions::default());
            let class = parse.syntax_node().descendants().find_map(ClassDef::cast).map(|it| it.syntax().text().to_string());
            assert!(class.is_some_and(|it| it.starts_with("class a") && it.ends_with("  notify { 'x': }\n}")), "{text}");
        }
    }

    #[test]
    fn a_definition_that_is_not_closed_is_one_problem() {
        for (broken, message, place) in OUTER {
            let text = format!("include first\n{broken}\nclass y {{ notify {{ 'x': }} }}\nclass z {{ notify {{ 'y': }} }}\n");
            assert_one_problem(&text, message, *place);
        }
    }

    /// Nothing tells where the bracket ends but the end of the text: all that is there is inside of it.
    #[test]
    fn a_text_on_one_line_ends_in_its_bracket() {
        for text in ["class a { contain b\n", "class a { contain b", "class a { notify { 'x': message => 'y' }"] {
            let parse = parse(text, ParseOptions::default());
            let found: Vec<(&str, &str)> = parse.problems().iter().map(|it| (&text[it.range], it.message.as_str())).collect();
            assert_eq!(found, [("{", "Syntax error at end of input")], "{text}");
            let class = parse.syntax_node().descendants().find_map(ClassDef::cast).map(|it| it.syntax().text().to_string());
            assert_eq!(class.as_deref(), Some(text.trim_end()), "{text}");
        }
    }

    /// Another mistake in the same text is a problem of its own; Puppet's first problem stays the first.
    #[test]
    fn each_of_several_mistakes_is_one_problem() {
        let cases = [
            (
                "class a {\n  if $x {\n    include b\n\n  $y = \n}\nclass z { }\n",
                vec![("}", "Syntax error at '}'"), ("{", "Syntax error at end of input")],
            ),
            (
                "class a {\n  if $x {\n    include b\n\n  file { '/x':\n    mode => '1',\n\n  include c\n}\nclass z { }\n",
                vec![("{", "Syntax error at 'c'"), ("{", "Syntax error at end of input")],
            ),
            // A resource that is being typed.
            (
                "class a {\n  if $x {\n    include b\n    file { '/x': ensure =>\n  }\n}\nclass z { }\n",
                vec![("ensure =>", "Syntax error at '}'"), ("{", "Syntax error at end of input")],
            ),
            ("class a {\n  include b\n\nclass z { ) }\n", vec![(")", "Syntax error at ')'"), ("{", "Syntax error at end of input")]),
        ];
        for (text, expected) in cases {
            let parse = parse(text, ParseOptions::default());
            let found: Vec<(&str, &str)> = parse.problems().iter().map(|it| (&text[it.range], it.message.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    /// Each of these took time by the square of its length.
    #[test]
    fn torn_texts_of_many_brackets_are_read_in_a_moment() {
        let times = |text: &str| text.repeat(60_000);
        for text in [
            format!("notice([{}\n}}\n", times("1,")),
            format!("{}\n{}", times("["), times(")\n")),
            format!("{}\n          {{\n{}", times("{"), times("     }\n          {\n")),
            format!("{}\nx", times("[1,")),
        ] {
            assert!(!parse(&text, ParseOptions::default()).problems().is_empty());
        }
    }

    /// Indentation decides nothing in a text whose brackets are closed.
    #[test]
    fn other_mistakes_stay_where_they_are() {
        let text = "class a {\n  if $x and\n     $y {\n    include b\n  }\nfile { 'x': mode => }\n}\n";
        let parse = parse(text, ParseOptions::default());
        let found: Vec<(&str, Place)> = parse.problems().iter().map(|it| (&text[it.range], it.puppet_place)).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found.first().map(|it| it.0), Some("mode =>"));
    }
}
