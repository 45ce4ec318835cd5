//! See `laws::stream`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::stream(data));
