//! The Ruby file that findings are about.

use std::ops::Range;
use std::sync::Arc;

use analysis::{File, Snapshot};
use ruby::function_file::FunctionFile;
use syntax::{Severity, text_range};

use crate::Finding;
use crate::registry::Code;

pub(super) struct Here<'s> {
    pub(super) snapshot: Snapshot<'s>,
    pub(super) file: File,
    pub(super) path: Arc<str>,
    pub(super) functions: Arc<FunctionFile>,
}

impl Here<'_> {
    pub(super) fn finding(&self, code: Code, severity: Severity, range: &Range<u32>, message: String) -> Finding {
        Finding::plain(self.path.clone(), code, severity, text_range(range), message)
    }

    /// Whether a name is that of something in a module that is known. The module has it, or it does not exist.
    pub(super) fn is_of_known_module(&self, name: &str) -> bool {
        let Some((module, _)) = name.split_once("::") else { return false };
        self.snapshot.modules().iter().any(|it| it.module == module) || self.snapshot.module_folder(self.file, module).is_some()
    }

    /// Whether modules may be missing: the module does not say what it depends on, or not all of that is there.
    pub(super) fn lacks_modules(&self) -> bool {
        let Some(own) = self.snapshot.own_module(self.file) else { return true };
        let Some(metadata) = self.snapshot.metadata(&own.folder) else { return true };
        metadata.dependencies.iter().any(|it| self.snapshot.module_folder(self.file, &it.name).is_none())
    }

    /// Whether a name is in quotes, which one with `::` needs.
    pub(super) fn is_quoted(&self, range: &Range<u32>) -> bool {
        let text = self.snapshot.text(self.file);
        text.get(range.end as usize..).is_some_and(|it| it.starts_with(['\'', '"']))
    }
}
