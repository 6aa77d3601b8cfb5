package runnel

/*
#include "bridge.h"
*/
import "C"

import "unsafe"

// A SavedModel is a folder with a graph, its variables and named signatures. Nothing of it runs until a part is loaded.
type SavedModel struct{ h *handle }

// A Signature is what a model offers under a name.
type Signature struct {
	Key, Method     string // "serving_default", "tensorflow/serving/predict"
	Inputs, Outputs []SignatureTensor
}

// A SignatureTensor is an input or output of a signature.
type SignatureTensor struct {
	Key    string
	Tensor string // "x:0"; empty if it has several parts
	DType  DType
}

// OpenSavedModel takes, of a SavedModel's folder, the graph whose tags are exactly tags; none: "serve". Of a file it takes
// whatever Graph.Load reads. Errors: NotFound for the path's files, or listing the tags that there are; DataLoss or InvalidArgument for damage.
func OpenSavedModel(r *Runtime, path string, tags ...string) (*SavedModel, error) {
	runtime, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	views, free := cStrings(tags)
	defer free()
	var raw *C.rnl_saved_model_t
	if err := check(C.rnl_saved_model_open(runtime, cString(path), views, C.size_t(len(tags)), &raw)); err != nil {
		return nil, err
	}
	return &SavedModel{newHandle(unsafe.Pointer(raw), "saved model", func(p unsafe.Pointer) {
		C.rnl_saved_model_release((*C.rnl_saved_model_t)(p))
	})}, nil
}

// Format is "SavedModel", "GraphDef", "MetaGraph", or what an importer calls its format: "ONNX".
func (m *SavedModel) Format() (string, error) {
	p, err := m.h.use()
	if err != nil {
		return "", err
	}
	defer m.h.done()
	return goString(C.rnl_saved_model_format((*C.rnl_saved_model_t)(p))), nil
}

// Close gives the model back; what was loaded stays.
func (m *SavedModel) Close() { m.h.close() }

// Signatures lists the signatures, sorted by key.
func (m *SavedModel) Signatures() ([]Signature, error) {
	p, err := m.h.use()
	if err != nil {
		return nil, err
	}
	defer m.h.done()
	raw := (*C.rnl_saved_model_t)(p)
	signatures := make([]Signature, C.rnl_saved_model_num_signatures(raw))
	var key, tensor C.rnl_str_t
	var dtype C.rnl_dtype_t
	for i := range signatures {
		s, n := &signatures[i], C.size_t(i)
		s.Key, s.Method = goString(C.rnl_saved_model_signature_key(raw, n)), goString(C.rnl_saved_model_signature_method(raw, n))
		for k := C.size_t(0); k < C.rnl_saved_model_num_inputs(raw, n); k++ {
			if err := check(C.rnl_saved_model_input(raw, n, k, &key, &tensor, &dtype)); err != nil {
				return nil, err
			}
			s.Inputs = append(s.Inputs, SignatureTensor{goString(key), goString(tensor), DType(dtype)})
		}
		for k := C.size_t(0); k < C.rnl_saved_model_num_outputs(raw, n); k++ {
			if err := check(C.rnl_saved_model_output(raw, n, k, &key, &tensor, &dtype)); err != nil {
				return nil, err
			}
			s.Outputs = append(s.Outputs, SignatureTensor{goString(key), goString(tensor), DType(dtype)})
		}
	}
	return signatures, nil
}

// LoadSignature gives the part of the model that a signature needs, as a new graph, and a session of it with the
// variables restored.
func (m *SavedModel) LoadSignature(key string, options *SessionOptions) (*Graph, *Session, error) {
	return m.load(options, func(raw *C.rnl_saved_model_t, given *C.rnl_session_options_t, graph **C.rnl_graph_t,
		session **C.rnl_session_t) *C.rnl_status_t {
		return C.rnl_saved_model_load_signature(raw, cString(key), given, graph, session)
	})
}

// AddSignature adds a signature to the graph of a session that the model has loaded, and restores the variables that are
// new: so all signatures of a model have one state. Errors: InvalidArgument for another model's session.
func (m *SavedModel) AddSignature(key string, session *Session) error {
	raw, err := m.h.use()
	if err != nil {
		return err
	}
	defer m.h.done()
	other, err := session.use()
	if err != nil {
		return err
	}
	defer session.h.done()
	return check(C.rnl_saved_model_add_signature((*C.rnl_saved_model_t)(raw), cString(key), other))
}

// Load gives the part that outputs ("node", "node:1") need once inputs are fed.
func (m *SavedModel) Load(inputs, outputs []string, options *SessionOptions) (*Graph, *Session, error) {
	ins, freeIns := cStrings(inputs)
	defer freeIns()
	outs, freeOuts := cStrings(outputs)
	defer freeOuts()
	return m.load(options, func(raw *C.rnl_saved_model_t, given *C.rnl_session_options_t, graph **C.rnl_graph_t,
		session **C.rnl_session_t) *C.rnl_status_t {
		return C.rnl_saved_model_load(raw, ins, C.size_t(len(inputs)), outs, C.size_t(len(outputs)), given, graph, session)
	})
}

func (m *SavedModel) load(options *SessionOptions, call func(*C.rnl_saved_model_t, *C.rnl_session_options_t,
	**C.rnl_graph_t, **C.rnl_session_t) *C.rnl_status_t) (*Graph, *Session, error) {
	raw, err := m.h.use()
	if err != nil {
		return nil, nil, err
	}
	defer m.h.done()
	given, err := options.make()
	if err != nil {
		return nil, nil, err
	}
	defer C.rnl_session_options_release(given)
	var graph *C.rnl_graph_t
	var session *C.rnl_session_t
	if err := check(call((*C.rnl_saved_model_t)(raw), given, &graph, &session)); err != nil {
		return nil, nil, err
	}
	return newGraph(graph), newSession(session), nil
}
