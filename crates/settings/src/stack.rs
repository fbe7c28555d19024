//! Several sources above one another.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use syntax::Strict;

use crate::confined::{confined, is_within};
use crate::{Layer, Level, SaltTarget};

/// Effective settings. Each setting is that of the strongest source that speaks of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The strongest first.
    layers: Vec<Arc<Layer>>,
    /// The only folders that files of a project may speak of, where nobody trusts them.
    confined: Option<Arc<[PathBuf]>>,
}

impl Settings {
    /// Layers, the strongest first: the command line, the editor, `bunraku.toml`.
    pub fn new(layers: impl IntoIterator<Item = Arc<Layer>>) -> Settings {
        Settings { layers: layers.into_iter().collect(), confined: None }
    }

    /// The same, with a weaker source below: a file of a project, which may name any path only if it is trusted.
    pub fn with_base(&self, layer: Option<Arc<Layer>>) -> Settings {
        let layer = layer.map(|it| match &self.confined {
            Some(folders) => Arc::new(confined(&it, folders)),
            None => it,
        });
        Settings { layers: self.layers.iter().cloned().chain(layer).collect(), ..self.clone() }
    }

    /// The same, where files of a project may speak of nothing outside of some folders.
    pub fn confined_to(self, folders: Option<&[PathBuf]>) -> Settings {
        Settings { confined: folders.map(Arc::from), ..self }
    }

    /// Whether a path that a file of the project names is read.
    pub fn is_open_to(&self, path: &Path) -> bool {
        self.confined.as_ref().is_none_or(|folders| is_within(path, folders))
    }

    /// Whether files of a project are not trusted.
    pub fn is_confined(&self) -> bool {
        self.confined.is_some()
    }

    /// Returns the folders and files that are read because a source names them; those of files of a project are left out.
    pub fn named_paths(&self) -> Vec<PathBuf> {
        let folder_of_hiera = self.hiera_config().and_then(Path::parent);
        self.modulepath()
            .unwrap_or_default()
            .iter()
            .chain(self.facts())
            .map(PathBuf::as_path)
            .chain(folder_of_hiera)
            .map(Path::to_owned)
            .collect()
    }

    /// The release of Salt that counts, as `3008`.
    pub fn salt_release(&self) -> Option<&'static str> {
        self.first(|it| it.salt_release)
    }

    /// The minions that states are checked for.
    pub fn salt_targets(&self) -> &[SaltTarget] {
        self.first(|it| it.salt_targets.as_deref()).unwrap_or_default()
    }

    pub fn modulepath(&self) -> Option<&[PathBuf]> {
        self.first(|it| it.modulepath.as_deref())
    }

    /// Files of facts.
    pub fn facts(&self) -> &[PathBuf] {
        self.first(|it| it.facts.as_deref()).unwrap_or_default()
    }

    /// Operating systems, as `debian-12`; nothing where the code itself says which.
    pub fn systems(&self) -> Option<&[String]> {
        self.first(|it| it.systems.as_deref())
    }

    pub fn node(&self) -> Option<&str> {
        self.first(|it| it.node.as_deref())
    }

    pub fn hiera_config(&self) -> Option<&Path> {
        self.first(|it| it.hiera_config.as_deref())
    }

    /// Whether the old names of facts have values. By default they have: a use is reported as such, and not also for the missing value.
    pub fn legacy_facts(&self) -> bool {
        self.first(|it| it.legacy_facts).unwrap_or(true)
    }

    pub fn strict(&self) -> Strict {
        self.first(|it| it.strict).unwrap_or_default()
    }

    /// Whether a variable that does not exist is an error.
    pub fn strict_variables(&self) -> bool {
        self.first(|it| it.strict_variables).unwrap_or(true)
    }

    /// The version of Ruby that runs code of modules, as `3.2`; none if no source names one.
    pub fn ruby_version(&self) -> Option<&'static str> {
        self.first(|it| it.ruby_version)
    }

    pub fn tasks(&self) -> bool {
        self.first(|it| it.tasks).unwrap_or(false)
    }

    /// Returns whether the checks of puppet-lint run.
    pub fn lint(&self) -> bool {
        self.first(|it| it.lint).unwrap_or(true)
    }

    /// Returns whether errors of puppet-lint are errors. They are warnings unless somebody asks for lint.
    pub fn has_lint_errors(&self) -> bool {
        self.first(|it| it.lint) == Some(true)
    }

    /// Whether hints of a kind are shown between the text: `parameters`, `values`, `titles`, `data`, `order`. All by default.
    pub fn shows_hints(&self, kind: &str) -> bool {
        self.first(|it| it.inlay_hints.as_ref()).is_none_or(|it| it.contains(&kind))
    }

    /// Whether lines of a kind are shown above definitions: `references`, `dependents`, `systems`, `graph`, `preview`. All by default.
    pub fn shows_lenses(&self, kind: &str) -> bool {
        self.first(|it| it.code_lenses.as_ref()).is_none_or(|it| it.contains(&kind))
    }

    /// The level of a code in a file; nothing where its own counts.
    pub fn level(&self, path: &Path, code: &str) -> Option<Level> {
        self.first(|it| it.level(path, code))
    }

    /// Whether nothing is to be reported of a file.
    pub fn is_excluded(&self, path: &Path) -> bool {
        self.first(|it| it.excludes(path)).unwrap_or(false)
    }

    fn first<'a, T>(&'a self, get: impl Fn(&'a Layer) -> Option<T>) -> Option<T> {
        self.layers.iter().find_map(|it| get(it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(text: &str) -> Arc<Layer> {
        let (layer, problems) = crate::read(text, Path::new("/site"), None);
        assert_eq!(problems, []);
        Arc::new(layer)
    }

    #[test]
    fn the_strongest_that_speaks_wins() {
        let command_line = layer("strict = 'off'\n[levels]\nduplicate-key = 'hint'");
        let editor =
            layer("strict = 'warning'\nstrict_variables = false\ntasks = true\n[levels]\nduplicate-key = 'off'\nempty-title = 'off'");
        let file = layer("strict = 'error'\ntasks = false\nnode = 'a.example'");
        let settings = Settings::new([command_line, editor, file]);
        assert_eq!(settings.strict(), Strict::Off);
        assert!(settings.tasks() && !settings.strict_variables());
        assert_eq!(settings.node(), Some("a.example"));
        let level = |code: &str| settings.level(Path::new("/site/a.pp"), code);
        assert_eq!((level("duplicate-key"), level("empty-title"), level("syntax-error")), (Some(Level::Hint), Some(Level::Off), None));
    }

    #[test]
    fn without_settings_the_defaults_count() {
        let settings = Settings::default();
        assert_eq!((settings.strict(), settings.tasks(), settings.legacy_facts()), (Strict::Error, false, true));
        assert!(settings.strict_variables());
        assert_eq!((settings.modulepath(), settings.systems(), settings.facts()), (None, None, [].as_slice()));
        assert!(!settings.is_excluded(Path::new("/site/a.pp")));
        assert!(settings.shows_hints("titles") && settings.shows_lenses("graph"));
        let some = Settings::new([layer("inlay_hints = ['data']\ncode_lenses = []")]);
        assert!(some.shows_hints("data") && !some.shows_hints("titles") && !some.shows_lenses("graph"));
    }

    #[test]
    fn the_last_rule_for_a_path_wins() {
        let text = "
            [levels]
            duplicate-key = 'warning'
            [[paths]]
            glob = 'spec'
            exclude = true
            levels.duplicate-key = 'off'
            [[paths]]
            glob = ['spec/classes', 'examples/*.pp']
            exclude = false
            levels.duplicate-key = 'hint'
        ";
        let settings = Settings::new([layer(text)]);
        let check = |path: &str| (settings.level(Path::new(path), "duplicate-key"), settings.is_excluded(Path::new(path)));
        assert_eq!(check("/site/a.pp"), (Some(Level::Warning), false));
        assert_eq!(check("/site/spec/a.pp"), (Some(Level::Off), true));
        assert_eq!(check("/site/spec/classes/a.pp"), (Some(Level::Hint), false));
        assert_eq!(check("/site/examples/a.pp"), (Some(Level::Hint), false));
        assert_eq!(check("/elsewhere/spec/a.pp"), (Some(Level::Warning), false));
    }

    #[test]
    fn a_stronger_source_counts_before_a_nearer_path() {
        let settings =
            Settings::new([layer("levels.duplicate-key = 'error'"), layer("[[paths]]\nglob = '**'\nlevels.duplicate-key = 'off'")]);
        assert_eq!(settings.level(Path::new("/site/a.pp"), "duplicate-key"), Some(Level::Error));
    }
}
