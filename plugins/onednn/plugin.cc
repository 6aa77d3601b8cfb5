// Kernels of oneDNN for the CPU device that another plugin opens: those that its bench shows to be
// faster than the CPU plugin's own. What they do not take stays there.
#include "plugins/sdk/plugin.h"

#include "plugins/onednn/rows.h"
#include "plugins/sdk/rows.h"

namespace runnel::onednn {
namespace {

rnlp_plugin_t MakeTable() {
  static const plugin::RowTable rows({ConvRows()});
  return plugin::MakePlugin(
      {.id = "runnel.onednn", .version = "0.1", .kernels = rows.rows(), .num_kernels = rows.count()});
}

}  // namespace
}  // namespace runnel::onednn

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) {
  static const rnlp_plugin_t table = runnel::onednn::MakeTable();  // built once, then constant
  return &table;
}
