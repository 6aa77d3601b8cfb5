// What a model keeps between programs: its weights, and what its optimizer has learned of them, as a
// checkpoint; and what it consists of, by name.
#ifndef RUNNEL_CORE_LEARN_MODEL_STATE_H_
#define RUNNEL_CORE_LEARN_MODEL_STATE_H_

#include <span>
#include <string>
#include <vector>

#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"
#include "core/learn/compile.h"
#include "core/learn/layers.h"
#include "core/learn/learn.h"
#include "core/runtime/session/session.h"

namespace runnel::learn {

// Writes the weights and, unless it is null, the state of what the model was compiled to. The state has
// the same names whichever compilation of the model it is of: "optimizer/iteration". Errors: those of
// the step that reads the variables and of BundleWriter.
Status SaveModel(Session& session, const Layers& layers, const CompiledModel* compiled,
                 const std::string& prefix);
// The same, to a checkpoint that the caller finishes.
Status WriteModel(Session& session, const Layers& layers, const CompiledModel* compiled,
                  BundleWriter* writer);
// Assigns all that SaveModel wrote, or nothing. A checkpoint without any optimizer's state leaves that
// as it is. Errors: NOT_FOUND listing what the checkpoint lacks; INVALID_ARGUMENT naming a variable of
// another type or shape; those of BundleReader.
Status LoadModel(Session& session, Allocator* allocator, const Layers& layers,
                 const CompiledModel* compiled, const std::string& prefix);
Status ReadModel(Session& session, Allocator* allocator, const Layers& layers,
                 const CompiledModel* compiled, const BundleReader& reader);

// Values of variables, in their order.
Result<std::vector<Tensor>> ReadVariables(Session& session, std::span<const Weight* const> variables);
// All in one step. The values have the variables' types and shapes.
Status AssignVariables(Session& session, std::span<const Weight* const> variables,
                       std::span<const Tensor> values);

ModelNames NamesOf(const Layers& layers);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_MODEL_STATE_H_
