package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// A GradientTape records what contexts of Eager.On(tape) execute on watched values, and what their results go into. It is for one
// goroutine at a time.
type GradientTape struct {
	h     *handle
	eager *Eager // the tape around, if any
}

// TapeOptions is how a tape records; the zero value has the defaults.
type TapeOptions struct {
	// Persistent lets it give gradients any number of times.
	Persistent bool
	// OnlyWatched does not watch variables by themselves as they are read.
	OnlyWatched bool
}

// NewTape makes a tape within the one that e is on, if any: that one also records what gradients compute.
func (e *Eager) NewTape(options TapeOptions) (*GradientTape, error) {
	raw, err := e.use()
	if err != nil {
		return nil, err
	}
	defer e.h.done()
	var tape *C.rnl_tape_t
	err = e.recorded(func(outer *C.rnl_tape_t) error {
		return check(C.rnl_tape_create(raw, outer, C.bool(options.Persistent), C.bool(!options.OnlyWatched), &tape))
	})
	if err != nil {
		return nil, err
	}
	return newTape(e, tape), nil
}

func newTape(e *Eager, raw *C.rnl_tape_t) *GradientTape {
	return &GradientTape{newHandle(unsafe.Pointer(raw), "tape", func(p unsafe.Pointer) { C.rnl_tape_release((*C.rnl_tape_t)(p)) }), e}
}

// Close gives the tape back, with the values that it holds.
func (t *GradientTape) Close() { t.h.close() }

// Watch gives the value on this tape, watched.
func (t *GradientTape) Watch(value *EagerTensor) (*EagerTensor, error) {
	raw, err := t.h.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	tensor, err := value.use()
	if err != nil {
		return nil, err
	}
	defer value.h.done()
	if err := check(C.rnl_tape_watch((*C.rnl_tape_t)(raw), tensor)); err != nil {
		return nil, err
	}
	return &EagerTensor{value.Tensor, t.eager.On(t)}, nil
}

// SetRecording stops recording, or begins it again.
func (t *GradientTape) SetRecording(recording bool) error {
	raw, err := t.h.use()
	if err != nil {
		return err
	}
	defer t.h.done()
	return check(C.rnl_tape_set_recording((*C.rnl_tape_t)(raw), C.bool(recording)))
}

// GradientOptions of tapes: how targets weigh, and what a source gets on which none depends.
type TapeGradientOptions struct {
	// OutputGradients weigh the targets; none: ones.
	OutputGradients []*EagerTensor
	// Zeros gives zeros where otherwise nil is given.
	Zeros bool
}

// Gradients gives those of the sum of the targets for each source, which may be a variable's handle. They are on the tape around.
func (t *GradientTape) Gradients(targets, sources []*EagerTensor, options TapeGradientOptions) ([]*EagerTensor, error) {
	raw, err := t.h.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	ys, doneYs, err := useEager(targets)
	if err != nil {
		return nil, err
	}
	defer doneYs()
	xs, doneXs, err := useEager(sources)
	if err != nil {
		return nil, err
	}
	defer doneXs()
	if n := len(options.OutputGradients); n != 0 && n != len(targets) {
		return nil, newError(InvalidArgument, "%d output gradients for %d targets", n, len(targets))
	}
	weights, doneWeights, err := useEager(options.OutputGradients)
	if err != nil {
		return nil, err
	}
	defer doneWeights()
	out := make([]*C.rnl_tensor_t, len(sources))
	if err := check(C.rnl_tape_gradient((*C.rnl_tape_t)(raw), nil, first(ys), first(weights), C.size_t(len(ys)), first(xs),
		C.size_t(len(xs)), C.bool(options.Zeros), first(out))); err != nil {
		return nil, err
	}
	return t.eager.values(out), nil
}

// Gradient is that of one target for one source; nil where it does not depend on it.
func (t *GradientTape) Gradient(target, source *EagerTensor) (*EagerTensor, error) {
	got, err := t.Gradients([]*EagerTensor{target}, []*EagerTensor{source}, TapeGradientOptions{})
	if err != nil {
		return nil, err
	}
	return got[0], nil
}

// A CustomGradient makes the gradients of a call's inputs, nil for none, from those of its outputs. An *Error is the gradient's
// failure as it is, a panic Internal, other errors Unknown.
type CustomGradient func(outputGradients []*EagerTensor) ([]*EagerTensor, error)

type customCall struct {
	eager    *Eager
	gradient CustomGradient
}

// Record says that outputs were computed of inputs, in whatever way, and what the gradient is. The outputs are given on this tape.
func (t *GradientTape) Record(inputs, outputs []*EagerTensor, gradient CustomGradient) ([]*EagerTensor, error) {
	raw, err := t.h.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	xs, doneXs, err := useEager(inputs)
	if err != nil {
		return nil, err
	}
	defer doneXs()
	ys, doneYs, err := useEager(outputs)
	if err != nil {
		return nil, err
	}
	defer doneYs()
	kept := cgo.NewHandle(customCall{t.eager, gradient})
	if err := check(C.runnel_go_record((*C.rnl_tape_t)(raw), first(xs), C.size_t(len(xs)), first(ys), C.size_t(len(ys)),
		C.uintptr_t(kept))); err != nil {
		kept.Delete()
		return nil, err
	}
	on := make([]*EagerTensor, len(outputs))
	for i, output := range outputs {
		on[i] = &EagerTensor{output.Tensor, t.eager.On(t)}
	}
	return on, nil
}

//export runnelGoGradient
func runnelGoGradient(call C.uintptr_t, tape *C.rnl_tape_t, dys **C.rnl_tensor_t, numDys C.size_t, dxs **C.rnl_tensor_t,
	numDxs C.size_t) (status *C.rnl_status_t) {
	defer func() {
		if trouble := recover(); trouble != nil { // nothing of Go's unwinds into C
			status = statusOf(newError(Internal, "the custom gradient panicked: %v", trouble))
		}
	}()
	custom := cgo.Handle(call).Value().(customCall)
	return statusOf(custom.call(tape, unsafe.Slice(dys, numDys), unsafe.Slice(dxs, numDxs)))
}

func (c customCall) call(tape *C.rnl_tape_t, dys, dxs []*C.rnl_tensor_t) error {
	on := c.eager.On(nil)
	if tape != nil {
		on.tape = newTape(c.eager, C.rnl_tape_retain(tape))
		defer on.tape.Close()
	}
	given := make([]*EagerTensor, len(dys))
	for i, dy := range dys {
		given[i] = &EagerTensor{adoptTensor(C.rnl_tensor_retain(dy)), on}
	}
	made, err := c.gradient(given)
	if err != nil {
		return err
	}
	if len(made) != len(dxs) {
		return newError(InvalidArgument, "a custom gradient gave %d gradients for %d inputs", len(made), len(dxs))
	}
	for i, gradient := range made {
		if gradient == nil {
			continue
		}
		raw, err := gradient.use()
		if err != nil {
			return err
		}
		dxs[i] = C.rnl_tensor_retain(raw)
		gradient.h.done()
	}
	return nil
}
