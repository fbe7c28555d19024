#![no_main]

libfuzzer_sys::fuzz_target!(init: fuzz::pass_over_caught_panics(), |bytes: &[u8]| fuzz::ruby_type(bytes));
