//! All places of a class, over many modules. Those in the folder that `BUNRAKU_BENCH_MODULES` names, or else made-up ones.
//!
//! ```text
//! BUNRAKU_BENCH_MODULES=/usr/share/puppet/modules.available cargo bench -p analysis
//! ```

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{AnalysisHost, Change, Origin};
use criterion::Criterion;
use hir::Symbol;
use syntax::Autoload;

/// Path and text of each file, below folders of modules.
fn files() -> Vec<(String, String)> {
    match std::env::var_os("BUNRAKU_BENCH_MODULES") {
        Some(folder) => {
            let mut found = Vec::new();
            read(Path::new(&folder), Path::new("/modules"), &mut found);
            found
        }
        None => (0..200).flat_map(|module| (0..10).map(move |file| made_up(module, file))).collect(),
    }
}

fn read(folder: &Path, shown: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, shown): (PathBuf, PathBuf) = (entry.path(), shown.join(entry.file_name()));
        if path.is_dir() {
            read(&path, &shown, found);
        } else if path.extension().is_some_and(|it| it == "pp" || it == "epp")
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            found.push((shown.to_string_lossy().into_owned(), text));
        }
    }
}

fn made_up(module: usize, file: usize) -> (String, String) {
    let text = format!(
        "class m{module}::c{file}($x = 1, $y = $x) {{\n  include m{}::c{file}\n  file {{ '/etc/m{module}/c{file}':\n    content => \"${{x}} ${{y}}\",\n  }}\n}}\n",
        (module + 1) % 200
    );
    (format!("/modules/m{module}/manifests/c{file}.pp"), text)
}

fn autoload(path: &str) -> Option<Autoload> {
    let (module, rest) = path.strip_prefix("/modules/")?.split_once('/')?;
    // Packages name the author too.
    let module = module.rsplit('-').next()?;
    let (folder, file) = rest.split_once('/')?;
    let namespace = match (folder, file.strip_suffix(".pp")?) {
        ("manifests" | "types" | "functions", "init") => module.to_owned(),
        ("manifests" | "types" | "functions", other) => format!("{module}::{}", other.replace('/', "::")),
        _ => return None,
    };
    Some(Autoload { file: path.to_owned(), namespace: Some(namespace) })
}

fn host(files: &[(String, String)]) -> AnalysisHost {
    let mut change = Change::new();
    for (path, text) in files {
        change = change.disk(path.as_str(), Some(Arc::from(text.as_str())), Origin::Local).autoload(path.as_str(), autoload(path));
    }
    let mut host = AnalysisHost::default();
    host.apply(change);
    host
}

/// The number of places of a class.
fn places(host: &AnalysisHost, class: &Symbol, from: &str) -> usize {
    let found = host.analysis().run(|snapshot| snapshot.file(from).map(|file| snapshot.places(class, file).len()));
    found.ok().flatten().unwrap_or_default()
}

fn main() {
    let files = files();
    let class = |name: &str| Symbol::Class(name.into());
    // The most included of the real ones, or any of the others.
    let symbol = if files.iter().any(|(path, _)| path.ends_with("apache/manifests/init.pp")) { class("apache") } else { class("m1::c1") };
    let from = files.first().map(|it| it.0.clone()).unwrap_or_default();
    let started = std::time::Instant::now();
    let warm = host(&files);
    let read = started.elapsed();
    let started = std::time::Instant::now();
    let found = places(&warm, &symbol, &from);
    println!("{} files in {read:?}; {found} places, the first time in {:?}", files.len(), started.elapsed());
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    criterion.bench_function("references of a class", |bench| bench.iter(|| places(black_box(&warm), &symbol, &from)));
    let mut edited = host(&files);
    let mut turn = 0;
    criterion.bench_function("references of a class after an edit", |bench| {
        bench.iter(|| {
            turn += 1;
            let text = format!("{}\n# {turn}\n", files.first().map(|it| it.1.as_str()).unwrap_or_default());
            edited.apply(Change::new().editor(from.as_str(), Some(Arc::from(text))));
            places(&edited, &symbol, &from)
        });
    });
    criterion.final_summary();
}
