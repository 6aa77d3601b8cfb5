// runnel new: a project that builds and trains, of the examples that this program has within itself.
#include <algorithm>
#include <filesystem>
#include <span>

#include "runnel_new_files.h"
#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/command.h"
#include "tools/runnel/new_texts.h"

namespace runnel::tools {
namespace {

namespace fs = std::filesystem;

std::string Replaced(std::string text, std::string_view what, std::string_view by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// The packages of the bindings: of the install that this program is of, or of its build tree.
std::string BindingsFolder(const Args& args) {
  if (args.Has("bindings")) return fs::absolute(args.Text("bindings")).lexically_normal().string();
  std::error_code error;
  const fs::path bin = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* way : {"../share/runnel", "../../../bindings"}) {
    const fs::path folder = (bin / way).lexically_normal();
    if (fs::exists(folder / "rust" / "runnel" / "Cargo.toml", error)) return folder.string();
  }
  Fail(
      "the packages for Rust, Go and Python were not found beside this program: say with --bindings "
      "where they are");
}

bool IsName(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

int Run(const Args& args) {
  const std::string folder = args.positional()[0];
  const std::string name = fs::path(folder).filename().string();
  if (!IsName(name))
    throw UsageError(Cat("expected a name of small letters, digits and _, got \"", name, "\""));
  const std::string lang = args.Choice("lang", "", {"c", "cpp", "rust", "go", "python"});
  if (lang.empty()) throw UsageError("--lang says in which language: c, cpp, rust, go or python");
  args.Choice("template", "mnist", {"mnist"});
  std::error_code error;
  if (fs::exists(folder, error)) Fail(Cat(folder, ": is there already"));
  const std::string bindings = lang == "c" || lang == "cpp" ? "" : BindingsFolder(args);
  const auto adapted = [&](std::string_view text) {
    return Replaced(Replaced(std::string(text), "@NAME@", name), "@BINDINGS@", bindings);
  };
  for (const NewFile& file : kNewFiles) {
    if (file.lang != lang) continue;
    // What an example takes from its neighbours is within the project.
    std::string text = Replaced(std::string(file.text), "\"../train_mnist/idx.rs\"", "\"idx.rs\"");
    text = Replaced(text, "runnel.internal/runnel/examples/mnist", Cat(name, "/mnist"));
    const fs::path path = fs::path(folder) / std::string(file.path);
    MakeDirectory(path.parent_path().string());
    WriteFile(path.string(), text);
  }
  for (const NewText& file : kNewTexts) {
    if (file.lang != lang) continue;
    const fs::path path = fs::path(folder) / std::string(file.path);
    MakeDirectory(path.parent_path().string());
    WriteFile(path.string(), adapted(file.text));
  }
  PrintLine(Cat(folder, "/README.md says how it is built and run"));
  return 0;
}

constexpr Option kOptions[] = {
    {"lang", "LANG", "c, cpp, rust, go or python"},
    {"template", "NAME", "mnist, which is the default"},
    {"bindings", "DIR",
     "the folder with the packages for Rust, Go and Python (default: that of this install)"}};

}  // namespace

constexpr Command kNewCommand = {
    "new",
    "NAME",
    1,
    1,
    "Write a project that builds and trains.",
    "NAME is a new folder. The program in it learns MNIST's digits with layers and saves its weights.",
    kOptions,
    Run};

}  // namespace runnel::tools
