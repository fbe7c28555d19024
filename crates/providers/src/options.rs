//! Options of applying a catalog that providers read.

/// How a provider works.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Nothing is changed, but reported.
    pub noop: bool,
    /// With `noop`: nothing is changed whatever resources say themselves, and refreshes are those that applying would do.
    pub plan: bool,
    /// Shows what changes in files.
    pub show_diff: bool,
    /// Where files of modules lie: folders that hold modules.
    pub modules: Vec<String>,
    pub environment: String,
    /// Where the files go that `puppet` is named as the bucket of.
    pub bucket: Option<String>,
    /// How contents are compared where nothing else is said.
    pub checksum: String,
    /// Harmless defects of Puppet are fixed, too.
    pub improved: bool,
}
