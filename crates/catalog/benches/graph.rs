//! How the graph grows: chains of resources, each of which requires the one before it, rings of them, and several chains that touch.

use std::hint::black_box;

use catalog::puppet::{NoTypes, relationship_graph};
use catalog::{Catalog, Condition, Effect, Group, Kind, Origin, Relation, RelationshipGraph, Resource, ResourceId, WordId};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::json;

fn chain(length: u32) -> Catalog {
    let mut catalog = Catalog::new("n", "production");
    for number in 0..length {
        let mut resource = Resource::new("Notify", number.to_string(), Kind::Compilable);
        if let Some(before) = number.checked_sub(1) {
            resource.set("require", json!([format!("Notify[{before}]")]));
        }
        let _ = catalog.add(resource);
    }
    catalog
}

fn built(catalog: &Catalog) -> RelationshipGraph {
    relationship_graph(catalog, &NoTypes).0
}

/// A graph of resources without containers, with an edge for each pair.
fn linked(length: u32, pairs: impl Iterator<Item = (u32, u32)>) -> RelationshipGraph {
    let mut catalog = Catalog::new("n", "production");
    for number in 0..length {
        let _ = catalog.add(Resource::new("Notify", number.to_string(), Kind::Compilable));
    }
    let relation = |(before, after)| Relation {
        before: ResourceId(before),
        after: ResourceId(after),
        effect: Effect::Orders,
        group: Group::All,
        word: WordId(0),
        origin: Origin::NOWHERE,
        condition: Condition::Always,
    };
    RelationshipGraph::new(&catalog, pairs.map(relation).collect())
}

fn graph(c: &mut Criterion) {
    let mut group = c.benchmark_group("chain");
    group.sample_size(10);
    for length in [10_000, 100_000, 1_000_000] {
        let catalog = chain(length);
        let graph = built(&catalog);
        group.throughput(Throughput::Elements(length.into()));
        group.bench_with_input(BenchmarkId::new("build", length), &catalog, |b, catalog| b.iter(|| built(black_box(catalog))));
        group.bench_with_input(BenchmarkId::new("order", length), &graph, |b, graph| b.iter(|| black_box(graph).order()));
        group.bench_with_input(BenchmarkId::new("cycles", length), &graph, |b, graph| b.iter(|| black_box(graph).cycles()));
        let (first, last) = (ResourceId(0), ResourceId(length - 1));
        group.bench_with_input(BenchmarkId::new("why", length), &graph, |b, graph| b.iter(|| black_box(graph).why(first, last)));
    }
    group.finish();
}

fn cycles(c: &mut Criterion) {
    let mut group = c.benchmark_group("ring");
    group.sample_size(10);
    for length in [10_000, 100_000] {
        let graph = linked(length, (0..length).map(|it| (it, (it + 1) % length)));
        let found = graph.cycles();
        group.throughput(Throughput::Elements(length.into()));
        group.bench_with_input(BenchmarkId::new("cycles", length), &graph, |b, graph| b.iter(|| black_box(graph).cycles()));
        group.bench_with_input(BenchmarkId::new("shortest", length), &graph, |b, graph| {
            b.iter(|| black_box(graph).shortest_cycle(&found[0]))
        });
    }
    group.finish();
}

/// Each resource comes before the next three that are a multiple of seven away, as wide graphs have it.
fn wide(c: &mut Criterion) {
    let mut group = c.benchmark_group("wide");
    group.sample_size(10);
    for length in [10_000, 100_000] {
        let pairs = (0..length).flat_map(|it| [7, 14, 21].map(|more| (it, it + more))).filter(|it| it.1 < length);
        let graph = linked(length, pairs);
        let (first, last) = (ResourceId(0), ResourceId((length - 1) / 7 * 7));
        group.throughput(Throughput::Elements(length.into()));
        group.bench_with_input(BenchmarkId::new("cycles", length), &graph, |b, graph| b.iter(|| black_box(graph).cycles()));
        group.bench_with_input(BenchmarkId::new("why", length), &graph, |b, graph| b.iter(|| black_box(graph).why(first, last)));
    }
    group.finish();
}

criterion_group!(benches, graph, cycles, wide);
criterion_main!(benches);
