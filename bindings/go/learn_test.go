package runnel_test

import (
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/callbacks"
	"runnel.internal/runnel/initializers"
	"runnel.internal/runnel/layers"
	"runnel.internal/runnel/losses"
	"runnel.internal/runnel/ops"
	"runnel.internal/runnel/optimizers"
	"runnel.internal/runnel/schedules"
)

// learnData are forty samples of four numbers, their sums, and whether those are positive.
func learnData(t *testing.T, r *runnel.Runtime) (x, sums, kinds *runnel.Tensor) {
	var xs, ys []float32
	var labels []int64
	for i := 0; i < 40; i++ {
		sum := float32(0)
		for k := 0; k < 4; k++ {
			xs = append(xs, float32(math.Sin(1.3*float64(4*i+k))))
			sum += xs[len(xs)-1]
		}
		label := int64(0)
		if sum > 0 {
			label = 1
		}
		ys, labels = append(ys, sum), append(labels, label)
	}
	x = must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{40, 4}, xs))
	t.Cleanup(x.Close)
	return x, tensor(t, r, ys...), tensor(t, r, labels...)
}

func classifier(t *testing.T, r *runnel.Runtime, seed int64) *runnel.Model {
	m := must[*runnel.Model](t)(runnel.Sequential(r, seed, layers.Input(4), layers.Dense(8).Activation("relu"),
		layers.Dense(2).Activation("softmax")))
	t.Cleanup(m.Close)
	check(t, m.Compile(runnel.CompileOptions{Optimizer: optimizers.Adam().LearningRate(0.05),
		Losses: []any{losses.SparseCategoricalCrossentropy()}, Metrics: []any{"accuracy"}}))
	return m
}

func TestALayerLearnsFromData(t *testing.T) {
	r := newRuntime(t)
	x, _, _ := learnData(t, r)
	layer := must[string](t)(runnel.Adapt(r, layers.Normalization(), x))
	m := must[*runnel.Model](t)(runnel.Sequential(r, 1, layers.Input(4), layer))
	defer m.Close()
	given := must[[]*runnel.Tensor](t)(m.Predict([]*runnel.Tensor{x}, 8))
	defer runnel.CloseAll(given)
	sum := float64(0)
	for _, value := range must[[]float32](t)(runnel.Elements[float32](given[0])) {
		sum += float64(value)
	}
	if math.Abs(sum) > 1e-3 {
		t.Errorf("the normalised samples have the sum %g", sum)
	}
	if _, err := runnel.Adapt(r, layers.Dense(3), x); err == nil {
		t.Error("Dense learned from data")
	}
}

func TestAModelNamesItsDevice(t *testing.T) {
	r := newRuntime(t)
	x, _, _ := learnData(t, r)
	m := must[*runnel.Model](t)(runnel.NewModelOn(r, 1, runnel.Float, "/device:CPU:0"))
	defer m.Close()
	for _, layer := range []any{layers.Input(4), layers.Dense(2)} {
		if err := m.Add(layer); err != nil {
			t.Fatal(err)
		}
	}
	runnel.CloseAll(must[[]*runnel.Tensor](t)(m.Predict([]*runnel.Tensor{x}, 8)))
	_, err := runnel.NewModelOn(r, 1, runnel.Float, "/device:GPU:7")
	wantFailure(t, err, runnel.NotFound, "CPU:0")
}

func TestDatasetsDoAsSamples(t *testing.T) {
	r := newRuntime(t)
	x, _, kinds := learnData(t, r)
	a, b := classifier(t, r, 3), classifier(t, r, 3)
	slices := must[*runnel.Dataset](t)(runnel.SlicesDataset(r, x, kinds))
	defer slices.Close()
	data := must[*runnel.Dataset](t)(slices.Batch(8, false))
	defer data.Close()
	must[*runnel.History](t)(a.Fit(pair(x, kinds), runnel.FitOptions{BatchSize: 8, Epochs: 2, InOrder: true}))
	must[*runnel.History](t)(b.FitDataset(data, runnel.FitOptions{Epochs: 2, ValidationDataset: data}))
	if !reflect.DeepEqual(allWeights(t, a), allWeights(t, b)) {
		t.Error("a dataset gives other weights than samples")
	}
	one := must[map[string]float64](t)(a.Evaluate(pair(x, kinds), 8))
	other := must[map[string]float64](t)(b.EvaluateDataset(data, 0))
	if !reflect.DeepEqual(one, other) {
		t.Errorf("%v, of a dataset %v", one, other)
	}
	if _, err := b.FitDataset(data, runnel.FitOptions{BatchSize: 3}); err == nil {
		t.Error("a batch size was accepted")
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func pair(x, y *runnel.Tensor) runnel.Samples {
	return runnel.Samples{Inputs: []*runnel.Tensor{x}, Targets: []*runnel.Tensor{y}}
}

func allWeights(t *testing.T, m *runnel.Model) []float32 {
	t.Helper()
	var all []float32
	values := must[[]*runnel.Tensor](t)(m.Weights())
	defer runnel.CloseAll(values)
	for _, value := range values {
		all = append(all, must[[]float32](t)(runnel.Elements[float32](value))...)
	}
	return all
}

func TestBuildersWriteWhatWasSaid(t *testing.T) {
	for text, spec := range map[string]any{
		"Dense(units=8)": layers.Dense(8),
		"Dense(units=8, activation=relu, use_bias=false)":     layers.Dense(8).Activation("relu").UseBias(false),
		"Conv2D(filters=4, kernel_size=[3, 3], strides=2)":    layers.Conv2D(4, 3, 3).Strides(2),
		"Dense(units=8, kernel_initializer=HeNormal(seed=1))": layers.Dense(8).KernelInitializer(initializers.HeNormal().Seed(1)),
		"SGD(learning_rate=CosineDecay(initial_learning_rate=0.5, decay_steps=100), momentum=0.75)": optimizers.SGD().LearningRate(
			schedules.CosineDecay(0.5, 100)).Momentum(0.75),
		`CSVLogger(filename="a\"b")`:         callbacks.CSVLogger(`a"b`),
		`Input(shape=[28, -1], dtype=uint8)`: layers.Input(28, -1).DType(runnel.Uint8),
		"Adam(learning_rate=0.01)":           optimizers.Adam().LearningRate(0.01),
		"Dense(units=3, activation=none)":    layers.Dense(3).Activation(nil),
	} {
		if got := spec.(interface{ String() string }).String(); got != text {
			t.Errorf("got %s, expected %s", got, text)
		}
	}
}

func TestFitsTellHowFarTheyAre(t *testing.T) {
	r := newRuntime(t)
	x, _, kinds := learnData(t, r)
	m, samples := classifier(t, r, 3), pair(x, kinds)
	batches, epochs := 0, 0
	history := must[*runnel.History](t)(m.Fit(samples, runnel.FitOptions{BatchSize: 8, Epochs: 20,
		OnProgress: func(p runnel.Progress) error {
			if p.EpochEnds {
				epochs++
			} else {
				batches++
			}
			return nil
		}}))
	if batches != 100 || epochs != 20 || len(history.Logs) != 20 {
		t.Errorf("%d batches, %d epochs, %d of them told", batches, epochs, len(history.Logs))
	}
	if history.Logs[19]["loss"] > 0.5*history.Logs[0]["loss"] {
		t.Errorf("it has not learned: %v", history.Logs)
	}
	if score := must[map[string]float64](t)(m.Evaluate(samples, 32)); score["accuracy"] < 0.9 {
		t.Errorf("accuracy %v", score)
	}
	predicted := must[[]*runnel.Tensor](t)(m.Predict(samples.Inputs, 7))
	defer runnel.CloseAll(predicted)
	if !reflect.DeepEqual(predicted[0].Dims(), []int64{40, 2}) {
		t.Errorf("dims %v", predicted[0].Dims())
	}
	must[map[string]float64](t)(m.TrainOnBatch(samples))
	_, err := m.Fit(samples, runnel.FitOptions{OnProgress: func(runnel.Progress) error { return errors.New("enough") }})
	wantFailure(t, err, runnel.Unknown, "enough")
	_, err = m.Fit(samples, runnel.FitOptions{OnProgress: func(runnel.Progress) error { panic("in a callback") }})
	wantFailure(t, err, runnel.Internal, "in a callback")
	ended := must[*runnel.History](t)(m.Fit(samples, runnel.FitOptions{Epochs: 50, Validation: &samples,
		Callbacks: []any{callbacks.EarlyStopping().Monitor("val_loss").MinDelta(10)}}))
	if ended.StoppedBy != "EarlyStopping" {
		t.Errorf("stopped by %q", ended.StoppedBy)
	}
}

func TestAnyFormWithSharedLayers(t *testing.T) {
	r := newRuntime(t)
	x, sums, kinds := learnData(t, r)
	m := must[*runnel.Model](t)(runnel.NewModel(r, 5, runnel.Float))
	defer m.Close()
	value := must[*runnel.Value](t)
	a, b := value(m.Input("a", runnel.Float, 4)), value(m.Input("b", runnel.Float, 4))
	one := value(m.Call(layers.Dense(3).Activation("tanh").Name("shared"), a))
	two := value(m.CallAgain("shared", b))
	total := value(value(value(one.Plus(two)).Scaled(0.5, 1)).Minus(value(one.Times(two))))
	dtype, dims, err := total.Shape()
	if err != nil || dtype != runnel.Float || !reflect.DeepEqual(dims, []int64{-1, 3}) {
		t.Errorf("%v %v %v", dtype, dims, err)
	}
	check(t, m.SetOutputs(value(m.Call(layers.Dense(1).Name("size"), total)), value(m.Call(layers.Dense(2).Name("kind"), one))))
	outputs := must[[]*runnel.Value](t)(m.Outputs())
	if name := must[string](t)(outputs[1].Name()); name != "kind" {
		t.Errorf("name %s", name)
	}
	if names := must[[]string](t)(m.WeightNames()); len(names) != 6 || names[0] != "shared/kernel" {
		t.Errorf("weights %v", names)
	}
	check(t, m.SetTrainable("shared", false))
	check(t, m.Compile(runnel.CompileOptions{Optimizer: "SGD(0.1)",
		Losses:      []any{"mse", losses.SparseCategoricalCrossentropy().FromLogits(true)},
		LossWeights: []float64{1, 0.5}}))
	before := allWeights(t, m)
	must[*runnel.History](t)(m.Fit(runnel.Samples{Inputs: []*runnel.Tensor{x, x}, Targets: []*runnel.Tensor{sums, kinds}},
		runnel.FitOptions{}))
	after := allWeights(t, m)
	if !reflect.DeepEqual(before[:15], after[:15]) || reflect.DeepEqual(before, after) {
		t.Error("frozen weights moved, or none did")
	}
	if !strings.Contains(must[string](t)(m.Summary()), "Total params") {
		t.Error("no summary")
	}
	other := must[*runnel.Model](t)(runnel.NewModel(r, 1, runnel.Float))
	defer other.Close()
	_, err = other.Call("Flatten", a)
	wantFailure(t, err, runnel.InvalidArgument, "none of this model")
	if lines := must[[]string](t)(runnel.DescribeLayers()); len(lines) < 100 {
		t.Errorf("%d rows", len(lines))
	}
}

func TestFilesCarryWeightsAndTheOptimizer(t *testing.T) {
	r := newRuntime(t)
	x, _, kinds := learnData(t, r)
	samples, folder := pair(x, kinds), t.TempDir()
	whole, first, second := classifier(t, r, 3), classifier(t, r, 3), classifier(t, r, 9)
	must[*runnel.History](t)(whole.Fit(samples, runnel.FitOptions{Epochs: 3}))
	must[*runnel.History](t)(first.Fit(samples, runnel.FitOptions{}))
	check(t, first.Save(filepath.Join(folder, "at")))
	check(t, second.Load(filepath.Join(folder, "at")))
	must[*runnel.History](t)(second.Fit(samples, runnel.FitOptions{Epochs: 3, InitialEpoch: 1, Seed: 3}))
	if !reflect.DeepEqual(allWeights(t, second), allWeights(t, whole)) {
		t.Error("the fit did not go on as if it had never ended")
	}
	check(t, first.SaveWeights(filepath.Join(folder, "weights")))
	check(t, second.LoadWeights(filepath.Join(folder, "weights")))
	if !reflect.DeepEqual(allWeights(t, second), allWeights(t, first)) {
		t.Error("weights differ")
	}
	values := must[[]*runnel.Tensor](t)(whole.Weights())
	defer runnel.CloseAll(values)
	check(t, second.SetWeights(values))
	check(t, first.Export(filepath.Join(folder, "served")))
	if frozen := must[[]byte](t)(first.Freeze()); len(frozen) < 100 {
		t.Errorf("%d bytes", len(frozen))
	}
	// Steps of one's own see the weights.
	graph, session := must[*runnel.Graph](t)(first.Graph()), must[*runnel.Session](t)(first.Session())
	defer graph.Close()
	input := must[runnel.Output](t)(must[[]*runnel.Value](t)(first.Inputs())[0].Output())
	output := must[runnel.Output](t)(must[[]*runnel.Value](t)(first.Outputs())[0].Output())
	s := graph.Root()
	doubled := ops.AddV2(s, output, output)
	check(t, s.Err())
	got := must[[]*runnel.Tensor](t)(session.Run(background, []runnel.Feed{{Output: input, Value: x}}, []runnel.Output{doubled}, nil))
	runnel.CloseAll(got)
}

func TestLayersAndLossesOfOnesOwn(t *testing.T) {
	r := newRuntime(t)
	x, sums, _ := learnData(t, r)
	built := must[*runnel.Model](t)(runnel.Sequential(r, 1, layers.Input(4), layers.Dense(6).Activation("tanh").UseBias(false),
		layers.Dense(1)))
	defer built.Close()
	check(t, built.Compile(runnel.CompileOptions{Optimizer: optimizers.Adam(), Losses: []any{losses.MeanSquaredError()}}))
	own := must[*runnel.Model](t)(runnel.Sequential(r, 1, layers.Input(4)))
	defer own.Close()
	var seen []bool
	check(t, own.DefineLayer("Wide", 1, func(s *runnel.Scope, inputs, weights []runnel.Output, training bool) (runnel.Output, error) {
		seen = append(seen, training)
		return ops.Tanh(s, ops.MatMul(s, inputs[0], weights[0])), nil
	}, runnel.OwnWeight{Name: "kernel", Shape: "[dim(x, -1), 6]", Initializer: "glorot_uniform"}))
	check(t, own.DefineLoss("distance", func(s *runnel.Scope, inputs, _ []runnel.Output, _ bool) (runnel.Output, error) {
		return ops.Mean(s, ops.Square(s, ops.Sub(s, inputs[0], inputs[1])), runnel.Const[int32](s, nil, -1)), nil
	}))
	check(t, own.Add("Wide", layers.Dense(1)))
	check(t, own.Compile(runnel.CompileOptions{Optimizer: optimizers.Adam(), Losses: []any{"distance"}}))
	if !reflect.DeepEqual(seen, []bool{false, true}) {
		t.Errorf("training was %v", seen)
	}
	a := must[*runnel.History](t)(built.Fit(pair(x, sums), runnel.FitOptions{}))
	b := must[*runnel.History](t)(own.Fit(pair(x, sums), runnel.FitOptions{}))
	if math.Abs(a.Logs[0]["loss"]-b.Logs[0]["loss"]) > 1e-5 {
		t.Errorf("losses %v and %v", a.Logs, b.Logs)
	}
	bad := func(*runnel.Scope, []runnel.Output, []runnel.Output, bool) (runnel.Output, error) {
		panic("in a layer")
	}
	check(t, own.DefineLayer("Bad", 1, bad))
	wantFailure(t, own.Add("Bad"), runnel.Internal, "in a layer")
	wantFailure(t, own.DefineLayer("Dense", 1, bad), runnel.AlreadyExists, "Dense")
}
