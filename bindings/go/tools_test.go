package runnel_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

func TestCallsIntoTensorsThatAreThereUseThemAgain(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{-1})
	y, z := ops.Neg(root, x), ops.Square(root, x)
	s := newSession(t, g)
	callable := must[*runnel.Callable](t)(s.Prepare([]runnel.Output{x}, []runnel.Output{y, z}, nil))
	defer callable.Close()
	before := runnel.Live()
	fetched := make([]*runnel.Tensor, 2)
	cancellable, cancel := context.WithCancel(background)
	defer cancel()
	for round := 1; round <= 6; round++ {
		values := make([]float32, round)
		values[round-1] = float32(round)
		fed := tensor(t, r, values...)
		first := fetched[0]
		ctx := background
		if round%2 == 0 { // the asynchronous way
			ctx = cancellable
		}
		if err := callable.RunInto(ctx, []*runnel.Tensor{fed}, fetched); err != nil {
			t.Fatal(err)
		}
		if round > 1 && fetched[0] != first {
			t.Error("the tensor was not used again")
		}
		for i, want := range []float32{-float32(round), float32(round * round)} {
			shown := must[[]float32](t)(runnel.Elements[float32](fetched[i]))
			if len(shown) != round || shown[round-1] != want || fetched[i].Len() != round {
				t.Errorf("%v, expected %v at the end", shown, want)
			}
		}
		fed.Close()
	}
	// A failure leaves them as they are; a tensor that is fed, closed or in two places is refused.
	wrong := tensor[int32](t, r, 1)
	wantFailure(t, callable.RunInto(background, []*runnel.Tensor{wrong}, fetched), runnel.InvalidArgument, "x")
	wantFailure(t, callable.RunInto(background, []*runnel.Tensor{fetched[0]}, fetched), runnel.FailedPrecondition, "in use")
	wantFailure(t, callable.RunInto(background, []*runnel.Tensor{wrong}, []*runnel.Tensor{fetched[0], fetched[0]}),
		runnel.FailedPrecondition, "fetch 1")
	wantFailure(t, callable.RunInto(background, nil, fetched), runnel.InvalidArgument, "1 feeds", "got 0")
	wantFailure(t, callable.RunInto(background, []*runnel.Tensor{wrong}, nil), runnel.InvalidArgument, "room for 0")
	wantFailure(t, (*runnel.Callable)(nil).RunInto(background, nil, nil), runnel.InvalidArgument, "nil callable")
	wantElements[float32](t, fetched[0], 0, 0, 0, 0, 0, -6)
	wrong.Close()
	runnel.CloseAll(fetched)
	wantFailure(t, callable.RunInto(background, []*runnel.Tensor{tensor[float32](t, r, 1)}, fetched), runnel.FailedPrecondition,
		"fetch 0 is closed")
	if got := runnel.Live(); got > before+1 {
		t.Errorf("%d handles are left", got-before)
	}
}

func TestManyGoroutinesCallOneCallable(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{1})
	y := ops.Neg(root, x)
	callable := must[*runnel.Callable](t)(newSession(t, g).Prepare([]runnel.Output{x}, []runnel.Output{y}, nil))
	var all sync.WaitGroup
	for i := 0; i < 64; i++ {
		all.Add(1)
		go func(number float32) {
			defer all.Done()
			fed, err := runnel.NewTensor(r, []int64{1}, []float32{number})
			if err != nil {
				t.Error(err)
				return
			}
			defer fed.Close()
			fetched := make([]*runnel.Tensor, 1)
			for round := 0; round < 50; round++ {
				if err := callable.RunInto(background, []*runnel.Tensor{fed}, fetched); err != nil {
					t.Error(err)
					return
				}
				if got, err := runnel.Item[float32](fetched[0]); err != nil || got != -number {
					t.Error(got, err)
				}
			}
			runnel.CloseAll(fetched)
		}(float32(i))
	}
	all.Wait()
	callable.Close()
}

func TestPlansTellWhatARunWouldDo(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{-1, 3})
	y := ops.Softmax(root.Named("y"), ops.MatMul(root.Named("product"), x, x, ops.MatMulTransposeB(true)))
	s := newSession(t, g)
	plan := must[*runnel.Plan](t)(s.Plan([]runnel.FeedShape{{Output: x, Shape: runnel.Shape{2, 3}}}, []runnel.Output{y}, nil))
	if plan.Launches < 1 || len(plan.Passes) == 0 || len(plan.Regions) != 1 || plan.Regions[0].Ops[0] != "product" {
		t.Errorf("%+v", plan)
	}
	found := false
	for _, node := range plan.Nodes {
		if node.Name == "product" {
			found = true
			shape := node.Outputs[0].Shape
			if node.Op != "MatMul" || node.Region != 0 || len(shape) != 2 || shape[0] != 2 || shape[1] != 2 || node.Device == "" ||
				node.Reason == "" || len(node.Inputs) != 2 {
				t.Errorf("%+v", node)
			}
		}
	}
	if !found {
		t.Errorf("no product in %+v", plan.Nodes)
	}
	must[*runnel.Plan](t)(s.Plan([]runnel.FeedShape{{Output: x}}, []runnel.Output{y}, nil))
	_, err := s.Plan([]runnel.FeedShape{{Output: x, Shape: runnel.Shape{2, 4}}}, []runnel.Output{y}, nil)
	wantFailure(t, err, runnel.InvalidArgument, "x")
	_, err = s.Plan(nil, nil, nil)
	wantFailure(t, err, runnel.InvalidArgument)
}

func TestASavedPlanRunsAsItsGraph(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{-1, 3})
	y := ops.Softmax(root.Named("y"), ops.MatMul(root.Named("product"), x, x, ops.MatMulTransposeB(true)))
	s := newSession(t, g)
	path := t.TempDir() + "/plan"
	feeds := []runnel.FeedShape{{Output: x, Shape: runnel.Shape{2, 3}}}
	if err := s.SavePlan(path, []string{"image"}, feeds, []string{"scores"}, []runnel.Output{y}); err != nil {
		t.Fatal(err)
	}
	model := must[*runnel.SavedModel](t)(runnel.OpenSavedModel(r, path))
	defer model.Close()
	signatures := must[[]runnel.Signature](t)(model.Signatures())
	if len(signatures) != 1 || signatures[0].Inputs[0].Key != "image" || signatures[0].Outputs[0].Tensor != "y:0" {
		t.Errorf("%+v", signatures)
	}
	err := s.SavePlan(path, nil, feeds, []string{"scores"}, []runnel.Output{y})
	wantFailure(t, err, runnel.InvalidArgument, "key")
	feeds[0].Shape = runnel.Shape{2, 4}
	err = s.SavePlan(path, []string{"image"}, feeds, []string{"scores"}, []runnel.Output{y})
	wantFailure(t, err, runnel.InvalidArgument, "x")
}

func TestSchemasKernelsAndMemory(t *testing.T) {
	r := newRuntime(t)
	op := must[*runnel.Op](t)(r.Op("MatMul"))
	if family := must[string](t)(r.OpFamily("MatMul")); family != "" {
		t.Errorf("MatMul is in the family %q", family)
	}
	if op.Doc == "" || !op.HasGradient || op.Stateful || len(op.Inputs) != 2 || op.Outputs[0].Type != "T" {
		t.Errorf("%+v", op)
	}
	for _, attr := range op.Attrs {
		if attr.Name == "T" && len(attr.Allowed) == 0 || attr.Name == "transpose_a" && attr.Default != "false" {
			t.Errorf("%+v", attr)
		}
	}
	_, err := r.Op("MatMull")
	wantFailure(t, err, runnel.NotFound, "MatMul")
	kernels := must[[]runnel.Kernel](t)(r.Kernels())
	found := false
	for _, kernel := range kernels {
		found = found || kernel.Op == "MatMul" && kernel.DeviceType == "CPU" && len(kernel.Types["T"]) > 0
	}
	if !found {
		t.Errorf("no MatMul among %d kernels", len(kernels))
	}
	if _, err := r.DeviceMemory(0); err != nil {
		t.Error(err)
	}
	_, err = r.DeviceMemory(99)
	wantFailure(t, err, runnel.OutOfRange, "99")
}

func TestDTypesHaveNamesAndShapesAreAttrs(t *testing.T) {
	if runnel.DTypeFromName("DT_INT32") != runnel.Int32 || runnel.DTypeFromName("no") != runnel.Invalid {
		t.Error(runnel.DTypeFromName("DT_INT32"))
	}
	g := newGraph(t, newRuntime(t))
	x := g.Root().Placeholder("x", runnel.Float, runnel.Shape{-1, 3})
	if shape := must[runnel.Shape](t)(g.AttrShape(x.Node, "shape")); len(shape) != 2 || shape[0] != -1 || shape[1] != 3 {
		t.Error(shape)
	}
	_, err := g.AttrShape(x.Node, "dtype")
	wantFailure(t, err, runnel.InvalidArgument, "dtype")
}

func TestEventsAndTracesAreWritten(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{2})
	y := ops.Neg(root.Named("y"), x)
	s := newSession(t, g)
	trace := must[*runnel.Trace](t)(runnel.NewTrace())
	defer trace.Close()
	feeds := []runnel.Feed{{Output: x, Value: tensor[float32](t, r, 1, 2)}}
	how := runnel.RunOptions{AddTo: trace, PartitionGraphs: true, Timeout: time.Minute}
	fetched, metadata, err := s.RunWith(background, how, feeds, []runnel.Output{y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	runnel.CloseAll(fetched)
	if len(metadata.Partitions) != 1 || len(metadata.RunMetadata) == 0 {
		t.Errorf("%+v", metadata)
	}
	drawn := must[[]byte](t)(trace.JSON())
	if !json.Valid(drawn) || !strings.Contains(string(drawn), "\"y") {
		t.Errorf("%s", drawn)
	}
	folder := filepath.Join(t.TempDir(), "events")
	writer := must[*runnel.EventWriter](t)(runnel.NewEventWriter(r, folder, "test"))
	for _, err := range []error{
		writer.Scalar("loss", 0.5, 1, time.Time{}), writer.Scalar("loss", 0.25, 2, time.Now()),
		writer.Graph(g, time.Time{}), writer.RunMetadata("step 1", metadata, 1, time.Time{}), writer.Flush(),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	wantFailure(t, writer.RunMetadata("step 1", metadata, 2, time.Time{}), runnel.AlreadyExists, "step 1")
	wantFailure(t, writer.Summary("no summary", 1, time.Time{}), runnel.InvalidArgument)
	path := writer.Path()
	if err := writer.Close(); err != nil || writer.Close() != nil {
		t.Error(err)
	}
	wantFailure(t, writer.Flush(), runnel.FailedPrecondition, "closed")
	written, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(written), "loss") || filepath.Dir(path) != folder {
		t.Errorf("%v: %q", err, written)
	}
}

func TestPartialRunsGoInStages(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	a, b := root.Placeholder("a", runnel.Float, runnel.Shape{1}), root.Placeholder("b", runnel.Float, runnel.Shape{1})
	negated := ops.Neg(root, a)
	sum := ops.AddV2(root, negated, b)
	s := newSession(t, g)
	partial := must[*runnel.PartialRun](t)(s.BeginPartialRun([]runnel.Output{a, b}, []runnel.Output{negated, sum}, nil))
	defer partial.Close()
	one, five := tensor[float32](t, r, 1), tensor[float32](t, r, 5)
	_, err := partial.Step(nil, []runnel.Output{sum})
	wantFailure(t, err, runnel.InvalidArgument)
	got := must[[]*runnel.Tensor](t)(partial.Step([]runnel.Feed{{Output: a, Value: one}}, []runnel.Output{negated}))
	wantElements[float32](t, got[0], -1)
	got = must[[]*runnel.Tensor](t)(partial.Step([]runnel.Feed{{Output: b, Value: five}}, []runnel.Output{sum}))
	wantElements[float32](t, got[0], 4)
}

func TestDLPackGoesOutAndIn(t *testing.T) {
	r := newRuntime(t)
	shared := must[*runnel.Tensor](t)(tensor[float32](t, r, 1, 2, 3).Reshape([]int64{3, 1}))
	managed, err := shared.ToDLPack()
	if err != nil {
		t.Fatal(err)
	}
	back := must[*runnel.Tensor](t)(runnel.FromDLPack(r, managed))
	defer back.Close()
	wantElements[float32](t, back, 1, 2, 3)
	shared.Close()
	wantElements[float32](t, back, 1, 2, 3)
	_, err = must[*runnel.Tensor](t)(runnel.NewStrings(r, nil, []string{"a"})).ToDLPack()
	wantFailure(t, err, runnel.InvalidArgument)
	_, err = runnel.FromDLPack(r, nil)
	wantFailure(t, err, runnel.InvalidArgument)
}
