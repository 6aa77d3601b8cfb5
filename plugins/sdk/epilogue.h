// What follows a product or a convolution in the same kernel: attr "epilogue" of _FusedMatMul and
// _FusedConv2D, its steps with semicolons between, for plugins that have a bias and Relu. A plugin with
// more functions reads the attr itself.
#ifndef RNLP_SDK_EPILOGUE_H_
#define RNLP_SDK_EPILOGUE_H_

#include <string_view>

#include "shape.h"
#include "status.h"

namespace runnel::plugin {

struct Epilogue {
  bool has_bias = false, relu = false;

  // Of a node. Errors: UNIMPLEMENTED for what Refuse has a reason against.
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    rnlp_str_t text = {};
    RNLP_TRY(host->attr_string(host, node, "epilogue", &text));
    if (Read({text.data, text.size})) return nullptr;
    return Fail(host, RNLP_UNIMPLEMENTED, "epilogue \"%.*s\": there are BiasAdd and Relu here",
                static_cast<int>(text.size), text.data);
  }
  // Why a node cannot be run; NULL: it can.
  static const char* Refuse(const rnlp_host_t* host, const rnlp_node_t* node) {
    rnlp_str_t text = {};
    if (rnlp_status_t* status = host->attr_string(host, node, "epilogue", &text)) {
      host->status_release(host, status);
      return "it has no epilogue";
    }
    Epilogue read;
    return read.Read({text.data, text.size}) ? nullptr
                                             : "of what may follow a product there are BiasAdd and Relu";
  }
  // The bias of a run, a vector of `columns`; NULL without one. Errors: INVALID_ARGUMENT.
  rnlp_status_t* Bias(const rnlp_run_t* run, const char* op, int64_t columns,
                      const rnlp_tensor_t** out) const {
    *out = nullptr;
    if (run->num_inputs != (has_bias ? 3u : 2u)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the epilogue does not go with %u inputs", op,
                  run->num_inputs);
    }
    if (!has_bias) return nullptr;
    *out = run->inputs[2];
    if ((*out)->rank == 1 && (*out)->dims[0] == columns) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: the bias should be a vector of %lld, got shape %s", op,
                static_cast<long long>(columns), ShapeText(*out).c_str());
  }

 private:
  bool Read(std::string_view text) {
    has_bias = text == "BiasAdd" || text == "BiasAdd;Relu";
    relu = text == "Relu" || text == "BiasAdd;Relu";
    return has_bias || relu;
  }
};

}  // namespace runnel::plugin

#endif  // RNLP_SDK_EPILOGUE_H_
