#include "core/runtime/host_ops/tensor_bytes.h"

#include <algorithm>
#include <cstring>

#include "core/graph/graph_def.h"
#include "core/io/proto.h"

namespace runnel {
namespace {

// TensorProto's fields.
constexpr uint32_t kDtype = 1, kShape = 2, kContent = 4, kStrings = 8;
constexpr uint32_t kDim = 2, kDimSize = 1;  // of TensorShapeProto, and of its Dim

// A file of bytes in memory.
class Bytes : public ReadableFile {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  uint64_t size() const override { return bytes_.size(); }
  Status Read(uint64_t offset, void* data, size_t size) const override {
    if (offset > bytes_.size() || size > bytes_.size() - offset)
      return DataLoss("the bytes are cut off");
    std::memcpy(data, bytes_.data() + offset, size);
    return OkStatus();
  }

 private:
  const std::string_view bytes_;
};

}  // namespace

Result<std::string> TensorToBytes(const Tensor& tensor) {
  if (!IsPlainData(tensor.dtype()) && tensor.dtype() != DType::kString) {
    return Unimplemented("tensors of ", DTypeName(tensor.dtype()), " as bytes");
  }
  ProtoWriter shape;
  for (const int64_t size : tensor.shape().dims()) {
    ProtoWriter dim;
    if (size != 0) dim.Int64(kDimSize, size);
    shape.Bytes(kDim, dim.bytes());
  }
  ProtoWriter out;
  out.Varint(kDtype, static_cast<uint64_t>(tensor.dtype()));
  out.Bytes(kShape, shape.bytes());
  if (tensor.dtype() == DType::kString) {
    for (int64_t i = 0; i < tensor.num_elements(); ++i) out.Bytes(kStrings, tensor.string_at(i));
  } else if (tensor.size_bytes() > 0) {
    out.Bytes(kContent, std::string_view(static_cast<const char*>(tensor.data()), tensor.size_bytes()));
  }
  return out.Take();
}

Result<Tensor> TensorFromBytes(std::string_view bytes, DType dtype) {
  auto decoded = DecodeTensorProto(bytes);
  if (decoded.status().code() == Code::kDataLoss) {
    return InvalidArgument("these ", bytes.size(), " bytes are no tensor: ", decoded.status().message());
  }
  RUNNEL_ASSIGN_OR_RETURN(Tensor tensor, std::move(decoded));
  if (tensor.dtype() == dtype) return tensor;
  return InvalidArgument("the bytes are a tensor of ", DTypeName(tensor.dtype()), ", expected ",
                         DTypeName(dtype));
}

Result<std::string> Decompress(std::string_view bytes, Compression compression) {
  if (compression == Compression::kNone) return std::string(bytes);
  InputStream stream(std::make_unique<Bytes>(bytes), "the string", compression);
  // Nobody knows how long it becomes: memory is claimed as it comes.
  std::string out;
  size_t piece = std::max<size_t>(bytes.size() * 2, 4096);
  for (;;) {
    const size_t before = out.size();
    out.resize(before + piece);
    size_t got = 0;
    RUNNEL_RETURN_IF_ERROR(stream.Read(out.data() + before, piece, &got));
    out.resize(before + got);
    if (got < piece) return out;
    piece = std::min<size_t>(piece * 2, size_t{16} << 20);
  }
}

}  // namespace runnel
