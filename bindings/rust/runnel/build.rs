//! Tells where runnel-sys found librunnel: the linker, for this crate's own tests and examples, and the build scripts of
//! programs, as DEP_RUNNEL_LIBRARY_DIR. Cargo passes no linker's arguments on to them, so a program that is to find the
//! library where it is has a build.rs that does: see the crate's documentation.
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Ok(folder) = std::env::var("DEP_RUNNEL_LIB_DIR") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
        println!("cargo:dir={folder}");
    }
}
