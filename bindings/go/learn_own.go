package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// An OwnWeight is a weight of a layer of one's own.
type OwnWeight struct {
	Name string
	// Shape is a formula over the input x: "[dim(x, -1), 8]".
	Shape string
	// Initializer is a builder of the package initializers, or its text.
	Initializer any
}

// An OwnFunction adds nodes that compute a layer, or a loss, to the model's graph, and gives their output. It is called for
// each call of the layer, once for prediction and once for training, and must not use the model. An error of the scope will
// do as its own. An error ends what needed the nodes, and so does a panic.
type OwnFunction func(s *Scope, inputs, weights []Output, training bool) (Output, error)

// DefineLayer defines a layer of one's own: specs name it from then on, with the arguments name, trainable and dtype.
// numInputs of 0 is any number; several are x0, x1 and so on in formulas.
func (m *Model) DefineLayer(name string, numInputs int32, function OwnFunction, weights ...OwnWeight) error {
	texts := make([]string, 0, 3*len(weights))
	for _, weight := range weights {
		texts = append(texts, weight.Name, weight.Shape, specText(weight.Initializer))
	}
	views, free := cStrings(texts)
	defer free()
	return m.define(function, func(raw *C.rnl_learn_model_t, kept C.uintptr_t) *C.rnl_status_t {
		return C.runnel_go_define_layer(raw, cString(name), C.int32_t(numInputs), views, C.size_t(len(weights)), kept)
	})
}

// DefineLoss defines a loss, and metric, of one's own: of inputs[0], what is true, and inputs[1], what was predicted, it
// gives the loss of each sample.
func (m *Model) DefineLoss(name string, function OwnFunction) error {
	return m.define(function, func(raw *C.rnl_learn_model_t, kept C.uintptr_t) *C.rnl_status_t {
		return C.runnel_go_define_loss(raw, cString(name), kept)
	})
}

func (m *Model) define(function OwnFunction, call func(*C.rnl_learn_model_t, C.uintptr_t) *C.rnl_status_t) error {
	if function == nil {
		return newError(InvalidArgument, "a nil function")
	}
	return m.with(func(raw *C.rnl_learn_model_t) error {
		kept := cgo.NewHandle(function)
		err := check(call(raw, C.uintptr_t(kept)))
		if err != nil {
			kept.Delete()
		}
		return err
	})
}

//export runnelGoAddNodes
func runnelGoAddNodes(function C.uintptr_t, graph *C.rnl_graph_t, inputs *C.rnl_output_t, numInputs C.size_t,
	weights *C.rnl_output_t, numWeights C.size_t, training C.bool, out *C.rnl_output_t) (status *C.rnl_status_t) {
	defer func() {
		if trouble := recover(); trouble != nil { // nothing of Go's unwinds into C
			status = statusOf(newError(Internal, "the function panicked: %v", trouble))
		}
	}()
	shared := newGraph(C.rnl_graph_retain(graph))
	defer shared.Close()
	scope := shared.Root()
	made, err := cgo.Handle(function).Value().(OwnFunction)(scope, outputsOf(inputs, numInputs), outputsOf(weights, numWeights),
		bool(training))
	if err == nil {
		err = scope.Err()
	}
	if err != nil {
		return statusOf(err)
	}
	*out = made.raw()
	return nil
}

func outputsOf(raw *C.rnl_output_t, count C.size_t) []Output {
	outputs := make([]Output, count)
	for i, edge := range unsafe.Slice(raw, count) {
		outputs[i] = Output{Node(edge.node), int32(edge.index)}
	}
	return outputs
}
