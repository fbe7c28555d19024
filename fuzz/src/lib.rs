//! Bodies of the fuzz targets: the work on their bytes. Each panics where something is wrong.

#[path = "../../crates/apply/tests/faults/check.rs"]
mod check;
mod compile;
mod data;
#[path = "../../crates/server/src/document.rs"]
#[allow(dead_code)]
mod document;
mod edit;
mod format;
mod jinja;
#[path = "../../crates/server/src/lines.rs"]
#[allow(dead_code)]
mod lines;
mod lsp;
#[path = "../../crates/apply/tests/faults/memory.rs"]
#[allow(dead_code)]
mod memory;
#[path = "../../crates/syntax/tests/properties/mod.rs"]
#[allow(dead_code)]
mod properties;
mod records;
mod ruby;
mod settings;
mod sls;
#[path = "../../crates/server/src/transport.rs"]
#[allow(dead_code)]
mod transport;
#[path = "../../crates/compiler/tests/types_of_bytes/mod.rs"]
mod types_of_bytes;

pub use compile::compile;
pub use data::{data, hiera};
pub use edit::edit;
pub use format::format;
pub use jinja::jinja;
pub use lsp::lsp;
pub use records::records;
pub use ruby::{erb, ruby_function, ruby_type};
pub use settings::settings;
pub use sls::sls;
use syntax::Dialect;

const YAML_PARSER: &str = "libyaml-safer";

/// A few broken texts make the parser of YAML panic. Its reader catches that and reports a mistake in the file; libFuzzer would end at
/// the panic itself.
pub fn pass_over_caught_panics() {
    let ends = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !info.location().is_some_and(|it| it.file().contains(YAML_PARSER)) {
            ends(info);
        }
    }));
}

/// Any bytes are a manifest.
pub fn manifest(bytes: &[u8]) {
    properties::check(&String::from_utf8_lossy(bytes), Dialect::Manifest);
}

/// Any bytes are a catalog, which is applied to a machine in memory.
pub fn apply(bytes: &[u8]) {
    check::check(&String::from_utf8_lossy(bytes));
}

/// Any bytes choose what types that speak of themselves look like, and what is done with them.
pub fn types(bytes: &[u8]) {
    for manifest in types_of_bytes::manifests(bytes) {
        compile(manifest.as_bytes());
    }
}

/// Any bytes are a template.
pub fn template(bytes: &[u8]) {
    properties::check(&String::from_utf8_lossy(bytes), Dialect::Epp);
}
