// The primitives of a kernel that cuts its rows or its images into slabs, of which the last may be
// smaller.
#ifndef RUNNEL_PLUGINS_ONEDNN_SLABS_H_
#define RUNNEL_PLUGINS_ONEDNN_SLABS_H_

#include <algorithm>
#include <vector>

#include "plugins/onednn/primitive.h"

namespace runnel::onednn {

// A primitive for slabs of one size, and the order that it has its weights in; empty where it is not one
// of oneDNN's fast ones.
struct Made {
  Primitive run;
  dnnl::memory::desc order;
  uint64_t scratch_bytes = 0;
};

// What `desc` makes, unless only asked for. Its scratchpad is the last but one argument, the bias, if
// there is one, the last. Throws dnnl::error.
template <typename P>
Made Finish(const typename P::primitive_desc& desc, const dnnl::memory::desc& order,
            std::vector<Primitive::Argument> arguments, const dnnl::memory::desc& bias, bool only_ask) {
  Made made;
  if (!IsFast(desc) || order.data.format_kind != dnnl_blocked ||
      !std::equal(order.data.dims, order.data.dims + order.data.ndims, order.data.padded_dims)) {
    return made;
  }
  made.order = order;
  made.scratch_bytes = desc.scratchpad_desc().get_size();
  if (only_ask) return made;
  arguments.push_back({DNNL_ARG_SCRATCHPAD, desc.scratchpad_desc()});
  if (bias) arguments.push_back({DNNL_ARG_BIAS, bias});
  made.run = Primitive(P(desc), std::move(arguments));
  return made;
}

struct Slabs {
  int64_t count = 0, size = 0;  // of all rows or images, and of a slab
  Made main, tail;

  int64_t slabs() const { return (count + size - 1) / size; }
  int64_t SizeOf(int64_t slab) const { return std::min(size, count - slab * size); }
  const Primitive& PrimitiveOf(int64_t slab) const { return SizeOf(slab) == size ? main.run : tail.run; }
  const dnnl::memory::desc& order() const { return main.order; }
  uint64_t scratch_bytes() const { return RoundUp(std::max(main.scratch_bytes, tail.scratch_bytes)); }

  // Takes make(size of a slab) for both sizes; whether they have one order of weights. Throws
  // dnnl::error.
  template <typename F>
  bool Make(const F& make) {
    main = make(size);
    if (count % size == 0 || !main.order) return static_cast<bool>(main.order);
    tail = make(count % size);
    return tail.order && tail.order == main.order;
  }
};

}  // namespace runnel::onednn

#endif  // RUNNEL_PLUGINS_ONEDNN_SLABS_H_
