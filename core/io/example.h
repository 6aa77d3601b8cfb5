// Examples and SequenceExamples, TensorFlow's messages of named lists of values: views into their bytes.
//
// What is damaged is found when it is walked over; no memory is claimed for what the bytes only say.
// Source: tensorflow/core/example/{example,feature}.proto.
#ifndef RUNNEL_CORE_IO_EXAMPLE_H_
#define RUNNEL_CORE_IO_EXAMPLE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/tensor/dtype.h"

namespace runnel {

// A list of values: strings, floats or int64s.
struct Feature {
  DType dtype = DType::kInvalid;  // kInvalid: the feature is there, but of no kind
  std::string_view list;          // the bytes of BytesList, FloatList or Int64List
};
using NamedFeature = std::pair<std::string_view, Feature>;
// Of each name the features of its steps.
using NamedFeatureList = std::pair<std::string_view, std::vector<Feature>>;

// In the order of the bytes; where a name comes again, the last one is meant. Errors of all:
// INVALID_ARGUMENT with the byte where the message is damaged.
Status ReadExample(std::string_view bytes, std::vector<NamedFeature>* features);
Status ReadSequenceExample(std::string_view bytes, std::vector<NamedFeature>* context,
                           std::vector<NamedFeatureList>* lists);

// The values of a feature. False: the list is damaged.
bool CountValues(const Feature& feature, size_t* count);
// The values into an array with room for all of them. The feature is of that dtype.
bool CopyFloats(const Feature& feature, float* out);
bool CopyInts(const Feature& feature, int64_t* out);
bool CopyStrings(const Feature& feature, std::string_view* out);

// A Feature message.
std::string EncodeFeature(std::span<const std::string_view> values);
std::string EncodeFeature(std::span<const float> values);
std::string EncodeFeature(std::span<const int64_t> values);

// The message of features in this order. Deterministic.
class ExampleWriter {
 public:
  // `feature` is a Feature message, and so are those of the steps of a list.
  void AddFeature(std::string_view name, std::string_view feature);
  void AddList(std::string_view name, std::span<const std::string> steps);
  void Add(std::string_view name, const std::vector<std::string_view>& values) {
    AddFeature(name, EncodeFeature(values));
  }
  void Add(std::string_view name, const float* values, size_t count) {
    AddFeature(name, EncodeFeature(std::span(values, count)));
  }
  void Add(std::string_view name, const int64_t* values, size_t count) {
    AddFeature(name, EncodeFeature(std::span(values, count)));
  }
  // An Example, without the lists.
  std::string Take();
  // A SequenceExample, whose context are the features.
  std::string TakeSequence();

 private:
  std::string features_, lists_;  // Features and FeatureLists messages
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_EXAMPLE_H_
