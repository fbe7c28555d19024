//! Functions, and those whose arguments are names of something.

use smol_str::SmolStr;
use syntax::{SyntaxKind, SyntaxNode};

use super::resources::Of;
use super::titles::Later;
use super::walk::{Pending, Walker};
use super::words::{self, Word};
use super::{Role, Spelling};
use crate::{FileKind, Owner, Symbol, name};

impl Walker {
    pub(super) fn call(&mut self, node: &SyntaxNode) {
        let Some(callee) = words::callee(node) else { return };
        let function = Word { text: callee.text().into(), range: callee.text_range(), spelling: Spelling::Bare }.relative();
        let name = function.text.clone();
        self.push_word(function, |text| Symbol::Function(text.into()), Role::Use);
        let arguments = words::arguments(node);
        match name.as_str() {
            "include" | "contain" | "require" => {
                for argument in &arguments {
                    self.titles(argument, &Of::Classes, Role::Declaration);
                }
            }
            "ensure_packages" => {
                if let Some(titles) = arguments.first() {
                    self.declared(titles, &Of::Type("package".into()));
                }
                if let Some(defaults) = arguments.get(1) {
                    self.keys_of(defaults, &Owner::Type("package".into()));
                }
            }
            "ensure_resource" | "ensure_resources" | "create_resources" | "defined_with_params" => {
                self.resources_by_call(&name, &arguments)
            }
            "lookup" | "hiera" | "hiera_array" | "hiera_hash" | "hiera_include" => self.keys(&arguments),
            "template" => self.files(&arguments, FileKind::Erb),
            "file" | "find_file" | "binary_file" => self.files(&arguments, FileKind::File),
            "epp" | "stdlib::deferrable_epp" => {
                self.files(arguments.get(..1).unwrap_or_default(), FileKind::Epp);
                if let [template, given, ..] = arguments.as_slice() {
                    match words::word(template) {
                        Some(Word { text, .. }) => self.keys_of(given, &Owner::Template(FileKind::Epp.named(text))),
                        None => self.later.extend(Later::new(&self.scopes, template, Pending::Parameters(given.clone()))),
                    }
                }
            }
            "find_template" => self.files(&arguments, FileKind::Erb),
            "fact" => {
                if let Some(word) = arguments.first().and_then(words::word) {
                    self.push_word(word, |text| Symbol::Fact(text.into()), Role::Use);
                }
            }
            "dig" | "get" | "getvar" => self.fact_by_call(&name, &arguments),
            "run_task" | "run_task_with" => {
                if let Some(word) = arguments.first().and_then(words::word) {
                    self.push_word(word.relative(), |text| Symbol::Task(name::normal(text)), Role::Use);
                }
            }
            "run_plan" => {
                let Some(word) = arguments.first().and_then(words::word) else { return };
                let owner = Owner::Plan(name::normal(&word.text));
                self.push_word(word.relative(), |text| Symbol::Plan(name::normal(text)), Role::Use);
                for argument in arguments.iter().skip(1) {
                    if argument.kind() == SyntaxKind::HASH_ENTRY {
                        self.keys_of_entry(argument, &owner);
                    } else {
                        self.keys_of(argument, &owner);
                    }
                }
            }
            _ => {}
        }
    }

    fn keys_of_entry(&mut self, entry: &SyntaxNode, owner: &Owner) {
        if let Some(word) = entry.first_child().and_then(|it| words::word(&it)) {
            let symbol = Symbol::Member { owner: owner.clone(), name: word.text.clone() };
            self.push(word.range, symbol, Role::Argument, word.spelling);
        }
    }

    /// Titles in a list, or the keys of a hash.
    fn declared(&mut self, titles: &SyntaxNode, of: &Of) {
        if titles.kind() != SyntaxKind::HASH_EXPR {
            return self.titles(titles, of, Role::Declaration);
        }
        for (title, parameters) in words::entries(titles) {
            let word = words::word(&title);
            let owner = match (of, &word) {
                (Of::Type(ty), _) => Some(Owner::Type(ty.clone())),
                (Of::Classes, Some(word)) => Some(Owner::Class(name::normal(&word.text))),
                (Of::Classes, None) => None,
            };
            if let (Some(owner), Some(parameters)) = (owner, parameters) {
                self.keys_of(&parameters, &owner);
            }
            if let Some(word) = word {
                self.title(word, of, Role::Declaration);
            }
        }
    }

    /// `create_resources('file', { 'x' => { … } }, { … })`, `ensure_resource('file', 'x', { … })`
    fn resources_by_call(&mut self, function: &str, arguments: &[SyntaxNode]) {
        let Some(word) = arguments.first().and_then(words::type_word) else { return };
        let of = Of::named(word.text.trim_start_matches('@'));
        if of != Of::Classes && !word.text.starts_with('@') && word.spelling != Spelling::Capitalized {
            self.push_word(word.relative(), |text| Symbol::Type(name::normal(text)), Role::Use);
        }
        let Some(titles) = arguments.get(1) else { return };
        if function == "defined_with_params" {
            return;
        }
        self.declared(titles, &of);
        if let (Of::Type(ty), Some(defaults)) = (&of, arguments.get(2)) {
            self.keys_of(defaults, &Owner::Type(ty.clone()));
        }
    }

    /// Records the keys that are looked up in Hiera.
    fn keys(&mut self, arguments: &[SyntaxNode]) {
        let Some(first) = arguments.first() else { return };
        let options = words::entries(first).into_iter().find(|(key, _)| words::word(key).is_some_and(|it| it.text == "name"));
        let keys = options.and_then(|(_, value)| value).unwrap_or_else(|| first.clone());
        for key in words::each(&keys) {
            if let Some(word) = words::word(&key) {
                self.push_word(word, |text| Symbol::Key(text.into()), Role::Use);
            }
        }
    }

    fn files(&mut self, arguments: &[SyntaxNode], kind: FileKind) {
        for argument in arguments.iter().flat_map(words::each) {
            match words::word(&argument) {
                Some(word) => self.file(word, kind),
                None => self.later.extend(Later::new(&self.scopes, &argument, Pending::File(kind))),
            }
        }
    }

    pub(super) fn file(&mut self, word: Word, kind: FileKind) {
        if word.text.contains('/') && !word.text.starts_with('/') {
            self.push_word(word, |text| Symbol::File(kind, kind.named(text.into())), Role::Use);
        }
    }

    /// A text anywhere, which may be a URL.
    pub(super) fn text(&mut self, literal: &SyntaxNode) {
        match words::word(literal) {
            Some(word) => self.url(word),
            None => {
                let first = literal.children_with_tokens().filter_map(|it| it.into_token()).find(|it| it.kind() == SyntaxKind::STRING_TEXT);
                if first.is_some_and(|it| it.text().starts_with("puppet:")) {
                    self.later.extend(Later::new(&self.scopes, literal, Pending::Url));
                }
            }
        }
    }

    /// `puppet:///modules/apache/x`
    pub(super) fn url(&mut self, word: Word) {
        let path =
            word.text.strip_prefix("puppet://").and_then(|it| it.split_once('/')).and_then(|(_, path)| path.strip_prefix("modules/"));
        if let Some(path) = path.map(SmolStr::new) {
            self.push(word.range, Symbol::File(FileKind::File, path), Role::Use, word.spelling);
        }
    }
}
