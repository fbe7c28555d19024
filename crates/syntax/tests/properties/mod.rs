//! Properties of every text, as functions that panic where they do not hold. The fuzz targets use them as well.

use syntax::model::{full, pn, tokens};
use syntax::{Autoload, Dialect, NodeOrToken, Parse, ParseOptions, Place, Problem, Strict, SyntaxNode, TextRange, ValidateOptions};

/// No text has more syntax problems than this: nobody reads them, and each costs time and room.
pub const MOST_PROBLEMS: usize = 1_000;

/// All that is promised about a text, whatever it holds.
pub fn check(text: &str, dialect: Dialect) {
    check_with(text, ParseOptions { dialect, tasks: false });
    if text.contains("plan") || text.contains("apply") {
        check_with(text, ParseOptions { dialect, tasks: true });
    }
}

pub fn check_with(text: &str, options: ParseOptions) {
    let parse = syntax::parse(text, options);
    check_tree(text, &parse.syntax_node());
    check_parse_problems(text, &parse);
    assert_eq!(parse, syntax::parse(text, options), "the same text is read in two ways");
    for validate in validations(options) {
        check_problems(text, &syntax::validate(&parse, &validate));
    }
    check_model(text, &parse, options);
}

fn validations(options: ParseOptions) -> [ValidateOptions; 2] {
    let autoload = Autoload { file: "/m/manifests/a.pp".to_owned(), namespace: Some("m::a".to_owned()) };
    [
        ValidateOptions { tasks: options.tasks, ..ValidateOptions::default() },
        ValidateOptions { strict: Strict::Warning, tasks: options.tasks, autoload: Some(autoload) },
    ]
}

/// The tokens are the text, in its order and without gaps, and each node is what its children cover.
pub fn check_tree(text: &str, root: &SyntaxNode) {
    assert!(root.text() == text, "the tree is not the text");
    let mut at = 0;
    for element in root.descendants_with_tokens() {
        match element {
            NodeOrToken::Token(token) => {
                assert_eq!(usize::from(token.text_range().start()), at, "a gap before {token:?}");
                assert_eq!(token.text(), slice(text, token.text_range()));
                at += token.text().len();
            }
            NodeOrToken::Node(node) => {
                let ends = (node.first_child_or_token(), node.last_child_or_token());
                if let (Some(first), Some(last)) = ends {
                    assert_eq!(node.text_range(), TextRange::new(first.text_range().start(), last.text_range().end()));
                } else {
                    assert!(node.text_range().is_empty(), "a node of nothing has a text: {node:?}");
                }
            }
        }
    }
    assert_eq!(at, text.len());
}

/// Each place lies in the text and between two characters.
pub fn check_problems(text: &str, problems: &[Problem]) {
    for problem in problems {
        slice(text, problem.range);
        for (range, words) in &problem.related {
            slice(text, *range);
            assert!(!words.is_empty());
        }
        if let Place::At(place) = problem.puppet_place {
            assert!(text.is_char_boundary(place.into()), "Puppet's place is inside of a character: {problem:?}");
        }
        assert!(!problem.message.is_empty(), "a problem without words: {problem:?}");
    }
}

/// And there are not too many that the grammar finds.
pub fn check_parse_problems(text: &str, parse: &Parse) {
    check_problems(text, parse.problems());
    assert!(parse.problems().len() <= MOST_PROBLEMS, "{} problems", parse.problems().len());
}

/// The model can be built and printed, be the text right or wrong.
pub fn check_model(text: &str, parse: &Parse, options: ParseOptions) {
    let model = parse.model();
    let mut open: Vec<_> = model.root.into_iter().collect();
    let mut children = Vec::new();
    while let Some(id) = open.pop() {
        let node = model.get(id);
        slice(text, node.range);
        slice(text, model.focus(id));
        assert!(text.is_char_boundary(node.offset as usize), "a node begins inside of a character: {node:?}");
        children.clear();
        model.children(id, &mut children);
        open.extend(&children);
    }
    let mut printed = String::new();
    let tree = pn::program(&model);
    tree.write(&mut printed);
    tree.to_data().write(&mut printed);
    full::program(&model).write(&mut printed);
    full::definitions(&model).write(&mut printed);
    let (tokens, warnings) = tokens::tokens(text, options);
    check_problems(text, &warnings);
    match tokens {
        Ok(tokens) => tokens.write(&mut printed),
        Err(problem) => check_problems(text, &[problem]),
    }
}

#[track_caller]
fn slice(text: &str, range: TextRange) -> &str {
    match text.get(std::ops::Range::<usize>::from(range)) {
        Some(slice) => slice,
        None => panic!("{range:?} is no range of the text, which has {} bytes", text.len()),
    }
}
