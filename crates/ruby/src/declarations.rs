//! Declarations in a Ruby file, read without evaluating it: functions with their dispatches, types with their attributes, facts, and the
//! classes and methods around them. Files with syntax errors have declarations, too.

use std::ops::Range;

use ruby_prism::{self as prism, Visit};

use crate::Problem;
use crate::lower;

/// The declarations and syntax errors of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// In the order of the text, one in another.
    pub all: Vec<Declaration>,
    pub problems: Vec<Problem>,
}

/// Something that a file declares. Places are bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub kind: Declared,
    pub name: String,
    /// The type of a parameter, as it is written.
    pub detail: Option<String>,
    pub range: Range<u32>,
    /// The place of the name, within the range.
    pub selection: Range<u32>,
    pub children: Vec<Declaration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// A class or module of Ruby.
    Class,
    /// A method of Ruby.
    Method,
    /// A function of Puppet.
    Function,
    /// One way to call a function.
    Dispatch,
    /// A resource type.
    Type,
    /// A fact.
    Fact,
    /// A parameter of a dispatch or type, or a property.
    Parameter,
    /// A block that Puppet calls, such as `munge` or `autorequire`.
    Block,
}

/// Methods that declare a parameter of a dispatch.
const PARAMETERS: [&str; 9] = [
    "param",
    "required_param",
    "optional_param",
    "repeated_param",
    "optional_repeated_param",
    "required_repeated_param",
    "block_param",
    "optional_block_param",
    "required_block_param",
];

/// Methods that pass a block which Puppet calls.
const BLOCKS: [&str; 13] = [
    "validate",
    "munge",
    "unmunge",
    "autorequire",
    "autobefore",
    "autonotify",
    "autosubscribe",
    "local_types",
    "argument_mismatch",
    "setcode",
    "chunk",
    "aggregate",
    "confine",
];

impl Declarations {
    /// Reads a file of Ruby.
    pub fn new(text: &str) -> Declarations {
        lower::with_parser(|| {
            let parsed = prism::parse(text.as_bytes());
            let mut reader = Reader { text, open: vec![Vec::new()] };
            reader.visit(&parsed.node());
            Declarations { all: reader.open.pop().unwrap_or_default(), problems: lower::problems(&parsed, text) }
        })
    }
}

/// A name that is written out, and its place.
pub type Written = (String, Range<u32>);

struct Reader<'t> {
    text: &'t str,
    /// The children found so far of the declarations around.
    open: Vec<Vec<Declaration>>,
}

pub(crate) fn place(location: &prism::Location<'_>) -> Range<u32> {
    location.start()..location.end()
}

/// A symbol or text that is written out.
pub(crate) fn written(node: &prism::Node<'_>) -> Option<Written> {
    let (text, location) = match (node.as_string_node(), node.as_symbol_node()) {
        (Some(it), _) => (it.unescaped().to_vec(), it.content_loc()),
        (None, Some(it)) => (it.unescaped().to_vec(), it.content_loc()),
        (None, None) => return None,
    };
    String::from_utf8(text).ok().filter(|it| !it.trim().is_empty()).map(|it| (it, place(&location)))
}

pub(crate) fn arguments<'pr>(call: &prism::CallNode<'pr>) -> Vec<prism::Node<'pr>> {
    call.arguments().map(|it| it.arguments().iter().collect()).unwrap_or_default()
}

/// The entries of a hash whose keys are written out.
fn entries<'pr>(node: &prism::Node<'pr>) -> Vec<(Written, prism::AssocNode<'pr>)> {
    let elements = match (node.as_hash_node(), node.as_keyword_hash_node()) {
        (Some(it), _) => it.elements(),
        (None, Some(it)) => it.elements(),
        (None, None) => return Vec::new(),
    };
    let entry = |it: prism::Node<'pr>| {
        let entry = it.as_assoc_node()?;
        Some((written(&entry.key())?, entry))
    };
    elements.iter().filter_map(entry).collect()
}

/// Whether a method is that of `Facter`.
fn is_facter(call: &prism::CallNode<'_>) -> bool {
    let name = call.receiver().and_then(|it| Some(it.as_constant_read_node()?.name().as_slice().to_vec()));
    name.is_some_and(|it| it == b"Facter")
}

fn declaration(kind: Declared, name: &Written, range: Range<u32>) -> Declaration {
    Declaration { kind, name: name.0.clone(), detail: None, range, selection: name.1.clone(), children: Vec::new() }
}

impl Reader<'_> {
    fn add(&mut self, declaration: Declaration) {
        if let Some(last) = self.open.last_mut() {
            last.push(declaration);
        }
    }

    /// Adds a declaration with what is visited meanwhile inside of it.
    fn add_with_children(&mut self, mut declaration: Declaration, visit: impl FnOnce(&mut Self)) {
        self.open.push(std::mem::take(&mut declaration.children));
        visit(self);
        declaration.children = self.open.pop().unwrap_or_default();
        self.add(declaration);
    }

    fn source(&self, node: &prism::Node<'_>) -> String {
        let range = node.location();
        self.text.get(range.start() as usize..range.end() as usize).unwrap_or_default().trim_matches(['\'', '"', ':']).to_owned()
    }

    /// The declaration of a call, if it declares something.
    fn declared(&self, call: &prism::CallNode<'_>) -> Option<Declaration> {
        let name = std::str::from_utf8(call.name().as_slice()).ok()?.to_owned();
        let arguments = arguments(call);
        let range = place(&call.location());
        let has_block = call.block().is_some_and(|it| it.as_block_node().is_some());
        let first = arguments.first().and_then(written);
        let message = call.message_loc().map(|it| place(&it));
        let of_first = |kind| Some(declaration(kind, first.as_ref()?, range.clone()));
        match name.as_str() {
            "create_function" | "newfunction" => of_first(Declared::Function),
            "newtype" => of_first(Declared::Type),
            "add" | "define_fact" if is_facter(call) => of_first(Declared::Fact),
            "newparam" | "newproperty" => of_first(Declared::Parameter),
            "ensurable" => Some(declaration(Declared::Parameter, &("ensure".to_owned(), message?), range)),
            "dispatch" if has_block => of_first(Declared::Dispatch),
            "scope_param" => None,
            name if PARAMETERS.contains(&name) && call.receiver().is_none() => {
                // A block has no type where it may be any.
                let (ty, named) = match arguments.as_slice() {
                    [one] => (None, one),
                    [ty, named, ..] => (Some(self.source(ty)), named),
                    [] => return None,
                };
                Some(Declaration { detail: ty, ..declaration(Declared::Parameter, &written(named)?, range) })
            }
            name if BLOCKS.contains(&name) && has_block && call.receiver().is_none() => {
                let named = first.map_or_else(|| name.to_owned(), |it| format!("{name} {}", it.0));
                Some(declaration(Declared::Block, &(named, message?), range))
            }
            "register_type" => self.registered(arguments.first()?, range),
            _ => None,
        }
    }

    /// A type of the Resource API.
    fn registered(&self, argument: &prism::Node<'_>, range: Range<u32>) -> Option<Declaration> {
        let entries_of_type = entries(argument);
        let value = |name: &str| entries_of_type.iter().find(|it| it.0.0 == name).map(|it| it.1.value());
        let mut found = declaration(Declared::Type, &written(&value("name")?)?, range);
        for (name, entry) in value("attributes").iter().flat_map(entries) {
            let ty = entries(&entry.value()).into_iter().find(|it| it.0.0 == "type").map(|it| self.source(&it.1.value()));
            let attribute = declaration(Declared::Parameter, &name, place(&entry.location()));
            found.children.push(Declaration { detail: ty, ..attribute });
        }
        Some(found)
    }
}

impl<'pr> Visit<'pr> for Reader<'_> {
    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        match self.declared(node) {
            Some(found) => {
                let own = found.children.clone();
                self.add_with_children(found, |it| {
                    prism::visit_call_node(it, node);
                    if let Some(inner) = it.open.last_mut().filter(|_| !own.is_empty()) {
                        *inner = own;
                    }
                });
            }
            None => prism::visit_call_node(self, node),
        }
    }

    fn visit_class_node(&mut self, node: &prism::ClassNode<'pr>) {
        let path = node.constant_path();
        let name = (self.source(&path), place(&path.location()));
        self.add_with_children(declaration(Declared::Class, &name, place(&node.location())), |it| prism::visit_class_node(it, node));
    }

    fn visit_module_node(&mut self, node: &prism::ModuleNode<'pr>) {
        let path = node.constant_path();
        let name = (self.source(&path), place(&path.location()));
        self.add_with_children(declaration(Declared::Class, &name, place(&node.location())), |it| prism::visit_module_node(it, node));
    }

    fn visit_def_node(&mut self, node: &prism::DefNode<'pr>) {
        let name = (String::from_utf8_lossy(node.name().as_slice()).into_owned(), place(&node.name_loc()));
        self.add_with_children(declaration(Declared::Method, &name, place(&node.location())), |it| prism::visit_def_node(it, node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(all: &[Declaration], text: &str, found: &mut Vec<String>, indent: usize) {
        for it in all {
            let at = &text[it.selection.start as usize..it.selection.end as usize];
            let detail = it.detail.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
            found.push(format!("{}{:?} {}{detail} at {at}", " ".repeat(indent), it.kind, it.name));
            show(&it.children, text, found, indent + 1);
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let declarations = Declarations::new(text);
        let mut found = Vec::new();
        show(&declarations.all, text, &mut found, 0);
        assert_eq!(found, expected);
    }

    #[test]
    fn functions_have_dispatches() {
        check(
            "Puppet::Functions.create_function(:'m::f') do\n  dispatch :one do\n    param 'Array[String]', :list\n    optional_block_param :block\n  end\n  def one(list)\n  end\nend\n",
            &[
                "Function m::f at m::f",
                " Dispatch one at one",
                "  Parameter list: Array[String] at list",
                "  Parameter block at block",
                " Method one at one",
            ],
        );
        check(
            "module Puppet::Parser::Functions\n  newfunction(:old, type: :rvalue) do |args|\n    args\n  end\nend\n",
            &["Class Puppet::Parser::Functions at Puppet::Parser::Functions", " Function old at old"],
        );
    }

    #[test]
    fn types_have_attributes() {
        check(
            "Puppet::Type.newtype(:t) do\n  ensurable\n  newparam(:name) do\n    munge { |v| v }\n  end\n  newproperty(:p)\n  autorequire(:file) { [] }\nend\n",
            &[
                "Type t at t",
                " Parameter ensure at ensurable",
                " Parameter name at name",
                "  Block munge at munge",
                " Parameter p at p",
                " Block autorequire file at autorequire",
            ],
        );
        check(
            "Puppet::ResourceApi.register_type(name: 'r', attributes: { ensure: { type: 'Enum[a]' }, x: {} })\n",
            &["Type r at r", " Parameter ensure: Enum[a] at ensure", " Parameter x at x"],
        );
    }

    #[test]
    fn facts_have_blocks() {
        check(
            "Facter.add(:one) do\n  confine kernel: 'Linux'\n  confine { true }\n  setcode do\n    1\n  end\nend\n\
             Facter.add('two', type: :aggregate) { chunk(:a) { 1 } }\nFacter.add(name) { }\nSet.add(:x)\n",
            &["Fact one at one", " Block confine at confine", " Block setcode at setcode", "Fact two at two", " Block chunk a at chunk"],
        );
    }

    #[test]
    fn a_torn_file_has_declarations() {
        let text = "Puppet::Functions.create_function(:f) do\n  dispatch :one do\n    param 'A', :x\n";
        assert!(!Declarations::new(text).problems.is_empty());
        check(text, &["Function f at f", " Dispatch one at one", "  Parameter x: A at x"]);
        assert!(Declarations::new("x = 1\n").problems.is_empty());
    }
}
