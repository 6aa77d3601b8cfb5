// What a minimal build has in place of proto_text_parse.cc and proto_text_print.cc. Those refer to the
// standard library's conversions of real numbers, and a static link takes what these need of libc, 45
// KB, before it sees that nothing calls them.
#include "core/graph/proto_text.h"

namespace runnel {
namespace {

Status NotBuilt() { return Unimplemented("text of messages is not in this build (RUNNEL_MINIMAL)"); }

}  // namespace

Result<TextMessage> ParseText(const ProtoMessage&, std::string_view) { return NotBuilt(); }

Status TextStatus(const ProtoMessage&, std::string_view, const TextMessage&, const WireFailure&) {
  return NotBuilt();
}

Result<std::string> PrintText(const ProtoMessage&, std::string_view) { return NotBuilt(); }

bool LooksLikeText(const ProtoMessage&, std::string_view, bool) { return false; }

}  // namespace runnel
