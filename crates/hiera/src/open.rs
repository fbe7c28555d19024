//! Layers of data that may have any key, because their files are not in the checkout. Only an analysis has such layers.

use std::path::Path;

use values::{Origin, Type, Value};

use crate::interpolate::not_known;
use crate::invocation::lock;
use crate::key::Key;
use crate::layers::OPTIONS;
use crate::lookups::Lookups;

/// Which data may exist besides those that are here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Elsewhere {
    /// None: what is missing does not exist.
    #[default]
    Nothing,
    /// Those of a level of which no file is here; and of the server's global layer, where a site has no `hiera.yaml` of its own.
    Server,
    /// Also those of whoever uses the modules that are here.
    Users,
}

/// A layer that may have any key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenLayer {
    /// A level of which no file is here: its name, and one of its paths as it is written.
    Level { name: String, path: String },
    /// The server's global layer, as the environment has no `hiera.yaml`. If there are files of data in the site, it certainly has levels
    /// that are not here.
    Global { reads_data: bool },
    /// The data of whoever uses a module.
    Users,
}

impl OpenLayer {
    pub fn is_level(&self) -> bool {
        matches!(self, OpenLayer::Level { .. })
    }

    /// Whether the layer is known to have data, and not only may.
    pub fn has_data(&self) -> bool {
        matches!(self, OpenLayer::Level { .. } | OpenLayer::Global { reads_data: true })
    }
}

impl Lookups {
    /// Whether the folder of a `hiera.yaml` may be the server's instead of an environment's, which an `environment.conf` would show.
    pub(crate) fn may_be_of_server(&self, config: &Path) -> bool {
        let conf = config.with_file_name("environment.conf");
        self.site.elsewhere == Elsewhere::Server && !self.site.files.exists(&conf)
    }

    /// The open layers that may have had a key that the last lookup or parameter did not find.
    pub fn open_layers(&self) -> Vec<OpenLayer> {
        lock(&self.open_of_last).clone()
    }

    /// Notes a layer that may have a key.
    pub(crate) fn note_open(&self, key: &Key, layer: OpenLayer) {
        let mut open = lock(&self.open);
        if key.root != OPTIONS && !open.contains(&layer) {
            open.push(layer);
        }
    }

    /// Runs a lookup and returns the open layers that it asked before it ended, with its result.
    pub(crate) fn with_open<T>(&self, run: impl FnOnce() -> T) -> (T, Vec<OpenLayer>) {
        let outer = std::mem::take(&mut *lock(&self.open));
        let result = run();
        let own = std::mem::replace(&mut *lock(&self.open), outer);
        (result, own)
    }
}

/// Whether a level above the value that was found may have another one.
pub(crate) fn may_be_overridden(open: &[OpenLayer]) -> bool {
    open.iter().any(OpenLayer::is_level)
}

/// The value of a key that an open layer may have.
pub(crate) fn value_elsewhere(names: &[String], ty: Option<&Type>) -> Value {
    not_known(ty.cloned().unwrap_or(Type::Any), Origin::Data(names.join(", ").into()))
}

/// A path of which each part that depends on variables may be anything.
pub(crate) fn wildcard(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once("%{") {
        let Some((_, behind)) = after.split_once('}') else { break };
        pattern.push_str(before);
        if !pattern.ends_with('*') {
            pattern.push('*');
        }
        rest = behind;
    }
    pattern.push_str(rest);
    pattern
}

#[cfg(test)]
mod tests {
    use super::wildcard;

    #[test]
    fn variables_may_be_anything() {
        for (path, expected) in [
            ("common.yaml", "common.yaml"),
            ("nodes/%{trusted.certname}.yaml", "nodes/*.yaml"),
            ("%{::a}%{b}/%{c}", "*/*"),
            ("a%{b", "a%{b"),
        ] {
            assert_eq!(wildcard(path), expected);
        }
    }
}
