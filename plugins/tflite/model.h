// A model as its file has it: the tables that an import reads, checked, without their flatbuffer form.
//
// Indices are checked against what they index, and constants against their shapes, so that no later code
// has to. Strings and data stay in the file.
#ifndef RUNNEL_PLUGINS_TFLITE_MODEL_H_
#define RUNNEL_PLUGINS_TFLITE_MODEL_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/tflite/flatbuffer.h"

namespace runnel::tflite {

// An error with a code of rnlp_code_t; 0 is none.
struct Problem {
  int32_t code = 0;
  std::string text;
  explicit operator bool() const { return code != 0; }
};

// The schema's TensorType.
enum ElementType : int8_t {
  kFloat32 = 0,
  kFloat16 = 1,
  kInt32 = 2,
  kUInt8 = 3,
  kInt64 = 4,
  kString = 5,
  kBool = 6,
  kInt16 = 7,
  kComplex64 = 8,
  kInt8 = 9,
  kFloat64 = 10,
  kComplex128 = 11,
  kUInt64 = 12,
  kResource = 13,
  kVariant = 14,
  kUInt32 = 15,
  kUInt16 = 16,
  kInt4 = 17,
  kBFloat16 = 18,
  kInt2 = 19,
  kUInt4 = 20
};
// TensorFlow's type that holds it, 0 if there is none; int4 and its like are held by int8.
int32_t DTypeOf(int8_t element);
const char* ElementName(int8_t element);
// Bytes of an element in TensorFlow's form; 0 for strings and handles.
int64_t SizeOf(int32_t dtype);

// A real number is scale * (stored - zero point); one pair, or one for each place along `axis`.
struct Quantization {
  std::vector<float> scales;
  std::vector<int64_t> zero_points;  // as many as scales
  int32_t axis = 0;
};

struct Tensor {
  std::string_view name;
  int8_t element = kFloat32;
  int32_t dtype = 0;
  bool has_rank = true;
  std::vector<int64_t> dims;  // -1: known when the model runs
  bool has_data = false;
  std::string_view data;  // packed for int4, compressed if `sparsity` is there
  Quantization quantization;
  bool is_variable = false;
  Table sparsity;

  bool is_quantized() const { return !quantization.scales.empty(); }
  float scale() const { return is_quantized() ? quantization.scales[0] : 0.0F; }
  int64_t zero_point() const { return is_quantized() ? quantization.zero_points[0] : 0; }
  // The product of dims; -1 if it is not known.
  int64_t count() const;
};

constexpr int32_t kNoTensor = -1;

struct Operator {
  int32_t code = 0;  // BuiltinOperator
  int32_t version = 1;
  std::string_view custom;               // the name of a custom op
  std::vector<int32_t> inputs, outputs;  // indices of tensors; inputs may be kNoTensor
  std::vector<int32_t> intermediates;
  Table options, options2;
  std::string_view custom_options;
};

struct Subgraph {
  std::string_view name;
  std::vector<Tensor> tensors;
  std::vector<int32_t> inputs, outputs;
  std::vector<Operator> operators;
};

struct SignatureEntry {
  std::string_view name;
  int32_t tensor;
};
struct Signature {
  std::string_view key;
  int32_t subgraph = 0;
  std::vector<SignatureEntry> inputs, outputs;
};

struct Model {
  std::vector<Subgraph> subgraphs;
  std::vector<Signature> signatures;
};

Problem ReadModel(FlatFile* file, Model* out);

// BuiltinOperator as text; "OP_<code>" for one that this schema does not have.
std::string OperatorName(int32_t code);

// The data of a constant in TensorFlow's form: unpacked from four bits, made dense.
Problem DenseData(const Tensor& tensor, std::string* storage, std::string_view* out);

}  // namespace runnel::tflite

#endif  // RUNNEL_PLUGINS_TFLITE_MODEL_H_
