#include "tools/runnel/calibration.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/common/npz.h"
#include "tools/runnel/record_input.h"

namespace runnel::tools {
namespace {

template <typename F>
void ForNumbers(const Array& floats, const F& f) {
  for (size_t i = 0; i + sizeof(float) <= floats.bytes.size(); i += sizeof(float)) {
    float value;
    std::memcpy(&value, floats.bytes.data() + i, sizeof value);
    if (std::isfinite(value)) f(value);
  }
}

}  // namespace

void Spread::Widen(const Array& floats) {
  ForNumbers(floats, [&](float value) {
    low_ = any_ ? std::min(low_, value) : value;
    high_ = any_ ? std::max(high_, value) : value;
    any_ = true;
  });
}

void Spread::Count(const Array& floats) {
  counts_.resize(kBins);
  const double width = (static_cast<double>(high_) - static_cast<double>(low_)) / kBins;
  ForNumbers(floats, [&](float value) {
    const double at = width > 0 ? (static_cast<double>(value) - static_cast<double>(low_)) / width : 0;
    counts_[static_cast<size_t>(std::clamp(at, 0.0, static_cast<double>(kBins - 1)))] += 1;
  });
}

Range Spread::Percentile(double percent) const {
  double total = 0;
  for (const double count : counts_) total += count;
  const double tail = total * (100 - percent) / 200;
  const double width = (static_cast<double>(high_) - static_cast<double>(low_)) / kBins;
  size_t first = 0, last = counts_.size();
  for (double sum = 0; first + 1 < counts_.size() && sum + counts_[first] <= tail; ++first)
    sum += counts_[first];
  for (double sum = 0; last > first + 1 && sum + counts_[last - 1] <= tail; --last)
    sum += counts_[last - 1];
  return {static_cast<float>(static_cast<double>(low_) + width * static_cast<double>(first)),
          static_cast<float>(static_cast<double>(low_) + width * static_cast<double>(last))};
}

Range Spread::Entropy() const {
  // Counts of magnitudes, in as many bins.
  const double most =
      std::max(std::fabs(static_cast<double>(low_)), std::fabs(static_cast<double>(high_)));
  if (!(most > 0) || counts_.empty()) return Limits();
  const double width = (static_cast<double>(high_) - static_cast<double>(low_)) / kBins;
  std::vector<double> magnitudes(kBins, 0.0);
  for (size_t i = 0; i < kBins; ++i) {
    const double middle = static_cast<double>(low_) + width * (static_cast<double>(i) + 0.5);
    const auto at = static_cast<size_t>(std::fabs(middle) / most * kBins);
    magnitudes[std::min(at, kBins - 1)] += counts_[i];
  }
  // Zeros, of which a Relu makes many, are exact whatever the range.
  magnitudes[0] = std::min(magnitudes[0], magnitudes[1]);
  const size_t levels = low_ >= 0 ? 256 : 128;
  size_t best = kBins;
  double least = INFINITY;
  for (size_t cut = levels; cut <= kBins; cut += 16) {
    std::vector<double> kept(magnitudes.begin(), magnitudes.begin() + static_cast<std::ptrdiff_t>(cut));
    for (size_t i = cut; i < kBins; ++i) kept[cut - 1] += magnitudes[i];
    // What is left of the counts in levels steps, spread over the bins that are not empty.
    std::vector<double> coarse(cut, 0.0);
    double sum_kept = 0, sum_coarse = 0;
    for (size_t level = 0; level < levels; ++level) {
      const size_t begin = level * cut / levels, end = (level + 1) * cut / levels;
      double sum = 0, full = 0;
      for (size_t i = begin; i < end; ++i) {
        sum += magnitudes[i];
        full += magnitudes[i] > 0 ? 1 : 0;
      }
      for (size_t i = begin; i < end && full > 0; ++i) coarse[i] = magnitudes[i] > 0 ? sum / full : 0;
    }
    for (size_t i = 0; i < cut; ++i) {
      sum_kept += kept[i];
      sum_coarse += coarse[i];
    }
    if (!(sum_coarse > 0)) continue;
    double divergence = 0;
    for (size_t i = 0; i < cut; ++i) {
      if (!(kept[i] > 0)) continue;
      const double p = kept[i] / sum_kept, q = std::max(coarse[i] / sum_coarse, 1e-12);
      divergence += p * std::log(p / q);
    }
    if (divergence < least) {
      least = divergence;
      best = cut;
    }
  }
  const double limit = most * static_cast<double>(best) / kBins;
  return {static_cast<float>(std::max(static_cast<double>(low_), -limit)),
          static_cast<float>(std::min(static_cast<double>(high_), limit))};
}

namespace {

// As `runnel run --output` names files.
std::string FileName(std::string tensor) {
  for (char& c : tensor) {
    if (c == '/' || c == ':') c = '_';
  }
  return tensor;
}

// A file belongs to the input with the longest name that its own begins with.
std::vector<std::string> FilesOf(const std::string& folder, const std::vector<InputShape>& inputs,
                                 size_t which) {
  const std::string plain = FileName(inputs[which].name);
  const auto is_others = [&](const std::string& file) {
    return std::any_of(inputs.begin(), inputs.end(), [&](const InputShape& other) {
      const std::string longer = FileName(other.name);
      return longer.size() > plain.size() && file.starts_with(longer);
    });
  };
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(plain) && name.ends_with(".npy") && !is_others(name))
      files.push_back(entry.path().string());
  }
  if (error) Fail("NOT_FOUND: cannot read the folder ", folder, ": ", error.message());
  std::sort(files.begin(), files.end());
  if (files.empty())
    Fail("NOT_FOUND: ", folder, " has no ", plain, "*.npy for the input ", inputs[which].name);
  return files;
}

// Part `index` of `count` equal ones along dimension 0, with the shape `dims`.
Array PartOf(const Array& all, size_t index, size_t count, std::vector<int64_t> dims) {
  Array part;
  part.dtype = all.dtype;
  part.shape = std::move(dims);
  const size_t texts = all.strings.size() / count;
  part.strings.assign(all.strings.begin() + static_cast<std::ptrdiff_t>(index * texts),
                      all.strings.begin() + static_cast<std::ptrdiff_t>((index + 1) * texts));
  const size_t bytes = all.bytes.size() / count;
  part.bytes.assign(all.bytes.begin() + static_cast<std::ptrdiff_t>(index * bytes),
                    all.bytes.begin() + static_cast<std::ptrdiff_t>((index + 1) * bytes));
  return part;
}

void AddSamples(const Array& all, const std::string& file, const InputShape& input, size_t most,
                std::vector<Array>* out) {
  const auto rank = input.dims.size();
  std::vector<int64_t> dims = all.shape;
  int64_t count = 1;
  if (input.has_rank && dims.size() == rank + 1) {
    count = dims[0];
    dims.erase(dims.begin());
  } else if (input.has_rank && rank > 0 && dims.size() == rank) {
    const int64_t batch = input.dims[0] > 0 ? input.dims[0] : 1;
    if (dims[0] % batch != 0)
      Fail("INVALID_ARGUMENT: ", file, " has ", dims[0], " rows for the input ", input.name,
           ", which takes ", batch, " at once");
    count = dims[0] / batch;
    dims[0] = batch;
  }
  for (int64_t i = 0; i < count && out->size() < most; ++i)
    out->push_back(PartOf(all, static_cast<size_t>(i), static_cast<size_t>(count), dims));
}

// The shape of one sample with `count` elements: a batch of 1 where the size is not known, and at most
// one other such dimension.
std::vector<int64_t> SampleShape(const InputShape& input, int64_t count, const std::string& where) {
  if (!input.has_rank) return {count};
  std::vector<int64_t> dims = input.dims;
  if (!dims.empty() && dims[0] < 0) dims[0] = 1;
  int64_t known = 1;
  size_t unknown = dims.size();
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] < 0 && unknown < dims.size())
      Fail("UNIMPLEMENTED: ", where, ": the input has several dimensions of unknown size");
    if (dims[d] < 0) {
      unknown = d;
    } else if (__builtin_mul_overflow(known, dims[d], &known)) {
      Fail("INVALID_ARGUMENT: ", where, ": the input has more elements than a tensor can have");
    }
  }
  if (unknown < dims.size() && known > 0) {
    dims[unknown] = count / known;
    known *= dims[unknown];
  }
  if (known != count)
    Fail("INVALID_ARGUMENT: ", where, " has ", count, " values, the input takes ", known);
  return dims;
}

// A feature as one sample.
Array FeatureOf(const rnl_example_t* example, const InputShape& input, const std::string& where) {
  rnl_dtype_t dtype = RNL_INVALID;
  const void* values = nullptr;
  size_t count = 0;
  Check(rnl_example_feature(example, Str(input.name), &dtype, &values, &count));
  Array array;
  array.dtype = dtype;
  const auto set_bytes = [&](const void* from, size_t size) {
    const auto* const bytes = static_cast<const unsigned char*>(from);
    array.bytes.assign(bytes, bytes + size);
  };
  if (dtype == RNL_STRING) {
    const auto* const texts = static_cast<const rnl_str_t*>(values);
    const size_t size = DTypeBytes(input.dtype);
    if (size == 0) {
      for (size_t i = 0; i < count; ++i) array.strings.emplace_back(View(texts[i]));
    } else if (count == 1 && texts[0].size % size == 0) {
      array.dtype = input.dtype;
      count = texts[0].size / size;
      set_bytes(texts[0].data, texts[0].size);
    } else {
      Fail("INVALID_ARGUMENT: ", where, ": expected one text of the bytes of ", DTypeName(input.dtype),
           " numbers");
    }
  } else {
    set_bytes(values, count * DTypeBytes(dtype));
  }
  array.shape = SampleShape(input, static_cast<int64_t>(count), where);
  return array;
}

void AddExamples(rnl_runtime_t* runtime, const Args& args, const std::string& file,
                 const InputShape& input, size_t most, std::vector<Array>* out) {
  size_t number = 0;
  if (out->size() >= most) return;
  ReadRecords(runtime, file, args, [&](uint64_t, std::string_view record) {
    const std::string where = Cat(file, ", record ", number++, ", feature ", input.name);
    ExampleHandle example;
    Check(rnl_example_parse({record.data(), record.size()}, false, Out(&example)));
    out->push_back(FeatureOf(example.get(), input, where));
    return out->size() < most;
  });
}

// Of a file that is no folder and is not said to be one input's.
void AddFile(rnl_runtime_t* runtime, const Args& args, const std::string& file,
             const std::vector<InputShape>& inputs, size_t which, size_t most, std::vector<Array>* out) {
  const InputShape& input = inputs[which];
  if (file.ends_with(".npz")) {
    const std::map<std::string, Array> arrays = ReadNpz(file);
    const auto found = arrays.find(input.name);
    if (found == arrays.end()) {
      std::string names;
      for (const auto& [name, array] : arrays) names += Cat(names.empty() ? "" : ", ", name);
      Fail("NOT_FOUND: ", file, " has no array ", input.name, "; it has ", names);
    }
    AddSamples(found->second, file, input, most, out);
  } else if (!file.ends_with(".npy")) {
    AddExamples(runtime, args, file, input, most, out);
  } else if (inputs.size() == 1) {
    AddSamples(ReadNpy(file), file, input, most, out);
  } else {
    throw UsageError(Cat("--calibrate ", file, ": the model has ", inputs.size(),
                         " inputs: NAME=FILE.npy for each, a FILE.npz, a file of records, or a folder"));
  }
}

}  // namespace

std::vector<Sample> ReadSamples(rnl_runtime_t* runtime, const Args& args,
                                const std::vector<InputShape>& inputs, size_t most) {
  const std::vector<std::string> words = args.All("calibrate");
  std::vector<Sample> samples;
  for (size_t k = 0; k < inputs.size(); ++k) {
    std::vector<Array> values;
    for (const std::string& word : words) {
      const size_t equals = word.find('=');
      if (equals != std::string::npos) {
        if (word.substr(0, equals) == inputs[k].name)
          AddSamples(ReadNpy(word.substr(equals + 1)), word, inputs[k], most, &values);
      } else if (IsDirectory(word)) {
        for (const std::string& file : FilesOf(word, inputs, k))
          AddSamples(ReadNpy(file), file, inputs[k], most, &values);
      } else {
        AddFile(runtime, args, word, inputs, k, most, &values);
      }
    }
    if (values.empty()) throw UsageError(Cat("--calibrate: no samples for the input ", inputs[k].name));
    if (k == 0) samples.resize(values.size());
    if (values.size() != samples.size())
      Fail("INVALID_ARGUMENT: there are ", samples.size(), " samples for the input ", inputs[0].name,
           " and ", values.size(), " for ", inputs[k].name);
    for (size_t i = 0; i < values.size(); ++i) samples[i][inputs[k].name] = std::move(values[i]);
  }
  return samples;
}

}  // namespace runnel::tools
