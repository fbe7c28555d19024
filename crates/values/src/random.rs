//! Ruby's `Random`: a Mersenne twister, for numbers that are the same on every run.

const N: usize = 624;
const M: usize = 397;

pub struct Random {
    state: [u32; N],
    index: usize,
}

impl Random {
    /// `Random.new(seed)` for a seed given as hexadecimal digits.
    pub fn new(hexadecimal: &str) -> Random {
        let digits = hexadecimal.trim_start_matches('0').as_bytes();
        // The least significant word comes first.
        let mut key: Vec<u32> = digits
            .rchunks(8)
            .map(|chunk| chunk.iter().fold(0, |word, digit| word << 4 | char::from(*digit).to_digit(16).unwrap_or(0)))
            .collect();
        if key.is_empty() {
            key.push(0);
        }
        if let [single] = key[..] {
            return Random::from_word(single);
        }
        // A one on top guards against the loss of zeros, and is not part of the seed.
        if key.last() == Some(&1) {
            key.pop();
        }
        Random::from_words(&key)
    }

    fn from_word(seed: u32) -> Random {
        let mut state = [0; N];
        let mut previous = seed;
        for (index, word) in state.iter_mut().enumerate() {
            if index > 0 {
                #[expect(clippy::cast_possible_truncation, reason = "there are 624 words")]
                let position = index as u32;
                previous = 1_812_433_253_u32.wrapping_mul(previous ^ (previous >> 30)).wrapping_add(position);
            }
            *word = previous;
        }
        Random { state, index: N }
    }

    #[expect(clippy::cast_possible_truncation, reason = "positions are small")]
    fn from_words(key: &[u32]) -> Random {
        let mut random = Random::from_word(19_650_218);
        let state = &mut random.state;
        let (mut i, mut j) = (1, 0);
        for _ in 0..N.max(key.len()) {
            state[i] =
                (state[i] ^ (state[i - 1] ^ (state[i - 1] >> 30)).wrapping_mul(1_664_525)).wrapping_add(key[j]).wrapping_add(j as u32);
            i += 1;
            j += 1;
            if i >= N {
                state[0] = state[N - 1];
                i = 1;
            }
            if j >= key.len() {
                j = 0;
            }
        }
        for _ in 0..N - 1 {
            state[i] = (state[i] ^ (state[i - 1] ^ (state[i - 1] >> 30)).wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i += 1;
            if i >= N {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        state[0] = 0x8000_0000;
        random
    }

    /// The numbers of one turn: 624 after a number of turns.
    pub fn numbers(mut self, turns: usize) -> Vec<u32> {
        for _ in 0..turns {
            self.turn();
        }
        self.index = N;
        (0..N).map(|_| self.next()).collect()
    }

    fn next(&mut self) -> u32 {
        if self.index >= N {
            self.turn();
        }
        let mut word = self.state[self.index];
        self.index += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    fn turn(&mut self) {
        for at in 0..N {
            let word = (self.state[at] & 0x8000_0000) | (self.state[(at + 1) % N] & 0x7fff_ffff);
            let odd = if word & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[at] = self.state[(at + M) % N] ^ (word >> 1) ^ odd;
        }
        self.index = 0;
    }

    /// `random.rand(limit)`: below the limit, which is at least 1.
    pub fn next_below(&mut self, limit: u64) -> u64 {
        let largest = limit.saturating_sub(1);
        if largest == 0 {
            return 0;
        }
        let mask = u64::MAX >> largest.leading_zeros();
        'again: loop {
            let mut value = 0;
            for half in [1, 0] {
                if (mask >> (half * 32)) & 0xffff_ffff != 0 {
                    value |= u64::from(self.next()) << (half * 32);
                    value &= mask;
                    if value > largest {
                        continue 'again;
                    }
                }
            }
            return value;
        }
    }
}
