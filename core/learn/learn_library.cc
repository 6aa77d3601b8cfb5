// Built twice, as core/ops/families.cc is: for librunnel, which opens the library, and for what links
// core statically.
#include "core/learn/learn.h"
#include "core/runtime/plugins/library_file.h"

#ifndef RUNNEL_OPENS_FAMILIES
#include "core/learn/adapt.h"
#include "core/learn/describe.h"
#include "core/learn/model.h"
#endif

namespace runnel::learn {

Result<const LearnPart*> OpenLearn() {
  if constexpr (kMinimal) return LeftOut("models of layers");
#ifdef RUNNEL_OPENS_FAMILIES
  const auto part = OpenPart("librunnel_learn.so");
  if (!part.ok())
    return part.status().WithPrefix("models of layers need librunnel_learn.so beside librunnel");
  return static_cast<const LearnPart*>(*part);
#else
  static constinit const LearnPart kPart = {{kBuildMark},  &CreateModel,  &DescribeRows,
                                            &TheTrainPart, &TheKerasPart, &AdaptSpec};
  return &kPart;
#endif
}

}  // namespace runnel::learn
