// Reads the tables of the schema, version 3. The numbers of fields are those of its text.
#include "plugins/tflite/model.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

#include "plugins/abi/rnlp_base.h"

namespace runnel::tflite {
namespace {

constexpr size_t kMostTensors = 1 << 24;
constexpr size_t kMostDims = 254;

template <typename... Parts>
Problem Wrong(int32_t code, const Parts&... parts) {
  Problem problem;
  problem.code = code;
  (problem.text.append(parts), ...);
  return problem;
}

struct ElementRow {
  int8_t element;
  int32_t dtype;
  int64_t size;
  const char* name;
};
constexpr ElementRow kElements[] = {
    {kFloat32, RNLP_FLOAT, 4, "float32"},
    {kFloat16, RNLP_HALF, 2, "float16"},
    {kInt32, RNLP_INT32, 4, "int32"},
    {kUInt8, RNLP_UINT8, 1, "uint8"},
    {kInt64, RNLP_INT64, 8, "int64"},
    {kString, RNLP_STRING, 0, "string"},
    {kBool, RNLP_BOOL, 1, "bool"},
    {kInt16, RNLP_INT16, 2, "int16"},
    {kComplex64, RNLP_COMPLEX64, 8, "complex64"},
    {kInt8, RNLP_INT8, 1, "int8"},
    {kFloat64, RNLP_DOUBLE, 8, "float64"},
    {kComplex128, RNLP_COMPLEX128, 16, "complex128"},
    {kUInt64, RNLP_UINT64, 8, "uint64"},
    {kResource, RNLP_RESOURCE, 0, "resource"},
    {kVariant, RNLP_VARIANT, 0, "variant"},
    {kUInt32, RNLP_UINT32, 4, "uint32"},
    {kUInt16, RNLP_UINT16, 2, "uint16"},
    {kInt4, RNLP_INT8, 1, "int4"},
    {kBFloat16, RNLP_BFLOAT16, 2, "bfloat16"},
    {kInt2, RNLP_INT8, 1, "int2"},
    {kUInt4, RNLP_UINT8, 1, "uint4"},
};
const ElementRow* FindElement(int8_t element) {
  for (const ElementRow& row : kElements) {
    if (row.element == element) return &row;
  }
  return nullptr;
}

// Bytes that lie somewhere in the file.
struct BufferBytes {
  bool has_data = false;
  std::string_view data;
};

class Reader {
 public:
  Reader(FlatFile* file, Model* out) : file_(file), out_(out) {}

  Problem Run() {
    if (!file_->Has(0, 8, "no flatbuffer")) return Damaged();
    const Table model(file_, file_->Follow(0));
    const auto version = model.Get<uint32_t>(0, 0);
    if (file_->ok() && version != 3)
      return Wrong(RNLP_UNIMPLEMENTED, "the model's schema has version ", std::to_string(version),
                   ", expected 3");
    if (model.HasField(8) || model.HasField(9)) {
      if (!model.Children(9).empty())
        return Wrong(RNLP_UNIMPLEMENTED, "the model's weights are in other files (external_buffers)");
    }
    for (const Table& code : model.Children(1)) {
      // Models of before 2020 have the number in one byte.
      const int32_t number = std::max<int32_t>(code.Get<int8_t>(0, 0), code.Get<int32_t>(3, 0));
      codes_.push_back({number, code.Get<int32_t>(2, 1), code.Text(1)});
    }
    for (const Table& buffer : model.Children(4)) {
      BufferBytes bytes;
      const auto offset = buffer.Get<uint64_t>(1, 0), size = buffer.Get<uint64_t>(2, 0);
      if (offset > 1) {  // beyond what a flatbuffer can address
        if (!file_->Has(offset, size, "a buffer's offset beyond the end")) return Damaged();
        bytes.data = file_->bytes().substr(offset, size);
        bytes.has_data = true;
      } else {
        bytes.data = buffer.Elements(0, 1);
        bytes.has_data = !bytes.data.empty();
      }
      buffers_.push_back(bytes);
    }
    const std::vector<Table> subgraphs = model.Children(2);
    if (!file_->ok()) return Damaged();
    if (subgraphs.empty()) return Wrong(RNLP_INVALID_ARGUMENT, "the model has no subgraph");
    for (const Table& subgraph : subgraphs) {
      if (Problem problem = ReadSubgraph(subgraph)) return problem;
    }
    for (const Table& signature : model.Children(7)) {
      if (Problem problem = ReadSignature(signature)) return problem;
    }
    return file_->ok() ? Problem() : Damaged();
  }

 private:
  struct Code {
    int32_t number, version;
    std::string_view custom;
  };

  Problem Damaged() const { return Wrong(RNLP_DATA_LOSS, "damaged at ", file_->problem()); }

  Problem ReadSubgraph(const Table& table) {
    Subgraph graph;
    graph.name = table.Text(4);
    const std::string where = "subgraph " + std::to_string(out_->subgraphs.size());
    for (const Table& tensor : table.Children(0)) {
      graph.tensors.emplace_back();
      if (Problem problem = ReadTensor(tensor, where, &graph.tensors.back())) return problem;
    }
    if (graph.tensors.size() > kMostTensors)
      return Wrong(RNLP_INVALID_ARGUMENT, where, " has too many tensors");
    graph.inputs = table.Numbers<int32_t>(1);
    graph.outputs = table.Numbers<int32_t>(2);
    const size_t tensors = graph.tensors.size();
    if (Problem problem = Check(graph.inputs, tensors, false, where + ": inputs")) return problem;
    if (Problem problem = Check(graph.outputs, tensors, false, where + ": outputs")) return problem;
    for (const Table& op : table.Children(3)) {
      const std::string name = where + ": operator " + std::to_string(graph.operators.size());
      const auto index = op.Get<uint32_t>(0, 0);
      if (!file_->ok()) return Damaged();
      if (index >= codes_.size()) {
        return Wrong(RNLP_INVALID_ARGUMENT, name, ": operator code ", std::to_string(index),
                     ", the model has ", std::to_string(codes_.size()));
      }
      Operator out;
      out.code = codes_[index].number;
      out.version = codes_[index].version;
      out.custom = codes_[index].custom;
      out.inputs = op.Numbers<int32_t>(1);
      out.outputs = op.Numbers<int32_t>(2);
      out.intermediates = op.Numbers<int32_t>(8);
      out.options = op.Child(4);
      out.options2 = op.Child(12);
      out.custom_options = op.Elements(5, 1);
      if (Problem problem = Check(out.inputs, tensors, true, name + ": inputs")) return problem;
      if (Problem problem = Check(out.outputs, tensors, false, name + ": outputs")) return problem;
      if (Problem problem = Check(out.intermediates, tensors, true, name + ": intermediates"))
        return problem;
      TypeAsMade(out, &graph);
      graph.operators.push_back(std::move(out));
    }
    if (!file_->ok()) return Damaged();
    out_->subgraphs.push_back(std::move(graph));
    return {};
  }

  // Old files give sums the type float32 that are made of quantised tensors, and so are quantised.
  static void TypeAsMade(const Operator& op, Subgraph* graph) {
    const std::string name = OperatorName(op.code);
    if (name != "ADD" && name != "SUB" && name != "MUL") return;
    if (op.inputs.empty() || op.inputs[0] == kNoTensor || op.outputs.size() != 1) return;
    const Tensor& in = graph->tensors[static_cast<size_t>(op.inputs[0])];
    Tensor& out = graph->tensors[static_cast<size_t>(op.outputs[0])];
    if (in.dtype == RNLP_FLOAT || !in.is_quantized() || !out.is_quantized() || out.has_data) return;
    if (out.dtype != RNLP_FLOAT) return;
    out.element = in.element;
    out.dtype = in.dtype;
  }

  static Problem Check(const std::vector<int32_t>& indices, size_t count, bool optional,
                       const std::string& where) {
    for (const int32_t index : indices) {
      if (index >= 0 && static_cast<size_t>(index) < count) continue;
      if (optional && index == kNoTensor) continue;
      return Wrong(RNLP_INVALID_ARGUMENT, where, " name tensor ", std::to_string(index), ", there are ",
                   std::to_string(count));
    }
    return {};
  }

  Problem ReadTensor(const Table& table, const std::string& where, Tensor* out) {
    out->name = table.Text(3);
    const std::string name = where + ": tensor \"" + std::string(out->name.substr(0, 200)) + "\"";
    out->element = table.Get<int8_t>(1, 0);
    out->dtype = DTypeOf(out->element);
    if (out->dtype == 0) {
      return Wrong(RNLP_UNIMPLEMENTED, name, " has the element type ", std::to_string(out->element));
    }
    const std::vector<int32_t> shape = table.Numbers<int32_t>(0), signature = table.Numbers<int32_t>(7);
    const std::vector<int32_t>& dims = signature.empty() ? shape : signature;
    if (dims.size() > kMostDims) {
      return Wrong(RNLP_INVALID_ARGUMENT, name, " has ", std::to_string(dims.size()), " dimensions");
    }
    out->dims.assign(dims.begin(), dims.end());
    for (const int64_t size : out->dims) {
      if (size < -1) return Wrong(RNLP_INVALID_ARGUMENT, name, " has a size of ", std::to_string(size));
    }
    // An empty shape is a scalar's where the model says so, and else may be an unknown one.
    out->has_rank = !dims.empty() || table.Flag(8);
    const auto buffer = table.Get<uint32_t>(2, 0);
    if (!file_->ok()) return Damaged();
    if (buffer >= buffers_.size() && buffer != 0) {
      return Wrong(RNLP_INVALID_ARGUMENT, name, " has buffer ", std::to_string(buffer), ", there are ",
                   std::to_string(buffers_.size()));
    }
    out->is_variable = table.Flag(5);
    out->sparsity = table.Child(6);
    if (buffer != 0) {
      out->has_data = buffers_[buffer].has_data;
      out->data = buffers_[buffer].data;
    }
    if (Problem problem = ReadQuantization(table.Child(4), name, out)) return problem;
    return CheckData(name, out);
  }

  // An empty buffer is a constant without elements, if the shape says that there are none.
  static Problem CheckData(const std::string& name, Tensor* out) {
    const int64_t count = out->count();
    if (!out->has_data) return {};
    if (!out->has_rank) out->has_rank = true;  // a constant scalar
    if (count < 0) return Wrong(RNLP_INVALID_ARGUMENT, name, " is a constant of unknown shape");
    if (out->element == kString || out->sparsity.present()) return {};
    if (SizeOf(out->dtype) == 0) return Wrong(RNLP_INVALID_ARGUMENT, name, " cannot be a constant");
    int64_t bytes = 0;
    if (__builtin_mul_overflow(count, SizeOf(out->dtype), &bytes))
      return Wrong(RNLP_INVALID_ARGUMENT, name, " is too large");
    if (out->element == kInt4 || out->element == kUInt4) bytes = count / 2 + count % 2;
    if (out->element == kInt2) bytes = count / 4 + (count % 4 != 0 ? 1 : 0);
    if (static_cast<uint64_t>(bytes) == out->data.size()) return {};
    return Wrong(RNLP_INVALID_ARGUMENT, name, " needs ", std::to_string(bytes),
                 " bytes, its buffer has ", std::to_string(out->data.size()));
  }

  Problem ReadQuantization(const Table& table, const std::string& name, Tensor* out) {
    Quantization& q = out->quantization;
    q.scales = table.Numbers<float>(2);
    q.zero_points = table.Numbers<int64_t>(3);
    q.axis = table.Get<int32_t>(6, 0);
    if (table.Get<uint8_t>(4, 0) != 0)
      return Wrong(RNLP_UNIMPLEMENTED, name, " is quantised in a way of its own");
    // Of other types it is a range that calibration left.
    const bool counts = out->dtype == RNLP_INT8 || out->dtype == RNLP_UINT8 ||
                        out->dtype == RNLP_INT16 || out->dtype == RNLP_INT32 || out->dtype == RNLP_FLOAT;
    if (!counts) q = Quantization();
    if (q.scales.empty()) return {};
    if (q.zero_points.empty()) q.zero_points.assign(q.scales.size(), 0);
    if (q.zero_points.size() == 1) q.zero_points.assign(q.scales.size(), q.zero_points[0]);
    if (q.zero_points.size() != q.scales.size()) {
      return Wrong(RNLP_INVALID_ARGUMENT, name, " has ", std::to_string(q.scales.size()), " scales and ",
                   std::to_string(q.zero_points.size()), " zero points");
    }
    for (const int64_t zero : q.zero_points) {
      if (zero < std::numeric_limits<int32_t>::min() || zero > std::numeric_limits<int32_t>::max())
        return Wrong(RNLP_INVALID_ARGUMENT, name, " has the zero point ", std::to_string(zero));
    }
    if (q.scales.size() == 1) return {};
    if (out->dtype == RNLP_FLOAT || out->dtype == RNLP_INT32) {  // of a bias they are products
      q = Quantization();
      return {};
    }
    const bool fits = q.axis >= 0 && static_cast<size_t>(q.axis) < out->dims.size() &&
                      out->dims[static_cast<size_t>(q.axis)] == static_cast<int64_t>(q.scales.size());
    if (fits) return {};
    return Wrong(RNLP_INVALID_ARGUMENT, name, " has ", std::to_string(q.scales.size()),
                 " scales, which are not as many as there are places along axis ",
                 std::to_string(q.axis));
  }

  Problem ReadSignature(const Table& table) {
    Signature signature;
    signature.key = table.Text(2);
    const auto subgraph = table.Get<uint32_t>(4, 0);
    if (subgraph >= out_->subgraphs.size()) {
      return Wrong(RNLP_INVALID_ARGUMENT, "signature \"", std::string(signature.key.substr(0, 200)),
                   "\" is of subgraph ", std::to_string(subgraph), ", there are ",
                   std::to_string(out_->subgraphs.size()));
    }
    signature.subgraph = static_cast<int32_t>(subgraph);
    for (const int slot : {0, 1}) {
      for (const Table& entry : table.Children(slot)) {
        const auto tensor = entry.Get<uint32_t>(1, 0);
        if (tensor >= out_->subgraphs[subgraph].tensors.size()) {
          return Wrong(RNLP_INVALID_ARGUMENT, "signature \"", std::string(signature.key.substr(0, 200)),
                       "\" names tensor ", std::to_string(tensor), " of subgraph ",
                       std::to_string(subgraph));
        }
        (slot == 0 ? signature.inputs : signature.outputs)
            .push_back({entry.Text(0), static_cast<int32_t>(tensor)});
      }
    }
    out_->signatures.push_back(std::move(signature));
    return {};
  }

  FlatFile* const file_;
  Model* const out_;
  std::vector<Code> codes_;
  std::vector<BufferBytes> buffers_;
};

}  // namespace

int32_t DTypeOf(int8_t element) {
  const ElementRow* row = FindElement(element);
  return row == nullptr ? 0 : row->dtype;
}
const char* ElementName(int8_t element) {
  const ElementRow* row = FindElement(element);
  return row == nullptr ? "unknown" : row->name;
}
int64_t SizeOf(int32_t dtype) {
  for (const ElementRow& row : kElements) {
    if (row.dtype == dtype) return row.size;
  }
  return 0;
}

int64_t Tensor::count() const {
  if (!has_rank && !has_data) return -1;
  int64_t product = 1;
  bool has_zero = false;
  for (const int64_t size : dims) {
    if (size < 0) return -1;
    has_zero |= size == 0;
  }
  if (has_zero) return 0;
  for (const int64_t size : dims) {
    if (__builtin_mul_overflow(product, size, &product)) return -1;
  }
  return product;
}

Problem ReadModel(FlatFile* file, Model* out) { return Reader(file, out).Run(); }

}  // namespace runnel::tflite
