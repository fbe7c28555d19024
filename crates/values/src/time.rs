//! Points in time and lengths of time.

mod civil;
mod strftime;
mod strptime;
mod timespan;
mod timestamp;
mod zone;

pub use timespan::DEFAULT_FORMATS as TIMESPAN_FORMATS;

/// Nanoseconds since 1970 in UTC. Packed, because values of all kinds would have the alignment of the number otherwise.
#[repr(Rust, packed(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(pub i128);

/// Nanoseconds.
#[repr(Rust, packed(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timespan(pub i128);

pub const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// Nanoseconds of that many seconds; none where they do not fit.
pub fn nanos_of(seconds: f64) -> Option<i128> {
    let nanos = seconds * 1e9;
    // `as` is exact enough: what is beyond the range of an i128 is refused.
    (nanos.is_finite() && nanos.abs() < 1e37).then_some(nanos as i128)
}

/// Value in seconds, for both kinds.
pub(crate) fn seconds_as_float(nanos: i128) -> f64 {
    let whole = nanos.div_euclid(NANOS_PER_SECOND);
    let rest = nanos.rem_euclid(NANOS_PER_SECOND);
    if rest == 0 { whole as f64 } else { nanos as f64 / 1e9 }
}

impl Timestamp {
    pub fn seconds(self) -> i128 {
        self.0.div_euclid(NANOS_PER_SECOND)
    }

    pub fn to_f64(self) -> f64 {
        seconds_as_float(self.0)
    }
}

impl Timespan {
    pub fn seconds(self) -> i128 {
        self.0.div_euclid(NANOS_PER_SECOND)
    }

    pub fn to_f64(self) -> f64 {
        seconds_as_float(self.0)
    }
}
