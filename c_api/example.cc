// Examples and SequenceExamples: named lists of values, built, parsed and serialised without a graph.
#include <cstring>
#include <map>
#include <memory>

#include "c_api/internal.h"
#include "core/base/utf8.h"
#include "core/io/example.h"

using runnel::DType;
using runnel::Feature;
using runnel::InvalidArgument;
using runnel::NotFound;
using runnel::Result;
using runnel::Status;
using namespace runnel::capi;

namespace {

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    int32_t c = 0;
    runnel::TakeUtf8(&text, &c);
    if (c < 0) return false;
  }
  return true;
}

std::string_view View(rnl_str_t s) { return {s.data, s.size}; }

// The values of a feature; those of other kinds than its dtype are empty.
struct Values {
  DType dtype = DType::kInvalid;
  std::vector<float> floats;
  std::vector<int64_t> ints;
  std::vector<rnl_str_t> strings;  // views of the block, each followed by a NUL
  std::unique_ptr<char[]> block;

  size_t count() const {
    return dtype == DType::kFloat   ? floats.size()
           : dtype == DType::kInt64 ? ints.size()
                                    : strings.size();
  }
  const void* data() const {
    if (count() == 0) return nullptr;
    if (dtype == DType::kFloat) return floats.data();
    return dtype == DType::kInt64 ? static_cast<const void*>(ints.data()) : strings.data();
  }
  void SetStrings(std::span<const std::string_view> from) {
    size_t size = 0;
    for (const std::string_view s : from) size += s.size() + 1;  // of what lies in memory: no overflow
    block = std::make_unique_for_overwrite<char[]>(size);
    strings.reserve(from.size());
    char* to = block.get();
    for (const std::string_view s : from) {
      if (!s.empty()) std::memcpy(to, s.data(), s.size());
      to[s.size()] = '\0';
      strings.push_back({to, s.size()});
      to += s.size() + 1;
    }
  }
};

using Named = std::map<std::string, Values, std::less<>>;
using NamedSteps = std::map<std::string, std::vector<Values>, std::less<>>;

}  // namespace

struct rnl_example_t {
  bool sequence = false;
  Named features;
  NamedSteps lists;
};

namespace {

Result<Values> FromMessage(std::string_view name, const Feature& feature) {
  Values values;
  values.dtype = feature.dtype;
  size_t count = 0;
  bool ok = runnel::CountValues(feature, &count);
  if (ok && feature.dtype == DType::kFloat) {
    values.floats.resize(count);
    ok = runnel::CopyFloats(feature, values.floats.data());
  } else if (ok && feature.dtype == DType::kInt64) {
    values.ints.resize(count);
    ok = runnel::CopyInts(feature, values.ints.data());
  } else if (ok && feature.dtype == DType::kString) {
    std::vector<std::string_view> strings(count);
    ok = runnel::CopyStrings(feature, strings.data());
    if (ok) values.SetStrings(strings);
  }
  if (!ok) return InvalidArgument("the values of \"", name, "\" are damaged");
  return values;
}

Result<Values> FromCaller(rnl_dtype_t dtype, const void* values, size_t count) {
  Values made;
  if (values == nullptr && count != 0)
    return InvalidArgument("argument values is NULL, its count is ", count);
  if (count > static_cast<size_t>(PTRDIFF_MAX) / sizeof(rnl_str_t))
    return InvalidArgument("argument values: count is ", count);
  switch (dtype) {
    case RNL_INVALID:
      if (count != 0) return InvalidArgument("a feature of no kind has no values, got ", count);
      return made;
    case RNL_FLOAT: {
      const auto* from = static_cast<const float*>(values);
      made.floats.assign(from, from + count);
      break;
    }
    case RNL_INT64: {
      const auto* from = static_cast<const int64_t*>(values);
      made.ints.assign(from, from + count);
      break;
    }
    case RNL_STRING: {
      const auto* from = static_cast<const rnl_str_t*>(values);
      std::vector<std::string_view> views(count);
      for (size_t i = 0; i < count; ++i) RUNNEL_RETURN_IF_ERROR(ToView(from[i], "values", &views[i]));
      made.SetStrings(views);
      break;
    }
    default:
      return InvalidArgument("features have values of float, int64 or string, got ",
                             View(rnl_dtype_name(dtype)));
  }
  made.dtype = static_cast<DType>(dtype);
  return made;
}

Status CheckName(rnl_str_t name, std::string_view* view) {
  RUNNEL_RETURN_IF_ERROR(ToView(name, "name", view));
  // Protobuf's readers of other languages refuse a whole message for such a key.
  if (!IsUtf8(*view)) return InvalidArgument("the name of a feature must be UTF-8");
  return runnel::OkStatus();
}

std::string Encode(const Values& values) {
  if (values.dtype == DType::kFloat) return runnel::EncodeFeature(std::span<const float>(values.floats));
  if (values.dtype == DType::kInt64) return runnel::EncodeFeature(std::span<const int64_t>(values.ints));
  if (values.dtype == DType::kInvalid) return {};
  std::vector<std::string_view> views;
  views.reserve(values.strings.size());
  for (const rnl_str_t& s : values.strings) views.emplace_back(s.data, s.size);
  return runnel::EncodeFeature(std::span<const std::string_view>(views));
}

Status Parse(std::string_view bytes, rnl_example_t* example) {
  std::vector<runnel::NamedFeature> features;
  std::vector<runnel::NamedFeatureList> lists;
  RUNNEL_RETURN_IF_ERROR(example->sequence ? runnel::ReadSequenceExample(bytes, &features, &lists)
                                           : runnel::ReadExample(bytes, &features));
  // Where a name comes again, the last one is meant.
  for (const auto& [name, feature] : features) {
    RUNNEL_ASSIGN_OR_RETURN(example->features[std::string(name)], FromMessage(name, feature));
  }
  for (const auto& [name, steps] : lists) {
    std::vector<Values>& all = example->lists[std::string(name)];
    all.clear();
    all.reserve(steps.size());
    for (const Feature& step : steps) {
      RUNNEL_ASSIGN_OR_RETURN(Values values, FromMessage(name, step));
      all.push_back(std::move(values));
    }
  }
  return runnel::OkStatus();
}

void Tell(const Values& values, rnl_dtype_t* out_dtype, const void** out_values, size_t* out_count) {
  if (out_dtype != nullptr) *out_dtype = static_cast<rnl_dtype_t>(values.dtype);
  if (out_values != nullptr) *out_values = values.data();
  if (out_count != nullptr) *out_count = values.count();
}

void Clear(rnl_dtype_t* out_dtype, const void** out_values, size_t* out_count) {
  if (out_dtype != nullptr) *out_dtype = RNL_INVALID;
  if (out_values != nullptr) *out_values = nullptr;
  if (out_count != nullptr) *out_count = 0;
}

Result<const std::vector<Values>*> FindList(const rnl_example_t* example, rnl_str_t name) {
  RNL_CHECK_NOT_NULL(example);
  std::string_view view;
  RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
  const auto it = example->lists.find(view);
  if (it == example->lists.end()) return NotFound("the example has no feature list \"", view, "\"");
  return &it->second;
}

// The list of that name, made if it is missing.
Result<std::vector<Values>*> MakeList(rnl_example_t* example, rnl_str_t name) {
  RNL_CHECK_NOT_NULL(example);
  if (!example->sequence)
    return runnel::FailedPrecondition("an Example has no feature lists: it is no SequenceExample");
  std::string_view view;
  RUNNEL_RETURN_IF_ERROR(CheckName(name, &view));
  return &example->lists[std::string(view)];
}

template <typename Map>
rnl_str_t NameAt(const Map& map, size_t index) {
  if (index >= map.size()) return kEmpty;
  return ToC(std::string_view(std::next(map.begin(), static_cast<ptrdiff_t>(index))->first));
}

}  // namespace

rnl_status_t* rnl_example_create(bool sequence, rnl_example_t** out_example) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_example);
    *out_example = nullptr;
    auto example = std::make_unique<rnl_example_t>();
    example->sequence = sequence;
    *out_example = example.release();
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_example_parse(rnl_str_t bytes, bool sequence, rnl_example_t** out_example) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_example);
    *out_example = nullptr;
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(bytes, "bytes", &view));
    auto example = std::make_unique<rnl_example_t>();
    example->sequence = sequence;
    RUNNEL_RETURN_IF_ERROR(Parse(view, example.get()));
    *out_example = example.release();
    return runnel::OkStatus();
  });
}

void rnl_example_release(rnl_example_t* example) { delete example; }

rnl_status_t* rnl_example_serialize(const rnl_example_t* example, rnl_bytes_t** out_bytes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_bytes);
    *out_bytes = nullptr;
    RNL_CHECK_NOT_NULL(example);
    runnel::ExampleWriter writer;
    for (const auto& [name, values] : example->features) writer.AddFeature(name, Encode(values));
    for (const auto& [name, steps] : example->lists) {
      std::vector<std::string> encoded;
      encoded.reserve(steps.size());
      for (const Values& values : steps) encoded.push_back(Encode(values));
      writer.AddList(name, encoded);
    }
    *out_bytes = NewBytes(example->sequence ? writer.TakeSequence() : writer.Take());
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_example_set_feature(rnl_example_t* example, rnl_str_t name, rnl_dtype_t dtype,
                                      const void* values, size_t count) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(example);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(CheckName(name, &view));
    RUNNEL_ASSIGN_OR_RETURN(Values made, FromCaller(dtype, values, count));
    example->features[std::string(view)] = std::move(made);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_example_add_list(rnl_example_t* example, rnl_str_t name) {
  return Guard([&]() -> Status { return MakeList(example, name).status(); });
}

rnl_status_t* rnl_example_add_step(rnl_example_t* example, rnl_str_t name, rnl_dtype_t dtype,
                                   const void* values, size_t count) {
  return Guard([&]() -> Status {
    RUNNEL_ASSIGN_OR_RETURN(Values made, FromCaller(dtype, values, count));
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Values>* const steps, MakeList(example, name));
    steps->push_back(std::move(made));
    return runnel::OkStatus();
  });
}

bool rnl_example_is_sequence(const rnl_example_t* example) {
  return example != nullptr && example->sequence;
}

size_t rnl_example_num_features(const rnl_example_t* example) {
  return example == nullptr ? 0 : example->features.size();
}

rnl_str_t rnl_example_feature_name(const rnl_example_t* example, size_t index) {
  return example == nullptr ? kEmpty : NameAt(example->features, index);
}

size_t rnl_example_num_lists(const rnl_example_t* example) {
  return example == nullptr ? 0 : example->lists.size();
}

rnl_str_t rnl_example_list_name(const rnl_example_t* example, size_t index) {
  return example == nullptr ? kEmpty : NameAt(example->lists, index);
}

rnl_status_t* rnl_example_feature(const rnl_example_t* example, rnl_str_t name, rnl_dtype_t* out_dtype,
                                  const void** out_values, size_t* out_count) {
  return Guard([&]() -> Status {
    Clear(out_dtype, out_values, out_count);
    RNL_CHECK_NOT_NULL(example);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    const auto it = example->features.find(view);
    if (it == example->features.end()) return NotFound("the example has no feature \"", view, "\"");
    Tell(it->second, out_dtype, out_values, out_count);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_example_num_steps(const rnl_example_t* example, rnl_str_t name, size_t* out_count) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_count);
    *out_count = 0;
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Values>* const steps, FindList(example, name));
    *out_count = steps->size();
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_example_step(const rnl_example_t* example, rnl_str_t name, size_t step,
                               rnl_dtype_t* out_dtype, const void** out_values, size_t* out_count) {
  return Guard([&]() -> Status {
    Clear(out_dtype, out_values, out_count);
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Values>* const steps, FindList(example, name));
    if (step >= steps->size()) {
      return runnel::OutOfRange("the feature list \"", View(name), "\" has ", steps->size(),
                                " steps, not a step ", step);
    }
    Tell((*steps)[step], out_dtype, out_values, out_count);
    return runnel::OkStatus();
  });
}
