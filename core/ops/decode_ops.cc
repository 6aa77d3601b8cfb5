// Strings into tensors and back.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kDecodeFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status RawShape(ShapeContext& ctx) {
  ctx.set_output(0, Concat(ctx.input(0), Shape{kUnknownDim}));
  return OkStatus();
}

Status PaddedRawShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "fixed_length"));
  const DType* dtype = ctx.attr<DType>("out_type");
  const auto length = ConstantInt(ctx, 1);
  const auto size = dtype == nullptr ? int64_t{0} : static_cast<int64_t>(DTypeSize(*dtype));
  const int64_t row = length && size > 0 && *length > 0 ? *length / size : kUnknownDim;
  ctx.set_output(0, Concat(ctx.input(0), Shape{row}));
  return OkStatus();
}

Status CsvShape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    const Shape& otherwise = ctx.input(i + 1);
    if (otherwise.rank() > 1 || (otherwise.rank() == 1 && otherwise.dim(0) > 1)) {
      return InvalidArgument("record_defaults[", i,
                             "] must be a scalar or a vector of at most one element, its shape is ",
                             otherwise.ToString());
    }
    ctx.set_output(i, ctx.input(0));
  }
  return OkStatus();
}

Status ParseTensorShape(ShapeContext& ctx) { return RequireScalar(ctx, 0, "serialized"); }

constexpr OpRow kDecodeOps[] = {
    {
        .name = "DecodeRaw",
        .inputs = "bytes: string",
        .outputs = "output: out_type",
        .attrs = "out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, complex64, "
                 "complex128, bool, bfloat16}; little_endian: bool = true",
        .doc = "The bytes of each string as elements. Shapes: output has one more dimension than bytes, "
               "as long as the strings are. Errors: INVALID_ARGUMENT for strings of several sizes, or "
               "of no whole elements.",
        .flags = kDecodeFlags,
        .shape = RawShape,
    },
    {
        .name = "DecodePaddedRaw",
        .inputs = "input_bytes: string, fixed_length: int32",
        .outputs = "output: out_type",
        .attrs = "out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, bfloat16}; "
                 "little_endian: bool = true",
        .doc = "The first fixed_length bytes of each string as elements; zeros fill up what is shorter. "
               "Shapes: fixed_length is a scalar; output has one more dimension than input_bytes. "
               "Errors: INVALID_ARGUMENT for a fixed_length of no whole elements.",
        .flags = kDecodeFlags,
        .shape = PaddedRawShape,
    },
    {
        .name = "DecodeCompressed",
        .inputs = "bytes: string",
        .outputs = "output: string",
        .attrs = "compression_type: string = ''",
        .doc = "Decompresses each string: compression_type is ZLIB, GZIP or empty. Shapes: output is "
               "like bytes. Errors: DATA_LOSS for a string that is damaged or cut off; UNIMPLEMENTED "
               "for ZSTD.",
        .flags = kDecodeFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "DecodeCSV",
        .inputs = "records: string, record_defaults: OUT_TYPE",
        .outputs = "output: OUT_TYPE",
        .attrs =
            "OUT_TYPE: list({float, double, int32, int64, string}) >= 1; field_delim: string = ','; "
            "use_quote_delim: bool = true; na_value: string = ''; select_cols: list(int) = []",
        .doc = "Splits each record into fields, one for each output. A field that is empty or na_value "
               "gets its default; an empty vector says that there is none. Shapes: outputs are like "
               "records. Errors: INVALID_ARGUMENT naming record and field for a wrong count, a quote "
               "where none may be, a field that is missing or no number. Source: RFC 4180.",
        .flags = kDecodeFlags,
        .shape = CsvShape,
    },
    {
        .name = "SerializeTensor",
        .inputs = "tensor: T",
        .outputs = "serialized: string",
        .attrs = "T: type",
        .doc = "The tensor as the bytes of a TensorProto. Shapes: serialized is a scalar. Errors: "
               "UNIMPLEMENTED for resources and variants.",
        .flags = kDecodeFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParseTensor",
        .inputs = "serialized: string",
        .outputs = "output: out_type",
        .attrs = "out_type: type",
        .doc = "The tensor whose TensorProto the bytes are. Shapes: serialized is a scalar. Errors: "
               "INVALID_ARGUMENT for bytes that are none, or one of another type.",
        .flags = kDecodeFlags,
        .shape = ParseTensorShape,
    },
};

}  // namespace

std::span<const OpRow> DecodeOps() { return ChosenRows<kDecodeOps>::All(); }

}  // namespace runnel
