// Images, spectra and random numbers.
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

template <Text kOp, int kFirstSlot>
void Resize(Op& op) {
  op.Set(op.Last(kOp.text)
             .In(op.X(0))
             .In(op.X(1))
             .Bool("align_corners", op.options().Flag(kFirstSlot))
             .Bool("half_pixel_centers", op.options().Flag(kFirstSlot + 1))
             .Type("T", op.Type(0))
             .Done());
}
void Rfft2D(Op& op) {
  op.Set(op.Last("RFFT2D")
             .In(op.X(0))
             .In(op.X(1))
             .Type("Treal", op.Type(0))
             .Type("Tcomplex", op.OutType())
             .Done());
}
template <Text kOp>
void Random(Op& op) {
  NodeWriter node = op.Last(kOp.text);
  node.In(op.X(0));
  node.Int("seed", op.options().Get<int64_t>(0, 0)).Int("seed2", op.options().Get<int64_t>(1, 0));
  op.Set(node.Type("dtype", op.OutType()).Type("T", op.Type(0)).Done());
}
void Multinomial(Op& op) {
  op.Set(op.Last("Multinomial")
             .In(op.X(0))
             .In(op.X(1))
             .Int("seed", op.options().Get<int64_t>(0, 0))
             .Int("seed2", op.options().Get<int64_t>(1, 0))
             .Type("T", op.Type(0))
             .Type("output_dtype", op.OutType())
             .Done());
}

constexpr OpRow kImageOps[] = {
    {.name = "RESIZE_BILINEAR", .write = Resize<"ResizeBilinear", 2>},
    {.name = "RESIZE_NEAREST_NEIGHBOR", .write = Resize<"ResizeNearestNeighbor", 0>, .moves = true},
    {.name = "RFFT2D", .write = Rfft2D},
    {.name = "RANDOM_STANDARD_NORMAL", .write = Random<"RandomStandardNormal">},
    {.name = "RANDOM_UNIFORM", .write = Random<"RandomUniform">},
    {.name = "MULTINOMIAL", .write = Multinomial},
};

}  // namespace

std::span<const OpRow> ImageOps() { return kImageOps; }

}  // namespace runnel::tflite
