//! Memory comes from mimalloc.

use std::alloc::{GlobalAlloc, Layout};

use mimalloc::MiMalloc;

/// Asks mimalloc for an alignment only where there is one to ask for.
///
/// Whoever asks for one gets a larger block where the size is no power of two: of 48 bytes 64, of 80 bytes 96, each time by the slow
/// way, as there is never a page of blocks of that size. Every block of it is aligned to a word without asking.
pub struct Words;

/// All blocks are aligned to that.
const WORD: usize = size_of::<usize>();

impl Words {
    fn layout(layout: Layout) -> Layout {
        match Layout::from_size_align(layout.size(), 1) {
            Ok(plain) if layout.align() <= WORD => plain,
            _ => layout,
        }
    }
}

#[allow(unsafe_code, reason = "who allocates promises more than can be checked; all of it is passed on")]
// SAFETY: the same memory as mimalloc's own. `dealloc` does not look at the layout, and `realloc` keeps what is word-aligned so.
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
        unsafe { MiMalloc.realloc(block, Words::layout(layout), size) }
    }
}

#[cfg(test)]
#[allow(unsafe_code, reason = "it is what is tested")]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_as_they_were_asked_for() {
        for align in [1, 2, 4, 8, 16, 64, 4096] {
            for size in (1..300).chain([1 << 10, 5000, 70_000, 3 << 20]) {
                let layout = Layout::from_size_align(size, align).unwrap();
                unsafe {
                    let mut block = Words.alloc(layout);
                    assert_eq!(block.addr() % align, 0, "{size} {align}");
                    block.write(7);
                    block = Words.realloc(block, layout, size * 3 + 1);
                    assert_eq!((block.addr() % align, block.read()), (0, 7), "{size} {align}");
                    let other = Words.alloc_zeroed(layout);
                    assert_eq!((other.addr() % align, other.read()), (0, 0), "{size} {align}");
                    Words.dealloc(other, layout);
                    Words.dealloc(block, Layout::from_size_align(size * 3 + 1, align).unwrap());
                }
            }
        }
    }
}
