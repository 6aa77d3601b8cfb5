// One import: walks the model's graph, converts node by node, and writes signatures and functions.
#ifndef RUNNEL_PLUGINS_ONNX_IMPORTER_H_
#define RUNNEL_PLUGINS_ONNX_IMPORTER_H_

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/onnx/node.h"

namespace runnel::onnx {

class Importer {
 public:
  Importer(const rnlp_host_t* host, const rnlp_import_t* import);
  // Throws Failure. Ownership: the caller owns the status.
  rnlp_status_t* Run();

  // ---- for conversions ----

  // Converts a graph that is an attribute in the place of its node, with `inputs` for its inputs; gives
  // its outputs.
  Values Inline(Scope& scope, const GraphProto& graph, const Values& inputs);
  // What a graph reads of the scope around it and is no constant there, by name.
  std::vector<std::pair<std::string_view, Value>> Captures(const Scope& scope, const GraphProto& graph);

  // A body of a function to be filled by InlineInto and the builder; its values are the captures.
  struct Body {
    explicit Body(const plugin::NodeList& graph) : writer(graph) {}
    plugin::FunctionWriter writer;
    Builder b{&writer};
    Scope scope;
    Values arguments;  // without the captures
  };
  const plugin::NodeList& graph() const { return graph_; }
  // Constants of `outer` are seen in the body as they are.
  void Begin(Body* body, const Scope& outer, const Values& arguments,
             const std::vector<std::pair<std::string_view, Value>>& captures);
  // Adds the function; gives its name.
  std::string End(Body* body, std::string_view wanted, const Values& results);
  // The content of an initializer or attribute.
  Value ReadTensor(const TensorProto& proto);

 private:
  void ConvertNodes(Scope& scope, const std::vector<NodeProto>& nodes);
  void ConvertNode(Scope& scope, const NodeProto& proto);
  void Convert(Node& n);
  void Call(Node& n, const FunctionProto& function);
  void Unknown(Scope& scope, const NodeProto& proto, const std::string& why);
  void AddInitializers(Scope& scope, const GraphProto& graph);
  std::string Option(std::string_view key) const;
  Value Variable(const TensorProto& tensor, const Value& initial);
  void Define(Scope& scope, std::string_view name, Value value);
  Value Placeholder(const ValueInfo& info);
  std::string_view External(const TensorProto& proto, uint64_t needed);
  void CollectReads(const GraphProto& graph, std::set<std::string_view>* out) const;

  const rnlp_host_t* const host_;
  const rnlp_import_t* const import_;
  ModelProto model_;
  plugin::GraphWriter graph_;
  uint64_t allowance_ = 0;  // for transposed constants: the bytes of the model's files
  std::set<std::string_view> opened_;
  Builder builder_;
  std::map<std::pair<std::string_view, std::string_view>, const FunctionProto*> functions_;
  std::set<std::string, std::less<>> function_names_;
  std::string last_unknown_;               // the op of the last node that could not be expressed
  bool makes_variables_ = false;           // option "variables"
  std::vector<std::string> assignments_;   // of variables, by their nodes
  std::set<std::string_view> statistics_;  // initializers that are no weights: of BatchNormalization
  int64_t budget_ = 0;  // nodes that may still be converted, as functions can call functions
};

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_IMPORTER_H_
