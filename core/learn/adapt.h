// What layers learn from data before they are made: the means of Normalization, vocabularies, boundaries
// of bins. A spec goes in, and the same spec with these as arguments comes out, so that a model's text
// says all of it.
#ifndef RUNNEL_CORE_LEARN_ADAPT_H_
#define RUNNEL_CORE_LEARN_ADAPT_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/row.h"
#include "core/runtime/session/session.h"

namespace runnel::learn {

// The argument of an AdaptFn.
struct AdaptContext {
  const BoundRow& row;
  const Tensor& data;  // in host memory, of at least one dimension and one element
  const Ref<Runtime>& runtime;
  Spec* spec;  // gets arguments

  void Set(std::string_view argument, SpecValue value);
  // Elements as numbers. Errors: INVALID_ARGUMENT for strings.
  Result<std::vector<double>> Numbers() const;
  // Runs nodes that `build` adds over the data.
  using BuildFn = std::function<Result<std::vector<OutputRef>>(GraphBuilder& b, OutputRef data)>;
  Result<std::vector<Tensor>> Run(const BuildFn& build) const;
};

SpecValue ListOf(const std::vector<double>& values);

// Errors: those of specs; INVALID_ARGUMENT for a layer that learns nothing from data, or data that does
// not fit.
Result<std::string> AdaptSpec(const Ref<Runtime>& runtime, std::string_view spec, const Tensor& data);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_ADAPT_H_
