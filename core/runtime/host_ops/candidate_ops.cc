// Candidate samplers: classes drawn at random beside the true ones of a batch, and how often each was
// expected. Source of the distributions, and of the order of random numbers: TensorFlow's
// range_sampler.cc.
#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <mutex>
#include <random>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/number.h"
#include "core/base/philox.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/numbers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Numbers of a kind from a stream of 32-bit ones.
class Draws {
 public:
  explicit Draws(PhiloxNumbers numbers) : numbers_(numbers) {}
  uint32_t Bits32() { return numbers_.Next(); }
  uint64_t Bits64() {
    const uint64_t low = Bits32();
    return uint64_t{Bits32()} << 32 | low;
  }
  float Float() { return std::bit_cast<float>(127u << 23 | (Bits32() & 0x7fffff)) - 1.0F; }
  double Double() {
    const uint64_t high = Bits32() & 0xfffff;
    return std::bit_cast<double>(uint64_t{1023} << 52 | high << 32 | Bits32()) - 1.0;
  }
  // Of [0,n), each with the same probability.
  uint32_t Below32(uint32_t n) {
    return Below<uint32_t>(n, [this] { return Bits32(); });
  }
  uint64_t Below64(uint64_t n) {
    return Below<uint64_t>(n, [this] { return Bits64(); });
  }

 private:
  template <typename T, typename F>
  static T Below(T n, const F& bits) {
    if ((n & (n - 1)) == 0) return static_cast<T>(bits() & (n - 1));
    const T least = static_cast<T>(~T{0} % n + 1);
    T value = bits();
    while (value < least) value = bits();
    return static_cast<T>(value % n);
  }
  PhiloxNumbers numbers_;
};

// A distribution over [0,range).
class Distribution {
 public:
  virtual ~Distribution() = default;
  virtual int64_t Sample(Draws& draws) const = 0;
  virtual float Probability(int64_t value) const = 0;
  // Learns what was seen.
  virtual void Update(std::span<const int64_t> values) { (void)values; }
};

class UniformDistribution : public Distribution {
 public:
  explicit UniformDistribution(int64_t range) : range_(range) {}
  int64_t Sample(Draws& draws) const override {
    return static_cast<int64_t>(draws.Below64(static_cast<uint64_t>(range_)));
  }
  float Probability(int64_t) const override {
    return static_cast<float>(1.0 / static_cast<double>(range_));
  }

 private:
  const int64_t range_;
};

class LogUniformDistribution : public Distribution {
 public:
  explicit LogUniformDistribution(int64_t range)
      : range_(range), log_range_(std::log1p(static_cast<double>(range))) {}
  int64_t Sample(Draws& draws) const override {
    const int64_t value = static_cast<int64_t>(std::exp(draws.Double() * log_range_)) - 1;
    return value % range_;
  }
  float Probability(int64_t value) const override {
    const double v = static_cast<double>(value);
    return static_cast<float>(std::log((v + 2.0) / (v + 1.0)) / log_range_);
  }

 private:
  const int64_t range_;
  const double log_range_;
};

// As often as each was seen, once at first. Sums of weights in a tree, so that both are logarithmic.
class UnigramDistribution : public Distribution {
 public:
  explicit UnigramDistribution(int64_t range) : range_(range) {
    while (leaves_ < range) leaves_ *= 2;
    sums_.resize(static_cast<size_t>(2 * leaves_));
    for (int64_t i = 0; i < range; ++i) sums_[static_cast<size_t>(leaves_ + i)] = 1;
    for (size_t i = static_cast<size_t>(leaves_) - 1; i > 0; --i)
      sums_[i] = sums_[2 * i] + sums_[2 * i + 1];
  }
  int64_t Sample(Draws& draws) const override {
    int32_t at = static_cast<int32_t>(draws.Below32(static_cast<uint32_t>(sums_[1])));
    size_t node = 1;
    while (node < static_cast<size_t>(leaves_)) {
      node *= 2;
      if (at < sums_[node]) continue;
      at -= sums_[node];
      ++node;
    }
    return static_cast<int64_t>(node) - leaves_;
  }
  float Probability(int64_t value) const override {
    if (value < 0 || value >= range_) return 0;
    return static_cast<float>(sums_[static_cast<size_t>(leaves_ + value)]) /
           static_cast<float>(sums_[1]);
  }
  void Update(std::span<const int64_t> values) override {
    for (const int64_t value : values) {
      if (sums_[1] == INT32_MAX) return;
      for (size_t node = static_cast<size_t>(leaves_ + value); node > 0; node /= 2) ++sums_[node];
    }
  }

 private:
  const int64_t range_;
  int64_t leaves_ = 1;
  std::vector<int32_t> sums_;
};

// Given weights, drawn by Walker's method of aliases.
class FixedDistribution : public Distribution {
 public:
  // One weight at least is above 0.
  explicit FixedDistribution(std::vector<float> weights) : weights_(std::move(weights)) {
    const int n = static_cast<int>(weights_.size());
    double sum = 0;
    for (const float weight : weights_) {
      sum += static_cast<double>(weight);
      total_ += weight;
    }
    std::vector<double> parts;
    std::vector<int> high, low;
    for (int i = 0; i < n; ++i) {
      parts.push_back(static_cast<double>(weights_[static_cast<size_t>(i)] * static_cast<float>(n)) /
                      sum);
      (parts.back() < 1.0 ? low : high).push_back(i);
    }
    pairs_.assign(static_cast<size_t>(n), {0.0F, -1});
    while (!high.empty() && !low.empty()) {
      const int l = low.back(), h = high.back();
      low.pop_back();
      high.pop_back();
      pairs_[static_cast<size_t>(l)].second = h;
      double& rest = parts[static_cast<size_t>(h)];
      rest -= 1.0 - parts[static_cast<size_t>(l)];
      (rest < 1.0 ? low : high).push_back(h);
    }
    for (int i = 0; i < n; ++i)
      pairs_[static_cast<size_t>(i)].first = static_cast<float>(parts[static_cast<size_t>(i)]);
    for (const std::vector<int>* left : {&high, &low}) {
      for (const int i : *left) pairs_[static_cast<size_t>(i)] = {1.0F, i};
    }
  }
  int64_t Sample(Draws& draws) const override {
    const float r = draws.Float();
    const uint32_t i = draws.Below32(static_cast<uint32_t>(pairs_.size()));
    return r < pairs_[i].first ? static_cast<int64_t>(i) : pairs_[i].second;
  }
  float Probability(int64_t value) const override {
    if (value < 0 || value >= static_cast<int64_t>(weights_.size())) return 0;
    return weights_[static_cast<size_t>(value)] / total_;
  }

 private:
  const std::vector<float> weights_;
  float total_ = 0;
  std::vector<std::pair<float, int>> pairs_;
};

class Sampler : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    num_true_ = AttrOr<int64_t>(node, "num_true", 0);
    num_sampled_ = AttrOr<int64_t>(node, "num_sampled", 0);
    unique_ = AttrOr(node, "unique", false);
    range_ = AttrOr<int64_t>(node, "range_max", num_sampled_);
    if (num_true_ < 1 || num_sampled_ < 1 || range_ < 1) {
      return InvalidArgument("num_true is ", num_true_, ", num_sampled ", num_sampled_, ", range_max ",
                             range_, ": expected at least 1");
    }
    if (unique_ && num_sampled_ > range_) {
      return InvalidArgument("num_sampled is ", num_sampled_, ", but there are only ", range_,
                             " classes to be drawn without repetition");
    }
    const uint64_t seed = static_cast<uint64_t>(AttrOr<int64_t>(node, "seed", 0));
    const uint64_t seed2 = static_cast<uint64_t>(AttrOr<int64_t>(node, "seed2", 0));
    std::random_device device;
    const auto any = [&] { return uint64_t{device()} << 32 | device(); };
    numbers_ = seed == 0 && seed2 == 0 ? PhiloxNumbers(any(), any()) : PhiloxNumbers(seed, seed2);
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    const Tensor& truth = ctx.inputs[0];
    if (truth.shape().rank() != 2 || truth.shape().dim(1) != num_true_) {
      return InvalidArgument("true_classes are ", truth.shape().ToString(), ", expected [batch,",
                             num_true_, "]");
    }
    for (int64_t i = 0; i < truth.num_elements(); ++i) {
      if (truth.int_at(i) >= 0 && (truth.int_at(i) < range_ || !checks_range())) continue;
      return InvalidArgument("true_classes[", i, "] = ", truth.int_at(i), " is not in [0,", range_, ")");
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const sampled,
                            NewOutput(ctx, 0, DType::kInt64, Shape{num_sampled_}));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const true_counts, NewOutput(ctx, 1, DType::kFloat, truth.shape()));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const counts, NewOutput(ctx, 2, DType::kFloat, Shape{num_sampled_}));
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(Prepare(ctx));
    // Each run has numbers of its own, as many as TensorFlow sets aside.
    Draws draws(numbers_);
    numbers_.Skip(static_cast<uint64_t>(num_sampled_) * 2048);
    RUNNEL_ASSIGN_OR_RETURN(const int64_t tries, Draw(ctx, draws, ElementsOf<int64_t>(*sampled)));
    for (int64_t i = 0; i < num_sampled_; ++i) {
      ElementsOf<float>(*counts)[i] = Expected(ElementsOf<int64_t>(*sampled)[i], tries);
    }
    for (int64_t i = 0; i < truth.num_elements(); ++i) {
      ElementsOf<float>(*true_counts)[i] = Expected(truth.int_at(i), tries);
    }
    if (distribution_ != nullptr) {
      distribution_->Update(
          {ElementsOf<const int64_t>(truth), static_cast<size_t>(truth.num_elements())});
    }
    return OkStatus();
  }

 protected:
  // Makes the distribution, if there is none yet.
  virtual Status Prepare(HostContext& ctx) = 0;
  virtual bool checks_range() const { return true; }
  virtual Result<int64_t> Draw(const HostContext& ctx, Draws& draws, int64_t* out) const {
    std::unordered_set<int64_t> seen;
    int64_t tries = 0;
    for (int64_t i = 0; i < num_sampled_;) {
      if (++tries % 4096 == 0) RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      if (tries == INT32_MAX) {
        return InvalidArgument("after ", tries, " tries there are only ", i, " different classes of ",
                               num_sampled_);
      }
      const int64_t value = distribution_->Sample(draws);
      if (!unique_ || seen.insert(value).second) out[i++] = value;
    }
    return tries;
  }
  virtual float Expected(int64_t value, int64_t tries) const {
    const float p = distribution_->Probability(value);
    if (tries == num_sampled_) return p * static_cast<float>(num_sampled_);
    return static_cast<float>(
        -std::expm1(static_cast<double>(tries) * std::log1p(-static_cast<double>(p))));
  }

  int64_t num_true_ = 1, num_sampled_ = 1, range_ = 1;
  bool unique_ = false;
  std::unique_ptr<Distribution> distribution_;

 private:
  std::mutex mutex_;  // guards numbers_ and distribution_
  PhiloxNumbers numbers_{0, 0};
};

template <typename Kind>
class SimpleSampler : public Sampler {
  Status Prepare(HostContext&) override {
    if (distribution_ != nullptr) return OkStatus();
    if (std::is_same_v<Kind, UnigramDistribution> && range_ > INT32_MAX / 2) {
      return InvalidArgument("range_max is ", range_, ", expected at most ", INT32_MAX / 2);
    }
    distribution_ = std::make_unique<Kind>(range_);
    return OkStatus();
  }
};

// Every class, once.
class AllSampler : public Sampler {
  Status Prepare(HostContext&) override { return OkStatus(); }
  bool checks_range() const override { return false; }
  Result<int64_t> Draw(const HostContext&, Draws&, int64_t* out) const override {
    for (int64_t i = 0; i < num_sampled_; ++i) out[i] = i;
    return num_sampled_;
  }
  float Expected(int64_t, int64_t) const override { return 1; }
};

class FixedSampler : public Sampler {
 public:
  Status Init(const HostNode& node) override {
    RUNNEL_RETURN_IF_ERROR(Sampler::Init(node));
    file_ = StringAttrOr(node, "vocab_file", "");
    distortion_ = AttrOr(node, "distortion", 1.0F);
    reserved_ = AttrOr<int64_t>(node, "num_reserved_ids", 0);
    shards_ = AttrOr<int64_t>(node, "num_shards", 1);
    shard_ = AttrOr<int64_t>(node, "shard", 0);
    unigrams_ = AttrOr<std::vector<float>>(node, "unigrams", {});
    if (file_.empty() == unigrams_.empty()) {
      return InvalidArgument("expected either vocab_file or unigrams, got ",
                             file_.empty() ? "none" : "both");
    }
    if (shards_ < 1 || shard_ < 0 || shard_ >= shards_ || reserved_ < 0 || reserved_ > range_) {
      return InvalidArgument("shard ", shard_, " of ", shards_, ", ", reserved_, " reserved ids of ",
                             range_);
    }
    return OkStatus();
  }

 private:
  Status Prepare(HostContext& ctx) override {
    if (distribution_ != nullptr) return OkStatus();
    std::vector<float> weights;
    int64_t id = 0;
    const auto add = [&](float weight) {
      if (id++ % shards_ == shard_) weights.push_back(weight);
    };
    for (int64_t i = 0; i < reserved_; ++i) add(0.0F);
    if (file_.empty()) {
      for (const float weight : unigrams_) add(std::pow(weight, distortion_));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(const std::string path, FilePath(ctx, file_));
      RUNNEL_ASSIGN_OR_RETURN(const std::string text, Files(ctx).ReadAll(path));
      std::string_view rest = text;
      for (int64_t line = 1; !rest.empty(); ++line) {
        const size_t end = rest.find('\n');
        std::string_view one = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        if (one.ends_with('\r')) one.remove_suffix(1);
        one = one.substr(one.rfind(',') + 1);  // the last column
        double weight = 0;
        if (one.empty() || ReadReal(one, &weight) != one.size()) {
          return InvalidArgument("\"", path, "\", line ", line, ": \"", one, "\" is no weight");
        }
        add(std::pow(static_cast<float>(weight), distortion_));
      }
    }
    float total = 0;
    for (const float weight : weights) {
      if (!(weight >= 0) || std::isinf(weight)) return InvalidArgument("a weight is ", weight);
      total += weight;
    }
    if (static_cast<int64_t>(weights.size()) != range_ || !(total > 0) || std::isinf(total)) {
      return InvalidArgument("there are ", weights.size(), " weights of ", total,
                             " together, expected one above 0 for each of ", range_, " classes");
    }
    distribution_ = std::make_unique<FixedDistribution>(std::move(weights));
    return OkStatus();
  }

  std::string file_;
  float distortion_ = 1;
  int64_t reserved_ = 0, shards_ = 1, shard_ = 0;
  std::vector<float> unigrams_;
};

// Where classes that were drawn are true ones.
class ComputeAccidentalHits : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    num_true_ = AttrOr<int64_t>(node, "num_true", 0);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Tensor& truth = ctx.inputs[0];
    const Tensor& sampled = ctx.inputs[1];
    if (truth.shape().rank() != 2 || truth.shape().dim(1) != num_true_) {
      return InvalidArgument("true_classes are ", truth.shape().ToString(), ", expected [batch,",
                             num_true_, "]");
    }
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "sampled_candidates", 1));
    if (truth.shape().dim(0) > INT32_MAX) return InvalidArgument("true_classes have too many rows");
    std::unordered_map<int64_t, int64_t> places;
    for (int64_t i = 0; i < sampled.num_elements(); ++i) places[sampled.int_at(i)] = i;
    std::vector<int32_t> rows;
    std::vector<int64_t> ids;
    for (int64_t i = 0; i < truth.num_elements(); ++i) {
      const auto it = places.find(truth.int_at(i));
      if (it == places.end()) continue;
      rows.push_back(static_cast<int32_t>(i / num_true_));
      ids.push_back(it->second);
    }
    const Shape shape{static_cast<int64_t>(ids.size())};
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out_rows, NewOutput(ctx, 0, DType::kInt32, shape));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out_ids, NewOutput(ctx, 1, DType::kInt64, shape));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const weights, NewOutput(ctx, 2, DType::kFloat, shape));
    std::copy(rows.begin(), rows.end(), ElementsOf<int32_t>(*out_rows));
    std::copy(ids.begin(), ids.end(), ElementsOf<int64_t>(*out_ids));
    std::fill_n(ElementsOf<float>(*weights), ids.size(), -FLT_MAX);
    return OkStatus();
  }

 private:
  int64_t num_true_ = 1;
};

constexpr HostKernelRow kRows[] = {
    {.op = "UniformCandidateSampler", .create = CreateKernel<SimpleSampler<UniformDistribution>>},
    {.op = "LogUniformCandidateSampler", .create = CreateKernel<SimpleSampler<LogUniformDistribution>>},
    {.op = "LearnedUnigramCandidateSampler", .create = CreateKernel<SimpleSampler<UnigramDistribution>>},
    {.op = "ThreadUnsafeUnigramCandidateSampler",
     .create = CreateKernel<SimpleSampler<UnigramDistribution>>},
    {.op = "FixedUnigramCandidateSampler", .create = CreateKernel<FixedSampler>},
    {.op = "AllCandidateSampler", .create = CreateKernel<AllSampler>},
    {.op = "ComputeAccidentalHits", .create = CreateKernel<ComputeAccidentalHits>},
};

}  // namespace

std::span<const HostKernelRow> CandidateKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
