// Between real and stored numbers.
#include "plugins/tflite/affine.h"
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

void Plain(Op& op) {
  op.Set(op.Last("Cast").In(op.X(0)).Type("SrcT", op.Type(0)).Type("DstT", op.OutType()).Done());
}

void QuantizeAny(Op& op) {
  const Tensor &in = op.In(0), &out = op.Out();
  const bool wide = in.dtype == RNLP_INT32 || out.dtype == RNLP_INT32;
  if (wide && in.is_quantized() && out.is_quantized()) {
    AffineRequantize(op);
  } else if (!IsAffine(in)) {
    if (in.dtype != RNLP_FLOAT) return op.Refuse("quantises another type than float32");
    op.Set(Quantize(op.scope(), out, op.Stored(0), std::string(out.name)));
  } else if (IsAffine(out)) {
    AffineRequantize(op);
  } else {
    op.Refuse("quantises to a type of no scale");
  }
}
void DequantizeAny(Op& op) {
  if (op.OutType() != RNLP_FLOAT) return op.Refuse("dequantises to another type than float32");
  op.Set(op.Real(0));
}

constexpr OpRow kQuantizeOps[] = {
    {.name = "QUANTIZE", .write = Plain, .quantized = QuantizeAny},
    {.name = "DEQUANTIZE", .write = Plain, .quantized = DequantizeAny},
};

}  // namespace

std::span<const OpRow> QuantizeOps() { return kQuantizeOps; }

}  // namespace runnel::tflite
