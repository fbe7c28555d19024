//! Where boxes stand: layers from left to right, so that what comes first stands left of what follows. Positions are data;
//! whoever shows them paints. The same input gives the same positions, always. Who shows a picture while it changes says where the
//! boxes stood before: then what is still there stays, as far as what is new lets it.

mod acyclic;
mod again;
mod layers;
mod order;
mod place;

use std::collections::BTreeMap;

use petgraph::graph::DiGraph;

/// How large a box is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub width: f64,
    pub height: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// The distances between boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    pub between_layers: f64,
    pub between_boxes: f64,
    pub margin: f64,
}

impl Default for Spacing {
    fn default() -> Spacing {
        Spacing { between_layers: 64.0, between_boxes: 14.0, margin: 16.0 }
    }
}

/// Upper left corners of boxes, and the points that each edge passes, from the right side of one box to the left side of the
/// other. An edge against the order, which only cycles have, runs from right to left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    pub boxes: Vec<Point>,
    pub edges: Vec<Vec<Point>>,
    pub width: f64,
    pub height: f64,
}

/// Edges that pass more layers than this in sum are drawn straight.
const MOST_BENDS: usize = 100_000;

/// An edge against another one runs so much below it.
const APART: f64 = 6.0;

/// Nothing stands further away than this from the upper left corner before.
const FARTHEST: f64 = 1e7;

/// Lays out boxes and edges between them, given by the numbers of boxes. Edges from or to a box that is not there, or from a box
/// to itself, have no points. `before` has the upper left corners that boxes had before, by their numbers; it may be empty.
pub fn layout(sizes: &[Size], edges: &[(usize, usize)], spacing: Spacing, before: &[Option<Point>]) -> Layout {
    let count = sizes.len();
    let stood = |number: usize| {
        let is_somewhere = |it: &Point| it.x.is_finite() && it.y.is_finite() && it.x.abs().max(it.y.abs()) < FARTHEST;
        before.get(number).copied().flatten().filter(is_somewhere)
    };
    let stood: Vec<Option<Point>> = (0..count).map(stood).collect();
    let is_drawn = |edge: &&(usize, usize)| edge.0 < count && edge.1 < count && edge.0 != edge.1;
    let mut wanted: Vec<(usize, usize)> = edges.iter().filter(is_drawn).copied().collect();
    wanted.sort_unstable();
    wanted.dedup();
    let forward = acyclic::acyclic(count, &wanted);
    let (layer, alone) = layers::layers(count, &forward, &stood);

    // Long edges get a bend in each layer that they pass, so that they take part in the order of the boxes there.
    let mut graph = Layered { layer, sizes: sizes.to_vec(), boxes: count, alone, edges: Vec::new() };
    let bends: usize = forward.iter().map(|(from, to)| graph.layer[*to].saturating_sub(graph.layer[*from]).saturating_sub(1)).sum();
    let mut ways = Ways::new();
    for (from, to) in &forward {
        let route = if bends > MOST_BENDS { vec![*from, *to] } else { graph.route(*from, *to) };
        graph.edges.extend(route.windows(2).map(|pair| (pair[0], pair[1])));
        ways.insert((*from, *to), route);
    }
    let (centers, columns) = if stood.iter().any(Option::is_some) {
        again::place(&graph, &forward, &ways, &stood, spacing)
    } else {
        place::place(&graph, &order::order(&graph), spacing)
    };

    let mut found = Layout::default();
    for number in 0..count {
        let y = centers[number] - sizes[number].height / 2.0;
        found.boxes.push(Point { x: columns[graph.layer[number]], y });
        found.width = found.width.max(columns[graph.layer[number]] + sizes[number].width + spacing.margin);
        found.height = found.height.max(y + sizes[number].height + spacing.margin);
    }
    let center = |node: usize| Point { x: columns[graph.layer[node]], y: centers[node] };
    for edge in edges {
        if !is_drawn(&edge) {
            found.edges.push(Vec::new());
            continue;
        }
        let (from, to) = *edge;
        let route = match (ways.get(&(from, to)), ways.get(&(to, from))) {
            (Some(route), _) => route.clone(),
            (None, Some(route)) => route.iter().rev().copied().collect(),
            (None, None) => vec![from, to],
        };
        let last = route.len() - 1;
        let against = graph.layer[from] > graph.layer[to];
        let lower = if against && wanted.binary_search(&(to, from)).is_ok() { APART } else { 0.0 };
        let side = |node: usize, right: bool| {
            let point = center(node);
            if right { Point { x: point.x + sizes[node].width, ..point } } else { point }
        };
        let points = route.iter().enumerate().map(|(index, node)| {
            if index == 0 {
                side(*node, !against)
            } else if index == last {
                side(*node, against)
            } else {
                center(*node)
            }
        });
        found.edges.push(points.map(|it| Point { y: it.y + lower, ..it }).collect());
    }
    found
}

/// The boxes and edges as petgraph walks through them, the edges of each box from the last one on.
fn digraph(count: usize, edges: &[(usize, usize)]) -> DiGraph<(), (), usize> {
    let mut graph = DiGraph::with_capacity(count, edges.len());
    for _ in 0..count {
        graph.add_node(());
    }
    graph.extend_with_edges(edges);
    graph
}

/// For each edge the nodes that it passes.
type Ways = BTreeMap<(usize, usize), Vec<usize>>;

/// Boxes and, after them, bends: each in its layer, with edges from each layer to the next.
struct Layered {
    layer: Vec<usize>,
    sizes: Vec<Size>,
    boxes: usize,
    /// Boxes without edges, in the order in which they stand.
    alone: Vec<usize>,
    edges: Vec<(usize, usize)>,
}

impl Layered {
    /// From one box to another, through a new bend in each layer between.
    fn route(&mut self, from: usize, to: usize) -> Vec<usize> {
        let mut route = vec![from];
        for layer in self.layer[from] + 1..self.layer[to] {
            route.push(self.layer.len());
            self.layer.push(layer);
            self.sizes.push(Size { width: 0.0, height: 4.0 });
        }
        route.push(to);
        route
    }

    fn layers(&self) -> usize {
        self.layer.iter().max().map_or(0, |it| it + 1)
    }

    /// For each node, those in the layers before it and after it that it has edges with.
    fn neighbours(&self) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let mut before = vec![Vec::new(); self.layer.len()];
        let mut behind = vec![Vec::new(); self.layer.len()];
        for (from, to) in &self.edges {
            behind[*from].push(*to);
            before[*to].push(*from);
        }
        (before, behind)
    }
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Size = Size { width: 100.0, height: 20.0 };

    fn laid_out(count: usize, edges: &[(usize, usize)]) -> Layout {
        layout(&vec![BOX; count], edges, Spacing::default(), &[])
    }

    /// Nothing stands on anything else, and every edge leads to the right.
    fn check(found: &Layout, edges: &[(usize, usize)]) {
        for (i, a) in found.boxes.iter().enumerate() {
            assert!(a.x >= 0.0 && a.y >= 0.0 && a.x + BOX.width <= found.width && a.y + BOX.height <= found.height, "{a:?}");
            for b in &found.boxes[i + 1..] {
                let apart = (a.x - b.x).abs() >= BOX.width || (a.y - b.y).abs() >= BOX.height;
                assert!(apart, "{a:?} {b:?}");
            }
        }
        for (from, to) in edges {
            assert!(found.boxes[*from].x < found.boxes[*to].x, "{from} {to}");
        }
    }

    #[test]
    fn a_chain_is_a_line() {
        let edges = [(0, 1), (1, 2), (2, 3)];
        let found = laid_out(4, &edges);
        check(&found, &edges);
        assert!(found.boxes.iter().all(|it| it.y == found.boxes[0].y), "{found:?}");
    }

    #[test]
    fn boxes_stand_apart() {
        let edges = [(0, 3), (1, 3), (2, 3), (3, 4), (0, 4), (5, 4), (3, 6), (6, 7), (0, 7)];
        let found = laid_out(9, &edges);
        check(&found, &edges);
        assert_eq!(found, laid_out(9, &edges));
    }

    #[test]
    fn edges_that_need_not_cross_do_not() {
        let edges = [(0, 4), (1, 3), (2, 5)];
        let found = laid_out(6, &edges);
        let mut sorted = edges.to_vec();
        sorted.sort_by(|a, b| found.boxes[a.0].y.total_cmp(&found.boxes[b.0].y));
        assert!(sorted.windows(2).all(|pair| found.boxes[pair[0].1].y < found.boxes[pair[1].1].y), "{found:?}");
    }

    #[test]
    fn cycles_are_laid_out() {
        let found = laid_out(3, &[(0, 1), (1, 2), (2, 0), (1, 1), (0, 9)]);
        check(&found, &[]);
        assert_eq!(found.edges[3], []);
        assert_eq!(found.edges[4], []);
        assert!(found.edges[2].len() >= 2);
    }

    #[test]
    fn there_and_back_are_two_lines() {
        let found = laid_out(2, &[(0, 1), (1, 0)]);
        assert!((found.edges[0][0].y - found.edges[1][1].y).abs() >= APART, "{:?}", found.edges);
    }

    #[test]
    fn many_boxes_take_no_long_line() {
        let found = laid_out(400, &[]);
        check(&found, &[]);
        assert!(found.height < 30.0 * 400.0 / 2.0, "{}", found.height);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let edges: Vec<(usize, usize)> = (1..20_000).map(|i| (i - 1, i)).collect();
        let run = move || check_edges(&laid_out(20_000, &edges));
        std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
    }

    fn check_edges(found: &Layout) {
        assert!(found.boxes.windows(2).all(|pair| pair[0].x < pair[1].x));
    }

    #[test]
    fn nothing_is_laid_out() {
        assert_eq!(laid_out(0, &[]), Layout::default());
    }
}
