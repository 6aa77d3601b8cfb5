package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// CompileOptions say what a model is trained with.
type CompileOptions struct {
	// Optimizer is a builder of the package optimizers, or its text; nil: RMSprop.
	Optimizer any
	// Losses is one for all outputs, or one for each.
	Losses []any
	// Metrics besides the loss; "accuracy" is the kind that fits.
	Metrics []any
	// LossWeights has one for each output; none: all 1.
	LossWeights []float64
	// Strategy is a builder of the package strategies, or its text: how training is divided over devices; nil: one.
	Strategy any
}

// Samples have one tensor for each input and output, in host memory, with as many rows as the others.
type Samples struct {
	Inputs  []*Tensor
	Targets []*Tensor
	// Weights has one number for each sample; nil: all 1.
	Weights *Tensor
}

// FitOptions say how a model is fitted. Zero values are the defaults.
type FitOptions struct {
	BatchSize int64 // 0: 32
	Epochs    int64 // 0: 1
	// InOrder leaves the samples in their order.
	InOrder bool
	// ValidationSplit is the last part of the samples, which is not trained with.
	ValidationSplit float64
	// Validation is what is evaluated after epochs instead.
	Validation          *Samples
	ValidationBatchSize int64 // 0: BatchSize
	// ValidationDataset is what FitDataset evaluates, ValidationSteps batches of it, or all.
	ValidationDataset *Dataset
	ValidationSteps   int64
	ValidationFreq    int64 // 0: 1
	InitialEpoch      int64
	StepsPerEpoch     int64 // 0: all
	Seed              int64 // of the orders; 0: the model's
	// Callbacks are builders of the package callbacks, or their text.
	Callbacks []any
	// OnProgress hears of each batch and epoch on a thread that waits. Its error ends the fit, and so does a panic.
	OnProgress func(Progress) error
}

// Progress tells how far a fit is.
type Progress struct {
	Epoch, Epochs  int64 // Epoch counts from 0
	Batch, Batches int64 // how many of the epoch's batches are done
	EpochEnds      bool
	// Logs is, after a batch, the mean loss so far, and after an epoch all values.
	Logs map[string]float64
}

// History is what a fit found.
type History struct {
	// Logs are values by name, one map for each epoch.
	Logs []map[string]float64
	// StoppedBy is the callback that ended the fit; empty: it went to the end.
	StoppedBy string
}

func takeHistory(raw *C.rnl_learn_history_t) *History {
	defer C.rnl_learn_history_release(raw)
	history := &History{StoppedBy: goString(C.rnl_learn_history_stopped_by(raw))}
	for epoch := C.size_t(0); epoch < C.rnl_learn_history_num_epochs(raw); epoch++ {
		logs := map[string]float64{}
		for i := C.size_t(0); i < C.rnl_learn_history_num_values(raw, epoch); i++ {
			logs[goString(C.rnl_learn_history_name(raw, epoch, i))] = float64(C.rnl_learn_history_value(raw, epoch, i))
		}
		history.Logs = append(history.Logs, logs)
	}
	return history
}

// Compile says what the model is trained with.
func (m *Model) Compile(options CompileOptions) error {
	optimizer := options.Optimizer
	if optimizer == nil {
		optimizer = "RMSprop"
	}
	weights := options.LossWeights
	return m.with(func(raw *C.rnl_learn_model_t) error {
		if err := check(C.rnl_learn_model_set_strategy(raw, cString(specText(options.Strategy)))); err != nil {
			return err
		}
		return check(C.rnl_learn_model_compile(raw, cString(specText(optimizer)), cString(specTexts(options.Losses)),
			cString(specTexts(options.Metrics)), (*C.double)(unsafe.Pointer(first(weights))), C.size_t(len(weights))))
	})
}

// useTensors begins calls with all of tensors; done ends them.
func useTensors(tensors []*Tensor) (raw []*C.rnl_tensor_t, done func(), err error) {
	var used []*Tensor
	done = func() {
		for _, t := range used {
			t.h.done()
		}
	}
	for _, t := range tensors {
		one, err := t.use()
		if err != nil {
			done()
			return nil, nil, err
		}
		used, raw = append(used, t), append(raw, one)
	}
	return raw, done, nil
}

// lend calls f with the samples as the bridge takes them: inputs, then targets, then the weights if there are any.
func (s *Samples) lend(f func(C.runnel_go_samples_t) error) error {
	all := append(append([]*Tensor{}, s.Inputs...), s.Targets...)
	if s.Weights != nil {
		all = append(all, s.Weights)
	}
	raw, done, err := useTensors(all)
	if err != nil {
		return err
	}
	defer done()
	return f(C.runnel_go_samples_t{tensors: first(raw), num_inputs: C.size_t(len(s.Inputs)),
		num_targets: C.size_t(len(s.Targets)), has_weights: C.bool(s.Weights != nil)})
}

// text has `shuffle` where samples are trained on, which can be shuffled.
func (o *FitOptions) text(samples bool) string {
	spec := NewSpec("")
	if samples {
		spec.Set("shuffle", !o.InOrder)
	}
	for _, option := range []struct {
		name  string
		value int64
	}{{"batch_size", o.BatchSize}, {"epochs", o.Epochs}, {"validation_freq", o.ValidationFreq},
		{"validation_batch_size", o.ValidationBatchSize}, {"initial_epoch", o.InitialEpoch},
		{"steps_per_epoch", o.StepsPerEpoch}, {"seed", o.Seed}, {"validation_steps", o.ValidationSteps}} {
		if option.value != 0 {
			spec.Set(option.name, option.value)
		}
	}
	if o.ValidationSplit != 0 {
		spec.Set("validation_split", o.ValidationSplit)
	}
	text := spec.String()
	return text[1 : len(text)-1]
}

// Fit trains. The model stays usable after any error.
func (m *Model) Fit(samples Samples, options FitOptions) (*History, error) {
	var history *C.rnl_learn_history_t
	var progress cgo.Handle
	if options.OnProgress != nil {
		progress = cgo.NewHandle(options.OnProgress)
		defer progress.Delete()
	}
	err := m.with(func(raw *C.rnl_learn_model_t) error {
		return samples.lend(func(given C.runnel_go_samples_t) error {
			fit := func(validation C.runnel_go_samples_t, checked bool) error {
				return check(C.runnel_go_fit(raw, given, validation, C.bool(checked), cString(options.text(true)),
					cString(specTexts(options.Callbacks)), C.uintptr_t(progress), &history))
			}
			if options.Validation == nil {
				return fit(C.runnel_go_samples_t{}, false)
			}
			return options.Validation.lend(func(validation C.runnel_go_samples_t) error { return fit(validation, true) })
		})
	})
	if err != nil {
		return nil, err
	}
	return takeHistory(history), nil
}

// FitDataset trains on a dataset, whose elements are batches: inputs, then targets, then, if there is one more component, a
// number for each sample. Options about samples are errors. The model stays usable after any error.
func (m *Model) FitDataset(dataset *Dataset, options FitOptions) (*History, error) {
	var history *C.rnl_learn_history_t
	var progress cgo.Handle
	if options.OnProgress != nil {
		progress = cgo.NewHandle(options.OnProgress)
		defer progress.Delete()
	}
	given, err := dataset.use()
	if err != nil {
		return nil, err
	}
	defer dataset.h.done()
	var validation *C.rnl_dataset_t
	if options.ValidationDataset != nil {
		if validation, err = options.ValidationDataset.use(); err != nil {
			return nil, err
		}
		defer options.ValidationDataset.h.done()
	}
	err = m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.runnel_go_fit_dataset(raw, given, validation, cString(options.text(false)),
			cString(specTexts(options.Callbacks)), C.uintptr_t(progress), &history))
	})
	if err != nil {
		return nil, err
	}
	return takeHistory(history), nil
}

// EvaluateDataset gives the loss and metrics over `steps` batches of a dataset, or, with 0, over all.
func (m *Model) EvaluateDataset(dataset *Dataset, steps int64) (map[string]float64, error) {
	given, err := dataset.use()
	if err != nil {
		return nil, err
	}
	defer dataset.h.done()
	var history *C.rnl_learn_history_t
	err = m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_evaluate_dataset(raw, given, C.int64_t(steps), &history))
	})
	if err != nil {
		return nil, err
	}
	return takeHistory(history).Logs[0], nil
}

//export runnelGoProgress
func runnelGoProgress(progress C.uintptr_t, told *C.rnl_learn_progress_t) (status *C.rnl_status_t) {
	defer func() {
		if trouble := recover(); trouble != nil { // nothing of Go's unwinds into C
			status = statusOf(newError(Internal, "the function panicked: %v", trouble))
		}
	}()
	seen := Progress{Epoch: int64(told.epoch), Epochs: int64(told.epochs), Batch: int64(told.batch),
		Batches: int64(told.batches), EpochEnds: bool(told.epoch_ends), Logs: map[string]float64{}}
	names, values := unsafe.Slice(told.names, told.num_values), unsafe.Slice(told.values, told.num_values)
	for i, name := range names {
		seen.Logs[goString(name)] = float64(values[i])
	}
	return statusOf(cgo.Handle(progress).Value().(func(Progress) error)(seen))
}

// Evaluate gives the loss and metrics over all samples.
func (m *Model) Evaluate(samples Samples, batchSize int64) (map[string]float64, error) {
	return m.logs(samples, func(raw *C.rnl_learn_model_t, given C.runnel_go_samples_t, out **C.rnl_learn_history_t) *C.rnl_status_t {
		return C.runnel_go_evaluate(raw, given, C.int64_t(batchSize), out)
	})
}

// TrainOnBatch takes one step; the loss is that of the weights before it.
func (m *Model) TrainOnBatch(samples Samples) (map[string]float64, error) {
	return m.logs(samples, func(raw *C.rnl_learn_model_t, given C.runnel_go_samples_t, out **C.rnl_learn_history_t) *C.rnl_status_t {
		return C.runnel_go_train_on_batch(raw, given, out)
	})
}

func (m *Model) logs(samples Samples, call func(*C.rnl_learn_model_t, C.runnel_go_samples_t, **C.rnl_learn_history_t) *C.rnl_status_t) (map[string]float64, error) {
	var history *C.rnl_learn_history_t
	err := m.with(func(raw *C.rnl_learn_model_t) error {
		return samples.lend(func(given C.runnel_go_samples_t) error { return check(call(raw, given, &history)) })
	})
	if err != nil {
		return nil, err
	}
	return takeHistory(history).Logs[0], nil
}

// Predict gives a tensor for each output, which are the caller's.
func (m *Model) Predict(inputs []*Tensor, batchSize int64) ([]*Tensor, error) {
	outputs, err := m.Outputs()
	if err != nil {
		return nil, err
	}
	feeds, done, err := useTensors(inputs)
	if err != nil {
		return nil, err
	}
	defer done()
	return m.tensors(len(outputs), func(raw *C.rnl_learn_model_t, out **C.rnl_tensor_t, count C.size_t) *C.rnl_status_t {
		return C.rnl_learn_model_predict(raw, first(feeds), C.size_t(len(feeds)), C.int64_t(batchSize), out, count)
	})
}

// Weights are the values of the weights, in the order of WeightNames; they are the caller's.
func (m *Model) Weights() ([]*Tensor, error) {
	names, err := m.WeightNames()
	if err != nil {
		return nil, err
	}
	return m.tensors(len(names), func(raw *C.rnl_learn_model_t, out **C.rnl_tensor_t, count C.size_t) *C.rnl_status_t {
		return C.rnl_learn_model_get_weights(raw, out, count)
	})
}

func (m *Model) tensors(count int, call func(*C.rnl_learn_model_t, **C.rnl_tensor_t, C.size_t) *C.rnl_status_t) ([]*Tensor, error) {
	made := make([]*C.rnl_tensor_t, count)
	err := m.with(func(raw *C.rnl_learn_model_t) error { return check(call(raw, first(made), C.size_t(count))) })
	if err != nil {
		return nil, err
	}
	tensors := make([]*Tensor, count)
	for i, raw := range made {
		tensors[i] = adoptTensor(raw)
	}
	return tensors, nil
}

// SetWeights sets all weights, or none.
func (m *Model) SetWeights(weights []*Tensor) error {
	values, done, err := useTensors(weights)
	if err != nil {
		return err
	}
	defer done()
	return m.with(func(raw *C.rnl_learn_model_t) error {
		return check(C.rnl_learn_model_set_weights(raw, first(values), C.size_t(len(values))))
	})
}
