//! Memory comes from mimalloc.

use std::alloc::{GlobalAlloc, Layout};

use mimalloc::MiMalloc;

/// Asks mimalloc for an alignment only where there is one to ask for.
///
/// Whoever asks for one gets a larger block where the size is no power of two: of 48 bytes 64, of 80 bytes 96, each time by the slow
/// way, as there is never a page of blocks of that size. Every block of it is aligned to a word without asking, and to two words where
/// it holds as much: that is what C promises of `malloc`. Most who ask for two words are hash tables.
pub struct Words;

/// All blocks are aligned to that.
const WORD: usize = size_of::<usize>();

/// All blocks that are as large are aligned to that.
const PAIR: usize = 2 * WORD;

impl Words {
    fn layout(layout: Layout) -> Layout {
        let is_aligned = layout.align() <= if layout.size() < PAIR { WORD } else { PAIR };
        match Layout::from_size_align(layout.size(), 1) {
            Ok(plain) if is_aligned => plain,
            _ => layout,
        }
    }
}

#[allow(unsafe_code, reason = "who allocates promises more than can be checked; all of it is passed on")]
// SAFETY: the same memory as mimalloc's own. `dealloc` does not look at the layout, and `realloc` keeps what is aligned so: what
// shrinks below two words asks for its alignment.
unsafe impl GlobalAlloc for Words {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { MiMalloc.alloc(Words::layout(layout)) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { MiMalloc.alloc_zeroed(Words::layout(layout)) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let as_asked = if size < PAIR && layout.align() > WORD { layout } else { Words::layout(layout) };
        unsafe { MiMalloc.realloc(block, as_asked, size) }
    }
}

#[cfg(test)]
#[allow(unsafe_code, reason = "it is what is tested")]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_as_they_were_asked_for() {
        for align in [1, 2, 4, 8, 16, 32, 64, 4096] {
            for size in (1..300).chain([1 << 10, 5000, 70_000, 3 << 20]) {
                let layout = |size| Layout::from_size_align(size, align).unwrap();
                // One block of a kind may lie well by chance.
                let blocks = [(); 3].map(|()| unsafe {
                    let mut block = Words.alloc(layout(size));
                    assert_eq!(block.addr() % align, 0, "{size} {align}");
                    block.write(7);
                    let mut before = size;
                    for then in [size * 3 + 1, size / 2 + 1] {
                        block = Words.realloc(block, layout(before), then);
                        assert_eq!((block.addr() % align, block.read()), (0, 7), "{size} {then} {align}");
                        before = then;
                    }
                    let other = Words.alloc_zeroed(layout(size));
                    assert_eq!((other.addr() % align, other.read()), (0, 0), "{size} {align}");
                    (block, other)
                });
                for (block, other) in blocks {
                    unsafe {
                        Words.dealloc(block, layout(size / 2 + 1));
                        Words.dealloc(other, layout(size));
                    }
                }
            }
        }
    }
}
