//! Numbers for generated texts.

/// Numbers that are the same for a seed each time (xorshift); the seed is not 0.
pub struct Random(pub u64);

impl Random {
    /// Returns a number from 0 to below `end`; 0 where there is none.
    pub fn next_below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or(0)
    }
}
