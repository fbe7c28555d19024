//! Kinds of files. Whatever depends on the kind of a file asks [`document_kind`].

use std::path::Path;

use syntax::Dialect;

/// The options of puppet-lint that a project has.
const LINT_OPTIONS: &str = ".puppet-lint.rc";

/// Files of a module or an environment that are checked besides code: its modules, its metadata, its settings.
const CHECKED: [&str; 3] = ["Puppetfile", "metadata.json", "environment.conf"];

/// Folders of functions, types and facts in Ruby.
const RUBY_FOLDERS: [&str; 4] = ["/lib/puppet/functions/", "/lib/puppet/parser/functions/", "/lib/puppet/type/", "/lib/facter/"];

/// Kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    Manifest,
    /// A template of the language of manifests.
    Epp,
    /// A template of Ruby.
    Erb,
    /// Functions, types and facts of a module in Ruby.
    Ruby,
    /// A file of states or pillar data.
    Sls,
    /// A template of Jinja that files of states import.
    Jinja,
    /// YAML, as Hiera reads it.
    Data,
    /// Metadata of a module, settings of an environment, the modules that a repository installs.
    Metadata,
    /// Settings of a project.
    Settings,
    /// Whatever else code reads.
    Input,
    /// Anything else: it is code where an editor says so.
    Other,
}

impl DocumentKind {
    pub fn is_code(self) -> bool {
        matches!(self, DocumentKind::Manifest | DocumentKind::Epp)
    }

    /// Whether the file is read by others and is no code.
    pub fn is_input(self) -> bool {
        !self.is_code() && self != DocumentKind::Other
    }

    /// Whether the file is checked besides code and templates.
    pub fn is_data(self) -> bool {
        matches!(self, DocumentKind::Data | DocumentKind::Metadata)
    }

    /// Whether the file is read with its folder.
    pub fn is_read(self) -> bool {
        match self {
            DocumentKind::Ruby | DocumentKind::Input | DocumentKind::Other => false,
            DocumentKind::Manifest
            | DocumentKind::Epp
            | DocumentKind::Erb
            | DocumentKind::Sls
            | DocumentKind::Jinja
            | DocumentKind::Data
            | DocumentKind::Metadata
            | DocumentKind::Settings => true,
        }
    }

    /// Dialect of the file, if it is code. Anything else is read as a manifest where somebody asks for that.
    pub fn dialect(self) -> Dialect {
        if self == DocumentKind::Epp { Dialect::Epp } else { Dialect::Manifest }
    }
}

/// Decides what a file is, by its path.
pub fn document_kind(path: impl AsRef<Path>) -> DocumentKind {
    let path = path.as_ref();
    let is_named = |names: &[&str]| path.file_name().is_some_and(|it| names.iter().any(|name| it == *name));
    // A path in a module may begin with such a folder.
    let is_in = |path: &str, folder: &str| path.contains(folder) || folder.strip_prefix('/').is_some_and(|it| path.starts_with(it));
    let is_in_ruby_folder = || path.to_str().is_some_and(|path| RUBY_FOLDERS.iter().any(|it| is_in(path, it)));
    match path.extension().and_then(|it| it.to_str()) {
        Some("pp") => DocumentKind::Manifest,
        Some("epp") => DocumentKind::Epp,
        Some("erb") => DocumentKind::Erb,
        Some("sls") => DocumentKind::Sls,
        Some("jinja" | "jinja2" | "j2") => DocumentKind::Jinja,
        Some("yaml" | "yml" | "eyaml") => DocumentKind::Data,
        Some("rb") if is_in_ruby_folder() => DocumentKind::Ruby,
        _ if is_named(&[settings::FILE_NAME]) => DocumentKind::Settings,
        _ if is_named(&CHECKED) => DocumentKind::Metadata,
        Some("toml" | "json" | "conf" | "rb") => DocumentKind::Input,
        _ if is_named(&[LINT_OPTIONS]) => DocumentKind::Input,
        _ => DocumentKind::Other,
    }
}

/// The same for a file that an editor has opened: its language counts where the path names no code.
pub fn opened_kind(path: &Path, language: &str) -> DocumentKind {
    match (document_kind(path), language) {
        (kind, _) if kind.is_code() => kind,
        (_, "epp" | "puppet-epp" | "embedded-puppet" | "embeddedpuppet") => DocumentKind::Epp,
        (kind, _) => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each kind is one of code, input and neither; what is data or read is seen from the kind alone.
    #[test]
    fn paths_have_kinds() {
        let all = [
            ("/a/init.pp", DocumentKind::Manifest),
            ("/a/b.epp", DocumentKind::Epp),
            ("/a/b.erb", DocumentKind::Erb),
            ("/m/lib/puppet/functions/f.rb", DocumentKind::Ruby),
            ("/m/lib/facter/f.rb", DocumentKind::Ruby),
            ("lib/puppet/type/t.rb", DocumentKind::Ruby),
            ("glib/puppet/type/t.rb", DocumentKind::Input),
            ("/m/lib/other.rb", DocumentKind::Input),
            ("/a/top.sls", DocumentKind::Sls),
            ("/a/map.jinja", DocumentKind::Jinja),
            ("/a/b.j2", DocumentKind::Jinja),
            ("/a/hiera.yaml", DocumentKind::Data),
            ("/a/b.eyaml", DocumentKind::Data),
            ("/a/metadata.json", DocumentKind::Metadata),
            ("/a/Puppetfile", DocumentKind::Metadata),
            ("/a/environment.conf", DocumentKind::Metadata),
            ("/a/puppet.conf", DocumentKind::Input),
            ("/a/bunraku.toml", DocumentKind::Settings),
            ("/a/other.toml", DocumentKind::Input),
            ("/a/.puppet-lint.rc", DocumentKind::Input),
            ("/a/README.md", DocumentKind::Other),
            ("/a/pp", DocumentKind::Other),
            ("untitled:1", DocumentKind::Other),
        ];
        for (path, expected) in all {
            assert_eq!(document_kind(Path::new(path)), expected, "{path}");
            // What loads code alone decides likewise.
            assert_eq!(document_kind(path).dialect(), Dialect::of_path(path), "{path}");
        }
    }

    #[test]
    fn an_editor_decides_where_the_path_does_not() {
        for (path, language, expected) in [
            ("untitled:1", "epp", DocumentKind::Epp),
            ("untitled:1", "puppet", DocumentKind::Other),
            ("/a.epp", "puppet", DocumentKind::Epp),
            ("/a.pp", "epp", DocumentKind::Manifest),
            ("/a.sls", "sls", DocumentKind::Sls),
        ] {
            assert_eq!(opened_kind(Path::new(path), language), expected, "{path}");
        }
    }
}
