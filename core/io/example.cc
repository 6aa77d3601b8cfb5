#include "core/io/example.h"

#include <cstring>

#include "core/io/proto.h"
#include "core/io/wire_cursor.h"

namespace runnel {
namespace {

// Field numbers. A map's entry has its key in field 1 and its value in field 2.
constexpr uint32_t kFeatures = 1, kContext = 1, kFeatureLists = 2;  // of Example and SequenceExample
constexpr uint32_t kEntry = 1, kKey = 1, kValue = 2;                // of Features and FeatureLists
constexpr uint32_t kSteps = 1;                                      // of FeatureList
constexpr uint32_t kBytesList = 1, kFloatList = 2, kInt64List = 3;  // of Feature
constexpr uint32_t kValues = 1;                                     // of the lists

// Walks over a message; `field` reads the cursor's field, false where it is damaged.
template <typename F>
bool Walk(std::string_view message, F field) {
  WireCursor in(message);
  while (in.Next()) {
    if (!field(in)) return false;
  }
  return in.ok();
}

bool ReadFeature(std::string_view message, Feature* feature) {
  *feature = Feature();
  return Walk(message, [&](WireCursor& in) {
    if (in.field() < kBytesList || in.field() > kInt64List) return in.Skip();
    feature->dtype = in.field() == kBytesList   ? DType::kString
                     : in.field() == kFloatList ? DType::kFloat
                                                : DType::kInt64;
    return in.Bytes(&feature->list);
  });
}

// The entries of a map: `entry` gets key and value.
template <typename F>
bool WalkMap(std::string_view message, F entry) {
  return Walk(message, [&](WireCursor& in) {
    if (in.field() != kEntry) return in.Skip();
    std::string_view pair, key, value;
    return in.Bytes(&pair) &&
           Walk(pair,
                [&](WireCursor& part) {
                  if (part.field() == kKey) return part.Bytes(&key);
                  return part.field() == kValue ? part.Bytes(&value) : part.Skip();
                }) &&
           entry(key, value);
  });
}

bool ReadFeatures(std::string_view message, std::vector<NamedFeature>* features) {
  return WalkMap(message, [&](std::string_view key, std::string_view value) {
    features->emplace_back(key, Feature());
    return ReadFeature(value, &features->back().second);
  });
}

bool ReadFeatureLists(std::string_view message, std::vector<NamedFeatureList>* lists) {
  return WalkMap(message, [&](std::string_view key, std::string_view value) {
    lists->emplace_back(key, std::vector<Feature>());
    std::vector<Feature>& steps = lists->back().second;
    return Walk(value, [&](WireCursor& in) {
      std::string_view step;
      if (in.field() != kSteps) return in.Skip();
      steps.emplace_back();
      return in.Bytes(&step) && ReadFeature(step, &steps.back());
    });
  });
}

// Walks over the top of a message to say where it is damaged.
Status Damaged(std::string_view what, std::string_view bytes) {
  WireCursor in(bytes);
  size_t at = 0;
  for (; in.Next() && in.Skip(); at = static_cast<size_t>(in.position() - bytes.data())) {
  }
  if (in.ok()) return InvalidArgument("a field within these ", bytes.size(), " bytes is no ", what);
  return InvalidArgument("byte ", at, " of ", bytes.size(), " begins no field of ", what);
}

}  // namespace

Status ReadExample(std::string_view bytes, std::vector<NamedFeature>* features) {
  const bool ok = Walk(bytes, [&](WireCursor& in) {
    std::string_view message;
    if (in.field() != kFeatures) return in.Skip();
    return in.Bytes(&message) && ReadFeatures(message, features);
  });
  return ok ? OkStatus() : Damaged("an Example", bytes);
}

Status ReadSequenceExample(std::string_view bytes, std::vector<NamedFeature>* context,
                           std::vector<NamedFeatureList>* lists) {
  const bool ok = Walk(bytes, [&](WireCursor& in) {
    std::string_view message;
    if (in.field() != kContext && in.field() != kFeatureLists) return in.Skip();
    if (!in.Bytes(&message)) return false;
    return in.field() == kContext ? ReadFeatures(message, context) : ReadFeatureLists(message, lists);
  });
  return ok ? OkStatus() : Damaged("a SequenceExample", bytes);
}

bool CountValues(const Feature& feature, size_t* count) {
  *count = 0;
  return Walk(feature.list, [&](WireCursor& in) {
    if (in.field() != kValues) return in.Skip();
    std::string_view packed;
    const bool one = feature.dtype == DType::kString || in.type() != WireCursor::kBytes;
    if (one) {
      ++*count;
      const uint32_t wanted = feature.dtype == DType::kString  ? WireCursor::kBytes
                              : feature.dtype == DType::kFloat ? WireCursor::kFixed32
                                                               : WireCursor::kVarint;
      return in.type() == wanted && in.Skip();
    }
    if (!in.Bytes(&packed)) return false;
    if (feature.dtype == DType::kFloat) {
      *count += packed.size() / sizeof(float);
      return packed.size() % sizeof(float) == 0;
    }
    // Each varint has one byte below 0x80, its last.
    for (const char byte : packed) *count += (byte & 0x80) == 0 ? 1 : 0;
    return packed.empty() || (packed.back() & 0x80) == 0;
  });
}

bool CopyFloats(const Feature& feature, float* out) {
  return Walk(feature.list, [&out](WireCursor& in) {
    if (in.field() != kValues) return in.Skip();
    if (in.type() == WireCursor::kFixed32) {
      uint32_t bits = 0;
      if (!in.Fixed32(&bits)) return false;
      std::memcpy(out++, &bits, sizeof(bits));
      return true;
    }
    std::string_view packed;
    if (!in.Bytes(&packed) || packed.size() % sizeof(float) != 0) return false;
    if (!packed.empty()) std::memcpy(out, packed.data(), packed.size());
    out += packed.size() / sizeof(float);
    return true;
  });
}

bool CopyInts(const Feature& feature, int64_t* out) {
  return Walk(feature.list, [&out](WireCursor& in) {
    uint64_t number = 0;
    if (in.field() != kValues) return in.Skip();
    if (in.type() == WireCursor::kVarint) {
      if (!in.Varint(&number)) return false;
      *out++ = static_cast<int64_t>(number);
      return true;
    }
    std::string_view packed;
    if (!in.Bytes(&packed)) return false;
    WireCursor numbers(packed);
    while (!numbers.at_end()) {
      if (!numbers.Varint(&number)) return false;
      *out++ = static_cast<int64_t>(number);
    }
    return true;
  });
}

bool CopyStrings(const Feature& feature, std::string_view* out) {
  return Walk(feature.list,
              [&out](WireCursor& in) { return in.field() != kValues ? in.Skip() : in.Bytes(out++); });
}

std::string EncodeFeature(std::span<const std::string_view> values) {
  ProtoWriter list, feature;
  for (const std::string_view value : values) list.Bytes(kValues, value);
  feature.Bytes(kBytesList, list.bytes());
  return feature.Take();
}

std::string EncodeFeature(std::span<const float> values) {
  ProtoWriter list, feature;
  if (!values.empty()) {
    list.Bytes(kValues, {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  feature.Bytes(kFloatList, list.bytes());
  return feature.Take();
}

std::string EncodeFeature(std::span<const int64_t> values) {
  std::string packed;
  for (const int64_t value : values) {
    uint64_t rest = static_cast<uint64_t>(value);
    for (; rest >= 0x80; rest >>= 7) packed.push_back(static_cast<char>(rest | 0x80));
    packed.push_back(static_cast<char>(rest));
  }
  ProtoWriter list, feature;
  if (!values.empty()) list.Bytes(kValues, packed);
  feature.Bytes(kInt64List, list.bytes());
  return feature.Take();
}

namespace {

std::string MapEntry(std::string_view key, std::string_view value) {
  ProtoWriter pair, entry;
  pair.Bytes(kKey, key);
  pair.Bytes(kValue, value);
  entry.Bytes(kEntry, pair.bytes());
  return entry.Take();
}

}  // namespace

void ExampleWriter::AddFeature(std::string_view name, std::string_view feature) {
  features_ += MapEntry(name, feature);
}

void ExampleWriter::AddList(std::string_view name, std::span<const std::string> steps) {
  ProtoWriter list;
  for (const std::string& step : steps) list.Bytes(kSteps, step);
  lists_ += MapEntry(name, list.bytes());
}

std::string ExampleWriter::Take() {
  ProtoWriter example;
  if (!features_.empty()) example.Bytes(kFeatures, features_);
  features_.clear();
  return example.Take();
}

std::string ExampleWriter::TakeSequence() {
  ProtoWriter example;
  if (!features_.empty()) example.Bytes(kContext, features_);
  if (!lists_.empty()) example.Bytes(kFeatureLists, lists_);
  features_.clear();
  lists_.clear();
  return example.Take();
}

}  // namespace runnel
