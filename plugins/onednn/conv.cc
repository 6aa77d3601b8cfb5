// Conv2D _FusedConv2D Conv2DBackpropInput for f32 in NHWC.
//
// A batch is cut into slabs of images by shape alone, one primitive run for each, so that results do not
// depend on the number of threads.
#include <algorithm>

#include "plugins/onednn/epilogue.h"
#include "plugins/onednn/rows.h"
#include "plugins/onednn/slabs.h"
#include "plugins/sdk/shape.h"
#include "plugins/sdk/window.h"

namespace runnel::onednn {
namespace {

using dnnl::memory;
using plugin::Data;
using plugin::Fail;

enum class Role { kForward, kInput };

constexpr const char* kOps[] = {"Conv2D", "Conv2DBackpropInput"};
constexpr double kSlabFlops = 2e6;     // and more: a slab should be worth its overhead
constexpr int64_t kChannelBlock = 16;  // other numbers of channels would be padded

memory::desc Image(int64_t batch, const int64_t* dims) {
  return {{batch, dims[3], dims[1], dims[2]}, memory::data_type::f32, memory::format_tag::nhwc};
}

// One convolution: its shapes, and how its batch is cut.
struct Shapes {
  int64_t image[4];   // batch, rows, columns, channels
  int64_t filter[4];  // rows, columns, channels, out
  int64_t out[4];
  plugin::WindowAxis axes[2];

  int64_t image_bytes() const { return image[1] * image[2] * image[3] * 4; }
  int64_t out_bytes() const { return out[1] * out[2] * out[3] * 4; }
  int64_t filter_elements() const { return filter[0] * filter[1] * filter[2] * filter[3]; }
  double image_flops() const {
    return 2.0 * static_cast<double>(out[1] * out[2]) * static_cast<double>(filter_elements());
  }
  memory::dims strides() const { return {axes[0].stride, axes[1].stride}; }
  memory::dims dilations() const { return {axes[0].dilation - 1, axes[1].dilation - 1}; }
  memory::dims before() const { return {axes[0].before, axes[1].before}; }
  memory::dims after() const {
    memory::dims out_after;
    for (const plugin::WindowAxis& axis : axes) {
      const int64_t reach = (axis.count - 1) * axis.stride + (axis.window - 1) * axis.dilation + 1;
      out_after.push_back(std::max<int64_t>(0, reach - axis.image - axis.before));
    }
    return out_after;
  }
  // The filter as TensorFlow has it, and in the order that a primitive likes best.
  memory::desc filter_desc(memory::format_tag tag) const {
    return {{filter[3], filter[2], filter[0], filter[1]}, memory::data_type::f32, tag};
  }
};

// For slabs of `batch` images. Throws dnnl::error.
Made Make(Role role, const Shapes& s, int64_t batch, bool biased, bool only_ask) {
  using dnnl::algorithm;
  const memory::desc image = Image(batch, s.image), out = Image(batch, s.out);
  const memory::desc filter = s.filter_desc(memory::format_tag::any);
  const memory::desc bias =
      biased ? memory::desc({s.filter[3]}, memory::data_type::f32, memory::format_tag::x)
             : memory::desc();
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  using Forward = dnnl::convolution_forward;
  const Forward::primitive_desc forward(
      Forward::desc(role == Role::kForward ? dnnl::prop_kind::forward_inference
                                           : dnnl::prop_kind::forward_training,
                    algorithm::convolution_direct, image, filter, bias, out, s.strides(), s.dilations(),
                    s.before(), s.after()),
      attr, Engine());
  if (role == Role::kForward) {
    const memory::desc order = forward.weights_desc();
    return Finish<Forward>(forward, order,
                           {{DNNL_ARG_SRC, image}, {DNNL_ARG_WEIGHTS, order}, {DNNL_ARG_DST, out}}, bias,
                           only_ask);
  }
  using Backward = dnnl::convolution_backward_data;
  const Backward::primitive_desc desc(Backward::desc(algorithm::convolution_direct, image, filter, out,
                                                     s.strides(), s.dilations(), s.before(), s.after()),
                                      attr, Engine(), forward);
  const memory::desc order = desc.weights_desc();
  return Finish<Backward>(
      desc, order, {{DNNL_ARG_DIFF_SRC, image}, {DNNL_ARG_WEIGHTS, order}, {DNNL_ARG_DIFF_DST, out}},
      bias, only_ask);
}

template <Role kRole, bool kFused>
struct ConvKernel {
  static constexpr const char* kOp = kFused ? "_FusedConv2D" : kOps[static_cast<int>(kRole)];

  plugin::WindowAttrs attrs;
  Epilogue epilogue;
  Shapes shapes;  // these are set once, by plan
  Slabs slabs;
  uint64_t scratch_offset = 0;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    if (kFused) RNLP_TRY(epilogue.Init(host, node));
    return attrs.Init(host, node, kOp);
  }

  // Whether these shapes are ours; then they and the slabs are set.
  bool Resolve(const rnlp_host_t* host, const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
               const rnlp_tensor_t* const* outputs, uint32_t num_outputs) {
    const auto read = [](const rnlp_tensor_t* tensor, int64_t* dims) {
      if (tensor == nullptr || tensor->rank != 4 || tensor->num_elements <= 0) return false;
      return std::copy(tensor->dims, tensor->dims + 4, dims) == dims + 4;
    };
    // Sizes are known by their value, or by the shape of what comes out.
    const auto result = [&](uint32_t sizes, int64_t* dims) {
      const rnlp_tensor_t* vector = inputs[sizes];
      if (vector->data == nullptr || vector->rank != 1 || vector->dims[0] != 4)
        return num_outputs == 1 && read(outputs[0], dims);
      for (int64_t i = 0; i < 4; ++i) dims[i] = plugin::IndexAt(vector, i);
      return std::all_of(dims, dims + 4, [](int64_t dim) { return dim > 0; });
    };
    if (num_inputs != (kFused ? (epilogue.biased ? 3u : 2u) : kRole == Role::kForward ? 2u : 3u))
      return false;
    if (attrs.channels_first || !epilogue.known) return false;
    if (!(kRole == Role::kInput ? result(0, shapes.image) : read(inputs[0], shapes.image))) return false;
    if (!read(inputs[1], shapes.filter)) return false;
    if (shapes.image[3] != shapes.filter[2] || shapes.filter[2] % kChannelBlock != 0 ||
        shapes.filter[3] % kChannelBlock != 0) {
      return false;
    }
    shapes.out[0] = shapes.image[0];
    shapes.out[3] = shapes.filter[3];
    for (int axis = 0; axis < 2; ++axis) {
      if (rnlp_status_t* failed = attrs.Fit(host, kOp, axis, shapes.image[1 + axis], shapes.filter[axis],
                                            &shapes.axes[axis])) {
        host->status_release(host, failed);  // the CPU plugin's kernel says it
        return false;
      }
      shapes.out[1 + axis] = shapes.axes[axis].count;
    }
    int64_t grad[4];
    if (shapes.out[1] == 0 || shapes.out[2] == 0) return false;
    if (kRole != Role::kForward && !(read(inputs[2], grad) && std::equal(grad, grad + 4, shapes.out)))
      return false;
    if (epilogue.biased && (inputs[2]->rank != 1 || inputs[2]->dims[0] != shapes.filter[3]))
      return false;
    for (const int64_t* dims : {shapes.image, shapes.filter, shapes.out}) {
      int64_t elements = 0;
      if (!plugin::Product(dims, 4, &elements) || elements > plugin::kMostSize) return false;
    }
    slabs.count = shapes.image[0];
    slabs.size =
        std::clamp<int64_t>(static_cast<int64_t>(kSlabFlops / shapes.image_flops()), 1, slabs.count);
    return true;
  }

  // Whether there is what it takes. Throws dnnl::error.
  bool MakeAll(bool only_ask) {
    return slabs.Make(
        [&](int64_t images) { return Make(kRole, shapes, images, epilogue.biased, only_ask); });
  }

  static rnlp_status_t* Supports(const rnlp_host_t* host, const rnlp_node_t* node,
                                 const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                                 rnlp_support_t* out) {
    return Guard(host, kOp, [&]() -> rnlp_status_t* {
      ConvKernel kernel;
      RNLP_TRY(kernel.Init(host, node));
      const bool tells = RNLP_HAS(rnlp_support_t, out, outputs) && out->outputs != nullptr;
      out->reason = "oneDNN has nothing faster for these shapes";
      if (!kernel.Resolve(host, inputs, num_inputs, tells ? out->outputs : nullptr,
                          tells ? out->num_outputs : 0)) {
        return nullptr;
      }
      out->supported = Offers([&] { return kernel.MakeAll(true); }) ? 1 : 0;
      out->cost_ns = kernel.Cost();
      return nullptr;
    });
  }
  uint64_t Cost() const {
    return static_cast<uint64_t>(
        std::min(1e15, 1000 + shapes.image_flops() * static_cast<double>(shapes.image[0]) / 100));
  }

  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    return Guard(host, kOp, [&]() -> rnlp_status_t* {
      if (!Resolve(host, plan->inputs, plan->num_inputs, plan->outputs, plan->num_outputs))
        return Fail(host, RNLP_INTERNAL, "%s: planned with other shapes than were asked about", kOp);
      if (!MakeAll(false))
        return Fail(host, RNLP_INTERNAL, "%s: oneDNN has taken back what it offered", kOp);
      AskForPacked(slabs.order(), 0, plan);
      // Each slab has a scratchpad, behind the filter.
      scratch_offset = RoundUp(slabs.order().get_size());
      plan->workspace_bytes =
          scratch_offset + slabs.scratch_bytes() * static_cast<uint64_t>(slabs.slabs());
      plan->cost_ns = Cost();
      return nullptr;
    });
  }

  rnlp_status_t* Pack(const rnlp_run_t* run) const {
    return Guard(run->host, kOp, [&]() -> rnlp_status_t* {
      Reorder(shapes.filter_desc(memory::format_tag::hwio), run->inputs[0]->data, slabs.order(),
              run->outputs[0]->data);
      return nullptr;
    });
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* image = kRole == Role::kInput ? run->outputs[0] : run->inputs[0];
    const rnlp_tensor_t* out = kRole == Role::kForward ? run->outputs[0] : run->inputs[2];
    const rnlp_tensor_t* filter = run->inputs[1];
    RNLP_TRY(CheckPlanned(run->host, kOp, image, 4, shapes.image));
    RNLP_TRY(CheckPlanned(run->host, kOp, filter, 4, shapes.filter));
    RNLP_TRY(CheckPlanned(run->host, kOp, out, 4, shapes.out));
    char* const workspace = static_cast<char*>(run->workspace);
    return Guard(run->host, kOp, [&]() -> rnlp_status_t* {
      const void* order = PackedOf(run);
      if (order == nullptr) {
        order = workspace;
        Reorder(shapes.filter_desc(memory::format_tag::hwio), filter->data, slabs.order(), workspace);
      }
      return RunSlabs(run, Data<char>(image), order, Data<char>(out));
    });
  }

  rnlp_status_t* RunSlabs(const rnlp_run_t* run, char* image, const void* filter, char* out) const {
    return RunParts(run->host, kOp, slabs.slabs(), [&](int64_t slab) {
      const int64_t from = slab * slabs.size;
      char* const in = image + from * shapes.image_bytes();
      char* const to = out + from * shapes.out_bytes();
      void* const scratch = static_cast<char*>(run->workspace) + scratch_offset +
                            static_cast<uint64_t>(slab) * slabs.scratch_bytes();
      slabs.PrimitiveOf(slab).Run({in, filter, to, scratch, epilogue.BiasOf(run)});
      epilogue.Apply(reinterpret_cast<float*>(to), slabs.SizeOf(slab) * shapes.out_bytes() / 4);
    });
  }
};

constexpr int32_t kTypes[] = {RNLP_FLOAT};
constexpr rnlp_type_constraint_t kT = plugin::Types("T", kTypes);
constexpr rnlp_arg_mark_t kInputSizes = {"input_sizes", RNLP_ARG_HOST | RNLP_ARG_CONSTANT};

template <Role kRole, bool kFused = false>
constexpr rnlp_kernel_row_t Row(const rnlp_arg_mark_t* sizes = nullptr) {
  using Kernel = ConvKernel<kRole, kFused>;
  return plugin::KernelRow<Kernel>({.op = Kernel::kOp,
                                    .device_type = kDevice,
                                    .priority = kPriority,
                                    .flags = RNLP_KERNEL_EXPENSIVE,
                                    .types = &kT,
                                    .num_types = 1,
                                    .args = sizes,
                                    .num_args = sizes == nullptr ? 0u : 1u});
}

}  // namespace

constinit const rnlp_kernel_row_t kConvRows[] = {
    Row<Role::kForward>(),
    Row<Role::kForward, true>(),
    Row<Role::kInput>(&kInputSizes),
};
std::span<const rnlp_kernel_row_t> ConvRows() { return kConvRows; }

}  // namespace runnel::onednn
