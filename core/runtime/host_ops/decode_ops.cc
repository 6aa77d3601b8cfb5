// Strings into tensors: raw and compressed bytes, TensorProtos.
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/checked.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/tensor_bytes.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The parts of an element whose bytes have an order.
size_t PartSize(DType dtype) { return DTypeSize(dtype) / (IsComplex(dtype) ? 2 : 1); }

void SwapParts(char* data, size_t bytes, size_t part) {
  for (size_t at = 0; part > 1 && at < bytes; at += part) std::reverse(data + at, data + at + part);
}

// Both ops: strings of bytes to rows of elements.
class RawKernel : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    dtype_ = AttrOr(node, "out_type", DType::kInvalid);
    swap_ = AttrOr(node, "little_endian", true) != (std::endian::native == std::endian::little);
    if (IsPlainData(dtype_)) return OkStatus();
    return InvalidArgument("out_type is ", DTypeName(dtype_), ", which has no raw bytes");
  }

 protected:
  // Every string becomes a row of `row_bytes`, cut off or filled up with zeros.
  Status Decode(HostContext& ctx, size_t row_bytes) {
    const Tensor& in = ctx.inputs[0];
    Shape shape = in.shape();
    shape.Append(static_cast<int64_t>(row_bytes / DTypeSize(dtype_)));
    RUNNEL_RETURN_IF_ERROR(Shape::Make(shape.dims()).status());
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const out, NewOutput(ctx, 0, dtype_, shape));
    char* row = static_cast<char*>(out->data());
    if (row_bytes == 0) return OkStatus();
    for (int64_t i = 0; i < in.num_elements(); ++i, row += row_bytes) {
      const std::string_view bytes = in.string_at(i);
      const size_t given = std::min(bytes.size(), row_bytes);
      std::memcpy(row, bytes.data(), given);
      std::memset(row + given, 0, row_bytes - given);
      if (swap_) SwapParts(row, row_bytes, PartSize(dtype_));
    }
    return OkStatus();
  }
  DType dtype_ = DType::kInvalid;
  bool swap_ = false;
};

class DecodeRaw : public RawKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& in = ctx.inputs[0];
    const size_t size = in.num_elements() == 0 ? 0 : in.string_at(0).size();
    for (int64_t i = 1; i < in.num_elements(); ++i) {
      if (in.string_at(i).size() == size) continue;
      return InvalidArgument("bytes must all be of one size: string ", i, " has ",
                             in.string_at(i).size(), ", string 0 has ", size);
    }
    if (size % DTypeSize(dtype_) != 0) {
      return InvalidArgument("strings of ", size, " bytes are no whole elements of ", DTypeName(dtype_),
                             ", which has ", DTypeSize(dtype_));
    }
    return Decode(ctx, size);
  }
};

class DecodePaddedRaw : public RawKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt32, "fixed_length"));
    const int64_t length = ctx.inputs[1].int_at(0);
    if (length <= 0 || static_cast<size_t>(length) % DTypeSize(dtype_) != 0) {
      return InvalidArgument("fixed_length is ", length, ", expected a multiple above 0 of ",
                             DTypeSize(dtype_), ", the size of ", DTypeName(dtype_));
    }
    return Decode(ctx, static_cast<size_t>(length));
  }
};

class DecodeCompressed : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    const std::string type = StringAttrOr(node, "compression_type", "");
    if (type == "ZSTD") return Unimplemented("compression_type ZSTD; there are \"\", ZLIB and GZIP");
    RUNNEL_ASSIGN_OR_RETURN(compression_, ParseCompression(type));
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Tensor& in = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const out, NewOutput(ctx, 0, DType::kString, in.shape()));
    for (int64_t i = 0; i < in.num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      const auto bytes = Decompress(in.string_at(i), compression_);
      if (!bytes.ok()) return bytes.status().WithPrefix(StrCat("bytes[", i, "]"));
      RUNNEL_RETURN_IF_ERROR(SetString(*out, i, *bytes));
    }
    return OkStatus();
  }

 private:
  Compression compression_ = Compression::kNone;
};

class SerializeTensor : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, TensorToBytes(ctx.inputs[0]));
    return SetStringScalar(ctx, 0, bytes);
  }
};

class ParseTensor : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    dtype_ = AttrOr(node, "out_type", DType::kInvalid);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "serialized"));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], TensorFromBytes(ctx.inputs[0].string_at(0), dtype_));
    return OkStatus();
  }

 private:
  DType dtype_ = DType::kInvalid;
};

constexpr HostKernelRow kRows[] = {
    {.op = "DecodeRaw", .create = CreateKernel<DecodeRaw>},
    {.op = "DecodePaddedRaw", .create = CreateKernel<DecodePaddedRaw>},
    {.op = "DecodeCompressed", .create = CreateKernel<DecodeCompressed>},
    {.op = "SerializeTensor", .create = CreateKernel<SerializeTensor>},
    {.op = "ParseTensor", .create = CreateKernel<ParseTensor>},
};

}  // namespace

std::span<const HostKernelRow> DecodeKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
