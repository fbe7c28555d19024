//! Documentation of types and attributes in Ruby code, and the places of their declarations.

use super::code::Code;
use super::key;
use super::lexer::Token;

/// The documentation of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeDocs {
    /// Markdown, as its author wrote it.
    pub text: String,
    /// Where the type is declared in the text of its file.
    pub start: usize,
    pub attributes: Vec<AttributeDocs>,
}

/// The documentation of an attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeDocs {
    pub name: String,
    pub text: String,
    pub start: usize,
}

impl TypeDocs {
    pub fn attribute(&self, name: &str) -> Option<&AttributeDocs> {
        self.attributes.iter().find(|it| it.name == name)
    }
}

/// Reads what the file of a module says of a type, `lib/puppet/type/NAME.rb`. None if it does not declare it in plain words.
pub fn read_type_docs(name: &str, text: &str) -> Option<TypeDocs> {
    let code = Code::new(text);
    classic(&code, name).or_else(|| api(&code))
}

/// `Puppet::Type.newtype(:name) do … end`
fn classic(code: &Code, name: &str) -> Option<TypeDocs> {
    let start =
        (0..code.len()).find(|at| code.word(*at) == Some("newtype") && word(code, code.arguments(at + 1, code.len())) == Some(name))?;
    let (from, to) = code.block(start, code.len())?;
    let mut docs = TypeDocs { start: code.start(start), ..TypeDocs::default() };
    for (from, to) in code.statements(from, to) {
        match code.word(from) {
            Some("desc") => docs.text = described(code, from + 1, to),
            Some("@doc") if code.is_op(from + 1, "=") => docs.text = described(code, from + 2, to),
            Some("ensurable") => docs.attributes.push(AttributeDocs {
                name: "ensure".to_owned(),
                text: described_within(code, from, to),
                start: code.start(from),
            }),
            Some("newparam" | "newproperty") => {
                let Some(name) = word(code, code.arguments(from + 1, to)) else { continue };
                docs.attributes.push(AttributeDocs {
                    name: name.to_owned(),
                    text: described_within(code, from, to),
                    start: code.start(from),
                });
            }
            _ => {}
        }
    }
    Some(docs)
}

/// `Puppet::ResourceApi.register_type(name: …, desc: …, attributes: { … })`
fn api(code: &Code) -> Option<TypeDocs> {
    let start = (0..code.len()).find(|at| code.word(*at) == Some("register_type"))?;
    let mut entries = code.arguments(start + 1, code.len());
    if let [(only, _)] = entries.as_slice()
        && code.is_op(*only, "{")
    {
        entries = code.items(only + 1, code.end(*only));
    }
    let mut docs = TypeDocs { start: code.start(start), ..TypeDocs::default() };
    for (from, to) in entries {
        match key(code, from, to) {
            Some((key, from)) if key == "desc" || key == "docs" => docs.text = described(code, from, to),
            Some((key, from)) if key == "attributes" && code.is_op(from, "{") => {
                for (from, to) in code.items(from + 1, code.end(from)) {
                    let Some((name, inner)) = self::key(code, from, to) else { continue };
                    let entries = code.items(inner + 1, code.end(inner)).into_iter();
                    let text = entries.filter_map(|(from, to)| self::key(code, from, to).filter(|it| it.0 == "desc").map(|it| (it.1, to)));
                    let text = text.map(|(from, to)| described(code, from, to)).next().unwrap_or_default();
                    docs.attributes.push(AttributeDocs { name, text, start: code.start(from) });
                }
            }
            _ => {}
        }
    }
    Some(docs)
}

/// The first argument, if it is a name.
fn word(code: &Code, arguments: Vec<(usize, usize)>) -> Option<&str> {
    let (from, _) = *arguments.first()?;
    match code.get(from)? {
        Token::Symbol(name) | Token::Text(name, _) => Some(name),
        _ => None,
    }
}

/// Text of a `desc` in the block of a declaration.
fn described_within(code: &Code, from: usize, to: usize) -> String {
    let Some((from, to)) = code.block(from, to) else { return String::new() };
    let found = code.statements(from, to).into_iter().find(|(from, _)| code.word(*from) == Some("desc"));
    found.map(|(from, to)| described(code, from + 1, to)).unwrap_or_default()
}

/// Adjacent texts, or texts that are added, are one.
pub(super) fn described(code: &Code, from: usize, to: usize) -> String {
    let mut text = String::new();
    for at in from..to {
        match code.get(at) {
            Some(Token::Text(part, _)) => text.push_str(part),
            Some(Token::Op("+" | "(" | ")" | "<<") | Token::End) => {}
            // What is done with the text, as `.strip`.
            _ => break,
        }
    }
    unindented(&text)
}

/// A text without the blanks that all of its lines begin with; the first may have none, as it stands after a quote.
fn unindented(text: &str) -> String {
    let text = text.trim_end().trim_start_matches('\n');
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first_margin = first.len() - first.trim_start().len();
    let others = rest.lines().filter(|it| !it.trim().is_empty()).map(|it| it.len() - it.trim_start().len());
    let margin = others.chain((first_margin > 0).then_some(first_margin)).min().unwrap_or(0);
    let mut out = first.trim_start().to_owned();
    for line in rest.lines() {
        out.push('\n');
        out.push_str(line.get(margin.min(line.len() - line.trim_start().len())..).unwrap_or_default().trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_described() {
        let text = "Puppet::Type.newtype(:pulse_check) do\n  desc <<-DOC\n    Checks a pulse.\n\n    Again and again.\n  DOC\n\n  ensurable do\n    desc 'Whether it is checked.'\n  end\n\n  \
                    newparam(:name, :namevar => true) do\n    desc \"The \\\"name\\\".\"\n  end\n  newproperty :interval do\n    desc 'How ' \\\n      'often.'\n    newvalues(:fast, :slow)\n  end\n  newparam(:bare)\nend\n";
        let docs = read_type_docs("pulse_check", text).unwrap();
        assert_eq!(docs.text, "Checks a pulse.\n\nAgain and again.");
        let attributes: Vec<(&str, &str, &str)> =
            docs.attributes.iter().map(|it| (it.name.as_str(), it.text.as_str(), text[it.start..].lines().next().unwrap())).collect();
        assert_eq!(
            attributes,
            [
                ("ensure", "Whether it is checked.", "ensurable do"),
                ("name", "The \"name\".", "newparam(:name, :namevar => true) do"),
                ("interval", "How often.", "newproperty :interval do"),
                ("bare", "", "newparam(:bare)"),
            ]
        );
        assert!(text[docs.start..].starts_with("newtype"));
        assert_eq!(read_type_docs("other", text), None);
    }

    #[test]
    fn a_type_of_the_resource_api_is_described() {
        let text = "require 'puppet/resource_api'\nPuppet::ResourceApi.register_type(\n  name: 'lamp',\n  docs: <<-EOS,\n@summary a lamp\nIt shines.\nEOS\n  \
                    attributes: {\n    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },\n    colour: { type: 'String' },\n  },\n)\n";
        let docs = read_type_docs("lamp", text).unwrap();
        assert_eq!(docs.text, "@summary a lamp\nIt shines.");
        assert_eq!(docs.attribute("ensure").unwrap().text, "Whether it is there.");
        assert!(text[docs.attribute("colour").unwrap().start..].starts_with("colour:"));
    }

    #[test]
    fn nothing_is_too_odd() {
        for text in ["", "newtype", "newtype(:x) do", "newtype(:x) do\n newparam\n newparam(:a) { desc }\n desc", "register_type({"] {
            let _ = read_type_docs("x", text);
        }
    }
}
