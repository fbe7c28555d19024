//! How long it takes to place the boxes of a picture, for the first time and after an edit.

mod input;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn layout(c: &mut Criterion) {
    let mut group = c.benchmark_group("layout");
    group.sample_size(10);
    for resources in [1_000, 5_000, 20_000] {
        let boxes = input::boxes(resources);
        let before = input::placed(&boxes);
        group.throughput(Throughput::Elements(resources as u64));
        group.bench_with_input(BenchmarkId::new("first", resources), &boxes, |b, boxes| b.iter(|| input::placed(black_box(boxes))));
        group.bench_with_input(BenchmarkId::new("again", resources), &boxes, |b, boxes| {
            b.iter(|| input::placed_again(black_box(boxes), &before));
        });
    }
    group.finish();
}

criterion_group!(benches, layout);
criterion_main!(benches);
