// Random: RandomGamma and RandomPoissonV2, and their forms that take a seed, or key and counter, as
// inputs.
//
// Each number has 256 counters of its own, so that it may be drawn again as often as a rejection asks,
// and results do not depend on threads. The algorithms and the order in which they use random numbers
// are TensorFlow's: Marsaglia & Tsang 2000 for gamma; Knuth's product of uniform numbers for Poisson
// rates below 10, else Hoermann's transformed rejection (1993).
#include "devices/cpu/draws.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

constexpr char kGamma[] = "RandomGamma";
constexpr char kPoissonV2[] = "RandomPoissonV2";
constexpr char kSeededGamma[] = "StatelessRandomGammaV2";
constexpr char kKeyedGamma[] = "StatelessRandomGammaV3";
constexpr char kSeededPoisson[] = "StatelessRandomPoisson";

// Rejections are rare; what is asked of a parameter that makes no sense (NaN, below 0) ends too.
constexpr int kMostTries = 1 << 20;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double DrawGamma(Draws& draws, double alpha) {
  if (!(alpha > 0)) return kNaN;
  if (alpha == 1) return -std::log1p(-draws.Uniform());
  const bool small = alpha < 1;
  const double d = alpha + (small ? 2.0 / 3 : -1.0 / 3);
  const double c = 1.0 / 3 / std::sqrt(d);
  for (int i = 0; i < kMostTries; ++i) {
    const double x = draws.Normal();
    double v = 1 + c * x;
    if (v <= 0) continue;
    v = v * v * v;
    const double u = draws.Uniform();
    if (u < 1 - 0.0331 * (x * x) * (x * x) || std::log(u) < 0.5 * x * x + d * (1 - v + std::log(v))) {
      return small ? d * v * std::pow(draws.Uniform(), 1 / alpha) : d * v;
    }
  }
  return kNaN;
}

double DrawPoisson(Draws& draws, double rate, double most) {
  if (!(rate >= 0)) return kNaN;
  if (rate < 10) {
    const double least = std::exp(-rate);
    double product = 1;
    for (double x = 0;; x += 1) {
      product *= draws.Uniform();
      if (product <= least && x <= most) return x;
    }
  }
  if (std::isinf(rate)) return rate;
  const double log_rate = std::log(rate);
  const double b = 0.931 + 2.53 * std::sqrt(rate);
  const double a = -0.059 + 0.02483 * b;
  const double inverse = 1.1239 + 1.1328 / (b - 3.4);
  for (int i = 0; i < kMostTries; ++i) {
    const double u = draws.Uniform() - 0.5;
    const double v = draws.Uniform();
    const double rest = 0.5 - std::fabs(u);
    const double k = std::floor((2 * a / rest + b) * u + rate + 0.43);
    if (k > most) continue;
    if (rest >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2)) return k;
    if (k < 0 || (rest < 0.013 && v > rest)) continue;
    int sign = 0;
    const double s = std::log(v * inverse / (a / (rest * rest) + b));
    if (s <= -rate + k * log_rate - ::lgamma_r(k + 1, &sign)) return k;
  }
  return kNaN;
}

template <typename T>
T Convert(double value) {
  if constexpr (std::is_integral_v<T>) {
    // As x86 converts what does not fit.
    constexpr double kLow = static_cast<double>(std::numeric_limits<T>::min());
    return value >= kLow && value < -kLow ? static_cast<T>(value) : std::numeric_limits<T>::min();
  } else {
    return Store<T>(static_cast<Compute<T>>(value));
  }
}
template <typename T>
double Parameter(const rnlp_tensor_t* tensor, int64_t i) {
  return static_cast<double>(Load(Data<T>(tensor)[i]));
}

using LawTypes = TypeList<float, double, Half, int32_t, int64_t>;

// Inputs: shape, perhaps a seed or key, counter and alg, and the parameters. Number s of parameter p is
// output s * parameters + p, and drawn as number p * samples + s.
struct LawKernel : Seeds {
  const char* op;
  bool gamma = false, seeded = false, keyed = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    gamma = op == kGamma || op == kSeededGamma || op == kKeyedGamma;
    seeded = op == kSeededGamma || op == kSeededPoisson;
    keyed = op == kKeyedGamma;
    return seeded || keyed ? nullptr : InitSeeds(host, node);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* parameters = run->inputs[run->num_inputs - 1];
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[0], &dims));
    if (seeded || keyed) {
      // The shape is that of the result, and ends as the parameters'.
      const int32_t first = dims.rank - parameters->rank;
      if (first < 0 ||
          !std::equal(parameters->dims, parameters->dims + parameters->rank, dims.size + first)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: shape %s should end with that of the parameters, %s", op,
                    ShapeText(dims.rank, dims.size).text, ShapeText(parameters).text);
      }
    } else {
      if (dims.rank + parameters->rank > kMaxRank) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the result has more than %d dimensions", op,
                    kMaxRank);
      }
      for (int32_t i = 0; i < parameters->rank; ++i) dims.Add(parameters->dims[i]);
      int64_t elements = 0;
      if (!Product(dims.size, dims.rank, &elements)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements",
                    op, ShapeText(dims.rank, dims.size).text);
      }
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    const int64_t n = run->outputs[0]->num_elements;
    if (n == 0) return nullptr;
    Philox philox(seed, seed2);
    uint64_t base = 0;
    if (seeded) {
      RUNNEL_CPU_RETURN_IF_ERROR(SeededStream(run, op, run->inputs[1], &philox));
    } else if (keyed) {
      RUNNEL_CPU_RETURN_IF_ERROR(KeyedStream(run, op, &philox, &base));
    } else {
      base = run->host->step_random_counter(run->host, run->step,
                                            static_cast<uint64_t>(n) * kDrawsPerOutput);
    }
    const int64_t count = parameters->num_elements, samples = n / count;
    ForType(LawTypes{}, parameters->dtype, [&](auto in_tag) {
      using In = typename decltype(in_tag)::Type;
      ForType(LawTypes{}, run->outputs[0]->dtype, [&](auto out_tag) {
        using Out = typename decltype(out_tag)::Type;
        double most = std::numeric_limits<double>::max();
        if constexpr (std::is_same_v<Out, Half>) {
          most = 65504;
        } else if constexpr (std::numeric_limits<Out>::is_specialized) {
          most = static_cast<double>(std::numeric_limits<Out>::max());
        }
        ParallelFor(run, n, 512, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            Draws draws(philox, base, static_cast<uint64_t>(i));
            const int64_t p = i / samples, s = i % samples;
            const double of = Parameter<In>(parameters, p);
            const double value = gamma ? DrawGamma(draws, of) : DrawPoisson(draws, of, most);
            Data<Out>(run->outputs[0])[s * count + p] = Convert<Out>(value);
          }
        });
      });
    });
    return nullptr;
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr int32_t kGammaTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF};
constexpr int32_t kPoissonTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kGammaT[] = {Types("T", kGammaTypes), Types("S", kIndexTypes)};
constexpr rnlp_type_constraint_t kPoissonV2T[] = {
    Types("R", kPoissonTypes), Types("dtype", kPoissonTypes), Types("S", kIndexTypes)};
constexpr rnlp_type_constraint_t kSeededGammaT[] = {Types("dtype", kGammaTypes), Types("T", kIndexTypes),
                                                    Types("Tseed", kIndexTypes)};
constexpr rnlp_type_constraint_t kSeededPoissonT[] = {
    Types("Rtype", kPoissonTypes), Types("dtype", kPoissonTypes), Types("T", kIndexTypes),
    Types("Tseed", kIndexTypes)};
constexpr rnlp_type_constraint_t kKeyedGammaT[] = {Types("dtype", kGammaTypes),
                                                   Types("shape_dtype", kIndexTypes)};
constexpr rnlp_arg_mark_t kArgs[] = {{"shape", kHostConstant}};
constexpr rnlp_arg_mark_t kSeededArgs[] = {{"shape", kHostConstant}, {"seed", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kKeyedArgs[] = {{"shape", kHostConstant},
                                          {"key", RNLP_ARG_HOST},
                                          {"counter", RNLP_ARG_HOST},
                                          {"alg", RNLP_ARG_HOST}};

template <const char* kOp>
constexpr rnlp_kernel_row_t Row(std::span<const rnlp_type_constraint_t> types,
                                std::span<const rnlp_arg_mark_t> args, bool stateful = false) {
  return MakeRow({.op = kOp,
                  .flags = stateful ? static_cast<uint32_t>(RNLP_KERNEL_STATEFUL) : 0u,
                  .types = types.data(),
                  .num_types = static_cast<uint32_t>(types.size()),
                  .args = args.data(),
                  .num_args = static_cast<uint32_t>(args.size()),
                  .create = Create<LawKernel, kOp>,
                  .destroy = Destroy<LawKernel>,
                  .plan = PlanElements<100000>,
                  .run = runnel::cpu::Run<LawKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kRandomLawRows[] = {
    Row<kGamma>(kGammaT, kArgs, true),
    Row<kPoissonV2>(kPoissonV2T, kArgs, true),
    Row<kSeededGamma>(kSeededGammaT, kSeededArgs),
    Row<kKeyedGamma>(kKeyedGammaT, kKeyedArgs),
    Row<kSeededPoisson>(kSeededPoissonT, kSeededArgs),
};
RUNNEL_CPU_ROWS(RandomLaw)

}  // namespace runnel::cpu
