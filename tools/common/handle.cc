#include "tools/common/handle.h"

#include "tools/common/error.h"

namespace runnel::tools {

void Check(rnl_status_t* status) {
  if (status == nullptr) return;
  std::string text =
      Cat(View(rnl_code_name(rnl_status_code(status))), ": ", View(rnl_status_message(status)));
  const std::string_view node = View(rnl_status_node(status));
  if (!node.empty() && text.find(node) == std::string::npos) text += Cat(" (node \"", node, "\")");
  rnl_status_release(status);
  throw Error(text);
}

}  // namespace runnel::tools
