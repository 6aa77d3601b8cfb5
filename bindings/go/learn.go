package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"fmt"
	"strings"
	"unsafe"
)

// A Model is made of layers, and is trained. Names, arguments and defaults of layers, losses and so on are Keras'. Where
// one is wanted, a builder of the packages layers, losses, optimizers and their neighbours will do, and its text:
// "Dense(128, activation=relu)". Equal models with equal seeds are equal, in every language that Runnel has. Calls wait for
// each other.
//
//	model, err := runnel.Sequential(runtime, 1, layers.Input(784), layers.Dense(128).Activation("relu"),
//		layers.Dense(10).Activation("softmax"))
//	...
//	err = model.Compile(runnel.CompileOptions{Optimizer: optimizers.Adam(),
//		Losses: []any{losses.SparseCategoricalCrossentropy()}, Metrics: []any{"accuracy"}})
//	...
//	history, err := model.Fit(runnel.Samples{Inputs: images, Targets: labels}, runnel.FitOptions{Epochs: 5})
type Model struct{ h *handle }

// A Value of a model is an input, or what a layer gives.
type Value struct {
	model *Model
	index C.rnl_learn_value_t
}

// NewModel makes a model without layers. All initial weights and orders of samples follow from the seed, which is at least
// 1; dtype, a floating one, is that of weights.
func NewModel(r *Runtime, seed int64, dtype DType) (*Model, error) {
	return newModel(r, fmt.Sprintf("seed=%d, dtype=%s", seed, dtype))
}

// NewModelOn makes a model on a device of the runtime, "/device:CUDA:0"; ops that have no kernel there run on the CPU.
func NewModelOn(r *Runtime, seed int64, dtype DType, device string) (*Model, error) {
	return newModel(r, fmt.Sprintf("seed=%d, dtype=%s, device='%s'", seed, dtype, device))
}

func newModel(r *Runtime, options string) (*Model, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var model *C.rnl_learn_model_t
	if err := check(C.rnl_learn_model_create(raw, cString(options), &model)); err != nil {
		return nil, err
	}
	return adoptModel(model), nil
}

func adoptModel(raw *C.rnl_learn_model_t) *Model {
	return &Model{newHandle(unsafe.Pointer(raw), "model", func(p unsafe.Pointer) {
		C.rnl_learn_model_release((*C.rnl_learn_model_t)(p))
	})}
}

// OpenKeras opens a model that Keras 3 saved as a file NAME.keras, compiled as the file says.
func OpenKeras(r *Runtime, path string) (*Model, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var model *C.rnl_learn_model_t
	if err := check(C.rnl_learn_model_open(raw, cString(path), cString(""), &model)); err != nil {
		return nil, err
	}
	return adoptModel(model), nil
}

// Adapt gives the spec of a layer with what it learns from samples, as the means of Normalization or a vocabulary.
func Adapt(r *Runtime, layer any, data *Tensor) (string, error) {
	raw, err := r.use()
	if err != nil {
		return "", err
	}
	defer r.h.done()
	samples, err := data.use()
	if err != nil {
		return "", err
	}
	defer data.h.done()
	var spec *C.rnl_bytes_t
	if err := check(C.rnl_learn_adapt(raw, cString(specText(layer)), samples, &spec)); err != nil {
		return "", err
	}
	return string(takeBytes(spec)), nil
}

// Sequential makes a model of layers that follow each other; the first is layers.Input.
func Sequential(r *Runtime, seed int64, layers ...any) (*Model, error) {
	model, err := NewModel(r, seed, Float)
	if err != nil {
		return nil, err
	}
	if err := model.Add(layers...); err != nil {
		model.Close()
		return nil, err
	}
	return model, nil
}

// Close gives the model back.
func (m *Model) Close() { m.h.close() }

func (m *Model) use() (*C.rnl_learn_model_t, error) {
	if m == nil {
		return nil, newError(InvalidArgument, "a nil model")
	}
	raw, err := m.h.use()
	return (*C.rnl_learn_model_t)(raw), err
}

// with calls f with the model, alive.
func (m *Model) with(f func(*C.rnl_learn_model_t) error) error {
	raw, err := m.use()
	if err != nil {
		return err
	}
	defer m.h.done()
	return f(raw)
}

// Add calls each layer on what was added before it.
func (m *Model) Add(layers ...any) error {
	return m.with(func(raw *C.rnl_learn_model_t) error {
		for _, layer := range layers {
			if err := check(C.rnl_learn_model_add(raw, cString(specText(layer)))); err != nil {
				return err
			}
		}
		return nil
	})
}

// Input adds an input whose samples have these dims; -1: any size. An empty name is made up.
func (m *Model) Input(name string, dtype DType, dims ...int64) (*Value, error) {
	value := &Value{model: m}
	err := m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_input(raw, cString(name), C.rnl_dtype_t(dtype), rankOf(dims), dimsOf(dims), &value.index))
	})
	if err != nil {
		return nil, err
	}
	return value, nil
}

// Call gives what a new layer computes of values of this model.
func (m *Model) Call(layer any, inputs ...*Value) (*Value, error) {
	return m.call(inputs, func(raw *C.rnl_learn_model_t, values []C.rnl_learn_value_t, out *C.rnl_learn_value_t) *C.rnl_status_t {
		return C.rnl_learn_model_call(raw, cString(specText(layer)), first(values), C.size_t(len(values)), out)
	})
}

// CallAgain is Call of a layer that the model has, by name, with its weights.
func (m *Model) CallAgain(layerName string, inputs ...*Value) (*Value, error) {
	return m.call(inputs, func(raw *C.rnl_learn_model_t, values []C.rnl_learn_value_t, out *C.rnl_learn_value_t) *C.rnl_status_t {
		return C.rnl_learn_model_call_again(raw, cString(layerName), first(values), C.size_t(len(values)), out)
	})
}

func (m *Model) call(inputs []*Value, call func(*C.rnl_learn_model_t, []C.rnl_learn_value_t, *C.rnl_learn_value_t) *C.rnl_status_t) (*Value, error) {
	values, err := m.indices(inputs)
	if err != nil {
		return nil, err
	}
	made := &Value{model: m}
	err = m.with(func(raw *C.rnl_learn_model_t) error { return check(call(raw, values, &made.index)) })
	if err != nil {
		return nil, err
	}
	return made, nil
}

func (m *Model) indices(values []*Value) ([]C.rnl_learn_value_t, error) {
	indices := make([]C.rnl_learn_value_t, len(values))
	for i, value := range values {
		if value == nil || value.model != m {
			return nil, newError(InvalidArgument, "value %d is none of this model", i)
		}
		indices[i] = value.index
	}
	return indices, nil
}

// SetOutputs says what the model gives. One that was compiled must be compiled again.
func (m *Model) SetOutputs(values ...*Value) error {
	indices, err := m.indices(values)
	if err != nil {
		return err
	}
	return m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_set_outputs(raw, first(indices), C.size_t(len(indices))))
	})
}

// Inputs are the model's inputs.
func (m *Model) Inputs() ([]*Value, error) {
	return m.values(func(raw *C.rnl_learn_model_t, out *C.rnl_learn_value_t, room C.size_t, count *C.size_t) *C.rnl_status_t {
		return C.rnl_learn_model_inputs(raw, out, room, count)
	})
}

// Outputs are what the model gives.
func (m *Model) Outputs() ([]*Value, error) {
	return m.values(func(raw *C.rnl_learn_model_t, out *C.rnl_learn_value_t, room C.size_t, count *C.size_t) *C.rnl_status_t {
		return C.rnl_learn_model_outputs(raw, out, room, count)
	})
}

func (m *Model) values(call func(*C.rnl_learn_model_t, *C.rnl_learn_value_t, C.size_t, *C.size_t) *C.rnl_status_t) ([]*Value, error) {
	var values []*Value
	err := m.with(func(raw *C.rnl_learn_model_t) error {
		indices := make([]C.rnl_learn_value_t, 16)
		var count C.size_t
		err := check(call(raw, &indices[0], C.size_t(len(indices)), &count))
		if err != nil && int(count) > len(indices) {
			indices = make([]C.rnl_learn_value_t, count)
			err = check(call(raw, &indices[0], count, &count))
		}
		for i := 0; err == nil && i < int(count); i++ {
			values = append(values, &Value{m, indices[i]})
		}
		return err
	})
	return values, err
}

// LayerNames lists the layers in the order in which they were added.
func (m *Model) LayerNames() ([]string, error) {
	return m.names(func(raw *C.rnl_learn_model_t, out **C.rnl_names_t) *C.rnl_status_t {
		return C.rnl_learn_model_layer_names(raw, out)
	})
}

// WeightNames are as "dense/kernel".
func (m *Model) WeightNames() ([]string, error) {
	return m.names(func(raw *C.rnl_learn_model_t, out **C.rnl_names_t) *C.rnl_status_t {
		return C.rnl_learn_model_weight_names(raw, out)
	})
}

func (m *Model) names(call func(*C.rnl_learn_model_t, **C.rnl_names_t) *C.rnl_status_t) ([]string, error) {
	var list []string
	err := m.with(func(raw *C.rnl_learn_model_t) error {
		var names *C.rnl_names_t
		if err := check(call(raw, &names)); err != nil {
			return err
		}
		list = takeNames(names)
		return nil
	})
	return list, err
}

func (m *Model) bytes(call func(*C.rnl_learn_model_t, **C.rnl_bytes_t) *C.rnl_status_t) ([]byte, error) {
	var given []byte
	err := m.with(func(raw *C.rnl_learn_model_t) error {
		var bytes *C.rnl_bytes_t
		if err := check(call(raw, &bytes)); err != nil {
			return err
		}
		given = takeBytes(bytes)
		return nil
	})
	return given, err
}

// Summary is a table of layers, shapes and numbers of weights.
func (m *Model) Summary() (string, error) {
	text, err := m.bytes(func(raw *C.rnl_learn_model_t, out **C.rnl_bytes_t) *C.rnl_status_t {
		return C.rnl_learn_model_summary(raw, out)
	})
	return string(text), err
}

// SetTrainable says whether Compile lets the layer's weights be trained.
func (m *Model) SetTrainable(layerName string, trainable bool) error {
	return m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_set_trainable(raw, cString(layerName), C.bool(trainable)))
	})
}

// ResetStates makes states of recurrent layers with stateful=true 0 again.
func (m *Model) ResetStates() error {
	return m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_reset_states(raw))
	})
}

// Shape is what is known of a value: its dtype and dims, nil if nothing is; -1: any size. The first is the batch.
func (v *Value) Shape() (dtype DType, dims []int64, err error) {
	var code C.rnl_dtype_t
	var rank C.int32_t
	sizes := make([]C.int64_t, 254)
	err = v.model.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_value(raw, v.index, &code, &rank, &sizes[0], C.size_t(len(sizes))))
	})
	for i := 0; err == nil && i < int(rank); i++ {
		dims = append(dims, int64(sizes[i]))
	}
	return DType(code), dims, err
}

// Name is that of the layer that gives the value, or the input's.
func (v *Value) Name() (string, error) {
	name, err := v.model.bytes(func(raw *C.rnl_learn_model_t, out **C.rnl_bytes_t) *C.rnl_status_t {
		return C.rnl_learn_model_value_name(raw, v.index, out)
	})
	return string(name), err
}

// Output is the node of the model's graph that predicts the value.
func (v *Value) Output() (Output, error) {
	out := NoOutput
	err := v.model.with(func(raw *C.rnl_learn_model_t) error {
		var edge C.rnl_output_t
		if err := check(C.rnl_learn_model_output(raw, v.index, &edge)); err != nil {
			return err
		}
		out = Output{Node(edge.node), int32(edge.index)}
		return nil
	})
	return out, err
}

// Plus is a layer that adds.
func (v *Value) Plus(other *Value) (*Value, error) { return v.model.Call("Add", v, other) }

// Minus is a layer that subtracts.
func (v *Value) Minus(other *Value) (*Value, error) { return v.model.Call("Subtract", v, other) }

// Times is a layer that multiplies.
func (v *Value) Times(other *Value) (*Value, error) { return v.model.Call("Multiply", v, other) }

// Scaled is a layer that gives scale * v + offset.
func (v *Value) Scaled(scale, offset float64) (*Value, error) {
	return v.model.Call(NewSpec("Rescaling").Set("scale", scale).Set("offset", offset), v)
}

// Save writes a checkpoint of the weights, and of what a fit needs to go on as if it had never ended.
func (m *Model) Save(prefix string) error { return m.save(prefix, "") }

// SaveWeights writes a checkpoint of the weights alone, under Keras' names.
func (m *Model) SaveWeights(prefix string) error { return m.save(prefix, "optimizer=false") }

func (m *Model) save(prefix, options string) error {
	return m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_save(raw, cString(prefix), cString(options)))
	})
}

// Load assigns what Save wrote, or nothing of it.
func (m *Model) Load(prefix string) error { return m.load(prefix, "") }

// LoadWeights assigns the weights alone.
func (m *Model) LoadWeights(prefix string) error { return m.load(prefix, "optimizer=false") }

func (m *Model) load(prefix, options string) error {
	return m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_load(raw, cString(prefix), cString(options)))
	})
}

// SaveKeras writes the weights, and what the optimizer of a compiled model keeps of them, as Keras' file, NAME.weights.h5.
func (m *Model) SaveKeras(path string) error {
	return m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_save_weights(raw, cString(path)))
	})
}

// LoadKeras assigns what such a file has, or nothing of it.
func (m *Model) LoadKeras(path string) error {
	return m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_load_weights(raw, cString(path)))
	})
}

// Export writes a SavedModel with the signature "serving_default".
func (m *Model) Export(folder string) error {
	return m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_export(raw, cString(folder)))
	})
}

// Freeze is a GraphDef of what predicts, with the weights as constants.
func (m *Model) Freeze() ([]byte, error) {
	return m.bytes(func(raw *C.rnl_learn_model_t, out **C.rnl_bytes_t) *C.rnl_status_t {
		return C.rnl_learn_model_freeze(raw, out)
	})
}

// Session is the model's own, for steps of one's own. Close gives the model back no more than other handles; use it
// while the model is open.
func (m *Model) Session() (*Session, error) {
	var session *Session
	err := m.with(func(raw *C.rnl_learn_model_t) error {
		var made *C.rnl_session_t
		if err := check(C.rnl_learn_model_session(raw, &made)); err != nil {
			return err
		}
		session = newSession(made)
		return nil
	})
	return session, err
}

// Graph is what the model's nodes are in.
func (m *Model) Graph() (*Graph, error) {
	var graph *Graph
	err := m.with(func(raw *C.rnl_learn_model_t) error {
		var made *C.rnl_graph_t
		if err := check(C.rnl_learn_model_graph(raw, &made)); err != nil {
			return err
		}
		graph = newGraph(made)
		return nil
	})
	return graph, err
}

// DescribeLayers has a line of JSON for each layer, loss, optimizer and whatever else specs may name.
func DescribeLayers() ([]string, error) {
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_learn_describe(&bytes)); err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSpace(string(takeBytes(bytes))), "\n"), nil
}
