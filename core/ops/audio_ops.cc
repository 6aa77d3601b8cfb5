// Features of sounds: spectrograms, and the mel-frequency cepstral coefficients that are made of them.
#include <bit>
#include <cmath>

#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/sizes.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr int64_t kMostWindow = int64_t{1} << 24;

struct Frames {
  int64_t window = 2, stride = 1;
  int64_t transform() const {  // as long as the window or longer
    return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(window)));
  }
};

Result<Frames> ReadFrames(const AttrList& attrs) {
  Frames frames;
  for (const auto& [name, out] :
       {std::pair{"window_size", &frames.window}, std::pair{"stride", &frames.stride}}) {
    const AttrValue* value = FindAttr(attrs, name);
    if (value != nullptr && value->get_if<int64_t>() != nullptr) *out = *value->get_if<int64_t>();
  }
  if (frames.window < 2 || frames.window > kMostWindow || frames.stride < 1 ||
      frames.stride > kMostWindow) {
    return InvalidArgument("attrs \"window_size\" and \"stride\" are ", frames.window, " and ",
                           frames.stride, ", expected from 2 and from 1, up to ", kMostWindow);
  }
  return frames;
}

Status SpectrogramShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Frames frames, ReadFrames(ctx.attrs()));
  RUNNEL_ASSIGN_OR_RETURN(const Shape input, RequireRank(ctx, 0, "input", 2));
  const int64_t samples = input.dim(0);
  int64_t slices = kUnknownDim;
  if (samples >= 0) slices = samples < frames.window ? 0 : 1 + (samples - frames.window) / frames.stride;
  ctx.set_output(0, Shape{input.dim(1), slices, 1 + frames.transform() / 2});
  return OkStatus();
}

Status SpectrogramComposition(CompositionContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Frames frames, ReadFrames(ctx.attrs()));
  Sizes s(ctx);
  GraphBuilder& b = ctx.b();
  const OutputRef input = ctx.input(0);
  const Size room = s.Plus(s.Minus(s.Of(input, 0), frames.window), frames.stride);
  const Size slices = s.Over(s.Most(room, 0), frames.stride);
  const auto steps = [&](const Size& count, int64_t step, const std::vector<Size>& shape) {
    const OutputRef all = b.Op("Range", {s.Scalar(0), s.Scalar(count), s.Scalar(1)});
    return b.Op("Mul", {b.Op("Reshape", {all, s.Vector(shape)}), s.Scalar(step)});
  };
  const OutputRef places = b.Op(
      "AddV2", {steps(slices, frames.stride, {slices, 1}), steps(frames.window, 1, {1, frames.window})});
  const OutputRef sound = b.Op("Cast", {s.Transpose(input, {1, 0})}, {{"DstT", DType::kDouble}});
  // Hann's window, which repeats after window_size.
  const auto number = [&](double value) { return b.Scalar(DType::kDouble, value); };
  const OutputRef at = b.Op("Cast", {b.Op("Range", {s.Scalar(0), s.Scalar(frames.window), s.Scalar(1)})},
                            {{"DstT", DType::kDouble}});
  const OutputRef turn =
      b.Op("Cos", {b.Op("Mul", {at, number(2 * M_PI / static_cast<double>(frames.window))})});
  const OutputRef hann = b.Op("Sub", {number(0.5), b.Op("Mul", {number(0.5), turn})});
  OutputRef windows = b.Op("Mul", {b.Op("GatherV2", {sound, places, s.Scalar(1)}), hann});
  if (frames.transform() > frames.window) {
    const OutputRef flat = s.Vector({0, 0, 0, 0, 0, frames.transform() - frames.window});
    windows = b.Op("Pad", {windows, b.Op("Reshape", {flat, IntVector(b, DType::kInt32, {3, 2})})});
  }
  const OutputRef spectrum =
      b.Op("RFFT", {windows, s.Vector({frames.transform()})}, {{"Tcomplex", DType::kComplex128}});
  const auto part = [&](const char* op) {
    return b.Op("Square", {b.Op(op, {spectrum}, {{"Tout", DType::kDouble}})});
  };
  const OutputRef power = b.Op("AddV2", {part("Real"), part("Imag")});
  const auto* squared = ctx.attr<bool>("magnitude_squared");
  const OutputRef out = squared != nullptr && *squared ? power : b.Op("Sqrt", {power});
  ctx.set_output(0, b.Op("Cast", {out}, {{"DstT", DType::kFloat}}));
  return OkStatus();
}

Status MfccShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape spectrogram, RequireRank(ctx, 0, "spectrogram", 3));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "sample_rate"));
  const int64_t count = IntAttr(ctx, "dct_coefficient_count", 13);
  const int64_t channels = IntAttr(ctx, "filterbank_channel_count", 40);
  if (count < 1 || channels < count || channels > kMostWindow) {
    return InvalidArgument("attrs \"dct_coefficient_count\" and \"filterbank_channel_count\" are ",
                           count, " and ", channels,
                           ", expected from 1 and no fewer channels than coefficients");
  }
  ctx.set_output(0, Shape{spectrogram.dim(0), spectrogram.dim(1), count});
  return OkStatus();
}

constexpr OpRow kAudioOps[] = {
    {
        .name = "AudioSpectrogram",
        .inputs = "input: float",
        .outputs = "spectrogram: float",
        .attrs = "window_size: int; stride: int; magnitude_squared: bool = false",
        .doc =
            "Gives the magnitudes of the frequencies in window_size samples, weighted by Hann's window, "
            "at "
            "every stride of each channel. Shapes: input is [samples,channels], spectrogram "
            "[channels,slices,bins], where the bins are 1 and half of the least power of 2 that holds a "
            "window. Units: magnitudes as of the samples, or their squares if magnitude_squared.",
        .flags = kOpNotDifferentiable,
        .shape = SpectrogramShape,
        .composition = SpectrogramComposition,
    },
    {
        .name = "Mfcc",
        .inputs = "spectrogram: float, sample_rate: int32",
        .outputs = "output: float",
        .attrs = "upper_frequency_limit: float = 4000; lower_frequency_limit: float = 20; "
                 "filterbank_channel_count: int = 40; dct_coefficient_count: int = 13",
        .doc = "Gives the mel-frequency cepstral coefficients of squared magnitudes: their roots, "
               "gathered by "
               "triangles of equal width in mel, in logarithms, by a cosine transform. Shapes: "
               "spectrogram is "
               "[channels,slices,bins], as AudioSpectrogram gives it, sample_rate a scalar, output "
               "[channels,slices,dct_coefficient_count]. Units: frequencies in Hz. Errors: "
               "INVALID_ARGUMENT "
               "for limits that do not rise or are above what the spectrogram holds.",
        .flags = kOpNotDifferentiable,
        .shape = MfccShape,
    },
};

}  // namespace

std::span<const OpRow> AudioOps() { return ChosenRows<kAudioOps>::All(); }

}  // namespace runnel
