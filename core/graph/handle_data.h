// HandleData: what shape functions and nodes say of a resource.
#ifndef RUNNEL_CORE_GRAPH_HANDLE_DATA_H_
#define RUNNEL_CORE_GRAPH_HANDLE_DATA_H_

#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

namespace runnel {

// What a resource output refers to, if known: the type and shape that ReadVariableOp will give.
struct HandleData {
  DType dtype = DType::kInvalid;
  Shape shape = Shape::Unknown();
};

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_HANDLE_DATA_H_
