package runnel_test

import (
	"errors"
	"fmt"
	"log"
	"strings"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

func typed[T runnel.Element](t *testing.T, e *runnel.Eager, dims []int64, values ...T) runnel.Typed[T] {
	t.Helper()
	made := must[runnel.Typed[T]](t)(runnel.NewTyped(e, dims, values...))
	t.Cleanup(made.Close)
	return made
}

func TestFunctionsAreTracedOnceForEachSignature(t *testing.T) {
	_, e := newEager(t)
	runs := 0
	line := runnel.NewFunction2(e, "line", func(t *runnel.Tracing, x, w runnel.Symbol[float32]) (runnel.Symbol[float32], error) {
		runs++
		return runnel.SymbolOf[float32](t, ops.Mul(t.Scope, x.Output, w.Output)), nil
	})
	t.Cleanup(line.Close)
	get := must[runnel.Typed[float32]](t)
	w, x := typed(t, e, nil, float32(3)), typed(t, e, []int64{2}, float32(1), 2)
	for i := 0; i < 3; i++ {
		wantElements[float32](t, get(line.Call(background, x, w)).Tensor, 3, 6)
	}
	if runs != 1 || line.NumTraces() != 1 {
		t.Errorf("traced %d times, %d signatures; want 1", runs, line.NumTraces())
	}
	tape := must[*runnel.GradientTape](t)(e.NewTape(runnel.TapeOptions{}))
	watched := runnel.Typed[float32]{EagerTensor: must[*runnel.EagerTensor](t)(tape.Watch(w.EagerTensor))}
	y := get(line.Call(background, typed(t, e, []int64{3}, float32(1), 2, 3), watched))
	wantElements[float32](t, must[*runnel.EagerTensor](t)(tape.Gradient(y.EagerTensor, watched.EagerTensor)).Tensor, 6)
	if line.NumTraces() != 2 {
		t.Errorf("%d signatures, want 2", line.NumTraces())
	}
	// A function of any number of tensors, with another one within it.
	all := runnel.NewFunction(e, "all", func(t *runnel.Tracing, in []runnel.Output) ([]runnel.Output, error) {
		first, err := line.Within(t, in[0], in[1])
		return append(first, ops.Shape(t.Scope, in[0])), err
	})
	t.Cleanup(all.Close)
	got := must[[]*runnel.EagerTensor](t)(all.Call(background, x.EagerTensor, x.EagerTensor))
	wantElements[float32](t, got[0].Tensor, 1, 4)
	wantElements[int32](t, got[1].Tensor, 2)
}

func TestTracedFunctionsUseVariablesInTheirOrder(t *testing.T) {
	r, e := newEager(t)
	w := must[*runnel.EagerVariable](t)(e.NewVariable("w", must[*runnel.Tensor](t)(runnel.NewTensor(r, nil, []float32{1}))))
	factor := typed(t, e, nil, float32(10))
	step := runnel.NewFunction(e, "step", func(t *runnel.Tracing, in []runnel.Output) ([]runnel.Output, error) {
		before := t.Read(w, runnel.Float)
		t.AssignAdd(w, in[0])
		after := t.Read(w, runnel.Float)
		t.Assign(w, ops.Mul(t.Scope, after, t.Capture(factor.EagerTensor)))
		return []runnel.Output{before, after, t.Read(w, runnel.Float)}, nil
	})
	t.Cleanup(step.Close)
	x := typed(t, e, nil, float32(2))
	for _, want := range [][]float32{{1, 3, 30}, {30, 32, 320}} {
		for i, got := range must[[]*runnel.EagerTensor](t)(step.Call(background, x.EagerTensor)) {
			wantElements(t, got.Tensor, want[i])
		}
	}
	reset := runnel.NewFunction(e, "reset", func(t *runnel.Tracing, in []runnel.Output) ([]runnel.Output, error) {
		t.AssignSub(w, t.Read(w, runnel.Float))
		return nil, nil
	})
	t.Cleanup(reset.Close)
	must[[]*runnel.EagerTensor](t)(reset.Call(background))
	wantElements[float32](t, must[*runnel.EagerTensor](t)(w.Read(e, runnel.Float)).Tensor, 0)
}

func TestWhatIsWrongWithATracedFunctionIsTold(t *testing.T) {
	_, e := newEager(t)
	x := typed(t, e, []int64{2}, float32(1), 2)
	wrong := runnel.NewFunction1(e, "wrong", func(t *runnel.Tracing, x runnel.Symbol[float32]) (runnel.Symbol[int32], error) {
		return runnel.SymbolOf[int32](t, ops.Neg(t.Scope, x.Output)), nil
	})
	_, err := wrong.Call(background, x)
	wantFailure(t, err, runnel.InvalidArgument, "Neg", "float", "int32")
	if !strings.HasPrefix(err.Error(), "function wrong: ") {
		t.Errorf("got %v, want the function's name", err)
	}
	_, err = runnel.TypedOf[int64](x.EagerTensor)
	wantFailure(t, err, runnel.InvalidArgument, "float", "int64")
	product := runnel.NewFunction2(e, "product", func(t *runnel.Tracing, a, b runnel.Symbol[float32]) (runnel.Symbol[float32], error) {
		return runnel.SymbolOf[float32](t, ops.MatMul(t.Scope, a.Output, b.Output)), nil
	})
	t.Cleanup(product.Close)
	_, err = product.Call(background, x, x)
	wantFailure(t, err, runnel.InvalidArgument, "MatMul")
	square := typed(t, e, []int64{1, 1}, float32(3))
	wantElements[float32](t, must[runnel.Typed[float32]](t)(product.Call(background, square, square)).Tensor, 9)
	_, err = product.Call(background, runnel.Typed[float32]{}, x)
	wantFailure(t, err, runnel.InvalidArgument, "argument 0", "nil")
	mine := errors.New("mine")
	own := runnel.NewFunction1(e, "own", func(t *runnel.Tracing, x runnel.Symbol[float32]) (runnel.Symbol[float32], error) {
		return x, mine
	})
	if _, err = own.Call(background, x); !errors.Is(err, mine) {
		t.Errorf("got %v, want the function's own error", err)
	}
	product.Close()
	_, err = product.Call(background, square, square)
	wantFailure(t, err, runnel.FailedPrecondition, "product", "closed")
}

func ExampleFunction2() {
	r, err := runnel.NewRuntime(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	e, err := runnel.NewEager(r, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	line := runnel.NewFunction2(e, "line", func(t *runnel.Tracing, x, w runnel.Symbol[float32]) (runnel.Symbol[float32], error) {
		product := ops.Mul(t.Scope, x.Output, w.Output)
		return runnel.SymbolOf[float32](t, ops.AddV2(t.Scope, product, w.Output)), nil
	})
	defer line.Close()
	x, err := runnel.NewTyped(e, []int64{2}, float32(1), 2)
	if err != nil {
		log.Fatal(err)
	}
	w, err := runnel.NewTyped(e, nil, float32(3))
	if err != nil {
		log.Fatal(err)
	}
	y, err := line.Call(background, x, w)
	if err != nil {
		log.Fatal(err)
	}
	values, err := runnel.Copy[float32](y.Tensor)
	fmt.Println(values, err)
	// Output: [6 9] <nil>
}
