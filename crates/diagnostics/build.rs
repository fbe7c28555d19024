//! Embeds the pages under `docs/lint`, so that they can be shown without the repository.

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let table = table("PAGES", "lint")?;
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    std::fs::write(Path::new(&out).join("pages.rs"), table)
}

/// The pages of a folder by their names, as the text of a constant.
fn table(name: &str, folder: &str) -> std::io::Result<String> {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = here.join("../../docs").join(folder).canonicalize()?;
    println!("cargo:rerun-if-changed={}", folder.display());

    let mut pages = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        if let Some(code) = path.file_name().and_then(|it| it.to_str()).and_then(|it| it.strip_suffix(".md")) {
            // The folder's own page is no code's.
            if code != "README" {
                pages.push((code.to_owned(), path));
            }
        }
    }
    pages.sort();

    let mut table = format!("pub(crate) static {name}: &[(&str, &str)] = &[\n");
    for (code, path) in pages {
        println!("cargo:rerun-if-changed={}", path.display());
        let _ = writeln!(table, "    ({code:?}, include_str!({:?})),", path.display().to_string());
    }
    table.push_str("];\n");
    Ok(table)
}
