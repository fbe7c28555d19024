//! Pictures as large catalogs make them.

use catalog::layout::{Layout, Size, Spacing, layout};

/// Boxes, and edges between them.
pub struct Boxes {
    pub sizes: Vec<Size>,
    pub edges: Vec<(usize, usize)>,
}

/// This number of resources in classes of a hundred: each resource requires another one of its class, the first of each class comes after
/// one of the class before, and the class contains all of them.
pub fn boxes(resources: usize) -> Boxes {
    const EACH: usize = 100;
    let mut found = Boxes { sizes: Vec::new(), edges: Vec::new() };
    let mut before = None;
    for _ in 0..resources.div_ceil(EACH) {
        let class = found.sizes.len();
        for number in 0..=EACH {
            // Labels are of different lengths.
            found.sizes.push(Size { width: 60.0 + (number * 37 % 120) as f64, height: 26.0 });
            if number > 0 {
                found.edges.push((class, class + number));
            }
            if number > 1 {
                found.edges.push((class + 1 + (number - 2) / 3, class + number));
            }
        }
        if let Some(before) = before {
            found.edges.push((before, class + 1));
        }
        before = Some(class + EACH / 2);
    }
    found
}

pub fn placed(boxes: &Boxes) -> Layout {
    layout(&boxes.sizes, &boxes.edges, Spacing::default(), &[])
}

/// The same picture again, where each box stood somewhere.
pub fn placed_again(boxes: &Boxes, before: &Layout) -> Layout {
    let stood: Vec<_> = before.boxes.iter().copied().map(Some).collect();
    layout(&boxes.sizes, &boxes.edges, Spacing::default(), &stood)
}
