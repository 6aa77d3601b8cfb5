// What `runnel inspect` tells of a plan: shapes, passes, memory, placement.
#include <cstdio>

#include "tools/common/error.h"
#include "tools/runnel/drawing.h"
#include "tools/runnel/inspect.h"

namespace runnel::tools {
namespace {

struct PlanNode {
  std::string_view name, op, device, reason;
  int32_t region = -1;
};

PlanNode NodeOf(const rnl_plan_t* plan, size_t i) {
  rnl_str_t name, op, device, reason;
  PlanNode node;
  Check(rnl_plan_node(plan, i, &name, &op, &device, &reason, &node.region));
  node.name = View(name);
  node.op = View(op);
  node.device = View(device);
  node.reason = View(reason);
  return node;
}

// The regions, their values included, as drawings take them.
std::vector<DrawnRegion> RegionsOf(const rnl_plan_t* plan) {
  std::vector<DrawnRegion> regions;
  for (size_t r = 0; r < rnl_plan_num_regions(plan); ++r) {
    DrawnRegion& region = regions.emplace_back();
    rnl_str_t device;
    uint64_t live = 0;
    Check(rnl_plan_region(plan, r, &device, &region.num_ops, &region.arena_bytes, &live));
    region.title = Cat("region ", r, " on ", View(device), ": ", region.num_ops, " ops, ",
                       region.arena_bytes, " bytes, ", live, " of them in use at once");
    for (size_t v = 0; v < rnl_plan_num_values(plan, r); ++v) {
      DrawnValue& value = region.values.emplace_back();
      rnl_str_t name;
      Check(rnl_plan_value(plan, r, v, &name, &value.offset, &value.bytes, &value.first, &value.last));
      value.name = View(name);
    }
  }
  return regions;
}

std::string Columns(const std::string& left, size_t width, const std::string& right) {
  return Cat(left, std::string(left.size() < width ? width - left.size() : 1, ' '), right);
}

std::string Microseconds(double ns, const char* otherwise) {
  if (ns < 0) return otherwise;
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f us", ns / 1000);
  return text;
}

}  // namespace

PlanHandle MakePlan(rnl_session_t* session, const Inspected& what) {
  std::vector<const int64_t*> dims;
  for (const std::vector<int64_t>& of : what.feed_dims) dims.push_back(of.data());
  PlanHandle plan;
  Check(rnl_session_plan(session, what.feeds.data(), what.feed_ranks.data(), dims.data(),
                         what.feeds.size(), what.fetches.data(), what.fetches.size(),
                         what.targets.data(), what.targets.size(), Out(&plan)));
  return plan;
}

std::string ShapeText(int32_t rank, const int64_t* dims) {
  if (rank < 0) return "<unknown>";
  std::string text = "[";
  for (int32_t d = 0; d < rank; ++d)
    text += Cat(d == 0 ? "" : ",", dims[d] < 0 ? "?" : std::to_string(dims[d]));
  return text + "]";
}

void ShapeJson(int32_t rank, const int64_t* dims, JsonWriter* json) {
  if (rank < 0) {
    json->Null();
    return;
  }
  json->BeginArray();
  for (int32_t d = 0; d < rank; ++d) json->Int(dims[d]);
  json->EndArray();
}

void DescribeShapes(const rnl_plan_t* plan, JsonWriter* json, std::string* text) {
  json->Key("shapes").BeginArray();
  *text += "\nshapes\n";
  for (size_t i = 0; i < rnl_plan_num_nodes(plan); ++i) {
    const PlanNode node = NodeOf(plan, i);
    json->BeginObject().Key("name").String(node.name).Key("op").String(node.op);
    json->Key("outputs").BeginArray();
    std::string outputs;
    for (size_t k = 0; k < rnl_plan_num_node_outputs(plan, i); ++k) {
      rnl_dtype_t dtype = RNL_INVALID;
      int32_t rank = -1;
      const int64_t* dims = nullptr;
      Check(rnl_plan_node_output(plan, i, k, &dtype, &rank, &dims));
      json->BeginObject().Key("dtype").String(View(rnl_dtype_name(dtype))).Key("shape");
      ShapeJson(rank, dims, json);
      json->EndObject();
      outputs += Cat(k == 0 ? "" : " ", View(rnl_dtype_name(dtype)), ShapeText(rank, dims));
    }
    json->EndArray().EndObject();
    *text += Cat("  ", Columns(Cat(node.name, " (", node.op, ")"), 48, outputs), "\n");
  }
  json->EndArray();
}

void DescribePasses(const rnl_plan_t* plan, JsonWriter* json, std::string* text) {
  json->Key("passes").BeginArray();
  *text += "\npasses, and the nodes before and after\n";
  for (size_t i = 0; i < rnl_plan_num_passes(plan); ++i) {
    rnl_str_t name;
    int64_t before = 0, after = 0;
    rnl_str_t doc;
    Check(rnl_plan_pass(plan, i, &name, &before, &after));
    Check(rnl_plan_pass_doc(plan, i, &doc));
    json->BeginObject().Key("name").String(View(name)).Key("nodes_before").Int(before);
    json->Key("nodes_after").Int(after).Key("doc").String(View(doc)).EndObject();
    const std::string counts = Cat(before, " -> ", after);
    *text += Cat("  ", Columns(std::string(View(name)), 12, Columns(counts, 18, std::string(View(doc)))),
                 "\n");
  }
  json->EndArray();
}

void DescribeMemory(const rnl_plan_t* plan, JsonWriter* json, std::string* text) {
  json->Key("memory").BeginObject().Key("arena_bytes").Uint(rnl_plan_arena_bytes(plan));
  json->Key("launches").Int(rnl_plan_launches(plan)).Key("regions").BeginArray();
  *text += Cat("\nmemory: ", rnl_plan_arena_bytes(plan), " bytes of arenas\n");
  const std::vector<DrawnRegion> regions = RegionsOf(plan);
  for (size_t r = 0; r < regions.size(); ++r) {
    const DrawnRegion& region = regions[r];
    rnl_str_t device;
    uint64_t live = 0;
    Check(rnl_plan_region(plan, r, &device, nullptr, nullptr, &live));
    json->BeginObject().Key("device").String(View(device)).Key("arena_bytes").Uint(region.arena_bytes);
    json->Key("live_bytes").Uint(live).Key("ops").BeginArray();
    for (size_t k = 0; k < region.num_ops; ++k) {
      rnl_str_t op;
      Check(rnl_plan_region_op(plan, r, k, &op));
      json->String(View(op));
    }
    json->EndArray().Key("values").BeginArray();
    *text += Cat("  ", region.title, "\n");
    for (const DrawnValue& value : region.values) {
      json->BeginObject().Key("name").String(value.name).Key("offset").Uint(value.offset);
      json->Key("bytes").Uint(value.bytes).Key("first").Uint(value.first).Key("last").Uint(value.last);
      json->EndObject();
      *text += Cat("    ",
                   Columns(value.name, 40,
                           Cat(value.bytes, " bytes at ", value.offset, ", ops ", value.first, " to ",
                               value.last)),
                   "\n");
    }
    json->EndArray().EndObject();
  }
  json->EndArray().EndObject();
}

void DescribePlacement(const rnl_plan_t* plan, JsonWriter* json, std::string* text) {
  json->Key("placement").BeginArray();
  *text += "\nplacement\n";
  for (size_t i = 0; i < rnl_plan_num_nodes(plan); ++i) {
    const PlanNode node = NodeOf(plan, i);
    json->BeginObject().Key("node").String(node.name).Key("op").String(node.op);
    json->Key("device").String(node.device).Key("reason").String(node.reason);
    double estimate_ns = -1, measured_ns = -1;
    Check(rnl_plan_node_cost(plan, i, &estimate_ns, &measured_ns));
    json->Key("estimate_ns");
    if (estimate_ns < 0) {
      json->Null();
    } else {
      json->Double(estimate_ns);
    }
    json->Key("measured_ns");
    if (measured_ns < 0) {
      json->String("not_measured");
    } else {
      json->Double(measured_ns);
    }
    json->Key("region");
    if (node.region < 0) {
      json->Null();
    } else {
      json->Int(node.region);
    }
    json->EndObject();
    const size_t at = node.device.rfind("/device:");
    const std::string_view device = at == std::string_view::npos ? node.device : node.device.substr(at);
    const std::string costs =
        Cat(Microseconds(estimate_ns, "no estimate"), ", ", Microseconds(measured_ns, "not measured"));
    *text += Cat("  ",
                 Columns(Cat(node.name, " (", node.op, ")"), 48,
                         Columns(Cat(device, "  ", costs), 48, std::string(node.reason))),
                 "\n");
  }
  json->EndArray();
}

std::string MemorySvg(const rnl_plan_t* plan) { return DrawMemory(RegionsOf(plan)); }

}  // namespace runnel::tools
