// runnel layers: what models of layers can be made of.
#include "c_api/runnel_learn.h"
#include "tools/common/error.h"
#include "tools/runnel/command.h"

namespace runnel::tools {
namespace {

int Run(const Args& args) {
  BytesHandle bytes;
  Check(rnl_learn_describe(Out(&bytes)));
  std::string_view lines = View(rnl_bytes_view(bytes.get()));
  const std::string name =
      args.positional().empty() ? "" : Cat("\"name\":\"", args.positional()[0], "\"");
  bool found = false;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (line.find(name) == std::string_view::npos) continue;
    PrintLine(line);
    found = true;
  }
  if (!found) Fail(Cat("there is no row \"", args.positional()[0], "\": runnel layers lists all"));
  return 0;
}

constexpr Option kOptions[] = {kJsonOption};

}  // namespace

constexpr Command kLayersCommand = {
    "layers",
    "[NAME]",
    0,
    1,
    "List layers, losses, metrics, optimizers and what else specs may name.",
    "One line of JSON, with --json and without it, for each, or for those of a name: kind, name, other\n"
    "names, arguments with types and defaults, weights.",
    kOptions,
    Run};

}  // namespace runnel::tools
