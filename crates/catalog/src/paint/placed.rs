//! The positions of all parts of a picture.

use serde_json::{Map, Value};

use super::json::number_of;
use crate::layout::{Layout, Point, Size, Spacing, layout};
use crate::picture::{Node, Picture};

pub(super) const FONT: f64 = 12.0;
pub(super) const HEIGHT: f64 = 26.0;
pub(super) const PADDING: f64 = 10.0;
/// Longer labels are cut.
const LONGEST: usize = 48;

/// For each node what is written on it and how large it is, and where nodes and edges are.
#[derive(Clone, Debug)]
pub struct Placed {
    pub labels: Vec<String>,
    pub sizes: Vec<Size>,
    pub layout: Layout,
}

impl Placed {
    /// Places a picture. `before` says of a node where it stood before, if it did: there it stays if it can.
    pub fn new(picture: &Picture, before: &dyn Fn(&str) -> Option<Point>) -> Placed {
        let labels: Vec<String> = picture.nodes.iter().map(|node| shortened(&node.label)).collect();
        let sizes: Vec<Size> = labels.iter().map(|label| Size { width: width(label) + 2.0 * PADDING, height: HEIGHT }).collect();
        let edges: Vec<(usize, usize)> = picture.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        let stood: Vec<Option<Point>> = picture.nodes.iter().map(|node| before(&node.label)).collect();
        let layout = layout(&sizes, &edges, Spacing::default(), &stood);
        Placed { labels, sizes, layout }
    }

    /// Writes the name of a node into its object, and where it stands.
    pub fn put_node(&self, number: usize, node: &Node, out: &mut Map<String, Value>) {
        out.insert("id".into(), node.label.clone().into());
        out.insert("kind".into(), node.kind.name().into());
        if let Some(label) = self.labels.get(number).filter(|it| **it != node.label) {
            out.insert("label".into(), label.as_str().into());
        }
        if let (Some(at), Some(size)) = (self.layout.boxes.get(number), self.sizes.get(number)) {
            for (name, value) in [("x", at.x), ("y", at.y), ("width", size.width), ("height", size.height)] {
                out.insert(name.into(), number_of(value));
            }
        }
    }
}

/// About how wide a label is: ideographs take two places.
fn width(label: &str) -> f64 {
    (label.chars().map(|c| if u32::from(c) < 0x1100 { 0.61 } else { 1.2 }).sum::<f64>() * FONT).ceil()
}

fn shortened(label: &str) -> String {
    let label = label.replace(char::is_control, " ");
    if label.chars().count() <= LONGEST {
        return label;
    }
    let head: String = label.chars().take(LONGEST / 2).collect();
    let mut tail: Vec<char> = label.chars().rev().take(LONGEST / 2 - 1).collect();
    tail.reverse();
    format!("{head}…{}", String::from_iter(tail))
}
