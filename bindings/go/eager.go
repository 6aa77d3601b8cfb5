package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"context"
	"unsafe"
)

// An Eager is a context for ops that run at once on tensors, with the variables and whatever else they make. On gives one whose
// executions a tape records; both are the same context.
type Eager struct {
	h       *handle
	runtime *Runtime
	tape    *GradientTape
}

// NewEager makes a context; of nil options, the defaults. A target is Unimplemented.
func NewEager(r *Runtime, options *SessionOptions) (*Eager, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	made, err := options.make()
	if err != nil {
		return nil, err
	}
	defer C.rnl_session_options_release(made)
	var eager *C.rnl_eager_t
	if err := check(C.rnl_eager_create(raw, made, &eager)); err != nil {
		return nil, err
	}
	h := newHandle(unsafe.Pointer(eager), "eager context", func(p unsafe.Pointer) { C.rnl_eager_release((*C.rnl_eager_t)(p)) })
	return &Eager{h: h, runtime: r}, nil
}

// Close gives the context back. Its values stay usable until they are closed.
func (e *Eager) Close() { e.h.close() }

// Stop cancels what runs, waits for it, and drops variables. Every later execution is a FailedPrecondition.
func (e *Eager) Stop() error {
	raw, err := e.use()
	if err != nil {
		return err
	}
	defer e.h.done()
	return check(C.rnl_eager_close(raw))
}

// On is the same context, with executions recorded by tape; nil: by none.
func (e *Eager) On(tape *GradientTape) *Eager { return &Eager{e.h, e.runtime, tape} }

func (e *Eager) use() (*C.rnl_eager_t, error) {
	if e == nil {
		return nil, newError(InvalidArgument, "a nil eager context")
	}
	raw, err := e.h.use()
	return (*C.rnl_eager_t)(raw), err
}

// An EagerTensor is a tensor whose methods run ops at once, in the context that it is of. What they give is recorded by the tape
// that this, or else the other operand, is recorded by.
type EagerTensor struct {
	*Tensor
	eager *Eager
}

// Value is the tensor in this context.
func (e *Eager) Value(t *Tensor) *EagerTensor { return &EagerTensor{t, e} }

// Eager is the context, with the tape that the value is recorded by.
func (t *EagerTensor) Eager() *Eager { return t.eager }

// An EagerAttr is an attr of an op: see NodeSpec.Attr for the types of values.
type EagerAttr struct {
	Name  string
	Value any
}

// An EagerOp is an op with its attrs, or a function of a graph, to be run any number of times on any goroutines.
type EagerOp struct {
	h     *handle
	eager *Eager
}

func newEagerOp(e *Eager, raw *C.rnl_eager_op_t) *EagerOp {
	h := newHandle(unsafe.Pointer(raw), "eager op", func(p unsafe.Pointer) { C.rnl_eager_op_release((*C.rnl_eager_op_t)(p)) })
	return &EagerOp{h, e}
}

// Close gives the op back.
func (o *EagerOp) Close() { o.h.close() }

// Prepare makes an op of that name with these attrs; others follow from the inputs, or have their defaults.
func (e *Eager) Prepare(op string, attrs ...EagerAttr) (*EagerOp, error) {
	raw, err := e.use()
	if err != nil {
		return nil, err
	}
	defer e.h.done()
	builder := C.rnl_node_builder_create(C.rnl_eager_graph(raw), cString(op), cString(""))
	for _, a := range attrs {
		if err := (attr{a.Name, a.Value}).set(builder); err != nil {
			C.rnl_node_builder_release(builder)
			return nil, err
		}
	}
	var made *C.rnl_eager_op_t
	if err := check(C.rnl_eager_op_create(raw, builder, &made)); err != nil {
		return nil, err
	}
	return newEagerOp(e, made), nil
}

// Function makes the part of a graph between inputs and outputs, with targets, an op. An input is a Placeholder's output, or a
// variable's of EagerVariable.In, which is then given by its handle.
func (e *Eager) Function(name string, graph *Graph, inputs, outputs []Output, targets ...Node) (*EagerOp, error) {
	raw, err := e.use()
	if err != nil {
		return nil, err
	}
	defer e.h.done()
	body, err := graph.use()
	if err != nil {
		return nil, err
	}
	defer graph.h.done()
	var made *C.rnl_eager_op_t
	if err := check(C.rnl_eager_op_from_graph(raw, cString(name), body, outputsAt(inputs), C.size_t(len(inputs)), outputsAt(outputs),
		C.size_t(len(outputs)), nodesAt(targets), C.size_t(len(targets)), &made)); err != nil {
		return nil, err
	}
	return newEagerOp(e, made), nil
}

// Run runs the op and waits. When ctx ends, the run is cancelled. It is recorded by the tape of the first input that has one, or
// of the context that the op was prepared by.
func (o *EagerOp) Run(ctx context.Context, inputs ...*EagerTensor) ([]*EagerTensor, error) {
	raw, err := o.h.use()
	if err != nil {
		return nil, err
	}
	defer o.h.done()
	op := (*C.rnl_eager_op_t)(raw)
	given, done, err := useEager(inputs)
	if err != nil {
		return nil, err
	}
	defer done()
	var count C.size_t
	if err := check(C.rnl_eager_op_num_outputs(op, first(given), C.size_t(len(given)), &count)); err != nil {
		return nil, err
	}
	out := make([]*C.rnl_tensor_t, count)
	on := viewOf(o.eager, inputs)
	err = on.recorded(func(tape *C.rnl_tape_t) error {
		return cancelled(ctx, func(options *C.rnl_run_options_t) error {
			return check(C.rnl_eager_op_execute(op, options, tape, first(given), C.size_t(len(given)), first(out), count, &count))
		})
	})
	if err != nil {
		return nil, err
	}
	return on.values(out), nil
}

// Run runs an op of that name.
func (e *Eager) Run(op string, inputs []*EagerTensor, attrs ...EagerAttr) ([]*EagerTensor, error) {
	prepared, err := e.Prepare(op, attrs...)
	if err != nil {
		return nil, err
	}
	defer prepared.Close()
	return prepared.Run(context.Background(), inputs...)
}

// one runs an op without attrs that has one output.
func (e *Eager) one(op string, inputs ...*EagerTensor) (*EagerTensor, error) {
	raw, err := e.use()
	if err != nil {
		return nil, err
	}
	defer e.h.done()
	given, done, err := useEager(inputs)
	if err != nil {
		return nil, err
	}
	defer done()
	var out *C.rnl_tensor_t
	var count C.size_t
	on := viewOf(e, inputs)
	err = on.recorded(func(tape *C.rnl_tape_t) error {
		return check(C.rnl_eager_execute(raw, cString(op), tape, first(given), C.size_t(len(given)), &out, 1, &count))
	})
	if err != nil {
		return nil, err
	}
	if count == 0 {
		return nil, nil
	}
	return &EagerTensor{adoptTensor(out), on}, nil
}

// viewOf is the context whose tape records a call: of the first input that has one.
func viewOf(e *Eager, inputs []*EagerTensor) *Eager {
	for _, input := range inputs {
		if input.eager != nil && input.eager.tape != nil {
			return input.eager
		}
	}
	return e
}

func (e *Eager) recorded(run func(tape *C.rnl_tape_t) error) error {
	if e.tape == nil {
		return run(nil)
	}
	raw, err := e.tape.h.use()
	if err != nil {
		return err
	}
	defer e.tape.h.done()
	return run((*C.rnl_tape_t)(raw))
}

func (e *Eager) values(raw []*C.rnl_tensor_t) []*EagerTensor {
	out := make([]*EagerTensor, len(raw))
	for i, tensor := range raw {
		if tensor != nil {
			out[i] = &EagerTensor{adoptTensor(tensor), e}
		}
	}
	return out
}

func useEager(inputs []*EagerTensor) ([]*C.rnl_tensor_t, func(), error) {
	tensors := make([]*Tensor, len(inputs))
	for i, input := range inputs {
		if input == nil {
			return nil, nil, newError(InvalidArgument, "input %d of %d is nil", i, len(inputs))
		}
		tensors[i] = input.Tensor
	}
	return useAll(tensors)
}

// Add is t + other.
func (t *EagerTensor) Add(other *EagerTensor) (*EagerTensor, error) {
	return t.eager.one("AddV2", t, other)
}

// Sub is t - other.
func (t *EagerTensor) Sub(other *EagerTensor) (*EagerTensor, error) {
	return t.eager.one("Sub", t, other)
}

// Mul is t * other, element by element.
func (t *EagerTensor) Mul(other *EagerTensor) (*EagerTensor, error) {
	return t.eager.one("Mul", t, other)
}

// Div is t / other.
func (t *EagerTensor) Div(other *EagerTensor) (*EagerTensor, error) {
	return t.eager.one("RealDiv", t, other)
}

// MatMul is the product of two matrices.
func (t *EagerTensor) MatMul(other *EagerTensor) (*EagerTensor, error) {
	return t.eager.one("MatMul", t, other)
}

// Neg is -t.
func (t *EagerTensor) Neg() (*EagerTensor, error) { return t.eager.one("Neg", t) }

// Square is t * t.
func (t *EagerTensor) Square() (*EagerTensor, error) { return t.eager.one("Square", t) }

// Sum is the sum of all elements.
func (t *EagerTensor) Sum() (*EagerTensor, error) {
	axes := make([]int32, len(t.Dims()))
	for i := range axes {
		axes[i] = int32(i)
	}
	all, err := NewTensor(t.eager.runtime, []int64{int64(len(axes))}, axes)
	if err != nil {
		return nil, err
	}
	defer all.Close()
	return t.eager.one("Sum", t, t.eager.Value(all))
}

// An EagerVariable is a variable of a context. It goes with its handle and what uses that.
type EagerVariable struct {
	// Handle is what ops on variables take, and tapes too.
	Handle *EagerTensor
	// Name is for errors and checkpoints; several may have one.
	Name string
}

// NewVariable makes a variable with this value.
func (e *Eager) NewVariable(name string, value *Tensor) (*EagerVariable, error) {
	raw, err := e.use()
	if err != nil {
		return nil, err
	}
	defer e.h.done()
	initial, err := value.use()
	if err != nil {
		return nil, err
	}
	defer value.h.done()
	var handle *C.rnl_tensor_t
	if err := check(C.rnl_eager_create_variable(raw, cString(name), cString(""), initial, &handle)); err != nil {
		return nil, err
	}
	return &EagerVariable{&EagerTensor{adoptTensor(handle), e.On(nil)}, name}, nil
}

// Close gives the variable's handle back.
func (v *EagerVariable) Close() { v.Handle.Close() }

// Read is its value, on the tape of e; dtype is the variable's.
func (v *EagerVariable) Read(e *Eager, dtype DType) (*EagerTensor, error) {
	got, err := e.Run("ReadVariableOp", []*EagerTensor{v.Handle}, EagerAttr{"dtype", dtype})
	if err != nil {
		return nil, err
	}
	return got[0], nil
}

// Assign gives it another value.
func (v *EagerVariable) Assign(value *EagerTensor) error { return v.update("AssignVariableOp", value) }

// AssignAdd adds to it.
func (v *EagerVariable) AssignAdd(value *EagerTensor) error {
	return v.update("AssignAddVariableOp", value)
}

// AssignSub subtracts from it.
func (v *EagerVariable) AssignSub(value *EagerTensor) error {
	return v.update("AssignSubVariableOp", value)
}

func (v *EagerVariable) update(op string, value *EagerTensor) error {
	_, err := v.Handle.eager.one(op, v.Handle, value)
	return err
}

// In is the variable's output in a function's graph, which is added where it is missing.
func (v *EagerVariable) In(graph *Graph) (Output, error) {
	raw, err := v.Handle.eager.use()
	if err != nil {
		return NoOutput, err
	}
	defer v.Handle.eager.h.done()
	body, err := graph.use()
	if err != nil {
		return NoOutput, err
	}
	defer graph.h.done()
	handle, err := v.Handle.use()
	if err != nil {
		return NoOutput, err
	}
	defer v.Handle.h.done()
	var out C.rnl_output_t
	if err := check(C.rnl_eager_add_handle(raw, body, handle, &out)); err != nil {
		return NoOutput, err
	}
	return outputOf(out), nil
}

// cancelled runs with options that the end of ctx cancels; with nil, where it cannot end.
func cancelled(ctx context.Context, run func(options *C.rnl_run_options_t) error) error {
	if ctx.Done() == nil {
		return run(nil)
	}
	var cancellation *C.rnl_cancellation_t
	if err := check(C.rnl_cancellation_create(&cancellation)); err != nil {
		return err
	}
	defer C.rnl_cancellation_release(cancellation)
	options, err := cancelledBy(cancellation)
	if err != nil {
		return err
	}
	defer C.rnl_run_options_release(options)
	finished, watched := make(chan struct{}), make(chan struct{})
	go func() { // turns the end of ctx into a cancel
		defer close(watched)
		select {
		case <-ctx.Done():
			C.rnl_status_release(C.rnl_cancellation_cancel(cancellation))
		case <-finished:
		}
	}()
	err = run(options)
	close(finished)
	<-watched
	if err != nil {
		return ended(ctx, err)
	}
	return nil
}
