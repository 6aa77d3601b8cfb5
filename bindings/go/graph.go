package runnel

/*
#include "bridge.h"
*/
import "C"

import "unsafe"

// A Graph is nodes joined by data and control edges; append-only, checked as it grows. Sessions see it grow.
type Graph struct{ h *handle }

// NewGraph makes an empty graph over the ops of a runtime.
func NewGraph(r *Runtime) (*Graph, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var graph *C.rnl_graph_t
	if err := check(C.rnl_graph_create(raw, &graph)); err != nil {
		return nil, err
	}
	return newGraph(graph), nil
}

func newGraph(raw *C.rnl_graph_t) *Graph {
	return &Graph{newHandle(unsafe.Pointer(raw), "graph", func(p unsafe.Pointer) {
		C.rnl_graph_release((*C.rnl_graph_t)(p))
	})}
}

// Close gives the graph back; sessions over it go on.
func (g *Graph) Close() { g.h.close() }

func (g *Graph) use() (*C.rnl_graph_t, error) {
	if g == nil {
		return nil, newError(InvalidArgument, "a nil graph")
	}
	raw, err := g.h.use()
	return (*C.rnl_graph_t)(raw), err
}

// runtime is one more reference to the graph's runtime.
func (g *Graph) runtime() (*Runtime, error) {
	raw, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	return newRuntime(C.rnl_runtime_retain(C.rnl_graph_runtime(raw))), nil
}

// CloseLoop gives a Merge that was added with one missing input its back edge.
func (g *Graph) CloseLoop(merge Node, from Output) error {
	raw, err := g.use()
	if err != nil {
		return err
	}
	defer g.h.done()
	return check(C.rnl_graph_close_loop(raw, C.rnl_node_t(merge), from.raw()))
}

// GradientOptions say more of what gradients are wanted.
type GradientOptions struct {
	// Weights of the ys; NoOutput in an entry: ones.
	Weights []Output
	// Stop are outputs that nothing flows through.
	Stop []Output
	// Scope names the new nodes; "": "gradients".
	Scope string
}

// Gradients adds the gradients of sum(ys) with respect to each x, which may be a variable's handle; NoOutput where no y
// depends on it.
func (g *Graph) Gradients(ys, xs []Output) ([]Output, error) {
	return g.GradientsOf(ys, xs, GradientOptions{})
}

// GradientsOf is Gradients with options.
func (g *Graph) GradientsOf(ys, xs []Output, options GradientOptions) ([]Output, error) {
	raw, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	if n := len(options.Weights); n != 0 && n != len(ys) {
		return nil, newError(InvalidArgument, "%d weights for %d outputs to differentiate", n, len(ys))
	}
	gradients := make([]Output, len(xs))
	if err := check(C.rnl_graph_add_gradients(raw, outputsAt(ys), outputsAt(options.Weights), C.size_t(len(ys)),
		outputsAt(xs), C.size_t(len(xs)), outputsAt(options.Stop), C.size_t(len(options.Stop)), cString(options.Scope),
		outputsAt(gradients))); err != nil {
		return nil, err
	}
	return gradients, nil
}

// ImportOptions say how a GraphDef is taken in.
type ImportOptions struct {
	// Prefix "a" puts every node under "a/".
	Prefix string
	// Inputs: what the def calls "node" or "node:1" is an output of the graph instead.
	Inputs map[string]Output
	// After: every imported node without inputs runs after these.
	After []Node
	// DefaultDevice is for nodes without one.
	DefaultDevice string
	// Extend: what the graph has by its name is the same and is used; only what is missing is added.
	Extend bool
	// Importer: options of the importer of a model file, for Load.
	Importer map[string]string
}

// Import adds all nodes and functions of a GraphDef, binary or text, or none; nil options are the defaults.
func (g *Graph) Import(graphDef []byte, options *ImportOptions) error {
	raw, err := g.use()
	if err != nil {
		return err
	}
	defer g.h.done()
	var given *C.rnl_import_options_t
	if err := check(C.rnl_import_options_create(&given)); err != nil {
		return err
	}
	defer C.rnl_import_options_release(given)
	if options != nil {
		if err := options.set(given); err != nil {
			return err
		}
	}
	def := C.rnl_str_t{data: (*C.char)(unsafe.Pointer(first(graphDef))), size: C.size_t(len(graphDef))}
	return check(C.rnl_graph_import(raw, def, given))
}

func (o *ImportOptions) set(raw *C.rnl_import_options_t) error {
	if o.Prefix != "" {
		if err := check(C.rnl_import_options_set_prefix(raw, cString(o.Prefix))); err != nil {
			return err
		}
	}
	for name, output := range o.Inputs {
		if err := check(C.rnl_import_options_map_input(raw, cString(name), output.raw())); err != nil {
			return err
		}
	}
	for _, node := range o.After {
		if err := check(C.rnl_import_options_add_control_dependency(raw, C.rnl_node_t(node))); err != nil {
			return err
		}
	}
	if o.DefaultDevice != "" {
		if err := check(C.rnl_import_options_set_default_device(raw, cString(o.DefaultDevice))); err != nil {
			return err
		}
	}
	for key, value := range o.Importer {
		if err := check(C.rnl_import_options_set_importer_option(raw, cString(key), cString(value))); err != nil {
			return err
		}
	}
	return check(C.rnl_import_options_set_extend(raw, C.bool(o.Extend)))
}

// Load adds all of the model at path: a SavedModel's folder, a GraphDef, a MetaGraph, ONNX, TFLite, and what else the
// runtime's plugins import. It gives what belongs to the graph; nil options are the defaults.
func (g *Graph) Load(path string, options *ImportOptions) (*MetaGraph, error) {
	raw, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	var given *C.rnl_import_options_t
	if err := check(C.rnl_import_options_create(&given)); err != nil {
		return nil, err
	}
	defer C.rnl_import_options_release(given)
	if options != nil {
		if err := options.set(given); err != nil {
			return nil, err
		}
	}
	var meta *C.rnl_meta_graph_t
	if err := check(C.rnl_graph_load(raw, cString(path), given, &meta)); err != nil {
		return nil, err
	}
	return newMetaGraph(meta), nil
}

// Export gives the graph as TensorFlow's GraphDef. Equal graphs give equal bytes.
func (g *Graph) Export() ([]byte, error) {
	raw, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_graph_export(raw, &bytes)); err != nil {
		return nil, err
	}
	return takeBytes(bytes), nil
}

// ExportText gives the GraphDef as text.
func (g *Graph) ExportText() (string, error) {
	raw, err := g.use()
	if err != nil {
		return "", err
	}
	defer g.h.done()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_graph_export_text(raw, &bytes)); err != nil {
		return "", err
	}
	return string(takeBytes(bytes)), nil
}

// AddFunction makes all of body a function of the graph, with inputs (Placeholders of the body) as its arguments.
func (g *Graph) AddFunction(name string, body *Graph, inputs, outputs []Output) error {
	raw, err := g.use()
	if err != nil {
		return err
	}
	defer g.h.done()
	rawBody, err := body.use()
	if err != nil {
		return err
	}
	defer body.h.done()
	return check(C.rnl_graph_add_function(raw, cString(name), rawBody, outputsAt(inputs), C.size_t(len(inputs)),
		outputsAt(outputs), C.size_t(len(outputs))))
}

// Functions lists the names of the graph's functions, in order of addition.
func (g *Graph) Functions() ([]string, error) {
	raw, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	var names *C.rnl_names_t
	if err := check(C.rnl_graph_functions(raw, &names)); err != nil {
		return nil, err
	}
	return takeNames(names), nil
}
