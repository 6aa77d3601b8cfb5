// Text as GraphDef and as SavedModel: nothing crashes, and what parses prints as text that parses to the
// same again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/graph/graph_def.h"
#include "core/graph/meta_graph.h"

namespace {

using namespace runnel;  // NOLINT(google-build-using-namespace): a program of one file

void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size_bytes) {
  const std::string_view text(reinterpret_cast<const char*>(data), size_bytes);
  DecodeOptions options;
  options.max_splat_bytes = 1 << 14;
  if (const auto graph = ParseTextGraphDef(text, options); graph.ok()) {
    const auto printed = PrintTextGraphDef(*graph);
    Require(printed.ok());
    const auto again = ReadGraphDef(*printed, options);
    Require(again.ok());
    Require(*PrintTextGraphDef(*again) == *printed);
    Require(*EncodeGraphDef(*again) ==
            *EncodeGraphDef(*DecodeGraphDef(*EncodeGraphDef(*again), options)));
  } else {
    Require(!graph.status().message().empty());
  }
  const auto read = ReadGraphDef(text, options);
  Require(read.ok() || !read.status().message().empty());
  const auto model = ReadSavedModel(text, options);
  Require(model.ok() || !model.status().message().empty());
  return 0;
}
