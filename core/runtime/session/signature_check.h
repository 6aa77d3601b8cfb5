// What every session checks of a request before anything runs: the local one and those on clusters.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_SIGNATURE_CHECK_H_
#define RUNNEL_CORE_RUNTIME_SESSION_SIGNATURE_CHECK_H_

#include <span>
#include <string>

#include "core/runtime/session/session.h"

namespace runnel {

// "node:0", for messages.
std::string OutputName(const OutputRef& output);

// Errors: INVALID_ARGUMENT for an empty request, what is not of the graph, a duplicate feed, fed and
// fetched.
Status CheckSignature(const Graph& graph, const Signature& signature);

// Whether a value of this type can go to another process.
bool Travels(DType dtype);
// Errors: UNIMPLEMENTED for a feed or fetch whose value is only of the process that has it.
Status CheckTravels(const Signature& signature);
// CheckSignature and CheckTravels.
Status CheckRemoteSignature(const Graph& graph, const Signature& signature);

// The status of a step that ended well without a value for a fetch: even in a graph whose edges all fit,
// an Exit may never be reached by an iteration.
Status NeverComputed(const OutputRef& fetch);

// Whether `value` may be fed, on the host or on a device of `runtime` (null: only on the host). Errors:
// INVALID_ARGUMENT with what was expected and what came.
Status CheckFeed(const Runtime* runtime, const OutputRef& feed, const Tensor& value);
// Of a shape alone.
Status CheckFeedShape(const OutputRef& feed, const Shape& given);
Status CheckFeeds(const Runtime* runtime, const Signature& signature, std::span<const Tensor> feeds);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_SIGNATURE_CHECK_H_
