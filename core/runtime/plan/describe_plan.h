// Fills a PlanDescription.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_DESCRIBE_PLAN_H_
#define RUNNEL_CORE_RUNTIME_PLAN_DESCRIBE_PLAN_H_

#include "core/runtime/plan/plan_description.h"
#include "core/runtime/plan/region_set.h"

namespace runnel {

// Nodes, regions and what placement had to give up. What a node costs its kernel may have to say, which
// `objects` then makes.
void DescribeRegionSet(const PassContext& context, const RegionSet& set, PlanObjects* objects,
                       PlanDescription* description);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_DESCRIBE_PLAN_H_
