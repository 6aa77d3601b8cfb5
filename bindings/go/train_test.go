package runnel_test

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/columns"
	"runnel.internal/runnel/estimators"
	"runnel.internal/runnel/exporters"
	"runnel.internal/runnel/hooks"
	"runnel.internal/runnel/initializers"
	"runnel.internal/runnel/layers"
	"runnel.internal/runnel/losses"
	"runnel.internal/runnel/ops"
	"runnel.internal/runnel/optimizers"
)

// variable gives the handle of a variable, and what it holds.
func variable(s *runnel.Scope, name string, dtype runnel.DType, initial runnel.Output, dims ...int64) (handle, value runnel.Output) {
	handle = ops.VarHandleOp(s.Named(name), dtype, runnel.Shape(dims), ops.VarHandleOpSharedName(name))
	ops.AssignVariableOp(s, handle, initial)
	return handle, ops.ReadVariableOp(s, handle, dtype)
}

// counter is a graph in which w loses 1 a step, and global_step counts.
func counter(t *testing.T, r *runnel.Runtime) (g *runnel.Graph, value runnel.Output, train runnel.Node) {
	g = newGraph(t, r)
	s := g.Root()
	w, value := variable(s, "w", runnel.Float, runnel.Const(s.Named("ten"), nil, float32(10)), []int64{}...)
	step, _ := variable(s, "global_step", runnel.Int64, runnel.Const(s, nil, int64(0)), []int64{}...)
	down := ops.AssignSubVariableOp(s, w, runnel.Const(s, nil, float32(1)))
	count := ops.AssignAddVariableOp(s, step, runnel.Const(s, nil, int64(1)))
	train = s.Group("train", down, count)
	check(t, s.Err())
	return g, value, train
}

func newConfig(t *testing.T, r *runnel.Runtime, options runnel.RunConfigOptions) *runnel.RunConfig {
	config := must[*runnel.RunConfig](t)(runnel.NewRunConfig(r, options))
	t.Cleanup(config.Close)
	return config
}

func TestATrainerRecoversFromAFailingHook(t *testing.T) {
	r := newRuntime(t)
	config := newConfig(t, r, runnel.RunConfigOptions{ModelDir: t.TempDir(), SaveCheckpointsSteps: 2, LogStepCountSteps: -1})
	if !config.IsChief() || config.TaskType() != "chief" || config.TaskIndex() != 0 || config.NumTasks("ps") != 0 || config.ModelDir() == "" {
		t.Errorf("the configuration is of %s %d", config.TaskType(), config.TaskIndex())
	}
	if server := must[*runnel.Server](t)(config.StartServer()); server != nil {
		t.Error("a server without a cluster")
	}
	var events []string
	var values []float32
	watching := func(value runnel.Output, failAt int64) *runnel.Hook {
		events, values = nil, nil
		note := func(event string) func(*runnel.HookCall) error {
			return func(call *runnel.HookCall) error {
				events = append(events, fmt.Sprint(event, " ", call.Step()))
				return nil
			}
		}
		return &runnel.Hook{Name: "watching", AfterCreateSession: note("session"), End: note("end"),
			Begin: func(call *runnel.HookCall) error {
				if call.Session() != nil || call.Graph() == nil {
					t.Error("a session before the beginning")
				}
				return note("begin")(call)
			},
			BeforeRun: func(call *runnel.HookCall) error {
				_, err := call.Fetch(value)
				return err
			},
			AfterRun: func(call *runnel.HookCall) error {
				got, err := call.Values()
				if err != nil {
					return err
				}
				defer runnel.CloseAll(got)
				values = append(values, must[[]float32](t)(runnel.Elements[float32](got[0]))[0])
				if call.Step() == failAt {
					return &runnel.Error{Code: runnel.DataLoss, Message: "enough"}
				}
				return nil
			},
			AfterSave: func(call *runnel.HookCall) error {
				events = append(events, filepath.Base(call.Checkpoint()))
				return nil
			}}
	}
	g, value, train := counter(t, r)
	trainer := must[*runnel.Trainer](t)(runnel.NewTrainer(g, config, runnel.TrainerOptions{}))
	check(t, trainer.AddHook(watching(value, 3)))
	wantFailure(t, trainer.Train(train), runnel.DataLoss, "hook watching, after_run", "enough")
	if !trainer.ShouldStop() {
		t.Error("a trainer that has failed goes on")
	}
	trainer.Close()
	if want := []string{"begin 0", "model.ckpt-0", "session 0", "model.ckpt-2"}; !reflect.DeepEqual(events, want) || len(values) != 3 {
		t.Errorf("%v, %v", events, values)
	}
	// From the last checkpoint: step 2.
	g, value, train = counter(t, r)
	trainer = must[*runnel.Trainer](t)(runnel.NewTrainer(g, config,
		runnel.TrainerOptions{Scaffold: runnel.Scaffold{GlobalStep: "global_step"}}))
	defer trainer.Close()
	check(t, trainer.AddHook(watching(value, -1)))
	check(t, trainer.Add(hooks.StopAtStepHook().LastStep(5), hooks.FinalOpsHook("ten")))
	check(t, trainer.Start())
	if step := trainer.GlobalStep(); step != 2 {
		t.Errorf("began at step %d", step)
	}
	if got := must[[]*runnel.Tensor](t)(trainer.Run(nil, nil, []runnel.Node{train})); len(got) != 0 {
		t.Errorf("fetched %v", got)
	}
	session := must[*runnel.Session](t)(trainer.Session())
	got := must[[]*runnel.Tensor](t)(session.Run(background, nil, []runnel.Output{value}, nil))
	wantElements(t, got[0], float32(7))
	runnel.CloseAll(got)
	check(t, trainer.Train(train))
	if trainer.GlobalStep() != 5 || trainer.Recoveries() != 0 || len(values) != 3 || events[len(events)-1] != "end 5" {
		t.Errorf("step %d, %v, %v", trainer.GlobalStep(), values, events)
	}
	final := must[[]*runnel.Tensor](t)(trainer.FinalValues())
	wantElements(t, final[0], float32(10))
	runnel.CloseAll(final)
	check(t, trainer.Finish())
}

func TestWhatIsWrongWithATrainerIsNamed(t *testing.T) {
	r := newRuntime(t)
	g, _, train := counter(t, r)
	config := newConfig(t, r, runnel.RunConfigOptions{})
	trainer := must[*runnel.Trainer](t)(runnel.NewTrainer(g, config, runnel.TrainerOptions{}))
	defer trainer.Close()
	check(t, trainer.AddHook(&runnel.Hook{BeforeRun: func(*runnel.HookCall) error { panic("in the hook") }}))
	_, err := trainer.Run(nil, nil, []runnel.Node{train})
	wantFailure(t, err, runnel.Internal, "of the program, before_run", "panicked: in the hook")
	check(t, trainer.Finish())
	wantFailure(t, trainer.Add("StopAtStepHook(num_step=1)"), runnel.InvalidArgument, "num_steps")
	stopped := must[*runnel.Trainer](t)(runnel.NewTrainer(g, config, runnel.TrainerOptions{}))
	defer stopped.Close()
	stopped.RequestStop()
	_, err = stopped.Run(nil, nil, []runnel.Node{train})
	wantFailure(t, err, runnel.FailedPrecondition, "a stop was asked for")
	_, err = runnel.NewTrainer(g, config, runnel.TrainerOptions{Scaffold: runnel.Scaffold{InitOp: "nothing"}})
	wantFailure(t, err, runnel.NotFound, "init_op", "nothing")
	_, err = runnel.NewTrainer(g, config, runnel.TrainerOptions{Scaffold: runnel.Scaffold{FinalizeOp: "nothing"}})
	wantFailure(t, err, runnel.NotFound, "finalize_op", "nothing")
	_, err = runnel.NewRunConfig(r, runnel.RunConfigOptions{TFConfig: "{"})
	wantFailure(t, err, runnel.InvalidArgument, "byte 1")
	worker := newConfig(t, r, runnel.RunConfigOptions{TaskType: "worker",
		Cluster: map[string][]string{"chief": {"127.0.0.1:1"}, "worker": {"127.0.0.1:2"}}})
	if worker.IsChief() || worker.NumTasks("worker") != 1 {
		t.Error("a worker is the chief")
	}
}

// line is price = size w + b.
func line(call *runnel.ModelCall) error {
	s := call.Scope
	_, w := variable(s, "w", runnel.Float, runnel.Const(s, []int64{1, 1}, float32(0)), 1, 1)
	_, b := variable(s, "b", runnel.Float, runnel.Const(s, []int64{1}, float32(0)), 1)
	price := ops.AddV2(s, ops.MatMul(s, call.Features["size"], w), b)
	if err := call.AddPrediction("price", price); err != nil || call.Mode == runnel.ModePredict {
		return err
	}
	label := call.Labels[0]
	if err := call.AddMetric("error", losses.MeanAbsoluteError(), label, price, runnel.NoOutput); err != nil {
		return err
	}
	loss := ops.Mean(s, ops.SquaredDifference(s, price, label), runnel.Const(s, []int64{2}, int32(0), int32(1)))
	return call.Minimize(loss, optimizers.SGD().LearningRate(0.02))
}

// sizes are pairs of sizes and prices, in batches of 4.
func sizes(t *testing.T, r *runnel.Runtime, passes int64) runnel.EstimatorInput {
	var x, y []float32
	for i := 0; i < 8; i++ {
		x, y = append(x, float32(i)/2), append(y, float32(i)+1)
	}
	given := must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{8, 1}, x))
	price := must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{8, 1}, y))
	slices := must[*runnel.Dataset](t)(runnel.SlicesDataset(r, given, price))
	batches := must[*runnel.Dataset](t)(slices.Batch(4, false))
	all := must[*runnel.Dataset](t)(batches.Repeat(passes))
	for _, each := range []interface{ Close() }{given, price, slices, batches, all} {
		t.Cleanup(each.Close)
	}
	return runnel.EstimatorInput{Dataset: all, Features: []string{"size"}}
}

func newEstimator(t *testing.T) func(*runnel.Estimator, error) *runnel.Estimator {
	return func(estimator *runnel.Estimator, err error) *runnel.Estimator {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(estimator.Close)
		return estimator
	}
}

func TestAnEstimatorRecoversFromAFailingHook(t *testing.T) {
	r := newRuntime(t)
	folder := t.TempDir()
	config := newConfig(t, r, runnel.RunConfigOptions{ModelDir: folder, SaveCheckpointsSteps: 100})
	estimator := newEstimator(t)(runnel.NewEstimator(config, line, nil))
	always, once := sizes(t, r, -1), sizes(t, r, 1)
	failing := &runnel.Hook{AfterRun: func(call *runnel.HookCall) error {
		if call.Step() == 250 {
			return &runnel.Error{Code: runnel.DataLoss, Message: "at 250"}
		}
		return nil
	}}
	wantFailure(t, estimator.Train(always, runnel.TrainOptions{MaxSteps: 1000, OwnHooks: []*runnel.Hook{failing},
		Hooks: []any{hooks.StepCounterHook()}}), runnel.DataLoss, "at 250")
	found := must[map[string]float64](t)(estimator.Evaluate(once, runnel.EvaluateOptions{}))
	if found["global_step"] != 200 {
		t.Errorf("saved at step %g", found["global_step"])
	}
	check(t, estimator.Train(always, runnel.TrainOptions{MaxSteps: 1000}))
	found = must[map[string]float64](t)(estimator.Evaluate(once, runnel.EvaluateOptions{Steps: 2, Name: "late"}))
	if found["global_step"] != 1000 || found["error"] > 0.05 {
		t.Errorf("found %v", found)
	}
	predictions := must[*runnel.Predictions](t)(estimator.Predict(once, ""))
	defer predictions.Close()
	if names := predictions.Names(); !reflect.DeepEqual(names, []string{"price"}) {
		t.Errorf("predicts %v", names)
	}
	var prices []float32
	for batch := must[[]*runnel.Tensor](t)(predictions.Next()); batch != nil; batch = must[[]*runnel.Tensor](t)(predictions.Next()) {
		prices = append(prices, must[[]float32](t)(runnel.Copy[float32](batch[0]))...)
		runnel.CloseAll(batch)
	}
	for i, price := range prices {
		if math.Abs(float64(price)-float64(i+1)) > 0.1 {
			t.Errorf("house %d is worth %g", i, price)
		}
	}
	if len(prices) != 8 {
		t.Errorf("%d prices", len(prices))
	}
	if served := must[string](t)(estimator.Export(filepath.Join(folder, "served"), once, "")); filepath.Dir(served) != filepath.Join(folder, "served") {
		t.Errorf("exported to %s", served)
	}
	estimator.RequestStop()
}

func TestEstimatorsOfLayersOfColumnsAndByTurns(t *testing.T) {
	r := newRuntime(t)
	folder := t.TempDir()
	always, once := sizes(t, r, -1), sizes(t, r, 1)
	config := func(name string) *runnel.RunConfig {
		return newConfig(t, r, runnel.RunConfigOptions{ModelDir: filepath.Join(folder, name)})
	}
	model := must[*runnel.Model](t)(runnel.Sequential(r, 1, layers.Input(1),
		layers.Dense(1).KernelInitializer(initializers.Zeros())))
	defer model.Close()
	sgd := optimizers.SGD().LearningRate(0.02)
	check(t, model.Compile(runnel.CompileOptions{Optimizer: sgd, Losses: []any{losses.MeanSquaredError()}}))
	layered := newEstimator(t)(runnel.ModelEstimator(config("model"), model, nil))
	found := must[map[string]float64](t)(layered.TrainAndEvaluate(always, once, runnel.TrainAndEvaluateOptions{MaxSteps: 1000,
		AtOnce: true, Exporters: []any{exporters.FinalExporter("last")}}))
	if found["loss"] > 0.01 {
		t.Errorf("found %v", found)
	}
	warm := newEstimator(t)(runnel.ModelEstimator(config("warm"), model, nil))
	check(t, warm.WarmStart(filepath.Join(folder, "model", "model.ckpt-1000"), "dense/*"))
	check(t, warm.Train(always, runnel.TrainOptions{Steps: 1}))
	if found := must[map[string]float64](t)(warm.Evaluate(once, runnel.EvaluateOptions{})); found["loss"] > 0.01 {
		t.Errorf("found %v", found)
	}
	canned := newEstimator(t)(runnel.CannedEstimator(config("canned"),
		estimators.LinearRegressor(columns.NumericColumn("size")).Optimizer(sgd), nil))
	check(t, canned.Train(always, runnel.TrainOptions{Steps: 1000}))
	if found := must[map[string]float64](t)(canned.Evaluate(once, runnel.EvaluateOptions{})); found["average_loss"] > 0.01 {
		t.Errorf("found %v", found)
	}
	wrong := newEstimator(t)(runnel.NewEstimator(config("wrong"), func(call *runnel.ModelCall) error {
		s := call.Scope
		check(t, call.SetLoss(runnel.Const(s, nil, float32(0))))
		check(t, call.SetTrainOp(ops.AssignAddVariableOp(s, call.GlobalStep, runnel.Const(s, nil, int64(1)))))
		ops.MatMul(s.Named("wrong"), call.Features["size"], call.GlobalStep)
		return nil
	}, nil))
	wantFailure(t, wrong.Train(always, runnel.TrainOptions{}), runnel.InvalidArgument, "model function", "wrong")
}
