// The importer "tflite": models of LiteRT, TensorFlow Lite and its micro runtime.
#include <cstring>
#include <new>
#include <stdexcept>

#include "plugins/sdk/plugin.h"
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

using plugin::Fail;

int32_t Sniff(const void* head, size_t size, uint64_t) {
  return size >= 8 && std::memcmp(static_cast<const char*>(head) + 4, "TFL3", 4) == 0 ? 1 : 0;
}

rnlp_status_t* ImportModel(const rnlp_host_t* host, rnlp_instance_t*, const rnlp_import_t* import) {
  try {
    const std::string_view bytes(import->model.data, import->model.size);
    FlatFile file(bytes);
    Model model;
    Problem problem = ReadModel(&file, &model);
    Import run(host, import, model);
    if (!problem) problem = run.Run();
    if (!problem && !file.ok()) problem = {RNLP_DATA_LOSS, "damaged at " + file.problem()};
    if (!problem) return run.Finish();
    return Fail(host, problem.code, "%s", problem.text.c_str());
  } catch (const std::bad_alloc&) {
    return Fail(host, RNLP_RESOURCE_EXHAUSTED, "no memory for a TFLite model of %zu bytes",
                import->model.size);
  } catch (const std::length_error&) {
    return Fail(host, RNLP_RESOURCE_EXHAUSTED, "no memory for a TFLite model of %zu bytes",
                import->model.size);
  }
}

constexpr rnlp_importer_row_t kImporter = {
    RNLP_SIZE_TO(rnlp_importer_row_t, import),
    0,
    "tflite",
    "TFLite",
    ".tflite .lite .bin",
    "rounding hybrid",
    "Models of LiteRT: builtin operators over float, int8, uint8 and int16 numbers, hybrid and sparse "
    "weights, variables, subgraphs and signatures. rounding: double (as LiteRT's builtin kernels) or "
    "single (as XNNPACK). hybrid: where weights of int8 meet real numbers, integer quantises these in "
    "the "
    "step, as LiteRT does, and real makes the weights real numbers, which every device multiplies.",
    Sniff,
    ImportModel,
    nullptr};
constexpr const rnlp_importer_row_t* kImporters[] = {&kImporter};
constexpr rnlp_plugin_t kPlugin = plugin::MakePlugin<>(
    {.id = "runnel.tflite", .version = "0.1.0", .importers = kImporters, .num_importers = 1});

}  // namespace
}  // namespace runnel::tflite

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &runnel::tflite::kPlugin; }
