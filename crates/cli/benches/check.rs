//! How long `bunraku check` takes as a whole, from its start to its end: `cargo bench -p cli`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// A number of copies of the examples, each in a folder of its own.
const COPIES: usize = 40;

fn benches(criterion: &mut Criterion) {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/site");
    let folder = tempfile::tempdir().expect("a folder for the copies");
    let bytes: u64 = (0..COPIES).map(|n| copy(&examples, &folder.path().join(n.to_string()))).sum();

    let mut group = criterion.benchmark_group("check");
    group.sample_size(20).throughput(Throughput::Bytes(bytes));
    for threads in ["1", "2"] {
        group.bench_function(BenchmarkId::new("threads", threads), |bencher| {
            bencher.iter(|| check(folder.path(), &["--threads", threads]));
        });
    }
    for format in ["json", "sarif"] {
        group.bench_function(BenchmarkId::new("format", format), |bencher| {
            bencher.iter(|| check(folder.path(), &["--format", format]));
        });
    }
    group.finish();
}

/// A healthy environment has to stay one: stopping early would be fast.
fn check(folder: &Path, options: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    let status = command.arg("check").args(options).arg(folder).stdout(Stdio::null()).status().expect("bunraku starts");
    assert!(status.success(), "bunraku ended with {status}");
}

/// Copies a folder and says how long its manifests and templates are together.
fn copy(from: &Path, to: &Path) -> u64 {
    fs::create_dir_all(to).expect("a new folder");
    let mut bytes = 0;
    for entry in fs::read_dir(from).expect("the examples") {
        let path = entry.expect("an entry").path();
        let Some(name) = path.file_name() else { continue };
        if path.is_dir() {
            bytes += copy(&path, &to.join(name));
        } else {
            let length = fs::copy(&path, to.join(name)).expect("a copy");
            let checked = path.extension().is_some_and(|it| it == "pp" || it == "epp");
            bytes += if checked { length } else { 0 };
        }
    }
    bytes
}

criterion_group!(all_benches, benches);
criterion_main!(all_benches);
