package runnel_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

func TestReadmeExample(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{})
	slope := root.Gradients([]runnel.Output{ops.Square(root, x)}, []runnel.Output{x})[0]
	if root.Err() != nil {
		t.Fatal(root.Err())
	}
	three := must[*runnel.Tensor](t)(runnel.NewScalar[float32](r, 3))
	wantElements[float32](t, run(t, newSession(t, g), slope, runnel.Feed{Output: x, Value: three}), 6)
}

func TestTypedOpsTakeAttrsAndGiveTheirResults(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	s := g.Root()
	x := s.Placeholder("x", runnel.Float, runnel.Shape{2, 4})
	product := ops.MatMul(s.Scope("layer").Named("product"), x, x, ops.MatMulTransposeB(true))
	axis, k := runnel.Const[int32](s, nil, 1), runnel.Const[int32](s, nil, 2)
	pieces := ops.Split(s, axis, x, 2)
	values, indices := ops.TopKV2(s, x, k)
	both := ops.IdentityN(s, []runnel.Output{x, axis})
	nothing := ops.NoOp(s.After(product.Node).On("/device:CPU:0"))
	pool := ops.MaxPool(s, s.Placeholder("images", runnel.Float, runnel.Shape{1, 4, 4, 1}), []int64{1, 2, 2, 1},
		[]int64{1, 2, 2, 1}, "VALID")
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	if g.NodeName(product.Node) != "layer/product" || len(pieces) != 2 || len(both) != 2 || values.Node != indices.Node {
		t.Error("results are wrong")
	}
	if transposed, err := g.AttrBool(product.Node, "transpose_b"); err != nil || !transposed {
		t.Error(transposed, err)
	}
	if shape, err := g.OutputShape(product); err != nil || len(shape) != 2 || shape[0] != 2 || shape[1] != 2 {
		t.Error(shape, err)
	}
	if got := g.ControlInputs(nothing); len(got) != 1 || got[0] != product.Node || g.NodeDevice(nothing) != "/device:CPU:0" {
		t.Error(got, g.NodeDevice(nothing))
	}
	if ksize, err := g.AttrInts(pool.Node, "ksize"); err != nil || len(ksize) != 4 || ksize[1] != 2 {
		t.Error(ksize, err)
	}
	if consumers, err := g.Consumers(product); err != nil || len(consumers) != 0 {
		t.Error(consumers, err)
	}
	if g.OutputDType(both[1]) != runnel.Int32 || g.NodeOp(pool.Node) != "MaxPool" {
		t.Error("types are wrong")
	}
	fed := must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{2, 4}, []float32{0, 1, 2, 3, 4, 5, 6, 7}))
	session := newSession(t, g)
	feed := runnel.Feed{Output: x, Value: fed}
	wantElements[float32](t, run(t, session, pieces[1], feed), 2, 3, 6, 7)
	wantElements[float32](t, run(t, session, values, feed), 3, 2, 7, 6)
	wantElements[int32](t, run(t, session, indices, feed), 3, 2, 3, 2)
}

func TestGraphDefsGoOutAndComeBack(t *testing.T) {
	r := newRuntime(t)
	g, other := newGraph(t, r), newGraph(t, r)
	s := g.Root()
	x := s.Placeholder("x", runnel.Float, runnel.Shape{2})
	y := ops.Neg(s.Named("y"), x)
	def := must[[]byte](t)(g.Export())
	z := other.Root().Placeholder("z", runnel.Float, runnel.Shape{2})
	options := &runnel.ImportOptions{Prefix: "in", Inputs: map[string]runnel.Output{"x": z}, DefaultDevice: "/device:CPU:0"}
	if err := other.Import(def, options); err != nil {
		t.Fatal(err)
	}
	there := must[runnel.Output](t)(other.FindOutput("in/y"))
	if inputs := other.Inputs(there.Node); len(inputs) != 1 || inputs[0] != z {
		t.Error(inputs)
	}
	fed := tensor[float32](t, r, 1, 2)
	wantElements[float32](t, run(t, newSession(t, other), there, runnel.Feed{Output: z, Value: fed}), -1, -2)

	file := filepath.Join(t.TempDir(), "model.bin")
	if err := os.WriteFile(file, def, 0o600); err != nil {
		t.Fatal(err)
	}
	loaded := newGraph(t, r)
	meta := must[*runnel.MetaGraph](t)(loaded.Load(file, &runnel.ImportOptions{Prefix: "in"}))
	meta.Close()
	must[runnel.Output](t)(loaded.FindOutput("in/y"))
	importer := &runnel.ImportOptions{Importer: map[string]string{"variables": "true"}}
	if _, err := loaded.Load(file, importer); err == nil || !strings.Contains(err.Error(), "importer option \"variables\"") {
		t.Error(err)
	}
	model := must[*runnel.SavedModel](t)(runnel.OpenSavedModel(r, file))
	defer model.Close()
	if format := must[string](t)(model.Format()); format != "GraphDef" {
		t.Error(format)
	}

	body := newGraph(t, r)
	if err := body.Import(def, nil); err != nil {
		t.Fatal(err)
	}
	if err := g.AddFunction("negate", body, []runnel.Output{x}, []runnel.Output{y}); err != nil {
		t.Fatal(err)
	}
	called := ops.PartitionedCall(s, []runnel.Output{x}, []runnel.DType{runnel.Float}, "negate")
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	wantElements[float32](t, run(t, newSession(t, g), called[0], runnel.Feed{Output: x, Value: fed}), -1, -2)
	if names, err := g.Functions(); err != nil || len(names) != 1 || names[0] != "negate" {
		t.Error(names, err)
	}
}

func TestAContextEndsABlockedRun(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	q := addQueue(g.Root())
	s := newSession(t, g)
	ctx, cancel := context.WithCancel(background)
	ended := make(chan error)
	go func() {
		_, err := s.Run(ctx, nil, []runnel.Output{q.never}, nil)
		ended <- err
	}()
	cancel()
	err := <-ended
	wantFailure(t, err, runnel.Cancelled)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not context.Canceled", err)
	}
	_, err = s.Run(ctx, nil, []runnel.Output{q.never}, nil)
	wantFailure(t, err, runnel.Cancelled, "before the run began")

	soon, stop := context.WithTimeout(background, time.Millisecond)
	defer stop()
	_, err = s.Run(soon, nil, []runnel.Output{q.never}, nil)
	wantFailure(t, err, runnel.DeadlineExceeded)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v is not context.DeadlineExceeded", err)
	}
	_, _, err = s.RunTraced(soon, nil, []runnel.Output{q.never}, nil)
	wantFailure(t, err, runnel.DeadlineExceeded)

	timed := must[*runnel.Session](t)(runnel.NewSession(g, &runnel.SessionOptions{Timeout: time.Millisecond}))
	defer timed.Close()
	_, err = timed.Run(background, nil, []runnel.Output{q.never}, nil)
	wantFailure(t, err, runnel.DeadlineExceeded)
	if errors.Is(err, context.DeadlineExceeded) {
		t.Error("no context ended that run")
	}
}

func TestCloseEndsRunsOnAnyNumberOfGoroutines(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	q := addQueue(g.Root())
	s := newSession(t, g)
	ended := make(chan error)
	const runs = 100 // far more than hold a thread each
	for i := 0; i < runs; i++ {
		go func() {
			_, err := s.Run(background, nil, []runnel.Output{q.never}, nil)
			ended <- err
		}()
	}
	runtime.Gosched()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < runs; i++ {
		if err := <-ended; !errors.Is(err, runnel.Cancelled) && !errors.Is(err, runnel.FailedPrecondition) {
			t.Error(err)
		}
	}
}

func TestRunsTellWhatTheyDid(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{2})
	y := ops.Neg(root.Named("y"), x)
	feeds := []runnel.Feed{{Output: x, Value: tensor[float32](t, r, 1, 2)}}
	fetched, metadata, err := newSession(t, g).RunTraced(background, feeds, []runnel.Output{y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantElements[float32](t, fetched[0], -1, -2)
	if metadata.Launches < 1 || metadata.PlanningSeconds <= 0 || len(metadata.NodeStats) == 0 {
		t.Errorf("%+v", metadata)
	}
	if metadata.Placements[0].Device != r.Devices()[0].Name {
		t.Errorf("%+v", metadata.Placements)
	}
}

func TestTheLogGoesToItsFunction(t *testing.T) {
	var mutex sync.Mutex
	var lines []string
	log := func(severity runnel.Severity, message string) {
		mutex.Lock()
		defer mutex.Unlock()
		if severity >= runnel.LogWarning {
			lines = append(lines, message)
		}
	}
	r := must[*runnel.Runtime](t)(runnel.NewRuntime(&runnel.RuntimeOptions{Log: log, LogLevel: runnel.LogInfo}))
	defer r.Close()
	for severity, line := range map[runnel.Severity]string{runnel.LogDebug: "low", runnel.LogError: "high"} {
		if err := r.Log(severity, line); err != nil {
			t.Fatal(err)
		}
	}
	if len(lines) != 1 || lines[0] != "high" {
		t.Errorf("%q", lines)
	}
}

func TestHandlesOutliveWhatTheyCameFrom(t *testing.T) {
	r := must[*runnel.Runtime](t)(runnel.NewRuntime(nil))
	g := must[*runnel.Graph](t)(runnel.NewGraph(r))
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{1})
	y := ops.Neg(root, x)
	s := must[*runnel.Session](t)(runnel.NewSession(g, nil))
	callable := must[*runnel.Callable](t)(s.Prepare([]runnel.Output{x}, []runnel.Output{y}, nil))
	fed := tensor[float32](t, r, 7)
	r.Close()
	g.Close()
	fetched := must[[]*runnel.Tensor](t)(callable.Run(background, fed))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	callable.Close()
	wantElements[float32](t, fetched[0], -7)
	if g.NumNodes() != 0 || r.Devices() != nil {
		t.Error("closed handles answer with nothing")
	}
	root = g.Root()
	ops.Neg(root, x)
	wantFailure(t, root.Err(), runnel.FailedPrecondition, "graph is closed")
}

const callsScale = `
	node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
	node { name: "y" op: "PyFunc" input: "x" attr { key: "token" value { s: "scale" } }
	       attr { key: "Tin" value { list { type: DT_FLOAT } } }
	       attr { key: "Tout" value { list { type: DT_FLOAT } } } }`

func TestFunctionsOfTheProgramAreCalledByNodes(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	if err := g.Import([]byte(callsScale), nil); err != nil {
		t.Fatal(err)
	}
	session := newSession(t, g)
	x, y := must[runnel.Output](t)(g.FindOutput("x")), must[runnel.Output](t)(g.FindOutput("y"))
	fetch := func(values ...float32) ([]*runnel.Tensor, error) {
		return session.Run(background, []runnel.Feed{{Output: x, Value: tensor(t, r, values...)}}, []runnel.Output{y}, nil)
	}
	_, err := fetch(1)
	wantFailure(t, err, runnel.Unimplemented, "scale", "y")
	err = r.SetHostFunction("scale", func(call *runnel.HostCall) ([]*runnel.Tensor, error) {
		values, err := runnel.Elements[float32](call.Inputs[0])
		switch {
		case err != nil:
			return nil, err
		case len(values) == 1:
			return nil, &runnel.Error{Code: runnel.OutOfRange, Message: "one is too few"}
		case len(values) == 3:
			panic("three is too many")
		case len(values) == 4:
			return nil, nil
		}
		if call.Node != "y" || call.Token != "scale" || len(call.Outputs) != 1 || call.Outputs[0] != runnel.Float || call.Cancelled() {
			t.Error(call)
		}
		runtime := call.Runtime()
		defer runtime.Close()
		scaled, err := runnel.NewTensor(runtime, []int64{2}, []float32{3 * values[0], 3 * values[1]})
		return []*runnel.Tensor{scaled}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	fetched, err := fetch(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	wantElements[float32](t, fetched[0], 3, 6)
	_, err = fetch(1)
	wantFailure(t, err, runnel.OutOfRange, "one is too few")
	_, err = fetch(1, 2, 3)
	wantFailure(t, err, runnel.Internal, "three is too many")
	_, err = fetch(1, 2, 3, 4)
	wantFailure(t, err, runnel.InvalidArgument, "0 tensors, expected 1")
	if err := r.SetHostFunction("scale", nil); err != nil {
		t.Fatal(err)
	}
	_, err = fetch(1, 2)
	wantFailure(t, err, runnel.Unimplemented)
}
