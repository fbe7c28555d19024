//! The outline of a file.

use analysis::{File, Snapshot};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange, WalkEvent};

use crate::data;
use crate::text::{first_token_of, one_line, trimmed_range};

/// Something that a file declares, and what stands inside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    /// More about it: the type of a parameter, the parent of a class.
    pub detail: Option<String>,
    pub kind: SymbolKind,
    /// The whole declaration.
    pub range: TextRange,
    /// Its name, inside of the range.
    pub selection: TextRange,
    pub children: Vec<Symbol>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// Control flow of a template.
    Block,
    Class,
    Define,
    Function,
    Node,
    Parameter,
    Plan,
    Resource,
    Type,
    Variable,
}

/// Classes, defined types, nodes, functions, plans, types, parameters, resources and variables, one in another
/// as they stand in the text.
pub fn document_symbols(snapshot: Snapshot<'_>, file: File) -> Vec<Symbol> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::symbols::document_symbols(snapshot, file);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::symbols::document_symbols(snapshot, file);
    }
    if crate::rb::is_ruby(snapshot, file) {
        return crate::rb::document_symbols(snapshot, file);
    }
    if data::is_data(snapshot, file) {
        return data::symbols::document_symbols(snapshot, file);
    }
    let mut top = Vec::new();
    let mut open: Vec<(SyntaxNode, Symbol)> = Vec::new();
    for event in snapshot.parse(file).syntax_node().preorder() {
        match event {
            WalkEvent::Enter(node) => {
                if let Some(symbol) = symbol(&node) {
                    open.push((node, symbol));
                }
            }
            WalkEvent::Leave(node) => {
                if open.last().is_some_and(|(opened, _)| *opened == node)
                    && let Some((_, symbol)) = open.pop()
                {
                    match open.last_mut() {
                        Some((_, parent)) => parent.children.push(symbol),
                        None => top.push(symbol),
                    }
                }
            }
        }
    }
    top
}

fn symbol(node: &SyntaxNode) -> Option<Symbol> {
    match node.kind() {
        SyntaxKind::CLASS_DEF => definition(node, SymbolKind::Class),
        SyntaxKind::DEFINE_DEF => definition(node, SymbolKind::Define),
        SyntaxKind::FUNCTION_DEF => definition(node, SymbolKind::Function),
        SyntaxKind::PLAN_DEF => definition(node, SymbolKind::Plan),
        SyntaxKind::NODE_DEF => node_definition(node),
        SyntaxKind::TYPE_ALIAS | SyntaxKind::TYPE_DEF => type_definition(node),
        SyntaxKind::PARAM => parameter(node),
        SyntaxKind::RESOURCE_BODY => resource(node),
        SyntaxKind::ASSIGN_EXPR => variable(node),
        _ => None,
    }
}

fn make(node: &SyntaxNode, kind: SymbolKind, name: String, selection: TextRange) -> Option<Symbol> {
    // An editor refuses a symbol without a name, and with it the whole outline.
    if name.trim().is_empty() {
        return None;
    }
    let range = trimmed_range(node).cover(selection);
    Some(Symbol { name, detail: None, kind, range, selection, children: Vec::new() })
}

fn definition(node: &SyntaxNode, kind: SymbolKind) -> Option<Symbol> {
    let name = node.children().find_map(ast::DefName::cast)?;
    let mut symbol = make(node, kind, one_line(name.syntax()), trimmed_range(name.syntax()))?;
    symbol.detail = match kind {
        SymbolKind::Class => node.children().find_map(ast::Inherits::cast).map(|it| one_line(it.syntax())),
        SymbolKind::Function => node.children().find_map(ast::ReturnType::cast).map(|it| one_line(it.syntax())),
        _ => None,
    };
    Some(symbol)
}

fn node_definition(node: &SyntaxNode) -> Option<Symbol> {
    let matches: Vec<SyntaxNode> = node.children().filter(|it| it.kind() == SyntaxKind::HOST_MATCH).collect();
    let (first, last) = (matches.first()?, matches.last()?);
    let name = matches.iter().map(one_line).collect::<Vec<_>>().join(", ");
    make(node, SymbolKind::Node, name, trimmed_range(first).cover(trimmed_range(last)))
}

fn type_definition(node: &SyntaxNode) -> Option<Symbol> {
    let target = node.children().find_map(ast::Expr::cast)?;
    make(node, SymbolKind::Type, one_line(target.syntax()), trimmed_range(target.syntax()))
}

fn parameter(node: &SyntaxNode) -> Option<Symbol> {
    // The parameters of a lambda are no more a part of the outline than its variables' uses.
    if node.parent().is_some_and(|it| it.kind() == SyntaxKind::LAMBDA_PARAMS) {
        return None;
    }
    let name = first_token_of(node, &[SyntaxKind::VARIABLE])?;
    let mut symbol = make(node, SymbolKind::Parameter, name.text().to_string(), name.text_range())?;
    symbol.detail = ast::Param::cast(node.clone()).and_then(|it| it.type_expr()).map(|it| one_line(it.syntax()));
    Some(symbol)
}

fn resource(node: &SyntaxNode) -> Option<Symbol> {
    let resource = ast::Resource::cast(node.parent()?)?;
    let title = ast::ResourceBody::cast(node.clone())?.title()?;
    let resource_type = match (resource.class_token(), resource.type_expr()) {
        (Some(_), _) => "Class".to_string(),
        (None, Some(it)) => capitalized(&one_line(it.syntax())),
        (None, None) => return None,
    };
    // As a reference to it is written, so that what the outline shows can be searched for.
    let title_text = one_line(title.syntax());
    let title_text = match title {
        ast::Expr::ListExpr(_) => title_text,
        _ => format!("[{title_text}]"),
    };
    make(node, SymbolKind::Resource, resource_type + &title_text, trimmed_range(title.syntax()))
}

fn variable(node: &SyntaxNode) -> Option<Symbol> {
    first_token_of(node, &[SyntaxKind::EQ])?;
    let target = node.children().find_map(ast::Expr::cast)?;
    matches!(target, ast::Expr::VarExpr(_) | ast::Expr::ListExpr(_)).then_some(())?;
    make(node, SymbolKind::Variable, one_line(target.syntax()), trimmed_range(target.syntax()))
}

/// `apache::vhost` as a reference has it: `Apache::Vhost`.
fn capitalized(name: &str) -> String {
    let segment = |segment: &str| {
        let mut chars = segment.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    name.split("::").map(segment).collect::<Vec<_>>().join("::")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{Symbol, document_symbols};
    use crate::tests::{with_file, with_template};

    fn render(symbols: &[Symbol], depth: usize, out: &mut String) {
        for it in symbols {
            let detail = it.detail.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
            out.push_str(&format!("{}{:?} {}{detail} {:?} {:?}\n", "  ".repeat(depth), it.kind, it.name, it.range, it.selection));
            assert!(it.range.contains_range(it.selection), "an editor refuses a selection outside of the range");
            render(&it.children, depth + 1, out);
        }
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let mut out = String::new();
        render(&with_file(text, document_symbols), 0, &mut out);
        expected.assert_eq(&out);
    }

    #[test]
    fn types_are_written_as_references() {
        assert_eq!(super::capitalized("apache::vhost"), "Apache::Vhost");
        assert_eq!(super::capitalized("::file"), "::File");
        assert_eq!(super::capitalized(""), "");
    }

    #[test]
    fn definitions_hold_their_parameters() {
        check(
            "class a::b (\n  String $x = 'y',\n  $z,\n) inherits a { }\n",
            expect![[r#"
            Class a::b (inherits a) 0..54 6..10
              Parameter $x (String) 15..30 22..24
              Parameter $z 34..36 34..36
        "#]],
        );
        check(
            "define d(Optional[Array[String]] $names) { }\n",
            expect![[r#"
            Define d 0..44 7..8
              Parameter $names (Optional[Array[String]]) 9..39 33..39
        "#]],
        );
        check(
            "function f(Integer *$all) >> Integer { 1 }\n",
            expect![[r#"
            Function f (>> Integer) 0..42 9..10
              Parameter $all (Integer) 11..24 20..24
        "#]],
        );
        check(
            "type A::B = Variant[String, Integer]\n",
            expect![[r#"
            Type A::B 0..36 5..9
        "#]],
        );
    }

    #[test]
    fn nodes_are_named_by_what_they_match() {
        check(
            "node 'a.example.org', /^b/ { }\nnode default { include c }\n",
            expect![[r#"
            Node 'a.example.org', /^b/ 0..30 5..26
            Node default 31..57 36..43
        "#]],
        );
    }

    #[test]
    fn resources_are_written_as_references() {
        check(
            "file { '/etc/x':\n  mode => '0644',\n}\n",
            expect![[r#"
            Resource File['/etc/x'] 7..34 7..15
        "#]],
        );
        check(
            "apache::vhost { $name: }\n@user { ['a', 'b']: }\n@@package { default: ; 'x': }\n",
            expect![[r#"
            Resource Apache::Vhost[$name] 16..22 16..21
            Resource User['a', 'b'] 33..44 33..43
            Resource Package[default] 59..67 59..66
            Resource Package['x'] 70..74 70..73
        "#]],
        );
        check(
            "class { 'a::b': x => 1 }\n",
            expect![[r#"
            Resource Class['a::b'] 8..22 8..14
        "#]],
        );
        check(
            "file { \"/etc/${x}\": }\nResource['file'] { 'y': }\n",
            expect![[r#"
            Resource File["/etc/${x}"] 7..19 7..18
            Resource Resource['file']['y'] 41..45 41..44
        "#]],
        );
    }

    #[test]
    fn variables_are_listed_where_they_are_set() {
        check(
            "class a {\n  $x = 1\n  [$y, $z] = [$x, 2]\n  if $x { $w = 3 }\n  notice($x)\n}\n",
            expect![[r#"
            Class a 0..73 6..7
              Variable $x 12..18 12..14
              Variable [$y, $z] 21..39 21..29
              Variable $w 50..56 50..52
        "#]],
        );
    }

    #[test]
    fn what_a_lambda_takes_is_not_listed_but_what_it_makes_is() {
        check(
            "$xs.each |$x| {\n  file { $x: }\n}\n",
            expect![[r#"
            Resource File[$x] 25..28 25..27
        "#]],
        );
    }

    #[test]
    fn a_half_typed_resource_keeps_the_outline() {
        check(
            "class a {\n  $x = 1\n  file { '/x':\n    ensure =>\n  }\n  $y = 2\n}\nclass b { }\n",
            expect![[r#"
            Class a 0..62 6..7
              Variable $x 12..18 12..14
              Resource File['/x'] 28..47 28..32
              Variable $y 54..60 54..56
            Class b 63..74 69..70
        "#]],
        );
        check(
            "class a {\n  file { '/x'\n  $y = 2\n}\nclass b { }\n",
            expect![[r#"
            Class a 0..34 6..7
              Resource File['/x'] 19..23 19..23
              Variable $y 26..32 26..28
            Class b 35..46 41..42
        "#]],
        );
        check(
            "class a(",
            expect![[r#"
            Class a 0..8 6..7
        "#]],
        );
    }

    #[test]
    fn long_titles_are_cut() {
        check(
            &format!("notify {{ '{}\n{}': }}", "a ".repeat(30), "b".repeat(60)),
            expect![[r#"
            Resource Notify['a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a bbbbbbbbbbbbbbbbbbb…] 9..133 9..132
        "#]],
        );
    }

    #[test]
    fn a_template_has_parameters_and_variables() {
        let mut out = String::new();
        render(&with_template("<%- | String $x | -%>\nHello <% $y = 1 %>\n", document_symbols), 0, &mut out);
        expect![[r#"
            Parameter $x (String) 6..15 13..15
            Variable $y 31..37 31..33
        "#]]
        .assert_eq(&out);
    }

    #[test]
    fn an_empty_file_has_no_outline() {
        check("", expect![[""]]);
        assert_eq!(with_template("", document_symbols), []);
    }
}
