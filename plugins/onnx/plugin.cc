// The plugin: an importer and exporter, and no device. Source: the ONNX specification, IR and operators.
#include "plugins/sdk/plugin.h"

#include <new>

#include "plugins/onnx/export.h"
#include "plugins/onnx/importer.h"
#include "plugins/onnx/wire.h"

namespace runnel::onnx {
namespace {

// A model begins with its IR version, then says who made it, or comes to its graph or opsets. Fields of
// other messages that begin so differ in what follows.
int32_t Sniff(const void* head, size_t size, uint64_t file_size) {
  const std::string_view bytes(static_cast<const char*>(head), size);
  Fields f(bytes);
  bool has_version = false;
  for (int i = 0; i < 12; ++i) {
    if (!f.Next()) break;
    const int number = f.number();
    if (number == 1 && f.type() == Fields::kVarint) {
      if (f.value() == 0 || f.value() > 1000) return 0;
      has_version = true;
      continue;
    }
    if (number == 5 && f.type() == Fields::kVarint) continue;
    const bool known = number == 2 || number == 3 || number == 4 || number == 6 || number == 7 ||
                       number == 8 || number == 14 || number == 20 || number == 25 || number == 26;
    if (!known || f.type() != Fields::kBytes) return 0;
  }
  // The graph is longer than the head in most files; a field that ends beyond the file is none.
  return has_version && file_size >= 8 ? 1 : 0;
}

rnlp_status_t* Import(const rnlp_host_t* host, rnlp_instance_t*, const rnlp_import_t* import) {
  try {
    return Importer(host, import).Run();
  } catch (const Failure& failure) {
    return plugin::Fail(host, failure.code, "%s", failure.message.c_str());
  } catch (const Refusal& refusal) {
    return plugin::Fail(host, RNLP_UNIMPLEMENTED, "%s", refusal.why.c_str());
  } catch (const std::bad_alloc&) {
    return plugin::Fail(host, RNLP_RESOURCE_EXHAUSTED, "no memory left to import a model of %zu bytes",
                        import->model.size);
  } catch (const std::exception& error) {
    return plugin::Fail(host, RNLP_INTERNAL, "importing: %s", error.what());
  }
}

rnlp_status_t* Export(const rnlp_host_t* host, rnlp_instance_t*, const rnlp_export_t* job) {
  try {
    return Exporter(job).Run();
  } catch (const Failure& failure) {
    return plugin::Fail(host, failure.code, "%s", failure.message.c_str());
  } catch (const Refusal& refusal) {
    return plugin::Fail(host, RNLP_UNIMPLEMENTED, "%s", refusal.why.c_str());
  } catch (const std::bad_alloc&) {
    return plugin::Fail(host, RNLP_RESOURCE_EXHAUSTED, "no memory left to export a graph of %zu bytes",
                        job->meta_graph.size);
  } catch (const std::exception& error) {
    return plugin::Fail(host, RNLP_INTERNAL, "exporting: %s", error.what());
  }
}

constexpr rnlp_importer_row_t kImporter = {
    .size_bytes = RNLP_SIZE_TO(rnlp_importer_row_t, export_model),
    .flags = 0,
    .id = "onnx",
    .name = "ONNX",
    .suffixes = ".onnx",
    .options = "variables",
    .doc =
        "Models in ONNX's format, opsets 7 and later, with weights in the file or beside it. "
        "variables=1: "
        "weights of floats are variables, which an init op gives their values, so that a model can be "
        "trained further.",
    .sniff = Sniff,
    .import = Import,
    .export_model = Export,
};
constexpr const rnlp_importer_row_t* kImporters[] = {&kImporter};

constexpr rnlp_plugin_t kPlugin = plugin::MakePlugin<plugin::PlainInstance>(
    {.id = "runnel.onnx",
     .version = "0.1.0",
     .importers = kImporters,
     .num_importers = static_cast<uint32_t>(std::size(kImporters))});

}  // namespace
}  // namespace runnel::onnx

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &runnel::onnx::kPlugin; }
