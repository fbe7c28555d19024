//! Many measurements as one figure and how far they are apart.

/// The median, the smallest and the largest of some measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

impl Spread {
    pub fn new(values: impl IntoIterator<Item = f64>) -> Spread {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let at = |index: usize| values.get(index).copied().unwrap_or_default();
        let (middle, last) = (values.len() / 2, values.len().saturating_sub(1));
        let median = if values.len().is_multiple_of(2) { (at(middle.saturating_sub(1)) + at(middle)) / 2.0 } else { at(middle) };
        Spread { median, min: at(0), max: at(last) }
    }

    /// As `1.50 s (1.40 to 1.70)`.
    pub fn show(self, decimals: usize, unit: &str) -> String {
        let Spread { median, min, max } = self;
        format!("{median:.decimals$} {unit} ({min:.decimals$} to {max:.decimals$})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(Spread::new([3.0, 1.0, 2.0]), Spread { median: 2.0, min: 1.0, max: 3.0 });
        assert_eq!(Spread::new([4.0, 1.0, 2.0, 3.0]), Spread { median: 2.5, min: 1.0, max: 4.0 });
        assert_eq!(Spread::new([]), Spread::default());
        assert_eq!(Spread::new([1.5]).show(1, "s"), "1.5 s (1.5 to 1.5)");
    }
}
