#include "tools/benchmarks/onednn.h"

#ifdef RUNNEL_BENCH_ONEDNN

#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

#include "tools/common/error.h"

// Of the OpenMP runtime that libdnnl links.
extern "C" void omp_set_num_threads(int count);

namespace runnel::tools {
namespace {

using dnnl::memory;

struct Run {
  explicit Run(int threads) : engine(dnnl::engine::kind::cpu, 0), stream(engine), num_threads(threads) {
    omp_set_num_threads(threads);
  }
  // Memory with numbers in it.
  memory Make(const memory::desc& desc) const {
    memory made(desc, engine);
    float* const data = static_cast<float*>(made.get_data_handle());
    for (size_t i = 0; i < desc.get_size() / sizeof(float); ++i)
      data[i] = 1.0f / static_cast<float>(1 + i % 17);
    return made;
  }
  void operator()() {
    omp_set_num_threads(num_threads);
    primitive.execute(stream, arguments);
    stream.wait();
  }

  dnnl::engine engine;
  dnnl::stream stream;
  dnnl::primitive primitive;
  std::unordered_map<int, memory> arguments;
  int num_threads;
};

template <typename F>
std::function<void()> Checked(const F& make) {
  try {
    return [run = std::shared_ptr<Run>(make())] { (*run)(); };
  } catch (const dnnl::error& error) {
    Fail(Cat("oneDNN: ", error.what()));
  }
}

}  // namespace

std::function<void()> OneDnnConvolution(std::string_view op, int64_t batch, int64_t size,
                                        int64_t channels, int threads) {
  return Checked([&] {
    auto run = std::make_unique<Run>(threads);
    const auto f32 = memory::data_type::f32;
    const auto direct = dnnl::algorithm::convolution_direct;
    const memory::desc image({batch, channels, size, size}, f32, memory::format_tag::nhwc);
    const memory::desc filter({channels, channels, 3, 3}, f32, memory::format_tag::any);
    const memory::dims ones = {1, 1};
    const dnnl::convolution_forward::primitive_desc forward(
        {dnnl::prop_kind::forward_training, direct, image, filter, image, ones, ones, ones},
        run->engine);
    const auto finish = [&](const dnnl::primitive& primitive, int source, int target, int weights,
                            const memory::desc& order) {
      run->primitive = primitive;
      run->arguments = {
          {source, run->Make(image)}, {weights, run->Make(order)}, {target, run->Make(image)}};
    };
    if (op == "Conv2D") {
      finish(dnnl::convolution_forward(forward), DNNL_ARG_SRC, DNNL_ARG_DST, DNNL_ARG_WEIGHTS,
             forward.weights_desc());
    } else if (op == "Conv2DBackpropInput") {
      const dnnl::convolution_backward_data::primitive_desc desc(
          {direct, image, filter, image, ones, ones, ones}, run->engine, forward);
      finish(dnnl::convolution_backward_data(desc), DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_SRC,
             DNNL_ARG_WEIGHTS, desc.weights_desc());
    } else {
      const dnnl::convolution_backward_weights::primitive_desc desc(
          {direct, image, filter, image, ones, ones, ones}, run->engine, forward);
      finish(dnnl::convolution_backward_weights(desc), DNNL_ARG_SRC, DNNL_ARG_DIFF_DST,
             DNNL_ARG_DIFF_WEIGHTS, desc.diff_weights_desc());
    }
    return run;
  });
}

std::function<void()> OneDnnProduct(int64_t m, int64_t k, int64_t n, int threads) {
  return Checked([&] {
    auto run = std::make_unique<Run>(threads);
    const auto f32 = memory::data_type::f32;
    const memory::desc a({m, k}, f32, memory::format_tag::ab), c({m, n}, f32, memory::format_tag::ab);
    const memory::desc b({k, n}, f32, memory::format_tag::any);
    const dnnl::matmul::primitive_desc desc({a, b, c}, run->engine);
    run->primitive = dnnl::matmul(desc);
    run->arguments = {{DNNL_ARG_SRC, run->Make(a)},
                      {DNNL_ARG_WEIGHTS, run->Make(desc.weights_desc())},
                      {DNNL_ARG_DST, run->Make(c)}};
    return run;
  });
}

}  // namespace runnel::tools

#else

namespace runnel::tools {

std::function<void()> OneDnnConvolution(std::string_view, int64_t, int64_t, int64_t, int) { return {}; }
std::function<void()> OneDnnProduct(int64_t, int64_t, int64_t, int) { return {}; }

}  // namespace runnel::tools

#endif  // RUNNEL_BENCH_ONEDNN
