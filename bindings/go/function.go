package runnel

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// A Tracing is where a Go function that is traced adds nodes: a Scope, whose first error ends the tracing. What has effects runs in
// the function's order.
type Tracing struct {
	*Scope
	captured []*EagerTensor
	places   []Output // of what was captured
	last     []Node   // the last node with an effect, or none
	readers  []Node   // of variables since
	effects  []Node
}

// Handle is the handle of a variable, for ops that take one.
func (t *Tracing) Handle(v *EagerVariable) Output {
	if t.Err() != nil {
		return NoOutput
	}
	handle, err := v.In(t.Graph())
	if err != nil {
		t.Fail(err)
		return NoOutput
	}
	for _, known := range t.places {
		if known == handle {
			return handle
		}
	}
	t.captured, t.places = append(t.captured, v.Handle), append(t.places, handle)
	return handle
}

// Read is the value of a variable of that dtype when what was traced before has run.
func (t *Tracing) Read(v *EagerVariable, dtype DType) Output {
	handle := t.Handle(v)
	node := t.After(t.last...).Add(NewNode("ReadVariableOp").Input(handle).Attr("dtype", dtype))
	if node == NoNode {
		return NoOutput
	}
	t.readers = append(t.readers, node)
	return node.Output(0)
}

// Effect adds a node that has an effect, by a builder of ops that it gives a scope: it runs at each call, when all has run that was
// traced before with one, and before what is traced later.
func (t *Tracing) Effect(add func(s *Scope) Node) {
	node := add(t.After(append(append([]Node(nil), t.readers...), t.last...)...))
	if node == NoNode {
		return
	}
	t.readers, t.last, t.effects = nil, []Node{node}, append(t.effects, node)
}

// Assign gives a variable another value.
func (t *Tracing) Assign(v *EagerVariable, value Output) { t.update("AssignVariableOp", v, value) }

// AssignAdd adds to a variable.
func (t *Tracing) AssignAdd(v *EagerVariable, value Output) {
	t.update("AssignAddVariableOp", v, value)
}

// AssignSub subtracts from a variable.
func (t *Tracing) AssignSub(v *EagerVariable, value Output) {
	t.update("AssignSubVariableOp", v, value)
}

func (t *Tracing) update(op string, v *EagerVariable, value Output) {
	handle := t.Handle(v)
	t.Effect(func(s *Scope) Node { return s.Add(NewNode(op).Input(handle).Input(value)) })
}

// Capture is a value from outside, which each call gives as an argument: tapes see it.
func (t *Tracing) Capture(value *EagerTensor) Output {
	output := t.argument(value)
	t.captured, t.places = append(t.captured, value), append(t.places, output)
	return output
}

func (t *Tracing) argument(like *EagerTensor) Output {
	shape := append(Shape{}, like.Dims()...) // of a scalar: empty, not unknown
	return t.Add(NewNode("Placeholder").Attr("dtype", like.DType()).Attr("shape", shape)).Output(0)
}

// A Function is a Go function of outputs that is traced into a graph when it is first called with tensors of a signature, their
// dtypes and shapes, and runs as one step from then on. Tapes record a call as they record an op. Function1 and its kin know the
// elements' types, too. Any goroutine.
type Function struct {
	eager *Eager
	name  string
	body  func(t *Tracing, arguments []Output) ([]Output, error)

	mutex  sync.Mutex
	traced map[string]*traced
	closed bool
}

// traced is one signature's graph.
type traced struct {
	op       *EagerOp // nil: it does nothing
	captured []*EagerTensor
}

// NewFunction makes a function of any number of tensors; the name is for errors.
func NewFunction(e *Eager, name string, body func(t *Tracing, arguments []Output) ([]Output, error)) *Function {
	return &Function{eager: e, name: name, body: body, traced: map[string]*traced{}}
}

// Close gives what was traced back.
func (f *Function) Close() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, made := range f.traced {
		made.close()
	}
	f.traced, f.closed = map[string]*traced{}, true
}

// NumTraces is how many signatures there were.
func (f *Function) NumTraces() int {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return len(f.traced)
}

// Within makes the function a part of what is being traced.
func (f *Function) Within(t *Tracing, arguments ...Output) ([]Output, error) {
	return f.body(t, arguments)
}

// Call runs the function. Errors: that of the Go function, which is then asked again at the next call; those of the step.
func (f *Function) Call(ctx context.Context, arguments ...*EagerTensor) ([]*EagerTensor, error) {
	var key strings.Builder
	for i, argument := range arguments {
		if argument == nil {
			return nil, newError(InvalidArgument, "function %s: argument %d of %d is nil", f.name, i, len(arguments))
		}
		fmt.Fprint(&key, argument.DType(), argument.Dims())
	}
	made, err := f.find(key.String(), arguments)
	if err != nil || made.op == nil {
		return nil, err
	}
	return made.op.Run(ctx, append(append([]*EagerTensor(nil), arguments...), made.captured...)...)
}

func (f *Function) find(key string, arguments []*EagerTensor) (*traced, error) {
	f.mutex.Lock()
	known, closed := f.traced[key], f.closed
	f.mutex.Unlock()
	if closed {
		return nil, newError(FailedPrecondition, "function %s is closed", f.name)
	}
	if known != nil {
		return known, nil
	}
	made, err := f.trace(arguments) // without the lock: the Go function may call this one
	if err != nil {
		return nil, err
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if known := f.traced[key]; known != nil || f.closed {
		made.close()
		if f.closed {
			return nil, newError(FailedPrecondition, "function %s is closed", f.name)
		}
		return known, nil
	}
	f.traced[key] = made
	return made, nil
}

func (f *Function) trace(arguments []*EagerTensor) (*traced, error) {
	graph, err := NewGraph(f.eager.runtime)
	if err != nil {
		return nil, err
	}
	defer graph.Close()
	t := &Tracing{Scope: graph.Root()}
	inputs := make([]Output, len(arguments))
	for i, argument := range arguments {
		inputs[i] = t.argument(argument)
	}
	outputs, err := f.body(t, append([]Output(nil), inputs...))
	if err == nil {
		err = t.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("function %s: %w", f.name, err)
	}
	made := &traced{captured: t.captured}
	if len(outputs) == 0 && len(t.effects) == 0 {
		return made, nil
	}
	made.op, err = f.eager.Function(f.name, graph, append(inputs, t.places...), outputs, t.effects...)
	return made, err
}

func (made *traced) close() {
	if made.op != nil {
		made.op.Close()
	}
}
