#include "core/runtime/session/signature_check.h"

#include <algorithm>

#include "core/runtime/devices/device.h"

namespace runnel {

std::string OutputName(const OutputRef& output) {
  return output.node == nullptr ? "<none>" : StrCat(output.node->name(), ":", output.index);
}

Status CheckSignature(const Graph& graph, const Signature& signature) {
  if (signature.fetches.empty() && signature.targets.empty()) {
    return InvalidArgument("nothing to run: specify at least one target to fetch or execute.");
  }
  const auto check = [&](const OutputRef& output, std::string_view what) -> Status {
    if (output.node == nullptr || graph.node(output.node->id()) != output.node) {
      return InvalidArgument("a ", what, " is not part of the session's graph");
    }
    if (output.index < 0 || output.index >= output.node->num_outputs()) {
      return InvalidArgument(what, " \"", OutputName(output), "\": the node has ",
                             output.node->num_outputs(), " outputs");
    }
    return OkStatus();
  };
  for (const OutputRef& fetch : signature.fetches) RUNNEL_RETURN_IF_ERROR(check(fetch, "fetch"));
  for (const Node* target : signature.targets) {
    if (target == nullptr || graph.node(target->id()) != target) {
      return InvalidArgument("a target is not part of the session's graph");
    }
  }
  for (size_t i = 0; i < signature.feeds.size(); ++i) {
    const OutputRef& feed = signature.feeds[i];
    RUNNEL_RETURN_IF_ERROR(check(feed, "feed"));
    if (std::find(signature.feeds.begin(), signature.feeds.begin() + static_cast<ptrdiff_t>(i), feed) !=
        signature.feeds.begin() + static_cast<ptrdiff_t>(i)) {
      return InvalidArgument("\"", OutputName(feed), "\" is fed twice");
    }
    if (std::find(signature.fetches.begin(), signature.fetches.end(), feed) != signature.fetches.end()) {
      return InvalidArgument("\"", OutputName(feed), "\" is both fed and fetched");
    }
  }
  return OkStatus();
}

bool Travels(DType dtype) { return IsPlainData(dtype) || dtype == DType::kString; }

Status CheckRemoteSignature(const Graph& graph, const Signature& signature) {
  RUNNEL_RETURN_IF_ERROR(CheckSignature(graph, signature));
  return CheckTravels(signature);
}

Status CheckTravels(const Signature& signature) {
  for (const std::vector<OutputRef>* outputs : {&signature.feeds, &signature.fetches}) {
    for (const OutputRef& output : *outputs) {
      const DType dtype = output.node->output_type(output.index);
      if (Travels(dtype)) continue;
      return Status(
          Code::kUnimplemented,
          StrCat("\"", OutputName(output), "\" is a ", DTypeName(dtype),
                 ", which is of its task alone: it can be neither fed nor fetched over a network"),
          output.node->name());
    }
  }
  return OkStatus();
}

Status NeverComputed(const OutputRef& fetch) {
  return Status(Code::kInvalidArgument,
                StrCat("node \"", fetch.node->name(), "\" (", fetch.node->op(),
                       ") has never run, so there is no value \"", OutputName(fetch),
                       "\": it waits for what a loop gives in no iteration"),
                fetch.node->name());
}

Status CheckFeed(const Runtime* runtime, const OutputRef& feed, const Tensor& value) {
  const DType want = feed.node->output_type(feed.index);
  if (value.empty()) return InvalidArgument("the feed of \"", OutputName(feed), "\" is empty");
  if (value.dtype() != want) {
    return InvalidArgument("the feed of \"", OutputName(feed), "\" must be ", DTypeName(want), ", got ",
                           DTypeName(value.dtype()));
  }
  if (Device* device = value.on_host() || !value.buffer() ? nullptr : value.buffer()->device();
      device != nullptr && (runtime == nullptr || !device->belongs_to(runtime))) {
    return InvalidArgument("the feed of \"", OutputName(feed), "\" lies in memory of ", device->name(),
                           ", which belongs to another runtime: copy it to the host first");
  }
  return CheckFeedShape(feed, value.shape());
}

Status CheckFeedShape(const OutputRef& feed, const Shape& given) {
  // An unknown shape takes anything.
  const Shape& shape = feed.node->output_shape(feed.index);
  if (!shape.IsCompatibleWith(given)) {
    return InvalidArgument("the feed of \"", OutputName(feed), "\" must have shape ", shape.ToString(),
                           ", got ", given.ToString());
  }
  return OkStatus();
}

Status CheckFeeds(const Runtime* runtime, const Signature& signature, std::span<const Tensor> feeds) {
  if (feeds.size() != signature.feeds.size()) {
    return InvalidArgument("the signature has ", signature.feeds.size(), " feeds, got ", feeds.size(),
                           " values");
  }
  for (size_t i = 0; i < feeds.size(); ++i)
    RUNNEL_RETURN_IF_ERROR(CheckFeed(runtime, signature.feeds[i], feeds[i]));
  return OkStatus();
}

}  // namespace runnel
