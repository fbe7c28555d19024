//! How fast texts become trees, trees models, and how long validation takes: `cargo bench -p syntax`.

mod input;

use std::hint::black_box;
use std::path::Path;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use syntax::{ParseOptions, ValidateOptions, parse, validate};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The largest manifest of the modules that Debian packages is as long.
const LARGE: usize = 12;

fn benches(criterion: &mut Criterion) {
    let large = input::repeated(LARGE);
    all(criterion.benchmark_group("manifest of 10 KB"), &[input::MANIFEST.to_owned()]);
    all(criterion.benchmark_group("manifest of 122 KB"), &[large]);
    all(criterion.benchmark_group("examples"), &examples());
}

fn all(mut group: BenchmarkGroup<'_, WallTime>, texts: &[String]) {
    let options = ParseOptions::default();
    let bytes = texts.iter().map(String::len).sum::<usize>();
    let parses: Vec<_> = texts.iter().map(|text| parse(text, options)).collect();
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            for text in texts {
                black_box(parse(black_box(text), options));
            }
        });
    });
    group.bench_function("lower", |bencher| {
        bencher.iter(|| {
            for parse in &parses {
                black_box(black_box(parse).model());
            }
        });
    });
    group.bench_function("lower and validate", |bencher| {
        let options = ValidateOptions::default();
        bencher.iter(|| {
            for parse in &parses {
                black_box(validate(black_box(parse), &options));
            }
        });
    });
    group.finish();
}

/// The manifests of the repository's own examples, sound and mistaken.
fn examples() -> Vec<String> {
    let mut texts = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"), &mut texts);
    assert!(!texts.is_empty(), "there are no examples");
    texts
}

fn collect(folder: &Path, texts: &mut Vec<String>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, texts);
        } else if path.extension().is_some_and(|it| it == "pp") {
            // What is not text is not for the parser.
            texts.extend(std::fs::read_to_string(&path).ok());
        }
    }
}

criterion_group!(all_benches, benches);
criterion_main!(all_benches);
