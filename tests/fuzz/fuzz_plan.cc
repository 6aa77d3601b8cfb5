// Bytes as a saved plan: as they are, and as what a file with right checksums holds, so that the fuzzer
// gets behind them. What is read, a graph takes or refuses.
#include <cstring>
#include <string>

#include "core/base/crc32c.h"
#include "core/base/file_kind.h"
#include "core/graph/graph.h"
#include "core/graph/internal_ops.h"
#include "core/io/coding.h"
#include "core/io/plan_file.h"

namespace runnel {
namespace {

// A plan whose graph is `graph`, with one content of 4096 bytes.
std::string Wrapped(std::string_view graph) {
  constexpr uint64_t kContent = 4096;
  const uint64_t head = 40 + graph.size() + 24, offset = (head + 63) / 64 * 64;
  const std::string content(kContent, 1);
  std::string summed;
  AppendFixed64(&summed, offset + kContent);
  AppendFixed64(&summed, graph.size());
  AppendFixed64(&summed, 1);
  summed += graph;
  AppendFixed64(&summed, offset);
  AppendFixed64(&summed, kContent);
  AppendFixed32(&summed, MaskCrc32c(Crc32c(content)));
  AppendFixed32(&summed, 0);
  std::string file(kPlanMagic);
  AppendFixed32(&file, kPlanFormat);
  AppendFixed32(&file, MaskCrc32c(Crc32c(summed)));
  file += summed;
  file.resize(offset);
  return file + content;
}

void Read(std::string_view bytes) {
  const auto file = FileBytes::Copy(bytes, SystemAllocator());
  if (!file.ok()) return;
  FileContents contents(SystemAllocator());
  const auto meta = ReadPlanFile(*file, &contents);
  if (!meta.ok()) return;
  contents.Settle();
  const OpRegistry registry;
  Graph graph(&registry);
  if (CheckOps(graph, meta->graph, GraphOf::kPlan).ok()) (void)graph.Import(meta->graph, {}, nullptr);
}

}  // namespace
}  // namespace runnel

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  runnel::Read(bytes);
  runnel::Read(runnel::Wrapped(bytes));
  return 0;
}
