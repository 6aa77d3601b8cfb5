package runnel_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

// The table of GraphDefs that every binding must see refused.
func TestBadGraphsAreRefusedWhole(t *testing.T) {
	table, err := os.ReadFile("../../tests/bindings/bad_graphs.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := newRuntime(t)
	rows := strings.Split(string(table), "\n== ")[1:]
	if len(rows) < 25 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		head, graphDef, _ := strings.Cut(row, "\ngraph\n")
		lines := strings.Split(head, "\n")
		t.Run(lines[0], func(t *testing.T) {
			g := newGraph(t, r)
			err := g.Import([]byte(graphDef), nil)
			target, runs := strings.TrimPrefix(lines[1], "run "), strings.HasPrefix(lines[1], "run ")
			if runs && err == nil {
				_, err = newSession(t, g).RunNamed(context.Background(), g, nil, nil, []string{target})
			}
			var failure *runnel.Error
			if !errors.As(err, &failure) || (g.NumNodes() != 0) != runs {
				t.Fatalf("got %v and %d nodes", err, g.NumNodes())
			}
			for _, line := range lines[1:] {
				what, text, _ := strings.Cut(line, " ")
				if what == "code" && failure.Code.String() != text || what == "says" && !strings.Contains(failure.Message, text) {
					t.Errorf("expected %s: %v", line, err)
				}
			}
		})
	}
}

func TestBadNodesAreRefusedAndTheErrorSticks(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	x := g.Root().Placeholder("x", runnel.Float, runnel.Shape{2, 3})
	nowhere := runnel.Node(999).Output(0)
	before := g.NumNodes()
	for _, row := range []struct {
		name   string
		add    func(s *runnel.Scope)
		code   runnel.Code
		pieces []string
	}{
		{"an unknown op", func(s *runnel.Scope) { s.Named("n").Add(runnel.NewNode("MatMull").Input(x)) },
			runnel.NotFound, []string{"node \"n\"", "MatMull", "MatMul"}},
		{"an unknown node", func(s *runnel.Scope) { ops.Neg(s, nowhere) }, runnel.InvalidArgument, []string{"999"}},
		{"an unknown output", func(s *runnel.Scope) { ops.Neg(s, x.Node.Output(7)) }, runnel.InvalidArgument, []string{"7", "x"}},
		{"shapes that do not fit", func(s *runnel.Scope) { ops.MatMul(s.Named("m"), x, x) },
			runnel.InvalidArgument, []string{"\"m\"", "MatMul", "[2,3]"}},
		{"a name that is taken", func(s *runnel.Scope) { ops.Neg(s.Named("x"), x) }, runnel.AlreadyExists, []string{"\"x\""}},
		{"a name with a space", func(s *runnel.Scope) { ops.Neg(s.Named("no name"), x) },
			runnel.InvalidArgument, []string{"\"no name\"", "letters"}},
		{"an unknown node to wait for", func(s *runnel.Scope) { ops.Neg(s.After(-1), x) }, runnel.InvalidArgument, []string{"-1"}},
		{"an empty list", func(s *runnel.Scope) { ops.Pack(s, nil) }, runnel.InvalidArgument, []string{"Pack", "\"N\""}},
		{"a string that is not allowed", func(s *runnel.Scope) { ops.Conv2D(s, x, x, []int64{1, 1, 1, 1}, "MAYBE") },
			runnel.InvalidArgument, []string{"padding", "MAYBE", "SAME"}},
		{"a missing input", func(s *runnel.Scope) { s.Add(runnel.NewNode("Neg")) }, runnel.InvalidArgument, []string{"Neg"}},
		{"no attr at all", func(s *runnel.Scope) { s.Add(runnel.NewNode("Neg").Input(x).Attr("T", struct{}{})) },
			runnel.InvalidArgument, []string{"struct {}"}},
		{"an unknown dtype", func(s *runnel.Scope) { s.Placeholder("p", 99, nil) }, runnel.InvalidArgument, []string{"99"}},
		{"a dim below -1", func(s *runnel.Scope) { s.Placeholder("p", runnel.Float, runnel.Shape{-2}) },
			runnel.InvalidArgument, []string{"-2"}},
		{"gradients of nothing", func(s *runnel.Scope) { s.Gradients([]runnel.Output{nowhere}, []runnel.Output{x}) },
			runnel.InvalidArgument, []string{"999"}},
		{"a constant that does not fit", func(s *runnel.Scope) { runnel.Const(s, []int64{3}, 1, int32(2)) },
			runnel.InvalidArgument, []string{"12", "8"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := g.Root()
			row.add(s)
			wantFailure(t, s.Err(), row.code, row.pieces...)
			if ops.Neg(s, x).Valid() || g.NumNodes() != before {
				t.Error("something was added")
			}
		})
	}
	_, err := g.FindOutput("x:1")
	wantFailure(t, err, runnel.InvalidArgument, "x", "1")
	_, err = g.FindNode("y")
	wantFailure(t, err, runnel.NotFound, "\"y\"")
	_, err = g.AttrInt(x.Node, "dtype")
	wantFailure(t, err, runnel.InvalidArgument, "dtype")
	_, err = g.AttrInt(x.Node, "nothing")
	wantFailure(t, err, runnel.NotFound, "nothing")
	wantFailure(t, g.CloseLoop(x.Node, x), runnel.InvalidArgument, "Merge")
	_, err = g.GradientsOf([]runnel.Output{x}, []runnel.Output{x}, runnel.GradientOptions{Weights: []runnel.Output{x, x}})
	wantFailure(t, err, runnel.InvalidArgument, "2 weights")
	if g.NodeName(999) != "" || g.NumOutputs(-5) != 0 {
		t.Error("unknown nodes have nothing")
	}
}

func TestBadTensorsAreRefused(t *testing.T) {
	r := newRuntime(t)
	zeros := func(dtype runnel.DType, dims ...int64) error {
		made, err := runnel.NewZeros(r, dtype, dims)
		made.Close()
		return err
	}
	many := make([]int64, 300)
	wantFailure(t, zeros(runnel.Float, 2, -1), runnel.InvalidArgument, "-1")
	wantFailure(t, zeros(runnel.Float, 1<<40, 1<<40), runnel.InvalidArgument)
	wantFailure(t, zeros(runnel.Double, 1<<61), runnel.InvalidArgument)
	wantFailure(t, zeros(runnel.Float, many...), runnel.InvalidArgument, "300")
	wantFailure(t, zeros(99), runnel.InvalidArgument, "99")
	wantFailure(t, zeros(runnel.Resource), runnel.InvalidArgument, "resource")
	wantFailure(t, zeros(runnel.Uint8, 1<<50), runnel.ResourceExhausted)
	_, err := runnel.NewTensor(r, nil, []float32{1, 2})
	wantFailure(t, err, runnel.InvalidArgument, "4", "8")
	_, err = runnel.NewStrings(r, []int64{2}, []string{"one"})
	wantFailure(t, err, runnel.InvalidArgument, "2", "1")
	_, err = runnel.NewScalarOf(r, runnel.Int8, 128)
	wantFailure(t, err, runnel.InvalidArgument, "int8", "128")
	_, err = runnel.NewScalarOf(r, runnel.Int64, math.NaN())
	wantFailure(t, err, runnel.InvalidArgument)
	two := tensor[float32](t, r, 1, 2)
	_, err = two.Reshape([]int64{3})
	wantFailure(t, err, runnel.InvalidArgument, "3")
	_, err = runnel.Item[float32](two)
	wantFailure(t, err, runnel.InvalidArgument, "2 elements")
	_, err = runnel.Elements[int32](two)
	wantFailure(t, err, runnel.InvalidArgument, "float", "int32")
	_, err = two.Strings()
	wantFailure(t, err, runnel.InvalidArgument, "float")
	_, err = runnel.NewTensor(nil, nil, []float32{1})
	wantFailure(t, err, runnel.InvalidArgument, "nil runtime")
}

func TestBadRunsAreRefusedAndTheSessionGoesOn(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{2, -1})
	y := ops.Neg(root.Named("y"), x)
	w := root.ZeroVariable("w", runnel.Float)
	s := newSession(t, g)
	good := must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{2, 1}, []float32{1, 2}))
	wrongType := must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{2, 1}, []int32{1, 2}))
	wrongShape := tensor[float32](t, r, 1, 2)
	closed := tensor[float32](t, r, 1)
	closed.Close()
	nowhere := runnel.Node(999).Output(0)
	cancellable, cancel := context.WithCancel(background) // takes the asynchronous way
	defer cancel()
	for _, row := range []struct {
		name    string
		feeds   []runnel.Feed
		fetches []runnel.Output
		targets []runnel.Node
		code    runnel.Code
		pieces  []string
	}{
		{"nothing asked for", nil, nil, nil, runnel.InvalidArgument, nil},
		{"nothing fed", nil, []runnel.Output{y}, nil, runnel.InvalidArgument, []string{"x"}},
		{"fed twice", []runnel.Feed{{x, good}, {x, good}}, []runnel.Output{y}, nil, runnel.InvalidArgument, []string{"x"}},
		{"fed and fetched", []runnel.Feed{{x, good}}, []runnel.Output{x}, nil, runnel.InvalidArgument, []string{"x"}},
		{"a wrong dtype", []runnel.Feed{{x, wrongType}}, []runnel.Output{y}, nil, runnel.InvalidArgument, []string{"x", "int32", "float"}},
		{"a wrong shape", []runnel.Feed{{x, wrongShape}}, []runnel.Output{y}, nil, runnel.InvalidArgument, []string{"x", "[2]", "[2,?]"}},
		{"nil fed", []runnel.Feed{{x, nil}}, []runnel.Output{y}, nil, runnel.InvalidArgument, []string{"nil"}},
		{"a closed tensor", []runnel.Feed{{x, closed}}, []runnel.Output{y}, nil, runnel.FailedPrecondition, []string{"closed"}},
		{"an unknown feed", []runnel.Feed{{nowhere, good}}, []runnel.Output{y}, nil, runnel.InvalidArgument, []string{"999"}},
		{"an unknown fetch", []runnel.Feed{{x, good}}, []runnel.Output{y.Node.Output(7)}, nil, runnel.InvalidArgument, []string{"7", "y"}},
		{"an unknown target", []runnel.Feed{{x, good}}, []runnel.Output{y}, []runnel.Node{999}, runnel.InvalidArgument, []string{"999"}},
		{"no output", []runnel.Feed{{x, good}}, []runnel.Output{runnel.NoOutput}, nil, runnel.InvalidArgument, []string{"-1"}},
		{"an uninitialised variable", nil, []runnel.Output{w.Value}, nil, runnel.FailedPrecondition, []string{"\"w\""}},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, ctx := range []context.Context{background, cancellable} {
				fetched, err := s.Run(ctx, row.feeds, row.fetches, row.targets)
				wantFailure(t, err, row.code, row.pieces...)
				if fetched != nil {
					t.Error("something was fetched")
				}
			}
		})
	}
	_, err := s.Run(background, nil, []runnel.Output{y}, nil)
	var failure *runnel.Error
	if !errors.As(err, &failure) || failure.Node != "x" {
		t.Errorf("%v bears no node", err)
	}
	_, err = s.RunNamed(background, g, map[string]*runnel.Tensor{"absent": good}, []string{"y"}, nil)
	wantFailure(t, err, runnel.NotFound, "absent")
	_, err = s.RunNamed(background, g, nil, nil, []string{"absent"})
	wantFailure(t, err, runnel.NotFound, "absent")
	_, err = s.Prepare(nil, nil, nil)
	wantFailure(t, err, runnel.InvalidArgument)
	callable := must[*runnel.Callable](t)(s.Prepare([]runnel.Output{x}, []runnel.Output{y}, nil))
	defer callable.Close()
	_, err = callable.Run(background)
	wantFailure(t, err, runnel.InvalidArgument, "1 feeds", "0")
	_, err = callable.Run(background, wrongType)
	wantFailure(t, err, runnel.InvalidArgument, "x")
	_, err = runnel.NewSession(g, &runnel.SessionOptions{DisabledPasses: []string{"magic"}})
	wantFailure(t, err, runnel.InvalidArgument, "magic", "fold")
	fetched := must[[]*runnel.Tensor](t)(callable.Run(background, good))
	wantElements[float32](t, fetched[0], -1, -2)

	if err := s.Close(); err != nil || s.Close() != nil {
		t.Error("a session may be closed twice", err)
	}
	_, err = s.Run(background, []runnel.Feed{{x, good}}, []runnel.Output{y}, nil)
	wantFailure(t, err, runnel.FailedPrecondition, "closed")
	_, err = callable.Run(background, good)
	wantFailure(t, err, runnel.FailedPrecondition)
	callable.Close()
	_, err = callable.Run(background, good)
	wantFailure(t, err, runnel.FailedPrecondition, "callable is closed")
}

func TestBadSettingsPluginsAndFilesAreRefused(t *testing.T) {
	_, err := runnel.NewRuntime(&runnel.RuntimeOptions{Threads: -1})
	wantFailure(t, err, runnel.InvalidArgument, "-1")
	_, err = runnel.NewRuntime(&runnel.RuntimeOptions{Plugins: []string{"nonsense"}})
	wantFailure(t, err, runnel.NotFound, "librunnel_nonsense.so")
	r := newRuntime(t)
	wantFailure(t, r.LoadPlugin("/no/such/plugin.so"), runnel.NotFound, "/no/such/plugin.so")
	wantFailure(t, r.LoadPlugin("cpu"), runnel.AlreadyExists, "cpu")

	folder := t.TempDir()
	prefix := filepath.Join(folder, "model")
	_, err = runnel.OpenCheckpoint(r, prefix)
	wantFailure(t, err, runnel.NotFound, "model")
	if err := os.WriteFile(prefix+".index", []byte("not a table"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = runnel.OpenCheckpoint(r, prefix)
	wantFailure(t, err, runnel.InvalidArgument, "model.index", "this is text")
	one := tensor[float32](t, r, 1)
	wantFailure(t, runnel.WriteCheckpoint(r, prefix, []string{"t", "t"}, []*runnel.Tensor{one, one}), runnel.InvalidArgument, "t")
	wantFailure(t, runnel.WriteCheckpoint(r, prefix, []string{"t"}, nil), runnel.InvalidArgument, "1 names", "0 tensors")

	g := newGraph(t, r)
	root := g.Root()
	w := root.Variable("w", tensor[float32](t, r, 1, 2))
	s := newSession(t, g)
	wantFailure(t, s.Save(prefix), runnel.FailedPrecondition)
	_, err = s.Freeze(g.NodeName(w.Value.Node))
	wantFailure(t, err, runnel.FailedPrecondition, "w")
	if err := runnel.WriteCheckpoint(r, prefix, []string{"other"}, []*runnel.Tensor{one}); err != nil {
		t.Fatal(err)
	}
	wantFailure(t, s.Restore(prefix), runnel.NotFound, "\"w\"")
	if err := runnel.WriteCheckpoint(r, prefix, []string{"w"}, []*runnel.Tensor{one}); err != nil {
		t.Fatal(err)
	}
	wantFailure(t, s.Restore(prefix), runnel.InvalidArgument, "\"w\"", "[2]", "[1]")
	_, err = runnel.OpenSavedModel(r, "/nowhere/model")
	wantFailure(t, err, runnel.NotFound, "/nowhere/model", "saved_model.pb")
}
