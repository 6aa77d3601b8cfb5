package runnel_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

var start, target = []float64{1, -2, 0.5}, []float64{0.25, 1, -3}

// follows minimises the sum of (w - target)^2 and compares each step with update, a formula in float64 that keeps a state
// for each element.
func follows(t *testing.T, optimizer runnel.Optimizer, update func(state *[2]float64, step int, w, g float64) float64) {
	t.Helper()
	r := newRuntime(t)
	g := newGraph(t, r)
	s := g.Root()
	single := func(values []float64) *runnel.Tensor {
		return tensor(t, r, float32(values[0]), float32(values[1]), float32(values[2]))
	}
	w := s.Variable("w", single(start))
	difference := ops.Sub(s, w.Value, s.Const(single(target)))
	loss := ops.Sum(s, ops.Square(s, difference), runnel.Const[int32](s, nil, 0))
	training := runnel.Minimize(s, optimizer, loss, w)
	after := w.Read(s.After(training.Step))
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	session := newSession(t, g)
	must[[]*runnel.Tensor](t)(session.Run(background, nil, nil, []runnel.Node{w.Initializer, training.Initializer}))
	expected, states := append([]float64(nil), start...), make([][2]float64, 3)
	for step := 0; step < 20; step++ {
		got := must[[]float32](t)(runnel.Copy[float32](run(t, session, after)))
		for i := range expected {
			expected[i] = update(&states[i], step, expected[i], 2*(expected[i]-target[i]))
			if math.Abs(float64(got[i])-expected[i]) > 1e-5*(1+math.Abs(expected[i])) {
				t.Fatalf("step %d, element %d: got %v, expected %v", step, i, got[i], expected[i])
			}
		}
	}
}

func TestOptimizersFollowTheirFormulas(t *testing.T) {
	follows(t, runnel.GradientDescent{Rate: 0.1}, func(_ *[2]float64, _ int, w, g float64) float64 { return w - 0.1*g })
	follows(t, runnel.Momentum{Rate: 0.05, Momentum: 0.9}, func(m *[2]float64, _ int, w, g float64) float64 {
		m[0] = 0.9*m[0] + g
		return w - 0.05*m[0]
	})
	follows(t, runnel.Momentum{Rate: 0.05, Momentum: 0.9, Nesterov: true}, func(m *[2]float64, _ int, w, g float64) float64 {
		m[0] = 0.9*m[0] + g
		return w - 0.05*(g+0.9*m[0])
	})
	// Source: Kingma & Ba 2015, algorithm 1, with epsilon as in the paragraph below it.
	follows(t, runnel.Adam{Rate: 0.1}, func(m *[2]float64, step int, w, g float64) float64 {
		m[0], m[1] = 0.9*m[0]+0.1*g, 0.999*m[1]+0.001*g*g
		power := float64(step + 1)
		rate := 0.1 * math.Sqrt(1-math.Pow(0.999, power)) / (1 - math.Pow(0.9, power))
		return w - rate*m[0]/(math.Sqrt(m[1])+1e-8)
	})
}

// 4 times the scale is more than half has.
func TestAScaledLossSkipsWhatIsNotFinite(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	s := g.Root()
	w := s.Variable("w", tensor[float32](t, r, 1, 2))
	k := s.Named("k").Add(runnel.NewNode("Placeholder").Attr("dtype", runnel.Float).Attr("shape", runnel.Shape{})).Output(0)
	half := ops.Mul(s, ops.Cast(s, w.Value, runnel.Half), ops.Cast(s, runnel.Const[float32](s, nil, 0.5), runnel.Half))
	loss := ops.Mul(s, ops.Sum(s, ops.Cast(s, half, runnel.Float), runnel.Const[int32](s, nil, 0)), k)
	optimizer := runnel.LossScale{Optimizer: runnel.GradientDescent{Rate: 1}, GrowthSteps: 2}
	training := runnel.Minimize(s, optimizer, loss, w)
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	session := newSession(t, g)
	must[[]*runnel.Tensor](t)(session.Run(background, nil, nil, []runnel.Node{w.Initializer, training.Initializer}))
	scale, good := training.Slots[0], training.Slots[1]
	for _, seen := range []struct {
		factor float32
		w      [2]float32
		scale  float32
		good   int64
	}{{1, [2]float32{0.5, 1.5}, 32768, 1}, {4, [2]float32{0.5, 1.5}, 16384, 0}, {1, [2]float32{0, 1}, 16384, 1},
		{1, [2]float32{-0.5, 0.5}, 32768, 0}} {
		factor := must[*runnel.Tensor](t)(runnel.NewScalar(r, seen.factor))
		must[[]*runnel.Tensor](t)(session.Run(background, []runnel.Feed{{Output: k, Value: factor}}, nil, []runnel.Node{training.Step}))
		wantElements(t, run(t, session, w.Value), seen.w[:]...)
		wantElements(t, run(t, session, scale.Value), seen.scale)
		wantElements(t, run(t, session, good.Value), seen.good)
	}
	never := newGraph(t, r).Root()
	v := never.ZeroVariable("v", runnel.Float)
	runnel.Minimize(never, runnel.LossScale{Optimizer: runnel.GradientDescent{Rate: 1}, Initial: 0.5}, ops.Square(never, v.Value), v)
	wantFailure(t, never.Err(), runnel.InvalidArgument, "loss scale")
}

func TestAVariableThatTheLossIgnoresIsNamed(t *testing.T) {
	r := newRuntime(t)
	s := newGraph(t, r).Root()
	used, unused := s.ZeroVariable("used", runnel.Float), s.ZeroVariable("unused", runnel.Float)
	runnel.Minimize(s, runnel.GradientDescent{Rate: 1}, ops.Square(s, used.Value), used, unused)
	wantFailure(t, s.Err(), runnel.InvalidArgument, "\"unused\"")
}

func TestSessionsAreSavedAndRestored(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	s := g.Root()
	w := s.Variable("w", tensor[float32](t, r, 3))
	training := runnel.Minimize(s, runnel.Adam{Rate: 0.1}, ops.Square(s, w.Value), w)
	after := w.Read(s.After(training.Step))
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	session, prefix := newSession(t, g), filepath.Join(t.TempDir(), "model")
	must[[]*runnel.Tensor](t)(session.Run(background, nil, nil, []runnel.Node{w.Initializer, training.Initializer}))
	for i := 0; i < 5; i++ {
		run(t, session, after)
	}
	if err := session.Save(prefix); err != nil {
		t.Fatal(err)
	}
	checkpoint := must[*runnel.Checkpoint](t)(runnel.OpenCheckpoint(r, prefix))
	defer checkpoint.Close()
	entries := must[[]runnel.CheckpointEntry](t)(checkpoint.Entries())
	for i, name := range []string{"beta1_power", "beta2_power", "w", "w/Adam", "w/Adam_1"} {
		if len(entries) != 5 || entries[i].Name != name {
			t.Fatalf("%+v", entries)
		}
	}
	saved := must[*runnel.Tensor](t)(checkpoint.Read("w"))
	defer saved.Close()
	if entries[2].DType != runnel.Float || len(entries[2].Dims) != 1 || saved.Len() != 1 {
		t.Errorf("%+v, %v", entries[2], saved)
	}
	again := newSession(t, g)
	if saves, err := again.FindSharded(prefix); saves != 0 || err != nil {
		t.Fatal(saves, err)
	}
	wantFailure(t, again.RestoreSharded(prefix), runnel.NotFound, prefix)
	if err := session.SaveSharded(prefix); err != nil {
		t.Fatal(err)
	}
	if saves, err := again.FindSharded(prefix); saves != 1 || err != nil {
		t.Fatal(saves, err)
	}
	for _, restore := range []func(string) error{again.RestoreSharded, again.Restore} {
		if err := restore(prefix); err != nil {
			t.Fatal(err)
		}
		wantElements(t, run(t, again, w.Value), must[float32](t)(runnel.Item[float32](run(t, session, w.Value))))
	}
	for i := 0; i < 5; i++ {
		wantElements(t, run(t, again, after), must[float32](t)(runnel.Item[float32](run(t, session, after))))
	}
}

const model = `saved_model_schema_version: 1 meta_graphs { meta_info_def { tags: "serve" } graph_def {
  node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
  node { name: "a" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } }
    attr { key: "shape" value { shape { } } } attr { key: "shared_name" value { s: "a" } } }
  node { name: "a/read" op: "ReadVariableOp" input: "a" attr { key: "dtype" value { type: DT_FLOAT } } }
  node { name: "y" op: "Mul" input: "a/read" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
} signature_def { key: "serving_default" value {
  inputs { key: "in" value { name: "x:0" dtype: DT_FLOAT } } outputs { key: "out" value { name: "y:0" dtype: DT_FLOAT } }
  method_name: "tensorflow/serving/predict" } } }`

func TestASavedModelIsListedLoadedAndServed(t *testing.T) {
	r, folder := newRuntime(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "saved_model.pbtxt"), []byte(model), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "variables"), 0o777); err != nil {
		t.Fatal(err)
	}
	a := must[*runnel.Tensor](t)(runnel.NewScalar[float32](r, 3))
	if err := runnel.WriteCheckpoint(r, filepath.Join(folder, "variables/variables"), []string{"a"}, []*runnel.Tensor{a}); err != nil {
		t.Fatal(err)
	}
	opened := must[*runnel.SavedModel](t)(runnel.OpenSavedModel(r, folder))
	defer opened.Close()
	signatures := must[[]runnel.Signature](t)(opened.Signatures())
	want := runnel.SignatureTensor{Key: "in", Tensor: "x:0", DType: runnel.Float}
	if len(signatures) != 1 || signatures[0].Key != "serving_default" || signatures[0].Inputs[0] != want {
		t.Fatalf("%+v", signatures)
	}
	g, s, err := opened.LoadSignature("serving_default", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	fetched := must[[]*runnel.Tensor](t)(s.RunNamed(background, g, map[string]*runnel.Tensor{"x": tensor[float32](t, r, 1, 2)},
		[]string{"y"}, nil))
	wantElements[float32](t, fetched[0], 3, 6)
	writesAgain(t, r, g, s, filepath.Join(folder, "again"))
	if err := opened.AddSignature("serving_default", s); err != nil {
		t.Fatal(err)
	}
	wantFailure(t, opened.AddSignature("absent", s), runnel.NotFound, "\"absent\"", "\"serving_default\"")
	other := must[*runnel.SavedModel](t)(runnel.OpenSavedModel(r, folder))
	defer other.Close()
	wantFailure(t, other.AddSignature("serving_default", s), runnel.InvalidArgument, "not loaded from")
	_, _, err = opened.LoadSignature("absent", nil)
	wantFailure(t, err, runnel.NotFound, "\"absent\"", "\"serving_default\"")
	_, _, err = opened.Load(nil, []string{"z"}, nil)
	wantFailure(t, err, runnel.NotFound, "\"z\"")
	_, err = runnel.OpenSavedModel(r, folder, "train")
	wantFailure(t, err, runnel.NotFound, "train", "serve")
}

// writesOnnx writes the model that a session has as ONNX, its variables as constants, and reads it back.
func writesOnnx(t *testing.T, r *runnel.Runtime, s *runnel.Session, file string) {
	t.Helper()
	meta := must[*runnel.MetaGraph](t)(runnel.NewMetaGraph())
	defer meta.Close()
	if err := meta.AddSignature("serving_default", map[string]string{"in": "x"}, map[string]string{"out": "y:0"}, ""); err != nil {
		t.Fatal(err)
	}
	frozen := newGraph(t, r)
	if err := frozen.Import(must[[]byte](t)(s.Freeze("y")), nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, must[[]byte](t)(frozen.ExportModel(meta, "onnx")), 0o666); err != nil {
		t.Fatal(err)
	}
	opened := must[*runnel.SavedModel](t)(runnel.OpenSavedModel(r, file))
	defer opened.Close()
	loaded, served, err := opened.LoadSignature("serving_default", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer served.Close()
	ends := must[[]runnel.Signature](t)(opened.Signatures())[0]
	fetched := must[[]*runnel.Tensor](t)(served.RunNamed(background, loaded,
		map[string]*runnel.Tensor{ends.Inputs[0].Tensor: tensor[float32](t, r, 2)}, []string{ends.Outputs[0].Tensor}, nil))
	wantElements[float32](t, fetched[0], 6)
	_, err = frozen.ExportModel(meta, "pdf")
	wantFailure(t, err, runnel.NotFound, "pdf")
}

// writesAgain writes the model that a session has, with a signature of another name, and reads it back.
func writesAgain(t *testing.T, r *runnel.Runtime, g *runnel.Graph, s *runnel.Session, folder string) {
	t.Helper()
	meta := must[*runnel.MetaGraph](t)(runnel.NewMetaGraph())
	defer meta.Close()
	for _, err := range []error{
		meta.AddSignature("again", map[string]string{"in": "x"}, map[string]string{"out": "y:0"}, ""),
		meta.AddTrainable("a"), meta.AddToCollection("losses", runnel.CollectionNodes, "y:0"),
		s.WriteSavedModel(folder, meta),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	wantFailure(t, s.WriteSavedModel(folder, nil), runnel.AlreadyExists, "not empty")
	again := must[*runnel.SavedModel](t)(runnel.OpenSavedModel(r, folder))
	defer again.Close()
	loaded, served, err := again.LoadSignature("again", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer served.Close()
	fetched := must[[]*runnel.Tensor](t)(served.RunNamed(background, loaded,
		map[string]*runnel.Tensor{"x": tensor[float32](t, r, 2)}, []string{"y"}, nil))
	wantElements[float32](t, fetched[0], 6)
	writesOnnx(t, r, s, filepath.Join(folder, "model.onnx"))
	imported := must[*runnel.MetaGraph](t)(again.Import(newGraph(t, r)))
	defer imported.Close()
	if saver := must[runnel.SaverInfo](t)(imported.Saver()); saver.Restore != "save/restore_all" {
		t.Errorf("%+v", saver)
	}
	read := must[*runnel.MetaGraph](t)(runnel.ReadMetaGraph(must[[]byte](t)(g.ExportMetaGraph(meta))))
	defer read.Close()
	if names := must[[]string](t)(read.Collections()); len(names) != 3 || names[0] != "losses" {
		t.Error(names)
	}
	if kind, values, err := read.Collection("losses"); err != nil || kind != runnel.CollectionNodes || values[0] != "y:0" {
		t.Error(kind, values, err)
	}
	if variables := must[[]runnel.MetaVariable](t)(read.Variables("trainable_variables")); variables[0].Handle != "a" {
		t.Error(variables)
	}
	if runners := must[[]runnel.QueueRunner](t)(read.QueueRunners()); len(runners) != 0 {
		t.Error(runners)
	}
}

func TestASaverKeepsTheLastFew(t *testing.T) {
	r, folder := newRuntime(t), t.TempDir()
	g := newGraph(t, r)
	scope := g.Root()
	w := scope.Variable("w", tensor[float32](t, r, 1, 2))
	if scope.Err() != nil {
		t.Fatal(scope.Err())
	}
	session := newSession(t, g)
	must[[]*runnel.Tensor](t)(session.Run(background, nil, nil, []runnel.Node{w.Initializer}))
	saver := must[*runnel.Saver](t)(runnel.NewSaver(session, filepath.Join(folder, "run"), nil))
	defer saver.Close()
	for _, err := range []error{saver.SetKeep(2, 0), saver.SetInterval(2, 0)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	saved := 0
	for step := int64(0); step <= 6; step++ {
		if must[bool](t)(saver.Step(step)) {
			saved++
		}
	}
	last := must[string](t)(saver.Save(7))
	names := must[[]string](t)(runnel.ListCheckpoints(r, folder))
	if saved != 3 || len(names) != 2 || names[1] != last || last != filepath.Join(folder, "run-7") {
		t.Error(saved, names, last)
	}
	if err := saver.Restore(""); err != nil {
		t.Error(err)
	}
	wantFailure(t, saver.Restore(filepath.Join(folder, "run-4")), runnel.NotFound, "run-4")
}

// TensorFlow's example: y = x / 2 + 2.
func TestTensorFlowsHalfPlusTwoIsServed(t *testing.T) {
	folder := filepath.Join(os.Getenv("RUNNEL_DATA_DIR"), "tf_saved_model/half_plus_two/00000123")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("RUNNEL_DATA_DIR has no tf_saved_model/half_plus_two")
	}
	r := newRuntime(t)
	opened := must[*runnel.SavedModel](t)(runnel.OpenSavedModel(r, folder))
	defer opened.Close()
	g, s, err := opened.Load([]string{"x"}, []string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	x := must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{3, 1}, []float32{1, 2, 5}))
	fetched := must[[]*runnel.Tensor](t)(s.RunNamed(background, g, map[string]*runnel.Tensor{"x": x}, []string{"y"}, nil))
	wantElements[float32](t, fetched[0], 2.5, 3, 4.5)
}
