//! Local variables of a template, and which of their places mean the same.

use std::collections::BTreeSet;
use std::ops::Range;

use ruby_prism::{self as prism, Visit};

use crate::erb::Source;
use crate::lower;

/// A place of a local variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub name: String,
    /// The place of the name, in bytes of the template.
    pub range: Range<u32>,
    /// The block, method or template that the variable belongs to.
    pub scope: usize,
    pub is_write: bool,
    /// Whether the name has another meaning at this place: a keyword, a named group of a pattern.
    pub is_fixed: bool,
}

/// The local variables of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locals {
    /// In the order of the text.
    pub all: Vec<Local>,
    /// Methods that are called without a receiver.
    calls: BTreeSet<String>,
    /// The scope around each.
    parents: Vec<usize>,
    /// The place of each scope but the template, and whether it sees no variable of the scope around it.
    places: Vec<(Range<u32>, bool)>,
}

impl Locals {
    /// Reads a template. One with syntax errors has none.
    pub fn new(text: &str) -> Locals {
        Locals::read(text, false)
    }

    /// Reads a template that is being typed: with syntax errors, its variables as far as they can be read.
    pub fn torn(text: &str) -> Locals {
        Locals::read(text, true)
    }

    fn read(text: &str, is_torn: bool) -> Locals {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let skipped = u32::try_from(text.len() - body.len()).unwrap_or(0);
        let source = lower::source(body);
        lower::with_parser(|| {
            let parsed = prism::parse(source.code.as_bytes());
            if !is_torn && (source.not_covered.is_some() || parsed.errors().next().is_some()) {
                return Locals::default();
            }
            let found = Locals { parents: vec![0], ..Locals::default() };
            let mut reader = Reader { source: &source, skipped, open: vec![0], is_fixed: false, found };
            reader.visit(&parsed.node());
            let mut found = reader.found;
            found.all.sort_by_key(|it| it.range.start);
            found
        })
    }

    /// The variable at a place.
    pub fn at(&self, offset: u32) -> Option<&Local> {
        let is_in = |it: &&Local| it.range.start <= offset && offset <= it.range.end;
        self.all.iter().find(|it| it.range.contains(&offset)).or_else(|| self.all.iter().find(is_in))
    }

    /// The names of the variables that are set before a place, and can be read there.
    pub fn visible(&self, offset: u32) -> BTreeSet<&str> {
        let is_around = |it: &(usize, &(Range<u32>, bool))| it.1.0.start < offset && offset <= it.1.0.end;
        let inner = (1..).zip(&self.places).filter(is_around).min_by_key(|it| it.1.0.len());
        let mut scope = inner.map_or(0, |it| it.0);
        let mut found = BTreeSet::new();
        loop {
            let own = self.all.iter().filter(|it| it.scope == scope && it.is_write && it.range.end < offset);
            found.extend(own.map(|it| it.name.as_str()));
            let is_alone = scope.checked_sub(1).and_then(|it| self.places.get(it)).is_none_or(|it| it.1);
            match self.parents.get(scope) {
                Some(parent) if !is_alone && *parent < scope => scope = *parent,
                _ => return found,
            }
        }
    }

    /// Whether a variable can have a name without meaning another variable or method.
    pub fn is_free(&self, local: &Local, name: &str) -> bool {
        let is_taken = |it: &Local| it.name == name && (self.is_within(it.scope, local.scope) || self.is_within(local.scope, it.scope));
        !self.calls.contains(name) && !self.all.iter().any(is_taken)
    }

    fn is_within(&self, mut scope: usize, outer: usize) -> bool {
        while scope != outer {
            match self.parents.get(scope) {
                Some(parent) if *parent != scope => scope = *parent,
                _ => return false,
            }
        }
        true
    }

    /// All places of the same variable.
    pub fn same<'l>(&'l self, local: &'l Local) -> impl Iterator<Item = &'l Local> {
        self.all.iter().filter(move |it| it.scope == local.scope && it.name == local.name)
    }
}

/// Whether a text can be the name of a local variable.
pub fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next().is_some_and(|it| it == '_' || it.is_lowercase());
    first && letters.all(|it| it == '_' || it.is_alphanumeric()) && !crate::words::is_keyword(text)
}

struct Reader<'s> {
    source: &'s Source,
    skipped: u32,
    /// Scopes around the node, the outermost first.
    open: Vec<usize>,
    is_fixed: bool,
    found: Locals,
}

impl Reader<'_> {
    fn offset(&self, at: usize) -> u32 {
        u32::try_from(at).unwrap_or(u32::MAX).saturating_add(self.skipped)
    }

    fn scoped(&mut self, location: &prism::Location<'_>, is_alone: bool, visit: impl FnOnce(&mut Self)) {
        let scope = self.found.parents.len();
        self.found.places.push((self.offset(location.start() as usize)..self.offset(location.end() as usize), is_alone));
        self.found.parents.push(self.open.last().copied().unwrap_or_default());
        self.open.push(scope);
        visit(self);
        self.open.pop();
    }

    fn add(&mut self, name: &prism::ConstantId<'_>, location: &prism::Location<'_>, depth: u32, is_write: bool) {
        let Ok(name) = std::str::from_utf8(name.as_slice()) else { return };
        let (start, end) = (location.start() as usize, location.end() as usize);
        let depth = usize::try_from(depth).unwrap_or(usize::MAX);
        let Some(scope) = self.open.iter().rev().nth(depth).copied() else { return };
        // Texts of the template and numbered parameters are no names.
        if self.source.tag_at(start).is_none() {
            return;
        }
        let is_fixed = self.is_fixed || end - start != name.len();
        let range = self.offset(start)..self.offset(end);
        self.found.all.push(Local { name: name.to_owned(), range, scope, is_write, is_fixed });
    }

    fn fixed(&mut self, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.is_fixed, true);
        visit(self);
        self.is_fixed = before;
    }
}

macro_rules! scopes {
    ($($visit:ident $node:ident $is_alone:literal,)*) => {
        $(fn $visit(&mut self, node: &prism::$node<'pr>) {
            self.scoped(&node.location(), $is_alone, |this| prism::$visit(this, node));
        })*
    };
}

macro_rules! writes {
    ($($visit:ident $node:ident,)*) => {
        $(fn $visit(&mut self, node: &prism::$node<'pr>) {
            self.add(&node.name(), &node.name_loc(), node.depth(), true);
            prism::$visit(self, node);
        })*
    };
}

impl<'pr> Visit<'pr> for Reader<'_> {
    scopes! {
        visit_block_node BlockNode false,
        visit_lambda_node LambdaNode false,
        visit_def_node DefNode true,
        visit_class_node ClassNode true,
        visit_module_node ModuleNode true,
        visit_singleton_class_node SingletonClassNode true,
    }

    writes! {
        visit_local_variable_write_node LocalVariableWriteNode,
        visit_local_variable_or_write_node LocalVariableOrWriteNode,
        visit_local_variable_and_write_node LocalVariableAndWriteNode,
        visit_local_variable_operator_write_node LocalVariableOperatorWriteNode,
    }

    fn visit_local_variable_read_node(&mut self, node: &prism::LocalVariableReadNode<'pr>) {
        self.add(&node.name(), &node.location(), node.depth(), false);
    }

    fn visit_local_variable_target_node(&mut self, node: &prism::LocalVariableTargetNode<'pr>) {
        self.add(&node.name(), &node.location(), node.depth(), true);
    }

    fn visit_required_parameter_node(&mut self, node: &prism::RequiredParameterNode<'pr>) {
        self.add(&node.name(), &node.location(), 0, true);
    }

    fn visit_optional_parameter_node(&mut self, node: &prism::OptionalParameterNode<'pr>) {
        self.add(&node.name(), &node.name_loc(), 0, true);
        prism::visit_optional_parameter_node(self, node);
    }

    fn visit_rest_parameter_node(&mut self, node: &prism::RestParameterNode<'pr>) {
        if let (Some(name), Some(location)) = (node.name(), node.name_loc()) {
            self.add(&name, &location, 0, true);
        }
    }

    fn visit_block_parameter_node(&mut self, node: &prism::BlockParameterNode<'pr>) {
        if let (Some(name), Some(location)) = (node.name(), node.name_loc()) {
            self.add(&name, &location, 0, true);
        }
    }

    fn visit_block_local_variable_node(&mut self, node: &prism::BlockLocalVariableNode<'pr>) {
        self.add(&node.name(), &node.location(), 0, true);
    }

    fn visit_required_keyword_parameter_node(&mut self, node: &prism::RequiredKeywordParameterNode<'pr>) {
        self.fixed(|this| this.add(&node.name(), &node.name_loc(), 0, true));
    }

    fn visit_optional_keyword_parameter_node(&mut self, node: &prism::OptionalKeywordParameterNode<'pr>) {
        self.fixed(|this| this.add(&node.name(), &node.name_loc(), 0, true));
        prism::visit_optional_keyword_parameter_node(self, node);
    }

    fn visit_implicit_node(&mut self, node: &prism::ImplicitNode<'pr>) {
        self.fixed(|this| prism::visit_implicit_node(this, node));
    }

    fn visit_match_write_node(&mut self, node: &prism::MatchWriteNode<'pr>) {
        self.fixed(|this| prism::visit_match_write_node(this, node));
    }

    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        if node.receiver().is_none()
            && let Ok(name) = std::str::from_utf8(node.name().as_slice())
        {
            self.found.calls.insert(name.to_owned());
        }
        prism::visit_call_node(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of the variable at the mark, with the text around them marked.
    #[track_caller]
    fn marked(text: &str) -> String {
        let at = text.find('$').expect("a mark");
        let text = text.replacen('$', "", 1);
        let locals = Locals::new(&text);
        let Some(local) = locals.at(u32::try_from(at).expect("short")) else { return String::new() };
        let mut marked = text.clone();
        let mut places: Vec<&Local> = locals.same(local).collect();
        places.reverse();
        for it in places {
            marked.insert(it.range.end as usize, if it.is_fixed { '!' } else { ']' });
            marked.insert(it.range.start as usize, '[');
        }
        marked
    }

    #[test]
    fn variables_that_can_be_read_at_a_place() {
        let visible = |text: &str| {
            let at = text.find('$').expect("a mark");
            let text = text.replacen('$', "", 1);
            let locals = Locals::torn(&text);
            let found: Vec<&str> = locals.visible(u32::try_from(at).expect("short")).into_iter().collect();
            found.join(" ")
        };
        assert_eq!(visible("<% a = 1; @l.each do |x| y = 2 %><%= $ %><% end; b = 1 %>"), "a x y");
        assert_eq!(visible("<% a = 1; @l.each do |x| end %><%= $a %>"), "a");
        assert_eq!(visible("<% a = 1; def f(b) $b end %>"), "b");
        assert_eq!(visible("<% a = 1; @l.each do |x| %><%= $. %> b"), "a x");
        assert_eq!(visible("$<% a = 1 %>"), "");
    }

    #[test]
    fn a_variable_belongs_to_its_block() {
        assert_eq!(
            marked("x<% @a.each do |$x| %><%= x %><% [x].map { |x| x } %><% end %><% x = 1 %>"),
            "x<% @a.each do |[x]| %><%= [x] %><% [[x]].map { |x| x } %><% end %><% x = 1 %>"
        );
        assert_eq!(
            marked("<% x = 1; x += 1; f = ->(y) { x + y } %><%= \"#{$x}\" %>"),
            "<% [x] = 1; [x] += 1; f = ->(y) { [x] + y } %><%= \"#{[x]}\" %>"
        );
        assert_eq!(marked("<% x = 1; def f(x) x end; $x %>"), "<% [x] = 1; def f(x) x end; [x] %>");
        assert_eq!(
            marked("\u{feff}ö<% @h.each { |(k, v), *r, o: 1| $k + v } %>"),
            "\u{feff}ö<% @h.each { |([k], v), *r, o: 1| [k] + v } %>"
        );
        assert_eq!(marked("<% for i in [1] do i end; $i %>"), "<% for [i] in [1] do [i] end; [i] %>");
        assert_eq!(marked("<% if @x %>a$b<% end %>"), "");
        assert_eq!(
            marked("<% case @x; in [$a, *] if a > 1 then a; in ^a then 1; end %>"),
            "<% case @x; in [[a], *] if [a] > 1 then [a]; in ^[a] then 1; end %>"
        );
    }

    #[test]
    fn what_spells_more_than_a_name_is_fixed() {
        assert_eq!(marked("<% def f(a: 1) $a end %>"), "<% def f([a:! 1) [a] end %>");
        assert_eq!(marked("<% /(?<$n>x)/ =~ 'x'; n %>"), "<% /(?<[n!>x)/ =~ 'x'; [n] %>");
        assert_eq!(marked("<% x = 1; { $x: } %>"), "<% [x] = 1; { [x:! } %>");
        assert_eq!(marked("<% @x => {$n:, m: [*, k]} %><%= n %>"), "<% @x => {[n!:, m: [*, k]} %><%= [n] %>");
        assert_eq!(Locals::new("<% x = 1; if %>"), Locals::default());
    }

    #[test]
    fn a_name_is_free_if_nothing_around_or_inside_has_it() {
        let locals = Locals::new("<% a = 1; [1].each { |b| a }; [2].each { |c| puts c; [3].each { |d| } } %>");
        let free = |of: &str, name: &str| locals.all.iter().find(|it| it.name == of).is_some_and(|it| locals.is_free(it, name));
        assert!(free("b", "c") && free("b", "d") && free("a", "x"));
        assert!(!free("a", "d") && !free("d", "a") && !free("c", "d") && !free("b", "puts"));
    }

    #[test]
    fn names_of_variables() {
        assert!(is_name("a_1") && is_name("_x") && is_name("ä"));
        assert!(!is_name("A") && !is_name("1a") && !is_name("a-b") && !is_name("end") && !is_name("") && !is_name("a?"));
    }
}
