//! Properties of every picture.

use proptest::prelude::*;

use super::*;

/// A graph with up to this number of boxes, and edges between them, of which some make cycles.
fn pictures() -> impl Strategy<Value = (Vec<Size>, Vec<(usize, usize)>)> {
    (1_usize..40).prop_flat_map(|count| {
        let size = (4_u32..30).prop_map(|it| Size { width: f64::from(it) * 10.0, height: 26.0 });
        (proptest::collection::vec(size, count), proptest::collection::vec((0..count, 0..count), 0..70))
    })
}

fn laid_out(sizes: &[Size], edges: &[(usize, usize)], before: &[Option<Point>]) -> Layout {
    layout(sizes, edges, Spacing::default(), before)
}

/// For each box what can be reached from it.
fn reached(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut all = vec![vec![false; count]; count];
    for (start, seen) in all.iter_mut().enumerate() {
        let mut waiting = vec![start];
        while let Some(node) = waiting.pop() {
            for (_, to) in edges.iter().filter(|it| it.0 == node) {
                if !std::mem::replace(&mut seen[*to], true) {
                    waiting.push(*to);
                }
            }
        }
    }
    all
}

fn check(sizes: &[Size], edges: &[(usize, usize)], found: &Layout) {
    for (i, (a, size)) in found.boxes.iter().zip(sizes).enumerate() {
        let (right, bottom) = (a.x + size.width, a.y + size.height);
        assert!(a.x >= 0.0 && a.y >= 0.0 && right <= found.width && bottom <= found.height, "{a:?} is outside");
        for (b, other) in found.boxes.iter().zip(sizes).skip(i + 1) {
            let is_apart = a.x >= b.x + other.width || b.x >= right || a.y >= b.y + other.height || b.y >= bottom;
            assert!(is_apart, "{a:?} and {b:?}");
        }
    }
    let reached = reached(sizes.len(), edges);
    for ((from, to), points) in edges.iter().zip(&found.edges) {
        if from == to {
            assert!(points.is_empty());
            continue;
        }
        if !reached[*to][*from] {
            assert!(found.boxes[*from].x + sizes[*from].width < found.boxes[*to].x, "{from} is not left of {to}");
            assert!(points.windows(2).all(|pair| pair[0].x < pair[1].x), "{points:?} goes back");
        }
        let (first, last) = (points[0], points[points.len() - 1]);
        for (point, node) in [(first, *from), (last, *to)] {
            let (at, size) = (found.boxes[node], sizes[node]);
            assert!(point.x == at.x || point.x == at.x + size.width, "{point:?} is on no side of {at:?}");
            let lower = if edges.contains(&(*to, *from)) { APART } else { 0.0 };
            assert!((point.y - at.y - size.height / 2.0).abs() < 1.0 + lower);
        }
        // A long edge passes the boxes of the layers between.
        for point in &points[1..points.len() - 1] {
            let is_hit = |at: &Point, size: &Size| point.x == at.x && point.y > at.y && point.y < at.y + size.height;
            assert!(!found.boxes.iter().zip(sizes).any(|(at, size)| is_hit(at, size)), "{point:?} is in a box");
        }
    }
}

fn stood(found: &Layout) -> Vec<Option<Point>> {
    found.boxes.iter().copied().map(Some).collect()
}

/// Finds what [`acyclic::acyclic`] does, by recursion.
fn turned(count: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    fn walk(node: usize, edges: &[(usize, usize)], is_done: &mut [Option<bool>], forward: &mut Vec<(usize, usize)>) {
        is_done[node] = Some(false);
        for (_, to) in edges.iter().filter(|it| it.0 == node) {
            forward.push(if is_done[*to] == Some(false) { (*to, node) } else { (node, *to) });
            if is_done[*to].is_none() {
                walk(*to, edges, is_done, forward);
            }
        }
        is_done[node] = Some(true);
    }
    let (mut is_done, mut forward) = (vec![None; count], Vec::new());
    let is_reached = |node: &usize| edges.iter().any(|it| it.1 == *node);
    for start in (0..count).filter(|it| !is_reached(it)).chain((0..count).filter(is_reached)) {
        if is_done[start].is_none() {
            walk(start, edges, &mut is_done, &mut forward);
        }
    }
    forward.sort_unstable();
    forward.dedup();
    forward
}

/// Finds what [`layers::layers`] does, by moving boxes until none is left to move.
fn layered(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut layer = vec![0; count];
    while let Some((from, to)) = edges.iter().find(|(from, to)| layer[*to] <= layer[*from]) {
        layer[*to] = layer[*from] + 1;
    }
    let deepest = layer.clone();
    for source in (0..count).filter(|node| !edges.iter().any(|it| it.1 == *node)) {
        if let Some(nearest) = edges.iter().filter(|it| it.0 == source).map(|it| deepest[it.1]).min() {
            layer[source] = nearest - 1;
        }
    }
    layer
}

proptest! {
    #[test]
    fn edges_are_turned_around_as_by_hand((sizes, edges) in pictures()) {
        let mut wanted: Vec<(usize, usize)> = edges.into_iter().filter(|it| it.0 != it.1).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let forward = acyclic::acyclic(sizes.len(), &wanted);
        prop_assert_eq!(&forward, &turned(sizes.len(), &wanted));
        let (found, alone) = layers::layers(sizes.len(), &forward, &vec![None; sizes.len()]);
        let expected = layered(sizes.len(), &forward);
        let has_edges = |node: &usize| forward.iter().any(|it| it.0 == *node || it.1 == *node);
        for node in 0..sizes.len() {
            prop_assert_eq!(alone.contains(&node), !has_edges(&node));
            if has_edges(&node) {
                prop_assert_eq!(found[node], expected[node]);
            }
        }
    }

    #[test]
    fn boxes_stand_apart_and_edges_lead_to_the_right((sizes, edges) in pictures()) {
        check(&sizes, &edges, &laid_out(&sizes, &edges, &[]));
    }

    #[test]
    fn what_is_the_same_stays((sizes, edges) in pictures()) {
        let found = laid_out(&sizes, &edges, &[]);
        prop_assert_eq!(&laid_out(&sizes, &edges, &stood(&found)).boxes, &found.boxes);
    }

    #[test]
    fn a_new_box_moves_others_by_little((sizes, edges) in pictures(), to in 0_usize..40) {
        let before = laid_out(&sizes, &edges, &[]);
        let mut more = sizes.clone();
        more.push(Size { width: 50.0, height: 26.0 });
        let mut linked = edges.clone();
        linked.push((to % sizes.len(), sizes.len()));
        let after = laid_out(&more, &linked, &stood(&before));
        check(&more, &linked, &after);
        // What had edges already; the others stand in a block below them.
        let has_edges = |node: usize| edges.iter().any(|it| it.0 != it.1 && (it.0 == node || it.1 == node));
        for node in (0..sizes.len()).filter(|node| has_edges(*node)) {
            let moved = (after.boxes[node].y - before.boxes[node].y).abs();
            prop_assert!(moved <= 2.0 * (26.0 + 14.0), "{} moved by {}", node, moved);
        }
    }

    #[test]
    fn any_places_before_will_do((sizes, edges) in pictures(), places in proptest::collection::vec(proptest::option::of((any::<f64>(), any::<f64>())), 0..50)) {
        let before: Vec<Option<Point>> = places.into_iter().map(|it| it.map(|(x, y)| Point { x, y })).collect();
        check(&sizes, &edges, &laid_out(&sizes, &edges, &before));
    }
}
