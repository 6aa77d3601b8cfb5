package runnel

/*
#include "bridge.h"
*/
import "C"

import "unsafe"

// A MetaGraph is what belongs to a graph beside its nodes: read from a file, or said by a program, to be written with a graph
// or a session. Names are those of nodes ("train") and tensors ("x:0"). For one goroutine at a time.
type MetaGraph struct{ h *handle }

// A MetaVariable is one of a collection of variables.
type MetaVariable struct {
	Handle      string // name of its VarHandleOp in the imported graph
	Initializer string
	Value       string // a tensor with its value; may be empty
	Trainable   bool
}

// A QueueRunner says which ops fill a queue, each to be run again and again by a goroutine of its own, and which end it.
type QueueRunner struct {
	Queue             string
	EnqueueOps        []string
	CloseOp, CancelOp string
}

// A SaverInfo says how a graph saves itself: the tensor to feed a prefix to, the one whose fetch saves, the node that restores.
// All are empty if there is none.
type SaverInfo struct {
	Filename, Save, Restore string
	MaxToKeep               int
	KeepEveryHours          float64
}

func newMetaGraph(raw *C.rnl_meta_graph_t) *MetaGraph {
	return &MetaGraph{newHandle(unsafe.Pointer(raw), "meta graph", func(p unsafe.Pointer) {
		C.rnl_meta_graph_release((*C.rnl_meta_graph_t)(p))
	})}
}

// NewMetaGraph makes an empty one.
func NewMetaGraph() (*MetaGraph, error) {
	var raw *C.rnl_meta_graph_t
	if err := check(C.rnl_meta_graph_create(&raw)); err != nil {
		return nil, err
	}
	return newMetaGraph(raw), nil
}

// ReadMetaGraph takes all of a MetaGraph, binary or text, but its graph. Errors: DataLoss, InvalidArgument naming byte, line or
// field, or the collection with a bad element.
func ReadMetaGraph(data []byte) (*MetaGraph, error) {
	var raw *C.rnl_meta_graph_t
	if err := check(C.rnl_meta_graph_read(cString(string(data)), &raw)); err != nil {
		return nil, err
	}
	return newMetaGraph(raw), nil
}

// Close gives it back.
func (m *MetaGraph) Close() { m.h.close() }

func (m *MetaGraph) use() (*C.rnl_meta_graph_t, error) {
	p, err := m.h.use()
	return (*C.rnl_meta_graph_t)(p), err
}

func (m *MetaGraph) do(call func(raw *C.rnl_meta_graph_t) *C.rnl_status_t) error {
	raw, err := m.use()
	if err != nil {
		return err
	}
	defer m.h.done()
	return check(call(raw))
}

// Collections lists their names.
func (m *MetaGraph) Collections() ([]string, error) {
	var names *C.rnl_names_t
	if err := m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t {
		return C.rnl_meta_graph_collections(raw, &names)
	}); err != nil {
		return nil, err
	}
	return takeNames(names), nil
}

// Collection gives what is in one, in order: names, messages, or numbers in decimal. One that is not there is empty.
func (m *MetaGraph) Collection(name string) (CollectionKind, []string, error) {
	var names *C.rnl_names_t
	var kind C.rnl_collection_kind_t
	if err := m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t {
		return C.rnl_meta_graph_collection(raw, cString(name), &kind, &names)
	}); err != nil {
		return CollectionNone, nil, err
	}
	return CollectionKind(kind), takeNames(names), nil
}

// Variables lists those of a collection that was read.
func (m *MetaGraph) Variables(collection string) ([]MetaVariable, error) {
	raw, err := m.use()
	if err != nil {
		return nil, err
	}
	defer m.h.done()
	list := make([]MetaVariable, C.rnl_meta_graph_num_variables(raw, cString(collection)))
	var handle, initializer, value C.rnl_str_t
	var trainable C.bool
	for i := range list {
		if err := check(C.rnl_meta_graph_variable(raw, cString(collection), C.size_t(i), &handle, &initializer, &value,
			&trainable)); err != nil {
			return nil, err
		}
		list[i] = MetaVariable{goString(handle), goString(initializer), goString(value), bool(trainable)}
	}
	return list, nil
}

// QueueRunners lists the queues that the program is to fill.
func (m *MetaGraph) QueueRunners() ([]QueueRunner, error) {
	raw, err := m.use()
	if err != nil {
		return nil, err
	}
	defer m.h.done()
	list := make([]QueueRunner, C.rnl_meta_graph_num_queue_runners(raw))
	var queue, closing, cancelling C.rnl_str_t
	var ops *C.rnl_names_t
	for i := range list {
		if err := check(C.rnl_meta_graph_queue_runner(raw, C.size_t(i), &queue, &ops, &closing, &cancelling)); err != nil {
			return nil, err
		}
		list[i] = QueueRunner{goString(queue), takeNames(ops), goString(closing), goString(cancelling)}
	}
	return list, nil
}

// Saver says how the graph saves itself.
func (m *MetaGraph) Saver() (SaverInfo, error) {
	raw, err := m.use()
	if err != nil {
		return SaverInfo{}, err
	}
	defer m.h.done()
	var filename, save, restore C.rnl_str_t
	var keep C.int32_t
	var hours C.double
	if err := check(C.rnl_meta_graph_saver(raw, &filename, &save, &restore, &keep, &hours)); err != nil {
		return SaverInfo{}, err
	}
	return SaverInfo{goString(filename), goString(save), goString(restore), int(keep), float64(hours)}, nil
}

// AddTag adds a tag of the SavedModel.
func (m *MetaGraph) AddTag(tag string) error {
	return m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t { return C.rnl_meta_graph_add_tag(raw, cString(tag)) })
}

// AddSignature adds a signature: inputs and outputs by key, as names of tensors. A node without outputs may be an output, and is
// run. method may be "": "tensorflow/serving/predict".
func (m *MetaGraph) AddSignature(key string, inputs, outputs map[string]string, method string) error {
	for name, tensor := range inputs {
		if err := m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t {
			return C.rnl_meta_graph_add_input(raw, cString(key), cString(name), cString(tensor))
		}); err != nil {
			return err
		}
	}
	for name, tensor := range outputs {
		if err := m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t {
			return C.rnl_meta_graph_add_output(raw, cString(key), cString(name), cString(tensor))
		}); err != nil {
			return err
		}
	}
	if method == "" {
		return nil
	}
	return m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t {
		return C.rnl_meta_graph_set_method(raw, cString(key), cString(method))
	})
}

// AddToCollection adds a value to the end of a collection: a name, a message, or a number in decimal.
func (m *MetaGraph) AddToCollection(collection string, kind CollectionKind, value string) error {
	return m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t {
		return C.rnl_meta_graph_add_to_collection(raw, cString(collection), C.rnl_collection_kind_t(kind), cString(value))
	})
}

// AddTrainable says that the variable of a VarHandleOp is one of "trainable_variables"; "variables" has all without being told.
func (m *MetaGraph) AddTrainable(handle string) error {
	return m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t {
		return C.rnl_meta_graph_add_trainable(raw, cString(handle))
	})
}

// AddQueueRunner adds one; CloseOp and CancelOp may be "".
func (m *MetaGraph) AddQueueRunner(runner QueueRunner) error {
	ops, free := cStrings(runner.EnqueueOps)
	defer free()
	return m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t {
		return C.rnl_meta_graph_add_queue_runner(raw, cString(runner.Queue), ops, C.size_t(len(runner.EnqueueOps)),
			cString(runner.CloseOp), cString(runner.CancelOp))
	})
}

// SetInitOp says what a loader of the SavedModel runs once, after it has restored the variables.
func (m *MetaGraph) SetInitOp(node string) error {
	return m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t { return C.rnl_meta_graph_set_init_op(raw, cString(node)) })
}

// AddAsset adds a file that goes into the SavedModel, and the string constant that loaders replace by its path there.
func (m *MetaGraph) AddAsset(tensor, path string) error {
	return m.do(func(raw *C.rnl_meta_graph_t) *C.rnl_status_t {
		return C.rnl_meta_graph_add_asset(raw, cString(tensor), cString(path))
	})
}

// ExportMetaGraph gives the graph, with nodes that save and restore its variables, and what meta says, which may be nil, as
// TensorFlow's MetaGraphDef.
func (g *Graph) ExportMetaGraph(meta *MetaGraph) ([]byte, error) {
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	var said *C.rnl_meta_graph_t
	if meta != nil {
		if said, err = meta.use(); err != nil {
			return nil, err
		}
		defer meta.h.done()
	}
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_graph_export_meta_graph(graph, said, &bytes)); err != nil {
		return nil, err
	}
	return takeBytes(bytes), nil
}

// ExportModel gives a graph without variables (Session.Freeze), with the signature of meta, as a model file of another program:
// "onnx". Errors: Unimplemented listing all that has no equivalent there, NotFound for a format that no plugin writes,
// InvalidArgument without a signature.
func (g *Graph) ExportModel(meta *MetaGraph, format string) ([]byte, error) {
	said, err := g.ExportMetaGraph(meta)
	if err != nil {
		return nil, err
	}
	r, err := g.runtime()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	runtime, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_model_export(runtime, cString(string(said)), cString(format), &bytes)); err != nil {
		return nil, err
	}
	return takeBytes(bytes), nil
}

// WriteSavedModel writes graph, variables and what meta says, which may be nil, as a SavedModel that TensorFlow loads: to a new
// or empty folder, which is whole when it appears. Without a tag in meta: "serve".
func (s *Session) WriteSavedModel(folder string, meta *MetaGraph) error {
	session, err := s.use()
	if err != nil {
		return err
	}
	defer s.h.done()
	var said *C.rnl_meta_graph_t
	if meta != nil {
		if said, err = meta.use(); err != nil {
			return err
		}
		defer meta.h.done()
	}
	return check(C.rnl_saved_model_write(session, said, cString(folder)))
}

// Import adds all of the model's graph to a graph, unlike Load, and gives what belongs to it. Variables have no values: the
// saver's restore node, fed with "folder/variables/variables", gives them some.
func (m *SavedModel) Import(g *Graph) (*MetaGraph, error) {
	model, err := m.h.use()
	if err != nil {
		return nil, err
	}
	defer m.h.done()
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	var raw *C.rnl_meta_graph_t
	if err := check(C.rnl_saved_model_import((*C.rnl_saved_model_t)(model), graph, &raw)); err != nil {
		return nil, err
	}
	return newMetaGraph(raw), nil
}
