// Files of Keras: HDF5 files of weights, archives of models, and the JSON in them.
//
// Input: a byte that says which of the three the rest is. The layers of a model become nodes of a graph.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "core/learn/keras/hdf5_file.h"
#include "core/learn/keras/keras_config.h"
#include "core/learn/keras/zip_file.h"
#include "core/learn/model.h"
#include "core/runtime/runtime.h"
#include "tests/fuzz/memory_file.h"

namespace runnel {
namespace {

constexpr uint64_t kMostBytes = 1 << 20;

void ReadWeights(learn::FilePart part) {
  const auto file = learn::Hdf5File::Open(std::move(part));
  if (!file.ok()) return;
  for (const auto& [path, dataset] : file->datasets()) {
    if (dataset.bytes <= kMostBytes) (void)file->Read(dataset, SystemAllocator());
  }
}

Ref<Runtime> WithoutDevices() {
  RuntimeOptions options;
  options.num_threads = 1;
  options.load_default_plugins = false;
  options.min_severity = Severity::kError;
  auto made = Runtime::Create(options);
  if (!made.ok()) std::abort();
  return *made;
}

void ReadConfig(std::string_view text) {
  static const auto* const runtime = new Ref<Runtime>(WithoutDevices());
  const auto config = learn::ParseJson(text, "config");
  if (!config.ok()) return;
  const auto model = learn::CreateModel(*runtime, "");
  if (model.ok()) (void)learn::BuildFromConfig(*config, "config", model->get());
}

void ReadArchive(const std::shared_ptr<const ReadableFile>& file) {
  const auto archive = learn::ZipFile::Open(file, "archive");
  if (!archive.ok()) return;
  const auto text = archive->ReadAll("config.json", kMostBytes);
  if (text.ok()) ReadConfig(*text);
  auto weights = archive->Find("model.weights.h5");
  if (weights.ok()) ReadWeights(std::move(*weights));
}

}  // namespace
}  // namespace runnel

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 3 == 0) {
    runnel::ReadConfig(bytes);
    return 0;
  }
  const auto file = std::make_shared<runnel::MemoryFile>(bytes);
  if (data[0] % 3 == 1) {
    runnel::ReadWeights({file, "weights", 0, bytes.size()});
  } else {
    runnel::ReadArchive(file);
  }
  return 0;
}
