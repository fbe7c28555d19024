//! Items of a file: names and signatures.

use smol_str::SmolStr;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange, WalkEvent};

use crate::docs::{self, Docs};
use crate::item_map::{ItemMap, ItemRanges};
use crate::{Name, name};

/// The definitions of a file in the order of its text. It knows no places, so that it stays equal while somebody edits what
/// is inside of bodies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemTree {
    pub items: Vec<Item>,
    /// The parameters of the template, if the file is one.
    pub template: Vec<Parameter>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemKind {
    Class,
    Define,
    Function,
    Plan,
    /// `type A::B = …`
    Alias,
    Node,
}

/// One definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub kind: ItemKind,
    /// With the names of the classes around it, in lower case; for a node what it matches, as it is written.
    pub name: Name,
    pub parameters: Vec<Parameter>,
    /// The class or node that it inherits from.
    pub parent: Option<Name>,
    /// The type that a function returns, as it is written.
    pub returns: Option<SmolStr>,
    /// Target of an alias, as it is written.
    pub alias: Option<SmolStr>,
    pub docs: Docs,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Without the `$`.
    pub name: Name,
    /// As it is written, on one line.
    pub ty: Option<SmolStr>,
    pub default: Option<SmolStr>,
    pub captures_rest: bool,
}

impl ItemTree {
    /// The items of one kind and name, with their numbers.
    pub fn find<'t>(&'t self, kind: ItemKind, name: &'t str) -> impl Iterator<Item = (usize, &'t Item)> {
        self.items.iter().enumerate().filter(move |(_, it)| it.kind == kind && it.name == name)
    }
}

impl Item {
    pub fn parameter(&self, name: &str) -> Option<(usize, &Parameter)> {
        self.parameters.iter().enumerate().find(|(_, it)| it.name == name)
    }
}

pub(crate) fn lower(parse: &syntax::Parse) -> (ItemTree, ItemMap) {
    let mut tree = ItemTree::default();
    let mut map = ItemMap::default();
    // The names of the classes around, each with the node that it goes with.
    let mut around: Vec<(SyntaxNode, String)> = Vec::new();
    let mut walk = parse.syntax_node().preorder();
    while let Some(event) = walk.next() {
        match event {
            WalkEvent::Enter(node) => match node.kind() {
                SyntaxKind::CLASS_DEF | SyntaxKind::DEFINE_DEF | SyntaxKind::FUNCTION_DEF | SyntaxKind::PLAN_DEF => {
                    let names: Vec<&str> = around.iter().map(|(_, name)| name.as_str()).collect();
                    if let Some((item, ranges)) = definition(&node, &names) {
                        tree.items.push(item);
                        map.items.push(ranges);
                    }
                    if matches!(node.kind(), SyntaxKind::CLASS_DEF | SyntaxKind::PLAN_DEF) {
                        around.push((node.clone(), written_name(&node).unwrap_or_default()));
                    } else {
                        walk.skip_subtree();
                    }
                }
                SyntaxKind::TYPE_ALIAS => {
                    if let Some((item, ranges)) = alias(&node) {
                        tree.items.push(item);
                        map.items.push(ranges);
                    }
                    walk.skip_subtree();
                }
                SyntaxKind::NODE_DEF => {
                    if let Some((item, ranges)) = node_definition(&node) {
                        tree.items.push(item);
                        map.items.push(ranges);
                    }
                }
                SyntaxKind::EPP_PARAMS => {
                    tree.template.extend(node.children().filter_map(ast::Param::cast).filter_map(|it| parameter(&it)).map(|it| it.0));
                    walk.skip_subtree();
                }
                SyntaxKind::SOURCE_FILE | SyntaxKind::BLOCK | SyntaxKind::ERROR_NODE | SyntaxKind::ERROR_EXPR => {}
                // Definitions stand in nothing else, even where somebody types.
                _ => walk.skip_subtree(),
            },
            WalkEvent::Leave(node) => {
                if around.last().is_some_and(|(opened, _)| *opened == node) {
                    around.pop();
                }
            }
        }
    }
    (tree, map)
}

/// The name of a definition with the names around it.
pub(crate) fn qualified(around: &[&str], written: &str) -> Name {
    let mut joined = around.iter().map(|it| it.trim_start_matches("::")).collect::<Vec<_>>();
    joined.push(written.trim_start_matches("::"));
    name::normal(&joined.join("::"))
}

pub(crate) fn written_name(definition: &SyntaxNode) -> Option<String> {
    let name = definition.children().find_map(ast::DefName::cast)?;
    let text = name.syntax().text().to_string();
    let text = text.trim().trim_matches(['\'', '"']);
    (!text.is_empty()).then(|| text.to_owned())
}

fn definition(node: &SyntaxNode, around: &[&str]) -> Option<(Item, ItemRanges)> {
    let kind = match node.kind() {
        SyntaxKind::CLASS_DEF => ItemKind::Class,
        SyntaxKind::DEFINE_DEF => ItemKind::Define,
        SyntaxKind::FUNCTION_DEF => ItemKind::Function,
        _ => ItemKind::Plan,
    };
    let name_node = node.children().find_map(ast::DefName::cast)?;
    let written = written_name(node)?;
    let around = if kind == ItemKind::Function { &[] } else { around };
    let inherits = node.children().find_map(ast::Inherits::cast).and_then(|it| it.def_name());
    let list = node.children().find_map(ast::ParamList::cast);
    let (parameters, ranges) = list.map(|list| list.params().filter_map(|it| parameter(&it)).unzip()).unwrap_or_default();
    let returns = node.children().find_map(ast::ReturnType::cast).and_then(|it| it.type_expr());
    let item = Item {
        kind,
        name: qualified(around, &written),
        parameters,
        parent: inherits.as_ref().map(|it| name::normal(it.syntax().text().to_string().trim())),
        returns: returns.map(|it| on_one_line(it.syntax())),
        alias: None,
        docs: docs::read(node),
    };
    let ranges = ItemRanges {
        whole: node.text_range(),
        name: name_node.syntax().text_range(),
        parent: inherits.map(|it| it.syntax().text_range()),
        parameters: ranges,
    };
    Some((item, ranges))
}

fn parameter(param: &ast::Param) -> Option<(Parameter, (TextRange, TextRange))> {
    let token = param.variable_token()?;
    let parameter = Parameter {
        name: SmolStr::new(token.text().trim_start_matches('$')),
        ty: param.type_expr().map(|it| on_one_line(it.syntax())),
        default: param.default().map(|it| on_one_line(it.syntax())),
        captures_rest: param.star_token().is_some(),
    };
    Some((parameter, (param.syntax().text_range(), token.text_range())))
}

fn alias(node: &SyntaxNode) -> Option<(Item, ItemRanges)> {
    let mut children = node.children().filter_map(ast::Expr::cast);
    let target = children.next()?;
    let ast::Expr::TypeNameExpr(target) = target else { return None };
    let item = Item {
        kind: ItemKind::Alias,
        name: name::normal(target.syntax().text().to_string().trim()),
        parameters: Vec::new(),
        parent: None,
        returns: None,
        alias: children.next().map(|it| on_one_line(it.syntax())),
        docs: docs::read(node),
    };
    let ranges = ItemRanges { whole: node.text_range(), name: target.syntax().text_range(), parent: None, parameters: Vec::new() };
    Some((item, ranges))
}

fn node_definition(node: &SyntaxNode) -> Option<(Item, ItemRanges)> {
    let matches: Vec<SyntaxNode> = node.children().filter(|it| it.kind() == SyntaxKind::HOST_MATCH).collect();
    let range = matches.first()?.text_range().cover(matches.last()?.text_range());
    let name = matches.iter().map(on_one_line).collect::<Vec<_>>().join(", ");
    if name.is_empty() {
        return None;
    }
    let item = Item {
        kind: ItemKind::Node,
        name: name.into(),
        parameters: Vec::new(),
        parent: None,
        returns: None,
        alias: None,
        docs: docs::read(node),
    };
    Some((item, ItemRanges { whole: node.text_range(), name: range, parent: None, parameters: Vec::new() }))
}

fn on_one_line(node: &SyntaxNode) -> SmolStr {
    let text = node.text().to_string();
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line.into()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use syntax::ParseOptions;

    use super::*;

    fn items(text: &str) -> (ItemTree, ItemMap) {
        lower(&syntax::parse(text, ParseOptions::default()))
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let (tree, map) = items(text);
        assert_eq!(tree.items.len(), map.items.len());
        let mut out = String::new();
        for (item, ranges) in tree.items.iter().zip(&map.items) {
            assert!(ranges.whole.contains_range(ranges.name));
            out += &format!("{:?} {} at {:?}", item.kind, item.name, &text[ranges.name]);
            if let Some(parent) = &item.parent {
                out += &format!(" inherits {parent}");
            }
            for it in [&item.returns, &item.alias].into_iter().flatten() {
                out += &format!(" = {it}");
            }
            out.push('\n');
            for (parameter, (whole, name)) in item.parameters.iter().zip(&ranges.parameters) {
                assert!(whole.contains_range(*name));
                let star = if parameter.captures_rest { "*" } else { "" };
                out += &format!("  {star}{} {:?} {:?}\n", parameter.name, parameter.ty, parameter.default);
            }
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn every_kind_of_definition() {
        check(
            "class A::b(String $x = 'y',\n Array[\n  Integer] $z) inherits ::a { }\n\
             define d(*$r) { }\nfunction a::f($x) >> Array[String] { }\ntype A::T = Variant[Foo,\n  Bar]\nnode 'x', /y/ { }\n",
            expect![[r#"
                Class a::b at "A::b" inherits a
                  x Some("String") Some("'y'")
                  z Some("Array[ Integer]") None
                Define d at "d"
                  *r None None
                Function a::f at "a::f" = Array[String]
                  x None None
                Alias a::t at "A::T" = Variant[Foo, Bar]
                Node 'x', /y/ at "'x', /y/"
            "#]],
        );
    }

    #[test]
    fn a_class_in_a_class_has_its_name_before_its_own() {
        check(
            "class a { class b { define c { } } function f { } }\nclass d { }",
            expect![[r#"
                Class a at "a"
                Class a::b at "b"
                Define a::b::c at "c"
                Function f at "f"
                Class d at "d"
            "#]],
        );
    }

    #[test]
    fn half_typed_definitions() {
        check(
            "class \ndefine \nclass a(\nclass b { $x = \n}\ntype \nfunction",
            expect![[r#"
                Class a at "a"
                Class b at "b"
            "#]],
        );
    }

    #[test]
    fn an_edit_inside_of_a_body_changes_no_item() {
        let before = "# About a.\nclass a($x = 1) {\n  notice($x)\n}\nclass b { }\n";
        let (tree, map) = items(before);
        let (edited, moved) = items(&before.replace("notice($x)", "$y = $x\n  file { '/x': }"));
        assert_eq!(tree, edited);
        assert_ne!(map, moved);
        assert_ne!(tree, items(&before.replace("$x = 1", "$x = 2")).0);
        assert_ne!(tree, items(&before.replace("About", "Of")).0);
    }

    #[test]
    fn templates_have_parameters() {
        let options = ParseOptions { dialect: syntax::Dialect::Epp, ..ParseOptions::default() };
        let (tree, _) = lower(&syntax::parse("<%- | String $x, $y = 1 | -%>\n<%= $x %>\n", options));
        assert_eq!(tree.template.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["x", "y"]);
    }
}
