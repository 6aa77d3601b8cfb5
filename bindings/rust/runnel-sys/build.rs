//! Finds librunnel: the folder in RUNNEL_LIB_DIR, else the build tree of the checkout that this crate lies in, else what
//! pkg-config says. Crates above learn the folder as DEP_RUNNEL_LIB_DIR.
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn has_library(folder: &Path) -> bool {
    ["librunnel.so", "librunnel.dylib"].iter().any(|name| folder.join(name).exists())
}

fn from_environment() -> Option<PathBuf> {
    let folder = PathBuf::from(env::var_os("RUNNEL_LIB_DIR")?);
    assert!(has_library(&folder), "RUNNEL_LIB_DIR is {}, which has no librunnel.so", folder.display());
    Some(folder)
}

fn from_build_tree() -> Option<PathBuf> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let folder = here.join("../../../build/release/lib").canonicalize().ok()?;
    has_library(&folder).then_some(folder)
}

fn from_pkg_config() -> Option<PathBuf> {
    let output = Command::new("pkg-config").args(["--variable=libdir", "runnel"]).output().ok()?;
    let folder = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    (output.status.success() && has_library(&folder)).then_some(folder)
}

fn main() {
    for name in ["RUNNEL_LIB_DIR", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    let Some(folder) = from_environment().or_else(from_build_tree).or_else(from_pkg_config) else {
        panic!("no librunnel found: set RUNNEL_LIB_DIR to its folder, build the checkout, or install runnel.pc for pkg-config");
    };
    let folder = folder.display();
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-lib=dylib=runnel");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    println!("cargo:lib_dir={folder}");
}
