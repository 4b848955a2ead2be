//! A front end in Rust that panics in show_hub; how far the panic gets is chosen by `-C panic` and `--cfg`.
//! The structs are those of `hub/frontend.h`, version 1.0.
use std::os::raw::{c_char, c_void};

#[repr(C)]
pub struct Str(*const c_char, u64);

#[repr(C)]
pub struct Method(Str, Str, u32, u32, *const c_void);

#[repr(C)]
pub struct FrontEnd {
    size: u32,
    abi_minor: u32,
    texts: [Str; 4],
    needs: u64,
    method_size: u32,
    method_count: u32,
    methods: *const Method,
    lifecycle: [*const c_void; 4],
}

unsafe impl Sync for Method {}
unsafe impl Sync for FrontEnd {}

const fn text(text: &'static str) -> Str {
    Str(text.as_ptr() as *const c_char, text.len() as u64)
}

/// Unwinds into its caller with "C-unwind", and ends the process with "C".
#[cfg(unwinds)]
extern "C-unwind" fn show_hub(_: *mut c_void, _: *const c_void, _: *const c_char, _: u64, _: *const c_char, _: u64) -> i32 {
    panic!("let out")
}

#[cfg(not(unwinds))]
extern "C" fn show_hub(_: *mut c_void, _: *const c_void, _: *const c_char, _: u64, _: *const c_char, _: u64) -> i32 {
    panic!("not let out")
}

extern "C" fn present_post(_: *mut c_void, _: *const c_void, _: u64, _: *const c_void) -> i32 {
    0
}

static METHODS: [Method; 2] = [
    Method(text("show_hub"), text("s?s"), 0, 0, show_hub as *const c_void),
    Method(text("present_post"), text("uP"), 0, 0, present_post as *const c_void),
];

static DESCRIPTOR: FrontEnd = FrontEnd {
    size: std::mem::size_of::<FrontEnd>() as u32,
    abi_minor: 0,
    texts: [text("com.example.panics"), text("panics"), text("1.0"), text("Panics")],
    needs: 0,
    method_size: std::mem::size_of::<Method>() as u32,
    method_count: 2,
    methods: METHODS.as_ptr(),
    lifecycle: [std::ptr::null(); 4],
};

#[no_mangle]
pub extern "C" fn hub_frontend_v1(_: u32) -> *const FrontEnd {
    &DESCRIPTOR
}
