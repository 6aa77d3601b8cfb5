// A model as the commands take it: the folder of a SavedModel, a file with TensorFlow's graph, or one
// that a plugin imports.
#ifndef RUNNEL_TOOLS_RUNNEL_SAVED_MODEL_H_
#define RUNNEL_TOOLS_RUNNEL_SAVED_MODEL_H_

#include <map>
#include <string>
#include <vector>

#include "tools/runnel/command.h"

namespace runnel::tools {

bool IsSavedModel(const std::string& path);

// "serving_default", else the first signature; empty if there is none.
std::string DefaultSignature(const rnl_saved_model_t* model);

class SavedModel {
 public:
  // With a `signature`, inputs and outputs are called by its keys; without (empty), by their tensors,
  // and in an imported model also as that calls them.
  SavedModel(rnl_runtime_t* runtime, std::string path, const std::string& signature);

  // A file with TensorFlow's graph, which is taken as a whole and has values of its own at most beside
  // it.
  bool is_graph() const;
  std::string format() const { return std::string(View(rnl_saved_model_format(model_.get()))); }
  rnl_saved_model_t* raw() const { return model_.get(); }
  GraphHandle Graph(rnl_runtime_t* runtime) const;

  // What the signature that was read names; empty if none was.
  struct Named {
    std::string key, tensor;
  };
  const std::vector<Named>& inputs() const { return inputs_; }
  const std::vector<Named>& outputs() const { return outputs_; }

  // The tensor that `name` stands for.
  std::string Tensor(const std::string& name) const;
  // What `outputs` need once `inputs` are fed; both are tensors.
  void Load(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
            const rnl_session_options_t* options, GraphHandle* graph, SessionHandle* session) const;

  // Reads a signature, whose keys then are names for its tensors.
  void ReadSignature(const std::string& wanted);

 private:
  std::string path_;
  bool names_tensors_ = true;  // tensors may be called by their names
  Handle<rnl_saved_model_t, rnl_saved_model_release> model_;
  std::vector<Named> inputs_, outputs_;
  std::map<std::string, std::string> tensors_;  // by key; empty without a signature
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_SAVED_MODEL_H_
