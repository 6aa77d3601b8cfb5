// What a new project has besides an example's sources: how it is built, and how to begin. @NAME@ is the
// project's name, @BINDINGS@ the folder with the languages' packages.
#ifndef RUNNEL_TOOLS_RUNNEL_NEW_TEXTS_H_
#define RUNNEL_TOOLS_RUNNEL_NEW_TEXTS_H_

#include <string_view>

namespace runnel::tools {

struct NewText {
  std::string_view lang, path, text;
};

inline constexpr NewText kNewTexts[] = {
    {"c", "CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.18)
project(@NAME@ LANGUAGES C)

find_package(PkgConfig REQUIRED)
pkg_check_modules(runnel REQUIRED IMPORTED_TARGET runnel)
find_package(ZLIB REQUIRED)

add_executable(@NAME@ main.c samples.c mnist.c idx.c digits.c)
target_link_libraries(@NAME@ PRIVATE PkgConfig::runnel ZLIB::ZLIB m)
)"},
    {"c", "README.md", R"(# @NAME@

Learns MNIST's digits with layers of Runnel. `main.c` is the program, `samples.c` brings the data.

```sh
cmake -B build
cmake --build build
build/@NAME@ DATA-DIR weights
```

pkg-config must find Runnel: `export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig` for an install in a folder of your own.
DATA-DIR has MNIST's four files, compressed or not; without it, digits are drawn. `weights` is a checkpoint.
)"},
    {"cpp", "CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.18)
project(@NAME@ LANGUAGES CXX)

find_package(PkgConfig REQUIRED)
pkg_check_modules(runnel REQUIRED IMPORTED_TARGET runnel)
find_package(ZLIB REQUIRED)

add_executable(@NAME@ main.cc)
target_compile_features(@NAME@ PRIVATE cxx_std_20)
target_link_libraries(@NAME@ PRIVATE PkgConfig::runnel ZLIB::ZLIB)
)"},
    {"cpp", "README.md", R"(# @NAME@

Learns MNIST's digits with layers of Runnel. `main.cc` is the program, `samples.hpp` brings the data.

```sh
cmake -B build
cmake --build build
build/@NAME@ DATA-DIR weights
```

pkg-config must find Runnel: `export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig` for an install in a folder of your own.
DATA-DIR has MNIST's four files, compressed or not. `weights` is a checkpoint.
)"},
    {"python", "pyproject.toml", R"([build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "@NAME@"
version = "0.1.0"
description = "Learns MNIST's digits with layers of Runnel"
requires-python = ">=3.10"
dependencies = ["runnel"]

[tool.setuptools]
py-modules = ["main", "mnist"]
)"},
    {"python", "README.md", R"(# @NAME@

Learns MNIST's digits with layers of Runnel. `main.py` is the program, `mnist.py` brings the data.

```sh
pip install @BINDINGS@/python
python3 main.py DATA-DIR weights
```

`RUNNEL_LIBRARY` may say where librunnel is. DATA-DIR has MNIST's four files, compressed or not. `weights` is a checkpoint.
)"},
    {"rust", "Cargo.toml", R"([package]
name = "@NAME@"
version = "0.1.0"
edition = "2021"

[dependencies]
runnel = { path = "@BINDINGS@/rust/runnel" }
)"},
    {"rust", "build.rs", R"(//! The program finds librunnel where it was built against it.
fn main() {
    let folder = std::env::var("DEP_RUNNEL_LIBRARY_DIR").expect("a dependency on runnel");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
}
)"},
    {"rust", "README.md", R"(# @NAME@

Learns MNIST's digits with layers of Runnel. `src/main.rs` is the program, `src/samples.rs` brings the data.

```sh
cargo run --release -- DATA-DIR weights
```

librunnel is found by pkg-config, or in `RUNNEL_LIB_DIR`. DATA-DIR has MNIST's four files, compressed or not. `weights` is a
checkpoint.
)"},
    {"go", "go.mod", R"(module @NAME@

go 1.19

require runnel.internal/runnel v0.1.0

replace runnel.internal/runnel => @BINDINGS@/go
)"},
    {"go", "README.md", R"(# @NAME@

Learns MNIST's digits with layers of Runnel. `main.go` is the program, `mnist` brings the data.

```sh
go run . DATA-DIR weights
```

pkg-config must find Runnel: `export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig` for an install in a folder of your own.
DATA-DIR has MNIST's four files, compressed or not. `weights` is a checkpoint.
)"},
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_NEW_TEXTS_H_
