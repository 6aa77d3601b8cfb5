// Features of sounds: Mfcc, in double, as TensorFlow has it.
//
// A bin of the spectrum counts for the two triangles that it lies in, by how near their centres are in
// mel.
#include <algorithm>
#include <cmath>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

constexpr char kMfcc[] = "Mfcc";
constexpr double kFloor = 1e-12;  // of what logarithms are taken of

double Mel(double frequency) { return 1127.0 * std::log1p(frequency / 700.0); }

struct MfccKernel {
  const char* op;
  float upper = 4000, lower = 20;
  int64_t channels = 40, coefficients = 13;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, "upper_frequency_limit", &upper));
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, "lower_frequency_limit", &lower));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "filterbank_channel_count", &channels));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "dct_coefficient_count", &coefficients));
    const bool fits = lower >= 0 && upper > lower && coefficients >= 1 && channels >= coefficients &&
                      channels <= (int64_t{1} << 24);
    if (fits) return nullptr;
    return Fail(
        host, RNLP_INVALID_ARGUMENT,
        "%s: limits of %g and %g Hz should rise, %lld channels be no fewer than %lld coefficients", op,
        static_cast<double>(lower), static_cast<double>(upper), static_cast<long long>(channels),
        static_cast<long long>(coefficients));
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    int64_t rate = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "sample_rate", run->inputs[1], &rate));
    const int64_t bins = input->rank == 3 ? input->dims[2] : 0;
    if (rate < 1 || bins < 2) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: sample_rate is %lld, spectrogram %s: expected a rate above 0 and two bins or more", op,
          static_cast<long long>(rate), ShapeText(input).text);
    }
    const double per_bin = 0.5 * static_cast<double>(rate) / static_cast<double>(bins - 1);
    const double last_bin = static_cast<double>(upper) / per_bin;
    if (!(last_bin < static_cast<double>(bins))) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: upper_frequency_limit is %g Hz, the spectrogram ends at %g", op,
                  static_cast<double>(upper), per_bin * static_cast<double>(bins - 1));
    }
    const int64_t dims[3] = {input->dims[0], input->dims[1], coefficients};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 3, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;

    const auto first = static_cast<int64_t>(1.5 + static_cast<double>(lower) / per_bin);
    const auto last = static_cast<int64_t>(last_bin);
    // Centres, weights and the channel of each bin (-1: below the first centre), and a row for each
    // slot.
    const int64_t numbers = channels + 1 + bins * 2;
    const auto bytes = static_cast<uint64_t>(numbers + kSlots * channels) * sizeof(double);
    const Workspace memory(run, 0, bytes);
    if (memory.data == nullptr) return memory.Failed(op);
    auto* centres = static_cast<double*>(memory.data);
    double *weights = centres + channels + 1, *bands = weights + bins, *rows = bands + bins;
    const double low = Mel(static_cast<double>(lower)), high = Mel(static_cast<double>(upper));
    const double width = (high - low) / static_cast<double>(channels + 1);
    for (int64_t c = 0; c <= channels; ++c) centres[c] = low + width * static_cast<double>(c + 1);
    int64_t band = 0;
    for (int64_t i = first; i <= last; ++i) {
      const double mel = Mel(static_cast<double>(i) * per_bin);
      while (band < channels && centres[band] < mel) ++band;
      bands[i] = static_cast<double>(band - 1);
      weights[i] = band > 0 ? (centres[band] - mel) / (centres[band] - centres[band - 1])
                            : (centres[0] - mel) / (centres[0] - low);
    }
    const int64_t slices = dims[0] * dims[1];
    Slots(run, slices, slices * (bins + channels * coefficients) >= kParallelElements,
          [&](int64_t slot, int64_t begin, int64_t end) {
            double* sums = rows + slot * channels;
            for (int64_t i = begin; i < end; ++i) {
              const float* from = Data<float>(input) + i * bins;
              std::fill_n(sums, channels, 0.0);
              for (int64_t k = first; k <= last; ++k) {
                const double size = std::sqrt(static_cast<double>(from[k])), part = size * weights[k];
                const auto c = static_cast<int64_t>(bands[k]);
                if (c >= 0) sums[c] += part;
                if (c + 1 < channels) sums[c + 1] += size - part;
              }
              for (int64_t c = 0; c < channels; ++c) sums[c] = std::log(std::max(sums[c], kFloor));
              Cosines(sums, Data<float>(run->outputs[0]) + i * coefficients);
            }
          });
    return nullptr;
  }

  void Cosines(const double* in, float* out) const {
    const auto n = static_cast<double>(channels);
    for (int64_t i = 0; i < coefficients; ++i) {
      double sum = 0;
      for (int64_t c = 0; c < channels; ++c) {
        const double at = static_cast<double>(i) * M_PI / n * (static_cast<double>(c) + 0.5);
        sum += in[c] * std::cos(at);
      }
      out[i] = static_cast<float>(sum * std::sqrt(2.0 / n));
    }
  }
};

constexpr rnlp_arg_mark_t kArgs[] = {{"sample_rate", RNLP_ARG_HOST}};

}  // namespace

constexpr rnlp_kernel_row_t kAudioRows[] = {
    MakeRow({.op = kMfcc,
             .args = kArgs,
             .num_args = 1,
             .create = Create<MfccKernel, kMfcc>,
             .destroy = Destroy<MfccKernel>,
             .plan = PlanElements<10'000>,
             .run = Run<MfccKernel>}),
};
RUNNEL_CPU_ROWS(Audio)

}  // namespace runnel::cpu
