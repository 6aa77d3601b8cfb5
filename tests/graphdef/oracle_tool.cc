// Passes messages between oracle.py and the codecs. Standard input is a sequence of requests, each one
// letter, a little-endian u32 size and that many bytes; each answer is one letter (+ or -), a size and
// bytes: the result, or the error. b: binary to binary; t: text to binary; p: binary to text; m:
// SavedModel or MetaGraphDef, listed.
#include <cstdint>
#include <cstdio>
#include <string>

#include "core/graph/graph_def.h"

namespace {

using runnel::Result;

Result<std::string> Answer(char what, const std::string& bytes) {
  auto graph = what == 't' ? runnel::ParseTextGraphDef(bytes) : runnel::DecodeGraphDef(bytes);
  if (!graph.ok()) return graph.status();
  return what == 'p' ? runnel::PrintTextGraphDef(*graph) : runnel::EncodeGraphDef(*graph);
}

}  // namespace

int main() {
  char what = 0;
  uint32_t size = 0;
  while (std::fread(&what, 1, 1, stdin) == 1 && std::fread(&size, sizeof(size), 1, stdin) == 1) {
    std::string bytes(size, '\0');
    if (std::fread(bytes.data(), 1, size, stdin) != size) return 1;
    const Result<std::string> answer = Answer(what, bytes);
    const std::string out = answer.ok() ? *answer : answer.status().ToString();
    size = static_cast<uint32_t>(out.size());
    std::fputc(answer.ok() ? '+' : '-', stdout);
    std::fwrite(&size, sizeof(size), 1, stdout);
    std::fwrite(out.data(), 1, out.size(), stdout);
    std::fflush(stdout);
  }
  return 0;
}
