//! The names of the parameters that arguments are for.

use analysis::{File, Snapshot};
use hir::{Role, Symbol};
use syntax::{SyntaxKind, SyntaxNode};

use super::{HintKind, InlayHint};
use crate::builtin_docs;
use crate::text::trimmed_range;

pub(super) fn of_call(snapshot: Snapshot<'_>, file: File, call: &SyntaxNode) -> Vec<InlayHint> {
    let is_method = call.kind() == SyntaxKind::METHOD_CALL_EXPR;
    let list = call.children().find(|it| it.kind() == SyntaxKind::ARG_LIST);
    let mut arguments: Vec<SyntaxNode> = match (&list, call.kind()) {
        (Some(list), _) => list.children().collect(),
        (None, SyntaxKind::STATEMENT_CALL) => call.children().skip(1).collect(),
        (None, _) => Vec::new(),
    };
    // What is spread out may be any number of arguments.
    if let Some(spread) = arguments.iter().position(|it| it.kind() == SyntaxKind::PREFIX_EXPR && it.text().char_at(0.into()) == Some('*')) {
        arguments.truncate(spread);
    }
    let before = usize::from(is_method);
    if arguments.is_empty() || arguments.len() + before < 2 {
        return Vec::new();
    }
    let Some(name) = name_of(snapshot, file, call) else { return Vec::new() };
    let (names, is_built_in) = names(snapshot, file, &name, arguments.len() + before);
    // Of Puppet's own functions everybody knows what comes first.
    let known = usize::from(is_built_in && !is_method);
    let named = arguments.iter().zip(names.iter().skip(before)).skip(known);
    let hints = named.filter(|(argument, name)| !is_obvious(argument, name, is_built_in));
    hints
        .map(|(argument, name)| InlayHint {
            at: trimmed_range(argument).start(),
            label: format!("{name}:"),
            kind: HintKind::Parameter,
            tooltip: None,
            place: None,
        })
        .collect()
}

/// The function that is called.
fn name_of(snapshot: Snapshot<'_>, file: File, call: &SyntaxNode) -> Option<Symbol> {
    let list = call.children().find(|it| it.kind() == SyntaxKind::ARG_LIST);
    let end = list.map_or_else(|| call.text_range().end(), |it| it.text_range().start());
    let inside = snapshot.references(file).all.iter().filter(|it| call.text_range().contains_range(it.range) && it.range.end() <= end);
    let functions = inside.filter(|it| it.role == Role::Use && matches!(it.symbol, Symbol::Function(_)));
    match call.kind() {
        // The receiver may hold calls of its own.
        SyntaxKind::METHOD_CALL_EXPR => functions.max_by_key(|it| it.range.start()).map(|it| it.symbol.clone()),
        _ => functions.min_by_key(|it| it.range.start()).map(|it| it.symbol.clone()),
    }
}

/// The names of a function's parameters; those that take what is left have none. Whether the function is Puppet's own.
fn names(snapshot: Snapshot<'_>, file: File, function: &Symbol, count: usize) -> (Vec<String>, bool) {
    let own = snapshot.resolve(function, file).into_iter().find_map(|it| snapshot.item(it));
    if let Some(item) = own {
        let single = item.parameters.iter().take_while(|it| !it.captures_rest);
        return (single.map(|it| it.name.to_string()).collect(), false);
    }
    match function {
        Symbol::Function(name) => (builtin_docs::parameter_names(name, count), true),
        _ => (Vec::new(), true),
    }
}

/// Whether the argument says by itself what it is for. Of Puppet's own functions only the written parameters are shown: everybody knows the
/// others.
fn is_obvious(argument: &SyntaxNode, name: &str, is_built_in: bool) -> bool {
    if is_built_in && argument.kind() != SyntaxKind::LITERAL {
        return true;
    }
    let text = argument.text().to_string();
    let word = text.trim().trim_start_matches(['$', '\'', '"']).trim_end_matches(['\'', '"']);
    let last = word.rsplit("::").next().unwrap_or_default();
    last.eq_ignore_ascii_case(name) || last.ends_with(&format!("_{name}"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::inlay_hints::tests::check;

    #[test]
    fn functions_of_manifests() {
        check(
            "#- /m/functions/f.pp\nfunction m::f($port, $host, *$rest) { $port }\n#- /m/manifests/init.pp\n$0class m($port) {\n  $x = m::f($port, 'h', 1)\n  $y = 1.m::f('h')\n  m::f(*[1, 2])\n}\n",
            expect![[r#"
                class m($port) {
                  $x = m::f($port, «host:»'h', 1)
                  $y = 1.m::f(«host:»'h')
                  m::f(*[1, 2])
                }
            "#]],
        );
    }

    #[test]
    fn built_in_functions() {
        check(
            "#- /a.pp\n$0define d($x) {\n  notice(regsubst($x, 'a', 'b', 'G'), 'z')\n  $x.split(',').join('')\n  include a, b\n  fail('x')\n  sprintf('%s', 1)\n}\n",
            expect![[r#"
                define d($x) {
                  notice(regsubst($x, «pattern:»'a', «replacement:»'b', «flags:»'G'), 'z')
                  $x.split(«pattern:»',').join(«delimiter:»'')
                  include a, b
                  fail('x')
                  sprintf('%s', 1)
                }
            "#]],
        );
    }
}
