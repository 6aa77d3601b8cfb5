//! The program finds librunnel where it was when this was built.
fn main() {
    let folder = std::env::var("DEP_RUNNEL_LIBRARY_DIR").expect("the crate runnel says where librunnel is");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
}
