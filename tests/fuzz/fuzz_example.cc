// Bytes as an Example, as a SequenceExample, and as a file of records, compressed and not.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "core/io/example.h"
#include "core/io/tfrecord.h"

namespace {

using namespace runnel;

class MemoryFile : public ReadableFile {
 public:
  explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}
  uint64_t size() const override { return bytes_.size(); }
  Status Read(uint64_t offset, void* data, size_t size) const override {
    if (offset > bytes_.size() || size > bytes_.size() - offset) return DataLoss("the end");
    std::memcpy(data, bytes_.data() + offset, size);
    return OkStatus();
  }

 private:
  const std::string bytes_;
};

void Walk(const Feature& feature) {
  size_t count = 0;
  if (feature.dtype == DType::kInvalid || !CountValues(feature, &count)) return;
  std::vector<int64_t> ints(count);
  std::vector<float> floats(count);
  std::vector<std::string_view> strings(count);
  if (feature.dtype == DType::kFloat) (void)CopyFloats(feature, floats.data());
  if (feature.dtype == DType::kInt64) (void)CopyInts(feature, ints.data());
  if (feature.dtype == DType::kString) (void)CopyStrings(feature, strings.data());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::vector<NamedFeature> features;
  std::vector<NamedFeatureList> lists;
  (void)ReadExample(bytes, &features);
  (void)ReadSequenceExample(bytes, &features, &lists);
  for (const auto& [name, feature] : features) Walk(feature);
  for (const auto& [name, steps] : lists) {
    for (const Feature& step : steps) Walk(step);
  }
  for (const Compression compression : {Compression::kNone, Compression::kZlib, Compression::kGzip}) {
    RecordReader reader(
        std::make_unique<InputStream>(std::make_unique<MemoryFile>(bytes), "memory", compression));
    std::string record;
    for (int i = 0; i < 1000 && reader.Read(&record).ok(); ++i) {
    }
  }
  return 0;
}
