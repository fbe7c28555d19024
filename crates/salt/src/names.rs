//! Names that the Jinja of a text declares and uses: variables, macros, parameters, imports. Nothing is rendered.

mod macros;

use std::ops::Range;

pub use macros::{Macro, macros};

use jinja::{SyntaxKind, SyntaxNode, SyntaxToken, parse};

use crate::template::dialect;

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JinjaName {
    pub text: String,
    pub range: Range<usize>,
    pub meaning: Meaning,
    pub is_declaration: bool,
}

/// Meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Declared by the file, or by the statement with this range: a loop, a macro.
    Own { scope: Option<Range<usize>> },
    /// A name of another file, which `from 'path' import name` and `module.name` read.
    Foreign { path: String },
    /// The context gives it, or nothing.
    Unbound,
}

/// Import of a name: `from 'path' import original as name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub name: String,
    pub path: String,
    /// None where the whole file is imported.
    pub original: Option<String>,
}

/// Names of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JinjaNames {
    pub names: Vec<JinjaName>,
    /// Imports into the scope of the file.
    pub imports: Vec<Import>,
    /// Names of arguments in calls.
    pub keywords: Vec<String>,
}

struct Binding {
    name: String,
    range: Range<usize>,
    scope: Option<Range<usize>>,
}

/// Reads a text. Torn tags have names, too.
pub fn jinja_names(text: &str) -> JinjaNames {
    let root = parse(text, &dialect()).syntax();
    let mut reader = Reader::default();
    for tag in root.descendants().filter(|it| it.kind() == SyntaxKind::TAG) {
        reader.tag(&tag);
    }
    let mut out = JinjaNames { imports: reader.imports, ..JinjaNames::default() };
    let declared = |range: &Range<usize>| reader.bindings.iter().find(|it| it.range == *range);
    for token in root.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|it| it.kind() == SyntaxKind::NAME) {
        let range: Range<usize> = token.text_range().into();
        let text = token.text().to_owned();
        if let Some(binding) = declared(&range) {
            out.names.push(JinjaName { text, range, meaning: Meaning::Own { scope: binding.scope.clone() }, is_declaration: true });
            continue;
        }
        if let Some((_, path)) = reader.foreign.iter().find(|it| it.0 == range) {
            out.names.push(JinjaName { text, range, meaning: Meaning::Foreign { path: path.clone() }, is_declaration: false });
            continue;
        }
        let Some(parent) = token.parent() else { continue };
        let meaning = match parent.kind() {
            SyntaxKind::NAME_REF => resolved(&reader.bindings, &token),
            SyntaxKind::NAMESPACE_REF if parent.first_token().as_ref() == Some(&token) => resolved(&reader.bindings, &token),
            SyntaxKind::ATTRIBUTE => match module(&parent, &reader.bindings, &out.imports) {
                Some(path) => Meaning::Foreign { path },
                None => continue,
            },
            SyntaxKind::KEYWORD => {
                out.keywords.push(text);
                continue;
            }
            _ => continue,
        };
        out.names.push(JinjaName { text, range, meaning, is_declaration: false });
    }
    out
}

/// The path of the file whose name `module.name` reads.
fn module(attribute: &SyntaxNode, bindings: &[Binding], imports: &[Import]) -> Option<String> {
    let base = attribute.first_child().filter(|it| it.kind() == SyntaxKind::NAME_REF)?;
    let token = names_in(&base).next()?;
    let Meaning::Own { scope: None } = resolved(bindings, &token) else { return None };
    imports.iter().find(|it| it.name == token.text() && it.original.is_none()).map(|it| it.path.clone())
}

/// The innermost scope around a use that declares the name.
fn resolved(bindings: &[Binding], token: &SyntaxToken) -> Meaning {
    let named = || bindings.iter().filter(|it| it.name == token.text());
    let mut inner = token.parent();
    while let Some(node) = inner {
        let above = node.parent();
        if let Some(statement) = above.as_ref().filter(|it| is_scope(it))
            && !is_iterated(&node, token)
        {
            let range: Range<usize> = statement.text_range().into();
            if named().any(|it| it.scope.as_ref() == Some(&range)) {
                return Meaning::Own { scope: Some(range) };
            }
        }
        inner = above;
    }
    match named().any(|it| it.scope.is_none()) {
        true => Meaning::Own { scope: None },
        false => Meaning::Unbound,
    }
}

/// Whether a token is in what a loop runs over, where the names of the loop do not exist yet. In the first tag of other statements
/// values are those outside of it, too.
fn is_iterated(tag: &SyntaxNode, token: &SyntaxToken) -> bool {
    if tag.kind() != SyntaxKind::TAG || tag.prev_sibling().is_some() {
        return false;
    }
    let words = direct_names(tag);
    match words.first().map(|it| it.text().to_owned()).as_deref() {
        Some("for") => {
            let start = words.iter().find(|it| it.text() == "in").map(|it| it.text_range().end());
            let end = words.iter().find(|it| it.text() == "if").map(|it| it.text_range().start());
            start.is_some_and(|it| token.text_range().start() >= it) && end.is_none_or(|it| token.text_range().end() <= it)
        }
        // A default may name the parameters before it.
        Some("macro") => false,
        _ => true,
    }
}

/// The first word of the first tag of a statement.
fn keyword(statement: &SyntaxNode) -> Option<String> {
    direct_names(&statement.first_child()?).first().map(|it| it.text().to_owned())
}

/// Whether names that are declared in a statement end with it.
fn is_scope(node: &SyntaxNode) -> bool {
    node.kind() == SyntaxKind::STATEMENT && !matches!(keyword(node).as_deref(), Some("if" | "profile" | "autoescape") | None)
}

/// The words of a tag: those of the language, and names that are no part of a longer expression.
fn direct_names(node: &SyntaxNode) -> Vec<SyntaxToken> {
    let tokens = node.children_with_tokens().filter_map(|it| match it {
        jinja::SyntaxElement::Token(token) => Some(token),
        jinja::SyntaxElement::Node(child) => (child.kind() == SyntaxKind::NAME_REF).then(|| names_in(&child).next())?,
    });
    tokens.filter(|it| it.kind() == SyntaxKind::NAME).collect()
}

/// The kind of what comes before or after a node, without white space.
fn neighbour(node: &SyntaxNode, is_next: bool) -> Option<SyntaxKind> {
    let mut found = if is_next { node.next_sibling_or_token() } else { node.prev_sibling_or_token() };
    while found.as_ref().is_some_and(|it| it.kind().is_trivia()) {
        found = found.and_then(|it| if is_next { it.next_sibling_or_token() } else { it.prev_sibling_or_token() });
    }
    found.map(|it| it.kind())
}

/// Names that are read in an expression; of a target of an assignment, those that are set.
fn names_in(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|it| it.kind() == SyntaxKind::NAME);
    tokens.filter(|it| it.parent().is_some_and(|it| it.kind() == SyntaxKind::NAME_REF))
}

/// The text of the first string of a tag.
fn path(tag: &SyntaxNode) -> Option<String> {
    let mut tokens = tag.descendants_with_tokens().filter_map(|it| it.into_token());
    let string = tokens.find(|it| it.kind() == SyntaxKind::STRING)?;
    let text = string.text();
    text.get(1..text.len().checked_sub(1)?).map(str::to_owned)
}

#[derive(Default)]
struct Reader {
    bindings: Vec<Binding>,
    imports: Vec<Import>,
    /// Names of other files, with the paths of these.
    foreign: Vec<(Range<usize>, String)>,
}

impl Reader {
    fn bind(&mut self, token: &SyntaxToken, scope: Option<Range<usize>>) {
        self.bindings.push(Binding { name: token.text().to_owned(), range: token.text_range().into(), scope });
    }

    fn tag(&mut self, tag: &SyntaxNode) {
        let words = direct_names(tag);
        let Some(first) = words.first() else { return };
        let statement = tag.parent().filter(|it| it.kind() == SyntaxKind::STATEMENT);
        let own: Option<Range<usize>> = statement.as_ref().map(|it| it.text_range().into());
        // A name that a statement declares for what comes after it belongs to the scope around it.
        let above = statement.as_ref().unwrap_or(tag).ancestors().skip(1).find(is_scope);
        let around: Option<Range<usize>> = above.map(|it| it.text_range().into());
        let after = |word: &str| words.iter().find(|it| it.text() == word).map(|it| it.text_range().end());
        match first.text() {
            "macro" | "call" => {
                if let Some(name) = words.get(1).filter(|_| first.text() == "macro") {
                    self.bind(name, around);
                }
                let lists = tag.children().filter(|it| it.kind() == SyntaxKind::PARAMETERS);
                let names = lists.flat_map(|it| it.children()).filter(|it| it.kind() == SyntaxKind::NAME_REF);
                // What follows `=` is a default.
                for name in names.filter(|it| neighbour(it, false) != Some(SyntaxKind::ASSIGN)) {
                    names_in(&name).for_each(|it| self.bind(&it, own.clone()));
                }
            }
            "for" => {
                let Some(end) = after("in") else { return };
                for name in names_in(tag).filter(|it| it.text_range().end() <= end) {
                    self.bind(&name, own.clone());
                }
            }
            "set" => {
                let marks = tag.children_with_tokens().filter_map(|it| it.into_token());
                let end = marks.skip(1).find(|it| matches!(it.kind(), SyntaxKind::ASSIGN | SyntaxKind::PIPE | SyntaxKind::BLOCK_END));
                let Some(end) = end.map(|it| it.text_range().start()) else { return };
                for name in names_in(tag).filter(|it| it.text_range().end() <= end) {
                    self.bind(&name, around.clone());
                }
            }
            "with" => {
                for target in tag.children().filter(|it| neighbour(it, true) == Some(SyntaxKind::ASSIGN)) {
                    names_in(&target).for_each(|it| self.bind(&it, own.clone()));
                }
            }
            "from" => self.from(tag, &words, around),
            text if text.starts_with("import") || text.starts_with("load_") => {
                let Some(name) = words.iter().skip_while(|it| it.text() != "as").nth(1) else { return };
                if text == "import"
                    && around.is_none()
                    && let Some(path) = path(tag)
                {
                    self.imports.push(Import { name: name.text().to_owned(), path, original: None });
                }
                self.bind(name, around);
            }
            _ => {}
        }
    }

    /// `from 'path' import a, b as c with context`
    fn from(&mut self, tag: &SyntaxNode, words: &[SyntaxToken], around: Option<Range<usize>>) {
        let Some(path) = path(tag) else { return };
        let mut names = words.iter().skip_while(|it| it.text() != "import").skip(1).peekable();
        while let Some(name) = names.next() {
            if matches!(name.text(), "with" | "without") && names.peek().is_some_and(|it| it.text() == "context") {
                return;
            }
            let alias = names.next_if(|it| it.text() == "as").and_then(|_| names.next());
            if around.is_none() {
                let import =
                    Import { name: alias.unwrap_or(name).text().to_owned(), path: path.clone(), original: Some(name.text().to_owned()) };
                self.imports.push(import);
            }
            match alias {
                Some(alias) => {
                    self.foreign.push((name.text_range().into(), path.clone()));
                    self.bind(alias, around.clone());
                }
                None => self.bind(name, around.clone()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Meaning, jinja_names};

    /// Each name with what it means: the line of its scope, `file`, the path of another file, or nothing.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown: Vec<String> = jinja_names(text)
            .names
            .iter()
            .map(|it| {
                let meaning = match &it.meaning {
                    Meaning::Own { scope: None } => "file".to_owned(),
                    Meaning::Own { scope: Some(scope) } => scope.start.to_string(),
                    Meaning::Foreign { path } => path.clone(),
                    Meaning::Unbound => "-".to_owned(),
                };
                format!("{}{} {meaning}", if it.is_declaration { "+" } else { "" }, it.text)
            })
            .collect();
        assert_eq!(shown.join(", "), expected, "{text}");
    }

    #[test]
    fn variables_of_the_file() {
        check("{% set a = b %}{{ a }}", "+a file, b -, a file");
        check("{% if x %}{% set a, b = y %}{% endif %}{{ a.b }}", "x -, +a file, +b file, y -, a file");
        check("{% set a %}x{{ a }}{% endset %}", "+a file, a file");
        check("{% set n = namespace(x=1) %}{% set n.x = 2 %}", "+n file, namespace -, n file");
    }

    #[test]
    fn names_of_loops_and_macros_end_with_them() {
        check("{% for a in a if a %}{% set b = a %}{{ b }}{% endfor %}{{ b }}", "+a 0, a -, a 0, +b 0, a 0, b 0, b -");
        check("{% macro m(p, q=p) %}{{ p }}{% endmacro %}{{ m(p) }}", "+m file, +p 0, +q 0, p 0, p 0, m file, p -");
        check("{% with a = a %}{{ a }}{% endwith %}{{ a }}", "+a 0, a -, a 0, a -");
    }

    #[test]
    fn imports_name_the_other_file() {
        check(
            "{% from 'm.jinja' import a, b as c with context %}{{ a }}{{ b }}{{ c }}",
            "+a file, b m.jinja, +c file, a file, b -, c file",
        );
        check("{% import 'm.jinja' as m %}{{ m.x(y.z) }}", "+m file, m file, x m.jinja, y -");
        check("{% import_yaml 'd.yaml' as d %}{{ d.x }}", "+d file, d file");
    }
}
