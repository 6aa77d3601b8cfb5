package runnel_test

import (
	"context"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

func newEager(t *testing.T) (*runnel.Runtime, *runnel.Eager) {
	t.Helper()
	r := newRuntime(t)
	e := must[*runnel.Eager](t)(runnel.NewEager(r, nil))
	t.Cleanup(e.Close)
	return r, e
}

func TestEagerOpsRunAtOnce(t *testing.T) {
	r, e := newEager(t)
	get := must[*runnel.EagerTensor](t)
	x := e.Value(tensor[float32](t, r, 1, 2, 3))
	wantElements[float32](t, get(x.Add(x)).Tensor, 2, 4, 6)
	wantElements[float32](t, get(x.Square()).Tensor, 1, 4, 9)
	wantElements[float32](t, get(x.Sum()).Tensor, 6)
	wide := e.Value(must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{2, 2}, []float32{1, 2, 3, 4})))
	rows := must[[]*runnel.EagerTensor](t)(e.Run("Unpack", []*runnel.EagerTensor{wide}, runnel.EagerAttr{Name: "num", Value: 2}))
	wantElements[float32](t, rows[1].Tensor, 3, 4)
	_, err := wide.MatMul(x)
	wantFailure(t, err, runnel.InvalidArgument, "MatMul")
	_, err = e.Run("Moonshine", nil)
	wantFailure(t, err, runnel.NotFound, "Moonshine")
}

func TestEagerTapesGiveGradientsOfAnyOrder(t *testing.T) {
	r, e := newEager(t)
	get := must[*runnel.EagerTensor](t)
	outer := must[*runnel.GradientTape](t)(e.NewTape(runnel.TapeOptions{}))
	inner := must[*runnel.GradientTape](t)(e.On(outer).NewTape(runnel.TapeOptions{Persistent: true}))
	x := e.Value(tensor[float32](t, r, 2))
	get(outer.Watch(x))
	x = get(inner.Watch(x))
	y := get(get(x.Mul(x)).Mul(x))
	first := get(inner.Gradient(y, x))
	wantElements[float32](t, first.Tensor, 12)
	wantElements[float32](t, get(outer.Gradient(first, x)).Tensor, 12)
	other := e.Value(tensor[float32](t, r, 5))
	if none := get(inner.Gradient(y, other)); none != nil {
		t.Errorf("a gradient of nothing: %v", none)
	}
	_, err := outer.Gradient(first, x)
	wantFailure(t, err, runnel.FailedPrecondition, "persistent")
}

func TestEagerVariablesFunctionsAndCustomGradients(t *testing.T) {
	r, e := newEager(t)
	get := must[*runnel.EagerTensor](t)
	w := must[*runnel.EagerVariable](t)(e.NewVariable("w", tensor[float32](t, r, 1, 2)))
	if err := w.AssignAdd(e.Value(tensor[float32](t, r, 1, 1))); err != nil {
		t.Fatal(err)
	}
	g := newGraph(t, r)
	s := g.Root()
	x := ops.Placeholder(s, runnel.Float)
	handle := must[runnel.Output](t)(w.In(g))
	y := ops.Mul(s, x, ops.ReadVariableOp(s, handle, runnel.Float))
	f := must[*runnel.EagerOp](t)(e.Function("f", g, []runnel.Output{x, handle}, []runnel.Output{y}))
	defer f.Close()
	tape := must[*runnel.GradientTape](t)(e.NewTape(runnel.TapeOptions{}))
	value := get(tape.Watch(e.Value(tensor[float32](t, r, 10, 20))))
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	out := must[[]*runnel.EagerTensor](t)(f.Run(ctx, value, w.Handle))[0]
	wantElements[float32](t, out.Tensor, 20, 60)
	copied := e.Value(tensor[float32](t, r, 20, 60))
	after := must[[]*runnel.EagerTensor](t)(tape.Record([]*runnel.EagerTensor{out}, []*runnel.EagerTensor{copied},
		func(dys []*runnel.EagerTensor) ([]*runnel.EagerTensor, error) {
			dx, err := dys[0].Add(dys[0])
			return []*runnel.EagerTensor{dx}, err
		}))[0]
	grads := must[[]*runnel.EagerTensor](t)(tape.Gradients([]*runnel.EagerTensor{after},
		[]*runnel.EagerTensor{w.Handle, value}, runnel.TapeGradientOptions{}))
	wantElements[float32](t, grads[0].Tensor, 20, 40)
	wantElements[float32](t, grads[1].Tensor, 4, 6)
	wantElements[float32](t, get(w.Read(e, runnel.Float)).Tensor, 2, 3)
	if err := e.Stop(); err != nil {
		t.Fatal(err)
	}
	_, err := value.Square()
	wantFailure(t, err, runnel.FailedPrecondition, "closed")
}
