// Nodes of a group become one where their device has a kernel for that: element-wise ones, a product
// with those behind it, and two convolutions.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_FUSE_GROUPS_H_
#define RUNNEL_CORE_RUNTIME_PLAN_FUSE_GROUPS_H_

#include "core/runtime/plan/node_groups.h"

namespace runnel {

// From a graph and its groups to a graph with fused nodes in place of their parts, and its groups.
// Errors: RESOURCE_EXHAUSTED.
Status FuseGroups(const PassContext& context, FramedGraph* framed, NodeGroups* groups);
Status FollowProducts(const PassContext& context, FramedGraph* framed, NodeGroups* groups);
Status ComputeInBands(const PassContext& context, FramedGraph* framed, NodeGroups* groups);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_FUSE_GROUPS_H_
