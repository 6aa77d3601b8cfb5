// Random: normal numbers between bounds, ParameterizedTruncatedNormal and
// StatelessParameterizedTruncatedNormal; binomial ones, StatelessRandomBinomial; and RandomCrop.
//
// The algorithms and the order in which they use random numbers are TensorFlow's: rejection from the
// normal, the uniform or the exponential distribution (Robert 1995), whichever accepts most; for
// binomial numbers sums of geometric ones (Devroye 1986) or transformed rejection (Hoermann 1993).
#include <atomic>
#include <cstring>

#include "devices/cpu/broadcast.h"
#include "devices/cpu/draws.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

constexpr char kTruncated[] = "ParameterizedTruncatedNormal";
constexpr char kSeededTruncated[] = "StatelessParameterizedTruncatedNormal";
constexpr char kBinomial[] = "StatelessRandomBinomial";
constexpr char kCrop[] = "RandomCrop";

// ---- normal numbers between bounds ----

constexpr int64_t kMostTries = 1000;

// In units of the deviation; if it is negative the law is turned round, so that the nearer bound is low.
template <typename C>
struct Bounds {
  C mean, deviation, low, high;

  // False for parameters that make no law.
  bool Init(C of_mean, C of_deviation, C least, C most) {
    const bool is_law =
        of_deviation > 0 && least < most && (std::isfinite(least) || std::isfinite(most));
    if (!is_law) return false;
    if ((std::isinf(least) && least < 0) || most < of_mean) {
      std::swap(least, most);
      of_deviation = -of_deviation;
    }
    mean = of_mean;
    deviation = of_deviation;
    low = (least - mean) / deviation;
    high = (most - mean) / deviation;
    return true;
  }
  C Value(C z) const { return z * deviation + mean; }
};

// Gives numbers of one law to `keep` until it has `count`. False if too many in a row were rejected.
template <typename T, typename Keep>
class BoundedDraw {
 public:
  using C = Compute<T>;
  BoundedDraw(Philox& philox, const Bounds<C>& bounds, int64_t count, const Keep& keep)
      : philox_(philox), bounds_(bounds), count_(count), keep_(keep) {}

  bool Run() {
    constexpr C kInside = static_cast<C>(1.7);  // so far from the mean most normal numbers are accepted
    const C low = bounds_.low, high = bounds_.high;
    if ((low < -kInside && high >= 0) || (high > kInside && low <= 0)) return FromNormal();
    const C root = std::sqrt(low * low + C{4});
    const C cutoff = C{2} * std::exp(C{0.5} + (low * (low - root)) / C{4}) / (low + root);
    return high - low < cutoff ? FromUniform() : FromExponential((low + root) / C{2});
  }

 private:
  // Whether all numbers are there, or none can be found.
  bool Judge(bool accept, C z) {
    if (!accept) {
      failed_ = ++tries_ >= kMostTries;
      return failed_;
    }
    keep_(bounds_.Value(z));
    tries_ = 0;
    return ++have_ == count_;
  }
  bool FromNormal() {
    for (;;) {
      T z[kGroup<T>];
      Normal::Group(philox_, z);
      for (const T one : z) {
        const C x = Load(one);
        if (Judge(x >= bounds_.low && x <= bounds_.high, x)) return !failed_;
      }
    }
  }
  bool FromUniform() {
    const C low = bounds_.low, width = bounds_.high - bounds_.low;
    const C most = low < 0 ? C{0} : low * low;  // where the density is largest
    for (;;) {
      T z[kGroup<T>], u[kGroup<T>];
      Uniform::Group(philox_, z);
      Uniform::Group(philox_, u);
      for (int i = 0; i < kGroup<T>; ++i) {
        const C x = Load(z[i]) * width + low;
        if (Judge(Load(u[i]) <= std::exp((most - x * x) / C{2}), x)) return !failed_;
      }
    }
  }
  bool FromExponential(C rate) {
    for (;;) {
      T u[kGroup<T>];
      Uniform::Group(philox_, u);
      for (int i = 0; i < kGroup<T>; i += 2) {
        const C z = -std::log(C{Load(u[i])}) / rate + bounds_.low;
        const C x = bounds_.low < rate ? z - rate : bounds_.low - rate;
        if (Judge(Load(u[i + 1]) <= std::exp(-x * x / C{2}) && z < bounds_.high, z)) return !failed_;
      }
    }
  }

  Philox& philox_;
  const Bounds<C>& bounds_;
  const int64_t count_;
  const Keep& keep_;
  int64_t have_ = 0, tries_ = 0;
  bool failed_ = false;
};

// What went wrong in some thread.
struct Trouble {
  std::atomic<bool> no_law{false}, rejected{false};
  bool any() const { return no_law || rejected; }
  rnlp_status_t* Status(const rnlp_run_t* run, const char* op) const {
    if (no_law) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: Invalid parameters: deviations should be positive, minvals below maxvals, and not "
          "both infinite",
          op);
    }
    if (!rejected) return nullptr;
    return Fail(run->host, RNLP_INTERNAL, "%s: no number was accepted in %lld tries", op,
                static_cast<long long>(kMostTries));
  }
};

using BoundedTypes = TypeList<float, double, Half, BFloat16>;

// As many numbers come from one stream, as in TensorFlow; more are divided into such shares, each with a
// stream of its own, where TensorFlow's depend on the number of threads.
constexpr int64_t kShare = 100;
constexpr uint64_t kPerShare = uint64_t{2} * kMostTries * (kShare + 3) / 4;

// Draws n numbers: number i by law i / samples, whose parameters (means, deviations, minvals, maxvals,
// from input `first` on) are at `at(law, places)`; it goes to place(i) of the output.
template <typename At, typename Place>
rnlp_status_t* DrawShares(const rnlp_run_t* run, const char* op, const Philox& start, uint64_t base,
                          uint32_t first, int64_t samples, const At& at, const Place& place) {
  const int64_t n = run->outputs[0]->num_elements;
  Trouble trouble;
  ForType(BoundedTypes{}, run->outputs[0]->dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    ParallelFor(run, CeilDiv(n, kShare), 8, [&](int64_t begin, int64_t end) {
      for (int64_t share = begin; share < end && !trouble.any(); ++share) {
        Philox philox = start;
        philox.Seek(base);
        philox.Add(static_cast<uint64_t>(share) * kPerShare);
        const int64_t last = std::min(n, (share + 1) * kShare);
        for (int64_t i = share * kShare; i < last;) {
          const int64_t law = i / samples, count = std::min(last, (law + 1) * samples) - i;
          int64_t places[4];
          at(law, places);
          Compute<T> of[4];
          for (uint32_t t = 0; t < 4; ++t) of[t] = Load(Data<T>(run->inputs[first + t])[places[t]]);
          Bounds<Compute<T>> bounds;
          if (!bounds.Init(of[0], of[1], of[2], of[3])) {
            trouble.no_law = true;
            return;
          }
          int64_t next = i;
          const auto keep = [&](Compute<T> value) {
            Data<T>(run->outputs[0])[place(next++)] = Store<T>(value);
          };
          if (!BoundedDraw<T, decltype(keep)>(philox, bounds, count, keep).Run()) {
            trouble.rejected = true;
            return;
          }
          i += count;
        }
      }
    });
  });
  return trouble.Status(run, op);
}

struct TruncatedKernel : Seeds {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) { return InitSeeds(host, node); }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[0], &dims));
    if (dims.rank == 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: shape should not be empty", op);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    const int64_t n = run->outputs[0]->num_elements;
    const int64_t batches = dims.size[0];
    if (n == 0) return nullptr;
    bool is_one_law = true;
    for (uint32_t t = 1; t < 5; ++t) {
      const rnlp_tensor_t* parameter = run->inputs[t];
      if (parameter->rank > 1 || (parameter->num_elements != 1 && parameter->num_elements != batches)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: parameters should be scalars or vectors of 1 or shape[0] = %lld, got shape %s",
                    op, static_cast<long long>(batches), ShapeText(parameter).text);
      }
      is_one_law = is_one_law && parameter->num_elements == 1;
    }
    const uint64_t shares = static_cast<uint64_t>(CeilDiv(n, kShare));
    const uint64_t base = run->host->step_random_counter(run->host, run->step, shares * kPerShare);
    const auto at = [&](int64_t law, int64_t places[4]) {
      for (uint32_t t = 0; t < 4; ++t) places[t] = run->inputs[t + 1]->num_elements == 1 ? 0 : law;
    };
    return DrawShares(run, op, Philox(seed, seed2), base, 1, is_one_law ? n : n / batches, at,
                      [](int64_t i) { return i; });
  }
};

// Laws with `kCount` parameters from input 2 on, which broadcast against each other. The shape of the
// result ends as what they broadcast to; number s of parameter p is drawn as number p * samples + s.
template <int kCount>
struct SeededLaw {
  const char* op;
  int64_t count = 0, samples = 0;
  Philox philox{0, 0};
  BroadcastLoop<kCount> parameters;

  explicit SeededLaw(const char* of) : op(of) {}
  rnlp_status_t* Begin(const rnlp_run_t* run) {
    Dims dims, common;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[0], &dims));
    const bool fits =
        BroadcastShapes(run->inputs + 2, kCount, &common) && common.rank <= dims.rank &&
        std::equal(common.size, common.size + common.rank, dims.size + dims.rank - common.rank);
    if (!fits) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: Shape passed in must end with broadcasted shape: it is %s, the first parameter's %s", op,
          ShapeText(dims.rank, dims.size).text, ShapeText(run->inputs[2]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(SeededStream(run, op, run->inputs[1], &philox));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    count = ProductOf(common.size, 0, common.rank);
    samples = count == 0 ? 0 : run->outputs[0]->num_elements / count;
    parameters.Init(run->inputs + 2, common);
    return nullptr;
  }
  // Which elements of the parameters make law p.
  void At(int64_t p, int64_t at[kCount]) const {
    std::fill_n(at, kCount, 0);
    for (int d = parameters.rank - 1; d >= 0; --d) {
      for (int t = 0; t < kCount; ++t) at[t] += p % parameters.size[d] * parameters.strides[t][d];
      p /= parameters.size[d];
    }
  }
};

struct SeededTruncatedKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    SeededLaw<4> law(op);
    RUNNEL_CPU_RETURN_IF_ERROR(law.Begin(run));
    return DrawShares(
        run, op, law.philox, 0, 2, law.samples, [&](int64_t p, int64_t places[4]) { law.At(p, places); },
        [&](int64_t i) { return i % law.samples * law.count + i / law.samples; });
  }
};

// ---- binomial numbers ----

// How many geometric numbers fit into `count`.
double BySums(Draws& draws, double count, double chance) {
  double sum = 0;
  for (double numbers = 0;; numbers += 1) {
    sum += std::ceil(std::log(draws.Uniform()) / std::log1p(-chance));
    if (!(sum <= count)) return numbers;
  }
}

// What Stirling's formula lacks of log(k!).
double StirlingRest(double k) {
  constexpr double kFirst[] = {0.0810614667953272,  0.0413406959554092, 0.0276779256849983,
                               0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
                               0.0118967099458917,  0.0104112652619720, 0.00925546218271273,
                               0.00833056343336287};
  if (k <= 9) return kFirst[static_cast<int>(k)];
  const double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

double ByRejection(Draws& draws, double count, double chance) {
  const double deviation = std::sqrt(count * chance * (1 - chance));
  const double b = 1.15 + 2.53 * deviation;
  const double a = -0.0873 + 0.0248 * b + 0.01 * chance;
  const double c = count * chance + 0.5;
  const double inner = 0.92 - 4.2 / b;
  const double odds = chance / (1 - chance);
  const double alpha = (2.83 + 5.1 / b) * deviation;
  const double mode = std::floor((count + 1) * chance);
  for (;;) {
    const double u = draws.Uniform() - 0.5;
    const double v = draws.Uniform();
    const double rest = 0.5 - std::fabs(u);
    const double k = std::floor((2 * a / rest + b) * u + c);
    if (rest >= 0.07 && v <= inner) return k;
    if (k < 0 || k > count) continue;
    const double bound = (mode + 0.5) * std::log((mode + 1) / (odds * (count - mode + 1))) +
                         (count + 1) * std::log((count - mode + 1) / (count - k + 1)) +
                         (k + 0.5) * std::log(odds * (count - k + 1) / (k + 1)) + StirlingRest(mode) +
                         StirlingRest(count - mode) - StirlingRest(k) - StirlingRest(count - k);
    if (std::log(v * alpha / (a / (rest * rest) + b)) <= bound) return k;
  }
}

// Number `output` of a result; NaN where there is no law.
double DrawBinomial(const Philox& philox, uint64_t output, double count, double chance) {
  if (std::isnan(count) || std::isnan(chance)) return std::numeric_limits<double>::quiet_NaN();
  if (count <= 0 || chance <= 0) return 0;
  if (chance >= 1 || std::isinf(count)) return count;
  constexpr double kRejects = 10;   // from this mean on
  constexpr uint64_t kPerSum = 42;  // counters for a number that is a sum
  const bool turned = chance > 0.5;
  if (turned) chance = 1 - chance;
  const bool rejects = count * chance >= kRejects;
  Draws draws = rejects ? Draws(philox, 0, output) : Draws(philox, output * kPerSum, 0);
  const double drawn = rejects ? ByRejection(draws, count, chance) : BySums(draws, count, chance);
  return turned ? count - drawn : drawn;
}

using BinomialTypes = TypeList<float, double, Half, int32_t, int64_t>;

struct BinomialKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    SeededLaw<2> law(op);
    RUNNEL_CPU_RETURN_IF_ERROR(law.Begin(run));
    ForType(BinomialTypes{}, run->inputs[2]->dtype, [&](auto in_tag) {
      using In = typename decltype(in_tag)::Type;
      const auto parameter = [&](uint32_t input, int64_t at) {
        return static_cast<double>(Load(Data<In>(run->inputs[input])[at]));
      };
      ForType(BinomialTypes{}, run->outputs[0]->dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        ParallelFor(run, run->outputs[0]->num_elements, 512, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t p = i / law.samples, s = i % law.samples;
            int64_t at[2];
            law.At(p, at);
            const double value = DrawBinomial(law.philox, static_cast<uint64_t>(i), parameter(2, at[0]),
                                              parameter(3, at[1]));
            Data<T>(run->outputs[0])[s * law.count + p] = Whole<T>(value);
          }
        });
      });
    });
    return nullptr;
  }
  // NaN is 0 in a type of whole numbers; what is too large is the largest number.
  template <typename T>
  static T Whole(double value) {
    if constexpr (std::is_integral_v<T>) {
      if (std::isnan(value)) return 0;
      constexpr double kBeyond = -static_cast<double>(std::numeric_limits<T>::min());
      return value < kBeyond ? static_cast<T>(value) : std::numeric_limits<T>::max();
    } else {
      return Store<T>(static_cast<Compute<T>>(value));
    }
  }
};

// ---- RandomCrop ----

// Inputs: image [height, width, channels], size: height and width of what is cut out.
struct CropKernel : Seeds {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) { return InitSeeds(host, node); }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* image = run->inputs[0];
    const rnlp_tensor_t* size = run->inputs[1];
    if (image->rank != 3 || size->rank != 1 || size->num_elements != 2) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: image should be [height, width, channels] and size a vector of two, got shapes %s and "
          "%s",
          op, ShapeText(image).text, ShapeText(size).text);
    }
    const int64_t height = IndexAt(size, 0), width = IndexAt(size, 1);
    if (height < 0 || width < 0 || height > image->dims[0] || width > image->dims[1]) {
      return Fail(run->host, height < 0 || width < 0 ? RNLP_INVALID_ARGUMENT : RNLP_FAILED_PRECONDITION,
                  "%s: [%lld,%lld] cannot be cut out of an image of shape %s", op,
                  static_cast<long long>(height), static_cast<long long>(width), ShapeText(image).text);
    }
    const int64_t channels = image->dims[2], dims[3] = {height, width, channels};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 3, dims));
    Philox philox(seed, seed2);
    philox.Seek(run->host->step_random_counter(run->host, run->step, 1));
    uint32_t bits[4];
    philox.Next(bits);
    // A side that is cut nowhere takes no number.
    const uint32_t* next = bits;
    int64_t top = 0, left = 0;
    if (width < image->dims[1]) left = *next++ % (image->dims[1] - width + 1);
    if (height < image->dims[0]) top = *next++ % (image->dims[0] - height + 1);
    const size_t pixel = static_cast<size_t>(channels) * TypeSize(image->dtype);
    const size_t line = pixel * static_cast<size_t>(width);
    if (line == 0) return nullptr;
    for (int64_t row = 0; row < height; ++row) {
      std::memcpy(Data<char>(run->outputs[0]) + static_cast<size_t>(row) * line,
                  Data<char>(image) + static_cast<size_t>((row + top) * image->dims[1] + left) * pixel,
                  line);
    }
    return nullptr;
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr int32_t kSeededTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF};
constexpr int32_t kBinomialTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_INT32, RNLP_INT64};
constexpr int32_t kCropTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_UINT8, RNLP_INT8,
                                  RNLP_INT16, RNLP_INT32,  RNLP_INT64};
constexpr rnlp_type_constraint_t kTruncatedT[] = {Types("dtype", kFloatTypes), Types("T", kIndexTypes)};
constexpr rnlp_type_constraint_t kSeededT[] = {Types("dtype", kSeededTypes), Types("S", kIndexTypes),
                                               Types("Tseed", kIndexTypes)};
constexpr rnlp_type_constraint_t kBinomialT[] = {Types("T", kBinomialTypes),
                                                 Types("dtype", kBinomialTypes), Types("S", kIndexTypes),
                                                 Types("Tseed", kIndexTypes)};
constexpr rnlp_type_constraint_t kCropT[] = {Types("T", kCropTypes)};
constexpr rnlp_arg_mark_t kShapeArg[] = {{"shape", kHostConstant}};
constexpr rnlp_arg_mark_t kSeededArgs[] = {{"shape", kHostConstant}, {"seed", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kSizeArg[] = {{"size", kHostConstant}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(std::span<const rnlp_type_constraint_t> types,
                                std::span<const rnlp_arg_mark_t> args, bool stateful) {
  return MakeRow({.op = kOp,
                  .flags = stateful ? static_cast<uint32_t>(RNLP_KERNEL_STATEFUL) : 0u,
                  .types = types.data(),
                  .num_types = static_cast<uint32_t>(types.size()),
                  .args = args.data(),
                  .num_args = static_cast<uint32_t>(args.size()),
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<100000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kRandomBoundedRows[] = {
    Row<TruncatedKernel, kTruncated>(kTruncatedT, kShapeArg, true),
    Row<SeededTruncatedKernel, kSeededTruncated>(kSeededT, kSeededArgs, false),
    Row<BinomialKernel, kBinomial>(kBinomialT, kSeededArgs, false),
    Row<CropKernel, kCrop>(kCropT, kSizeArg, true),
};
RUNNEL_CPU_ROWS(RandomBounded)

}  // namespace runnel::cpu
