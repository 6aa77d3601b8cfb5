package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// A Mode is what a graph is made for.
type Mode int32

const (
	ModeTrain    Mode = C.RNL_LEARN_TRAIN
	ModeEvaluate Mode = C.RNL_LEARN_EVALUATE
	ModePredict  Mode = C.RNL_LEARN_PREDICT
)

// A ModelCall is one call of a model function, which builds a graph for the mode. It ends with the function.
type ModelCall struct {
	raw *C.rnl_learn_model_call_t
	// Scope is where nodes are added; its error will do as the function's.
	Scope *Scope
	Mode  Mode
	// Features are Placeholders by name.
	Features map[string]Output
	// Labels are what the input has besides; none where the mode is to predict.
	Labels []Output
	// GlobalStep is the handle of the variable that counts steps.
	GlobalStep Output
}

// Minimize sets the loss, a scalar, and where the mode is to train adds gradients of all floating variables, the updates of
// the optimizer, and the counting of the step.
func (c *ModelCall) Minimize(loss Output, optimizer any) error {
	return c.after(func() *C.rnl_status_t {
		return C.rnl_learn_model_call_minimize(c.raw, loss.raw(), cString(specText(optimizer)))
	})
}

// SetLoss sets the loss by hand.
func (c *ModelCall) SetLoss(loss Output) error {
	return c.after(func() *C.rnl_status_t { return C.rnl_learn_model_call_set_loss(c.raw, loss.raw()) })
}

// SetTrainOp sets what makes a step, and counts it.
func (c *ModelCall) SetTrainOp(trainOp Node) error {
	return c.after(func() *C.rnl_status_t { return C.rnl_learn_model_call_set_train_op(c.raw, C.rnl_node_t(trainOp)) })
}

// AddPrediction adds what is predicted, of each sample.
func (c *ModelCall) AddPrediction(name string, prediction Output) error {
	return c.after(func() *C.rnl_status_t {
		return C.rnl_learn_model_call_add_prediction(c.raw, cString(name), prediction.raw())
	})
}

// AddMetric adds a metric of Keras'; weights: a number for each sample, or NoOutput for 1.
func (c *ModelCall) AddMetric(name string, metric any, labels, predictions, weights Output) error {
	return c.after(func() *C.rnl_status_t {
		return C.rnl_learn_model_call_add_metric(c.raw, cString(name), cString(specText(metric)), labels.raw(),
			predictions.raw(), weights.raw())
	})
}

// after calls unless the scope has an error, which is the first then.
func (c *ModelCall) after(call func() *C.rnl_status_t) error {
	if err := c.Scope.Err(); err != nil {
		return err
	}
	return check(call())
}

// A ModelFunction builds a graph. An error ends what needed the graph, and so does a panic.
type ModelFunction func(*ModelCall) error

//export runnelGoModel
func runnelGoModel(function C.uintptr_t, call C.uintptr_t) (status *C.rnl_status_t) {
	defer func() {
		if trouble := recover(); trouble != nil { // nothing of Go's unwinds into C
			status = statusOf(newError(Internal, "the function panicked: %v", trouble))
		}
	}()
	// The address is C's, and lives for the call.
	raw := *(**C.rnl_learn_model_call_t)(unsafe.Pointer(&call))
	graph := newGraph(C.rnl_graph_retain(C.rnl_learn_model_call_graph(raw)))
	defer graph.Close()
	told := &ModelCall{raw: raw, Scope: graph.Root(), Mode: Mode(C.rnl_learn_model_call_mode(raw)),
		Features: map[string]Output{}, GlobalStep: outputOf(C.rnl_learn_model_call_global_step(raw))}
	for i := C.size_t(0); i < C.rnl_learn_model_call_num_features(raw); i++ {
		told.Features[goString(C.rnl_learn_model_call_feature_name(raw, i))] = outputOf(C.rnl_learn_model_call_feature(raw, i))
	}
	for i := C.size_t(0); i < C.rnl_learn_model_call_num_labels(raw); i++ {
		if label := outputOf(C.rnl_learn_model_call_label(raw, i)); label.Valid() {
			told.Labels = append(told.Labels, label)
		}
	}
	err := cgo.Handle(function).Value().(ModelFunction)(told)
	if err == nil {
		err = told.Scope.Err()
	}
	return statusOf(err)
}

// An EstimatorInput is what an estimator is fed with: elements of a dataset, which are batches. The first components are
// features by name, the others labels. Each use is a pass of its own.
type EstimatorInput struct {
	Dataset  *Dataset
	Features []string
}

// lend calls f with the input as the bridge takes it.
func (i EstimatorInput) lend(f func(C.runnel_go_input_t) error) error {
	dataset, err := i.Dataset.use()
	if err != nil {
		return err
	}
	defer i.Dataset.h.done()
	names, free := cStrings(i.Features)
	defer free()
	return f(C.runnel_go_input_t{dataset: dataset, names: names, num_names: C.size_t(len(i.Features))})
}

// TrainOptions say how long an estimator trains: without more to the end of its input.
type TrainOptions struct {
	Steps    int64 // so many more
	MaxSteps int64 // so many in all
	// Hooks are builders of the package hooks, or their text; OwnHooks are the program's.
	Hooks    []any
	OwnHooks []*Hook
}

// EvaluateOptions say what an estimator evaluates: without more all of its input with the newest checkpoint.
type EvaluateOptions struct {
	Steps      int64  // so many batches
	Name       string // of the evaluation, in the model's folder
	Checkpoint string
	Hooks      []any
}

// TrainAndEvaluateOptions say how an estimator trains and evaluates.
type TrainAndEvaluateOptions struct {
	MaxSteps int64
	Steps    int64 // batches of an evaluation; 0: 100
	Name     string
	// AtOnce evaluates each checkpoint as soon as it is there; else the first after StartDelaySecs (0: 120), and at most one every
	// ThrottleSecs (0: 600).
	AtOnce                       bool
	StartDelaySecs, ThrottleSecs float64
	// IdleSecs is how long an evaluator waits for a checkpoint; 0: 7200.
	IdleSecs float64
	// Exporters are builders of the package exporters, or their text.
	Exporters []any
	Hooks     []any
	OwnHooks  []*Hook
}

// An Estimator trains, evaluates and predicts. Each call makes a graph and a session of its own; what they have in common is
// the checkpoints in the configuration's ModelDir. Its calls come from one goroutine at a time, but for RequestStop.
type Estimator struct{ h *handle }

func newEstimator(config *RunConfig, options *SessionOptions,
	make func(*C.rnl_learn_config_t, *C.rnl_session_options_t, **C.rnl_learn_estimator_t) error) (*Estimator, error) {
	given, err := options.make()
	if err != nil {
		return nil, err
	}
	defer C.rnl_session_options_release(given)
	var estimator *C.rnl_learn_estimator_t
	if err := config.with(func(raw *C.rnl_learn_config_t) error { return make(raw, given, &estimator) }); err != nil {
		return nil, err
	}
	return &Estimator{newHandle(unsafe.Pointer(estimator), "estimator", func(p unsafe.Pointer) {
		C.rnl_learn_estimator_release((*C.rnl_learn_estimator_t)(p))
	})}, nil
}

// NewEstimator makes an estimator of a function that builds graphs; nil options are the defaults, for sessions.
func NewEstimator(config *RunConfig, function ModelFunction, options *SessionOptions) (*Estimator, error) {
	if function == nil {
		return nil, newError(InvalidArgument, "a nil function")
	}
	return newEstimator(config, options,
		func(raw *C.rnl_learn_config_t, given *C.rnl_session_options_t, out **C.rnl_learn_estimator_t) error {
			kept := cgo.NewHandle(function)
			err := check(C.runnel_go_estimator_create(raw, C.uintptr_t(kept), given, out))
			if err != nil {
				kept.Delete()
			}
			return err
		})
}

// ModelEstimator makes an estimator of a compiled model, which itself is not trained: its inputs are the features, its outputs
// the labels.
func ModelEstimator(config *RunConfig, model *Model, options *SessionOptions) (*Estimator, error) {
	return newEstimator(config, options,
		func(raw *C.rnl_learn_config_t, given *C.rnl_session_options_t, out **C.rnl_learn_estimator_t) error {
			return model.with(func(m *C.rnl_learn_model_t) error {
				return check(C.rnl_learn_estimator_from_model(raw, m, given, out))
			})
		})
}

// CannedEstimator makes an estimator of a builder of the package estimators, or its text.
func CannedEstimator(config *RunConfig, canned any, options *SessionOptions) (*Estimator, error) {
	return newEstimator(config, options,
		func(raw *C.rnl_learn_config_t, given *C.rnl_session_options_t, out **C.rnl_learn_estimator_t) error {
			return check(C.rnl_learn_estimator_from_spec(raw, cString(specText(canned)), given, out))
		})
}

// Close gives the estimator back.
func (e *Estimator) Close() { e.h.close() }

// with calls f with the estimator, alive.
func (e *Estimator) with(f func(*C.rnl_learn_estimator_t) error) error {
	if e == nil {
		return newError(InvalidArgument, "a nil estimator")
	}
	raw, err := e.h.use()
	if err != nil {
		return err
	}
	defer e.h.done()
	return f((*C.rnl_learn_estimator_t)(raw))
}

// fed calls f with the estimator and an input.
func (e *Estimator) fed(input EstimatorInput, f func(*C.rnl_learn_estimator_t, C.runnel_go_input_t) error) error {
	return e.with(func(raw *C.rnl_learn_estimator_t) error {
		return input.lend(func(given C.runnel_go_input_t) error { return f(raw, given) })
	})
}

// lend calls f with the hooks as the bridge takes them.
func (l hookList) lend(f func(name C.rnl_str_t, hooks C.uintptr_t) error) error {
	if len(l) == 0 {
		return f(C.rnl_str_t{}, 0)
	}
	for _, hook := range l {
		if hook == nil {
			return newError(InvalidArgument, "a nil hook")
		}
	}
	kept := cgo.NewHandle(l)
	defer kept.Delete()
	return f(cString(l.name()), C.uintptr_t(kept))
}

// WarmStart lets variables whose names match, where * is any text and | stands between several, begin with their values in the
// checkpoint, where the model's folder has none.
func (e *Estimator) WarmStart(checkpoint, pattern string) error {
	return e.with(func(raw *C.rnl_learn_estimator_t) error {
		return check(C.rnl_learn_estimator_warm_start(raw, cString(checkpoint), cString(pattern)))
	})
}

// Train trains until the input ends, a hook stops, or by the options. A task of a cluster starts its server with the first
// training.
func (e *Estimator) Train(input EstimatorInput, options TrainOptions) error {
	text := optionList{NewSpec("")}.add("steps", options.Steps).add("max_steps", options.MaxSteps).String()
	return e.fed(input, func(raw *C.rnl_learn_estimator_t, given C.runnel_go_input_t) error {
		return hookList(options.OwnHooks).lend(func(name C.rnl_str_t, hooks C.uintptr_t) error {
			return check(C.runnel_go_estimator_train(raw, given, cString(text), cString(specTexts(options.Hooks)), name, hooks))
		})
	})
}

// lastLogs are the last epoch's values, if there is one.
func lastLogs(raw *C.rnl_learn_history_t) map[string]float64 {
	logs := takeHistory(raw).Logs
	if len(logs) == 0 {
		return nil
	}
	return logs[len(logs)-1]
}

// Evaluate gives the mean loss of batches, metrics, and global_step. Errors: NotFound without a checkpoint.
func (e *Estimator) Evaluate(input EstimatorInput, options EvaluateOptions) (map[string]float64, error) {
	text := optionList{NewSpec("")}.add("steps", options.Steps).add("name", options.Name).
		add("checkpoint", options.Checkpoint).String()
	var history *C.rnl_learn_history_t
	err := e.fed(input, func(raw *C.rnl_learn_estimator_t, given C.runnel_go_input_t) error {
		return check(C.runnel_go_estimator_evaluate(raw, given, cString(text), cString(specTexts(options.Hooks)), &history))
	})
	if err != nil {
		return nil, err
	}
	return lastLogs(history), nil
}

// TrainAndEvaluate trains to MaxSteps and evaluates checkpoints. In one process by turns; over a cluster each task does its
// part. It gives the last evaluation; nil where this task made none.
func (e *Estimator) TrainAndEvaluate(train, evaluate EstimatorInput, options TrainAndEvaluateOptions) (map[string]float64, error) {
	trained := optionList{NewSpec("")}.add("max_steps", options.MaxSteps).String()
	list := optionList{NewSpec("")}.add("steps", options.Steps).add("name", options.Name).
		add("start_delay_secs", options.StartDelaySecs).add("throttle_secs", options.ThrottleSecs).
		add("idle_secs", options.IdleSecs).add("exporters", specTexts(options.Exporters))
	if options.AtOnce {
		list.spec.Set("start_delay_secs", float64(0)).Set("throttle_secs", float64(0))
	}
	var history *C.rnl_learn_history_t
	err := e.fed(train, func(raw *C.rnl_learn_estimator_t, given C.runnel_go_input_t) error {
		return evaluate.lend(func(checked C.runnel_go_input_t) error {
			return hookList(options.OwnHooks).lend(func(name C.rnl_str_t, hooks C.uintptr_t) error {
				return check(C.runnel_go_train_and_evaluate(raw, given, cString(trained), checked, cString(list.String()),
					cString(specTexts(options.Hooks)), name, hooks, &history))
			})
		})
	})
	if err != nil {
		return nil, err
	}
	return lastLogs(history), nil
}

// Export writes what predicts as a SavedModel in a new folder below base, named by the time; its inputs are the features. It
// gives the folder. checkpoint: "" for the newest.
func (e *Estimator) Export(base string, input EstimatorInput, checkpoint string) (string, error) {
	var folder *C.rnl_bytes_t
	err := e.fed(input, func(raw *C.rnl_learn_estimator_t, given C.runnel_go_input_t) error {
		return check(C.runnel_go_estimator_export(raw, cString(base), given, cString(checkpoint), &folder))
	})
	if err != nil {
		return "", err
	}
	return string(takeBytes(folder)), nil
}

// RequestStop may come from any goroutine: what trains, evaluates or waits ends as soon as the step under way has.
func (e *Estimator) RequestStop() {
	_ = e.with(func(raw *C.rnl_learn_estimator_t) error { C.rnl_learn_estimator_request_stop(raw); return nil })
}

// Predictions are what a checkpoint predicts, batch by batch. They belong to one goroutine at a time.
type Predictions struct{ h *handle }

// Predict begins to predict with a checkpoint; "": the newest.
func (e *Estimator) Predict(input EstimatorInput, checkpoint string) (*Predictions, error) {
	text := optionList{NewSpec("")}.add("checkpoint", checkpoint).String()
	var predictions *C.rnl_learn_predictions_t
	err := e.fed(input, func(raw *C.rnl_learn_estimator_t, given C.runnel_go_input_t) error {
		return check(C.runnel_go_estimator_predict(raw, given, cString(text), &predictions))
	})
	if err != nil {
		return nil, err
	}
	return &Predictions{newHandle(unsafe.Pointer(predictions), "predictions", func(p unsafe.Pointer) {
		C.rnl_learn_predictions_release((*C.rnl_learn_predictions_t)(p))
	})}, nil
}

// Close gives the predictions back.
func (p *Predictions) Close() { p.h.close() }

// with calls f with the predictions, alive.
func (p *Predictions) with(f func(*C.rnl_learn_predictions_t) error) error {
	if p == nil {
		return newError(InvalidArgument, "nil predictions")
	}
	raw, err := p.h.use()
	if err != nil {
		return err
	}
	defer p.h.done()
	return f((*C.rnl_learn_predictions_t)(raw))
}

// Names are those of the tensors of a batch.
func (p *Predictions) Names() (names []string) {
	_ = p.with(func(raw *C.rnl_learn_predictions_t) error {
		for i := C.size_t(0); i < C.rnl_learn_predictions_count(raw); i++ {
			names = append(names, goString(C.rnl_learn_predictions_name(raw, i)))
		}
		return nil
	})
	return names
}

// Next gives a tensor for each name, which are the caller's to close; nil at the end.
func (p *Predictions) Next() (batch []*Tensor, err error) {
	err = p.with(func(raw *C.rnl_learn_predictions_t) error {
		made := make([]*C.rnl_tensor_t, C.rnl_learn_predictions_count(raw))
		var end C.bool
		if err := check(C.rnl_learn_predictions_next(raw, first(made), C.size_t(len(made)), &end)); err != nil || bool(end) {
			return err
		}
		for _, tensor := range made {
			batch = append(batch, adoptTensor(tensor))
		}
		return nil
	})
	return batch, err
}
