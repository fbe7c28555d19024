//! Where types of resources that are written in Ruby are found, and how they are read.

mod data_types;
pub(crate) mod evaluated;
mod generated;
mod node_facts;
mod providers;

use std::path::PathBuf;
use std::sync::Arc;

use resource_types::TypeInfo;
use world::FileKind;

use super::Environment;
use crate::native::Native;

pub use evaluated::{Judged, Message, Node, names};
pub use node_facts::NodeFacts;

/// The largest file of a type that is read.
const LARGEST_TYPE: u64 = 1 << 20;

/// Whether the code of a type may write a message: it has the word for a level.
fn may_log(text: &str) -> bool {
    let is_of_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let is_level = |word: &str| matches!(word, "notice" | "warning" | "err" | "alert" | "emerg" | "crit");
    text.lines().filter(|it| !it.trim_start().starts_with('#')).any(|it| it.split(|it: char| !is_of_word(it)).any(is_level))
}

impl Environment {
    /// Finds and reads a type, whoever has asked for it before.
    pub fn read_native_type(&self, lower: &str) -> Option<Native> {
        let table = resource_types::type_info(lower);
        if let Some(own) = table.filter(|it| it.module.is_none()) {
            return Some(Native::Table(own));
        }
        if lower.contains("::") || !lower.starts_with(|it: char| it.is_ascii_lowercase()) {
            return None;
        }
        if matches!(lower, "component" | "whit") {
            return Some(Native::Read(Arc::new(TypeInfo::unread(lower))));
        }
        let file = self.root.as_ref().map(|root| root.join(".resource_types").join(format!("{lower}.pp")));
        let generated = file.and_then(|path| self.text_of(path)).and_then(|text| generated::read_generated(lower, &text));
        let Some(path) = self.type_file(lower) else {
            return generated.map(|it| Native::Read(Arc::new(it))).or_else(|| self.vendored(table));
        };
        let is_generated = generated.is_some();
        let mut text = None;
        let read = generated.or_else(|| resource_types::read_type(lower, text.insert(self.text_of(path.clone())?)));
        // Modules have versions: the table speaks of Debian's.
        let is_of_table = |read: &TypeInfo| table.is_some_and(|it| !read.differs_from(it));
        let evaluated = match &text {
            Some(text) if !read.as_ref().is_some_and(is_of_table) => self.evaluated_type(lower, &path, text, read.as_ref()),
            _ => None,
        };
        let native = match (table, evaluated.or(read)) {
            (Some(table), Some(read)) if !read.differs_from(table) => match is_generated || read.has_recorded_relations() {
                true => Native::Table(table),
                false => Native::Read(Arc::new(table.with_relations_of(read))),
            },
            (_, Some(read)) => Native::Read(Arc::new(read)),
            (Some(table), None) => Native::Table(table),
            (None, None) => Native::Read(Arc::new(TypeInfo::unreadable(lower))),
        };
        Some(match text.is_some_and(|it| may_log(&it)) {
            true => {
                let mut info = (*native).clone();
                info.logs = true;
                Native::Read(Arc::new(info))
            }
            false => native,
        })
    }

    /// The types that Puppet's packages bring as modules of their own.
    fn vendored(&self, table: Option<&'static TypeInfo>) -> Option<Native> {
        let of_puppet = |it: &&TypeInfo| self.has_vendored_types && it.module.as_ref().is_some_and(|it| it.ends_with("_core"));
        table.filter(of_puppet).map(Native::Table)
    }

    /// Whether there is a type, whose code is not read for that.
    fn has_type(&self, lower: &str) -> bool {
        let table = resource_types::type_info(lower);
        table.is_some_and(|it| it.module.is_none()) || self.type_file(lower).is_some() || self.vendored(table).is_some()
    }

    /// Where a module declares it; of several the first by its path.
    fn type_file(&self, lower: &str) -> Option<PathBuf> {
        let file = format!("lib/puppet/type/{lower}.rb");
        let paths = self.modules().map(|(_, folder)| folder.join(&file));
        paths.filter(|path| self.is_file(path)).min()
    }

    /// Whether a module brings a provider of a type, of which the table may know nothing.
    pub(crate) fn has_provider(&self, type_name: &str, provider: &str) -> bool {
        if provider.contains('/') {
            return false;
        }
        let file = format!("lib/puppet/provider/{type_name}/{provider}.rb");
        self.modules().any(|(_, folder)| self.is_file(&folder.join(&file)))
    }

    fn text_of(&self, path: PathBuf) -> Option<String> {
        if !self.world.metadata(&path).is_ok_and(|it| it.kind == FileKind::File) {
            return None;
        }
        String::from_utf8(self.world.read(&path, LARGEST_TYPE).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    fn environment(files: &[(&str, &str)]) -> Environment {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(path, *text);
        }
        Environment::new(Arc::new(world), "production", Some("/e".into()), vec!["/e/modules".into()], Default::default())
    }

    #[test]
    fn types_are_found_where_puppet_finds_them() {
        let type_of = |name: &str| format!("Puppet::Type.newtype(:{name}) do\n  newparam(:name)\n  newparam(:own)\nend");
        let found = environment(&[
            ("/e/modules/m/lib/puppet/type/mine.rb", &type_of("mine")),
            ("/e/modules/m/lib/puppet/type/file_line.rb", &type_of("file_line")),
            ("/e/modules/m/lib/puppet/type/odd.rb", "# made elsewhere"),
            (
                "/e/.resource_types/gen.pp",
                "Puppet::Resource::ResourceType3.new('gen', [], [Puppet::Resource::Param(Any, 'g', true)], {/(.*)/ => ['g']})",
            ),
        ]);
        let accepts = |name: &str, attribute: &str| found.native_type(name).map(|it| it.accepts(attribute));
        assert_eq!(accepts("file", "mode"), Some(true));
        assert_eq!(accepts("file", "own"), Some(false));
        assert_eq!(accepts("mine", "own"), Some(true));
        assert_eq!(accepts("mine", "other"), Some(false));
        // Another version than that of the table.
        assert_eq!((accepts("file_line", "own"), accepts("file_line", "line")), (Some(true), Some(false)));
        assert_eq!(accepts("odd", "any"), Some(true));
        assert_eq!((accepts("gen", "g"), accepts("gen", "h")), (Some(true), Some(false)));
        assert_eq!((accepts("ini_setting", "path"), accepts("nosuch", "a"), accepts("cron", "hour")), (None, None, None));
    }

    #[test]
    fn modules_bring_providers_of_types_that_are_not_theirs() {
        let found = environment(&[("/e/modules/nodejs/lib/puppet/provider/package/npm.rb", "# a provider")]);
        assert!(found.has_provider("package", "npm"));
        assert!(!found.has_provider("package", "nosuch") && !found.has_provider("service", "npm"));
        assert!(!found.has_provider("type", "../provider/package/npm"));
    }
}
