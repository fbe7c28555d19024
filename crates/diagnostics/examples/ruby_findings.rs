//! Prints the findings of all Ruby files of functions and types below folders of modules, as the editor shows them.
//!
//! `cargo run -p diagnostics --example ruby_findings -- /usr/share/puppet/modules`

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{AnalysisHost, Change, Origin, Systems};
use world::RealWorld;

fn ruby_below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if path.is_dir() {
            ruby_below(&path, found)?;
        } else if analysis::is_ruby(&path) {
            found.push(path);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut files, mut findings) = (0, 0);
    for folder in std::env::args().skip(1) {
        let mut paths = Vec::new();
        ruby_below(Path::new(&folder), &mut paths)?;
        paths.sort();
        let mut change = Change::new();
        for path in &paths {
            let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
            change = change.disk(path.to_string_lossy(), Some(Arc::from(text)), Origin::Local);
        }
        let mut host = AnalysisHost::new(Arc::new(RealWorld));
        host.apply(change);
        let analysis = host.analysis();
        for path in &paths {
            let path = path.to_string_lossy();
            let found = analysis.run(|snapshot| {
                snapshot.file(&path).map(|file| (snapshot.text(file), diagnostics::stored_report(snapshot, file, Systems::All)))
            });
            let Ok(Some((text, found))) = found else { continue };
            files += 1;
            for it in found.iter() {
                findings += 1;
                let line = text.get(..usize::from(it.range.start())).unwrap_or_default().matches('\n').count() + 1;
                println!("{path}:{line}: {} {}", it.code.name, it.message);
            }
        }
    }
    println!("{files} files, {findings} findings");
    Ok(())
}
